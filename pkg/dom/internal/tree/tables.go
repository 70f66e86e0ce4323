package tree

import "golang.org/x/net/html/atom"

func (p *builder) inTable() bool {
	switch p.tok.kind {
	case comment, doctype:
		return false
	case endOfFile:
		return p.inBody()
	case textToken:
		if p.top().bits&fosters != 0 {
			text := withoutNUL(p.tok.text)
			if blank(text) {
				p.addText(text)
				return false
			}
		}
	case startTag:
		if again, taken := p.startInTable(); taken {
			return again
		}
	case endTag:
		switch atom.Atom(p.tok.name) {
		case atom.Table:
			if p.close(p.tok.name, inTableScope) {
				p.resetMode()
			}
			return false
		case atom.Body, atom.Caption, atom.Col, atom.Colgroup, atom.Html, atom.Tbody, atom.Td, atom.Tfoot, atom.Th,
			atom.Thead, atom.Tr:
			return false
		case atom.Template:
			p.endTemplate()
			return false
		}
	}
	p.foster = true
	again := p.inBody()
	p.foster = false
	return again
}

func (p *builder) startInTable() (again, taken bool) {
	switch atom.Atom(p.tok.name) {
	case atom.Caption:
		p.clearTo(endsTable)
		p.mark()
		p.addElement()
		p.mode = inCaption
	case atom.Colgroup:
		p.clearTo(endsTable)
		p.addElement()
		p.mode = inColumnGroup
	case atom.Col:
		p.clearTo(endsTable)
		p.addImplied(atom.Colgroup)
		p.mode = inColumnGroup
		return true, true
	case atom.Tbody, atom.Tfoot, atom.Thead:
		p.clearTo(endsTable)
		p.addElement()
		p.mode = inTableBody
	case atom.Td, atom.Th, atom.Tr:
		p.clearTo(endsTable)
		p.addImplied(atom.Tbody)
		p.mode = inTableBody
		return true, true
	case atom.Table:
		if p.close(p.tok.name, inTableScope) {
			p.resetMode()
			return true, true
		}
	case atom.Style, atom.Script, atom.Template:
		return p.inHead(), true
	case atom.Input:
		if !p.hiddenInput() {
			return false, false
		}
		p.addVoid()
	case atom.Form:
		// Chromium inserts one in a template, where the standard has none.
		if p.openTemplate() >= 0 {
			p.addVoid()
		} else if p.form == 0 {
			p.form = p.addElement()
			p.pop()
		}
	default:
		return false, false
	}
	return false, true
}

func (p *builder) inCaption() bool {
	switch p.tok.kind {
	case startTag:
		switch atom.Atom(p.tok.name) {
		case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr:
			return p.closeCaption()
		}
	case endTag:
		switch atom.Atom(p.tok.name) {
		case atom.Caption:
			p.closeCaption()
			return false
		case atom.Table:
			return p.closeCaption()
		case atom.Body, atom.Col, atom.Colgroup, atom.Html, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr:
			return false
		}
	}
	return p.inBody()
}

func (p *builder) closeCaption() bool {
	if !p.close(Name(atom.Caption), inTableScope) {
		return false
	}
	p.clearActive()
	p.mode = inTable
	return true
}

func (p *builder) inColumnGroup() bool {
	switch p.tok.kind {
	case comment, doctype:
		return false
	case endOfFile:
		return p.inBody()
	case textToken:
		if p.takeSpace() {
			return false
		}
	case startTag:
		switch atom.Atom(p.tok.name) {
		case atom.Html:
			return p.inBody()
		case atom.Col:
			p.addVoid()
			return false
		case atom.Template:
			return p.inHead()
		}
	case endTag:
		switch atom.Atom(p.tok.name) {
		case atom.Colgroup:
			if p.is(atom.Colgroup) {
				p.pop()
				p.mode = inTable
			}
			return false
		case atom.Col:
			return false
		case atom.Template:
			return p.inHead()
		}
	}
	if !p.is(atom.Colgroup) {
		if p.tok.kind == textToken {
			p.addText(onlySpace(p.tok.text))
		}
		return false
	}
	p.pop()
	p.mode = inTable
	return true
}

