package paging

import (
	"strings"
	"testing"
)

func TestNextLink(t *testing.T) {
	for _, tt := range []struct{ header, want string }{
		{`<https://x.example/2>; rel="next"`, "https://x.example/2"},
		{`<2>;rel=next`, "2"},
		{`<1>; rel="prev", <3>; rel="next"`, "3"},
		{`<1>; rel="prev last NEXT"`, "1"},
		{`<1>; title="a; rel=\"next\", <x>"; rel="prev", <2> ; foo ; rel = "next"`, "2"},
		{`<a,b;c>; rel="next"`, "a,b;c"},
		{`<1>; rel="prev"; rel="next"`, ""},
		{`<1>; rel="next"; anchor="#x", <2>; rel="next"`, "2"},
		{`<>; rel=next`, ""},
		{`<1>; rel="nextpage"`, ""},
		{`<1>`, ""}, {``, ""}, {`, ,`, ""}, {`<1; rel=next`, ""}, {`1; rel=next`, ""}, {`<1> x; rel=next`, ""}, {`<1>; rel="next`, "1"},
	} {
		got, ok := NextLink(tt.header)
		if got != tt.want || ok != (tt.want != "" || tt.header == `<>; rel=next`) {
			t.Errorf("%s: %q %v, want %q", tt.header, got, ok, tt.want)
		}
	}
}

func FuzzNextLink(f *testing.F) {
	for _, s := range []string{`<a>; rel="next"`, `<a>;b="\`, `<a>;;=,<b>`, "<"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, header string) {
		if target, ok := NextLink(header); ok && !strings.Contains(header, target) {
			t.Errorf("%q: %q", header, target)
		}
	})
}
