package regex

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// escape reads what begins with a backslash, outside of a set.
func (p *parser) escape() *Node {
	start := p.i
	switch c := p.peek(1); {
	case c == 'b' || c == 'B':
		p.i += 2
		return &Node{Kind: Anchor, Char: rune(c)}
	case c == 'k':
		return p.namedReference()
	case c >= '1' && c <= '9':
		p.i++
		n, _ := p.number()
		if n > p.total {
			message := fmt.Sprintf("`%s` takes up group %d, but the pattern has %s", p.s[start:p.i], n, groupCount(p.total))
			p.fail(start, p.i, message, "a character is written by its code as `\\x41`; a group itself is `(…)`")
		}
		return &Node{Kind: BackReference, Number: n}
	}
	if set := p.classEscape(); set != nil || p.fault != nil {
		return set
	}
	return &Node{Kind: Char, Char: p.characterEscape(false)}
}

func groupCount(n int) string {
	switch n {
	case 0:
		return "no group"
	case 1:
		return "only one"
	}
	return fmt.Sprintf("only %d", n)
}

func (p *parser) namedReference() *Node {
	start := p.i
	p.i += 2
	if !p.eat("<") {
		p.fail(start, p.i, "`\\k` takes up a group by its name", "write `\\k<name>`")
		return nil
	}
	name := p.groupName(start)
	n := &Node{Kind: BackReference, Name: name, Span: diag.Span{Start: start, End: p.i}}
	p.named = append(p.named, n)
	return n
}

// groupName reads a name and its closing `>`; start is where the group or the
// reference begins.
func (p *parser) groupName(start int) string {
	nameStart := p.i
	var name []byte
	for !p.eat(">") {
		at := p.i
		if at >= len(p.s) {
			p.fail(start, start+3, "the name of a group ends with `>`", "write `(?<name>…)`, and `\\k<name>` to take it up")
			return ""
		}
		r := rune(0)
		if p.peek(0) == '\\' {
			if p.i++; p.peek(0) == 'u' {
				r = p.unicodeEscape(at)
			}
			if p.fault != nil {
				return ""
			}
		} else {
			r = p.next()
		}
		if !nameCharacter(r, len(name) == 0) {
			p.fail(at, max(p.i, at+1), fmt.Sprintf("%s cannot stand in the name of a group", diag.Quote(p.s[at:max(p.i, at+1)], 10)),
				"a name is letters, digits, `_` and `$`, and begins with no digit")
			return ""
		}
		name = jsonval.AppendRune(name, r)
	}
	if len(name) == 0 {
		p.fail(start, p.i, "the name of this group is empty", "write `(?<name>…)`")
	}
	if p.s[nameStart-2] == '?' {
		for _, g := range p.groups {
			if g.Name == string(name) {
				p.fail(start, p.i, fmt.Sprintf("two groups have the name %s", diag.Quote(g.Name, 40)), "give each its own name")
			}
		}
	}
	return string(name)
}

// nameCharacter reports whether a code point may stand in an identifier
// (ID_Start or ID_Continue of Unicode, `$` and `_`).
func nameCharacter(r rune, first bool) bool {
	if r == '$' || r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) || unicode.Is(unicode.Other_ID_Start, r) {
		return !unicode.Is(unicode.Pattern_Syntax, r) || r == '$'
	}
	if first {
		return false
	}
	return r == 0x200c || r == 0x200d || unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}

