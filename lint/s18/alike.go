package s18

import (
	"strings"

	"github.com/wield-run/wield/lint/lookalike"
)

// alike reports whether two texts are the same to the eye, whatever their
// letter case and spaces.
func alike(a, b string) bool {
	// A folder may hold thousands of recipes, and each is held against each.
	if apart(a, b) {
		return false
	}
	if !lookalike.ASCII(a) || !lookalike.ASCII(b) {
		return folded(a) == folded(b)
	}
	x, y := reader{text: a}, reader{text: b}
	for {
		c, d := x.next(), y.next()
		if c != d {
			return false
		}
		if c == 0 {
			return a != "" && b != ""
		}
	}
}

// apart reports whether two texts are the same up to a letter or digit that
// looks like another one in each: nearly all are.
func apart(a, b string) bool {
	for i := range min(len(a), len(b)) {
		if c, d := a[i], b[i]; c != d {
			return alnum(c) && alnum(d) && look(c) != look(d)
		}
	}
	return false
}

func alnum(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }

// folded brings texts that look alike to the same text.
func folded(s string) string {
	return strings.ToLower(lookalike.Skeleton(strings.Join(strings.Fields(strings.ToLower(s)), " ")))
}

// reader reads ASCII text as it looks: small letters, one space for many, and
// one character for those that look the same.
type reader struct {
	text string
	i    int
	rest byte // the second half of a letter that looks like two
}

// next gives the next character, 0 at the end.
func (r *reader) next() byte {
	if c := r.rest; c != 0 {
		r.rest = 0
		return c
	}
	start := r.i
	for r.i < len(r.text) && r.text[r.i] <= ' ' {
		r.i++
	}
	if r.i == len(r.text) {
		return 0
	}
	if start > 0 && r.i > start {
		return ' '
	}
	c := r.text[r.i]
	r.i++
	if c == 'm' || c == 'M' {
		r.rest = 'n'
	}
	return look(c)
}

// look gives the one of the ASCII characters that look the same; of an m, which
// looks like rn, the first half.
func look(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c |= 0x20
	}
	switch c {
	case '0':
		return 'o'
	case '1', '|':
		return 'l'
	case 'm':
		return 'r'
	}
	return c
}
