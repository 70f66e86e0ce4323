package mustache

// state is what is known of the line that is being written, up to its end: it
// decides how the next piece of data is escaped. Literal text and data go
// through it alike; data that was escaped opens nothing.
type state struct {
	block   blockState
	digits  int  // of blockDigits
	heading bool // the line is a heading
	cell    bool // the line is a row of a table
	escaped bool // a backslash stands at the end
	before  byte // the last byte

	word int  // how much of "://" the word ends with
	url  bool // the word holds a bare URL
	link linkState
	dest []byte // the destination so far
}

type blockState uint8

const (
	blockStart  blockState = iota // a block may begin here
	blockDigits                   // after the digits of a list number
	blockDot                      // after the dot or parenthesis behind them
	blockMarker                   // after a bullet without its space
	blockHash                     // after # without its space
	blockNone
)

type linkState uint8

const (
	noLink    linkState = iota
	bracketed           // behind `]`
	defined             // behind `]:`
	inTarget            // in a link's destination
	inAngles            // in a destination in < >
	inTitle             // behind a destination, before the link's end
)

func (s *state) write(text []byte) {
	for _, c := range text {
		s.byte(c)
	}
}

func (s *state) byte(c byte) {
	if c == '\n' {
		*s = state{before: c}
		return
	}
	s.blockByte(c)
	s.wordByte(c)
	s.linkByte(c)
	s.escaped = c == '\\' && !s.escaped
	s.before = c
}

// blockByte follows the markers at the beginning of a line.
func (s *state) blockByte(c byte) {
	space := c == ' ' || c == '\t'
	switch s.block {
	case blockStart:
		switch {
		case space || c == '>':
		case c == '#':
			s.block = blockHash
		case c == '-' || c == '+' || c == '*':
			s.block = blockMarker
		case c >= '0' && c <= '9':
			s.block, s.digits = blockDigits, 1
		case c == '|':
			s.cell, s.block = true, blockNone
		default:
			s.block = blockNone
		}
	case blockDigits:
		switch {
		case c >= '0' && c <= '9' && s.digits < 9:
			s.digits++
		case c == '.' || c == ')':
			s.block = blockDot
		default:
			s.block = blockNone
		}
	case blockHash:
		switch {
		case space:
			s.heading, s.block = true, blockNone
		case c != '#':
			s.block = blockNone
		}
	case blockDot, blockMarker:
		if s.block = blockNone; space {
			s.block = blockStart
		}
	}
}

// wordByte finds bare URLs.
func (s *state) wordByte(c byte) {
	if c == ' ' || c == '\t' {
		s.word, s.url = 0, false
		return
	}
	const scheme = "://"
	switch {
	case s.word == len(scheme):
	case c == scheme[s.word] && !s.escaped:
		s.word++
		s.url = s.url || s.word == len(scheme)
	case c == ':' && !s.escaped:
		s.word = 1
	default:
		s.word = 0
	}
}

// linkByte follows `](destination "title")` and `[x]: destination`.
func (s *state) linkByte(c byte) {
	space := c == ' ' || c == '\t'
	switch s.link {
	case noLink:
		if c == ']' && !s.escaped {
			s.link = bracketed
		}
	case bracketed:
		switch c {
		case '(':
			s.link, s.dest = inTarget, s.dest[:0]
		case ':':
			s.link, s.dest = defined, s.dest[:0]
		case ']':
		default:
			s.link = noLink
		}
	case defined:
		if !space {
			s.link = inTarget
			s.linkByte(c)
		}
	case inTarget:
		switch {
		case c == '<' && len(s.dest) == 0:
			s.link = inAngles
		case c == ')':
			s.link = noLink
		case space && len(s.dest) > 0:
			s.link = inTitle
		case !space:
			s.dest = append(s.dest, c)
		}
	case inAngles:
		if c == '>' {
			s.link = inTitle
		} else {
			s.dest = append(s.dest, c)
		}
	case inTitle:
		if c == ')' && !s.escaped {
			s.link = noLink
		}
	}
}
