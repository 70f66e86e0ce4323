// Package prose finds phrases in text that people wrote, whatever was done to
// hide them: letter case, accents, full-width and look-alike letters, digits
// for letters, letters set apart, words joined by hyphens or capitals.
package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/wield-run/wield/lint/lookalike"
)

// words are the words of a text in their order, in lower case and without
// accents. A word that is made of others (joined by a hyphen) follows them.
type words struct {
	buf  []byte
	ends []int
}

func (w *words) len() int { return len(w.ends) }

func (w *words) at(i int) []byte {
	start := 0
	if i > 0 {
		start = w.ends[i-1]
	}
	return w.buf[start:w.ends[i]]
}

// put ends the word that was written last.
func (w *words) put() {
	start := 0
	if len(w.ends) > 0 {
		start = w.ends[len(w.ends)-1]
	}
	if len(w.buf) > start {
		w.ends = append(w.ends, len(w.buf))
	}
}

// split reads the words of a text. w is emptied first.
func (w *words) split(text string) {
	w.buf, w.ends = w.buf[:0], w.ends[:0]
	plain := isASCII(text)
	if !plain {
		text = fold(text)
	}
	single := 0 // letters that stand alone, so far
	for i := 0; i < len(text); {
		if !wordByte(text[i]) {
			i++
			continue
		}
		start := i
		for i < len(text) && lower(text[i]) {
			i++
		}
		small := i
		for i < len(text) && (wordByte(text[i]) || joint(text, i)) {
			i++
		}
		apart := start > 1 && !wordByte(text[start-2]) // letters of one word stand one sign apart
		if i-start > 1 || apart {
			w.letters(single)
			single = 0
		}
		if i == small { // nearly every word: in small letters
			w.buf = append(w.buf, text[start:i]...)
			w.put()
		} else {
			w.chunk(text[start:i])
		}
		if i-start == 1 {
			single++
		}
	}
	w.letters(single)
}

// chunk writes the words of a text without spaces: its parts, and all of it as
// one word.
func (w *words) chunk(text string) {
	parts := 0
	from := 0
	for i := 1; i <= len(text); i++ {
		edge := i == len(text) || !wordByte(text[i]) || !wordByte(text[i-1])
		if edge && i < len(text) && apostrophe(text, from, i) {
			continue
		}
		if !edge && upper(text[i]) && (!upper(text[i-1]) || i+1 < len(text) && lower(text[i+1])) {
			edge = true
		}
		if !edge {
			continue
		}
		if wordByte(text[from]) {
			w.word(text[from:i])
			parts++
		}
		from = i
	}
	if parts > 1 {
		w.whole(text)
	}
}

// apostrophe reports whether a place is beside an apostrophe that does not
// part words: user's, don't, but not l'utilisateur.
func apostrophe(text string, from, i int) bool {
	at := i
	if text[i] != '\'' {
		at = i - 1
	}
	return text[at] == '\'' && at-from > 2
}

// word writes one word.
func (w *words) word(text string) {
	letters := hasLetter(text)
	for i := 0; i < len(text); i++ {
		if wordByte(text[i]) {
			w.buf = append(w.buf, letter(text[i], letters))
		}
	}
	w.put()
}

// whole writes the letters of a text as one word.
func (w *words) whole(text string) {
	letters := hasLetter(text)
	for i := 0; i < len(text); i++ {
		if wordByte(text[i]) || sign(text[i]) {
			w.buf = append(w.buf, letter(text[i], letters))
		}
	}
	w.put()
}

// letters makes one word of the last ones, all of them single letters.
func (w *words) letters(count int) {
	if count > 2 {
		w.ends = append(w.ends[:len(w.ends)-count], len(w.buf))
	}
}

// letter gives a character of a word: lower case, and among letters the letter
// that a digit or sign stands for.
func letter(c byte, letters bool) byte {
	if upper(c) {
		return c | 0x20
	}
	if !letters {
		return c
	}
	switch c {
	case '0':
		return 'o'
	case '1':
		return 'i'
	case '3':
		return 'e'
	case '4', '@':
		return 'a'
	case '5', '$':
		return 's'
	case '7':
		return 't'
	}
	return c
}

