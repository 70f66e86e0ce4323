package draft

import (
	"math"

	"github.com/wield-run/wield/pkg/jsonschema/internal/say"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Types is a set of JSON types.
type Types uint8

// integers is the type "integer" in a set of types; the other members are the
// kinds of values.
const integers Types = 1 << 6

const anyType Types = integers | 1<<jsonval.Null | 1<<jsonval.Bool | 1<<jsonval.Number | 1<<jsonval.String | 1<<jsonval.Array | 1<<jsonval.Object

// Has reports whether the set has the type of a kind of value. "integer" is
// the type of a number.
func (t Types) Has(k jsonval.Kind) bool {
	return t&(1<<k) != 0 || k == jsonval.Number && t&integers != 0
}

// Only reports whether the set has the type of a kind of value, and no other
// but null.
func (t Types) Only(k jsonval.Kind) bool {
	mask := Types(1<<k | 1<<jsonval.Null)
	if k == jsonval.Number {
		mask |= integers
	}
	return t.Has(k) && t&^mask == 0
}

// Match reports whether a value has one of the types. NaN and the infinities
// have none: JSON cannot write them.
func (t Types) Match(v jsonval.Value) bool {
	if v.Kind() != jsonval.Number {
		return t&(1<<v.Kind()) != 0
	}
	f := v.Float()
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return false
	}
	return t&(1<<jsonval.Number) != 0 || t&integers != 0 && f == math.Trunc(f)
}

// Names writes a set of types: "an integer or null".
func (t Types) Names() string {
	var all []string
	add := func(mask Types, name string) {
		if t&mask != 0 {
			all = append(all, name)
		}
	}
	add(1<<jsonval.String, "a string")
	add(1<<jsonval.Number, "a number")
	if t&(1<<jsonval.Number) == 0 {
		add(integers, "an integer")
	}
	add(1<<jsonval.Bool, "true or false")
	add(1<<jsonval.Object, "an object")
	add(1<<jsonval.Array, "an array")
	add(1<<jsonval.Null, "null")
	return say.Either(all)
}
