// Package flow says what can influence what in a recipe: which params,
// responses, secrets and other inputs reach which part of a request, an
// expression, the summary or the output.
//
// A Label names an input. Every template reference, and every place where an
// expression reads from the context, is a Use, with its labels, its very
// characters, and the foreach through which it reads. A Sink is a place that
// receives values: a leaf of a body, a header, a URL, a condition.
//
// Filters, functions, string building, slicing, comparing and hashing never
// remove a label. Responses do not inherit the labels of what was sent.
package flow

import (
	"iter"

	"github.com/wield-run/wield/lint/parts"
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
	Token                  // steps.<Name>.<Field>, a credential; it stands beside a Resp label for the same
	Now                    // now
	Page                   // page.<Name>
)

// All as a name or field of a label: the whole of it. A whole step is the
// label Resp with the field All, and a Token for each of its credentials. The
// whole of params or vars is a label for each that is declared, and All where
// none is.
const All = "*"

// Label is one input that can influence a value. Labels compare with ==.
type Label struct {
	Kind  Kind
	Name  string // of the param, step, var or page member
	Field string // of Resp and Token: the extract
}

// String writes a label as the recipe does: steps.search.items.
func (l Label) String() string {
	switch l.Kind {
	case Param:
		return "params." + l.Name
	case Resp, Token:
		return "steps." + l.Name + "." + l.Field
	case Secret:
		return "vars." + l.Name
	case Page:
		return "page." + l.Name
	}
	return "now"
}

// Use is one place where inputs are read: a reference of a template, or a path
// that an expression reads from the context.
type Use struct {
	Root   string              // "params", "steps", "vars", "now", "page", a foreach's alias; "" for the context itself (@, $, *)
	Path   []string            // the members behind the root that are read in any case; indexes and projections are passed over
	Labels []Label             // what can influence the value: sorted, each once; none for a root that does not exist
	Span   diag.Span           // in the file: the path, without filters and braces
	Ref    *template.Reference // nil in an expression
	Whole  bool                // the context, a root with members, or a step is taken as a whole
	kinds  kinds               // of the labels
	Via    *Via                // through a foreach's alias, or a foreach step's list of items; nil: read directly
}

// Via is the foreach through whose item a use reads.
type Via struct {
	Step *recipe.Step
	Uses []Use // what its foreach.in reads
}

// Has reports whether the use has a label of one of the kinds.
func (u *Use) Has(kinds ...Kind) bool { return u.kinds.have(kinds) }

// Text is the path as the recipe writes it: steps.search.items. The context
// itself is "@".
func (u *Use) Text() string {
	if u.Root == "" {
		return "@"
	}
	text := u.Root
	for _, name := range u.Path {
		text += "." + name
	}
	return text
}

// SinkKind says what a place does with its value.
type SinkKind uint8

// The kinds of sinks.
const (
	URL       SinkKind = iota + 1 // request.url; URLParts takes it apart
	Query                         // a value of request.query
	Header                        // a value of request.headers
	Form                          // a value of request.form
	JSON                          // a scalar of request.json
	Body                          // request.body
	Key                           // a member name of a request that holds a template, which would be sent as it stands
	When                          // step.when
	ForeachIn                     // foreach.in
	Assert                        // expect.assert, login_required_if.assert
	Extract                       // an expression of an extract; only what evidently means the context is a use
	Summary                       // confirm.summary
	Output                        // output.value
	Check                         // an item of verify.checks
)

// Sink is a place that receives values. Template and Expr are nil for a
// constant.
type Sink struct {
	Kind     SinkKind
	kinds    kinds         // of the labels of all uses
	Step     *recipe.Step  // nil: Summary, Output, Check
	Node     *jsonval.Node // the string or constant; of Key: the member
	Key      string        // Query, Header, Form: the name; JSON: the nearest member name above, "" where there is none; Extract: the variable
	Path     []string      // JSON: all member names from the body's root, without indexes
	Template *recipe.Template
	Expr     *recipe.Expr
	Constant jsonval.Value
	Uses     []Use     // in the order of the text
	Parts    []URLPart // URL: the template, taken apart
}

// Labels gives the labels of all uses, sorted, each once.
func (s *Sink) Labels() []Label {
	var all []Label
	for i := range s.Uses {
		all = append(all, s.Uses[i].Labels...)
	}
	return tidy(all)
}

