package jsonschema_test

import (
	"strings"
	"testing"

	library "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/wield-run/wield/pkg/jsonschema"
	"github.com/wield-run/wield/pkg/jsonval"
)

// refuseAll is a loader of the library that loads nothing.
type refuseAll struct{}

func (refuseAll) Load(url string) (any, error) { return nil, &library.UnsupportedURLSchemeError{} }

// libraryVerdict asks the library, a second opinion on what is valid. It gives
// none (ok false) on schemas that it refuses.
func libraryVerdict(schema, instance jsonval.Value) (valid, ok bool) {
	document, err := library.UnmarshalJSON(strings.NewReader(jsonval.Stringify(schema)))
	if err != nil {
		return false, false
	}
	c := library.NewCompiler()
	c.DefaultDraft(library.Draft2020)
	c.UseLoader(refuseAll{})
	if err := c.AddResource("urn:schema", document); err != nil {
		return false, false
	}
	s, err := c.Compile("urn:schema")
	if err != nil {
		return false, false
	}
	v, err := library.UnmarshalJSON(strings.NewReader(jsonval.Stringify(instance)))
	if err != nil {
		return false, false
	}
	return s.Validate(v) == nil, true
}

// Both opinions agree on every instance of the suite under every schema of its
// file, which are many more pairs than the suite itself has.
func TestLibraryAgrees(t *testing.T) {
	groups := read(t, "schema/suite-2020-12.json").Items()
	instances := map[string][]jsonval.Value{}
	for _, g := range groups {
		for _, c := range g.Field("tests").Items() {
			instances[g.Field("file").Str()] = append(instances[g.Field("file").Str()], c.Field("data"))
		}
	}
	compared := 0
	for _, g := range groups {
		s, _ := jsonschema.CompileWith(jsonschema.NodeOf(g.Field("schema")), nil)
		for i, v := range instances[g.Field("file").Str()] {
			if i >= 12 {
				break
			}
			want, ok := libraryVerdict(g.Field("schema"), v)
			if !ok {
				break // it refuses the schema
			}
			compared++
			vs, err := s.Validate(v)
			if err != nil || (len(vs) == 0) != want {
				t.Errorf("%s: %s on %s: %v, %v, the library says %v", g.Field("file").Str(), jsonval.Stringify(g.Field("schema")), jsonval.Stringify(v), vs, err, want)
			}
		}
	}
	if compared < 3000 {
		t.Errorf("only %d pairs were compared", compared)
	}
}

// comparable reports whether the two opinions must agree on a schema: it has
// no pattern (the library is given Go's engine), no format, and no number on
// which a float64 and its text could part.
func comparable(v jsonval.Value) bool {
	switch v.Kind() {
	case jsonval.Number:
		f := v.Float()
		return f == float64(int32(f)) || f == 0.5 || f == 1.5
	case jsonval.Array:
		for _, item := range v.Items() {
			if !comparable(item) {
				return false
			}
		}
	case jsonval.Object:
		for _, m := range v.Members() {
			switch m.Key {
			case "pattern", "patternProperties", "format", "$schema", "$vocabulary", "$recursiveRef", "$id":
				return false
			}
			if !comparable(m.Value) {
				return false
			}
		}
	case jsonval.String:
		return jsonval.ToUTF8(v.Str()) == v.Str()
	}
	return true
}

