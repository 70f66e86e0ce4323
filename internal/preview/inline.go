package preview

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wield-run/wield/internal/terminal"
)

// look is how a piece of text is shown.
type look uint8

const (
	strong look = 1 << iota
	accent
	faint
)

// How far the ends of spans are looked for, in bytes: what is longer is no
// emphasis and no link, nor is what follows when many were looked for in vain.
const (
	maxSpan   = 4000
	maxInVain = 16 << 20
)

// inline gives the words of a paragraph, heading or cell. In a table there is
// no room for the targets of links.
func (p *printer) inline(text string, base look, inTable bool) []word {
	c := &collector{p: p, inTable: inTable}
	c.text(text, base)
	c.space()
	return c.words
}

// text takes Markdown.
func (c *collector) text(s string, l look) {
	start := 0
	plain := func(end int) {
		if end > start {
			c.add(visible(html.UnescapeString(s[start:end])), l)
		}
	}
	for i := 0; i < len(s); {
		n := 0
		take := func() {}
		if strings.IndexByte("`*_~[!<", s[i]) >= 0 && c.p.inVain > maxInVain {
			i++
			continue
		}
		switch s[i] {
		case '\\':
			n, take = c.escape(s[i:], l)
		case '`':
			n, take = c.codeSpan(s[i:], l)
		case '*', '_', '~':
			n, take = c.emphasis(s, i, l)
		case '[', '!':
			n, take = c.link(s[i:], l)
		case '<':
			n, take = c.autolink(s[i:], l)
		case '\n':
			n, take = 1, c.space
			if strings.HasSuffix(s[start:i], "  ") {
				take = c.end
			}
		}
		if n == 0 {
			i++
			continue
		}
		plain(i)
		take()
		i += n
		start = i
	}
	plain(len(s))
}

// escape takes a backslash and what it escapes.
func (c *collector) escape(s string, l look) (int, func()) {
	switch {
	case len(s) < 2:
		return 0, nil
	case s[1] == '\n':
		return 2, c.end
	case s[1] < utf8.RuneSelf && (unicode.IsPunct(rune(s[1])) || unicode.IsSymbol(rune(s[1]))):
		return 2, func() { c.add(s[1:2], l) }
	}
	return 0, nil
}

func (c *collector) codeSpan(s string, l look) (int, func()) {
	fence := s[:len(s)-len(strings.TrimLeft(s, "`"))]
	behind := s[len(fence):min(len(s), len(fence)+maxSpan)]
	for at := 0; at < len(behind); {
		i := strings.Index(behind[at:], fence)
		if i < 0 {
			break
		}
		from := at + i
		to := from + len(behind[from:]) - len(strings.TrimLeft(behind[from:], "`"))
		if to-from == len(fence) {
			code := behind[:from]
			if strings.HasPrefix(code, " ") && strings.HasSuffix(code, " ") && strings.TrimSpace(code) != "" {
				code = code[1 : len(code)-1]
			}
			if c.inTable {
				code = strings.ReplaceAll(code, `\|`, "|")
			}
			return len(fence) + to, func() { c.add(code, l|accent) }
		}
		at = to
	}
	c.p.inVain += len(behind)
	return len(fence), func() { c.add(fence, l) }
}

// emphasis takes what stands between two marks of one kind.
func (c *collector) emphasis(s string, i int, l look) (int, func()) {
	mark := s[i : i+1]
	if strings.HasPrefix(s[i+1:], mark) {
		mark = s[i : i+2]
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	behind := s[i+len(mark) : min(len(s), i+maxSpan)]
	if behind == "" || unicode.IsSpace(rune(behind[0])) || mark[0] == '_' && inWord(before) {
		return len(mark), func() { c.add(mark, l) }
	}
	for at := 0; at < len(behind); at++ {
		switch {
		case behind[at] == '\\':
			at++
		case strings.HasPrefix(behind[at:], mark) && at > 0 && !unicode.IsSpace(rune(behind[at-1])):
			after, _ := utf8.DecodeRuneInString(behind[at+len(mark):])
			if mark[0] == '_' && inWord(after) || len(mark) == 1 && after == rune(mark[0]) {
				at += len(mark)
				continue
			}
			look := l | strong
			if mark[0] == '~' {
				look = l | faint
			}
			return at + 2*len(mark), func() { c.text(behind[:at], look) }
		}
	}
	c.p.inVain += len(behind)
	return len(mark), func() { c.add(mark, l) }
}

// inWord tells whether a character belongs to a word.
func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// link takes a link or an image.
func (c *collector) link(s string, l look) (int, func()) {
	open := 1
	if s[0] == '!' {
		if open = 2; !strings.HasPrefix(s, "![") {
			return 0, nil
		}
	}
	s = s[:min(len(s), maxSpan)]
	end := closing(s[open:], '[', ']')
	if end < 0 || !strings.HasPrefix(s[open+end:], "](") {
		c.p.inVain += len(s)
		return 0, nil
	}
	text, behind := s[open:open+end], s[open+end+2:]
	stop := closing(behind, '(', ')')
	if stop < 0 {
		c.p.inVain += len(s)
		return 0, nil
	}
	target := visible(html.UnescapeString(unescaped(strings.Trim(behind[:stop], "<>"))))
	return open + end + 2 + stop + 1, func() {
		if open == 2 {
			c.add("[image ", l|faint)
			c.text(text, l|faint)
			c.add("]", l|faint)
		} else {
			c.text(text, l|accent)
		}
		if !c.inTable && target != visible(html.UnescapeString(unescaped(text))) {
			c.space()
			c.add("("+target+")", faint)
		}
	}
}

// closing finds the bracket that ends a span.
func closing(s string, open, shut byte) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case open:
			depth++
		case shut:
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}

// unescaped takes the backslashes of escapes away.
func unescaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && s[i+1] < utf8.RuneSelf && !inWord(rune(s[i+1])) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func (c *collector) autolink(s string, l look) (int, func()) {
	end := strings.IndexByte(s[:min(len(s), maxSpan)], '>')
	if end < 0 || !strings.HasPrefix(s, "<http") || strings.ContainsAny(s[:end], " \n") {
		return 0, nil
	}
	return end + 1, func() { c.add(s[1:end], l|accent) }
}

// visible is text that a reference may have put a control into.
func visible(s string) string { return string(terminal.Visible([]byte(s))) }
