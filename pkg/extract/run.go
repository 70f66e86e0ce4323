package extract

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/selector"
)

// Limits bound the work of one Run. The zero Limits are the defaults.
type Limits struct {
	JMESPath      jmespath.Limits // of each expression
	SelectorSteps int64           // of all selectors together; 0: selector.DefaultSteps
}

// Result is what a step extracted.
type Result struct {
	Values   jsonval.Value // an object: the variables in the file's order
	Dropped  []Dropped     // by html_items that matched more than their max
	Warnings []Warning     // Body.Warnings are not repeated here
}

// Run extracts the values of a step. A kind that the body does not have, an
// expression that fails and a required embedded_json that is not there are
// errors of type *Error; where ctx ends, the error is the context's.
func Run(ctx context.Context, body *Body, step *Step, limits Limits) (*Result, error) {
	r := &runner{
		ctx: ctx, body: body, limits: limits,
		budget: selector.NewBudget(ctx, limits.SelectorSteps),
		values: make(map[string]jsonval.Value, len(step.Order)),
		result: &Result{},
		text:   allowance{maxText, maxText}, script: allowance{maxScript, maxScript},
	}
	for _, part := range []func(*Step) error{r.json, r.html, r.items, r.embedded} {
		if err := part(step); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	members := make([]jsonval.Member, len(step.Order))
	for i, name := range step.Order {
		members[i] = jsonval.Member{Key: name, Value: r.values[name]}
	}
	r.result.Values = jsonval.ObjectValue(members)
	return r.result, nil
}

type runner struct {
	ctx    context.Context
	body   *Body
	limits Limits
	budget *selector.Budget
	values map[string]jsonval.Value
	result *Result
	text   allowance
	script allowance
}

// maxWarnings is how many warnings one step gives: a page with a hundred
// thousand scripts has nothing more to say in its hundredth.
const maxWarnings = 20

// warn adds a warning; one that was just given is not repeated.
func (r *runner) warn(name, hint, format string, args ...any) {
	given := r.result.Warnings
	if len(given) >= maxWarnings {
		return
	}
	w := Warning{Var: name, Message: fmt.Sprintf(format, args...), Hint: hint}
	if len(given) == 0 || given[len(given)-1] != w {
		r.result.Warnings = append(given, w)
	}
}

// json reads the variables of `json`: over the parsed value, or over the text
// itself under an explicit parse: "text". An empty body gives nulls.
func (r *runner) json(step *Step) error {
	if len(step.JSON) == 0 {
		return nil
	}
	switch mode := r.body.Mode(); {
	case r.body.Empty():
		return nil
	case mode == ModeJSON:
		if err := r.body.Load(); err != nil {
			return err
		}
	case mode != ModeText || r.body.source.Parse != ModeText:
		return &Error{Reason: WrongKind, Var: step.JSON[0].Name, Offset: -1,
			Message: fmt.Sprintf("%q is read from JSON, and the body is read as %s", step.JSON[0].Name, mode),
			Hint:    `"html", "html_items" and "embedded_json" read pages; "parse": "json" reads a body as JSON whatever its header says`}
	}
	for _, v := range step.JSON {
		value, err := r.eval(v.Name, v.Expr, r.body.Value())
		if err != nil {
			return err
		}
		r.values[v.Name] = value
	}
	return nil
}

// eval evaluates an expression for a variable.
func (r *runner) eval(name string, expr *jmespath.Expr, value jsonval.Value) (jsonval.Value, error) {
	result, err := expr.Eval(r.ctx, value, r.limits.JMESPath)
	if err == nil {
		return result, nil
	}
	if ctxErr := r.ctx.Err(); ctxErr != nil {
		return jsonval.Value{}, ctxErr
	}
	e := &Error{Reason: BadExpression, Var: name, Offset: -1, Err: err, Source: expr.String(), Message: fmt.Sprintf("the expression of %q failed: %v", name, err)}
	var failed *jmespath.Error
	if errors.As(err, &failed) {
		e.Message, e.Hint = fmt.Sprintf("the expression of %q failed: %s", name, failed.Message), failed.Hint
		if failed.Reason == jmespath.ReasonBudget {
			e.Reason = BudgetExceeded
		}
	}
	return jsonval.Value{}, e
}

// page gives the root for the selectors of a kind; the first variable of it
// stands in the message where the body is no page.
func (r *runner) page(kind, name string) (dom.Node, error) {
	if mode := r.body.Mode(); mode != ModeHTML && mode != ModeTurboStream {
		return dom.Node{}, &Error{Reason: WrongKind, Var: name, Offset: -1,
			Message: fmt.Sprintf("%q is read by %s from a page, and the body is read as %s", name, kind, mode),
			Hint:    `"parse": "html" reads a body as a page whatever its header says; "json" reads JSON`}
	}
	return r.body.Page()
}

// stopped is the error of a selector that was stopped.
func (r *runner) stopped(name string, s *selector.Selector, err error) error {
	if ctxErr := r.ctx.Err(); ctxErr != nil {
		return ctxErr
	}
	e := &Error{Reason: BudgetExceeded, Var: name, Selector: s.String(), Offset: -1, Err: err, Message: fmt.Sprintf("the selector of %q: %v", name, err)}
	var refused *selector.Error
	if errors.As(err, &refused) {
		e.Message, e.Hint = fmt.Sprintf("the selector of %q: %s", name, refused.Message), refused.Hint
	}
	return e
}

func names(vars []Var) string {
	list := make([]string, len(vars))
	for i, v := range vars {
		list[i] = v.Name
	}
	return strings.Join(list, ", ")
}
