package jsonschema

import (
	"iter"
	"slices"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// inPlace are the schemas that apply to the same value. Certain are those that
// it must fit whatever it is: references and allOf.
func (s *subschema) inPlace(certain bool) iter.Seq[*subschema] {
	return func(yield func(*subschema) bool) {
		if s.dynamic != nil && !yield(s.dynamic.initial) || s.ref != nil && !yield(s.ref) {
			return
		}
		for _, b := range s.allOf {
			if !yield(b) {
				return
			}
		}
		if certain {
			return
		}
		for _, list := range [...][]*subschema{s.anyOf, s.oneOf, {s.not, s.condition, s.then, s.otherwise}} {
			for _, b := range list {
				if b != nil && !yield(b) {
					return
				}
			}
		}
		if s.object != nil {
			for _, d := range s.object.dependentSchemas {
				if !yield(d.schema) {
					return
				}
			}
		}
	}
}

// cycles notes schemas that lead back to themselves without going into a
// member or an item (P4), and cuts them.
func (c *compiler) cycles() {
	const open, done = 1, 2
	state := map[*subschema]int{}
	var way []*subschema
	var visit func(s *subschema)
	visit = func(s *subschema) {
		state[s] = open
		way = append(way, s)
		for next := range s.inPlace(false) {
			switch state[next] {
			case 0:
				visit(next)
			case open:
				c.cut(way[slices.Index(way, next):])
			}
		}
		way = way[:len(way)-1]
		state[s] = done
	}
	for _, s := range c.all {
		if s.ref == nil && s.dynamic == nil {
			continue // a cycle has a reference
		}
		if state[s] == 0 {
			visit(s)
		}
	}
}

// cut notes a cycle at its first reference in the file, and takes that out.
func (c *compiler) cut(cycle []*subschema) {
	var first *subschema
	for _, s := range cycle {
		if (s.ref != nil || s.dynamic != nil) && (first == nil || s.at.Span.Start < first.at.Span.Start) {
			first = s
		}
	}
	if first == nil { // it is cut already
		return
	}
	at := first.at.Member("$ref")
	if first.ref == nil || at == nil {
		at = first.at.Member("$dynamicRef")
	}
	d := c.report("P4", "schema-cycle", diag.Error, at, at.Span,
		quote(at.Str)+" leads back to itself, so that no value can be checked", "a schema may take itself up only for a member or an item")
	for _, s := range cycle {
		if r := s.at.Member("$ref"); r != nil && r != at {
			d.Related = append(d.Related, diag.Related{Span: r.Span, Message: "by way of this reference"})
		}
	}
	first.ref, first.dynamic = nil, nil
}

// defaults notes defaults and examples that do not fit their own schema (P6,
// P11), defaults that are ignored (P7), and those that conflict (P8).
func (c *compiler) defaults(s *Schema) {
	any := false
	for _, sub := range c.all {
		if sub.resource.foreign {
			continue
		}
		if sub.defaultAt != nil {
			any = true
			c.fitsItself(s, sub, sub.defaultAt, "the default", "P6", "default-invalid", diag.Error)
		}
		if examples := sub.at.Member("examples"); examples != nil && examples.Kind == jsonval.Array {
			for _, n := range examples.Children {
				c.fitsItself(s, sub, n, "the example", "P11", "example-invalid", diag.Warning)
			}
		}
	}
	if any {
		c.ignoredDefaults(s)
		told := map[*jsonval.Node]bool{}
		for _, sub := range c.all {
			c.conflicts(sub, told)
		}
	}
}

// fitsItself checks a value that a schema gives itself.
func (c *compiler) fitsItself(s *Schema, sub *subschema, n *jsonval.Node, what, code, name string, severity diag.Severity) {
	f := &filler{}
	own := &Schema{root: sub, laxFormats: s.laxFormats}
	v := f.fill(sub, n.Value(), 0)
	if f.endless {
		c.report("P4", "schema-cycle", diag.Error, n, n.Span, what+" calls for defaults inside of it without end", "leave out the default of the inner one")
		return
	}
	violations, err := own.validate(v, what)
	if err != nil {
		c.report(code, name, severity, n, n.Span, what+" cannot be checked: "+err.Error(), "")
		return
	}
	for i := range violations {
		span, pointer := violations[i].Locate(n)
		d := c.report(code, name, severity, n, span, violations[i].Message, violations[i].Hint)
		if len(violations[i].Path) > 0 {
			d.Message = "in " + what + ", " + d.Message
		}
		d.Pointer = pointer
	}
}

// ignoredDefaults notes the defaults that FillDefaults never uses, among the
// schemas that it comes by.
func (c *compiler) ignoredDefaults(s *Schema) {
	used := map[*subschema]bool{}
	ignored := map[*subschema]string{}
	visited := map[*subschema]bool{}
	var visit func(sub *subschema, why string)
	visit = func(sub *subschema, why string) {
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
		for next := range sub.inPlace(true) {
			visit(next, "only a default beside the reference, or beside `allOf`, counts")
		}
		for _, next := range []*subschema{sub.then, sub.otherwise} {
			visit(next, "a branch gives no default to the value itself")
		}
		for next := range sub.below() {
			why := "only a member that `properties` lists gets a default"
			if sub.object != nil && sub.object.find(next.at.Key) == next {
				why = ""
			}
			visit(next, why)
		}
	}
	visit(s.root, "the whole value gets no default")
	for _, sub := range c.all {
		lists := [][]*subschema{sub.anyOf, sub.oneOf, {sub.not, sub.condition}}
		if sub.array != nil {
			lists = append(lists, []*subschema{sub.array.contains})
		}
		if sub.object != nil {
			lists = append(lists, []*subschema{sub.object.names})
		}
		for _, list := range lists {
			for _, branch := range list {
				c.ignoredIn(branch, visited, ignored)
			}
		}
	}
	for _, sub := range c.all {
		if sub.defaultAt != nil && !used[sub] && ignored[sub] != "" && !sub.resource.foreign {
			c.report("P7", "default-ignored", diag.Warning, sub.defaultAt, sub.defaultAt.KeySpan, "this default is ignored", ignored[sub])
		}
	}
}

// ignoredIn marks what stands below a branch that gives no defaults.
func (c *compiler) ignoredIn(sub *subschema, visited map[*subschema]bool, ignored map[*subschema]string) {
	if sub == nil || visited[sub] {
		return
	}
	visited[sub] = true
	if ignored[sub] == "" {
		ignored[sub] = "inside `anyOf`, `oneOf`, `not`, `if` and `contains` there are no defaults"
	}
	for next := range sub.inPlace(false) {
		c.ignoredIn(next, visited, ignored)
	}
	for next := range sub.below() {
		c.ignoredIn(next, visited, ignored)
	}
}

// below are the schemas that apply to members and items, and may give them
// defaults.
func (s *subschema) below() iter.Seq[*subschema] {
	return func(yield func(*subschema) bool) {
		each := func(s *subschema) bool { return s == nil || yield(s) }
		if a := s.array; a != nil {
			for _, p := range a.prefix {
				if !yield(p) {
					return
				}
			}
			if !each(a.items) || !each(a.unevaluated) {
				return
			}
		}
		if o := s.object; o != nil {
			for _, p := range o.properties {
				if !yield(p.schema) {
					return
				}
			}
			for _, p := range o.patterns {
				if !yield(p.schema) {
					return
				}
			}
			if !each(o.additional) || !each(o.unevaluated) {
				return
			}
			for _, d := range o.dependentSchemas {
				if !yield(d.schema) {
					return
				}
			}
		}
	}
}

// conflicts notes members to which a schema gives two different defaults, by
// itself and by what it takes up. The first that is filled in wins.
func (c *compiler) conflicts(s *subschema, told map[*jsonval.Node]bool) {
	if s.resource.foreign || s.allOf == nil && s.ref == nil && s.dynamic == nil {
		return
	}
	type given struct {
		name string
		at   *jsonval.Node
	}
	var all []given
	seen := map[*subschema]bool{}
	var visit func(s *subschema)
	visit = func(s *subschema) {
		if seen[s] {
			return
		}
		seen[s] = true
		for next := range s.inPlace(true) {
			visit(next)
		}
		if s.object == nil {
			return
		}
		for _, p := range s.object.properties {
			if p.schema.defaultAt == nil {
				continue
			}
			for _, g := range all {
				if g.name == p.name && !told[p.schema.defaultAt] && !jsonval.Equal(g.at.Value(), p.schema.defaultAt.Value()) {
					told[p.schema.defaultAt] = true
					d := c.report("P8", "default-conflict", diag.Warning, p.schema.defaultAt, p.schema.defaultAt.Span,
						"another default of "+quote(p.name)+" wins: "+show(g.at.Value()), "leave one of them out")
					d.Related = []diag.Related{{Span: g.at.Span, Message: "the default that wins"}}
				}
			}
			all = append(all, given{p.name, p.schema.defaultAt})
		}
	}
	visit(s)
}
