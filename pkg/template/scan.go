package template

import (
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
)

func (p *parser) since(start int) diag.Span { return diag.Span{Start: start, End: p.pos} }

// peek gives the next byte, 0 at the end.
func (p *parser) peek() byte {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

// ahead gives the next byte that is no space.
func (p *parser) ahead() byte {
	from := p.pos
	p.space()
	c := p.peek()
	p.pos = from
	return c
}

func (p *parser) take(s string) bool {
	if strings.HasPrefix(p.src[p.pos:], s) {
		p.pos += len(s)
		return true
	}
	return false
}

func (p *parser) space() {
	for {
		switch p.peek() {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

// name reads a name: letters, digits and underscores; a hyphen may stand
// inside, since members of responses and params have it.
func (p *parser) name() string {
	start := p.pos
	for {
		c := p.peek()
		if isNameStart(c) || isDigit(c) {
			p.pos++
			continue
		}
		if c == '-' && p.pos+1 < len(p.src) {
			if next := p.src[p.pos+1]; isNameStart(next) || isDigit(next) {
				p.pos++
				continue
			}
		}
		return p.src[start:p.pos]
	}
}

func isNameStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// number reads a number by JSON's grammar.
func (p *parser) number() (float64, bool) {
	start := p.pos
	for c := p.peek(); isDigit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'; c = p.peek() {
		p.pos++
	}
	f, ok := parseNumber(p.src[start:p.pos])
	if !ok {
		p.syntax(p.since(start), shown(p.src[start:p.pos])+" is no number", "write it as JSON does, as in 20, -1 or 0.5")
		p.recover()
	}
	return f, ok
}

// quoted reads a text in single or double quotes.
func (p *parser) quoted() (string, bool) {
	start := p.pos
	quote := p.src[p.pos]
	p.pos++
	var b []byte // made at the first escape
	from := p.pos
	for ; p.pos < len(p.src); p.pos++ {
		switch p.src[p.pos] {
		case quote:
			text := p.src[from:p.pos]
			p.pos++
			if b != nil {
				text = string(append(b, text...))
			}
			return text, true
		case '\\':
			b = append(b, p.src[from:p.pos]...)
			p.pos++
			switch p.peek() {
			case '\'', '"', '\\':
				b = append(b, p.src[p.pos])
			case 'n':
				b = append(b, '\n')
			default:
				_, size := utf8.DecodeRuneInString(p.src[p.pos:])
				if size == 0 {
					continue // the text ends here, without its quote
				}
				p.syntax(diag.Span{Start: p.pos - 1, End: p.pos + size}, shown(p.src[p.pos-1:p.pos+size])+" is no escape",
					`the escapes are \', \", \\ and \n; a backslash itself is written \\`)
				p.pos += size - 1
			}
			from = p.pos + 1
		}
	}
	p.pos = start + 1
	p.syntax(diag.Span{Start: start, End: start + 1}, "the text that begins here has no closing quote",
		"close it with "+string(quote)+", before the }}")
	p.recover()
	return "", false
}
