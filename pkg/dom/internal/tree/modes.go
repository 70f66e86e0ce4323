package tree

import "golang.org/x/net/html/atom"

// mode is an insertion mode.
type mode uint8

const (
	initial mode = iota
	beforeHTML
	beforeHead
	inHead
	inHeadNoscript
	afterHead
	inBody
	inText
	inTable
	inCaption
	inColumnGroup
	inTableBody
	inRow
	inCell
	inTemplate
	afterBody
	inFrameset
	afterFrameset
	afterAfterBody
	afterAfterFrameset
)

// process handles the current token, in one mode after the other until one has
// taken it.
func (p *builder) process() {
	for again := true; again; {
		if p.isForeign() {
			again = p.foreign()
		} else {
			again = p.step(p.mode)
		}
	}
}

// step handles the current token by the rules of a mode. It reports whether
// the token must be handled again, in the mode that is current then.
func (p *builder) step(m mode) (again bool) {
	switch m {
	case initial:
		return p.inInitial()
	case beforeHTML:
		return p.inBeforeHTML()
	case beforeHead:
		return p.inBeforeHead()
	case inHead:
		return p.inHead()
	case inHeadNoscript:
		return p.inHeadNoscript()
	case afterHead:
		return p.inAfterHead()
	case inBody:
		return p.inBody()
	case inText:
		return p.inText()
	case inTable:
		return p.inTable()
	case inCaption:
		return p.inCaption()
	case inColumnGroup:
		return p.inColumnGroup()
	case inTableBody:
		return p.inTableBody()
	case inRow:
		return p.inRow()
	case inCell:
		return p.inCell()
	case inTemplate:
		return p.inTemplate()
	case afterBody:
		return p.inAfterBody()
	case inFrameset, afterFrameset, afterAfterFrameset:
		return p.inFrames(m)
	default:
		return p.inAfterAfterBody()
	}
}

// skipSpace drops the white space at the beginning of a text token and reports
// whether nothing is left.
func (p *builder) skipSpace() bool {
	p.tok.text = p.tok.text[len(leadingSpace(p.tok.text)):]
	return len(p.tok.text) == 0
}

// takeSpace inserts that white space instead.
func (p *builder) takeSpace() bool {
	space := leadingSpace(p.tok.text)
	p.addText(space)
	p.tok.text = p.tok.text[len(space):]
	return len(p.tok.text) == 0
}

func (p *builder) inInitial() bool {
	switch p.tok.kind {
	case comment:
		return false
	case textToken:
		if p.skipSpace() {
			return false
		}
	case doctype:
		p.quirks = quirksDoctype(string(p.tok.text))
		p.mode = beforeHTML
		return false
	}
	p.quirks = true
	p.mode = beforeHTML
	return true
}

func (p *builder) inBeforeHTML() bool {
	switch p.tok.kind {
	case comment, doctype:
		return false
	case textToken:
		if p.skipSpace() {
			return false
		}
	case startTag:
		if p.tok.name == Name(atom.Html) {
			p.addElement()
			p.mode = beforeHead
			return false
		}
	case endTag:
		if !p.endOfHead() {
			return false
		}
	}
	p.addImplied(atom.Html)
	p.mode = beforeHead
	return true
}

// endOfHead reports whether the current end tag is one that the modes before
// the body do not ignore.
func (p *builder) endOfHead() bool {
	switch atom.Atom(p.tok.name) {
	case atom.Head, atom.Body, atom.Html, atom.Br:
		return true
	}
	return false
}

func (p *builder) inBeforeHead() bool {
	switch p.tok.kind {
	case comment, doctype:
		return false
	case textToken:
		if p.skipSpace() {
			return false
		}
	case startTag:
		switch atom.Atom(p.tok.name) {
		case atom.Html:
			return p.inBody()
		case atom.Head:
			p.head = p.addElement()
			p.mode = inHead
			return false
		}
	case endTag:
		if !p.endOfHead() {
			return false
		}
	}
	p.head = p.addImplied(atom.Head)
	p.mode = inHead
	return true
}

func (p *builder) inHead() bool {
	switch p.tok.kind {
	case comment, doctype:
		return false
	case textToken:
		if p.takeSpace() {
			return false
		}
	case startTag:
		switch atom.Atom(p.tok.name) {
		case atom.Html:
			return p.inBody()
		case atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta:
			p.addVoid()
			return false
		case atom.Title, atom.Noframes, atom.Style, atom.Script:
			p.addRaw()
			return false
		case atom.Noscript:
			p.addElement()
			p.mode = inHeadNoscript
			return false
		case atom.Template:
			p.addElement()
			p.mark()
			p.framesetOK = false
			p.mode = inTemplate
			p.templates = append(p.templates, inTemplate)
			return false
		case atom.Head:
			return false
		}
	case endTag:
		switch atom.Atom(p.tok.name) {
		case atom.Head:
			p.pop()
			p.mode = afterHead
			return false
		case atom.Template:
			p.endTemplate()
			return false
		}
		if !p.endOfHead() {
			return false
		}
	}
	p.pop()
	p.mode = afterHead
	return true
}

