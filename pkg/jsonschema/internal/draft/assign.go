package draft

import (
	"math"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonschema/format"
	"github.com/wield-run/wield/pkg/jsonschema/internal/say"
	"github.com/wield-run/wield/pkg/jsonval"
)

func (s *Schema) numbers() *NumberRules {
	if s.Number == nil {
		nan := math.NaN()
		s.Number = &NumberRules{Minimum: nan, ExclusiveMinimum: nan, Maximum: nan, ExclusiveMaximum: nan, MultipleOf: nan}
	}
	return s.Number
}

func (s *Schema) texts() *TextRules {
	if s.Text == nil {
		s.Text = &TextRules{MaxLength: -1}
	}
	return s.Text
}

func (s *Schema) arrays() *ArrayRules {
	if s.Array == nil {
		s.Array = &ArrayRules{MaxItems: -1, MinContains: 1, MaxContains: -1}
	}
	return s.Array
}

func (s *Schema) objects() *ObjectRules {
	if s.Object == nil {
		s.Object = &ObjectRules{MaxProperties: -1}
	}
	return s.Object
}

// limit is a count as an int.
func limit(n *jsonval.Node) int { return int(min(n.Num, 1<<53)) }

// keyword puts a keyword, whose value has the right shape, into a subschema.
func (c *compiler) keyword(s *Schema, n *jsonval.Node) {
	switch n.Key {
	case "type":
		s.Types = c.types(n)
	case "const":
		v := n.Value()
		s.Const = &v
	case "enum":
		s.Enum = n.Value().Items()
		if s.Enum == nil {
			s.Enum = []jsonval.Value{}
		}
	case "default":
		s.DefaultAt = n
	case "$ref", "$dynamicRef":
		c.pending = append(c.pending, pendingRef{s, n, n.Key == "$dynamicRef"})
	case "$defs", "definitions":
		c.schemaMap(s, n)
	case "allOf":
		s.applied().AllOf = c.schemaList(s, n)
	case "anyOf":
		s.applied().AnyOf = c.schemaList(s, n)
	case "oneOf":
		s.applied().OneOf = c.schemaList(s, n)
	case "not":
		s.applied().Not = c.subschema(n, s.Resource)
	case "if":
		s.applied().If = c.subschema(n, s.Resource)
	case "then":
		s.applied().Then = c.subschema(n, s.Resource)
	case "else":
		s.applied().Else = c.subschema(n, s.Resource)
	case "contentSchema":
		c.subschema(n, s.Resource)
	default:
		c.scalarKeyword(s, n)
	}
}

func (c *compiler) scalarKeyword(s *Schema, n *jsonval.Node) {
	switch n.Key {
	case "minimum":
		s.numbers().Minimum = n.Num
	case "maximum":
		s.numbers().Maximum = n.Num
	case "exclusiveMinimum":
		s.numbers().ExclusiveMinimum = n.Num
	case "exclusiveMaximum":
		s.numbers().ExclusiveMaximum = n.Num
	case "multipleOf":
		s.numbers().MultipleOf = n.Num
	case "minLength":
		s.texts().MinLength = limit(n)
	case "maxLength":
		s.texts().MaxLength = limit(n)
	case "pattern":
		if r := c.pattern(n.Str, n, n.TextSpan); r != nil {
			s.texts().Pattern = r
		}
	case "format":
		switch name := c.format(n); {
		case name == "":
		case format.Numeric(name):
			s.numbers().Format = name
		default:
			s.texts().Format = name
		}
	default:
		c.containerKeyword(s, n)
	}
}

func (c *compiler) containerKeyword(s *Schema, n *jsonval.Node) {
	switch n.Key {
	case "minItems":
		s.arrays().MinItems = limit(n)
	case "maxItems":
		s.arrays().MaxItems = limit(n)
	case "minContains":
		s.arrays().MinContains = limit(n)
	case "maxContains":
		s.arrays().MaxContains = limit(n)
	case "uniqueItems":
		s.arrays().Unique = n.Bool
	case "prefixItems":
		s.arrays().Prefix = c.schemaList(s, n)
	case "items":
		s.arrays().Items = c.subschema(n, s.Resource)
	case "contains":
		s.arrays().Contains = c.subschema(n, s.Resource)
	case "unevaluatedItems":
		s.arrays().Unevaluated = c.subschema(n, s.Resource)
	case "minProperties":
		s.objects().MinProperties = limit(n)
	case "maxProperties":
		s.objects().MaxProperties = limit(n)
	case "required":
		s.objects().Required = texts(n)
	case "properties":
		s.objects().setProperties(c.schemaMap(s, n))
	case "patternProperties":
		for _, p := range n.Children {
			schema := c.member(s, p)
			if r := c.pattern(p.Key, p, p.KeyTextSpan); r != nil {
				s.objects().Patterns = append(s.objects().Patterns, PatternProperty{r, schema})
			}
		}
	case "additionalProperties":
		s.objects().Additional = c.subschema(n, s.Resource)
	case "propertyNames":
		s.objects().Names = c.subschema(n, s.Resource)
	case "unevaluatedProperties":
		s.objects().Unevaluated = c.subschema(n, s.Resource)
	case "dependentSchemas":
		s.objects().DependentSchemas = c.schemaMap(s, n)
	case "dependentRequired":
		for _, d := range n.Children {
			if c.nameList(d) {
				s.objects().DependentRequired = append(s.objects().DependentRequired, Dependency{d.Key, texts(d)})
			}
		}
	}
}

func texts(n *jsonval.Node) []string {
	out := make([]string, 0, len(n.Children))
	for _, item := range n.Children {
		out = append(out, item.Str)
	}
	return out
}

func (o *ObjectRules) setProperties(all []Property) {
	o.Properties = all
	if len(all) >= indexFrom {
		o.index = make(map[string]*Schema, len(all))
		for _, p := range all {
			o.index[p.Name] = p.Schema
		}
	}
}

func (c *compiler) schemaList(s *Schema, n *jsonval.Node) []*Schema {
	out := make([]*Schema, 0, len(n.Children))
	for _, item := range n.Children {
		out = append(out, c.subschema(item, s.Resource))
	}
	return out
}

// schemaMap compiles the schemas of an object.
func (c *compiler) schemaMap(s *Schema, n *jsonval.Node) []Property {
	out := make([]Property, 0, len(n.Children))
	for _, p := range n.Children {
		if n.Member(p.Key) == p { // of a repeated name (J3) the last
			out = append(out, Property{p.Key, c.member(s, p)})
		}
	}
	return out
}

// member compiles a schema that is a member of an object of schemas.
func (c *compiler) member(s *Schema, n *jsonval.Node) *Schema {
	if n.Kind != jsonval.Object && n.Kind != jsonval.Bool {
		hint := "write `{}` for any value, or `{\"type\": …}`"
		if t := typeMeantBy(n); t != "" {
			hint = "write `{\"type\": \"" + t + "\"}`"
		}
		c.report("P2", "keyword-value", diag.Error, n, n.Span, "the schema of "+say.Quote(n.Key)+" must be an object, true or false, not "+say.ShowTyped(n.Value()), hint)
		return c.make(n, s.Resource)
	}
	return c.subschema(n, s.Resource)
}

// typeMeantBy gives the type whose name stands where a schema should.
func typeMeantBy(n *jsonval.Node) string {
	if n.Kind != jsonval.String {
		return ""
	}
	if _, ok := typeNamed(n.Str); ok {
		return n.Str
	}
	return typeMeant(n.Str)
}
