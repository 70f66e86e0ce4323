package run

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
)

// shown is all of a report that a person may see.
func shown(r *Report) string {
	return jsonval.Stringify(r.JSON()) + fmt.Sprintf("%+v %v %v", r.Planned, r.Warnings, r.Failure)
}

// A credential that a step extracts is sent as it is, and shown nowhere,
// whatever it is made of and wherever it stands.
func TestExtractedCredential(t *testing.T) {
	const login = `{"token":%s,"meta":{"total":1},"results":[]}`
	for _, c := range []struct{ name, token, second, sent, hidden string }{
		{"in a header", `"tok-12345678"`, `{"url":"/b","headers":{"authorization":"Bearer {{ steps.search.token }}"}}`,
			"GET https://www.example.de/b", "tok-12345678"},
		{"in a query", `"tok-12345678"`, `{"url":"/b","query":{"t":"{{ steps.search.token }}"}}`,
			"GET https://www.example.de/b?t=tok-12345678", "tok-12345678"},
		{"changed by a filter", `"TOK-ABCDEFGH"`, `{"url":"/b/{{ steps.search.token | lower }}"}`,
			"GET https://www.example.de/b/tok-abcdefgh", "tok-abcdefgh"},
		{"a list of them", `["tok-11111111","tok-22222222"]`, `{"url":"/b?t={{ steps.search.token[1] }}"}`,
			"GET https://www.example.de/b?t=tok-22222222", "tok-11111111"},
		{"members of an object", `{"key":"key-11111111","more":["key-22222222"]}`, `{"url":"/b?t={{ steps.search.token.key }}"}`,
			"GET https://www.example.de/b?t=key-11111111", "key-22222222"},
		{"too short to be searched for, in a path", `"q7x"`, `{"url":"/b/{{ steps.search.token }}"}`,
			"GET https://www.example.de/b/q7x", "q7x"},
		{"too short, in a query", `"q7x"`, `{"url":"/b","query":{"t":"{{ steps.search.token }}"}}`,
			"GET https://www.example.de/b?t=q7x", "q7x"},
		{"too short, and one of a list", `["q7x",["w8y",{"z":"p9z"},8,null]]`, `{"url":"/b/{{ steps.search.token[0] }}"}`,
			"GET https://www.example.de/b/q7x", "p9z"},
		{"too short, in a body", `"q7x"`, `{"method":"POST","url":"/b","json":{"t":"{{ steps.search.token }}"}}`,
			`POST https://www.example.de/b {"t":"q7x"}`, "q7x"},
		{"too short, in a form", `"q7x"`, `{"method":"POST","url":"/b","form":{"t":"{{ steps.search.token }}"}}`,
			`POST https://www.example.de/b t=q7x`, "q7x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := example(t, `
steps[0].extract.json = {"token":"token"}
steps[1] = {"id":"b","request":`+c.second+`,"extract":{"json":{"n":"n"}}}
output.value = "{items: steps.b.n}"
verify.checks = ["output"]`)
			site := &fakeSite{answer: func(out *fetch.Outgoing) (*fetch.Incoming, error) {
				if out.URL.Path() == "/v2/search" {
					return jsonReply(fmt.Sprintf(login, c.token))
				}
				return jsonReply(`{"n":1}`)
			}}
			o := options(r, site)
			var asked []Planned
			o.Ask = func(_ context.Context, planned []Planned) (bool, error) { asked = planned; return true, nil }
			report := Run(context.Background(), r, o)
			if report.Outcome != OK || site.sent[1] != c.sent {
				t.Fatalf("%v, sent %q", report.Failure, site.sent)
			}
			if text := shown(report) + fmt.Sprintf("%+v", asked); strings.Contains(text, c.hidden) {
				t.Errorf("%s stands in\n%s", c.hidden, text)
			}
		})
	}
}

// The same where a step ran once for each item: a list of what it extracted.
func TestShortCredentialOfAForeach(t *testing.T) {
	r := example(t, `
steps[0].extract.json = {"items":"results"}
steps[1] = {"id":"login","foreach":{"in":"steps.search.items","as":"i"},"request":{"url":"/login/{{ i }}"},"extract":{"json":{"token":"token"}}}
steps[2] = {"id":"b","when":"steps.search","request":{"url":"/b/{{ steps.login[0].token }}"},"extract":{"json":{"n":"n"}}}
output.value = "{items: steps.b.n}"
verify.checks = ["output"]`)
	site := &fakeSite{answer: func(out *fetch.Outgoing) (*fetch.Incoming, error) {
		switch out.URL.Path() {
		case "/v2/search":
			return jsonReply(`{"results":[1]}`)
		case "/login/1":
			return jsonReply(`{"token":"q7x"}`)
		}
		return jsonReply(`{"n":1}`)
	}}
	report := Run(context.Background(), r, options(r, site))
	if report.Outcome != OK || site.sent[2] != "GET https://www.example.de/b/q7x" {
		t.Fatalf("%v, sent %q", report.Failure, site.sent)
	}
	if got := report.Requests[2].URL; got != "https://www.example.de/b/[redacted]" {
		t.Errorf("it is shown as %s", got)
	}
}

// Nor is an item of a foreach shown that is a credential itself, or that a
// credential went into: in a request, in what a filter makes of it, beside what
// was extracted for it, and where a later step reads it from there.
func TestItemThatIsACredential(t *testing.T) {
	for _, c := range []struct{ name, in, token, request, later, sent, hidden string }{
		{"in a path", "steps.search.token", `["q7x"]`, `{"url":"/b/{{ i }}"}`, "{{ steps.b[0].i }}", "/b/q7x", "q7x"},
		{"in a query", "steps.search.token", `["q7x"]`, `{"url":"/b","query":{"t":"{{ i }}"}}`, "{{ steps.b[0].i }}", "/b?t=q7x", "q7x"},
		{"one of a list", "[steps.search.token]", `["q7x","w8y"]`, `{"url":"/b/{{ i[1] }}"}`, "{{ steps.b[0].i[1] }}", "/b/w8y", "w8y"},
		{"a member", "[{name: 'page', key: steps.search.token}]", `"q7x"`, `{"url":"/b/{{ i.name }}/{{ i.key }}"}`, "{{ steps.b[0].i.key }}", "/b/page/q7x", "q7x"},
		{"put together", "[join('-', ['a', steps.search.token])]", `"q7x"`, `{"url":"/b/{{ i }}"}`, "{{ steps.b[0].i }}", "/b/a-q7x", "q7x"},
		{"where marks are refused", "[to_string(to_number(steps.search.token))]", `"4711"`, `{"url":"/b/{{ i }}"}`, "{{ steps.b[0].i }}", "/b/4711", "4711"},
		{"long, and changed by a filter", "steps.search.token", `["TOK-ABCDEFGH"]`, `{"url":"/b/{{ i | lower }}"}`, "{{ steps.b[0].i | lower }}", "/b/tok-abcdefgh", "tok-abcdefgh"},
		{"of the filter that is used later", "steps.search.token", `["TOK-ABCDEFGH"]`, `{"url":"/b/{{ i }}"}`, "{{ steps.b[0].i | lower }}", "/b/TOK-ABCDEFGH", "tok-abcdefgh"},
		{"through another foreach", "steps.search.token", `["q7x"]`, `{"url":"/b/{{ i }}"}`, "{{ j }}", "/b/q7x", "q7x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			again := ""
			if strings.Contains(c.later, "j") {
				again = `"foreach":{"in":"steps.b[].i","as":"j"},`
			}
			r := example(t, `
steps[0].extract.json = {"token":"token"}
steps[1] = {"id":"b","foreach":{"in":"`+c.in+`","as":"i"},"request":`+c.request+`,"extract":{"json":{"n":"n"}}}
steps[2] = {"id":"c",`+again+`"request":{"url":"/c/`+c.later+`"},"extract":{"json":{"n":"n"}}}
output.value = "{items: steps.b[].n}"
verify.checks = ["output"]`)
			site := &fakeSite{answer: func(out *fetch.Outgoing) (*fetch.Incoming, error) {
				if out.URL.Path() == "/v2/search" {
					return jsonReply(fmt.Sprintf(`{"token":%s,"meta":{"total":1},"results":[]}`, c.token))
				}
				return jsonReply(`{"n":1}`)
			}}
			report := Run(context.Background(), r, options(r, site))
			if report.Outcome != OK || len(site.sent) != 3 || site.sent[1] != "GET https://www.example.de"+c.sent {
				t.Fatalf("%v, sent %q", report.Failure, site.sent)
			}
			text := shown(report)
			if strings.Contains(text, c.hidden) || !strings.Contains(text, `"n":1`) {
				t.Errorf("%s stands in\n%s", c.hidden, text)
			}
			if strings.Contains(c.sent, "/page/") && !strings.Contains(text, `"name":"page"`) {
				t.Errorf("what is no secret is hidden\n%s", text)
			}
		})
	}
}

// A secret in a host is none as the recipe wrote it, but as the URL parser
// spells it; a host that stands in the recipe is no secret.
func TestSecretInAHost(t *testing.T) {
	for _, c := range []struct{ url, secret, shown string }{
		{"https://{{ vars.v }}.example.de/x", "Secret-Tenant", "https://[redacted]/x"},
		{"https://{{ vars.v }}/x", "Secret-Tenant", "https://[redacted]/x"},
		{"https://my-{{ vars.v }}/x", "Secret-Tenant", "https://[redacted]/x"},
		{"https://www.example.de/{{ vars.v }}", "Secret-Tenant", "https://www.example.de/[redacted]"},
		{"{{ vars.v }}/x", "Secret-Tenant", "https://www.example.de/[redacted]/x"},
		{"https://{{ vars.v }}/x", "www.example.de", "https://[redacted]/x"},
	} {
		r := example(t, `requires_login = true
auth = {"derive": [{"name": "v", "from": "meta", "key": "csrf-token"}]}
steps[0].request = {"url": "`+c.url+`"}`)
		o := options(r, &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }})
		o.Vars = map[string]string{"v": c.secret}
		report := Run(context.Background(), r, o)
		if got := report.Requests[0].URL; got != c.shown || strings.Contains(strings.ToLower(shown(report)), "secret-tenant") {
			t.Errorf("%s: shown as %s, want %s: %v", c.url, got, c.shown, report.Failure)
		}
	}
}

// Where a request cannot be made with the marks in place of what is withheld,
// nothing of it is shown.
func TestShortSecretThatAFilterNeeds(t *testing.T) {
	r := example(t, `requires_login = true
auth = {"derive": [{"name": "v", "from": "meta", "key": "csrf-token"}]}
steps[0].request = {"url": "/on/{{ vars.v | date:'YYYY' }}"}`)
	site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }}
	o := options(r, site)
	o.Vars = map[string]string{"v": "2025-01"}
	report := Run(context.Background(), r, o)
	if report.Outcome != OK || !slices.Equal(site.sent, []string{"GET https://www.example.de/on/2025"}) {
		t.Fatalf("%v, sent %q", report.Failure, site.sent)
	}
	if got := report.Requests[0].URL; got != "https://www.example.de/" {
		t.Errorf("it is shown as %s", got)
	}
}
