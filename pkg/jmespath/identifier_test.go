package jmespath

import "testing"

func TestIdentifier(t *testing.T) {
	for name, want := range map[string]string{
		"title": "title", "_id": "_id", "a1": "a1", "1a": `"1a"`, "og:title": `"og:title"`, "": `""`, "größe": `"größe"`, `a"b`: `"a\"b"`, "let": "let",
	} {
		got := Identifier(name)
		if got != want {
			t.Errorf("%q is written %s, want %s", name, got, want)
		}
		if _, err := Compile(got); err != nil {
			t.Errorf("%s: %v", got, err)
		}
	}
}
