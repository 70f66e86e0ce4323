package selector

import (
	"fmt"

	"github.com/wield-run/wield/pkg/diag"
)

// parsePseudoClass reads a pseudo-class behind its colon.
func (p *parser) parsePseudoClass(s *Simple, start int) (*Simple, *failure) {
	t := p.peek()
	s.Kind = PseudoClass
	s.Name = lower(t.text)
	switch t.kind {
	case tokIdent:
		p.at++
		if f, ok := pseudoElement(s.Name); ok && legacyElement(s.Name) {
			s.Kind = PseudoElement
			return p.endPseudoElement(s, start, f)
		}
		s.test = pseudoClass(s.Name)
		if s.test == testUnknown && pseudoFunction(s.Name) != testUnknown {
			return nil, p.missingArgument(start, t)
		}
	case tokFunction:
		p.at++
		s.test = pseudoFunction(s.Name)
		if s.test == testUnknown && pseudoClass(s.Name) != testUnknown {
			return nil, p.needlessArgument(start, t)
		}
	default:
		return nil, p.badPseudo(start)
	}
	s.Span = p.spanFrom(start)
	switch s.test {
	case testUnknown:
		return nil, p.unknownPseudo(start, t)
	case testRefused:
		return nil, &failure{
			span: s.Span, refused: true,
			message: fmt.Sprintf("%s asks the browser's form validation, which does not run here", diag.Quote(p.text(s.Span), 40)),
			hint:    "select by the attributes instead, such as [required] or [type=\"email\"]",
		}
	}
	if !p.after.allowsClass(s.Name, s.test) {
		return nil, p.notAfterPseudoElement(s.Span)
	}
	if t.kind == tokFunction {
		if err := p.parseArgument(s, start); err != nil {
			return nil, err
		}
		s.Span = p.spanFrom(start)
	}
	return s, nil
}

// legacyElement reports whether a pseudo-element may be written with one colon.
func legacyElement(name string) bool {
	switch name {
	case "before", "after", "first-line", "first-letter":
		return true
	}
	return false
}

// parseArgument reads the argument of a pseudo-class, and its parenthesis.
func (p *parser) parseArgument(s *Simple, start int) *failure {
	outer := p.place
	p.depth++
	defer func() {
		p.place = outer
		p.depth--
	}()
	if p.depth > maxNesting {
		return p.tooDeep(start)
	}
	if err := p.parseArgumentOf(s, start); err != nil {
		return err
	}
	p.skipSpace()
	if !p.closed(tokCloseParen) {
		return p.near(p.unexpected())
	}
	return nil
}

func (p *parser) tooDeep(start int) *failure {
	return &failure{
		span: p.spanFrom(start), refused: true,
		message: fmt.Sprintf("the selector nests more than %d parentheses", maxNesting),
		hint:    "write it without so many",
	}
}

func (p *parser) parseArgumentOf(s *Simple, start int) (err *failure) {
	switch s.test {
	case testIs, testWhere:
		p.noPseudoElements = true
		s.Args, s.Dropped, err = p.parseForgiving()
		if s.Args == nil {
			s.Args = []*Complex{}
		}
	case testAny:
		p.noPseudoElements, p.compoundOnly = true, true
		s.Args, err = p.parseList(false)
	case testNot:
		p.noPseudoElements = true
		s.Args, err = p.parseList(false)
	case testHas:
		if p.inHas || p.compoundOnly {
			return p.nestedHas(start)
		}
		p.noPseudoElements, p.inHas = true, true
		s.Args, err = p.parseList(true)
	case testNthChild, testNthLastChild, testNthOfType, testNthLastOfType:
		return p.parseNthArgument(s)
	case testCompound:
		p.noPseudoElements, p.compoundOnly = true, true
		return p.parseCompoundArgument(s)
	case testIdents:
		return p.parseNames(true)
	default:
		return p.parseOneName(s)
	}
	return err
}

func (p *parser) parseCompoundArgument(s *Simple) *failure {
	list, err := p.parseList(false)
	if err == nil && len(list) > 1 {
		err = &failure{span: list[1].Span, message: "only one compound may stand here"}
	}
	s.Args = list
	return err
}

