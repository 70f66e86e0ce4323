package run

import (
	"context"
	"errors"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/template"
)

// scope is what the templates and expressions of one place see.
type scope struct {
	x     *runner
	steps jsonval.Value
	vars  bool // vars are visible
	alias string
	item  jsonval.Value

	veiled jsonval.Value // the item, with marks for what was made of secrets
	mask   masking
}

// stepScope is what a step sees: the steps that it refers to.
func (x *runner) stepScope(s *recipe.Step) *scope {
	var b jsonval.Builder
	x.mu.Lock()
	for _, i := range s.Needs {
		b.Set(x.r.Steps[i].ID, x.results[i])
	}
	x.mu.Unlock()
	return &scope{x: x, steps: b.Value(), vars: true}
}

// allScope is what comes after the steps sees: all of them, and no secrets.
func (x *runner) allScope() *scope {
	var b jsonval.Builder
	x.mu.Lock()
	for i, s := range x.r.Steps {
		b.Set(s.ID, x.results[i])
	}
	x.mu.Unlock()
	return &scope{x: x, steps: b.Value()}
}

// with adds the item of a foreach.
func (s *scope) with(alias string, item, veiled jsonval.Value) *scope {
	inner := *s
	inner.alias, inner.item, inner.veiled = alias, item, veiled
	return &inner
}

func (s *scope) lookup(root string) (jsonval.Value, bool) {
	switch {
	case root == s.alias && s.alias != "":
		if s.mask != unmasked {
			return s.mask.where(s.item, s.veiled), true
		}
		return s.item, true
	case root == "params":
		return s.x.params, true
	case root == "steps":
		if s.mask != unmasked {
			return s.x.maskedSteps(s.steps, s.mask), true
		}
		return s.steps, true
	case root == "vars" && s.vars:
		return s.mask.of(s.x.vars), true
	case root == "now":
		return jsonval.StringValue(s.x.now), true
	case root == "page":
		return s.x.pageValue(), true
	}
	return jsonval.Value{}, false
}

func (x *runner) pageValue() jsonval.Value {
	var b jsonval.Builder
	return b.Set("host", jsonval.StringValue(x.page.host)).Set("origin", jsonval.StringValue(x.page.base.Origin())).Value()
}

// document is the scope as the value that JMESPath searches.
func (s *scope) document() jsonval.Value {
	var b jsonval.Builder
	for _, root := range []string{"params", "steps", "vars", "now", "page"} {
		if v, ok := s.lookup(root); ok {
			b.Set(root, v)
		}
	}
	return b.Value()
}

func (s *scope) env() template.Env {
	return template.Env{Lookup: s.lookup, Path: func(raw string) (string, error) { return s.x.o.Policy.Path(raw, s.x.page.base) }}
}

// eval evaluates an expression of the recipe; a failure has the outcome, and
// the place in the file.
func (x *runner) eval(ctx context.Context, e *recipe.Expr, data jsonval.Value, outcome Outcome, what string) (jsonval.Value, *Failure) {
	v, err := e.Eval(ctx, data, jmespath.Limits{})
	if err == nil {
		return v, nil
	}
	return jsonval.Value{}, x.evalFailure(ctx, e, err, outcome, what)
}

func (x *runner) evalFailure(ctx context.Context, e *recipe.Expr, err error, outcome Outcome, what string) *Failure {
	if ctx.Err() != nil {
		return x.stopped(ctx)
	}
	f := &Failure{Outcome: outcome, Message: what + ": " + err.Error()}
	var failed *jmespath.Error
	if errors.As(err, &failed) {
		span := e.Node.TextSpan(failed.Span.Start, failed.Span.End)
		f.Message, f.Hint, f.Place = what+": "+failed.Message, failed.Hint, &span
		if failed.Reason == jmespath.ReasonBudget {
			f.Outcome = LimitExceeded
		}
	}
	return f
}

// stopped is the failure of a run whose time is up, or of a step that was
// cancelled.
func (x *runner) stopped(ctx context.Context) *Failure {
	if cause := context.Cause(ctx); cause != nil {
		if up, ok := cause.(errTime); ok {
			return &Failure{Outcome: Timeout, Message: up.Error()}
		}
	}
	return &Failure{Outcome: Interrupted, Message: "the step was cancelled"}
}

// templateFailure is the failure of a template that could not be rendered.
func templateFailure(t *recipe.Template, err error, what string) *Failure {
	f := &Failure{Outcome: TemplateFailed, Message: what + ": " + err.Error()}
	var failed *template.Error
	if errors.As(err, &failed) {
		span := t.Node.TextSpan(failed.Span.Start, failed.Span.End)
		f.Message, f.Hint, f.Place = what+": "+failed.Message, failed.Hint, &span
		switch failed.Reason {
		case template.OriginBlocked:
			f.Outcome = OriginBlocked
		case template.TooLarge:
			f.Outcome = LimitExceeded
		}
	}
	return f
}

// fetchFailure is the failure of a request that brought no response.
func (x *runner) fetchFailure(ctx context.Context, req *fetch.Request, err error) *Failure {
	var own *Failure
	if errors.As(err, &own) {
		own.Request = req.Method + " " + req.URL.String()
		return own
	}
	if ctx.Err() != nil {
		f := x.stopped(ctx)
		var failed *fetch.Error
		if f.Outcome == Timeout && errors.As(err, &failed) && failed.Phase != "" {
			f.Message += "; it waited for " + awaited(failed.Phase) + " " + failed.URL
		}
		f.Request = req.Method + " " + req.URL.String()
		return f
	}
	f := &Failure{Outcome: NetworkError, Message: err.Error(), Request: req.Method + " " + req.URL.String()}
	var failed *fetch.Error
	if errors.As(err, &failed) {
		f.Message, f.Hint = failed.Message, failed.Hint
		f.Outcome = OutcomeOf(failed.Reason)
	}
	return f
}

// awaited says what a request waits for in a phase of fetch.Error.
func awaited(phase string) string {
	switch phase {
	case "dns":
		return "the address of the host of"
	case "connect":
		return "a connection for"
	case "tls":
		return "the TLS handshake for"
	}
	return "the " + phase + " of"
}

// OutcomeOf is how a run ends for which a request brought no response.
func OutcomeOf(r fetch.Reason) Outcome {
	switch r {
	case fetch.Timeout:
		return Timeout
	case fetch.Limit:
		return LimitExceeded
	case fetch.RedirectBlocked:
		return RedirectBlocked
	case fetch.OriginBlocked:
		return OriginBlocked
	case fetch.ReplayMiss:
		return ReplayMiss
	case fetch.BadRequest:
		return TemplateFailed
	}
	return NetworkError
}

// show prints a value for a message: compact, redacted, cut, escaped.
func (x *runner) show(v jsonval.Value) string {
	return diag.Escape(diag.Cut(x.o.Secrets.Text(jsonval.Stringify(v)), 200))
}
