package lint_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/rules"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/recipe"
)

// No file breaks a rule, and every finding stands in the file.
func FuzzLint(f *testing.F) {
	files, err := filepath.Glob("../recipes/*/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, base := range []string{"read", "write"} {
		c := linttest.Snippet(f, base, `
steps[0].foreach = {"in": "[params.query]", "as": "x"}
steps[0].when = "let $a = @ in $a.vars.t || map(&$.page, [x])"
steps[0].request.url = "https://www.example.de{{ steps.a.b[0] | path }}?x={{ x }}"
`)
		f.Add(c.Text)
		f.Add(linttest.Respellings()[1].Apply(c.Text))
	}
	for _, text := range []string{
		`{"schema":"https://wield.run/schema/recipe/v1.json"}`,
		`{"steps":[{"request":{"method":"POST","url":"/x","json":{"a":[{"b":"{{ vars.a }}"}]},"form":5,"headers":{"a":"{{ steps.x }}"}},"write":true,"extract":{"json":{"a":"b"},"html":[]}}]}`,
		`{"params":{"properties":{"a":5,"b":{"enum":1}}},"confirm":{"summary":"{{ params.a }}{{ params }}"},"effect":"write"}`,
		`{"site":{"origin":5,"origins":["https://",1],"locale_hosts":{}},"steps":{},"auth":{"derive":[1,{}]},"output":{"schema":true,"value":"*"}}`,
	} {
		f.Add([]byte(text))
	}
	all := rules.All()
	f.Fuzz(func(t *testing.T, text []byte) {
		r, found := recipe.Load("x.json", text)
		p := &lint.Pass{Recipe: r, Found: found, Place: "/recipes/example.de/x.json"}
		safety, err := lint.Run(p, all)
		if err != nil {
			t.Fatal(err)
		}
		merged := lint.Merge(found, safety, rules.Restated())
		told := lint.WithoutFollowing(merged, rules.Follows())
		before, _ := diag.Count(append(found, safety...))
		if errors, _ := diag.Count(told); before > 0 && errors == 0 {
			t.Errorf("of %d errors none is told", before)
		}
		for _, d := range merged {
			if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(text) {
				t.Errorf("%s at %v of %d bytes", d.Code, d.Span, len(text))
			}
		}
	})
}
