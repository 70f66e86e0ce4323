package terminal

import (
	"bytes"

	"github.com/wield-run/wield/pkg/diag"
)

// Visible shows what must not reach a terminal as escapes, and leaves all else
// of a text of several lines as it is: joiners and variation selectors too, of
// which many ordinary characters are made.
func Visible(text []byte) []byte {
	hidden := func(r rune) bool { return r != '\n' && r != '\t' && Misleading(r) }
	if bytes.IndexFunc(text, hidden) < 0 {
		return text
	}
	var b bytes.Buffer
	for _, r := range string(text) {
		if hidden(r) {
			b.WriteString(diag.Escape(string(r)))
		} else {
			b.WriteRune(r)
		}
	}
	return b.Bytes()
}
