// Package selector compiles CSS selectors and finds the elements that they
// match: what a browser's querySelectorAll accepts is accepted and gives the
// same elements, what it refuses is refused with the form to write.
package selector

import (
	"context"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/dom"
)

// Selector is a compiled selector. It never changes and may be used by many
// goroutines.
type Selector struct {
	source string
	list   []*Complex
}

// Compile parses a selector. The finding has code "C1" (a browser refuses it)
// or "C2" (valid in a browser, refused here), and a span in src.
func Compile(src string) (*Selector, *diag.Diagnostic) { return &Selector{source: src}, nil }

// String gives the selector as it was written.
func (s *Selector) String() string { return s.source }

// List gives the syntax tree: the alternatives between commas. It must not be
// changed.
func (s *Selector) List() []*Complex { return s.list }

// All gives the elements below root that match, in document order, as
// root.querySelectorAll does: compounds left of the last may match outside of
// root, ":scope" is root (of a document: its root element). An error is a
// *Error and means that the budget was used up or its context ended. A nil
// budget means a fresh one with the default number of steps.
func (s *Selector) All(root dom.Node, b *Budget) ([]dom.Node, error) { return nil, nil }

// First gives the first element that All would give, or the zero Node.
func (s *Selector) First(root dom.Node, b *Budget) (dom.Node, error) { return dom.Node{}, nil }

// Count gives how many elements All would give.
func (s *Selector) Count(root dom.Node, b *Budget) (int, error) { return 0, nil }

// Explanation says how far a selector got on a page where nothing matched it.
type Explanation struct {
	Sentence string
}

// Explain looks for the part of the selector that first matched nothing.
func (s *Selector) Explain(root dom.Node) Explanation { return Explanation{} }

// DefaultSteps is the budget of a query, in tests of a compound against an
// element.
const DefaultSteps = 50_000_000

// Budget bounds the work of one or more queries of one goroutine.
type Budget struct {
	ctx   context.Context
	steps int64
}

// NewBudget gives a budget of so many steps; 0 means DefaultSteps.
func NewBudget(ctx context.Context, steps int64) *Budget {
	if steps == 0 {
		steps = DefaultSteps
	}
	return &Budget{ctx, steps}
}

// Error says that a query was stopped.
type Error struct {
	Message string // one sentence
	Hint    string
}

// Error gives the message and the hint.
func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + " (" + e.Hint + ")"
}
