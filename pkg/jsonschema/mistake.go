package jsonschema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// mistake is a violation in the making: what is wrong, as data, so that the
// mistakes of several branches can become one.
type mistake struct {
	path    []Step
	order   []int
	onName  bool
	schema  *subschema
	keyword string

	// One of these tells what is wrong.
	want    string          // what it must: "be at least 1"
	says    string          // the whole predicate: "is not allowed"
	types   Types           // it must be one of these types,
	allowed []jsonval.Value // or one of these values
	missing string          // the member that is missing,
	because string          // since this one is given
	unknown string          // the member that is unknown
	denied  *subschema      // what it must not be, or items must fit

	got  jsonval.Value
	hint string
}

// report notes a mistake at the place where the evaluation is.
func (e *evaluation) report(s *subschema, keyword string, m mistake) {
	if e.quiet || len(e.mistakes) >= maxViolations {
		return
	}
	m.path = slices.Clone(e.path)
	m.order = slices.Clone(e.order)
	m.schema, m.keyword = s, keyword
	e.mistakes = append(e.mistakes, m)
}

// pointerOf writes a path as a JSON pointer.
func pointerOf(path []Step) string {
	var b strings.Builder
	for _, s := range path {
		b.WriteByte('/')
		if s.Index >= 0 {
			b.WriteString(strconv.Itoa(s.Index))
		} else {
			b.WriteString(jsonval.PointerEscape(s.Name))
		}
	}
	return b.String()
}

// subject names a place as people do: items[0].price.
func subject(path []Step, whole string) string {
	var b strings.Builder
	for i, s := range path {
		switch {
		case s.Index >= 0:
			b.WriteString("[" + strconv.Itoa(s.Index) + "]")
		case !plainName(s.Name):
			b.WriteString("[" + quote(s.Name) + "]")
		default:
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.Name)
		}
	}
	if b.Len() == 0 {
		return whole
	}
	return b.String()
}

func plainName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !(c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || i > 0 && (c >= '0' && c <= '9' || c == '-')) {
			return false
		}
	}
	return s != "" && len(s) <= 60
}

func quote(s string) string { return diag.Quote(s, 60) }

// show writes a value as a sentence names it.
func show(v jsonval.Value) string {
	switch v.Kind() {
	case jsonval.String:
		return quote(v.Str())
	case jsonval.Array:
		if v.Len() == 0 {
			return "[]"
		}
		return "an array"
	case jsonval.Object:
		if v.Len() == 0 {
			return "{}"
		}
		return "an object"
	}
	return jsonval.Stringify(v)
}

// showTyped is show with the type where that is what is wrong.
func showTyped(v jsonval.Value) string {
	switch v.Kind() {
	case jsonval.String:
		return "the string " + quote(v.Str())
	case jsonval.Number, jsonval.Bool:
		return show(v)
	case jsonval.Array:
		return "an array"
	case jsonval.Object:
		return "an object"
	}
	return "null"
}

// names writes a set of types: "an integer or null".
func (t Types) names() string {
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
	return either(all)
}

// either joins alternatives: "a, b or c".
func either(all []string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:len(all)-1], ", ") + " or " + all[len(all)-1]
}

// maxListed is how many values of an enum a sentence lists.
const maxListed = 12

// values writes a list of allowed values.
func values(all []jsonval.Value) string {
	var out []string
	for i, v := range all {
		if i == maxListed {
			out = append(out, strconv.Itoa(len(all)-i)+" more")
			break
		}
		switch v.Kind() {
		case jsonval.Array, jsonval.Object:
			out = append(out, diag.Escape(diag.Cut(jsonval.Stringify(v), 60)))
		default:
			out = append(out, show(v))
		}
	}
	if len(out) == 0 {
		return "nothing at all: the list of allowed values is empty"
	}
	return either(out)
}

// demand is what a mistake demands, as it follows "must".
func (m *mistake) demand() string {
	switch {
	case m.allowed != nil && m.types != 0:
		return "be " + values(m.allowed) + ", or " + m.types.names()
	case m.allowed != nil:
		return "be " + values(m.allowed)
	case m.types != 0:
		return "be " + m.types.names()
	case m.keyword == "not":
		return "not " + m.denied.describe()
	case m.missing != "":
		return "have the member " + quote(m.missing)
	}
	return m.want
}

// describe tells what a schema under `not` asks for.
func (s *subschema) describe() string {
	switch {
	case s.constant != nil:
		return "be " + values([]jsonval.Value{*s.constant})
	case s.enum != nil:
		return "be " + values(s.enum)
	case s.types != 0:
		return "be " + s.types.names()
	case s.object != nil && len(s.object.required) > 0:
		var all []string
		for _, name := range s.object.required {
			all = append(all, quote(name))
		}
		return "have " + strings.Join(all, " and ")
	case s.text != nil && s.text.pattern != nil:
		return "match the pattern " + quote(s.text.pattern.String())
	}
	return "fit the schema under `not`"
}

// message is the sentence; whole is what it calls the root of the instance.
func (m *mistake) message(whole string) string {
	what := subject(m.path, whole)
	switch {
	case m.unknown != "":
		return what + " is not a known member"
	case m.says != "":
		return what + " " + m.says
	case m.missing != "":
		if m.because != "" {
			return what + " needs " + quote(m.missing) + " where it has " + quote(m.because)
		}
		return what + " lacks " + quote(m.missing)
	}
	text := what + " must " + m.demand()
	switch {
	case m.types != 0 && m.allowed == nil:
		text += ", not " + showTyped(m.got)
	case m.keyword == "not", m.got.Kind() == jsonval.Array, m.got.Kind() == jsonval.Object:
	case strings.Contains(m.want, ", and has "):
	default:
		text += ", not " + show(m.got)
	}
	return text
}

// advice is the hint.
func (m *mistake) advice() string {
	if m.hint != "" {
		return m.hint
	}
	text := m.got.Str()
	switch {
	case m.allowed != nil && text != "":
		var known []string
		for _, v := range m.allowed {
			if v.Kind() == jsonval.String {
				known = append(known, v.Str())
			}
		}
		if near := diag.Nearest(text, known); near != "" {
			return "did you mean " + quote(near) + "?"
		}
	case m.types.Has(jsonval.Number) && text != "":
		if v, err := jsonval.ParseString(text); err == nil && m.types.match(v) {
			return "write " + jsonval.Stringify(v) + " without quotes"
		}
	case m.types.Has(jsonval.Bool) && (text == "true" || text == "false"):
		return "write " + text + " without quotes"
	case m.types.Has(jsonval.String) && (m.got.Kind() == jsonval.Number || m.got.Kind() == jsonval.Bool):
		return "write " + jsonval.Stringify(jsonval.StringValue(jsonval.Stringify(m.got)))
	case m.types.Has(jsonval.Array) && m.got.Kind() != jsonval.Null && m.got.Kind() != jsonval.Array:
		return "put it into brackets: [ … ]"
	}
	return ""
}
