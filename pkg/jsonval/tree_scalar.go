package jsonval

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
)

// The tree parser's strings, numbers and words, with what it recovers from.

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= '0' && c <= '9' || c >= utf8.RuneSelf
}

func wordEnd(s string, i int) int {
	for i < len(s) && isWordByte(s[i]) {
		i++
	}
	return i
}

// word reads true, false and null, and what JavaScript and Python write
// instead.
func (p *treeParser) word(n *Node) {
	start, end := p.i, wordEnd(p.s, p.i)
	word := p.s[start:end]
	p.i = end
	meant, safe := word, true
	switch word {
	case "True", "TRUE":
		meant = "true"
	case "False", "FALSE":
		meant = "false"
	case "None", "NULL", "Null", "nil":
		meant = "null"
	case "undefined", "NaN", "Infinity":
		meant, safe = "null", false // JSON has nothing for it, and null is a guess
	}
	switch meant {
	case "true", "false":
		n.Kind, n.Bool = Bool, meant == "true"
	case "null":
		n.Kind = Null
	default:
		p.stop(start, end, fmt.Sprintf("%s is no JSON value", diag.Quote(word, 40)), "a text stands in double quotes")
		return
	}
	if meant != word {
		n.Broken = true
		fix, hint := replace("write "+meant, start, end, meant), "write `"+meant+"`"
		if fix.Safe = safe; !safe {
			hint = "write the value that is meant, or remove the member; `null` is the nearest that JSON has"
		}
		p.report("J12", "unknown-word", start, end, fmt.Sprintf("%s is no JSON value", diag.Quote(word, 40)), hint, fix)
	}
}

func (p *treeParser) number(n *Node) {
	start := p.i
	n.Kind = Number
	end, _, _, fault := 0, false, 0, "a number begins with a digit or a minus sign"
	if p.s[start] == '-' || p.s[start] >= '0' {
		end, _, _, fault = scanNumber(p.s, start)
	}
	if fault == "" && end < len(p.s) && isWordByte(p.s[end]) {
		fault = "a number ends before letters"
	}
	if fault == "" {
		n.Str, n.Num = p.s[start:end], toFloat(p.s[start:end])
		p.i = end
		return
	}
	end = start + 1
	for end < len(p.s) && (isWordByte(p.s[end]) || strings.IndexByte("+-.", p.s[end]) >= 0) {
		end++
	}
	n.Broken = true
	meant := meantNumber(p.s[start:end])
	hint, fix := "write it in decimal, like -12.5", (*diag.Fix)(nil)
	if meant != "" {
		hint = "write " + meant
		fix = replace(hint, start, end, meant)
		fix.Safe = !leadingZero(p.s[start:end]) // a number to some, an identifier or octal to others
	}
	p.report("J11", "bad-number", start, end, fmt.Sprintf("%s is no JSON number: %s", diag.Quote(p.s[start:end], 40), fault), hint, fix)
	n.Str = cmp.Or(meant, "0")
	n.Num = toFloat(n.Str)
	p.i = end
}

// meantNumber gives the JSON number that a text evidently means which is none:
// leading zeros, a plus sign, a bare point, another base. It is "" where
// nothing is evident.
func meantNumber(s string) string {
	sign := ""
	switch s[0] {
	case '-':
		sign, s = "-", s[1:]
	case '+':
		s = s[1:]
	}
	if len(s) > 2 && s[0] == '0' && isWordByte(s[1]) && s[1] > '9' {
		if whole, err := strconv.ParseUint(s, 0, 53); err == nil {
			return sign + strconv.FormatUint(whole, 10)
		}
	}
	s = strings.TrimSuffix(strings.ReplaceAll(s, "_", ""), ".")
	if strings.HasPrefix(s, ".") {
		s = "0" + s
	}
	for len(s) > 1 && s[0] == '0' && s[1] >= '0' && s[1] <= '9' {
		s = s[1:]
	}
	if s == "" {
		return ""
	}
	if end, _, _, fault := scanNumber(s, 0); fault != "" || end < len(s) || s[0] == '-' {
		return ""
	}
	return sign + s
}

// leadingZero reports whether a number begins with a zero and another digit.
func leadingZero(s string) bool {
	s = strings.TrimLeft(s, "+-")
	return len(s) > 1 && s[0] == '0' && s[1] >= '0' && s[1] <= '9'
}

// text reads the string at p.i, in double or (a finding) single quotes, and
// gives it decoded and as it stands.
func (p *treeParser) text() (text, raw string) {
	start := p.i
	quote := p.s[start]
	end, escaped, at, fault := scanString(p.s, start)
	if fault != "" {
		// A raw control character or a wrong escape has an evident end where
		// the closing quote stands on the same line.
		if closing := closingQuote(p.s, start); closing < 0 {
			p.notClosed(start)
			return "", ""
		}
		p.reportString(at, fault)
		return p.lenientText(start, quote)
	}
	p.i = end
	raw = p.s[start:end]
	if text = raw[1 : len(raw)-1]; escaped {
		text = unescape(text)
	}
	if quote == '\'' {
		fixed := string(AppendString(nil, text))
		p.report("J10", "single-quotes", start, end, "a JSON string stands in double quotes", "write "+diag.Escape(diag.Cut(fixed, 60)),
			replace("use double quotes", start, end, fixed))
	}
	return text, raw
}

