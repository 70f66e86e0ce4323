package jsonschema

import (
	"fmt"

	"github.com/wield-run/wield/pkg/jsonschema/internal/draft"
	"github.com/wield-run/wield/pkg/jsonschema/internal/say"
	"github.com/wield-run/wield/pkg/jsonval"
)

func (e *evaluation) array(s *draft.Schema, v jsonval.Value, seen *evaluated, known bool) bool {
	r, items := s.Array, v.Items()
	ok := true
	fail := func(keyword string, m mistake) bool {
		m.got = v
		e.report(s, keyword, m)
		ok = false
		return e.quiet
	}
	n := len(items)
	if n < r.MinItems && fail("minItems", mistake{want: fmt.Sprintf("have at least %s, and has %d", say.Count(r.MinItems, "item"), n)}) {
		return false
	}
	if r.MaxItems >= 0 && n > r.MaxItems && fail("maxItems", mistake{want: fmt.Sprintf("have at most %s, and has %d", say.Count(r.MaxItems, "item"), n)}) {
		return false
	}
	if r.Unique {
		if a, b, repeated := repeat(items); repeated &&
			fail("uniqueItems", mistake{want: fmt.Sprintf("have no item twice, but items %d and %d are equal", a, b)}) {
			return false
		}
	}
	if !e.items(s, items, seen, &ok) {
		return false
	}
	if r.Contains != nil && !e.contains(s, v, seen) {
		if ok = false; e.quiet {
			return false
		}
	}
	if r.Unevaluated != nil && known {
		for i := range items {
			if seen.has(i) {
				continue
			}
			if !e.child(r.Unevaluated, s, "unevaluatedItems", Step{Index: i}, i, items[i]) {
				if ok = false; e.quiet {
					return false
				}
			}
		}
		seen.markAll()
	}
	return ok
}

// items evaluates prefixItems and items. It is false when the evaluation is to
// end.
func (e *evaluation) items(s *draft.Schema, items []jsonval.Value, seen *evaluated, ok *bool) bool {
	r := s.Array
	for i := range items {
		schema, keyword := r.Items, "items"
		if i < len(r.Prefix) {
			schema, keyword = r.Prefix[i], "prefixItems"
		}
		if schema == nil {
			break
		}
		if schema.Never && keyword == "items" { // said once, of the array
			want := fmt.Sprintf("have at most %s, and has %d", say.Count(len(r.Prefix), "item"), len(items))
			e.report(s, keyword, mistake{want: want, got: jsonval.ArrayValue(items)})
			*ok = false
			return !e.quiet
		}
		if !e.child(schema, s, keyword, Step{Index: i}, i, items[i]) {
			if *ok = false; e.quiet {
				return false
			}
		}
	}
	if seen != nil {
		if r.Items != nil {
			seen.markAll()
		}
		seen.first = max(seen.first, min(len(r.Prefix), len(items)))
	}
	return true
}

func (e *evaluation) contains(s *draft.Schema, v jsonval.Value, seen *evaluated) bool {
	r, items := s.Array, v.Items()
	n := 0
	for i := range items {
		e.enter(Step{Index: i}, i)
		if e.isValid(r.Contains, items[i], nil) {
			n++
			seen.mark(i, len(items))
		}
		e.leave()
		if seen == nil && n >= r.MinContains && r.MaxContains < 0 {
			break
		}
	}
	switch {
	case e.err != nil:
	case n < r.MinContains:
		keyword := "contains"
		if r.MinContains > 1 {
			keyword = "minContains"
		}
		e.report(s, keyword, mistake{got: v, denied: r.Contains,
			want: fmt.Sprintf("have at least %s as %q describes, and has %d", say.Count(r.MinContains, "item"), "contains", n)})
		return false
	case r.MaxContains >= 0 && n > r.MaxContains:
		e.report(s, "maxContains", mistake{got: v, denied: r.Contains,
			want: fmt.Sprintf("have at most %s as %q describes, and has %d", say.Count(r.MaxContains, "item"), "contains", n)})
		return false
	}
	return true
}

// child evaluates a schema over a member or an item. Where the schema is
// `false` the mistake belongs to the keyword that holds it.
func (e *evaluation) child(schema, holder *draft.Schema, keyword string, step Step, place int, v jsonval.Value) bool {
	e.enter(step, place)
	ok := true
	if schema.Never && e.err == nil {
		e.forbidden(holder, keyword, step)
		ok = false
	} else {
		ok = e.check(schema, v, nil)
	}
	e.leave()
	return ok
}

