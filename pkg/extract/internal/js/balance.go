package js

import "strings"

// Fault says why no balanced value was found.
type Fault uint8

// The faults of Balanced.
const (
	NoBracket  Fault = iota + 1 // there is no { or [ outside of strings and comments
	Unclosed                    // the value that begins at Error.Offset is never closed
	WrongClose                  // the bracket at Error.Offset closes another one
)

// Error is a place in a script where reading stopped.
type Error struct {
	Fault   Fault // 0: of another kind
	Offset  int   // in bytes of the script
	Message string
}

func (e *Error) Error() string { return e.Message }

// Balanced finds the first {…} or […] at or behind an offset, outside of
// comments, strings, templates and regular expressions. The scan starts in
// code, also where the offset lies in a string. The first bracket counts, even
// if what it opens turns out to be no data.
func Balanced(src string, at int) (start, stop int, err *Error) {
	return NewScanner(src, at).Balanced()
}

// Balanced is the function of that name from where the scanner stands. The
// scanner goes on behind the value.
func (s *Scanner) Balanced() (start, stop int, err *Error) {
	for {
		t := s.Next()
		if t.Kind == End {
			return 0, 0, &Error{NoBracket, len(s.src), "no { or [ stands outside of strings and comments"}
		}
		if t.Kind != Punct {
			continue
		}
		switch s.src[t.Start] {
		case '<':
			// The wrapper of XHTML pages; no JavaScript has this text.
			if strings.HasPrefix(s.src[t.Start:], cdataOpen) {
				s.pos = t.Start + len(cdataOpen)
				s.prev = Token{}
			}
		case '{', '[':
			stop, err := closing(s, t.Start)
			return t.Start, stop, err
		}
	}
}

const cdataOpen = "<![CDATA["

// closing finds the offset behind the bracket that closes the one at start,
// which the scanner has just given.
func closing(s *Scanner, start int) (int, *Error) {
	open := []byte{s.src[start]}
	for {
		t := s.Next()
		if t.Kind == End {
			return 0, &Error{Unclosed, start, "the value is never closed"}
		}
		if t.Kind != Punct {
			continue
		}
		switch c := s.src[t.Start]; c {
		case '{', '[', '(':
			open = append(open, c)
		case '}', ']', ')':
			if opener(c) != open[len(open)-1] {
				return 0, &Error{WrongClose, t.Start, "a bracket closes another one"}
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return t.Stop, nil
			}
		}
	}
}

func opener(c byte) byte {
	switch c {
	case '}':
		return '{'
	case ']':
		return '['
	}
	return '('
}
