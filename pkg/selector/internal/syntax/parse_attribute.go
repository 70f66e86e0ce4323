package syntax

// parseAttribute reads a test of an attribute behind its bracket.
func (p *parser) parseAttribute(s *Simple) *Failure {
	s.Kind = Attribute
	open := p.at - 1
	p.skipSpace()
	if t := p.peek(); t.kind == tokDelim && t.text == "*" && p.toks[p.at+1].kind == tokDelim && p.toks[p.at+1].text == "|" {
		s.Namespace, s.Barred = "*", true
		p.at += 2
	} else if t.kind == tokDelim && t.text == "|" {
		s.Barred = true
		p.at++
	}
	name := p.peek()
	if name.kind != tokIdent {
		return p.badAttributeName(open)
	}
	p.at++
	s.Name = name.text
	if p.isDelim("|") && p.toks[p.at+1].kind == tokIdent {
		return p.badAttributeName(open)
	}
	p.skipSpace()
	if p.closed(tokCloseSquare) {
		return nil
	}
	if err := p.operator(s, open); err != nil {
		return err
	}
	p.skipSpace()
	value := p.peek()
	if value.kind != tokIdent && value.kind != tokString {
		return p.badAttributeValue(s)
	}
	p.at++
	s.Value = value.text
	p.skipSpace()
	if p.closed(tokCloseSquare) {
		return nil
	}
	if t := p.peek(); t.kind == tokIdent && Lower(t.text) == "i" {
		s.Flag = 'i'
		p.at++
		p.skipSpace()
		if p.closed(tokCloseSquare) {
			return nil
		}
	}
	return p.badAttributeEnd(s, value)
}

// closed reads a closing bracket; the end of the text closes everything.
func (p *parser) closed(kind tokenKind) bool {
	if p.peek().kind == kind {
		p.at++
		return true
	}
	return p.peek().kind == tokEnd
}

func (p *parser) operator(s *Simple, open int) *Failure {
	t := p.peek()
	if t.kind == tokDelim {
		switch t.text {
		case "=":
			p.at++
			s.Op = "="
			return nil
		case "~", "|", "^", "$", "*":
			if eq := p.toks[p.at+1]; eq.kind == tokDelim && eq.text == "=" && eq.span.Start == t.span.End {
				p.at += 2
				s.Op = p.src[t.span.Start:eq.span.End]
				return nil
			}
		}
	}
	return p.badOperator(s, open)
}
