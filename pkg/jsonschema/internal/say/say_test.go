package say

import (
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

func TestWords(t *testing.T) {
	list := func(texts ...string) []jsonval.Value {
		var all []jsonval.Value
		for _, s := range texts {
			v, err := jsonval.ParseString(s)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, v)
		}
		return all
	}
	many := list("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14")
	tests := []struct{ got, want string }{
		{Count(1, "item"), "1 item"},
		{Count(2, "item"), "2 items"},
		{Count(0, "member"), "0 members"},
		{Either([]string{"a"}), "a"},
		{Either([]string{"a", "b", "c"}), "a, b or c"},
		{Values(list(`"a"`, `1`, `null`, `{"b":[]}`)), `"a", 1, null or {"b":[]}`},
		{Values(many), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 or 2 more"},
		{Values(nil), "nothing at all: the list of allowed values is empty"},
		{Show(list(`[]`)[0]), "[]"},
		{Show(list(`[1]`)[0]), "an array"},
		{Show(list(`{}`)[0]), "{}"},
		{Show(list(`{"a":1}`)[0]), "an object"},
		{ShowTyped(list(`"5"`)[0]), `the string "5"`},
		{ShowTyped(list(`[]`)[0]), "an array"},
		{ShowTyped(list(`{}`)[0]), "an object"},
		{ShowTyped(list(`null`)[0]), "null"},
		{Quote("a\u202eb"), `"a\u{202E}b"`},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s, want %s", tt.got, tt.want)
		}
	}
}
