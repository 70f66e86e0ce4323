package preview

import "strings"

// Measures of tables, in columns.
const (
	gap       = 2 // between columns
	leastCell = 6 // of a column that has to give room
)

// table takes a table, and writes it in columns. Where it is wider than the
// terminal, its widest columns are narrowed and their cells take several lines.
func (p *printer) table(lines []string, right []bool, m *margin) []string {
	var rows [][][]word
	n := 0
	for ; n < len(lines) && strings.TrimSpace(lines[n]) != "" && (n == 0 || !interrupts(lines[n])); n++ {
		look := look(0)
		switch n {
		case 0:
			look = strong
		case 1:
			continue
		}
		var row [][]word
		for i, cell := range cells(lines[n]) {
			if i < len(right) {
				row = append(row, p.inline(cell, look, true))
			}
		}
		rows = append(rows, row)
	}
	widths := make([]int, len(right))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], lineWidth(cell), 1)
		}
	}
	narrow(widths, p.width-columns(m.rest)-gap*(len(widths)-1))
	for i, row := range rows {
		p.row(row, widths, right, m)
		if i == 0 {
			p.underline(widths, m)
		}
	}
	return lines[n:]
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
func (p *printer) row(cells [][]word, widths []int, right []bool, m *margin) {
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
			if right[i] {
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

func (p *printer) underline(widths []int, m *margin) {
	lines := make([]string, len(widths))
	for i, w := range widths {
		lines[i] = strings.Repeat("─", w)
	}
	p.line(m, p.style.Faint(strings.Join(lines, strings.Repeat(" ", gap))))
}