// FuzzValidate: no schema and no instance crashes, two runs say the same, and
// where a schema is right the library says the same.
func FuzzValidate(f *testing.F) {
	f.Add(`{"type":"object","properties":{"a":{"type":"integer","default":1}},"required":["b"],"additionalProperties":false}`, `{"b":1,"c":[]}`)
	f.Add(`{"oneOf":[{"required":["k"],"properties":{"k":{"const":1}}},{"required":["k"],"properties":{"k":{"const":2}}}]}`, `{"k":3}`)
	f.Add(`{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false,"dependentSchemas":{"a":{"minProperties":2}}}`, `{"a":1,"b":2}`)
	f.Add(`{"prefixItems":[{"type":"string"}],"contains":{"const":1},"minContains":2,"unevaluatedItems":{"multipleOf":2}}`, `["a",1,1,3]`)
	f.Add(`{"$ref":"#/$defs/n","$defs":{"n":{"$dynamicAnchor":"n","items":{"$dynamicRef":"#n"},"uniqueItems":true}}}`, `[[1],[1]]`)
	f.Add(`{"if":{"not":{"enum":[1,"x"]}},"then":{"propertyNames":{"maxLength":1}},"else":false}`, `{"ab":1}`)
	f.Fuzz(func(t *testing.T, schema, instance string) {
		if len(schema) > 600 || len(instance) > 200 {
			return
		}
		n, faults := jsonval.ParseTree([]byte(schema))
		v, err := jsonval.ParseString(instance)
		if n == nil || len(faults) > 0 || err != nil {
			return
		}
		s, found := jsonschema.Compile(n)
		right := true
		for _, d := range found {
			if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(schema) || d.Message == "" {
				t.Fatalf("%s: %+v", schema, d)
			}
			if d.Severity == 0 && d.Code != "P6" && d.Code != "P10" {
				right = false
			}
		}
		before := jsonval.Stringify(v)
		filled := s.FillDefaults(v)
		if jsonval.Stringify(v) != before {
			t.Fatalf("%s changed %s", schema, before)
		}
		if again := s.FillDefaults(v); jsonval.Stringify(again) != jsonval.Stringify(filled) {
			t.Fatalf("%s on %s: %s, then %s", schema, before, jsonval.Stringify(filled), jsonval.Stringify(again))
		}
		s.Properties()
		vs, err := s.Validate(v)
		again, _ := s.Validate(v)
		if told(vs) != told(again) {
			t.Fatalf("%s on %s: %s, then %s", schema, before, told(vs), told(again))
		}
		if !right || err != nil || !comparable(n.Value()) || !comparable(v) {
			return
		}
		if want, ok := libraryVerdict(n.Value(), v); ok && (len(vs) == 0) != want {
			t.Fatalf("%s on %s: %v, the library says %v", schema, before, vs, want)
		}
	})
}

func BenchmarkCompile(b *testing.B) {
	n := tree(b, paramsSchema)
	b.SetBytes(int64(len(paramsSchema)))
	b.ReportAllocs()
	for b.Loop() {
		if _, found := jsonschema.Compile(n); len(found) > 0 {
			b.Fatal(found[0])
		}
	}
}

func BenchmarkValidate(b *testing.B) {
	s := mustCompile(b, paramsSchema)
	v := value(b, `{"query":"fahrrad","max_price":100,"sort":"price","ids":["a","b"],"page":2,"city":"Berlin","radius":10}`)
	b.ReportAllocs()
	for b.Loop() {
		if vs, err := s.Validate(s.FillDefaults(v)); err != nil || len(vs) > 0 {
			b.Fatal(vs, err)
		}
	}
}

func BenchmarkLibraryCompile(b *testing.B) {
	v := value(b, paramsSchema)
	b.ReportAllocs()
	for b.Loop() {
		if valid, ok := libraryVerdict(v, jsonval.NullValue()); valid || !ok {
			b.Fatal(valid, ok)
		}
	}
}

const paramsSchema = `{
  "type": "object",
  "additionalProperties": false,
  "required": ["query"],
  "properties": {
    "query": {"type": "string", "minLength": 1, "maxLength": 200, "description": "What to look for, e.g. fahrrad"},
    "max_price": {"type": "number", "minimum": 0, "description": "Highest price in euros", "examples": [100]},
    "sort": {"enum": ["price", "date", "distance"], "default": "date", "description": "Order of the results"},
    "ids": {"type": "array", "maxItems": 20, "items": {"type": "string", "maxLength": 20}, "description": "Only these"},
    "page": {"type": "integer", "minimum": 1, "default": 1, "description": "Page of the results"},
    "city": {"type": "string", "maxLength": 60, "description": "Name of the city"},
    "radius": {"type": "integer", "minimum": 0, "maximum": 200, "default": 20, "description": "Kilometres around the city"},
    "since": {"type": "string", "format": "date", "description": "Not older than this day"},
    "private": {"type": "boolean", "default": false, "description": "Only private sellers"},
    "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 20, "description": "How many at most"}
  }
}`
