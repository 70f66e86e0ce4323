package dom

import (
	"golang.org/x/net/html/atom"

	"github.com/wield-run/wield/pkg/dom/internal/tree"
)

// freezer lays a finished tree out as rows.
type freezer struct {
	t         *tree.Tree
	d         *Document
	lists     []Class // by the place of an attribute, for class attributes
	templates []int32 // rows whose content is still to be laid out
	sources   []int32 // and the nodes that they come from
	opened    string  // templates that are children of such an element give way to their content
}

func freeze(t *tree.Tree, opened string) *Document {
	d := &Document{names: t.Names, quirks: t.Quirks, text: string(t.Text)}
	d.classes.fold = t.Quirks
	d.attrs = make([]Attr, len(t.Attrs))
	for i, a := range t.Attrs {
		d.attrs[i] = Attr{Name(a.Name), a.Prefix, a.Value}
	}
	rows, texts := t.Size()
	d.rows = make([]Element, 0, rows)
	d.texts = make([]tree.Ref, 0, texts)
	f := freezer{t: t, d: d, lists: make([]Class, len(d.attrs)), opened: opened}
	f.tree(t.Root, 0)
	for i := 0; i < len(f.templates); i++ {
		row := f.templates[i]
		d.rows[row].content = int32(len(d.rows))
		f.tree(f.sources[i], row)
	}
	return d
}

// level is an open row while a tree is laid out.
type level struct {
	row  int32
	last int32 // its last child element so far
	next int32 // the node behind it

	opened bool // it is the content of an opened template, in the row of its parent
}

// tree lays out a node as the root of a tree of its own, and all below it.
func (f *freezer) tree(root, template int32) {
	nodes, d := &f.t.Nodes, f.d
	row := int32(len(d.rows))
	d.rows = append(d.rows, Element{Flags: Root, Parent: tree.None, content: template, text: int32(len(d.texts))})
	levels := []level{{row: row, next: tree.None}}
	for at := nodes.At(root).FirstChild(); len(levels) > 0; {
		top := &levels[len(levels)-1]
		if at == tree.None {
			d.rows[top.row].End = int32(len(d.rows))
			d.rows[top.row].textEnd = int32(len(d.texts))
			at = top.next
			if top.opened {
				levels[len(levels)-2].last = top.last
			}
			levels = levels[:len(levels)-1]
			continue
		}
		n := nodes.At(at)
		if n.Is(tree.IsText) {
			d.texts = append(d.texts, n.Text())
			at = n.NextSibling()
			continue
		}
		if n.Is(tree.IsTemplate) && !top.opened && f.opens(top.row) {
			levels = append(levels, level{row: top.row, last: top.last, next: n.NextSibling(), opened: true})
			at = n.FirstChild()
			continue
		}
		i := f.element(n, top.row, top.last)
		top.last = i
		if n.Is(tree.IsTemplate) {
			f.templates, f.sources = append(f.templates, i), append(f.sources, at)
			d.rows[i].End = i + 1
			d.rows[i].textEnd = d.rows[i].text
			at = n.NextSibling()
			continue
		}
		levels = append(levels, level{row: i, next: n.NextSibling()})
		at = n.FirstChild()
	}
}

// opens reports whether the templates in an element give way to their content.
func (f *freezer) opens(row int32) bool {
	e := &f.d.rows[row]
	return f.opened != "" && e.Flags&Root == 0 && f.d.NameText(e.Name) == f.opened
}

// element adds the row of an element.
func (f *freezer) element(n *tree.Node, parent, prev int32) int32 {
	d := f.d
	i := int32(len(d.rows))
	p := &d.rows[parent]
	p.Children++
	from, count := n.Attrs()
	e := Element{
		Parent: parent, Prev: prev, Position: p.Children, Name: Name(n.Name()),
		attrs: from, attrCount: count, text: int32(len(d.texts)),
	}
	if prev != 0 {
		d.rows[prev].Next = i
	}
	switch {
	case n.Is(tree.IsSVG):
		e.Flags = SVG
	case n.Is(tree.IsMathML):
		e.Flags = MathML
	case n.Is(tree.IsTemplate):
		e.Flags = Template
	}
	for at := from; at < from+count; at++ {
		a := &d.attrs[at]
		if a.Prefix != NoPrefix {
			continue
		}
		switch a.Name {
		case Name(atom.Id):
			e.Flags |= HasID
		case Name(atom.Class):
			if f.lists[at] == 0 {
				f.lists[at] = d.classes.list(d.slice(a.value))
			}
			e.Class = f.lists[at]
		}
	}
	d.rows = append(d.rows, e)
	return i
}
