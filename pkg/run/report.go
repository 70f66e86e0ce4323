package run

import (
	"time"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Report is what happened in a run. It holds no secret.
type Report struct {
	Recipe       string
	Version      int
	Outcome      Outcome
	Failure      *Failure // nil when Outcome is OK
	Params       jsonval.Value
	ExampleRun   bool // the params are those of verify.example_params
	Output       *jsonval.Value
	Capabilities []string
	Checks       []Check
	Steps        []StepReport
	Requests     []RequestReport
	Planned      []Planned // requests that were shown and not sent
	Summary      string    // confirm.summary, where a write was reached
	Warnings     []string
	Elapsed      time.Duration
}

// Check is one of verify.checks.
type Check struct {
	Expr  string
	OK    bool
	Value jsonval.Value
	Err   string // where it could not be evaluated
}

// State is how a step ended.
type State string

// The states.
const (
	StateOK        State = "ok"
	StateSkipped   State = "skipped" // its `when` was falsy
	StateFailed    State = "failed"
	StateCancelled State = "cancelled" // another step failed while it ran
	StateNotRun    State = "not_run"
)

// StepReport is what a step did. Times count from the start of the run.
type StepReport struct {
	ID         string
	State      State
	Started    time.Duration
	Took       time.Duration
	Iterations int            // requests of a foreach; 1 of a plain step that ran
	Dropped    int            // items of a foreach beyond its max, and of html_items beyond theirs
	Extract    *jsonval.Value // nil: none
}

// RequestReport is one request with its redirects.
type RequestReport struct {
	Step      string
	Method    string
	URL       string
	Status    int // 0: no response
	Bytes     int // of the decoded body
	Started   time.Duration
	Took      time.Duration
	Redirects []string
}

// JSON gives the report as a value: the shape of `run --report`.
func (r *Report) JSON() jsonval.Value {
	var b jsonval.Builder
	b.Set("recipe", jsonval.StringValue(r.Recipe))
	b.Set("version", jsonval.IntValue(r.Version))
	b.Set("code", jsonval.StringValue(string(r.Outcome)))
	message := jsonval.NullValue()
	if r.Failure != nil {
		message = jsonval.StringValue(r.Failure.Message)
	}
	b.Set("message", message)
	b.Set("params", r.Params)
	b.Set("output", orNull(r.Output))
	b.Set("capabilities", stringList(r.Capabilities))
	checks := make([]jsonval.Value, len(r.Checks))
	for i, c := range r.Checks {
		var one jsonval.Builder
		checks[i] = one.Set("expr", jsonval.StringValue(c.Expr)).Set("ok", jsonval.BoolValue(c.OK)).Set("value", c.Value).Value()
	}
	b.Set("checks", jsonval.ArrayValue(checks))
	steps := make([]jsonval.Value, len(r.Steps))
	for i, s := range r.Steps {
		var one jsonval.Builder
		one.Set("id", jsonval.StringValue(s.ID)).Set("state", jsonval.StringValue(string(s.State)))
		one.Set("started_ms", millis(s.Started)).Set("took_ms", millis(s.Took))
		one.Set("iterations", jsonval.IntValue(s.Iterations)).Set("dropped", jsonval.IntValue(s.Dropped))
		steps[i] = one.Set("extract", orNull(s.Extract)).Value()
	}
	b.Set("steps", jsonval.ArrayValue(steps))
	requests := make([]jsonval.Value, len(r.Requests))
	for i, q := range r.Requests {
		var one jsonval.Builder
		one.Set("step", jsonval.StringValue(q.Step)).Set("method", jsonval.StringValue(q.Method)).Set("url", jsonval.StringValue(q.URL))
		status := jsonval.NullValue()
		if q.Status != 0 {
			status = jsonval.IntValue(q.Status)
		}
		one.Set("status", status).Set("bytes", jsonval.IntValue(q.Bytes)).Set("took_ms", millis(q.Took))
		requests[i] = one.Set("redirects", stringList(q.Redirects)).Value()
	}
	b.Set("requests", jsonval.ArrayValue(requests))
	b.Set("elapsed_ms", millis(r.Elapsed))
	return b.Value()
}

func orNull(v *jsonval.Value) jsonval.Value {
	if v == nil {
		return jsonval.NullValue()
	}
	return *v
}

func stringList(list []string) jsonval.Value {
	items := make([]jsonval.Value, len(list))
	for i, s := range list {
		items[i] = jsonval.StringValue(s)
	}
	return jsonval.ArrayValue(items)
}

func millis(d time.Duration) jsonval.Value {
	return jsonval.NumberValue(float64(d.Round(100*time.Microsecond).Microseconds()) / 1000)
}
