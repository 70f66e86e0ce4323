package run

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wield-run/wield/pkg/fetch"
)

// plannedURLs are what would be sent.
func plannedURLs(r *Report) string {
	var all []string
	for _, p := range r.Planned {
		all = append(all, p.Step+" "+p.Method+" "+p.URL)
	}
	return strings.Join(all, "\n")
}

// What a dry run shows of a recipe that reads: the steps that wait for no
// other, as they would be sent, or why they would not.
func TestDryRun(t *testing.T) {
	for _, c := range []struct {
		name, changes string
		planned       string
		outcome       Outcome
		step, says    string
	}{
		{"one for each item", `steps[0].foreach = {"in":"[params.query, 'b', 'c']","as":"q","max":2}
steps[0].request = {"url":"/x/{{ q }}"}
output.value = "{items: steps.search}"`, "search GET https://www.example.de/x/fahrrad\nsearch GET https://www.example.de/x/b", OK, "", ""},
		{"a step that is skipped", `steps[0].when = "params.query == 'other'"`, "", OK, "", ""},
		{"a condition that fails", `steps[0].when = "params.query + params.limit"`, "", TemplateFailed, "search", "`when`: "},
		{"no list", `steps[0].foreach = {"in":"params.query","as":"q"}
output.value = "{items: steps.search}"`, "", TemplateFailed, "search", "`foreach.in` gives no list"},
		{"a value that is missing", `steps[0].request = {"url":"/x/{{ params.max_price }}"}
verify.example_params = {"query":"ab"}`, "", TemplateFailed, "search", "is missing"},
		{"another origin", `steps[0].request = {"url":"https://{{ params.query }}.example.de/"}`, "", OriginBlocked, "search",
			"nothing is sent to https://fahrrad.example.de"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := example(t, c.changes+"\nverify.checks = [\"output\"]")
			site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }}
			o := options(r, site)
			o.DryRun = true
			report := Run(context.Background(), r, o)
			if got := plannedURLs(report); report.Outcome != c.outcome || got != c.planned || len(site.sent) != 0 {
				t.Errorf("%s, planned\n%s\nsent %q", report.Outcome, got, site.sent)
			}
			if f := report.Failure; c.says != "" && (f == nil || f.Step != c.step || !strings.Contains(f.Message, c.says)) {
				t.Errorf("%+v, want %s", f, c.says)
			}
		})
	}
}

// What goes wrong before a write is shown, and a write that cannot be shown,
// are told with their step.
func TestWritesThatCannotBeShown(t *testing.T) {
	const order = `
effect = "write"
confirm = {"summary": "Order {{ params.query }}"}
steps[1] = {"id":"order","write":true,"request":{"method":"POST","url":"/order"}}
steps[2] = {"id":"pay","write":true,"request":{"method":"POST","url":"/pay"}}
`
	for _, c := range []struct {
		name, changes string
		answer        string
		outcome       Outcome
		step, says    string
	}{
		{"a step before it fails", ``, `{"meta":`, ExpectFailed, "search", "the body is not JSON"},
		{"its summary fails", `confirm.summary = "Order on {{ params.query | date:'YYYY' }}"`, items, TemplateFailed, "", "`confirm.summary`: "},
		{"its address fails", `steps[2].request.url = "/pay/{{ steps.search.none }}"
steps[0].extract.json.none = "none"`, items, TemplateFailed, "pay", "is missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := example(t, order+c.changes)
			o := options(r, &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(c.answer) }})
			o.DryRun = true
			report := Run(context.Background(), r, o)
			if f := report.Failure; f == nil || f.Outcome != c.outcome || f.Step != c.step || !strings.Contains(f.Message, c.says) {
				t.Errorf("%+v, want %s in %q: %s", f, c.outcome, c.step, c.says)
			}
		})
	}
}

// A POST goes out if whoever is asked says so, once for all of them.
func TestAsk(t *testing.T) {
	r := example(t, `steps[0].request.method = "POST"
steps[1] = {"id":"b","request":{"method":"POST","url":"/b"},"extract":{"json":{"n":"n"}}}
output.value = "{items: steps.search.items, n: steps.b.n}"
verify.checks = ["output"]`)
	for _, c := range []struct {
		name  string
		yes   bool
		err   error
		sent  int
		shown string // what was not sent
		says  string
	}{
		{"yes", true, nil, 2, "", ""},
		{"no", false, nil, 0, "search POST https://api.example.de/v2/search?q=fahrrad&price_to=300&size=20",
			"the step search sends a POST, which was not allowed"},
		{"nobody answers", false, errors.New("the input has ended"), 0, "search POST https://api.example.de/v2/search?q=fahrrad&price_to=300&size=20",
			"the step search sends a POST, which was not allowed: the input has ended"},
	} {
		site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }}
		o := options(r, site)
		asked := 0
		o.Ask = func(context.Context, []Planned) (bool, error) { asked++; return c.yes, c.err }
		report := Run(context.Background(), r, o)
		if asked != 1 || len(site.sent) != c.sent || plannedURLs(report) != c.shown {
			t.Errorf("%s: asked %d times, sent %q, shown %s", c.name, asked, site.sent, plannedURLs(report))
		}
		if f := report.Failure; c.says == "" && f != nil || c.says != "" && (f.Outcome != Denied || f.Message != c.says || f.Step != "search") {
			t.Errorf("%s: %+v", c.name, f)
		}
	}
}

// A delay is waited for, but not in a replay, and it ends with the run.
func TestDelay(t *testing.T) {
	for _, c := range []struct {
		delay   string
		replay  bool
		outcome Outcome
		sent    int
	}{
		{"1", false, OK, 1},
		{"3000", false, Timeout, 0}, // the time is up before it is over
		{"3000", true, OK, 1},
	} {
		r := example(t, "steps[0].delay_ms = "+c.delay)
		site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }}
		o := options(r, site)
		o.Replay, o.maxTime = c.replay, time.Second
		if report := Run(context.Background(), r, o); report.Outcome != c.outcome || len(site.sent) != c.sent {
			t.Errorf("%s ms, replay %t: %s, sent %q", c.delay, c.replay, report.Outcome, site.sent)
		}
	}
}

// A step without an extract is an empty object for those that refer to it.
func TestStepWithoutExtract(t *testing.T) {
	r := example(t, `
steps[1] = {"id":"b","request":{"url":"/b"}}
steps[2] = {"id":"c","when":"steps.b == `+"`{}`"+`","request":{"url":"/c"},"extract":{"json":{"n":"n"}}}
output.value = "{items: steps.search.items, n: steps.c.n}"
verify.checks = ["output"]`)
	site := &fakeSite{answer: func(*fetch.Outgoing) (*fetch.Incoming, error) { return jsonReply(items) }}
	report := Run(context.Background(), r, options(r, site))
	if report.Outcome != OK || !slices.Contains(site.sent, "GET https://www.example.de/c") || report.Steps[1].Extract != nil {
		t.Errorf("%v, sent %q", report.Failure, site.sent)
	}
}
