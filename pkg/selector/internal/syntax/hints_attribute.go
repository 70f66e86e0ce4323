package syntax

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
)

func (p *parser) badAttributeName(open int) *Failure {
	start := p.toks[open].span
	// A Tailwind class with a value: h-[24px].
	if class, span, ok := p.classBracket(open); ok {
		return p.escapeClass(class, span)
	}
	t := p.peek()
	f := &Failure{
		Span:    diag.Span{Start: start.Start, End: t.span.End},
		Message: fmt.Sprintf("%s is not the name of an attribute", diag.Quote(p.text(t.span), 40)),
		Hint:    "write the name right behind the bracket, as in [data-id]",
	}
	switch {
	case t.kind == tokColon || t.kind == tokAt || t.kind == tokDelim && t.text == "@":
		f.Hint = "escape what is no letter, digit, - or _: [\\@click], [xlink\\:href]"
	case t.kind == tokDelim && t.text == "|":
		f.Hint = "write [*|name] for an attribute of any namespace"
	case t.kind == tokEnd:
		f.Message = "the selector ends where the name of an attribute should stand"
	case t.kind == tokDelim && t.text == "*":
		f.Hint = "an attribute's name cannot be left open; name it"
	}
	return f
}

// classBracket gives the class that a bracket belongs to: h-[24px], with or
// without its point.
func (p *parser) classBracket(open int) (string, diag.Span, bool) {
	at := p.at
	p.at = open
	defer func() { p.at = at }()
	start := p.toks[open].span.Start
	if start == 0 || p.src[start-1] != '-' && p.src[start-1] != ':' && p.src[start-1] != '.' {
		return "", diag.Span{}, false
	}
	if class, span, ok := p.classAround(); ok || open == 0 || p.toks[open-1].kind != tokIdent {
		return class, span, ok
	}
	span := diag.Span{Start: p.toks[open-1].span.Start, End: len(p.src)}
	if i := strings.IndexAny(p.src[start:], " \t\r\n\f,"); i >= 0 {
		span.End = start + i
	}
	return p.text(span), span, true
}

func (p *parser) badAttributeValue(s *Simple) *Failure {
	t := p.peek()
	f := &Failure{Span: t.span}
	if t.kind == tokEnd {
		f.Span = p.unexpected().Span
		f.Message = "the selector ends where the value of an attribute should stand"
		f.Hint = fmt.Sprintf("write [%s%s'…']", Escape(s.Name), s.Op)
		return f
	}
	if t.kind == tokBadString {
		f.Message = "the text has no closing quote on its line"
		f.Hint = "write a line break in it as \\a and close the quote"
		return f
	}
	if t.kind == tokCloseSquare {
		f.Message = "the test of the attribute has no value"
		f.Hint = fmt.Sprintf("write [%s], or [%s%s'']", Escape(s.Name), Escape(s.Name), s.Op)
		return f
	}
	return p.unquoted(s, t.span.Start)
}

// unquoted is for a value that needs quotes.
func (p *parser) unquoted(s *Simple, start int) *Failure {
	f := &Failure{Span: diag.Span{Start: start, End: p.valueEnd(start)}}
	value := p.text(f.Span)
	f.Message = fmt.Sprintf("the value %s needs quotes", diag.Quote(value, 40))
	f.Hint = fmt.Sprintf("write [%s%s%s]", Escape(s.Name), s.Op, quoted(value))
	return f
}

// valueEnd gives where a value ends that lacks its quotes.
func (p *parser) valueEnd(start int) int {
	if i := strings.IndexByte(p.src[start:], ']'); i >= 0 {
		return start + len(strings.TrimRight(p.src[start:start+i], " \t\r\n\f"))
	}
	return len(p.src)
}

// quoted writes a CSS string, with the quotes that JSON has no use for.
func quoted(value string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(value) + "'"
}

// doubled writes a CSS escape as JSON has it.
func doubled(s string) string { return strings.ReplaceAll(s, `\`, `\\`) }

// badAttributeEnd is for what stands between a value and the bracket.
func (p *parser) badAttributeEnd(s *Simple, value *token) *Failure {
	t := p.peek()
	if value.kind == tokIdent && !p.oneFlag() {
		return p.unquoted(s, value.span.Start)
	}
	f := &Failure{Span: t.span, Message: fmt.Sprintf("%s cannot stand behind the value of an attribute", diag.Quote(p.text(t.span), 40))}
	switch {
	case t.kind == tokIdent && Lower(t.text) == "s":
		f.Hint = "browsers have no flag s; remove it"
	default:
		f.Hint = "only the flag i can stand there"
	}
	return f
}

// oneFlag reports whether one letter stands before the bracket.
func (p *parser) oneFlag() bool {
	t, behind := p.peek(), p.at+1
	if t.kind != tokIdent || len(t.text) != 1 {
		return false
	}
	for p.toks[behind].kind == tokSpace {
		behind++
	}
	return p.toks[behind].kind == tokCloseSquare || p.toks[behind].kind == tokEnd
}

func (p *parser) badOperator(s *Simple, open int) *Failure {
	t := p.peek()
	f := p.unexpected()
	f.Hint = fmt.Sprintf("write [%[1]s], or a test such as [%[1]s='…'] or [%[1]s^='…']", Escape(s.Name))
	if t.kind != tokDelim {
		if class, span, ok := p.classBracket(open); ok {
			return p.escapeClass(class, span)
		}
		if t.kind == tokColon {
			f.Hint = fmt.Sprintf("escape the colon: [%s\\:…]", Escape(s.Name))
		}
		return f
	}
	if eq := p.toks[p.at+1]; eq.kind == tokDelim && eq.text == "=" {
		f.Span.End = eq.span.End
		f.Message = fmt.Sprintf("%s is no test of an attribute in CSS", diag.Quote(p.text(f.Span), 4))
	}
	switch t.text {
	case "!":
		f.Hint = fmt.Sprintf("write :not([%s=%s])", Escape(s.Name), p.valueBehind(f.Span.End))
	case "#":
		f.Hint = "CSS has no regular expressions; use ^=, $= or *="
	case "|":
		f.Hint = "write [*|name] for an attribute of any namespace"
	}
	return f
}

// valueBehind gives the value that stands at a place, in quotes.
func (p *parser) valueBehind(start int) string {
	value := strings.TrimSpace(p.src[start:p.valueEnd(start)])
	if value == "" || value[0] == '"' || value[0] == '\'' {
		return value
	}
	return quoted(value)
}
