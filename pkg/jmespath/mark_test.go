package jmespath

import (
	"strings"

	"github.com/wield-run/wield/pkg/diag"
)

// unmark takes the marks « and » out of an expression and gives the span that
// stood between them.
func unmark(marked string) (string, diag.Span) {
	before, rest, ok := strings.Cut(marked, "«")
	if !ok {
		return marked, diag.Span{}
	}
	inside, after, _ := strings.Cut(rest, "»")
	return before + inside + after, diag.Span{Start: len(before), End: len(before) + len(inside)}
}
