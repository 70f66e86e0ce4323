// Package schematest judges documents by a published JSON Schema, as other
// tools do: with two libraries, one of which reads it as draft-07, like most
// editors, the other as 2020-12.
package schematest

import (
	"encoding/json"
	"strings"
	"testing"

	jsonschema6 "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/xeipuuv/gojsonschema"
)

// Schema is a published schema, compiled by both libraries.
type Schema struct {
	seven  *gojsonschema.Schema
	newest *jsonschema6.Schema
}

// Compile compiles a published schema.
func Compile(t testing.TB, text string) *Schema {
	t.Helper()
	seven, err := gojsonschema.NewSchema(gojsonschema.NewStringLoader(text))
	if err != nil {
		t.Fatal(err)
	}
	var document map[string]any
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	delete(document, "$schema") // so that the compiler's own draft counts
	compiler := jsonschema6.NewCompiler()
	compiler.DefaultDraft(jsonschema6.Draft2020)
	if err := compiler.AddResource("https://wield.run/schema.json", document); err != nil {
		t.Fatal(err)
	}
	newest, err := compiler.Compile("https://wield.run/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return &Schema{seven, newest}
}

// Agrees fails the test where the two libraries differ in what they say of a
// document, or say anything but that it is valid, or that it is not.
func (s *Schema) Agrees(t testing.TB, text string, valid bool) {
	t.Helper()
	result, err := s.seven.Validate(gojsonschema.NewStringLoader(text))
	if err != nil {
		t.Fatal(err)
	}
	var why []string
	for _, e := range result.Errors() {
		why = append(why, e.String())
	}
	value, err := jsonschema6.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	seven, newest := result.Valid(), s.newest.Validate(value) == nil
	if seven != newest {
		t.Errorf("draft-07 says %v, 2020-12 says %v: %s", seven, newest, strings.Join(why, "; "))
	}
	if seven != valid {
		t.Errorf("the schema says %v, not %v: %s", seven, valid, strings.Join(why, "; "))
	}
}
