package terminal

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
)

// EscapeJSON makes a JSON text safe to look at: characters that must not reach
// a terminal as they are become \u escapes, so that the value is the same.
// Line breaks stay, since in JSON they stand between values only.
func EscapeJSON(text []byte) []byte {
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
		case r == '\n' || !diag.Invisible(r):
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
