package linttest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wield-run/wield/lint/parts"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/template"
)

// Respelling writes a recipe file in another way that means the same.
type Respelling struct {
	Name  string
	Apply func(text []byte) []byte
}

// Respellings gives the ways of writing a file that may change no verdict.
// What is no sound JSON they leave as it is.
func Respellings() []Respelling {
	return []Respelling{
		{"minified", func(text []byte) []byte { return printed(text, printer{}) }},
		{"escaped", func(text []byte) []byte { return printed(text, printer{escape: true}) }},
		{"members reversed", func(text []byte) []byte { return printed(text, printer{reverse: true}) }},
		{"templates without spaces", func(text []byte) []byte { return printed(text, printer{text: spaced("", "")}) }},
		{"templates with wide spaces", func(text []byte) []byte { return printed(text, printer{text: spaced("  ", "  ")}) }},
		{"quoted names in expressions", func(text []byte) []byte {
			r, _ := recipe.Load("", text)
			changed := quoted(r)
			if changed == nil {
				return text
			}
			return printed(text, printer{text: func(n *jsonval.Node) string {
				if s, ok := changed[n.Pointer()]; ok {
					return s
				}
				return n.Str
			}})
		}},
	}
}

// printer writes a tree.
type printer struct {
	escape  bool                         // each letter of a string as \u
	reverse bool                         // the members of objects from the last to the first
	text    func(n *jsonval.Node) string // what a string becomes; nil: what it is
}

func printed(text []byte, p printer) []byte {
	root, found := jsonval.ParseTree(text)
	if root == nil || len(found) > 0 {
		return text
	}
	return p.node(nil, root)
}

func (p printer) node(b []byte, n *jsonval.Node) []byte {
	switch n.Kind {
	case jsonval.Object, jsonval.Array:
		brackets := "{}"
		if n.Kind == jsonval.Array {
			brackets = "[]"
		}
		children := n.Children
		if p.reverse && n.Kind == jsonval.Object {
			children = slices.Clone(children)
			slices.Reverse(children)
		}
		b = append(b, brackets[0])
		for i, c := range children {
			if i > 0 {
				b = append(b, ',')
			}
			if n.Kind == jsonval.Object {
				b = append(p.string(b, c.Key), ':')
			}
			b = p.node(b, c)
		}
		return append(b, brackets[1])
	case jsonval.String:
		s := n.Str
		if p.text != nil {
			s = p.text(n)
		}
		return p.string(b, s)
	case jsonval.Number:
		return append(b, n.Str...)
	}
	return jsonval.Append(b, n.Value())
}

func (p printer) string(b []byte, s string) []byte {
	plain := jsonval.AppendString(nil, s)
	if !p.escape {
		return append(b, plain...)
	}
	for i := 0; i < len(plain); i++ {
		switch c := plain[i]; {
		case c == '\\':
			b = append(b, plain[i:i+2]...)
			i++
			if plain[i] == 'u' {
				b = append(b, plain[i+1:i+5]...)
				i += 4
			}
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '{' || c == '/':
			b = fmt.Appendf(b, `\u%04x`, c)
		default:
			b = append(b, c)
		}
	}
	return b
}

// spaced writes the templates of a string with other white space inside of the
// braces and around the bars.
func spaced(inner, around string) func(n *jsonval.Node) string {
	return func(n *jsonval.Node) string {
		if !strings.Contains(n.Str, "{{") {
			return n.Str
		}
		t, found := template.Parse(n.Str)
		if errors, _ := diag.Count(found); errors > 0 {
			return n.Str
		}
		var b strings.Builder
		for _, part := range t.Parts() {
			if part.Ref == nil {
				b.WriteString(part.Text)
				continue
			}
			head := part.Ref.Head.Span
			b.WriteString("{{" + inner + n.Str[head.Start:head.End])
			for _, call := range part.Ref.Filters {
				b.WriteString(around + "|" + around + n.Str[call.Span.Start:call.Span.End])
			}
			b.WriteString(inner + "}}")
		}
		return b.String()
	}
}

// quoted gives the expressions of a recipe with all names in double quotes, by
// the pointers of their nodes.
func quoted(r *recipe.Recipe) map[string]string {
	if r.Root == nil {
		return nil
	}
	changed := map[string]string{}
	add := func(n *jsonval.Node, tree *jmespath.Node) {
		if n != nil && tree != nil {
			changed[n.Pointer()] = quotedNames(n.Str, tree)
		}
	}
	expr := func(e *recipe.Expr) {
		if e != nil {
			add(e.Node, e.Tree)
		}
	}
	for _, d := range r.Derive {
		expr(d.JMESPath)
	}
	for _, s := range parts.Requests(r) {
		expr(s.When)
		if s.Foreach != nil {
			expr(s.Foreach.In)
		}
		expr(s.Expect.Assert)
		if s.Expect.Login != nil {
			expr(s.Expect.Login.Assert)
		}
		for _, x := range parts.Extracts(s) {
			if x.Expr != nil {
				add(x.ExprNode, x.Expr.Root())
			}
		}
	}
	expr(r.Output.Value)
	for _, e := range r.Verify.Checks {
		expr(e)
	}
	return changed
}

// quotedNames puts the names of an expression into double quotes.
func quotedNames(source string, tree *jmespath.Node) string {
	var spans []diag.Span
	tree.Walk(func(n *jmespath.Node) bool {
		if (n.Kind == jmespath.KindField || n.Kind == jmespath.KindHashEntry) && !n.Quoted && !n.Implicit {
			spans = append(spans, n.NameSpan)
		}
		return true
	})
	slices.SortFunc(spans, func(a, b diag.Span) int { return b.Start - a.Start })
	for _, span := range spans {
		source = source[:span.Start] + `"` + source[span.Start:span.End] + `"` + source[span.End:]
	}
	return source
}

// Respelled gives the case with all its files written in another way.
func (c *Case) Respelled(r Respelling) *Case {
	changed := *c
	changed.Text = r.Apply(c.Text)
	changed.Older = slices.Clone(c.Older)
	for i := range changed.Older {
		changed.Older[i].Text = r.Apply(changed.Older[i].Text)
	}
	changed.Siblings = slices.Clone(c.Siblings)
	for i := range changed.Siblings {
		changed.Siblings[i] = r.Apply(changed.Siblings[i])
	}
	return &changed
}
