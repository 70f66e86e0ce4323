// Package jsonschema is JSON Schema, draft 2020-12, over values as JavaScript
// keeps them: it checks a schema where it stands in its file, validates values
// with one sentence for one mistake, and fills in defaults.
//
// A schema is closed: a reference that leads out of its own document (but to
// the draft's metaschema) is a finding, and nothing is ever read or fetched.
package jsonschema

import (
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonschema/internal/draft"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Schema is a compiled schema. It is immutable, and may be used by many
// goroutines.
type Schema struct {
	root       *draft.Schema
	laxFormats bool // formats are annotations, as the draft has them by default
}

// Compile checks a schema and compiles it. The findings have their spans in
// the bytes of the file that the node was read from, and pointers from its
// root:
//
//	P1 unknown-keyword     P5 unknown-format     P9  no-effect
//	P2 keyword-value       P6 default-invalid    P10 never-valid
//	P3 schema-reference    P7 default-ignored    P11 example-invalid
//	P4 schema-cycle        P8 default-conflict   X1  regex-syntax
//
// There is always a Schema, so that its properties can be looked up. Where
// there is an error among the findings it leaves out what is wrong, and no
// value should be trusted to it.
func Compile(schema *jsonval.Node) (*Schema, []*diag.Diagnostic) {
	return compile(schema, nil)
}

// CompileValue compiles a schema that stands in no file. The error is the
// first finding that is one (*diag.Diagnostic, with a pointer and no span).
func CompileValue(schema jsonval.Value) (*Schema, error) {
	s, found := compile(nodeOf(schema), nil)
	for _, d := range found {
		if d.Severity == diag.Error {
			return nil, d
		}
	}
	return s, nil
}

// compile is Compile, with the documents that references may lead to.
func compile(schema *jsonval.Node, load func(uri string) (*jsonval.Node, bool)) (*Schema, []*diag.Diagnostic) {
	c := &checker{draft.Read(schema, load), maxOwnSteps}
	s := &Schema{root: c.Root}
	c.defaults()
	diag.Sort(c.Found)
	return s, c.Found
}

// nodeOf gives a value as a tree without places.
func nodeOf(v jsonval.Value) *jsonval.Node {
	n := &jsonval.Node{Kind: v.Kind()}
	add := func(child *jsonval.Node) {
		child.Parent = n
		n.Children = append(n.Children, child)
	}
	switch v.Kind() {
	case jsonval.Bool:
		n.Bool = v.Bool()
	case jsonval.Number:
		if n.Num, n.Str = v.Float(), v.Source(); n.Str == "" {
			n.Str = jsonval.FormatNumber(n.Num)
		}
	case jsonval.String:
		n.Str = v.Str()
	case jsonval.Array:
		for _, item := range v.Items() {
			add(nodeOf(item))
		}
	case jsonval.Object:
		for _, m := range v.Members() {
			child := nodeOf(m.Value)
			child.Key = m.Key
			add(child)
		}
	}
	return n
}
