package s13

import (
	"fmt"
	"unicode/utf8"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

// The limits of a JMESPath expression.
const (
	maxExpression = 1000 // characters
	maxNodes      = 200
	maxDepth      = 20
	maxLoops      = 3
)

// expressions holds every expression to the limits.
func expressions(p *lint.Pass) {
	for _, d := range p.Found {
		if d.Code == jmespath.CodeUnknownFunction {
			p.Report(lint.Finding{Check: "jmespath", Name: d.Name, Node: at(p.Root(), d), Span: d.Span, Message: d.Message, Hint: d.Hint, Related: d.Related, Fix: d.Fix})
		}
	}
	for _, s := range p.Flow().Sinks() {
		if s.Expr != nil && s.Expr.Tree != nil {
			expression(p, s.Expr.Node, s.Expr.Tree)
		}
	}
	for _, d := range p.Recipe.Derive {
		if d.JMESPath != nil {
			expression(p, d.JMESPath.Node, d.JMESPath.Tree)
		}
	}
}

func expression(p *lint.Pass, n *jsonval.Node, tree *jmespath.Node) {
	report := func(name, hint, format string, args ...any) {
		p.Report(lint.Finding{Check: "jmespath", Name: name, Node: n, Hint: hint, Message: fmt.Sprintf(format, args...)})
	}
	if k := utf8.RuneCountInString(n.Str); k > maxExpression {
		report("long-expression", "take it apart", "the expression has %d characters; it may have %d", k, maxExpression)
		return
	}
	nodes := 0
	tree.Walk(func(n *jmespath.Node) bool {
		if !n.Implicit {
			nodes++
		}
		return true
	})
	if nodes > maxNodes {
		report("large-expression", "take it apart", "the expression has %d parts; it may have %d", nodes, maxNodes)
		return
	}
	if k := tree.Depth(); k > maxDepth {
		report("deep-expression", "bind a part with `let`, or extract it by a variable of its own", "the expression nests %d levels deep; it may nest %d", k, maxDepth)
		return
	}
	if k := loopsOf(tree); k > maxLoops {
		report("nested-projections", "flatten the data step by step, or leave a level out",
			"the expression has projections %d levels deep inside of projections, `&…` or functions; it may have %d", k, maxLoops)
	}
}

// loopsOf is how deep the loops of an expression nest: each projection, filter
// and &expression is one, and a chain such as a[].b[].c[] is one.
func loopsOf(n *jmespath.Node) int {
	switch {
	case n.IsProjection():
		inner := 0
		for i, c := range n.Children[1:] {
			if n.Kind == jmespath.KindFilterProjection && i == 0 {
				inner = loopsOf(c)
			} else {
				inner = max(inner, chain(c))
			}
		}
		return max(loopsOf(n.Children[0]), 1+inner)
	case n.Kind == jmespath.KindExpressionRef:
		return 1 + loopsOf(n.Children[0])
	}
	most := 0
	for _, c := range n.Children {
		most = max(most, loopsOf(c))
	}
	return most
}

// chain is loopsOf for what follows a projection: those of the chain itself
// are counted already.
func chain(n *jmespath.Node) int {
	switch {
	case n.Kind == jmespath.KindSubexpression, n.Kind == jmespath.KindIndex, n.IsProjection():
		most := 0
		for i, c := range n.Children {
			if n.Kind == jmespath.KindFilterProjection && i == 1 {
				most = max(most, loopsOf(c))
			} else {
				most = max(most, chain(c))
			}
		}
		return most
	}
	return loopsOf(n)
}
