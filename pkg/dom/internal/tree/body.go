package tree

import (
	"bytes"
	"strings"

	"golang.org/x/net/html/atom"
)

func (p *builder) inBody() bool {
	switch p.tok.kind {
	case textToken:
		text := withoutNUL(p.tok.text)
		if len(text) == 0 {
			return false
		}
		p.reconstruct()
		p.addText(text)
		p.noticeText(text)
	case startTag:
		p.startInBody()
	case endTag:
		return p.endInBody()
	case endOfFile:
		if len(p.templates) > 0 {
			return p.inTemplate()
		}
		p.done = true
	}
	return false
}

// noticeText rules out a page of frames where there is text; Chromium does not
// count U+FFFD.
func (p *builder) noticeText(text []byte) {
	p.framesetOK = p.framesetOK && blank(bytes.ReplaceAll(withoutNUL(text), []byte("\ufffd"), nil))
}

func (p *builder) startInBody() {
	switch atom.Atom(p.tok.name) {
	case atom.Html:
		if p.openTemplate() < 0 {
			p.mergeAttrs(p.stack[0].node)
		}
	case atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Noframes, atom.Script, atom.Style,
		atom.Template, atom.Title:
		p.inHead()
	case atom.Body:
		if len(p.stack) > 1 && p.stack[1].name == Name(atom.Body) && p.openTemplate() < 0 {
			p.framesetOK = false
			p.mergeAttrs(p.stack[1].node)
		}
	case atom.Frameset:
		if p.framesetOK && len(p.stack) > 1 && p.stack[1].name == Name(atom.Body) && p.openTemplate() < 0 {
			p.detach(p.stack[1].node)
			p.cut(1)
			p.addElement()
			p.mode = inFrameset
		}
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Center, atom.Details, atom.Dialog, atom.Dir,
		atom.Div, atom.Dl, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Header, atom.Hgroup,
		atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P, atom.Search, atom.Section, atom.Summary, atom.Ul:
		p.closeP()
		p.addElement()
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		p.closeP()
		if p.top().bits&isHeading != 0 {
			p.pop()
		}
		p.addElement()
	case atom.Pre, atom.Listing:
		p.closeP()
		p.addElement()
		p.skipNewline = true
		p.framesetOK = false
	case atom.Form:
		inTemplate := p.openTemplate() >= 0
		if p.form != 0 && !inTemplate {
			return
		}
		p.closeP()
		form := p.addElement()
		if !inTemplate {
			p.form = form
		}
	case atom.Li:
		p.framesetOK = false
		p.closeItem(atom.Li, atom.Li)
		p.closeP()
		p.addElement()
	case atom.Dd, atom.Dt:
		p.framesetOK = false
		p.closeItem(atom.Dd, atom.Dt)
		p.closeP()
		p.addElement()
	case atom.Plaintext:
		p.closeP()
		p.addElement()
		p.rawText = true
	case atom.Button:
		p.close(Name(atom.Button), inScope)
		p.reconstruct()
		p.addElement()
		p.framesetOK = false
	case atom.A:
		if at := p.lastActive(p.tok.name); at >= 0 {
			link := p.active[at]
			p.adopt(p.tok.name)
			if p.nodes.At(link).bits&inActive != 0 {
				p.deactivate(p.activePlace(link))
			}
			if p.nodes.At(link).bits&onStack != 0 {
				p.remove(p.place(link))
			}
		}
		p.reconstruct()
		p.addFormatting()
	case atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.S, atom.Small, atom.Strike, atom.Strong,
		atom.Tt, atom.U:
		p.reconstruct()
		p.addFormatting()
	case atom.Nobr:
		p.reconstruct()
		if p.find(p.tok.name, inScope) >= 0 {
			p.adopt(p.tok.name)
			p.reconstruct()
		}
		p.addFormatting()
	case atom.Applet, atom.Marquee, atom.Object:
		p.reconstruct()
		p.addElement()
		p.mark()
		p.framesetOK = false
	case atom.Table:
		if !p.quirks {
			p.closeP()
		}
		p.addElement()
		p.framesetOK = false
		p.mode = inTable
	case atom.Image:
		p.tok.name = Name(atom.Img)
		p.startInBody()
	case atom.Area, atom.Br, atom.Embed, atom.Img, atom.Keygen, atom.Wbr:
		p.reconstruct()
		p.addVoid()
		p.framesetOK = false
	case atom.Input:
		p.close(Name(atom.Select), inScope)
		p.reconstruct()
		p.addVoid()
		p.framesetOK = p.framesetOK && p.hiddenInput()
	case atom.Param, atom.Source, atom.Track:
		p.addVoid()
	case atom.Hr:
		p.closeP()
		if p.find(Name(atom.Select), inScope) >= 0 {
			p.imply(0)
		}
		p.addVoid()
		p.framesetOK = false
	case atom.Textarea:
		p.addRaw()
		p.skipNewline = true
		p.framesetOK = false
	case atom.Xmp:
		p.closeP()
		p.reconstruct()
		p.framesetOK = false
		p.addRaw()
	case atom.Iframe:
		p.framesetOK = false
		p.addRaw()
	case atom.Noembed:
		p.addRaw()
	case atom.Select:
		if !p.close(p.tok.name, inScope) {
			p.reconstruct()
			p.addElement()
			p.framesetOK = false
		}
	case atom.Option, atom.Optgroup:
		p.startOption()
	case atom.Rb, atom.Rtc:
		if p.find(Name(atom.Ruby), inScope) >= 0 {
			p.imply(0)
		}
		p.addElement()
	case atom.Rp, atom.Rt:
		if p.find(Name(atom.Ruby), inScope) >= 0 {
			p.imply(atom.Rtc)
		}
		p.addElement()
	case atom.Math, atom.Svg:
		p.reconstruct()
		p.addForeign(p.tok.name == Name(atom.Svg))
	case atom.Caption, atom.Col, atom.Colgroup, atom.Frame, atom.Head, atom.Tbody, atom.Td, atom.Tfoot, atom.Th,
		atom.Thead, atom.Tr:
	default:
		p.reconstruct()
		i := p.addElement()
		if p.tok.name == p.selectedName {
			p.selected = append(p.selected, i)
		}
	}
}

