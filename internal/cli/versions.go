package cli

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/pkg/recipe"
)

// folders knows the names in the folders of the files that are looked at. Each
// folder is read once, however many recipes stand in it.
type folders struct {
	mu    sync.Mutex
	known map[string]*folder

	// Texts that were read for a sibling before their own turn came, by place.
	// A file that has not had its turn is there with nil.
	texts map[string][]byte
	kept  int // bytes of the texts
}

// maxKept is how many bytes of text wait for their turn: what a site's recipes
// have. What is beyond is read again.
const maxKept = 32 << 20

// await tells which files will have their turn.
func (f *folders) await(list []files.File) {
	f.texts = make(map[string][]byte, len(list))
	for i := range list {
		f.texts[list[i].Place] = nil
	}
}

// keep keeps the text of a file that will have its turn.
func (f *folders) keep(place string, text []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if known, awaited := f.texts[place]; awaited && known == nil && f.kept+len(text) <= maxKept {
		f.texts[place] = text
		f.kept += len(text)
	}
}

// take gives what was kept of a file whose turn it is, or nil.
func (f *folders) take(place string) []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	text := f.texts[place]
	delete(f.texts, place)
	f.kept -= len(text)
	return text
}

type folder struct {
	once    sync.Once
	names   []string // of ordinary files, sorted
	current []sketch // of those that are named as the current version of a recipe
}

// at gives what is in a folder. One that cannot be read has no names: the
// file that is looked at came from elsewhere.
func (f *folders) at(dir string) *folder {
	f.mu.Lock()
	if f.known == nil {
		f.known = map[string]*folder{}
	}
	at := f.known[dir]
	if at == nil {
		at = &folder{}
		f.known[dir] = at
	}
	f.mu.Unlock()
	at.once.Do(func() {
		entries, err := os.ReadDir(filepath.FromSlash(dir))
		if err != nil {
			return
		}
		for _, e := range entries {
			if e.Type().IsRegular() {
				at.names = append(at.names, e.Name())
			}
		}
		slices.Sort(at.names)
		at.current = make([]sketch, 0, len(at.names))
		for _, name := range at.names {
			if strings.HasSuffix(name, ".json") && recipe.ParseFileName(name).Version == 0 {
				at.current = append(at.current, sketch{name: name})
			}
		}
	})
	return at
}

// olderVersions gives the versions that stand beside a recipe. Those that
// nobody needs are not read: they are known by their names.
func (t *target) olderVersions(needed func(version int) bool) ([]recipe.Older, error) {
	if t.file.Place == "" {
		return nil, nil
	}
	dir, base := path.Split(t.file.Place)
	name := recipe.ParseFileName(base)
	if name.Version > 0 {
		return nil, nil
	}
	names := t.folders.at(dir).names
	prefix := name.Slug + ".v"
	first, _ := slices.BinarySearch(names, prefix)
	var older []recipe.Older
	for _, other := range names[first:] {
		if !strings.HasPrefix(other, prefix) {
			break
		}
		version := recipe.ParseFileName(other)
		if version.Slug != name.Slug || version.Version == 0 || !strings.HasSuffix(other, ".json") {
			continue
		}
		o := recipe.Older{Name: other, Version: version.Version}
		if needed(version.Version) {
			beside := t.file.Beside(other)
			text, err := beside.Read(context.Background())
			if err != nil {
				return nil, err
			}
			o.Text = text
		}
		older = append(older, o)
	}
	slices.SortFunc(older, func(a, b recipe.Older) int { return a.Version - b.Version })
	return older, nil
}
