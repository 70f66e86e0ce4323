package markdown

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/schematest"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/markdown/format"
)

// beyond are the findings that no JSON Schema can make: about the languages of
// paths and templates, and about members that are compared with each other.
func beyond(d *diag.Diagnostic) bool {
	switch d.Code {
	case codePath, "K7", "K9": // the syntax of paths and templates
		return !strings.Contains(d.Message, "the path is empty")
	case codeLabel, codeDuplicate:
		return true
	}
	return d.Severity == diag.Warning
}

// The published schema and validate give the same verdict on the format, over
// every example of this package and of the format's document.
func TestPublishedSchemaAgrees(t *testing.T) {
	schema := schematest.Compile(t, PublishedSchema())
	compare := func(t *testing.T, text string) {
		t.Helper()
		_, found := Load("x.json", []byte(text))
		errors := slices.DeleteFunc(slices.Clone(found), beyond)
		if schema.Agrees(t, text, len(errors) == 0); t.Failed() {
			t.Log(text + "\n" + lines(errors, text))
		}
	}
	for _, tt := range findingCases() {
		t.Run(tt.changes, func(t *testing.T) {
			_, _, text := load(t, tt.changes)
			compare(t, text)
		})
	}
	for _, members := range []string{
		// The ways to say what is rendered.
		`"fields":{}`, `"fields":[]`, `"fields":{"A":{"path":"a"}}`, `"fields":["a"]`, `"fields":[{"label":"","path":"."}]`, `"fields":[{"path":"a"}]`,
		`"template":"x"`, `"template":"x","mode":"document"`, `"template":"x","mode":"documents"`, `"template":"x","mode":"table"`,
		`"template":"x","select":"$.a[0]"`, `"template":"x","select":"$.a[*]"`, `"template":"x","select":"$..a"`, `"template":"x","select":"$.a[1:]"`,
		`"template":"x","select":"$.a[0,1]"`, `"template":"x","select":"$['a*']"`, `"template":"x","select":"$.a[*]","mode":"document"`,
		`"title":"x"`, `"template":" "`, `"template":5`, `"title":"x","fields":{"a":"a"},"mode":"documents"`, `"fields":null`,
		// Every member of a field, with a right and a wrong value.
		`"fields":{"A":{"path":"a","label":"A","format":"json","fallback":"","prefix":"","suffix":"","maxChars":1}}`,
		`"fields":{"A":{"path":""}}`, `"fields":{"A":{"path":1}}`, `"fields":[{"label":1,"path":"a"}]`, `"fields":{"A":{"path":"a","prefix":null}}`,
		`"fields":{"A":{"path":"a","suffix":1}}`, `"fields":{"A":{"path":"a","maxChars":1.0}}`, `"fields":{"A":{"path":"a","maxChars":2147483648}}`,
		// Every other member, with a wrong value and a right one.
		`"fields":{},"id":1`, `"fields":{},"id":"x"`, `"fields":{},"description":1`, `"fields":{},"description":""`, `"fields":{},"select":1`,
		`"fields":{},"record":[]`, `"fields":{},"record":{"a":"a","b":"."}`, `"fields":{},"record":{"a":1}`, `"fields":{},"index":"cortex"`,
		`"fields":{},"notes":[]`, `"fields":{},"notes":""`, `"fields":{},"notes":["a"]`, `"fields":{},"notes":{}`,
		`"fields":{},"limits":{}`, `"fields":{},"limits":{"maxItems":1,"maxChars":1,"maxFieldChars":1}`, `"fields":{},"limits":{"maxFieldChars":"1"}`,
		`"fields":{},"limits":{"max":1}`, `"fields":{},"pagination":{}`, `"fields":{},"pagination":"none"`,
		`"fields":{},"pagination":{"type":"page","pageParam":"p","startPage":0,"limitParam":"l","pageSize":1,"hasMore":"$.m","maxPages":1}`,
		`"fields":{},"pagination":{"type":"page","pageParam":"p","startPage":-1}`, `"fields":{},"pagination":{"type":"page","pageParam":" "}`,
		`"fields":{},"pagination":{"type":"page","pageParam":"p","limitParam":"l"}`, `"fields":{},"pagination":{"type":"cursor","next":"$.n","cursorParam":"c","limitParam":"l"}`,
		`"fields":{},"pagination":{"type":"link","nextUrl":1}`, `"fields":{},"pagination":{"type":"link","nextUrl":""}`, `"fields":{},"pagination":{"type":"none","offsetParam":"o"}`,
		`"fields":{},"pagination":{"type":"offset","offsetParam":"o","pageSize":0}`, `"fields":{},"pagination":{"type":"offset","hasMore":false,"offsetParam":"o"}`,
	} {
		t.Run(members, func(t *testing.T) { compare(t, `{"schemaVersion":1,"name":"N",`+members+`}`) })
	}
	source, err := os.ReadFile(reference)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range blocks(t, string(source)) {
		if b.role == "recipe" {
			compare(t, b.text)
		}
	}
}

// The schema knows every format.
func TestPublishedSchemaListsFormats(t *testing.T) {
	var schema struct {
		Definitions struct {
			Field struct {
				Properties struct{ Format struct{ Enum []string } }
			}
		}
	}
	if err := json.Unmarshal([]byte(PublishedSchema()), &schema); err != nil {
		t.Fatal(err)
	}
	if listed := schema.Definitions.Field.Properties.Format.Enum; !slices.Equal(listed, format.Names()) {
		t.Errorf("the schema lists %v, there are %v", listed, format.Names())
	}
}
