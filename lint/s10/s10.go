// Package s10 is the rule S10, no-embedded-secrets-or-people: the file
// contains no credential and no real person's data.
package s10

import (
	_ "embed"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/internal/constant"
	"github.com/wield-run/wield/lint/internal/fields"
	"github.com/wield-run/wield/lint/parts"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

//go:embed doc.md
var page string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S10", Name: "no-embedded-secrets-or-people", Doc: page, Run: run}

func run(p *lint.Pass) error {
	c := &checker{Pass: p, found: map[mark]bool{}}
	parts.Strings(p.Root(), func(n *jsonval.Node, text string, key bool) {
		span := n.Span
		if key {
			span = lint.KeySpan(n)
		}
		c.text(n, span, text)
	})
	for _, s := range p.Flow().Sinks() {
		c.assembled(s)
	}
	for _, s := range p.Requests() {
		c.keyed(s)
	}
	return nil
}

// checker looks at one pass.
type checker struct {
	*lint.Pass
	found map[mark]bool
}

// mark is a node and what was found in it: each is one finding, however often
// it is looked at.
type mark struct {
	node  *jsonval.Node
	check string
}

// assembled looks at texts that are put together of constants: by a template,
// or by an expression.
func (c *checker) assembled(s *flow.Sink) {
	switch {
	case s.Template != nil && !s.Template.IsLiteral():
		c.text(s.Node, s.Node.Span, fields.Text(s.Template.Template, ""))
	case s.Expr != nil && s.Expr.Tree != nil && hasQuote(s.Expr.Node.Str):
		text, pieces := "", 0
		s.Expr.Tree.Walk(func(n *jmespath.Node) bool {
			if n.Kind == jmespath.KindRawString || n.Kind == jmespath.KindLiteral {
				constant.Scalars(n.Value, func(v jsonval.Value, _ bool) {
					if v.Kind() == jsonval.String {
						text += v.Str()
						pieces++
					}
				})
			}
			return true
		})
		if pieces > 1 || pieces == 1 && strings.Contains(s.Node.Str, `\`) {
			c.text(s.Node, s.Node.Span, text)
		}
	}
}

// hasQuote reports whether an expression has what texts of its own stand in.
func hasQuote(expression string) bool {
	return strings.IndexByte(expression, '\'') >= 0 || strings.IndexByte(expression, '`') >= 0
}

// text looks at one text for what begins as a credential does, and for people.
func (c *checker) text(n *jsonval.Node, span diag.Span, text string) {
	if len(text) < 8 {
		return
	}
	at, personal := signs(text)
	if at || len(text) >= prefixes().shortest {
		c.prefix(n, span, text)
	}
	if personal {
		c.person(n, span, text)
	}
}

// prefix looks for what begins as a credential does.
func (c *checker) prefix(n *jsonval.Node, span diag.Span, text string) {
	header := n.Parent != nil && n.Parent.Key == "headers"
	if m, ok := credential(text, header); ok {
		hint := "remove it, and revoke it where it was given out: the file is public for ever"
		if m.warning {
			hint = "make sure that it is meant to be public"
		}
		c.report("prefix", m.name, n, span, m.warning, m.what, m.text, hint)
	}
}

// signs reports whether a text has an @, and whether it has what all data of
// people has: an @, a wide one among other characters, a +, or many digits.
// Nearly no text has.
func signs(text string) (at, personal bool) {
	digits := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c == '@':
			at, personal = true, true
		case c == '+', c >= utf8.RuneSelf:
			personal = true
		}
	}
	return at, personal || digits >= 8
}

// report tells of a finding without showing it.
func (c *checker) report(check, name string, n *jsonval.Node, span diag.Span, warning bool, what, text, hint string) {
	if c.found[mark{n, check}] {
		return
	}
	c.found[mark{n, check}] = true
	f := lint.Finding{Check: check, Name: name, Node: n, Span: span, Hint: hint, Message: fmt.Sprintf("the file holds %s: %s", what, masked(text)), Secrets: []string{text}}
	if warning {
		f.Severity = diag.Warning
	}
	c.Report(f)
}

// masked shows the first four characters of a text and how many there are.
func masked(text string) string {
	runes := []rune(text)
	shown := min(4, len(runes)/2)
	return fmt.Sprintf("%s%s (%d characters)", diag.Escape(string(runes[:shown])), strings.Repeat("*", min(8, len(runes)-shown)), len(runes))
}
