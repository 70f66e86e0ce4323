package jsonschema

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/jsonschema/format"
	"github.com/wield-run/wield/pkg/jsonval"
)

// match reports whether a value has one of the types. NaN and the infinities
// have none: JSON cannot write them.
func (t Types) match(v jsonval.Value) bool {
	if v.Kind() != jsonval.Number {
		return t&(1<<v.Kind()) != 0
	}
	f := v.Float()
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return false
	}
	return t&(1<<jsonval.Number) != 0 || t&integers != 0 && f == math.Trunc(f)
}

func (e *evaluation) number(s *subschema, v jsonval.Value) bool {
	r, f := s.number, v.Float()
	ok := true
	bound := func(broken bool, keyword, want string, limit float64) {
		if broken && (ok || !e.quiet) {
			e.report(s, keyword, mistake{want: want + jsonval.FormatNumber(limit), got: v})
			ok = false
		}
	}
	bound(f < r.minimum, "minimum", "be at least ", r.minimum)
	bound(f <= r.exclusiveMinimum, "exclusiveMinimum", "be greater than ", r.exclusiveMinimum)
	bound(f > r.maximum, "maximum", "be at most ", r.maximum)
	bound(f >= r.exclusiveMaximum, "exclusiveMaximum", "be less than ", r.exclusiveMaximum)
	bound(!math.IsNaN(r.multipleOf) && !isMultiple(f, r.multipleOf), "multipleOf", "be a multiple of ", r.multipleOf)
	if (ok || !e.quiet) && e.formats && r.format != "" && !format.CheckNumber(r.format, f) {
		e.report(s, "format", mistake{want: "be " + format.Example(r.format), got: v})
		ok = false
	}
	return ok
}

// isMultiple tells it of the decimal numbers that JavaScript prints, so that
// 19.99 is a multiple of 0.01, which their quotient in binary is not.
func isMultiple(f, of float64) bool {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return false
	}
	if f == 0 {
		return true
	}
	if f == math.Trunc(f) && of == math.Trunc(of) {
		return math.Mod(f, of) == 0
	}
	x, xe := decimal(f)
	y, ye := decimal(of)
	scale(x, xe-min(xe, ye))
	scale(y, ye-min(xe, ye))
	return x.Rem(x, y).Sign() == 0
}

// decimal gives the shortest decimal form of a number, as digits times a power
// of ten.
func decimal(f float64) (digits *big.Int, exponent int) {
	text := strconv.FormatFloat(math.Abs(f), 'e', -1, 64)
	mantissa, power, _ := strings.Cut(text, "e")
	exponent, _ = strconv.Atoi(power)
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits, _ = new(big.Int).SetString(whole+fraction, 10)
	return digits, exponent - len(fraction)
}

func scale(n *big.Int, power int) {
	if power > 0 {
		n.Mul(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(power)), nil))
	}
}

func (e *evaluation) text(s *subschema, v jsonval.Value) bool {
	r, text := s.text, v.Str()
	ok := true
	fail := func(keyword string, m mistake) bool {
		m.got = v
		e.report(s, keyword, m)
		ok = false
		return e.quiet
	}
	if r.minLength > 0 || r.maxLength >= 0 {
		n := codePoints(text)
		if n < r.minLength && fail("minLength", mistake{want: fmt.Sprintf("have at least %s, and has %d", count(r.minLength, "character"), n)}) {
			return false
		}
		if r.maxLength >= 0 && n > r.maxLength && fail("maxLength", mistake{want: fmt.Sprintf("have at most %s, and has %d", count(r.maxLength, "character"), n)}) {
			return false
		}
	}
	if r.pattern != nil && !e.matches(r.pattern, text) && fail("pattern", mistake{want: "match the pattern " + quote(r.pattern.String())}) {
		return false
	}
	if r.format != "" && e.formats && !format.Check(r.format, text) {
		fail("format", mistake{want: "be " + format.Example(r.format)})
	}
	return ok
}

// codePoints counts the code points of WTF-8.
func codePoints(s string) int {
	n := 0
	for i := range len(s) {
		if s[i]&0xc0 != 0x80 {
			n++
		}
	}
	return n
}

// count writes a number of things: "1 item", "2 items".
func count(n int, thing string) string {
	switch {
	case n == 1:
		return "1 " + thing
	case strings.HasSuffix(thing, "y"):
		return strconv.Itoa(n) + " " + strings.TrimSuffix(thing, "y") + "ies"
	}
	return strconv.Itoa(n) + " " + thing + "s"
}
