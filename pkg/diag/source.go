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
	lines func() []int  // offset at which each line begins
	marks func() []mark // for columns far to the right
}

// mark is a place in a text: its offset, and how many characters are before it.
type mark struct{ offset, characters int }

// markEvery is how many bytes are between two marks, about. Whoever asks for
// all the columns of a minified file does not count each of them from its first
// byte.
const markEvery = 4 << 10

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
	}), marks: sync.OnceValue(func() []mark {
		marks := []mark{{}}
		for offset, characters := 0, 0; offset < len(text); characters++ {
			if last := marks[len(marks)-1]; offset-last.offset >= markEvery {
				marks = append(marks, mark{offset, characters})
			}
			_, size := utf8.DecodeRune(text[offset:])
			offset += size
		}
		return marks
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
	if offset-lines[line] < markEvery {
		return Position{line + 1, utf8.RuneCount(s.Text[lines[line]:offset]) + 1}
	}
	return Position{line + 1, s.characters(offset) - s.characters(lines[line]) + 1}
}

// characters counts those before an offset.
func (s *Source) characters(offset int) int {
	marks := s.marks()
	m := marks[sort.Search(len(marks), func(i int) bool { return marks[i].offset > offset })-1]
	return m.characters + utf8.RuneCount(s.Text[m.offset:offset])
}

// Line gives the text of a line (from 1) without its line break, and the
// offset at which it begins.
func (s *Source) Line(n int) (text string, start int) {
	line, start := s.line(n)
	return string(line), start
}

func (s *Source) line(n int) (text []byte, start int) {
	lines := s.lines()
	start = lines[n-1]
	end := len(s.Text)
	if n < len(lines) {
		end = lines[n] - 1
	}
	return bytes.TrimSuffix(s.Text[start:end], []byte{'\r'}), start
}

// frameWidth is how many columns of a line a code frame shows at most; a
// minified file is shown around the place. leastFrame is how many it shows
// however narrow a terminal is, and frameMargin what stands before and after
// them: the number, the bar, and two ellipses.
const (
	frameWidth  = 100
	leastFrame  = 20
	frameMargin = 8 + 2
)

// Frame shows the line of a span with carets under it:
//
//	24 |   "items": "results[?price <= params.max_price]"
//	   |                      ^^^^^^^^^^^^^^^^
//
// A span of several lines is shown as far as its first line goes. The result
// has no trailing line break.
func (s *Source) Frame(span Span) string { return s.FrameWithin(span, 0) }

// FrameWithin is Frame for a terminal of so many columns, on which no line of
// it wraps: a caret would no longer stand under its mistake. 0 is any width.
func (s *Source) FrameWithin(span Span, columns int) string {
	shows := frameWidth
	if columns > 0 {
		shows = max(leastFrame, min(frameWidth, columns-frameMargin))
	}
	pos := s.Position(span.Start)
	text, start := s.line(pos.Line)
	from := min(span.Start-start, len(text))
	to := min(max(span.End-start, from), len(text))
	shown, markFrom, markTo := window(text, from, to, shows)
	number := strconv.Itoa(pos.Line)
	pad := strings.Repeat(" ", max(0, 5-len(number)))
	var b strings.Builder
	b.WriteString(pad + number + " | " + shown + "\n")
	b.WriteString(pad + strings.Repeat(" ", len(number)) + " | ")
	b.WriteString(strings.Repeat(" ", markFrom) + strings.Repeat("^", max(1, markTo-markFrom)))
	return b.String()
}

// window escapes a line, cuts it around text[from:to] where it is longer than
// shows columns, and gives the display columns of the mark. Of a long line no
// more is looked at than can be shown.
func window(text []byte, from, to, shows int) (shown string, markFrom, markTo int) {
	reach := shows * utf8.UTFMax * 4 // characters may be combined
	first, last := runeStart(text, from-reach), runeStart(text, to+reach)
	before := Escape(strings.ReplaceAll(string(text[first:from]), "\t", "  "))
	marked := Escape(strings.ReplaceAll(string(text[from:min(to, runeStart(text, from+reach))]), "\t", "  "))
	after := Escape(strings.ReplaceAll(string(text[to:last]), "\t", "  "))
	marked = cutWidth(marked, shows-shows/5)
	room := shows - Width(marked)
	if w := Width(before); w > room/2 && w+Width(after) > room {
		before = "…" + tailWidth(before, max(room/2, room-Width(after)))
	} else if first > 0 {
		before = "…" + before
	}
	if w := Width(after); w > room-Width(before) {
		after = cutWidth(after, room-Width(before))
	} else if last < len(text) {
		after += "…"
	}
	markFrom = Width(before)
	return before + marked + after, markFrom, markFrom + Width(marked)
}

// runeStart is the offset, or the next one before it at which a character
// begins.
func runeStart(text []byte, offset int) int {
	offset = max(0, min(offset, len(text)))
	for i := 0; i < utf8.UTFMax && offset > 0 && offset < len(text) && !utf8.RuneStart(text[offset]); i++ {
		offset--
	}
	return offset
}
