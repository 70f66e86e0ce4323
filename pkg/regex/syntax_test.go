package regex

import (
	"fmt"
	"strings"
	"testing"
)

// show writes a tree on one line, with the text that each node covers.
func show(pattern string, n *Node) string {
	text := pattern[n.Span.Start:n.Span.End]
	var parts []string
	for _, c := range n.Nodes {
		parts = append(parts, show(pattern, c))
	}
	inner := strings.Join(parts, " ")
	switch n.Kind {
	case Alternation:
		return "or(" + inner + ")"
	case Sequence:
		return "(" + inner + ")"
	case Char:
		return fmt.Sprintf("%c", n.Char)
	case Set:
		s := "set" + strings.Join(n.Properties, ",")
		for _, r := range n.Ranges {
			s += fmt.Sprintf(" %X-%X", r.First, r.Last)
		}
		if n.Negated {
			s = "not " + s
		}
		return "<" + s + ">"
	case Capture:
		return fmt.Sprintf("group%d%s%s", n.Number, n.Name, inner)
	case NonCapture:
		return "group" + inner
	case Look:
		return fmt.Sprintf("look{%s behind=%v negated=%v}", inner, n.Behind, n.Negated)
	case Repeat:
		return fmt.Sprintf("%s{%d,%d,%v %s}", inner, n.Min, n.Max, n.Lazy, text)
	case Anchor:
		return "@" + string(n.Char)
	}
	return fmt.Sprintf("ref%d%s", n.Number, n.Name)
}

func TestSyntax(t *testing.T) {
	tests := []struct{ pattern, want string }{
		{`^ab|c$`, "or((@^ a b) (c @$))"},
		{``, "()"},
		{`((a+)+)$`, "(group1group2a{1,-1,false a+}{1,-1,false (a+)+} @$)"},
		{`(?:x){2,3}?`, "groupx{2,3,true (?:x){2,3}?}"},
		{`(?<n>a)\k<n>\1`, "(group1na ref1n ref1)"},
		{`\2(a)(b)`, "(ref2 group1a group2b)"},
		{`(?<!a)(?=b)`, "(look{a behind=true negated=true} look{b behind=false negated=false})"},
		{`[^a-c\d\-]`, "<not set 61-63 30-39 2D-2D>"},
		{`[\D]`, "<set 0-2F 3A-10FFFF>"},
		{`\W\p{L}[\P{Lu}]`, "(<not set 30-39 41-5A 5F-5F 61-7A> <setL> <set^Lu>)"},
		{`\u{1F600}\ud83d\ude00`, "(😀 😀)"},
		{`\bé`, "(@b é)"},
	}
	for _, tt := range tests {
		s, fault := Parse(tt.pattern)
		if fault != nil {
			t.Errorf("%q: %v", tt.pattern, fault)
			continue
		}
		if got := show(tt.pattern, s.Root); got != tt.want {
			t.Errorf("%q:\n%s, want\n%s", tt.pattern, got, tt.want)
		}
	}
	s, _ := Parse(`é(a)(?<n>b)`)
	if len(s.Groups) != 2 || s.Groups[1].Name != "n" || s.Groups[1].Span.Start != 5 || s.Groups[1].Span.End != 12 {
		t.Errorf("groups %v", s.Groups)
	}
}

// FuzzCompile: no pattern crashes the parser, every span lies in the pattern,
// and the engine takes what the grammar accepts.
func FuzzCompile(f *testing.F) {
	for _, seed := range []string{`^[0-9]{5}$`, `(?<a>x)\k<a>`, `[\w-.]`, `a{,2}`, `\ud83d\ude00`, "\xed\xa0\xbd", `(?<!a|b)c*?`, `\p{Script=Greek}`, `[^]\0\cA`, `a{99999999999}`} {
		f.Add(seed, "abc 😀")
	}
	f.Fuzz(func(t *testing.T, pattern, input string) {
		if len(pattern) > 200 || len(input) > 50 {
			return
		}
		r, fault := Compile(pattern)
		if fault != nil {
			if fault.Span.Start < 0 || fault.Span.End < fault.Span.Start || fault.Span.End > len(pattern) || fault.Message == "" {
				t.Fatalf("%q: %v", pattern, *fault)
			}
			return
		}
		checkSpans(t, pattern, r.Syntax().Root)
		_, err := r.Match(input)
		if limit, ok := err.(*MatchError); ok && limit.Reason == Unsupported {
			t.Fatalf("%q: the engine refuses it: %v", pattern, err)
		}
	})
}

func checkSpans(t *testing.T, pattern string, n *Node) {
	for _, c := range n.Nodes {
		if c.Span.Start < n.Span.Start || c.Span.End > n.Span.End || c.Span.End < c.Span.Start {
			t.Fatalf("%q: %v in %v", pattern, c.Span, n.Span)
		}
		checkSpans(t, pattern, c)
	}
}

func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Compile(`^[A-Z]{2}\d{2}(?: ?[0-9A-Z]{4}){3,7}$`)
	}
}

func BenchmarkMatch(b *testing.B) {
	r, _ := Compile(`^[A-Z]{2}\d{2}(?: ?[0-9A-Z]{4}){3,7}$`)
	r.Match("")
	b.ReportAllocs()
	b.ResetTimer()
	for b.Loop() {
		r.Match("DE89 3704 0044 0532 0130 00")
	}
}
