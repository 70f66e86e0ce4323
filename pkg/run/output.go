package run

import (
	"context"
	"fmt"

	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

// output evaluates output.value, and holds it to the schema and the checks.
func (x *runner) output(ctx context.Context) *Failure {
	v, f := x.eval(ctx, x.r.Output.Value, x.allScope().document(), OutputInvalid, "`output.value`")
	if f != nil {
		return f
	}
	if size := len(jsonval.Append(nil, v)); size > maxOutput {
		return &Failure{Outcome: LimitExceeded, Place: &x.r.Output.Value.Node.Span,
			Message: fmt.Sprintf("the output has %d bytes as JSON; it takes at most %d", size, maxOutput)}
	}
	x.report.Output = &v
	f = x.checkSchema(v)
	if f == nil || f.Outcome == OutputInvalid {
		if c := x.checks(ctx, v); f == nil {
			f = c
		}
	}
	return f
}

// checkSchema holds the output to output.schema.
func (x *runner) checkSchema(v jsonval.Value) *Failure {
	violations, err := x.r.Output.Schema.Compiled.ValidateNamed(v, "output")
	if err != nil {
		return &Failure{Outcome: OutputInvalid, Message: "the output cannot be held to `output.schema`: " + err.Error()}
	}
	if len(violations) == 0 {
		return nil
	}
	first := violations[0]
	f := &Failure{Outcome: OutputInvalid, Hint: first.Hint,
		Message: "the output does not fit `output.schema`: " + first.Message}
	if n := len(violations) - 1; n > 0 {
		f.Message += fmt.Sprintf(" (and %d more)", n)
	}
	return f
}

// checks evaluates verify.checks. All of them are; the first that fails is
// the failure.
func (x *runner) checks(ctx context.Context, output jsonval.Value) *Failure {
	if x.o.NoChecks {
		return nil
	}
	var b jsonval.Builder
	document := b.Set("output", output).Value()
	var first *Failure
	for _, c := range x.r.Verify.Checks {
		check := Check{Expr: c.String()}
		v, f := x.eval(ctx, c, document, CheckFailed, "the check `"+c.String()+"`")
		switch {
		case f != nil:
			check.Err = f.Message
		case jmespath.Truthy(v):
			check.OK, check.Value = true, v
		default:
			check.Value = v
			f = &Failure{Outcome: CheckFailed, Place: &c.Node.Span, Message: fmt.Sprintf("the check `%s` does not hold", c.String()),
				Expected: "a truthy value", Got: x.show(v)}
		}
		x.report.Checks = append(x.report.Checks, check)
		if first == nil {
			first = f
		}
	}
	if first != nil && first.Outcome == CheckFailed && !x.report.ExampleRun {
		first.Hint = "the params are not those of verify.example_params, which the checks were written for; --no-checks leaves them out"
	}
	return first
}