// Has reports whether a use of the sink has a label of one of the kinds.
func (s *Sink) Has(kinds ...Kind) bool { return s.kinds.have(kinds) }

// kinds is a set of kinds of labels: a bit for each.
type kinds uint8

func (k kinds) have(any []Kind) bool {
	for _, kind := range any {
		if k&(1<<kind) != 0 {
			return true
		}
	}
	return false
}

// Flow is what influences what in one recipe.
type Flow struct {
	r           *recipe.Recipe
	params      []string
	vars        []string
	steps       map[string]*step // by id, without login_check; of several the first
	of          map[*recipe.Step]*step
	credentials map[recipe.Extracted]string // extracts that are credentials → why
	members     map[Label]string            // Resp labels of credentials inside of extracts → why
	sinks       []*Sink
	summary     *Sink
	output      *Sink
	memory      memory
}

// step is what is known of one step.
type step struct {
	*recipe.Step
	parts    []parts.Extract
	list     []Use // what its foreach.in reads, once listed is set
	listed   bool
	control  []Use
	from, to int // its sinks
}

// New computes the flow of a recipe, as far as it was understood.
func New(r *recipe.Recipe) *Flow {
	requests := parts.Requests(r)
	f := &Flow{r: r, credentials: r.Credentials(), steps: make(map[string]*step, len(r.Steps)), of: make(map[*recipe.Step]*step, len(requests))}
	if properties := r.Params.Node.Member("properties"); properties != nil {
		for _, p := range properties.Children {
			f.params = append(f.params, p.Key)
		}
	}
	for _, d := range r.Derive {
		f.vars = append(f.vars, d.Name)
	}
	const perStep = 12 // sinks, about
	f.sinks = make([]*Sink, 0, perStep*len(requests))
	steps := make([]step, len(requests))
	for i, s := range requests {
		one := &steps[i]
		one.Step = s
		f.of[s] = one
		if s == r.LoginCheck {
			continue
		}
		one.parts = parts.Extracts(s)
		if f.steps[s.ID] == nil {
			f.steps[s.ID] = one
		}
	}
	f.collect(steps)
	f.memory = memory{}
	return f
}

// Params gives the names of the recipe's params in the file's order.
func (f *Flow) Params() []string { return f.params }

// Sinks gives all sinks: login_check, the steps in their order (control first,
// then the request, then what sees the response), summary, output, checks.
func (f *Flow) Sinks() []*Sink { return f.sinks }

// Of gives the sinks of one step.
func (f *Flow) Of(s *recipe.Step) []*Sink {
	if one := f.of[s]; one != nil {
		return f.sinks[one.from:one.to:one.to]
	}
	return nil
}

// Summary is the sink of confirm.summary; nil where there is none.
func (f *Flow) Summary() *Sink { return f.summary }

// Output is the sink of output.value; nil where there is none.
func (f *Flow) Output() *Sink { return f.output }

// Control gives what `when` and `foreach.in` of a step read: whether and how
// often the step runs, and so its outputs, depend on it.
func (f *Flow) Control(s *recipe.Step) []Use {
	if one := f.of[s]; one != nil {
		return one.control
	}
	return nil
}

// Extracts gives the parts of a step's extract, found once per file.
func (f *Flow) Extracts(s *recipe.Step) []parts.Extract {
	if one := f.of[s]; one != nil {
		return one.parts
	}
	return nil
}

// Extract gives the parts of one variable of a step: several of html_items.
func (f *Flow) Extract(step, name string) iter.Seq[*parts.Extract] {
	return func(yield func(*parts.Extract) bool) {
		s := f.steps[step]
		if s == nil {
			return
		}
		for i := range s.parts {
			if x := &s.parts[i]; (x.Name == name || name == All) && !yield(x) {
				return
			}
		}
	}
}

// TokenWhy says why an extract of a step counts as a credential ("its name is
// csrf"), "" where it does not.
func (f *Flow) TokenWhy(step, extract string) string {
	if why := f.members[Label{Kind: Resp, Name: step, Field: extract}]; why != "" {
		return why
	}
	return f.credentials[recipe.Extracted{Step: step, Name: extract}]
}
