package markdown

import (
	"strings"
)

// sink takes the output block by block, as long as it fits.
type sink struct {
	write func([]byte) error // nil: everything is kept
	kept  strings.Builder
	buf   []byte // not yet written
	left  int    // code points that still fit
	chars int    // code points taken
	full  bool
	err   error
}

// flushAt is when a sink that writes passes on what it has.
const flushAt = 32 << 10

// runes is the number of code points of UTF-8 text.
func runes(text []byte) int {
	n := 0
	for _, c := range text {
		if c&0xc0 != 0x80 {
			n++
		}
	}
	return n
}

// add takes a block whole, or not at all: then the sink is full and takes
// nothing more.
func (s *sink) add(block []byte) bool {
	n := runes(block)
	if s.full || n > s.left {
		s.full = true
		return false
	}
	s.left -= n
	s.chars += n
	if s.write == nil {
		s.kept.Write(block)
		return true
	}
	if s.buf = append(s.buf, block...); len(s.buf) >= flushAt {
		s.flush()
	}
	return true
}

// fits reports whether add would take a block.
func (s *sink) fits(block []byte) bool { return !s.full && runes(block) <= s.left }

func (s *sink) flush() {
	if len(s.buf) > 0 {
		if err := s.write(s.buf); err != nil && s.err == nil {
			s.err = err
		}
		s.buf = s.buf[:0]
	}
}

// splitBlocks cuts what a template printed into the pieces that a limit may
// drop: lines, but a fenced block is one piece, and so are the two lines that
// begin a table.
func splitBlocks(text string) [][]byte {
	var blocks [][]byte
	fence := ""
	for text != "" {
		end := strings.IndexByte(text, '\n') + 1
		if end == 0 {
			end = len(text)
		}
		line := text[:end]
		text = text[end:]
		marker := fenceMarker(line)
		joined := fence != "" || isDelimiterRow(line)
		switch {
		case fence == "" && marker != "":
			fence = marker
		case fence != "" && marker != "" && marker[0] == fence[0] && len(marker) >= len(fence) && strings.Trim(line, " >\t\r\n"+marker[:1]) == "":
			fence = ""
		}
		if n := len(blocks); joined && n > 0 {
			blocks[n-1] = append(blocks[n-1], line...)
			continue
		}
		blocks = append(blocks, []byte(line))
	}
	return blocks
}

// fenceMarker is the run of backticks or tildes that opens or closes a fenced
// block, in a quote or list as well.
func fenceMarker(line string) string {
	line = strings.TrimLeft(line, " \t>-+*")
	for _, c := range []string{"`", "~"} {
		rest := strings.TrimLeft(line, c)
		if n := len(line) - len(rest); n >= 3 && (c == "~" || !strings.Contains(rest, "`")) {
			return line[:n]
		}
	}
	return ""
}

// isDelimiterRow reports the second line of a table.
func isDelimiterRow(line string) bool {
	return strings.Contains(line, "-") && strings.Contains(line, "|") && strings.Trim(line, " \t\r\n|:->") == ""
}
