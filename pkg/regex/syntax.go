package regex

import (
	"github.com/wield-run/wield/pkg/diag"
)

// Syntax is the tree of a pattern.
type Syntax struct {
	Root   *Node
	Groups []Group // capture groups; number n stands at n-1

	long []longNumber
}

// longNumber is a number of a quantifier that may not fit 32 bits as written.
type longNumber struct {
	span  diag.Span
	value int
}

// Group is one capture group.
type Group struct {
	Name string    // "" for a group without a name
	Span diag.Span // of the group, parentheses included
}

// Kind says what a node of the tree is.
type Kind uint8

// The kinds of nodes.
const (
	Alternation   Kind = iota // Nodes: the alternatives, at least two
	Sequence                  // Nodes: the terms, one after the other; none: matches the empty text
	Char                      // Char: one code point
	Set                       // Ranges, Properties, Negated: one code point of a set (`.`, `\d`, `[…]`, `\p{…}`)
	Capture                   // Nodes[0]; Number, and Name where it has one
	NonCapture                // Nodes[0]
	Look                      // Nodes[0]: lookahead or lookbehind; Behind, Negated
	Repeat                    // Nodes[0]; Min, Max, Lazy
	Anchor                    // Char: '^', '$', 'b' or 'B'
	BackReference             // Number, of the group; Name where it was written with one
)

// Unbounded is the Max of a quantifier without an upper limit.
const Unbounded = -1

// Node is a part of a pattern.
type Node struct {
	Kind       Kind
	Span       diag.Span // in bytes of the pattern
	Nodes      []*Node
	Char       rune
	Min, Max   int // of Repeat; Max is Unbounded for no limit
	Lazy       bool
	Negated    bool     // of Look and Set
	Behind     bool     // of Look
	Ranges     []Range  // of Set: in the order of the pattern, before Negated is applied
	Properties []string // of Set: what stands in `\p{…}`, with `^` in front for `\P{…}`
	Number     int
	Name       string
}

// Range is a range of code points, both ends included.
type Range struct {
	First, Last rune
}
