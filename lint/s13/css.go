package s13

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/parts"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/selector"
)

// The limits of a selector.
const (
	maxSelector  = 400 // characters
	maxCompounds = 8
)

// selectors holds every CSS selector to the limits.
func selectors(p *lint.Pass) {
	for _, d := range p.Found {
		if d.Code != "C1" {
			continue
		}
		n := at(p.Root(), d)
		if span, ok := nestedHas(n.Str); ok {
			p.Report(lint.Finding{Check: "css", Name: "nested-has", Node: n, Span: n.TextSpan(span.Start, span.End),
				Hint: "no browser takes it; select the inner element, and go up from there in another step", Message: "`:has()` stands inside `:has()`"})
		}
	}
	for _, s := range parts.Selectors(p.Recipe) {
		text := s.String()
		if k := utf8.RuneCountInString(text); k > maxSelector {
			p.Errorf("css", "long-selector", s.Node, "name the element by fewer of its ancestors", "the selector has %d characters; it may have %d", k, maxSelector)
			continue
		}
		for _, c := range s.List() {
			if k := compounds(c); k > maxCompounds {
				p.Report(lint.Finding{Check: "css", Name: "long-selector", Node: s.Node, Span: s.Node.TextSpan(c.Span.Start, c.Span.End),
					Hint: "name the element by fewer of its ancestors", Message: fmt.Sprintf("the selector names %d elements in a row; it may name %d", k, maxCompounds)})
			}
		}
	}
}

// compounds counts the compounds of a selector, those in parentheses too.
func compounds(c *selector.Complex) int {
	n := len(c.Compounds)
	for _, compound := range c.Compounds {
		for _, simple := range compound.Simples {
			inner := 0
			for _, arg := range simple.Args {
				inner = max(inner, compounds(arg)-1)
			}
			n += inner
		}
	}
	return n
}

// nestedHas gives the place of a `:has()` inside of a `:has()`. Such a
// selector has no syntax tree: no browser takes it.
func nestedHas(text string) (span diag.Span, found bool) {
	var open []bool // for each parenthesis, whether it is that of a :has
	var quote byte
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[':
			quote = ']'
		case c == '(':
			const name = ":has"
			has := i >= len(name) && strings.EqualFold(text[i-len(name):i], name)
			if has && slices.Contains(open, true) {
				return diag.Span{Start: i - len(name), End: i + 1}, true
			}
			open = append(open, has)
		case c == ')' && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	return diag.Span{}, false
}
