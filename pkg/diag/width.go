package diag

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Width is the number of terminal columns that an escaped text takes: two for
// wide characters, none for combining marks.
func Width(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

func runeWidth(r rune) int {
	if r < 0x300 {
		return 1
	}
	if unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// Tail is an escaped text, of which only the end is kept where it takes more
// than so many columns: an ellipsis says so.
func Tail(s string, columns int) string {
	if Width(s) <= columns {
		return s
	}
	return "…" + tailWidth(s, columns-1)
}

// cutWidth keeps the first columns of a text.
func cutWidth(s string, columns int) string {
	w := 0
	for i, r := range s {
		if w += runeWidth(r); w > columns {
			return s[:i] + "…"
		}
	}
	return s
}

// tailWidth keeps the last columns of a text.
func tailWidth(s string, columns int) string {
	w := 0
	for i := len(s); i > 0; {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		if w += runeWidth(r); w > columns {
			return s[i:]
		}
		i -= size
	}
	return s
}
