package run

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
)

const tab = `<!doctype html><head><meta name=csrf-token content="tok-12345678"><meta property=og:user content="user-987654">
<script id=state type=application/json>{"session":{"key":"key-11112222","age":7}}</script></head>
<body><p class=who>  Signed in
as <b>Mia</b></p><p class=who>and Tom</p></body>`

// Where a derived value comes from, and what the request then carries.
func TestDerive(t *testing.T) {
	for _, c := range []struct{ name, derive, want string }{
		{"meta by its name", `{"from": "meta", "key": "csrf-token"}`, "tok-12345678"},
		{"meta by its property", `{"from": "meta", "key": "og:user"}`, "user-987654"},
		{"meta by a selector", `{"from": "meta", "selector": "meta[name=csrf-token]"}`, "tok-12345678"},
		{"another attribute of meta", `{"from": "meta", "selector": "meta[property]", "attr": "property"}`, "og:user"},
		{"the text of an element", `{"from": "dom", "selector": "p.who"}`, "Signed in as Mia"},
		{"an attribute of an element", `{"from": "dom", "selector": "script", "attr": "id"}`, "state"},
		{"the part that an expression finds", `{"from": "dom", "selector": "p.who", "regex": "and (?<name>\\w+)"}`, "Tom"},
		{"JSON in the page", `{"from": "dom", "selector": "#state", "jmespath": "session.key"}`, "key-11112222"},
		{"a number of it", `{"from": "dom", "selector": "#state", "jmespath": "session", "regex": "\"age\":(?<age>\\d)"}`, "7"},
		{"the page's address", `{"from": "page_url", "regex": "//(?<host>[^/]+)/"}`, "www.example.de"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := example(t, "requires_login = true\nauth = {\"derive\": [{\"name\": \"v\", "+c.derive[1:]+"]}\n"+
				`steps[0].request.headers = {"x-v": "{{ vars.v }}"}`)
			sent := ""
			site := &fakeSite{answer: func(out *fetch.Outgoing) (*fetch.Incoming, error) {
				if out.URL.Hostname() == "www.example.de" {
					return reply(200, "text/html", tab)
				}
				sent, _ = out.Header.Get("x-v")
				return jsonReply(items)
			}}
			o := options(r, site)
			o.Params = params(t, `{"query":"rad"}`)
			report := Run(context.Background(), r, o)
			if report.Outcome != OK {
				t.Fatalf("%v: %+v", report.Outcome, report.Failure)
			}
			if sent != c.want || len(site.sent) != 2 || site.sent[0] != "GET https://www.example.de/" {
				t.Errorf("x-v is %q, want %q; sent %q", sent, c.want, site.sent)
			}
		})
	}
}

// What was supplied is final: the page is not asked for.
func TestSuppliedVars(t *testing.T) {
	r := example(t, `requires_login = true
auth = {"derive": [{"name": "v", "from": "meta", "key": "csrf-token"}]}
steps[0].request.headers = {"x-v": "{{ vars.v }}"}`)
	site := &fakeSite{answer: func(out *fetch.Outgoing) (*fetch.Incoming, error) {
		if v, _ := out.Header.Get("x-v"); v != "supplied-value" {
			t.Errorf("x-v is %q", v)
		}
		return jsonReply(strings.Replace(items, "Fahrrad A", "supplied-value", 1))
	}}
	o := options(r, site)
	o.Params, o.Vars = params(t, `{"query":"rad"}`), map[string]string{"v": "supplied-value"}
	if report := Run(context.Background(), r, o); report.Outcome != OK || len(site.sent) != 1 {
		t.Fatalf("%+v, sent %q", report.Failure, site.sent)
	}
	if got := o.Secrets.Text("x supplied-value y"); strings.Contains(got, "supplied") {
		t.Errorf("the value is no secret: %s", got)
	}
}

