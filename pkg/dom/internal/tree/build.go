package tree

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// builder makes the tree of one document.
type builder struct {
	source   string
	z        *html.Tokenizer
	position int  // of the end of the current token in source
	slow     bool // the tokenizer has grown slow and shall be replaced

	tok    token
	nodes  NodeList
	attrs  []Attr
	text   []byte
	names  Names
	stack  []open
	counts [countSlots]int32
	active []int32 // the active formatting elements; 0 is a marker

	mode, original mode
	templates      []mode // the stack of template insertion modes
	head, form     int32
	framesetOK     bool
	foster         bool // foster parenting is on
	quirks         bool
	fragment       bool
	done           bool
	skipNewline    bool // the first line break of the next token is dropped
	rawText        bool // the tokenizer shall read raw text
	selectedName   Name
	selected       []int32 // the <selectedcontent> elements
	work           int     // what was done, against maxWork
}

// Node is an element or a text of the tree while it is built. Node 0 is the
// document, which no node has as a sibling or child.
type Node struct {
	parent, first, last, prev, next int32
	name                            Name
	from, count                     int32 // attributes of an element, bytes of a text
	bits                            Bits
}

// NodeList keeps nodes in blocks, so that growing it copies nothing.
type NodeList struct {
	blocks []*[blockSize]Node
	count  int32
}

const (
	blockBits = 10
	blockSize = 1 << blockBits
)

func (l *NodeList) At(i int32) *Node {
	return &l.blocks[i>>blockBits][i&(blockSize-1)]
}

func (l *NodeList) add() (int32, *Node) {
	i := l.count
	if int(i>>blockBits) == len(l.blocks) {
		l.blocks = append(l.blocks, new([blockSize]Node))
	}
	l.count++
	return i, l.At(i)
}

// insert puts a node where the standard's "appropriate place for inserting a
// node" is.
func (p *builder) insert(child int32) {
	current := p.current()
	if p.foster && p.top().bits&fosters != 0 {
		p.fosterParent(child)
		return
	}
	// Chromium's limit: with more than 512 elements open, a new element goes
	// beside the current one. Texts are exempt, and the open elements stay.
	if len(p.stack) > maxDepth && p.nodes.At(child).bits&IsText == 0 {
		if parent := p.nodes.At(current).parent; current != 0 && parent != none {
			current = parent
		}
	}
	p.append(current, child)
}

// maxDepth is the number of open elements up to which elements nest.
const maxDepth = 512

// none stands for no node.
const none = -1

// fosterParent puts a node before the last open table.
func (p *builder) fosterParent(child int32) {
	i := len(p.stack) - 1
	for ; i > 0 && p.stack[i].bits&(isTable|IsTemplate) == 0; i-- {
		p.work++
	}
	last := p.stack[i]
	switch {
	case last.bits&IsTemplate != 0:
		p.append(last.node, child)
	case last.bits&isTable == 0: // a fragment
		p.append(p.stack[0].node, child)
	case p.nodes.At(last.node).parent != none:
		p.insertBefore(p.nodes.At(last.node).parent, child, last.node)
	default:
		p.append(p.stack[i-1].node, child)
	}
}

func (p *builder) append(parent, child int32) { p.insertBefore(parent, child, none) }

// insertBefore makes child a child of parent; before none means at the end.
func (p *builder) insertBefore(parent, child, before int32) {
	par, c := p.nodes.At(parent), p.nodes.At(child)
	c.parent, c.next = parent, before
	if before == none {
		c.prev = par.last
		par.last = child
	} else {
		b := p.nodes.At(before)
		c.prev = b.prev
		b.prev = child
	}
	if c.prev == none {
		par.first = child
	} else {
		p.nodes.At(c.prev).next = child
	}
}

// detach takes a node out of its parent.
func (p *builder) detach(child int32) {
	c := p.nodes.At(child)
	if c.parent == none {
		return
	}
	par := p.nodes.At(c.parent)
	if c.prev == none {
		par.first = c.next
	} else {
		p.nodes.At(c.prev).next = c.next
	}
	if c.next == none {
		par.last = c.prev
	} else {
		p.nodes.At(c.next).prev = c.prev
	}
	c.parent, c.prev, c.next = none, none, none
}

func (p *builder) newNode() (int32, *Node) {
	i, n := p.nodes.add()
	*n = Node{parent: none, first: none, last: none, prev: none, next: none}
	return i, n
}

// newElement makes an element that is in no place yet.
func (p *builder) newElement(name Name, from, count int32, b Bits) int32 {
	i, n := p.newNode()
	n.name, n.from, n.count, n.bits = name, from, count, b
	return i
}

// addElement inserts an HTML element for the current token and opens it.
func (p *builder) addElement() int32 {
	p.tok.used = true
	return p.open(p.newElement(p.tok.name, p.tok.from, p.tok.count, htmlBits(p.tok.name)))
}

// addImplied inserts and opens an HTML element that the page does not write.
func (p *builder) addImplied(a atom.Atom) int32 {
	return p.open(p.newElement(Name(a), 0, 0, htmlBits(Name(a))))
}

// addVoid inserts an HTML element that stays empty.
func (p *builder) addVoid() {
	p.addElement()
	p.pop()
}

func (p *builder) open(i int32) int32 {
	p.insert(i)
	p.push(i)
	return i
}

// addText inserts text at the current place.
func (p *builder) addText(text []byte) {
	if len(text) == 0 {
		return
	}
	i, n := p.newNode()
	n.bits = IsText
	n.from, n.count = p.keep(text)
	p.insert(i)
}

// keep copies bytes into the document's text.
func (p *builder) keep(text []byte) (off, length int32) {
	off = int32(len(p.text))
	p.text = append(p.text, text...)
	return off, int32(len(text))
}

// attr gives the value of an attribute of the current token.
func (p *builder) attr(a atom.Atom) (string, bool) {
	for _, at := range p.attrs[p.tok.from : p.tok.from+p.tok.count] {
		if at.Name == Name(a) {
			return string(p.text[at.Value.Off : at.Value.Off+at.Value.Len]), true
		}
	}
	return "", false
}

// mergeAttrs adds the token's attributes that an element lacks, for a second
// <html> or <body>.
func (p *builder) mergeAttrs(element int32) {
	if p.tok.count == 0 {
		return
	}
	n := p.nodes.At(element)
	added := p.attrs[p.tok.from : p.tok.from+p.tok.count]
	p.tok.used = true
	if n.from+n.count != p.tok.from {
		// Not at the end of the list: move the element's own there.
		own := p.attrs[n.from : n.from+n.count]
		from := int32(len(p.attrs))
		p.attrs = append(p.attrs, own...)
		p.work += len(own)
		n.from = from
	}
	p.attrs = p.attrs[:n.from+n.count]
	for _, a := range added {
		if !p.hasAttr(n, a.Name) {
			p.attrs = append(p.attrs, a)
			n.count++
		}
	}
}

func (p *builder) hasAttr(n *Node, name Name) bool {
	p.work += int(n.count)
	for _, a := range p.attrs[n.from : n.from+n.count] {
		if a.Name == name {
			return true
		}
	}
	return false
}
