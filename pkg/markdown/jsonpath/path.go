// Package jsonpath compiles and evaluates the paths of Markdown recipes: RFC
// 9535 without filters and functions, from the response's root, and a
// shorthand from the item at hand.
//
//	$.items[*].name    $['a b']    $..price    $.rows[0,2:5]    from the root
//	location.name      items[0].price    ['a b']    .           from the item
//
// In the shorthand a bare name may also hold `-` and `@`, which the RFC wants
// in brackets.
package jsonpath

import (
	"errors"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Path is a compiled path. It may be used by any number of goroutines.
type Path struct {
	text     string
	rooted   bool
	singular bool
	segments []segment
}

// segment takes one step down from each value found so far, or, as a
// descendant segment, from all that lies below as well.
type segment struct {
	descendant bool
	selectors  []selector
}

type kind uint8

const (
	byName kind = iota
	byIndex
	bySlice
	byWildcard
)

type selector struct {
	kind  kind
	name  string
	index int // byIndex; a negative one counts from the end

	from, to, step bound // bySlice
}

// bound is a part of a slice, which may be left out.
type bound struct {
	given bool
	n     int
}

// String is the path as it was written.
func (p *Path) String() string { return p.text }

// Rooted reports whether the path begins at the response's root.
func (p *Path) Rooted() bool { return p.rooted }

// Singular reports whether the path names at most one value: names and
// indexes only. Any other path gives a list.
func (p *Path) Singular() bool { return p.singular }

// Members gives the names that lead from the root to one place, where the
// path consists of nothing else; each says that a wildcard follows, which
// takes every item there. Such a path can be followed while a text is read.
func (p *Path) Members() (names []string, each, ok bool) {
	for i, s := range p.segments {
		if s.descendant || len(s.selectors) != 1 || each {
			return nil, false, false
		}
		switch sel := s.selectors[0]; {
		case sel.kind == byName:
			names = append(names, sel.name)
		case sel.kind == byWildcard && i == len(p.segments)-1:
			each = true
		default:
			return nil, false, false
		}
	}
	return names, each, true
}

// Trunk is the part of the path before its first segment that may find
// several values: `$.items` of `$.items[*].name`. It is singular.
func (p *Path) Trunk() *Path {
	trunk := &Path{rooted: p.rooted, singular: true}
	for _, s := range p.segments {
		if !s.singular() {
			break
		}
		trunk.segments = append(trunk.segments, s)
	}
	if len(trunk.segments) == len(p.segments) {
		return p
	}
	trunk.text = trunk.normal()
	return trunk
}

func (s *segment) singular() bool {
	return !s.descendant && len(s.selectors) == 1 && (s.selectors[0].kind == byName || s.selectors[0].kind == byIndex)
}

// everything reports the segment [*].
func (s *segment) everything() bool {
	return !s.descendant && len(s.selectors) == 1 && s.selectors[0].kind == byWildcard
}

// What one evaluation may find and look at: unions and descendant segments
// can come to the same value again and again.
const (
	maxFound  = 1_000_000
	maxVisits = 5_000_000
)

// ErrTooMany is the error of a path that finds or visits too many values.
var ErrTooMany = errors.New("the path finds more than 1,000,000 values, or looks at more than 5,000,000")

// Find gives the value that a singular path names; false where there is
// none. Of any other path it gives the list of what was found, which may be
// empty.
func (p *Path) Find(root, item jsonval.Value) (jsonval.Value, bool, error) {
	if p.singular {
		v, ok := p.one(root, item)
		return v, ok, nil
	}
	found, err := p.All(root, item)
	return jsonval.ArrayValue(found), true, err
}

// one follows a singular path.
func (p *Path) one(root, item jsonval.Value) (jsonval.Value, bool) {
	v, ok := item, true
	if p.rooted {
		v = root
	}
	for i := range p.segments {
		sel := &p.segments[i].selectors[0]
		if sel.kind == byName {
			v, ok = v.Get(sel.name)
		} else {
			v, ok = at(v, sel.index)
		}
		if !ok {
			return jsonval.Value{}, false
		}
	}
	return v, true
}

// Reach follows a singular path as far as it leads, and gives what stands
// there and the path to it.
func (p *Path) Reach(root, item jsonval.Value) (jsonval.Value, string) {
	v := item
	if p.rooted {
		v = root
	}
	reached := &Path{rooted: p.rooted}
	for i := range p.segments {
		next := &Path{segments: p.segments[i : i+1], singular: true}
		below, ok := next.one(v, v)
		if !ok {
			break
		}
		v = below
		reached.segments = p.segments[:i+1]
	}
	return v, reached.normal()
}

// at gives an item of an array.
func at(v jsonval.Value, i int) (jsonval.Value, bool) {
	items := v.Items()
	if i < 0 {
		i += len(items)
	}
	if i < 0 || i >= len(items) {
		return jsonval.Value{}, false
	}
	return items[i], true
}

// All gives every value that the path finds, in the order of the text. The
// caller must not change them.
func (p *Path) All(root, item jsonval.Value) ([]jsonval.Value, error) {
	start := item
	if p.rooted {
		start = root
	}
	e := evaluation{found: []jsonval.Value{start}}
	for i := range p.segments {
		if len(e.found) == 1 && e.found[0].Kind() == jsonval.Array && p.segments[i].everything() {
			e.found = e.found[0].Items() // as it is, however long
			continue
		}
		s := &p.segments[i]
		from := e.found
		e.found = nil
		for _, v := range from {
			if s.descendant {
				e.descend(s, v)
			} else {
				e.apply(s, v)
			}
			if e.tooMany {
				return nil, ErrTooMany
			}
		}
	}
	return e.found, nil
}

type evaluation struct {
	found   []jsonval.Value
	visits  int
	tooMany bool
}

// descend applies a segment to a value and to all below it, a value before
// its children. Values nest at most as deep as the JSON reader allows.
func (e *evaluation) descend(s *segment, v jsonval.Value) {
	if e.visits++; e.visits > maxVisits {
		e.tooMany = true
	}
	if e.tooMany || v.Len() == 0 {
		return
	}
	e.apply(s, v)
	for _, child := range v.Items() {
		e.descend(s, child)
	}
	members := v.Members()
	for i := range members {
		e.descend(s, members[i].Value)
	}
}

func (e *evaluation) apply(s *segment, v jsonval.Value) {
	for i := range s.selectors {
		if e.tooMany {
			return
		}
		switch sel := &s.selectors[i]; sel.kind {
		case byName:
			if m, ok := v.Get(sel.name); ok {
				e.add(m)
			}
		case byIndex:
			if m, ok := at(v, sel.index); ok {
				e.add(m)
			}
		case byWildcard:
			e.add(v.Items()...)
			members := v.Members()
			for i := range members {
				e.add(members[i].Value)
			}
		case bySlice:
			e.slice(sel, v.Items())
		}
	}
}

func (e *evaluation) add(found ...jsonval.Value) {
	if len(e.found)+len(found) > maxFound {
		e.tooMany = true
		return
	}
	e.found = append(e.found, found...)
}

// slice follows RFC 9535, 2.3.4.2.2.
func (e *evaluation) slice(sel *selector, items []jsonval.Value) {
	n, step := len(items), 1
	if sel.step.given {
		step = sel.step.n
	}
	if step == 0 || n == 0 {
		return
	}
	normal := func(b bound, otherwise int) int {
		switch {
		case !b.given:
			return otherwise
		case b.n < 0:
			return n + b.n
		}
		return b.n
	}
	if step > 0 {
		from := min(max(normal(sel.from, 0), 0), n)
		to := min(max(normal(sel.to, n), 0), n)
		for i := from; i < to; i += min(step, n) {
			e.add(items[i])
		}
		return
	}
	from := min(max(normal(sel.from, n-1), -1), n-1)
	to := min(max(normal(sel.to, -1), -1), n-1)
	if !sel.to.given {
		to = -1
	}
	for i := from; i > to; i += max(step, -n) {
		e.add(items[i])
	}
}
