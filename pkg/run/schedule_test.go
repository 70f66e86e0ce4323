package run

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
)

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
