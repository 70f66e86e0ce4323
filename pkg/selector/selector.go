// Package selector compiles CSS selectors and finds the elements that they
// match: what a browser's querySelectorAll accepts is accepted and gives the
// same elements, what it refuses is refused with the form to write.
package selector

import (
	"context"
	"sync"

	"github.com/wield-run/wield/internal/chunk"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/selector/internal/syntax"
)

// Selector is a compiled selector. It never changes and may be used by many
// goroutines.
type Selector struct {
	source  string
	list    []*Complex
	once    sync.Once
	program *program // made by once: most selectors of a check match nothing
}

// The syntax tree of a selector.
type (
	// Complex is one alternative of a selector: compounds joined by combinators.
	Complex = syntax.Complex
	// Compound is a run of simple selectors that one element must match.
	Compound = syntax.Compound
	// Simple is one simple selector.
	Simple = syntax.Simple
	// Kind says what a Simple tests.
	Kind = syntax.Kind
	// Combinator stands left of a compound.
	Combinator = syntax.Combinator
)

// The kinds of simple selectors.
const (
	Universal     = syntax.Universal     // *
	Type          = syntax.Type          // div: Name
	ID            = syntax.ID            // #main: Value
	Class         = syntax.Class         // .tile: Value
	Attribute     = syntax.Attribute     // [href^="/"]: Name, Op, Value, Flag
	PseudoClass   = syntax.PseudoClass   // :not(.x): Name, Value, Args
	PseudoElement = syntax.PseudoElement // ::before: Name
	Nesting       = syntax.Nesting       // &, the same as :scope
)

// The combinators. None stands before the first compound, but for the relative
// selectors inside :has().
const (
	None       = syntax.None
	Descendant = syntax.Descendant
	Child      = syntax.Child
	Next       = syntax.Next
	Subsequent = syntax.Subsequent
)

// Compile parses a selector. A finding has the code C1 where a browser refuses
// the selector and C2 where only we do, and a span in src.
func Compile(src string) (*Selector, *diag.Diagnostic) { return new(Compiler).Compile(src) }

// Compiler compiles the selectors of one document, and takes memory for several
// at once. The zero Compiler is ready; it is not for several goroutines.
type Compiler struct {
	reader    syntax.Reader
	selectors chunk.Chunk[Selector]
}

// Compile is the package's Compile.
func (c *Compiler) Compile(src string) (*Selector, *diag.Diagnostic) {
	list, f := c.reader.Parse(src)
	if f != nil {
		d := &diag.Diagnostic{Code: "C1", Name: "selector-syntax", Span: f.Span, Message: f.Message, Hint: f.Hint}
		if f.Refused {
			d.Code, d.Name = "C2", "selector-refused"
		}
		return nil, d
	}
	s := c.selectors.New()
	s.source, s.list = src, list
	return s, nil
}

// Escape writes a text as a CSS identifier, as CSS.escape() does.
func Escape(name string) string { return syntax.Escape(name) }

// String gives the selector as it was written.
func (s *Selector) String() string { return s.source }

// List gives the syntax tree: the alternatives between commas. It must not be
// changed.
func (s *Selector) List() []*Complex { return s.list }

// compiled is the selector in the form that is matched.
func (s *Selector) compiled() *program {
	s.once.Do(func() { s.program = newProgram(s.list) })
	return s.program
}

// All gives the elements below root that match, in document order, as
// root.querySelectorAll does: compounds left of the last may match outside of
// root, and ":scope" is root (of a document: its root element). An error is a
// *Error and means that the budget was used up or its context ended. A nil
// budget means a fresh one with DefaultSteps.
func (s *Selector) All(root dom.Node, b *Budget) ([]dom.Node, error) {
	var all []dom.Node
	err := s.each(root, b, func(n dom.Node) bool {
		all = append(all, n)
		return true
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// First gives the first element that All would give, or the zero Node.
func (s *Selector) First(root dom.Node, b *Budget) (first dom.Node, err error) {
	err = s.each(root, b, func(n dom.Node) bool {
		first = n
		return false
	})
	return first, err
}

// Count gives how many elements All would give.
func (s *Selector) Count(root dom.Node, b *Budget) (count int, err error) {
	err = s.each(root, b, func(dom.Node) bool {
		count++
		return true
	})
	return count, err
}

// Matches reports whether an element matches, as element.matches does.
func (s *Selector) Matches(n dom.Node, b *Budget) (bool, error) {
	m := newMatcher(s.compiled(), n, b)
	ok := m.matchList(m.list, n.Row())
	m.release()
	return ok && m.err == nil, m.failure()
}

// each calls found for each match until it returns false.
func (s *Selector) each(root dom.Node, b *Budget, found func(dom.Node) bool) error {
	m := newMatcher(s.compiled(), root, b)
	if len(m.list) == 0 {
		return nil
	}
	for row, end := root.Row()+1, m.rows[root.Row()].End; row < end && m.err == nil; row++ {
		if m.matchList(m.list, row) && m.err == nil && !found(m.doc.At(row)) {
			break
		}
	}
	m.release()
	return m.failure()
}

func (m *matcher) failure() error {
	if m.err != nil {
		return m.err
	}
	return nil
}

func newMatcher(p *program, root dom.Node, b *Budget) *matcher {
	if b == nil {
		b = NewBudget(context.Background(), 0)
	}
	doc := root.Document()
	m := &matcher{program: p, doc: doc, rows: doc.Rows(), budget: b, root: none, scope: root.Row()}
	if e := doc.Element(); !doc.Fragment() && !e.IsZero() {
		m.root = e.Row()
	}
	if m.rows[m.scope].Flags&dom.Root != 0 {
		m.scope = none
		if root == doc.Root() {
			m.scope = m.root
		}
	}
	m.bind()
	return m
}
