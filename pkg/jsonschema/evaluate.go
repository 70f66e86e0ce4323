package jsonschema

import (
	"fmt"

	"github.com/wield-run/wield/pkg/jsonschema/internal/draft"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/regex"
)

// maxNesting bounds the depth of an evaluation: of the instance, times that of
// the schemas on the way.
const maxNesting = 20_000

// maxSteps bounds the number of schemas that an evaluation applies. Branches
// that each lead to the same schema again double it with every level.
const maxSteps = 5_000_000

// maxOwnSteps is maxSteps for all values together that a schema gives itself.
const maxOwnSteps = 200_000

// evaluation is one run of a schema over an instance. Formats are asserted
// where formats is set.
type evaluation struct {
	path     []Step
	order    []int             // of each step, the place among its siblings
	scope    []*draft.Resource // resources on the way, the outermost first
	mistakes []mistake
	quiet    bool // only whether the value is valid: no mistakes, and no more than the first
	depth    int
	steps    int   // that are left
	err      error // it is not known whether the value is valid
	formats  bool  // formats are asserted
}

// WorkError tells that it is not known whether a value is valid, since the
// schema leads from one schema to the next without end, or to too many.
type WorkError struct {
	Pointer       string // into the instance
	SchemaPointer string
}

// Error is one sentence.
func (e *WorkError) Error() string {
	return fmt.Sprintf("the schema at %q takes too much work on the value at %q", e.SchemaPointer, e.Pointer)
}

// evaluated notes which members or items of one object or array some schema
// has looked at, for unevaluatedProperties and unevaluatedItems.
type evaluated struct {
	all   bool
	first int // items before this one
	some  []bool
}

func (s *evaluated) mark(i, n int) {
	if s == nil || s.all {
		return
	}
	if s.some == nil {
		s.some = make([]bool, n)
	}
	s.some[i] = true
}

func (s *evaluated) markAll() {
	if s != nil {
		s.all = true
	}
}

func (s *evaluated) has(i int) bool {
	return s.all || i < s.first || s.some != nil && s.some[i]
}

// merge adds what another has seen of the same value.
func (s *evaluated) merge(other *evaluated) {
	if s == nil || other == nil {
		return
	}
	s.all = s.all || other.all
	s.first = max(s.first, other.first)
	for i, seen := range other.some {
		if seen {
			s.mark(i, len(other.some))
		}
	}
}

// child begins a note for a branch whose findings may not count; nil where
// nobody asks.
func (s *evaluated) child() *evaluated {
	if s == nil {
		return nil
	}
	return &evaluated{}
}

// check evaluates a schema over a value, and reports whether it is valid. In a
// loud evaluation every mistake is noted; in a quiet one it ends at the first.
// What it looks at in an object or array is marked in seen, which may be nil.
func (e *evaluation) check(s *draft.Schema, v jsonval.Value, seen *evaluated) bool {
	if e.err != nil {
		return true
	}
	if s.Never {
		e.report(s, "", mistake{says: "is not allowed"})
		return false
	}
	e.depth++
	if e.steps--; e.depth > maxNesting || e.steps < 0 {
		e.err = &WorkError{Pointer: pointerOf(e.path), SchemaPointer: s.Pointer("")}
		return true
	}
	scope := len(e.scope)
	if scope == 0 || e.scope[scope-1] != s.Resource {
		e.scope = append(e.scope, s.Resource)
	}
	outer := seen
	if s.Array != nil && s.Array.Unevaluated != nil || s.Object != nil && s.Object.Unevaluated != nil {
		seen = &evaluated{}
	}
	ok := e.keywords(s, v, seen)
	if seen != outer {
		outer.merge(seen)
	}
	e.scope = e.scope[:scope]
	e.depth--
	return ok
}

// keywords evaluates the keywords of a schema object.
func (e *evaluation) keywords(s *draft.Schema, v jsonval.Value, seen *evaluated) bool {
	ok := true
	if s.Types != 0 && !s.Types.Match(v) {
		e.report(s, "type", mistake{types: s.Types, got: v})
		if e.quiet {
			return false
		}
		ok = false
	}
	// A value of the wrong type needs no list of the right values besides.
	if ok && !e.values(s, v) {
		if e.quiet {
			return false
		}
		ok = false
	}
	known, fit := e.inPlace(s, v, seen)
	if !fit {
		if e.quiet {
			return false
		}
		ok = false
	}
	fit = true
	switch v.Kind() {
	case jsonval.Number:
		fit = s.Number == nil || e.number(s, v)
	case jsonval.String:
		fit = s.Text == nil || e.text(s, v)
	case jsonval.Array:
		fit = s.Array == nil || e.array(s, v, seen, known)
	case jsonval.Object:
		fit = s.Object == nil || e.object(s, v, seen, known)
	}
	return ok && fit
}

