package template

import (
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// replaceFilter replaces every occurrence of a text by another, in which
// nothing has a special meaning.
var replaceFilter = Filter{
	Name:   "replace",
	Kind:   Narrowing,
	Params: []Param{{Name: "old", Type: TextParam, NotEmpty: true}, {Name: "new", Type: TextParam}},
	apply: func(v jsonval.Value, args []Arg, _ Env) (jsonval.Value, bool, *Error) {
		old, replacement := args[0].Value.Str(), args[1].Value.Str()
		if s, ok := text(v); ok {
			size := len(s) + strings.Count(s, old)*(len(replacement)-len(old))
			if size > maxWork {
				return v, false, tooLarge(diag.Span{}, size, maxWork)
			}
		}
		return mapText("replace", v, func(s string) string {
			return jsonval.Concat(strings.ReplaceAll(s, old, replacement))
		})
	},
}

// padFilter puts a text in front until there are enough characters.
var padFilter = Filter{
	Name:   "pad",
	Kind:   Lossless,
	Params: []Param{{Name: "width", Type: IntegerParam, Max: 1000}, {Name: "fill", Type: TextParam, NotEmpty: true}},
	apply: func(v jsonval.Value, args []Arg, _ Env) (jsonval.Value, bool, *Error) {
		width, fill := int(args[0].Value.Float()), args[1].Value.Str()
		return mapText("pad", v, func(s string) string {
			lack := width - runes(s)
			if lack <= 0 {
				return s
			}
			padding := strings.Repeat(fill, lack/runes(fill)+1)
			return jsonval.Concat(padding[:offset(padding, lack)], s)
		})
	},
}

// runes counts the code points of a text; a lone surrogate is one.
func runes(s string) int {
	n := 0
	for i := 0; i < len(s); n++ {
		_, size := jsonval.DecodeRune(s[i:])
		i += size
	}
	return n
}

// offset gives the byte at which the code point n begins.
func offset(s string, n int) int {
	i := 0
	for ; n > 0 && i < len(s); n-- {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		_, size := jsonval.DecodeRune(s[i:])
		i += size
	}
	return i
}
