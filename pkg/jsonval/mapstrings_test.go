package jsonval

import "testing"

func TestMapStrings(t *testing.T) {
	for text, want := range map[string]string{
		`"a"`:                                 `"a!"`,
		`{"b":["x",1.50,{"a":"y"}],"2":null}`: `{"2":null,"b":["x!",1.5,{"a":"y!"}]}`,
		`[true,[],{}]`:                        `[true,[],{}]`,
	} {
		v, err := ParseString(text)
		if err != nil {
			t.Fatal(err)
		}
		got := MapStrings(v, func(s string) Value { return StringValue(s + "!") })
		if Stringify(got) != want {
			t.Errorf("%s: %s, want %s", text, Stringify(got), want)
		}
	}
}
