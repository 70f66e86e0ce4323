package run

import (
	"context"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wield-run/wield/internal/mutate"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/redact"
)

// fakeSite answers requests from a table and remembers what was asked.
type fakeSite struct {
	answer func(out *fetch.Outgoing) (*fetch.Incoming, error)

	mu   sync.Mutex
	sent []string // "GET https://… body"
	now  int
	most int // requests at the same time
}

func (s *fakeSite) Send(ctx context.Context, out *fetch.Outgoing) (*fetch.Incoming, error) {
	s.mu.Lock()
	s.sent = append(s.sent, strings.TrimSpace(out.Method+" "+out.URL.String()+" "+string(out.Body)))
	s.now++
	s.most = max(s.most, s.now)
	s.mu.Unlock()
	defer func() { s.mu.Lock(); s.now--; s.mu.Unlock() }()
	in, err := s.answer(out)
	if err == nil && ctx.Err() != nil {
		return nil, &fetch.Error{Reason: fetch.Network, Message: "cancelled", Err: ctx.Err()}
	}
	return in, err
}

func reply(status int, contentType, body string) (*fetch.Incoming, error) {
	return &fetch.Incoming{Status: status, Header: fetch.Header{{Name: "content-type", Value: contentType}}, Body: []byte(body)}, nil
}

func jsonReply(body string) (*fetch.Incoming, error) { return reply(200, "application/json", body) }

const items = `{"meta":{"total":3},"results":[
	{"title":"Fahrrad A","price":{"amount":120},"path":"/a","sponsored":false},
	{"title":"Werbung","price":{"amount":1},"path":"/w","sponsored":true},
	{"title":"Fahrrad B","price":{"amount":250.5},"path":"/b"}]}`

// example loads the format's printed example with changes.
func example(t testing.TB, changes string) *recipe.Recipe {
	t.Helper()
	text, err := os.ReadFile("../../recipes/example.de/search-items.json")
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonval.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if v, err = mutate.Apply(v, changes); err != nil {
		t.Fatal(err)
	}
	r, found := recipe.Load("r.json", jsonval.AppendIndent(nil, v, "  "))
	for _, d := range found {
		if d.Severity == diag.Error {
			t.Fatalf("%s %s %s", d.Code, d.Pointer, d.Message)
		}
	}
	return r
}

func options(r *recipe.Recipe, site *fakeSite) Options {
	return Options{Now: time.Date(2026, 11, 30, 11, 42, 0, 0, time.FixedZone("", 3600)), Sender: site,
		Policy: fetch.RecipePolicy(r.Site.Origins, r.Site.LocaleHosts), Secrets: redact.New()}
}

func params(t testing.TB, text string) *jsonval.Value {
	t.Helper()
	v, err := jsonval.ParseString(text)
	if err != nil {
		t.Fatal(err)
	}
	return &v
}

func TestExample(t *testing.T) {
	r := example(t, "")
	site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }}
	o := options(r, site)
	o.Params = params(t, `{"query":"fahrrad","max_price":300}`)
	report := Run(context.Background(), r, o)
	if report.Outcome != OK {
		t.Fatalf("%+v", report.Failure)
	}
	want := `{"total":3,"items":[{"title":"Fahrrad A","price_eur":120,"url":"https://www.example.de/a"},{"title":"Fahrrad B","price_eur":250.5,"url":"https://www.example.de/b"}]}`
	if got := jsonval.Stringify(*report.Output); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := strings.Join(site.sent, "\n"); got != "GET https://api.example.de/v2/search?q=fahrrad&price_to=300&size=20" {
		t.Error(got)
	}
	if got := jsonval.Stringify(report.Params); got != `{"query":"fahrrad","max_price":300,"limit":20}` {
		t.Error(got)
	}
	if len(report.Checks) != 2 || !report.Checks[0].OK || !report.Checks[1].OK {
		t.Errorf("%+v", report.Checks)
	}
}

// A parameter that is not given leaves no trace in the query.
func TestMissingParamIsDropped(t *testing.T) {
	r := example(t, "")
	site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }}
	o := options(r, site)
	o.Params = params(t, `{"query":"a b&c"}`)
	Run(context.Background(), r, o)
	if got := strings.Join(site.sent, "\n"); got != "GET https://api.example.de/v2/search?q=a+b%26c&size=20" {
		t.Error(got)
	}
}

