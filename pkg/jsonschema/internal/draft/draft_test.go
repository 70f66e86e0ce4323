package draft

import (
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Every name that a misspelt one may mean is a keyword, and every keyword of
// the metaschema is among them.
func TestKeywordNames(t *testing.T) {
	names := map[string]bool{}
	for _, name := range keywordNames() {
		if keywordOf(name).shape == unknownKeyword || names[name] {
			t.Errorf("%q is no keyword, or stands twice", name)
		}
		names[name] = true
	}
	for _, p := range metaschemaTree().Member("properties").Children {
		switch old := p.Key == "definitions" || p.Key == "dependencies"; {
		case !old && !names[p.Key]:
			t.Errorf("%q is missing", p.Key)
		case p.Key == "dependencies" && foreignKeyword(p.Key) == "":
			t.Errorf("%q has no advice", p.Key)
		}
	}
	for _, name := range []string{"minLenght", "dependencies", "nullable", ""} {
		if keywordOf(name).shape != unknownKeyword {
			t.Errorf("%q is a keyword", name)
		}
	}
}

// The metaschema is a schema without a finding.
func TestMetaschema(t *testing.T) {
	d := Read(metaschemaTree(), nil)
	for _, f := range d.Found {
		if f.Pointer != "/properties/dependencies" { // a member that it describes
			t.Errorf("%s: %s", f.Pointer, f.Message)
		}
	}
	if len(d.All) < 70 {
		t.Errorf("only %d schemas", len(d.All))
	}
}

func TestTypes(t *testing.T) {
	types := func(names string) (all Types) {
		for _, name := range strings.Fields(names) {
			one, ok := typeNamed(name)
			if !ok {
				t.Fatal(name)
			}
			all |= one
		}
		return all
	}
	tests := []struct{ types, value, names string }{
		{"integer", "5", "an integer"},
		{"integer", "5.0", "an integer"},
		{"number", "5.5", "a number"},
		{"null string", `"a"`, "a string or null"},
		{"integer number array", "[]", "a number or an array"},
		{"boolean object null", "true", "true or false, an object or null"},
	}
	for _, tt := range tests {
		v, err := jsonval.ParseString(tt.value)
		if err != nil {
			t.Fatal(err)
		}
		set := types(tt.types)
		if !set.Match(v) || !set.Has(v.Kind()) || set.Names() != tt.names {
			t.Errorf("%s: %v, %v, %q", tt.types, set.Match(v), set.Has(v.Kind()), set.Names())
		}
	}
	if types("integer").Match(jsonval.NumberValue(1.5)) || types("string").Match(jsonval.NullValue()) {
		t.Error("a type matches too much")
	}
	if !types("integer null").Only(jsonval.Number) || types("string null").Only(jsonval.Number) || types("string array").Only(jsonval.String) {
		t.Error("Only")
	}
}

func TestResolveURI(t *testing.T) {
	tests := []struct {
		base, reference, uri, fragment string
		ok                             bool
	}{
		{"", "#/$defs/a", "", "/$defs/a", true},
		{"https://e.com/a/b", "c#d", "https://e.com/a/c", "d", true},
		{"https://e.com/a/b", "#d", "https://e.com/a/b", "d", true},
		{"urn:uuid:1", "#x", "urn:uuid:1", "x", true},
		{"https://e.com/a", "urn:x:y", "urn:x:y", "", true},
		{"", "http://[", "", "", false},
	}
	for _, tt := range tests {
		uri, fragment, ok := resolveURI(tt.base, tt.reference)
		if uri != tt.uri || fragment != tt.fragment || ok != tt.ok {
			t.Errorf("%q in %q: %q, %q, %v", tt.reference, tt.base, uri, fragment, ok)
		}
	}
}
