// Package preview shows Markdown as it looks, on a terminal: paragraphs are
// filled, tables have columns, marks are styles. It is for people; what is
// shown cannot be read back.
package preview

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/wield-run/wield/internal/terminal"
)

// maxColumns is how wide text is set at most: longer lines are hard to read.
// Tables may be as wide as the terminal.
const maxColumns = 100

// Write shows a text of GitHub Flavored Markdown. The width is in columns.
func Write(w io.Writer, markdown []byte, style terminal.Style, width int) error {
	p := &printer{source: terminal.Visible(markdown), style: style, width: max(width, 20)}
	root := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(p.source))
	p.blocks(root, margin{})
	_, err := w.Write(p.out.Bytes())
	return err
}

// printer is one call of Write.
type printer struct {
	source []byte
	style  terminal.Style
	width  int
	out    bytes.Buffer
}

// margin is what stands before the lines of a block: before its first one, and
// before the others.
type margin struct{ first, rest string }

// line writes one line behind the margin. The next one is not the first.
func (p *printer) line(m *margin, text string) {
	p.out.WriteString(strings.TrimRight(m.first+text, " ") + "\n")
	m.first = m.rest
}

// blocks writes the blocks of a container, an empty line between two, unless it
// is a list without.
func (p *printer) blocks(parent ast.Node, m margin) {
	tight := false
	if item, ok := parent.Parent().(*ast.List); ok {
		tight = item.IsTight
	}
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		p.block(n, &m)
		if n.NextSibling() != nil && !tight {
			p.line(&m, "")
		}
	}
}

func (p *printer) block(n ast.Node, m *margin) {
	switch n := n.(type) {
	case *ast.Heading:
		mark := strong
		if n.Level > 1 {
			mark |= accent
		}
		p.fill(p.inline(n, mark), m)
	case *ast.Paragraph, *ast.TextBlock:
		p.fill(p.inline(n, 0), m)
	case *ast.List:
		p.list(n, m)
	case *ast.Blockquote:
		p.blocks(n, margin{m.first + "│ ", m.rest + "│ "})
		m.first = m.rest
	case *ast.FencedCodeBlock, *ast.CodeBlock, *ast.HTMLBlock:
		p.verbatim(n, m)
	case *ast.ThematicBreak:
		p.line(m, p.style.Faint(strings.Repeat("─", max(3, min(p.width, maxColumns)-len(m.rest)))))
	case *extast.Table:
		p.table(n, m)
	default:
		p.blocks(n, *m)
		m.first = m.rest
	}
}

func (p *printer) list(n *ast.List, m *margin) {
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		mark, width := "• ", 2
		if n.IsOrdered() {
			mark = strconv.Itoa(number) + ". "
			width = len(mark)
			number++
		}
		p.blocks(item, margin{m.first + mark, m.rest + strings.Repeat(" ", width)})
		m.first = m.rest
		if item.NextSibling() != nil && !n.IsTight {
			p.line(m, "")
		}
	}
}

// verbatim writes code as it is, indented.
func (p *printer) verbatim(n ast.Node, m *margin) {
	lines := n.Lines()
	for i := range lines.Len() {
		segment := lines.At(i)
		text := strings.TrimRight(string(segment.Value(p.source)), "\n")
		p.line(m, "    "+p.style.Accent(text))
	}
}

// fill writes text in lines that fit.
func (p *printer) fill(all []word, m *margin) {
	room := min(p.width, maxColumns) - terminalWidth(m.rest)
	for _, line := range wrap(all, max(room, 10)) {
		p.line(m, p.paint(line))
	}
}
