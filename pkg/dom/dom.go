// Package dom reads an HTML document as a browser's DOMParser does, and keeps
// it in a compact form that is fast to match selectors against.
//
// Comments are not kept, since neither selectors nor text see them. A Document
// never changes after Parse and may be used by many goroutines.
package dom

import "github.com/wield-run/wield/pkg/dom/internal/tree"

// Document is a parsed page.
type Document struct {
	rows     []Element
	attrs    []Attr
	texts    []tree.Ref
	text     string // all texts and attribute values
	names    tree.Names
	classes  classes
	quirks   bool
	fragment bool
}

// Error says why a document was refused: it would take too much time or
// memory.
type Error struct {
	Message string // one sentence
	Hint    string
}

// Error gives the message and the hint.
func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + " (" + e.Hint + ")"
}

// Parse reads a whole document from decoded text (UTF-8). Any text is a
// document; an error is a *Error and means that the page is too large, or
// built so that it grows without end.
func Parse(text string) (*Document, error) { return parse(text, false, "") }

// ParseFragment reads text as the content of a <template>, as the assignment
// to its innerHTML does. The document's Root is the content.
func ParseFragment(text string) (*Document, error) { return parse(text, true, "") }

// ParseStreams is ParseFragment for Hotwire's <turbo-stream> elements: the
// content of each <template> that is a child of one stands in its place, as
// children of the stream.
func ParseStreams(text string) (*Document, error) { return parse(text, true, "turbo-stream") }

// parse reads a text. Templates that are children of an element of the name
// opened are replaced by their content.
func parse(text string, fragment bool, opened string) (*Document, error) {
	t, refusal := tree.Build(text, fragment)
	if refusal != nil {
		return nil, &Error{refusal.Message, refusal.Hint}
	}
	d := freeze(t, opened)
	d.fragment = fragment
	return d, nil
}

// Root is the document node (or the fragment); selectors are asked of it.
func (d *Document) Root() Node { return Node{d, 0} }

// Element is the root element, <html>; of a fragment the first element.
func (d *Document) Element() Node {
	if len(d.rows) > 1 && d.rows[1].Parent == 0 {
		return Node{d, 1}
	}
	return Node{}
}

// Quirks reports whether the page is in quirks mode, where selectors compare
// ids and classes without case.
func (d *Document) Quirks() bool { return d.quirks }

// Rows gives the flat form of the document, for matchers. It must not be
// changed.
func (d *Document) Rows() []Element { return d.rows }

// At gives the handle of a row.
func (d *Document) At(row int32) Node { return Node{d, row} }

// Name gives the number of an element's or attribute's name (lower-case), or 0
// where the document has no such name.
func (d *Document) Name(lower string) Name { return Name(d.names.Find(lower)) }

// NameText is the inverse of Name.
func (d *Document) NameText(n Name) string { return d.names.Text(tree.Name(n)) }

// Class gives the number of a class, or 0 where no element has it. In quirks
// mode the classes are compared without ASCII case.
func (d *Document) Class(class string) Class {
	if d.quirks {
		class = lowerASCII(class)
	}
	return d.classes.index[class]
}

// Classes gives the classes that a row's Class stands for. The result must not
// be changed.
func (d *Document) Classes(c Class) []Class {
	if c == 0 {
		return nil
	}
	lists := d.classes.lists
	return lists[c+1 : c+1+lists[c]]
}

// Attrs gives the attributes of a row. The result must not be changed.
func (d *Document) Attrs(e *Element) []Attr { return d.attrs[e.attrs : e.attrs+e.attrCount] }

// Value gives the value of one of the document's attributes.
func (d *Document) Value(a *Attr) string { return d.slice(a.value) }

// HasText reports whether there is any text below a row.
func (d *Document) HasText(e *Element) bool { return e.text < e.textEnd }

func (d *Document) slice(r tree.Ref) string { return d.text[r.Off : r.Off+r.Len] }

// Fragment reports whether the document came from ParseFragment.
func (d *Document) Fragment() bool { return d.fragment }

// TextRuns gives the numbers of the texts below a row, in document order, half
// open. A text that stands before a child element of the row has a lower
// number than the texts in that.
func (d *Document) TextRuns(e *Element) (from, to int32) { return e.text, e.textEnd }

// TextRun gives one of the document's texts.
func (d *Document) TextRun(i int32) string { return d.slice(d.texts[i]) }
