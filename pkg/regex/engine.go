package regex

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
)

// edit is a text that the engine is given in the place of a part of a pattern.
type edit struct {
	span diag.Span
	text string
}

// enginePattern writes a pattern as the engine takes it: in UTF-8, with
// numbers that fit 32 bits, and with lone surrogates only in sets inside of
// lookaheads. Elsewhere the engine makes strings of them, to find where a match
// may begin and what is repeated, and in a string all of them are U+FFFD.
func (s *Syntax) enginePattern(pattern string) string {
	edits := surrogateEdits(nil, s.Root, pattern)
	for _, n := range s.long {
		edits = append(edits, edit{n.span, strconv.Itoa(n.value)})
	}
	if len(edits) == 0 {
		return pattern
	}
	slices.SortFunc(edits, func(a, b edit) int { return a.span.Start - b.span.Start })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(pattern[at:e.span.Start] + e.text)
		at = e.span.End
	}
	b.WriteString(pattern[at:])
	return b.String()
}

// surrogateEdits appends the edits for the lone surrogates of a node.
func surrogateEdits(edits []edit, n *Node, pattern string) []edit {
	switch {
	case n.Kind == Char && isSurrogate(n.Char):
		return append(edits, edit{n.Span, inLookahead(escapeSurrogate(n.Char))})
	case n.Kind == Set && slices.ContainsFunc(n.Ranges, func(r Range) bool { return isSurrogate(r.First) || isSurrogate(r.Last) }):
		text := escapeSurrogates(pattern[n.Span.Start:n.Span.End])
		if !n.Negated { // the engine makes no strings of what a set leaves out
			text = inLookahead(text[1 : len(text)-1])
		}
		return append(edits, edit{n.Span, text})
	}
	for _, child := range n.Nodes {
		edits = surrogateEdits(edits, child, pattern)
	}
	return edits
}

// inLookahead writes a set of these members so that it is looked at, not
// searched for: any code point that is not outside of the set.
func inLookahead(members string) string { return "(?:(?![^" + members + "])[^])" }

func isSurrogate(r rune) bool { return r >= 0xd800 && r < 0xe000 }

func escapeSurrogate(r rune) string { return fmt.Sprintf(`\u{%X}`, r) }

// escapeSurrogates makes UTF-8 of WTF-8.
func escapeSurrogates(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for _, r := range runes(text) {
		if isSurrogate(r) {
			b.WriteString(escapeSurrogate(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
