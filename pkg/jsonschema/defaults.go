package jsonschema

import (
	"slices"

	"github.com/wield-run/wield/pkg/jsonval"
)

// maxFilled bounds how many defaults are filled in, and maxFillDepth how deep.
// Compile reports a default that would need more.
const (
	maxFilled    = 100_000
	maxFillDepth = 5_000
)

// FillDefaults gives the value with the defaults of missing members: those
// that stand in `properties`, also behind references, in allOf, then, else and
// dependentSchemas, and inside of the members and items that are there. A
// member that is null or "" is not missing. Filled members follow the others,
// in JavaScript's order of members; where two defaults could fill a member the
// first wins, those of `$ref` and allOf before those beside them. The value
// itself stays as it is, and need not be valid.
func (s *Schema) FillDefaults(v jsonval.Value) jsonval.Value {
	f := &filler{}
	return f.fill(s.root, v, 0)
}

// filler fills in defaults in the order in which ajv does.
type filler struct {
	scope   []*resource
	filled  int
	endless bool
}

func (f *filler) fill(s *subschema, v jsonval.Value, depth int) jsonval.Value {
	if depth > maxFillDepth || f.filled > maxFilled {
		f.endless = true
		return v
	}
	if v.Kind() != jsonval.Object && v.Kind() != jsonval.Array {
		return v
	}
	f.scope = append(f.scope, s.resource)
	defer func() { f.scope = f.scope[:len(f.scope)-1] }()
	if s.dynamic != nil {
		e := evaluation{scope: f.scope}
		v = f.fill(e.dynamicTarget(s.dynamic), v, depth+1)
	}
	if s.ref != nil {
		v = f.fill(s.ref, v, depth+1)
	}
	for _, branch := range s.allOf {
		v = f.fill(branch, v, depth+1)
	}
	if s.condition != nil && (s.then != nil || s.otherwise != nil) {
		branch := s.otherwise
		e := evaluation{scope: slices.Clone(f.scope), quiet: true, formats: true}
		if e.check(s.condition, v, nil) {
			branch = s.then
		}
		if branch != nil {
			v = f.fill(branch, v, depth+1)
		}
	}
	if s.array != nil && v.Kind() == jsonval.Array {
		v = f.items(s, v, depth+1)
	}
	if s.object != nil && v.Kind() == jsonval.Object {
		v = f.members(s, v, depth+1)
	}
	return v
}

func (f *filler) items(s *subschema, v jsonval.Value, depth int) jsonval.Value {
	var seen *evaluated
	if s.array.unevaluated != nil {
		seen = f.look(s, v)
	}
	items := v.Items()
	changed := false
	for i := range items {
		schema := s.array.items
		if i < len(s.array.prefix) {
			schema = s.array.prefix[i]
		}
		if schema == nil && seen != nil && !seen.has(i) {
			schema = s.array.unevaluated
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

func (f *filler) members(s *subschema, v jsonval.Value, depth int) jsonval.Value {
	o := s.object
	members := v.Members()
	changed := false
	own := func() { // before the first change
		if !changed {
			members, changed = slices.Clone(members), true
		}
	}
	for _, p := range o.properties {
		if p.schema.defaultAt == nil {
			continue
		}
		if _, given := v.Get(p.name); !given {
			own()
			f.filled++
			members = append(members, jsonval.Member{Key: p.name, Value: p.schema.defaultAt.Value()})
		}
	}
	for i := range members {
		for _, schema := range o.schemasOf(members[i].Key) {
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
	for _, d := range o.dependentSchemas {
		if _, given := v.Get(d.name); given {
			v = f.fill(d.schema, v, depth)
		}
	}
	if o.unevaluated == nil {
		return v
	}
	seen := f.look(s, v)
	members, changed = v.Members(), false
	for i := range members {
		if seen.has(i) {
			continue
		}
		if value := f.fill(o.unevaluated, members[i].Value, depth); !same(value, members[i].Value) {
			own()
			members[i].Value = value
		}
	}
	if changed {
		v = jsonval.ObjectValue(members)
	}
	return v
}

// schemasOf are the schemas of a member.
func (o *objectRules) schemasOf(name string) []*subschema {
	var all []*subschema
	if s := o.find(name); s != nil {
		all = append(all, s)
	}
	for _, p := range o.patterns {
		if ok, err := p.pattern.Match(name); ok && err == nil {
			all = append(all, p.schema)
		}
	}
	if all == nil && o.additional != nil {
		all = append(all, o.additional)
	}
	return all
}

// look tells which members or items the keywords of a schema look at, but for
// the unevaluated ones.
func (f *filler) look(s *subschema, v jsonval.Value) *evaluated {
	bare := *s
	if s.array != nil {
		array := *s.array
		array.unevaluated = nil
		bare.array = &array
	}
	if s.object != nil {
		object := *s.object
		object.unevaluated = nil
		bare.object = &object
	}
	seen := &evaluated{}
	e := evaluation{scope: slices.Clone(f.scope), formats: true}
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
