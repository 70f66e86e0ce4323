package jsonschema

import (
	"fmt"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonschema/format"
	"github.com/wield-run/wield/pkg/jsonval"
)

// effects notes keywords without an effect (P9), and keywords that together
// allow no value (P10).
func (c *compiler) effects(s *subschema) {
	for _, n := range s.at.Children {
		of := keywordOf(n.Key).of
		if n.Key == "format" && n.Kind == jsonval.String && format.Known(n.Str) {
			if of = forStrings; format.Numeric(n.Str) {
				of = forNumbers
			}
		}
		if s.types != 0 && of != 0 && !s.types.overlaps(of) {
			c.report("P9", "no-effect", diag.Warning, n, n.KeySpan,
				fmt.Sprintf("%s has no effect: it is for %s, and the type is %s", quote(n.Key), plural(of), s.types.names()), "leave it out, or change `type`")
		}
		if needs := neededBy(n.Key); needs != "" && s.at.Member(needs) == nil {
			c.report("P9", "no-effect", diag.Warning, n, n.KeySpan,
				fmt.Sprintf("%s has no effect without %q", quote(n.Key), needs), "")
		}
	}
	if n := s.at.Member("if"); n != nil && s.then == nil && s.otherwise == nil && s.at.Member("then") == nil && s.at.Member("else") == nil {
		c.report("P9", "no-effect", diag.Warning, n, n.KeySpan, `"if" has no effect without "then" or "else"`, "")
	}
	c.listedValues(s)
	c.bounds(s)
	c.requiredNames(s)
}

// overlaps reports whether some value has a type of both sets.
func (t Types) overlaps(other Types) bool { return t.widen()&other.widen() != 0 }

// widen puts "integer" beside "number", which has all integers.
func (t Types) widen() Types {
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

// listedValues checks const and enum against type.
func (c *compiler) listedValues(s *subschema) {
	fits := func(v jsonval.Value) bool { return s.types == 0 || s.types.match(v) }
	if n := s.at.Member("const"); n != nil && s.constant != nil && !fits(*s.constant) {
		c.report("P10", "never-valid", diag.Error, n, n.Span,
			fmt.Sprintf(`no value fits: "const" is %s, and "type" asks for %s`, showTyped(*s.constant), s.types.names()), "change one of them")
	}
	n := s.at.Member("enum")
	if n == nil || s.enum == nil {
		return
	}
	if len(s.enum) == 0 {
		c.report("P10", "never-valid", diag.Error, n, n.Span, `no value fits: "enum" lists none`, "list the values, or leave it out")
		return
	}
	wrong := 0
	for _, v := range s.enum {
		if !fits(v) {
			wrong++
		}
	}
	if wrong == len(s.enum) {
		c.report("P10", "never-valid", diag.Error, n, n.Span,
			fmt.Sprintf(`no value fits: "enum" lists no value that is %s, which "type" asks for`, s.types.names()), "change one of them")
		return
	}
	for i, v := range s.enum {
		switch {
		case !fits(v):
			c.report("P9", "no-effect", diag.Warning, n.Children[i], n.Children[i].Span,
				fmt.Sprintf("%s can never be chosen: \"type\" asks for %s", showTyped(v), s.types.names()), "leave it out, or change `type`")
		default:
			for _, earlier := range s.enum[:i] {
				if jsonval.Equal(earlier, v) {
					c.report("P9", "no-effect", diag.Warning, n.Children[i], n.Children[i].Span, show(v)+" is listed twice", "leave it out")
					break
				}
			}
		}
	}
}

// bounds checks that lower limits are not above upper ones.
func (c *compiler) bounds(s *subschema) {
	pairs := [...]struct {
		low, high string
		equal     bool // equal bounds leave nothing
	}{
		{"minimum", "maximum", false}, {"exclusiveMinimum", "maximum", true}, {"minimum", "exclusiveMaximum", true},
		{"exclusiveMinimum", "exclusiveMaximum", true}, {"minLength", "maxLength", false}, {"minItems", "maxItems", false},
		{"minContains", "maxContains", false}, {"minProperties", "maxProperties", false},
	}
	if s.number == nil && s.text == nil && s.array == nil && s.object == nil {
		return
	}
	for _, p := range pairs {
		low, high := s.at.Member(p.low), s.at.Member(p.high)
		if low == nil || high == nil || low.Kind != jsonval.Number || high.Kind != jsonval.Number {
			continue
		}
		if low.Num > high.Num || p.equal && low.Num == high.Num {
			d := c.report("P10", "never-valid", diag.Error, low, low.Span,
				fmt.Sprintf("no value fits: %q is %s, and %q is %s", p.low, low.Str, p.high, high.Str), "swap them, or change one")
			d.Related = []diag.Related{{Span: high.Span, Message: "the upper limit"}}
		}
	}
}

// requiredNames checks that members which must be there may be there.
func (c *compiler) requiredNames(s *subschema) {
	o := s.object
	if o == nil || len(o.required) == 0 {
		return
	}
	n := s.at.Member("required")
	closed := o.additional != nil && o.additional.never && len(o.patterns) == 0
	for i, name := range o.required {
		p := o.find(name)
		var known []string
		switch {
		case p != nil && p.never:
			c.report("P10", "never-valid", diag.Error, n.Children[i], n.Children[i].Span,
				fmt.Sprintf("no object fits: %s must be there, and its schema is false", quote(name)), "")
		case p == nil && closed:
			for _, p := range o.properties {
				known = append(known, p.name)
			}
			hint := "describe it in `properties`"
			if near := diag.Nearest(name, known); near != "" {
				hint = "did you mean " + quote(near) + "?"
			}
			c.report("P10", "never-valid", diag.Error, n.Children[i], n.Children[i].Span,
				fmt.Sprintf("no object fits: %s must be there, and \"additionalProperties\": false forbids it", quote(name)), hint)
		}
	}
}
