package preview

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
)

// look is how a piece of text is shown.
type look uint8

const (
	strong look = 1 << iota
	accent
	faint
)

// piece is text of one look.
type piece struct {
	text string
	look look
}

// word is what no line may break in; it may have several looks.
type word struct {
	pieces []piece
	ends   bool // a line ends behind it, whatever its length
}

func (w *word) width() int {
	n := 0
	for _, p := range w.pieces {
		n += terminalWidth(p.text)
	}
	return n
}

func terminalWidth(s string) int { return diag.Width(s) }

// inline gives the words of a paragraph, heading or cell.
func (p *printer) inline(n ast.Node, base look) []word {
	c := &collector{p: p}
	c.children(n, base)
	c.space()
	return c.words
}

// collector makes words of inline nodes.
type collector struct {
	p       *printer
	words   []word
	open    word // what follows continues it
	inTable bool // there is no room for the targets of links
}

// space ends the word at hand.
func (c *collector) space() {
	if len(c.open.pieces) > 0 {
		c.words = append(c.words, c.open)
		c.open = word{}
	}
}

// end ends the line at hand.
func (c *collector) end() {
	c.space()
	if n := len(c.words); n > 0 {
		c.words[n-1].ends = true
	}
}

// add takes text in which spaces part words.
func (c *collector) add(text string, l look) {
	for i, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' }) {
		if i > 0 || strings.HasPrefix(text, " ") || strings.HasPrefix(text, "\n") {
			c.space()
		}
		c.open.pieces = append(c.open.pieces, piece{part, l})
	}
	if strings.HasSuffix(text, " ") || strings.HasSuffix(text, "\n") {
		c.space()
	}
}

func (c *collector) children(n ast.Node, l look) {
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		c.node(child, l)
	}
}

func (c *collector) node(n ast.Node, l look) {
	source := c.p.source
	switch n := n.(type) {
	case *ast.Text:
		text := string(n.Segment.Value(source))
		if !n.IsRaw() {
			text = plain(n.Segment.Value(source))
		}
		c.add(text, l)
		switch {
		case n.HardLineBreak():
			c.end()
		case n.SoftLineBreak():
			c.space()
		}
	case *ast.String:
		c.add(plain(n.Value), l)
	case *ast.CodeSpan:
		var code strings.Builder
		for child := n.FirstChild(); child != nil; child = child.NextSibling() {
			if t, ok := child.(*ast.Text); ok {
				code.Write(t.Segment.Value(source))
			}
		}
		c.add(code.String(), l|accent)
	case *ast.Emphasis:
		c.children(n, l|strong)
	case *ast.Link:
		c.children(n, l|accent)
		c.target(n.Destination, n)
	case *ast.Image:
		c.add("[image", l|faint)
		c.space()
		c.children(n, l|faint)
		c.add("]", l|faint)
		c.target(n.Destination, n)
	case *ast.AutoLink:
		c.add(string(n.Label(source)), l|accent)
	case *ast.RawHTML:
		for i := range n.Segments.Len() {
			segment := n.Segments.At(i)
			c.add(string(segment.Value(source)), l|faint)
		}
	case *extast.TaskCheckBox:
		box := "[ ]"
		if n.IsChecked {
			box = "[x]"
		}
		c.add(box+" ", l)
	default:
		c.children(n, l)
	}
}

// target shows where a link leads, unless its text says so.
func (c *collector) target(destination []byte, n ast.Node) {
	url := plain(destination)
	if c.inTable || url == c.textOf(n) {
		return
	}
	c.space()
	c.add("("+url+")", faint)
}

func (c *collector) textOf(n ast.Node) string {
	inner := &collector{p: c.p, inTable: true}
	inner.children(n, 0)
	inner.space()
	var b strings.Builder
	for _, w := range inner.words {
		for _, p := range w.pieces {
			b.WriteString(p.text)
		}
	}
	return b.String()
}

// plain is the text that Markdown stands for. What it names by a number may be
// a control.
func plain(markdown []byte) string {
	text := util.UnescapePunctuations(markdown)
	text = util.ResolveEntityNames(util.ResolveNumericReferences(text))
	return string(terminal.Visible(text))
}

// wrap sets words in lines. A word that is too long for one is broken.
func wrap(words []word, width int) [][]word {
	var lines [][]word
	var line []word
	column := 0
	flush := func() { lines, line, column = append(lines, line), nil, 0 }
	for _, w := range words {
		n := w.width()
		if column > 0 && column+1+n > width {
			flush()
		}
		for n > width {
			var front word
			front, w = cut(w, width)
			line = append(line, front)
			flush()
			n = w.width()
		}
		if column > 0 {
			column++
		}
		line = append(line, w)
		column += n
		if w.ends {
			flush()
		}
	}
	if len(line) > 0 {
		flush()
	}
	return lines
}

// cut takes as much of a word as fits.
func cut(w word, width int) (front, rest word) {
	rest.ends = w.ends
	left := width
	for i, p := range w.pieces {
		n := terminalWidth(p.text)
		if n <= left {
			front.pieces = append(front.pieces, p)
			left -= n
			continue
		}
		at := 0
		for j, r := range p.text {
			if n := terminalWidth(string(r)); n > left {
				at = j
				break
			} else {
				left -= n
			}
		}
		if at == 0 && len(front.pieces) == 0 { // wider than a line: as it is
			return w, word{ends: w.ends}
		}
		if at > 0 {
			front.pieces = append(front.pieces, piece{p.text[:at], p.look})
		}
		rest.pieces = append([]piece{{p.text[at:], p.look}}, w.pieces[i+1:]...)
		return front, rest
	}
	return front, rest
}

// paint gives a line with its styles.
func (p *printer) paint(line []word) string {
	var b strings.Builder
	for i, w := range line {
		if i > 0 {
			b.WriteByte(' ')
		}
		for _, piece := range w.pieces {
			text := piece.text
			if piece.look&faint != 0 {
				text = p.style.Faint(text)
			}
			if piece.look&accent != 0 {
				text = p.style.Accent(text)
			}
			if piece.look&strong != 0 {
				text = p.style.Strong(text)
			}
			b.WriteString(text)
		}
	}
	return b.String()
}

// lineWidth is how wide a line is.
func lineWidth(line []word) int {
	n := max(0, len(line)-1)
	for i := range line {
		n += line[i].width()
	}
	return n
}
