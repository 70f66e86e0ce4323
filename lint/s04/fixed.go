package s04

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/internal/account"
	"github.com/wield-run/wield/lint/internal/constant"
	"github.com/wield-run/wield/lint/internal/fields"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/template"
)

// fixed reports beneficiaries that the file itself names: as a constant, as
// text of a template, or as a literal of an expression whose value is sent.
func (c *checker) fixed(sink *flow.Sink) {
	switch {
	case sink.Template == nil && (sink.Constant.Kind() == jsonval.Number || sink.Constant.Kind() == jsonval.String):
		c.fixedText(sink, written(sink.Constant), sink.Node.Span)
		return
	case sink.Template == nil:
		return
	}
	t := sink.Template
	if sink.Kind == flow.URL {
		c.fixedURL(sink)
	} else if c.fixedText(sink, fields.Text(t.Template, ""), sink.Node.Span) {
		return
	}
	for _, ref := range t.References() {
		if c.arguments(sink, ref) {
			break
		}
	}
	for i := range sink.Uses {
		if c.literals(sink, &sink.Uses[i]) {
			break
		}
	}
}

func written(v jsonval.Value) string {
	if v.Kind() == jsonval.Number {
		return jsonval.FormatNumber(v.Float())
	}
	return v.Str()
}

// arguments looks at what the filters of a reference bring along.
func (c *checker) arguments(sink *flow.Sink, ref *template.Reference) bool {
	for _, call := range ref.Filters {
		for _, arg := range call.Args {
			if c.fixedText(sink, written(arg.Value), sink.Node.TextSpan(arg.Span.Start, arg.Span.End)) {
				return true
			}
		}
	}
	return false
}

// fixedURL looks at the query that is written in a URL.
func (c *checker) fixedURL(sink *flow.Sink) {
	for i := range sink.Parts {
		part := &sink.Parts[i]
		if part.Ref == nil && part.Region >= flow.QueryPart {
			c.fixedText(sink, decodeQuery(part.Text), sink.Node.TextSpan(part.Span.Start, part.Span.End))
		}
	}
}

// literals looks at the expressions by which a sent value was made.
func (c *checker) literals(sink *flow.Sink, u *flow.Use) bool {
	if u.Via != nil && u.Via.Step.Foreach != nil && u.Via.Step.Foreach.In != nil {
		if m := c.inTree(u.Via.Step.Foreach.In.Tree, u.Via.Step.Foreach.In.Node.Str); m != nil {
			return c.reportFixed(sink, m, u.Span, " (a literal of the list of the foreach)")
		}
	}
	for _, l := range u.Labels {
		if l.Kind != flow.Resp {
			continue
		}
		m, known := c.ofLabel[l]
		if !known {
			for x := range c.Flow().Extract(l.Name, l.Field) {
				if x.Expr != nil && m == nil {
					m = c.inTree(x.Expr.Root(), x.Expr.String())
				}
			}
			if c.ofLabel == nil {
				c.ofLabel = map[flow.Label]*account.Match{}
			}
			c.ofLabel[l] = m
		}
		if m != nil {
			return c.reportFixed(sink, m, u.Span, " (a literal of its extract)")
		}
	}
	return false
}

// inTree gives the first beneficiary among what an expression says by itself:
// its literals, and what it makes of them.
func (c *checker) inTree(tree *jmespath.Node, source string) (found *account.Match) {
	look := func(text string) {
		if found == nil {
			found = c.beneficiary(text)
		}
	}
	tree.Walk(func(n *jmespath.Node) bool {
		switch n.Kind {
		case jmespath.KindLiteral, jmespath.KindRawString:
			eachText(n.Value, look)
		case jmespath.KindFunction:
			if v, ok := constant.Value(n, source); ok {
				eachText(v, look)
			}
		}
		return found == nil
	})
	return found
}

// eachText visits the texts and numbers in a value.
func eachText(v jsonval.Value, visit func(string)) {
	constant.Scalars(v, func(v jsonval.Value, name bool) {
		switch {
		case name:
		case v.Kind() == jsonval.String:
			visit(v.Str())
		case v.Kind() == jsonval.Number:
			visit(jsonval.FormatNumber(v.Float()))
		}
	})
}

// fixedText reports a beneficiary in a text.
func (c *checker) fixedText(sink *flow.Sink, text string, span diag.Span) bool {
	m := c.beneficiary(text)
	return m != nil && c.reportFixed(sink, m, span, "")
}

func (c *checker) reportFixed(sink *flow.Sink, m *account.Match, span diag.Span, where string) bool {
	c.Report(lint.Finding{Check: "fixed", Name: "fixed-beneficiary", Node: sink.Node, Span: span,
		Message: fmt.Sprintf("the write %s sends %s that stands in the file%s: %s", diag.Quote(sink.Step.ID, 40), m.Kind, where, diag.Quote(m.Text, 60)),
		Hint:    "take it from a param, or write it into `confirm.summary` as it stands"})
	return true
}

// beneficiary gives the first one in a text that the user is not shown and
// that is not of the site; nil where there is none.
func (c *checker) beneficiary(text string) *account.Match {
	for _, m := range account.Find(text) {
		if (m.Kind == account.Email || m.Kind == account.URL) && c.own(m.Host) {
			continue
		}
		if s := c.Recipe.Summary; s != nil && strings.Contains(fields.Text(s.Template, "\x00"), m.Text) {
			continue
		}
		return &m
	}
	return nil
}

// own reports whether a host is declared, or of the site's own domain.
func (c *checker) own(host string) bool {
	if c.zone.Own(host) {
		return true
	}
	for _, origin := range c.Recipe.Origins() {
		if origin == "https://"+host {
			return true
		}
	}
	return false
}

// decodeQuery reads the percent-encoding of a query, as far as it is sound.
func decodeQuery(text string) string {
	if !strings.ContainsAny(text, "%+") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '%' && i+2 < len(text) && unhex(text[i+1]) >= 0 && unhex(text[i+2]) >= 0:
			b.WriteByte(byte(unhex(text[i+1])<<4 | unhex(text[i+2])))
			i += 2
		case text[i] == '+':
			b.WriteByte(' ')
		default:
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
