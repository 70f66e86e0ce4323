package cli

import (
	"path/filepath"
	"testing"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/rules"
	"github.com/wield-run/wield/pkg/diag"
)

// What validate calls an error is one for lint too, in whichever words: no
// warning of a rule takes the place of an error.
func TestLintIsNotLaxer(t *testing.T) {
	dirs, err := filepath.Glob("../../lint/s[0-9][0-9]")
	if err != nil || len(dirs) < 18 {
		t.Fatalf("%d rules, %v", len(dirs), err)
	}
	l := &linter{rules: rules.All(), restated: rules.Restated()}
	cases := 0
	for _, dir := range dirs {
		for _, c := range linttest.Load(t, dir) {
			p := c.Pass()
			safety, err := lint.Run(p, l.rules)
			if err != nil {
				t.Fatal(err)
			}
			cases++
			before, _ := diag.Count(p.Found)
			after, _ := diag.Count(lint.WithoutFollowing(lint.Merge(p.Found, safety, l.restated), rules.Follows()))
			if before > 0 && after == 0 {
				t.Errorf("%s %s: validate has %d errors and lint has none:\n%v", filepath.Base(dir), c.Name, before, p.Found[0])
			}
		}
	}
	if cases < 500 {
		t.Errorf("only %d cases", cases)
	}
}
