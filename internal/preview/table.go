package preview

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// Measures of tables, in columns.
const (
	gap       = 2 // between columns
	leastCell = 6 // of a column that has to give room
)

// table writes a table in columns. Where it is wider than the terminal, its
// widest columns are narrowed and their cells take several lines.
func (p *printer) table(n *extast.Table, m *margin) {
	var rows [][][]word
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		look := look(0)
		if row.Kind() == extast.KindTableHeader {
			look = strong
		}
		var cells [][]word
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, p.cell(cell, look))
		}
		rows = append(rows, cells)
	}
	widths := make([]int, len(n.Alignments))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], lineWidth(cell), 1)
		}
	}
	narrow(widths, p.width-terminalWidth(m.rest)-gap*(len(widths)-1))
	for i, row := range rows {
		p.row(row, widths, n.Alignments, m)
		if i == 0 {
			p.rule(widths, m)
		}
	}
}

func (p *printer) cell(n ast.Node, l look) []word {
	c := &collector{p: p, inTable: true}
	c.children(n, l)
	c.space()
	return c.words
}

// narrow takes room from the widest columns until all fit.
func narrow(widths []int, room int) {
	total := 0
	for _, w := range widths {
		total += w
	}
	for total > room {
		widest := 0
		for i, w := range widths {
			if w > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= leastCell {
			return
		}
		widths[widest]--
		total--
	}
}

// row writes a row, in as many lines as its highest cell has.
func (p *printer) row(cells [][]word, widths []int, alignments []extast.Alignment, m *margin) {
	wrapped := make([][][]word, len(widths))
	height := 1
	for i := range widths {
		if i < len(cells) {
			wrapped[i] = wrap(cells[i], widths[i])
		}
		height = max(height, len(wrapped[i]))
	}
	for k := range height {
		var b strings.Builder
		for i, width := range widths {
			var line []word
			if k < len(wrapped[i]) {
				line = wrapped[i][k]
			}
			space := strings.Repeat(" ", max(0, width-lineWidth(line)))
			text := p.paint(line)
			if alignments[i] == extast.AlignRight {
				text = space + text
			} else {
				text += space
			}
			if i > 0 {
				b.WriteString(strings.Repeat(" ", gap))
			}
			b.WriteString(text)
		}
		p.line(m, b.String())
	}
}

func (p *printer) rule(widths []int, m *margin) {
	lines := make([]string, len(widths))
	for i, w := range widths {
		lines[i] = strings.Repeat("─", w)
	}
	p.line(m, p.style.Faint(strings.Join(lines, strings.Repeat(" ", gap))))
}
