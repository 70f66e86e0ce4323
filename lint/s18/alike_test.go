package s18

import (
	"testing"

	"github.com/wield-run/wield/lint/lookalike"
)

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"example.de/search-items", "example.de/search-items", true},
		{"example.de/search-items", "example.de/search-iterns", true},
		{"example.de/l1st", "example.de/11st", true},
		{"example.de/go0d", "example.de/good", true},
		{"example.de/search-items", "example.de/search-item", false},
		{"example.de/search-item", "example.de/search-items", false},
		{"example.de/a", "example.de/b", false},
		{"Search items ", "  search   ITEMS", true},
		{"Search items", "Searchitems", false},
		{"Suche Räder", "suche  räder", true},
		{"Suche Räder", "Suche Rader", false},
		{"Sеarch", "Search", true}, // the first е is Cyrillic
		{"Räder l", "Räder 1", true},
		{"Räder l", "Räder 7", false},
		{"Räder 1", "Räder I", false},
		{"", "", false},
		{"a", "", false},
		{" ", " ", true},
	} {
		if got := alike(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}

// The short way gives what the tables of look-alikes give.
func FuzzAlike(f *testing.F) {
	for _, s := range []string{"search-items", "search-iterns", "l1|I", "go0d M", " a  b "} {
		f.Add(s, "searchitems")
		f.Add(s, s+" ")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if !simple(a) || !simple(b) {
			t.Skip()
		}
		if got, want := alike(a, b), folded(a) == folded(b); got != want {
			t.Errorf("%q and %q: %v, by the tables %v", a, b, got, want)
		}
	})
}

// simple reports whether a text has only what ids and tasks are made of.
func simple(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '/' || c == '.' || c == ' ') {
			return false
		}
	}
	return lookalike.ASCII(s) && len(s) > 0 && s != " "
}

func BenchmarkAlike(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		alike("example.de/search-items", "example.de/find-by-filter")
	}
}
