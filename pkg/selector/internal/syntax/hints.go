package syntax

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
)

// This file has the messages for what authors write that is nearly a selector.

// near looks at what stands at a failure for the mistakes of Tailwind classes
// and of other languages.
func (p *parser) near(f *Failure) *Failure {
	t := p.peek()
	switch t.kind {
	case tokOpenSquare, tokCloseSquare:
		if class, span, ok := p.classAround(); ok {
			return p.escapeClass(class, span)
		}
	case tokNumber, tokDimension, tokPercentage:
		return p.nearNumber(f, t)
	case tokComma:
		f.Hint = "remove the comma, or write a selector on both sides of it"
	case tokString:
		f.Hint = "a selector is not quoted; a text can stand only in an attribute's test"
	case tokOpenBrace, tokSemicolon:
		f.Hint = "give the selector alone, without a rule"
	case tokIdent:
		if p.at > 0 && p.toks[p.at-1].kind != tokSpace {
			f.Hint = "the element's name stands first in its part of the selector; or is a space missing before it?"
		}
	case tokDelim:
		return p.nearDelim(f, t)
	case tokOpenParen:
		f.Hint = "parentheses stand only behind a pseudo-class, as in :not(.sold)"
	case tokCloseParen:
		f.Hint = "remove it: nothing is open that it could close"
		if p.depth > 0 {
			f.Hint = "write a selector in front of it"
		}
	}
	return f
}

func (p *parser) nearNumber(f *Failure, t *token) *Failure {
	if t.number[0] == '.' {
		if p.at > 0 && p.toks[p.at-1].kind == tokHash {
			hash := p.toks[p.at-1]
			f.Hint = fmt.Sprintf("write #%s for an id with a point, or %s for a class", Escape(hash.text+p.text(t.span)), "."+Escape(p.text(t.span)[1:]))
			return f
		}
		if _, _, ok := p.classAround(); !ok {
			return p.escapeClass(p.text(t.span)[1:], t.span)
		}
	}
	if class, span, ok := p.classAround(); ok {
		return p.escapeClass(class, span)
	}
	f.Hint = "a name that begins with a digit needs an escape, as in \\31 st for 1st"
	return f
}

func (p *parser) nearDelim(f *Failure, t *token) *Failure {
	rest := p.src[t.span.Start:]
	switch t.text {
	case "/":
		if strings.HasPrefix(rest, "/deep/") {
			f.Span.End = f.Span.Start + len("/deep/")
			f.Message = "\"/deep/\" is no combinator of CSS any more"
			f.Hint = "write a space"
			return f
		}
		if class, span, ok := p.classAround(); ok {
			return p.escapeClass(class, span)
		}
	case "!", "%", "$", "^", "@":
		if class, span, ok := p.classAround(); ok {
			return p.escapeClass(class, span)
		}
	case "|":
		f.Hint = "CSS has no such combinator; alternatives are written with a comma"
	case ">", "+", "~":
		f.Hint = "between two elements only one of >, + and ~ can stand"
	case "#":
		f.Hint = "write the id right behind the #"
	}
	return f
}

// classAround gives the class that the next token stands in, where it looks
// like one of Tailwind that was not escaped: .w-1/2, .h-[24px], .[&>p]:mt-4.
func (p *parser) classAround() (class string, span diag.Span, ok bool) {
	at := min(p.peek().span.Start, len(p.src))
	start, end := 0, len(p.src)
	depth := 0
	for i := 0; i < len(p.src); i++ {
		switch c := p.src[i]; {
		case c == '[':
			depth++
			continue
		case c == ']':
			depth = max(0, depth-1)
			continue
		case !isSpace(c) && (depth > 0 || !strings.ContainsRune(">+~,(", rune(c))):
			continue
		}
		if i >= at {
			end = i
			break
		}
		start, depth = i+1, 0
	}
	dot := strings.IndexByte(p.src[start:min(at+1, end)], '.')
	if dot < 0 {
		return "", diag.Span{}, false
	}
	start += dot
	class = p.src[start+1 : end]
	if class == "" || strings.ContainsAny(class, "=\"'\\") {
		return "", diag.Span{}, false
	}
	return class, diag.Span{Start: start, End: end}, true
}

func (p *parser) escapeClass(class string, span diag.Span) *Failure {
	return &Failure{
		Span:    span,
		Message: fmt.Sprintf("the class %s has characters that a selector must escape", diag.Quote(class, 60)),
		Hint:    fmt.Sprintf("write .%s (in JSON .%s), or [class~=%s]", Escape(class), doubled(Escape(class)), quoted(class)),
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
		Hint:    "write what stands on its left, or remove it",
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
		Hint:    fmt.Sprintf("write #%s (in JSON #%s), or [id=%s]", Escape(t.text), doubled(Escape(t.text)), quoted(t.text)),
	}
}

func (p *parser) badClass(dot *token) *Failure {
	t := p.peek()
	f := &Failure{
		Span:    diag.Span{Start: dot.span.Start, End: t.span.End},
		Message: "a class must stand right behind the point",
		Hint:    "write the class, or remove the point",
	}
	switch t.kind {
	case tokSpace:
		f.Hint = "remove the space behind the point"
	case tokDelim:
		if t.text == "." {
			f.Hint = "remove one of the points"
			break
		}
		fallthrough
	default:
		if class, span, ok := p.classAround(); ok {
			return p.escapeClass(class, span)
		}
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
		Hint:    "write the name, or remove the colon",
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
	f := &Failure{Span: t.span, Message: fmt.Sprintf("\":%s()\" takes one name", s.Name), Hint: "write one name between the parentheses"}
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