// closeItem closes the list item (or definition) that a new one ends.
func (p *builder) closeItem(one, other atom.Atom) {
	if !p.isOpen(Name(one)) && !p.isOpen(Name(other)) {
		return
	}
	for i := len(p.stack) - 1; i >= 0; i-- {
		e := p.stack[i]
		p.work++
		if e.bits&(IsSVG|IsMathML) == 0 {
			switch atom.Atom(e.name) {
			case one, other:
				p.cut(i)
				return
			case atom.Address, atom.Div, atom.P:
				continue
			}
		}
		if e.bits&isSpecial != 0 {
			return
		}
	}
}

func (p *builder) startOption() {
	group := p.tok.name == Name(atom.Optgroup)
	switch {
	case p.find(Name(atom.Select), inScope) >= 0:
		if group {
			p.imply(0)
		} else {
			p.imply(atom.Optgroup)
		}
	case p.is(atom.Option):
		p.pop()
	}
	p.reconstruct()
	p.addElement()
}

// hiddenInput reports whether the current tag is of <input type=hidden>.
func (p *builder) hiddenInput() bool {
	kind, _ := p.attr(atom.Type)
	return strings.EqualFold(kind, "hidden")
}

func (p *builder) endInBody() (again bool) {
	name := p.tok.name
	switch atom.Atom(name) {
	case atom.Body, atom.Html:
		if p.find(Name(atom.Body), inScope) >= 0 {
			p.mode = afterBody
			return name == Name(atom.Html)
		}
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Button, atom.Center, atom.Details, atom.Dialog,
		atom.Dir, atom.Div, atom.Dl, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Header, atom.Hgroup,
		atom.Listing, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.Pre, atom.Search, atom.Section, atom.Select,
		atom.Summary, atom.Ul, atom.Dd, atom.Dt:
		p.close(name, inScope)
	case atom.Form:
		p.endForm()
	case atom.P:
		if p.find(name, inButtonScope) < 0 {
			p.addImplied(atom.P)
		}
		p.closeP()
	case atom.Li:
		p.close(name, inListScope)
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		if at := p.findBits(isHeading, inScope); at >= 0 {
			p.cut(at)
		}
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike,
		atom.Strong, atom.Tt, atom.U:
		p.adopt(name)
	case atom.Applet, atom.Marquee, atom.Object:
		if p.close(name, inScope) {
			p.clearActive()
		}
	case atom.Br:
		p.reconstruct()
		p.addImplied(atom.Br)
		p.pop()
		p.framesetOK = false
	case atom.Template:
		p.endTemplate()
	default:
		p.endOther(name)
	}
	return false
}

// endForm closes the page's form. Chromium then takes the end tag for one of
// another element too, which ends a form around it.
func (p *builder) endForm() {
	if p.openTemplate() < 0 {
		form := p.form
		p.form = 0
		if form == 0 || p.nodes.At(form).bits&onStack == 0 || !p.visible(p.place(form)) {
			return
		}
		p.imply(0)
		p.remove(p.place(form))
	}
	p.endOther(p.tok.name)
}

// endOther closes the nearest element of a name, unless a special element
// stands before it.
func (p *builder) endOther(name Name) {
	if !p.isOpen(name) {
		return
	}
	for i := len(p.stack) - 1; i >= 0; i-- {
		e := p.stack[i]
		p.work++
		if e.name == name && e.bits&(IsSVG|IsMathML) == 0 {
			p.cut(i)
			return
		}
		if e.bits&isSpecial != 0 {
			return
		}
	}
}
