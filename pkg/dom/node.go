package dom

import (
	"strings"

	"github.com/wield-run/wield/pkg/dom/internal/tree"
)

// Node is a handle on one node of a Document: the document itself, an element
// or the content of a template. The zero Node is no node; handles may be
// compared with ==.
type Node struct {
	doc *Document
	row int32
}

// IsZero reports whether the handle stands for no node.
func (n Node) IsZero() bool { return n.doc == nil }

// Document gives the document that the node belongs to.
func (n Node) Document() *Document { return n.doc }

// Row gives the node's place in Document.Rows.
func (n Node) Row() int32 { return n.row }

func (n Node) element() *Element { return &n.doc.rows[n.row] }

// Tag is the element's local name: lower-case for HTML, as written in the
// standard for SVG and MathML ("linearGradient"). It is empty for the document
// and for a template's content.
func (n Node) Tag() string {
	e := n.element()
	if e.Flags&Root != 0 {
		return ""
	}
	name := n.doc.NameText(e.Name)
	if e.Flags&SVG != 0 {
		return tree.SVGTag(name)
	}
	return name
}

// Attr gives the value of an attribute as getAttribute does: raw, the asked
// name lower-cased on HTML elements, a namespaced attribute under its
// qualified name only ("xlink:href").
func (n Node) Attr(name string) (value string, ok bool) {
	e := n.element()
	if e.HTML() {
		find := n.doc.Name(lowerASCII(name))
		if find == 0 {
			return "", false
		}
		attrs := n.doc.Attrs(e)
		for i := range attrs {
			if attrs[i].Name == find {
				return n.doc.Value(&attrs[i]), true
			}
		}
		return "", false
	}
	attrs := n.doc.Attrs(e)
	for i := range attrs {
		if n.doc.attrName(e, &attrs[i]) == name {
			return n.doc.Value(&attrs[i]), true
		}
	}
	return "", false
}

// attrName gives the qualified name of an attribute in the standard's spelling.
func (d *Document) attrName(e *Element, a *Attr) string {
	name := d.NameText(a.Name)
	switch {
	case a.Prefix == XMLNS && name == "xmlns":
		return name
	case a.Prefix != NoPrefix:
		return a.Prefix.String() + ":" + name
	case e.HTML():
		return name
	}
	return tree.ForeignAttr(name, e.Flags&SVG != 0)
}

// AttrNames gives the qualified names of the element's attributes in the order
// of the page.
func (n Node) AttrNames() []string {
	e := n.element()
	attrs := n.doc.Attrs(e)
	all := make([]string, len(attrs))
	for i := range attrs {
		all[i] = n.doc.attrName(e, &attrs[i])
	}
	return all
}

// Text is textContent: all text below the node, script and style included,
// comments and template content not.
func (n Node) Text() string {
	e := n.element()
	texts := n.doc.texts[e.text:e.textEnd]
	if len(texts) == 1 {
		return n.doc.slice(texts[0])
	}
	size := 0
	for _, t := range texts {
		size += int(t.Len)
	}
	var b strings.Builder
	b.Grow(size)
	for _, t := range texts {
		b.WriteString(n.doc.slice(t))
	}
	return b.String()
}

// TextSize is the length of Text in bytes, found without building it. It looks
// at no more of the page than a limit needs: where the size, or the number of
// pieces that the text is in, is above the limit, it is limit+1.
func (n Node) TextSize(limit int) int {
	e := n.element()
	texts := n.doc.texts[e.text:e.textEnd]
	if len(texts) > limit {
		return limit + 1
	}
	size := 0
	for _, t := range texts {
		if size += int(t.Len); size > limit {
			return limit + 1
		}
	}
	return size
}

// CollapsedText is Text with every run of JavaScript's white space made one
// space and none at the ends: textContent.replace(/\s+/g, " ").trim().
func (n Node) CollapsedText() string { return Collapse(n.Text()) }

// Parent gives the parent node; the zero Node for the document and for the
// content of a template.
func (n Node) Parent() Node {
	if parent := n.element().Parent; parent >= 0 {
		return Node{n.doc, parent}
	}
	return Node{}
}

// Children gives the child elements in document order. A template has none.
func (n Node) Children() []Node {
	e := n.element()
	if e.Children == 0 {
		return nil
	}
	all := make([]Node, 0, e.Children)
	for i := n.row + 1; i != 0; i = n.doc.rows[i].Next {
		all = append(all, Node{n.doc, i})
	}
	return all
}

// TemplateContent gives the content of an HTML template element, whose
// elements selectors do not reach from outside; the zero Node for any other.
func (n Node) TemplateContent() Node {
	if e := n.element(); e.Flags&Template != 0 {
		return Node{n.doc, e.content}
	}
	return Node{}
}
