package draft

import "github.com/wield-run/wield/pkg/jsonval"

// Closed reports whether the schema forbids the members that it does not list.
func (s *Schema) Closed() bool {
	seen := map[*Schema]bool{}
	var closed func(s *Schema) bool
	closed = func(s *Schema) bool {
		if s.Never || seen[s] {
			return s.Never
		}
		seen[s] = true
		if o := s.Object; o != nil && len(o.Patterns) == 0 &&
			(o.Additional != nil && o.Additional.Never || o.Unevaluated != nil && o.Unevaluated.Never) {
			return true
		}
		for next := range s.InPlace(true) {
			if closed(next) {
				return true
			}
		}
		return false
	}
	return closed(s)
}

// Possible are the types that a value may have.
func (s *Schema) Possible() Types {
	return possible(s, map[*Schema]Types{})
}

// possible is Possible; known has what was told of other schemas.
func possible(s *Schema, known map[*Schema]Types) Types {
	if t, ok := known[s]; ok {
		return t
	}
	if s.Never {
		return 0
	}
	t := anyType
	known[s] = t
	if s.Types != 0 {
		t &= s.Types.Widen()
	}
	if s.Const != nil {
		t &= typeOf(*s.Const)
	}
	if s.Enum != nil {
		var listed Types
		for _, v := range s.Enum {
			listed |= typeOf(v)
		}
		t &= listed
	}
	t = s.narrow(t, func(next *Schema) Types { return possible(next, known) })
	known[s] = t
	return t
}

// narrow narrows a set of types by the schemas that apply to the same value.
func (s *Schema) narrow(t Types, of func(*Schema) Types) Types {
	for next := range s.InPlace(true) {
		t &= of(next)
	}
	for _, union := range [...][]*Schema{s.AnyOf, s.OneOf} {
		if union == nil {
			continue
		}
		var some Types
		for _, b := range union {
			some |= of(b)
		}
		t &= some
	}
	return t
}

// typeOf is the type of a value, widened.
func typeOf(v jsonval.Value) Types { return Types(1 << v.Kind()).Widen() }

// PossibleItems are the types that the items of an array may have.
func (s *Schema) PossibleItems() Types {
	items, types := map[*Schema]Types{}, map[*Schema]Types{}
	var of func(s *Schema) Types
	of = func(s *Schema) Types {
		if t, ok := items[s]; ok {
			return t
		}
		t := anyType
		items[s] = t
		if a := s.Array; a != nil && a.Items != nil {
			t = possible(a.Items, types)
			for _, p := range a.Prefix {
				t |= possible(p, types)
			}
		}
		t = s.narrow(t, of)
		items[s] = t
		return t
	}
	return of(s)
}
