// Package constant finds what expressions say whatever a run brings: those whose
// truth does not depend on it, and the texts that they hold.
package constant

import (
	"context"

	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Truth is what is known of whether an expression is truthy.
type Truth uint8

// What may be known.
const (
	Unknown Truth = iota
	Falsy
	Truthy
)

// Of tells whether an expression is always truthy or always falsy. source is
// the text that the tree was parsed from. An expression that always fails to
// evaluate is falsy.
func Of(tree *jmespath.Node, source string) Truth {
	switch {
	case tree == nil:
		return Unknown
	case closed(tree):
		return truth(source[tree.Span.Start:tree.Span.End])
	}
	child := func(i int) Truth { return Of(tree.Children[i], source) }
	switch tree.Kind {
	case jmespath.KindAnd:
		left, right := child(0), child(1)
		switch {
		case left == Falsy || right == Falsy:
			return Falsy
		case left == Truthy && right == Truthy:
			return Truthy
		}
	case jmespath.KindOr:
		left, right := child(0), child(1)
		switch {
		case left == Truthy || right == Truthy:
			return Truthy
		case left == Falsy && right == Falsy:
			return Falsy
		}
	case jmespath.KindNot:
		switch child(0) {
		case Falsy:
			return Truthy
		case Truthy:
			return Falsy
		}
	case jmespath.KindTernary:
		switch yes, no := child(1), child(2); {
		case child(0) == Truthy || yes == no:
			return yes
		case child(0) == Falsy:
			return no
		}
	case jmespath.KindPipe, jmespath.KindLet:
		return child(len(tree.Children) - 1)
	case jmespath.KindMultiSelectHash:
		return Truthy
	}
	return Unknown
}

// closed reports whether an expression reads nothing that stands outside.
func closed(tree *jmespath.Node) bool {
	open := false
	tree.Walk(func(n *jmespath.Node) bool {
		switch n.Kind {
		case jmespath.KindField, jmespath.KindCurrent, jmespath.KindRoot, jmespath.KindVariable:
			open = true
		}
		return !open
	})
	return !open
}

// truth evaluates an expression that reads nothing.
func truth(source string) Truth {
	if v, ok := eval(source); ok && jmespath.Truthy(v) {
		return Truthy
	}
	return Falsy
}

func eval(source string) (jsonval.Value, bool) {
	expr, err := jmespath.Compile(source)
	if err != nil {
		return jsonval.Value{}, false
	}
	v, failed := expr.Eval(context.Background(), jsonval.NullValue(), jmespath.Limits{Steps: 10_000, Memory: 1 << 20})
	return v, failed == nil
}

// Value gives the value of an expression that reads nothing; not ok where it
// reads something, or cannot be evaluated. source is the text that the tree
// was parsed from.
func Value(tree *jmespath.Node, source string) (v jsonval.Value, ok bool) {
	if !closed(tree) {
		return jsonval.Value{}, false
	}
	return eval(source[tree.Span.Start:tree.Span.End])
}

// Literals visits the texts in the literals of an expression, with the literal
// that each stands in.
func Literals(tree *jmespath.Node, visit func(n *jmespath.Node, text string)) {
	tree.Walk(func(n *jmespath.Node) bool {
		if n.Kind == jmespath.KindLiteral || n.Kind == jmespath.KindRawString {
			Texts(n.Value, func(text string) { visit(n, text) })
		}
		return true
	})
}

// Texts visits the texts in a value, without the names of members.
func Texts(v jsonval.Value, visit func(string)) {
	Scalars(v, func(v jsonval.Value, name bool) {
		if v.Kind() == jsonval.String && !name {
			visit(v.Str())
		}
	})
}

// Scalars visits whatever in a value holds no other, and the names of members,
// in their order.
func Scalars(v jsonval.Value, visit func(v jsonval.Value, name bool)) {
	switch v.Kind() {
	case jsonval.Array:
		for _, item := range v.Items() {
			Scalars(item, visit)
		}
	case jsonval.Object:
		for _, m := range v.Members() {
			visit(jsonval.StringValue(m.Key), true)
			Scalars(m.Value, visit)
		}
	default:
		visit(v, false)
	}
}
