package jsonval

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"
)

var seeds = []string{
	`{"a":[1,2.5e3,-0,"x\u00e9\ud83d\ude00\ud83d"],"10":null,"2":true,"a":false}`,
	`[{"a":1,"b":2},{"a":1,"b":2,"a":3}]`, `[1,]`, `{a:'b' "c":1,}`, "\ufeff// x\n[1 2]", "\"\xff\xe2\x82\"", `[[[[`, `1e400`, `"\u12`,
}

// FuzzParse holds the fast path and the tree to each other, and both to
// encoding/json's verdict where that reads the same language.
func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := Parse(text)
		if err != nil {
			if syntax := err.(*SyntaxError); syntax.Offset < 0 || syntax.Offset > len(text) {
				t.Fatalf("offset %d of %d", syntax.Offset, len(text))
			}
		} else {
			printed := Append(nil, v)
			again, err := Parse(printed)
			if err != nil {
				t.Fatalf("%s: %v", printed, err)
			}
			if second := Append(nil, again); !bytes.Equal(printed, second) {
				t.Fatalf("printed %s, then %s", printed, second)
			}
		}
		root, found := ParseTree(text)
		if !utf8.Valid(text) || bytes.HasPrefix(text, []byte("\ufeff")) {
			return
		}
		if valid := json.Valid(text); valid != (err == nil) {
			if syntax, ok := err.(*SyntaxError); !ok || !syntax.TooDeep {
				t.Fatalf("encoding/json: %v, Parse: %v", valid, err)
			}
		}
		if err != nil && len(found) == 0 {
			t.Fatal("Parse refuses it, ParseTree finds nothing")
		}
		if err == nil {
			for _, d := range found {
				if d.Code != "J3" {
					t.Fatalf("JSON gives %s %s", d.Code, d.Message)
				}
			}
			if got, want := Stringify(root.Value()), Stringify(v); got != want {
				t.Fatalf("tree %s, value %s", got, want)
			}
		}
	})
}

// FuzzTextSpan: every place in a decoded text has a place in its literal.
func FuzzTextSpan(f *testing.F) {
	f.Add(`"a\u00e9\ud83d\ude00\n"`, 1, 4)
	f.Fuzz(func(t *testing.T, text string, from, to int) {
		root, found := ParseTree([]byte(text))
		if root == nil || root.Kind != String || len(found) > 0 || from < 0 || to < from || to > len(root.Str) {
			return
		}
		span := root.TextSpan(from, to)
		if span.Start < root.Span.Start || span.End > root.Span.End || span.End < span.Start {
			t.Fatalf("%q [%d:%d]: %v", text, from, to, span)
		}
		part, err := ParseString(`"` + text[span.Start:span.End] + `"`)
		if err != nil {
			t.Fatalf("%q [%d:%d] is %q: %v", text, from, to, text[span.Start:span.End], err)
		}
		if got := part.Str(); len(got) < to-from {
			t.Fatalf("%q [%d:%d] is %q", text, from, to, got)
		}
	})
}
