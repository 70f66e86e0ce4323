package linttest

import (
	"strings"
	"testing"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/pkg/diag/codes"
)

// page checks a rule's page, and runs its examples: each of `## Bad` must give
// a finding of the rule, none of `## Good` may. The kinds of blocks are
// `changes` (to the read base), `write-changes` (to the write base) and `json`.
func page(t *testing.T, rule *lint.Analyzer) {
	t.Helper()
	t.Run("doc.md", func(t *testing.T) {
		p, err := codes.Parse(rule.Doc)
		if err != nil {
			t.Fatal(err)
		}
		if p.Code != rule.ID || p.Name != rule.Name {
			t.Errorf("the page is of %s %s, the rule is %s %s", p.Code, p.Name, rule.ID, rule.Name)
		}
		for _, heading := range []string{"Sub-checks", "Why it matters", "How to mend"} {
			if strings.TrimSpace(p.Section(heading)) == "" {
				t.Errorf("there is no text under ## %s", heading)
			}
		}
		examples, err := p.Examples()
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range examples {
			c := exampleCase(t, e)
			found := c.Findings(t, rule)
			if e.Good != (len(found) == 0) {
				t.Errorf("good: %v, but %d findings:\n%s\n%s", e.Good, len(found), e.Text, c.validation())
			}
			for _, d := range found {
				t.Logf("%s: %s (%s)", d.Code, d.Message, d.Hint)
			}
		}
	})
}

func exampleCase(t *testing.T, e codes.Example) *Case {
	t.Helper()
	switch e.Kind {
	case "changes":
		return Snippet(t, "read", e.Text)
	case "write-changes":
		return Snippet(t, "write", e.Text)
	case "json":
		place := e.Place
		if place == "" {
			place = "recipes/example.de/search-items.json"
		}
		return &Case{Text: []byte(e.Text), Place: "/" + place}
	}
	t.Fatalf("the kind %q of an example is not known", e.Kind)
	return nil
}
