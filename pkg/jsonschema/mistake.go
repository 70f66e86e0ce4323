package jsonschema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonschema/internal/draft"
	"github.com/wield-run/wield/pkg/jsonschema/internal/say"
	"github.com/wield-run/wield/pkg/jsonval"
)

// mistake is a violation in the making: what is wrong, as data, so that the
// mistakes of several branches can become one.
type mistake struct {
	path    []Step
	order   []int
	onName  bool
	schema  *draft.Schema
	keyword string

	// One of these tells what is wrong.
	want    string          // what it must: "be at least 1"
	says    string          // the whole predicate: "is not allowed"
	types   draft.Types     // it must be one of these types,
	allowed []jsonval.Value // or one of these values
	missing string          // the member that is missing,
	because string          // since this one is given
	unknown string          // the member that is unknown
	denied  *draft.Schema   // what it must not be, or items must fit

	got  jsonval.Value
	hint string
}

// report notes a mistake at the place where the evaluation is.
func (e *evaluation) report(s *draft.Schema, keyword string, m mistake) {
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

// subject names a place as people do: items[0].price. The root's own name is
// whole, and stands in front where it is one word.
func subject(path []Step, whole string) string {
	if len(path) == 0 {
		return whole
	}
	var b strings.Builder
	if plainName(whole) {
		b.WriteString(whole)
	}
	for _, s := range path {
		switch {
		case s.Index >= 0:
			b.WriteString("[" + strconv.Itoa(s.Index) + "]")
		case !plainName(s.Name):
			b.WriteString("[" + say.Quote(s.Name) + "]")
		default:
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.Name)
		}
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

// demand is what a mistake demands, as it follows "must".
func (m *mistake) demand() string {
	switch {
	case m.allowed != nil && m.types != 0:
		return "be " + say.Values(m.allowed) + ", or " + m.types.Names()
	case m.allowed != nil:
		return "be " + say.Values(m.allowed)
	case m.types != 0:
		return "be " + m.types.Names()
	case m.keyword == "not":
		return "not " + describe(m.denied)
	case m.missing != "":
		return "have the member " + say.Quote(m.missing)
	}
	return m.want
}

// describe tells what a schema under `not` asks for.
func describe(s *draft.Schema) string {
	switch {
	case s.Const != nil:
		return "be " + say.Values([]jsonval.Value{*s.Const})
	case s.Enum != nil:
		return "be " + say.Values(s.Enum)
	case s.Types != 0:
		return "be " + s.Types.Names()
	case s.Object != nil && len(s.Object.Required) > 0:
		var all []string
		for _, name := range s.Object.Required {
			all = append(all, say.Quote(name))
		}
		return "have " + strings.Join(all, " and ")
	case s.Text != nil && s.Text.Pattern != nil:
		return "match the pattern " + say.Quote(s.Text.Pattern.String())
	}
	return "fit the schema under `not`"
}

// message is the sentence; whole is what it calls the root of the instance.
func (m *mistake) message(whole string) string {
	what := subject(m.path, whole)
	if m.onName && m.unknown == "" && m.says == "" {
		return "the name " + say.Quote(m.path[len(m.path)-1].Name) + " must " + m.demand()
	}
	switch {
	case m.unknown != "":
		return what + " is not a known member"
	case m.says != "":
		return what + " " + m.says
	case m.missing != "":
		if m.because != "" {
			return what + " needs " + say.Quote(m.missing) + " where it has " + say.Quote(m.because)
		}
		return what + " lacks " + say.Quote(m.missing)
	}
	text := what + " must " + m.demand()
	switch {
	case m.types != 0 && m.allowed == nil:
		text += ", not " + say.ShowTyped(m.got)
	case m.keyword == "not", m.got.Kind() == jsonval.Array, m.got.Kind() == jsonval.Object:
	case strings.Contains(m.want, ", and has "):
	default:
		text += ", not " + say.Show(m.got)
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
			return "did you mean " + say.Quote(near) + "?"
		}
	case m.types.Has(jsonval.Number) && text != "":
		if v, err := jsonval.ParseString(text); err == nil && m.types.Match(v) {
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
