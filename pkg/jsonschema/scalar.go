package jsonschema

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/jsonschema/format"
	"github.com/wield-run/wield/pkg/jsonschema/internal/draft"
	"github.com/wield-run/wield/pkg/jsonschema/internal/say"
	"github.com/wield-run/wield/pkg/jsonval"
)

func (e *evaluation) number(s *draft.Schema, v jsonval.Value) bool {
	r, f := s.Number, v.Float()
	ok := true
	bound := func(broken bool, keyword, want string, limit float64) {
		if broken && (ok || !e.quiet) {
			e.report(s, keyword, mistake{want: want + say.Number(limit, s.At.Member(keyword).Str), got: v})
			ok = false
		}
	}
	bound(f < r.Minimum, "minimum", "be at least ", r.Minimum)
	bound(f <= r.ExclusiveMinimum, "exclusiveMinimum", "be greater than ", r.ExclusiveMinimum)
	bound(f > r.Maximum, "maximum", "be at most ", r.Maximum)
	bound(f >= r.ExclusiveMaximum, "exclusiveMaximum", "be less than ", r.ExclusiveMaximum)
	bound(!math.IsNaN(r.MultipleOf) && !isMultiple(f, r.MultipleOf), "multipleOf", "be a multiple of ", r.MultipleOf)
	if (ok || !e.quiet) && e.formats && r.Format != "" && !format.CheckNumber(r.Format, f) {
		e.report(s, "format", mistake{want: "be " + format.Example(r.Format), got: v})
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

func (e *evaluation) text(s *draft.Schema, v jsonval.Value) bool {
	r, text := s.Text, v.Str()
	ok := true
	fail := func(keyword string, m mistake) bool {
		m.got = v
		e.report(s, keyword, m)
		ok = false
		return e.quiet
	}
	if r.MinLength > 0 || r.MaxLength >= 0 {
		n := codePoints(text)
		if n < r.MinLength && fail("minLength", mistake{want: fmt.Sprintf("have at least %s, and has %d", say.Count(r.MinLength, "character"), n)}) {
			return false
		}
		if r.MaxLength >= 0 && n > r.MaxLength && fail("maxLength", mistake{want: fmt.Sprintf("have at most %s, and has %d", say.Count(r.MaxLength, "character"), n)}) {
			return false
		}
	}
	if r.Pattern != nil && !e.matches(r.Pattern, text) && fail("pattern", mistake{want: "match the pattern " + say.Quote(r.Pattern.String())}) {
		return false
	}
	if r.Format != "" && e.formats && !format.Check(r.Format, text) {
		fail("format", mistake{want: "be " + format.Example(r.Format)})
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
