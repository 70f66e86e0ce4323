package draft

import (
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/regex"
)

// Schema is one schema object (or true, or false) of a document.
type Schema struct {
	At       *jsonval.Node // where it stands
	Resource *Resource
	Never    bool // the schema `false`
	Hopeless bool // what it says allows no value, which was noted

	Types  Types // 0: any
	Const  *jsonval.Value
	Enum   []jsonval.Value // nil: any
	Number *NumberRules
	Text   *TextRules
	Array  *ArrayRules
	Object *ObjectRules
	Ref    *Schema
	*Applied

	DefaultAt *jsonval.Node // the value of `default`
}

// Applied is what a schema applies to its own value, but for a plain reference.
// Most schemas apply nothing, and share one that is empty.
type Applied struct {
	Dynamic *DynamicRef
	AllOf   []*Schema
	AnyOf   []*Schema
	OneOf   []*Schema
	Not     *Schema
	If      *Schema
	Then    *Schema
	Else    *Schema
	Anchor  string // $dynamicAnchor
}

// applied is a schema's own Applied, to write to.
func (s *Schema) applied() *Applied {
	if s.Applied == &nothingApplied {
		s.Applied = &Applied{}
	}
	return s.Applied
}

// nothingApplied is never changed.
var nothingApplied Applied

func (s *Schema) init(at *jsonval.Node, r *Resource) {
	s.At, s.Resource, s.Applied = at, r, &nothingApplied
}

// NumberRules restrict numbers. Bounds are NaN where there is none.
type NumberRules struct {
	Minimum, ExclusiveMinimum float64
	Maximum, ExclusiveMaximum float64
	MultipleOf                float64
	Format                    string
}

// TextRules restrict strings.
type TextRules struct {
	MinLength, MaxLength int // in code points; maxLength is -1 for none
	Pattern              *regex.Regexp
	Format               string
}

// ArrayRules restrict arrays.
type ArrayRules struct {
	MinItems, MaxItems       int // maxItems is -1 for none
	MinContains, MaxContains int
	Unique                   bool
	Prefix                   []*Schema
	Items                    *Schema
	Contains                 *Schema
	Unevaluated              *Schema
}

// ObjectRules restrict objects.
type ObjectRules struct {
	MinProperties, MaxProperties int // maxProperties is -1 for none
	Required                     []string
	Properties                   []Property
	index                        map[string]*Schema // of properties, where they are many
	Patterns                     []PatternProperty
	Additional                   *Schema
	Names                        *Schema
	DependentRequired            []Dependency
	DependentSchemas             []Property
	Unevaluated                  *Schema
}

// Property is one member of `properties` or `dependentSchemas`.
type Property struct {
	Name   string
	Schema *Schema
}

// PatternProperty is one member of `patternProperties`.
type PatternProperty struct {
	Pattern *regex.Regexp
	Schema  *Schema
}

// Dependency is one member of `dependentRequired`.
type Dependency struct {
	Name     string
	Required []string
}

// DynamicRef is a $dynamicRef: the schema that it names, which gives way to
// the outermost one with the same $dynamicAnchor on the way to it.
type DynamicRef struct {
	Initial *Schema
	Anchor  string // "" where it acts as a $ref
}

// Resource is a schema with a URI of its own: the document's root, and every
// schema with an $id.
type Resource struct {
	URI     string // without a fragment; "" for a document without one
	Root    *jsonval.Node
	Anchors map[string]*jsonval.Node // by $anchor and $dynamicAnchor
	Dynamic map[string]*Schema       // by $dynamicAnchor
	Foreign bool                     // it is not the author's
	Lax     bool                     // its metaschema leaves out the validation vocabulary
}

// indexFrom is the number of properties from which they get an index.
const indexFrom = 12

// Find gives the schema of a property, or nil.
func (o *ObjectRules) Find(name string) *Schema {
	if o.index != nil {
		return o.index[name]
	}
	for i := range o.Properties {
		if o.Properties[i].Name == name {
			return o.Properties[i].Schema
		}
	}
	return nil
}

// Pointer leads to a keyword of the schema, or to itself for "".
func (s *Schema) Pointer(keyword string) string {
	p := s.At.Pointer()
	if keyword != "" {
		p += "/" + jsonval.PointerEscape(keyword)
	}
	return p
}
