package template

import (
	"fmt"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Kind says what a filter does to the information in a value.
type Kind uint8

// The kinds of filters.
const (
	Lossless     Kind = iota // the whole value is shown
	Transforming             // the whole value in a form that people do not read
	Narrowing                // a part of the value
	Fallback                 // another value where there is none
)

// String gives the kind's name.
func (k Kind) String() string {
	return [...]string{"lossless", "transforming", "narrowing", "fallback"}[k]
}

// Encoding is the form that a filter's result is safe in.
type Encoding string

// The encodings that filters produce.
const (
	NoEncoding   Encoding = ""
	URIComponent Encoding = "uri-component" // one segment of a path, one value of a query or form
	URLPath      Encoding = "url-path"      // path and query of a URL
	Base64       Encoding = "base64"
	JSON         Encoding = "json" // one JSON value
)

// ParamType is the type that an argument must have.
type ParamType uint8

// The types of arguments.
const (
	AnyParam     ParamType = iota // text, number, true, false or null
	TextParam                     // text in quotes
	IntegerParam                  // a whole number from Min to Max
)

// Param describes one argument of a filter.
type Param struct {
	Name     string
	Type     ParamType
	Optional bool // only at the end
	NotEmpty bool // of a text
	Min, Max int  // of an integer
}

// Filter describes a filter. What it does with a value that it does not fit is
// part of its own page in docs/reference/filters.md.
type Filter struct {
	Name     string
	Kind     Kind
	Encoding Encoding
	Params   []Param

	// check looks at arguments of the right number and types; it names the
	// argument that cannot be right and says why and what to write. Optional.
	check func(args []Arg) (arg int, message, hint string)
	// nulls: apply is called for null too. A missing value reaches only a
	// Fallback, as null; through any other filter it stays missing.
	nulls bool
	apply func(v jsonval.Value, args []Arg, env Env) (result jsonval.Value, ok bool, err *Error)
}

// all are the filters, in the order in which they are listed for people.
var all = [...]*Filter{
	&dateFilter,
	&defaultFilter,
	&encodeFilter,
	&lowerFilter,
	&upperFilter,
	&trimFilter,
	&base64Filter,
	&replaceFilter,
	&slugFilter,
	&pathFilter,
	&jsonFilter,
	&splitFilter,
	&joinFilter,
	&sliceFilter,
	&firstFilter,
	&lastFilter,
	&numberFilter,
	&roundFilter,
	&padFilter,
}

// Filters lists the filters.
func Filters() []Filter {
	list := make([]Filter, len(all))
	for i, f := range all {
		list[i] = *f
	}
	return list
}

// find gives a filter by its name, nil where there is none.
func find(name string) *Filter {
	for _, f := range all {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// misfit is the error of a filter that was given the wrong kind of value.
func misfit(filter, want string, v jsonval.Value, hint string) *Error {
	return &Error{
		Reason:  Failed,
		Message: fmt.Sprintf("`%s` takes %s, not %s", filter, want, v.Kind().Phrase()),
		Hint:    hint,
	}
}

// text gives a string as it is, and a number or boolean as JavaScript's
// String() does; ok is false for any other value.
func text(v jsonval.Value) (s string, ok bool) {
	switch v.Kind() {
	case jsonval.String:
		return v.Str(), true
	case jsonval.Number:
		return jsonval.FormatNumber(v.Float()), true
	case jsonval.Bool:
		if v.Bool() {
			return "true", true
		}
		return "false", true
	}
	return "", false
}

// mapText applies a function to text, for the filters that turn text into text.
func mapText(filter string, v jsonval.Value, f func(string) string) (jsonval.Value, bool, *Error) {
	s, ok := text(v)
	if !ok {
		return v, false, misfit(filter, "text", v, "pick one value of it, or write the whole as text with | json or | join:','")
	}
	return jsonval.StringValue(f(s)), true, nil
}
