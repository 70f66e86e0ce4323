package run

import (
	"context"
	"fmt"
	"slices"

	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// send sends a request and enters it into the report.
func (x *runner) send(ctx context.Context, req *fetch.Request) (*fetch.Response, *Failure) {
	entry := RequestReport{Step: req.Step, Method: req.Method, URL: req.URL.String(), Started: x.clock.elapsed()}
	response, err := x.client.Do(ctx, req)
	entry.Took = x.clock.elapsed() - entry.Started
	if response != nil {
		entry.Status, entry.Bytes = response.Status, len(response.Body)
		for _, u := range response.Redirects {
			entry.Redirects = append(entry.Redirects, u.String())
		}
	}
	x.mu.Lock()
	x.report.Requests = append(x.report.Requests, entry)
	slices.SortStableFunc(x.report.Requests, func(a, b RequestReport) int { return int(a.Started - b.Started) })
	x.mu.Unlock()
	if err != nil {
		return nil, x.fetchFailure(ctx, req, err)
	}
	for _, w := range response.Warnings {
		x.warn("%s: %s", req.Step, w)
	}
	return response, nil
}

// allow lets a request pass that is a GET, or that the user allows. A step
// that writes never comes here (see steps).
func (x *runner) allow(ctx context.Context, s *recipe.Step, req *fetch.Request) *Failure {
	if req.Method == "GET" || x.o.Replay {
		return nil
	}
	x.mu.Lock()
	asked := x.asked
	x.mu.Unlock()
	if asked {
		return nil
	}
	planned := x.clean(planOf(req))
	denied := &Failure{Outcome: Denied, Step: s.ID, Request: req.Method + " " + req.URL.String(),
		Message: fmt.Sprintf("the step %s sends a %s, which was not allowed", s.ID, req.Method),
		Hint:    "allow it with --allow-post, or replay a recording with --replay"}
	x.report.Planned = append(x.report.Planned, planOf(req))
	if x.o.Ask == nil {
		return denied
	}
	resume := x.clock.pause()
	yes, err := x.o.Ask(ctx, []Planned{planned})
	resume()
	switch {
	case err != nil:
		denied.Message += ": " + err.Error()
		return denied
	case !yes:
		return denied
	}
	x.report.Planned = nil
	x.mu.Lock()
	x.asked = true
	x.mu.Unlock()
	return nil
}

func planOf(req *fetch.Request) Planned {
	return Planned{Step: req.Step, Method: req.Method, URL: req.URL.String(), Header: req.Header, Body: string(req.Body)}
}

// showWrites shows the summary and the writes as they would be sent.
func (x *runner) showWrites(ctx context.Context, first *recipe.Step) *Failure {
	if x.r.Summary != nil {
		text, f := x.renderText(x.r.Summary, x.allScope(), "`confirm.summary`")
		if f != nil {
			return f
		}
		x.report.Summary = text
	}
	for _, s := range x.r.Steps[first.Index:] {
		if !s.Write || !x.answered(s, first.Index) {
			continue
		}
		if f := x.plan(ctx, s); f != nil {
			f.Step = s.ID
			return f
		}
	}
	if x.o.DryRun {
		return nil
	}
	return &Failure{Outcome: Denied, Step: first.ID, Message: "a step that writes is never sent from here",
		Hint: "with --dry-run, looking at what would be sent is the purpose of the run"}
}

// answered reports whether a step refers only to steps in front of the first
// write.
func (x *runner) answered(s *recipe.Step, firstWrite int) bool {
	for _, i := range s.Needs {
		if i >= firstWrite {
			x.warn("the request of %s cannot be shown: it depends on the answer to %s", s.ID, x.r.Steps[i].ID)
			return false
		}
	}
	return true
}

// plan renders the requests of a step without sending them.
func (x *runner) plan(ctx context.Context, s *recipe.Step) *Failure {
	scope := x.stepScope(s)
	run, f := x.when(ctx, s, scope)
	if f != nil || !run {
		return f
	}
	items, alias := []jsonval.Value{jsonval.NullValue()}, ""
	veiled := items
	if s.Foreach != nil {
		if items, _, f = x.items(ctx, s, scope); f != nil {
			return f
		}
		veiled, alias = x.veil(ctx, s, scope, items), s.Foreach.As
	}
	for i, item := range items {
		req, f := x.render(s.ID, &s.Request, scope.with(alias, item, veiled[i]))
		if f != nil {
			return f
		}
		if err := x.o.Policy.Check(req.URL); err != nil {
			return x.fetchFailure(ctx, req, err)
		}
		x.report.Planned = append(x.report.Planned, planOf(req))
	}
	return nil
}

// planFirstWave renders the requests of the steps that wait for no other, and
// sends nothing.
func (x *runner) planFirstWave(ctx context.Context) *Failure {
	x.vars = x.suppliedVars()
	for _, s := range x.r.Steps {
		if len(waitsFor(x.r.Steps, s)) > 0 {
			continue
		}
		if f := x.plan(ctx, s); f != nil {
			f.Step = s.ID
			return f
		}
	}
	return nil
}