func (p *parser) parseOneName(s *Simple) *failure {
	p.skipSpace()
	t := p.peek()
	if t.kind != tokIdent {
		return p.badName(s)
	}
	s.Value = t.text
	p.at++
	p.skipSpace()
	if k := p.peek().kind; k != tokCloseParen && k != tokEnd {
		return p.badName(s)
	}
	return nil
}

// parseNames reads names with commas or with white space between them.
func (p *parser) parseNames(commas bool) *failure {
	for {
		p.skipSpace()
		if p.peek().kind != tokIdent {
			return p.unexpected()
		}
		p.at++
		p.skipSpace()
		switch k := p.peek().kind; {
		case k == tokCloseParen || k == tokEnd:
			return nil
		case commas && k == tokComma:
			p.at++
		case commas:
			return p.unexpected()
		}
	}
}

func (p *parser) parseNthArgument(s *Simple) *failure {
	p.skipSpace()
	first := p.at
	a, b, ok := p.parseNth()
	if !ok {
		return p.badNth(s, first)
	}
	s.a, s.b = a, b
	s.Value = p.text(p.spanFrom(first))
	p.skipSpace()
	if t := p.peek(); t.kind != tokIdent || lower(t.text) != "of" {
		if k := t.kind; k != tokCloseParen && k != tokEnd {
			return p.badNth(s, first)
		}
		return nil
	}
	if s.test == testNthOfType || s.test == testNthLastOfType {
		return &failure{
			span:    p.peek().span,
			message: fmt.Sprintf("\":%s()\" takes no selector behind \"of\"", s.Name),
			hint:    "only :nth-child() and :nth-last-child() do",
		}
	}
	p.at++
	list, err := p.parseList(false)
	s.Args = list
	return err
}

// parsePseudoElement reads a pseudo-element behind its colons.
func (p *parser) parsePseudoElement(s *Simple, start int) (*Simple, *failure) {
	t := p.peek()
	s.Kind = PseudoElement
	s.Name = lower(t.text)
	switch t.kind {
	case tokIdent:
		p.at++
		f, ok := pseudoElement(s.Name)
		if !ok {
			return nil, p.unknownPseudoElement(start, t)
		}
		return p.endPseudoElement(s, start, f)
	case tokFunction:
		p.at++
		kind, f, ok := pseudoElementFunction(s.Name)
		if !ok {
			return nil, p.unknownPseudoElement(start, t)
		}
		if err := p.parseElementArgument(s, start, kind); err != nil {
			return nil, err
		}
		return p.endPseudoElement(s, start, f)
	}
	return nil, p.badPseudo(start)
}

func (p *parser) endPseudoElement(s *Simple, start int, f follow) (*Simple, *failure) {
	s.Span = p.spanFrom(start)
	if p.noPseudoElements || !p.after.allowsElement(s.Name) {
		return nil, &failure{
			span:    s.Span,
			message: fmt.Sprintf("the pseudo-element %s cannot stand here", diag.Quote(p.text(s.Span), 40)),
			hint:    "remove it: a pseudo-element is no part of the document",
		}
	}
	p.after = f
	return s, nil
}

func (p *parser) parseElementArgument(s *Simple, start int, kind argument) *failure {
	outer := p.place
	p.depth++
	defer func() {
		p.place = outer
		p.depth--
	}()
	if p.depth > maxNesting {
		return p.tooDeep(start)
	}
	var err *failure
	switch kind {
	case compoundArgument:
		p.noPseudoElements, p.compoundOnly = true, true
		err = p.parseCompoundArgument(s)
		s.Args = nil
	case nameArgument:
		err = p.parseOneName(s)
	case namesArgument:
		err = p.parseNames(false)
	case nameOrAnyArgument:
		p.skipSpace()
		if p.isDelim("*") {
			p.at++
		} else {
			err = p.parseOneName(s)
		}
	case transitionArgument:
		err = p.parseTransition()
	}
	if err != nil {
		return err
	}
	p.skipSpace()
	if !p.closed(tokCloseParen) {
		return p.unexpected()
	}
	return nil
}

// parseTransition reads the name and classes of a view transition.
func (p *parser) parseTransition() *failure {
	p.skipSpace()
	read := false
	if p.isDelim("*") || p.peek().kind == tokIdent {
		p.at++
		read = true
	}
	for p.isDelim(".") && p.toks[p.at+1].kind == tokIdent {
		p.at += 2
		read = true
	}
	if !read {
		return p.unexpected()
	}
	return nil
}
