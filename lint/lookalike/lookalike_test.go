package lookalike

import "testing"

func TestSkeleton(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"apple", "apple"},
		{"аррӏе", "apple"}, // Cyrillic
		{"ехаmрlе", "exarnple"},
		{"search-items", "search-iterns"},
		{"search-iterns", "search-iterns"},
		{"b00k", "bOOk"},
		{"bOOk", "bOOk"},
		{"paypaI", "paypal"},
		{"ıstanbul", "istanbul"},
		{"bücher", "bu\u0308cher"},
		{"日本", "日本"},
		{"a\u200bb", "ab"},
	} {
		if got := Skeleton(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestHighlyRestrictive(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"example", true},
		{"bücher-24", true},
		{"пример", true},
		{"παράδειγμα", true},
		{"日本語テスト", true},
		{"東京tower", true},
		{"한국tv", true},
		{"ехаmple", false}, // Cyrillic and Latin
		{"παypal", false},
		{"ᏣᎳᎩ", false}, // Cherokee: limited use
		{"한글テスト", false},
	} {
		if got := HighlyRestrictive(c.text); got != c.want {
			t.Errorf("%q (%v): %v", c.text, Scripts(c.text), got)
		}
	}
}

// Every line of the table is read, and says something that is not so already.
func TestTable(t *testing.T) {
	all := spans()
	count := 0
	for i, s := range all {
		count += int(s.last-s.first) + 1
		if s.last < s.first || i > 0 && s.first <= all[i-1].last {
			t.Errorf("U+%04X stands twice", s.first)
		}
		if !ASCII(s.text) || s.text == string(s.first) {
			t.Errorf("U+%04X is like %q", s.first, s.text)
		}
	}
	if count < 1800 {
		t.Errorf("only %d characters were read", count)
	}
}
