package gfm

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Place says what surrounds a text, as far as it changes the escapes.
type Place struct {
	Start bool // the text begins a block: a paragraph, a list item, a quote
	Open  bool // something that is not known yet may follow without a space
	Edges bool // emphasis may begin before the text and end behind it
}

// AppendText appends a line (of Line) as inline text. It may stand in a
// paragraph, a table's cell, a heading, a list item, a link's text or an
// image's alternative text.
func AppendText(dst []byte, line string, place Place) []byte {
	if place.Start {
		dst, line = appendStart(dst, line)
	}
	behind := ""
	if place.Edges {
		dst, line, behind = appendEdges(dst, line)
	}
	if !needsEscape(line) {
		return append(append(dst, line...), behind...)
	}
	for i := 0; i < len(line); {
		end := strings.IndexByte(line[i:], ' ')
		if end < 0 {
			end = len(line)
		} else {
			end += i
		}
		dst = appendWord(dst, line, i, end, place.Open)
		for i = end; i < len(line) && line[i] == ' '; i++ {
			dst = append(dst, ' ')
		}
	}
	return append(dst, behind...)
}

// appendEdges writes a space that is not ASCII, at either end of a line, as a
// reference: emphasis neither begins before a space nor ends behind one.
func appendEdges(dst []byte, line string) (_ []byte, rest, behind string) {
	reference := func(r rune) string { return "&#" + strconv.Itoa(int(r)) + ";" }
	if r, size := utf8.DecodeRuneInString(line); size > 1 && unicode.Is(unicode.Zs, r) {
		dst, line = append(dst, reference(r)...), line[size:]
	}
	if r, size := utf8.DecodeLastRuneInString(line); size > 1 && unicode.Is(unicode.Zs, r) {
		return dst, line[:len(line)-size], reference(r)
	}
	return dst, line, ""
}

// needsEscape is a quick look: true where some character may need an escape.
func needsEscape(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\', '|', '*', '_', '`', '~', '[', ']', '<', '>', '&', '@':
			return true
		}
	}
	return false
}

// appendStart escapes what would open a block, where the line begins one, and
// gives the rest of the line.
func appendStart(dst []byte, line string) ([]byte, string) {
	if line == "" {
		return dst, line
	}
	switch line[0] {
	case '#', '-', '+', '=', ':':
		return append(dst, '\\', line[0]), line[1:]
	}
	n := 0
	for n < len(line) && n < 10 && line[n] >= '0' && line[n] <= '9' {
		n++
	}
	if n > 0 && n < 10 && n < len(line) && (line[n] == '.' || line[n] == ')') {
		dst = append(dst, line[:n]...)
		return append(dst, '\\', line[n]), line[n+1:]
	}
	return dst, line
}

// appendWord escapes line[from:to], which holds no space.
func appendWord(dst []byte, line string, from, to int, open bool) []byte {
	word := line[from:to]
	if !needsEscape(word) {
		return append(dst, word...)
	}
	// An escape would show inside a bare URL that is linked by itself, so
	// such a word is kept from being linked.
	links := mayAutolink(word)
	start := len(dst)
	changed := oddAddress(word)
	for i := from; i < to; i++ {
		c := line[i]
		switch c {
		case '\\', '|', '*', '`', '~', '[', ']':
			dst = append(dst, '\\', c)
		case '_':
			if insideWord(line, i) {
				dst = append(dst, c)
				continue
			}
			dst = append(dst, '\\', c)
		case '<':
			dst = append(dst, "&lt;"...)
		case '>':
			dst = append(dst, "&gt;"...)
		case '&':
			if !isReference(line[i:], open) {
				dst = append(dst, c)
				continue
			}
			dst = append(dst, "&amp;"...)
		default:
			dst = append(dst, c)
			continue
		}
		changed = true
	}
	if links && changed {
		return breakAutolinks(dst, start)
	}
	return dst
}

// insideWord reports an underscore between letters or digits, which never
// opens or closes emphasis.
func insideWord(line string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(line[:i])
	behind, _ := utf8.DecodeRuneInString(line[i+1:])
	return wordRune(before) && wordRune(behind)
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// isReference reports a text that begins like a character reference: &name;,
// &#35;, &#x23;. Where the text is open, one that it may become counts.
func isReference(s string, open bool) bool {
	i := 1
	if i < len(s) && s[i] == '#' {
		i++
		if i < len(s) && s[i]|0x20 == 'x' {
			i++
		}
	}
	start := i
	for i < len(s) && s[i] < utf8.RuneSelf && wordRune(rune(s[i])) {
		i++
	}
	if i == len(s) {
		return open
	}
	return s[i] == ';' && i > start
}

// mayAutolink reports a word in which parsers find a bare URL.
func mayAutolink(word string) bool {
	return strings.Contains(word, "://") || indexFold(word, "www.") >= 0
}

// oddAddress reports a word like www.a@b.c, of which some parsers make a mail
// address that leads to http://www.a@b.c.
func oddAddress(word string) bool {
	at := strings.IndexByte(word, '@')
	return at > 0 && strings.IndexByte(word[:at], '/') < 0 && indexFold(word[:at], "www.") >= 0
}

// indexFold is strings.Index for a text in lower case, without regard to the
// case of ASCII letters.
func indexFold(s, lower string) int {
	for i := 0; i+len(lower) <= len(s); i++ {
		j := 0
		for j < len(lower) && toLower(s[i+j]) == lower[j] {
			j++
		}
		if j == len(lower) {
			return i
		}
	}
	return -1
}

func toLower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// breakAutolinks writes `://` as `\://` and `www.` as `www\.` in what was
// appended since start.
func breakAutolinks(dst []byte, start int) []byte {
	word := string(dst[start:])
	dst = dst[:start]
	for i := 0; i < len(word); i++ {
		switch {
		case strings.HasPrefix(word[i:], "://"):
			dst = append(dst, '\\')
		case len(word)-i >= 4 && indexFold(word[i:i+4], "www.") == 0:
			dst = append(dst, word[i:i+3]...)
			dst = append(dst, '\\')
			i += 3
		}
		dst = append(dst, word[i])
	}
	return dst
}

// AppendHeadingText appends a line as the text of a heading `# …`, whose
// closing run of `#` parsers take away.
func AppendHeadingText(dst []byte, line string) []byte {
	from := len(dst)
	return CloseHeading(AppendText(dst, line, Place{}), from)
}

// CloseHeading escapes a run of `#` at the end of a heading's text, which
// begins at from and is Markdown already.
func CloseHeading(dst []byte, from int) []byte {
	run := len(dst)
	for run > from && dst[run-1] == '#' {
		run--
	}
	if run == len(dst) || run > from && dst[run-1] != ' ' {
		return dst
	}
	dst = append(dst, 0)
	copy(dst[run+1:], dst[run:])
	dst[run] = '\\'
	return dst
}