// Every outcome that a run can have, from the example with a change.
func TestOutcomes(t *testing.T) {
	always := func(status int, contentType, body string) func(*fetch.Outgoing) (*fetch.Incoming, error) {
		return func(*fetch.Outgoing) (*fetch.Incoming, error) { return reply(status, contentType, body) }
	}
	good := always(200, "application/json", items)
	fails := func(reason fetch.Reason) func(*fetch.Outgoing) (*fetch.Incoming, error) {
		return func(out *fetch.Outgoing) (*fetch.Incoming, error) {
			return nil, &fetch.Error{Reason: reason, URL: out.URL.String(), Message: "it failed"}
		}
	}
	tests := []struct {
		name, changes, params string
		answer                func(*fetch.Outgoing) (*fetch.Incoming, error)
		want                  Outcome
		message               string // a part of it
		sent                  int
		output                bool
	}{
		{name: "good", answer: good, want: OK, sent: 1, output: true},
		{name: "param of a wrong type", params: `{"query":1}`, answer: good, want: InvalidParams, message: "query"},
		{name: "a param whose pattern takes too long", changes: `params.properties.query.pattern = "^((a+)+|fahrrad)$"`, params: `{"query":"` + strings.Repeat("a", 60) + `b"}`, answer: good, want: InvalidParams, message: "the params cannot be checked: "},
		{name: "several params of a wrong type", params: `{"query":1,"limit":"x"}`, answer: good, want: InvalidParams, message: "; "},
		{name: "param missing", params: `{}`, answer: good, want: InvalidParams, message: "query"},
		{name: "param unknown", params: `{"query":"ab","color":"red"}`, answer: good, want: InvalidParams, message: "color"},
		{name: "params that are no object", params: `[]`, answer: good, want: InvalidParams, message: "an array"},
		{name: "null is not defaulted", params: `{"query":"ab","limit":null}`, answer: good, want: InvalidParams, message: "limit"},
		{name: "status", answer: always(404, "text/html", "<p>gone</p>"), want: ExpectFailed, message: "the status is 404", sent: 1},
		{name: "status that is listed", changes: `steps[0].expect.status = [404]`, answer: always(404, "application/json", items), want: OK, sent: 1, output: true},
		{name: "403 that is not listed", answer: always(403, "application/json", `{"error":"x"}`), want: SiteChallenge, message: "status 403", sent: 1},
		{name: "403 that is listed", changes: `steps[0].expect.status = [403]`, answer: always(403, "application/json", items), want: OK, sent: 1, output: true},
		{name: "a page where JSON was expected", answer: always(200, "text/html", "<html><body>Hello</body></html>"), want: ExpectFailed, message: "JSON was expected", sent: 1},
		{name: "a challenge page where JSON was expected", answer: always(200, "text/html", `<html><title>Just a moment...</title><script>window._cf_chl_opt={}</script></html>`), want: SiteChallenge, message: "check", sent: 1},
		{name: "broken JSON", answer: always(200, "application/json", `{"a":`), want: ExpectFailed, message: "not JSON", sent: 1},
		{name: "an empty body is null", answer: always(200, "application/json", ``), want: CheckFailed, message: "`output.items` does not hold", sent: 1, changes: `verify.checks = ["output.items"]`, output: true},
		{name: "assert", changes: `steps[0].expect.assert = "body.meta.total > ` + "`5`" + `"`, answer: good, want: ExpectFailed, message: "`body.meta.total > `5`` does not hold", sent: 1},
		{name: "assert that fails to evaluate", changes: `steps[0].expect.assert = "body.meta.total + body.results"`, answer: good, want: ExpectFailed, message: "expect.assert", sent: 1},
		{name: "login by status goes before the challenge", changes: `steps[0].expect.login_required_if = {"status":403}`, answer: always(403, "application/json", `{}`), want: LoginRequired, message: "asks for a login: status 403", sent: 1},
		{name: "login whose assert does not hold", changes: `steps[0].expect.login_required_if = {"assert":"body.error == 'login'"}`, answer: good, want: OK, sent: 1, output: true},
		{name: "login whose assert fails to evaluate", changes: `steps[0].expect.login_required_if = {"assert":"body.meta + body.results"}`, answer: good, want: ExpectFailed, message: "`login_required_if.assert`: ", sent: 1},
		{name: "login by assert", changes: `steps[0].expect.login_required_if = {"assert":"body.error == 'login'"}`, answer: always(200, "application/json", `{"error":"login"}`), want: LoginRequired, message: "asks for a login", sent: 1},
		{name: "both must match", changes: `steps[0].expect.login_required_if = {"status":401,"assert":"body.meta"}`, answer: good, want: OK, sent: 1, output: true},
		{name: "extract", changes: `steps[0].extract.json.total = "meta.total + results"`, answer: good, want: ExtractFailed, message: "total", sent: 1},
		{name: "output", changes: `output.value = "steps.search.total + steps.search.items"`, answer: good, want: OutputInvalid, message: "output.value", sent: 1},
		{name: "extract from what the body is not", changes: `steps[0].extract = {"html":{"total":{"selector":"p"},"items":{"selector":"b"}}}`, answer: good, want: ExtractFailed, message: `"total" is read by html from a page, and the body is read as json`, sent: 1},
		{name: "output schema", changes: `output.schema.properties = {"total":{"type":"string"}}`, answer: good, want: OutputInvalid, message: "total", sent: 1, output: true},
		{name: "several faults of the output", changes: `output.schema.properties = {"total":{"type":"string"},"items":{"type":"object"}}`, answer: good, want: OutputInvalid, message: "(and 1 more)", sent: 1, output: true},
		{name: "an output whose pattern takes too long", changes: `output.schema.properties = {"total":{"pattern":"^(a+)+$"}}`, answer: always(200, "application/json", `{"meta":{"total":"`+strings.Repeat("a", 60)+`b"},"results":[]}`), want: OutputInvalid, message: "the output cannot be held to `output.schema`: ", sent: 1, output: true},
		{name: "check", changes: "verify.checks = [\"length(output.items) > `5`\"]", answer: good, want: CheckFailed, message: "length(output.items) > `5`", sent: 1, output: true},
		{name: "check with other params says so", changes: "verify.checks = [\"length(output.items) > `5`\"]", params: `{"query":"ab"}`, answer: good, want: CheckFailed, sent: 1, output: true},
		{name: "check that fails to evaluate", changes: "verify.checks = [\"output.items + `1`\"]", answer: good, want: CheckFailed, message: "output.items", sent: 1, output: true},
		{name: "network", answer: fails(fetch.Network), want: NetworkError, message: "it failed", sent: 1},
		{name: "timeout", answer: fails(fetch.Timeout), want: Timeout, message: "it failed", sent: 1},
		{name: "limit", answer: fails(fetch.Limit), want: LimitExceeded, message: "it failed", sent: 1},
		{name: "replay miss", answer: fails(fetch.ReplayMiss), want: ReplayMiss, message: "it failed", sent: 1},
		{name: "redirect off the origins", answer: func(*fetch.Outgoing) (*fetch.Incoming, error) {
			return &fetch.Incoming{Status: 302, Header: fetch.Header{{Name: "location", Value: "https://evil.example/x"}}}, nil
		}, want: RedirectBlocked, message: "evil.example", sent: 1},
		{name: "url off the origins", changes: `steps[0].request.url = "https://{{ params.query }}/x"`, params: `{"query":"evil.example"}`, answer: good, want: OriginBlocked, message: "evil.example"},
		{name: "path filter off the origins", changes: `steps[0].request.url = "https://api.example.de{{ params.query | path }}"`, params: `{"query":"https://evil.example/x"}`, answer: good, want: OriginBlocked, message: "evil.example"},
		{name: "path with a missing value", changes: `steps[0].request.url = "/x/{{ params.max_price }}"`, params: `{"query":"ab"}`, answer: good, want: TemplateFailed, message: "missing"},
		{name: "when that fails to evaluate", changes: `steps[0].when = "params.query + params.limit"`, answer: good, want: TemplateFailed, message: "when"},
		{name: "foreach over no list", changes: `steps[0].foreach = {"in":"params.query","as":"q"}` + "\n" + `output.value = "{items: steps.search}"` + "\n" + `verify.checks = ["output"]`, answer: good, want: TemplateFailed, message: "no list"},
		{name: "foreach that fails to evaluate", changes: `steps[0].foreach = {"in":"params.query + params.limit","as":"q"}` + "\n" + `output.value = "{items: steps.search}"` + "\n" + `verify.checks = ["output"]`, answer: good, want: TemplateFailed, message: "`foreach.in`: "},
		{name: "a URL that is none", changes: `steps[0].request = {"url":"https://{{ params.query }}/"}`, params: `{"query":"a b"}`, answer: good, want: TemplateFailed, message: "`url` gives \"https://a b/\", which is no URL"},
		{name: "object in a form", changes: `steps[0].request = {"url":"/x","method":"POST","form":{"q":"{{ params }}"}}`, answer: good, want: TemplateFailed, message: "object"},
		{name: "object in a body of text", changes: `steps[0].request = {"url":"/x","method":"POST","headers":{"content-type":"text/plain"},"body":"q={{ params }}"}`, answer: good, want: TemplateFailed, message: "`body`: "},
		{name: "filter of a query that fails", changes: `steps[0].request.query.q = "{{ params.query | date:'YYYY' }}"`, answer: good, want: TemplateFailed, message: "`q`: "},
		{name: "filter of a header that fails", changes: `steps[0].request.headers = {"x-a":"{{ params.query | date:'YYYY' }}"}`, answer: good, want: TemplateFailed, message: "the header `x-a`: "},
		{name: "filter within a header that fails", changes: `steps[0].request.headers = {"x-a":"on {{ params.query | date:'YYYY' }}"}`, answer: good, want: TemplateFailed, message: "the header `x-a`: "},
		{name: "filter of a JSON body that fails", changes: `steps[0].request = {"url":"/x","method":"POST","json":{"a":["{{ params.query | date:'YYYY' }}"]}}`, answer: good, want: TemplateFailed, message: "`json`: "},
		{name: "object in a query", changes: `steps[0].request.query.q = "{{ params }}"`, answer: good, want: TemplateFailed, message: "object"},
		{name: "header that cannot be sent", changes: `steps[0].request.headers = {"x-a":"{{ params.query }}"}`, params: `{"query":"a\r\nb: c"}`, answer: good, want: TemplateFailed},
		{name: "post that is not allowed", changes: `steps[0].request.method = "POST"`, answer: good, want: Denied, message: "POST"},
		{name: "when that takes too much", changes: "steps[0].when = \"pad_left('x', `20000000`)\"", answer: good, want: LimitExceeded, message: "`when`: the text would be longer than"},
		{name: "extract that takes too much", changes: "steps[0].extract.json.total = \"pad_left('x', `20000000`)\"", answer: good, want: LimitExceeded, message: "the text would be longer than", sent: 1},
		{name: "output that is too long", changes: "output.value = \"{items: [pad_left('x', `6000000`)]}\"", answer: good, want: LimitExceeded, message: "the output has 6000014 bytes as JSON; it takes at most 5242880", sent: 1},
		{name: "a text of a request that is too long", changes: `params.properties.query.maxLength = 70000`, params: `{"query":"` + strings.Repeat("x", 70_000) + `"}`, answer: good, want: LimitExceeded, message: "`q`: the text that is rendered here has 70000 bytes"},
		{name: "a request that is too long", changes: `params.properties.query.maxLength = 70000` + "\n" + `steps[0].request.query = {"q":["{{ params.query }}"` + strings.Repeat(`,"{{ params.query }}"`, 17) + `]}`, params: `{"query":"` + strings.Repeat("x", 60_000) + `"}`, answer: good, want: LimitExceeded, message: "the request has 1080086 bytes; it takes at most 1048576"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := example(t, tt.changes)
			site := &fakeSite{answer: tt.answer}
			o := options(r, site)
			if tt.params != "" {
				o.Params = params(t, tt.params)
			}
			report := Run(context.Background(), r, o)
			message := ""
			if report.Failure != nil {
				message = report.Failure.Message
			}
			if report.Outcome != tt.want || !strings.Contains(message, tt.message) {
				t.Errorf("%s: %s\nwant %s: …%s…", report.Outcome, message, tt.want, tt.message)
			}
			if len(site.sent) != tt.sent {
				t.Errorf("sent %q", site.sent)
			}
			if (report.Output != nil) != tt.output {
				t.Errorf("output: %v", report.Output)
			}
			if got := jsonval.Stringify(report.JSON().Field("code")); got != `"`+string(tt.want)+`"` {
				t.Error(got)
			}
		})
	}
}