// values evaluates const and enum.
func (e *evaluation) values(s *draft.Schema, v jsonval.Value) bool {
	if s.Const != nil && !jsonval.Equal(*s.Const, v) {
		e.report(s, "const", mistake{allowed: []jsonval.Value{*s.Const}, got: v})
		return false
	}
	if s.Enum != nil {
		for i := range s.Enum {
			if jsonval.Equal(s.Enum[i], v) {
				return true
			}
		}
		e.report(s, "enum", mistake{allowed: s.Enum, got: v})
		return false
	}
	return true
}

// inPlace evaluates the schemas that apply to the value itself. It is known
// which members they have looked at unless all branches of a union failed.
func (e *evaluation) inPlace(s *draft.Schema, v jsonval.Value, seen *evaluated) (known, ok bool) {
	known, ok = true, true
	fail := func() bool { // whether to end
		ok = false
		return e.quiet
	}
	if s.Ref != nil && !e.check(s.Ref, v, seen) && fail() {
		return
	}
	if s.Dynamic != nil && !e.check(e.dynamicTarget(s.Dynamic), v, seen) && fail() {
		return
	}
	for _, branch := range s.AllOf {
		if !e.check(branch, v, seen) && fail() {
			return
		}
	}
	if s.AnyOf != nil && !e.anyOf(s, v, seen) {
		if known = false; fail() {
			return
		}
	}
	if s.OneOf != nil && !e.oneOf(s, v, seen) {
		if known = false; fail() {
			return
		}
	}
	if s.Not != nil && e.isValid(s.Not, v, nil) && e.err == nil {
		e.report(s, "not", mistake{got: v, denied: s.Not})
		if fail() {
			return
		}
	}
	if s.If != nil && (s.Then != nil || s.Else != nil || seen != nil) {
		inner := seen.child()
		branch := s.Else
		if e.isValid(s.If, v, inner) {
			seen.merge(inner)
			branch = s.Then
		}
		if branch != nil && !e.check(branch, v, seen) && fail() {
			return
		}
	}
	if s.Object != nil {
		for _, d := range s.Object.DependentSchemas {
			if _, given := v.Get(d.Name); given && !e.check(d.Schema, v, seen) && fail() {
				return
			}
		}
	}
	return
}

// dynamicTarget finds what a $dynamicRef means here.
func (e *evaluation) dynamicTarget(d *draft.DynamicRef) *draft.Schema {
	if d.Anchor != "" {
		for _, r := range e.scope {
			if s := r.Dynamic[d.Anchor]; s != nil {
				return s
			}
		}
	}
	return d.Initial
}

// isValid evaluates quietly.
func (e *evaluation) isValid(s *draft.Schema, v jsonval.Value, seen *evaluated) bool {
	quiet := e.quiet
	e.quiet = true
	ok := e.check(s, v, seen)
	e.quiet = quiet
	return ok
}

func (e *evaluation) anyOf(s *draft.Schema, v jsonval.Value, seen *evaluated) bool {
	valid := false
	for _, branch := range s.AnyOf {
		inner := seen.child()
		if e.isValid(branch, v, inner) {
			if valid = true; seen == nil {
				return true
			}
			seen.merge(inner)
		}
	}
	if !valid && !e.quiet {
		e.union(s, "anyOf", s.AnyOf, v)
	}
	return valid
}

func (e *evaluation) oneOf(s *draft.Schema, v jsonval.Value, seen *evaluated) bool {
	var fits []int
	for i, branch := range s.OneOf {
		inner := seen.child()
		if e.isValid(branch, v, inner) {
			seen.merge(inner)
			if fits = append(fits, i); len(fits) > 1 && e.quiet {
				return false
			}
		}
	}
	switch {
	case len(fits) == 1 || e.err != nil:
		return true
	case len(fits) > 1:
		e.report(s, "oneOf", mistake{says: "fits " + alternatives(s.OneOf, fits) + ", and must fit exactly one alternative"})
	case !e.quiet:
		e.union(s, "oneOf", s.OneOf, v)
	}
	return false
}

// matches tries a pattern; where that cannot be told the evaluation ends.
func (e *evaluation) matches(r *regex.Regexp, text string) bool {
	ok, err := r.Match(text)
	if err != nil {
		if e.err == nil {
			e.err = fmt.Errorf("%s: %w", subject(e.path, "the value"), err)
		}
		return true
	}
	return ok
}

// enter goes into a member or an item; place is its place among its siblings.
func (e *evaluation) enter(step Step, place int) {
	e.path = append(e.path, step)
	e.order = append(e.order, place)
}

func (e *evaluation) leave() {
	e.path = e.path[:len(e.path)-1]
	e.order = e.order[:len(e.order)-1]
}
