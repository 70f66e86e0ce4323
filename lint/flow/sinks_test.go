package flow_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/linttest"
)

// kinds names the kinds of sinks in tests.
var kinds = []string{"", "url", "query", "header", "form", "json", "body", "key", "when", "foreach", "assert", "extract", "summary", "output", "check"}

// All places of a recipe that receive values, with what each reads.
func TestSinks(t *testing.T) {
	c := linttest.Snippet(t, "write", `
login_check.request.headers = {"Authorization": "Bearer {{ vars.csrf }}"}
steps[0].when = "params.listing_id && vars.csrf"
steps[0].request.url = "/api/listings/{{ params.listing_id }}?at={{ now | date:'X' }}"
steps[0].request.query = {"tag": ["a", "{{ page.host }}", 5]}
steps[0].expect = {"status": 200, "assert": "body.vars", "login_required_if": {"assert": "body == 'x'"}}
steps[0].extract.json.items = "items[].{id: id, secret: vars.csrf}"
steps[1].foreach = {"in": "steps.listing.items", "as": "item"}
steps[1].request.json = {"to": {"ids": ["{{ item.id }}", 7]}, "text": "{{ params.message }}: {{ 'x' }} {{ steps.listing.seller | trim }}", "{{ params.message }}": 1}
`)
	f := flow.New(c.Pass().Recipe)
	var got []string
	for _, s := range f.Sinks() {
		step := "-"
		if s.Step != nil {
			step = s.Step.ID
		}
		line := fmt.Sprintf("%s %s %s", step, kinds[s.Kind], s.Key)
		if len(s.Path) > 1 {
			line += " (" + strings.Join(s.Path, ".") + ")"
		}
		if s.Template == nil && s.Expr == nil && s.Kind != flow.Key {
			line += " constant"
		}
		if u := uses(s, string(c.Text)); u != "" {
			line += ": " + u
		}
		got = append(got, line)
	}
	want := []string{
		"login_check url ",
		"login_check header Authorization: vars.csrf{vars.csrf} «vars.csrf»",
		"listing when : params.listing_id{params.listing_id} «params.listing_id»; vars.csrf{vars.csrf} «vars.csrf»",
		"listing url : params.listing_id{params.listing_id} «params.listing_id»; now{now} «now»",
		"listing query tag",
		"listing query tag: page.host{page.host} «page.host»",
		"listing query tag constant",
		"listing assert : body.vars{} «body.vars»",
		"listing assert : body{} «body»",
		"listing extract seller",
		"listing extract seller_id",
		"listing extract items", // vars.csrf there is a member of an item
		"send foreach : steps.listing.items{steps.listing.items, token steps.listing.items} «steps.listing.items»",
		"send url ",
		"send header X-CSRF-Token: vars.csrf{vars.csrf} «vars.csrf»",
		"send json ids (to.ids): item.id{steps.listing.items, token steps.listing.items} via send «item.id»",
		"send json ids (to.ids) constant",
		"send json text: params.message{params.message} «params.message»; steps.listing.seller{steps.listing.seller} «steps.listing.seller»",
		"send json {{ params.message }} constant",
		"send key {{ params.message }}: params.message{params.message} «params.message»",
		"send assert : body.id{} «body.id»",
		"send extract id",
		"- summary : params.message{params.message} «params.message»; steps.listing.seller{steps.listing.seller} «steps.listing.seller»",
		"- output : steps.send.id{steps.send.id} «steps.send.id»",
		"- check : output.message_id{} «output.message_id»",
	}
	if !slices.Equal(got, want) {
		t.Errorf("\ngot\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	control := f.Control(f.Sinks()[2].Step)
	if len(control) != 2 || control[1].Text() != "vars.csrf" || len(f.Of(f.Sinks()[2].Step)) != 10 || f.Summary() == nil || f.Output() == nil {
		t.Errorf("%v", control)
	}
}

// What makes an extract a credential.
func TestTokens(t *testing.T) {
	for _, c := range []struct{ changes, want string }{
		{`steps[0].extract.json.items = "a.csrfToken"`, "it reads the field csrfToken"},
		{`steps[0].extract.json.items = "a.csrf.value"`, "it reads the field csrf"},
		{`steps[0].extract.json.items = "a.csrf.token_count"`, ""},
		{`steps[0].extract.json.items = "a[?csrf].title"`, ""},
		{`steps[0].extract.json.items = "csrf == 'x'"`, "it reads the field csrf"},
		{`steps[0].extract.json.items = "length(csrf)"`, "it reads the field csrf"},
		{`steps[0].extract.json.items = "csrf | @"`, "it reads the field csrf"},
		{`steps[0].extract.json.items = "csrf | length(@)"`, "it reads the field csrf"},
		{`steps[0].extract.json.items = "csrf == 'x' && title"`, ""},
		{`steps[0].extract.json.items = "length(csrf) > length(title)"`, ""},
		{`steps[0].extract.json.items = "csrf[0:1] == 'x' && title"`, "it looks into the field csrf"},
		{`steps[0].extract.json.items = "a.pin.password > ` + "`5000`" + ` && title"`, "it looks into the field password"},
		{`steps[0].extract.json.items = "a[?starts_with(csrf, 'x')].title"`, "it looks into the field csrf"},
		{`steps[0].extract.json.items = "a[?csrf != ` + "`null`" + `].title"`, ""},
		{`steps[0].extract.json.items = "a[?not_null(csrf)].title"`, ""},
		{`steps[0].extract.json.items = "{a: csrf, b: title}"`, "it reads the field csrf"},
		{`steps[0].extract.json.items = "{access_token: a.b, title: title}"`, "it reads the field access_token"},
		{`steps[0].extract.json.items = "[jwt, title]"`, "it reads the field jwt"},
		{`steps[0].extract.json.items = "let $j = jwt in [$j, title]"`, "it reads the field jwt"},
		{`steps[0].extract.json.items = "a ? jwt : title"`, "it reads the field jwt"},
		{`steps[0].extract.json.items = "jwt ? title : name"`, ""},
		{`steps[0].extract.json.items = "auth.*.jwt"`, "it reads the field jwt"},
		{`steps[0].extract.json.items = "not_null(title, jwt)"`, "it reads the field jwt"},
		{`steps[0].extract.json = {"total": "a", "sid": "b", "items": "c"}`, ""},
		{`steps[0].extract = {"html": {"items": {"selector": "meta[name=csrf-token]", "attr": "content"}}}`, "its selector names csrf-token"},
		{`steps[0].extract = {"html": {"items": {"selector": "b:not([data-x]):is(i, [name='_token'])"}}}`, "its selector names _token"},
		{`steps[0].extract = {"html": {"items": {"selector": "b", "attr": "data-access-token"}}}`, "it reads the attribute data-access-token"},
		{`steps[0].extract = {"html": {"items": {"selector": "b", "parse": "json", "attr": "data-x", "path": "a.jwt"}}}`, "it reads the field jwt"},
		{`steps[0].extract = {"html_items": {"items": {"selector": "b", "fields": {"a": {"selector": "i"}, "sid": {"selector": "u"}}}}}`, "its field is named sid"},
		{`steps[0].extract = {"embedded_json": {"selector": "script", "strip_js_after": "window.authToken = ", "vars": {"items": "@"}}}`, "it reads what follows authToken"},
		{`steps[0].extract = {"embedded_json": {"selector": "script", "attr": "data-secret", "vars": {"items": "@"}}}`, "it reads the attribute data-secret"},
		{`steps[1] = {"id": "more", "request": {"url": "/x", "headers": {"Authorization": "Bearer {{ steps.search.items[0].t }}"}}}`, "it is sent in the header Authorization"},
		{`steps[1] = {"id": "more", "request": {"url": "/x", "headers": {"X-Item": "{{ steps.search.items[0].t }}"}}}`, ""},
	} {
		f := flow.New(linttest.Snippet(t, "read", c.changes).Pass().Recipe)
		if got := f.TokenWhy("search", "items"); got != c.want {
			t.Errorf("%s\ngot  %q\nwant %q", c.changes, got, c.want)
		}
	}
}

func TestURLParts(t *testing.T) {
	regions := []string{"", "head", "path", "query", "fragment"}
	for _, c := range []struct{ url, want string }{
		{"/v2/search", "path «/v2/search»"},
		{"https://www.example.de/v2?q={{ params.query }}&a=b#c", "head «https://www.example.de» path «/v2» query «?q=» query «{{ params.query }}» query «&a=b» fragment «#c»"},
		{"https://www.example.de", "head «https://www.example.de»"},
		{"https://www.example.de?a", "head «https://www.example.de» query «?a»"},
		{"{{ page.origin }}/a/{{ params.query }}", "head «{{ page.origin }}» path «/a/» path «{{ params.query }}»"},
		{"https://{{ page.host }}/a", "head «https://» head «{{ page.host }}» path «/a»"},
		{"{{ steps.search.items[0].url | path }}", "path «{{ steps.search.items[0].url | path }}»"},
		{"https://www.example.de{{ steps.search.total | path }}?a", "head «https://www.example.de» path «{{ steps.search.total | path }}» query «?a»"},
		{"{{ params.query }}", "head «{{ params.query }}»"},
		{`https:\\a\b`, `head «https:\\a» path «\b»`},
		{"//a/b", "path «//a/b»"},
		{"a?b/c?d#e?f", "head «a» query «?b/c?d» fragment «#e?f»"},
	} {
		changes := fmt.Sprintf("steps[0].request.url = %q", c.url)
		r := linttest.Snippet(t, "read", changes).Pass().Recipe
		var all []string
		for _, p := range flow.URLParts(r.Steps[0].Request.URL) {
			text := c.url[p.Span.Start:p.Span.End]
			if p.Ref == nil && p.Text != text {
				t.Errorf("%s: the span is of %q, the text is %q", c.url, text, p.Text)
			}
			all = append(all, regions[p.Region]+" «"+text+"»")
		}
		if got := strings.Join(all, " "); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.url, got, c.want)
		}
	}
}
