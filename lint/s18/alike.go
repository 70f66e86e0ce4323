package s18

import (
	"strings"

	"github.com/wield-run/wield/lint/lookalike"
)

// alike reports whether two texts are the same to the eye, whatever their
// letter case and spaces.
func alike(a, b string) bool {
	if !lookalike.ASCII(a) || !lookalike.ASCII(b) {
		return folded(a) == folded(b)
	}
	// A folder may hold thousands of recipes, and each is held against each:
	// texts in ASCII are compared as they are read.
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
	if c >= 'A' && c <= 'Z' {
		c |= 0x20
	}
	switch c {
	case '0':
		return 'o'
	case '1', '|':
		return 'l'
	case 'm':
		r.rest = 'n'
		return 'r'
	}
	return c
}
