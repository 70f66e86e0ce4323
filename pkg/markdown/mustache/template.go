// Package mustache parses and renders the templates of Markdown recipes: a
// small part of Mustache's syntax, without an expression language.
//
//	{{path}}  {{.}}  {{@index}} {{@number}} {{@count}} {{@key}}
//	{{#if path}}…{{else}}…{{/if}}  {{#unless path}}…{{/unless}}
//	{{#each path}}…{{else}}…{{/each}}
//
// What the template itself writes is Markdown; what a tag prints is data, and
// is escaped for where it stands.
package mustache

import (
	"github.com/wield-run/wield/pkg/markdown/jsonpath"
)

// MaxNesting is how deeply blocks may nest.
const MaxNesting = 16

// MaxNodes is how many nodes of templates one render may expand.
const MaxNodes = 1_000_000

// Template is a parsed template. It may be used by any number of goroutines.
type Template struct {
	nodes []node
	paths []*jsonpath.Path
	count bool
}

// Counts reports whether the template prints @count outside any each: then
// the number of items has to be known before the first one is printed.
func (t *Template) Counts() bool { return t.count }

// Paths are the paths that the template reads, in its order.
func (t *Template) Paths() []*jsonpath.Path { return t.paths }

type nodeKind uint8

const (
	literal  nodeKind = iota // text
	printed                  // {{path}}
	variable                 // {{@name}}
	ifBlock
	unlessBlock
	eachBlock
	codeSpan  // `…{{path}}…`: body is printed as code
	codeFence // a fenced block that holds a tag
)

// node is one piece of a template.
type node struct {
	kind      nodeKind
	text      string // literal: the text; variable: its name; codeFence: the info string
	path      *jsonpath.Path
	body      []node
	otherwise []node // behind {{else}}
	rest      string // codeFence: what its lines begin with, in a quote or list
}
