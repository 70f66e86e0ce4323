// Package format reads a JSON value as one of the formats of Markdown recipes
// and gives its plain text. Numbers keep the digits of their source, dates
// keep their offset; nothing depends on a locale, a zone or a clock.
package format

import (
	"github.com/wield-run/wield/pkg/jsonval"
)

// Format is how a field is printed.
type Format uint8

// The formats. Text is the zero Format.
const (
	Text Format = iota
	Number
	Integer
	Boolean
	Date
	URL
	Image
	JSON
	Code
)

// Names are the formats as recipes write them, in the order of the constants.
func Names() []string {
	return []string{"text", "number", "integer", "boolean", "date", "url", "image", "json", "code"}
}

// String is the format as recipes write it.
func (f Format) String() string { return Names()[f] }

// Parse gives the format of a name.
func Parse(name string) (Format, bool) {
	for i, n := range Names() {
		if n == name {
			return Format(i), true
		}
	}
	return Text, false
}

// Numeric reports whether a column of the format is aligned as numbers are.
func (f Format) Numeric() bool { return f == Number || f == Integer }

// Empty reports whether a value counts as none: null, "", [] and a list of
// nothing else than null and "". For JSON, null is a value.
func (f Format) Empty(v jsonval.Value) bool {
	switch v.Kind() {
	case jsonval.Null:
		return f != JSON
	case jsonval.String:
		return v.Str() == ""
	case jsonval.Array:
		for _, item := range v.Items() {
			if f == JSON || !item.IsNull() && (item.Kind() != jsonval.String || item.Str() != "") {
				return false
			}
		}
		return true
	}
	return false
}

// Append appends the plain text of a value. Where the value is none that the
// format can read, its text is appended as Text does, and fits is false. A
// list is read item by item, and joined by ", ". Of a URL, Image or Code it
// is the text that stands in the link or span.
func (f Format) Append(dst []byte, v jsonval.Value) (_ []byte, fits bool) {
	if f == JSON {
		return jsonval.AppendSource(dst, v), true
	}
	if v.Kind() != jsonval.Array || f == Text || f == Code {
		return f.one(dst, v)
	}
	from, some := len(dst), false
	for _, item := range v.Items() {
		if f.Empty(item) {
			continue
		}
		if some {
			dst = append(dst, ", "...)
		}
		if dst, fits = f.one(dst, item); !fits {
			return AppendText(dst[:from], v), false
		}
		some = true
	}
	return dst, true
}

// one appends the text of a value that is no list of the format.
func (f Format) one(dst []byte, v jsonval.Value) ([]byte, bool) {
	fits := true
	switch f {
	case Text, Code:
	case URL, Image:
		fits = v.Kind() == jsonval.String
	default:
		var read []byte
		if read, fits = f.read(dst, v); fits {
			return read, true
		}
	}
	return AppendText(dst, v), fits
}

// read is what Number, Integer, Boolean and Date make of a scalar.
func (f Format) read(dst []byte, v jsonval.Value) ([]byte, bool) {
	switch f {
	case Number, Integer:
		return appendNumber(dst, v, f == Integer)
	case Boolean:
		return appendBoolean(dst, v)
	}
	return appendDate(dst, v)
}

// AppendText appends the text of a value: strings as they are, numbers in the
// source's digits, a list of scalars joined by ", " (null and "" left out),
// anything else as compact JSON.
func AppendText(dst []byte, v jsonval.Value) []byte {
	switch v.Kind() {
	case jsonval.String:
		return append(dst, v.Str()...)
	case jsonval.Null:
		return dst
	case jsonval.Array:
		for _, item := range v.Items() {
			if k := item.Kind(); k == jsonval.Array || k == jsonval.Object {
				return jsonval.AppendSource(dst, v)
			}
		}
		some := false
		for _, item := range v.Items() {
			if Text.Empty(item) {
				continue
			}
			if some {
				dst = append(dst, ", "...)
			}
			dst = AppendText(dst, item)
			some = true
		}
		return dst
	}
	return jsonval.AppendSource(dst, v)
}

// appendBoolean reads true, false, their names in any case, 0 and 1.
func appendBoolean(dst []byte, v jsonval.Value) ([]byte, bool) {
	switch v.Kind() {
	case jsonval.Bool:
		return jsonval.Append(dst, v), true
	case jsonval.Number:
		switch v.Float() {
		case 0:
			return append(dst, "false"...), true
		case 1:
			return append(dst, "true"...), true
		}
	case jsonval.String:
		switch s := v.Str(); {
		case foldASCII(s, "true"):
			return append(dst, "true"...), true
		case foldASCII(s, "false"):
			return append(dst, "false"...), true
		}
	}
	return dst, false
}

// foldASCII compares a text with one in lower case, without regard to the
// case of ASCII letters.
func foldASCII(s, lower string) bool {
	if len(s) != len(lower) {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}
