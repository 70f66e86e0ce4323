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
	"strings"
	"sync"
	"testing"
	"time"
)

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
		os.DevNull:                             "this is no regular file",
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

// A store is removed with the files beside it, in whatever state it is; what is
// none stays.
func TestRemove(t *testing.T) {
	dir := t.TempDir()
	store, text := filepath.Join(dir, "cortex.db"), filepath.Join(dir, "text")
	s, err := Create(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, one("r", "https://example.de/", "Title", "text\n"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(text, []byte("hello"), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time there is nothing to remove
		if err := Remove(store); err != nil {
			t.Error(err)
		}
	}
	var e *Error
	if err := Remove(text); !errors.As(err, &e) || e.Message != "this is no store of rendered pages" {
		t.Errorf("%v", err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != "text" {
		t.Errorf("%v is left, %v", left, err)
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
