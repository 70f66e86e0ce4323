package draft

import (
	"fmt"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonschema/format"
	"github.com/wield-run/wield/pkg/jsonschema/internal/say"
	"github.com/wield-run/wield/pkg/jsonval"
)

// effects notes keywords without an effect (P9), and keywords that together
// allow no value (P10).
// Of a keyword whose value is not known nothing is said.
func (c *compiler) effects(s *Schema, lost lostNames) {
	for _, n := range s.At.Children {
		if lost[n.Key] {
			continue
		}
		of := keywordOf(n.Key).of
		if n.Key == "format" && n.Kind == jsonval.String && format.Known(n.Str) {
			if of = forStrings; format.Numeric(n.Str) {
				of = forNumbers
			}
		}
		if s.Types != 0 && of != 0 && !s.Types.overlaps(of) {
			c.report("P9", "no-effect", diag.Warning, n, n.KeySpan,
				fmt.Sprintf("%s has no effect: it is for %s, and the type is %s", say.Quote(n.Key), plural(of), s.Types.Names()), "leave it out, or change `type`")
		}
		if needs := neededBy(n.Key); needs != "" && s.At.Member(needs) == nil && !lost[needs] {
			c.report("P9", "no-effect", diag.Warning, n, n.KeySpan,
				fmt.Sprintf("%s has no effect without %q", say.Quote(n.Key), needs), "add `"+needs+"`, or leave it out")
		}
	}
	if n := s.At.Member("if"); n != nil && s.Then == nil && s.Else == nil && s.At.Member("then") == nil && s.At.Member("else") == nil && !lost["then"] && !lost["else"] {
		c.report("P9", "no-effect", diag.Warning, n, n.KeySpan, `"if" has no effect without "then" or "else"`, "add `then`, or leave it out")
	}
	c.listedValues(s)
	c.bounds(s, lost)
	if !lost["properties"] && !lost["patternProperties"] {
		c.requiredNames(s)
	}
}

// overlaps reports whether some value has a type of both sets.
func (t Types) overlaps(other Types) bool { return t.Widen()&other.Widen() != 0 }

// Widen puts "integer" beside "number", which has all integers.
func (t Types) Widen() Types {
	if t&(1<<jsonval.Number) != 0 {
		t |= integers
	}
	return t
}

func plural(t Types) string {
	switch t {
	case forNumbers:
		return "numbers"
	case forStrings:
		return "strings"
	case forArrays:
		return "arrays"
	}
	return "objects"
}

// neededBy gives the keyword without which another has no effect.
func neededBy(name string) string {
	switch name {
	case "then", "else":
		return "if"
	case "minContains", "maxContains":
		return "contains"
	}
	return ""
}

// never notes that no value fits a schema (P10): nothing more is said of its
// own values.
func (c *compiler) never(s *Schema, n *jsonval.Node, span diag.Span, message, hint string) *diag.Diagnostic {
	s.Hopeless = true
	return c.report("P10", "never-valid", diag.Error, n, span, message, hint)
}

// maxCompared bounds with how many values of a list each is compared.
const maxCompared = 500

