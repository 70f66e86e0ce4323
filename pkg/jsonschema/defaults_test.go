package jsonschema_test

import (
	"sync"
	"testing"

	"github.com/wield-run/wield/pkg/jsonschema"
	"github.com/wield-run/wield/pkg/jsonval"
)

func TestFillDefaults(t *testing.T) {
	tests := []struct{ schema, in, want string }{
		{`{"properties":{"a":{"default":1},"b":{},"c":{"default":3}}}`, `{"b":2}`, `{"b":2,"a":1,"c":3}`},
		{`{"properties":{"b":{"default":1},"7":{"default":2}}}`, `{"z":0}`, `{"7":2,"z":0,"b":1}`}, // JavaScript's order
		{`{"properties":{"a":{"default":1},"b":{"default":1}}}`, `{"a":null,"b":""}`, `{"a":null,"b":""}`},
		{`{"properties":{"a":{"default":null}}}`, `{}`, `{"a":null}`},
		{`{"properties":{"o":{"properties":{"a":{"default":1}}}}}`, `{}`, `{}`},
		{`{"properties":{"o":{"properties":{"a":{"default":1}}}}}`, `{"o":{}}`, `{"o":{"a":1}}`},
		{`{"properties":{"o":{"default":{},"properties":{"a":{"default":1}}}}}`, `{}`, `{"o":{"a":1}}`},
		{`{"default":{"a":1}}`, `{}`, `{}`},
		{`{"items":{"properties":{"a":{"default":1}}}}`, `[{},{"a":2},3]`, `[{"a":1},{"a":2},3]`},
		{`{"items":{"default":7}}`, `[]`, `[]`},
		{`{"prefixItems":[{"default":1},{"default":2}]}`, `[9]`, `[9]`},
		{`{"prefixItems":[{"properties":{"a":{"default":1}}}],"items":{"properties":{"b":{"default":2}}}}`, `[{},{}]`, `[{"a":1},{"b":2}]`},
		{`{"additionalProperties":{"properties":{"a":{"default":1}}}}`, `{"q":{}}`, `{"q":{"a":1}}`},
		{`{"patternProperties":{"^x":{"properties":{"a":{"default":1}}}},"additionalProperties":{"properties":{"b":{"default":2}}}}`, `{"x1":{},"y":{}}`, `{"x1":{"a":1},"y":{"b":2}}`},
		{`{"allOf":[{"properties":{"a":{"default":1}}},{"properties":{"a":{"default":2}}}]}`, `{}`, `{"a":1}`},
		{`{"properties":{"a":{"default":1}},"allOf":[{"properties":{"a":{"default":2}}}]}`, `{}`, `{"a":2}`},
		{`{"anyOf":[{"properties":{"a":{"default":1}}}],"oneOf":[{"properties":{"b":{"default":1}}}],"not":{"properties":{"c":{"default":1}},"required":["c"]}}`, `{}`, `{}`},
		{`{"if":{"properties":{"k":{"const":1}},"required":["k"]},"then":{"properties":{"a":{"default":1}}},"else":{"properties":{"b":{"default":2}}}}`, `{"k":1}`, `{"k":1,"a":1}`},
		{`{"if":{"properties":{"k":{"const":1}},"required":["k"]},"then":{"properties":{"a":{"default":1}}},"else":{"properties":{"b":{"default":2}}}}`, `{}`, `{"b":2}`},
		// The condition is asked before the defaults beside it.
		{`{"if":{"required":["k"]},"then":{"properties":{"a":{"default":1}}},"properties":{"k":{"default":1}}}`, `{}`, `{"k":1}`},
		{`{"dependentSchemas":{"k":{"properties":{"a":{"default":1}}}}}`, `{"k":1}`, `{"k":1,"a":1}`},
		{`{"properties":{"k":{"default":1}},"dependentSchemas":{"k":{"properties":{"a":{"default":1}}}}}`, `{}`, `{"k":1,"a":1}`},
		{`{"properties":{"a":{"$ref":"#/$defs/d"}},"$defs":{"d":{"default":5}}}`, `{}`, `{}`},
		{`{"properties":{"a":{"$ref":"#/$defs/d","default":6}},"$defs":{"d":{"default":5}}}`, `{}`, `{"a":6}`},
		{`{"properties":{"o":{"$ref":"#/$defs/o"}},"$defs":{"o":{"properties":{"a":{"default":1}}}}}`, `{"o":{}}`, `{"o":{"a":1}}`},
		{`{"properties":{"next":{"$ref":"#"},"n":{"default":0}}}`, `{"next":{"next":{}}}`, `{"next":{"next":{"n":0},"n":0},"n":0}`},
		{`{"allOf":[{"properties":{"o":{}}}],"unevaluatedProperties":{"properties":{"a":{"default":1}}}}`, `{"o":{},"p":{}}`, `{"o":{},"p":{"a":1}}`},
		{`{"prefixItems":[{}],"unevaluatedItems":{"properties":{"a":{"default":1}}}}`, `[{},{}]`, `[{},{"a":1}]`},
		{`{"properties":{"a":{"type":"integer","default":1}}}`, `[1]`, `[1]`},
		{`true`, `{}`, `{}`},
	}
	for _, tt := range tests {
		s, _ := jsonschema.Compile(tree(t, tt.schema))
		in := value(t, tt.in)
		if got := jsonval.Stringify(s.FillDefaults(in)); got != tt.want {
			t.Errorf("%s on %s: %s, want %s", tt.schema, tt.in, got, tt.want)
		}
		if after := jsonval.Stringify(in); after != tt.in {
			t.Errorf("%s: the input %s became %s", tt.schema, tt.in, after)
		}
	}
}

