package jsonpath

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
)

// quoted reads a name in single or double quotes (RFC 9535, 2.3.1.1).
func (p *parser) quoted() string {
	start := p.i
	quote := p.s[start]
	var b []byte
	for p.i++; p.i < len(p.s); {
		r, size := p.peek()
		switch {
		case r == rune(quote):
			p.i++
			return string(b)
		case r == '\\':
			var ok bool
			if b, ok = p.escape(b, quote); !ok {
				return ""
			}
			continue
		case r < ' ':
			p.fail(p.i, p.i+1, "write it as an escape, `\\u"+hex4(r)+"`", "a control character stands in the name")
			return ""
		case r == utf8.RuneError && size == 1:
			p.fail(p.i, p.i+1, "write the pair whole", "the name holds half a surrogate pair")
			return ""
		}
		b = append(b, p.s[p.i:p.i+size]...)
		p.i += size
	}
	p.fail(start, start+1, "close it with "+string(quote), "the quoted name is not closed")
	return ""
}

func hex4(r rune) string {
	s := strconv.FormatInt(int64(r), 16)
	return strings.Repeat("0", max(0, 4-len(s))) + s
}

// escape decodes the escape at hand.
func (p *parser) escape(b []byte, quote byte) ([]byte, bool) {
	start := p.i
	p.i++
	r, size := p.peek()
	p.i += size
	switch r {
	case 'b':
		return append(b, '\b'), true
	case 'f':
		return append(b, '\f'), true
	case 'n':
		return append(b, '\n'), true
	case 'r':
		return append(b, '\r'), true
	case 't':
		return append(b, '\t'), true
	case '/', '\\', rune(quote):
		return append(b, byte(r)), true
	case 'u':
		if r, ok := p.unicode(); ok {
			return utf8.AppendRune(b, r), true
		}
		p.fail(start, p.i, "write the character itself", "`\\u` takes four hexadecimal digits, and a surrogate its other half")
		return b, false
	}
	p.fail(start, p.i, "a backslash itself is written `\\\\`", "there is no escape %s in this name", diag.Quote(p.s[start:p.i], 4))
	return b, false
}

// unicode reads what follows \u: four digits, or a surrogate pair.
func (p *parser) unicode() (rune, bool) {
	high, ok := p.hex()
	if !ok || high >= 0xdc00 && high < 0xe000 {
		return 0, false
	}
	if high < 0xd800 || high >= 0xe000 {
		return high, true
	}
	if !strings.HasPrefix(p.s[p.i:], `\u`) {
		return 0, false
	}
	p.i += 2
	low, ok := p.hex()
	if !ok || low < 0xdc00 || low >= 0xe000 {
		return 0, false
	}
	return (high-0xd800)<<10 + (low - 0xdc00) + 0x10000, true
}

func (p *parser) hex() (rune, bool) {
	if len(p.s) < p.i+4 {
		return 0, false
	}
	n, err := strconv.ParseUint(p.s[p.i:p.i+4], 16, 16)
	if err != nil {
		return 0, false
	}
	p.i += 4
	return rune(n), true
}

// normal writes a singular path: plain names behind dots, others in brackets.
func (p *Path) normal() string {
	var b []byte
	for i := range p.segments {
		b = p.segments[i].append(b)
	}
	if p.rooted {
		return "$" + string(b)
	}
	if len(b) == 0 {
		return "."
	}
	return strings.TrimPrefix(string(b), ".")
}

// append writes a singular segment: a plain name behind a dot.
func (s *segment) append(b []byte) []byte {
	sel := s.selectors[0]
	if sel.kind == byIndex {
		return append(strconv.AppendInt(append(b, '['), int64(sel.index), 10), ']')
	}
	return AppendName(b, sel.name)
}

// AppendName appends a step to the member of a name: `.name` where the RFC
// allows a bare name, else `['na me']`.
func AppendName(b []byte, name string) []byte {
	bare := name != ""
	for i, r := range name {
		if !nameRune(r, utf8.RuneLen(r)) && !(i > 0 && r >= '0' && r <= '9') {
			bare = false
		}
	}
	if bare {
		return append(append(b, '.'), name...)
	}
	b = append(b, "['"...)
	for _, r := range name {
		switch {
		case r == '\'' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ':
			b = append(append(b, `\u`...), hex4(r)...)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, "']"...)
}
