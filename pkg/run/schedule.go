package run

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// waitsFor gives the steps that must be done before a step starts: those that
// it refers to and any earlier one that is no plain GET; for such a one, all
// earlier steps.
func waitsFor(steps []*recipe.Step, s *recipe.Step) []int {
	var all []int
	for _, earlier := range steps[:s.Index] {
		if !s.Parallel() || !earlier.Parallel() || slices.Contains(s.Needs, earlier.Index) {
			all = append(all, earlier.Index)
		}
	}
	return all
}

// steps runs the steps up to the first that writes, which is never sent.
// wrote says that there is one.
func (x *runner) steps(ctx context.Context) (wrote bool, f *Failure) {
	for _, s := range x.r.Steps {
		if s.Write {
			if f := x.runSteps(ctx, x.r.Steps[:s.Index]); f != nil {
				return false, f
			}
			return true, x.showWrites(ctx, s)
		}
	}
	return false, x.runSteps(ctx, x.r.Steps)
}

// runSteps runs steps, each as soon as those that it waits for are done. The
// first failure cancels the rest; of several, the one that stands first in the
// file is reported.
func (x *runner) runSteps(parent context.Context, steps []*recipe.Step) *Failure {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	done := make([]chan struct{}, len(steps))
	failures := make([]*Failure, len(steps))
	for i := range done {
		done[i] = make(chan struct{})
	}
	var group sync.WaitGroup
	for _, s := range steps {
		group.Go(func() {
			defer close(done[s.Index])
			for _, i := range waitsFor(steps, s) {
				<-done[i]
			}
			if ctx.Err() != nil {
				return
			}
			if failures[s.Index] = x.step(ctx, s); failures[s.Index] != nil {
				cancel()
			}
		})
	}
	group.Wait()
	return x.firstFailure(parent, steps, failures)
}

// firstFailure tells the failure that is reported from those of the steps that
// it cancelled.
func (x *runner) firstFailure(ctx context.Context, steps []*recipe.Step, failures []*Failure) *Failure {
	var first *Failure
	for i, f := range failures {
		switch {
		case f == nil:
		case f.Outcome == Interrupted && ctx.Err() == nil:
			x.report.Steps[i].State = StateCancelled
		case first == nil:
			first, f.Step = f, steps[i].ID
		}
	}
	if first == nil && ctx.Err() != nil {
		return x.stopped(ctx)
	}
	return first
}

// step runs one step and keeps its result.
func (x *runner) step(ctx context.Context, s *recipe.Step) *Failure {
	entry := &x.report.Steps[s.Index]
	entry.Started = x.clock.elapsed()
	defer func() { entry.Took = x.clock.elapsed() - entry.Started }()
	entry.State = StateFailed
	result, f := x.runStep(ctx, s, entry)
	if f != nil {
		return f
	}
	x.mu.Lock()
	x.results[s.Index] = result
	x.mu.Unlock()
	return nil
}

func (x *runner) runStep(ctx context.Context, s *recipe.Step, entry *StepReport) (jsonval.Value, *Failure) {
	scope := x.stepScope(s)
	run, f := x.when(ctx, s, scope)
	if f != nil {
		return jsonval.Value{}, f
	}
	if !run {
		entry.State = StateSkipped
		return jsonval.NullValue(), nil
	}
	result, f := x.iterate(ctx, s, scope, entry)
	if f != nil {
		return jsonval.Value{}, f
	}
	entry.State = StateOK
	if s.Extract != nil {
		entry.Extract = &result
	}
	return result, nil
}

// when reports whether a step runs.
func (x *runner) when(ctx context.Context, s *recipe.Step, scope *scope) (bool, *Failure) {
	if s.When == nil {
		return true, nil
	}
	v, f := x.eval(ctx, s.When, scope.document(), TemplateFailed, "`when`")
	return jmespath.Truthy(v), f
}

// items gives the items of a foreach, at most its max, and how many there are.
func (x *runner) items(ctx context.Context, s *recipe.Step, scope *scope) (items []jsonval.Value, total int, f *Failure) {
	list, f := x.eval(ctx, s.Foreach.In, scope.document(), TemplateFailed, "`foreach.in`")
	if f != nil {
		return nil, 0, f
	}
	switch list.Kind() {
	case jsonval.Null:
		return nil, 0, nil
	case jsonval.Array:
		items = list.Items()
	default:
		return nil, 0, &Failure{Outcome: TemplateFailed, Place: &s.Foreach.In.Node.Span,
			Message: "`foreach.in` gives no list but " + list.Kind().Phrase() + ": " + x.show(list), Hint: "to run once for one value, write `[value]`"}
	}
	total = len(items)
	return items[:min(total, s.Foreach.Max)], total, nil
}

// iterate runs the step once, or once per item of its foreach.
func (x *runner) iterate(ctx context.Context, s *recipe.Step, scope *scope, entry *StepReport) (jsonval.Value, *Failure) {
	if s.Foreach == nil {
		entry.Iterations = 1
		result, f := x.once(ctx, s, scope, entry)
		if f == nil && s.Extract == nil {
			result = jsonval.ObjectValue(nil)
		}
		return result, f
	}
	items, total, f := x.items(ctx, s, scope)
	if f != nil {
		return jsonval.Value{}, f
	}
	entry.Dropped += total - len(items)
	veiled := x.veil(ctx, s, scope, items)
	results := make([]jsonval.Value, 0, len(items))
	for i, item := range items {
		entry.Iterations++
		extracted, f := x.once(ctx, s, scope.with(s.Foreach.As, item, veiled[i]), entry)
		if f != nil {
			return jsonval.Value{}, f
		}
		members := append([]jsonval.Member{{Key: s.Foreach.As, Value: item}}, extracted.Members()...)
		results = append(results, jsonval.ObjectValue(members))
	}
	return jsonval.ArrayValue(results), nil
}

// once sends one request of a step and reads its response.
func (x *runner) once(ctx context.Context, s *recipe.Step, scope *scope, entry *StepReport) (jsonval.Value, *Failure) {
	if s.DelayMS > 0 && !x.o.Replay {
		timer := time.NewTimer(time.Duration(s.DelayMS) * time.Millisecond)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return jsonval.Value{}, x.stopped(ctx)
		}
	}
	req, f := x.render(s.ID, &s.Request, scope)
	if f != nil {
		return jsonval.Value{}, f
	}
	if f := x.allow(ctx, s, req); f != nil {
		return jsonval.Value{}, f
	}
	response, f := x.send(ctx, req)
	if f != nil {
		return jsonval.Value{}, f
	}
	return x.respond(ctx, s, req, response, entry)
}
