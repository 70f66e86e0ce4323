package selector

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
)

// This file has the messages for what authors write that is nearly a selector.

// near looks at what stands at a failure for the mistakes of Tailwind classes
// and of other languages.
func (p *parser) near(f *failure) *failure {
	t := p.peek()
	switch {
	case t.kind == tokDelim && t.text == "/" && p.at > 0:
		if class, end, ok := p.classAround(); ok {
			return p.escapeClass(class, end)
		}
		f.hint = "a slash in a class or id needs a backslash: .w-1\\/2"
	case t.kind == tokOpenSquare || t.kind == tokCloseSquare || t.kind == tokDelim && strings.ContainsAny(t.text, "!%$^@"):
		if class, end, ok := p.classAround(); ok {
			return p.escapeClass(class, end)
		}
	case (t.kind == tokNumber || t.kind == tokDimension || t.kind == tokPercentage) && p.at > 0:
		if class, end, ok := p.classAround(); ok {
			return p.escapeClass(class, end)
		}
		f.hint = "a name that begins with a digit needs an escape, as in \\31 st for 1st"
	case t.kind == tokDelim && t.text == "|":
		f.hint = "CSS has no such combinator; alternatives are written with a comma"
	case t.kind == tokDelim && (t.text == ">" || t.text == "+" || t.text == "~"):
		f.hint = "between two elements only one of >, + and ~ can stand"
	case t.kind == tokComma:
		f.hint = "remove the comma, or write a selector on both sides of it"
	case t.kind == tokString:
		f.hint = "a selector is not quoted; a text can stand only in an attribute's test"
	case t.kind == tokEnd && f.hint == "":
		f.hint = "write what is missing at the end, or remove what waits for it"
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

func (p *parser) escapeClass(class string, span diag.Span) *failure {
	return &failure{
		span:    span,
		message: fmt.Sprintf("the class %s has characters that a selector must escape", diag.Quote(class, 60)),
		hint:    fmt.Sprintf("write .%s, or [class~=\"%s\"]", Escape(class), class),
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

func (p *parser) leadingCombinator(start int) *failure {
	t := p.toks[start]
	rest := strings.TrimSpace(p.src[t.span.End:])
	if i := strings.IndexByte(rest, ','); i >= 0 {
		rest = strings.TrimSpace(rest[:i])
	}
	f := &failure{
		span:    t.span,
		message: fmt.Sprintf("a selector cannot begin with %s", diag.Quote(p.text(t.span), 4)),
	}
	if rest != "" && p.depth == 0 {
		f.hint = fmt.Sprintf("write \":scope %s %s\", where :scope is the item itself", t.text, diag.Cut(rest, 40))
	}
	return f
}

func (p *parser) badHash(t *token) *failure {
	return &failure{
		span:    t.span,
		message: fmt.Sprintf("%s is not an id: a name cannot begin with a digit", diag.Quote(p.text(t.span), 40)),
		hint:    fmt.Sprintf("write \"#%s\", or [id=\"%s\"]", Escape(t.text), t.text),
	}
}

func (p *parser) badClass(dot *token) *failure {
	t := p.peek()
	f := &failure{
		span:    diag.Span{Start: dot.span.Start, End: t.span.End},
		message: "a class must stand right behind the point",
	}
	switch t.kind {
	case tokSpace:
		f.hint = "remove the space behind the point"
	case tokEnd:
		f.hint = "write the class, or remove the point"
	default:
		if class, span, ok := p.classAround(); ok {
			return p.escapeClass(class, span)
		}
	}
	return f
}

func (p *parser) badAttributeName(open int) *failure {
	start := p.toks[open].span
	// A Tailwind class with a value: h-[24px].
	if class, span, ok := p.classBracket(open); ok {
		return p.escapeClass(class, span)
	}
	t := p.peek()
	f := &failure{
		span:    diag.Span{Start: start.Start, End: t.span.End},
		message: fmt.Sprintf("%s is not the name of an attribute", diag.Quote(p.text(t.span), 40)),
	}
	switch {
	case t.kind == tokColon || t.kind == tokAt || t.kind == tokDelim && t.text == "@":
		f.hint = "escape what is no letter, digit, - or _: [\\@click], [xlink\\:href]"
	case t.kind == tokDelim && t.text == "|":
		f.hint = "write [*|name] for an attribute of any namespace"
	case t.kind == tokEnd:
		f.message = "the selector ends where the name of an attribute should stand"
	case t.kind == tokDelim && t.text == "*":
		f.hint = "an attribute's name cannot be left open; name it"
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

func (p *parser) badAttributeValue(s *Simple) *failure {
	t := p.peek()
	f := &failure{span: t.span}
	if t.kind == tokEnd {
		f.span = p.unexpected().span
		f.message = "the selector ends where the value of an attribute should stand"
		return f
	}
	if t.kind == tokBadString {
		f.message = "the text has no closing quote on its line"
		f.hint = "write a line break in it as \\a and close the quote"
		return f
	}
	f.span.End = p.valueEnd()
	value := p.text(f.span)
	f.message = fmt.Sprintf("the value %s needs quotes", diag.Quote(value, 40))
	f.hint = fmt.Sprintf("write [%s%s%s]", Escape(s.Name), s.Op, quoted(value))
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
func (p *parser) badAttributeEnd(value *token) *failure {
	t := p.peek()
	f := &failure{span: t.span, message: fmt.Sprintf("%s cannot stand behind the value of an attribute", diag.Quote(p.text(t.span), 40))}
	switch {
	case t.kind == tokIdent && lower(t.text) == "s":
		f.hint = "browsers have no flag s; remove it"
	case value.kind == tokIdent:
		f.hint = "put the whole value in quotes"
	default:
		f.hint = "only the flag i can stand there"
	}
	return f
}

func (p *parser) badOperator(s *Simple, open int) *failure {
	t := p.peek()
	f := p.unexpected()
	if t.kind != tokDelim {
		if class, span, ok := p.classBracket(open); ok {
			return p.escapeClass(class, span)
		}
		if t.kind == tokColon {
			f.hint = fmt.Sprintf("escape the colon: [%s\\:…]", Escape(s.Name))
		}
		return f
	}
	if eq := p.toks[p.at+1]; eq.kind == tokDelim && eq.text == "=" {
		f.span.End = eq.span.End
		f.message = fmt.Sprintf("%s is no test of an attribute in CSS", diag.Quote(p.text(f.span), 4))
	}
	switch t.text {
	case "!":
		f.hint = fmt.Sprintf("write :not([%s=…])", Escape(s.Name))
	case "#":
		f.hint = "CSS has no regular expressions; use ^=, $= or *="
	case "|":
		f.hint = "write [*|name] for an attribute of any namespace"
	}
	return f
}

// badPseudo is for a colon with no name right behind it.
func (p *parser) badPseudo(start int) *failure {
	t := p.peek()
	if class, span, ok := p.classAround(); ok && t.kind != tokSpace && t.kind != tokEnd && t.kind != tokColon {
		return p.escapeClass(class, span)
	}
	f := &failure{
		span:    diag.Span{Start: p.toks[start].span.Start, End: t.span.End},
		message: "the name of a pseudo-class must stand right behind the colon",
	}
	if t.kind == tokSpace {
		f.hint = "remove the space, or the colon"
	}
	return f
}

func (p *parser) notAfterPseudoElement(span diag.Span) *failure {
	return &failure{
		span:    span,
		message: fmt.Sprintf("%s cannot stand behind a pseudo-element", diag.Quote(p.text(span), 40)),
		hint:    "remove the pseudo-element: it is no part of the document",
	}
}

func (p *parser) nestedHas(start int) *failure {
	return &failure{
		span:    p.spanFrom(start),
		message: "\":has()\" cannot stand inside another \":has()\", and not inside ::slotted(), :host() and their like",
		hint:    "name the inner part by a combinator: :has(.a .b) for :has(.a:has(.b))",
	}
}

func (p *parser) badName(s *Simple) *failure {
	t := p.peek()
	f := &failure{span: t.span, message: fmt.Sprintf("\":%s()\" takes one name", s.Name)}
	if s.Kind == PseudoElement {
		f.message = fmt.Sprintf("\"::%s()\" takes one name", s.Name)
	}
	switch {
	case s.test == testLang && t.kind == tokString:
		f.hint = fmt.Sprintf("write it without quotes: :lang(%s)", Escape(t.text))
	case s.test == testLang && t.kind == tokComma:
		f.hint = "write :is(:lang(de), :lang(fr)) for several languages"
	}
	return f
}

func (p *parser) badNth(s *Simple, first int) *failure {
	p.skipAlternative()
	span := p.spanFrom(first)
	f := &failure{
		span:    span,
		message: fmt.Sprintf("%s chooses no positions", diag.Quote(p.text(span), 40)),
		hint:    fmt.Sprintf("write a number, odd, even or a form such as 2n+1 in :%s()", s.Name),
	}
	if span.Len() == 0 {
		f.span = diag.Span{Start: max(0, span.Start-1), End: span.End}
		f.message = fmt.Sprintf("\":%s()\" needs an argument", s.Name)
	}
	return f
}
