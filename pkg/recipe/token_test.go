package recipe_test

import (
	"testing"

	"github.com/wield-run/wield/pkg/recipe"
)

// What a run withholds and what the safety rules refuse is one list; lint/flow
// has the cases of each kind.
func TestCredentials(t *testing.T) {
	for _, c := range []struct{ extract, headers, want string }{
		{`{"json": {"hint": "data.session | {a: accessToken}"}}`, `{}`, "it reads the field accessToken"},
		{`{"json": {"hint": "auth.csrf.value"}}`, `{}`, "it reads the field csrf"},
		{`{"json": {"hint": "a.b"}}`, `{"X-Auth-Token": "{{ steps.first.hint }}"}`, "it is sent in the header X-Auth-Token"},
		{`{"json": {"hint": "a.b"}}`, `{"X-Item": "{{ steps.first.hint }}"}`, ""},
		{`{"embedded_json": {"selector": "script", "strip_js_after": "sessionToken = ", "vars": {"hint": "@"}}}`, `{}`, "it reads what follows sessionToken"},
		{`{"embedded_json": {"selector": "#csrf", "vars": {"hint": "a"}}}`, `{}`, "its selector names csrf"},
		{`{"html_items": {"hint": {"selector": "[data-jwt]", "fields": {"a": {"selector": "b"}}}}}`, `{}`, "its selector names data-jwt"},
		{`{"html": {"hint": {"selector": "input[name=\"\\63srf\"]", "attr": "value"}}}`, `{}`, "its selector names csrf"},
		{`{"json": {"hint": "nextPageToken"}}`, `{}`, ""},
	} {
		r, _ := recipe.Load("a.json", []byte(`{"steps": [
			{"id": "first", "request": {"url": "/a"}, "extract": `+c.extract+`},
			{"id": "next", "request": {"url": "/b", "headers": `+c.headers+`}}]}`))
		if got := r.Credentials()[recipe.Extracted{Step: "first", Name: "hint"}]; got != c.want {
			t.Errorf("%s %s\ngot  %q\nwant %q", c.extract, c.headers, got, c.want)
		}
	}
}