// forbidden notes a member or an item that may not be there.
func (e *evaluation) forbidden(holder *draft.Schema, keyword string, step Step) {
	m := mistake{says: "is not allowed"}
	if step.Index < 0 {
		m.onName = true
		if keyword != "properties" {
			m.unknown = step.Name
		}
	}
	e.report(holder, keyword, m)
}

func (e *evaluation) object(s *draft.Schema, v jsonval.Value, seen *evaluated, known bool) bool {
	r, members := s.Object, v.Members()
	ok := e.counts(s, v)
	if !ok && e.quiet {
		return false
	}
	for i := range members {
		if !e.member(s, members, i, seen) {
			if ok = false; e.quiet {
				return false
			}
		}
	}
	if r.Additional != nil {
		seen.markAll()
	}
	if r.Unevaluated != nil && known {
		for i := range members {
			if seen.has(i) {
				continue
			}
			if !e.child(r.Unevaluated, s, "unevaluatedProperties", Step{members[i].Key, -1}, i, members[i].Value) {
				if ok = false; e.quiet {
					return false
				}
			}
		}
		seen.markAll()
	}
	return ok
}

// counts evaluates what must be there: required, dependentRequired and the
// numbers of members.
func (e *evaluation) counts(s *draft.Schema, v jsonval.Value) bool {
	r := s.Object
	ok := true
	fail := func(keyword string, m mistake) bool {
		m.got = v
		e.report(s, keyword, m)
		ok = false
		return e.quiet
	}
	for _, name := range r.Required {
		if _, given := v.Get(name); !given && fail("required", mistake{missing: name}) {
			return false
		}
	}
	for _, d := range r.DependentRequired {
		if _, given := v.Get(d.Name); !given {
			continue
		}
		for _, name := range d.Required {
			if _, given := v.Get(name); !given && fail("dependentRequired", mistake{missing: name, because: d.Name}) {
				return false
			}
		}
	}
	n := v.Len()
	if n < r.MinProperties && fail("minProperties", mistake{want: fmt.Sprintf("have at least %s, and has %d", say.Count(r.MinProperties, "member"), n)}) {
		return false
	}
	if r.MaxProperties >= 0 && n > r.MaxProperties {
		fail("maxProperties", mistake{want: fmt.Sprintf("have at most %s, and has %d", say.Count(r.MaxProperties, "member"), n)})
	}
	return ok
}

// member evaluates what applies to one member of an object.
func (e *evaluation) member(s *draft.Schema, members []jsonval.Member, i int, seen *evaluated) bool {
	r, m := s.Object, &members[i]
	step := Step{m.Key, -1}
	ok, matched := true, false
	end := func(fit bool) bool {
		ok = ok && fit
		return !ok && e.quiet
	}
	if r.Names != nil {
		if end(e.name(s, step, i)) {
			return false
		}
	}
	if schema := r.Find(m.Key); schema != nil {
		matched = true
		seen.mark(i, len(members))
		if end(e.child(schema, s, "properties", step, i, m.Value)) {
			return false
		}
	}
	for _, p := range r.Patterns {
		if !e.matches(p.Pattern, m.Key) {
			continue
		}
		matched = true
		seen.mark(i, len(members))
		if end(e.child(p.Schema, s, "patternProperties", step, i, m.Value)) {
			return false
		}
	}
	if !matched && r.Additional != nil {
		end(e.child(r.Additional, s, "additionalProperties", step, i, m.Value))
	}
	return ok
}

// name evaluates propertyNames for one member. What is wrong is said of the
// name, at the name.
func (e *evaluation) name(s *draft.Schema, step Step, place int) bool {
	name := jsonval.StringValue(step.Name)
	if e.quiet || e.isValid(s.Object.Names, name, nil) {
		return e.check(s.Object.Names, name, nil)
	}
	e.enter(step, place)
	if s.Object.Names.Never {
		e.forbidden(s, "propertyNames", step)
	} else {
		first := len(e.mistakes)
		e.check(s.Object.Names, name, nil)
		for i := first; i < len(e.mistakes); i++ {
			e.mistakes[i].onName = true
		}
	}
	e.leave()
	return false
}
