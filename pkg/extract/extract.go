// Package extract turns a response body into values: JMESPath over JSON, CSS
// selectors over HTML, JSON inside pages.
//
// A Step is the compiled extract object of a recipe's step; package recipe
// makes it from the file.
package extract

import (
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/selector"
)

// Step is the compiled `extract` of one step. Slices keep the file's order.
type Step struct {
	JSON     []Var
	HTML     []HTML
	Items    []Items
	Embedded []Embedded
	Order    []string // all variables in the file's order: the members of the result
}

// Var is one variable read by JMESPath.
type Var struct {
	Name string
	Expr *jmespath.Expr
}

// Query is a selector and what is read from the element it finds.
type Query struct {
	Self      bool               // of a field: "" or :scope alone, the element itself
	Selector  *selector.Selector // nil where Self
	Attr      string
	HasAttr   bool // false: the element's text
	All       bool
	ParseJSON bool           // parse: "json"
	Path      *jmespath.Expr // nil: the whole parsed value
}

// HTML is one variable of `html`.
type HTML struct {
	Name string
	Query
}

// Items is one variable of `html_items`.
type Items struct {
	Name     string
	Selector *selector.Selector
	Max      int // 0: not given
	Fields   []HTML
}

// Embedded is one entry of `embedded_json`.
type Embedded struct {
	Selector     *selector.Selector
	Attr         string
	HasAttr      bool
	StripJS      bool
	StripJSAfter string // implies StripJS where HasAfter
	HasAfter     bool
	Decode       string // "", or the name of a decoder
	Required     bool   // default true
	All          bool
	Vars         []Var
}
