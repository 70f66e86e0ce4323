package jsonschema

import (
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonschema/internal/draft"
	"github.com/wield-run/wield/pkg/jsonschema/internal/say"
	"github.com/wield-run/wield/pkg/jsonval"
)

// checker checks what a schema says of its own values.
type checker struct{ *draft.Document }

// defaults notes defaults and examples that do not fit their own schema (P6,
// P11), defaults that are ignored (P7), and those that conflict (P8).
func (c *checker) defaults() {
	any := false
	for _, sub := range c.All {
		if sub.Resource.Foreign {
			continue
		}
		if sub.DefaultAt != nil {
			any = true
			c.fitsItself(sub, sub.DefaultAt, "the default", "P6", "default-invalid", diag.Error)
		}
		if examples := sub.At.Member("examples"); examples != nil && examples.Kind == jsonval.Array {
			for _, n := range examples.Children {
				c.fitsItself(sub, n, "the example", "P11", "example-invalid", diag.Warning)
			}
		}
	}
	if any {
		c.ignoredDefaults()
		told := map[*jsonval.Node]bool{}
		for _, sub := range c.All {
			c.conflicts(sub, told)
		}
	}
}

// fitsItself checks a value that a schema gives itself.
func (c *checker) fitsItself(sub *draft.Schema, n *jsonval.Node, what, code, name string, severity diag.Severity) {
	f := &filler{}
	own := &Schema{root: sub}
	v := f.fill(sub, n.Value(), 0)
	if f.endless {
		c.Report("P4", "schema-cycle", diag.Error, n, n.Span, what+" calls for defaults inside of it without end", "leave out the default of the inner one")
		return
	}
	violations, err := own.validate(v, what)
	if err != nil {
		c.Report(code, name, severity, n, n.Span, what+" cannot be checked: "+err.Error(), "")
		return
	}
	for i := range violations {
		span, pointer := violations[i].Locate(n)
		d := c.Report(code, name, severity, n, span, violations[i].Message, violations[i].Hint)
		if len(violations[i].Path) > 0 {
			d.Message = "in " + what + ", " + d.Message
		}
		d.Pointer = pointer
	}
}

// ignoredDefaults notes the defaults that FillDefaults never uses, among the
// schemas that it comes by.
func (c *checker) ignoredDefaults() {
	used := map[*draft.Schema]bool{}
	ignored := map[*draft.Schema]string{}
	visited := map[*draft.Schema]bool{}
	var visit func(sub *draft.Schema, why string)
	visit = func(sub *draft.Schema, why string) {
		if sub == nil {
			return
		}
		if why == "" {
			used[sub] = true
		} else if ignored[sub] == "" {
			ignored[sub] = why
		}
		if visited[sub] {
			return
		}
		visited[sub] = true
		for next := range sub.InPlace(true) {
			visit(next, "only a default beside the reference, or beside `allOf`, counts")
		}
		for _, next := range []*draft.Schema{sub.Then, sub.Else} {
			visit(next, "a branch gives no default to the value itself")
		}
		for next := range sub.Below() {
			why := "only a member that `properties` lists gets a default"
			if sub.Object != nil && sub.Object.Find(next.At.Key) == next {
				why = ""
			}
			visit(next, why)
		}
	}
	visit(c.Root, "the whole value gets no default")
	for _, sub := range c.All {
		lists := [][]*draft.Schema{sub.AnyOf, sub.OneOf, {sub.Not, sub.If}}
		if sub.Array != nil {
			lists = append(lists, []*draft.Schema{sub.Array.Contains})
		}
		if sub.Object != nil {
			lists = append(lists, []*draft.Schema{sub.Object.Names})
		}
		for _, list := range lists {
			for _, branch := range list {
				c.ignoredIn(branch, visited, ignored)
			}
		}
	}
	for _, sub := range c.All {
		if sub.DefaultAt != nil && !used[sub] && ignored[sub] != "" && !sub.Resource.Foreign {
			c.Report("P7", "default-ignored", diag.Warning, sub.DefaultAt, sub.DefaultAt.KeySpan, "this default is ignored", ignored[sub])
		}
	}
}

// ignoredIn marks what stands below a branch that gives no defaults.
func (c *checker) ignoredIn(sub *draft.Schema, visited map[*draft.Schema]bool, ignored map[*draft.Schema]string) {
	if sub == nil || visited[sub] {
		return
	}
	visited[sub] = true
	if ignored[sub] == "" {
		ignored[sub] = "inside `anyOf`, `oneOf`, `not`, `if` and `contains` there are no defaults"
	}
	for next := range sub.InPlace(false) {
		c.ignoredIn(next, visited, ignored)
	}
	for next := range sub.Below() {
		c.ignoredIn(next, visited, ignored)
	}
}

// conflicts notes members to which a schema gives two different defaults, by
// itself and by what it takes up. The first that is filled in wins.
func (c *checker) conflicts(s *draft.Schema, told map[*jsonval.Node]bool) {
	if s.Resource.Foreign || s.AllOf == nil && s.Ref == nil && s.Dynamic == nil {
		return
	}
	type given struct {
		name string
		at   *jsonval.Node
	}
	var all []given
	seen := map[*draft.Schema]bool{}
	var visit func(s *draft.Schema)
	visit = func(s *draft.Schema) {
		if seen[s] {
			return
		}
		seen[s] = true
		for next := range s.InPlace(true) {
			visit(next)
		}
		if s.Object == nil {
			return
		}
		for _, p := range s.Object.Properties {
			if p.Schema.DefaultAt == nil {
				continue
			}
			for _, g := range all {
				if g.name == p.Name && !told[p.Schema.DefaultAt] && !jsonval.Equal(g.at.Value(), p.Schema.DefaultAt.Value()) {
					told[p.Schema.DefaultAt] = true
					d := c.Report("P8", "default-conflict", diag.Warning, p.Schema.DefaultAt, p.Schema.DefaultAt.Span,
						"another default of "+say.Quote(p.Name)+" wins: "+say.Show(g.at.Value()), "leave one of them out")
					d.Related = []diag.Related{{Span: g.at.Span, Message: "the default that wins"}}
				}
			}
			all = append(all, given{p.Name, p.Schema.DefaultAt})
		}
	}
	visit(s)
}
