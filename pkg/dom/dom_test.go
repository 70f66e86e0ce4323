package dom

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/wield-run/wield/internal/conformance"
)

func mustParse(t testing.TB, text string) *Document {
	t.Helper()
	d, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestConformanceTrees(t *testing.T) {
	type entry struct{ HTML, Chromium string }
	for _, c := range conformance.Lines[entry](t, "html/dom.jsonl") {
		want := normalDump(c.Chromium)
		if got := dump(mustParse(t, c.HTML).Root()); got != want {
			t.Errorf("%q\n got:\n%s\nwant:\n%s", c.HTML, got, want)
		}
	}
}

func TestConformanceText(t *testing.T) {
	type entry struct{ Name, HTML, Sel, TextContent, Collapsed string }
	for _, c := range conformance.Lines[entry](t, "html/text.jsonl") {
		n := findTag(mustParse(t, c.HTML), c.Sel)
		if got := n.Text(); got != c.TextContent {
			t.Errorf("%s: text %q, want %q", c.Name, got, c.TextContent)
		}
		if got := n.CollapsedText(); got != c.Collapsed {
			t.Errorf("%s: collapsed %q, want %q", c.Name, got, c.Collapsed)
		}
	}
}

func findTag(d *Document, tag string) Node {
	for i := range d.rows {
		if n := d.At(int32(i)); n.Tag() == tag {
			return n
		}
	}
	return Node{}
}

func htmlParse(t testing.TB, text string) string {
	n, err := html.ParseWithOptions(strings.NewReader(text), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Skip(err)
	}
	return dumpHTML(n)
}