// What has no value, or an answer that is no page, is a login that is missing.
func TestDeriveFails(t *testing.T) {
	always := func(status int, contentType, body string) func(*fetch.Outgoing) (*fetch.Incoming, error) {
		return func(*fetch.Outgoing) (*fetch.Incoming, error) { return reply(status, contentType, body) }
	}
	var unclosed strings.Builder // each paragraph gets the elements of the first once more
	unclosed.WriteString("<p>")
	for i := range 400 {
		fmt.Fprintf(&unclosed, "<b id=%d>", i)
	}
	unclosed.WriteString(strings.Repeat("x<p>", 8000))
	for _, c := range []struct {
		name, derive string
		answer       func(*fetch.Outgoing) (*fetch.Incoming, error)
		want         Outcome
		says         string
	}{
		{"a cookie needs a browser", `{"from": "cookie", "key": "sid"}`, always(200, "text/html", tab), LoginRequired,
			`the derived value "v" is missing: a runner without a browser has no cookie`},
		{"a name that the page has not", `{"from": "meta", "key": "nope"}`, always(200, "text/html", tab), LoginRequired,
			`the derived value "v" is missing: the page at https://www.example.de/ has none`},
		{"text that is no JSON", `{"from": "dom", "selector": "p.who", "jmespath": "a"}`, always(200, "text/html", tab), LoginRequired,
			`the derived value "v" is missing: the page at https://www.example.de/ has none`},
		{"an expression that finds nothing", `{"from": "page_url", "regex": "token=(?<t>x)"}`, always(200, "text/html", tab), LoginRequired,
			`the derived value "v" is missing: the page at https://www.example.de/ has none`},
		{"an expression that fails", `{"from": "dom", "selector": "#state", "jmespath": "session + session"}`, always(200, "text/html", tab), LoginRequired,
			`the derived value "v" is missing: `},
		{"an expression that takes too long", `{"from": "page_url", "regex": "^((?<t>[a-z:/.]+)+)+$x"}`, always(200, "text/html", tab), LoginRequired,
			`the derived value "v" is missing: `},
		{"a page that makes too many elements", `{"from": "meta", "key": "csrf-token"}`, always(200, "text/html", unclosed.String()), ExpectFailed,
			"the page makes more than 3000000 elements"},
		{"a bot check", `{"from": "meta", "key": "csrf-token"}`, always(403, "text/html", "<title>Just a moment...</title>"), SiteChallenge,
			"the site answered with "},
		{"no network", `{"from": "meta", "key": "csrf-token"}`, func(out *fetch.Outgoing) (*fetch.Incoming, error) {
			return nil, &fetch.Error{Reason: fetch.Network, URL: out.URL.String(), Message: "it failed"}
		}, NetworkError, "it failed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := example(t, "requires_login = true\nauth = {\"derive\": [{\"name\": \"v\", "+c.derive[1:]+"]}\n"+
				`steps[0].request.headers = {"x-v": "{{ vars.v }}"}`)
			o := options(r, &fakeSite{answer: c.answer})
			o.Params = params(t, `{"query":"rad"}`)
			report := Run(context.Background(), r, o)
			if report.Outcome != c.want || report.Failure == nil || !strings.Contains(report.Failure.Message, c.says) {
				t.Errorf("%v: %+v, want %v: %s", report.Outcome, report.Failure, c.want, c.says)
			}
		})
	}
}

// What is not required is null where the page does not have it.
func TestDeriveOptional(t *testing.T) {
	r := example(t, `requires_login = true
auth = {"derive": [{"name": "v", "from": "meta", "key": "nope", "required": false}]}
steps[0].request.headers = {"x-v": "{{ vars.v }}"}`)
	o := options(r, &fakeSite{answer: func(out *fetch.Outgoing) (*fetch.Incoming, error) {
		if v, ok := out.Header.Get("x-v"); ok {
			t.Errorf("x-v is %q", v)
		}
		if out.URL.Path() == "/" {
			return reply(200, "text/html", tab)
		}
		return jsonReply(items)
	}})
	if report := Run(context.Background(), r, o); report.Outcome != OK {
		t.Errorf("%+v", report.Failure)
	}
}