// The 41st request of a run is not sent; redirects count.
func TestRequestLimit(t *testing.T) {
	r := example(t, `
steps[0].extract.json.items = "results"
steps[1] = {"id":"a","foreach":{"in":"steps.search.items","as":"i","max":20},"request":{"url":"/a"}}
steps[2] = {"id":"b","foreach":{"in":"steps.a","as":"i","max":20},"request":{"url":"/b"}}
output.value = "{items: steps.b}"
verify.checks = ["output"]
`)
	many := `{"meta":{},"results":[` + strings.TrimSuffix(strings.Repeat("1,", 20), ",") + `]}`
	hops := 0
	site := &fakeSite{answer: func(out *fetch.Outgoing) (*fetch.Incoming, error) {
		if out.URL.Path() == "/v2/search" && hops < 5 {
			hops++
			return &fetch.Incoming{Status: 302, Header: fetch.Header{{Name: "location", Value: out.URL.String()}}}, nil
		}
		return jsonReply(many)
	}}
	report := Run(context.Background(), r, options(r, site))
	if report.Outcome != LimitExceeded || len(site.sent) != MaxRequests {
		t.Errorf("%s after %d requests: %+v", report.Outcome, len(site.sent), report.Failure)
	}
}

// Whose time is up says what it was waiting for.
func TestTimeLimit(t *testing.T) {
	const url = " https://api.example.de/v2/search?q=fahrrad&price_to=300&size=20"
	for _, c := range []struct{ phase, waited string }{
		{"dns", "the address of the host of" + url},
		{"connect", "a connection for" + url},
		{"tls", "the TLS handshake for" + url},
		{"first byte", "the first byte of" + url},
		{"body", "the body of" + url},
	} {
		r := example(t, "")
		o := options(r, nil)
		o.Sender = waiting{c.phase}
		o.maxTime = 20 * time.Millisecond
		report := Run(context.Background(), r, o)
		if want := "the run took longer than 20ms; it waited for " + c.waited; report.Outcome != Timeout || report.Failure.Message != want {
			t.Errorf("%+v\nwant %s", report.Failure, want)
		}
	}
}

