package diag

import (
	"bytes"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Source is a text with a name, whose offsets can be told as lines and columns.
//
// It may be used by several goroutines. The lines are found when somebody
// first asks: of most files nobody does.
type Source struct {
	Name  string
	Text  []byte
	lines func() []int // offset at which each line begins
}

// NewSource makes a Source. The text must not change afterwards.
func NewSource(name string, text []byte) *Source {
	return &Source{Name: name, Text: text, lines: sync.OnceValue(func() []int {
		lines := append(make([]int, 0, bytes.Count(text, []byte{'\n'})+1), 0)
		for i, c := range text {
			if c == '\n' {
				lines = append(lines, i+1)
			}
		}
		return lines
	})}
}

// Position is a place as people count: lines and columns from 1, columns in
// Unicode code points.
type Position struct {
	Line, Column int
}

// Position tells where an offset is. Offsets past the end mean the end.
func (s *Source) Position(offset int) Position {
	offset = max(0, min(offset, len(s.Text)))
	lines := s.lines()
	line := sort.SearchInts(lines, offset+1) - 1
	return Position{line + 1, utf8.RuneCount(s.Text[lines[line]:offset]) + 1}
}

// Line gives the text of a line (from 1) without its line break, and the
// offset at which it begins.
func (s *Source) Line(n int) (text string, start int) {
	lines := s.lines()
	start = lines[n-1]
	end := len(s.Text)
	if n < len(lines) {
		end = lines[n] - 1
	}
	return strings.TrimSuffix(string(s.Text[start:end]), "\r"), start
}

// frameWidth is how many columns of a line a code frame shows at most; a
// minified file is shown around the place.
const frameWidth = 100

// Frame shows the line of a span with carets under it:
//
//	24 |   "items": "results[?price <= params.max_price]"
//	   |                      ^^^^^^^^^^^^^^^^
//
// A span of several lines is shown as far as its first line goes. The result
// has no trailing line break.
func (s *Source) Frame(span Span) string {
	pos := s.Position(span.Start)
	text, start := s.Line(pos.Line)
	from := min(span.Start-start, len(text))
	to := min(max(span.End-start, from), len(text))
	shown, markFrom, markTo := window(text, from, to)
	number := strconv.Itoa(pos.Line)
	pad := strings.Repeat(" ", max(0, 5-len(number)))
	var b strings.Builder
	b.WriteString(pad + number + " | " + shown + "\n")
	b.WriteString(pad + strings.Repeat(" ", len(number)) + " | ")
	b.WriteString(strings.Repeat(" ", markFrom) + strings.Repeat("^", max(1, markTo-markFrom)))
	return b.String()
}

// window escapes a line, cuts it around text[from:to] where it is long, and
// gives the display columns of the mark.
func window(text string, from, to int) (shown string, markFrom, markTo int) {
	before := Escape(strings.ReplaceAll(text[:from], "\t", "  "))
	marked := Escape(strings.ReplaceAll(text[from:to], "\t", "  "))
	after := Escape(strings.ReplaceAll(text[to:], "\t", "  "))
	marked = cutWidth(marked, frameWidth-20)
	room := frameWidth - Width(marked)
	if w := Width(before); w > room/2 && w+Width(after) > room {
		before = "…" + tailWidth(before, max(room/2, room-Width(after)))
	}
	if w := Width(after); w > room-Width(before) {
		after = cutWidth(after, room-Width(before))
	}
	markFrom = Width(before)
	return before + marked + after, markFrom, markFrom + Width(marked)
}

// cutWidth keeps the first columns of a text.
func cutWidth(s string, columns int) string {
	w := 0
	for i, r := range s {
		if w += runeWidth(r); w > columns {
			return s[:i] + "…"
		}
	}
	return s
}

// tailWidth keeps the last columns of a text.
func tailWidth(s string, columns int) string {
	w := 0
	for i := len(s); i > 0; {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		if w += runeWidth(r); w > columns {
			return s[i:]
		}
		i -= size
	}
	return s
}
