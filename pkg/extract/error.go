package extract

import (
	"github.com/wield-run/wield/pkg/diag"
)

// Reason says why a body could not be read, or a value not be extracted.
type Reason uint8

// The reasons. The first three are found where the body is read.
const (
	_           Reason = iota
	NotJSON            // the body is read as JSON and is not JSON
	PageForJSON        // JSON was expected, and an HTML page came
	NotReadable        // a guard stopped the HTML parser

	WrongKind      // a kind that the body's type does not have: html on JSON, json on a page
	NoElement      // the selector of an embedded_json matches nothing
	NoText         // the element has no such attribute, or no text
	NoAnchor       // the text of strip_js_after does not occur
	NoValue        // there is no balanced value behind it
	NotEmbedded    // what the page holds there is not JSON
	NotDecoded     // the decoder could not read it
	BadExpression  // a JMESPath expression failed
	BudgetExceeded // a selector or an expression took too much work, or the variables too much text
)

// OfBody reports whether the body itself could not be read, which is a failed
// expectation and no failed extraction.
func (r Reason) OfBody() bool { return r >= NotJSON && r <= NotReadable }

// Error is a body that cannot be read, or a value that cannot be extracted.
type Error struct {
	Reason   Reason
	Var      string // the variable, as the recipe names it; of embedded_json the first one; may be empty
	Selector string // of the element, where there is one
	Offset   int    // in bytes of the body or of the element's text; -1: no one place
	Message  string // one sentence with the variable and the selector in it
	Hint     string // what to do; may be empty
	Err      error  // the cause: *jmespath.Error, *selector.Error, *dom.Error, *jsonval.SyntaxError; may be nil
	Source   string // of a failed expression, for the cause's span
}

// Error gives the message, with the hint in parentheses.
func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + " (" + e.Hint + ")"
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Warning is something that the author should know although the values are
// there.
type Warning struct {
	Var     string // the variable; empty: the whole body
	Message string // one sentence
	Hint    string // what to do; may be empty
}

// Dropped says that html_items matched more elements than it may return.
type Dropped struct {
	Var   string
	Count int // how many were left out
	Max   int // how many were kept
}

// place tells where in a text something is, in a sentence.
func place(text string, offset int) string {
	if offset < 0 {
		return ""
	}
	pos := diag.NewSource("", []byte(text)).Position(offset)
	return " at " + at(pos)
}
