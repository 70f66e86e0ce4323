package jsonschema

import (
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/regex"
)

// subschema is one schema object (or true, or false) of a document.
type subschema struct {
	at       *jsonval.Node // where it stands
	resource *resource
	never    bool // the schema `false`

	types     Types // 0: any
	constant  *jsonval.Value
	enum      []jsonval.Value // nil: any
	number    *numberRules
	text      *textRules
	array     *arrayRules
	object    *objectRules
	ref       *subschema
	dynamic   *dynamicRef
	allOf     []*subschema
	anyOf     []*subschema
	oneOf     []*subschema
	not       *subschema
	condition *subschema // if
	then      *subschema
	otherwise *subschema // else

	defaultAt *jsonval.Node // the value of `default`
	anchor    string        // $dynamicAnchor
}

// numberRules restrict numbers. Bounds are NaN where there is none.
type numberRules struct {
	minimum, exclusiveMinimum float64
	maximum, exclusiveMaximum float64
	multipleOf                float64
	format                    string
}

// textRules restrict strings.
type textRules struct {
	minLength, maxLength int // in code points; maxLength is -1 for none
	pattern              *regex.Regexp
	format               string
}

// arrayRules restrict arrays.
type arrayRules struct {
	minItems, maxItems       int // maxItems is -1 for none
	minContains, maxContains int
	unique                   bool
	prefix                   []*subschema
	items                    *subschema
	contains                 *subschema
	unevaluated              *subschema
}

// objectRules restrict objects.
type objectRules struct {
	minProperties, maxProperties int // maxProperties is -1 for none
	required                     []string
	properties                   []property
	index                        map[string]*subschema // of properties, where they are many
	patterns                     []patternProperty
	additional                   *subschema
	names                        *subschema
	dependentRequired            []dependency
	dependentSchemas             []property
	unevaluated                  *subschema
}

type property struct {
	name   string
	schema *subschema
}

type patternProperty struct {
	pattern *regex.Regexp
	schema  *subschema
}

type dependency struct {
	name     string
	required []string
}

// dynamicRef is a $dynamicRef: the schema that it names, which gives way to
// the outermost one with the same $dynamicAnchor on the way to it.
type dynamicRef struct {
	initial *subschema
	anchor  string // "" where it acts as a $ref
}

// resource is a schema with a URI of its own: the document's root, and every
// schema with an $id.
type resource struct {
	uri     string // without a fragment; "" for a document without one
	root    *jsonval.Node
	anchors map[string]*jsonval.Node
	dynamic map[string]*subschema // by $dynamicAnchor
	foreign bool                  // it is not the author's
	lax     bool                  // its metaschema leaves out the validation vocabulary
}

// indexFrom is the number of properties from which they get an index.
const indexFrom = 12

// find gives the schema of a property, or nil.
func (o *objectRules) find(name string) *subschema {
	if o.index != nil {
		return o.index[name]
	}
	for i := range o.properties {
		if o.properties[i].name == name {
			return o.properties[i].schema
		}
	}
	return nil
}

// Types is a set of JSON types.
type Types uint8

// integers is the type "integer" in a set of types; the other members are the
// kinds of values.
const integers Types = 1 << 6

const anyType Types = 1<<jsonval.Null | 1<<jsonval.Bool | 1<<jsonval.Number | 1<<jsonval.String | 1<<jsonval.Array | 1<<jsonval.Object

// Has reports whether the set has the type of a kind of value. "integer" is
// the type of a number.
func (t Types) Has(k jsonval.Kind) bool {
	return t&(1<<k) != 0 || k == jsonval.Number && t&integers != 0
}

// Only reports whether the set has the type of a kind of value, and no other
// but null.
func (t Types) Only(k jsonval.Kind) bool {
	mask := Types(1<<k | 1<<jsonval.Null)
	if k == jsonval.Number {
		mask |= integers
	}
	return t.Has(k) && t&^mask == 0
}
