package syntax

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
)

func (p *parser) missingArgument(start int, t *token) *Failure {
	name := Lower(t.text)
	f := &Failure{Span: p.spanFrom(start), Message: fmt.Sprintf("\":%s\" needs an argument in parentheses", name), Hint: fmt.Sprintf("write :%s(…)", name)}
	if p.peek().kind == tokSpace && p.toks[p.at+1].kind == tokOpenParen {
		f.Hint = "remove the space before the parenthesis"
	}
	return f
}

func (p *parser) needlessArgument(start int, t *token) *Failure {
	return &Failure{
		Span:    p.spanFrom(start),
		Message: fmt.Sprintf("\":%s\" takes no argument", Lower(t.text)),
		Hint:    "remove the parentheses",
	}
}

// unknownPseudo is for a pseudo-class that no browser has.
func (p *parser) unknownPseudo(start int, t *token) *Failure {
	span := diag.Span{Start: p.toks[start].span.Start, End: t.span.End}
	name := Lower(t.text)
	f := &Failure{Span: span, Message: fmt.Sprintf("browsers have no pseudo-class %s", diag.Quote(p.text(span), 40))}
	if f.Hint = foreignHint(name); f.Hint != "" {
		return f
	}
	if t.kind == tokIdent {
		if _, ok := pseudoElement(name); ok {
			f.Hint = fmt.Sprintf("\"::%s\" is a pseudo-element, and no part of the document", name)
			return f
		}
	}
	if before := start - 1; before >= 0 && p.toks[before].kind == tokIdent && (before == 0 || p.toks[before-1].kind != tokColon) &&
		!strings.Contains(name, "-") && t.kind == tokIdent {
		f.Hint = fmt.Sprintf("for an element whose name has a colon write %s\\:%s", Escape(p.toks[before].text), Escape(t.text))
	}
	if class, ok := p.variant(start); ok {
		f.Hint = fmt.Sprintf("if %s is one class, write .%s (in JSON .%s)", diag.Quote(class, 60), Escape(class), doubled(Escape(class)))
	}
	if like := closest(name); like != "" {
		f.Hint = fmt.Sprintf("did you mean :%s", like)
		if pseudoFunction(like) != TestUnknown {
			f.Hint += "()"
		}
		f.Hint += "?"
	}
	if f.Hint == "" {
		f.Hint = "remove it; select by class, attribute or place, as in :first-child"
	}
	return f
}

// foreignHint gives what to write for a pseudo-class of jQuery, Playwright and
// other engines.
func foreignHint(name string) string {
	switch name {
	case "contains", "has-text", "text", "text-is", "text-matches", "icontains", "containsown", "matchesown", "-soup-contains", "-abx-contains":
		return "CSS cannot select by text; select by class, attribute or place, and compare the text afterwards"
	case "matches", "-moz-any", "any":
		return "write :is()"
	case "haschild":
		return "write :has(> …)"
	case "first", "eq", "nth":
		return "a field without \"all\" takes the first match; for a place among siblings write :nth-child(n)"
	case "last":
		return "write :last-child or :last-of-type, which ask for the place among siblings"
	case "even", "odd":
		return fmt.Sprintf("write :nth-child(%s)", name)
	case "gt":
		return "write :nth-child(n+2) for all but the first child"
	case "lt":
		return "write :nth-child(-n+2) for the first two children"
	case "parent":
		return "write :has(> …) on the parent"
	case "input":
		return "write :is(input, select, textarea, button)"
	case "button":
		return "write :is(button, [type=button])"
	case "checkbox", "radio", "file", "password", "submit", "reset", "image":
		return fmt.Sprintf("write [type=%s]", name)
	case "header":
		return "write :is(h1, h2, h3, h4, h5, h6)"
	case "hidden", "visible", "animated":
		return "a parsed page has no layout; select by an attribute such as [hidden]"
	case "selected":
		return "write :checked, or [selected]"
	case "unchecked":
		return "write :not(:checked)"
	case "heading":
		return "browsers do not have it yet; write :is(h1, h2, h3, h4, h5, h6)"
	}
	return ""
}

// variant gives the class that a colon belongs to: md:flex.
func (p *parser) variant(start int) (string, bool) {
	at := p.at
	p.at = start
	defer func() { p.at = at }()
	class, _, ok := p.classAround()
	return class, ok && !strings.ContainsAny(class, "()")
}

func (p *parser) unknownPseudoElement(start int, t *token) *Failure {
	span := diag.Span{Start: p.toks[start].span.Start, End: t.span.End}
	f := &Failure{
		Span:    span,
		Message: fmt.Sprintf("browsers have no pseudo-element %s", diag.Quote(p.text(span), 40)),
		Hint:    "remove it: a pseudo-element is no part of the document",
	}
	switch name := Lower(t.text); {
	case name == "text":
		f.Hint = "a field without \"attr\" gives the text already; remove ::text"
	case name == "attr":
		f.Hint = "remove ::attr() and name the attribute in \"attr\""
	case pseudoClass(name) != TestUnknown || pseudoFunction(name) != TestUnknown:
		f.Hint = fmt.Sprintf("\":%s\" is a pseudo-class; write one colon", name)
	}
	return f
}

// closest gives the pseudo-class whose name is nearly the given one.
func closest(name string) string {
	best, least := "", 3
	if len(name) <= 4 {
		least = 2
	}
	for _, known := range []string{
		"root", "scope", "empty", "first-child", "last-child", "only-child", "first-of-type", "last-of-type",
		"only-of-type", "link", "any-link", "enabled", "disabled", "checked", "default", "indeterminate", "required",
		"optional", "read-only", "read-write", "placeholder-shown", "defined", "open", "is", "where", "not", "has",
		"nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type", "lang", "dir", "hover", "focus",
	} {
		if d := distance(name, known, least); d < least {
			best, least = known, d
		}
	}
	return best
}

// distance is the number of letters to add, drop, change or swap to get from
// one word to the other; limit and above are all the same.
func distance(a, b string, limit int) int {
	if max(len(a), len(b))-min(len(a), len(b)) >= limit {
		return limit
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return min(rows[len(a)][len(b)], limit)
}
