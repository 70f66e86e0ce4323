package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
)

// token is a token of CSS Syntax. Comments make none; everything that is open
// at the end of the text is closed there.
type token struct {
	kind   tokenKind
	whole  bool // the number is an integer
	ident  bool // the hash is an identifier
	span   diag.Span
	text   string // of a name, string or unit, with the escapes resolved; a delimiter
	number string // digits and sign as they are written
}

type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokSpace
	tokIdent
	tokFunction // an identifier and its opening parenthesis
	tokAt
	tokHash
	tokString
	tokBadString
	tokURL
	tokNumber
	tokPercentage
	tokDimension
	tokColon
	tokSemicolon
	tokComma
	tokOpenSquare
	tokCloseSquare
	tokOpenParen
	tokCloseParen
	tokOpenBrace
	tokCloseBrace
	tokComment // <!-- or -->
	tokDelim
)

// scanner makes tokens.
type scanner struct {
	src string
	at  int
}

// scan appends the tokens of a selector, the last of which is the end.
func scan(all []token, src string) []token {
	s := &scanner{src: src}
	for {
		t := s.next()
		all = append(all, t)
		if t.kind == tokEnd {
			return all
		}
	}
}

// peek gives the byte n places ahead, or 0 at the end. A NUL in the text is
// given as 0x80, since CSS reads it as U+FFFD.
func (s *scanner) peek(n int) byte {
	if s.at+n >= len(s.src) {
		return 0
	}
	if c := s.src[s.at+n]; c != 0 {
		return c
	}
	return 0x80
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || isNewline(c) }

