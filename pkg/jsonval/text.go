package jsonval

import (
	"strings"
	"unicode/utf8"
)

// WTF-8: UTF-8 in which a lone surrogate is encoded like any other code point,
// so that JavaScript's strings survive.

// appendWTF8 appends a code point; a surrogate becomes its three bytes.
func appendWTF8(b []byte, r rune) []byte {
	if r >= 0xd800 && r < 0xe000 {
		return append(b, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0xbf, 0x80|byte(r)&0xbf)
	}
	return utf8.AppendRune(b, r)
}

// DecodeRune reads the first code point of a WTF-8 text; a lone surrogate
// comes as itself. Broken text gives U+FFFD and a size of 1, the empty text a
// size of 0.
func DecodeRune(s string) (r rune, size int) {
	r, size = utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 {
		if surrogate, ok := surrogateAt(s); ok {
			return surrogate, 3
		}
	}
	return r, size
}

// surrogateAt reads a surrogate's three bytes at the front of s.
func surrogateAt(s string) (rune, bool) {
	if len(s) >= 3 && s[0] == 0xed && s[1] >= 0xa0 && s[1] <= 0xbf && s[2] >= 0x80 && s[2] <= 0xbf {
		return 0xd000 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f), true
	}
	return 0, false
}

// AppendRune appends a code point to WTF-8 text. A low surrogate that follows
// a high one makes the character of the pair.
func AppendRune(b []byte, r rune) []byte {
	if r >= 0xdc00 && r < 0xe000 && len(b) >= 3 {
		if high, ok := surrogateAt(string(b[len(b)-3:])); ok && high < 0xdc00 {
			return utf8.AppendRune(b[:len(b)-3], (high-0xd800)<<10+(r-0xdc00)+0x10000)
		}
	}
	return appendWTF8(b, r)
}

// Concat joins WTF-8 texts; surrogate halves that meet become one character.
func Concat(parts ...string) string {
	joined := strings.Join(parts, "")
	if !hasSurrogate(joined) {
		return joined
	}
	b := make([]byte, 0, len(joined))
	for i := 0; i < len(joined); {
		r, size := DecodeRune(joined[i:])
		b = AppendRune(b, r)
		i += size
	}
	return string(b)
}

// hasSurrogate reports whether WTF-8 text may hold a lone surrogate.
func hasSurrogate(s string) bool {
	for i := 0; ; {
		at := strings.IndexByte(s[i:], 0xed)
		if at < 0 {
			return false
		}
		i += at
		if _, ok := surrogateAt(s[i:]); ok {
			return true
		}
		i++
	}
}

// ToUTF8 gives a WTF-8 text as UTF-8: lone surrogates become U+FFFD, as
// TextEncoder does.
func ToUTF8(s string) string {
	if !hasSurrogate(s) {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		r, size := DecodeRune(s[i:])
		b = utf8.AppendRune(b, r) // which writes U+FFFD for a surrogate
		i += size
	}
	return string(b)
}

// UTF16Len is the length of a WTF-8 text as JavaScript's length counts it.
func UTF16Len(s string) int {
	n := 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			n++
			i++
			continue
		}
		r, size := DecodeRune(s[i:])
		n++
		if r > 0xffff {
			n++
		}
		i += size
	}
	return n
}

// DecodeUTF8 decodes bytes as TextDecoder does: one BOM is removed, and each
// maximal part of a broken sequence becomes one U+FFFD.
func DecodeUTF8(text []byte) string {
	if len(text) >= 3 && text[0] == 0xef && text[1] == 0xbb && text[2] == 0xbf {
		text = text[3:]
	}
	return DecodeUTF8WithoutBOM(text)
}

// DecodeUTF8WithoutBOM is DecodeUTF8 for bytes that do not begin a text, or
// where U+FEFF at the front is a character like any other (WHATWG Encoding,
// "UTF-8 decode without BOM").
func DecodeUTF8WithoutBOM(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	b := make([]byte, 0, len(text)+len(text)/8)
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			b = append(b, text[i])
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			size = brokenLen(text[i:])
		}
		b = utf8.AppendRune(b, r)
		i += size
	}
	return string(b)
}

// brokenLen is the length of the maximal part of a UTF-8 sequence that stands
// at the front of b and goes wrong later (WHATWG Encoding, "UTF-8 decoder").
func brokenLen(b []byte) int {
	need, low, high := 0, byte(0x80), byte(0xbf)
	switch c := b[0]; {
	case c >= 0xc2 && c <= 0xdf:
		need = 1
	case c >= 0xe0 && c <= 0xef:
		need = 2
		if c == 0xe0 {
			low = 0xa0
		} else if c == 0xed {
			high = 0x9f
		}
	case c >= 0xf0 && c <= 0xf4:
		need = 3
		if c == 0xf0 {
			low = 0x90
		} else if c == 0xf4 {
			high = 0x8f
		}
	}
	n := 1
	for ; n <= need && n < len(b) && b[n] >= low && b[n] <= high; n++ {
		low, high = 0x80, 0xbf
	}
	return n
}
