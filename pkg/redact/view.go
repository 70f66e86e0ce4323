package redact

import (
	"html"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/jsonval"
)

// find gives the places of secrets in a text: as they stand there, and behind
// each kind of escape, behind mixed escapes, and behind escaped escapes.
func (x *index) find(s string, parts bool) []span {
	if x.keys == 0 {
		return nil
	}
	found := x.scan(nil, s, 0, len(s), parts)
	views := []escapes{percent, backslash, entity, percent | backslash | entity}
	if x.space {
		views = append(views, percent|plus)
	}
	for _, kinds := range views {
		once := undo(s, kinds)
		if once == nil {
			continue
		}
		found = x.scanView(found, once, parts)
		if twice := undo(once.text, kinds); twice != nil {
			twice.under = once
			found = x.scanView(found, twice, parts)
		}
	}
	return found
}

// scanView looks for secrets in a view, near what was unescaped; elsewhere it
// is the text below, which was scanned.
func (x *index) scanView(found []span, v *view, parts bool) []span {
	reach := x.longest - 1
	for i := 0; i < len(v.units); {
		from := max(0, v.units[i].at-reach)
		to := v.units[i].end()
		for i++; i < len(v.units) && v.units[i].at-reach <= to; i++ {
			to = v.units[i].end()
		}
		for _, s := range x.scan(nil, v.text, from, to, parts) {
			found = append(found, v.source(s))
		}
	}
	return found
}

// escapes is a set of kinds of escapes.
type escapes uint8

const (
	percent   escapes = 1 << iota // %41
	plus                          // + for a space
	backslash                     // \n \" \/ \u0041 \u{41} \x41
	entity                        // &amp; &#65; &#x41;
)

// view is a text in which escapes are undone, and where its parts came from.
type view struct {
	text  string
	units []unit
	under *view // the view whose text was unescaped; nil: the source
}

// unit is one escape: text[at:at+n] stood as source[src:src+srcLen] below.
type unit struct{ at, n, src, srcLen int }

func (u unit) end() int { return u.at + u.n }

// source gives the span of the source behind a span of the view. An escape
// belongs to it whole.
func (v *view) source(s span) span {
	s = span{v.below(s.from, false), v.below(s.to, true)}
	if v.under != nil {
		return v.under.source(s)
	}
	return s
}

// below gives the place below of a place in the view; inside an escape, the
// escape's end or begin.
func (v *view) below(at int, end bool) int {
	next := sort.Search(len(v.units), func(i int) bool { return v.units[i].at > at || end && v.units[i].at == at })
	if next == 0 {
		return at
	}
	u := v.units[next-1]
	if at < u.end() {
		if end {
			return u.src + u.srcLen
		}
		return u.src
	}
	return u.src + u.srcLen + at - u.end()
}

// undo makes the view of a text in which the escapes of some kinds are undone;
// nil where it has none.
func undo(s string, kinds escapes) *view {
	next := func(i int) int { // the next place where an escape may begin
		switch kinds {
		case percent:
			return index1(s, i, '%')
		case backslash:
			return index1(s, i, '\\')
		case entity:
			return index1(s, i, '&')
		}
		for ; i < len(s); i++ {
			switch s[i] {
			case '%':
				return i
			case '\\':
				if kinds&backslash != 0 {
					return i
				}
			case '&':
				if kinds&entity != 0 {
					return i
				}
			case '+':
				if kinds&plus != 0 {
					return i
				}
			}
		}
		return len(s)
	}
	var v *view
	var text []byte
	from := 0 // what is not yet copied
	for i := next(0); i < len(s); {
		size := 0
		var plain [utf8.UTFMax * 2]byte
		out := plain[:0]
		switch s[i] {
		case '%':
			out, size = undoPercent(out, s[i:])
		case '+':
			out, size = append(out, ' '), 1
		case '\\':
			out, size = undoBackslash(out, s[i:])
		case '&':
			out, size = undoEntity(out, s[i:])
		}
		if size == 0 {
			i = next(i + 1)
			continue
		}
		if v == nil {
			v = &view{}
			text = make([]byte, 0, len(s))
		}
		text = append(text, s[from:i]...)
		v.units = append(v.units, unit{len(text), len(out), i, size})
		text = append(text, out...)
		from = i + size
		i = next(from)
	}
	if v == nil {
		return nil
	}
	v.text = string(append(text, s[from:]...))
	return v
}

func index1(s string, i int, c byte) int {
	if at := strings.IndexByte(s[i:], c); at >= 0 {
		return i + at
	}
	return len(s)
}

// unescaped is a text with every kind of escape undone once.
func unescaped(s string) string {
	if v := undo(s, percent|backslash|entity); v != nil {
		return v.text
	}
	return s
}

// The functions below append what the escape at the front of s stands for, and
// give its length; 0 where there is none.

func undoPercent(out []byte, s string) ([]byte, int) {
	if c, ok := hexDigits(s, 1, 3); ok {
		return append(out, byte(c)), 3
	}
	return out, 0
}

func undoBackslash(out []byte, s string) ([]byte, int) {
	if len(s) < 2 {
		return out, 0
	}
	switch c := s[1]; c {
	case '"', '\\', '/', '\'':
		return append(out, c), 2
	case 'n':
		return append(out, '\n'), 2
	case 'r':
		return append(out, '\r'), 2
	case 't':
		return append(out, '\t'), 2
	case 'b':
		return append(out, '\b'), 2
	case 'f':
		return append(out, '\f'), 2
	case 'x':
		if r, ok := hexDigits(s, 2, 4); ok {
			return utf8.AppendRune(out, r), 4
		}
	case 'u':
		if end := strings.IndexByte(s[:min(len(s), 10)], '}'); end > 3 && s[2] == '{' {
			if r, ok := hexDigits(s, 3, end); ok {
				return jsonval.AppendRune(out, r), end + 1
			}
			return out, 0
		}
		high, ok := hexDigits(s, 2, 6)
		if !ok {
			return out, 0
		}
		out = jsonval.AppendRune(out, high)
		if high >= 0xd800 && high < 0xdc00 && strings.HasPrefix(s[6:], `\u`) {
			if low, ok := hexDigits(s, 8, 12); ok && low >= 0xdc00 && low < 0xe000 {
				return jsonval.AppendRune(out, low), 12
			}
		}
		return out, 6
	}
	return out, 0
}

// longestEntity is the length of "&CounterClockwiseContourIntegral;".
const longestEntity = 33

func undoEntity(out []byte, s string) ([]byte, int) {
	n := 1
	if n < len(s) && s[n] == '#' {
		n++
	}
	for n < len(s) && n < longestEntity && isAlphanumeric(s[n]) {
		n++
	}
	if n < len(s) && s[n] == ';' {
		n++
	}
	if plain := html.UnescapeString(s[:n]); plain != s[:n] {
		return append(out, plain...), n
	}
	return out, 0
}

func isAlphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// hexDigits reads s[from:to] as hexadecimal digits.
func hexDigits(s string, from, to int) (rune, bool) {
	if to > len(s) || from >= to {
		return 0, false
	}
	var r rune
	for _, c := range []byte(s[from:to]) {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return r, r <= utf8.MaxRune
}
