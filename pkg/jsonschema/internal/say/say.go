// Package say has the words of the sentences about schemas and values.
package say

import (
	"math"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Quote writes foreign text in double quotes, escaped and cut.
func Quote(s string) string { return diag.Quote(s, 60) }

// Show writes a value as a sentence names it.
func Show(v jsonval.Value) string {
	switch v.Kind() {
	case jsonval.String:
		return Quote(v.Str())
	case jsonval.Array:
		if v.Len() == 0 {
			return "[]"
		}
		return "an array"
	case jsonval.Object:
		if v.Len() == 0 {
			return "{}"
		}
		return "an object"
	}
	if v.Kind() == jsonval.Number {
		return Number(v.Float(), v.Source())
	}
	return jsonval.Stringify(v)
}

// Number writes a number. One that is read as Infinity is written as its source
// has it, since nobody wrote Infinity there.
func Number(f float64, source string) string {
	if math.IsInf(f, 0) && source != "" {
		return Digits(source)
	}
	return jsonval.FormatNumber(f)
}

// Digits writes a number as its source has it, cut.
func Digits(source string) string { return diag.Cut(source, 40) }

// ShowTyped is show with the type where that is what is wrong.
func ShowTyped(v jsonval.Value) string {
	switch v.Kind() {
	case jsonval.String:
		return "the string " + Quote(v.Str())
	case jsonval.Number:
		if math.IsInf(v.Float(), 0) {
			return Show(v) + " (read as Infinity)"
		}
		return Show(v)
	case jsonval.Bool:
		return Show(v)
	case jsonval.Array:
		return "an array"
	case jsonval.Object:
		return "an object"
	}
	return "null"
}

// Either joins alternatives: "a, b or c".
func Either(all []string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:len(all)-1], ", ") + " or " + all[len(all)-1]
}

// MaxListed is how many values of an enum a sentence lists.
const MaxListed = 12

// Values writes a list of allowed values.
func Values(all []jsonval.Value) string {
	var out []string
	for i, v := range all {
		if i == MaxListed {
			out = append(out, strconv.Itoa(len(all)-i)+" more")
			break
		}
		switch v.Kind() {
		case jsonval.Array, jsonval.Object:
			out = append(out, diag.Escape(diag.Cut(jsonval.Stringify(v), 60)))
		default:
			out = append(out, Show(v))
		}
	}
	if len(out) == 0 {
		return "nothing at all: the list of allowed values is empty"
	}
	return Either(out)
}

// Count writes a number of things: "1 item", "2 items".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}
