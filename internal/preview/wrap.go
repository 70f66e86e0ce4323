package preview

import (
	"strings"

	"github.com/wield-run/wield/pkg/diag"
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
		n += columns(p.text)
	}
	return n
}

func columns(s string) int { return diag.Width(s) }

// collector makes words of text.
type collector struct {
	p       *printer
	words   []word
	open    word // what follows continues it
	inTable bool
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
	const spaces = " \n\t"
	for i, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(spaces, r) }) {
		if i > 0 || strings.Contains(spaces, text[:1]) {
			c.space()
		}
		c.open.pieces = append(c.open.pieces, piece{part, l})
	}
	if text != "" && strings.Contains(spaces, text[len(text)-1:]) {
		c.space()
	}
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
			n -= front.width()
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

// cut takes as much of a word as fits. The word is used up.
func cut(w word, width int) (front, rest word) {
	rest.ends = w.ends
	left := width
	for i, p := range w.pieces {
		n := columns(p.text)
		if n <= left {
			front.pieces = append(front.pieces, p)
			left -= n
			continue
		}
		at := 0
		for j, r := range p.text {
			if n := columns(string(r)); n > left {
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
		w.pieces[i].text = p.text[at:]
		rest.pieces = w.pieces[i:]
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
