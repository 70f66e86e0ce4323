// Package lookalike tells text that passes for other text: the confusables and
// restriction levels of UTS 39, as far as names of hosts and recipes need
// them.
package lookalike

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

//go:embed ascii.txt
var table string

// span is a run of code points that look like the same ASCII text.
type span struct {
	first, last rune
	text        string
}

// spans are the lines of ascii.txt, sorted by code point.
var spans = sync.OnceValue(func() []span {
	var all []span
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] == "#" {
			continue
		}
		text := strings.ReplaceAll(fields[0], "␠", " ")
		for _, field := range fields[1:] {
			first, last, ranged := strings.Cut(field, "-")
			if !ranged {
				last = first
			}
			all = append(all, span{hex(first), hex(last), text})
		}
	}
	slices.SortFunc(all, func(a, b span) int { return int(a.first - b.first) })
	return all
})

func hex(s string) rune {
	n, err := strconv.ParseUint(s, 16, 21)
	if err != nil {
		panic("ascii.txt: " + err.Error())
	}
	return rune(n)
}

// Skeleton is the text to which all texts that look like it are brought, as
// far as that is ASCII (UTS 39, 4): two texts with ASCII skeletons that are
// equal look alike. What looks like no ASCII stays as it is.
func Skeleton(s string) string {
	var b strings.Builder
	all := spans()
	for _, r := range norm.NFD.String(s) {
		if !unicode.IsGraphic(r) {
			continue
		}
		i, found := slices.BinarySearchFunc(all, r, func(sp span, r rune) int {
			switch {
			case sp.last < r:
				return -1
			case sp.first > r:
				return 1
			}
			return 0
		})
		if found {
			b.WriteString(all[i].text)
		} else {
			b.WriteRune(r)
		}
	}
	return norm.NFD.String(b.String())
}

// ASCII reports whether a text is made of ASCII alone.
func ASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// Scripts gives the scripts of a text's characters, each once, in the order
// of the text; Common and Inherited are left out.
func Scripts(s string) []string {
	var all []string
	for _, r := range s {
		name := Script(r)
		if name != "Common" && name != "Inherited" && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// Script is the script of a character; "" where Unicode has assigned none.
func Script(r rune) string {
	if r < 0x80 {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return "Latin"
		}
		return "Common"
	}
	for _, name := range recommended() {
		if unicode.Is(unicode.Scripts[name], r) {
			return name
		}
	}
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return ""
}

// recommended are the scripts in common modern use (UAX 31, table 5).
func recommended() []string {
	return []string{"Common", "Inherited", "Latin", "Han", "Cyrillic", "Greek", "Arabic", "Hebrew", "Hiragana", "Katakana", "Hangul",
		"Devanagari", "Thai", "Armenian", "Bengali", "Bopomofo", "Ethiopic", "Georgian", "Gujarati", "Gurmukhi", "Kannada", "Khmer",
		"Lao", "Malayalam", "Myanmar", "Oriya", "Sinhala", "Tamil", "Telugu", "Thaana", "Tibetan"}
}

// HighlyRestrictive reports whether a text is of one script in common use, or
// of a mixture that Japanese, Chinese and Korean are written in (UTS 39, 5.2).
func HighlyRestrictive(s string) bool {
	scripts := Scripts(s)
	for _, name := range scripts {
		if !slices.Contains(recommended(), name) {
			return false
		}
	}
	if len(scripts) <= 1 {
		return true
	}
	for _, mixture := range [][]string{
		{"Latin", "Han", "Hiragana", "Katakana"},
		{"Latin", "Han", "Bopomofo"},
		{"Latin", "Han", "Hangul"},
	} {
		if !slices.ContainsFunc(scripts, func(name string) bool { return !slices.Contains(mixture, name) }) {
			return true
		}
	}
	return false
}
