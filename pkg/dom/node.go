package dom

// Node is a handle on one node of a Document: the document itself, an element
// or the content of a template. The zero Node is no node; handles may be
// compared with ==.
type Node struct {
	doc *Document
	at  int32
}

// IsZero reports whether the handle stands for no node.
func (n Node) IsZero() bool { return n.doc == nil }

// Document gives the document that the node belongs to.
func (n Node) Document() *Document { return n.doc }

// Tag is the element's local name: lower-case for HTML, as written in the
// standard for SVG and MathML ("linearGradient"). It is empty for the document
// and for a template's content.
func (n Node) Tag() string { return "" }

// Attr gives the value of an attribute as getAttribute does: raw, the asked
// name lower-cased on HTML elements, a namespaced attribute under its
// qualified name only ("xlink:href").
func (n Node) Attr(name string) (value string, ok bool) { return "", false }

// Text is textContent: all text below the node, script and style included,
// comments and template content not.
func (n Node) Text() string { return "" }

// CollapsedText is Text with every run of JavaScript's white space made one
// space and none at the ends: textContent.replace(/\s+/g, " ").trim().
func (n Node) CollapsedText() string { return "" }

// Parent gives the parent node; the zero Node for the document.
func (n Node) Parent() Node { return Node{} }

// Children gives the child elements in document order. A template has none.
func (n Node) Children() []Node { return nil }

// TemplateContent gives the content of an HTML template element, whose
// elements selectors do not reach from outside; the zero Node for any other.
func (n Node) TemplateContent() Node { return Node{} }
