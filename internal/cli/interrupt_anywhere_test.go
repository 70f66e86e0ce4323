//go:build unix

package cli

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

// ending is a context that ends when it is looked at for the last time, and
// counts the looks.
type ending struct {
	context.Context
	end   context.CancelFunc
	looks atomic.Int64
	last  int64
}

func newEnding(t *testing.T, last int) *ending {
	ctx, cancel := context.WithCancel(t.Context())
	return &ending{Context: ctx, end: cancel, last: int64(last)}
}

func (e *ending) look() {
	if e.looks.Add(1) == e.last {
		e.end()
	}
}

func (e *ending) Done() <-chan struct{} { e.look(); return e.Context.Done() }

func (e *ending) Err() error { e.look(); return e.Context.Err() }

// A command may be interrupted at any point where it looks whether it is, which
// is at least once for each file: it exits with 130, and each file is what it
// was before or what the command makes of it. A registry is so as a whole, and
// so are a draft and its recording.
func TestInterruptAnywhere(t *testing.T) {
	const n = 6 // recipes, each with its recording
	for _, c := range []struct {
		command string
		looks   int  // how often at least
		partly  bool // there is a point at which some of the files are written and some are not
	}{
		{"wield-dev validate many", n, false},
		{"wield-dev lint many --format sarif=out/file", n, false},
		{"wield-dev validate --fix broken", 3 * n, true},
		{"wield-dev fmt many", 3 * n, true},
		{"wield-dev test many --replay", 2 * n, false},
		{"wield-dev test many --update --yes SHOP", 3 * n, true},
		{"wield-build index many --out registry", 3 * n, false},
		{"wield-dev new example.de/bikes --dir drafts --force --from-har recipes/example.de/search-items.har --find Stadtfahrrad", 2, false},
		{"wield-dev render rows.json https://api.example.de/v2/search?q=fahrrad --records out/file SHOP", 2, false},
	} {
		t.Run(c.command, func(t *testing.T) {
			shop := folderToWriteIn(t)
			recipesToMend(t, n)
			before := contents(t)
			args := strings.Fields(strings.Replace(c.command, "SHOP", shop, 1))
			untouched := newEnding(t, 0)
			if code, _, stderr := try(untouched, "", args[0], args[1:]...); code != 0 {
				t.Fatalf("exits %d\n%s", code, stderr)
			}
			done := contents(t)
			looks, partly := int(untouched.looks.Load()), false
			for last := 1; last <= looks; last++ {
				restore(t, before)
				code, _, stderr := try(newEnding(t, last), "", args[0], args[1:]...)
				after := contents(t)
				old, new := compare(t, before, after, done)
				switch {
				case old > 0 && new > 0 && !c.partly:
					t.Errorf("look %d of %d leaves %d files as they were and %d as they become", last, looks, old, new)
				case code == 0 && old > 0: // the last look may come when all is done
					t.Errorf("look %d of %d: exits 0, and %d files are as they were", last, looks, old)
				case code != 0 && (code != 130 || !strings.HasSuffix(stderr, args[0]+": interrupted\n")):
					t.Errorf("look %d of %d: exits %d\n%s", last, looks, code, stderr)
				}
				partly = partly || old > 0 && new > 0
			}
			if looks < c.looks || partly != c.partly {
				t.Errorf("it looks %d times, want %d; partly done: %t", looks, c.looks, partly)
			}
		})
	}
}

// recipesToMend writes recipes in another layout, each with a recording that is
// not that of the demo shop, and the same with something to mend.
func recipesToMend(t *testing.T, n int) {
	t.Helper()
	read := func(name string) string {
		text, err := os.ReadFile("recipes/example.de/search-items" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	recipe, har := read(".json"), read(".har")
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		id := fmt.Sprintf("example.de/search-%c", 'a'+i)
		one := strings.Replace(recipe, `"example.de/search-items"`, `"`+id+`"`, 1)
		one = strings.Replace(one, `"Search items by keyword`, `"`+strings.Repeat(string(rune('A'+i)), 9)+` by keyword`, 1)
		write("many/recipes/"+id+".json", strings.Replace(one, `"effect": "read",`, `"effect":  "read",`, 1))
		write("broken/recipes/"+id+".json", strings.Replace(one, `"effect": "read",`, `"effect":  'read',`, 1))
		write("many/recipes/"+id+".har", strings.Replace(har, "Stadtfahrrad", "Rad", 1))
	}
}

// compare tells how many of the files that a command changes are as they were,
// and how many as they become. A recording holds times: any whole one will do.
func compare(t *testing.T, before, after, done map[string]string) (old, new int) {
	t.Helper()
	for name, text := range after {
		_, known := done[name]
		_, was := before[name]
		recording := filepath.Ext(name) == ".har" && text != before[name]
		if recording {
			har, err := jsonval.Parse([]byte(text))
			recording = err == nil && har.Field("log").Field("entries").Len() > 0
		}
		if !known && !was || text != before[name] && text != done[name] && !recording {
			t.Errorf("%s is left: %.100q", name, text)
		}
	}
	for name := range maps.Keys(done) {
		switch text, there := after[name]; {
		case before[name] == done[name]:
		case text == before[name] && there == (before[name] != ""):
			old++
		default:
			new++
		}
	}
	return old, new
}

// restore makes the working folder what it was.
func restore(t *testing.T, before map[string]string) {
	t.Helper()
	for name, text := range contents(t) {
		if old, was := before[name]; !was {
			if err := os.RemoveAll(name); err != nil {
				t.Fatal(err)
			}
		} else if old != text {
			if err := os.WriteFile(name, []byte(old), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, old := range before {
		if _, err := os.Stat(name); err != nil && old != "a folder" {
			if err := os.WriteFile(name, []byte(old), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
