package terminal

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// EscapeJSON makes a JSON text safe to look at: characters for which hidden
// reports true become \u escapes, so that the value is the same. Line breaks
// stay, since in JSON they stand between values only.
func EscapeJSON(text []byte, hidden func(rune) bool) []byte {
	clean := 0
	for clean < len(text) && (text[clean] == '\n' || 0x20 <= text[clean] && text[clean] < 0x7f) {
		clean++
	}
	if clean == len(text) {
		return text
	}
	out := append(make([]byte, 0, len(text)+16), text[:clean]...)
	for text = text[clean:]; len(text) > 0; {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == '\n' || !hidden(r):
			out = append(out, text[:size]...)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		text = text[size:]
	}
	return out
}

// Misleading reports whether a character controls a terminal, turns the
// direction of text or hides. Characters that ordinary text has are none of
// these, however narrow: no-break spaces, joiners, variation selectors, private
// use.
func Misleading(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r <= 0x9f: // controls
		return true
	case r == 0x61c, r == 0x200e, r == 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069: // direction
		return true
	case r == 0x200b, r >= 0x2060 && r <= 0x2064, r == 0xfeff, r >= 0xfff9 && r <= 0xfffb: // without width
		return true
	case r == 0x2028, r == 0x2029: // line separators
		return true
	}
	return r >= 0xe0000 && r <= 0xe007f || // tags
		r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef // no characters at all
}