// Where nothing is missing nothing is copied.
func TestFillDefaultsSharesValues(t *testing.T) {
	s := mustCompile(t, `{"properties":{"a":{"default":1},"l":{"items":{"properties":{"x":{"default":1}}}}}}`)
	in := value(t, `{"a":1,"l":[{"x":1}]}`)
	if allocs := testing.AllocsPerRun(10, func() { s.FillDefaults(in) }); allocs > 12 {
		t.Errorf("%v allocations", allocs)
	}
	out := s.FillDefaults(in)
	if &out.Members()[0] != &in.Members()[0] {
		t.Error("the object was copied")
	}
}

// A schema may be used by many goroutines, from its first use on.
func TestConcurrentUse(t *testing.T) {
	s := mustCompile(t, `{"properties":{"a":{"pattern":"^x","default":"x"},"b":{"$ref":"https://json-schema.org/draft/2020-12/schema"}},"patternProperties":{"^c":{"type":"integer"}}}`)
	v := value(t, `{"b":{"type":"string"},"c1":"x"}`)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			filled := s.FillDefaults(v)
			vs, err := s.Validate(filled)
			if err != nil || len(vs) != 1 || vs[0].Pointer != "/c1" || filled.Field("a").Str() != "x" {
				t.Errorf("%v, %v, %s", vs, err, jsonval.Stringify(filled))
			}
			s.Properties()
		})
	}
	wait.Wait()
}

func TestProperties(t *testing.T) {
	s := mustCompile(t, `{
		"type": "object", "required": ["q", "opts"], "additionalProperties": false,
		"properties": {
			"q": {"type": "string", "description": "what to look for"},
			"limit": {"type": ["integer", "null"]},
			"ids": {"type": "array", "items": {"$ref": "#/$defs/id"}},
			"sort": {"enum": ["price", "date"]},
			"flag": {"const": true},
			"either": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
			"any": {},
			"opts": {"$ref": "#/$defs/opts"}
		},
		"anyOf": [{"properties": {"zip": {"type": "string"}}, "required": ["zip"]}, {"properties": {"city": {"type": "string"}}}],
		"$defs": {"id": {"type": "string"}, "opts": {"type": "object", "properties": {"deep": {"type": "number"}}}}
	}`)
	var names []string
	for _, p := range s.Properties() {
		names = append(names, p.Name)
	}
	if got := len(names); got != 10 {
		t.Errorf("%v", names)
	}
	kinds := []jsonval.Kind{jsonval.String, jsonval.Number, jsonval.Bool, jsonval.Array, jsonval.Object, jsonval.Null}
	tests := []struct {
		name, types, items string
		required           bool
	}{
		{"q", "string", "string number boolean array object null", true},
		{"limit", "number null", "string number boolean array object null", false},
		{"ids", "array", "string", false},
		{"sort", "string", "string number boolean array object null", false},
		{"flag", "boolean", "string number boolean array object null", false},
		{"either", "string number", "string number boolean array object null", false},
		{"any", "string number boolean array object null", "string number boolean array object null", false},
		{"opts", "object", "string number boolean array object null", true},
		{"zip", "string", "string number boolean array object null", false},
	}
	write := func(ts jsonschema.Types) (s string) {
		for _, k := range kinds {
			if ts.Has(k) {
				s += " " + k.String()
			}
		}
		return s
	}
	for _, tt := range tests {
		p, ok := s.Property(tt.name)
		if !ok || write(p.Types) != " "+tt.types || write(p.Items) != " "+tt.items || p.Required != tt.required {
			t.Errorf("%s: %v, types%s, items%s, required %v", tt.name, ok, write(p.Types), write(p.Items), p.Required)
		}
	}
	if p, _ := s.Property("q"); p.Description != "what to look for" || !p.Types.Only(jsonval.String) {
		t.Errorf("%+v", p)
	}
	if p, _ := s.Property("limit"); !p.Types.Only(jsonval.Number) {
		t.Error("an integer or null is only a number")
	}
	if p, _ := s.Property("either"); p.Types.Only(jsonval.String) {
		t.Error("a string or an integer is not only a string")
	}
	opts, _ := s.Property("opts")
	if deep, ok := opts.Schema.Property("deep"); !ok || !deep.Types.Has(jsonval.Number) {
		t.Errorf("%+v", deep)
	}
	if _, ok := s.Property("none"); ok {
		t.Error("an unknown name is found")
	}
	if s.Open() || !opts.Schema.Open() {
		t.Errorf("open: %v, %v", s.Open(), opts.Schema.Open())
	}
}
