// Package jsonval keeps JSON as JavaScript keeps it: members in JavaScript's
// order, numbers as float64 with their JavaScript text, strings with lone
// surrogates. It parses a text to such values (Parse), or to a tree that knows
// where each part stands (ParseTree), and prints values as JSON.stringify does
// (Append).
//
// Values are immutable. A Value may be shared by any number of goroutines.
package jsonval

import (
	"math"
	"sync/atomic"
	"unsafe"
)

// Kind is the type of a value.
type Kind uint8

// The kinds, as JSON has them. The zero Value is null.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String gives the type's name as JSON Schema and JMESPath write it.
func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[k]
}

// Phrase is the kind with its article, for messages: "an array".
func (k Kind) Phrase() string {
	return [...]string{"null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// Value is one JSON value. The zero Value is null. Values are compared with
// Equal, never with ==.
//
// A value is three words, so that arrays of them are small to copy: what is
// bound by memory gets faster by a third against one field for each kind
// (docs/decisions/0005-json-values.md). Only the functions in this file know
// which kind uses which field.
type Value struct {
	data unsafe.Pointer // String: its bytes. Number: those of its source, or nil. Array, Object: *aggregate
	bits uint64         // String: its length. Number: the float64. Bool: 1 for true
	kind Kind
	size uint32 // Number: the length of its source
}

func stringValue(s string) Value {
	return Value{kind: String, data: unsafe.Pointer(unsafe.StringData(s)), bits: uint64(len(s))}
}

func numberValue(f float64, source string) Value {
	return Value{kind: Number, data: unsafe.Pointer(unsafe.StringData(source)), bits: math.Float64bits(f), size: uint32(len(source))}
}

func aggregateValue(k Kind, a *aggregate) Value { return Value{kind: k, data: unsafe.Pointer(a)} }

// text is the text of a String.
func (v Value) text() string { return unsafe.String((*byte)(v.data), int(v.bits)) }

// num is the value of a Number.
func (v Value) num() float64 { return math.Float64frombits(v.bits) }

// source is the source of a Number.
func (v Value) source() string { return unsafe.String((*byte)(v.data), int(v.size)) }

// agg is the body of an Array or Object.
func (v Value) agg() *aggregate { return (*aggregate)(v.data) }

// aggregate is the body of an array or an object.
type aggregate struct {
	items   []Value
	members []Member
	index   atomic.Pointer[map[string]int] // of a large object, made when first asked for
}

// Member is one member of an object.
type Member struct {
	Key   string // WTF-8, as strings are
	Value Value
}

// NullValue is null; the same as the zero Value, for places where a name reads better.
func NullValue() Value { return Value{} }

// BoolValue makes a boolean.
func BoolValue(b bool) Value {
	if b {
		return Value{kind: Bool, bits: 1}
	}
	return Value{kind: Bool}
}

// NumberValue makes a number. NaN and the infinities are kept, and printed as null.
func NumberValue(f float64) Value { return numberValue(f, "") }

// IntValue makes a number from an int.
func IntValue(n int) Value { return numberValue(float64(n), "") }

// StringValue makes a string from UTF-8 or WTF-8 text.
func StringValue(s string) Value { return stringValue(s) }

// ArrayValue makes an array that owns items; the caller must not change them afterwards.
func ArrayValue(items []Value) Value {
	return aggregateValue(Array, &aggregate{items: items})
}

// ObjectValue makes an object that owns members. They are brought into
// JavaScript's order: array-index keys first, ascending, then in order of
// insertion; a repeated key keeps its first place and its last value. The
// caller must not change members afterwards.
func ObjectValue(members []Member) Value {
	return aggregateValue(Object, &aggregate{members: normalize(members)})
}

// Kind is the value's type.
func (v Value) Kind() Kind { return v.kind }

// IsNull reports whether the value is null.
func (v Value) IsNull() bool { return v.kind == Null }

// Bool is the value of a boolean; false for any other kind.
func (v Value) Bool() bool { return v.kind == Bool && v.bits == 1 }

// Float is the value of a number; 0 for any other kind.
func (v Value) Float() float64 {
	if v.kind == Number {
		return v.num()
	}
	return 0
}

// Str is the text of a string as WTF-8 (UTF-8 in which a lone surrogate is
// three bytes); "" for any other kind.
func (v Value) Str() string {
	if v.kind == String {
		return v.text()
	}
	return ""
}

// Source is the text of a number as it was written, where the value was
// parsed; "" for computed numbers and any other kind.
func (v Value) Source() string {
	if v.kind == Number {
		return v.source()
	}
	return ""
}

// Len is the number of items or members; 0 for scalars.
func (v Value) Len() int {
	switch v.kind {
	case Array:
		return len(v.agg().items)
	case Object:
		return len(v.agg().members)
	}
	return 0
}

// Items are the items of an array; nil for any other kind. They are shared:
// the caller must not change them.
func (v Value) Items() []Value {
	if v.kind == Array {
		return v.agg().items
	}
	return nil
}

// Members are the members of an object in JavaScript's order; nil for any
// other kind. They are shared: the caller must not change them.
func (v Value) Members() []Member {
	if v.kind == Object {
		return v.agg().members
	}
	return nil
}

// indexFrom is the size from which an object gets an index; below it a search
// from the front is as fast.
const indexFrom = 24

// Get gives a member of an object. An object has only its own members.
func (v Value) Get(key string) (Value, bool) {
	if v.kind != Object {
		return Value{}, false
	}
	members := v.agg().members
	if len(members) >= indexFrom {
		if i, ok := v.agg().lookup(key); ok {
			return members[i].Value, true
		}
		return Value{}, false
	}
	for i := range members {
		if members[i].Key == key {
			return members[i].Value, true
		}
	}
	return Value{}, false
}

// lookup finds a key through the index. Two goroutines may both make the
// index; either result is right.
func (a *aggregate) lookup(key string) (int, bool) {
	index := a.index.Load()
	if index == nil {
		m := make(map[string]int, len(a.members))
		for i := range a.members {
			m[a.members[i].Key] = i
		}
		index = &m
		a.index.Store(index)
	}
	i, ok := (*index)[key]
	return i, ok
}

// Field is Get with null for a missing member.
func (v Value) Field(key string) Value {
	m, _ := v.Get(key)
	return m
}

// At gives an item of an array; a negative index counts from the end. Out of
// range, and for any other kind, it is null.
func (v Value) At(i int) Value {
	items := v.Items()
	if i < 0 {
		i += len(items)
	}
	if i < 0 || i >= len(items) {
		return Value{}
	}
	return items[i]
}

// Equal compares deeply: types strictly, numbers by value, objects without
// regard to the order of members.
func Equal(a, b Value) bool {
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case Null:
		return true
	case Bool:
		return a.bits == b.bits
	case Number:
		return a.num() == b.num()
	case String:
		return a.text() == b.text()
	case Array:
		if a.data == b.data {
			return true
		}
		x, y := a.agg().items, b.agg().items
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if !Equal(x[i], y[i]) {
				return false
			}
		}
		return true
	}
	if a.data == b.data {
		return true
	}
	if len(a.agg().members) != len(b.agg().members) {
		return false
	}
	for i := range a.agg().members {
		m := &a.agg().members[i]
		other, ok := b.Get(m.Key)
		if !ok || !Equal(m.Value, other) {
			return false
		}
	}
	return true
}
