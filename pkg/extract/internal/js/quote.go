package js

import (
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Unquote gives the text that a string literal, or a template without ${…},
// stands for. The literal is one that a Scanner gave.
func Unquote(literal string) (string, *Error) {
	quote, inside := literal[0], literal[1:len(literal)-1]
	if quote == '`' && strings.Contains(inside, "\r") {
		inside = strings.ReplaceAll(strings.ReplaceAll(inside, "\r\n", "\n"), "\r", "\n")
	}
	if !strings.ContainsAny(inside, "\\$") {
		return inside, nil
	}
	b := make([]byte, 0, len(inside))
	for i := 0; i < len(inside); {
		switch c := inside[i]; {
		case c == '$' && quote == '`' && strings.HasPrefix(inside[i:], "${"):
			return "", &Error{Offset: i + 1, Message: "a template with ${…} is no constant text"}
		case c != '\\':
			b = append(b, c)
			i++
		default:
			var err *Error
			if b, i, err = unescape(b, inside, i+1); err != nil {
				err.Offset++
				return "", err
			}
		}
	}
	return string(b), nil
}

// unescape decodes the escape whose first character behind the backslash
// stands at i.
func unescape(b []byte, s string, i int) (_ []byte, next int, _ *Error) {
	if i >= len(s) {
		return b, i, nil
	}
	if strings.HasPrefix(s[i:], "\u2028") || strings.HasPrefix(s[i:], "\u2029") {
		return b, i + 3, nil // the line goes on
	}
	switch s[i] {
	case 'b':
		return append(b, '\b'), i + 1, nil
	case 'f':
		return append(b, '\f'), i + 1, nil
	case 'n':
		return append(b, '\n'), i + 1, nil
	case 'r':
		return append(b, '\r'), i + 1, nil
	case 't':
		return append(b, '\t'), i + 1, nil
	case 'v':
		return append(b, '\v'), i + 1, nil
	case '\n':
		return b, i + 1, nil
	case '\r':
		if i+1 < len(s) && s[i+1] == '\n' {
			i++
		}
		return b, i + 1, nil
	case 'x':
		if r, ok := hex(s, i+1, i+3); ok {
			return jsonval.AppendRune(b, r), i + 3, nil
		}
		return nil, 0, &Error{Offset: i - 1, Message: `\x takes two hexadecimal digits`}
	case 'u':
		if r, ok := hex(s, i+1, i+5); ok {
			return jsonval.AppendRune(b, r), i + 5, nil
		}
		if i+1 < len(s) && s[i+1] == '{' {
			if n := strings.IndexByte(s[i:], '}'); n > 2 && n <= 8 {
				if r, ok := hex(s, i+2, i+n); ok && r <= utf8.MaxRune {
					return jsonval.AppendRune(b, r), i + n + 1, nil
				}
			}
		}
		return nil, 0, &Error{Offset: i - 1, Message: `\u takes four hexadecimal digits`}
	case '0', '1', '2', '3', '4', '5', '6', '7':
		// Octal, as scripts outside of strict mode may write it.
		r := rune(0)
		for n := 0; n < 3 && i < len(s) && s[i] >= '0' && s[i] <= '7' && r*8+rune(s[i]-'0') < 256; n++ {
			r = r*8 + rune(s[i]-'0')
			i++
		}
		return utf8.AppendRune(b, r), i, nil
	}
	return append(b, s[i]), i + 1, nil
}

// hex reads s[from:to] as a hexadecimal number.
func hex(s string, from, to int) (rune, bool) {
	if to > len(s) || from >= to {
		return 0, false
	}
	r := rune(0)
	for _, c := range []byte(s[from:to]) {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return r, true
}
