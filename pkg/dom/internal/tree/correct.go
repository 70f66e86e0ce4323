package tree

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// What follows reads again what the tokenizer reads otherwise than a browser.

// readText gives the text of the current token, which begins at a byte of the
// source. The tokenizer would look for character references in a CDATA section.
func (p *builder) readText(from int) []byte {
	text := p.source[from:p.position]
	if section, ok := strings.CutPrefix(text, "<![CDATA["); ok && p.top().bits&(IsSVG|IsMathML) != 0 {
		return verbatim(strings.TrimSuffix(section, "]]>"))
	}
	if p.mode == inText && p.is(atom.Script) && strings.Contains(text, "<!--") {
		if end := from + scriptEnd(p.source[from:]); end != p.position {
			p.position = end
			p.z = html.NewTokenizer(strings.NewReader(p.source[end:]))
			return verbatim(p.source[from:end])
		}
	}
	return p.z.Text()
}

// verbatim is text without references, as the input stream has it.
func verbatim(text string) []byte {
	return []byte(strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "\ufffd").Replace(text))
}

// scriptEnd gives the length of a script's text, up to the end tag that ends
// it: one behind "<!--" and "<script" does not. The tokenizer forgets the
// comment at a "<" that begins no tag.
func scriptEnd(text string) int {
	comment, nested := false, false
	for i := 0; i < len(text); {
		rest := text[i:]
		switch {
		case comment && strings.HasPrefix(rest, "-->"):
			comment, nested = false, false
		case rest[0] != '<':
		case !comment && strings.HasPrefix(rest, "<!--"):
			comment = true
			i += len("<!") // its dashes may be those of "-->"
			continue
		case hasTag(rest, "</script"):
			if !nested {
				return i
			}
			nested = false
		case comment && hasTag(rest, "<script"):
			nested = true
		}
		i++
	}
	return len(text)
}

// hasTag reports whether a text begins with a tag, given up to its name.
func hasTag(text, tag string) bool {
	return len(text) > len(tag) && strings.EqualFold(text[:len(tag)], tag) && strings.IndexByte(htmlSpace+"/>", text[len(tag)]) >= 0
}

// slashInValue reports whether the slash before the end of a tag belongs to an
// unquoted value. The tokenizer knows that but for a value that it drops, of a
// repeated attribute.
func slashInValue(tag string) bool {
	rest := strings.TrimSuffix(tag, ">")
	end := func(delimiters string) int {
		if i := strings.IndexAny(rest, delimiters); i >= 0 {
			return i
		}
		return len(rest)
	}
	rest = rest[end(htmlSpace+"/"):]
	for {
		if rest = strings.TrimLeft(rest, htmlSpace+"/"); rest == "" {
			return false
		}
		rest = rest[1:] // a name may begin with "="
		rest = strings.TrimLeft(rest[end(htmlSpace+"/="):], htmlSpace)
		value, found := strings.CutPrefix(rest, "=")
		if !found {
			continue
		}
		rest = strings.TrimLeft(value, htmlSpace)
		if rest == "" {
			return false
		}
		if quote := rest[:1]; quote == `"` || quote == "'" {
			rest = rest[1:]
			if rest = rest[end(quote):]; rest != "" {
				rest = rest[1:]
			}
			continue
		}
		if rest = rest[end(htmlSpace):]; rest == "" {
			return true
		}
	}
}
