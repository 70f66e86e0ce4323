package cortex

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plain gives the text of Markdown as it is searched and shown in a line:
// without escapes, marks of emphasis, targets of links and lines of tables.
// It is made for what a Markdown recipe renders; other Markdown loses marks
// that it might have kept, but no words.
func plain(markdown string) (headings, body string) {
	var h, b strings.Builder
	fence := ""
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, " \t\r\n")
		text := strings.TrimLeft(line, " \t>")
		if run := leading(text, '`') + leading(text, '~'); run >= 3 && (fence == "" || strings.HasPrefix(text, fence)) {
			if fence == "" {
				fence = text[:run]
			} else {
				fence = ""
			}
			continue
		}
		switch {
		case fence != "":
			b.WriteString(line)
		case strings.Trim(text, "-=*_|: ") == "":
			continue // empty, a rule, the second line of a table
		case text[0] == '|':
			b.WriteString(row(text))
		case text[0] == '#':
			text = strings.TrimLeft(text, "# ")
			if opened := strings.TrimRight(text, "#"); strings.HasSuffix(opened, " ") {
				text = opened // the closing marks
			}
			text = strings.TrimSpace(inline(text))
			h.WriteString(text + "\n")
			b.WriteString(text)
		default:
			b.WriteString(inline(text))
		}
		b.WriteByte('\n')
	}
	return strings.TrimSpace(h.String()), strings.TrimSpace(b.String())
}

// leading counts a byte at the beginning of a text.
func leading(s string, c byte) int { return len(s) - len(strings.TrimLeft(s, string(c))) }

// row is a table's row: its cells with dots between them.
func row(line string) string {
	var cells []string
	line = line[1:]
	for from, i := 0, 0; i <= len(line); i++ {
		switch {
		case i == len(line) || line[i] == '|':
			if cell := strings.TrimSpace(inline(line[from:i])); cell != "" {
				cells = append(cells, cell)
			}
			from = i + 1
		case line[i] == '\\' && i+1 < len(line):
			i++
		}
	}
	return strings.Join(cells, " · ")
}

// inline takes the marks out of a line.
func inline(s string) string {
	if !strings.ContainsAny(s, "\\`*_~[]&") {
		return s
	}
	b := make([]byte, 0, len(s))
	var opened []int // where brackets stand in b that may begin a link
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && punctuation(s[i+1]):
			b = append(b, s[i+1])
			i += 2
		case c == '`':
			run := leading(s[i:], '`')
			code, ok := codeSpan(s[i+run:], run)
			if ok {
				b = append(b, strings.ReplaceAll(code, `\|`, "|")...)
				i += len(code) + run
			}
			i += run
		case c == '&':
			end := strings.IndexByte(s[i:min(len(s), i+40)], ';') + 1
			b = append(b, html.UnescapeString(s[i:i+max(end, 1)])...)
			i += max(end, 1)
		case c == '*', c == '~', c == '_' && !inWord(s, i):
			i++
		case c == '[':
			opened = append(opened, len(b))
			b = append(b, c)
			i++
		case c == ']' && len(opened) > 0:
			at := opened[len(opened)-1]
			opened = opened[:len(opened)-1]
			length := target(s[i+1:])
			if length == 0 {
				b = append(b, c)
			} else if b[at] = dropped; at > 0 && b[at-1] == '!' {
				b[at-1] = dropped
			}
			i += 1 + length
		default:
			b = append(b, c)
			i++
		}
	}
	return strings.ReplaceAll(string(b), string(rune(dropped)), "")
}

// dropped stands for a character that is to be taken away.
const dropped = 0

// codeSpan finds the end of a code span that a run of backticks has begun.
func codeSpan(s string, run int) (code string, ok bool) {
	for i := 0; i < len(s); {
		n := leading(s[i:], '`')
		if n == run {
			return s[:i], true
		}
		i += max(n, 1)
	}
	return "", false
}

// target is the length of a link's target with its brackets; 0 where there is
// none.
func target(s string) int {
	if !strings.HasPrefix(s, "(") {
		return 0
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case ')':
			return i + 1
		case '\\':
			i++
		case ' ', '(':
			return 0
		}
	}
	return 0
}

func punctuation(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}

// inWord reports whether word characters stand at both sides of a byte.
func inWord(s string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	behind, _ := utf8.DecodeRuneInString(s[i+1:])
	return word(before) && word(behind)
}

// word reports a character of a word, as the index's tokenizer sees it.
func word(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.M, unicode.Co) }

// mark stands in stored text between characters that are words by themselves.
const mark = '\x1f'

// segment marks the characters of scripts that do not put spaces between
// words. The index would else take a whole sentence as one word. What is
// searched for is treated alike, as a phrase. Controls become spaces.
func segment(s string) string {
	var b strings.Builder
	var before rune
	for _, r := range s {
		if unicode.IsControl(r) && r != '\n' {
			r = ' '
		}
		if alone(r) && word(before) || alone(before) && word(r) {
			b.WriteRune(mark)
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

// unsegment takes the marks away.
func unsegment(s string) string { return strings.ReplaceAll(s, string(mark), "") }

// alone reports a letter of a script without spaces between words, or of
// Korean, which joins particles to words.
func alone(r rune) bool {
	return r >= 0x0e00 && (r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar))
}
