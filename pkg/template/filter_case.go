package template

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"github.com/wield-run/wield/pkg/jsonval"
)

// lowerFilter is toLowerCase.
var lowerFilter = Filter{
	Name: "lower",
	Kind: Lossless,
	apply: func(v jsonval.Value, _ []Arg, _ Env) (jsonval.Value, bool, *Error) {
		return mapText("lower", v, func(s string) string {
			if isASCII(s) {
				return strings.ToLower(s)
			}
			return changeCase(s, cases.Lower(language.Und))
		})
	},
}

// upperFilter is toUpperCase.
var upperFilter = Filter{
	Name: "upper",
	Kind: Lossless,
	apply: func(v jsonval.Value, _ []Arg, _ Env) (jsonval.Value, bool, *Error) {
		return mapText("upper", v, func(s string) string {
			if isASCII(s) {
				return strings.ToUpper(s)
			}
			return changeCase(s, cases.Upper(language.Und))
		})
	},
}

// changeCase keeps lone surrogates, which the caser would replace. They are
// neither letters nor marks, so what stands around them does not depend on
// what is behind them.
func changeCase(s string, c cases.Caser) string {
	var b strings.Builder
	for s != "" {
		n := len(s)
		for i := 0; i < len(s); {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				n = i
				break
			}
			i += size
		}
		b.WriteString(c.String(s[:n]))
		_, size := jsonval.DecodeRune(s[n:])
		b.WriteString(s[n : n+size])
		s = s[n+size:]
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// trimFilter is trim, with JavaScript's white space.
var trimFilter = Filter{
	Name: "trim",
	Kind: Lossless,
	apply: func(v jsonval.Value, _ []Arg, _ Env) (jsonval.Value, bool, *Error) {
		return mapText("trim", v, trimSpace)
	},
}

func trimSpace(s string) string { return strings.TrimFunc(s, isSpace) }

// isSpace reports JavaScript's white space and line terminators.
func isSpace(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', ' ', 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff:
		return true
	}
	return r >= 0x2000 && r <= 0x200a
}

// slugFilter writes a text with a–z, 0–9 and single hyphens between them.
var slugFilter = Filter{
	Name: "slug",
	Kind: Transforming,
	apply: func(v jsonval.Value, _ []Arg, _ Env) (jsonval.Value, bool, *Error) {
		return mapText("slug", v, slug)
	},
}

func slug(s string) string {
	b := make([]byte, 0, len(s))
	gap := false
	for _, r := range norm.NFKD.String(s) {
		if unicode.Is(unicode.M, r) {
			continue
		}
		r = unicode.ToLower(r)
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			if gap && len(b) > 0 {
				b = append(b, '-')
			}
			b = append(b, byte(r))
			gap = false
			continue
		}
		gap = true
	}
	return string(b)
}
