package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape makes foreign text safe to print on one line of a terminal, a log or
// an error: controls (C0, C1, ESC, DEL), bidi controls, invisible characters,
// private and unassigned code points, lone surrogates and broken UTF-8 become
// visible escapes. Text without any of them is returned as it is.
func Escape(s string) string {
	clean := true
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] >= 0x7f {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size <= 1 {
			fmt.Fprintf(&b, `\x%02x`, s[i])
			i++
			continue
		}
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case Invisible(r):
			fmt.Fprintf(&b, `\u{%X}`, r)
		default:
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

// EscapeLines is Escape for text that may have several lines: LF and TAB stay.
func EscapeLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		parts := strings.Split(line, "\t")
		for j, p := range parts {
			parts[j] = Escape(p)
		}
		lines[i] = strings.Join(parts, "\t")
	}
	return strings.Join(lines, "\n")
}

// Invisible reports whether a code point must not reach a terminal as it is:
// controls, format characters (bidi, zero width, tags), surrogates, private
// use, line separators, unusual spaces, fillers and variation selectors.
func Invisible(r rune) bool {
	switch {
	case r < 0x7f:
		return r < 0x20
	case r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0, r == 0x2800, r == 0x034f:
		return true
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0100 && r <= 0xe01ef:
		return true
	case unicode.Is(unicode.Zs, r):
		return r != ' '
	}
	return !unicode.IsGraphic(r)
}

// Quote gives foreign text in double quotes, escaped, and cut to at most max
// characters.
func Quote(s string, max int) string {
	return `"` + Escape(Cut(s, max)) + `"`
}

// Cut shortens a text to at most max characters, and says so with an ellipsis.
func Cut(s string, max int) string {
	n := 0
	for i := range s {
		if n == max {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
