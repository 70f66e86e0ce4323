package syntax

import (
	"fmt"

	"github.com/wield-run/wield/internal/chunk"
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
	room  *Reader
	place
}

// place is what the place of a selector in another one forbids it.
type place struct {
	inHas            bool
	compoundOnly     bool
	noPseudoElements bool
	after            follow // the pseudo-element that stands before
}

// Failure is why a selector is refused.
type Failure struct {
	Span    diag.Span
	Refused bool   // a browser takes it
	Message string // one sentence
	Hint    string
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

// unexpected makes the Failure for the next token.
func (p *parser) unexpected() *Failure {
	t := p.peek()
	if t.kind == tokEnd {
		span := diag.Span{Start: max(0, len(p.src)-1), End: len(p.src)}
		return &Failure{Span: span, Message: "the selector ends too early", Hint: "write what is missing at the end, or remove what waits for it"}
	}
	return &Failure{
		Span:    t.span,
		Message: fmt.Sprintf("%s is out of place in a selector", diag.Quote(p.text(t.span), 40)),
		Hint:    "a selector is made of names, .classes, #ids, [attributes] and :pseudo-classes",
	}
}

// Reader reads the selectors of one document, and takes memory for several at
// once. The zero Reader is ready; it is not for several goroutines.
type Reader struct {
	toks      []token // of the selector that is read
	complexes chunk.Chunk[Complex]
	compounds chunk.Chunk[Compound]
	simples   chunk.Chunk[Simple]
	lists     struct {
		complexes chunk.Chunk[*Complex]
		compounds chunk.Chunk[*Compound]
		simples   chunk.Chunk[*Simple]
	}
}

// Parse reads a selector. The failure has a span in src.
func (r *Reader) Parse(src string) ([]*Complex, *Failure) {
	if len(src) > maxLength {
		return nil, &Failure{
			Span: diag.Span{End: len(src)}, Refused: true,
			Message: fmt.Sprintf("the selector has %d bytes, and at most %d are read", len(src), maxLength),
			Hint:    "write a shorter one",
		}
	}
	if r.toks == nil {
		r.toks = make([]token, 0, 32) // most selectors have fewer
	}
	r.toks = scan(r.toks[:0], src)
	p := &parser{src: src, toks: r.toks, room: r}
	return p.parseSelector()
}

// parseSelector reads a whole selector.
func (p *parser) parseSelector() ([]*Complex, *Failure) {
	p.skipSpace()
	if p.peek().kind == tokEnd {
		return nil, &Failure{Span: diag.Span{End: len(p.src)}, Message: "the selector is empty", Hint: "write one, such as \".price\""}
	}
	list, err := p.parseList(false)
	if err == nil && p.peek().kind != tokEnd {
		err = p.near(p.unexpected())
	}
	return list, err
}

// parseList reads alternatives up to the end or a closing parenthesis.
func (p *parser) parseList(relative bool) ([]*Complex, *Failure) {
	var few [4]*Complex
	list := few[:0]
	for {
		c, err := p.parseComplex(relative)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
		if p.peek().kind != tokComma {
			return p.room.lists.complexes.Copy(list), nil
		}
		p.at++
	}
}

// parseForgiving reads the alternatives of :is() and :where(): one that cannot
// be understood is dropped.
func (p *parser) parseForgiving() (list []*Complex, dropped []diag.Span, refused *Failure) {
	for {
		p.skipSpace()
		start := p.at
		c, err := p.parseComplex(false)
		if err != nil && err.Refused {
			return nil, nil, err
		}
		if err == nil {
			if p.peek().kind == tokOpenBrace { // to a browser a rule begins here
				return nil, nil, p.near(p.unexpected())
			}
			list = append(list, c)
		} else {
			p.at = start
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
func (p *parser) parseComplex(relative bool) (*Complex, *Failure) {
	p.skipSpace()
	start := p.at
	combinator := p.combinator()
	if combinator != None && !relative {
		return nil, p.leadingCombinator(start)
	}
	if relative && combinator == None {
		combinator = Descendant
	}
	var few [4]*Compound
	compounds := few[:0]
	for {
		compound, err := p.parseCompound()
		if err != nil {
			return nil, err
		}
		compound.Combinator = combinator
		compounds = append(compounds, compound)
		space := p.skipSpace()
		combinator = p.combinator()
		if combinator == None {
			switch p.peek().kind {
			case tokComma, tokCloseParen, tokOpenBrace, tokEnd:
				c := p.room.complexes.New()
				c.Compounds, c.Span = p.room.lists.compounds.Copy(compounds), p.spanFrom(start)
				return c, nil
			}
			if !space {
				return nil, p.near(p.unexpected())
			}
			combinator = Descendant
		}
		if p.compoundOnly {
			return nil, &Failure{
				Span:    compound.Span,
				Message: fmt.Sprintf("%s has more than one compound where only one may stand", diag.Quote(p.text(p.spanFrom(start)), 40)),
				Hint:    "write it without spaces and combinators",
			}
		}
		for _, s := range compound.Simples {
			if s.Kind == PseudoElement {
				return nil, &Failure{
					Span:    s.Span,
					Message: fmt.Sprintf("nothing can stand below or beside the pseudo-element %s", diag.Quote(p.text(s.Span), 40)),
					Hint:    "remove it: a pseudo-element is no part of the document",
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
func (p *parser) parseCompound() (*Compound, *Failure) {
	start := p.at
	var few [4]*Simple
	simples := few[:0]
	outer := p.after
	defer func() { p.after = outer }()
	s, err := p.parseType()
	if s != nil {
		simples = append(simples, s)
	}
	for err == nil {
		if s, err = p.parseSimple(); s == nil {
			break
		}
		simples = append(simples, s)
	}
	if err != nil {
		return nil, err
	}
	if len(simples) == 0 {
		return nil, p.near(p.unexpected())
	}
	c := p.room.compounds.New()
	c.Simples, c.Span = p.room.lists.simples.Copy(simples), p.spanFrom(start)
	return c, nil
}

// parseType reads the element's name at the beginning of a compound: a, *,
// *|a, |a. It is nil where none stands there.
func (p *parser) parseType() (*Simple, *Failure) {
	start := p.at
	barred, namespace := false, ""
	first := p.peek()
	isName := func(t *token) bool { return t.kind == tokIdent || t.kind == tokDelim && t.text == "*" }
	bar := func(at int) bool {
		return p.toks[at].kind == tokDelim && p.toks[at].text == "|" && isName(&p.toks[at+1])
	}
	switch {
	case isName(first) && bar(p.at+1):
		if first.kind == tokIdent {
			hint := fmt.Sprintf("write \"%[1]s, %[1]s *\" for such elements and all inside them, or \"*\" for any element", Escape(first.text))
			if name := &p.toks[p.at+2]; name.kind == tokIdent {
				hint = fmt.Sprintf("write \"*|%s\", or \"%s\\:%s\" for an element whose name has a colon", Escape(name.text), Escape(first.text), Escape(name.text))
			}
			return nil, &Failure{
				Span:    diag.Span{Start: first.span.Start, End: p.toks[p.at+1].span.End},
				Message: fmt.Sprintf("the namespace %s is not declared, and a selector cannot declare one", diag.Quote(first.text, 40)),
				Hint:    hint,
			}
		}
		barred, namespace = true, "*"
		p.at += 2
	case bar(p.at):
		barred = true
		p.at++
	case !isName(first):
		return nil, nil
	}
	t := p.next()
	s := p.room.simples.New()
	s.Kind, s.Name, s.Barred, s.Namespace = Type, t.text, barred, namespace
	if t.kind == tokDelim {
		s.Kind = Universal
	}
	s.Span = p.spanFrom(start)
	if p.after != nothing {
		return nil, p.notAfterPseudoElement(s.Span)
	}
	return s, nil
}

// begins reports whether a token begins a simple selector other than the name.
func begins(t *token) bool {
	switch t.kind {
	case tokHash, tokOpenSquare, tokColon:
		return true
	}
	return t.kind == tokDelim && (t.text == "." || t.text == "&")
}

// parseSimple reads a simple selector other than the name; nil where none
// begins.
func (p *parser) parseSimple() (*Simple, *Failure) {
	start := p.at
	t := p.peek()
	if !begins(t) {
		return nil, nil
	}
	s := p.room.simples.New()
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
	}
	s.Span = p.spanFrom(start)
	if p.after != nothing {
		return nil, p.notAfterPseudoElement(s.Span)
	}
	return s, nil
}
