package dom

import (
	"strings"

	"github.com/wield-run/wield/pkg/dom/internal/tree"
)

// Element is one row of a document's flat form: an element, the document
// itself or the content of a template. Rows stand in document order, so that
// the descendants of row i are the rows i+1 up to End. Row 0 is the document,
// and 0 in Prev or Next means that there is no such element. The content of
// every template follows the document, as a tree of its own.
type Element struct {
	Parent   int32
	Prev     int32 // the element sibling before
	Next     int32 // the element sibling behind
	End      int32 // the row behind the last descendant
	Position int32 // among the parent's child elements, from 1
	Children int32 // how many child elements
	Name     Name  // lower-case, for SVG too
	Class    Class // see Document.Classes
	Flags    Flags

	attrs, attrCount int32
	text, textEnd    int32
	content          int32 // of a template: the row of its content; of a content: its template
}

// Flags say what a row is.
type Flags uint8

// The flags of a row. An element that has neither SVG nor MathML is an HTML
// element.
const (
	Root     Flags = 1 << iota // the document or a template's content
	SVG                        // in the SVG namespace
	MathML                     // in the MathML namespace
	HasID                      // has an id attribute
	Template                   // an HTML template element: Content is its content
)

// HTML reports whether a row is an element in the HTML namespace.
func (e *Element) HTML() bool { return e.Flags&(Root|SVG|MathML) == 0 }

// Name stands for the name of an element or attribute of one document. Names
// that HTML knows have the same number in all documents.
type Name uint32

// Class stands for a class attribute or one class of a document; 0 for none.
type Class int32

// Attr is one attribute.
type Attr struct {
	Name   Name // lower-case; of a namespaced attribute the part behind the colon
	Prefix Prefix

	value tree.Ref
}

// Prefix is the namespace of an attribute by its usual prefix.
type Prefix = tree.Prefix

// The namespaces that attributes of foreign elements can have.
const (
	NoPrefix = tree.NoPrefix
	XLink    = tree.XLink
	XML      = tree.XML
	XMLNS    = tree.XMLNS
)

// classes numbers the classes of one document, and keeps the list of every
// class attribute that was read.
type classes struct {
	index map[string]Class
	lists []Class // each list is its length followed by its classes
	fold  bool    // quirks mode: compare without ASCII case
}

// list gives the place in lists of the classes of an attribute's value.
func (t *classes) list(value string) Class {
	if len(t.lists) == 0 {
		t.lists = append(t.lists, 0) // place 0 means no class attribute
		t.index = make(map[string]Class)
	}
	at := len(t.lists)
	t.lists = append(t.lists, 0)
	if t.fold {
		value = lowerASCII(value)
	}
	for {
		value = strings.TrimLeft(value, htmlSpace)
		if value == "" {
			break
		}
		end := strings.IndexAny(value, htmlSpace)
		if end < 0 {
			end = len(value)
		}
		class, ok := t.index[value[:end]]
		if !ok {
			class = Class(len(t.index) + 1)
			t.index[value[:end]] = class
		}
		t.lists = append(t.lists, class)
		value = value[end:]
	}
	t.lists[at] = Class(len(t.lists) - at - 1)
	return Class(at)
}

// htmlSpace is what HTML calls ASCII white space.
const htmlSpace = " \t\n\f\r"

// lowerASCII makes A to Z lower-case and leaves every other letter alone.
func lowerASCII(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 'A' && c <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if c := b[i]; c >= 'A' && c <= 'Z' {
					b[i] = c + 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

// Integer reads a number by the rules that HTML has for non-negative integers
// in attributes: leading white space and what follows the digits do not count.
// What is no number is 0, and so is a negative one.
func Integer(s string) int { return tree.Integer(s) }
