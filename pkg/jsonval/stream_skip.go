package jsonval

// Skip passes the value ahead and checks its grammar. The work grows with the
// length of the value, its memory with the depth alone.
func (s *Stream) Skip() error {
	if s.failed != nil {
		return s.failed
	}
	s.levels = s.levels[:0]
	outer := s.depth
	for {
		// A value.
		switch c := s.peek(); c {
		case '{', '[':
			if s.depth++; s.depth > MaxDepth {
				return s.tooDeep()
			}
			s.pos++
			closing := c + 2 // ] and } stand two behind their opening
			if s.peek() == closing {
				s.pos++
				s.depth--
				break
			}
			s.levels = append(s.levels, closing)
			if c == '{' {
				if err := s.skipName(); err != nil {
					return err
				}
			}
			continue
		case '"':
			if err := s.skipString(); err != nil {
				return err
			}
		case 't':
			if err := s.skipWord("true"); err != nil {
				return err
			}
		case 'f':
			if err := s.skipWord("false"); err != nil {
				return err
			}
		case 'n':
			if err := s.skipWord("null"); err != nil {
				return err
			}
		default:
			if c != '-' && (c < '0' || c > '9') {
				return s.unexpected(expectValue)
			}
			if err := s.skipNumber(); err != nil {
				return err
			}
		}
		// What follows it, up to the next value.
		next := false
		for len(s.levels) > 0 && !next {
			closing := s.levels[len(s.levels)-1]
			switch s.peek() {
			case ',':
				s.pos++
				if closing == '}' {
					if err := s.skipName(); err != nil {
						return err
					}
				}
				next = true
			case closing:
				s.pos++
				s.depth--
				s.levels = s.levels[:len(s.levels)-1]
			default:
				if closing == '}' {
					return s.unexpected(`"," or "}" is expected`)
				}
				return s.unexpected(`"," or "]" is expected`)
			}
		}
		if !next {
			s.depth = outer
			return nil
		}
	}
}

// skipName passes a member's name and the colon behind it.
func (s *Stream) skipName() error {
	if s.peek() != '"' {
		return s.unexpected("a member name in double quotes is expected")
	}
	if err := s.skipString(); err != nil {
		return err
	}
	if s.peek() != ':' {
		return s.unexpected(`":" is expected`)
	}
	s.pos++
	return nil
}

// skipString passes the string whose opening quote stands at the position.
func (s *Stream) skipString() error {
	start := s.Offset()
	s.pos++
	for {
		buf := s.buf
		for i := s.pos; i < len(buf); i++ {
			c := buf[i]
			if c >= ' ' && c != '"' && c != '\\' {
				continue
			}
			s.pos = i
			if c == '"' {
				s.pos++
				return nil
			}
			if c < ' ' {
				return s.fail(s.Offset(), "a control character in a string is written as an escape: "+controlEscape(c))
			}
			if err := s.skipEscape(start); err != nil {
				return err
			}
			buf = s.buf
			i = s.pos - 1
		}
		s.pos = len(buf)
		if !s.fill() {
			return s.unclosed(start)
		}
	}
}

// unclosed is the error of a text that ends, or cannot be read on, in a
// string.
func (s *Stream) unclosed(start int) error {
	s.pos = len(s.buf)
	return s.fail(start, "the string is not closed")
}

// skipEscape passes the escape whose backslash stands at the position.
func (s *Stream) skipEscape(start int) error {
	for len(s.buf)-s.pos < 6 && s.fill() {
	}
	rest := s.buf[s.pos:]
	if len(rest) < 2 {
		return s.unclosed(start)
	}
	switch rest[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.pos += 2
		return nil
	case 'u':
		if len(rest) < 6 || !isHex4(string(rest[2:6])) {
			if err := s.readError(); len(rest) < 6 && err != nil {
				return err
			}
			return s.fail(s.Offset(), `\u takes four hexadecimal digits`)
		}
		s.pos += 6
		return nil
	}
	text := DecodeUTF8WithoutBOM(rest[1:min(len(rest), 5)])
	_, size := DecodeRune(text)
	return s.fail(s.Offset(), "there is no escape \\"+text[:size])
}

func (s *Stream) skipWord(word string) error {
	for len(s.buf)-s.pos < len(word) && s.fill() {
	}
	if len(s.buf)-s.pos < len(word) || string(s.buf[s.pos:s.pos+len(word)]) != word {
		return s.unexpected(expectValue)
	}
	s.pos += len(word)
	return nil
}

// skipNumber passes a number, which may be longer than the buffer.
func (s *Stream) skipNumber() error {
	start := s.Offset()
	if s.next() == '-' {
		s.pos++
	}
	switch c := s.next(); {
	case c < '0' || c > '9':
		return s.fail(start, "a digit is missing after the minus sign")
	case c == '0':
		s.pos++
		if c := s.next(); c >= '0' && c <= '9' {
			return s.fail(start, "a number has no leading zeros")
		}
	default:
		s.skipDigits()
	}
	if s.next() == '.' {
		s.pos++
		if s.skipDigits() == 0 {
			return s.fail(start, "a digit is missing after the decimal point")
		}
	}
	if c := s.next(); c == 'e' || c == 'E' {
		s.pos++
		if c := s.next(); c == '+' || c == '-' {
			s.pos++
		}
		if s.skipDigits() == 0 {
			return s.fail(start, "a digit is missing in the exponent")
		}
	}
	return nil
}

// next is the byte at the position; 0 at the end.
func (s *Stream) next() byte {
	if s.pos >= len(s.buf) && !s.fill() {
		return 0
	}
	return s.buf[s.pos]
}

func (s *Stream) skipDigits() int {
	n := 0
	for c := s.next(); c >= '0' && c <= '9'; c = s.next() {
		s.pos++
		n++
	}
	return n
}
