package dom

import (
	"slices"

	"golang.org/x/net/html/atom"
)

// textRun is one text of a document, in document order.
type textRun = ref

// freezer lays the finished tree out as rows.
type freezer struct {
	p         *builder
	d         *Document
	templates []int32 // rows whose content is still to be laid out
	sources   []int32 // and the nodes that they come from
}

// freeze gives the document that was built.
func (p *builder) freeze() *Document {
	d := &Document{attrs: slices.Clone(p.attrs), names: p.names, quirks: p.quirks, fragment: p.fragment}
	d.classes.fold = p.quirks
	rows, texts := p.size()
	d.rows = make([]Element, 0, rows)
	d.texts = make([]textRun, 0, texts)
	d.text = string(p.text)
	p.text, p.attrs = nil, nil
	f := freezer{p: p, d: d}
	root := int32(0)
	if p.fragment {
		root = p.nodes.at(0).first // the <html> that stands for the fragment
	}
	f.tree(root, 0)
	for i := 0; i < len(f.templates); i++ {
		row := f.templates[i]
		d.rows[row].content = int32(len(d.rows))
		f.tree(f.sources[i], row)
	}
	return d
}

// size counts the rows and texts that a document can have.
func (p *builder) size() (rows, texts int) {
	for i := range p.nodes.count {
		switch b := p.nodes.at(i).bits; {
		case b&isText != 0:
			texts++
		case b&isTemplate != 0:
			rows += 2
		default:
			rows++
		}
	}
	return rows, texts
}

// level is an open row while a tree is laid out.
type level struct {
	row  int32
	last int32 // its last child element so far
	next int32 // the node behind it
}

// tree lays out a node as the root of a tree of its own, and all below it.
func (f *freezer) tree(root, template int32) {
	nodes, d := &f.p.nodes, f.d
	row := int32(len(d.rows))
	d.rows = append(d.rows, Element{Flags: Root, Parent: none, content: template, text: int32(len(d.texts))})
	levels := []level{{row: row, next: none}}
	for at := nodes.at(root).first; len(levels) > 0; {
		top := &levels[len(levels)-1]
		if at == none {
			d.rows[top.row].End = int32(len(d.rows))
			d.rows[top.row].textEnd = int32(len(d.texts))
			at = top.next
			levels = levels[:len(levels)-1]
			continue
		}
		n := nodes.at(at)
		if n.bits&isText != 0 {
			d.texts = append(d.texts, textRun{n.from, n.count})
			at = n.next
			continue
		}
		i := f.element(n, top.row, top.last)
		top.last = i
		if n.bits&isTemplate != 0 {
			f.templates, f.sources = append(f.templates, i), append(f.sources, at)
			d.rows[i].End = i + 1
			d.rows[i].textEnd = d.rows[i].text
			at = n.next
			continue
		}
		levels = append(levels, level{row: i, next: n.next})
		at = n.first
	}
}

// element adds the row of an element.
func (f *freezer) element(n *node, parent, prev int32) int32 {
	d := f.d
	i := int32(len(d.rows))
	p := &d.rows[parent]
	p.Children++
	e := Element{
		Parent: parent, Prev: prev, Position: p.Children, Name: n.name,
		attrs: n.from, attrCount: n.count, text: int32(len(d.texts)),
	}
	if prev != 0 {
		d.rows[prev].Next = i
	}
	switch {
	case n.bits&isSVG != 0:
		e.Flags = SVG
	case n.bits&isMathML != 0:
		e.Flags = MathML
	case n.bits&isTemplate != 0:
		e.Flags = Template
	}
	attrs := d.attrs[n.from : n.from+n.count]
	for k := range attrs {
		a := &attrs[k]
		if a.Prefix != NoPrefix {
			continue
		}
		switch a.Name {
		case Name(atom.Id):
			e.Flags |= HasID
		case Name(atom.Class):
			if a.class == 0 {
				a.class = d.classes.list(d.slice(a.value))
			}
			e.Class = a.class
		}
	}
	d.rows = append(d.rows, e)
	return i
}
