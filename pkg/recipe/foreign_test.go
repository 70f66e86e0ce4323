package recipe

import (
	"strings"
	"testing"
)

// A file that was named and is another kind of document is one finding, which
// says what it looks like; what else is wrong with it is not the matter.
func TestOtherDocuments(t *testing.T) {
	for _, tt := range []struct{ text, marked, message string }{
		{`[]`, "[", "this is an array, not a recipe"},
		{`"x"`, `"`, "this is a string, not a recipe"},
		{`{"schemaVersion":1,"name":"x"}`, "{", "this is no site recipe: `schemaVersion` says that it is a Markdown recipe"},
		{`{"log":{"entries":[]}}`, "{", "this is no site recipe: it is a HAR recording"},
		{`{"openapi":"3.1.0",}`, "{", "this is no site recipe: it is an OpenAPI description"},
		{`{"swagger":"2.0"}`, "{", "this is no site recipe: it is an OpenAPI description"},
		{`{"asyncapi":"2.6.0"}`, "{", "this is no site recipe: it is an AsyncAPI description"},
		{`{"info":{},"item":[]}`, "{", "this is no site recipe: it is a Postman collection"},
		{`{"_postman_variable_scope":"environment","values":[]}`, "{", "this is no site recipe: it is a Postman environment"},
		{`{"__export_format":4,"resources":[]}`, "{", "this is no site recipe: it is an export of Insomnia"},
		{`{"data":{"__schema":{}}}`, "{", "this is no site recipe: it is a GraphQL schema"},
		{`{"manifest_version":3,"name":"x"}`, "{", "this is no site recipe: it is the manifest of a browser extension"},
		{`{"compilerOptions":{}}`, "{", "this is no site recipe: it is a tsconfig.json"},
		{`{"name":"x","version":"1.0.0","dependencies":{}}`, "{", "this is no site recipe: it is a package.json"},
		{`{"$schema":"https://json-schema.org/draft/2020-12/schema"}`, "{", "this is no site recipe: `$schema` says that it is a JSON Schema"},
		{"{\"a\":1}\n{\"a\":2}", "{", "this is no site recipe: it has none of a recipe's members"},
		{`{"schema":"https://wield.run/schema/recipe/v2.json","steps":[]}`, `"https://wield.run/schema/recipe/v2.json"`, `this recipe is of format "v2", and this tool knows v1`},
		{"GET https://example.org/api\nHTTP 200\n", "GET https://example.org/api", "this is no site recipe: it is a file of HTTP requests, as Hurl takes"},
		{"\ncurl https://example.org -H 'a: b'", "curl https://example.org -H 'a: b'", "this is no site recipe: it is a curl command"},
		{"openapi: 3.0.0\r\ninfo:\r\n", "openapi: 3.0.0", "this is no site recipe: it is an OpenAPI description in YAML"},
		{"id: example.de/search\nsteps:\n", "id: example.de/search", "this is no site recipe: it is YAML"},
		{"# a recipe\nsteps:\n", "# a recipe", "this is no site recipe: it is YAML"},
		{"---\na: b\n", "---", "this is no site recipe: it is YAML"},
		{"<!doctype html>", "<!doctype html>", "this is no site recipe: it is HTML or XML"},
		{"# My recipe\n\nIt searches.\n", "# My recipe", "this is no site recipe: it is a Markdown text"},
	} {
		r, found := Load("x.json", []byte(tt.text))
		if len(found) != 1 || found[0].Code != "F13" || found[0].Hint == "" || found[0].File != "x.json" {
			t.Errorf("%s: %v", tt.text, found)
			continue
		}
		if d := found[0]; d.Message != tt.message || tt.text[d.Span.Start:d.Span.End] != tt.marked {
			t.Errorf("%s: %q: %s", tt.text, tt.text[d.Span.Start:d.Span.End], d.Message)
		}
		if r.Root != nil {
			t.Errorf("%s has a root", tt.text)
		}
	}
}

// What is JSON with a fault is none of these.
func TestBrokenRecipesAreNotForeign(t *testing.T) {
	for _, text := range []string{"", "  ", `{"steps": [}`, "// a recipe\n{\"a\": }", "# a recipe\n{\"a\": }", "hello", "{ GET }"} {
		_, found := Load("x.json", []byte(text))
		if len(found) == 0 || strings.HasPrefix(found[0].Code, "F") {
			t.Errorf("%q: %v", text, found)
		}
	}
}
