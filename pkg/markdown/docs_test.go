package markdown

import (
	"os"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/format"
)

const reference = "../../docs/reference/markdown-recipe.md"

// block is a fenced block of the reference: ```json recipe.
type block struct {
	line int
	role string
	text string
}

func blocks(t *testing.T, source string) []block {
	var all []block
	var open *block
	fence := ""
	for i, line := range strings.Split(source, "\n") {
		ticks := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		switch {
		case open == nil && len(ticks) >= 3:
			words := strings.Fields(line[len(ticks):])
			if len(words) != 2 {
				t.Fatalf("line %d: a block without a role", i+1)
			}
			open, fence = &block{line: i + 1, role: words[1]}, ticks
		case open != nil && line == fence:
			all = append(all, *open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		}
	}
	return all
}

// TestReference runs the examples of the reference.
func TestReference(t *testing.T) {
	source, err := os.ReadFile(reference)
	if err != nil {
		t.Fatal(err)
	}
	list := blocks(t, string(source))
	if len(list) < 20 || len(list)%4 != 0 {
		t.Fatalf("%d blocks", len(list))
	}
	for i := 0; i < len(list); i += 4 {
		roles := ""
		for _, b := range list[i : i+4] {
			roles += b.role + " "
		}
		if roles != "recipe response output records " {
			t.Fatalf("line %d: the blocks are %s", list[i].line, roles)
		}
		r, found := Load("recipe.json", []byte(list[i].text))
		if len(found) > 0 {
			t.Errorf("line %d: %s", list[i].line, lines(found, list[i].text))
			continue
		}
		got := render(t, r, list[i+1].text)
		if got.Markdown != list[i+2].text {
			t.Errorf("line %d: got\n%s", list[i+2].line, got.Markdown)
		}
		if want := string(jsonval.AppendSource(nil, value(t, list[i+3].text))); records(got) != want {
			t.Errorf("line %d: got\n%s", list[i+3].line, records(got))
		}
	}
}

// TestReferenceIsComplete: the page names every member, format and limit.
func TestReferenceIsComplete(t *testing.T) {
	source, err := os.ReadFile(reference)
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Fields(`schemaVersion id name description select mode fields record template title limits pagination index notes
		path label format fallback maxChars maxItems maxFieldChars type offsetParam limitParam pageSize cursorParam next nextUrl pageParam startPage maxPages hasMore
		selected truncated droppedItems fieldsCut pages stopped warnings exhausted loop blocked max-pages max-items page-error table document documents none cortex`)
	for _, name := range append(names, format.Names()...) {
		if !strings.Contains(string(source), "`"+name+"`") {
			t.Errorf("the reference does not name `%s`", name)
		}
	}
	// And the reader knows each of them: what it calls unknown is not among
	// them.
	_, found := Load("x.json", []byte(`{"schemaVersion":1,"name":"N","fields":{},"unknwn":1}`))
	if len(found) != 1 || found[0].Severity != diag.Error {
		t.Fatal(found)
	}
	for _, name := range strings.Split(strings.TrimPrefix(found[0].Hint, "known here: "), ", ") {
		if !strings.Contains(string(source), "| `"+name+"` |") {
			t.Errorf("the table of members lacks `%s`", name)
		}
	}
}
