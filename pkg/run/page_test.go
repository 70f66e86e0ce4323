package run

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/recipe"
)

// One of site.locale_hosts stands for the tab: relative URLs go there, and the
// templates see it.
func TestLocaleHost(t *testing.T) {
	r := example(t, `site.locale_hosts = ["fr.example.de"]
steps[0].request = {"url": "/v2/search?on={{ page.host }}"}`)
	for _, c := range []struct{ host, sent, fails string }{
		{"", "GET https://www.example.de/v2/search?on=www.example.de", ""},
		{"fr.example.de", "GET https://fr.example.de/v2/search?on=fr.example.de", ""},
		{"it.example.de", "", "it.example.de is not one of the recipe's locale_hosts"},
	} {
		site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }}
		o := options(r, site)
		o.LocaleHost = c.host
		report := Run(context.Background(), r, o)
		want := OK
		if c.fails != "" {
			want = InvalidParams
		}
		if report.Outcome != want || strings.Join(site.sent, "\n") != c.sent || c.fails != "" && report.Failure.Message != c.fails {
			t.Errorf("%s: %s, %v, sent %q", c.host, report.Outcome, report.Failure, site.sent)
		}
	}
}

// A recipe with errors does not run, whatever its caller has overlooked.
func TestRecipeWithErrors(t *testing.T) {
	text, err := os.ReadFile("../../recipes/example.de/search-items.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, says string }{
		{`"params": {`, `"zzz": {`, "`params` has errors"},
		{`"output": {`, `"zzz": {`, "`output.schema` has errors"},
		{`"origin": "https://www.example.de"`, `"origin": "https://exa%mple.de"`, "site.origin is no URL: "},
	} {
		changed := strings.Replace(string(text), c.from, c.to, 1)
		r, found := recipe.Load("r.json", []byte(changed))
		if errors, _ := diag.Count(found); errors == 0 {
			t.Fatalf("%s has no error", c.to)
		}
		site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }}
		report := Run(context.Background(), r, options(r, site))
		if report.Outcome != InvalidRecipe || !strings.HasPrefix(report.Failure.Message, c.says) || len(site.sent) != 0 {
			t.Errorf("%s: %s, %v, sent %q", c.to, report.Outcome, report.Failure, site.sent)
		}
	}
}

// The place, the request and where it ended tell what an answer was to.
func TestFailureAfterARedirect(t *testing.T) {
	r := example(t, "")
	site := &fakeSite{answer: func(out *fetch.Outgoing) (*fetch.Incoming, error) {
		if out.URL.Path() == "/v2/search" {
			return &fetch.Incoming{Status: 302, Header: fetch.Header{{Name: "location", Value: "https://www.example.de/gone"}}}, nil
		}
		return &fetch.Incoming{Status: 404}, nil
	}}
	report := Run(context.Background(), r, options(r, site))
	f := report.Failure
	if f == nil || f.Outcome != ExpectFailed || f.Final != "https://www.example.de/gone" || f.Got != "status 404, no content-type: an empty body" {
		t.Fatalf("%+v", f)
	}
	if want := "GET https://api.example.de/v2/search?q=fahrrad&price_to=300&size=20"; f.Request != want || f.Error() != f.Message {
		t.Errorf("%+v", f)
	}
	if got := strings.Fields(string(r.Source.Text[f.Place.Start:f.Place.End])); strings.Join(got, "") != "[200]" {
		t.Errorf("the place is %s", got)
	}
}

// Without the checks, an output that they would refuse is well.
func TestNoChecks(t *testing.T) {
	r := example(t, "verify.checks = [\"length(output.items) > `5`\"]")
	o := options(r, &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }})
	o.NoChecks = true
	if report := Run(context.Background(), r, o); report.Outcome != OK || len(report.Checks) != 0 {
		t.Errorf("%s: %+v", report.Outcome, report.Checks)
	}
}

// What a page drops or cannot be read by is told in a warning.
func TestWarnings(t *testing.T) {
	r := example(t, `
steps[0].expect = {"status":[200],"content_type":"html"}
steps[0].extract = {"html":{"total":{"selector":"h1"}},"html_items":{"items":{"selector":"li","max":2,"fields":{"title":{"selector":":scope"}}}},"embedded_json":{"selector":"script#state","required":false,"vars":{"state":"a"}}}
output.value = "{items: steps.search.items, total: steps.search.total, state: steps.search.state}"
verify.checks = ["output"]`)
	site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) {
		return reply(200, "text/html; charset=iso-8859-1", "<h1>Drei</h1><li>a<li>b<li>c<script id=state>no JSON</script>")
	}}
	report := Run(context.Background(), r, options(r, site))
	if report.Outcome != OK || report.Steps[0].Dropped != 1 {
		t.Fatalf("%+v, %+v", report.Failure, report.Steps)
	}
	for i, want := range []string{
		"search: items matched 3 elements, 2 were kept",
		"search: null stands for state: embedded_json for state: not JSON at line 1, column 1 of the text: ",
		"search: the page is not UTF-8 but windows-1252, as the header says (an extension that reads ",
	} {
		if len(report.Warnings) != 3 || !strings.HasPrefix(report.Warnings[i], want) {
			t.Errorf("%q\nwant %s", report.Warnings, want)
		}
	}
}
