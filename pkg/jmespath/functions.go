package jmespath

import (
	"slices"
	"sort"
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Type is a set of types, as functions declare them.
type Type uint16

// The types. An array whose items must all have one type is TypeNumbers or
// TypeStrings.
const (
	TypeNull Type = 1 << iota
	TypeBoolean
	TypeNumber
	TypeString
	TypeArray
	TypeObject
	TypeExpression // &x
	TypeNumbers
	TypeStrings
	TypeObjects

	TypeAny = TypeNull | TypeBoolean | TypeNumber | TypeString | TypeArray | TypeObject
)

// String lists the types: "string, array or object".
func (t Type) String() string {
	if t == TypeAny {
		return "any"
	}
	var names []string
	for i, name := range [...]string{"null", "boolean", "number", "string", "array", "object", "&expression",
		"array of numbers", "array of strings", "array of objects"} {
		if t&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// elementTypes are the types of arrays with items of one type.
const elementTypes = TypeNumbers | TypeStrings | TypeObjects

// typeOf is the type of a value.
func typeOf(v jsonval.Value) Type { return 1 << v.Kind() }

// element gives the type of the array whose items all have type t.
func element(t Type) Type {
	switch t {
	case TypeNumber:
		return TypeNumbers
	case TypeString:
		return TypeStrings
	case TypeObject:
		return TypeObjects
	}
	return 0
}

// Param is one parameter of a function.
type Param struct {
	Name     string
	Type     Type
	Optional bool // may be left out
	Variadic bool // may come again, any number of times, after the first
}

// Function is one function.
type Function struct {
	Name    string
	Params  []Param
	Returns Type
	call    func(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error)
}

// arity is how many arguments the function takes at least and at most;
// most is -1 where there is no limit.
func (f *Function) arity() (least, most int) {
	for _, p := range f.Params {
		if !p.Optional {
			least++
		}
		if p.Variadic {
			return least, -1
		}
	}
	return least, len(f.Params)
}

// param is the parameter that argument i belongs to.
func (f *Function) param(i int) *Param { return &f.Params[min(i, len(f.Params)-1)] }

// Signature shows how the function is called: "split(subject, search, [count])".
func (f *Function) Signature() string {
	var b strings.Builder
	b.WriteString(f.Name + "(")
	for i, p := range f.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		name := p.Name
		if p.Type&TypeExpression != 0 {
			name = "&" + name
		}
		if p.Optional {
			name = "[" + name + "]"
		}
		b.WriteString(name)
		if p.Variadic {
			b.WriteString(", …")
		}
	}
	return b.String() + ")"
}

// Functions are all functions, by name. The caller must not change them.
func Functions() []Function { return slices.Clone(functions) }

// lookup finds a function by its name; nil where there is none.
func lookup(name string) *Function {
	i, ok := sort.Find(len(functions), func(i int) int { return strings.Compare(name, functions[i].Name) })
	if !ok {
		return nil
	}
	return &functions[i]
}

// numberOrString is what sort keys may be.
const numberOrString = TypeNumber | TypeString

// functions are sorted by name.
var functions = []Function{
	{"abs", []Param{{Name: "value", Type: TypeNumber}}, TypeNumber, fnAbs},
	{"avg", []Param{{Name: "elements", Type: TypeNumbers}}, TypeNumber | TypeNull, fnAvg},
	{"ceil", []Param{{Name: "value", Type: TypeNumber}}, TypeNumber, fnCeil},
	{"contains", []Param{{Name: "subject", Type: TypeArray | TypeString}, {Name: "search", Type: TypeAny}}, TypeBoolean, fnContains},
	{"ends_with", []Param{{Name: "subject", Type: TypeString}, {Name: "suffix", Type: TypeString}}, TypeBoolean, fnEndsWith},
	{"find_first", findParams, TypeNumber | TypeNull, fnFindFirst},
	{"find_last", findParams, TypeNumber | TypeNull, fnFindLast},
	{"floor", []Param{{Name: "value", Type: TypeNumber}}, TypeNumber, fnFloor},
	{"from_items", []Param{{Name: "items", Type: TypeArray}}, TypeObject, fnFromItems},
	{"group_by", []Param{{Name: "elements", Type: TypeObjects}, {Name: "key", Type: TypeExpression}}, TypeObject, fnGroupBy},
	{"items", []Param{{Name: "object", Type: TypeObject}}, TypeArray, fnItems},
	{"join", []Param{{Name: "glue", Type: TypeString}, {Name: "strings", Type: TypeStrings}}, TypeString, fnJoin},
	{"keys", []Param{{Name: "object", Type: TypeObject}}, TypeArray, fnKeys},
	{"length", []Param{{Name: "subject", Type: TypeString | TypeArray | TypeObject}}, TypeNumber, fnLength},
	{"lower", []Param{{Name: "subject", Type: TypeString}}, TypeString, fnLower},
	{"map", []Param{{Name: "expression", Type: TypeExpression}, {Name: "elements", Type: TypeArray}}, TypeArray, fnMap},
	{"max", []Param{{Name: "collection", Type: TypeNumbers | TypeStrings}}, numberOrString | TypeNull, fnMax},
	{"max_by", []Param{{Name: "elements", Type: TypeArray}, {Name: "key", Type: TypeExpression}}, TypeAny, fnMaxBy},
	{"merge", []Param{{Name: "object", Type: TypeObject, Variadic: true}}, TypeObject, fnMerge},
	{"min", []Param{{Name: "collection", Type: TypeNumbers | TypeStrings}}, numberOrString | TypeNull, fnMin},
	{"min_by", []Param{{Name: "elements", Type: TypeArray}, {Name: "key", Type: TypeExpression}}, TypeAny, fnMinBy},
	{"not_null", []Param{{Name: "value", Type: TypeAny, Variadic: true}}, TypeAny, fnNotNull},
	{"pad_left", padParams, TypeString, fnPadLeft},
	{"pad_right", padParams, TypeString, fnPadRight},
	{"replace", []Param{{Name: "subject", Type: TypeString}, {Name: "old", Type: TypeString}, {Name: "new", Type: TypeString},
		{Name: "count", Type: TypeNumber, Optional: true}}, TypeString, fnReplace},
	{"reverse", []Param{{Name: "subject", Type: TypeString | TypeArray}}, TypeString | TypeArray, fnReverse},
	{"sort", []Param{{Name: "list", Type: TypeNumbers | TypeStrings}}, TypeArray, fnSort},
	{"sort_by", []Param{{Name: "elements", Type: TypeArray}, {Name: "key", Type: TypeExpression}}, TypeArray, fnSortBy},
	{"split", []Param{{Name: "subject", Type: TypeString}, {Name: "search", Type: TypeString},
		{Name: "count", Type: TypeNumber, Optional: true}}, TypeArray, fnSplit},
	{"starts_with", []Param{{Name: "subject", Type: TypeString}, {Name: "prefix", Type: TypeString}}, TypeBoolean, fnStartsWith},
	{"sum", []Param{{Name: "collection", Type: TypeNumbers}}, TypeNumber, fnSum},
	{"to_array", []Param{{Name: "value", Type: TypeAny}}, TypeArray, fnToArray},
	{"to_number", []Param{{Name: "value", Type: TypeAny}}, TypeNumber | TypeNull, fnToNumber},
	{"to_string", []Param{{Name: "value", Type: TypeAny}}, TypeString, fnToString},
	{"trim", trimParams, TypeString, fnTrim},
	{"trim_left", trimParams, TypeString, fnTrimLeft},
	{"trim_right", trimParams, TypeString, fnTrimRight},
	{"type", []Param{{Name: "value", Type: TypeAny}}, TypeString, fnType},
	{"upper", []Param{{Name: "subject", Type: TypeString}}, TypeString, fnUpper},
	{"values", []Param{{Name: "object", Type: TypeObject}}, TypeArray, fnValues},
	{"zip", []Param{{Name: "array", Type: TypeArray, Variadic: true}}, TypeArray, fnZip},
}

var (
	findParams = []Param{{Name: "subject", Type: TypeString}, {Name: "sub", Type: TypeString},
		{Name: "start", Type: TypeNumber, Optional: true}, {Name: "end", Type: TypeNumber, Optional: true}}
	padParams = []Param{{Name: "subject", Type: TypeString}, {Name: "width", Type: TypeNumber},
		{Name: "pad", Type: TypeString, Optional: true}}
	trimParams = []Param{{Name: "subject", Type: TypeString}, {Name: "chars", Type: TypeString, Optional: true}}
)
