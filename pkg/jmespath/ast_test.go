package jmespath

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/diag"
)

// sketch writes a tree so that its structure can be read: the kind's letters
// and, for leaves, the text.
func sketch(n *Node, src string) string {
	names := [...]string{"?", "field", "@", "$", "var", "lit", "raw", "sub", "index", "list", "slice", "flatten", "values", "filter",
		"[]", "{}", "entry", "call", "ref", "not", "and", "or", "cmp", "arith", "unary", "if", "pipe", "let", "bind"}
	var b strings.Builder
	if n.Parens > 0 {
		fmt.Fprintf(&b, "%dp:", n.Parens)
	}
	switch n.Kind {
	case KindField, KindVariable, KindLiteral, KindRawString, KindRoot:
		return b.String() + src[n.Span.Start:n.Span.End]
	case KindCurrent:
		if n.Implicit {
			return b.String() + "_"
		}
		return b.String() + "@"
	}
	b.WriteString("(" + names[n.Kind])
	switch n.Kind {
	case KindFunction, KindHashEntry, KindBinding:
		b.WriteString(" " + n.Name)
	case KindComparator, KindArithmetic, KindUnary:
		b.WriteString(" " + n.Op.String())
	case KindIndex:
		fmt.Fprintf(&b, " %d", n.Index)
	case KindSliceProjection:
		for _, bound := range []*int{n.Slice.Start, n.Slice.Stop, n.Slice.Step} {
			if bound == nil {
				b.WriteString(" -")
			} else {
				fmt.Fprintf(&b, " %d", *bound)
			}
		}
	}
	for _, c := range n.Children {
		b.WriteString(" " + sketch(c, src))
	}
	return b.String() + ")"
}

func TestTree(t *testing.T) {
	tests := []struct{ expr, want string }{
		{"a.b.c", "(sub (sub a b) c)"},
		{"a.b[0].c", "(sub (index 0 (sub a b)) c)"},
		{"[0]", "(index 0 _)"},
		{`"a b".c`, `(sub "a b" c)`},
		{"a[1:-2]", "(slice 1 -2 - a _)"},
		{"a[::2].b", "(slice - - 2 a b)"},

		// The rest of a projection is a tree of its own.
		{"a[*]", "(list a _)"},
		{"a[*].b.c", "(list a (sub b c))"},
		{"a[*].b[0]", "(list a (index 0 b))"},
		{"a[*][0]", "(list a (index 0 _))"},
		{"a[*].b[*].c", "(list a (list b c))"},
		{"a[*].b[]", "(flatten (list a b) _)"},
		{"a[].b", "(flatten a b)"},
		{"a[?b].c", "(filter a b c)"},
		{"a[?b][?c]", "(filter a b (filter _ c _))"},
		{"a[*][?b]", "(list a (filter _ b _))"},
		{"a[*].{b: c}[0]", "(index 0 (list a ({} (entry b c))))"},
		{"a.*.b.c", "(sub (values a b) c)"},
		{"*.b.c", "(values _ (sub b c))"},
		{"a[*].b == c", "(cmp == (list a b) c)"},
		{"a[*].b | c", "(pipe (list a b) c)"},
		{"[*.*]", "([] (values _ (values _ _)))"},
		{"a.[*]", "(sub a ([] (values _ _)))"},

		// Binding powers, weakest first: | ?: || && comparators + - * / ...
		{"a | b ? c : d", "(pipe a (if b c d))"},
		{"a ? b : c | d", "(if a b (pipe c d))"},
		{"a ? b : c ? d : e", "(if a b (if c d e))"},
		{"a || b && c", "(or a (and b c))"},
		{"a && b == c + d * e", "(and a (cmp == b (arith + c (arith * d e))))"},
		{"a - b - c", "(arith - (arith - a b) c)"},
		{"a < b == c", "(cmp == (cmp < a b) c)"},
		{"a * b / c // d % e", "(arith % (arith // (arith / (arith * a b) c) d) e)"},
		{"-a * b + c", "(arith + (unary - (arith * a b)) c)"},
		{"&a || b", "(ref (or a b))"},

		// Not binds tighter than a dot and looser than a bracket.
		{"!a.b", "(sub (not a) b)"},
		{"!(a.b)", "(not 1p:(sub a b))"},
		{"(!a).b", "(sub 1p:(not a) b)"},
		{"!a[0]", "(not (index 0 a))"},
		{"!a[?b]", "(filter (not a) b _)"},
		{"!!a", "(not (not a))"},
		{"((a)).b", "(sub 2p:a b)"},

		{"f(a, &b, 'c')", "(call f a (ref b) 'c')"},
		{"a.f(@)", "(sub a (call f @))"},
		{"let $a = b, $c = $.d in [$a, $c]", "(let (bind a b) (bind c (sub $ d)) ([] $a $c))"},
		{"{a: b || c, \"d e\": `1`}", "({} (entry a (or b c)) (entry d e `1`))"},
	}
	for _, tt := range tests {
		root, d := Parse(tt.expr)
		if d != nil {
			t.Errorf("%s: %v", tt.expr, d)
		} else if got := sketch(root, tt.expr); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.expr, got, tt.want)
		}
	}
}

