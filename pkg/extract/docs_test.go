package extract

import (
	"os"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

// block is a fenced block of the reference: ```json extract.
type block struct {
	line       int
	lang, role string
	parse      string
	text       string
}

func blocks(t *testing.T, source string) []block {
	var all []block
	var open *block
	for i, line := range strings.Split(source, "\n") {
		info, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && open == nil:
			words := strings.Fields(info)
			if len(words) < 2 {
				t.Fatalf("line %d: a block without a role", i+1)
			}
			open = &block{line: i + 1, lang: words[0], role: words[1]}
			if len(words) > 2 {
				open.parse = strings.TrimPrefix(words[2], "parse=")
			}
		case fence:
			all = append(all, *open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		}
	}
	return all
}

// TestReference runs the examples of the reference: a page, an extract, the
// result.
func TestReference(t *testing.T) {
	source, err := os.ReadFile("../../docs/reference/extract.md")
	if err != nil {
		t.Fatal(err)
	}
	list := blocks(t, string(source))
	if len(list) < 45 || len(list)%3 != 0 {
		t.Fatalf("%d blocks", len(list))
	}
	for i := 0; i < len(list); i += 3 {
		page, extract, result := list[i], list[i+1], list[i+2]
		if page.role != "page" || extract.role != "extract" || result.role != "result" {
			t.Fatalf("line %d: the blocks are %s, %s, %s", page.line, page.role, extract.role, result.role)
		}
		mode, ok := ParseMode(page.parse)
		if !ok {
			t.Fatalf("line %d: no mode %q", page.line, page.parse)
		}
		contentType := map[string]string{"json": "application/json", "html": "text/html", "text": "text/plain"}[page.lang]
		s := step(t, extract.text)
		b := Read(Source{Data: []byte(page.text), ContentType: contentType, Parse: mode, WantJSON: len(s.JSON) > 0})
		want, err := jsonval.ParseString(result.text)
		if err != nil {
			t.Fatalf("line %d: %v", result.line, err)
		}
		if got, _ := values(t, b, s); got != jsonval.Stringify(want) {
			t.Errorf("line %d: got\n%s\nwant\n%s", result.line, got, jsonval.Stringify(want))
		}
	}
}

// TestReferenceIsComplete: the page has a section for each decoder and names
// every capability.
func TestReferenceIsComplete(t *testing.T) {
	source, err := os.ReadFile("../../docs/reference/extract.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Decoders() {
		if !strings.Contains(string(source), "\n### "+name+"\n") {
			t.Errorf("no section for %s", name)
		}
	}
	for _, capability := range []string{CapHTMLJSON, CapStripJSAfter, CapEmbeddedAll} {
		if !strings.Contains(string(source), "capability `"+capability+"`") {
			t.Errorf("the capability %s is not named", capability)
		}
	}
}

func TestCapabilities(t *testing.T) {
	for _, c := range []struct{ extract, want string }{
		{`{"json":{"a":"b"},"html":{"c":{"selector":"p"}}}`, ""},
		{`{"html":{"c":{"selector":"p","parse":"json"}}}`, "html_json"},
		{`{"html_items":{"c":{"selector":"p","fields":{"d":{"selector":"","attr":"x","parse":"json"}}}}}`, "html_json"},
		{`{"embedded_json":{"selector":"p","strip_js":true,"decode":"astro_props","required":false,"attr":"x","vars":{"a":"b"}}}`, ""},
		{`{"embedded_json":{"selector":"p","strip_js_after":"x","vars":{"a":"b"}}}`, "strip_js_after"},
		{`{"embedded_json":[{"selector":"p","decode":"devalue","vars":{"a":"b"}},{"selector":"p","decode":"devalue","all":true,"vars":{"c":"b"}},{"selector":"p","decode":"js_string","strip_js_after":"x","vars":{"d":"b"}}],"html":{"e":{"selector":"p","parse":"json"}}}`,
			"html_json strip_js_after embedded_json_all js_string devalue"},
		{`{"embedded_json":[{"selector":"p","decode":"react_router_stream","vars":{"a":"b"}},{"selector":"p","decode":"next_flight","vars":{"c":"b"}}]}`, "next_flight react_router_stream"},
	} {
		if got := strings.Join(Capabilities(step(t, c.extract)), " "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.extract, got, c.want)
		}
	}
	if !DecodesScript("js_string") || DecodesScript("astro_props") || DecodesScript("") {
		t.Error("the wrong decoders read scripts")
	}
}
