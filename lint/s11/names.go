package s11

import (
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

const maxName = 40

// names looks at every name that templates and expressions use: params, steps,
// extracts, derived values, the items of a foreach.
func names(p *lint.Pass) {
	check := func(what, name string, n *jsonval.Node, span diag.Span) {
		if why := badName(name); why != "" && !strings.Contains(name, "{{") { // a template there is for S12
			p.Report(lint.Finding{Check: "name", Name: "bad-name", Node: n, Span: span, Message: what + " cannot be named " + diag.Quote(name, 50) + ": " + why,
				Hint: "letters, digits and `_`, at most 40, not beginning with a digit"})
		}
	}
	key := func(what string, n *jsonval.Node) {
		if n != nil && n.Kind == jsonval.Object {
			for _, child := range n.Children {
				check(what, child.Key, child, lint.KeySpan(child))
			}
		}
	}
	text := func(what string, n *jsonval.Node) {
		if n != nil && n.Kind == jsonval.String {
			check(what, n.Str, n, n.Span)
		}
	}
	for _, d := range p.Recipe.Derive {
		text("a derived value", d.Node.Member("name"))
	}
	for _, part := range p.ParamParts() {
		key("a param", part.Node.Member("properties"))
	}
	for _, s := range p.Requests() {
		text("a step", s.Node.Member("id"))
		if s.Foreach != nil {
			text("the item of a foreach", s.Foreach.Node.Member("as"))
		}
		for _, kind := range []string{"json", "html", "html_items"} {
			key("an extract", s.ExtractNode.Member(kind))
		}
		if items := s.ExtractNode.Member("html_items"); items != nil {
			for _, item := range items.Children {
				key("a field", item.Member("fields"))
			}
		}
		embedded := s.ExtractNode.Member("embedded_json")
		key("an extract", embedded.Member("vars"))
		if embedded != nil && embedded.Kind == jsonval.Array {
			for _, entry := range embedded.Children {
				key("an extract", entry.Member("vars"))
			}
		}
	}
}

// badName says why a name may not be used; "" where it may.
func badName(name string) string {
	switch name {
	case "constructor", "prototype", "toString", "valueOf", "hasOwnProperty":
		return "JavaScript's objects have a member of that name"
	case "":
		return "it is empty"
	}
	if len(name) > 1 && name[:2] == "__" {
		return "names that begin with two `_` are JavaScript's own"
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		if !(c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || i > 0 && c >= '0' && c <= '9') {
			return "expressions could not name it without quotes"
		}
	}
	if len(name) > maxName {
		return "it has more than 40 characters"
	}
	return ""
}
