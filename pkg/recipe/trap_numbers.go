package recipe

import (
	"slices"
	"strings"
	"time"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
)

// The traps of text that is taken for a number.
const (
	codeText   = "T5" // compared-text
	codePadded = "T6" // padded-number
)

// comparedText reports T5: < <= > >= compare only numbers.
func (a *analysis) comparedText(n *jmespath.Node, left, right *shape) {
	if !n.Op.Ordering() || !left.text && !right.text {
		return
	}
	hint, fix := "compare numbers, e.g. to_number(replace(date, '-', ''))", (*diag.Fix)(nil)
	if isDate(n.Children[0]) || isDate(n.Children[1]) {
		first, second := a.dateNumber(n.Children[0]), a.dateNumber(n.Children[1])
		hint = "compare numbers: " + first + " " + n.Op.String() + " " + second
		fix = &diag.Fix{Title: "compare the dates as numbers", Safe: left.certain && right.certain, // replace fails on null
			Edits: []diag.Edit{{Span: n.Children[0].Outer, Text: first}, {Span: n.Children[1].Outer, Text: second}}}
	}
	a.report(codeText, "compared-text", diag.Warning, n.Span,
		"`"+n.Op.String()+"` compares only numbers: with text it is null, so nothing matches", hint, fix)
}

// isDate reports whether an expression is a date that is written out.
func isDate(n *jmespath.Node) bool {
	if n.Kind != jmespath.KindRawString && n.Kind != jmespath.KindLiteral {
		return false
	}
	_, err := time.Parse(time.DateOnly, n.Value.Str())
	return err == nil
}

// dateNumber writes a date as a number: 20261108.
func (a *analysis) dateNumber(n *jmespath.Node) string {
	text := a.node.Str[n.Span.Start:n.Span.End]
	switch {
	case isDate(n):
		return "`" + strings.ReplaceAll(n.Value.Str(), "-", "") + "`"
	case text == "now":
		text = "now[:10]"
	}
	return "to_number(replace(" + text + ", '-', ''))"
}

// givesText are the functions whose result is text.
func givesText(name string) bool {
	return slices.Contains([]string{"join", "lower", "upper", "replace", "trim", "trim_left", "trim_right", "pad_left", "pad_right", "to_string", "type"}, name)
}

// keepsZeros are those whose result begins as the text that they are given.
func keepsZeros(name string) bool {
	return slices.Contains([]string{"lower", "upper", "trim", "trim_right", "to_string"}, name)
}

// zeroFirst reports whether a text is a number with a leading zero.
func zeroFirst(s string) bool { return len(s) > 1 && s[0] == '0' && s[1] >= '0' && s[1] <= '9' }

// parts is what split gives: of a date or time, texts with leading zeros.
func (m *shapes) parts(call *jmespath.Node) *shape {
	list := m.arrayOf(nil)
	if len(call.Children) < 2 {
		return list
	}
	list.parts = call.Children[1].Value.Str()
	list.elem = m.shape(shape{text: true, certain: true, padded: slices.Contains([]string{"-", ":", ".", "/", "T"}, list.parts)})
	return list
}

// item is what is known of one item of a list.
func (m *shapes) item(list *shape, index int) *shape {
	elem := list.element()
	if !elem.certain {
		return elem
	}
	one := m.shape(*elem)
	one.certain = list.parts != "" && (index == 0 || index == -1) // there is always a first part, and a last
	one.padded = elem.padded && (list.parts != "-" || index != 0) // which is a year
	return one
}

// sliced is what a slice gives: of a text a text, two characters of which are
// often a part of a date or time.
func (m *shapes) sliced(s *jmespath.Slice, source, rest *shape) *shape {
	padded := s != nil && s.Step == nil && s.Start != nil && s.Stop != nil && *s.Stop-*s.Start == 2
	if source.text {
		return m.shape(shape{text: true, certain: source.certain, padded: padded})
	}
	list := m.arrayOf(rest)
	list.padded = padded
	return list
}

// paddedNumber reports T6: what to_number is given may have a leading zero.
func (a *analysis) paddedNumber(call *jmespath.Node, s *shape) {
	if !s.padded {
		return
	}
	arg := call.Children[0]
	trimmed := "to_number(trim_left(" + a.node.Str[arg.Span.Start:arg.Span.End] + ", '0'))"
	mended := trimmed + " || `0`"
	fixed := mended
	switch rest := strings.TrimLeft(a.node.Str[call.Outer.End:], " "); {
	case strings.HasPrefix(rest, "||"):
		fixed = trimmed // what zero becomes is said already
	case call != a.tree && call.Parens == 0:
		fixed = "(" + mended + ")"
	}
	a.report(codePadded, "padded-number", diag.Warning, arg.Span,
		"to_number of a text with a leading zero is null: JSON numbers have none", "write `"+mended+"`",
		&diag.Fix{Title: "take the zeros away", Safe: s.certain, // trim_left fails on null
			Edits: []diag.Edit{{Span: call.Span, Text: fixed}}})
}
