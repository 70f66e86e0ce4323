package dom

import (
	"strings"
	"unicode/utf8"
)

// Collapse makes every run of JavaScript's white space one space and removes
// it at the ends: s.replace(/\s+/g, " ").trim(). NBSP and U+FEFF are white
// space there; U+0085 and U+200B are not.
func Collapse(s string) string {
	clean := 0 // s[:clean] needs no change
	space := true
	for clean < len(s) {
		c := s[clean]
		if c >= utf8.RuneSelf || c < ' ' || c == ' ' && space {
			break
		}
		space = c == ' '
		clean++
	}
	if clean == len(s) {
		return strings.TrimSuffix(s, " ")
	}
	var b strings.Builder
	b.Grow(len(s))
	b.WriteString(s[:clean])
	for i := clean; i < len(s); {
		n := spaceAt(s[i:])
		if n > 0 {
			if !space {
				b.WriteByte(' ')
				space = true
			}
			i += n
			continue
		}
		from := i
		for i++; i < len(s) && spaceAt(s[i:]) == 0; i++ {
		}
		b.WriteString(s[from:i])
		space = false
	}
	return strings.TrimSuffix(b.String(), " ")
}

// spaceAt gives the length of the white space character at the beginning of a
// text, or 0.
func spaceAt(s string) int {
	switch c := s[0]; {
	case c == ' ' || c >= '\t' && c <= '\r':
		return 1
	case c < 0xc2:
		return 0
	}
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r >= 0x2000 && r <= 0x200a:
		return n
	case r == 0xa0, r == 0x1680, r == 0x2028, r == 0x2029, r == 0x202f, r == 0x205f, r == 0x3000, r == 0xfeff:
		return n
	}
	return 0
}
