package rules

import (
	"slices"
	"testing"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/pkg/diag/codes"
)

// Each rule has a page that a set of pages can hold.
func TestPages(t *testing.T) {
	for _, rule := range All() {
		p, err := codes.Parse(rule.Doc)
		if err != nil || p.Code != rule.ID || p.Name != rule.Name || p.Summary == "" {
			t.Errorf("%s: %+v %v", rule.ID, p, err)
		}
	}
}

// Each pair is of a rule in the list and a code of validate that has a page,
// and stands there once.
func TestRestated(t *testing.T) {
	set := codes.NewSet(codes.Files())
	pairs := Restated()
	for i, pair := range pairs {
		if slices.Contains(pairs[:i], pair) {
			t.Errorf("%v stands there twice", pair)
		}
		if !slices.ContainsFunc(All(), func(a *lint.Analyzer) bool { return a.ID == codes.Rule(pair.Rule) && pair.Rule != a.ID }) {
			t.Errorf("%s is no sub-check of a rule", pair.Rule)
		}
		if _, ok := set.Find(pair.Validate); !ok || codes.Family(pair.Validate) == "S" {
			t.Errorf("%s is no code of validate", pair.Validate)
		}
	}
}

// Of findings that follow of one another one always stays: no rule's code is,
// over whatever others, a cause of itself.
func TestFollows(t *testing.T) {
	set := codes.NewSet(codes.Files())
	causes := map[string][]string{}
	for _, f := range Follows() {
		causes[f.Rule] = append(causes[f.Rule], f.Of...)
		for _, code := range f.Of {
			if _, ok := set.Find(code); !ok && codes.Family(code) != "S" {
				t.Errorf("%s follows of %s, which has no page", f.Rule, code)
			}
		}
	}
	var leads func(code, to string, depth int) bool
	leads = func(code, to string, depth int) bool {
		return depth < len(causes) && slices.ContainsFunc(causes[code], func(cause string) bool { return cause == to || leads(cause, to, depth+1) })
	}
	for code := range causes {
		if leads(code, code, 0) {
			t.Errorf("%s follows of itself", code)
		}
	}
}
