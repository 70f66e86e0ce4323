package jsonschema

import (
	"math"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonschema/format"
	"github.com/wield-run/wield/pkg/jsonval"
)

func (s *subschema) numbers() *numberRules {
	if s.number == nil {
		nan := math.NaN()
		s.number = &numberRules{minimum: nan, exclusiveMinimum: nan, maximum: nan, exclusiveMaximum: nan, multipleOf: nan}
	}
	return s.number
}

func (s *subschema) texts() *textRules {
	if s.text == nil {
		s.text = &textRules{maxLength: -1}
	}
	return s.text
}

func (s *subschema) arrays() *arrayRules {
	if s.array == nil {
		s.array = &arrayRules{maxItems: -1, minContains: 1, maxContains: -1}
	}
	return s.array
}

func (s *subschema) objects() *objectRules {
	if s.object == nil {
		s.object = &objectRules{maxProperties: -1}
	}
	return s.object
}

// limit is a count as an int.
func limit(n *jsonval.Node) int { return int(min(n.Num, 1<<53)) }

// keyword puts a keyword, whose value has the right shape, into a subschema.
func (c *compiler) keyword(s *subschema, n *jsonval.Node) {
	switch n.Key {
	case "type":
		s.types = c.types(n)
	case "const":
		v := n.Value()
		s.constant = &v
	case "enum":
		s.enum = n.Value().Items()
		if s.enum == nil {
			s.enum = []jsonval.Value{}
		}
	case "default":
		s.defaultAt = n
	case "$ref", "$dynamicRef":
		c.pending = append(c.pending, pendingRef{s, n, n.Key == "$dynamicRef"})
	case "$defs", "definitions":
		c.schemaMap(s, n)
	case "allOf":
		s.allOf = c.schemaList(s, n)
	case "anyOf":
		s.anyOf = c.schemaList(s, n)
	case "oneOf":
		s.oneOf = c.schemaList(s, n)
	case "not":
		s.not = c.subschema(n, s.resource)
	case "if":
		s.condition = c.subschema(n, s.resource)
	case "then":
		s.then = c.subschema(n, s.resource)
	case "else":
		s.otherwise = c.subschema(n, s.resource)
	case "contentSchema":
		c.subschema(n, s.resource)
	default:
		c.scalarKeyword(s, n)
	}
}

func (c *compiler) scalarKeyword(s *subschema, n *jsonval.Node) {
	switch n.Key {
	case "minimum":
		s.numbers().minimum = n.Num
	case "maximum":
		s.numbers().maximum = n.Num
	case "exclusiveMinimum":
		s.numbers().exclusiveMinimum = n.Num
	case "exclusiveMaximum":
		s.numbers().exclusiveMaximum = n.Num
	case "multipleOf":
		s.numbers().multipleOf = n.Num
	case "minLength":
		s.texts().minLength = limit(n)
	case "maxLength":
		s.texts().maxLength = limit(n)
	case "pattern":
		if r := c.pattern(n.Str, n, n.TextSpan); r != nil {
			s.texts().pattern = r
		}
	case "format":
		switch name := c.format(n); {
		case name == "":
		case format.Numeric(name):
			s.numbers().format = name
		default:
			s.texts().format = name
		}
	default:
		c.containerKeyword(s, n)
	}
}

func (c *compiler) containerKeyword(s *subschema, n *jsonval.Node) {
	switch n.Key {
	case "minItems":
		s.arrays().minItems = limit(n)
	case "maxItems":
		s.arrays().maxItems = limit(n)
	case "minContains":
		s.arrays().minContains = limit(n)
	case "maxContains":
		s.arrays().maxContains = limit(n)
	case "uniqueItems":
		s.arrays().unique = n.Bool
	case "prefixItems":
		s.arrays().prefix = c.schemaList(s, n)
	case "items":
		s.arrays().items = c.subschema(n, s.resource)
	case "contains":
		s.arrays().contains = c.subschema(n, s.resource)
	case "unevaluatedItems":
		s.arrays().unevaluated = c.subschema(n, s.resource)
	case "minProperties":
		s.objects().minProperties = limit(n)
	case "maxProperties":
		s.objects().maxProperties = limit(n)
	case "required":
		s.objects().required = texts(n)
	case "properties":
		s.objects().setProperties(c.schemaMap(s, n))
	case "patternProperties":
		for _, p := range n.Children {
			schema := c.member(s, p)
			if r := c.pattern(p.Key, p, p.KeyTextSpan); r != nil {
				s.objects().patterns = append(s.objects().patterns, patternProperty{r, schema})
			}
		}
	case "additionalProperties":
		s.objects().additional = c.subschema(n, s.resource)
	case "propertyNames":
		s.objects().names = c.subschema(n, s.resource)
	case "unevaluatedProperties":
		s.objects().unevaluated = c.subschema(n, s.resource)
	case "dependentSchemas":
		s.objects().dependentSchemas = c.schemaMap(s, n)
	case "dependentRequired":
		for _, d := range n.Children {
			if c.nameList(d) {
				s.objects().dependentRequired = append(s.objects().dependentRequired, dependency{d.Key, texts(d)})
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

func (o *objectRules) setProperties(all []property) {
	o.properties = all
	if len(all) >= indexFrom {
		o.index = make(map[string]*subschema, len(all))
		for _, p := range all {
			o.index[p.name] = p.schema
		}
	}
}

func (c *compiler) schemaList(s *subschema, n *jsonval.Node) []*subschema {
	out := make([]*subschema, 0, len(n.Children))
	for _, item := range n.Children {
		out = append(out, c.subschema(item, s.resource))
	}
	return out
}

// schemaMap compiles the schemas of an object; of a repeated name the last
// counts.
func (c *compiler) schemaMap(s *subschema, n *jsonval.Node) []property {
	out := make([]property, 0, len(n.Children))
	for _, p := range n.Children {
		schema := c.member(s, p)
		if n.Member(p.Key) == p {
			out = append(out, property{p.Key, schema})
		}
	}
	return out
}

// member compiles a schema that is a member of an object of schemas.
func (c *compiler) member(s *subschema, n *jsonval.Node) *subschema {
	if n.Kind != jsonval.Object && n.Kind != jsonval.Bool {
		hint := ""
		if t := typeMeantBy(n); t != "" {
			hint = "write `{\"type\": \"" + t + "\"}`"
		}
		c.report("P2", "keyword-value", diag.Error, n, n.Span, "the schema of "+quote(n.Key)+" must be an object, true or false, not "+showTyped(n.Value()), hint)
		s := &subschema{at: n, resource: s.resource}
		c.all = append(c.all, s)
		return s
	}
	return c.subschema(n, s.resource)
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
