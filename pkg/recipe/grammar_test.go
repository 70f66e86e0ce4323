package recipe

import (
	"regexp"
	"testing"
)

// grammars are the grammars as regular expressions, beside what reads them.
func grammars() map[string]func(string) bool {
	return map[string]func(string) bool{
		`^[a-z0-9]+(-[a-z0-9]+)*$`: isSlug,
		`^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$`: isSiteID,
		`^[a-z_][a-z0-9_]*$`:                  isStepID,
		`^[A-Za-z_][A-Za-z0-9_]*$`:            isName,
		`^https://[^/?#@:\\\s]+$`:             isOrigin,
		`^[^/?#@:\\\s]+$`:                     isHost,
		`^([A-Z]{2}|INT)$`:                    isCountry,
		`^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$`: isLanguage,
	}
}

func FuzzGrammars(f *testing.F) {
	for _, s := range []string{
		"", "a", "-", "a-b", "a--b", "-a", "a-", "aB", "ä", "a\n", "1", "1a", "_", "_1", "a_b", "A", "a.b", "a..b", ".a", "a.", "a-.b", "a.-b", "a-b.c1",
		"https://", "https://a", "https://a/", "https://a:1", "http://a", "https://a b", "https://ä\xff", "a\fb", "a\vb", "a\u00a0b", "a\\b", "a?b", "a#b", "a@b",
		"DE", "de", "INT", "DEU", "D1", "de-DE", "pt-BR-1996", "d", "deut", "de-", "de--x", "de-123456789", "de-12345678", "d1", "zh-Hant",
	} {
		f.Add(s)
	}
	patterns := map[string]*regexp.Regexp{}
	for pattern := range grammars() {
		patterns[pattern] = regexp.MustCompile(pattern)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for pattern, is := range grammars() {
			if got, want := is(s), patterns[pattern].MatchString(s); got != want {
				t.Errorf("%s of %q: %v", pattern, s, got)
			}
		}
	})
}
