package markdown

import (
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/format"
	"github.com/wield-run/wield/pkg/markdown/gfm"
)

// place is where a field stands.
type place uint8

const (
	inCell place = iota // of a table
	inList              // an item of a document
)

// limit is how many characters a field may have.
func (x *renderer) limit(f *Field) int {
	limit := x.limits.MaxFieldChars
	if f.MaxChars > 0 {
		limit = f.MaxChars
	}
	return min(limit, x.cap)
}

// cut shortens a text to a field's limit and counts what was dropped.
func (x *renderer) cut(f *Field, text string) string {
	kept, dropped := gfm.Cut(text, x.limit(f))
	if dropped > 0 {
		x.counts.FieldsCut++
		x.counts.DroppedChars += dropped
	}
	return kept
}

// field appends the Markdown of a field of an item.
func (x *renderer) field(dst []byte, i int, item jsonval.Value, where place) []byte {
	f := &x.r.Fields[i]
	v, ok, err := f.Path.Find(x.root, item)
	if err != nil {
		x.fail("fields", err)
		return dst
	}
	if !ok || f.Format.Empty(v) {
		return x.fallback(dst, f)
	}
	switch f.Format {
	case format.JSON, format.Code:
		return x.code(dst, f, v, where)
	case format.URL:
		return x.links(dst, i, v)
	case format.Image:
		return x.image(dst, i, v)
	case format.Text:
		if v.Kind() == jsonval.String {
			return x.text(dst, f, v.Str())
		}
	}
	var fits bool
	if x.scratch, fits = f.Format.Append(x.scratch[:0], v); !fits {
		x.misfits[i]++
	}
	return x.text(dst, f, string(x.scratch))
}

func (x *renderer) fallback(dst []byte, f *Field) []byte {
	return gfm.AppendText(dst, gfm.Line(f.Fallback), gfm.Place{})
}

// text appends a value between prefix and suffix. These do not count for the
// field's limit.
func (x *renderer) text(dst []byte, f *Field, text string) []byte {
	line := x.cut(f, gfm.Line(text))
	if line != "" && (f.Prefix != "" || f.Suffix != "") {
		line = gfm.Line(f.Prefix + line + f.Suffix)
	}
	return gfm.AppendText(dst, line, gfm.Place{})
}

// code appends a code span, or in a document a fenced block where the format
// is JSON or the text has several lines.
func (x *renderer) code(dst []byte, f *Field, v jsonval.Value, where place) []byte {
	x.scratch, _ = f.Format.Append(x.scratch[:0], v)
	text := string(x.scratch)
	if where == inList && f.Prefix == "" && f.Suffix == "" {
		info := ""
		if f.Format == format.JSON {
			info = "json"
		}
		if block := gfm.Block(text); info != "" || strings.Contains(block, "\n") {
			dst = append(trimSpace(dst), "\n\n"...)
			return gfm.AppendFence(dst, x.cut(f, block), info, listIndent)
		}
	}
	line := x.cut(f, gfm.Line(text))
	dst = gfm.AppendText(dst, edge(f.Prefix, true), gfm.Place{})
	dst = gfm.AppendCode(dst, line, where == inCell)
	return gfm.AppendText(dst, edge(f.Suffix, false), gfm.Place{})
}

// edge is a prefix or suffix as a line that keeps a space towards the value.
func edge(text string, prefix bool) string {
	const value = "x"
	if prefix {
		return strings.TrimSuffix(gfm.Line(text+value), value)
	}
	return strings.TrimPrefix(gfm.Line(value+text), value)
}

// links appends a link for a URL, or for each of a list.
func (x *renderer) links(dst []byte, i int, v jsonval.Value) []byte {
	f := &x.r.Fields[i]
	only := [1]jsonval.Value{v}
	urls := only[:]
	if v.Kind() == jsonval.Array {
		urls = v.Items()
	}
	for _, u := range urls {
		if u.Kind() != jsonval.String && !u.IsNull() {
			return x.misfit(dst, i, v)
		}
	}
	misfits, some := 0, false
	for _, u := range urls {
		url := gfm.Line(f.Prefix + u.Str() + f.Suffix)
		if u.Str() == "" || url == "" {
			continue
		}
		if some {
			dst = append(dst, ", "...)
		}
		some = true
		destination, ok := gfm.Destination(url)
		switch {
		case ok && utf8.RuneCountInString(u.Str()) <= x.limit(f):
			text := gfm.Line(f.LinkText)
			if text == "" {
				text = url
			}
			dst = gfm.AppendLink(dst, text, destination)
		default:
			dst = x.text(dst, f, u.Str())
			if !ok {
				misfits = 1
			}
		}
	}
	x.misfits[i] += misfits
	return dst
}

// image appends an image, of a list the first. A data: URL is dropped.
func (x *renderer) image(dst []byte, i int, v jsonval.Value) []byte {
	f := &x.r.Fields[i]
	first := v
	if v.Kind() == jsonval.Array {
		first = v.At(0)
	}
	if first.Kind() != jsonval.String {
		return x.misfit(dst, i, v)
	}
	if name := gfm.Line(first.Str()); len(name) >= 5 && strings.EqualFold(name[:5], "data:") {
		x.misfits[i]++
		return x.fallback(dst, f)
	}
	destination, ok := gfm.Destination(gfm.Line(f.Prefix + first.Str() + f.Suffix))
	switch {
	case !ok:
		return x.misfit(dst, i, first)
	case utf8.RuneCountInString(first.Str()) > x.limit(f):
		return x.text(dst, f, first.Str())
	}
	return gfm.AppendImage(dst, gfm.Line(f.Label), destination)
}

// misfit appends a value that its format cannot read, as text.
func (x *renderer) misfit(dst []byte, i int, v jsonval.Value) []byte {
	x.misfits[i]++
	return x.text(dst, &x.r.Fields[i], string(format.AppendText(nil, v)))
}

// formatWarnings are the warnings about values that did not fit, one for each
// field.
func (x *renderer) formatWarnings() []Warning {
	var warnings []Warning
	for i, n := range x.misfits {
		if n == 0 {
			continue
		}
		f := &x.r.Fields[i]
		message := diag.Quote(f.Label, 40)
		if n == 1 {
			message = "1 value of " + message + " is no " + misfitName(f.Format) + "; it is printed as text"
		} else {
			message = string(jsonval.Append(nil, jsonval.IntValue(n))) + " values of " + message + " are no " + misfitName(f.Format) + "; they are printed as text"
		}
		if f.Format == format.Image {
			message += ", or left out where it is a data: URL"
		}
		warnings = append(warnings, Warning{Code: "format", Message: message, Count: n, Field: f.Label})
	}
	return warnings
}

func misfitName(f format.Format) string {
	switch f {
	case format.Number:
		return "number"
	case format.Integer:
		return "whole number"
	case format.Boolean:
		return "truth value"
	case format.Date:
		return "date that can be read without doubt"
	case format.Image:
		return "http or https URL of an image"
	}
	return "http or https URL"
}

func trimSpace(dst []byte) []byte {
	for len(dst) > 0 && dst[len(dst)-1] == ' ' {
		dst = dst[:len(dst)-1]
	}
	return dst
}
