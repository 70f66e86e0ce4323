package template

import (
	"math"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
)

// numberFilter reads a number by JSON's grammar after trimming; what is none
// is missing.
var numberFilter = Filter{
	Name: "number",
	Kind: Lossless,
	apply: func(v jsonval.Value, _ []Arg, _ Env) (jsonval.Value, bool, *Error) {
		switch v.Kind() {
		case jsonval.Number:
			return v, true, nil
		case jsonval.String:
			f, ok := parseNumber(trimSpace(v.Str()))
			return jsonval.NumberValue(f), ok, nil
		}
		return v, false, nil
	},
}

// parseNumber reads a number by JSON's grammar. One that no float64 comes near
// is refused.
func parseNumber(s string) (float64, bool) {
	rest := strings.TrimPrefix(s, "-")
	whole := digits(rest)
	if whole == "" || whole[0] == '0' && len(whole) > 1 {
		return 0, false
	}
	rest = rest[len(whole):]
	if after, ok := strings.CutPrefix(rest, "."); ok {
		fraction := digits(after)
		if fraction == "" {
			return 0, false
		}
		rest = after[len(fraction):]
	}
	if rest != "" && (rest[0] == 'e' || rest[0] == 'E') {
		rest = rest[1:]
		if rest != "" && (rest[0] == '+' || rest[0] == '-') {
			rest = rest[1:]
		}
		exponent := digits(rest)
		if exponent == "" {
			return 0, false
		}
		rest = rest[len(exponent):]
	}
	if rest != "" {
		return 0, false
	}
	f, _ := strconv.ParseFloat(s, 64)
	return f, !math.IsInf(f, 0)
}

// roundFilter rounds half away from zero. It rounds the digits that the number
// is printed with: 1.005 with two digits gives 1.01.
var roundFilter = Filter{
	Name:   "round",
	Kind:   Narrowing,
	Params: []Param{{Name: "digits", Type: IntegerParam, Max: 20, Optional: true}},
	apply: func(v jsonval.Value, args []Arg, _ Env) (jsonval.Value, bool, *Error) {
		if v.Kind() != jsonval.Number {
			return v, false, misfit("round", "a number", v, "make text a number first with | number")
		}
		places := 0
		if len(args) > 0 {
			places = int(args[0].Value.Float())
		}
		return jsonval.NumberValue(round(v.Float(), places)), true, nil
	},
}

func round(f float64, places int) float64 {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return f
	}
	b := strconv.AppendFloat([]byte{'0'}, math.Abs(f), 'f', -1, 64)
	point := strings.IndexByte(string(b), '.')
	end := point + 1 + places
	if point < 0 || end >= len(b) {
		return f
	}
	up := b[end] >= '5'
	b = b[:end]
	for i := len(b) - 1; up; i-- {
		switch b[i] {
		case '.':
		case '9':
			b[i] = '0'
		default:
			b[i]++
			up = false
		}
	}
	rounded, _ := strconv.ParseFloat(string(b), 64)
	return math.Copysign(rounded, f)
}
