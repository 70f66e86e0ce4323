package typed

import (
	"fmt"
	"math"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// WrongType reports a value of another type than the one that is wanted ("a
// string", "an object or a list of objects"). It says nothing of a value whose
// own text has its finding.
func (r *Reader) WrongType(n *jsonval.Node, what, want string) {
	if n.Broken {
		return
	}
	d := r.At(r.Codes.Type, n, "write "+want, "%s must be %s, not %s", what, want, n.Kind.Phrase())
	bare := want == "true or false" && (n.Str == "true" || n.Str == "false") || want == "a number" && isNumber(n.Str)
	switch {
	case n.Kind == jsonval.String && bare:
		d.Hint = "write " + n.Str + " without quotes"
		d.Fix = &diag.Fix{Title: "take the quotes away", Safe: true, Edits: []diag.Edit{{Span: n.Span, Text: n.Str}}}
	case n.Kind == jsonval.Number && want == "a string":
		d.Hint = "put it into double quotes"
	case n.Kind != jsonval.Array && n.Kind != jsonval.Null && want == "an array":
		d.Hint = "put it into brackets: [ … ]"
	}
}

// isNumber reports whether a text is a number as JSON writes it.
func isNumber(s string) bool {
	v, err := jsonval.ParseString(s)
	return err == nil && v.Kind() == jsonval.Number && strings.TrimSpace(s) == s
}

// Text reads a string; ok is false where it is none.
func (r *Reader) Text(n *jsonval.Node, what string) (s string, ok bool) {
	if n.Kind != jsonval.String {
		r.WrongType(n, what, "a string")
		return "", false
	}
	return n.Str, true
}

// Words reads a string that is not empty; ok is false where it is none.
func (r *Reader) Words(n *jsonval.Node, what, hint string) (s string, ok bool) {
	if s, ok = r.Text(n, what); ok && strings.TrimSpace(s) == "" {
		r.At(r.Codes.Value, n, hint, "%s is empty", what)
		return s, false
	}
	return s, ok
}

// Bool reads true or false.
func (r *Reader) Bool(n *jsonval.Node, what string) bool {
	if n.Kind != jsonval.Bool {
		r.WrongType(n, what, "true or false")
	}
	return n.Bool
}

// Integer reads a whole number between two bounds. math.MaxInt32 is none.
func (r *Reader) Integer(n *jsonval.Node, what string, low, high int) (k int, ok bool) {
	if n.Kind != jsonval.Number {
		r.WrongType(n, what, "a number")
		return 0, false
	}
	if n.Num == math.Trunc(n.Num) && n.Num >= float64(low) && n.Num <= float64(high) {
		return int(n.Num), true
	}
	hint := "leave out what stands behind the point"
	switch {
	case n.Num < float64(low):
		hint = fmt.Sprintf("write %d or more", low)
	case n.Num > float64(high):
		hint = fmt.Sprintf("write %d or less", high)
	}
	want := fmt.Sprintf("from %d to %d", low, high)
	if high == math.MaxInt32 {
		want = fmt.Sprintf("from %d", low)
	}
	r.At(r.Codes.Value, n, hint, "%s must be a whole number %s, not %s", what, want, diag.Cut(n.Str, 40))
	return 0, false
}

// OneOf reads a string that is one of a few words, and gives its place among
// them. A misspelt word counts as what it means; -1 is none of them. The code
// is that of a word that there is not.
func (r *Reader) OneOf(n *jsonval.Node, code, what string, words ...string) int {
	s, ok := r.Text(n, what)
	if !ok {
		return -1
	}
	for i, w := range words {
		if s == w {
			return i
		}
	}
	d := r.At(code, n, diag.DidYouMean(s, words), "%s cannot be %s", what, diag.Quote(s, 40))
	near := diag.Nearest(s, words)
	for i, w := range words {
		if w == near {
			d.Fix = write(near, n.Span)
			return i
		}
	}
	return -1
}
