package cortex

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// found gives the titles of what a query finds, the best first.
func found(t testing.TB, s *Store, query string) []string {
	t.Helper()
	var titles []string
	for _, h := range search(t, s, query, 100) {
		titles = append(titles, text(h.Title))
	}
	return titles
}

func search(t testing.TB, s *Store, query string, limit int) []Hit {
	t.Helper()
	q, err := ParseQuery(query)
	if err != nil {
		t.Fatalf("%q: %v", query, err)
	}
	hits, total, err := s.Search(t.Context(), q, Filter{}, limit)
	if err != nil {
		t.Fatalf("%q: %v", query, err)
	}
	if len(hits) != min(total, limit) {
		t.Fatalf("%q: %d hits of %d", query, len(hits), total)
	}
	return hits
}

func text(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.Text)
	}
	return b.String()
}

// shown is a snippet with its matches in brackets.
func shown(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		if p.Match {
			b.WriteString("[" + p.Text + "]")
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func TestSearch(t *testing.T) {
	s := create(t, filepath.Join(t.TempDir(), "cortex.db"))
	for title, markdown := range map[string]string{
		"shoes":   "# Shoes\n\n| Name | Price |\n| --- | ---: |\n| Red running shoe | 79.90 |\n| Blue boot | 120 |\n",
		"boots":   "# Boots\n\nNothing but boots, and one red\\_ish boot \\*on sale\\*.\n",
		"coffee":  "## Café au lait\n\n- **Preis:** 4,20 €\n- **Größe:** groß\n",
		"tokyo":   "## 東京都の天気\n\n今日は晴れです。コーヒーを飲む。\n",
		"seoul":   "## 서울에서 만나요\n",
		"bangkok": "## กรุงเทพมหานคร\n",
		"delhi":   "## हिन्दी समाचार\n",
		"code":    "## Code\n\n```json\n{\"a_b\": \"x\"}\n```\n\nC++ and `go test ./...` and <b> & &lt;i&gt;\n",
	} {
		put(t, s, one("r", "https://example.de/"+title, title, markdown))
	}
	for _, c := range []struct {
		query string
		want  string // titles in the order of the alphabet
	}{
		{"red", "boots shoes"},
		{"RED", "boots shoes"},
		{"red shoe", "shoes"},               // all words
		{"shoe red", "shoes"},               // in any order
		{`"running shoe"`, "shoes"},         // a phrase
		{`"shoe running"`, ""},              // not in this order
		{`"running shoe`, "shoes"},          // the second quote is missing
		{`red"running shoe"`, "shoes"},      // no space before a quote
		{"boot*", "boots shoes"},            // the beginning of a word
		{`"red run"*`, "shoes"},             // of the last word of a phrase
		{"coffee OR shoes", "coffee shoes"}, // one of the two
		{"coffee or shoes", ""},             // which is a word in lower case
		{"red coffee OR shoes", "shoes"},    // OR binds what stands beside it
		{"OR red OR", "boots shoes"},        // and means nothing at the ends
		{"red -running", "boots"},           // without
		{`red -"red ish" -bogus`, "shoes"},  //
		{"red - shoe", "shoes"},             // a lone minus is nothing
		{"cafe", "coffee"},                  // without its accent
		{"cafe\u0301", "coffee"},            // with one of its own
		{"café", "coffee"},                  //
		{"GROSS", ""},                       // ß is a letter of its own
		{"grosse größe", ""},                //
		{"größe", "coffee"},                 //
		{"4,20", "coffee"},                  // a number is a phrase
		{"東京", "tokyo"},                     // part of a run of characters
		{"天気", "tokyo"},                     //
		{"京東", ""},                          // not in this order
		{"コーヒー", "tokyo"},                   //
		{"晴れ 天気", "tokyo"},                  //
		{"서울", "seoul"},                     // without the particle
		{"มหานคร", "bangkok"},               // part of a name
		{"हिन्दी", "delhi"},                 // vowel signs
		{"a_b", "code"},                     // in a fence
		{"c++", "code"},                     // whatever FTS5 means by it
		{"go ./...", "code"},                // a word without letters is no word
		{"title:red", ""},                   // FTS5's columns are not meant
		{"NEAR(red shoe)", ""},              // nor its functions
		{"red AND shoe", ""},                // nor AND, which is a word
		{`red" OR "coffee`, ""},             // within quotes it is a word
		{"'; DROP TABLE pages; --", ""},     //
		{"{red} ^shoe + (79.90)", "shoes"},  //
		{"red\x00shoe", ""},                 //
		{"\xffred", "boots shoes"},          // no UTF-8
		{strings.Repeat("-a ", 300) + "boot", "boots shoes"},
		{strings.Repeat("shoe OR ", 120) + "boot", "boots shoes"},
		{strings.Repeat("red ", 250), "boots shoes"},
	} {
		got := found(t, s, c.query)
		slices.Sort(got)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q finds %q, want %q", c.query, got, c.want)
		}
	}
}

func TestNothingToSearchFor(t *testing.T) {
	for query, want := range map[string]string{
		"":                        "the query has no word",
		"  \t":                    "the query has no word",
		`""`:                      "the query has no word",
		"!!! * ^":                 "the query has no word",
		"OR":                      "the query has no word",
		"-red":                    "the query says only what is not wanted; add a word that is",
		strings.Repeat("ä", 1001): "the query is longer than 1000 characters",
	} {
		if _, err := ParseQuery(query); err == nil || err.Error() != want {
			t.Errorf("%.20q: %v, want %s", query, err, want)
		}
	}
}

func TestRankAndSnippet(t *testing.T) {
	s := create(t, filepath.Join(t.TempDir(), "cortex.db"))
	filler := strings.Repeat("word ", 40)
	put(t, s, one("r", "https://example.de/1", "Other", filler+"the red shoe is here "+filler))
	put(t, s, one("r", "https://example.de/2", "Red shoe", filler))
	put(t, s, one("r", "https://example.de/3", "Third", "# Red shoe\n\n"+filler))
	put(t, s, one("r", "https://example.de/4", "東京都の天気", "今日の東京は晴れです"))
	if got := found(t, s, "red shoe"); !slices.Equal(got, []string{"Red shoe", "Third", "Other"}) {
		t.Errorf("a title before a heading before the text: %q", got)
	}
	hits := search(t, s, `"red shoe"`, 100)
	if got := shown(hits[0].Title); got != "[Red shoe]" {
		t.Errorf("title %q", got)
	}
	if got := shown(hits[2].Snippet); !strings.Contains(got, " the [red shoe] is here ") || !strings.HasPrefix(got, "…") || !strings.HasSuffix(got, "…") {
		t.Errorf("snippet %q", got)
	}
	hits = search(t, s, "東京", 100)
	if got := shown(hits[0].Title) + " " + shown(hits[0].Snippet); got != "[東京]都の天気 今日の[東京]は晴れです" {
		t.Errorf("%q", got)
	}
	if hits := search(t, s, "red shoe", 2); len(hits) != 2 {
		t.Errorf("%d hits, want 2", len(hits))
	}
}

func TestHit(t *testing.T) {
	s := create(t, filepath.Join(t.TempDir(), "cortex.db"))
	put(t, s, Render{Recipe: "news", Source: "https://example.de/a", Time: noon(), Records: 2, Documents: true, Pages: []Page{
		{"First", "## First\n\none\n"}, {"Second", "## Second\n\ntwo\n"},
	}})
	got := search(t, s, "two", 10)
	want := Hit{Recipe: "news", Source: "https://example.de/a", Document: 2, Title: []Piece{{"Second", false}},
		Snippet: []Piece{{"two", true}}, Markdown: "## Second\n\ntwo\n", Records: 2, Rendered: noon()}
	if len(got) != 1 || fmt.Sprint(got[0]) != fmt.Sprint(want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// A page without a title has that of its first heading.
func TestTitleOfAHeading(t *testing.T) {
	s := create(t, filepath.Join(t.TempDir(), "cortex.db"))
	put(t, s, one("r", "https://example.de/", "", "some text\n\n## Blue shoes\n\n## Red shoes\n"))
	hits := search(t, s, "text", 10)
	if len(hits) != 1 || shown(hits[0].Title) != "Blue shoes" {
		t.Errorf("%+v", hits)
	}
}
