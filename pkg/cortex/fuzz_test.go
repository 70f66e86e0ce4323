package cortex

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// Whatever a person types is a query or has nothing to search for; FTS5 never
// calls it a mistake.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{
		"", "red shoe", `"red shoe" -boot OR caf*`, `"`, `""`, `"a"b"c`, "-", "--a", "OR OR", "a OR -b OR c", `-"x y"*`, "NEAR(a b, 2)", "{a b}: c", "^a + b*",
		"東京 \"天気\"", "กรุงเทพ", "हिन्दी", "a\u0301", "\x00\x1f\x02", "\xff\xfe", "𞤀𐐀", "*", "a AND NOT b", "(((((", strings.Repeat("-a ", 300),
	} {
		f.Add(seed)
	}
	s := create(f, filepath.Join(f.TempDir(), "cortex.db"))
	put(f, s, one("r", "https://example.de/", "Red shoe", "# Café\n\n東京の天気 OR a b c\n"))
	f.Fuzz(func(t *testing.T, text string) {
		q, err := ParseQuery(text)
		if err != nil {
			return
		}
		hits, total, err := s.Search(t.Context(), q, Filter{}, 10)
		if err != nil || len(hits) != total {
			t.Fatalf("%q is %q: %v", text, q.expr, err)
		}
	})
}

// The text of any Markdown can be searched: no word of letters is lost, and
// the whole is never longer.
func FuzzPlain(f *testing.F) {
	for _, seed := range []string{
		"# A `b` *c*\n\n| d\\|e | f |\n| --- | :-: |\n| 1 | 2 |\n\n---\n- **g:** h\n", "```\n``x``\n````\n", "~~~ a\n b\n~~~", "[a](b) ![c](d\\)e) [f](g", "``a`", "&lt;&amp;&#35;&x", "\\\\\\*",
		"a_b _c_ __d__", "> > # e #\n", "|", "#", "`", "東京\x1f都", "\xff\x00", "[](", "a\u2028b", "&NotEqualTilde;", "&nGt;&nGt;",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, markdown string) {
		headings, body := plain(clean(markdown))
		for _, s := range []string{headings, body} {
			marked := segment(s)
			if !utf8.ValidString(marked) || strings.ContainsAny(marked, "\x00\x02\x03") {
				t.Fatalf("%q of %q is no clean text", marked, markdown)
			}
			if segment(unsegment(marked)) != marked {
				t.Fatalf("%q is not segmented in the same way again", s)
			}
		}
	})
}
