package jsonpath

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// The codes of the findings about a path.
const (
	CodeSyntax = "K6" // bad-path
	CodeFilter = "K7" // path-filter
)

// maxSegments bounds a path; no response nests deeper.
const maxSegments = jsonval.MaxDepth

// Parse compiles a path. The finding's span counts in text; its column is
// that of the very character that is wrong.
func Parse(text string) (*Path, *diag.Diagnostic) {
	p := parser{s: text}
	path := &Path{text: text, rooted: strings.HasPrefix(text, "$")}
	switch {
	case strings.Trim(text, " \t\r\n") == "":
		p.fail(0, len(text), "write `.` for the item itself, or `$` for the whole response", "the path is empty")
	case text == ".":
	case path.rooted:
		p.i = 1
		path.segments = p.rest()
	default:
		p.short = true
		path.segments = p.shorthand()
	}
	if p.found != nil {
		return nil, p.found
	}
	path.singular = true
	for i := range path.segments {
		path.singular = path.singular && path.segments[i].singular()
	}
	return path, nil
}

type parser struct {
	s     string
	i     int
	short bool // the shorthand, in which a bare name may hold - and @
	found *diag.Diagnostic
}

func (p *parser) fail(start, end int, hint, format string, args ...any) *diag.Diagnostic {
	if p.found == nil {
		p.found = &diag.Diagnostic{Code: CodeSyntax, Name: "bad-path", Severity: diag.Error,
			Span: diag.Span{Start: start, End: end}, Hint: hint, Message: fmt.Sprintf(format, args...)}
	}
	return p.found
}

func (p *parser) fix(title string, start, end int, text string) {
	p.found.Hint = title
	p.found.Fix = &diag.Fix{Title: title, Safe: true,
		Edits: []diag.Edit{{Span: diag.Span{Start: start, End: end}, Text: text}}}
}

// peek is the character at hand; 0 at the end.
func (p *parser) peek() (rune, int) {
	if p.i >= len(p.s) {
		return 0, 0
	}
	return utf8.DecodeRuneInString(p.s[p.i:])
}

func (p *parser) at(c byte) bool { return p.i < len(p.s) && p.s[p.i] == c }

func (p *parser) space() {
	for p.i < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.i]) >= 0 {
		p.i++
	}
}

// unexpected reports the character at hand.
func (p *parser) unexpected(want string) {
	r, size := p.peek()
	switch {
	case size == 0:
		p.fail(len(p.s), len(p.s), "write what is missing, or take the last character away", "the path ends where it should go on: %s", want)
	case r == '?':
		p.fail(p.i, p.i+1, "take the whole list; a recipe chooses no items by their content",
			"a path has no filters, so `?` cannot stand here").Code = CodeFilter
		p.found.Name = "path-filter"
	default:
		hint := "a path is written `a.b[0]` or `$.a.b[*]`; other names stand in brackets: `['a b']`"
		if r == '|' || r == '(' {
			hint = "a path only names a place; `format` says how its value is printed"
		}
		p.fail(p.i, p.i+size, hint, "unexpected %s in the path: %s", diag.Quote(p.s[p.i:p.i+size], 1), want)
	}
}

// shorthand reads a path from the item: its first segment has no dot.
func (p *parser) shorthand() []segment {
	if c := p.s[0]; c == '.' && !strings.HasPrefix(p.s, "..") {
		p.fail(0, 1, "", "a path from the item begins with a name, not with a dot")
		p.fix("leave the first dot out", 0, 1, "")
		return nil
	}
	if p.at('@') && (len(p.s) == 1 || strings.IndexByte(".[", p.s[1]) >= 0) {
		p.fail(0, 1, "the item itself is `.`, a field of it its bare name", "`@` does not stand for the item here")
		return nil
	}
	var first []segment
	if !p.at('[') && !p.at('.') {
		sel, ok := p.dotted()
		if !ok {
			return nil
		}
		first = []segment{{selectors: []selector{sel}}}
	}
	return append(first, p.rest()...)
}

// rest reads segments to the end of the path.
func (p *parser) rest() []segment {
	var all []segment
	for p.i < len(p.s) && p.found == nil {
		before := p.i
		p.space()
		if p.i >= len(p.s) {
			p.fail(before, p.i, "", "white space stands behind the path")
			p.fix("remove it", before, p.i, "")
			return nil
		}
		if len(all) >= maxSegments {
			p.fail(p.i, len(p.s), "no response nests deeper; leave the rest out", "a path has at most %d steps", maxSegments)
			return nil
		}
		all = append(all, p.segment())
	}
	return all
}

func (p *parser) segment() segment {
	switch {
	case strings.HasPrefix(p.s[p.i:], ".."):
		p.i += 2
		if p.at('[') {
			return segment{descendant: true, selectors: p.bracket()}
		}
		sel, _ := p.dotted()
		return segment{descendant: true, selectors: []selector{sel}}
	case p.at('.'):
		p.i++
		if p.at('[') {
			p.fail(p.i-1, p.i, "", "no dot stands before a bracket")
			p.fix("leave the dot out", p.i-1, p.i, "")
			return segment{}
		}
		sel, _ := p.dotted()
		return segment{selectors: []selector{sel}}
	case p.at('['):
		return segment{selectors: p.bracket()}
	}
	p.unexpected("a `.`, a `[` or the end is expected")
	return segment{}
}

