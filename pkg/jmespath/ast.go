package jmespath

import (
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Kind says what a Node is. The comment of each kind says what its children
// are, in order, and which other fields it uses.
type Kind uint8

// The kinds of nodes.
const (
	KindInvalid Kind = iota

	// KindField is a name: a member of the current object. Name, Quoted.
	KindField
	// KindCurrent is "@", or nothing at all where the grammar means it
	// (Implicit): the source of "[0]", the rest of "items[*]".
	KindCurrent
	// KindRoot is "$", the document that was searched.
	KindRoot
	// KindVariable is "$name". Name has no "$".
	KindVariable
	// KindLiteral is JSON in backticks. Value.
	KindLiteral
	// KindRawString is a text in single quotes. Value.
	KindRawString

	// KindSubexpression is "left.right". Children: left, right. Right is a
	// field, a call or a multi-select.
	KindSubexpression
	// KindIndex is "source[n]". Children: source. Index.
	KindIndex

	// KindListProjection is "source[*]rest". Children: source, rest. The rest
	// of a projection sees one element at a time; where nothing follows it is
	// an implicit "@".
	KindListProjection
	// KindSliceProjection is "source[a:b:c]rest". Children: source, rest.
	// Slice. Of a string it is the slice, and rest sees that at once.
	KindSliceProjection
	// KindFlattenProjection is "source[]rest". Children: source, rest.
	KindFlattenProjection
	// KindValueProjection is "source.*rest", or "*rest". Children: source, rest.
	KindValueProjection
	// KindFilterProjection is "source[?condition]rest". Children: source,
	// condition, rest.
	KindFilterProjection

	// KindMultiSelectList is "[a, b]". Children: the items.
	KindMultiSelectList
	// KindMultiSelectHash is "{k: a}". Children: one KindHashEntry each.
	KindMultiSelectHash
	// KindHashEntry is "k: a" of a hash. Children: value. Name, Quoted.
	KindHashEntry

	// KindFunction is "name(a, b)". Children: the arguments. Name.
	KindFunction
	// KindExpressionRef is "&body", an expression handed to a function.
	// Children: body.
	KindExpressionRef

	// KindNot is "!operand". Children: operand.
	KindNot
	// KindAnd is "left && right". Children: left, right.
	KindAnd
	// KindOr is "left || right". Children: left, right.
	KindOr
	// KindComparator is "left == right" and its like. Children: left, right. Op.
	KindComparator
	// KindArithmetic is "left + right" and its like. Children: left, right. Op.
	KindArithmetic
	// KindUnary is "-operand" or "+operand". Children: operand. Op.
	KindUnary
	// KindTernary is "condition ? yes : no". Children: condition, yes, no.
	KindTernary
	// KindPipe is "left | right". Children: left, right.
	KindPipe

	// KindLet is "let $a = x, $b = y in body". Children: one KindBinding each,
	// then body.
	KindLet
	// KindBinding is "$a = x". Children: value, which sees no binding of the
	// same let. Name has no "$".
	KindBinding
)

// Op is the operator of a comparator, an arithmetic or a unary node.
type Op uint8

// The operators. "−", "×" and "÷" are read as "-", "*" and "/".
const (
	OpNone Op = iota
	OpEqual
	OpNotEqual
	OpLess
	OpLessEqual
	OpGreater
	OpGreaterEqual
	OpAdd
	OpSubtract
	OpMultiply
	OpDivide
	OpIntDivide
	OpModulo
)

// String gives the operator as it is written in ASCII.
func (o Op) String() string {
	return [...]string{"", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "//", "%"}[o]
}

// Ordering reports whether the operator is one of < <= > >=, which compare
// only numbers.
func (o Op) Ordering() bool { return o >= OpLess && o <= OpGreaterEqual }

// Slice holds the bounds of a slice; nil where one is left out. Numbers that
// no array can have are cut to ±(2^31-1).
type Slice struct {
	Start, Stop, Step *int
}

// Node is one node of a syntax tree. A tree is immutable once it is parsed and
// may be read by any number of goroutines.
type Node struct {
	Kind     Kind
	Op       Op
	Quoted   bool // the name is written in double quotes
	Implicit bool // not written at all (KindCurrent)
	simple   bool // it only picks a part of what there is, and cannot fail

	// Parens counts the parentheses around the node: "!a.b" is a subexpression
	// whose left side, the "!a", has none, "(!a).b" one whose left side has one
	// pair, and "!(a.b)" a not whose operand has one.
	Parens uint16

	height int16 // levels of nodes from here down, this one included
	up     int16 // of KindVariable: how many lets outwards
	place  int32 // of KindField: among the tree's fields. Of KindVariable: which binding of its let; -1: unbound

	// Span is the node's own text, without parentheses around it; Outer is
	// Span with them.
	Span, Outer diag.Span

	// NameSpan is where the name stands (with quotes and "$"), or the
	// operator, or the brackets of an index or a projection.
	NameSpan diag.Span
	Name     string // decoded

	Children []*Node

	*Detail
}

// Detail is what nodes of some kinds have besides. All others, which are most
// of a tree, share one that is empty.
type Detail struct {
	Value jsonval.Value
	Index int // negative: from the end
	Slice *Slice

	fn *Function // of KindFunction; nil where there is no such function
}

// noDetail is never changed.
var noDetail Detail

// Depth is the number of levels of nodes from this one down, itself included.
func (n *Node) Depth() int { return int(n.height) }

// Walk visits the node and everything under it, parents before children and
// in the order of the text. Where visit returns false, the children are left
// out.
func (n *Node) Walk(visit func(*Node) bool) {
	if n == nil || !visit(n) {
		return
	}
	for _, c := range n.Children {
		c.Walk(visit)
	}
}

// Scope says what "@", and so a plain name, means inside a child.
type Scope uint8

// The scopes.
const (
	// SameScope: what it means for the parent.
	SameScope Scope = iota
	// LeftScope: the value of the parent's first child (after "." and "|").
	LeftScope
	// ElementScope: one element of the value of the parent's first child (the
	// condition and the rest of a projection).
	ElementScope
	// ReferenceScope: what the function hands to its expression reference,
	// which is one element of an array for all functions that take one.
	ReferenceScope
)

// ChildScope says what "@" means inside Children[i]. Variables and "$" mean
// the same everywhere.
func (n *Node) ChildScope(i int) Scope {
	switch n.Kind {
	case KindSubexpression, KindPipe:
		if i > 0 {
			return LeftScope
		}
	case KindListProjection, KindSliceProjection, KindFlattenProjection, KindValueProjection, KindFilterProjection:
		if i > 0 {
			return ElementScope
		}
	case KindExpressionRef:
		return ReferenceScope
	}
	return SameScope
}

// IsProjection reports whether the node is one of the five projections.
func (n *Node) IsProjection() bool {
	return n.Kind >= KindListProjection && n.Kind <= KindFilterProjection
}

// Bindings are the bindings of a let.
func (n *Node) Bindings() []*Node { return n.Children[:len(n.Children)-1] }

// last is the last child: the body of a let, the rest of a projection, the
// right side of an operator.
func (n *Node) last() *Node { return n.Children[len(n.Children)-1] }
