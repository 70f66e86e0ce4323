package tree

import "golang.org/x/net/html/atom"

func (p *builder) inAfterBody() bool {
	switch p.tok.kind {
	case comment, doctype:
		return false
	case textToken:
		if p.takeSpace() {
			return false
		}
	case startTag:
		if p.tok.name == Name(atom.Html) {
			return p.inBody()
		}
	case endTag:
		if p.tok.name == Name(atom.Html) {
			if !p.fragment {
				p.mode = afterAfterBody
			}
			return false
		}
	case endOfFile:
		p.done = true
		return false
	}
	p.mode = inBody
	return true
}

func (p *builder) inAfterAfterBody() bool {
	switch p.tok.kind {
	case comment, doctype:
		return false
	case textToken:
		if p.takeSpace() {
			return false
		}
	case startTag:
		if p.tok.name == Name(atom.Html) {
			return p.inBody()
		}
	case endOfFile:
		p.done = true
		return false
	}
	p.mode = inBody
	return true
}

// inFrames has the rules of the three modes of a page of frames, which hold
// next to nothing.
func (p *builder) inFrames(m mode) bool {
	switch p.tok.kind {
	case textToken:
		space := onlySpace(p.tok.text)
		if m == afterAfterFrameset && len(space) > 0 {
			p.reconstruct()
		}
		p.addText(space)
	case startTag:
		switch atom.Atom(p.tok.name) {
		case atom.Html:
			return p.inBody()
		case atom.Noframes:
			return p.inHead()
		case atom.Frameset:
			if m == inFrameset {
				p.addElement()
			}
		case atom.Frame:
			if m == inFrameset {
				p.addVoid()
			}
		}
	case endTag:
		switch {
		case m == inFrameset && p.tok.name == Name(atom.Frameset) && len(p.stack) > 1:
			p.pop()
			if !p.fragment && !p.is(atom.Frameset) {
				p.mode = afterFrameset
			}
		case m == afterFrameset && p.tok.name == Name(atom.Html):
			p.mode = afterAfterFrameset
		}
	case endOfFile:
		p.done = true
	}
	return false
}
