package draft

import (
	"fmt"
	"iter"
	"slices"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonschema/internal/say"
)

// InPlace are the schemas that apply to the same value. Certain are those that
// it must fit whatever it is: references and allOf.
func (s *Schema) InPlace(certain bool) iter.Seq[*Schema] {
	return func(yield func(*Schema) bool) {
		if s.Dynamic != nil && !yield(s.Dynamic.Initial) || s.Ref != nil && !yield(s.Ref) {
			return
		}
		for _, b := range s.AllOf {
			if !yield(b) {
				return
			}
		}
		if certain {
			return
		}
		for _, list := range [...][]*Schema{s.AnyOf, s.OneOf, {s.Not, s.If, s.Then, s.Else}} {
			for _, b := range list {
				if b != nil && !yield(b) {
					return
				}
			}
		}
		if s.Object != nil {
			for _, d := range s.Object.DependentSchemas {
				if !yield(d.Schema) {
					return
				}
			}
		}
	}
}

// Branches are the schemas that may apply to the same value.
func (s *Schema) Branches() func(yield func(*Schema) bool) {
	return func(yield func(*Schema) bool) {
		for _, list := range [...][]*Schema{s.AnyOf, s.OneOf, {s.Then, s.Else}} {
			for _, b := range list {
				if b != nil && !yield(b) {
					return
				}
			}
		}
		if s.Object != nil {
			for _, d := range s.Object.DependentSchemas {
				if !yield(d.Schema) {
					return
				}
			}
		}
	}
}

// Below are the schemas that apply to members and items, and may give them
// defaults.
func (s *Schema) Below() iter.Seq[*Schema] {
	return func(yield func(*Schema) bool) {
		each := func(s *Schema) bool { return s == nil || yield(s) }
		if a := s.Array; a != nil {
			for _, p := range a.Prefix {
				if !yield(p) {
					return
				}
			}
			if !each(a.Items) || !each(a.Unevaluated) {
				return
			}
		}
		if o := s.Object; o != nil {
			for _, p := range o.Properties {
				if !yield(p.Schema) {
					return
				}
			}
			for _, p := range o.Patterns {
				if !yield(p.Schema) {
					return
				}
			}
			if !each(o.Additional) || !each(o.Unevaluated) {
				return
			}
			for _, d := range o.DependentSchemas {
				if !yield(d.Schema) {
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
	state := map[*Schema]int{}
	var way []*Schema
	var visit func(s *Schema)
	visit = func(s *Schema) {
		state[s] = open
		if way = append(way, s); len(way) > maxChain {
			c.tooLong(s)
		}
		for next := range s.InPlace(false) {
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
		if s.Ref == nil && s.Dynamic == nil {
			continue // a cycle has a reference
		}
		if state[s] == 0 {
			visit(s)
		}
	}
}

// maxChain is how many schemas may apply to one value, each taken up by the one
// before.
const maxChain = 1000

// tooLong notes a chain at the schema where it gets too long, and ends it.
func (c *compiler) tooLong(s *Schema) {
	c.report("P4", "schema-cycle", diag.Error, s.At, s.At.Span,
		fmt.Sprintf("more than %d schemas in a row lead here", maxChain), "take schemas up more directly")
	at, resource := s.At, s.Resource
	*s = Schema{}
	s.init(at, resource)
}

// cut notes a cycle at its first reference in the file, and takes that out.
func (c *compiler) cut(cycle []*Schema) {
	var first *Schema
	for _, s := range cycle {
		if (s.Ref != nil || s.Dynamic != nil) && (first == nil || s.At.Span.Start < first.At.Span.Start) {
			first = s
		}
	}
	if first == nil { // it is cut already
		return
	}
	at := first.At.Member("$ref")
	if first.Ref == nil || at == nil {
		at = first.At.Member("$dynamicRef")
	}
	d := c.report("P4", "schema-cycle", diag.Error, at, at.Span,
		say.Quote(at.Str)+" leads back to itself, so that no value can be checked", "a schema may take itself up only for a member or an item")
	for _, s := range cycle {
		if r := s.At.Member("$ref"); r != nil && r != at {
			d.Related = append(d.Related, diag.Related{Span: r.Span, Message: "by way of this reference"})
		}
	}
	if first.Ref = nil; first.Dynamic != nil {
		first.applied().Dynamic = nil
	}
}
