// Package template reads and renders the templates of a recipe:
// {{ path | filter:arg | … }}.
//
// Parse gives the parts of a template with the place of each, whatever is
// wrong with it; Value, Text and Pieces render one that has no errors. A
// template is rendered once: what a value holds is never read as a template
// again. Rendering encodes nothing on its own; that is the work of filters and
// of whoever puts the text into a URL, a form or JSON.
//
// The filters are data: Filters lists them with what each does to a value and
// which arguments it takes. A new filter is one new file and one line there.
package template

import (
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Template is a parsed template. It is immutable and may be rendered by any
// number of goroutines.
type Template struct {
	src    string
	parts  []Part
	broken bool // Parse found errors
}

// Part is a piece of a template: text as it stands, or a reference.
type Part struct {
	Span diag.Span  // in bytes of the source; of a reference with its braces
	Text string     // of a literal
	Ref  *Reference // nil for a literal
}

// Reference is what stands between {{ and }}.
type Reference struct {
	Head    Head
	Filters []Call // in the order in which they are applied
}

// Head is where a reference begins: a path, or a quoted string.
type Head struct {
	Span     diag.Span
	Quoted   bool
	Text     string    // of a quoted string, unescaped
	Root     string    // of a path: its first name
	RootSpan diag.Span // of a path
	Path     []Segment // of a path: what follows the root
}

// Segment is one step of a path: .name or [n].
type Segment struct {
	Span    diag.Span // with the dot or the brackets
	Name    string
	Index   int // from 0
	IsIndex bool
}

// Call is the use of a filter.
type Call struct {
	Span     diag.Span // from the name to the last argument
	NameSpan diag.Span
	Name     string
	Args     []Arg
	filter   *Filter // nil: there is no such filter
}

// Filter gives the filter that is called; ok is false where there is none of
// that name.
func (c *Call) Filter() (f Filter, ok bool) {
	if c.filter == nil {
		return Filter{}, false
	}
	return *c.filter, true
}

// Arg is one argument of a filter: a string, a number, true, false or null.
type Arg struct {
	Span  diag.Span // with the quotes
	Value jsonval.Value
}

// Source is the text that was parsed.
func (t *Template) Source() string { return t.src }

// Parts gives the literals and references in their order. They are shared:
// the caller must not change them.
func (t *Template) Parts() []Part { return t.parts }

// References gives the references in their order.
func (t *Template) References() []*Reference {
	var refs []*Reference
	for i := range t.parts {
		if t.parts[i].Ref != nil {
			refs = append(refs, t.parts[i].Ref)
		}
	}
	return refs
}

// IsLiteral reports whether the template has no reference.
func (t *Template) IsLiteral() bool {
	for i := range t.parts {
		if t.parts[i].Ref != nil {
			return false
		}
	}
	return true
}

// IsSingle reports whether the template is exactly one {{ … }}, which keeps
// the type of its value.
func (t *Template) IsSingle() bool {
	return len(t.parts) == 1 && t.parts[0].Ref != nil && t.parts[0].Span.Len() == len(t.src)
}
