package gfm

import (
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Ellipsis ends a text that was cut.
const Ellipsis = "…"

// Cut shortens a text (of Line or Block) to at most max code points, the
// ellipsis included, and never between the parts of one character as a reader
// sees it (a grapheme cluster). It tells how many code points were dropped.
func Cut(s string, max int) (kept string, dropped int) {
	if len(s) <= max {
		return s, 0
	}
	runes := utf8.RuneCountInString(s)
	if runes <= max {
		return s, 0
	}
	at := 0
	for range max - 1 {
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	at = boundary(s, at)
	for at > 0 && s[at-1] == ' ' {
		at--
	}
	return s[:at] + Ellipsis, runes - utf8.RuneCountInString(s[:at])
}

// boundary gives the last boundary between grapheme clusters at or before at.
func boundary(s string, at int) int {
	// Between two simple characters there always is one. So the search may
	// begin behind any such pair, and mostly ends there as well.
	start := at
	for start > 0 && !simplePair(s, start) {
		_, size := utf8.DecodeLastRuneInString(s[:start])
		start -= size
	}
	_, size := utf8.DecodeRuneInString(s[at:]) // no rule looks further
	last, state := start, -1
	for rest := s[start : at+size]; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if last+len(cluster) > at {
			break
		}
		last += len(cluster)
	}
	return last
}

// simplePair reports that the characters before and behind a place never
// combine with a neighbour.
func simplePair(s string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	behind, _ := utf8.DecodeRuneInString(s[at:])
	return simple(before) && simple(behind)
}

func simple(r rune) bool {
	switch {
	case r < 0x7f:
		return r >= ' '
	case r >= 0xc0 && r <= 0x24f: // Latin letters
		return true
	case r >= 0x3041 && r <= 0x3096, r >= 0x30a1 && r <= 0x30fa: // kana
		return true
	}
	return r >= 0x4e00 && r <= 0x9fff // unified ideographs
}
