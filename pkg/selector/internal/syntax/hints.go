package syntax

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
)

// This file has the messages for what authors write that is nearly a selector.

// near looks at what stands at a Failure for the mistakes of Tailwind classes
// and of other languages.
func (p *parser) near(f *Failure) *Failure {
	t := p.peek()
	switch {
	case t.kind == tokDelim && t.text == "/" && p.at > 0:
		if class, end, ok := p.classAround(); ok {
			return p.escapeClass(class, end)
		}
		f.Hint = "a slash in a class or id needs a backslash: .w-1\\/2"
	case t.kind == tokOpenSquare || t.kind == tokCloseSquare || t.kind == tokDelim && strings.ContainsAny(t.text, "!%$^@"):
		if class, end, ok := p.classAround(); ok {
			return p.escapeClass(class, end)
		}
	case (t.kind == tokNumber || t.kind == tokDimension || t.kind == tokPercentage) && p.at > 0:
		if class, end, ok := p.classAround(); ok {
			return p.escapeClass(class, end)
		}
		f.Hint = "a name that begins with a digit needs an escape, as in \\31 st for 1st"
	case t.kind == tokDelim && t.text == "|":
		f.Hint = "CSS has no such combinator; alternatives are written with a comma"
	case t.kind == tokDelim && (t.text == ">" || t.text == "+" || t.text == "~"):
		f.Hint = "between two elements only one of >, + and ~ can stand"
	case t.kind == tokComma:
		f.Hint = "remove the comma, or write a selector on both sides of it"
	case t.kind == tokString:
		f.Hint = "a selector is not quoted; a text can stand only in an attribute's test"
	case t.kind == tokEnd && f.Hint == "":
		f.Hint = "write what is missing at the end, or remove what waits for it"
	}
	return f
}

// classAround gives the word around the next token, as it stands between white
// space, where it is a class: what a Tailwind class looks like that was not
// escaped.
func (p *parser) classAround() (word string, span diag.Span, ok bool) {
	at := min(p.peek().span.Start, len(p.src))
	start := strings.LastIndexAny(p.src[:at], " \t\r\n\f>+~,(") + 1
	end := len(p.src)
	if i := strings.IndexAny(p.src[at:], " \t\r\n\f>~,"); i >= 0 {
		end = at + i
	}
	dot := strings.IndexByte(p.src[start:at], '.')
	if dot < 0 {
		return "", diag.Span{}, false
	}
	start += dot
	word = p.src[start+1 : end]
	if word == "" || strings.ContainsAny(word, "=\"'\\") {
		return "", diag.Span{}, false
	}
	return word, diag.Span{Start: start, End: end}, true
}

func (p *parser) escapeClass(class string, span diag.Span) *Failure {
	return &Failure{
		Span:    span,
		Message: fmt.Sprintf("the class %s has characters that a selector must escape", diag.Quote(class, 60)),
		Hint:    fmt.Sprintf("write .%s, or [class~=\"%s\"]", Escape(class), class),
	}
}

