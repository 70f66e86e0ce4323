// Package syntax parses CSS selectors as browsers do, and says for what they
// refuse what to write instead.
package syntax

import "github.com/wield-run/wield/pkg/diag"

// Complex is one alternative of a selector: compounds joined by combinators.
type Complex struct {
	Compounds []*Compound // in the order of the text
	Span      diag.Span
}

// Combinator stands left of a compound.
type Combinator byte

// The combinators. None stands before the first compound, but for the relative
// selectors inside :has().
const (
	None       Combinator = 0
	Descendant Combinator = ' '
	Child      Combinator = '>'
	Next       Combinator = '+'
	Subsequent Combinator = '~'
)

// Compound is a run of simple selectors that one element must match.
type Compound struct {
	Combinator Combinator
	Simples    []*Simple
	Span       diag.Span // without the combinator
}

// Kind says what a Simple tests.
type Kind uint8

// The kinds of simple selectors.
const (
	Universal     Kind = iota + 1 // *
	Type                          // div: Name
	ID                            // #main: Value
	Class                         // .tile: Value
	Attribute                     // [href^="/"]: Name, Op, Value, Flag
	PseudoClass                   // :not(.x): Name, Value, Args
	PseudoElement                 // ::before: Name
	Nesting                       // &, the same as :scope
)

// Simple is one simple selector.
type Simple struct {
	Kind   Kind
	Test   Test   // what a pseudo-class asks
	Flag   byte   // 'i' where the attribute's test has that flag
	Barred bool   // a bar stands before the name: see Namespace
	Name   string // escapes resolved; of pseudo-classes and pseudo-elements in lower case
	Value  string // see Kind; of a pseudo-class the name or the a·n+b in its parentheses
	Op     string // of an attribute: "", "=", "~=", "|=", "^=", "$=" or "*="

	// Namespace is "*" or "" before a bar. A name behind a bar alone has no
	// namespace, as no element in a page.
	Namespace string

	Args    []*Complex  // of :is(), :not(), :has(), :nth-child(… of …)
	Dropped []diag.Span // the alternatives of :is() and :where() that no browser understands, and ignores
	Span    diag.Span

	A, B int // of :nth-…: A·n + B, made small where they are beyond all positions
}
