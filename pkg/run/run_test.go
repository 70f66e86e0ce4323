package run

import (
	"context"
	"fmt"
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
		{name: "login by assert", changes: `steps[0].expect.login_required_if = {"assert":"body.error == 'login'"}`, answer: always(200, "application/json", `{"error":"login"}`), want: LoginRequired, message: "asks for a login", sent: 1},
		{name: "both must match", changes: `steps[0].expect.login_required_if = {"status":401,"assert":"body.meta"}`, answer: good, want: OK, sent: 1, output: true},
		{name: "extract", changes: `steps[0].extract.json.total = "meta.total + results"`, answer: good, want: ExtractFailed, message: "total", sent: 1},
		{name: "output", changes: `output.value = "steps.search.total + steps.search.items"`, answer: good, want: OutputInvalid, message: "output.value", sent: 1},
		{name: "output schema", changes: `output.schema.properties = {"total":{"type":"string"}}`, answer: good, want: OutputInvalid, message: "total", sent: 1, output: true},
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
		{name: "object in a query", changes: `steps[0].request.query.q = "{{ params }}"`, answer: good, want: TemplateFailed, message: "object"},
		{name: "header that cannot be sent", changes: `steps[0].request.headers = {"x-a":"{{ params.query }}"}`, params: `{"query":"a\r\nb: c"}`, answer: good, want: TemplateFailed},
		{name: "post that is not allowed", changes: `steps[0].request.method = "POST"`, answer: good, want: Denied, message: "POST"},
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

const threeSteps = `
steps[1] = {"id":"b","request":{"url":"/b"},"extract":{"json":{"n":"n"}}}
steps[2] = {"id":"c","request":{"url":"/c/{{ steps.b.n }}"},"extract":{"json":{"n":"n"}}}
output.value = "{items: steps.search.items, b: steps.b.n, c: steps.c.n}"
verify.checks = ["output"]
`

// Two steps that do not depend on each other run at the same time; one that
// does waits.
func TestParallelSteps(t *testing.T) {
	r := example(t, threeSteps)
	var both sync.WaitGroup
	both.Add(2)
	site := &fakeSite{answer: func(out *fetch.Outgoing) (*fetch.Incoming, error) {
		switch out.URL.Path() {
		case "/v2/search":
			both.Done()
			both.Wait() // ends only when /b is under way too
			return jsonReply(items)
		case "/b":
			both.Done()
			both.Wait()
			return jsonReply(`{"n":7}`)
		}
		return jsonReply(`{"n":8}`)
	}}
	report := Run(context.Background(), r, options(r, site))
	if report.Outcome != OK {
		t.Fatalf("%+v", report.Failure)
	}
	if got := site.sent[2]; got != "GET https://www.example.de/c/7" {
		t.Error(got)
	}
}

// A step that is no plain GET waits for all in front of it, and all behind it
// wait for it.
func TestBarrier(t *testing.T) {
	r := example(t, `
steps[1] = {"id":"b","read_only_post":true,"request":{"method":"POST","url":"/b","json":{"a":["{{ params.query }}","{{ params.max_price }}"],"x":"{{ params.nothing }}"}},"extract":{"json":{"n":"n"}}}
steps[2] = {"id":"c","request":{"url":"/c"},"extract":{"json":{"n":"n"}}}
params.properties.nothing = {"type":"string"}
output.value = "{items: steps.search.items, b: steps.b.n, c: steps.c.n}"
verify.checks = ["output"]
`)
	site := &fakeSite{answer: func(out *fetch.Outgoing) (*fetch.Incoming, error) {
		time.Sleep(5 * time.Millisecond)
		if out.URL.Path() == "/v2/search" {
			return jsonReply(items)
		}
		return jsonReply(`{"n":1}`)
	}}
	o := options(r, site)
	asked := 0
	o.Ask = func(_ context.Context, planned []Planned) (bool, error) {
		asked++
		if len(planned) != 1 || planned[0].Method != "POST" {
			t.Errorf("%+v", planned)
		}
		return true, nil
	}
	report := Run(context.Background(), r, o)
	if report.Outcome != OK || site.most != 1 || asked != 1 {
		t.Fatalf("%+v, %d at once, asked %d times", report.Failure, site.most, asked)
	}
	want := "GET https://api.example.de/v2/search?q=fahrrad&price_to=300&size=20\nPOST https://www.example.de/b {\"a\":[\"fahrrad\",300]}\nGET https://www.example.de/c"
	if got := strings.Join(site.sent, "\n"); got != want {
		t.Errorf("sent\n%s", got)
	}
}

func TestWhenSkips(t *testing.T) {
	r := example(t, threeSteps+`
steps[1].when = "params.query == 'other'"
steps[2].request.url = "/c"
steps[2].when = "steps.b"
`)
	site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }}
	report := Run(context.Background(), r, options(r, site))
	if report.Outcome != OK || len(site.sent) != 1 {
		t.Fatalf("%+v %q", report.Failure, site.sent)
	}
	if got := jsonval.Stringify(*report.Output); !strings.HasSuffix(got, `"b":null,"c":null}`) {
		t.Error(got)
	}
	if report.Steps[1].State != StateSkipped || report.Steps[2].State != StateSkipped {
		t.Errorf("%+v", report.Steps)
	}
}

