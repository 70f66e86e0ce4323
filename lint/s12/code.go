package s12

import (
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/parts"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// code finds templates where none is rendered, those that are broken, and the
// marks of other template languages.
func (c *checker) code() {
	for _, d := range c.Found {
		if strings.HasPrefix(d.Code, "M") {
			c.Report(lint.Finding{Check: "code", Name: d.Name, Severity: d.Severity, Node: c.at(d), Span: d.Span,
				Message: d.Message, Hint: d.Hint, Related: d.Related, Fix: d.Fix})
		}
	}
	root := c.Root()
	c.noTemplates(root.Member("auth"))
	c.noTemplates(root.Member("output").Member("value"))
	c.noTemplates(root.Member("verify").Member("checks"))
	for _, s := range c.Requests() {
		for _, child := range s.Node.Children {
			if child.Key != "request" {
				c.noTemplates(child)
			}
		}
		c.foreignMarks(&s.Request)
	}
}

// at finds the node that a finding points to.
func (c *checker) at(d *diag.Diagnostic) *jsonval.Node {
	n := c.Root()
	for _, token := range strings.Split(strings.TrimPrefix(d.Pointer, "/"), "/") {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		next := n.At(token)
		if next == nil {
			break
		}
		n = next
	}
	return n
}

// noTemplates looks for templates in what is read as it stands: expressions,
// selectors, patterns, names, status codes.
func (c *checker) noTemplates(n *jsonval.Node) {
	parts.Strings(n, func(n *jsonval.Node, text string, key bool) {
		i := strings.Index(text, "{{")
		if i < 0 {
			return
		}
		end := len(text)
		if j := strings.Index(text[i:], "}}"); j >= 0 {
			end = i + j + len("}}")
		}
		span := n.TextSpan(i, end)
		if key {
			span = n.KeyTextSpan(i, end)
		}
		c.Report(lint.Finding{Check: "code", Name: "template-in-code", Node: n, Span: span, Message: "no template is rendered here: " + diag.Quote(text[i:end], 60),
			Hint: "expressions read params.x and steps.y themselves; a selector, a pattern or a name is written out"})
	})
}

// foreignMarks warns of the marks of other template languages in a request.
func (c *checker) foreignMarks(r *recipe.Request) {
	warn := func(t *recipe.Template) {
		if t == nil {
			return
		}
		for _, part := range t.Parts() {
			for _, mark := range []string{"{%", "${"} {
				i := strings.Index(part.Text, mark)
				if part.Ref != nil || i < 0 {
					continue
				}
				start := part.Span.Start + i
				c.Report(lint.Finding{Check: "code", Name: "foreign-template", Severity: diag.Warning, Node: t.Node, Span: t.Node.TextSpan(start, start+len(mark)),
					Message: "`" + mark + "` is sent as it stands", Hint: "a template is written {{ params.x }}"})
			}
		}
	}
	warn(r.URL)
	warn(r.Body)
	for _, h := range r.Headers {
		warn(h.Template)
	}
	for _, leaves := range [][]recipe.Leaf{r.Query, r.Form} {
		for _, leaf := range leaves {
			for _, v := range leaf.Values {
				warn(v.Template)
			}
		}
	}
	var body func(b *recipe.Body)
	body = func(b *recipe.Body) {
		if b == nil {
			return
		}
		warn(b.Scalar.Template)
		for _, item := range b.Items {
			body(item)
		}
		for _, m := range b.Members {
			body(m.Body)
		}
	}
	body(r.JSON)
}
