package preview

import (
	"strconv"
	"strings"
)

// indent is the number of spaces before a line.
func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// fence gives the character and the length of the fence that a line begins
// with; 0 where it is none.
func fence(line string) (char byte, length int) {
	text := strings.TrimLeft(line, " ")
	if len(line)-len(text) > 3 || text == "" || text[0] != '`' && text[0] != '~' {
		return 0, 0
	}
	length = len(text) - len(strings.TrimLeft(text, text[:1]))
	if length < 3 || text[0] == '`' && strings.Contains(text[length:], "`") {
		return 0, 0
	}
	return text[0], length
}

// heading gives the level and the text of a heading; 0 where a line is none.
func heading(line string) (level int, text string) {
	text = strings.TrimLeft(line, " ")
	rest := strings.TrimLeft(text, "#")
	level = len(text) - len(rest)
	if len(line)-len(text) > 3 || level == 0 || level > 6 || rest != "" && rest[0] != ' ' {
		return 0, ""
	}
	rest = strings.TrimSpace(rest)
	if closed := strings.TrimRight(rest, "#"); closed == "" || strings.HasSuffix(closed, " ") {
		rest = strings.TrimSpace(closed)
	}
	return level, rest
}

// rule tells whether a line is a line.
func rule(line string) bool {
	text := strings.ReplaceAll(strings.TrimSpace(line), " ", "")
	return len(text) >= 3 && indent(line) < 4 && strings.Contains("-*_", text[:1]) && strings.Trim(text, text[:1]) == ""
}

// mark is what an item of a list begins with.
type mark struct {
	kind   byte // "-", "*", "+", or "." and ")" behind a number
	number int  // -1: none
	width  int  // up to the text; 0: the line begins no item
}

func marker(line string) mark {
	text := strings.TrimLeft(line, " ")
	rest := strings.TrimLeft(text, "0123456789")
	digits := len(text) - len(rest)
	m := mark{number: -1}
	switch {
	case len(line)-len(text) > 3 || rest == "":
		return m
	case digits == 0 && strings.Contains("-*+", rest[:1]):
	case digits > 0 && digits < 10 && strings.Contains(".)", rest[:1]):
		m.number, _ = strconv.Atoi(text[:digits])
	default:
		return m
	}
	if behind := rest[1:]; behind == "" || behind[0] == ' ' {
		m.kind = rest[0]
		spaces := min(max(indent(behind), 1), 4)
		m.width = min(len(line)-len(behind)+spaces, len(line))
	}
	return m
}

// delimiters reads the line below the head of a table: for each column,
// whether it stands on the right. It is nil where the line is none.
func delimiters(line string) []bool {
	var right []bool
	for _, cell := range cells(line) {
		text := strings.TrimPrefix(strings.TrimSuffix(cell, ":"), ":")
		if text == "" || strings.Trim(text, "-") != "" {
			return nil
		}
		right = append(right, strings.HasSuffix(cell, ":") && !strings.HasPrefix(cell, ":"))
	}
	return right
}

// cells takes a row apart at the pipes that no backslash escapes.
func cells(line string) []string {
	text := strings.TrimPrefix(strings.TrimSpace(line), "|")
	var all []string
	start := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '|':
			all = append(all, strings.TrimSpace(text[start:i]))
			start = i + 1
		}
	}
	if last := strings.TrimSpace(text[start:]); last != "" || len(all) == 0 {
		all = append(all, last)
	}
	return all
}
