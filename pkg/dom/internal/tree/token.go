package tree

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// token is the current token. Its text is the tokenizer's and lasts until the
// next one.
type token struct {
	kind        tokenKind
	name        Name
	from, count int32 // its attributes in builder.attrs
	used        bool  // an element has taken the attributes
	selfClosing bool
	text        []byte
}

type tokenKind uint8

const (
	endOfFile tokenKind = iota
	textToken
	startTag
	endTag
	doctype
	comment
)

// manyAttributes is the number of attributes on one tag from which on the
// tokenizer is replaced: it would clear a table of that size for every tag
// that follows.
const manyAttributes = 256

// next reads a token.
func (p *builder) next() {
	if p.tok.kind == startTag && !p.tok.used {
		p.attrs = p.attrs[:p.tok.from]
	}
	if p.tok.kind == startTag && !p.rawText {
		// The tokenizer would read raw text behind every <title>; whether it
		// should is known here.
		p.z.NextIsNotRawText()
		if p.slow {
			p.slow = false
			p.z = html.NewTokenizer(strings.NewReader(p.source[p.position:]))
		}
	}
	p.rawText = false
	inside := p.top().bits
	foreign := inside&(IsSVG|IsMathML) != 0 && inside&(htmlInside|mathText) == 0
	p.z.AllowCDATA(inside&(IsSVG|IsMathML) != 0)
	kind := p.z.Next()
	for kind == html.CommentToken && string(p.z.Raw()) == "</>" { // nothing, not even a comment
		p.position += len("</>")
		kind = p.z.Next()
	}
	from := p.position
	p.position += len(p.z.Raw())
	p.tok = token{from: int32(len(p.attrs))}
	switch kind {
	case html.ErrorToken:
		p.tok.kind = endOfFile
	case html.TextToken:
		p.tok.kind = textToken
		p.tok.text = p.readText(from)
		if p.mode != inText && !foreign {
			p.tok.text = withoutNUL(p.tok.text)
		}
		if p.skipNewline && len(p.tok.text) > 0 && p.tok.text[0] == '\n' {
			p.tok.text = p.tok.text[1:]
		}
		if len(p.tok.text) == 0 {
			p.tok.kind = comment // as much as nothing
		}
	case html.StartTagToken, html.SelfClosingTagToken:
		p.tok.kind = startTag
		p.tok.selfClosing = kind == html.SelfClosingTagToken && !slashInValue(p.source[from:p.position])
		p.readTag()
	case html.EndTagToken:
		p.tok.kind = endTag
		name, _ := p.z.TagName()
		p.tok.name = p.names.Intern(name)
	case html.DoctypeToken:
		p.tok.kind = doctype
		p.tok.text = p.z.Text()
	default:
		p.tok.kind = comment
	}
	p.skipNewline = false
}

func (p *builder) readTag() {
	name, more := p.z.TagName()
	p.tok.name = p.names.Intern(name)
	for more {
		var key, value []byte
		key, value, more = p.z.TagAttr()
		a := Attr{Name: p.names.Intern(key)}
		a.Value.Off, a.Value.Len = p.keep(value)
		p.attrs = append(p.attrs, a)
		p.tok.count++
	}
	p.slow = p.slow || p.tok.count >= manyAttributes
}

// withoutNUL drops NUL characters, as HTML content does; Chromium keeps one
// behind "<" as U+FFFD.
func withoutNUL(text []byte) []byte {
	if bytes.IndexByte(text, 0) < 0 {
		return text
	}
	text = bytes.ReplaceAll(text, []byte("<\x00"), []byte("<\ufffd"))
	return bytes.ReplaceAll(text, []byte{0}, nil)
}

// blank reports whether text is white space alone.
func blank(text []byte) bool {
	return len(leadingSpace(text)) == len(text)
}

// leadingSpace gives the white space at the beginning of a text.
func leadingSpace(text []byte) []byte {
	for i, c := range text {
		if strings.IndexByte(htmlSpace, c) < 0 {
			return text[:i]
		}
	}
	return text
}

// onlySpace gives the white space of a text.
func onlySpace(text []byte) []byte {
	var space []byte
	for _, c := range text {
		if strings.IndexByte(htmlSpace, c) >= 0 {
			space = append(space, c)
		}
	}
	return space
}
