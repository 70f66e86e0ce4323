package selector

import (
	"fmt"

	"github.com/wield-run/wield/pkg/diag"
)

// The limits of a selector; browsers take more.
const (
	maxLength  = 4096 // bytes
	maxNesting = 64
)

// parser reads the tokens of one selector.
type parser struct {
	src   string
	toks  []token
	at    int
	depth int
	count int
	place
}

// place is what the place of a selector in another one forbids it.
type place struct {
	inHas            bool
	compoundOnly     bool
	noPseudoElements bool
	after            follow // the pseudo-element that stands before
}

// failure is why a selector is refused.
type failure struct {
	span    diag.Span
	refused bool // a browser takes it
	message string
	hint    string
}

func (p *parser) peek() *token { return &p.toks[p.at] }

func (p *parser) next() *token {
	t := &p.toks[p.at]
	if t.kind != tokEnd {
		p.at++
	}
	return t
}

func (p *parser) skipSpace() (skipped bool) {
	for p.peek().kind == tokSpace {
		p.at++
		skipped = true
	}
	return skipped
}

func (p *parser) text(span diag.Span) string { return p.src[span.Start:span.End] }

// isDelim reports whether the next token is a delimiter.
func (p *parser) isDelim(c string) bool { return p.peek().kind == tokDelim && p.peek().text == c }

// unexpected makes the failure for the next token.
func (p *parser) unexpected() *failure {
	t := p.peek()
	if t.kind == tokEnd {
		span := diag.Span{Start: max(0, len(p.src)-1), End: len(p.src)}
		return &failure{span: span, message: "the selector ends too early"}
	}
	return &failure{span: t.span, message: fmt.Sprintf("%s is out of place in a selector", diag.Quote(p.text(t.span), 40))}
}

// parseSelector reads a whole selector.
func (p *parser) parseSelector() ([]*Complex, *failure) {
	p.skipSpace()
	if p.peek().kind == tokEnd {
		return nil, &failure{span: diag.Span{End: len(p.src)}, message: "the selector is empty"}
	}
	list, err := p.parseList(false)
	if err == nil && p.peek().kind != tokEnd {
		err = p.unexpected()
	}
	return list, err
}

// parseList reads alternatives up to the end or a closing parenthesis.
func (p *parser) parseList(relative bool) ([]*Complex, *failure) {
	var list []*Complex
	for {
		c, err := p.parseComplex(relative)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
		if p.peek().kind != tokComma {
			return list, nil
		}
		p.at++
	}
}

// parseForgiving reads the alternatives of :is() and :where(): one that cannot
// be understood is dropped.
func (p *parser) parseForgiving() (list []*Complex, dropped []diag.Span, refused *failure) {
	for {
		p.skipSpace()
		start, count := p.at, p.count
		c, err := p.parseComplex(false)
		if err != nil && err.refused {
			return nil, nil, err
		}
		if k := p.peek().kind; err == nil && (k == tokComma || k == tokCloseParen || k == tokEnd) {
			list = append(list, c)
		} else {
			p.at, p.count = start, count
			p.skipAlternative()
			if span := p.spanFrom(start); span.Len() > 0 {
				dropped = append(dropped, span)
			}
		}
		if p.peek().kind != tokComma {
			return list, dropped, nil
		}
		p.at++
	}
}

// skipAlternative goes to the next comma, or to the end of the list.
func (p *parser) skipAlternative() {
	var open []tokenKind
	for {
		t := p.peek()
		if len(open) == 0 && (t.kind == tokComma || t.kind == tokCloseParen) || t.kind == tokEnd {
			return
		}
		switch t.kind {
		case tokFunction, tokOpenParen:
			open = append(open, tokCloseParen)
		case tokOpenSquare:
			open = append(open, tokCloseSquare)
		case tokOpenBrace:
			open = append(open, tokCloseBrace)
		default:
			if len(open) > 0 && t.kind == open[len(open)-1] {
				open = open[:len(open)-1]
			}
		}
		p.at++
	}
}

// spanFrom gives the span from a token up to the token before the next one,
// without the white space around it.
func (p *parser) spanFrom(start int) diag.Span {
	end := p.at
	for end > start && p.toks[end-1].kind == tokSpace {
		end--
	}
	if start == end {
		return diag.Span{Start: p.toks[start].span.Start, End: p.toks[start].span.Start}
	}
	return diag.Span{Start: p.toks[start].span.Start, End: p.toks[end-1].span.End}
}

// parseComplex reads one alternative and the white space around it.
func (p *parser) parseComplex(relative bool) (*Complex, *failure) {
	p.skipSpace()
	start := p.at
	c := &Complex{}
	combinator := p.combinator()
	if combinator != None && !relative {
		return nil, p.leadingCombinator(start)
	}
	if relative && combinator == None {
		combinator = Descendant
	}
	for {
		compound, err := p.parseCompound()
		if err != nil {
			return nil, err
		}
		compound.Combinator = combinator
		c.Compounds = append(c.Compounds, compound)
		space := p.skipSpace()
		combinator = p.combinator()
		if combinator == None {
			if k := p.peek().kind; k == tokComma || k == tokCloseParen || k == tokEnd {
				c.Span = p.spanFrom(start)
				return c, nil
			}
			if !space {
				return nil, p.near(p.unexpected())
			}
			combinator = Descendant
		}
		if p.compoundOnly {
			return nil, &failure{
				span:    compound.Span,
				message: fmt.Sprintf("%s has more than one compound where only one may stand", diag.Quote(p.text(p.spanFrom(start)), 40)),
			}
		}
		for _, s := range compound.Simples {
			if s.Kind == PseudoElement {
				return nil, &failure{
					span:    s.Span,
					message: fmt.Sprintf("nothing can stand below or beside the pseudo-element %s", diag.Quote(p.text(s.Span), 40)),
					hint:    "remove it: a pseudo-element is no part of the document",
				}
			}
		}
	}
}

