package jsonval

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// Append prints a value as JSON.stringify(value) does.
func Append(dst []byte, v Value) []byte {
	return printer{}.value(dst, v, 0)
}

// AppendIndent prints a value as JSON.stringify(value, null, indent) does.
func AppendIndent(dst []byte, v Value, indent string) []byte {
	return printer{indent: indent}.value(dst, v, 0)
}

// AppendSource is Append with each number as it was written, where the value
// was parsed: 1.50 stays 1.50.
func AppendSource(dst []byte, v Value) []byte {
	return printer{source: true}.value(dst, v, 0)
}

// AppendSourceIndent is AppendIndent with each number as it was written.
func AppendSourceIndent(dst []byte, v Value, indent string) []byte {
	return printer{source: true, indent: indent}.value(dst, v, 0)
}

// Stringify is Append to a string.
func Stringify(v Value) string { return string(Append(nil, v)) }

// printer writes values. Values that were parsed nest at most MaxDepth deep;
// those that are computed are bounded by who computes them.
type printer struct {
	indent string
	source bool
}

func (p printer) value(dst []byte, v Value, depth int) []byte {
	switch v.kind {
	case Null:
		return append(dst, "null"...)
	case Bool:
		return strconv.AppendBool(dst, v.bits == 1)
	case Number:
		if p.source && v.size > 0 {
			return append(dst, v.source()...)
		}
		if f := v.num(); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return AppendNumber(dst, f)
		}
		return append(dst, "null"...)
	case String:
		return AppendString(dst, v.text())
	case Array:
		dst = append(dst, '[')
		for i, item := range v.agg().items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = p.newline(dst, depth+1)
			dst = p.value(dst, item, depth+1)
		}
		if len(v.agg().items) > 0 {
			dst = p.newline(dst, depth)
		}
		return append(dst, ']')
	}
	dst = append(dst, '{')
	for i := range v.agg().members {
		m := &v.agg().members[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = p.newline(dst, depth+1)
		dst = append(AppendString(dst, m.Key), ':')
		if p.indent != "" {
			dst = append(dst, ' ')
		}
		dst = p.value(dst, m.Value, depth+1)
	}
	if len(v.agg().members) > 0 {
		dst = p.newline(dst, depth)
	}
	return append(dst, '}')
}

func (p printer) newline(dst []byte, depth int) []byte {
	if p.indent == "" {
		return dst
	}
	dst = append(dst, '\n')
	for range depth {
		dst = append(dst, p.indent...)
	}
	return dst
}

// AppendString prints a string as JSON.stringify does: only quotes,
// backslashes, control characters and lone surrogates are escaped. Two
// surrogate halves that stand side by side are written as their character.
func AppendString(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' && c != 0xed {
			i++
			continue
		}
		if c == 0xed {
			r, ok := surrogateAt(s[i:])
			if !ok {
				i++
				continue
			}
			dst = append(dst, s[from:i]...)
			i += 3
			if low, ok := surrogateAt(s[i:]); ok && r < 0xdc00 && low >= 0xdc00 {
				dst = utf8.AppendRune(dst, (r-0xd800)<<10+(low-0xdc00)+0x10000)
				i += 3
			} else {
				dst = append(dst, '\\', 'u', 'd', hex[r>>8&15], hex[r>>4&15], hex[r&15])
			}
			from = i
			continue
		}
		dst = append(dst, s[from:i]...)
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, '\\', 'b')
		case '\f':
			dst = append(dst, '\\', 'f')
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		from = i
	}
	return append(append(dst, s[from:]...), '"')
}

// AppendNumber prints a number as JavaScript's Number::toString does: decimal
// up to 21 digits, else with an exponent; -0 is 0; NaN, Infinity and -Infinity
// by name.
func AppendNumber(dst []byte, f float64) []byte {
	switch {
	case f == 0:
		return append(dst, '0')
	case math.IsNaN(f):
		return append(dst, "NaN"...)
	case math.IsInf(f, 1):
		return append(dst, "Infinity"...)
	case math.IsInf(f, -1):
		return append(dst, "-Infinity"...)
	case f == math.Trunc(f) && math.Abs(f) < 1<<53:
		return strconv.AppendInt(dst, int64(f), 10)
	}
	if abs := math.Abs(f); abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	from := len(dst)
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	// Go writes at least two digits of exponent, JavaScript as few as it takes.
	for i := from; i < len(dst); i++ {
		if dst[i] == 'e' && dst[i+2] == '0' {
			dst = append(dst[:i+2], dst[i+3:]...)
			break
		}
	}
	return dst
}

// FormatNumber is AppendNumber to a string.
func FormatNumber(f float64) string { return string(AppendNumber(nil, f)) }
