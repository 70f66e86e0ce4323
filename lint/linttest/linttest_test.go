package linttest

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/wield-run/wield/pkg/diag"
)

const archive = `What these have in common.

-- read: a snippet --
task = "Search for something else"
place recipes/example.de/other.json
want warning S18/place "example.de/search-items"
want S1/form https:…
older 1
task = "Search as it was"
sibling
id = "example.de/twin"
file
version = 2
-- recipes/example.de/whole.json --
{
  "id": "example.de/whole", // want "S18/place" warning "S18/twin"
  "site": {} // want "S1/form"
}
-- recipes/example.de/whole.v1.json --
{"id": "example.de/whole"}
-- shared.part --
text
`

func TestRead(t *testing.T) {
	parsed := txtar.Parse([]byte(archive))
	c, err := read(parsed, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := c.Pass()
	if p.Recipe.Task != "Search for something else" || p.Recipe.Version != 2 || p.Place != "/recipes/example.de/other.json" || len(p.Older) != 1 ||
		p.Older[0].Version != 1 || p.Older[0].Name != "search-items.v1.json" || p.Older[0].Recipe.Task != "Search as it was" || p.Older[0].Recipe.Version != 1 ||
		len(p.Siblings) != 1 || p.Siblings[0].ID != "example.de/twin" {
		t.Errorf("%+v", p)
	}
	if len(c.Wants) != 2 || c.Wants[0] != (Want{Code: "S18/place", Severity: diag.Warning, Marked: `"example.de/search-items"`}) || c.Wants[1].Marked != "https:…" {
		t.Errorf("%+v", c.Wants)
	}
	c, err = read(parsed, 1)
	if err != nil {
		t.Fatal(err)
	}
	text, _, _ := strings.Cut(archive[strings.Index(archive, "{\n"):], "-- recipes/example.de/whole.v1")
	if len(c.Text) != len(text) || strings.Contains(string(c.Text), "want") || c.Place != "/recipes/example.de/whole.json" || len(c.Older) != 1 {
		t.Errorf("%q at %s, %d older", c.Text, c.Place, len(c.Older))
	}
	if len(c.Wants) != 3 || c.Wants[0].Line != 2 || c.Wants[1] != (Want{Code: "S18/twin", Severity: diag.Warning, Line: 2}) || c.Wants[2] != (Want{Code: "S1/form", Line: 3}) {
		t.Errorf("%+v", c.Wants)
	}
	for i := 2; i < 4; i++ {
		if c, err := read(parsed, i); c != nil || err != nil {
			t.Errorf("section %d is a case: %v %v", i, c, err)
		}
	}
}

func TestBrokenArchives(t *testing.T) {
	for _, text := range []string{
		"-- other: x --\n",
		"-- read: x --\nno change\n",
		"-- read: x --\nwant S1\n",
		"-- read: x --\nwant S1/form\n",
		"-- read: x --\nsays it is wrong\n",
		"-- read: x --\nwant S1/form x\nsays\n",
		"-- read: x --\nolder one\n",
		"-- a/b/c.json --\n{} // want S1/form\n",
	} {
		if _, err := read(txtar.Parse([]byte(text)), 0); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// differs runs compare on a test of its own, and reports whether that failed.
func differs(c *Case, found ...*diag.Diagnostic) bool {
	return c.difference(found) != ""
}

func TestCompareMessage(t *testing.T) {
	c, err := snippet("read", "want S1/x \"example.de\"\nsays it is wrong")
	if err != nil {
		t.Fatal(err)
	}
	i := strings.Index(string(c.Text), `"example.de"`)
	d := &diag.Diagnostic{Code: "S1/x", Message: "it is wrong", Span: diag.Span{Start: i, End: i + len(`"example.de"`)}}
	if differs(c, d) {
		t.Error(c.difference([]*diag.Diagnostic{d}))
	}
	if d.Message = "it is right"; !differs(c, d) {
		t.Error("another message makes no difference")
	}
}

func TestCompare(t *testing.T) {
	c, err := snippet("read", "want warning S1/x \"example.de\"\nwant S1/y {…")
	if err != nil {
		t.Fatal(err)
	}
	at := func(code string, severity diag.Severity, marked string) *diag.Diagnostic {
		i := strings.Index(string(c.Text), marked)
		return &diag.Diagnostic{Code: code, Severity: severity, Span: diag.Span{Start: i, End: i + len(marked)}}
	}
	x, y := at("S1/x", diag.Warning, `"example.de"`), at("S1/y", diag.Error, "{\n    \"id\"")
	if differs(c, x, y) {
		t.Error(c.difference([]*diag.Diagnostic{x, y}))
	}
	for name, found := range map[string][]*diag.Diagnostic{
		"one too few":      {x},
		"one too many":     {x, y, y},
		"another code":     {at("S1/z", diag.Warning, `"example.de"`), y},
		"another severity": {at("S1/x", diag.Error, `"example.de"`), y},
		"another place":    {at("S1/x", diag.Warning, `"Example"`), y},
		"another order":    {y, x},
	} {
		if !differs(c, found...) {
			t.Errorf("%s makes no difference", name)
		}
	}
}
