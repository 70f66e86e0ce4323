// Package flow says what can influence what in a recipe: which params,
// responses, secrets and other inputs reach which part of a request, an
// expression, the summary or the output.
//
// A Label names an input. Every template reference and every name that an
// expression reads from the context is a Use, with its labels, its very
// characters, and the way by which the label got there. A Sink is a place that
// receives values: a leaf of a body, a header, a part of a URL, a condition.
//
// Filters, functions, string building, slicing, comparing and hashing never
// remove a label. Responses do not inherit the labels of what was sent.
package flow

import (
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/template"
)

// Kind says what sort of input a label names.
type Kind uint8

// The kinds of labels.
const (
	Param  Kind = iota + 1 // params.<Name>
	Resp                   // steps.<Name>.<Field>
	Secret                 // vars.<Name>
	Token                  // steps.<Name>.<Field>, a credential; it comes with a Resp label for the same
	Now                    // now
	Page                   // page.<Name>
)

// All as the name or field of a label: every one of them, taken as a whole.
const All = "*"

// Label is one input that can influence a value. Labels compare with ==.
type Label struct {
	Kind  Kind
	Name  string // of the param, step, var or page member; All
	Field string // of Resp and Token: the extract, or the foreach's alias; All
}

// Use is one place where an input is read: a reference of a template, or a
// name in an expression.
type Use struct {
	Root   string              // "params", "steps", "vars", "now", "page", a foreach's alias; "" for the context as a whole (@, $, *)
	Path   []string            // the members behind the root, as far as they are names; indexes and projections are passed over
	Labels []Label             // what can influence the value; sorted, without repetition; empty for a root that does not exist
	Span   diag.Span           // in the file: the path, without filters and braces
	Ref    *template.Reference // nil in an expression
	Whole  bool                // a root, a step or the context taken as a whole
	Via    *Via                // through a foreach's alias; nil: read directly
}

// Via is the foreach through whose item a use reads.
type Via struct {
	Step *recipe.Step // of the foreach
	Uses []Use        // what foreach.in reads
}

// SinkKind says what a place does with its value.
type SinkKind uint8

// The kinds of sinks.
const (
	URL       SinkKind = iota + 1 // request.url; see Sink.URL for its parts
	Query                         // a value of request.query
	Header                        // a value of request.headers
	Form                          // a value of request.form
	JSON                          // a scalar of request.json
	Body                          // request.body
	Key                           // an object key that holds a template (the engine would send it as it stands)
	When                          // step.when
	ForeachIn                     // foreach.in
	Assert                        // expect.assert, login_required_if.assert
	Extract                       // an expression of an extract
	Summary                       // confirm.summary
	Output                        // output.value
	Check                         // an item of verify.checks
)

// Sink is a place that receives values. Exactly one of Template, Expr and
// Constant is of interest: Template and Expr are nil for a constant.
type Sink struct {
	Kind     SinkKind
	Step     *recipe.Step  // nil: Summary, Output, Check
	Node     *jsonval.Node // the string or constant
	Key      string        // Query, Header, Form: the name; JSON: the nearest object key above, "" where there is none; Extract: the variable
	Path     []string      // JSON: all object keys from the body's root, without indexes
	Template *recipe.Template
	Expr     *recipe.Expr
	Constant jsonval.Value
	Uses     []Use // in the order of the text
}

// Flow is what influences what in one recipe.
type Flow struct {
	r     *recipe.Recipe
	sinks []*Sink
}

// New computes the flow of a recipe, as far as it was understood.
func New(r *recipe.Recipe) *Flow { return &Flow{r: r} }

// Sinks gives all sinks: login_check, the steps in their order (control first,
// then the request, then what sees the response), summary, output, checks.
func (f *Flow) Sinks() []*Sink { return f.sinks }

// Of gives the sinks of one step.
func (f *Flow) Of(s *recipe.Step) []*Sink { return nil }

// Summary is the sink of confirm.summary; nil where there is none.
func (f *Flow) Summary() *Sink { return nil }

// Output is the sink of output.value; nil where there is none.
func (f *Flow) Output() *Sink { return nil }

// Control gives what `when` and `foreach.in` of a step read: the step's own
// outputs depend on it.
func (f *Flow) Control(s *recipe.Step) []Use { return nil }

// TokenWhy says why an extract of a step counts as a credential, "" where it
// does not.
func (f *Flow) TokenWhy(s *recipe.Step, extract string) string { return "" }

// Params gives the names of the recipe's params in the file's order.
func (f *Flow) Params() []string { return nil }

// Has reports whether a use has a label of one of the kinds.
func (u *Use) Has(kinds ...Kind) bool {
	for _, l := range u.Labels {
		for _, k := range kinds {
			if l.Kind == k {
				return true
			}
		}
	}
	return false
}

// Labels gives all labels of the sink's uses, sorted, without repetition.
func (s *Sink) Labels() []Label { return nil }

// Region is the part of a URL in which something stands.
type Region uint8

// The regions of a URL.
const (
	Head      Region = iota + 1 // scheme and host, up to the first slash
	Path                        // with the first slash
	QueryPart                   // behind the first "?"
	Fragment                    // behind the first "#"
)

// URLPart is a literal or a reference of a URL template and where it stands. A
// literal that reaches over several regions is cut into several parts.
type URLPart struct {
	Region Region
	Text   string              // of a literal
	Ref    *template.Reference // nil: a literal
	Span   diag.Span           // in the decoded text of the string; of a reference with its braces
}

// URLParts takes a URL template apart. A reference at the end of the head whose
// last filter is `path` stands in the path (it may bring a query too).
func URLParts(t *recipe.Template) []URLPart { return nil }
