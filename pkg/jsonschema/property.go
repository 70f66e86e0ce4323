package jsonschema

import (
	"slices"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Property is a member that a schema knows by name.
type Property struct {
	Name        string
	Description string // "" where there is none
	Required    bool
	Types       Types // what its value may be
	Items       Types // what the items of its value may be, where that may be an array
	Schema      *Schema
}

// Properties are the members that the schema knows by name, also behind
// references and in every branch, each once, in the order in which they are
// come by.
func (s *Schema) Properties() []Property {
	var all []Property
	required := map[string]bool{}
	seen := map[*subschema]bool{}
	var visit func(sub *subschema, certain bool)
	visit = func(sub *subschema, certain bool) {
		if seen[sub] {
			return
		}
		seen[sub] = true
		if o := sub.object; o != nil {
			for _, p := range o.properties {
				if !slices.ContainsFunc(all, func(q Property) bool { return q.Name == p.name }) {
					all = append(all, s.property(p))
				}
			}
			if certain {
				for _, name := range o.required {
					required[name] = true
				}
			}
		}
		for next := range sub.inPlace(true) {
			visit(next, certain)
		}
		for next := range sub.branches() {
			visit(next, false)
		}
	}
	visit(s.root, true)
	for i := range all {
		all[i].Required = required[all[i].Name]
	}
	return all
}

// branches are the schemas that may apply to the same value.
func (s *subschema) branches() func(yield func(*subschema) bool) {
	return func(yield func(*subschema) bool) {
		for _, list := range [...][]*subschema{s.anyOf, s.oneOf, {s.then, s.otherwise}} {
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

func (s *Schema) property(p property) Property {
	out := Property{Name: p.name, Types: p.schema.possible(0), Items: p.schema.possibleItems(0),
		Schema: &Schema{root: p.schema, laxFormats: s.laxFormats}}
	if d := p.schema.at.Member("description"); d != nil {
		out.Description = d.Str
	}
	return out
}

// Property finds one of Properties.
func (s *Schema) Property(name string) (Property, bool) {
	for _, p := range s.Properties() {
		if p.Name == name {
			return p, true
		}
	}
	return Property{}, false
}

// Open reports whether members that are not among Properties may be valid.
func (s *Schema) Open() bool { return !s.root.closed(0) }

func (s *subschema) closed(depth int) bool {
	if s.never || depth > maxLookup {
		return s.never
	}
	if o := s.object; o != nil && len(o.patterns) == 0 &&
		(o.additional != nil && o.additional.never || o.unevaluated != nil && o.unevaluated.never) {
		return true
	}
	for next := range s.inPlace(true) {
		if next.closed(depth + 1) {
			return true
		}
	}
	return false
}

// maxLookup bounds how far references are followed to tell a type.
const maxLookup = 50

// possible are the types that a value may have.
func (s *subschema) possible(depth int) Types {
	t := anyType.widen()
	switch {
	case s.never:
		return 0
	case depth > maxLookup:
		return t
	}
	if s.types != 0 {
		t &= s.types.widen()
	}
	if s.constant != nil {
		t &= typeOf(*s.constant)
	}
	if s.enum != nil {
		var listed Types
		for _, v := range s.enum {
			listed |= typeOf(v)
		}
		t &= listed
	}
	for next := range s.inPlace(true) {
		t &= next.possible(depth + 1)
	}
	for _, union := range [...][]*subschema{s.anyOf, s.oneOf} {
		var some Types
		for _, b := range union {
			some |= b.possible(depth + 1)
		}
		if union != nil {
			t &= some
		}
	}
	return t
}

// typeOf is the type of a value, widened.
func typeOf(v jsonval.Value) Types { return Types(1 << v.Kind()).widen() }

// possibleItems are the types that the items of an array may have.
func (s *subschema) possibleItems(depth int) Types {
	t := anyType.widen()
	if depth > maxLookup {
		return t
	}
	if a := s.array; a != nil && a.items != nil {
		t &= a.items.possible(depth + 1)
		for _, p := range a.prefix {
			t |= p.possible(depth + 1)
		}
	}
	for next := range s.inPlace(true) {
		t &= next.possibleItems(depth + 1)
	}
	for _, union := range [...][]*subschema{s.anyOf, s.oneOf} {
		var some Types
		for _, b := range union {
			some |= b.possibleItems(depth + 1)
		}
		if union != nil {
			t &= some
		}
	}
	return t
}
