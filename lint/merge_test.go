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
		{"an origin that is none", "read", `site.origins[1] = 5`, "F3"},
		{"the first origin is none", "read", `site.origins[0] = 5`, "F3"},
		{"an origin that is no host", "read", `site.origins[1] = "https://API.example.de"`, "S1/form"},
		{"a site id with a letter too few", "read", `site.id = "example.d"`, "S18/place"},
		{"a site that is none", "read", `site = "example.de"`, "F3"},
		{"a write that is none", "write", `steps[1].write = "x"`, "F3"},
		{"no write", "write", `steps[1].write removed`, "S3/one-flag"},
		{"a write that nobody knows", "write", `steps[1].write → renamed zzz`, "S18/strict"},
		{"a step that is none", "write", `steps[1] = 5`, "F3"},
		{"a header that is none", "write", `steps[1].request.headers = 5`, "F3"},
		{"a derive that is misspelt", "write", `auth.derive[0].name = "crsf"`, "R5"},
		{"a delay that is none", "read", `steps[0].delay_ms = "1"`, "F3"},
		{"a foreach without a number", "read", `steps[0].foreach = {"in": "[params.query]", "as": "n", "max": "5"}`, "F3"},
		{"a login check with a misspelt request", "read", `login_check = {"reqeust": {"url": "/me", "headers": {"X-A": "{{ page.host }}"}}}`, "S18/strict"},
		{"a bound that is none", "read", `params.properties.query.maxLength = "100"`, "P2"},
		{"a shown text that is too long for any param", "write", `params.properties.message.maxLength = 5000`, "S5/bound"},
		{"a shown text without a bound", "write", `params.properties.message.maxLength removed`, "S5/bound"},
		{"a misspelt bound", "read", `params.properties.query.maxLength → renamed maxLenght`, "P1"},
		{"a param that is no schema", "write", `params.properties.message = 5`, "P2"},
		{"a param in the path that is no schema", "read", "params.properties.limit = 5\nsteps[0].request.url = \"/p/{{ params.limit }}\"", "P2"},
		{"members that are closed by a word", "read", `params.additionalProperties = "false"`, "P2"},
		{"a required param that has gone", "read", `params.properties.query removed`, "P10"},
		{"a param that is misspelt where it is described", "read", `params.properties.max_price → renamed max_pirce`, "R4"},
		{"an output without a type", "read", `output.schema.type = 5`, "P2"},
		{"two mistakes in two steps", "write", "steps[0].request.headers = 5\nsteps[1].request.method = \"SEND\"", "F3 S3/method"},
		{"what no rule says again stays", "read", `task removed`, "F1"},
	} {
		p := linttest.Snippet(t, c.base, c.changes).Pass()
		safety, err := lint.Run(p, rules.All())
		if err != nil {
			t.Fatal(err)
		}
		var codes []string
		for _, d := range lint.WithoutFollowing(lint.Merge(p.Found, safety, rules.Restated()), rules.Follows()) {
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

// The reviewer is shown the warnings of rules, so none is left out for one of
// validate: that a step is unused does not hide that the example never runs it.
func TestWarningsOfValidateHideNone(t *testing.T) {
	p := linttest.Snippet(t, "read", `steps[1] = {"id": "b", "when": "params.query == 'x'", "request": {"url": "/b"}}`).Pass()
	safety, err := lint.Run(p, rules.All())
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, d := range lint.WithoutFollowing(lint.Merge(p.Found, safety, rules.Restated()), rules.Follows()) {
		codes = append(codes, d.Code)
	}
	for _, want := range []string{"R7", "S15/covered"} {
		if !slices.Contains(codes, want) {
			t.Errorf("%s is missing among %v", want, codes)
		}
	}
}

// Of findings that hang together one is told, and only beside one that is
// reported and no less severe.
func TestWithoutFollowing(t *testing.T) {
	follows := []lint.Follows{
		{Rule: "S1/a", Of: []string{"F1"}},
		{Rule: "S1/b", Of: []string{"F1"}, Where: lint.Beside},
		{Rule: "S1/c", Of: []string{"F1"}, Where: lint.Anywhere, Under: []string{"/site", "/steps"}},
		{Rule: "S1/d", Name: "x", Of: []string{"F1"}, Where: lint.Anywhere},
	}
	for _, c := range []struct{ cause, at, rule, place, want string }{
		{"F1", "/p/q", "S1/a", "/p/q", "F1"},
		{"F1", "/p/q", "S1/a", "/p/q/r/s", "F1"},
		{"F1", "/p/q", "S1/a", "/p", "F1"},
		{"F1", "/p/q/r", "S1/a", "/p", "F1 S1/a"},
		{"F1", "/p/q", "S1/a", "/p/qr", "F1 S1/a"},
		{"F1", "/p/q", "S1/b", "/p/r/s", "F1"},
		{"F1", "/p/q", "S1/b", "/o", "F1 S1/b"},
		{"F1", "/steps/0", "S1/c", "/auth", "F1"},
		{"F1", "/stepson", "S1/c", "/auth", "F1 S1/c"},
		{"F1", "", "S1/d", "/auth", "F1 S1/d"}, // another name
		{"F2", "/p", "S1/a", "/p", "F2 S1/a"},
	} {
		for _, severity := range []diag.Severity{diag.Error, diag.Warning} {
			found := []*diag.Diagnostic{{Code: c.cause, Pointer: c.at, Severity: severity}, {Code: c.rule, Pointer: c.place}}
			want := c.want
			if severity == diag.Warning {
				want = c.cause + " " + c.rule // the error stays beside a warning
			}
			var codes []string
			for _, d := range lint.WithoutFollowing(found, follows) {
				codes = append(codes, d.Code)
			}
			if got := strings.Join(codes, " "); got != want {
				t.Errorf("%s at %s, %s at %s: %s, want %s", c.cause, c.at, c.rule, c.place, got, want)
			}
		}
	}
}
