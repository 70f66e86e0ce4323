package recipe

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/schematest"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/extract"
)

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
	schema := schematest.Compile(t, PublishedSchema())
	compare := func(t *testing.T, text string, found []*diag.Diagnostic) {
		t.Helper()
		errors := slices.DeleteFunc(slices.Clone(found), beyond)
		if schema.Agrees(t, text, len(errors) == 0); t.Failed() {
			for _, d := range errors {
				t.Logf("%s %s %s", d.Code, d.Pointer, d.Message)
			}
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
