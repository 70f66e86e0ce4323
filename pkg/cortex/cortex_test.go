package cortex

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// noon is the time of the renders of these tests.
func noon() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) }

// create makes a store in a new folder.
func create(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func put(t testing.TB, s *Store, r Render) int {
	t.Helper()
	if r.Time.IsZero() {
		r.Time = noon()
	}
	n, err := s.Put(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// one is a render of one page.
func one(recipe, source, title, markdown string) Render {
	return Render{Recipe: recipe, Source: source, Records: 1, Pages: []Page{{title, markdown}}}
}

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

// A render takes the place of the one before it: of all its pages.
func TestPutAgain(t *testing.T) {
	s := create(t, filepath.Join(t.TempDir(), "cortex.db"))
	documents := func(n int, changed string) Render {
		r := Render{Recipe: "r", Source: "https://example.de/", Records: n, Documents: true}
		for i := range n {
			r.Pages = append(r.Pages, Page{fmt.Sprint("Page ", i+1), fmt.Sprintf("## Page %d\n\ntext %s\n", i+1, changed)})
		}
		return r
	}
	if n := put(t, s, documents(5, "old")); n != 5 {
		t.Errorf("the first time %d pages are written, want 5", n)
	}
	again := documents(5, "old")
	again.Time = noon().Add(time.Hour)
	if n := put(t, s, again); n != 0 {
		t.Errorf("without a change %d pages are written, want none", n)
	}
	if hits := search(t, s, "old", 10); len(hits) != 5 || !hits[0].Rendered.Equal(again.Time) {
		t.Errorf("the time is the last render's: %v", hits)
	}
	part := documents(5, "old")
	part.Pages[2].Markdown = "## Page 3\n\nnew\n"
	if n := put(t, s, part); n != 1 {
		t.Errorf("with one changed, %d pages are written, want 1", n)
	}
	if got := found(t, s, "new"); !slices.Equal(got, []string{"Page 3"}) {
		t.Errorf("new is in %q", got)
	}
	put(t, s, documents(2, "old"))
	if got := found(t, s, "page"); len(got) != 2 {
		t.Errorf("pages that are no longer there: %q", got)
	}
	put(t, s, one("r", "https://example.de/", "Whole", "# Whole\n")) // the recipe's mode has changed
	if got := found(t, s, "page OR whole"); !slices.Equal(got, []string{"Whole"}) {
		t.Errorf("documents that are no longer there: %q", got)
	}
	put(t, s, one("other", "https://example.de/", "Other", "whole\n"))
	if got := found(t, s, "whole"); len(got) != 2 {
		t.Errorf("another recipe's page of the same source is its own: %q", got)
	}
}

func TestList(t *testing.T) {
	s := create(t, filepath.Join(t.TempDir(), "cortex.db"))
	r := one("shop", "https://example.de/b", "東京 Shop", "# Ä\n")
	r.Records = 24
	put(t, s, r)
	put(t, s, Render{Recipe: "news", Source: "https://example.de/a", Time: noon().Add(time.Minute), Documents: true, Records: 2,
		Pages: []Page{{"First", "one\n"}, {"Second", "two\n"}}})
	all, err := s.List(t.Context(), Filter{})
	want := []Entry{
		{"news", "https://example.de/a", "First", 2, 2, 8, noon().Add(time.Minute)},
		{"shop", "https://example.de/b", "東京 Shop", 1, 24, 5, noon()},
	}
	if err != nil || !slices.Equal(all, want) {
		t.Errorf("%+v, %v", all, err)
	}
	some, err := s.List(t.Context(), Filter{Recipe: "shop"})
	if err != nil || !slices.Equal(some, want[1:]) {
		t.Errorf("%+v, %v", some, err)
	}
}

// What is forgotten is not in any file of the store.
func TestForget(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cortex.db")
	s := create(t, path)
	for i := range 20 {
		put(t, s, one("kept", fmt.Sprint("https://example.de/", i), "Kept", strings.Repeat("keeper ", 200)))
	}
	put(t, s, one("r", "https://example.de/canary", "Canaryintitle", "# Canaryinheading\n\n"+strings.Repeat("canaryintext ", 2000)))
	if n, err := s.Forget(t.Context(), Filter{Source: "https://example.de/none"}); n != 0 || err != nil {
		t.Errorf("%d pages, %v", n, err)
	}
	if n, err := s.Forget(t.Context(), Filter{Recipe: "kept", Source: "https://example.de/3"}); n != 1 || err != nil {
		t.Errorf("%d pages, %v", n, err)
	}
	if n, err := s.Forget(t.Context(), Filter{Recipe: "r"}); n != 1 || err != nil {
		t.Errorf("%d pages, %v", n, err)
	}
	if got := found(t, s, "canaryintext OR canaryintitle OR canaryinheading"); len(got) != 0 {
		t.Errorf("still found: %q", got)
	}
	if got := found(t, s, "keeper"); len(got) != 19 {
		t.Errorf("%d pages are left, want 19", len(got))
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		data, err := os.ReadFile(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(bytes.ToLower(data), []byte("canary")) {
			t.Errorf("%s%s still holds what was forgotten", path, suffix)
		}
	}
}

func TestPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	path := filepath.Join(t.TempDir(), "new", "wield", "cortex.db")
	s := create(t, path)
	put(t, s, one("r", "https://example.de/", "Title", "text\n"))
	for i := range 2 {
		for name, want := range map[string]fs.FileMode{
			filepath.Dir(filepath.Dir(path)): 0o700, filepath.Dir(path): 0o700, path: 0o600, path + "-wal": 0o600, path + "-shm": 0o600,
		} {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			if got := info.Mode().Perm(); got != want {
				t.Errorf("round %d: %s has %o, want %o", i, name, got, want)
			}
		}
		if err := os.Chmod(path, 0o644); err != nil { // a copy, perhaps
			t.Fatal(err)
		}
		create(t, path)
	}
}

func TestOpenNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "cortex.db")
	if _, err := Open(t.Context(), path); !errors.Is(err, ErrNone) {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a search has made the store")
	}
}

func TestNoStore(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	foreign := append([]byte("SQLite format 3\x00"), make([]byte, 4096)...)
	foreign[31], foreign[71] = 9, 1
	for path, want := range map[string]string{
		dir:                                    "this is a folder; the store is a file",
		write("text", []byte("hello")):         "this is no store of rendered pages",
		write("long", make([]byte, 5000)):      "this is no store of rendered pages",
		write("foreign", foreign):              "this is a database of another program",
		filepath.Join(dir, "text", "below.db"): "not a directory",
	} {
		_, err := Create(t.Context(), path)
		var e *Error
		if !errors.As(err, &e) || e.Message != want {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
	info, err := os.Stat(filepath.Join(dir, "foreign"))
	if err != nil || info.Mode().Perm() != 0o644 && runtime.GOOS != "windows" {
		t.Errorf("what is no store is left as it is: %v, %v", info.Mode(), err)
	}
	if _, err := os.Stat(filepath.Join(dir, "foreign-wal")); err == nil {
		t.Error("a file was made beside what is no store")
	}
}

func TestNewerVersion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cortex.db")
	s := create(t, path)
	if err := s.conn.Exec("PRAGMA user_version = 7"); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), path)
	if err == nil || !strings.HasSuffix(err.Error(), "cortex.db: the store has version 7, which a newer program has made; this one knows 1") {
		t.Errorf("%v", err)
	}
}

