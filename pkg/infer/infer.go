// Package infer tells from samples what holds of them: a JSON Schema, and
// checks that a later answer of the same kind passes too.
//
// Samples show what there is, not what there may be, so what is inferred is
// kept wide: lengths are rounded up, and a number has no bounds.
package infer

import (
	"math"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Schema gives a JSON Schema (draft 2020-12) that every sample fits. Members
// stand in the order in which they are met first. An object is closed and
// requires the members that all samples of it have; one whose keys are data
// (numbers, or more than 200) says what its values are. Texts have a
// maxLength and lists a maxItems, far above what was seen; a text has a format
// where all samples of it agree. Of what was null in every sample, and without
// samples, nothing is said: the schema is {}.
func Schema(values ...jsonval.Value) jsonval.Value {
	s := &shape{}
	for _, v := range values {
		s.add(v, "", 0)
	}
	return s.schema(0)
}

// maxDepth is how deep a schema says what values are; below it gives their
// type alone.
const maxDepth = 24

// maxMembers is how many members an object has that are named one by one.
const maxMembers = 200

// shape is what samples of one place have in common.
type shape struct {
	seen  [jsonval.Object + 1]int // samples by kind
	text  texts
	float bool // a number that is not whole
	huge  bool // a number that JavaScript reads as Infinity, which is of no type

	items   *shape // of all items of all arrays
	longest int    // of the arrays

	members []*member // of all objects, in the order in which they were met
	index   map[string]*member
	values  *shape // of the members of an object whose keys are data
}

// member is what samples of one member have in common.
type member struct {
	name string
	shape
	count int // how many objects have it
}

// add takes a sample into account; name is that of the member which it is.
func (s *shape) add(v jsonval.Value, name string, depth int) {
	s.seen[v.Kind()]++
	switch v.Kind() {
	case jsonval.Number:
		s.huge = s.huge || math.IsInf(v.Float(), 0)
		s.float = s.float || Measure(name) || v.Float() != math.Trunc(v.Float()) || math.Abs(v.Float()) > 1<<53
	case jsonval.String:
		s.text.add(v.Str())
	case jsonval.Array:
		s.longest = max(s.longest, v.Len())
		if depth < maxDepth {
			s.items = orNew(s.items)
			for _, item := range v.Items() {
				s.items.add(item, name, depth+1)
			}
		}
	case jsonval.Object:
		if depth < maxDepth {
			s.object(v, depth)
		}
	}
}

func (s *shape) object(v jsonval.Value, depth int) {
	if s.values == nil && keyed(v) || len(s.members) > maxMembers {
		s.unname()
	}
	if s.values != nil {
		for _, m := range v.Members() {
			s.values.add(m.Value, "", depth+1)
		}
		return
	}
	for _, m := range v.Members() {
		known := s.member(m.Key)
		known.count++
		known.add(m.Value, m.Key, depth+1)
	}
}

// member gives what is known of a member, of one that is new nothing.
func (s *shape) member(name string) *member {
	known := s.index[name]
	if known == nil {
		if s.index == nil {
			s.index = map[string]*member{}
		}
		known = &member{name: name}
		s.index[name] = known
		s.members = append(s.members, known)
	}
	return known
}

// unname takes the names of members for data, which they were all along.
func (s *shape) unname() {
	s.values = orNew(s.values)
	for _, m := range s.members {
		s.values.merge(&m.shape)
	}
	s.members, s.index = nil, nil
}

// merge takes what another place showed into account.
func (s *shape) merge(o *shape) {
	for kind, n := range o.seen {
		s.seen[kind] += n
	}
	s.float = s.float || o.float
	s.huge = s.huge || o.huge
	s.text.merge(&o.text)
	s.longest = max(s.longest, o.longest)
	if o.items != nil {
		s.items = orNew(s.items)
		s.items.merge(o.items)
	}
	if o.values != nil {
		s.unname()
		s.values.merge(o.values)
	}
	for _, m := range o.members {
		if s.values != nil {
			s.values.merge(&m.shape)
			continue
		}
		known := s.member(m.name)
		known.count += m.count
		known.merge(&m.shape)
	}
}

func orNew(s *shape) *shape {
	if s == nil {
		return &shape{}
	}
	return s
}

// keyed reports whether the keys of an object are data: all begin with a
// digit, or there are very many.
func keyed(v jsonval.Value) bool {
	if v.Len() > maxMembers {
		return true
	}
	for _, m := range v.Members() {
		if m.Key == "" || m.Key[0] < '0' || m.Key[0] > '9' {
			return false
		}
	}
	return v.Len() > 0
}
