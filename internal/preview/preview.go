// Package preview shows Markdown as it looks, on a terminal: paragraphs are
// filled, tables have columns, marks are styles. It is for people; what is
// shown cannot be read back.
//
// It reads what recipes and templates write of GitHub Flavored Markdown, and
// what it does not know it shows as it stands. A whole parser would cost every
// start of the program a fifth of its time, whatever the command.
package preview

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"github.com/wield-run/wield/internal/terminal"
)

const (
	// MaxColumns is how wide text is set at most: longer lines are hard to
	// read. Tables may be as wide as the terminal.
	MaxColumns = 100

	// maxDepth is how deep quotations and lists are told apart.
	maxDepth = 12
)

// Write shows a text of Markdown. The width is in columns.
func Write(w io.Writer, markdown []byte, style terminal.Style, width int) error {
	p := &printer{style: style, width: max(width, 20)}
	p.blocks(strings.Split(string(terminal.Visible(markdown)), "\n"), &margin{}, false, 0)
	_, err := w.Write(p.out.Bytes())
	return err
}

// printer is one call of Write.
type printer struct {
	style  terminal.Style
	width  int
	out    bytes.Buffer
	inVain int // bytes in which the end of a span was looked for, and was not
}

// margin is what stands before the lines of a block: before its first one, and
// before the others.
type margin struct{ first, rest string }

// line writes one line behind the margin. The next one is not the first.
func (p *printer) line(m *margin, text string) {
	p.out.WriteString(strings.TrimRight(m.first+text, " ") + "\n")
	m.first = m.rest
}

// blocks writes the blocks of some lines, an empty line between two unless they
// are tight.
func (p *printer) blocks(lines []string, m *margin, tight bool, depth int) {
	shown := false
	for len(lines) > 0 {
		if strings.TrimSpace(lines[0]) == "" {
			lines = lines[1:]
			continue
		}
		if shown && !tight {
			p.line(m, "")
		}
		lines = p.block(lines, m, depth)
		shown = true
	}
}

// block writes the block that begins the lines, and gives what follows it.
func (p *printer) block(lines []string, m *margin, depth int) []string {
	if char, length := fence(lines[0]); length > 0 {
		return p.fenced(lines, m, char, length)
	}
	if level, text := heading(lines[0]); level > 0 {
		p.heading(level, text, m)
		return lines[1:]
	}
	switch {
	case rule(lines[0]):
		p.line(m, p.style.Faint(strings.Repeat("─", max(3, min(p.width, MaxColumns)-columns(m.rest)))))
		return lines[1:]
	case indent(lines[0]) >= 4:
		return p.indented(lines, m)
	case depth < maxDepth && strings.HasPrefix(strings.TrimLeft(lines[0], " "), ">"):
		return p.quotation(lines, m, depth)
	case depth < maxDepth && marker(lines[0]).width > 0:
		return p.list(lines, m, depth)
	case len(lines) > 1 && strings.Contains(lines[0], "|"):
		if alignments := delimiters(lines[1]); alignments != nil {
			return p.table(lines, alignments, m)
		}
	}
	return p.paragraph(lines, m)
}

func (p *printer) heading(level int, text string, m *margin) {
	mark := strong
	if level > 1 {
		mark |= accent
	}
	p.fill(p.inline(text, mark, false), m)
}

// paragraph takes lines up to an empty one, or one that begins another block.
func (p *printer) paragraph(lines []string, m *margin) []string {
	n := 1
	for n < len(lines) && strings.TrimSpace(lines[n]) != "" && !interrupts(lines[n]) {
		if underline := strings.TrimSpace(lines[n]); strings.Trim(underline, "=") == "" {
			p.heading(1, strings.Join(lines[:n], "\n"), m)
			return lines[n+1:]
		}
		n++
	}
	p.fill(p.inline(strings.Join(lines[:n], "\n"), 0, false), m)
	return lines[n:]
}

// interrupts tells whether a line ends the paragraph before it.
func interrupts(line string) bool {
	_, length := fence(line)
	level, _ := heading(line)
	bullet := marker(line)
	return length > 0 || level > 0 || rule(line) || strings.HasPrefix(strings.TrimLeft(line, " "), ">") || bullet.width > 0 && bullet.number <= 1
}

// fenced writes the code between two fences.
func (p *printer) fenced(lines []string, m *margin, char byte, length int) []string {
	in := indent(lines[0])
	for n, line := range lines[1:] {
		if c, l := fence(line); c == char && l >= length && strings.Trim(line, " "+string(char)) == "" {
			return lines[n+2:]
		}
		p.code(line[min(in, indent(line)):], m)
	}
	return nil
}

func (p *printer) indented(lines []string, m *margin) []string {
	n := 0
	for n < len(lines) && indent(lines[n]) >= 4 {
		p.code(lines[n][4:], m)
		n++
	}
	return lines[n:]
}

func (p *printer) code(line string, m *margin) { p.line(m, "    "+p.style.Accent(line)) }

func (p *printer) quotation(lines []string, m *margin, depth int) []string {
	var inner []string
	n := 0
	for ; n < len(lines) && strings.TrimSpace(lines[n]) != ""; n++ {
		text, quoted := strings.CutPrefix(strings.TrimLeft(lines[n], " "), ">")
		if !quoted && interrupts(lines[n]) {
			break
		}
		inner = append(inner, strings.TrimPrefix(text, " "))
	}
	p.blocks(inner, &margin{m.first + "│ ", m.rest + "│ "}, false, depth+1)
	m.first = m.rest
	return lines[n:]
}

// list takes items of one kind, and writes each with its mark.
func (p *printer) list(lines []string, m *margin, depth int) []string {
	first := marker(lines[0])
	number := first.number
	var items [][]string
	loose, n := false, 0
	for n < len(lines) {
		mark := marker(lines[n])
		if mark.kind != first.kind || mark.width == 0 {
			break
		}
		item := []string{lines[n][mark.width:]}
		n++
		blank := false
		for ; n < len(lines); n++ {
			empty := strings.TrimSpace(lines[n]) == ""
			if !empty && indent(lines[n]) < mark.width && (blank || interrupts(lines[n]) || marker(lines[n]).width > 0) {
				break
			}
			if blank && !empty {
				loose = true
			}
			blank = empty
			item = append(item, lines[n][min(mark.width, indent(lines[n])):])
		}
		if blank && n < len(lines) && marker(lines[n]).kind == first.kind {
			loose = true
		}
		items = append(items, item)
	}
	for i, item := range items {
		if i > 0 && loose {
			p.line(m, "")
		}
		sign := "• "
		if first.number >= 0 {
			sign = strconv.Itoa(number+i) + ". "
		}
		p.blocks(item, &margin{m.first + sign, m.rest + strings.Repeat(" ", columns(sign))}, !loose, depth+1)
		m.first = m.rest
	}
	return lines[n:]
}

// fill writes text in lines that fit.
func (p *printer) fill(all []word, m *margin) {
	room := min(p.width, MaxColumns) - columns(m.rest)
	for _, line := range wrap(all, max(room, 10)) {
		p.line(m, p.paint(line))
	}
}
