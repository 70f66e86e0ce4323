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
func page(t *testing.T, rule *lint.Analyzer, fired map[string]bool) {
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
		subChecks(t, p, fired)
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

// subChecks holds the page's list of sub-checks to those that fire in the
// rule's test data.
func subChecks(t *testing.T, p codes.Page, fired map[string]bool) {
	t.Helper()
	listed := map[string]bool{}
	for line := range strings.SplitSeq(p.Section("Sub-checks"), "\n") {
		if rest, ok := strings.CutPrefix(line, "- `"); ok {
			code, _, _ := strings.Cut(rest, "`")
			listed[code] = true
			if !fired[code] {
				t.Errorf("the page lists %s, which no test data gives", code)
			}
		}
	}
	for code := range fired {
		if !listed[code] {
			t.Errorf("%s is not among the page's sub-checks: write \"- `%s`: …\"", code, code)
		}
	}
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
