package parts

import (
	"github.com/wield-run/wield/pkg/extract"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// Extracts lists the extracts of a step by kind, in the file's order. An
// extract that was not understood is left out.
func Extracts(s *recipe.Step) []Extract {
	if s.Extract == nil || s.ExtractNode == nil {
		return nil
	}
	var all []Extract
	add := func(x Extract, n *jsonval.Node) {
		if n != nil {
			x.Step, x.Node = s, n
			all = append(all, x)
		}
	}
	vars := func(kind string, list []extract.Var, n *jsonval.Node, e *extract.Embedded) {
		nodes := byName(n)
		for _, v := range list {
			at := nodes[v.Name]
			add(Extract{Name: v.Name, Kind: kind, Expr: v.Expr, ExprNode: at, Embedded: e}, at)
		}
	}
	query := func(x Extract, q *extract.Query, n *jsonval.Node) {
		x.Query, x.Expr, x.ExprNode = q, q.Path, n.Member("path")
		add(x, n)
	}
	e, n := s.Extract, s.ExtractNode
	vars("json", e.JSON, n.Member("json"), nil)
	nodes := byName(n.Member("html"))
	for i := range e.HTML {
		query(Extract{Name: e.HTML[i].Name, Kind: "html"}, &e.HTML[i].Query, nodes[e.HTML[i].Name])
	}
	nodes = byName(n.Member("html_items"))
	for i := range e.Items {
		items := &e.Items[i]
		fields := byName(nodes[items.Name].Member("fields"))
		for j := range items.Fields {
			field := &items.Fields[j]
			query(Extract{Name: items.Name, Field: field.Name, Kind: "html_items", Items: items}, &field.Query, fields[field.Name])
		}
	}
	entries := recipe.EmbeddedNodes(n.Member("embedded_json"))
	for i := range e.Embedded {
		if i < len(entries) {
			vars("embedded_json", e.Embedded[i].Vars, entries[i].Member("vars"), &e.Embedded[i])
		}
	}
	return all
}

// byName gives the members of an object.
func byName(n *jsonval.Node) map[string]*jsonval.Node {
	if n == nil || n.Kind != jsonval.Object {
		return nil
	}
	nodes := make(map[string]*jsonval.Node, len(n.Children))
	for _, c := range n.Children {
		nodes[c.Key] = c
	}
	return nodes
}

// Selectors lists every selector of a recipe: of auth.derive, then of the
// extracts, in the file's order.
func Selectors(r *recipe.Recipe) []Selector {
	var all []Selector
	for _, d := range r.Derive {
		if d.Selector != nil {
			all = append(all, Selector{d.Node.Member("selector"), d.Selector})
		}
	}
	for _, s := range r.Steps {
		if s.Extract == nil || s.ExtractNode == nil {
			continue
		}
		e, n := s.Extract, s.ExtractNode
		for i := range e.HTML {
			if sel := e.HTML[i].Selector; sel != nil {
				all = append(all, Selector{n.Member("html").Member(e.HTML[i].Name).Member("selector"), sel})
			}
		}
		for i := range e.Items {
			item := n.Member("html_items").Member(e.Items[i].Name)
			if sel := e.Items[i].Selector; sel != nil {
				all = append(all, Selector{item.Member("selector"), sel})
			}
			for j := range e.Items[i].Fields {
				if f := &e.Items[i].Fields[j]; f.Selector != nil {
					all = append(all, Selector{item.Member("fields").Member(f.Name).Member("selector"), f.Selector})
				}
			}
		}
		entries := recipe.EmbeddedNodes(n.Member("embedded_json"))
		for i := range e.Embedded {
			if sel := e.Embedded[i].Selector; sel != nil && i < len(entries) {
				all = append(all, Selector{entries[i].Member("selector"), sel})
			}
		}
	}
	return all
}

// Regexes lists the regular expressions of auth.derive. (Those of schemas are
// the members `pattern` and `patternProperties` in the tree.)
func Regexes(r *recipe.Recipe) []Regex {
	var all []Regex
	for _, d := range r.Derive {
		if d.Regex != nil {
			all = append(all, Regex{d.Node.Member("regex"), d.Regex})
		}
	}
	return all
}
