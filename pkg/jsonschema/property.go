package jsonschema

import (
	"slices"

	"github.com/wield-run/wield/pkg/jsonschema/internal/draft"
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

// Types is a set of JSON types.
type Types = draft.Types

// Properties are the members that the schema knows by name, also behind
// references and in every branch, each once, in the order in which they are
// come by.
func (s *Schema) Properties() []Property {
	var all []Property
	required := map[string]bool{}
	seen := map[*draft.Schema]bool{}
	var visit func(sub *draft.Schema, certain bool)
	visit = func(sub *draft.Schema, certain bool) {
		if seen[sub] {
			return
		}
		seen[sub] = true
		if o := sub.Object; o != nil {
			for _, p := range o.Properties {
				if !slices.ContainsFunc(all, func(q Property) bool { return q.Name == p.Name }) {
					all = append(all, s.property(p))
				}
			}
			if certain {
				for _, name := range o.Required {
					required[name] = true
				}
			}
		}
		for next := range sub.InPlace(true) {
			visit(next, certain)
		}
		for next := range sub.Branches() {
			visit(next, false)
		}
	}
	visit(s.root, true)
	for i := range all {
		all[i].Required = required[all[i].Name]
	}
	return all
}

func (s *Schema) property(p draft.Property) Property {
	out := Property{Name: p.Name, Types: p.Schema.Possible(), Items: p.Schema.PossibleItems(),
		Schema: &Schema{root: p.Schema, laxFormats: s.laxFormats}}
	if d := p.Schema.At.Member("description"); d != nil {
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
func (s *Schema) Open() bool { return !s.root.Closed() }