// Each node of a kind spans exactly the text that is marked.
func TestSpans(t *testing.T) {
	tests := []struct {
		kind Kind
		expr string
	}{
		{KindSubexpression, "x || «a.b[0].c»"},
		{KindIndex, "«a . b [ 0 ]» == c"},
		{KindFilterProjection, "f(«a[?b == 'c'].d.e», g)"},
		{KindListProjection, "let $x = «a [*] .b» in c"},
		{KindFlattenProjection, "«[].a» | b"},
		{KindValueProjection, "a[?«*.b»]"},
		{KindFunction, "a.b.«f( c , d )»[0]"},
		{KindNot, "(«!a»).b"},
		{KindNot, "«!a».b"},
		{KindRawString, "a == «'b \\' c'» && d"},
		{KindLiteral, "a == « `[1, 2]`» && d"},
		{KindMultiSelectHash, "a.«{b: c}».d"},
		{KindHashEntry, "{«\"b\" : c || d» }"},
		{KindLet, "(«let $a = b in $a») | c"},
		{KindBinding, "let «$a = b.c» in $a"},
		{KindTernary, "[«a ? b : c»]"},
		{KindUnary, "a - «-b * c»"},
		{KindExpressionRef, "map(«&a | b», c)"},
		{KindRoot, "a[?b == «$».c]"},
		{KindCurrent, "a[?contains(b, «@»)]"},
		{KindVariable, "let $ab = c in d.[«$ab»]"},
		{KindPipe, "(«a|b»)"},
	}
	for _, tt := range tests {
		expr, span := unmark(strings.Replace(tt.expr, "« `", "«`", 1))
		root, d := Parse(expr)
		if d != nil {
			t.Errorf("%s: %v", expr, d)
			continue
		}
		found := false
		root.Walk(func(n *Node) bool {
			found = found || n.Kind == tt.kind && n.Span == span && !n.Implicit
			return true
		})
		if !found {
			t.Errorf("%s: no such node spans %q", expr, expr[span.Start:span.End])
		}
	}
}

func TestNameSpans(t *testing.T) {
	for _, marked := range []string{
		"a.«\"b c\"».d", "f.«lower»(a)", "{«\"k\"»: a}", "let «$v» = a in b", "a[?b].[«$v»]", "a «>=» b", "a «×» b", "a[0]«[?b]».c", "a«[1:2]»", "a.«*»", "«!»a", "a «?» b : c",
	} {
		expr, span := unmark(marked)
		root, d := Parse(expr)
		if d != nil {
			t.Errorf("%s: %v", expr, d)
			continue
		}
		found := false
		root.Walk(func(n *Node) bool {
			found = found || n.NameSpan == span
			return true
		})
		if !found {
			t.Errorf("%s: no name or operator spans %q", expr, expr[span.Start:span.End])
		}
	}
}

func TestParens(t *testing.T) {
	root, d := Parse("!((a.b))")
	if d != nil {
		t.Fatal(d)
	}
	inner := root.Children[0]
	if inner.Parens != 2 || inner.Span != (diag.Span{Start: 3, End: 6}) || inner.Outer != (diag.Span{Start: 1, End: 8}) {
		t.Errorf("got %d parentheses, span %v, outer %v", inner.Parens, inner.Span, inner.Outer)
	}
	if root.Span != (diag.Span{Start: 0, End: 8}) || root.Outer != root.Span {
		t.Errorf("the not spans %v and %v", root.Span, root.Outer)
	}
}

// ChildScope tells which names are read from the context, which from an
// element or from what stands on the left.
func TestChildScope(t *testing.T) {
	expr := "items[?price < max].name | a.b.f(c) || map(&d, {e: g[*].h}) == (let $x = i in [$x.j, k[l.m]])"
	expr = strings.Replace(expr, "k[l.m]", "k[0].m", 1)
	root, d := Parse(expr)
	if d != nil {
		t.Fatal(d)
	}
	var context []string
	var visit func(n *Node)
	visit = func(n *Node) {
		if n.Kind == KindField {
			context = append(context, n.Name)
		}
		for i, c := range n.Children {
			if n.ChildScope(i) == SameScope {
				visit(c)
			}
		}
	}
	visit(root)
	if got := strings.Join(context, " "); got != "items" {
		t.Errorf("read from the context: %s, want items", got)
	}
	context = nil
	visit(root.Children[1])
	if got := strings.Join(context, " "); got != "a g i k" {
		t.Errorf("behind the pipe, read from its left: %s, want a g i k", got)
	}
}

func TestWalk(t *testing.T) {
	root, d := Parse("f(a.b, [c]) || d")
	if d != nil {
		t.Fatal(d)
	}
	var seen []string
	root.Walk(func(n *Node) bool {
		seen = append(seen, "f(a.b, [c]) || d"[n.Span.Start:n.Span.End])
		return n.Kind != KindMultiSelectList
	})
	want := "f(a.b, [c]) || d|f(a.b, [c])|a.b|a|b|[c]|d"
	if got := strings.Join(seen, "|"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := root.Depth(); got != 4 {
		t.Errorf("depth %d, want 4", got)
	}
}
