package selector

import "github.com/wield-run/wield/pkg/diag"

// Complex is one alternative of a selector: compounds joined by combinators.
type Complex struct {
	Compounds []*Compound
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
	Attribute                     // [href^="/"]: Name, Op, Value
	PseudoClass                   // :nth-child(2n+1 of .x): Name, Value, Args
	PseudoElement                 // ::before: Name
	Nesting                       // &, the same as :scope
)

// Simple is one simple selector.
type Simple struct {
	Kind  Kind
	Name  string // element, attribute or pseudo-class name; escapes resolved, pseudo names lower-case
	Value string // id, class, attribute value; the raw argument of :lang, :dir, nth
	Op    string // "", "=", "~=", "|=", "^=", "$=", "*="
	Flag  byte   // 'i' where the attribute test has that flag
	HasNS bool   // a namespace prefix is written: "*|a", "|a"
	AnyNS bool   // ... and it is "*"
	Args  []*Complex
	Span  diag.Span
}