// A damaged file is one sentence, wherever the damage is.
func TestDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cortex.db")
	s := create(t, path)
	for i := range 50 {
		put(t, s, one("r", fmt.Sprint("https://example.de/", i), fmt.Sprint("Title ", i), strings.Repeat(fmt.Sprint("word", i, " common "), 100)))
	}
	if _, err := s.Forget(t.Context(), Filter{Source: "https://example.de/7"}); err != nil { // which empties the log
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "cortex.db")
	told := 0
	for page := range len(whole) / 4096 {
		broken := bytes.Clone(whole)
		for i := range 512 {
			broken[page*4096+max(i, (1-min(page, 1))*100)] ^= 0x5a
		}
		if err := os.WriteFile(copied, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		err := use(t.Context(), copied)
		var e *Error
		switch {
		case err == nil:
		case !errors.As(err, &e):
			t.Errorf("page %d: %v", page, err)
		case e.Damaged:
			told++
			if e.Message != "the store is damaged" {
				t.Errorf("page %d: %s", page, e.Message)
			}
		default:
			t.Logf("page %d: %v", page, err)
		}
	}
	if told == 0 {
		t.Error("no damage was found")
	}
}

// use does everything that can be done with a store.
func use(ctx context.Context, path string) error {
	s, err := Create(ctx, path)
	if err != nil {
		return err
	}
	defer s.Close()
	q, _ := ParseQuery("word1 OR common")
	_, _, searching := s.Search(ctx, q, Filter{}, 10)
	_, listing := s.List(ctx, Filter{})
	_, putting := s.Put(ctx, one("r", "https://example.de/1", "New", "new"))
	_, forgetting := s.Forget(ctx, Filter{Recipe: "r"})
	return errors.Join(searching, listing, putting, forgetting)
}