// waiting is a sender that waits in a phase until its time is up.
type waiting struct{ phase string }

func (w waiting) Send(ctx context.Context, out *fetch.Outgoing) (*fetch.Incoming, error) {
	<-ctx.Done()
	return nil, &fetch.Error{Reason: fetch.Timeout, Phase: w.phase, URL: out.URL.String(), Message: "cancelled"}
}

// The time in which a question waits for its answer does not count.
func TestQuestionStopsTheClock(t *testing.T) {
	r := example(t, `steps[0].request.method = "POST"`)
	site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }}
	o := options(r, site)
	o.maxTime = 150 * time.Millisecond
	o.Ask = func(context.Context, []Planned) (bool, error) { time.Sleep(300 * time.Millisecond); return true, nil }
	if report := Run(context.Background(), r, o); report.Outcome != OK {
		t.Errorf("%+v", report.Failure)
	}
}

func TestInterrupt(t *testing.T) {
	r := example(t, "")
	ctx, cancel := context.WithCancel(context.Background())
	site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) {
		cancel()
		return nil, &fetch.Error{Reason: fetch.Network, Message: "cancelled", Err: context.Canceled}
	}}
	if report := Run(ctx, r, options(r, site)); report.Outcome != Interrupted {
		t.Errorf("%+v", report.Failure)
	}
}

// Values are rendered once: what looks like a template stays text.
func TestRenderedOnce(t *testing.T) {
	r := example(t, "")
	site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }}
	o := options(r, site)
	o.Params = params(t, `{"query":"{{ vars.csrf }}"}`)
	Run(context.Background(), r, o)
	if got := site.sent[0]; !strings.Contains(got, "q=%7B%7B+vars.csrf+%7D%7D&") {
		t.Error(got)
	}
}

// Names are compared exactly; there is no prototype.
func TestNoPrototype(t *testing.T) {
	r := example(t, `
steps[0].id = "__proto__"
steps[0].extract.json = {"items":"constructor","total":"toString"}
output.value = "{items: steps.\"__proto__\".items, total: steps.\"__proto__\".total}"
verify.checks = ["output"]
`)
	site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(`{"constructor":[1]}`) }}
	report := Run(context.Background(), r, options(r, site))
	if got := jsonval.Stringify(*report.Output); got != `{"items":[1],"total":null}` {
		t.Error(got)
	}
}