// addRaw opens an element that holds text alone.
func (p *builder) addRaw() {
	p.addElement()
	p.rawText = true
	p.original = p.mode
	p.mode = inText
}

func (p *builder) endTemplate() {
	if !p.isOpen(Name(atom.Template)) || p.openTemplate() < 0 {
		return
	}
	for p.top().bits&impliedEnd2 != 0 {
		p.pop()
	}
	p.cut(p.openTemplate())
	p.leaveTemplate()
}

func (p *builder) leaveTemplate() {
	p.clearActive()
	p.templates = p.templates[:len(p.templates)-1]
	p.resetMode()
}

// openTemplate gives the place of the last open <template>, or -1.
func (p *builder) openTemplate() int {
	if !p.isOpen(Name(atom.Template)) {
		return -1
	}
	return p.findBits(IsTemplate, 0)
}

func (p *builder) inHeadNoscript() bool {
	switch p.tok.kind {
	case comment, doctype:
		return false
	case textToken:
		if p.takeSpace() {
			return false
		}
	case startTag:
		switch atom.Atom(p.tok.name) {
		case atom.Html:
			return p.inBody()
		case atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Noframes, atom.Style:
			return p.inHead()
		case atom.Noscript:
			return false // a <head> too in the standard; in Chromium it ends this one
		}
	case endTag:
		switch atom.Atom(p.tok.name) {
		case atom.Noscript:
			p.pop()
			p.mode = inHead
			return false
		case atom.Br:
		default:
			return false
		}
	}
	p.pop()
	p.mode = inHead
	return true
}

func (p *builder) inAfterHead() bool {
	switch p.tok.kind {
	case comment, doctype:
		return false
	case textToken:
		if p.takeSpace() {
			return false
		}
	case startTag:
		switch atom.Atom(p.tok.name) {
		case atom.Html:
			return p.inBody()
		case atom.Body:
			p.addElement()
			p.framesetOK = false
			p.mode = inBody
			return false
		case atom.Frameset:
			p.addElement()
			p.mode = inFrameset
			return false
		case atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Noframes, atom.Script, atom.Style,
			atom.Template, atom.Title:
			p.push(p.head)
			p.inHead()
			if at := p.place(p.head); at >= 0 {
				p.remove(at)
			}
			return false
		case atom.Head:
			return false
		}
	case endTag:
		if p.tok.name == Name(atom.Template) {
			return p.inHead()
		}
		if p.tok.name == Name(atom.Head) || !p.endOfHead() {
			return false
		}
	}
	p.addImplied(atom.Body)
	p.framesetOK = true // whatever a template in the head held, in Chromium
	p.mode = inBody
	return true
}

// inText takes the text of an element that holds text alone, up to its end.
func (p *builder) inText() bool {
	if p.tok.kind == textToken {
		p.addText(p.tok.text)
		return false
	}
	p.pop()
	p.mode = p.original
	return p.tok.kind == endOfFile
}

// resetMode finds the mode that fits the open elements.
func (p *builder) resetMode() {
	for i := len(p.stack) - 1; i >= 0; i-- {
		e := p.stack[i]
		if e.bits&(IsSVG|IsMathML) != 0 {
			continue
		}
		switch atom.Atom(e.name) {
		case atom.Td, atom.Th:
			p.mode = inCell
		case atom.Tr:
			p.mode = inRow
		case atom.Tbody, atom.Thead, atom.Tfoot:
			p.mode = inTableBody
		case atom.Caption:
			p.mode = inCaption
		case atom.Colgroup:
			p.mode = inColumnGroup
		case atom.Table:
			p.mode = inTable
		case atom.Template:
			p.mode = p.templates[len(p.templates)-1]
		case atom.Head:
			p.mode = inHead
		case atom.Body:
			p.mode = inBody
		case atom.Frameset:
			p.mode = inFrameset
		case atom.Html:
			switch {
			case p.fragment:
				p.mode = p.templates[len(p.templates)-1]
			case p.head == 0:
				p.mode = beforeHead
			default:
				p.mode = afterHead
			}
		default:
			continue
		}
		return
	}
	p.mode = inBody
}