func TestForeach(t *testing.T) {
	r := example(t, `
steps[1] = {"id":"details","foreach":{"in":"steps.search.items","as":"item","max":2},"request":{"url":"https://api.example.de{{ item.path }}"},"extract":{"json":{"stock":"stock"}}}
steps[2] = {"id":"none","foreach":{"in":"steps.search.nothing","as":"x"},"request":{"url":"/never"}}
steps[0].extract.json = {"items":"results","nothing":"no.such"}
output.value = "{items: steps.details[].{title: item.title, stock: stock}, none: steps.none}"
verify.checks = ["output"]
`)
	site := &fakeSite{answer: func(out *fetch.Outgoing) (*fetch.Incoming, error) {
		if out.URL.Path() == "/v2/search" {
			return jsonReply(items)
		}
		return jsonReply(`{"stock":` + fmt.Sprint(len(out.URL.Path())) + `}`)
	}}
	report := Run(context.Background(), r, options(r, site))
	if report.Outcome != OK {
		t.Fatalf("%+v", report.Failure)
	}
	want := `{"items":[{"title":"Fahrrad A","stock":2},{"title":"Werbung","stock":2}],"none":[]}`
	if got := jsonval.Stringify(*report.Output); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if s := report.Steps[1]; s.Iterations != 2 || s.Dropped != 1 {
		t.Errorf("%+v", s)
	}
	if got := jsonval.Stringify(*report.Steps[1].Extract); !strings.HasPrefix(got, `[{"item":{"title":"Fahrrad A"`) {
		t.Error(got)
	}
}

// The first failure cancels what still runs, and is the one that is reported.
func TestFirstFailureCancels(t *testing.T) {
	r := example(t, threeSteps)
	started := make(chan struct{})
	site := &fakeSite{answer: func(out *fetch.Outgoing) (*fetch.Incoming, error) {
		if out.URL.Path() == "/b" {
			<-started
			return reply(500, "text/plain", "broken")
		}
		close(started)
		time.Sleep(30 * time.Millisecond)
		return jsonReply(items)
	}}
	report := Run(context.Background(), r, options(r, site))
	if report.Outcome != ExpectFailed || report.Failure.Step != "b" {
		t.Fatalf("%+v", report.Failure)
	}
	states := ""
	for _, s := range report.Steps {
		states += string(s.State) + " "
	}
	if states != "cancelled failed not_run " {
		t.Error(states)
	}
}

// What is never sent: a write, whatever is answered.
func TestWritesAreShownAndNotSent(t *testing.T) {
	const writing = `
effect = "write"
confirm = {"summary": "Order {{ params.query }} of {{ steps.search.total }}"}
steps[1] = {"id":"order","write":true,"request":{"method":"POST","url":"/order","form":{"q":"{{ params.query }}"}},"extract":{"json":{"number":"number"}}}
steps[2] = {"id":"pay","write":true,"request":{"method":"POST","url":"/pay/{{ steps.order.number }}"}}
`
	for _, dry := range []bool{false, true} {
		r := example(t, writing)
		site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }}
		o := options(r, site)
		o.DryRun = dry
		o.Ask = func(context.Context, []Planned) (bool, error) { return true, nil }
		report := Run(context.Background(), r, o)
		want := Denied
		if dry {
			want = OK
		}
		if report.Outcome != want || len(site.sent) != 1 || report.Output != nil {
			t.Errorf("%s, sent %q", report.Outcome, site.sent)
		}
		if report.Summary != "Order fahrrad of 3" || len(report.Planned) != 1 || report.Planned[0].Body != "q=fahrrad" {
			t.Errorf("%q %+v", report.Summary, report.Planned)
		}
	}
}

