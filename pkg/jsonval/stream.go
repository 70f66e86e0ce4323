package jsonval

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/wield-run/wield/pkg/diag"
)

// Stream reads one JSON text piece by piece, by the grammar of Parse: what is
// skipped is checked, and is not kept. It takes as much memory as the largest
// value that is read as a whole.
//
// A caller walks down with Array and Object, steps with More and Key, and takes
// each value with Value or Skip. End checks what follows. Errors are a
// *SyntaxError, or that of the reader; after one, every method gives it again.
type Stream struct {
	r      io.Reader
	buf    []byte
	pos    int   // of the next byte in buf
	base   int   // offset in the text of buf[0]
	mark   int   // what stands in buf from here on is kept; -1: nothing
	err    error // the reader's, io.EOF included
	failed error
	depth  int
	first  bool // no item of the array or object at hand was read yet
	levels []byte
	parser parser // of values; the next one is most likely of the last one's shape
	parsed int    // bytes that the parser read
}

// window is how much of the text is read at once.
const window = 64 << 10

// NewStream reads from r. One byte order mark is removed.
func NewStream(r io.Reader) *Stream {
	s := &Stream{r: r, mark: -1, buf: make([]byte, 0, window)}
	for len(s.buf) < 3 && s.fill() {
	}
	s.passMark()
	return s
}

// NewTextStream reads a text that is there as a whole, and copies nothing of
// it. One byte order mark is removed.
func NewTextStream(text []byte) *Stream {
	s := &Stream{mark: -1, buf: text, err: io.EOF}
	s.passMark()
	return s
}

func (s *Stream) passMark() {
	if bytes.HasPrefix(s.buf, []byte("\xef\xbb\xbf")) {
		s.pos = 3
	}
}

// fill reads more behind what is in the buffer, and drops what was read and is
// not marked. It is false at the end of the text.
func (s *Stream) fill() bool {
	if s.err != nil {
		return false
	}
	keep := s.pos
	if s.mark >= 0 {
		keep = s.mark
	}
	if keep > 0 {
		n := copy(s.buf, s.buf[keep:])
		s.buf = s.buf[:n]
		s.base += keep
		s.pos -= keep
		if s.mark >= 0 {
			s.mark = 0
		}
	}
	if len(s.buf) == cap(s.buf) {
		s.buf = append(make([]byte, 0, 2*cap(s.buf)), s.buf...)
	}
	for range 100 {
		n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		s.err = err
		if n > 0 {
			return true
		}
		if err != nil {
			return false
		}
	}
	s.err = io.ErrNoProgress
	return false
}

// Offset is how many bytes of the text were read so far.
func (s *Stream) Offset() int { return s.base + s.pos }

// fail is a fault of the text, unless that only seems to end because it could
// not be read on.
func (s *Stream) fail(at int, message string) error {
	if s.pos >= len(s.buf) {
		if err := s.readError(); err != nil {
			return err
		}
	}
	if s.failed == nil {
		s.failed = &SyntaxError{Offset: at, Message: message}
	}
	return s.failed
}

// readError is the reader's error, if it is none of an end.
func (s *Stream) readError() error {
	if s.err == nil || errors.Is(s.err, io.EOF) {
		return nil
	}
	if s.failed == nil {
		s.failed = s.err
	}
	return s.failed
}

// unexpected is the error for whatever stands at the position.
func (s *Stream) unexpected(expected string) error {
	for len(s.buf)-s.pos < 4 && s.fill() {
	}
	if err := s.readError(); err != nil {
		return err
	}
	if s.pos >= len(s.buf) {
		return s.fail(s.Offset(), endsEarly(s.depth == 0 && expected == expectValue, expected))
	}
	rest := DecodeUTF8WithoutBOM(s.buf[s.pos:min(s.pos+4, len(s.buf))])
	_, size := DecodeRune(rest)
	return s.fail(s.Offset(), fmt.Sprintf("unexpected %s: %s", diag.Quote(rest[:size], 1), expected))
}

