// Package parts lists the parts of a checked recipe that several rules look
// at, each with its place in the file: extracts, selectors, regular
// expressions, strings.
package parts

import (
	"slices"

	"github.com/wield-run/wield/pkg/extract"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/regex"
	"github.com/wield-run/wield/pkg/selector"
)

// Extract is one extracted variable, or one field of an html_items variable.
type Extract struct {
	Step     *recipe.Step
	Name     string            // the variable
	Field    string            // of html_items: the field
	Kind     string            // "json", "html", "html_items", "embedded_json"
	Node     *jsonval.Node     // the expression, or the object with the selector
	Expr     *jmespath.Expr    // json, embedded_json: the variable; html, html_items: `path`, may be nil
	ExprNode *jsonval.Node     // where Expr stands
	Query    *extract.Query    // html and html_items fields
	Items    *extract.Items    // html_items
	Embedded *extract.Embedded // embedded_json
}

// Selector is a CSS selector and where it stands.
type Selector struct {
	Node *jsonval.Node
	*selector.Selector
}

// Regex is a regular expression of auth.derive and where it stands.
type Regex struct {
	Node *jsonval.Node
	*regex.Regexp
}

// Requests lists the steps that send a request, the login_check first.
func Requests(r *recipe.Recipe) []*recipe.Step {
	if r.LoginCheck == nil {
		return r.Steps
	}
	return slices.Concat([]*recipe.Step{r.LoginCheck}, r.Steps)
}
