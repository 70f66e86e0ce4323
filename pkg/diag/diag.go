// Package diag holds the one type for everything the tools find, and what it
// takes to show a finding: places in a file, code frames and the escaping of
// foreign text.
//
// A finding is made where its cause is known, and printed in one place
// (internal/report).
package diag

import (
	"cmp"
	"slices"
	"strings"
)

// Severity says whether a finding stops a recipe.
type Severity uint8

// The severities.
const (
	Error Severity = iota
	Warning
)

// String gives the name that every output uses.
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Span is a half-open range of byte offsets into the text that was read.
type Span struct {
	Start, End int
}

// Len is the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// Shift moves the span by n bytes.
func (s Span) Shift(n int) Span { return Span{s.Start + n, s.End + n} }

// Edit replaces the bytes of a span by a text.
type Edit struct {
	Span Span
	Text string
}

// Fix is a set of edits that mends a finding. A safe fix keeps the meaning
// that the author evidently had; any other is shown and not applied.
type Fix struct {
	Title string
	Safe  bool
	Edits []Edit
}

// Related is another place that explains a finding.
type Related struct {
	File    string // empty: the finding's own file
	Span    Span
	Message string
}

// Diagnostic is one finding.
//
// Packages that look at a part of a file (an expression, a template, a
// selector) give spans relative to the text that they were given and leave
// File and Pointer empty; who knows where that text stands moves them.
type Diagnostic struct {
	Code     string // "Q1", "S7/url"
	Name     string // kebab case, says what is wrong
	Severity Severity
	File     string
	Span     Span
	Pointer  string // JSON pointer (RFC 6901)
	Message  string // one sentence, what is wrong, with the thing itself quoted
	Hint     string // what to do, with the text to write
	Related  []Related
	Fix      *Fix

	// Secrets are texts at the span that no output may show: a credential, a
	// person's data. Whoever prints a finding hides all of the span.
	Secrets []string
}

// Error makes a Diagnostic an error, for parsers that stop at their first
// finding.
func (d *Diagnostic) Error() string {
	if d.Hint == "" {
		return d.Message
	}
	return d.Message + " (" + d.Hint + ")"
}

// Sort orders findings by file, place and code, so that two runs print the
// same bytes.
func Sort(ds []*Diagnostic) {
	slices.SortStableFunc(ds, func(a, b *Diagnostic) int {
		return cmp.Or(
			strings.Compare(a.File, b.File),
			cmp.Compare(a.Span.Start, b.Span.Start),
			cmp.Compare(a.Span.End, b.Span.End),
			strings.Compare(a.Code, b.Code),
			strings.Compare(a.Message, b.Message),
		)
	})
}

// Count gives the number of errors and warnings.
func Count(ds []*Diagnostic) (errors, warnings int) {
	for _, d := range ds {
		if d.Severity == Error {
			errors++
		} else {
			warnings++
		}
	}
	return errors, warnings
}
