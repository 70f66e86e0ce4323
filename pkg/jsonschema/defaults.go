package jsonschema

import (
	"slices"

	"github.com/wield-run/wield/pkg/jsonschema/internal/draft"
	"github.com/wield-run/wield/pkg/jsonval"
)

// maxFillDepth bounds how deep defaults are filled in. Compile reports a
// default that calls for more.
const maxFillDepth = 5_000

// maxFillSteps bounds how many schemas are applied to fill defaults in.
const maxFillSteps = 1_000_000

// FillDefaults gives the value with the defaults of missing members: those
// that stand in `properties`, also behind references, in allOf, then, else and
// dependentSchemas, and inside of the members and items that are there. A
// member that is null or "" is not missing. Filled members follow the others,
// in JavaScript's order of members; where two defaults could fill a member the
// first wins, those of `$ref` and allOf before those beside them. The value
// itself stays as it is, and need not be valid.
func (s *Schema) FillDefaults(v jsonval.Value) jsonval.Value {
	f := &filler{steps: maxFillSteps}
	return f.fill(s.root, v, 0)
}

// filler fills in defaults in the order in which ajv does.
type filler struct {
	scope   []*draft.Resource
	steps   int // that are left
	endless bool
}

func (f *filler) fill(s *draft.Schema, v jsonval.Value, depth int) jsonval.Value {
	if f.steps--; depth > maxFillDepth || f.steps < 0 {
		f.endless = true
		return v
	}
	if v.Kind() != jsonval.Object && v.Kind() != jsonval.Array {
		return v
	}
	f.scope = append(f.scope, s.Resource)
	defer func() { f.scope = f.scope[:len(f.scope)-1] }()
	if s.Dynamic != nil {
		e := evaluation{scope: f.scope}
		v = f.fill(e.dynamicTarget(s.Dynamic), v, depth+1)
	}
	if s.Ref != nil {
		v = f.fill(s.Ref, v, depth+1)
	}
	for _, branch := range s.AllOf {
		v = f.fill(branch, v, depth+1)
	}
	if s.If != nil && (s.Then != nil || s.Else != nil) {
		branch := s.Else
		e := evaluation{scope: slices.Clone(f.scope), quiet: true, formats: true, steps: maxOwnSteps}
		if e.check(s.If, v, nil) {
			branch = s.Then
		}
		if branch != nil {
			v = f.fill(branch, v, depth+1)
		}
	}
	if s.Array != nil && v.Kind() == jsonval.Array {
		v = f.items(s, v, depth+1)
	}
	if s.Object != nil && v.Kind() == jsonval.Object {
		v = f.members(s, v, depth+1)
	}
	return v
}

func (f *filler) items(s *draft.Schema, v jsonval.Value, depth int) jsonval.Value {
	var seen *evaluated
	if s.Array.Unevaluated != nil {
		seen = f.look(s, v)
	}
	items := v.Items()
	changed := false
	for i := range items {
		schema := s.Array.Items
		if i < len(s.Array.Prefix) {
			schema = s.Array.Prefix[i]
		}
		if schema == nil && seen != nil && !seen.has(i) {
			schema = s.Array.Unevaluated
		}
		if schema == nil {
			continue
		}
		item := f.fill(schema, items[i], depth)
		if same(item, items[i]) {
			continue
		}
		if !changed {
			items, changed = slices.Clone(items), true
		}
		items[i] = item
	}
	if !changed {
		return v
	}
	return jsonval.ArrayValue(items)
}

func (f *filler) members(s *draft.Schema, v jsonval.Value, depth int) jsonval.Value {
	o := s.Object
	members := v.Members()
	changed := false
	own := func() { // before the first change
		if !changed {
			members, changed = slices.Clone(members), true
		}
	}
	for _, p := range o.Properties {
		if p.Schema.DefaultAt == nil {
			continue
		}
		if _, given := v.Get(p.Name); !given {
			own()
			members = append(members, jsonval.Member{Key: p.Name, Value: p.Schema.DefaultAt.Value()})
		}
	}
	var few [4]*draft.Schema
	for i := range members {
		for _, schema := range schemasOf(few[:0], o, members[i].Key) {
			value := f.fill(schema, members[i].Value, depth)
			if !same(value, members[i].Value) {
				own()
				members[i].Value = value
			}
		}
	}
	if changed {
		v = jsonval.ObjectValue(members)
	}
	for _, d := range o.DependentSchemas {
		if _, given := v.Get(d.Name); given {
			v = f.fill(d.Schema, v, depth)
		}
	}
	if o.Unevaluated == nil {
		return v
	}
	seen := f.look(s, v)
	members, changed = v.Members(), false
	for i := range members {
		if seen.has(i) {
			continue
		}
		if value := f.fill(o.Unevaluated, members[i].Value, depth); !same(value, members[i].Value) {
			own()
			members[i].Value = value
		}
	}
	if changed {
		v = jsonval.ObjectValue(members)
	}
	return v
}

// schemasOf appends the schemas of a member to an empty list.
func schemasOf(all []*draft.Schema, o *draft.ObjectRules, name string) []*draft.Schema {
	if s := o.Find(name); s != nil {
		all = append(all, s)
	}
	for _, p := range o.Patterns {
		if ok, err := p.Pattern.Match(name); ok && err == nil {
			all = append(all, p.Schema)
		}
	}
	if len(all) == 0 && o.Additional != nil {
		all = append(all, o.Additional)
	}
	return all
}

// look tells which members or items the keywords of a schema look at, but for
// the unevaluated ones.
func (f *filler) look(s *draft.Schema, v jsonval.Value) *evaluated {
	bare := *s
	if s.Array != nil {
		array := *s.Array
		array.Unevaluated = nil
		bare.Array = &array
	}
	if s.Object != nil {
		object := *s.Object
		object.Unevaluated = nil
		bare.Object = &object
	}
	seen := &evaluated{}
	e := evaluation{scope: slices.Clone(f.scope), formats: true, steps: maxOwnSteps}
	e.keywords(&bare, v, seen)
	return seen
}

// same reports whether a value is the very same, which is so where nothing was
// filled in.
func same(a, b jsonval.Value) bool {
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false
	}
	switch a.Kind() {
	case jsonval.Array:
		return a.Len() == 0 || &a.Items()[0] == &b.Items()[0]
	case jsonval.Object:
		return a.Len() == 0 || &a.Members()[0] == &b.Members()[0]
	}
	return true
}
