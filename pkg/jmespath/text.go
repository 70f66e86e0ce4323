package jmespath

import (
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Texts are WTF-8: code points here are those of Unicode and lone surrogates.

// isASCII reports whether all bytes of a text are code points of their own.
func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// runeCount is the number of code points of a text.
func runeCount(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i]&0xc0 != 0x80 { // not in the middle of one
			n++
		}
	}
	return n
}

// runeOffset is the offset in bytes at which code point i begins, or the
// length of the text where it has no more than i.
func runeOffset(s string, i int) int {
	for at := 0; at < len(s); at++ {
		if s[at]&0xc0 != 0x80 {
			if i == 0 {
				return at
			}
			i--
		}
	}
	return len(s)
}

// runeStarts gives the offsets at which the code points begin, and the length
// of the text.
func runeStarts(s string, count int) []int {
	starts := make([]int, 0, count+1)
	for i := 0; i < len(s); i++ {
		if s[i]&0xc0 != 0x80 {
			starts = append(starts, i)
		}
	}
	return append(starts, len(s))
}

// isSpace reports whether trim takes a code point away when it is not told
// what to take: JavaScript's white space and line ends, and U+0085.
func isSpace(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', ' ', 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff:
		return true
	}
	return r >= 0x2000 && r <= 0x200a
}

// trimLeft takes away the code points at the front for which cut is true.
func trimLeft(s string, cut func(rune) bool) string {
	for s != "" {
		r, size := jsonval.DecodeRune(s)
		if !cut(r) {
			break
		}
		s = s[size:]
	}
	return s
}

// trimRight takes away the code points at the end for which cut is true.
func trimRight(s string, cut func(rune) bool) string {
	for s != "" {
		start := len(s) - 1
		for start > 0 && s[start]&0xc0 == 0x80 {
			start--
		}
		if r, _ := jsonval.DecodeRune(s[start:]); !cut(r) {
			break
		}
		s = s[:start]
	}
	return s
}

// runeIn makes a cut function of a set of code points.
func runeIn(set string) func(rune) bool {
	return func(r rune) bool {
		if r >= 0xd800 && r < 0xe000 {
			return strings.Contains(set, string(jsonval.AppendRune(nil, r)))
		}
		return strings.ContainsRune(set, r)
	}
}