func (p *builder) inTableBody() bool {
	switch p.tok.kind {
	case startTag:
		switch atom.Atom(p.tok.name) {
		case atom.Tr:
			p.clearTo(isTableBody | IsTemplate | isHTML)
			p.addElement()
			p.mode = inRow
			return false
		case atom.Td, atom.Th:
			p.clearTo(isTableBody | IsTemplate | isHTML)
			p.addImplied(atom.Tr)
			p.mode = inRow
			return true
		case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead:
			return p.closeTableBody()
		}
	case endTag:
		switch atom.Atom(p.tok.name) {
		case atom.Tbody, atom.Tfoot, atom.Thead:
			if p.find(p.tok.name, inTableScope) >= 0 {
				p.clearTo(isTableBody | IsTemplate | isHTML)
				p.pop()
				p.mode = inTable
			}
			return false
		case atom.Table:
			return p.closeTableBody()
		case atom.Body, atom.Caption, atom.Col, atom.Colgroup, atom.Html, atom.Td, atom.Th, atom.Tr:
			return false
		}
	}
	return p.inTable()
}

func (p *builder) closeTableBody() bool {
	if p.findBits(isTableBody, inTableScope) < 0 {
		return false
	}
	p.clearTo(isTableBody | IsTemplate | isHTML)
	p.pop()
	p.mode = inTable
	return true
}

func (p *builder) inRow() bool {
	switch p.tok.kind {
	case startTag:
		switch atom.Atom(p.tok.name) {
		case atom.Td, atom.Th:
			p.clearTo(isRow | IsTemplate | isHTML)
			p.addElement()
			p.mode = inCell
			p.mark()
			return false
		case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr:
			return p.closeRow()
		}
	case endTag:
		switch atom.Atom(p.tok.name) {
		case atom.Tr:
			p.closeRow()
			return false
		case atom.Table:
			return p.closeRow()
		case atom.Tbody, atom.Tfoot, atom.Thead:
			return p.find(p.tok.name, inTableScope) >= 0 && p.closeRow()
		case atom.Body, atom.Caption, atom.Col, atom.Colgroup, atom.Html, atom.Td, atom.Th:
			return false
		}
	}
	return p.inTable()
}

func (p *builder) closeRow() bool {
	if p.find(Name(atom.Tr), inTableScope) < 0 {
		return false
	}
	p.clearTo(isRow | IsTemplate | isHTML)
	p.pop()
	p.mode = inTableBody
	return true
}

func (p *builder) inCell() bool {
	switch p.tok.kind {
	case startTag:
		switch atom.Atom(p.tok.name) {
		case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr:
			if at := p.findBits(isCell, inTableScope); at >= 0 {
				p.closeCell(at)
				return true
			}
			return false
		}
	case endTag:
		switch atom.Atom(p.tok.name) {
		case atom.Td, atom.Th:
			if at := p.find(p.tok.name, inTableScope); at >= 0 {
				p.closeCell(at)
			}
			return false
		case atom.Body, atom.Caption, atom.Col, atom.Colgroup, atom.Html:
			return false
		case atom.Table, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr:
			if p.find(p.tok.name, inTableScope) < 0 {
				return false
			}
			if at := p.findBits(isCell, inTableScope); at >= 0 {
				p.closeCell(at)
			}
			return true
		}
	}
	return p.inBody()
}

func (p *builder) closeCell(at int) {
	p.cut(at)
	p.clearActive()
	p.mode = inRow
}

func (p *builder) inTemplate() bool {
	switch p.tok.kind {
	case textToken, comment, doctype:
		return p.inBody()
	case startTag:
		next := inBody
		switch atom.Atom(p.tok.name) {
		case atom.Link, atom.Meta, atom.Script, atom.Style, atom.Template:
			return p.inHead()
		case atom.Caption, atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead:
			next = inTable
		case atom.Col:
			next = inColumnGroup
		case atom.Tr:
			next = inTableBody
		case atom.Td, atom.Th:
			next = inRow
		}
		p.templates[len(p.templates)-1] = next
		p.mode = next
		return true
	case endTag:
		if p.tok.name == Name(atom.Template) {
			p.endTemplate()
		}
		return false
	}
	at := p.openTemplate()
	if at < 0 {
		p.done = true
		return false
	}
	p.cut(at)
	p.leaveTemplate()
	return true
}
