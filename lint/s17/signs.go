package s17

import "unicode/utf8"

// signs are what a text has of which links, markup and what speaks to models
// are made. Nearly every text has none of them, and is then not searched.
type signs uint8

const (
	wide signs = 1 << iota // a character that is not ASCII
	mark                   // what Markdown and HTML begin with
	colon
	point
	slash
	other // what else stands in paths
	coded // what stands in or between letters that are written otherwise

	pathSign = point | slash | other
)

// any reports whether there is one of some signs.
func (s signs) any(of signs) bool { return s&of != 0 }

// signsIn gives the signs of a text.
func signsIn(text string) (has signs) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c|0x20 >= 'a' && c|0x20 <= 'z' || c == ' ':
		case c >= utf8.RuneSelf:
			has |= wide
		case c == '!', c == '[', c == ']', c == '`', c == '<':
			has |= mark
		case c == '~':
			has |= mark | other
		case c == '_':
			has |= other
		case c == '%', c == '&', c == '-':
			has |= coded
		case c == ':':
			has |= colon
		case c == '.':
			has |= point
		case c == '/':
			has |= slash
		}
	}
	return has
}
