package regex

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Patterns of a few sets in a row need no engine.
func TestMatchLinear(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"", "", true},
		{"a", "bab", true},
		{"^a", "ba", false},
		{"a$", "ab", false},
		{"^$", "", true},
		{"^$", "\n", false},
		{"a$", "a\n", false}, // the very end, not that of a line
		{"^[^<>]+$", "Rad", true},
		{"^[^<>]+$", "R>d", false},
		{"^[a-f0-9]{8,}$", "0a1b2c3", false},
		{"^[a-f0-9]{8,}$", "0a1b2c3d", true},
		{`^\d{4}-\d{2}-\d{2}$`, "2026-11-30", true},
		{`^\d{4}-\d{2}-\d{2}$`, "2026-11-3", false},
		{`a{2,3}a{2}b`, "aaaab", true},
		{`^a{2,3}a{2}b`, "aaab", false},
		{`^a{2,3}?a{2}b$`, "aaaaaab", false},
		{`^.$`, "😀", true},
		{`^.$`, "\xed\xa0\xbd", true}, // a lone surrogate is a code point
		{`^.$`, "\n", false},
		{`^[^]$`, "\n", true},
		{`[]`, "a", false},
		{`^\W*\S?$`, " - ä", true},
		{strings.Repeat("a?", 30) + strings.Repeat("a", 30), strings.Repeat("a", 30), true},
	} {
		r, d := Compile(c.pattern)
		if d != nil {
			t.Fatal(c.pattern, d)
		}
		if got, known := r.syntax.matchLinear(c.text); got != c.want || !known {
			t.Errorf("%q on %q: %v, %v", c.pattern, c.text, got, known)
		}
	}
}

// Others are left to the engine.
func TestNotLinear(t *testing.T) {
	for _, pattern := range []string{"a|b", "(a)", "(?:a)+", `\bx`, "a^b", "a$b", `(a)\1`, "(?=a)", `\p{L}`, `[^\p{L}]`, "a|"} {
		r, d := Compile(pattern)
		if d != nil {
			t.Fatal(pattern, d)
		}
		if _, known := r.syntax.matchLinear("a"); known {
			t.Errorf("%q", pattern)
		}
	}
}

// Long texts, and texts with many places to begin at, are told as the engine
// tells them.
func FuzzMatchLinear(f *testing.F) {
	for _, seed := range [][2]string{
		{"^[a-z]{2,4}b*c?$", "abbc"}, {`\d+\s*€`, "12 €"}, {"a{0,2}b{1,}", "aab"}, {`^[^\s,]+$`, "a,b"}, {"x{3}", "xx\nxxx"},
		{`\S{2,3}?\w$`, "ab_"}, {"[^a]", "\xed\xa0\xbd"}, {`^\u{1F600}*$`, "😀😀"}, {".{70}", strings.Repeat("ab ", 40)},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		r, d := Compile(pattern)
		if d != nil || len(pattern) > 100 || len(text) > 1000 {
			return
		}
		got, known := r.syntax.matchLinear(text)
		engine, err := r.ready(text)
		if !known || err != nil {
			return
		}
		var want bool
		if utf8.ValidString(text) {
			want, err = engine.MatchString(text)
		} else {
			want, err = engine.MatchRunes(runes(text))
		}
		if err == nil && got != want {
			t.Errorf("%q on %q: %v, and the engine says %v", pattern, text, got, want)
		}
	})
}
