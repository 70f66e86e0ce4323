package regex

import (
	"fmt"

	"github.com/dlclark/regexp2/v2"

	"github.com/wield-run/wield/pkg/diag"
)

// class reads a set in square brackets.
func (p *parser) class() *Node {
	start := p.i
	p.i++
	n := &Node{Kind: Set, Negated: p.eat("^")}
	for !p.eat("]") {
		if p.i >= len(p.s) {
			p.fail(start, start+1, "this `[` is never closed", "a bracket itself is written `\\[`")
			return nil
		}
		p.classRange(n)
	}
	return n
}

// classRange reads one member of a set: a code point, a range or an escape.
func (p *parser) classRange(n *Node) {
	start := p.i
	first, set := p.classAtom()
	if p.fault != nil || p.peek(0) != '-' || p.peek(1) == ']' || p.i+1 == len(p.s) {
		add(n, first, first, set)
		return
	}
	dash := p.i
	p.i++
	last, lastSet := p.classAtom()
	if p.fault != nil {
		return
	}
	written := p.s[start:p.i]
	if set != nil || lastSet != nil {
		p.failFix(dash, dash+1, fmt.Sprintf("`%s` is no range: `%s` is more than one character", diag.Escape(written), setText(p.s, start, dash, p.i, set != nil)),
			"the character itself is written `\\-` here", `\-`)
		return
	}
	if first > last {
		p.fail(start, p.i, fmt.Sprintf("the range `%s` is out of order", diag.Escape(written)),
			fmt.Sprintf("write `%s-%s`, or `\\-` for the character itself", diag.Escape(p.s[dash+1:p.i]), diag.Escape(p.s[start:dash])))
		return
	}
	add(n, first, last, nil)
}

func setText(s string, start, dash, end int, first bool) string {
	if first {
		return s[start:dash]
	}
	return s[dash+1 : end]
}

// classAtom reads one code point, or an escape for a set.
func (p *parser) classAtom() (r rune, set *Node) {
	if p.peek(0) != '\\' {
		return p.next(), nil
	}
	if p.peek(1) == 'b' {
		p.i += 2
		return '\b', nil
	}
	if set := p.classEscape(); set != nil || p.fault != nil {
		return 0, set
	}
	return p.characterEscape(true), nil
}

// add puts a range or the members of another set into a set.
func add(n *Node, first, last rune, set *Node) {
	switch {
	case set == nil:
		n.Ranges = append(n.Ranges, Range{first, last})
	case len(set.Properties) > 0:
		name := set.Properties[0]
		if set.Negated {
			name = "^" + name
		}
		n.Properties = append(n.Properties, name)
	case set.Negated:
		n.Ranges = append(n.Ranges, complement(set.Ranges)...)
	default:
		n.Ranges = append(n.Ranges, set.Ranges...)
	}
}

// complement gives what ranges in ascending order leave out.
func complement(ranges []Range) []Range {
	var out []Range
	next := rune(0)
	for _, r := range ranges {
		if r.First > next {
			out = append(out, Range{next, r.First - 1})
		}
		next = r.Last + 1
	}
	return append(out, Range{next, 0x10ffff})
}

// knownProperty reports whether `\p{name}` is a property that ECMA-262 knows.
// The engine has the tables; the commonest names are answered without it.
func knownProperty(name string) bool {
	switch name {
	case "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Ps", "Pe",
		"Pi", "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C", "Cc", "Cf", "Cs", "Co", "Cn":
		return true
	}
	for i := range len(name) {
		c := name[i]
		if !(c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '=') {
			return false
		}
	}
	_, err := regexp2.Compile(`\p{`+name+`}`, regexp2.ECMAScript|regexp2.Unicode)
	return err == nil
}
