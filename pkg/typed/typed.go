// Package typed reads the tree of a JSON document by the members that a format
// gives to its objects, and reports what is wrong at its very characters. One
// mistake is one finding: a misspelt member is read as what it means. What the
// formats have in common is here; their codes and further rules are theirs.
package typed

import (
	"fmt"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Codes are a format's codes of what this package finds.
type Codes struct {
	Missing string // a member is not there
	Unknown string // the format has no such member
	Type    string // a value is of another type
	Value   string // a value is of the type, and wrong all the same
	Case    string // two members differ only in case

	Name func(code string) string // of each code of the format
	Home func(name string) string // the object that has a member of this name ("`site`"), or ""; nil: not known
}

// Reader reads one document and collects what is wrong with it.
type Reader struct {
	Codes Codes
	Found []*diag.Diagnostic // in the order in which it was found

	// meant holds misspelt members under the names that they mean.
	meant map[*jsonval.Node]map[string]*jsonval.Node
	// strange holds members that the format does not have, and that mean none
	// of their object's; stranger their objects.
	strange, stranger map[*jsonval.Node]bool
}

// At reports an error at a node.
func (r *Reader) At(code string, n *jsonval.Node, hint, format string, args ...any) *diag.Diagnostic {
	return r.Span(code, n, n.Span, hint, format, args...)
}

// AtKey reports an error at the name of a member.
func (r *Reader) AtKey(code string, n *jsonval.Node, hint, format string, args ...any) *diag.Diagnostic {
	span := n.KeySpan
	if span == (diag.Span{}) {
		span = n.Span
	}
	return r.Span(code, n, span, hint, format, args...)
}

// Lacks reports that something is missing in a node, at its first character.
func (r *Reader) Lacks(n *jsonval.Node, hint, format string, args ...any) *diag.Diagnostic {
	return r.Span(r.Codes.Missing, n, diag.Span{Start: n.Span.Start, End: n.Span.Start + 1}, hint, format, args...)
}

// Span reports an error in a part of the file that belongs to a node.
func (r *Reader) Span(code string, n *jsonval.Node, span diag.Span, hint, format string, args ...any) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: code, Name: r.Codes.Name(code), Severity: diag.Error, Span: span,
		Pointer: n.Pointer(), Message: fmt.Sprintf(format, args...), Hint: hint}
	r.Found = append(r.Found, d)
	return d
}

// Adopt takes findings about the text of a string node, whose spans count in
// the decoded text, and puts them in their place in the file.
func (r *Reader) Adopt(n *jsonval.Node, found ...*diag.Diagnostic) {
	for _, d := range found {
		r.Found = append(r.Found, n.Relocate(d))
	}
}

// Sorted gives the findings in the order of the file, with its name.
func (r *Reader) Sorted(file string) []*diag.Diagnostic {
	for _, d := range r.Found {
		d.File = file
	}
	diag.Sort(r.Found)
	return r.Found
}
