// Package recipe is the site recipe, format v1: it reads a file to a model in
// which everything is checked and compiled once, and reports all that is wrong
// with it, each finding at its very characters.
//
// Load gives the model for a run, a lint or a publication. What was not
// understood is absent from the model and present among the findings; a
// recipe with an error among them must not be run.
package recipe

import (
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/extract"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonschema"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/regex"
	"github.com/wield-run/wield/pkg/selector"
	"github.com/wield-run/wield/pkg/template"
)

// SchemaURL is what the member `schema` of every recipe says.
const SchemaURL = "https://wield.run/schema/recipe/v1.json"

// The limits of the format.
const (
	MinTask       = 10 // characters of the task
	MaxTask       = 120
	MaxSteps      = 12
	MaxIterations = 20 // of a foreach
	DefaultMax    = 10 // of a foreach that names none
	MaxDelayMS    = 3000
	MaxItems      = 200 // html_items.max
)

// Recipe is one recipe file. Nodes say where each part stands.
type Recipe struct {
	Source *diag.Source
	Root   *jsonval.Node // nil: the file is not JSON, or no object

	ID            string
	Version       int
	Site          Site
	Task          string
	Description   string
	Keywords      []string
	Effect        string // "read" or "write"
	RequiresLogin bool
	LoginCheck    *Step
	Derive        []*Derive
	Params        Schema
	Steps         []*Step
	Summary       *Template // confirm.summary; nil: none
	Output        Output
	Verify        Verify
}

// Site is the site that a recipe is for.
type Site struct {
	Node        *jsonval.Node
	ID, Name    string
	Origin      string
	Origins     []string
	LocaleHosts []string
	Country     string
	Language    string
}

// Schema is a JSON Schema that stands in the recipe. Where it has errors,
// Compiled leaves out what is wrong; it is nil where there is no schema.
type Schema struct {
	Node     *jsonval.Node
	Compiled *jsonschema.Schema
}

// Expr is a JMESPath expression and where it stands. The compiled expression
// is nil where the syntax is right and something else is wrong.
type Expr struct {
	Node *jsonval.Node
	Tree *jmespath.Node
	*jmespath.Expr
}

// Template is a parsed template and where it stands.
type Template struct {
	Node *jsonval.Node
	*template.Template
}

// Derive is one entry of auth.derive.
type Derive struct {
	Node     *jsonval.Node
	Name     string
	From     string
	Key      string
	Selector *selector.Selector
	Attr     string
	HasAttr  bool
	JMESPath *Expr
	Regex    *regex.Regexp
	Required bool
}

// Step is one step, or the login_check.
type Step struct {
	Node         *jsonval.Node
	ID           string
	Index        int // in Recipe.Steps; -1: the login_check
	Request      Request
	When         *Expr // nil: always
	Foreach      *Foreach
	Write        bool
	ReadOnlyPost bool
	DelayMS      int
	Parse        string // "auto" where the file says nothing
	Expect       Expect
	Extract      *extract.Step // nil: none
	ExtractLost  bool          // it holds something that was not understood
	ExtractNode  *jsonval.Node
	Needs        []int // indexes of the earlier steps that it refers to, ascending
}

// Parallel reports whether the step may start before the steps in front of it
// are done: a GET that does not write.
func (s *Step) Parallel() bool { return s.Request.Method == "GET" && !s.Write }

// Foreach runs a step once per item of a list.
type Foreach struct {
	Node *jsonval.Node
	In   *Expr
	As   string
	Max  int
	Lost bool // As was not understood
}

// Request is what a step sends. At most one of JSON, Form and Body is there.
type Request struct {
	Node     *jsonval.Node
	Method   string
	URL      *Template
	Query    []Leaf
	HasQuery bool
	Headers  []Header
	JSON     *Body
	Form     []Leaf
	HasForm  bool
	Body     *Template
}

// Leaf is one name of a query or form with its values; the name repeats for
// each of several.
type Leaf struct {
	Node   *jsonval.Node
	Name   string
	Values []Scalar
}

// Scalar is a value of a query, form or JSON body: a template, or a constant.
type Scalar struct {
	Node     *jsonval.Node
	Template *Template // nil: a constant
	Constant jsonval.Value
}

// Header is one header field of a request.
type Header struct {
	Node     *jsonval.Node
	Name     string
	Template *Template
}

// Body is a part of a request's JSON body.
type Body struct {
	Kind    jsonval.Kind // Array, Object, or else a scalar
	Scalar  Scalar
	Items   []*Body
	Members []BodyMember
}

// BodyMember is one member of an object of a JSON body.
type BodyMember struct {
	Name string
	Body *Body
}

// Expect is what a response must be.
type Expect struct {
	Node        *jsonval.Node
	Status      []int  // never empty
	ContentType string // "", "json", "html" or "text"
	Assert      *Expr
	Login       *LoginIf // login_required_if
}

// LoginIf tells a response that asks for a login: all that is given must match.
type LoginIf struct {
	Status []int // nil: not asked
	Assert *Expr
}

// Output is what a run gives.
type Output struct {
	Schema Schema
	Value  *Expr
}

// Verify is how a recipe is proven.
type Verify struct {
	ExampleParams *jsonval.Node
	Checks        []*Expr
	MaxMS         int // 0: none
}

// Step gives a step by its id, or nil.
func (r *Recipe) Step(id string) *Step {
	for _, s := range r.Steps {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// Origins gives every origin that a request may go to: site.origins, and the
// locale hosts.
func (r *Recipe) Origins() []string {
	all := append([]string(nil), r.Site.Origins...)
	for _, host := range r.Site.LocaleHosts {
		all = append(all, "https://"+host)
	}
	return all
}

// Capabilities are the names of what an engine must know beyond the format's
// first version to run the recipe, without repetition, in order of first use.
func (r *Recipe) Capabilities() []string {
	var all []string
	seen := map[string]bool{}
	for _, s := range r.Steps {
		if s.Extract == nil {
			continue
		}
		for _, c := range extract.Capabilities(s.Extract) {
			if !seen[c] {
				seen[c] = true
				all = append(all, c)
			}
		}
	}
	return all
}
