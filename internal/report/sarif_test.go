package report

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/wield-run/wield/pkg/diag"
)

// schemaOfSARIF compiles the published schema once.
var schemaOfSARIF = sync.OnceValues(func() (*jsonschema.Schema, error) {
	text, err := os.ReadFile("testdata/sarif-2.1.0.json")
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("sarif.json", document); err != nil {
		return nil, err
	}
	return compiler.Compile("sarif.json")
})

// validSARIF checks a log against the published schema.
func validSARIF(t *testing.T, log string) map[string]any {
	t.Helper()
	schema, err := schemaOfSARIF()
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(log))
	if err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	if err := schema.Validate(value); err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	var back map[string]any
	if err := json.Unmarshal([]byte(log), &back); err != nil {
		t.Fatal(err)
	}
	return back
}

// at goes down a decoded JSON value.
func at(t *testing.T, v any, path ...any) any {
	t.Helper()
	for _, step := range path {
		switch step := step.(type) {
		case string:
			v = v.(map[string]any)[step]
		case int:
			v = v.([]any)[step]
		}
	}
	return v
}

func TestSARIF(t *testing.T) {
	log := validSARIF(t, write(t, "sarif", sample()))
	run := at(t, log, "runs", 0)
	for _, c := range []struct {
		path []any
		want any
	}{
		{[]any{"columnKind"}, "unicodeCodePoints"},
		{[]any{"tool", "driver", "name"}, "wield-dev"},
		{[]any{"tool", "driver", "rules", 0, "id"}, "S7/url"},
		{[]any{"tool", "driver", "rules", 1, "shortDescription", "text"}, "Filters see the element"},
		{[]any{"tool", "driver", "rules", 1, "help", "markdown"}, "## What it finds\n"},
		{[]any{"results", 0, "level"}, "error"},
		{[]any{"results", 0, "locations", 0, "physicalLocation", "artifactLocation", "uri"}, "a%250A%3A%3Aerror%3A%3Ax.json"},
		// What a viewer would show as a link is text.
		{[]any{"results", 0, "message", "text"}, strings.NewReplacer("[", `\[`, "]", `\]`).Replace(escapedMessage + "; click [here](https://evil.example)")},
		{[]any{"results", 0, "message", "markdown"}, nil},
		{[]any{"results", 0, "relatedLocations", 0, "message", "text"}, `over\nthere`},
		{[]any{"results", 1, "ruleIndex"}, 1.0},
		{[]any{"results", 1, "locations", 0, "logicalLocations", 0, "fullyQualifiedName"}, "/steps/0/extract/json/items"},
		{[]any{"results", 1, "locations", 0, "physicalLocation", "region", "startColumn"}, 48.0},
		{[]any{"results", 1, "locations", 0, "physicalLocation", "region", "endColumn"}, 64.0},
		{[]any{"results", 1, "fixes", 0, "artifactChanges", 0, "replacements", 0, "insertedContent", "text"}, "$max"},
	} {
		if got := at(t, run, c.path...); got != c.want {
			t.Errorf("%v\ngot  %v\nwant %v", c.path, got, c.want)
		}
	}
}

// A finding is known again when the file has changed elsewhere, and two that
// look alike are told apart.
func TestFingerprints(t *testing.T) {
	print := func(text, pointer string, spans ...diag.Span) []string {
		source := diag.NewSource("a.json", []byte(text))
		r := &Report{Source: func(string) *diag.Source { return source }}
		for _, s := range spans {
			r.Diagnostics = append(r.Diagnostics, &diag.Diagnostic{Code: "T2", Name: "n", File: "a.json", Span: s, Pointer: pointer, Message: "m"})
		}
		var prints []string
		log := validSARIF(t, write(t, "sarif", r))
		for i := range spans {
			prints = append(prints, at(t, log, "runs", 0, "results", i, "partialFingerprints", "wieldFinding/v1").(string))
		}
		return prints
	}
	one := print("abc abc", "/steps/0/request/url", diag.Span{Start: 0, End: 3}, diag.Span{Start: 4, End: 7})
	if one[0] == one[1] {
		t.Error("two findings with one fingerprint")
	}
	moved := print("\n\n  {abc abc", "/steps/3/request/url", diag.Span{Start: 5, End: 8}, diag.Span{Start: 9, End: 12})
	if one[0] != moved[0] || one[1] != moved[1] {
		t.Errorf("%v became %v", one, moved)
	}
	if other := print("abd", "/steps/0/request/url", diag.Span{Start: 0, End: 3}); other[0] == one[0] {
		t.Error("another text has the same fingerprint")
	}
	if other := print("abc", "/steps/0/request/body", diag.Span{Start: 0, End: 3}); other[0] == one[0] {
		t.Error("another member has the same fingerprint")
	}
	if deep := print("abc", "/1/2/3/x", diag.Span{Start: 0, End: 3}); deep[0] != print("abc", "/4/5/6/x", diag.Span{Start: 0, End: 3})[0] {
		t.Error("indexes count")
	}
}

func TestSARIFIsBounded(t *testing.T) {
	r := &Report{Source: nil}
	long := &diag.Diagnostic{Code: "T2", Name: "n", File: "a.json", Message: strings.Repeat("x", maxText+1)}
	short := &diag.Diagnostic{Code: "T2", Name: "n", File: "a.json"}
	r.Diagnostics = append([]*diag.Diagnostic{long}, slices.Repeat([]*diag.Diagnostic{short}, maxResults+6)...)
	var log map[string]any
	if err := json.Unmarshal([]byte(write(t, "sarif", r)), &log); err != nil {
		t.Fatal(err)
	}
	if got := len(at(t, log, "runs", 0, "results").([]any)); got != maxResults {
		t.Errorf("%d results", got)
	}
	if got := at(t, log, "runs", 0, "invocations", 0, "toolExecutionNotifications", 0, "message", "text"); got != "7 more findings are left out" {
		t.Errorf("got %v", got)
	}
	if got := at(t, log, "runs", 0, "results", 0, "message", "text").(string); len([]rune(got)) != maxText+1 {
		t.Errorf("a message of %d characters", len([]rune(got)))
	}
}

func TestURI(t *testing.T) {
	t.Chdir(t.TempDir())
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ file, want string }{
		{"recipes/a b.json", "recipes/a%20b.json"},
		{"./x/../y.json", "x/y.json"},
		{"../../etc/x.json", "etc/x.json"},
		{here + "/recipes/x.json", "recipes/x.json"},
		{"/nowhere/x.json", "nowhere/x.json"},
		{"ü.json", "%C3%BC.json"},
		{"a:b?c#d.json", "a%3Ab%3Fc%23d.json"},
		{"-", "-"},
	} {
		if got := uri(c.file); got != c.want {
			t.Errorf("uri(%q) = %q, want %q", c.file, got, c.want)
		}
	}
}
