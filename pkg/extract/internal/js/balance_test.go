package js

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/conformance"
	"github.com/wield-run/wield/pkg/jsonval"
)

func balanced(src, after string) (string, *Error) {
	at := 0
	if after != "" {
		i := strings.Index(src, after)
		if i < 0 {
			return "", &Error{Fault: NoBracket}
		}
		at = i + len(after)
	}
	start, stop, err := Balanced(src, at)
	if err != nil {
		return "", err
	}
	return src[start:stop], nil
}

func TestBalancedConformance(t *testing.T) {
	type vector struct {
		Name, Src, After string
		Slice            *string
		JSON             *bool
		Value            json.RawMessage
	}
	for _, c := range conformance.Lines[vector](t, "html/stripjs.jsonl") {
		t.Run(c.Name, func(t *testing.T) {
			got, err := balanced(c.Src, c.After)
			if c.Slice == nil {
				if err == nil {
					t.Fatalf("got %q, want no value", got)
				}
				return
			}
			if err != nil || got != *c.Slice {
				t.Fatalf("got %q, %v, want %q", got, err, *c.Slice)
			}
			v, jsonErr := jsonval.ParseString(got)
			if c.JSON != nil && !*c.JSON {
				if jsonErr == nil {
					t.Fatalf("%q is taken for JSON", got)
				}
				return
			}
			want, _ := jsonval.Parse(c.Value)
			if jsonErr != nil || !jsonval.Equal(v, want) {
				t.Fatalf("got %s, %v, want %s", jsonval.Stringify(v), jsonErr, c.Value)
			}
		})
	}
}

func TestBalanced(t *testing.T) {
	for _, c := range []struct {
		name, src, after, want string
		fault                  Fault
		offset                 int
	}{
		{name: "assignment", src: `window.state = {"a":[1,2]};`, want: `{"a":[1,2]}`},
		{name: "brackets in a string", src: `x={"a":"}]{"}`, want: `{"a":"}]{"}`},
		{name: "escaped quote", src: `x={"a":"\"}"}`, want: `{"a":"\"}"}`},
		{name: "brackets in strings before", src: `f("{",'[');x=[1]`, want: `[1]`},
		{name: "line comment", src: "// {\nx=[1]", want: `[1]`},
		{name: "block comment", src: "/* { */x=[1]", want: `[1]`},
		{name: "unclosed comment", src: "/* { x=[1]", fault: NoBracket, offset: 10},
		{name: "comment inside", src: `x=[1/*]*/]`, want: `[1/*]*/]`},
		{name: "apostrophe in text", src: "it's\nx={}", want: `{}`},
		{name: "apostrophe behind prefix", src: ")]}',\n[1]", want: `[1]`},
		{name: "regular expression", src: `r=/[{"]/g;x=[1]`, want: `[1]`},
		{name: "regular expression after return", src: `return/[{]/.test(s)?x:[1]`, want: `[1]`},
		{name: "slash in a class", src: `r=/[/{]/;x=[1]`, want: `[1]`},
		{name: "division", src: `a=b/c;x={};d=e/f`, want: `{}`},
		{name: "division behind a bracket", src: `a=(b)/c/{}`, want: `{}`},
		{name: "template", src: "t=`{${f({a:`}`})}`;x=[1]", want: `[1]`},
		{name: "template with a comment in its code", src: "t=`${a/*`}*/}{`;x=[1]", want: `[1]`},
		{name: "template inside", src: "x={\"a\":`}${{b:'}'}}`}", want: "{\"a\":`}${{b:'}'}}`}"},
		{name: "escaped backtick", src: "t=`\\`{`;x=[1]", want: `[1]`},
		{name: "unclosed template", src: "it`s {\"a\":1}", want: `{"a":1}`},
		{name: "string goes on in the next line", src: "s='{\\\n[';x=[1]", want: `[1]`},
		{name: "CDATA in a comment", src: "//<![CDATA[\nx={}\n//]]>", want: `{}`},
		{name: "CDATA in the open", src: "<![CDATA[\nx={}\n]]>", want: `{}`},
		{name: "HTML comment", src: "<!--\nx={}\n//-->", want: `{}`},
		{name: "after", src: `a={"n":1};b={"n":2}`, after: "b=", want: `{"n":2}`},
		{name: "after begins in a string", src: `x=JSON.parse('{"a":1}')`, after: `('`, want: `{"a":1}`},
		{name: "name of a member", src: `window["results"] = {"a":1}`, want: `["results"]`},
		{name: "parentheses count", src: `x=[f(1]`, fault: WrongClose, offset: 6},
		{name: "wrong closer", src: `x=[{]`, fault: WrongClose, offset: 4},
		{name: "unclosed", src: `x=[{}`, fault: Unclosed, offset: 2},
		{name: "none", src: `x=1`, fault: NoBracket, offset: 3},
		{name: "only in a string", src: `x="{}"`, fault: NoBracket, offset: 6},
		{name: "not ASCII", src: "é={\"ü\":\"😀\"}", want: "{\"ü\":\"😀\"}"},
		{name: "no-break space before a regular expression", src: "x=\u00a0/[{]/;[1]", want: `[1]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := balanced(c.src, c.after)
			if c.fault != 0 {
				if err == nil || err.Fault != c.fault || err.Offset != c.offset {
					t.Fatalf("got %q, %+v, want fault %d at %d", got, err, c.fault, c.offset)
				}
				return
			}
			if err != nil || got != c.want {
				t.Fatalf("got %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

// TestBalancedWork: texts that make a scanner with look-ahead search the rest
// again and again. At 256 KB, quadratic work would outlast any test's deadline.
func TestBalancedWork(t *testing.T) {
	const n = 256 << 10
	for _, piece := range []string{
		"{", "[", "(", "'", `"`, "`", "/", `\'`, `\"`, "=/", "(/[", "=/\\\n", "${", "`${", "`${\\'}`", "`${`", "/*", "//", "<![CDATA[", "'\\\n", "{`", "=`${/[", "a'b\n",
	} {
		src := strings.Repeat(piece, n/len(piece))
		_, _, err := Balanced(src, 0)
		if err == nil {
			t.Errorf("%q repeated is taken for a balanced value", piece)
		}
	}
}

func FuzzBalanced(f *testing.F) {
	for _, s := range []string{
		`window.x = {"a":[1,"}"]};`, "/* { */ x=[/[/]/, `${{}}`]", ")]}',\n{}", "<![CDATA[ [] ]]>", "it's {", "`", "'\\\n", "x=(/[{",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		start, stop, err := Balanced(src, 0)
		if err != nil {
			if err.Offset < 0 || err.Offset > len(src) {
				t.Fatalf("offset %d of %d", err.Offset, len(src))
			}
		} else if opener(src[stop-1]) != src[start] {
			t.Fatalf("%q is not balanced", src[start:stop])
		}
		s := NewScanner(src, 0)
		last := 0
		for token := s.Next(); token.Kind != End; token = s.Next() {
			if token.Start < last || token.Stop <= token.Start {
				t.Fatalf("token %+v behind %d", token, last)
			}
			last = token.Stop
			if token.Kind == String || token.Kind == Template {
				_, _ = Unquote(s.Text(token))
			}
		}
	})
}

func BenchmarkBalanced(b *testing.B) {
	src := `window.__STATE__ = [` + strings.Repeat(`{"name":"Kettle \"K\"","price":{"amount":19.99},"tags":["a","b"],"url":"https://www.example.de/p/1"},`, 20000) + `0];`
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Balanced(src, 0); err != nil {
			b.Fatal(err)
		}
	}
}