// listedValues checks const and enum against type.
func (c *compiler) listedValues(s *Schema) {
	fits := func(v jsonval.Value) bool { return s.Types == 0 || s.Types.Match(v) }
	if s.Const != nil && !fits(*s.Const) {
		n := s.At.Member("const")
		c.never(s, n, n.Span,
			fmt.Sprintf(`no value fits: "const" is %s, and "type" asks for %s`, say.ShowTyped(*s.Const), s.Types.Names()), "change one of them")
	}
	if s.Enum == nil {
		return
	}
	n := s.At.Member("enum")
	if len(s.Enum) == 0 {
		c.never(s, n, n.Span, `no value fits: "enum" lists none`, "list the values, or leave it out")
		return
	}
	wrong := 0
	for _, v := range s.Enum {
		if !fits(v) {
			wrong++
		}
	}
	if wrong == len(s.Enum) {
		c.never(s, n, n.Span,
			fmt.Sprintf(`no value fits: "enum" lists no value that is %s, which "type" asks for`, s.Types.Names()), "change one of them")
		return
	}
	for i, v := range s.Enum {
		switch {
		case !fits(v):
			c.report("P9", "no-effect", diag.Warning, n.Children[i], n.Children[i].Span,
				fmt.Sprintf("%s can never be chosen: \"type\" asks for %s", say.ShowTyped(v), s.Types.Names()), "leave it out, or change `type`")
		default:
			for _, earlier := range s.Enum[:min(i, maxCompared)] {
				if jsonval.Equal(earlier, v) {
					c.report("P9", "no-effect", diag.Warning, n.Children[i], n.Children[i].Span, say.Show(v)+" is listed twice", "leave it out")
					break
				}
			}
		}
	}
}

// bounds checks that lower limits are not above upper ones.
func (c *compiler) bounds(s *Schema, lost lostNames) {
	if s.Number == nil && s.Text == nil && s.Array == nil && s.Object == nil {
		return
	}
	pairs := [...]struct {
		there     bool // one of the two, or another rule for the same type
		low, high string
		equal     bool // equal bounds leave nothing
	}{
		{s.Number != nil, "minimum", "maximum", false}, {s.Number != nil, "exclusiveMinimum", "maximum", true},
		{s.Number != nil, "minimum", "exclusiveMaximum", true}, {s.Number != nil, "exclusiveMinimum", "exclusiveMaximum", true},
		{s.Text != nil, "minLength", "maxLength", false}, {s.Array != nil, "minItems", "maxItems", false},
		{s.Array != nil, "minContains", "maxContains", false}, {s.Object != nil, "minProperties", "maxProperties", false},
	}
	for i := range pairs {
		p := &pairs[i]
		if !p.there {
			continue
		}
		low, high := s.At.Member(p.low), s.At.Member(p.high)
		if low == nil || high == nil || lost[p.low] || lost[p.high] || low.Kind != jsonval.Number || high.Kind != jsonval.Number {
			continue
		}
		if low.Num > high.Num || p.equal && low.Num == high.Num {
			d := c.never(s, low, low.Span,
				fmt.Sprintf("no value fits: %q is %s, and %q is %s", p.low, say.Digits(low.Str), p.high, say.Digits(high.Str)), "swap them, or change one")
			d.Related = []diag.Related{{Span: high.Span, Message: "the upper limit"}}
		}
	}
}

// requiredNames checks that members which must be there may be there.
func (c *compiler) requiredNames(s *Schema) {
	o := s.Object
	if o == nil || len(o.Required) == 0 {
		return
	}
	n := s.At.Member("required")
	closed := o.Additional != nil && o.Additional.Never && len(o.Patterns) == 0
	if closed && len(o.Properties) == 0 {
		c.never(s, n, n.Span, `no object fits: members must be there, and "additionalProperties": false forbids all`, "describe them in `properties`")
		return
	}
	for i, name := range o.Required {
		p := o.Find(name)
		var known []string
		switch {
		case p != nil && p.Never:
			c.never(s, n.Children[i], n.Children[i].Span,
				fmt.Sprintf("no object fits: %s must be there, and its schema is false", say.Quote(name)), "take it out of `required`, or describe it")
		case p == nil && closed:
			for _, p := range o.Properties {
				known = append(known, p.Name)
			}
			hint := "describe it in `properties`"
			if near := diag.Nearest(name, known); near != "" {
				hint = "did you mean " + say.Quote(near) + "?"
			}
			c.never(s, n.Children[i], n.Children[i].Span,
				fmt.Sprintf("no object fits: %s must be there, and \"additionalProperties\": false forbids it", say.Quote(name)), hint)
		}
	}
}