// combinator reads >, + or ~ and the white space behind it.
func (p *parser) combinator() Combinator {
	if t := p.peek(); t.kind == tokDelim {
		switch t.text {
		case ">", "+", "~":
			p.at++
			p.skipSpace()
			return Combinator(t.text[0])
		}
	}
	return None
}

// parseCompound reads the simple selectors of one compound.
func (p *parser) parseCompound() (*Compound, *failure) {
	start := p.at
	c := &Compound{}
	outer := p.after
	defer func() { p.after = outer }()
	if err := p.parseType(c); err != nil {
		return nil, err
	}
	for {
		s, err := p.parseSimple(c)
		if err != nil {
			return nil, err
		}
		if s == nil {
			break
		}
		p.add(c, s)
	}
	if len(c.Simples) == 0 {
		return nil, p.near(p.unexpected())
	}
	c.Span = p.spanFrom(start)
	return c, nil
}

func (p *parser) add(c *Compound, s *Simple) {
	s.index = p.count
	p.count++
	c.Simples = append(c.Simples, s)
}

// parseType reads the element's name at the beginning of a compound: a, *,
// *|a, |a.
func (p *parser) parseType(c *Compound) *failure {
	start := p.at
	s := &Simple{}
	first := p.peek()
	isName := func(t *token) bool { return t.kind == tokIdent || t.kind == tokDelim && t.text == "*" }
	bar := func(at int) bool {
		return p.toks[at].kind == tokDelim && p.toks[at].text == "|" && isName(&p.toks[at+1])
	}
	switch {
	case isName(first) && bar(p.at+1):
		if first.kind == tokIdent {
			return &failure{
				span:    diag.Span{Start: first.span.Start, End: p.toks[p.at+1].span.End},
				message: fmt.Sprintf("the namespace %s is not declared, and a selector cannot declare one", diag.Quote(first.text, 40)),
				hint:    fmt.Sprintf("write \"*|%s\", or \"%s\\:%s\" for an element whose name has a colon", p.toks[p.at+2].text, first.text, p.toks[p.at+2].text),
			}
		}
		s.Namespace, s.Barred = "*", true
		p.at += 2
	case bar(p.at):
		s.Barred = true
		p.at++
	case !isName(first):
		return nil
	}
	t := p.next()
	s.Kind = Type
	s.Name = t.text
	if t.kind == tokDelim {
		s.Kind = Universal
	}
	s.Span = p.spanFrom(start)
	if p.after != nothing {
		return p.notAfterPseudoElement(s.Span)
	}
	p.add(c, s)
	return nil
}

// parseSimple reads a simple selector other than the name; nil where none
// begins.
func (p *parser) parseSimple(c *Compound) (*Simple, *failure) {
	start := p.at
	s := &Simple{}
	t := p.peek()
	switch {
	case t.kind == tokHash:
		p.at++
		if !t.ident {
			return nil, p.badHash(t)
		}
		s.Kind, s.Value = ID, t.text
	case t.kind == tokDelim && t.text == ".":
		p.at++
		name := p.peek()
		if name.kind != tokIdent {
			return nil, p.badClass(t)
		}
		p.at++
		s.Kind, s.Value = Class, name.text
	case t.kind == tokDelim && t.text == "&":
		p.at++
		s.Kind = Nesting
	case t.kind == tokOpenSquare:
		p.at++
		if err := p.parseAttribute(s); err != nil {
			return nil, err
		}
	case t.kind == tokColon:
		p.at++
		if p.peek().kind == tokColon {
			p.at++
			return p.parsePseudoElement(s, start)
		}
		return p.parsePseudoClass(s, start)
	default:
		return nil, nil
	}
	s.Span = p.spanFrom(start)
	if p.after != nothing {
		return nil, p.notAfterPseudoElement(s.Span)
	}
	return s, nil
}

// parseAttribute reads a test of an attribute behind its bracket.
func (p *parser) parseAttribute(s *Simple) *failure {
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
	if t := p.peek(); t.kind == tokIdent && lower(t.text) == "i" {
		s.Flag = 'i'
		p.at++
		p.skipSpace()
		if p.closed(tokCloseSquare) {
			return nil
		}
	}
	return p.badAttributeEnd(value)
}

// closed reads a closing bracket; the end of the text closes everything.
func (p *parser) closed(kind tokenKind) bool {
	if p.peek().kind == kind {
		p.at++
		return true
	}
	return p.peek().kind == tokEnd
}

func (p *parser) operator(s *Simple, open int) *failure {
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
				s.Op = t.text + "="
				return nil
			}
		}
	}
	return p.badOperator(s, open)
}