// All the texts of a derived value that is no text are secrets.
func TestDerivedObject(t *testing.T) {
	r := example(t, `requires_login = true
auth = {"derive": [{"name": "v", "from": "dom", "selector": "#state", "jmespath": "session"}]}
steps[0].request.query.t = "{{ vars.v.key }}"`)
	site := &fakeSite{answer: func(out *fetch.Outgoing) (*fetch.Incoming, error) {
		if out.URL.Path() == "/" {
			return reply(200, "text/html", tab)
		}
		return jsonReply(items)
	}}
	o := options(r, site)
	report := Run(context.Background(), r, o)
	if report.Outcome != OK || !strings.HasSuffix(site.sent[1], "&t=key-11112222") {
		t.Fatalf("%+v, sent %q", report.Failure, site.sent)
	}
	if got := report.Requests[1].URL; !strings.HasSuffix(got, "&t=[redacted]") {
		t.Errorf("it is shown as %s", got)
	}
}

// What fails in a login_check is a missing login, but for what says nothing of
// it.
func TestLoginCheck(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer func() (*fetch.Incoming, error)
		want   Outcome
	}{
		{"it passes", func() (*fetch.Incoming, error) { return jsonReply(`{"me":1}`) }, OK},
		{"another status", func() (*fetch.Incoming, error) { return reply(404, "application/json", `{}`) }, LoginRequired},
		{"no network", func() (*fetch.Incoming, error) {
			return nil, &fetch.Error{Reason: fetch.Network, Message: "it failed"}
		}, NetworkError},
		{"a bot check", func() (*fetch.Incoming, error) { return reply(403, "text/html", "<title>Just a moment...</title>") }, SiteChallenge},
		{"a login page", func() (*fetch.Incoming, error) { return reply(401, "application/json", `{}`) }, LoginRequired},
		{"the recording has none", func() (*fetch.Incoming, error) {
			return nil, &fetch.Error{Reason: fetch.ReplayMiss, Message: "it is not recorded"}
		}, OK},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := example(t, "requires_login = true\nlogin_check = {\"request\": {\"method\": \"GET\", \"url\": \"/me\"}, \"expect\": {\"status\": [200]}}")
			o := options(r, &fakeSite{answer: func(out *fetch.Outgoing) (*fetch.Incoming, error) {
				if strings.HasSuffix(out.URL.String(), "/me") {
					return c.answer()
				}
				return jsonReply(items)
			}})
			o.Params = params(t, `{"query":"rad"}`)
			if report := Run(context.Background(), r, o); report.Outcome != c.want {
				t.Errorf("%v: %+v, want %v", report.Outcome, report.Failure, c.want)
			}
		})
	}
}

// A value that is too short to be searched for is withheld where it stands: in
// the requests of the report.
func TestShortSecret(t *testing.T) {
	r := example(t, `requires_login = true
auth = {"derive": [{"name": "v", "from": "meta", "key": "csrf-token"}]}
steps[0].request.headers = {"x-v": "{{ vars.v }}"}
steps[0].request.query.t = "{{ vars.v }}"`)
	o := options(r, &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }})
	o.Params, o.Vars = params(t, `{"query":"rad"}`), map[string]string{"v": "ab1"}
	report := Run(context.Background(), r, o)
	if report.Outcome != OK {
		t.Fatalf("%+v", report.Failure)
	}
	for text, want := range map[string]string{
		"https://api.example.de/v2/search?q=rad&size=20&t=ab1": "https://api.example.de/v2/search?q=rad&size=20&t=[redacted]",
		"x-v: ab1": "x-v: [redacted]",
		"ab1":      "[redacted]",
	} {
		if got := o.Secrets.Text(text); got != want {
			t.Errorf("%s is shown as %s", text, got)
		}
	}
	if got := jsonval.Stringify(*report.Output); !strings.Contains(got, "Fahrrad A") {
		t.Error(got)
	}
}
