package run

import (
	"fmt"

	"github.com/wield-run/wield/pkg/jsonval"
)

// setParams fills in the defaults and validates, before anything is sent.
func (x *runner) setParams() *Failure {
	var given jsonval.Value
	switch {
	case x.o.Params != nil:
		given = *x.o.Params
	case x.r.Verify.ExampleParams != nil:
		given = x.r.Verify.ExampleParams.Value()
	}
	if x.r.Verify.ExampleParams != nil {
		x.report.ExampleRun = jsonval.Equal(given, x.r.Verify.ExampleParams.Value())
	}
	x.report.Params = given
	if given.Kind() != jsonval.Object {
		return &Failure{Outcome: InvalidParams, Message: fmt.Sprintf("the params are not an object but %s", given.Kind().Phrase()),
			Hint: `like {"query": "fahrrad"}`}
	}
	schema := x.r.Params.Compiled
	switch { // the caller has overlooked what the recipe was loaded with
	case schema == nil:
		return &Failure{Outcome: InvalidRecipe, Message: "`params` has errors"}
	case x.r.Output.Schema.Compiled == nil:
		return &Failure{Outcome: InvalidRecipe, Message: "`output.schema` has errors"}
	}
	x.params = schema.FillDefaults(given)
	x.report.Params = x.params
	violations, err := schema.ValidateNamed(x.params, "params")
	if err != nil {
		return &Failure{Outcome: InvalidParams, Message: "the params cannot be checked: " + err.Error()}
	}
	if len(violations) == 0 {
		return nil
	}
	v := violations[0]
	message := "the params do not fit: " + v.Message
	if len(violations) > 1 {
		for _, more := range violations[1:] {
			message += "; " + more.Message
		}
	}
	return &Failure{Outcome: InvalidParams, Message: message, Hint: v.Hint}
}