func TestDryRunOfReadRecipe(t *testing.T) {
	r := example(t, threeSteps)
	site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }}
	o := options(r, site)
	o.DryRun = true
	report := Run(context.Background(), r, o)
	if report.Outcome != OK || len(site.sent) != 0 || len(report.Planned) != 2 || report.Planned[1].URL != "https://www.example.de/b" {
		t.Errorf("%s %q %+v", report.Outcome, site.sent, report.Planned)
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

func TestTimeLimit(t *testing.T) {
	r := example(t, "")
	site := &fakeSite{}
	release := make(chan struct{})
	site.answer = func(*fetch.Outgoing) (*fetch.Incoming, error) {
		<-release
		return nil, &fetch.Error{Reason: fetch.Network, Phase: "body", URL: "https://api.example.de/", Message: "cancelled"}
	}
	o := options(r, site)
	o.maxTime = 20 * time.Millisecond
	time.AfterFunc(60*time.Millisecond, func() { close(release) })
	report := Run(context.Background(), r, o)
	if report.Outcome != Timeout || !strings.Contains(report.Failure.Message, "longer than 20ms") || !strings.Contains(report.Failure.Message, "body") {
		t.Errorf("%+v", report.Failure)
	}
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

// A value changes the URL only where it stands.
func TestURLRule(t *testing.T) {
	tests := []struct {
		url, query string
		want       string // the URL that is sent; "" for template_failed
	}{
		{"/p/{{ params.query }}", "abc", "https://www.example.de/p/abc"},
		{"/p/{{ params.query }}", "a b", "https://www.example.de/p/a%20b"},
		{"/p/{{ params.query }}", "a/b", ""},
		{"/p/{{ params.query }}", `a\b`, ""},
		{"/p/{{ params.query }}", "a?b", ""},
		{"/p/{{ params.query }}", "a#b", ""},
		{"/p/{{ params.query }}", "..", ""},
		{"/p/{{ params.query }}", "%2e%2e", ""},
		{"/p/{{ params.query }}", ".%2E", ""},
		{"/p/{{ params.query }}/x", "..", ""},
		{"/p/.{{ params.query }}", ".a", "https://www.example.de/p/..a"},
		{"/p/a{{ params.query }}", "..", "https://www.example.de/p/a.."},
		{"/p/{{ params.query | encode }}", "a/b?c#d", "https://www.example.de/p/a%2Fb%3Fc%23d"},
		{"/p/{{ params.query | encode }}", "..", ""},
		{"/p/{{ params.query | encode }}", "%2e%2e", "https://www.example.de/p/%252e%252e"},
		{"{{ params.query | path }}", "/x/../y?z=1", "https://www.example.de/y?z=1"},
		{"https://api.example.de{{ params.query | path }}", "https://www.example.de/x?y", "https://api.example.de/x?y"},
		{"https://api.example.de{{ params.query }}", "/x", ""},
		{"/p?q={{ params.query }}", "a b", "https://www.example.de/p?q=a%20b"},
		{"/p?q={{ params.query }}", "a&b=c", ""},
		{"/p?q={{ params.query }}", "a+b", ""},
		{"/p?q={{ params.query }}", "a#b", ""},
		{"/p?q={{ params.query | encode }}", "a&b=c+d", "https://www.example.de/p?q=a%26b%3Dc%2Bd"},
		{"/p?q={{ params.query }}", "../x", "https://www.example.de/p?q=../x"},
		{"/p/{{ now | date:'YYYY' }}", "abc", "https://www.example.de/p/2026"},
		{"{{ page.origin }}/p/{{ page.host }}", "abc", "https://www.example.de/p/www.example.de"},
	}
	for _, tt := range tests {
		r := example(t, `params.properties.query.minLength = 1`+"\n"+`steps[0].request = {"url":`+string(jsonval.AppendString(nil, tt.url))+`}`)
		site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }}
		o := options(r, site)
		p := jsonval.ObjectValue([]jsonval.Member{{Key: "query", Value: jsonval.StringValue(tt.query)}})
		o.Params = &p
		report := Run(context.Background(), r, o)
		got := strings.TrimPrefix(strings.Join(site.sent, " "), "GET ")
		if got != tt.want {
			t.Errorf("%s with %q: sent %q, want %q (%v)", tt.url, tt.query, got, tt.want, report.Failure)
		}
		if tt.want == "" && report.Outcome != TemplateFailed {
			t.Errorf("%s with %q: %s", tt.url, tt.query, report.Outcome)
		}
	}
}

// A link from a response may lead anywhere on the origin, and nowhere else.
func TestExtractedLink(t *testing.T) {
	tests := []struct {
		link string
		want string
		code Outcome
	}{
		{"/x/y?z=1", "GET https://www.example.de/x/y?z=1", OK},
		{"//evil.example/x", "GET https://www.example.de//evil.example/x", OK}, // which stays on the origin
		{`/\evil.example/x`, "", TemplateFailed},
		{".evil.example/x", "", OriginBlocked},
		{"@evil.example/x", "", OriginBlocked},
		{"/a/../b", "", TemplateFailed},
	}
	for _, tt := range tests {
		r := example(t, `
steps[0].extract.json.items = "link"
steps[1] = {"id":"b","request":{"url":"https://www.example.de{{ steps.search.items }}"},"extract":{"json":{"n":"n"}}}
output.value = "{items: steps.b.n, t: steps.search.total}"
verify.checks = ["output"]
`)
		site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) {
			return jsonReply(`{"link":` + string(jsonval.AppendString(nil, tt.link)) + `}`)
		}}
		report := Run(context.Background(), r, options(r, site))
		got := strings.Join(site.sent[1:], " ")
		if report.Outcome != tt.code || got != tt.want {
			t.Errorf("%s: %s, sent %q, want %s %q (%v)", tt.link, report.Outcome, got, tt.code, tt.want, report.Failure)
		}
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
