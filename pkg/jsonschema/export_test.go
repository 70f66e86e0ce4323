package jsonschema

import (
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// CompileWith is Compile with documents that references may lead to, and with
// formats as annotations, as the official suite has them.
func CompileWith(schema *jsonval.Node, load func(uri string) (*jsonval.Node, bool)) (*Schema, []*diag.Diagnostic) {
	s, found := compile(schema, load)
	s.laxFormats = true
	return s, found
}

// NodeOf gives a value as a tree without places.
func NodeOf(v jsonval.Value) *jsonval.Node { return nodeOf(v) }
