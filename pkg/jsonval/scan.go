package jsonval

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxDepth is how deeply arrays and objects may nest (spec: 1,000 levels).
const MaxDepth = 1000

// The scanner: functions over a text and an offset, shared by the fast parser
// and the tree parser. A text is UTF-8 or WTF-8.

// skipSpace gives the offset of the next byte that is not JSON white space.
func skipSpace(s string, i int) int {
	for i < len(s) {
		switch s[i] {
		case ' ', '\n', '\r', '\t':
			i++
		default:
			return i
		}
	}
	return i
}

// scanString reads a string whose opening quote stands at i. It gives the
// offset behind the closing quote. A fault gives its offset and a message.
func scanString(s string, i int) (end int, escaped bool, faultAt int, fault string) {
	start := i
	quote := s[i]
	for i++; i < len(s); i++ {
		switch c := s[i]; {
		case c == quote:
			return i + 1, escaped, 0, ""
		case c == '\\':
			escaped = true
			i++
			if i >= len(s) {
				return i, escaped, start, "the string is not closed"
			}
			switch s[i] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				if len(s) < i+5 || !isHex4(s[i+1:i+5]) {
					return i, escaped, i - 1, `\u takes four hexadecimal digits`
				}
				i += 4
			default:
				if s[i] == quote {
					continue
				}
				_, size := utf8.DecodeRuneInString(s[i:])
				return i, escaped, i - 1, "there is no escape \\" + s[i:i+size]
			}
		case c < 0x20:
			return i, escaped, i, "a control character in a string is written as an escape: " + controlEscape(c)
		}
	}
	return i, escaped, start, "the string is not closed"
}

// controlEscape is how a control character is written in JSON.
func controlEscape(c byte) string {
	return strings.Trim(string(AppendString(nil, string(rune(c)))), `"`)
}

func isHex4(s string) bool {
	for i := 0; i < 4; i++ {
		if hexDigit(s[i]) < 0 {
			return false
		}
	}
	return true
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

func hex4(s string) rune {
	return rune(hexDigit(s[0])<<12 | hexDigit(s[1])<<8 | hexDigit(s[2])<<4 | hexDigit(s[3]))
}

// unescape decodes the inside of a string that scanString accepted.
func unescape(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		next := i
		for next < len(s) && s[next] != '\\' {
			next++
		}
		b = append(b, s[i:next]...)
		if next == len(s) {
			break
		}
		var size int
		b, size = appendEscape(b, s[next:])
		i = next + size
	}
	return string(b)
}

// appendEscape decodes the escape at the front of s, and tells how many bytes
// it took. Two escapes that make a surrogate pair are one character.
func appendEscape(b []byte, s string) (_ []byte, size int) {
	switch s[1] {
	case 'b':
		return append(b, '\b'), 2
	case 'f':
		return append(b, '\f'), 2
	case 'n':
		return append(b, '\n'), 2
	case 'r':
		return append(b, '\r'), 2
	case 't':
		return append(b, '\t'), 2
	case 'u':
		r := hex4(s[2:6])
		if r >= 0xd800 && r < 0xdc00 && len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
			if low := hex4(s[8:12]); low >= 0xdc00 && low < 0xe000 {
				return utf8.AppendRune(b, (r-0xd800)<<10+(low-0xdc00)+0x10000), 12
			}
		}
		return appendWTF8(b, r), 6
	}
	return append(b, s[1]), 2
}

// scanNumber reads a number at i by JSON's grammar. A fault gives its offset
// and a message.
func scanNumber(s string, i int) (end int, integer bool, faultAt int, fault string) {
	start := i
	if s[i] == '-' {
		i++
	}
	switch {
	case i >= len(s) || s[i] < '0' || s[i] > '9':
		return i, false, start, "a digit is missing after the minus sign"
	case s[i] == '0':
		i++
		if i < len(s) && s[i] >= '0' && s[i] <= '9' {
			return i, false, start, "a number has no leading zeros"
		}
	default:
		i = skipDigits(s, i)
	}
	integer = true
	if i < len(s) && s[i] == '.' {
		integer = false
		from := i + 1
		if i = skipDigits(s, from); i == from {
			return i, false, start, "a digit is missing after the decimal point"
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		integer = false
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		from := i
		if i = skipDigits(s, from); i == from {
			return i, false, start, "a digit is missing in the exponent"
		}
	}
	return i, integer, 0, ""
}

func skipDigits(s string, i int) int {
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

// pow10 holds the powers of ten that float64 holds exactly.
var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10,
	1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// toFloat gives the float64 nearest to a number that scanNumber accepted;
// beyond float64's range it is an infinity, as in JavaScript.
func toFloat(s string) float64 {
	// Up to 15 digits and a division by an exact power of ten: one rounding,
	// so the result is the nearest float64.
	if len(s) <= 16 {
		var mantissa uint64
		i, fraction := 0, -1
		negative := s[0] == '-'
		if negative {
			i++
		}
		for ; i < len(s); i++ {
			c := s[i]
			if c == '.' {
				fraction = i + 1
				continue
			}
			if c < '0' || c > '9' {
				break
			}
			mantissa = mantissa*10 + uint64(c-'0')
		}
		if i == len(s) && mantissa < 1<<53 {
			f := float64(mantissa)
			if fraction >= 0 {
				f /= pow10[len(s)-fraction]
			}
			if negative {
				f = -f
			}
			return f
		}
	}
	f, _ := strconv.ParseFloat(s, 64) // out of range gives the infinity that is wanted
	return f
}