func hasLetter(text string) bool {
	for i := 0; i < len(text); i++ {
		if c := text[i] | 0x20; c >= 'a' && c <= 'z' || text[i] >= 0x80 {
			return true
		}
	}
	return false
}

func upper(c byte) bool { return c >= 'A' && c <= 'Z' }
func lower(c byte) bool { return c >= 'a' && c <= 'z' }

func wordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= 0x80
}

// joint reports whether a sign stands between two characters of a word: an
// apostrophe, a hyphen, a point, a sign in the place of a letter.
func joint(text string, i int) bool {
	if i == 0 || i+1 >= len(text) {
		return false
	}
	switch text[i] {
	case '\'', '-', '_', '.':
		return wordByte(text[i-1]) && wordByte(text[i+1])
	case '@', '$':
		return (wordByte(text[i-1]) || sign(text[i-1])) && (wordByte(text[i+1]) || sign(text[i+1]))
	}
	return false
}

// sign reports whether a sign can stand for a letter.
func sign(c byte) bool { return c == '@' || c == '$' }

func isASCII(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

// fold takes accents and disguises off the letters of a text.
func fold(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	if !utf8.ValidString(text) { // half of a surrogate pair: what norm makes of its neighbours depends on all of the text
		for _, r := range norm.NFKD.String(text) {
			foldRune(&b, r)
		}
		return b.String()
	}
	for i := 0; i < len(text); {
		if text[i] < 0x80 {
			b.WriteByte(text[i])
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if r < firstMark { // the letters of Western alphabets, taken apart one by one
			if parts := norm.NFKD.PropertiesString(text[i:]).Decomposition(); parts == nil {
				foldRune(&b, r)
			} else {
				for _, part := range string(parts) {
					foldRune(&b, part)
				}
			}
			i += size
			continue
		}
		end := i + size
		for end < len(text) && text[end] >= 0x80 {
			end++
		}
		for _, part := range norm.NFKD.String(text[i:end]) {
			foldRune(&b, part)
		}
		i = end
	}
	return b.String()
}

// firstMark is the first character of Unicode that stands on the one before it.
const firstMark = '\u0300'

// foldRune writes what one character stands for.
func foldRune(b *strings.Builder, r rune) {
	switch {
	case r < 0x80:
		b.WriteByte(byte(r))
	case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r):
	case r == 'ß':
		b.WriteString("ss")
	case r == 'ł', r == 'Ł':
		b.WriteByte('l')
	case r == 'ø', r == 'Ø':
		b.WriteByte('o')
	case r == 'æ', r == 'Æ':
		b.WriteString("ae")
	case r == 'œ', r == 'Œ':
		b.WriteString("oe")
	case r == '’', r == '‘', r == '\u02bc':
		b.WriteByte('\'')
	case r >= '\U0001F150' && r <= '\U0001F1FF' && boxed(r) != 0:
		b.WriteByte(boxed(r))
	case unicode.IsSpace(r), unicode.IsPunct(r), unicode.IsSymbol(r):
		b.WriteByte(' ')
	case smallCapital(r) != 0:
		b.WriteByte(smallCapital(r))
	default:
		if like := lookalike.Skeleton(string(r)); isASCII(like) {
			b.WriteString(like)
		} else {
			b.WriteRune(unicode.ToLower(r))
		}
	}
}

// boxed gives the letter that a symbol shows in white in a circle or in a
// square, or that is half of a flag; 0 for others.
func boxed(r rune) byte {
	for _, first := range [...]rune{'\U0001F150', '\U0001F170', '\U0001F1E6'} {
		if r >= first && r < first+26 {
			return byte('a' + r - first)
		}
	}
	return 0
}

// smallCapital gives the letter that a small capital is, one that is not taken
// for another letter; 0 for others.
func smallCapital(r rune) byte {
	const capitals, letters = "ᴀʙᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴘꞯʀᴛ", "abdefghijklmnpqrt"
	if r < 'ɢ' || r > 'ꞯ' {
		return 0
	}
	i := 0
	for _, c := range capitals {
		if c == r {
			return letters[i]
		}
		i++
	}
	return 0
}
