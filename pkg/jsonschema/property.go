package jsonschema

import "github.com/wield-run/wield/pkg/jsonval"

// Property is a member that a schema knows by name.
type Property struct {
	Name     string
	Required bool
	Types    Types // what its value may be
	Items    Types // what the items of its value may be, where that may be an array
	Schema   *Schema
}

// Types is a set of JSON types.
type Types uint8

// Has reports whether the set has the type of a kind of value.
func (t Types) Has(k jsonval.Kind) bool { return t&(1<<k) != 0 }

// Only reports whether the set has the type of a kind of value and no other
// but null.
func (t Types) Only(k jsonval.Kind) bool {
	return t.Has(k) && t&^(1<<k|1<<jsonval.Null) == 0
}

// Properties are the members that the schema knows by name, also behind
// references and in every branch, in the order of the file.
func (s *Schema) Properties() []Property { return nil }

// Property finds one of Properties.
func (s *Schema) Property(name string) (Property, bool) { return Property{}, false }

// Open reports whether members that are not among Properties may be valid.
func (s *Schema) Open() bool { return true }
