package selector

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/conformance"
	"github.com/wield-run/wield/pkg/dom"
)

// label names an element as the recorded answers do.
func label(n dom.Node) string {
	if i, ok := n.Attr("data-i"); ok {
		return i
	}
	return n.Tag()
}

func labels(nodes []dom.Node) string {
	all := make([]string, len(nodes))
	for i, n := range nodes {
		all[i] = label(n)
	}
	return strings.Join(all, ",")
}

func conformanceDoc(t *testing.T, name string) *dom.Document {
	t.Helper()
	text, err := os.ReadFile(conformance.Path(t, "html/docs/"+name+".html"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := dom.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// setAside has what the data's README sets aside: what we refuse, and where
// Chromium's integers overflow.
func setAside(selector string) (reason string) {
	switch selector {
	case ":valid", ":invalid", ":in-range", ":out-of-range":
		return "refused with a message"
	case "li:nth-child(-n+99999999999)":
		return "the mathematically right answer"
	}
	return ""
}

func TestConformanceSelectors(t *testing.T) {
	type answer struct {
		N   int
		IDs *string
		H   string
	}
	type entry struct {
		Group, Sel, Err string
		Docs            map[string]answer
	}
	docs := map[string]*dom.Document{}
	for _, name := range []string{"shop", "article", "quirks", "form", "weird"} {
		docs[name] = conformanceDoc(t, name)
	}
	bad, aside := 0, 0
	cases := conformance.Lines[entry](t, "html/selectors.jsonl")
	for _, c := range cases {
		if setAside(c.Sel) != "" {
			aside++
			continue
		}
		s, diagnostic := Compile(c.Sel)
		if (c.Err != "") != (diagnostic != nil) {
			bad++
			t.Errorf("%s %q: refused %v, want %q", c.Group, c.Sel, diagnostic, c.Err)
			continue
		}
		if diagnostic != nil {
			if diagnostic.Code != "C1" {
				t.Errorf("%q: %s, want C1", c.Sel, diagnostic.Code)
			}
			continue
		}
		for name, want := range c.Docs {
			nodes, err := s.All(docs[name].Root(), nil)
			if err != nil {
				t.Errorf("%q on %s: %v", c.Sel, name, err)
				continue
			}
			got := labels(nodes)
			sum := sha256.Sum256([]byte(got))
			if len(nodes) != want.N || want.IDs != nil && got != *want.IDs || want.H != "" && hex.EncodeToString(sum[:8]) != want.H {
				bad++
				shown := "(hash)"
				if want.IDs != nil {
					shown = *want.IDs
				}
				t.Errorf("%s %q on %s:\n got %d %s\nwant %d %s", c.Group, c.Sel, name, len(nodes), got, want.N, shown)
			}
		}
	}
	t.Logf("%d selectors, %d set aside, %d wrong", len(cases), aside, bad)
}

func TestConformanceScoped(t *testing.T) {
	type answer struct {
		N        int
		IDs, Err string
	}
	type entry struct {
		Doc, Items, Field string
		Results           []answer
	}
	for _, c := range conformance.Lines[entry](t, "html/scoped.jsonl") {
		switch strings.TrimSpace(c.Field) {
		case "", ":scope":
			continue // the recipe's way to name the item itself
		}
		d := conformanceDoc(t, c.Doc)
		items, diagnostic := Compile(c.Items)
		if diagnostic != nil {
			t.Fatal(diagnostic)
		}
		field, diagnostic := Compile(c.Field)
		nodes, err := items.All(d.Root(), nil)
		if err != nil || len(nodes) != len(c.Results) {
			t.Errorf("%s: %d items (%v), want %d", c.Items, len(nodes), err, len(c.Results))
			continue
		}
		for i, want := range c.Results {
			if (want.Err != "") != (diagnostic != nil) {
				t.Errorf("%q: refused %v, want %q", c.Field, diagnostic, want.Err)
				continue
			}
			if diagnostic != nil {
				continue
			}
			got, err := field.All(nodes[i], nil)
			if err != nil || labels(got) != want.IDs {
				t.Errorf("%s, %s, %q of item %d: %s (%v), want %s", c.Doc, c.Items, c.Field, i, labels(got), err, want.IDs)
			}
		}
	}
}
