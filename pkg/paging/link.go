package paging

import "strings"

// NextLink gives the target of the link to the next page in the value of Link
// header fields (RFC 8288): the first whose relations hold "next" and that is
// about the response itself. Several fields are joined by commas.
func NextLink(header string) (target string, ok bool) {
	p := linkParser{s: header}
	for {
		p.skip(" \t,")
		if p.s == "" {
			return "", false
		}
		target, next, valid := p.link()
		if !valid {
			return "", false
		}
		if next {
			return target, true
		}
	}
}

type linkParser struct{ s string }

func (p *linkParser) skip(chars string) { p.s = strings.TrimLeft(p.s, chars) }

// link reads `<target>; name=value; …`.
func (p *linkParser) link() (target string, next, valid bool) {
	if !strings.HasPrefix(p.s, "<") {
		return "", false, false
	}
	end := strings.IndexByte(p.s, '>')
	if end < 0 {
		return "", false, false
	}
	target, p.s = strings.TrimSpace(p.s[1:end]), p.s[end+1:]
	seen, elsewhere := false, false
	for {
		p.skip(" \t")
		if !strings.HasPrefix(p.s, ";") {
			break
		}
		p.skip("; \t")
		name, value := p.param()
		switch strings.ToLower(name) {
		case "rel":
			if seen {
				continue // only the first counts
			}
			seen = true
			for _, relation := range strings.Fields(value) {
				next = next || strings.EqualFold(relation, "next")
			}
		case "anchor":
			elsewhere = true
		}
	}
	if p.s != "" && p.s[0] != ',' {
		return "", false, false
	}
	return target, next && !elsewhere, true
}

// param reads a parameter; its value may be a token, a quoted string, or
// missing.
func (p *linkParser) param() (name, value string) {
	end := strings.IndexAny(p.s, "=;, \t")
	if end < 0 {
		end = len(p.s)
	}
	name, p.s = p.s[:end], p.s[end:]
	p.skip(" \t")
	if !strings.HasPrefix(p.s, "=") {
		return name, ""
	}
	p.s = p.s[1:]
	p.skip(" \t")
	if !strings.HasPrefix(p.s, `"`) {
		if end = strings.IndexAny(p.s, ";, \t"); end < 0 {
			end = len(p.s)
		}
		value, p.s = p.s[:end], p.s[end:]
		return name, value
	}
	var b []byte
	for i := 1; i < len(p.s); i++ {
		switch c := p.s[i]; {
		case c == '\\' && i+1 < len(p.s):
			i++
			b = append(b, p.s[i])
		case c == '"':
			p.s = p.s[i+1:]
			return name, string(b)
		default:
			b = append(b, c)
		}
	}
	p.s = ""
	return name, string(b)
}