// Escape writes a text as a CSS identifier, as CSS.escape() does.
func Escape(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r == 0:
			b.WriteRune('\ufffd')
		case r < 0x20 || r == 0x7f,
			r >= '0' && r <= '9' && (i == 0 || i == 1 && name[0] == '-'):
			fmt.Fprintf(&b, "\\%x ", r)
		case r == '-' && len(name) == 1:
			b.WriteString("\\-")
		case r < 0x80 && !isName(byte(r)):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func (p *parser) leadingCombinator(start int) *Failure {
	t := p.toks[start]
	rest := strings.TrimSpace(p.src[t.span.End:])
	if i := strings.IndexByte(rest, ','); i >= 0 {
		rest = strings.TrimSpace(rest[:i])
	}
	f := &Failure{
		Span:    t.span,
		Message: fmt.Sprintf("a selector cannot begin with %s", diag.Quote(p.text(t.span), 4)),
	}
	if rest != "" && p.depth == 0 {
		f.Hint = fmt.Sprintf("write \":scope %s %s\", where :scope is the item itself", t.text, diag.Cut(rest, 40))
	}
	return f
}

func (p *parser) badHash(t *token) *Failure {
	return &Failure{
		Span:    t.span,
		Message: fmt.Sprintf("%s is not an id: a name cannot begin with a digit", diag.Quote(p.text(t.span), 40)),
		Hint:    fmt.Sprintf("write \"#%s\", or [id=\"%s\"]", Escape(t.text), t.text),
	}
}

func (p *parser) badClass(dot *token) *Failure {
	t := p.peek()
	f := &Failure{
		Span:    diag.Span{Start: dot.span.Start, End: t.span.End},
		Message: "a class must stand right behind the point",
	}
	switch t.kind {
	case tokSpace:
		f.Hint = "remove the space behind the point"
	case tokEnd:
		f.Hint = "write the class, or remove the point"
	default:
		if class, span, ok := p.classAround(); ok {
			return p.escapeClass(class, span)
		}
	}
	return f
}

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

// classBracket gives the class that a bracket belongs to: h-[24px].
func (p *parser) classBracket(open int) (string, diag.Span, bool) {
	at := p.at
	p.at = open
	defer func() { p.at = at }()
	start := p.toks[open].span.Start
	if start == 0 || p.src[start-1] != '-' && p.src[start-1] != ':' {
		return "", diag.Span{}, false
	}
	return p.classAround()
}

func (p *parser) badAttributeValue(s *Simple) *Failure {
	t := p.peek()
	f := &Failure{Span: t.span}
	if t.kind == tokEnd {
		f.Span = p.unexpected().Span
		f.Message = "the selector ends where the value of an attribute should stand"
		return f
	}
	if t.kind == tokBadString {
		f.Message = "the text has no closing quote on its line"
		f.Hint = "write a line break in it as \\a and close the quote"
		return f
	}
	f.Span.End = p.valueEnd()
	value := p.text(f.Span)
	f.Message = fmt.Sprintf("the value %s needs quotes", diag.Quote(value, 40))
	f.Hint = fmt.Sprintf("write [%s%s%s]", Escape(s.Name), s.Op, quoted(value))
	return f
}

// valueEnd gives where an unquoted value ends.
func (p *parser) valueEnd() int {
	start := p.peek().span.Start
	if i := strings.IndexAny(p.src[start:], "] \t\r\n\f"); i > 0 {
		return start + i
	}
	return len(p.src)
}

func quoted(value string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}

// badAttributeEnd is for what stands between a value and the bracket.
func (p *parser) badAttributeEnd(value *token) *Failure {
	t := p.peek()
	f := &Failure{Span: t.span, Message: fmt.Sprintf("%s cannot stand behind the value of an attribute", diag.Quote(p.text(t.span), 40))}
	switch {
	case t.kind == tokIdent && Lower(t.text) == "s":
		f.Hint = "browsers have no flag s; remove it"
	case value.kind == tokIdent:
		f.Hint = "put the whole value in quotes"
	default:
		f.Hint = "only the flag i can stand there"
	}
	return f
}

func (p *parser) badOperator(s *Simple, open int) *Failure {
	t := p.peek()
	f := p.unexpected()
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
		f.Hint = fmt.Sprintf("write :not([%s=…])", Escape(s.Name))
	case "#":
		f.Hint = "CSS has no regular expressions; use ^=, $= or *="
	case "|":
		f.Hint = "write [*|name] for an attribute of any namespace"
	}
	return f
}

// badPseudo is for a colon with no name right behind it.
func (p *parser) badPseudo(start int) *Failure {
	t := p.peek()
	if class, span, ok := p.classAround(); ok && t.kind != tokSpace && t.kind != tokEnd && t.kind != tokColon {
		return p.escapeClass(class, span)
	}
	f := &Failure{
		Span:    diag.Span{Start: p.toks[start].span.Start, End: t.span.End},
		Message: "the name of a pseudo-class must stand right behind the colon",
	}
	if t.kind == tokSpace {
		f.Hint = "remove the space, or the colon"
	}
	return f
}

func (p *parser) notAfterPseudoElement(span diag.Span) *Failure {
	return &Failure{
		Span:    span,
		Message: fmt.Sprintf("%s cannot stand behind a pseudo-element", diag.Quote(p.text(span), 40)),
		Hint:    "remove the pseudo-element: it is no part of the document",
	}
}

func (p *parser) nestedHas(start int) *Failure {
	return &Failure{
		Span:    p.spanFrom(start),
		Message: "\":has()\" cannot stand inside another \":has()\", and not inside ::slotted(), :host() and their like",
		Hint:    "name the inner part by a combinator: :has(.a .b) for :has(.a:has(.b))",
	}
}

func (p *parser) badName(s *Simple) *Failure {
	t := p.peek()
	f := &Failure{Span: t.span, Message: fmt.Sprintf("\":%s()\" takes one name", s.Name)}
	if s.Kind == PseudoElement {
		f.Message = fmt.Sprintf("\"::%s()\" takes one name", s.Name)
	}
	switch {
	case s.Test == TestLang && t.kind == tokString:
		f.Hint = fmt.Sprintf("write it without quotes: :lang(%s)", Escape(t.text))
	case s.Test == TestLang && t.kind == tokComma:
		f.Hint = "write :is(:lang(de), :lang(fr)) for several languages"
	}
	return f
}

func (p *parser) badNth(s *Simple, first int) *Failure {
	p.skipAlternative()
	span := p.spanFrom(first)
	f := &Failure{
		Span:    span,
		Message: fmt.Sprintf("%s chooses no positions", diag.Quote(p.text(span), 40)),
		Hint:    fmt.Sprintf("write a number, odd, even or a form such as 2n+1 in :%s()", s.Name),
	}
	if span.Len() == 0 {
		f.Span = diag.Span{Start: max(0, span.Start-1), End: span.End}
		f.Message = fmt.Sprintf("\":%s()\" needs an argument", s.Name)
	}
	return f
}
