package recipe

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	jsonschema6 "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/xeipuuv/gojsonschema"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/extract"
)

// verdicts gives what two libraries say of a file by the published schema: one
// reads it as draft-07, as most editors do, the other as 2020-12.
func verdicts(t *testing.T) func(text string) (draft7, draft2020 bool, why string) {
	t.Helper()
	seven, err := gojsonschema.NewSchema(gojsonschema.NewStringLoader(PublishedSchema()))
	if err != nil {
		t.Fatal(err)
	}
	var document map[string]any
	if err := json.Unmarshal([]byte(PublishedSchema()), &document); err != nil {
		t.Fatal(err)
	}
	delete(document, "$schema") // so that the compiler's own draft counts
	compiler := jsonschema6.NewCompiler()
	compiler.DefaultDraft(jsonschema6.Draft2020)
	if err := compiler.AddResource("https://wield.run/schema/recipe/v1.json", document); err != nil {
		t.Fatal(err)
	}
	newest, err := compiler.Compile("https://wield.run/schema/recipe/v1.json")
	if err != nil {
		t.Fatal(err)
	}
	return func(text string) (bool, bool, string) {
		result, err := seven.Validate(gojsonschema.NewStringLoader(text))
		if err != nil {
			t.Fatal(err)
		}
		why := ""
		for _, e := range result.Errors() {
			why += e.String() + "; "
		}
		value, err := jsonschema6.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return result.Valid(), newest.Validate(value) == nil, why
	}
}

// beyond are the findings of the families F and P that no JSON Schema can
// make: they compare members with each other or need a table.
func beyond(d *diag.Diagnostic) bool {
	switch {
	case d.Severity == diag.Warning, !strings.HasPrefix(d.Code, "F"):
		return true
	case d.Code == codeHeader, d.Code == codeOrigin, d.Code == codePlace, d.Code == codeVersion:
		return true
	case d.Code == codeCase:
		return strings.HasPrefix(d.Pointer, "/steps/0/request/headers")
	}
	message := d.Message
	for _, cross := range []string{
		"lacks `site.origin`", "begins with", "two steps have the id", "is the id of a step", "are both named", "extracts of the step are named",
		"entries of `auth.derive`", "with `effect: read` has no step", "no step has `write: true`", "finds nothing in a body",
	} {
		if strings.Contains(message, cross) {
			return true
		}
	}
	return false
}

// The published schema and validate give the same verdict on the format, over
// every example of this package and every shipped recipe.
func TestPublishedSchemaAgrees(t *testing.T) {
	verdict := verdicts(t)
	compare := func(t *testing.T, text string, found []*diag.Diagnostic) {
		t.Helper()
		var errors []*diag.Diagnostic
		for _, d := range found {
			if !beyond(d) {
				errors = append(errors, d)
			}
		}
		seven, newest, why := verdict(text)
		if seven != newest {
			t.Errorf("draft-07 says %v, 2020-12 says %v: %s", seven, newest, why)
		}
		if seven != (len(errors) == 0) {
			for _, d := range errors {
				t.Logf("%s %s %s", d.Code, d.Pointer, d.Message)
			}
			t.Errorf("the schema says %v (%s)", seven, why)
		}
	}
	for _, tt := range findingCases() {
		t.Run(tt.name, func(t *testing.T) {
			_, found, text := load(t, tt.changes)
			compare(t, text, found)
		})
	}
	files, err := filepath.Glob("../../recipes/*/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, found := Load(file, text)
		t.Run(filepath.Base(file), func(t *testing.T) { compare(t, string(text), found) })
	}
}

// The schema knows every decoder.
func TestPublishedSchemaListsDecoders(t *testing.T) {
	var schema struct {
		Definitions struct {
			Embedded struct {
				Properties struct{ Decode struct{ Enum []string } }
			}
		}
	}
	if err := json.Unmarshal([]byte(PublishedSchema()), &schema); err != nil {
		t.Fatal(err)
	}
	listed := schema.Definitions.Embedded.Properties.Decode.Enum
	known := extract.Decoders()
	slices.Sort(listed)
	slices.Sort(known)
	if !slices.Equal(listed, known) {
		t.Errorf("the schema lists %v, there are %v", listed, known)
	}
}
