package template

import (
	"math"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// splitFilter is split; an empty separator parts a text into its characters.
var splitFilter = Filter{
	Name:   "split",
	Kind:   Narrowing,
	Params: []Param{{Name: "separator", Type: TextParam}},
	apply: func(v jsonval.Value, args []Arg, _ Env) (jsonval.Value, bool, *Error) {
		if v.Kind() != jsonval.String {
			return v, false, misfit("split", "text", v, "a list needs no split; a number can be made text with | json")
		}
		s, separator := v.Str(), args[0].Value.Str()
		n := 0
		if separator == "" {
			n = runes(s)
		} else {
			n = strings.Count(s, separator) + 1
		}
		if n > maxItems {
			return v, false, tooMany(n)
		}
		items := make([]jsonval.Value, 0, n)
		if separator == "" {
			for s != "" {
				_, size := jsonval.DecodeRune(s)
				items = append(items, jsonval.StringValue(s[:size]))
				s = s[size:]
			}
			return jsonval.ArrayValue(items), true, nil
		}
		for part := range strings.SplitSeq(s, separator) {
			items = append(items, jsonval.StringValue(part))
		}
		return jsonval.ArrayValue(items), true, nil
	},
}

// joinFilter is join over text, numbers and booleans; null gives "".
var joinFilter = Filter{
	Name:   "join",
	Kind:   Lossless,
	Params: []Param{{Name: "separator", Type: TextParam}},
	apply: func(v jsonval.Value, args []Arg, _ Env) (jsonval.Value, bool, *Error) {
		if v.Kind() != jsonval.Array {
			return v, false, misfit("join", "an array", v, "drop it, or make a list first with | split:','")
		}
		separator := args[0].Value.Str()
		var b []byte
		for i, item := range v.Items() {
			if i > 0 {
				b = appendText(b, separator)
			}
			s, ok := text(item)
			if !ok && !item.IsNull() {
				return v, false, misfit("join", "an array of single values", item, "write the whole with | json, or pick a member of each in the step's extract")
			}
			if len(b)+len(s) > maxWork {
				return v, false, tooLarge(diag.Span{}, len(b)+len(s), maxWork)
			}
			b = appendText(b, s)
		}
		return jsonval.StringValue(string(b)), true, nil
	},
}

// sliceFilter is slice by characters or elements; without an end it goes to
// the last one.
var sliceFilter = Filter{
	Name: "slice",
	Kind: Narrowing,
	Params: []Param{
		{Name: "from", Type: IntegerParam, Min: math.MinInt32, Max: math.MaxInt32},
		{Name: "to", Type: IntegerParam, Min: math.MinInt32, Max: math.MaxInt32, Optional: true},
	},
	apply: func(v jsonval.Value, args []Arg, _ Env) (jsonval.Value, bool, *Error) {
		n := v.Len()
		switch v.Kind() {
		case jsonval.String:
			n = runes(v.Str())
		case jsonval.Array:
		default:
			return v, false, misfit("slice", "text or an array", v, "make a number text with | json")
		}
		from, to := bound(args[0], n), n
		if len(args) > 1 {
			to = bound(args[1], n)
		}
		to = max(from, to)
		if v.Kind() == jsonval.Array {
			return jsonval.ArrayValue(v.Items()[from:to:to]), true, nil
		}
		s := v.Str()
		s = s[offset(s, from):]
		return jsonval.StringValue(s[:offset(s, to-from)]), true, nil
	},
}

// bound reads an end of a slice: a negative one counts from the end.
func bound(arg Arg, n int) int {
	i := int(arg.Value.Float())
	if i < 0 {
		i += n
	}
	return max(0, min(i, n))
}

// firstFilter gives the first character or element.
var firstFilter = Filter{
	Name: "first",
	Kind: Narrowing,
	apply: func(v jsonval.Value, _ []Arg, _ Env) (jsonval.Value, bool, *Error) {
		return pick("first", v, func(n int) int { return 0 })
	},
}

// lastFilter gives the last character or element.
var lastFilter = Filter{
	Name: "last",
	Kind: Narrowing,
	apply: func(v jsonval.Value, _ []Arg, _ Env) (jsonval.Value, bool, *Error) {
		return pick("last", v, func(n int) int { return n - 1 })
	},
}

// pick gives one character or element; of nothing it is missing.
func pick(filter string, v jsonval.Value, which func(n int) int) (jsonval.Value, bool, *Error) {
	switch v.Kind() {
	case jsonval.Array:
		return v.At(which(v.Len())), v.Len() > 0, nil
	case jsonval.String:
		s := v.Str()
		if s == "" {
			return v, false, nil
		}
		s = s[offset(s, which(runes(s))):]
		return jsonval.StringValue(s[:offset(s, 1)]), true, nil
	}
	return v, false, misfit(filter, "text or an array", v, "make a number text with | json")
}

func tooMany(n int) *Error {
	err := tooLarge(diag.Span{}, n, maxItems)
	err.Message = strings.Replace(err.Message, "bytes", "elements", 1)
	return err
}
