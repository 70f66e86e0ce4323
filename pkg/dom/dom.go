// Package dom reads an HTML document as a browser's DOMParser does, and keeps
// it in a compact form that is fast to match selectors against.
//
// A Document never changes after Parse and may be used by many goroutines.
package dom

// Document is a parsed page.
type Document struct {
}

// Error says why a document was refused: it would take too much time, memory
// or too many nodes.
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
// document; an error is a *Error and means that a guard stopped the parser.
func Parse(text string) (*Document, error) { return &Document{}, nil }

// ParseFragment reads text as the content of a <template>, as DOM code does
// that sets innerHTML. The document's Root is the fragment.
func ParseFragment(text string) (*Document, error) { return &Document{}, nil }

// Root is the document node (or the fragment); selectors are asked of it.
func (d *Document) Root() Node { return Node{doc: d} }

// Element is the root element: <html> for a document.
func (d *Document) Element() Node { return Node{} }

// Quirks reports whether the page is in quirks mode, where selectors compare
// ids and classes without case.
func (d *Document) Quirks() bool { return false }