// classEscape reads `\d`, `\D`, `\s`, `\S`, `\w`, `\W`, `\p{…}` or `\P{…}`; nil
// where something else stands.
func (p *parser) classEscape() *Node {
	c := p.peek(1)
	n := &Node{Kind: Set, Negated: c < 'a'}
	switch c {
	case 'd', 'D':
		n.Ranges = []Range{{'0', '9'}}
	case 'w', 'W':
		n.Ranges = []Range{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	case 's', 'S':
		n.Ranges = []Range{{'\t', '\r'}, {' ', ' '}, {0xa0, 0xa0}, {0x1680, 0x1680}, {0x2000, 0x200a},
			{0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}, {0xfeff, 0xfeff}}
	case 'p', 'P':
		n.Properties = []string{p.property()}
		return n
	default:
		return nil
	}
	p.i += 2
	return n
}

// property reads `\p{…}`, and gives what stands in the braces.
func (p *parser) property() string {
	start := p.i
	letter := p.s[start+1]
	p.i += 2
	if p.peek(0) != '{' {
		hint := fmt.Sprintf("write `\\%c{L}`", letter)
		if c := p.peek(0); c != 0 && knownProperty(string(c)) {
			p.failFix(start, p.i+1, fmt.Sprintf("`\\%c` needs braces", letter), fmt.Sprintf("write `\\%c{%c}`", letter, c), fmt.Sprintf("\\%c{%c}", letter, c))
			return ""
		}
		p.fail(start, p.i, fmt.Sprintf("`\\%c` needs the name of a property in braces", letter), hint)
		return ""
	}
	end := strings.IndexByte(p.s[p.i:], '}')
	if end < 0 {
		p.fail(start, p.i+1, fmt.Sprintf("`\\%c{` is never closed", letter), fmt.Sprintf("write `\\%c{L}`", letter))
		return ""
	}
	name := p.s[p.i+1 : p.i+end]
	p.i += end + 1
	if knownProperty(name) {
		return name
	}
	message := fmt.Sprintf("%s is no property of characters that JavaScript knows", diag.Quote(name, 40))
	if script := "Script=" + strings.TrimPrefix(strings.TrimPrefix(name, "Is"), "In"); knownProperty(script) {
		p.failFix(start, p.i, message, fmt.Sprintf("write `\\%c{%s}`", letter, script), fmt.Sprintf("\\%c{%s}", letter, script))
		return ""
	}
	p.fail(start, p.i, message, "a property is a category as `L`, `Lu`, `Nd`, a script as `Script=Greek`, or a name as `Alphabetic`; case counts")
	return ""
}

// characterEscape reads an escape that stands for one code point.
func (p *parser) characterEscape(inSet bool) rune {
	start := p.i
	p.i++
	if p.i >= len(p.s) {
		p.fail(start, p.i, "the pattern ends in the middle of an escape", "a backslash itself is written `\\\\`")
		return 0
	}
	c := p.s[p.i]
	switch c {
	case 'f', 'n', 'r', 't', 'v':
		p.i++
		return rune("\f\n\r\t\v"[strings.IndexByte("fnrtv", c)])
	case 'c':
		if letter := p.peek(1) | 0x20; letter >= 'a' && letter <= 'z' {
			p.i += 2
			return rune(letter & 0x1f)
		}
		p.fail(start, p.i+1, "`\\c` needs a letter", "write `\\cA` for U+0001, or the character's code as `\\x01`")
		return 0
	case '0':
		if next := p.peek(1); next < '0' || next > '9' {
			p.i++
			return 0
		}
		p.number()
		p.fail(start, p.i, fmt.Sprintf("`%s` is an octal escape, which the flag u does not have", p.s[start:p.i]), "write the character's code in hexadecimal, as `\\x41`")
		return 0
	case 'x':
		if r, ok := p.hex(p.i+1, 2); ok {
			p.i += 3
			return r
		}
		p.fail(start, p.i+1, "`\\x` needs two hexadecimal digits", "write `\\x41`, or `\\u{1F600}` for any code point")
		return 0
	case 'u':
		return p.unicodeEscape(start)
	}
	if strings.IndexByte(`^$\.*+?()[]{}|/`, c) >= 0 || inSet && c == '-' {
		p.i++
		return rune(c)
	}
	p.uselessEscape(start, inSet)
	return 0
}

// unicodeEscape reads `\uXXXX`, a pair of them, or `\u{…}`; p.i is at the `u`.
func (p *parser) unicodeEscape(start int) rune {
	if p.peek(1) == '{' {
		end := strings.IndexByte(p.s[p.i:], '}')
		if end > 2 {
			if r, ok := p.hex(p.i+2, end-2); ok {
				p.i += end + 1
				return r
			}
		}
		p.fail(start, p.i+2, "`\\u{` needs a code point in hexadecimal, at most 10FFFF, and a closing brace", "write `\\u{1F600}`")
		return 0
	}
	r, ok := p.hex(p.i+1, 4)
	if !ok {
		p.fail(start, p.i+1, "`\\u` needs four hexadecimal digits", "write `\\u0041`, or `\\u{1F600}` for any code point")
		return 0
	}
	p.i += 5
	if r >= 0xd800 && r < 0xdc00 && p.peek(0) == '\\' && p.peek(1) == 'u' {
		if low, ok := p.hex(p.i+2, 4); ok && low >= 0xdc00 && low < 0xe000 {
			p.i += 6
			return (r-0xd800)<<10 + (low - 0xdc00) + 0x10000
		}
	}
	return r
}

// hex reads n hexadecimal digits at an offset; false where there are others,
// or the number is no code point.
func (p *parser) hex(at, n int) (rune, bool) {
	if at+n > len(p.s) {
		return 0, false
	}
	r := rune(0)
	for _, c := range []byte(p.s[at : at+n]) {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
		if r > unicode.MaxRune {
			return 0, false
		}
	}
	return r, true
}

// uselessEscape reports an escape that the flag u refuses; p.i is behind the
// backslash.
func (p *parser) uselessEscape(start int, inSet bool) {
	_, size := jsonval.DecodeRune(p.s[p.i:])
	end := p.i + size
	text := p.s[p.i:end]
	shown := diag.Escape(text)
	message := fmt.Sprintf("`\\%s` is no escape in JavaScript", shown)
	switch hint := foreignEscape(text[0], inSet); {
	case hint != "":
		p.fail(start, end, message, hint)
	case text[0] >= '1' && text[0] <= '9':
		p.fail(start, end, fmt.Sprintf("`\\%s` cannot stand in a set", shown), "a character is written by its code as `\\x41`")
	default:
		p.failFix(start, end, message, fmt.Sprintf("write `%s`: it needs no backslash", shown), text)
		p.fault.Fix.Safe = !unicode.IsLetter([]rune(text)[0])
	}
}

// foreignEscape tells what to write instead of an escape of another language;
// "" where there is none.
func foreignEscape(c byte, inSet bool) string {
	switch c {
	case 'a':
		return "write `\\x07`"
	case 'e':
		return "write `\\x1B`"
	case 'h':
		return "write `[ \\t]`"
	case 'H':
		return "write `[^ \\t]`"
	case 'N':
		return "write `[^\\n]`"
	case 'R':
		return "write `(?:\\r\\n|[\\n\\r])`"
	case 'X':
		return "write `.`: the flag u takes whole code points"
	case 'Q', 'E':
		return "escape each special character by itself, as `\\.`"
	case 'K':
		return "write a lookbehind, `(?<=…)`"
	case 'k', 'B':
		if inSet {
			return "it cannot stand in a set"
		}
	}
	if inSet {
		return ""
	}
	switch c {
	case 'A', 'G':
		return "write `^`"
	case 'z', 'Z':
		return "write `$`: without the flag m it is the very end"
	case '<', '>':
		return "write `\\b` for the edge of a word, and the character itself without a backslash"
	}
	return ""
}
