package gfm

import (
	"bytes"
	"strings"
)

// AppendCode appends a line (of Line) as a code span, with the shortest fence
// that the text does not hold; "" gives nothing. In a table's cell a span
// cannot hold an odd run of backslashes before a pipe: such a text is appended
// as plain text.
func AppendCode(dst []byte, line string, cell bool) []byte {
	if line == "" {
		return dst
	}
	if cell && oddPipe(line) {
		return AppendText(dst, line, Place{})
	}
	fence := spanFence(line)
	pad := line[0] == '`' || line[len(line)-1] == '`'
	for range fence {
		dst = append(dst, '`')
	}
	if pad {
		dst = append(dst, ' ')
	}
	if cell && strings.IndexByte(line, '|') >= 0 {
		for i := 0; i < len(line); i++ {
			if line[i] == '|' {
				dst = append(dst, '\\')
			}
			dst = append(dst, line[i])
		}
	} else {
		dst = append(dst, line...)
	}
	if pad {
		dst = append(dst, ' ')
	}
	for range fence {
		dst = append(dst, '`')
	}
	return dst
}

// oddPipe reports a pipe behind an odd number of backslashes.
func oddPipe(s string) bool {
	run := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			run++
			continue
		case '|':
			if run%2 == 1 {
				return true
			}
		}
		run = 0
	}
	return false
}

// spanFence is the shortest length that no run of backticks in s has.
func spanFence(s string) int {
	if strings.IndexByte(s, '`') < 0 {
		return 1
	}
	var taken []int
	eachRun(s, func(n int) { taken = append(taken, n) })
	for length := 1; ; length++ {
		free := true
		for _, n := range taken {
			free = free && n != length
		}
		if free {
			return length
		}
	}
}

// eachRun calls f with the length of each run of backticks.
func eachRun(s string, f func(n int)) {
	for i := 0; i < len(s); i++ {
		n := 0
		for i+n < len(s) && s[i+n] == '`' {
			n++
		}
		if n > 0 {
			f(n)
			i += n
		}
	}
}

// AppendFence appends a fenced code block of a text (of Block): a fence longer
// than any run of backticks inside, the word info behind it, and each line
// behind indent spaces. It ends with a line break.
func AppendFence(dst []byte, block, info string, indent int) []byte {
	fence := 3
	eachRun(block, func(n int) { fence = max(fence, n+1) })
	ticks := bytes.Repeat([]byte("`"), fence)
	dst = appendIndent(dst, indent)
	dst = append(append(append(dst, ticks...), info...), '\n')
	for block != "" {
		line, rest, _ := strings.Cut(block, "\n")
		if line != "" {
			dst = append(appendIndent(dst, indent), line...)
		}
		dst = append(dst, '\n')
		block = rest
	}
	dst = appendIndent(dst, indent)
	return append(append(dst, ticks...), '\n')
}

func appendIndent(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, ' ')
	}
	return dst
}
