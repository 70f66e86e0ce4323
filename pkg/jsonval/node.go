package jsonval

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
)

// Node is a value that knows where it stands in its text. Nodes are read-only
// once ParseTree has given them.
type Node struct {
	Kind     Kind
	Span     diag.Span // of the value, quotes and brackets included
	Key      string    // the name, where the node is a member of an object
	KeySpan  diag.Span // of the name, quotes included
	Str      string    // String: the decoded text (WTF-8). Number: the digits as written
	Num      float64   // Number
	Bool     bool      // Bool
	Broken   bool      // the value's own text was reported (J11, J12): what is here is what it evidently meant, or a guess
	Children []*Node   // items of an array, or members of an object, in the file's order
	Parent   *Node     // nil at the root

	raw, rawKey string // the source of a string and of the name, quotes included
}

// Value gives the node as a value: members in JavaScript's order, of a
// repeated name the first place and the last value.
func (n *Node) Value() Value {
	switch n.Kind {
	case Bool:
		return BoolValue(n.Bool)
	case Number:
		return numberValue(n.Num, n.Str)
	case String:
		return StringValue(n.Str)
	case Array:
		items := make([]Value, len(n.Children))
		for i, c := range n.Children {
			items[i] = c.Value()
		}
		return ArrayValue(items)
	case Object:
		members := make([]Member, len(n.Children))
		for i, c := range n.Children {
			members[i] = Member{c.Key, c.Value()}
		}
		return ObjectValue(members)
	}
	return Value{}
}

// Member gives the value of a member of an object, the last where a name is
// repeated; nil where there is none.
func (n *Node) Member(name string) *Node {
	if n == nil || n.Kind != Object {
		return nil
	}
	for i := len(n.Children) - 1; i >= 0; i-- {
		if n.Children[i].Key == name {
			return n.Children[i]
		}
	}
	return nil
}

// At goes down a path of member names and indexes ("steps", "0", "request");
// nil where it leads nowhere.
func (n *Node) At(path ...string) *Node {
	for _, step := range path {
		if n != nil && n.Kind == Array {
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(n.Children) {
				return nil
			}
			n = n.Children[i]
			continue
		}
		n = n.Member(step)
	}
	return n
}

// Pointer is the node's JSON pointer (RFC 6901); "" at the root.
func (n *Node) Pointer() string {
	if n == nil || n.Parent == nil {
		return ""
	}
	step := n.Key
	if n.Parent.Kind == Array {
		step = strconv.Itoa(n.index())
	}
	return n.Parent.Pointer() + "/" + PointerEscape(step)
}

// index tells which of the items of its array a node is. A long array of a
// stranger may have a finding at each: items are found by where they stand.
func (n *Node) index() int {
	all := n.Parent.Children
	i := sort.Search(len(all), func(i int) bool { return all[i].Span.Start >= n.Span.Start })
	if i < len(all) && all[i] == n {
		return i
	}
	return slices.Index(all, n) // of a value that stands in no text
}

// PointerEscape writes a member name as a token of a JSON pointer.
func PointerEscape(name string) string {
	if !strings.ContainsAny(name, "~/") {
		return name
	}
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// TextSpan gives the place in the file of the bytes [from, to) of a string
// node's decoded text: a place behind an escape, or inside one, is found
// exactly (inside: the whole escape). Out of range means the end.
func (n *Node) TextSpan(from, to int) diag.Span {
	return textSpan(n.raw, from, to).Shift(n.Span.Start)
}

// KeyTextSpan is TextSpan for the node's name.
func (n *Node) KeyTextSpan(from, to int) diag.Span {
	return textSpan(n.rawKey, from, to).Shift(n.KeySpan.Start)
}

// textSpan maps a range of the decoded text of a string to one of its source.
func textSpan(raw string, from, to int) diag.Span {
	open, last := quoteWidths(raw)
	if last < open {
		return diag.Span{}
	}
	if open == 0 || strings.IndexByte(raw, '\\') < 0 {
		return diag.Span{Start: min(open+from, last), End: min(open+to, last)}
	}
	span := diag.Span{Start: last, End: last}
	started := false
	var buf [8]byte
	for i, at := open, 0; i < last; {
		b, size := appendLenient(buf[:0], raw[i:])
		width := len(b)
		if !started && from < at+width {
			span.Start, started = i, true
		}
		if to <= at {
			span.End = i
			break
		}
		i += size
		at += width
		if to <= at {
			span.End = i
			break
		}
	}
	if !started {
		span.Start = span.End
	}
	if span.End < span.Start {
		span.End = span.Start
	}
	return span
}

// quoteWidths gives where in the source of a string, or of a bare name, its
// text begins and ends.
func quoteWidths(raw string) (from, to int) {
	if raw == "" {
		return 0, -1
	}
	if c := raw[0]; c == '"' || c == '\'' {
		return 1, len(raw) - 1
	}
	r, size := utf8.DecodeRuneInString(raw)
	if !isTypographic(r) {
		return 0, len(raw)
	}
	_, last := utf8.DecodeLastRuneInString(raw)
	return size, len(raw) - last
}

// Relocate gives a finding about the decoded text of a string node, whose
// spans count in that text, its place in the file. What its edits insert is
// written as JSON escapes it.
func (n *Node) Relocate(d *diag.Diagnostic) *diag.Diagnostic {
	moved := *d
	moved.Span = n.TextSpan(d.Span.Start, d.Span.End)
	moved.Pointer = n.Pointer()
	moved.Related = append([]diag.Related(nil), d.Related...)
	for i := range moved.Related {
		moved.Related[i].Span = n.TextSpan(moved.Related[i].Span.Start, moved.Related[i].Span.End)
	}
	if d.Fix != nil {
		fix := *d.Fix
		fix.Edits = make([]diag.Edit, len(d.Fix.Edits))
		for i, e := range d.Fix.Edits {
			quoted := AppendString(nil, e.Text)
			fix.Edits[i] = diag.Edit{Span: n.TextSpan(e.Span.Start, e.Span.End), Text: string(quoted[1 : len(quoted)-1])}
		}
		moved.Fix = &fix
	}
	return &moved
}
