package jsonschema

import (
	"fmt"

	"github.com/wield-run/wield/pkg/jsonval"
)

func (e *evaluation) array(s *subschema, v jsonval.Value, seen *evaluated, known bool) bool {
	r, items := s.array, v.Items()
	ok := true
	fail := func(keyword string, m mistake) bool {
		m.got = v
		e.report(s, keyword, m)
		ok = false
		return e.quiet
	}
	n := len(items)
	if n < r.minItems && fail("minItems", mistake{want: fmt.Sprintf("have at least %s, and has %d", count(r.minItems, "item"), n)}) {
		return false
	}
	if r.maxItems >= 0 && n > r.maxItems && fail("maxItems", mistake{want: fmt.Sprintf("have at most %s, and has %d", count(r.maxItems, "item"), n)}) {
		return false
	}
	if r.unique {
		if a, b, repeated := repeat(items); repeated &&
			fail("uniqueItems", mistake{want: fmt.Sprintf("have no item twice, but items %d and %d are equal", a, b)}) {
			return false
		}
	}
	if !e.items(s, items, seen, &ok) {
		return false
	}
	if r.contains != nil && !e.contains(s, v, seen) {
		if ok = false; e.quiet {
			return false
		}
	}
	if r.unevaluated != nil && known {
		for i := range items {
			if seen.has(i) {
				continue
			}
			if !e.child(r.unevaluated, s, "unevaluatedItems", Step{Index: i}, i, items[i]) {
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
func (e *evaluation) items(s *subschema, items []jsonval.Value, seen *evaluated, ok *bool) bool {
	r := s.array
	for i := range items {
		schema, keyword := r.items, "items"
		if i < len(r.prefix) {
			schema, keyword = r.prefix[i], "prefixItems"
		}
		if schema == nil {
			break
		}
		if !e.child(schema, s, keyword, Step{Index: i}, i, items[i]) {
			if *ok = false; e.quiet {
				return false
			}
		}
	}
	if seen != nil {
		if r.items != nil {
			seen.markAll()
		}
		seen.first = max(seen.first, min(len(r.prefix), len(items)))
	}
	return true
}

func (e *evaluation) contains(s *subschema, v jsonval.Value, seen *evaluated) bool {
	r, items := s.array, v.Items()
	n := 0
	for i := range items {
		e.enter(Step{Index: i}, i)
		if e.isValid(r.contains, items[i], nil) {
			n++
			seen.mark(i, len(items))
		}
		e.leave()
		if seen == nil && n >= r.minContains && r.maxContains < 0 {
			break
		}
	}
	switch {
	case e.err != nil:
	case n < r.minContains:
		keyword := "contains"
		if r.minContains > 1 {
			keyword = "minContains"
		}
		e.report(s, keyword, mistake{got: v, denied: r.contains,
			want: fmt.Sprintf("have at least %s that fits %q, and has %d", count(r.minContains, "item"), "contains", n)})
		return false
	case r.maxContains >= 0 && n > r.maxContains:
		e.report(s, "maxContains", mistake{got: v, denied: r.contains,
			want: fmt.Sprintf("have at most %s that fits %q, and has %d", count(r.maxContains, "item"), "contains", n)})
		return false
	}
	return true
}

// child evaluates a schema over a member or an item. Where the schema is
// `false` the mistake belongs to the keyword that holds it.
func (e *evaluation) child(schema, holder *subschema, keyword string, step Step, place int, v jsonval.Value) bool {
	e.enter(step, place)
	ok := true
	if schema.never && e.err == nil {
		e.forbidden(holder, keyword, step)
		ok = false
	} else {
		ok = e.check(schema, v, nil)
	}
	e.leave()
	return ok
}

// forbidden notes a member or an item that may not be there.
func (e *evaluation) forbidden(holder *subschema, keyword string, step Step) {
	m := mistake{says: "is not allowed"}
	if step.Index < 0 {
		m.onName = true
		if keyword != "properties" {
			m.unknown = step.Name
		}
	} else if keyword == "items" {
		m.says = fmt.Sprintf("is one item too many: there may be %d", len(holder.array.prefix))
	}
	e.report(holder, keyword, m)
}

func (e *evaluation) object(s *subschema, v jsonval.Value, seen *evaluated, known bool) bool {
	r, members := s.object, v.Members()
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
	if r.additional != nil {
		seen.markAll()
	}
	if r.unevaluated != nil && known {
		for i := range members {
			if seen.has(i) {
				continue
			}
			if !e.child(r.unevaluated, s, "unevaluatedProperties", Step{members[i].Key, -1}, i, members[i].Value) {
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
func (e *evaluation) counts(s *subschema, v jsonval.Value) bool {
	r := s.object
	ok := true
	fail := func(keyword string, m mistake) bool {
		m.got = v
		e.report(s, keyword, m)
		ok = false
		return e.quiet
	}
	for _, name := range r.required {
		if _, given := v.Get(name); !given && fail("required", mistake{missing: name}) {
			return false
		}
	}
	for _, d := range r.dependentRequired {
		if _, given := v.Get(d.name); !given {
			continue
		}
		for _, name := range d.required {
			if _, given := v.Get(name); !given && fail("dependentRequired", mistake{missing: name, because: d.name}) {
				return false
			}
		}
	}
	n := v.Len()
	if n < r.minProperties && fail("minProperties", mistake{want: fmt.Sprintf("have at least %s, and has %d", count(r.minProperties, "member"), n)}) {
		return false
	}
	if r.maxProperties >= 0 && n > r.maxProperties {
		fail("maxProperties", mistake{want: fmt.Sprintf("have at most %s, and has %d", count(r.maxProperties, "member"), n)})
	}
	return ok
}

// member evaluates what applies to one member of an object.
func (e *evaluation) member(s *subschema, members []jsonval.Member, i int, seen *evaluated) bool {
	r, m := s.object, &members[i]
	step := Step{m.Key, -1}
	ok, matched := true, false
	end := func(fit bool) bool {
		ok = ok && fit
		return !ok && e.quiet
	}
	if r.names != nil {
		if end(e.name(s, step, i)) {
			return false
		}
	}
	if schema := r.find(m.Key); schema != nil {
		matched = true
		seen.mark(i, len(members))
		if end(e.child(schema, s, "properties", step, i, m.Value)) {
			return false
		}
	}
	for _, p := range r.patterns {
		if !e.matches(p.pattern, m.Key) {
			continue
		}
		matched = true
		seen.mark(i, len(members))
		if end(e.child(p.schema, s, "patternProperties", step, i, m.Value)) {
			return false
		}
	}
	if !matched && r.additional != nil {
		end(e.child(r.additional, s, "additionalProperties", step, i, m.Value))
	}
	return ok
}

// name evaluates propertyNames for one member. What is wrong is said of the
// name, at the name.
func (e *evaluation) name(s *subschema, step Step, place int) bool {
	name := jsonval.StringValue(step.Name)
	if e.quiet || e.isValid(s.object.names, name, nil) {
		return e.check(s.object.names, name, nil)
	}
	e.enter(step, place)
	if s.object.names.never {
		e.forbidden(s, "propertyNames", step)
	} else {
		first := len(e.mistakes)
		e.check(s.object.names, name, nil)
		for i := first; i < len(e.mistakes); i++ {
			e.mistakes[i].onName = true
		}
	}
	e.leave()
	return false
}
