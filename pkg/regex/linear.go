package regex

import "unicode/utf8"

// Most patterns are a few sets of characters in a row: `^[a-z0-9-]{2,40}$`.
// Whether such a one matches is told in one pass over the text for each of
// them, in less time than an engine takes to be made for it.

// maxLinear bounds the length of a text times that of the pattern; beyond it
// the engine has a clock.
const maxLinear = MaxInput << 4

// linearTerms gives the terms of a pattern that is only characters, sets and
// repetitions of these, in a row, between anchors or without; ok is false for
// any other pattern.
func (s *Syntax) linearTerms() (terms []*Node, begins, ends, ok bool) {
	terms = s.Root.Nodes
	if s.Root.Kind != Sequence {
		terms = []*Node{s.Root}
	}
	if len(terms) > 0 && terms[0].Kind == Anchor && terms[0].Char == '^' {
		terms, begins = terms[1:], true
	}
	if last := len(terms) - 1; last >= 0 && terms[last].Kind == Anchor && terms[last].Char == '$' {
		terms, ends = terms[:last], true
	}
	for _, n := range terms {
		if n.Kind == Repeat {
			n = n.Nodes[0]
		}
		if n.Kind != Char && (n.Kind != Set || len(n.Properties) > 0) {
			return nil, false, false, false
		}
	}
	return terms, begins, ends, true
}

// matchLinear reports whether a pattern of linear terms matches anywhere in a
// text; known is false where the pattern is another.
func (s *Syntax) matchLinear(text string) (matches, known bool) {
	terms, begins, ends, ok := s.linearTerms()
	if !ok {
		return false, false
	}
	var fewRunes [64]rune
	all := appendRunes(fewRunes[:0], text)
	// reached are the places to which the terms so far may lead.
	var few [2][len(fewRunes) + 1]bool
	reached, next := few[0][:], few[1][:]
	if len(all) > len(fewRunes) {
		reached, next = make([]bool, len(all)+1), make([]bool, len(all)+1)
	}
	reached, next = reached[:len(all)+1], next[:len(all)+1]
	for i := range reached {
		reached[i] = i == 0 || !begins
	}
	for _, n := range terms {
		least, most := 1, 1
		if n.Kind == Repeat {
			n, least, most = n.Nodes[0], n.Min, n.Max
		}
		// A place is reached from one in front of it that was, over characters
		// that all belong to the term. The nearest that is far enough counts:
		// where that is too far away, so are all others.
		run, from := 0, -1 // where those characters begin; where one comes from
		for i := range next {
			if i > 0 && !n.has(all[i-1]) {
				run = i
			}
			if i-least >= run && reached[i-least] {
				from = i - least
			}
			next[i] = from >= run && (most == Unbounded || i-from <= most)
		}
		reached, next = next, reached
	}
	if ends {
		return reached[len(all)], true
	}
	for _, r := range reached {
		if r {
			return true, true
		}
	}
	return false, true
}

// has reports whether a Char or Set takes a code point.
func (n *Node) has(r rune) bool {
	if n.Kind == Char {
		return n.Char == r
	}
	for _, a := range n.Ranges {
		if r >= a.First && r <= a.Last {
			return !n.Negated
		}
	}
	return n.Negated
}

// appendRunes decodes WTF-8.
func appendRunes(all []rune, s string) []rune {
	if utf8.ValidString(s) {
		for _, r := range s {
			all = append(all, r)
		}
		return all
	}
	return append(all, runes(s)...)
}
