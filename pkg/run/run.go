package run

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// Run runs a recipe that was loaded without errors. There is always a report.
func Run(ctx context.Context, r *recipe.Recipe, o Options) *Report {
	x := newRunner(r, o)
	runCtx, stop := x.clock.start(ctx)
	defer stop()
	failure := x.run(runCtx)
	if failure != nil && ctx.Err() != nil {
		failure = &Failure{Outcome: Interrupted, Step: failure.Step, Message: "the run was interrupted"}
	}
	return x.finish(failure)
}

// runner is one run.
type runner struct {
	r      *recipe.Recipe
	o      Options
	client *fetch.Client
	clock  *clock
	page   page
	now    string

	credentials map[recipe.Extracted]string // why each is one

	params jsonval.Value
	vars   jsonval.Value

	short atomic.Bool // a secret is too short to be searched for

	mu      sync.Mutex
	results []jsonval.Value   // by step
	veiled  [][]jsonval.Value // by step: the items of its foreach with marks, nil where they hold no secret
	sent    int
	asked   bool // the question about requests that are no GET was answered yes
	report  *Report
}

// page is what relative URLs are resolved against.
type page struct {
	host string
	base *fetch.URL
}

func newRunner(r *recipe.Recipe, o Options) *runner {
	limit := o.maxTime
	if limit == 0 {
		limit = MaxTime
	}
	x := &runner{
		r: r, o: o, credentials: r.Credentials(),
		clock:   &clock{left: limit},
		now:     o.Now.Format("2006-01-02T15:04:05-07:00"),
		results: make([]jsonval.Value, len(r.Steps)),
		veiled:  make([][]jsonval.Value, len(r.Steps)),
		report: &Report{Recipe: r.ID, Version: r.Version, Capabilities: r.Capabilities(),
			Steps: make([]StepReport, len(r.Steps))},
	}
	for i, s := range r.Steps {
		x.report.Steps[i] = StepReport{ID: s.ID, State: StateNotRun}
	}
	x.client = &fetch.Client{Sender: o.Sender, Policy: o.Policy, BeforeSend: x.count, OnExchange: o.OnExchange}
	return x
}

// count is asked before each request that goes out.
func (x *runner) count() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.sent == MaxRequests {
		return &Failure{Outcome: LimitExceeded, Message: fmt.Sprintf("the run needs more than %d requests, redirects included", MaxRequests)}
	}
	x.sent++
	return nil
}

// run goes through the stages of a run, up to the first that fails.
func (x *runner) run(ctx context.Context) *Failure {
	if f := x.setPage(); f != nil {
		return f
	}
	if f := x.setParams(); f != nil {
		return f
	}
	if x.o.DryRun && x.r.Effect == "read" {
		return x.planFirstWave(ctx)
	}
	if f := x.derive(ctx); f != nil {
		return f
	}
	if f := x.loginCheck(ctx); f != nil {
		return f
	}
	if wrote, f := x.steps(ctx); f != nil || wrote {
		return f
	}
	return x.output(ctx)
}

func (x *runner) setPage() *Failure {
	origin := x.r.Site.Origin
	if x.o.LocaleHost != "" {
		found := false
		for _, h := range x.r.Site.LocaleHosts {
			found = found || h == x.o.LocaleHost
		}
		if !found {
			return &Failure{Outcome: InvalidParams, Message: fmt.Sprintf("%s is not one of the recipe's locale_hosts", x.o.LocaleHost)}
		}
		origin = "https://" + x.o.LocaleHost
	}
	base, err := fetch.ParseURL(origin+"/", nil)
	if err != nil {
		return &Failure{Outcome: InvalidRecipe, Message: "site.origin is no URL: " + err.Error()}
	}
	x.page = page{host: base.Host(), base: base}
	return nil
}

// finish completes the report and takes the secrets out of it.
func (x *runner) finish(f *Failure) *Report {
	r, secrets := x.report, x.o.Secrets
	r.Elapsed = x.clock.elapsed()
	r.Outcome = OK
	if f != nil {
		clean := *f
		for _, s := range []*string{&clean.Message, &clean.Hint, &clean.Request, &clean.Final, &clean.Expected, &clean.Got} {
			*s = secrets.Message(*s)
		}
		r.Outcome, r.Failure = f.Outcome, &clean
	}
	if r.Output != nil {
		v := secrets.Output(*r.Output)
		r.Output = &v
	}
	r.Params = secrets.Value(r.Params)
	for i := range r.Checks {
		r.Checks[i].Value = secrets.Value(r.Checks[i].Value)
		r.Checks[i].Err = secrets.Message(r.Checks[i].Err)
	}
	for i := range r.Steps {
		if e := r.Steps[i].Extract; e != nil {
			v := secrets.Value(x.maskedStep(x.r.Steps[i], *e, maskShort))
			r.Steps[i].Extract = &v
		}
	}
	for i := range r.Requests {
		r.Requests[i].URL = secrets.Text(r.Requests[i].URL)
		for j := range r.Requests[i].Redirects {
			r.Requests[i].Redirects[j] = secrets.Text(r.Requests[i].Redirects[j])
		}
	}
	for i := range r.Planned {
		r.Planned[i] = x.clean(r.Planned[i])
	}
	r.Summary = secrets.Text(r.Summary)
	for i := range r.Warnings {
		r.Warnings[i] = secrets.Message(r.Warnings[i])
	}
	return r
}

// clean takes the secrets out of a request that is shown.
func (x *runner) clean(p Planned) Planned {
	p.URL = x.o.Secrets.Text(p.URL)
	p.Body = x.o.Secrets.Text(p.Body)
	header := make(fetch.Header, len(p.Header))
	for i, f := range p.Header {
		header[i] = fetch.Field{Name: f.Name, Value: x.o.Secrets.Text(f.Value)}
	}
	p.Header = header
	return p
}

func (x *runner) warn(format string, args ...any) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.report.Warnings = append(x.report.Warnings, fmt.Sprintf(format, args...))
}

// clock bounds the time of a run, but for the time in which a question waits.
type clock struct {
	mu      sync.Mutex
	begun   time.Time
	left    time.Duration
	running time.Time
	timer   *time.Timer
	cancel  context.CancelCauseFunc
}

// errTime is the cause of a context that ended because the run's time was up.
type errTime struct{ limit time.Duration }

func (e errTime) Error() string { return fmt.Sprintf("the run took longer than %s", e.limit) }

func (c *clock) start(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	c.begun, c.cancel = time.Now(), cancel
	limit := c.left
	c.timer = time.AfterFunc(c.left, func() { cancel(errTime{limit}) })
	c.running = c.begun
	return ctx, func() { c.timer.Stop(); cancel(nil) }
}

func (c *clock) elapsed() time.Duration { return time.Since(c.begun) }

// pause stops the clock until resume is called.
func (c *clock) pause() (resume func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer.Stop()
	c.left -= time.Since(c.running)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.running = time.Now()
		c.timer.Reset(max(c.left, 0))
	}
}
