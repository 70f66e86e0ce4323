package draft

import (
	"context"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/extract"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// reading is one way to take data out of a response: an extract, and what the
// output says of its variables.
type reading struct {
	extract jsonval.Value
	list    string  // the variable that holds rows; "" where there is one object
	filter  string  // of the rows: "[]", or "[?!sponsored]"
	total   string  // the variable that holds how many there are in all; "" without one
	fields  []field // over a row, or over the variables
	where   string  // in the response, as a person names it
	score   int     // how good it is, among those of a response
	rows    int     // that it gives; 0 where there is one object
	holds   bool    // what is wanted
}

// field is one member of what the output says.
type field struct {
	name string
	expr func(at string) string // JMESPath, by what stands before it: "" in a row, "steps.x." of a step
}

// variable is one variable that JMESPath reads from JSON.
type variable struct{ name, expr string }

// maxExpression is how long output.value may be, so that lint has nothing
// against it.
const maxExpression = 950

// output is output.value for a step.
func (r *reading) output(step string) string {
	for n := len(r.fields); ; n-- {
		value := r.outputOf(step, r.fields[:n])
		if len(value) <= maxExpression || n == 1 {
			return value
		}
	}
}

func (r *reading) outputOf(step string, fields []field) string {
	at := "steps." + step + "."
	if r.list == "" {
		return "{" + members(fields, at) + "}"
	}
	total := ""
	if r.total != "" {
		total = "total: " + at + r.total + ", "
	}
	return "{" + total + "items: " + at + r.list + r.filter + ".{" + members(fields, "") + "}}"
}

func members(fields []field, at string) string {
	var parts []string
	for _, f := range fields {
		parts = append(parts, f.name+": "+f.expr(at))
	}
	return strings.Join(parts, ", ")
}

// names are the members of what the reading gives.
func (r *reading) names() []string {
	var all []string
	for _, f := range r.fields {
		all = append(all, f.name)
	}
	return all
}

// shape shows what the reading gives, in one line.
func (r *reading) shape() string {
	names := r.names()
	shown := strings.Join(names[:min(len(names), 6)], ", ")
	if len(names) > 6 {
		shown += ", …"
	}
	if r.list != "" {
		return diag.Escape(diag.Cut(r.where, 60)) + ": " + strconv.Itoa(r.rows) + " × {" + shown + "}"
	}
	return diag.Escape(diag.Cut(r.where, 60)) + ": {" + shown + "}"
}

// try evaluates a reading as a run would. It reports whether it gives
// anything, and notes how many rows, and whether they hold what is wanted.
func (r *reading) try(ctx context.Context, body *extract.Body, w wanted) bool {
	if len(r.fields) == 0 {
		return false
	}
	step, found := recipe.LoadExtract("extract", jsonval.Append(nil, r.extract))
	if errors, _ := diag.Count(found); errors > 0 || step == nil {
		return false
	}
	result, err := extract.Run(ctx, body, step, extract.Limits{})
	if err != nil {
		return false
	}
	expr, err := jmespath.Compile(r.output("x"))
	if err != nil {
		return false
	}
	steps := object("steps", object("x", result.Values))
	output, err := expr.Eval(ctx, steps, jmespath.Limits{})
	if err != nil {
		return false
	}
	r.rows = output.Field("items").Len()
	r.holds = !w.any() && w.within(output)
	if r.list != "" {
		return r.rows > 0
	}
	for _, m := range output.Members() {
		if !m.Value.IsNull() {
			return true
		}
	}
	return false
}

func object(key string, v jsonval.Value) jsonval.Value {
	return jsonval.ObjectValue([]jsonval.Member{{Key: key, Value: v}})
}

func text(s string) jsonval.Value { return jsonval.StringValue(s) }
