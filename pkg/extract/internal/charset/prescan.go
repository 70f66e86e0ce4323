package charset

import (
	"bytes"
	"slices"
	"strings"
)

// prescan looks for a <meta> that names an encoding, as the HTML standard's
// "prescan a byte stream to determine its encoding" does: it knows comments
// and attributes, and nothing of elements whose content is text.
func prescan(b []byte) string {
	p := &scan{b: b}
	for p.i < len(b) {
		switch {
		case p.has("<!--"):
			// The dashes that end a comment may be those that begin it.
			end := bytes.Index(b[p.i+2:], []byte("-->"))
			if end < 0 {
				return ""
			}
			p.i += 2 + end + 3
		case p.has("<meta") && p.i+5 < len(b) && (isSpace(b[p.i+5]) || b[p.i+5] == '/'):
			p.i += 5
			if name := p.meta(); name != "" {
				return name
			}
		case p.tag():
			for p.i < len(b) && !isSpace(b[p.i]) && b[p.i] != '>' {
				p.i++
			}
			for {
				if name, _ := p.attribute(); name == "" {
					break
				}
			}
		case p.has("<!") || p.has("</") || p.has("<?"):
			end := bytes.IndexByte(b[p.i:], '>')
			if end < 0 {
				return ""
			}
			p.i += end + 1
		default:
			p.i++
		}
	}
	return ""
}

type scan struct {
	b []byte
	i int
}

// has compares without regard to case.
func (p *scan) has(s string) bool {
	return len(p.b)-p.i >= len(s) && strings.EqualFold(string(p.b[p.i:p.i+len(s)]), s)
}

// tag: "<" or "</" with a letter behind.
func (p *scan) tag() bool {
	if p.b[p.i] != '<' {
		return false
	}
	at := p.i + 1
	if at < len(p.b) && p.b[at] == '/' {
		at++
	}
	return at < len(p.b) && isLetter(p.b[at])
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

// meta reads the attributes of a <meta>, and gives the encoding that they name.
func (p *scan) meta() string {
	var seen []string
	pragma, needPragma, known := false, false, false
	encoding := ""
	for {
		name, value := p.attribute()
		if name == "" {
			break
		}
		if slices.Contains(seen, name) {
			continue
		}
		seen = append(seen, name)
		switch name {
		case "http-equiv":
			pragma = pragma || value == "content-type"
		case "content":
			if label := fromContent(value); label != "" && !known {
				if found := lookup(label); found != "" {
					encoding, known, needPragma = found, true, true
				}
			}
		case "charset":
			encoding, known, needPragma = lookup(value), true, false
		}
	}
	if encoding == "" || needPragma && !pragma {
		return ""
	}
	switch encoding {
	case "utf-16le", "utf-16be": // the element was read as ASCII, so it cannot be true
		return UTF8
	case "x-user-defined":
		return "windows-1252"
	}
	return encoding
}

// attribute reads the next attribute of a tag, name and value in lower case; a
// name of "" means that there is none. The end of the bytes ends the tag.
func (p *scan) attribute() (name, value string) {
	for p.i < len(p.b) && (isSpace(p.b[p.i]) || p.b[p.i] == '/') {
		p.i++
	}
	if p.i >= len(p.b) || p.b[p.i] == '>' {
		return "", ""
	}
	start := p.i
	for p.i < len(p.b) {
		c := p.b[p.i]
		if c == '=' && p.i > start || isSpace(c) || c == '/' || c == '>' {
			break
		}
		p.i++
	}
	name = strings.ToLower(string(p.b[start:p.i]))
	p.space()
	if p.i >= len(p.b) {
		return "", ""
	}
	if p.b[p.i] != '=' {
		return name, ""
	}
	p.i++
	p.space()
	if p.i >= len(p.b) {
		return "", ""
	}
	start = p.i
	switch quote := p.b[p.i]; quote {
	case '"', '\'':
		end := bytes.IndexByte(p.b[start+1:], quote)
		if end < 0 {
			p.i = len(p.b)
			return "", ""
		}
		p.i = start + 1 + end + 1
		return name, strings.ToLower(string(p.b[start+1 : start+1+end]))
	}
	for p.i < len(p.b) && !isSpace(p.b[p.i]) && p.b[p.i] != '>' {
		p.i++
	}
	return name, strings.ToLower(string(p.b[start:p.i]))
}

func (p *scan) space() {
	for p.i < len(p.b) && isSpace(p.b[p.i]) {
		p.i++
	}
}

// fromContent finds the charset in the content of a <meta http-equiv>, which
// is in lower case already.
func fromContent(s string) string {
	for {
		at := strings.Index(s, "charset")
		if at < 0 {
			return ""
		}
		s = strings.TrimLeft(s[at+len("charset"):], " \t\n\f\r")
		if strings.HasPrefix(s, "=") {
			break
		}
	}
	s = strings.TrimLeft(s[1:], " \t\n\f\r")
	if s == "" {
		return ""
	}
	if s[0] == '"' || s[0] == '\'' {
		value, _, closed := strings.Cut(s[1:], s[:1])
		if !closed {
			return ""
		}
		return value
	}
	if end := strings.IndexAny(s, " \t\n\f\r;"); end >= 0 {
		s = s[:end]
	}
	return s
}
