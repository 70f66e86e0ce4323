// Package jsonfmt lays JSON out as recipes are written: two spaces a level,
// members in their order, and on one line what is short enough for it.
package jsonfmt

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// maxWidth is how long a line may be that holds a list or an object with all
// that is in it, in columns. A text that is longer is not broken.
const maxWidth = 120

// maxLayout bounds a layout, in bytes: a long list that is nested deeply would
// have thousands of spaces before each item.
const maxLayout = 64 << 20

// Format lays a JSON text out. Every name, text and number stays as it is
// spelt, and every member is kept, a repeated one too. Whatever else is wrong
// with the text is found as when a recipe is read; then there is no layout.
//
// The layout depends on nothing but the values: the outermost value, the
// objects that are its members and those in its lists are set out over lines;
// any other list or object is on one line where that fits into 120 columns. The
// line breaks are those of the text's first line. A byte order mark is dropped.
func Format(text []byte) ([]byte, []*diag.Diagnostic) {
	root, found := jsonval.ParseTree(text)
	found = slices.DeleteFunc(found, func(d *diag.Diagnostic) bool { return d.Code == "J3" || d.Code == "J6" })
	if len(found) > 0 {
		return nil, found
	}
	p := &printer{text: text, flat: map[*jsonval.Node]int{}}
	p.measure(root, 0)
	if p.most > maxLayout {
		return nil, []*diag.Diagnostic{{Name: "too-large", Span: diag.Span{Start: root.Span.Start, End: root.Span.Start + 1},
			Message: fmt.Sprintf("laid out, the file would have more than %d MiB", maxLayout>>20), Hint: "a recipe is small; its lists are not nested as deeply"}}
	}
	p.value(root, 0, 0)
	p.out.WriteByte('\n')
	if first := bytes.IndexByte(text, '\n'); first > 0 && text[first-1] == '\r' {
		return bytes.ReplaceAll(p.out.Bytes(), []byte("\n"), []byte("\r\n")), nil
	}
	return p.out.Bytes(), nil
}

type printer struct {
	text []byte
	out  bytes.Buffer
	flat map[*jsonval.Node]int // columns of each list and object on one line
	most int                   // bytes that the layout has at most
}

// source is a part of the text as it is spelt.
func (p *printer) source(s diag.Span) []byte { return p.text[s.Start:s.End] }

// columns is the width of a part of the text.
func (p *printer) columns(s diag.Span) int { return diag.Width(string(p.source(s))) }

// measure finds how wide a value is on one line. Beyond maxWidth it need not be
// known exactly.
func (p *printer) measure(n *jsonval.Node, depth int) int {
	p.most += 2*(2*depth+4) + n.KeySpan.End - n.KeySpan.Start + 2
	if !container(n) {
		p.most += n.Span.End - n.Span.Start
		return p.columns(n.Span)
	}
	width := 2
	for i, c := range n.Children {
		if i > 0 {
			width += 2
		}
		if n.Kind == jsonval.Object {
			width += p.columns(c.KeySpan) + 2
		}
		width += p.measure(c, depth+1)
	}
	if n.Kind == jsonval.Object && len(n.Children) > 0 {
		width += 2
	}
	width = min(width, maxWidth+1)
	p.flat[n] = width
	return width
}

func container(n *jsonval.Node) bool { return n.Kind == jsonval.Object || n.Kind == jsonval.Array }

// value prints a value at a depth; taken is what of its line is taken already
// or will be behind it.
func (p *printer) value(n *jsonval.Node, depth, taken int) {
	if !container(n) {
		p.out.Write(p.source(n.Span))
		return
	}
	opening, closing, space := "{", "}", " "
	if n.Kind == jsonval.Array {
		opening, closing, space = "[", "]", ""
	}
	if len(n.Children) == 0 {
		p.out.WriteString(opening + closing)
		return
	}
	inside := depth + 1
	separator, end := ",\n"+indent(inside), "\n"+indent(depth)+closing
	oneLine := !setOut(n) && taken+p.flat[n] <= maxWidth
	if oneLine {
		separator, end = ", ", space+closing
		p.out.WriteString(opening + space)
	} else {
		p.out.WriteString(opening + "\n" + indent(inside))
	}
	for i, c := range n.Children {
		if i > 0 {
			p.out.WriteString(separator)
		}
		taken := 2 * inside
		if i < len(n.Children)-1 {
			taken++ // the comma
		}
		if n.Kind == jsonval.Object {
			p.out.Write(p.source(c.KeySpan))
			p.out.WriteString(": ")
			taken += p.columns(c.KeySpan) + 2
		}
		if oneLine {
			taken = 0 // it fits, and so does what is in it
		}
		p.value(c, inside, taken)
	}
	p.out.WriteString(end)
}

// setOut tells whether a value is set out over lines however short it is: the
// outermost one, and the objects next to it.
func setOut(n *jsonval.Node) bool {
	switch {
	case n.Parent == nil:
		return true
	case n.Parent.Parent != nil && (n.Parent.Parent.Parent != nil || n.Parent.Kind != jsonval.Array):
		return false
	case n.Kind == jsonval.Array:
		return slices.ContainsFunc(n.Children, func(c *jsonval.Node) bool { return len(c.Children) > 0 && setOut(c) })
	}
	return true
}

func indent(depth int) string { return strings.Repeat("  ", depth) }
