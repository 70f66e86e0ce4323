package lint_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/rules"
	"github.com/wield-run/wield/pkg/diag"
)

// One mistake is one finding: what a rule says again is not told twice.
// Warnings are left out.
func TestOneMistakeIsOneFinding(t *testing.T) {
	for _, c := range []struct{ name, base, changes, want string }{
		{"an origin with a port", "read", `site.origins[2] = "https://m.example.de:8443/"`, "S1/form"},
		{"the origin is not listed", "read", `site.origins = ["https://api.example.de"]`, "S1/list"},
		{"an origin twice", "read", `site.origins[2] = "https://api.example.de"`, "S1/list"},
		{"an undeclared host", "read", `steps[0].request.url = "https://cdn.example.net/x"`, "S2/head"},
		{"two slashes", "read", `steps[0].request.url = "//cdn.example.net/x"`, "S2/head"},
		{"a method in small letters", "read", `steps[0].request.method = "get"`, "S3/method"},
		{"a method that is none", "read", `steps[0].request.method = 5`, "S3/method"},
		{"both flags", "write", `steps[1].read_only_post = true`, "S3/one-flag"},
		{"a write in a read recipe", "read", `steps[0].write = true`, "S3/effect"},
		{"no write in a write recipe", "write", "steps[1].write removed\nsteps[1].read_only_post = true", "S3/effect"},
		{"a summary without a write", "read", `confirm = {"summary": "Search"}`, "S3/confirm"},
		{"a confirm without a summary", "write", `confirm = {}`, "S3/confirm"},
		{"a write recipe without a confirm", "write", `confirm removed`, "S3/confirm"},
		{"a login check that writes", "read", `login_check = {"request": {"url": "/me"}, "write": true}`, "S3/login-check"},
		{"a login check that says that it does not write", "read", `login_check = {"request": {"url": "/me"}, "write": false}`, "S18/strict"},
		{"a login check with two mistakes", "read", `login_check = {"request": {"url": "/me"}, "write": true, "when": "now"}`, "S3/login-check S3/login-check"},
		{"a body on a GET", "read", `steps[0].request.json = {}`, "S3/body"},
		{"two bodies", "write", `steps[1].request.form = {}`, "S3/body"},
		{"a login check by POST", "read", `login_check = {"request": {"method": "POST", "url": "/me"}}`, "S3/login-check"},
		{"a secret in the output", "write", `output.value = "{message_id: steps.send.id, t: vars.csrf}"`, "S8/output"},
		{"an alias that is a root", "read", `steps[0].foreach = {"in": "[params.query]", "as": "vars"}`, "S8/alias"},
		{"an alias that is a step", "read", `steps[0].foreach = {"in": "[params.query]", "as": "search"}`, "S8/alias"},
		{"what no rule says again stays", "read", `task removed`, "F1"},
	} {
		p := linttest.Snippet(t, c.base, c.changes).Pass()
		safety, err := lint.Run(p, rules.All())
		if err != nil {
			t.Fatal(err)
		}
		var codes []string
		for _, d := range lint.Merge(p.Found, safety, rules.Restated()) {
			if d.Severity == diag.Error {
				codes = append(codes, d.Code)
			}
		}
		slices.Sort(codes)
		if got := strings.Join(codes, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A warning of a rule does not take the place of an error, for the file would
// pass; it does take the place of a warning.
func TestWarningsRestateNoErrors(t *testing.T) {
	pairs := []lint.Restated{{Validate: "F1", Rule: "S1"}}
	for _, c := range []struct {
		validate, safety diag.Severity
		want             string
	}{
		{diag.Error, diag.Error, "S1"},
		{diag.Error, diag.Warning, "F1 S1"},
		{diag.Warning, diag.Error, "S1"},
		{diag.Warning, diag.Warning, "S1"},
	} {
		merged := lint.Merge([]*diag.Diagnostic{{Code: "F1", Pointer: "/a", Severity: c.validate}}, []*diag.Diagnostic{{Code: "S1", Pointer: "/a", Severity: c.safety}}, pairs)
		var codes []string
		for _, d := range merged {
			codes = append(codes, d.Code)
		}
		if got := strings.Join(codes, " "); got != c.want {
			t.Errorf("%v, %v: %s, want %s", c.validate, c.safety, got, c.want)
		}
	}
}
