// Package gfm writes text as GitHub Flavored Markdown such that a GFM parser
// reads the very text back: it stays text, whatever it holds.
//
// Text goes through two steps. Line brings it into one line (white space,
// control characters); Append… functions escape that line for where it stands.
// The syntax that hosts add to GFM (@name, #12, :x:, $x$) has no escape and
// is left as it is.
package gfm

import (
	"strings"
	"unicode/utf8"
)

// Line gives text as one line: each run of white space and line breaks is
// one space, none stands at the ends; other control characters become U+FFFD,
// as lone surrogates and broken UTF-8 do; bidi controls, BOM and tag
// characters are dropped. NBSP and the ideographic space stay.
func Line(text string) string {
	if plainASCII(text) {
		return text
	}
	dst := make([]byte, 0, len(text)+utf8.UTFMax)
	space := false
	for i := 0; i < len(text); {
		c := text[i]
		if c > ' ' && c < 0x7f {
			if space && len(dst) > 0 {
				dst = append(dst, ' ')
			}
			space = false
			dst = append(dst, c)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if size == 1 && r == utf8.RuneError && isSurrogate(text[i:]) {
			size = 3
		}
		i += size
		switch {
		case isSpace(r):
			space = true
			continue
		case dropped(r):
			continue
		case control(r):
			r = utf8.RuneError
		}
		if space && len(dst) > 0 {
			dst = append(dst, ' ')
		}
		space = false
		dst = utf8.AppendRune(dst, r)
	}
	return string(dst)
}

// plainASCII reports a text that Line leaves as it is: printable ASCII, and
// single spaces inside.
func plainASCII(s string) bool {
	if s == "" {
		return true
	}
	if s[0] == ' ' || s[len(s)-1] == ' ' {
		return false
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; c <= ' ' || c >= 0x7f {
			if c != ' ' || s[i+1] == ' ' {
				return false
			}
		}
	}
	return true
}

// Block gives text of several lines, for code blocks: CRLF and CR become
// LF, line breaks at the end are dropped, tabs and spaces stay; the rest is as
// in Line.
func Block(text string) string {
	dst := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if size == 1 && r == utf8.RuneError && isSurrogate(text[i:]) {
			size = 3
		}
		i += size
		switch {
		case r == '\r':
			if i < len(text) && text[i] == '\n' {
				continue
			}
			r = '\n'
		case r == '\n', r == '\t', dropped(r):
		case control(r):
			r = utf8.RuneError
		}
		if !dropped(r) {
			dst = utf8.AppendRune(dst, r)
		}
	}
	return strings.TrimRight(string(dst), "\n")
}

// isSurrogate reports the three bytes that JSON strings hold for a lone
// surrogate.
func isSurrogate(s string) bool {
	return len(s) >= 3 && s[0] == 0xed && s[1] >= 0xa0 && s[1] <= 0xbf
}

func isSpace(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\v', '\f', '\r', 0x85, 0x2028, 0x2029:
		return true
	}
	return false
}

func control(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }

// dropped reports the characters that deceive the eye: bidi controls, the
// byte order mark, tag characters.
func dropped(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0xfeff || r >= 0xe0000 && r <= 0xe007f
}
