package cortex

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
