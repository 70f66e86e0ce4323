package syntax

import (
	"fmt"
	"slices"

	"github.com/wield-run/wield/pkg/diag"
)

// parsePseudoClass reads a pseudo-class behind its colon.
func (p *parser) parsePseudoClass(s *Simple, start int) (*Simple, *Failure) {
	t := p.peek()
	s.Kind = PseudoClass
	s.Name = Lower(t.text)
	switch t.kind {
	case tokIdent:
		p.at++
		if f, ok := pseudoElement(s.Name); ok && legacyElement(s.Name) {
			s.Kind = PseudoElement
			return p.endPseudoElement(s, start, f)
		}
		s.Test = pseudoClass(s.Name)
		if s.Test == TestUnknown && pseudoFunction(s.Name) != TestUnknown {
			return nil, p.missingArgument(start, t)
		}
	case tokFunction:
		p.at++
		s.Test = pseudoFunction(s.Name)
		if s.Test == TestUnknown && pseudoClass(s.Name) != TestUnknown {
			return nil, p.needlessArgument(start, t)
		}
	default:
		return nil, p.badPseudo(start)
	}
	s.Span = p.spanFrom(start)
	switch s.Test {
	case TestUnknown:
		return nil, p.unknownPseudo(start, t)
	case TestRefused:
		return nil, &Failure{
			Span: s.Span, Refused: true,
			Message: fmt.Sprintf("%s asks the browser's form validation, which does not run here", diag.Quote(p.text(s.Span), 40)),
			Hint:    "select by the attributes instead, such as [required] or [type=\"email\"]",
		}
	}
	if !p.after.allowsClass(s.Name, s.Test) {
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
func (p *parser) parseArgument(s *Simple, start int) *Failure {
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

func (p *parser) tooDeep(start int) *Failure {
	return &Failure{
		Span: p.spanFrom(start), Refused: true,
		Message: fmt.Sprintf("the selector nests more than %d parentheses", maxNesting),
		Hint:    "write it without so many",
	}
}

func (p *parser) parseArgumentOf(s *Simple, start int) (err *Failure) {
	switch s.Test {
	case TestIs, TestWhere:
		p.noPseudoElements = true
		s.Args, s.Dropped, err = p.parseForgiving()
		if s.Args == nil {
			s.Args = []*Complex{}
		}
	case TestAny:
		p.noPseudoElements, p.compoundOnly = true, true
		s.Args, err = p.parseList(false)
	case TestNot:
		p.noPseudoElements = true
		s.Args, err = p.parseList(false)
	case TestHas:
		if p.inHas || p.compoundOnly {
			return p.nestedHas(start)
		}
		p.noPseudoElements, p.inHas = true, true
		s.Args, err = p.parseList(true)
	case TestNthChild, TestNthLastChild, TestNthOfType, TestNthLastOfType:
		return p.parseNthArgument(s)
	case TestCompound:
		p.noPseudoElements, p.compoundOnly = true, true
		return p.parseCompoundArgument(s)
	case TestIdents:
		return p.parseNames(true)
	default:
		return p.parseOneName(s)
	}
	return err
}

func (p *parser) parseCompoundArgument(s *Simple) *Failure {
	list, err := p.parseList(false)
	if err == nil && len(list) > 1 {
		err = &Failure{Span: list[1].Span, Message: "only one compound may stand here", Hint: "keep one of them"}
	}
	s.Args = list
	return err
}

func (p *parser) parseOneName(s *Simple) *Failure {
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

// parseOneOf reads one of some names, in any case.
func (p *parser) parseOneOf(s *Simple, names ...string) *Failure {
	p.skipSpace()
	name := p.peek()
	err := p.parseOneName(s)
	if err == nil && !slices.Contains(names, Lower(s.Value)) {
		err = &Failure{
			Span:    name.span,
			Message: fmt.Sprintf("%s is no argument that \"::%s()\" takes", diag.Quote(p.text(name.span), 40), s.Name),
			Hint:    "write ::" + s.Name + "(" + names[0] + ")",
		}
	}
	return err
}

// parseNames reads names with commas or with white space between them.
func (p *parser) parseNames(commas bool) *Failure {
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

func (p *parser) parseNthArgument(s *Simple) *Failure {
	p.skipSpace()
	first := p.at
	a, b, ok := p.parseNth()
	if !ok {
		return p.badNth(s, first)
	}
	s.A, s.B = a, b
	s.Value = p.text(p.spanFrom(first))
	p.skipSpace()
	t := p.peek()
	if t.kind == tokIdent && t.text != "of" && Lower(t.text) == "of" {
		// CSS has no case here, yet Chromium knows the small letters only.
		return &Failure{
			Span:    t.span,
			Message: fmt.Sprintf("Chromium refuses %s in \":%s()\"", diag.Quote(t.text, 10), s.Name),
			Hint:    "write \"of\" in small letters",
		}
	}
	if t.kind != tokIdent || t.text != "of" {
		if k := t.kind; k != tokCloseParen && k != tokEnd {
			return p.badNth(s, first)
		}
		return nil
	}
	if s.Test == TestNthOfType || s.Test == TestNthLastOfType {
		return &Failure{
			Span:    p.peek().span,
			Message: fmt.Sprintf("\":%s()\" takes no selector behind \"of\"", s.Name),
			Hint:    "only :nth-child() and :nth-last-child() do",
		}
	}
	p.at++
	list, err := p.parseList(false)
	s.Args = list
	return err
}

// parsePseudoElement reads a pseudo-element behind its colons.
func (p *parser) parsePseudoElement(s *Simple, start int) (*Simple, *Failure) {
	t := p.peek()
	s.Kind = PseudoElement
	s.Name = Lower(t.text)
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

func (p *parser) endPseudoElement(s *Simple, start int, f follow) (*Simple, *Failure) {
	s.Span = p.spanFrom(start)
	if p.noPseudoElements || !p.after.allowsElement(s.Name) {
		return nil, &Failure{
			Span:    s.Span,
			Message: fmt.Sprintf("the pseudo-element %s cannot stand here", diag.Quote(p.text(s.Span), 40)),
			Hint:    "remove it: a pseudo-element is no part of the document",
		}
	}
	p.after = f
	return s, nil
}

func (p *parser) parseElementArgument(s *Simple, start int, kind argument) *Failure {
	outer := p.place
	p.depth++
	defer func() {
		p.place = outer
		p.depth--
	}()
	if p.depth > maxNesting {
		return p.tooDeep(start)
	}
	var err *Failure
	switch kind {
	case compoundArgument:
		p.noPseudoElements, p.compoundOnly = true, true
		err = p.parseCompoundArgument(s)
		s.Args = nil
	case nameArgument:
		err = p.parseOneName(s)
	case namesArgument:
		err = p.parseNames(false)
	case pickerArgument:
		err = p.parseOneOf(s, "select")
	case scrollArgument:
		p.skipSpace()
		if p.isDelim("*") {
			p.at++
		} else {
			err = p.parseOneOf(s, "up", "down", "left", "right", "block-start", "block-end", "inline-start", "inline-end")
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
func (p *parser) parseTransition() *Failure {
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
