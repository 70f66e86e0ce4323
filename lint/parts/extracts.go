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
	e, n := s.Extract, s.ExtractNode
	count := len(e.JSON) + len(e.HTML)
	for i := range e.Items {
		count += len(e.Items[i].Fields)
	}
	for i := range e.Embedded {
		count += len(e.Embedded[i].Vars)
	}
	l := &lister{step: s, all: make([]Extract, 0, count)}
	l.vars("json", e.JSON, n.Member("json"), nil)
	nodes := membersOf(n.Member("html"))
	for i := range e.HTML {
		html := &e.HTML[i]
		l.query(Extract{Name: html.Name, Kind: "html"}, &html.Query, nodes.at(html.Name))
	}
	nodes = membersOf(n.Member("html_items"))
	for i := range e.Items {
		items := &e.Items[i]
		fields := membersOf(nodes.at(items.Name).Member("fields"))
		for j := range items.Fields {
			field := &items.Fields[j]
			l.query(Extract{Name: items.Name, Field: field.Name, Kind: "html_items", Items: items}, &field.Query, fields.at(field.Name))
		}
	}
	entries := recipe.EmbeddedNodes(n.Member("embedded_json"))
	for i := range e.Embedded {
		if i < len(entries) {
			l.vars("embedded_json", e.Embedded[i].Vars, entries[i].Member("vars"), &e.Embedded[i])
		}
	}
	return l.all
}

// lister collects the extracts of a step.
type lister struct {
	step *recipe.Step
	all  []Extract
}

// add adds an extract that stands at a node, nil where it stands nowhere.
func (l *lister) add(x Extract, n *jsonval.Node) {
	if n != nil {
		x.Step, x.Node = l.step, n
		l.all = append(l.all, x)
	}
}

// vars adds the variables that are expressions.
func (l *lister) vars(kind string, list []extract.Var, n *jsonval.Node, e *extract.Embedded) {
	nodes := membersOf(n)
	for i := range list {
		at := nodes.at(list[i].Name)
		l.add(Extract{Name: list[i].Name, Kind: kind, Expr: list[i].Expr, ExprNode: at, Embedded: e}, at)
	}
}

// query adds a variable or a field that is read by a selector.
func (l *lister) query(x Extract, q *extract.Query, n *jsonval.Node) {
	x.Query, x.Expr, x.ExprNode = q, q.Path, n.Member("path")
	l.add(x, n)
}

// members finds the members of an object by their names.
type members struct {
	node *jsonval.Node
	many map[string]*jsonval.Node // nil: there are few
}

func membersOf(n *jsonval.Node) members {
	const few = 16
	m := members{node: n}
	if n != nil && n.Kind == jsonval.Object && len(n.Children) > few {
		m.many = make(map[string]*jsonval.Node, len(n.Children))
		for _, c := range n.Children {
			m.many[c.Key] = c
		}
	}
	return m
}

// at gives the last member of a name; nil where there is none.
func (m members) at(name string) *jsonval.Node {
	if m.many != nil {
		return m.many[name]
	}
	return m.node.Member(name)
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