func (p *treeParser) reportString(at int, fault string) {
	_, size := utf8.DecodeRuneInString(p.s[at:])
	if p.s[at] == '\\' && at+1 < len(p.s) {
		_, size = utf8.DecodeRuneInString(p.s[at+1:])
		size++
		p.report("J8", "bad-escape", at, at+size, fault, `a backslash itself is written \\`, nil)
		return
	}
	escape := controlEscape(p.s[at])
	p.report("J7", "control-character", at, at+size, "a string holds the raw control character "+escape, "write it as "+escape+", or remove it",
		replace("write the escape", at, at+size, escape))
}

// closingQuote gives the offset of the quote that closes the string at start
// on its line, or -1. A string that goes on behind a line break is a forgotten
// quote far more often than a text of two lines, and then every later quote
// would open where it closes.
func closingQuote(s string, start int) int {
	for i := start + 1; i < len(s); i++ {
		switch s[i] {
		case s[start]:
			return i
		case '\\':
			if i+1 < len(s) && s[i+1] != '\n' && s[i+1] != '\r' {
				i++
			}
		case '\n', '\r':
			return -1
		}
	}
	return -1
}

// notClosed stops at a string without a closing quote on its line.
func (p *treeParser) notClosed(start int) {
	end := len(p.s)
	if i := strings.IndexAny(p.s[start:], "\r\n"); i >= 0 {
		end = start + i
	}
	hint := `write the missing quote; a line break inside a string is written \n`
	if strings.ContainsFunc(p.s[start:end], isTypographic) {
		hint = "write plain double quotes at both ends"
	}
	p.stop(start, end, "the string is not closed on its line", hint)
}

// lenientText decodes a string with faults, the first of which is reported:
// what is wrong stands for itself. It has a closing quote.
func (p *treeParser) lenientText(start int, quote byte) (text, raw string) {
	var b []byte
	i := start + 1
	for p.s[i] != quote {
		var size int
		b, size = appendLenient(b, p.s[i:])
		i += size
	}
	p.i = i + 1
	return string(b), p.s[start:p.i]
}

// appendLenient decodes the byte or the escape at the front of s; of what is
// no escape it drops the backslash. It tells how many bytes it took.
func appendLenient(b []byte, s string) (_ []byte, size int) {
	if s[0] != '\\' || len(s) < 2 {
		return append(b, s[0]), 1
	}
	if strings.IndexByte(`"\/bfnrt'`, s[1]) >= 0 || s[1] == 'u' && len(s) >= 6 && isHex4(s[2:]) {
		return appendEscape(b, s)
	}
	return append(b, s[1]), 2
}

// typographic reads text in the quotes that word processors write; they have
// one evident meaning where the closing one stands on the same line.
func (p *treeParser) typographic() (text, raw string) {
	start := p.i
	opening, size := utf8.DecodeRuneInString(p.s[start:])
	for i := start + size; i < len(p.s) && p.s[i] != '\n' && p.s[i] != '\r'; {
		r, size := utf8.DecodeRuneInString(p.s[i:])
		if !closesTypographic(opening, r) {
			if i += size; r == '\\' && i < len(p.s) && p.s[i] == '"' {
				i++
			}
			continue
		}
		p.i = i + size
		raw = p.s[start:p.i]
		text = lenient(raw)
		fixed := string(AppendString(nil, text))
		p.report("J10", "single-quotes", start, p.i, "a JSON string stands in plain double quotes, not in typographic ones",
			"write "+diag.Escape(diag.Cut(fixed, 60)), replace("use plain double quotes", start, p.i, fixed))
		return text, raw
	}
	p.notClosed(start)
	return "", ""
}

// lenient decodes what stands between a string's quotes.
func lenient(raw string) string {
	from, to := quoteWidths(raw)
	var b []byte
	for i := from; i < to; {
		var size int
		b, size = appendLenient(b, raw[i:to])
		i += size
	}
	return string(b)
}

// typographicAt reports whether a typographic quote stands at an offset.
func typographicAt(s string, i int) bool {
	if i >= len(s) || s[i] < utf8.RuneSelf {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return isTypographic(r)
}

func isTypographic(r rune) bool { return closesTypographic(r, r) }

// closesTypographic reports whether a character closes text that a typographic
// quote opened: any of the same kind, double or single, the plain one too. It
// is false where the opening character is no such quote.
func closesTypographic(opening, r rune) bool {
	const double, single = "“”„‟«»″＂", "‘’‚‛‹›"
	switch {
	case strings.ContainsRune(double, opening):
		return r == '"' || strings.ContainsRune(double, r)
	case strings.ContainsRune(single, opening):
		return r == '\'' || strings.ContainsRune(single, r)
	}
	return false
}
