// Package tree builds the tree of an HTML document: the tree construction
// stage of the HTML standard over the tokens of golang.org/x/net/html, with
// scripting off.
//
// It differs from html.Parse where a DOMParser does: nesting has no limit (an
// element below 512 others becomes a sibling, as in Chromium), and it counts
// what it does, so that a hostile page ends in an error. Comments and doctypes
// are not kept.
package tree

import (
	"golang.org/x/net/html/atom"
)

// Tree is a finished tree. Its first node is the document, or the content of a
// template.
type Tree struct {
	Nodes  NodeList
	Attrs  []Attr
	Text   []byte // all texts and attribute values
	Names  Names
	Root   int32 // the node whose children are the document's
	Quirks bool  // quirks mode
}

// Size counts the rows that a table of the tree has, one for each element, one
// for the document and one for the content of each template, and its texts.
func (t *Tree) Size() (rows, texts int) {
	for i := range t.Nodes.count {
		switch n := t.Nodes.At(i); {
		case n.Is(IsText):
			texts++
		case n.Is(IsTemplate):
			rows += 2
		default:
			rows++
		}
	}
	return rows, texts
}

// None stands for no node.
const None = none

// FirstChild gives the first child, or None.
func (n *Node) FirstChild() int32 { return n.first }

// NextSibling gives the next sibling, or None.
func (n *Node) NextSibling() int32 { return n.next }

// Is reports whether a node has any of some bits.
func (n *Node) Is(b Bits) bool { return n.bits&b != 0 }

// Name is an element's name.
func (n *Node) Name() Name { return n.name }

// Attrs gives the place of an element's attributes in Tree.Attrs.
func (n *Node) Attrs() (from, count int32) { return n.from, n.count }

// Text gives a text's place in Tree.Text.
func (n *Node) Text() Ref { return Ref{n.from, n.count} }

// Ref is a stretch of Tree.Text.
type Ref struct {
	Off, Len int32
}

// Attr is one attribute.
type Attr struct {
	Name   Name // lower-case; of a namespaced attribute the part behind the colon
	Prefix Prefix
	Value  Ref
}

// Prefix is the namespace of an attribute by its usual prefix.
type Prefix uint8

// The namespaces that attributes of foreign elements can have.
const (
	NoPrefix Prefix = iota
	XLink
	XML
	XMLNS
)

// String gives the prefix as it is written before the colon.
func (p Prefix) String() string {
	switch p {
	case XLink:
		return "xlink"
	case XML:
		return "xml"
	case XMLNS:
		return "xmlns"
	}
	return ""
}

// Name stands for the name of an element or attribute of one document: an
// atom, or the number of a name that only this document knows.
type Name uint32

// localName marks the latter.
const localName Name = 1 << 31

// Names numbers the names of one document that the atom table lacks.
type Names struct {
	index map[string]Name
	list  []string
}

// Intern gives the number of a name, a new one where it has none.
func (t *Names) Intern(name []byte) Name {
	if a := atom.Lookup(name); a != 0 {
		return Name(a)
	}
	if n, ok := t.index[string(name)]; ok {
		return n
	}
	if t.index == nil {
		t.index = make(map[string]Name)
	}
	n := localName | Name(len(t.list))
	s := string(name)
	t.list = append(t.list, s)
	t.index[s] = n
	return n
}

// Find gives the number of a name, or 0.
func (t *Names) Find(name string) Name {
	if len(name) < 64 {
		var buf [64]byte
		if a := atom.Lookup(buf[:copy(buf[:], name)]); a != 0 {
			return Name(a)
		}
	}
	return t.index[name]
}

// Text gives the name of a number.
func (t *Names) Text(n Name) string {
	if n&localName != 0 {
		return t.list[n&^localName]
	}
	return atom.Atom(n).String()
}

// htmlSpace is what HTML calls ASCII white space.
const htmlSpace = " \t\n\f\r"