func isNewline(c byte) bool { return c == '\n' || c == '\r' || c == '\f' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isHex(c byte) bool { return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

func isNameStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= utf8.RuneSelf
}

func isName(c byte) bool { return isNameStart(c) || isDigit(c) || c == '-' }

// escapes reports whether a valid escape begins n places ahead.
func (s *scanner) escapes(n int) bool {
	return s.peek(n) == '\\' && !isNewline(s.peek(n+1))
}

// startsName reports whether an identifier begins n places ahead.
func (s *scanner) startsName(n int) bool {
	if s.peek(n) == '-' {
		return isNameStart(s.peek(n+1)) || s.peek(n+1) == '-' || s.escapes(n+1)
	}
	return isNameStart(s.peek(n)) || s.escapes(n)
}

// startsNumber reports whether a number begins here.
func (s *scanner) startsNumber() bool {
	n := 0
	if c := s.peek(0); c == '+' || c == '-' {
		n++
	}
	return isDigit(s.peek(n)) || s.peek(n) == '.' && isDigit(s.peek(n+1))
}

func (s *scanner) next() token {
	for s.peek(0) == '/' && s.peek(1) == '*' {
		end := strings.Index(s.src[s.at+2:], "*/")
		if end < 0 {
			s.at = len(s.src)
		} else {
			s.at += end + 4
		}
	}
	start := s.at
	if s.at >= len(s.src) {
		return token{span: diag.Span{Start: start, End: start}}
	}
	t := s.read()
	t.span = diag.Span{Start: start, End: s.at}
	return t
}

func (s *scanner) read() token {
	c := s.peek(0)
	switch {
	case isSpace(c):
		for isSpace(s.peek(0)) {
			s.at++
		}
		return token{kind: tokSpace}
	case c == '"' || c == '\'':
		return s.readString(c)
	case c == '#' && (isName(s.peek(1)) || s.escapes(1)):
		s.at++
		ident := s.startsName(0)
		return token{kind: tokHash, text: s.readName(), ident: ident}
	case s.startsNumber():
		return s.readNumber()
	case strings.HasPrefix(s.src[s.at:], "<!--"):
		s.at += 4
		return token{kind: tokComment}
	case strings.HasPrefix(s.src[s.at:], "-->"):
		s.at += 3
		return token{kind: tokComment}
	case s.startsName(0):
		return s.readIdent()
	case c == '@' && s.startsName(1):
		s.at++
		return token{kind: tokAt, text: s.readName()}
	}
	s.at++
	kinds := [...]struct {
		c    byte
		kind tokenKind
	}{
		{':', tokColon}, {';', tokSemicolon}, {',', tokComma}, {'[', tokOpenSquare}, {']', tokCloseSquare},
		{'(', tokOpenParen}, {')', tokCloseParen}, {'{', tokOpenBrace}, {'}', tokCloseBrace},
	}
	for _, k := range kinds {
		if c == k.c {
			return token{kind: k.kind}
		}
	}
	return token{kind: tokDelim, text: s.src[s.at-1 : s.at]}
}

func (s *scanner) readName() string {
	start := s.at
	for isName(s.peek(0)) && s.src[s.at] != 0 {
		s.at++
	}
	name := s.src[start:s.at]
	if !isName(s.peek(0)) && !s.escapes(0) {
		return name
	}
	var b strings.Builder
	b.WriteString(name)
	for {
		switch {
		case s.escapes(0):
			s.at++
			s.readEscape(&b)
		case isName(s.peek(0)):
			if c := s.src[s.at]; c != 0 {
				b.WriteByte(c)
			} else {
				b.WriteRune(utf8.RuneError)
			}
			s.at++
		default:
			return b.String()
		}
	}
}

// readEscape reads what follows a backslash.
func (s *scanner) readEscape(b *strings.Builder) {
	if s.at >= len(s.src) {
		b.WriteRune(utf8.RuneError)
		return
	}
	if !isHex(s.peek(0)) {
		if s.src[s.at] == 0 {
			b.WriteRune(utf8.RuneError)
			s.at++
			return
		}
		_, n := utf8.DecodeRuneInString(s.src[s.at:])
		b.WriteString(s.src[s.at : s.at+n])
		s.at += n
		return
	}
	var r rune
	for n := 0; n < 6 && isHex(s.peek(0)); n++ {
		c := s.peek(0) | 0x20
		if c >= 'a' {
			r = r<<4 + rune(c-'a'+10)
		} else {
			r = r<<4 + rune(s.peek(0)-'0')
		}
		s.at++
	}
	if s.peek(0) == '\r' && s.peek(1) == '\n' {
		s.at += 2
	} else if isSpace(s.peek(0)) {
		s.at++
	}
	if r == 0 || !utf8.ValidRune(r) {
		r = utf8.RuneError
	}
	b.WriteRune(r)
}

func (s *scanner) readString(quote byte) token {
	s.at++
	if end := strings.IndexAny(s.src[s.at:], "\"'\\\n\r\f\x00"); end >= 0 && s.src[s.at+end] == quote {
		text := s.src[s.at : s.at+end]
		s.at += end + 1
		return token{kind: tokString, text: text}
	}
	var b strings.Builder
	for s.at < len(s.src) {
		c := s.src[s.at]
		switch {
		case c == quote:
			s.at++
			return token{kind: tokString, text: b.String()}
		case isNewline(c):
			return token{kind: tokBadString}
		case c == '\\' && s.at+1 == len(s.src):
			s.at++
		case c == '\\' && s.peek(1) == '\r' && s.peek(2) == '\n':
			s.at += 3
		case c == '\\' && isNewline(s.peek(1)):
			s.at += 2
		case c == '\\':
			s.at++
			s.readEscape(&b)
		case c == 0:
			b.WriteRune(utf8.RuneError)
			s.at++
		default:
			b.WriteByte(c)
			s.at++
		}
	}
	return token{kind: tokString, text: b.String()}
}

func (s *scanner) readNumber() token {
	start := s.at
	t := token{kind: tokNumber, whole: true}
	s.at++ // a sign, a digit or a point; a point cannot be both first and integer
	if s.src[start] == '.' {
		t.whole = false
	}
	s.digits()
	if t.whole && s.peek(0) == '.' && isDigit(s.peek(1)) {
		t.whole = false
		s.at++
		s.digits()
	}
	if c := s.peek(0); c == 'e' || c == 'E' {
		n := 1
		if c := s.peek(1); c == '+' || c == '-' {
			n = 2
		}
		if isDigit(s.peek(n)) {
			t.whole = false
			s.at += n
			s.digits()
		}
	}
	t.number = s.src[start:s.at]
	switch {
	case s.startsName(0):
		t.kind = tokDimension
		t.text = s.readName()
	case s.peek(0) == '%':
		t.kind = tokPercentage
		s.at++
	}
	return t
}

func (s *scanner) digits() {
	for isDigit(s.peek(0)) {
		s.at++
	}
}

func (s *scanner) readIdent() token {
	name := s.readName()
	if s.peek(0) != '(' {
		return token{kind: tokIdent, text: name}
	}
	s.at++
	if Lower(name) == "url" {
		n := 0
		for isSpace(s.peek(n)) {
			n++
		}
		if c := s.peek(n); c != '"' && c != '\'' {
			s.skipURL()
			return token{kind: tokURL, text: name}
		}
	}
	return token{kind: tokFunction, text: name}
}

// skipURL reads the rest of url(...) without quotes, of which no selector has
// any use.
func (s *scanner) skipURL() {
	for s.at < len(s.src) {
		c := s.peek(0)
		s.at++
		if c == '\\' && s.at < len(s.src) {
			s.at++
		}
		if c == ')' {
			return
		}
	}
}

// Lower makes A to Z lower-case and leaves every other letter alone.
func Lower(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 'A' && c <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if c := b[i]; c >= 'A' && c <= 'Z' {
					b[i] = c + 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}