// Names that mean something to SQLite are those of files, and a link leads to
// the store.
func TestNames(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{":memory:", "file:x?mode=memory&_pragma=user_version(9)", "a b%20?#", "-", "stör 東京"} {
		if runtime.GOOS == "windows" && strings.ContainsAny(name, ":?") {
			continue
		}
		put(t, create(t, name), one("r", "https://example.de/", "Title", "text\n"))
		if info, err := os.Stat(name); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.Symlink("-", "link"); err != nil {
		t.Skip("there are no links here: " + err.Error())
	}
	if got := found(t, create(t, "link"), "text"); len(got) != 1 {
		t.Errorf("behind the link there is %q", got)
	}
	if _, err := os.Lstat("link-wal"); err == nil {
		t.Error("the log stands beside the link")
	}
}

// Several open the store at once, also one that is not there yet, and write.
func TestTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cortex.db")
	q, _ := ParseQuery("together")
	var all sync.WaitGroup
	for worker := range 6 {
		all.Go(func() {
			s, err := Create(t.Context(), path)
			if err != nil {
				t.Error(err)
				return
			}
			for i := range 10 {
				_, putting := s.Put(t.Context(), one("r", fmt.Sprintf("https://example.de/%d/%d", worker, i), "Title", "together\n"))
				hits, total, searching := s.Search(t.Context(), q, Filter{}, 1000)
				if err := errors.Join(putting, searching); err != nil || len(hits) != total || total <= i {
					t.Errorf("%d hits of %d, %v", len(hits), total, err)
				}
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := found(t, create(t, path), "together"); len(got) != 60 {
		t.Errorf("%d pages, want 60", len(got))
	}
}

// A store that another process has locked is waited for as long as the
// context allows.
func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cortex.db")
	s, other := create(t, path), create(t, path)
	tx, err := other.conn.BeginImmediate()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.Put(ctx, one("r", "https://example.de/", "Title", "text")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	q, _ := ParseQuery("text")
	if _, _, err := s.Search(t.Context(), q, Filter{}, 1); err != nil {
		t.Errorf("reading does not wait for a writer: %v", err)
	}
}

func TestCancelled(t *testing.T) {
	s := create(t, filepath.Join(t.TempDir(), "cortex.db"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Put(ctx, one("r", "https://example.de/", "Title", "text")); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if got := found(t, s, "text"); len(got) != 0 {
		t.Error("half a render was kept")
	}
}
