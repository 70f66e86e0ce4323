package jsonschema_test

import (
	"testing"

	"github.com/wield-run/wield/internal/conformance"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonschema"
	"github.com/wield-run/wield/pkg/jsonval"
)

func read(t testing.TB, name string) jsonval.Value {
	t.Helper()
	v, err := jsonval.Parse(conformance.Read(t, name))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

func TestConformanceSuite(t *testing.T) {
	groups := read(t, "schema/suite-2020-12.json")
	remotes := read(t, "schema/suite-remotes.json")
	load := func(uri string) (*jsonval.Node, bool) {
		v, ok := remotes.Get(uri)
		return jsonschema.NodeOf(v), ok
	}
	total, passed := 0, 0
	for _, g := range groups.Items() {
		s, found := jsonschema.CompileWith(jsonschema.NodeOf(g.Field("schema")), load)
		for _, c := range g.Field("tests").Items() {
			total++
			violations, err := s.Validate(c.Field("data"))
			if valid := len(violations) == 0; err != nil || valid != c.Field("valid").Bool() {
				t.Errorf("%s: %s: %s: %v, %v, findings %v", g.Field("file").Str(), g.Field("description").Str(), c.Field("description").Str(), violations, err, found)
				continue
			}
			passed++
		}
	}
	if passed != 1299 {
		t.Errorf("%d of %d passed, want 1299", passed, total)
	}
}

func TestConformanceDefaults(t *testing.T) {
	cases := read(t, "schema/defaults-vectors.json").Items()
	if len(cases) != 32 {
		t.Fatalf("%d cases, want 32", len(cases))
	}
	for _, c := range cases {
		id, want := c.Field("id").Str(), c.Field("ajv_useDefaults")
		s, found := jsonschema.Compile(jsonschema.NodeOf(c.Field("schema")))
		before := jsonval.Stringify(c.Field("input"))
		out := s.FillDefaults(c.Field("input"))
		if got := jsonval.Stringify(out); got != jsonval.Stringify(want.Field("output")) {
			t.Errorf("%s: filled %s, want %s (findings %v)", id, got, jsonval.Stringify(want.Field("output")), found)
		}
		if after := jsonval.Stringify(c.Field("input")); after != before {
			t.Errorf("%s: the input became %s", id, after)
		}
		violations, err := s.Validate(out)
		if valid := len(violations) == 0; err != nil || valid != want.Field("valid").Bool() {
			t.Errorf("%s: %v, %v, want valid %v", id, violations, err, want.Field("valid").Bool())
		}
	}
}

func TestConformanceFormats(t *testing.T) {
	cases := read(t, "schema/format-vectors.json").Items()
	if len(cases) != 51 {
		t.Fatalf("%d cases, want 51", len(cases))
	}
	for _, c := range cases {
		name, value, want := c.Field("format").Str(), c.Field("value"), c.Field("ajv_formats_full").Str()
		schema := new(jsonval.Builder).Set("format", jsonval.StringValue(name)).Value()
		s, found := jsonschema.Compile(jsonschema.NodeOf(schema))
		violations, err := s.Validate(value)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case want == "ok" || want == "reject":
			if (len(violations) == 0) != (want == "ok") || len(found) != 0 {
				t.Errorf("%s %s: %v, %v, want %s", name, jsonval.Stringify(value), violations, found, want)
			}
		case len(violations) != 0 || len(found) != 1 || found[0].Code != "P5" || found[0].Severity != diag.Warning:
			t.Errorf("%s: %v, %v, want a warning", name, violations, found)
		}
	}
}

// One mistake of an author gives one message, whatever the form of the union.
func TestConformanceErrors(t *testing.T) {
	data := read(t, "schema/errors-vectors.json")
	type mistake struct{ pointer, message, hint string }
	want := map[string][]mistake{
		"wrong-type":        {{"/timeout", `timeout must be an integer, not the string "5"`, "write 5 without quotes"}},
		"missing-required":  {{"", `the value lacks "url"`, ""}},
		"unknown-key-typo":  {{"/selectr", `selectr is not a known member`, `did you mean "selector"?`}},
		"bad-discriminator": {{"/kind", `kind must be "http", "extract" or "sleep", not "htpp"`, `did you mean "http"?`}},
		"no-discriminator":  {{"", `the value lacks "kind"`, ""}},
		"two-mistakes":      {{"/url", `url must be a string, not 3`, `write "3"`}, {"/extra", `extra is not a known member`, `known are "timeout"`}},
	}
	for _, form := range data.Field("forms").Members() {
		schema := new(jsonval.Builder).Set("$defs", data.Field("defs"))
		for _, m := range form.Value.Members() {
			schema.Set(m.Key, m.Value)
		}
		s, err := jsonschema.CompileValue(schema.Value())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range data.Field("mistakes").Items() {
			name := m.At(0).Str()
			for range 100 {
				violations, err := s.Validate(m.At(1))
				if err != nil || len(violations) != len(want[name]) {
					t.Fatalf("%s, %s: %v, %v", form.Key, name, violations, err)
				}
				for i, v := range violations {
					hint := want[name][i].hint
					if name == "no-discriminator" {
						hint = v.Hint // the union lists the kinds, if-then cannot
					}
					if got := (mistake{v.Pointer, v.Message, v.Hint}); got != (mistake{want[name][i].pointer, want[name][i].message, hint}) {
						t.Fatalf("%s, %s: %v", form.Key, name, got)
					}
				}
			}
		}
	}
}
