package jmespath

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"github.com/wield-run/wield/pkg/jsonval"
)

func fnUpper(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	return ev.mapCase(n, args[0].value, cases.Upper, strings.ToUpper)
}

func fnLower(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	return ev.mapCase(n, args[0].value, cases.Lower, strings.ToLower)
}

// mapCase maps a text by Unicode's full mapping of no language, in which "ß"
// becomes "SS" and a sigma at the end of a word has its own form. ASCII, which
// is most of it, needs no such tables.
func (ev *evaluator) mapCase(n *Node, v jsonval.Value, full func(language.Tag, ...cases.Option) cases.Caser, ascii func(string) string) (jsonval.Value, *Error) {
	s := v.Str()
	if err := ev.text(n, int64(len(s))); err != nil {
		return jsonval.Value{}, err
	}
	if isASCII(s) {
		return jsonval.StringValue(ascii(s)), nil
	}
	if err := ev.work(n, len(s)); err != nil {
		return jsonval.Value{}, err
	}
	// At most, two bytes become six.
	if err := ev.allocate(n, 2*len(s)); err != nil {
		return jsonval.Value{}, err
	}
	caser := full(language.Und)
	var b strings.Builder
	for s != "" {
		end := surrogate(s)
		b.WriteString(caser.String(s[:end]))
		s = s[end:]
		if s != "" {
			b.WriteString(s[:3]) // a lone surrogate has no case
			s = s[3:]
		}
	}
	if b.Len() > ev.limits.String {
		return jsonval.Value{}, ev.text(n, int64(b.Len()))
	}
	return jsonval.StringValue(b.String()), nil
}

// surrogate is the offset of the first lone surrogate of a text, or its
// length.
func surrogate(s string) int {
	for i := 0; i+2 < len(s); i++ {
		if s[i] == 0xed && s[i+1] >= 0xa0 {
			return i
		}
	}
	return len(s)
}
