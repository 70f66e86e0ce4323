package s10

import "testing"

func TestMixed(t *testing.T) {
	for text, want := range map[string]bool{
		"aZ9": true, "zA0": true, "mM5": true, "aaAA": false, "aa00": false, "AA00": false, "": false, "a-_Z": false,
	} {
		if got := mixed(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestPersonal(t *testing.T) {
	for text, want := range map[string]bool{
		"me@x": true, "me＠x": true, "+": true, "00000000": true, "9999-9999": true, "0000000": false, "a text of 3 words": false, "": false,
	} {
		if _, got := signs(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
