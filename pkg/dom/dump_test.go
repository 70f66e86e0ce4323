package dom

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// The dumps below show a tree in the manner of the html5lib tests, without
// comments and doctypes:
//
//	<p>
//	  class="x"
//	  "text"

type dumper struct {
	lines []string
	text  string // waiting for its neighbours
	depth int
}

func (d *dumper) add(depth int, line string) {
	d.flush()
	d.lines = append(d.lines, strings.Repeat("  ", depth)+line)
}

func (d *dumper) addText(depth int, text string) {
	if d.text != "" && d.depth != depth {
		d.flush()
	}
	d.depth = depth
	d.text += text
}

func (d *dumper) flush() {
	if d.text != "" {
		d.lines = append(d.lines, strings.Repeat("  ", d.depth)+`"`+d.text+`"`)
		d.text = ""
	}
}

func (d *dumper) String() string {
	d.flush()
	return strings.Join(d.lines, "\n")
}

// dump shows a document.
func dump(n Node) string {
	var d dumper
	d.children(n, 0)
	return d.String()
}

func (d *dumper) children(n Node, depth int) {
	e := n.element()
	at := e.text
	texts := func(end int32) {
		for ; at < end; at++ {
			d.addText(depth, n.doc.slice(n.doc.texts[at]))
		}
	}
	for _, c := range n.Children() {
		texts(c.element().text)
		d.flush()
		d.node(c, depth)
		d.flush()
		at = c.element().textEnd
	}
	texts(e.textEnd)
	d.flush()
}

func (d *dumper) node(n Node, depth int) {
	space := ""
	switch f := n.element().Flags; {
	case f&SVG != 0:
		space = "svg "
	case f&MathML != 0:
		space = "math "
	}
	d.add(depth, "<"+space+n.Tag()+">")
	var attrs []string
	list := n.doc.Attrs(n.element())
	for i := range list {
		name := n.doc.attrName(n.element(), &list[i])
		if list[i].Prefix != NoPrefix {
			name = strings.Replace(name, ":", " ", 1)
		}
		attrs = append(attrs, fmt.Sprintf("%s=\"%s\"", name, n.doc.Value(&list[i])))
	}
	slices.Sort(attrs)
	for _, a := range attrs {
		d.add(depth+1, a)
	}
	if c := n.TemplateContent(); !c.IsZero() {
		d.add(depth+1, "content")
		d.children(c, depth+2)
		return
	}
	d.children(n, depth+1)
}

// dumpHTML shows a tree of the html package in the same way.
func dumpHTML(n *html.Node) string {
	var d dumper
	d.htmlChildren(n, 0)
	return d.String()
}

func (d *dumper) htmlChildren(n *html.Node, depth int) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.Type {
		case html.TextNode:
			d.addText(depth, c.Data)
		case html.ElementNode:
			d.flush()
			d.htmlNode(c, depth)
			d.flush()
		}
	}
	d.flush()
}

func (d *dumper) htmlNode(n *html.Node, depth int) {
	space := ""
	if n.Namespace != "" {
		space = n.Namespace + " "
	}
	d.add(depth, "<"+space+n.Data+">")
	var attrs []string
	for _, a := range n.Attr {
		name := a.Key
		if a.Namespace != "" {
			name = a.Namespace + " " + name
		}
		attrs = append(attrs, fmt.Sprintf("%s=\"%s\"", name, a.Val))
	}
	slices.Sort(attrs)
	for _, a := range attrs {
		d.add(depth+1, a)
	}
	if n.Data == "template" && n.Namespace == "" {
		d.add(depth+1, "content")
		depth++
	}
	d.htmlChildren(n, depth+1)
}

// normalDump brings a recorded dump ("| <p>") into the form of dump.
func normalDump(recorded string) string {
	var d dumper
	var entries []string
	for line := range strings.Lines(recorded) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "| ") || line == "|" {
			entries = append(entries, line[2:])
		} else if len(entries) > 0 {
			entries[len(entries)-1] += "\n" + line
		}
	}
	for _, e := range entries {
		body := strings.TrimLeft(e, " ")
		depth := (len(e) - len(body)) / 2
		switch {
		case strings.HasPrefix(body, "<!"):
		case strings.HasPrefix(body, `"`) && strings.HasSuffix(body, `"`) && !strings.Contains(body, `"="`):
			d.addText(depth, body[1:len(body)-1])
		default:
			d.add(depth, body)
		}
	}
	return d.String()
}
