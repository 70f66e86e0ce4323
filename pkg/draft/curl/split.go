package curl

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// split takes a command apart into words, as the shell does that it was copied
// for.
func split(text string) ([]string, error) {
	if forCmd(text) {
		return splitCmd(uncaret(text))
	}
	return splitBash(text)
}

// forCmd reports whether a command was copied for Windows' cmd: a caret stands
// before quotes, or at the end of a line.
func forCmd(text string) bool {
	if strings.Contains(text, `^"`) {
		return true
	}
	for line := range strings.Lines(text) {
		if strings.HasSuffix(strings.TrimRight(line, "\r\n"), " ^") {
			return true
		}
	}
	return false
}

// uncaret does what cmd does with carets: outside of quotes one takes away the
// meaning of the character behind it; one at the end of a line joins the next,
// whose first character has no meaning.
func uncaret(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
			b.WriteByte(c)
		case c == '^' && !quoted && i+1 < len(text):
			i++
			if text[i] == '\n' {
				i++
			}
			if i < len(text) {
				b.WriteByte(text[i])
			}
		case c == '\n' && !quoted:
			b.WriteByte(' ') // the command ends here, unless it was copied without its carets
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// splitCmd takes apart what curl.exe gets: quotes delimit, a backslash before
// a quote makes it a character.
func splitCmd(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	in, quoted := false, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			n := 0
			for i+n < len(text) && text[i+n] == '\\' {
				n++
			}
			in = true
			if i+n < len(text) && text[i+n] == '"' {
				word.WriteString(strings.Repeat(`\`, n/2))
				if n%2 == 1 {
					word.WriteByte('"')
					i++
				}
			} else {
				word.WriteString(strings.Repeat(`\`, n))
			}
			i += n - 1
		case c == '"' && quoted && i+1 < len(text) && text[i+1] == '"':
			word.WriteByte('"')
			i++
		case c == '"':
			quoted, in = !quoted, true
		case !quoted && (c == ' ' || c == '\t'):
			if in {
				words = append(words, word.String())
				word.Reset()
			}
			in = false
		default:
			word.WriteByte(c)
			in = true
		}
	}
	if quoted {
		return nil, unclosed()
	}
	if in {
		words = append(words, word.String())
	}
	return words, nil
}

// splitBash takes a command apart as a POSIX shell does, with bash's $'…'. It
// ends at the end of a line and at what begins another command.
func splitBash(text string) ([]string, error) {
	s := &scanner{text: strings.ReplaceAll(text, "\r\n", "\n")}
	var words []string
	for {
		word, ok, err := s.word()
		if err != nil {
			return nil, err
		}
		if !ok {
			return words, nil
		}
		words = append(words, word)
	}
}

type scanner struct {
	text string
	i    int
}

// word gives the next word; false at the end of the command.
func (s *scanner) word() (string, bool, error) {
	for s.i < len(s.text) && (s.text[s.i] == ' ' || s.text[s.i] == '\t' || strings.HasPrefix(s.text[s.i:], "\\\n")) {
		if s.text[s.i] == '\\' {
			s.i++
		}
		s.i++
	}
	if s.i == len(s.text) || s.ends() {
		return "", false, nil
	}
	var b strings.Builder
	for s.i < len(s.text) {
		c := s.text[s.i]
		switch {
		case c == ' ' || c == '\t' || s.ends():
			return b.String(), true, nil
		case c == '\'':
			end := strings.IndexByte(s.text[s.i+1:], '\'')
			if end < 0 {
				return "", false, unclosed()
			}
			b.WriteString(s.text[s.i+1 : s.i+1+end])
			s.i += end + 2
		case c == '"':
			if !s.double(&b) {
				return "", false, unclosed()
			}
		case c == '$' && strings.HasPrefix(s.text[s.i+1:], "'"):
			if !s.ansi(&b) {
				return "", false, unclosed()
			}
		case c == '\\' && s.i+1 < len(s.text):
			if s.text[s.i+1] != '\n' {
				b.WriteByte(s.text[s.i+1])
			}
			s.i += 2
		default:
			b.WriteByte(c)
			s.i++
		}
	}
	return b.String(), true, nil
}

func unclosed() error {
	return fail("copy it in full", "the curl command ends inside of a quoted text")
}

// ends reports whether the command ends here: at a line's end, or where
// another command takes over.
func (s *scanner) ends() bool {
	rest := s.text[s.i:]
	return rest[0] == '\n' || rest[0] == ';' || rest[0] == '|' || rest[0] == '>' || strings.HasPrefix(rest, "&&") || rest == "&"
}

// double reads "…"; a backslash there escapes only what would mean something.
func (s *scanner) double(b *strings.Builder) bool {
	for s.i++; s.i < len(s.text); s.i++ {
		switch c := s.text[s.i]; {
		case c == '"':
			s.i++
			return true
		case c == '\\' && s.i+1 < len(s.text) && strings.IndexByte("\"\\$`\n", s.text[s.i+1]) >= 0:
			if s.i++; s.text[s.i] != '\n' {
				b.WriteByte(s.text[s.i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return false
}

// ansi reads $'…', where backslashes are escapes as in C.
func (s *scanner) ansi(b *strings.Builder) bool {
	for s.i += 2; s.i < len(s.text); s.i++ {
		c := s.text[s.i]
		if c == '\'' {
			s.i++
			return true
		}
		if c != '\\' || s.i+1 == len(s.text) {
			b.WriteByte(c)
			continue
		}
		s.i++
		switch c := s.text[s.i]; c {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'a', 'b', 'e', 'f', 'v':
			b.WriteByte("\a\b\x1b\f\v"[strings.IndexByte("abefv", c)])
		case 'x':
			s.number(b, 2, 16, false)
		case 'u':
			s.number(b, 4, 16, true)
		case 'U':
			s.number(b, 8, 16, true)
		case '0', '1', '2', '3', '4', '5', '6', '7':
			s.i--
			s.number(b, 3, 8, false)
		default: // \\ \' \" \! \?
			b.WriteByte(c)
		}
	}
	return false
}

// number reads up to so many digits behind the place, and writes the
// character, or the byte, of that number.
func (s *scanner) number(b *strings.Builder, most, base int, character bool) {
	from := s.i + 1
	to := from
	for to < len(s.text) && to-from < most {
		if _, err := strconv.ParseUint(s.text[to:to+1], base, 8); err != nil {
			break
		}
		to++
	}
	n, err := strconv.ParseUint(s.text[from:to], base, 32)
	if err != nil {
		b.WriteByte(s.text[s.i])
		return
	}
	s.i = to - 1
	if !character {
		b.WriteByte(byte(n))
		return
	}
	r := rune(n)
	// Chrome writes a character beyond U+FFFF as two halves.
	if r >= 0xd800 && r < 0xdc00 && strings.HasPrefix(s.text[to:], `\u`) && len(s.text) >= to+6 {
		if low, err := strconv.ParseUint(s.text[to+2:to+6], 16, 16); err == nil && low >= 0xdc00 && low < 0xe000 {
			r = (r-0xd800)<<10 + rune(low-0xdc00) + 0x10000
			s.i += 6
		}
	}
	if !utf8.ValidRune(r) {
		r = utf8.RuneError
	}
	b.WriteRune(r)
}
