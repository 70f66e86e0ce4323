// Package jsonschema is JSON Schema, draft 2020-12, over values as JavaScript
// keeps them: it checks a schema where it stands in its file, validates values
// with one sentence for one mistake, and fills in defaults.
//
// A schema is closed: a reference that leads out of its own document (but to
// the draft's metaschema) is a finding, and nothing is ever read or fetched.
package jsonschema

import (
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Schema is a compiled schema. It is immutable, and may be used by many
// goroutines.
type Schema struct {
	root *jsonval.Node
}

// Compile checks a schema and compiles it. The findings (codes P1 to P9, and
// X1 for patterns) have their spans in the bytes of the file that the node was
// read from, and pointers from its root.
//
// There is always a Schema, so that its properties can be looked up; where
// there is an error among the findings it leaves out what is wrong, and no
// instance should be trusted to it.
func Compile(schema *jsonval.Node) (*Schema, []*diag.Diagnostic) {
	return &Schema{root: schema}, nil
}

// CompileValue compiles a schema that stands in no file. The error is the
// first finding that is one.
func CompileValue(schema jsonval.Value) (*Schema, error) {
	return &Schema{}, nil
}

// Violation is one mistake of an instance.
type Violation struct {
	Path    []Step // from the root of the instance to what is wrong; the object itself where a member is missing
	OnName  bool   // it is the name of the member that is wrong, not its value
	Pointer string // Path as a JSON pointer (RFC 6901)
	// SchemaPointer leads to the keyword, from the root of the schema.
	SchemaPointer string
	Keyword       string
	Message       string // one sentence: what is wrong, with the thing itself quoted
	Hint          string // what to do; may be empty
}

// Step is one step of a path: into a member, or into an item.
type Step struct {
	Name  string
	Index int // of an item; -1 for a member
}

// Validate checks a value, and gives what is wrong in the order of the
// instance. An error means that it is not known whether the value is valid: a
// pattern took too long.
func (s *Schema) Validate(v jsonval.Value) ([]Violation, error) { return nil, nil }

// FillDefaults gives the value with the defaults of missing members, in
// JavaScript's order of members. The value itself stays as it is.
func (s *Schema) FillDefaults(v jsonval.Value) jsonval.Value { return v }
