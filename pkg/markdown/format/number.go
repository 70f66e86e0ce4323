package format

import (
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
)

// maxExpanded is how many digits a number with an exponent may have when it
// is written out, as in JavaScript.
const maxExpanded = 21

// decimal is a number by JSON's grammar, in its parts.
type decimal struct {
	negative       bool
	whole, decimal string // digits before and behind the point
	exponent       int
	exponential    bool // it was written with an exponent
}

// parseDecimal reads a text that is exactly one JSON number. An exponent
// beyond a million stands for any that large.
func parseDecimal(s string) (d decimal, ok bool) {
	s, d.negative = strings.CutPrefix(s, "-")
	n := digits(s)
	d.whole, s = s[:n], s[n:]
	if n == 0 || n > 1 && d.whole[0] == '0' {
		return d, false
	}
	if strings.HasPrefix(s, ".") {
		n = digits(s[1:])
		d.decimal, s = s[1:1+n], s[1+n:]
		if n == 0 {
			return d, false
		}
	}
	if s == "" {
		return d, true
	}
	if s[0] != 'e' && s[0] != 'E' {
		return d, false
	}
	d.exponential = true
	s = s[1:]
	sign := 1
	if s != "" && (s[0] == '+' || s[0] == '-') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	if s == "" || digits(s) != len(s) {
		return d, false
	}
	for i := range len(s) {
		d.exponent = min(d.exponent*10+int(s[i]-'0'), 1_000_000)
	}
	d.exponent *= sign
	return d, true
}

// digits is the number of ASCII digits at the front of s.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// expand writes an exponent out. It is false where that takes more than
// maxExpanded digits.
func (d *decimal) expand() bool {
	if !d.exponential {
		return true
	}
	// The digits, with the point behind the first `point` of them.
	all := strings.TrimLeft(d.whole+d.decimal, "0")
	point := len(d.whole) + d.exponent - (len(d.whole+d.decimal) - len(all))
	if all == "" { // zero, whatever the exponent
		d.whole, d.decimal = "0", strings.Repeat("0", min(max(len(d.decimal)-d.exponent, 0), maxExpanded-1))
		return true
	}
	if max(point, 1)+max(len(all)-point, 0) > maxExpanded {
		return false
	}
	switch {
	case point <= 0:
		d.whole, d.decimal = "0", strings.Repeat("0", -point)+all
	case point >= len(all):
		d.whole, d.decimal = all+strings.Repeat("0", point-len(all)), ""
	default:
		d.whole, d.decimal = all[:point], all[point:]
	}
	return true
}

// zero reports whether all digits are 0.
func (d *decimal) zero() bool { return strings.Trim(d.whole+d.decimal, "0") == "" }

// scalarText is the text of a number or a string; false for any other value.
func scalarText(v jsonval.Value) (string, bool) {
	switch v.Kind() {
	case jsonval.Number:
		if s := v.Source(); s != "" {
			return s, true
		}
		return jsonval.FormatNumber(v.Float()), true
	case jsonval.String:
		return v.Str(), true
	}
	return "", false
}

// appendNumber reads a number, or a string that is one by JSON's grammar
// ("007" is a code), and writes its digits without an exponent, as long as
// these are not too many. An integer may be written as 5.0.
func appendNumber(dst []byte, v jsonval.Value, integer bool) ([]byte, bool) {
	text, ok := scalarText(v)
	if !ok {
		return dst, false
	}
	// The usual case: digits.
	if n := digits(text); n == len(text) && n > 0 && (text[0] != '0' || n == 1) {
		return append(dst, text...), true
	}
	d, ok := parseDecimal(text)
	if !ok {
		return dst, false
	}
	if !d.expand() {
		if integer && d.exponent < len(strings.TrimRight(d.decimal, "0")) {
			return dst, false
		}
		return append(dst, text...), true
	}
	if integer {
		if strings.Trim(d.decimal, "0") != "" {
			return dst, false
		}
		d.decimal = ""
	}
	if d.negative && !d.zero() {
		dst = append(dst, '-')
	}
	dst = append(dst, d.whole...)
	if d.decimal != "" {
		dst = append(append(dst, '.'), d.decimal...)
	}
	return dst, true
}
