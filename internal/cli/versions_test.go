package cli

import (
	"os"
	"testing"

	"github.com/wield-run/wield/internal/files"
)

// A text that was read for a sibling is not read again when its turn comes,
// unless there is too much of it. What is no target is not kept.
func TestTextsAreReadOnce(t *testing.T) {
	siteFolder(t, "a.json", "b.json", "c.json")
	set, err := files.Find(t.Context(), []string{"recipes/example.de/a.json", "recipes/example.de/b.json"}, files.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := set.Files[0], set.Files[1]
	other := b.Beside("c.json")
	var f folders
	f.await(set.Files)
	first := &target{file: a, folders: &f}
	if got := first.siblings(); len(got) != 2 || got[0].ID != "example.de/b" || got[1].ID != "example.de/c" {
		t.Fatal(got)
	}
	want, err := os.ReadFile("recipes/example.de/b.json")
	if err != nil {
		t.Fatal(err)
	}
	if f.kept != len(want) || f.take(other.Place) != nil || f.take(a.Place) != nil {
		t.Errorf("%d bytes are kept, b has %d", f.kept, len(want))
	}
	if got := f.take(b.Place); string(got) != string(want) || f.kept != 0 || f.take(b.Place) != nil {
		t.Errorf("%q, %d bytes are left", got, f.kept)
	}
	f.keep(b.Place, want) // its turn is over
	f.await(set.Files)
	f.kept = maxKept - len(want) + 1
	f.keep(b.Place, want)
	if got := f.take(b.Place); got != nil {
		t.Errorf("%d bytes too many are kept", len(got))
	}
}
