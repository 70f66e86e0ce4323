// Package s16 is the rule S16, typed-minimal-output: the agent gets typed
// fields, not pages.
package s16

import (
	_ "embed"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/internal/carry"
	"github.com/wield-run/wield/lint/internal/schemas"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

//go:embed doc.md
var page string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S16", Name: "typed-minimal-output", Doc: page, Run: run}

func run(p *lint.Pass) error {
	schema(p)
	names(p)
	markup(p)
	if out := p.Flow().Output(); out != nil && out.Expr.Tree != nil {
		v := carry.Eval(out.Expr.Tree, out.Node.Str, context(p))
		marks := v.All()
		links(p, out, v, marks)
		raw(p, out, marks)
	}
	return nil
}

// schema looks at output.schema: it says what comes, and that no more comes.
func schema(p *lint.Pass) {
	root := p.Recipe.Output.Schema.Node
	if root == nil || root.Kind != jsonval.Object && root.Kind != jsonval.Bool {
		return
	}
	if !isObject(root) {
		span := root.Span
		if t := root.Member("type"); t != nil {
			root, span = t, t.Span
		} else if root.Kind == jsonval.Object {
			span = lint.HeadSpan(root)
		}
		p.Report(lint.Finding{Check: "typed", Name: "untyped-output", Node: root, Span: span, Message: "the output is not said to be an object", Hint: "write \"type\": \"object\" with the `properties` that come"})
		return
	}
	read := schemas.NewReader(root)
	for _, part := range p.OutputParts() {
		switch part.Keyword {
		case "", "properties", "items", "prefixItems":
			open(p, read, part)
		}
	}
}

// isObject reports whether a schema itself says that its values are objects.
func isObject(n *jsonval.Node) bool {
	t := n.Member("type")
	if t != nil && t.Kind == jsonval.Array && len(t.Children) == 1 {
		t = t.Children[0]
	}
	return t != nil && t.Kind == jsonval.String && t.Str == "object"
}

// unlimited stands for any bound at all.
const unlimited = 1 << 40

// open warns of a part of the output that lets more through than it says.
func open(p *lint.Pass, read *schemas.Reader, part schemas.Part) {
	n := part.Node
	what, hint := "", ""
	object := n.Kind == jsonval.Object && read.Admits(n, jsonval.Object)
	switch {
	case n.Kind == jsonval.Bool && !n.Bool:
	case n.Kind != jsonval.Object || !read.Typed(n):
		what, hint = "it does not say what it is", "add `\"type\": …`"
	case object && !read.Listed(n):
		what, hint = "it lists no members", "add `properties`, and `\"additionalProperties\": false`"
	case object && !read.Closed(n):
		what, hint = "it lets members through that are not listed", "add `\"additionalProperties\": false`"
	case read.Admits(n, jsonval.Array) && !read.BoundedList(n, unlimited):
		what, hint = "a list without an end", "add `maxItems`"
	case read.Admits(n, jsonval.Array) && goesOn(n):
		what, hint = "items behind the first ones may be anything", "add `\"items\": false`, or say what they are"
	case read.Admits(n, jsonval.String) && !read.BoundedText(n, unlimited):
		what, hint = "a text without an end", "add `maxLength`, a `format` or an `enum`"
	}
	if what == "" {
		return
	}
	name := "the output"
	if part.Name != "" {
		name += "'s " + diag.Quote(part.Name, 40)
	} else if part.Keyword != "" {
		name = "an item of the output"
	}
	span := n.Span
	if n.Kind == jsonval.Object {
		span = lint.HeadSpan(n)
	}
	p.Report(lint.Finding{Check: "closed", Name: "open-output", Severity: diag.Warning, Node: n, Span: span, Message: name + ": " + what, Hint: hint})
}

// goesOn reports whether a list that says what its first items are lets others
// follow of which it says nothing.
func goesOn(n *jsonval.Node) bool {
	first := n.Member("prefixItems")
	if first == nil || n.Member("items") != nil {
		return false
	}
	most := n.Member("maxItems")
	return most == nil || most.Value().Float() > float64(len(first.Children))
}

// names looks at the names of the output: those of the schema, and those that
// the expression gives.
func names(p *lint.Pass) {
	report := func(n *jsonval.Node, span diag.Span, name string) {
		p.Report(lint.Finding{Check: "names", Name: "bad-output-name", Node: n, Span: span, Message: "the output cannot have a member named " + diag.Quote(name, 50),
			Hint: "a letter, then letters, digits and `_`, at most 40"})
	}
	for _, part := range p.OutputParts() {
		if part.Keyword == "properties" && !plain(part.Name) {
			report(part.Node, lint.KeySpan(part.Node), part.Name)
		}
	}
	value := p.Recipe.Output.Value
	if value == nil || value.Tree == nil {
		return
	}
	value.Tree.Walk(func(n *jmespath.Node) bool {
		if n.Kind == jmespath.KindHashEntry && !plain(n.Name) {
			report(value.Node, value.Node.TextSpan(n.NameSpan.Start, n.NameSpan.End), n.Name)
		}
		return true
	})
}

func plain(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		if !(c|0x20 >= 'a' && c|0x20 <= 'z' || i > 0 && (c == '_' || c >= '0' && c <= '9')) {
			return false
		}
	}
	return name != "" && len(name) <= 40
}
