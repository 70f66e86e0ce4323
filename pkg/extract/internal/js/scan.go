// Package js reads as much JavaScript as it takes to find data in a script:
// where strings, templates, comments and regular expressions begin and end,
// the first balanced value, calls, string literals and literal values.
//
// Nothing is ever evaluated, and no input, however broken, takes more than
// linear time.
package js

import "strings"

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens.
const (
	End      Kind = iota // behind the last token
	Word                 // a name, keyword or number, as far as letters and digits go
	Punct                // one byte of anything else
	String               // with its quotes
	Template             // with its backticks and all it holds
	Regex                // with its slashes and flags
)

// Token is a piece of a script; Start and Stop are byte offsets.
type Token struct {
	Kind        Kind
	Start, Stop int
}

// Scanner gives the tokens of a script, comments and white space left out.
//
// Real pages hold text that is no JavaScript (comment wrappers, prefixes
// against inclusion), so nothing is an error: a quote without a partner on its
// line is passed over as an apostrophe, a slash that closes no regular
// expression on its line is a division.
type Scanner struct {
	src  string
	pos  int
	prev Token // the last token, which decides what a slash means

	noTemplate bool // a template is never closed: backticks are passed over
	none       *none
}

// none holds what failed searches have shown: there is no partner before this
// offset. Without it a text of half-open quotes would take quadratic time.
type none struct {
	single, double, regex int
}

// NewScanner gives a scanner that starts at an offset, in code, even if the
// offset lies in a string.
func NewScanner(src string, at int) *Scanner {
	return &Scanner{src: src, pos: at, none: new(none)}
}

// Pos is the offset at which the scanner goes on.
func (s *Scanner) Pos() int { return s.pos }

// Text gives the text of a token.
func (s *Scanner) Text(t Token) string { return s.src[t.Start:t.Stop] }

// Next gives the next token.
func (s *Scanner) Next() Token {
	s.skipSpace()
	t := Token{Start: s.pos, Stop: s.pos}
	if s.pos >= len(s.src) {
		s.prev = t
		return t
	}
	switch c := s.src[s.pos]; {
	case c == '"' || c == '\'':
		if stop, ok := s.stringEnd(s.pos); ok {
			t.Kind, s.pos = String, stop
		} else {
			t.Kind, s.pos = Punct, s.pos+1
		}
	case c == '`' && !s.noTemplate:
		if stop, ok := s.templateEnd(s.pos); ok {
			t.Kind, s.pos = Template, stop
		} else {
			s.noTemplate = true
			t.Kind, s.pos = Punct, s.pos+1
		}
	case c == '/' && s.regexAllowed():
		if stop, ok := s.regexEnd(s.pos); ok {
			t.Kind, s.pos = Regex, stop
		} else {
			t.Kind, s.pos = Punct, s.pos+1
		}
	case isWord(c):
		for s.pos < len(s.src) && isWord(s.src[s.pos]) {
			s.pos++
		}
		t.Kind = Word
	default:
		t.Kind, s.pos = Punct, s.pos+1
	}
	t.Stop = s.pos
	s.prev = t
	return t
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// skipSpace passes white space and comments. A comment that is never closed
// goes to the end.
func (s *Scanner) skipSpace() {
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; {
		case c == ' ' || c >= '\t' && c <= '\r':
			s.pos++
		case c == '/' && strings.HasPrefix(s.src[s.pos:], "//"):
			s.pos = lineEnd(s.src, s.pos)
		case c == '/' && strings.HasPrefix(s.src[s.pos:], "/*"):
			if n := strings.Index(s.src[s.pos+2:], "*/"); n >= 0 {
				s.pos += 2 + n + 2
			} else {
				s.pos = len(s.src)
			}
		case c == 0xc2 && strings.HasPrefix(s.src[s.pos:], "\u00a0"):
			s.pos += 2
		case c == 0xef && strings.HasPrefix(s.src[s.pos:], "\ufeff"):
			s.pos += 3
		default:
			return
		}
	}
}

func lineEnd(src string, at int) int {
	if n := strings.IndexAny(src[at:], "\n\r"); n >= 0 {
		return at + n
	}
	return len(src)
}

// stringEnd finds the offset behind the string that begins at i.
func (s *Scanner) stringEnd(i int) (int, bool) {
	quote, none := s.src[i], &s.none.double
	if quote == '\'' {
		none = &s.none.single
	}
	if i < *none {
		return 0, false
	}
	for j := i + 1; j < len(s.src); j++ {
		switch s.src[j] {
		case quote:
			return j + 1, true
		case '\\':
			j++
			if j+1 < len(s.src) && s.src[j] == '\r' && s.src[j+1] == '\n' {
				j++
			}
		case '\n', '\r':
			*none = j
			return 0, false
		}
	}
	*none = len(s.src)
	return 0, false
}

// regexEnd finds the offset behind the regular expression that begins at i.
func (s *Scanner) regexEnd(i int) (int, bool) {
	if i < s.none.regex {
		return 0, false
	}
	class := false
	for j := i + 1; j < len(s.src); j++ {
		switch s.src[j] {
		case '\\':
			j++
			if j < len(s.src) && (s.src[j] == '\n' || s.src[j] == '\r') {
				s.none.regex = j
				return 0, false
			}
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if class {
				continue
			}
			for j++; j < len(s.src) && s.src[j] >= 'a' && s.src[j] <= 'z'; j++ {
			}
			return j, true
		case '\n', '\r':
			s.none.regex = j
			return 0, false
		}
	}
	s.none.regex = len(s.src)
	return 0, false
}

// regexAllowed tells a regular expression from a division by what stands
// before the slash.
func (s *Scanner) regexAllowed() bool {
	switch s.prev.Kind {
	case End:
		return true
	case Punct:
		switch s.src[s.prev.Start] {
		case '(', ',', '=', ':', '[', '!', '&', '|', '?', '{', '}', ';', '+', '-', '*', '%', '~', '^', '<', '>':
			return true
		}
	case Word:
		switch s.Text(s.prev) {
		case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "do", "else", "await", "yield", "instanceof":
			return true
		}
	}
	return false
}

// templateEnd finds the offset behind the template that begins at i, with the
// code in its ${…}, which may hold templates again.
func (s *Scanner) templateEnd(i int) (int, bool) {
	inner := &Scanner{src: s.src, pos: i + 1, none: s.none, noTemplate: true} // backticks come as Punct: they are counted here
	open := []byte{'`'}
	for {
		if open[len(open)-1] == '`' {
			n := strings.IndexAny(s.src[inner.pos:], "\\`$")
			if n < 0 {
				return 0, false
			}
			inner.pos += n
			switch c := s.src[inner.pos]; {
			case c == '\\':
				inner.pos = min(inner.pos+2, len(s.src))
			case c == '`':
				inner.pos++
				if open = open[:len(open)-1]; len(open) == 0 {
					return inner.pos, true
				}
				inner.prev = Token{Kind: Template, Start: i, Stop: inner.pos}
			case strings.HasPrefix(s.src[inner.pos:], "${"):
				inner.pos += 2
				inner.prev = Token{}
				open = append(open, '{')
			default:
				inner.pos++
			}
			continue
		}
		t := inner.Next()
		if t.Kind == End {
			return 0, false
		}
		if t.Kind != Punct {
			continue
		}
		switch s.src[t.Start] {
		case '`':
			open = append(open, '`')
		case '{':
			open = append(open, '{')
		case '}':
			open = open[:len(open)-1]
		}
	}
}