// dotted reads a bare name or `*`.
func (p *parser) dotted() (selector, bool) {
	if p.at('*') {
		p.i++
		return selector{kind: byWildcard}, true
	}
	start := p.i
	for p.i < len(p.s) {
		r, size := p.peek()
		if !nameRune(r, size) && !(r >= '0' && r <= '9' && p.i > start) && !(p.short && (r == '-' || r == '@')) {
			break
		}
		p.i += size
	}
	if p.i > start && !p.bracketsNeeded(start) {
		return selector{name: p.s[start:p.i]}, true
	}
	if p.found == nil && !p.bracketsNeeded(start) {
		p.unexpected("a name or `*` is expected")
	}
	return selector{}, false
}

// bracketsNeeded reports a bare name that the grammar does not allow, where
// what stands up to the next segment plainly is one: it begins with a digit,
// or holds a hyphen or another sign.
func (p *parser) bracketsNeeded(start int) bool {
	end := start
	for end < len(p.s) && p.s[end] >= ' ' && strings.IndexByte(".[]?*'\",:()=<>!&|$", p.s[end]) < 0 {
		end++
	}
	name := strings.TrimRight(p.s[start:end], " \t\r\n")
	end = start + len(name)
	if end <= p.i || strings.TrimLeft(name, " \t\r\n") != name {
		return false
	}
	dot := start
	if start > 0 && p.s[start-1] == '.' && !(start > 1 && p.s[start-2] == '.') {
		dot--
	}
	quoted := "['" + strings.ReplaceAll(name, `\`, `\\`) + "']"
	p.fail(start, end, "", "the name %s stands in brackets", diag.Quote(name, 60))
	p.fix("write `"+diag.Escape(quoted)+"`", dot, end, quoted)
	return true
}

func nameRune(r rune, size int) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == '_':
		return true
	}
	return r >= utf8.RuneSelf && !(r == utf8.RuneError && size == 1)
}

// bracket reads `[ selector, … ]`.
func (p *parser) bracket() []selector {
	open := p.i
	p.i++
	var all []selector
	for p.found == nil {
		p.space()
		sel := p.selector()
		if p.found != nil {
			break
		}
		all = append(all, sel)
		p.space()
		switch {
		case p.at(','):
			p.i++
			continue
		case p.at(']'):
			p.i++
			return all
		case p.i >= len(p.s):
			p.fail(open, open+1, "close it with `]`", "this `[` is never closed")
		default:
			p.unexpected("a `,` or a `]` is expected")
		}
	}
	return nil
}

func (p *parser) selector() selector {
	switch r, _ := p.peek(); {
	case r == '*':
		p.i++
		return selector{kind: byWildcard}
	case r == '\'' || r == '"':
		return selector{name: p.quoted()}
	case r == '-' || r >= '0' && r <= '9' || r == ':':
		return p.indexOrSlice()
	}
	start := p.i
	for p.i < len(p.s) {
		r, size := p.peek()
		if !nameRune(r, size) && !(r >= '0' && r <= '9') && r != '-' {
			break
		}
		p.i += size
	}
	if p.i == start {
		p.unexpected("a quoted name, an index, a slice or `*` is expected")
		return selector{}
	}
	name := p.s[start:p.i]
	p.fail(start, p.i, "", "a name in brackets stands in quotes")
	p.fix("write `'"+diag.Escape(name)+"'`", start, p.i, "'"+name+"'")
	return selector{}
}

// indexOrSlice reads `n` or `from:to:step`, each part of which may be missing.
func (p *parser) indexOrSlice() selector {
	var parts [3]bound
	parts[0] = p.integer()
	if p.space(); !p.at(':') {
		return selector{kind: byIndex, index: parts[0].n}
	}
	for part := 1; part < 3 && p.at(':'); part++ {
		p.i++
		p.space()
		if r, _ := p.peek(); r == '-' || r >= '0' && r <= '9' {
			parts[part] = p.integer()
			p.space()
		}
	}
	return selector{kind: bySlice, from: parts[0], to: parts[1], step: parts[2]}
}

// integer reads a whole number that float64 holds exactly; not given where a
// colon stands there.
func (p *parser) integer() bound {
	if p.at(':') {
		return bound{}
	}
	start := p.i
	if p.at('-') {
		p.i++
	}
	digits := p.i
	for p.i < len(p.s) && p.s[p.i] >= '0' && p.s[p.i] <= '9' {
		p.i++
	}
	number := p.s[start:p.i]
	switch {
	case p.i == digits:
		p.unexpected("a digit is expected behind the minus sign")
		return bound{}
	case number == "-0", p.i-digits > 1 && p.s[digits] == '0':
		p.fail(start, p.i, "write `0`, `7`, or `-1` for the last", "an index is written without leading zeros, and 0 without a sign")
		return bound{}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n > 1<<53-1 || n < -(1<<53-1) {
		p.fail(start, p.i, "no list is that long", "%s is too large for an index", diag.Quote(number, 40))
		return bound{}
	}
	return bound{given: true, n: int(n)}
}
