// Package extract turns a response body into values: JMESPath over JSON, CSS
// selectors over HTML, JSON inside pages.
//
// Read makes a Body, which knows how it is read and is parsed at most once; Run
// takes the values of a Step from it. A Step is the compiled extract object of
// a recipe's step; package recipe makes it from the file.
package extract

import (
	"github.com/wield-run/wield/pkg/extract/internal/decode"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/selector"
)

// Step is the compiled `extract` of one step. Slices keep the file's order. A
// Step never changes and may be used by many goroutines.
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

// HTML is one variable of `html`, or one field of `html_items`.
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
	Decode       string // "", or one of Decoders
	Required     bool   // the recipe's default is true
	All          bool
	Vars         []Var
}

// The capabilities that an extension must list to run a step, beside those of
// the decoders.
const (
	CapHTMLJSON     = "html_json"         // parse: "json" in html or in a field
	CapStripJSAfter = "strip_js_after"    // embedded_json.strip_js_after
	CapEmbeddedAll  = "embedded_json_all" // embedded_json.all
)

// Decoders gives the values that `decode` may have.
func Decoders() []string {
	list := decode.List()
	names := make([]string, len(list))
	for i, d := range list {
		names[i] = d.Name
	}
	return names
}

// DecodesScript reports whether a decoder reads a script by itself, so that
// strip_js does nothing before it.
func DecodesScript(name string) bool {
	d, _ := decode.Find(name)
	return d.Script
}

// Capabilities gives what an extension must be able to do to run a step, each
// once, in a fixed order.
func Capabilities(s *Step) []string {
	var caps []string
	if usesJSON(s) {
		caps = append(caps, CapHTMLJSON)
	}
	after, all := false, false
	for i := range s.Embedded {
		after = after || s.Embedded[i].HasAfter
		all = all || s.Embedded[i].All
	}
	if after {
		caps = append(caps, CapStripJSAfter)
	}
	if all {
		caps = append(caps, CapEmbeddedAll)
	}
	for _, d := range decode.List() {
		for i := range s.Embedded {
			if s.Embedded[i].Decode == d.Name && d.Capability != "" {
				caps = append(caps, d.Capability)
				break
			}
		}
	}
	return caps
}

func usesJSON(s *Step) bool {
	for i := range s.HTML {
		if s.HTML[i].ParseJSON {
			return true
		}
	}
	for i := range s.Items {
		for j := range s.Items[i].Fields {
			if s.Items[i].Fields[j].ParseJSON {
				return true
			}
		}
	}
	return false
}
