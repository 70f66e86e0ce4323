package jsonschema

import (
	"slices"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Violation is one mistake of an instance.
type Violation struct {
	Path    []Step // from the root of the instance to what is wrong; the object itself where a member is missing
	OnName  bool   // it is the name of the member that is wrong, not its value
	Pointer string // Path as a JSON pointer (RFC 6901)
	// SchemaPointer leads to the keyword, from the root of the file that the
	// schema stands in.
	SchemaPointer string
	Keyword       string // "" for a schema that is `false`
	Missing       string // the member that is missing, where that is the mistake
	Message       string // one sentence: what is wrong, with the thing itself quoted
	Hint          string // what to do; may be empty
}

// Step is one step of a path: into a member, or into an item.
type Step struct {
	Name  string
	Index int // of an item; -1 for a member
}

// Locate gives the place of a violation in the tree that the instance was read
// from: the name of an unknown member, the bracket that opens the object where
// a member is missing, the value itself otherwise.
func (v *Violation) Locate(instance *jsonval.Node) (span diag.Span, pointer string) {
	n := instance
	for _, s := range v.Path {
		var next *jsonval.Node
		if s.Index < 0 {
			next = n.Member(s.Name)
		} else if n.Kind == jsonval.Array && s.Index < len(n.Children) {
			next = n.Children[s.Index]
		}
		if next == nil { // the value is not the tree's, as where a default was filled in
			break
		}
		n = next
	}
	span = n.Span
	switch {
	case v.OnName && n != instance:
		span = n.KeySpan
	case n.Kind == jsonval.Object || n.Kind == jsonval.Array:
		span.End = min(span.Start+1, span.End)
	}
	return span, n.Pointer()
}

// Diagnostic makes a finding of a violation, with the place in the tree that
// the instance was read from.
func (v *Violation) Diagnostic(code, name string, severity diag.Severity, instance *jsonval.Node) *diag.Diagnostic {
	span, pointer := v.Locate(instance)
	return &diag.Diagnostic{Code: code, Name: name, Severity: severity, Span: span, Pointer: pointer,
		Message: v.Message, Hint: v.Hint}
}

// maxViolations bounds how many mistakes of one instance are told.
const maxViolations = 1000

// Validate checks a value, and gives what is wrong in the order of the
// instance, one violation for one mistake, and at most 1,000. Formats are
// asserted. An error means that it is not known whether the value is valid: a
// pattern took too long (*regex.MatchError), or the schema leads nowhere.
func (s *Schema) Validate(v jsonval.Value) ([]Violation, error) {
	return s.ValidateNamed(v, "the value")
}

// ValidateNamed is Validate with a name for the value: of "params" the sentences
// say that "params.limit must be at least 1".
func (s *Schema) ValidateNamed(v jsonval.Value, name string) ([]Violation, error) {
	steps := maxSteps
	return s.validate(v, name, &steps)
}

// validate is Validate, with what the sentences call the value itself, and how
// many schemas may still be applied.
func (s *Schema) validate(v jsonval.Value, whole string, steps *int) ([]Violation, error) {
	e := evaluation{formats: !s.laxFormats, quiet: true, steps: *steps}
	valid := e.check(s.root, v, nil)
	*steps = e.steps
	if e.err != nil {
		return nil, e.err
	}
	if valid {
		return nil, nil
	}
	e = evaluation{formats: !s.laxFormats, steps: *steps}
	e.check(s.root, v, nil)
	*steps = e.steps
	if e.err != nil {
		return nil, e.err
	}
	mistakes := joinMisspelt(e.mistakes, v)
	slices.SortStableFunc(mistakes, func(a, b mistake) int {
		return slices.Compare(a.order, b.order)
	})
	out := make([]Violation, 0, min(len(mistakes), maxViolations))
	seen := map[string]bool{}
	for i := range mistakes {
		m := &mistakes[i]
		violation := Violation{Path: m.path, OnName: m.onName, Pointer: pointerOf(m.path),
			SchemaPointer: m.schema.Pointer(m.keyword), Keyword: m.keyword, Missing: m.missing,
			Message: m.message(whole), Hint: m.advice()}
		key := violation.Pointer + "\x00" + violation.Message
		if seen[key] {
			continue
		}
		seen[key] = true
		if out = append(out, violation); len(out) == maxViolations {
			break
		}
	}
	return out, nil
}