// peek passes white space and gives the next byte; 0 at the end.
func (s *Stream) peek() byte {
	for {
		for i, c := range s.buf[s.pos:] {
			if c != ' ' && c != '\n' && c != '\r' && c != '\t' {
				s.pos += i
				return c
			}
		}
		s.pos = len(s.buf)
		if !s.fill() {
			return 0
		}
	}
}

// Kind tells the kind of the value ahead, by its first byte; the value itself
// may still be faulty.
func (s *Stream) Kind() (Kind, error) {
	if s.failed != nil {
		return Null, s.failed
	}
	switch c := s.peek(); {
	case c == '{':
		return Object, nil
	case c == '[':
		return Array, nil
	case c == '"':
		return String, nil
	case c == 't' || c == 'f':
		return Bool, nil
	case c == 'n':
		return Null, nil
	case c == '-' || c >= '0' && c <= '9':
		return Number, nil
	}
	return Null, s.unexpected(expectValue)
}

// Array enters the array ahead. More then steps to each of its items.
func (s *Stream) Array() error { return s.enter('[') }

// Object enters the object ahead. Key then steps to each of its members.
func (s *Stream) Object() error { return s.enter('{') }

func (s *Stream) enter(open byte) error {
	if s.failed != nil {
		return s.failed
	}
	if s.peek() != open {
		return s.unexpected(fmt.Sprintf("%q is expected", string(open)))
	}
	if s.depth++; s.depth > MaxDepth {
		return s.tooDeep()
	}
	s.pos++
	s.first = true
	return nil
}

func (s *Stream) tooDeep() error {
	if s.failed == nil {
		s.failed = &SyntaxError{Offset: s.Offset(), TooDeep: true,
			Message: fmt.Sprintf("arrays and objects nest deeper than %d levels", MaxDepth)}
	}
	return s.failed
}

// More steps to the next item of the array at hand. Where there is none it
// leaves the array.
func (s *Stream) More() (bool, error) {
	if s.failed != nil {
		return false, s.failed
	}
	return s.step(']', `"," or "]" is expected`)
}

// step passes the comma before an item, or the closing bracket.
func (s *Stream) step(closing byte, expected string) (bool, error) {
	c := s.peek()
	switch {
	case c == closing:
		s.pos++
		s.depth--
		s.first = false
		return false, nil
	case s.first:
		s.first = false
		return true, nil
	case c == ',':
		s.pos++
		return true, nil
	}
	return false, s.unexpected(expected)
}

// Key steps to the next member of the object at hand, and reads its name.
// Where there is none it leaves the object, and ok is false.
func (s *Stream) Key() (name string, ok bool, err error) {
	if s.failed != nil {
		return "", false, s.failed
	}
	if ok, err = s.step('}', `"," or "}" is expected`); !ok {
		return "", false, err
	}
	if s.peek() != '"' {
		return "", false, s.unexpected("a member name in double quotes is expected")
	}
	s.mark = s.pos
	err = s.skipString()
	if err == nil {
		var v Value
		if v, err = ParseString(DecodeUTF8WithoutBOM(s.buf[s.mark:s.pos])); err == nil {
			name = v.Str()
		}
	}
	s.mark = -1
	if err != nil {
		return "", false, err
	}
	if s.peek() != ':' {
		return "", false, s.unexpected(`":" is expected`)
	}
	s.pos++
	return name, true, nil
}

// Value reads the value ahead.
func (s *Stream) Value() (Value, error) {
	if s.failed != nil {
		return Value{}, s.failed
	}
	s.peek()
	s.mark = s.pos
	err := s.Skip()
	text := s.buf[s.mark:s.pos]
	s.mark = -1
	if err != nil {
		return Value{}, err
	}
	// Values that share the parser's blocks keep each other alive, so it is
	// thrown away now and then.
	if s.parsed += len(text); s.parsed > window {
		s.parser, s.parsed = parser{}, 0
	}
	p := &s.parser
	p.s, p.i, p.depth = DecodeUTF8WithoutBOM(text), 0, 0
	return p.value()
}

// End checks that nothing follows the value that was read.
func (s *Stream) End() error {
	if s.failed != nil {
		return s.failed
	}
	if s.peek(); s.pos < len(s.buf) || s.err != io.EOF {
		return s.unexpected("nothing may follow the JSON value")
	}
	return nil
}
