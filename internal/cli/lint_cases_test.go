package cli

import (
	"path/filepath"
	"slices"
	"strings"
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

// A finding is left out for its cause only where the cause is reported: a cause
// that is ignored, or not selected, takes no error with it.
func TestIgnoredCausesHideNothing(t *testing.T) {
	p := linttest.Snippet(t, "write", `steps[1].write = "x"`).Pass()
	safety, err := lint.Run(p, rules.All())
	if err != nil {
		t.Fatal(err)
	}
	a := &app{program: "wield-build"}
	for _, c := range []struct {
		flags checkFlags
		want  string
	}{
		{checkFlags{}, "F3"},
		{checkFlags{ignored: []string{"F3"}}, "S3/one-flag"},
		{checkFlags{ignored: []string{"F"}}, "S3/one-flag"},
		{checkFlags{selected: []string{"S3"}}, "S3/one-flag"},
	} {
		f, err := a.newFilter(&c.flags)
		if err != nil {
			t.Fatal(err)
		}
		var codes []string
		for _, d := range f.apply(lint.Merge(p.Found, safety, rules.Restated())) {
			if d.Severity == diag.Error {
				codes = append(codes, d.Code)
			}
		}
		slices.Sort(codes)
		if got := strings.Join(codes, " "); got != c.want {
			t.Errorf("%+v: %s, want %s", c.flags, got, c.want)
		}
	}
}
