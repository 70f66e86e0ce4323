package tree

import (
	"bytes"
	"strings"

	"golang.org/x/net/html/atom"
)

// isForeign reports whether the current token follows the rules for foreign
// content.
func (p *builder) isForeign() bool {
	top := p.top()
	if top.bits&(IsSVG|IsMathML) == 0 || p.tok.kind == endOfFile {
		return false
	}
	start, text := p.tok.kind == startTag, p.tok.kind == textToken
	name := atom.Atom(p.tok.name)
	switch {
	case top.bits&mathText != 0 && (text || start && name != atom.Mglyph && name != atom.Malignmark):
		return false
	case top.bits&IsMathML != 0 && top.name == Name(atom.AnnotationXml) && start && name == atom.Svg:
		return false
	case top.bits&htmlInside != 0 && (start || text):
		return false
	}
	return true
}

func (p *builder) foreign() bool {
	switch p.tok.kind {
	case textToken:
		p.noticeText(p.tok.text)
		p.addText(bytes.ReplaceAll(p.tok.text, []byte{0}, []byte("\ufffd")))
	case startTag:
		if p.breaksOut() {
			return p.leaveForeign()
		}
		p.addForeign(p.top().bits&IsSVG != 0)
	case endTag:
		return p.endForeign()
	}
	return false
}

// leaveForeign closes foreign elements and handles the token as HTML.
func (p *builder) leaveForeign() bool {
	for p.top().bits&(IsSVG|IsMathML) != 0 && p.top().bits&(htmlInside|mathText) == 0 {
		p.pop()
	}
	return p.step(p.mode)
}

// breaksOut reports whether the current start tag is one that no SVG or MathML
// has, so that a page which forgot the end tag is mended.
func (p *builder) breaksOut() bool {
	switch atom.Atom(p.tok.name) {
	case atom.B, atom.Big, atom.Blockquote, atom.Body, atom.Br, atom.Center, atom.Code, atom.Dd, atom.Div, atom.Dl,
		atom.Dt, atom.Em, atom.Embed, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Head, atom.Hr, atom.I,
		atom.Img, atom.Li, atom.Listing, atom.Menu, atom.Meta, atom.Nobr, atom.Ol, atom.P, atom.Pre, atom.Ruby, atom.S,
		atom.Small, atom.Span, atom.Strong, atom.Strike, atom.Sub, atom.Sup, atom.Table, atom.Tt, atom.U, atom.Ul,
		atom.Var:
		return true
	case atom.Font:
		for _, a := range []atom.Atom{atom.Color, atom.Face, atom.Size} {
			if _, ok := p.attr(a); ok {
				return true
			}
		}
	}
	return false
}

func (p *builder) endForeign() bool {
	switch atom.Atom(p.tok.name) {
	case atom.Br, atom.P:
		return p.leaveForeign()
	}
	for i := len(p.stack) - 1; i > 0; i-- {
		e := p.stack[i]
		p.work++
		if e.bits&(IsSVG|IsMathML) == 0 {
			if p.top().bits&IsSVG != 0 {
				// Chromium has spelt the name as SVG does by now, so that it
				// is no HTML element's.
				p.tok.name = p.names.Intern([]byte(SVGTag(p.names.Text(p.tok.name))))
			}
			return p.step(p.mode)
		}
		if e.name == p.tok.name {
			p.cut(i)
			return false
		}
	}
	return false
}

// addForeign inserts an SVG or MathML element for the current token.
func (p *builder) addForeign(svg bool) {
	b := mathBits(p.tok.name)
	if svg {
		b = svgBits(p.tok.name)
	}
	if b&IsMathML != 0 && p.tok.name == Name(atom.AnnotationXml) && p.htmlEncoding() {
		b |= htmlInside
	}
	attrs := p.attrs[p.tok.from : p.tok.from+p.tok.count]
	for i := range attrs {
		p.adjustAttr(&attrs[i])
	}
	p.tok.used = true
	p.open(p.newElement(p.tok.name, p.tok.from, p.tok.count, b))
	if p.tok.selfClosing {
		p.pop()
	}
}

// htmlEncoding reports whether an annotation-xml says that it has HTML inside.
func (p *builder) htmlEncoding() bool {
	for _, a := range p.attrs[p.tok.from : p.tok.from+p.tok.count] {
		if p.names.Text(a.Name) == "encoding" {
			value := p.value(a)
			return strings.EqualFold(value, "text/html") || strings.EqualFold(value, "application/xhtml+xml")
		}
	}
	return false
}

// adjustAttr gives a namespaced attribute of a foreign element its namespace.
func (p *builder) adjustAttr(a *Attr) {
	name := p.names.Text(a.Name)
	if name == "xmlns" {
		a.Prefix = XMLNS
		return
	}
	prefix, local, found := strings.Cut(name, ":")
	if !found {
		return
	}
	switch prefix {
	case "xlink":
		switch local {
		case "actuate", "arcrole", "href", "role", "show", "title", "type":
			a.Prefix = XLink
		}
	case "xml":
		switch local {
		case "lang", "space":
			a.Prefix = XML
		}
	case "xmlns":
		if local == "xlink" {
			a.Prefix = XMLNS
		}
	}
	if a.Prefix != NoPrefix {
		a.Name = p.names.Intern([]byte(local))
	}
}
