package pattern

import (
	"fmt"
	"testing"

	"github.com/wield-run/wield/pkg/regex"
)

func parse(t *testing.T, pattern string) *regex.Node {
	t.Helper()
	syntax, d := regex.Parse(pattern)
	if d != nil {
		t.Fatalf("%s: %s", pattern, d.Message)
	}
	return syntax.Root
}

// show writes a set as ranges in hexadecimal.
func show(s CharSet) string {
	text := ""
	for _, r := range s {
		if text != "" {
			text += " "
		}
		text += fmt.Sprintf("%X", r.First)
		if r.Last != r.First {
			text += fmt.Sprintf("-%X", r.Last)
		}
	}
	return text
}

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern  string
		nullable bool
		longest  int
		anchored bool
		first    string
		alphabet string
	}{
		{`^abc$`, false, 3, true, "61", "61-63"},
		{`^(?:ab|c)$`, false, 2, true, "61 63", "61-63"},
		{`^a$|^b$`, false, 1, true, "61-62", "61-62"},
		{`^a$|b$`, false, 1, false, "61-62", "61-62"},
		{`^a|b$`, false, 1, false, "61-62", "61-62"},
		{`(^a$)`, false, 1, true, "61", "61"},
		{`(?=x)^a{2,3}$`, false, 3, true, "61", "61"},
		{`a?^b$`, false, 2, false, "61-62", "61-62"},
		{`^[a-z]+$`, false, Endless, true, "61-7A", "61-7A"},
		{`^(?:a*){0}b$`, false, 1, true, "62", "62"},
		{`^a?b*$`, true, Endless, true, "61-62", "61-62"},
		{`^$`, true, 0, true, "", ""},
		{``, true, 0, false, "", ""},
		{`^(a|)$`, true, 1, true, "61", "61"},
		{`^[^\x00-` + "`" + `{-\u{10ffff}]$`, false, 1, true, "61-7A", "61-7A"},
		{`^(a)\1$`, false, Endless, true, "61", "61"},
		{`^\d{2,}$`, false, Endless, true, "30-39", "30-39"},
		{`^(?:(?:a{1000}){1000}){1000}$`, false, tooLong, true, "61", "61"},
	} {
		n := parse(t, c.pattern)
		if got := Nullable(n); got != c.nullable {
			t.Errorf("%s: nullable %v", c.pattern, got)
		}
		if got := MaxLength(n); got != c.longest {
			t.Errorf("%s: at most %d characters, want %d", c.pattern, got, c.longest)
		}
		if got := Anchored(n); got != c.anchored {
			t.Errorf("%s: anchored %v", c.pattern, got)
		}
		if got := show(First(n)); got != c.first {
			t.Errorf("%s: begins with %s, want %s", c.pattern, got, c.first)
		}
		if got := show(Alphabet(n)); got != c.alphabet {
			t.Errorf("%s: holds %s, want %s", c.pattern, got, c.alphabet)
		}
	}
}

func TestCharSets(t *testing.T) {
	property := func(pattern string) CharSet { return Chars(parse(t, pattern)) }
	for _, c := range []struct {
		pattern string
		in, out rune
	}{
		{`\p{Lu}`, 'Ä', 'ä'},
		{`\P{Lu}`, 'ä', 'Ä'},
		{`[\P{Lu}]`, 'ä', 'Ä'},
		{`\p{Script=Cyrillic}`, 'ж', 'z'},
		{`[^\p{L}]`, '1', 'a'},
		{`.`, 'a', '\n'},
	} {
		if s := property(c.pattern); !s.Contains(c.in) || s.Contains(c.out) {
			t.Errorf("%s: %q %v, %q %v", c.pattern, c.in, s.Contains(c.in), c.out, s.Contains(c.out))
		}
	}
	if s := property(`\p{Emoji}`); !s.Contains('a') {
		t.Error("a property that is not known is every character")
	}
	a, b := Of("acegik"), Of("bdfhkx")
	if r, ok := a.Common(b); !ok || r != 'k' {
		t.Errorf("%q %v", r, ok)
	}
	if _, ok := Of("ac").Common(Of("bd")); ok {
		t.Error("there is nothing in common")
	}
	if got := show(Of("cab").Union(Between('d', 'f')).Union(nil)); got != "61-66" {
		t.Error(got)
	}
	if Of("").Contains('a') || !everything().Contains(maxRune) {
		t.Error("the ends of sets")
	}
}
