package jmespath

import (
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// tokenKind is what a token is.
type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenName
	tokenQuotedName
	tokenVariable
	tokenNumber
	tokenLiteral
	tokenRawString
	tokenCurrent
	tokenRoot
	tokenDot
	tokenComma
	tokenColon
	tokenLeftParen
	tokenRightParen
	tokenLeftBracket
	tokenRightBracket
	tokenFlatten // []
	tokenFilter  // [?
	tokenLeftBrace
	tokenRightBrace
	tokenAmpersand
	tokenNot
	tokenAnd
	tokenOr
	tokenPipe
	tokenQuestion
	tokenAssign // =
	tokenEqual
	tokenNotEqual
	tokenLess
	tokenLessEqual
	tokenGreater
	tokenGreaterEqual
	tokenPlus
	tokenMinus
	tokenStar
	tokenTimes // ×, which is never a wildcard
	tokenDivide
	tokenIntDivide
	tokenModulo
	tokenBad // a character that begins no token
)

// token is a piece of the expression. Strings are decoded by the parser, when
// it needs them.
type token struct {
	kind       tokenKind
	closed     bool // of quoted tokens: the closing quote is there
	escaped    bool // of quoted tokens: there is a backslash inside
	start, end int
}

func (t token) span() diag.Span { return diag.Span{Start: t.start, End: t.end} }

// lex reads the token at or after offset i.
func lex(src string, i int) token {
	for i < len(src) && (src[i] == ' ' || src[i] == '\n' || src[i] == '\t' || src[i] == '\r') {
		i++
	}
	if i >= len(src) {
		return token{kind: tokenEnd, start: i, end: i}
	}
	one := func(k tokenKind) token { return token{kind: k, start: i, end: i + 1} }
	two := func(second byte, both, single tokenKind) token {
		if i+1 < len(src) && src[i+1] == second {
			return token{kind: both, start: i, end: i + 2}
		}
		return one(single)
	}
	c := src[i]
	if isNameStart(c) {
		return token{kind: tokenName, start: i, end: nameEnd(src, i)}
	}
	switch c {
	case '.':
		return one(tokenDot)
	case ',':
		return one(tokenComma)
	case ':':
		return one(tokenColon)
	case '(':
		return one(tokenLeftParen)
	case ')':
		return one(tokenRightParen)
	case ']':
		return one(tokenRightBracket)
	case '{':
		return one(tokenLeftBrace)
	case '}':
		return one(tokenRightBrace)
	case '@':
		return one(tokenCurrent)
	case '+':
		return one(tokenPlus)
	case '*':
		return one(tokenStar)
	case '%':
		return one(tokenModulo)
	case '?':
		return one(tokenQuestion)
	case '[':
		if i+1 < len(src) && src[i+1] == '?' {
			return token{kind: tokenFilter, start: i, end: i + 2}
		}
		return two(']', tokenFlatten, tokenLeftBracket)
	case '/':
		return two('/', tokenIntDivide, tokenDivide)
	case '&':
		return two('&', tokenAnd, tokenAmpersand)
	case '|':
		return two('|', tokenOr, tokenPipe)
	case '!':
		return two('=', tokenNotEqual, tokenNot)
	case '=':
		return two('=', tokenEqual, tokenAssign)
	case '<':
		return two('=', tokenLessEqual, tokenLess)
	case '>':
		return two('=', tokenGreaterEqual, tokenGreater)
	case '$':
		if i+1 < len(src) && isNameStart(src[i+1]) {
			return token{kind: tokenVariable, start: i, end: nameEnd(src, i+1)}
		}
		return one(tokenRoot)
	case '-':
		// Directly before a digit it is a sign, whatever stands to the left:
		// "a-1" is a name and a number, which is an error.
		if i+1 < len(src) && isDigit(src[i+1]) {
			return token{kind: tokenNumber, start: i, end: digitsEnd(src, i+1)}
		}
		return one(tokenMinus)
	case '"':
		return quoted(src, i, tokenQuotedName)
	case '\'':
		return quoted(src, i, tokenRawString)
	case '`':
		return quoted(src, i, tokenLiteral)
	}
	if isDigit(c) {
		return token{kind: tokenNumber, start: i, end: digitsEnd(src, i)}
	}
	r, size := jsonval.DecodeRune(src[i:])
	t := token{kind: tokenBad, start: i, end: i + size}
	switch r {
	case '−':
		t.kind = tokenMinus
	case '×':
		t.kind = tokenTimes
	case '÷':
		t.kind = tokenDivide
	}
	return t
}

// quoted reads a token up to its closing quote. A backslash hides the
// character behind it.
func quoted(src string, start int, kind tokenKind) token {
	t := token{kind: kind, start: start}
	quote := src[start]
	i := start + 1
	for i < len(src) {
		switch src[i] {
		case quote:
			t.end, t.closed = i+1, true
			return t
		case '\\':
			t.escaped = true
			i++
		}
		i++
	}
	t.end = len(src)
	return t
}

func isNameStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func nameEnd(src string, i int) int {
	for i++; i < len(src) && (isNameStart(src[i]) || isDigit(src[i])); i++ {
	}
	return i
}

func digitsEnd(src string, i int) int {
	for i++; i < len(src) && isDigit(src[i]); i++ {
	}
	return i
}

// rawString decodes the inside of a raw string: \' and \\ lose their
// backslash, any other backslash stays.
func rawString(inside string) string {
	b := make([]byte, 0, len(inside))
	for i := 0; i < len(inside); i++ {
		if inside[i] == '\\' && i+1 < len(inside) && (inside[i+1] == '\'' || inside[i+1] == '\\') {
			i++
		}
		b = append(b, inside[i])
	}
	return string(b)
}

// literalText gives the JSON inside backticks: \` loses its backslash.
func literalText(inside string) string {
	b := make([]byte, 0, len(inside))
	for i := 0; i < len(inside); i++ {
		if inside[i] == '\\' && i+1 < len(inside) {
			i++
			if inside[i] != '`' {
				b = append(b, '\\')
			}
		}
		b = append(b, inside[i])
	}
	return string(b)
}

// literalOffset turns an offset in literalText(inside) into one in inside.
func literalOffset(inside string, offset int) int {
	i := 0
	for at := 0; at < offset && i < len(inside); at++ {
		if strings.HasPrefix(inside[i:], "\\`") {
			i++
		}
		i++
	}
	return min(i, len(inside))
}

// brokenUTF8 gives the offset of the first byte that is not WTF-8, or -1.
func brokenUTF8(src string) int {
	if utf8.ValidString(src) {
		return -1
	}
	for i := 0; i < len(src); {
		r, size := jsonval.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// decodeString reads a JSON string with its quotes.
func decodeString(text string, escaped bool) (string, error) {
	if !escaped {
		clean := true
		for i := 1; i < len(text)-1; i++ {
			if text[i] < 0x20 {
				clean = false
				break
			}
		}
		if clean {
			return text[1 : len(text)-1], nil
		}
	}
	v, err := jsonval.ParseString(text)
	return v.Str(), err
}
