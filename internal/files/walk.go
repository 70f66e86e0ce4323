package files

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wield-run/wield/internal/gitignore"
)

// maxDepth is how deep folders are walked. Links are not followed, so that
// only a tree made to be deep gets there.
const maxDepth = 200

// ownFile is the project's settings, which are no recipe wherever they stand.
const ownFile = ".wield.json"

// walker goes through one folder.
type walker struct {
	ctx     context.Context
	root    *os.Root
	arg     string // the folder as it was given
	abs     string
	top     string // the folder of the git repository; empty: none
	all     bool   // what git ignores is not left out
	found   []string
	leftOut bool // something was left out because git ignores it
}

// walk adds the recipes of a folder.
func (s *Set) walk(ctx context.Context, arg string, o Options) error {
	abs, err := filepath.Abs(arg)
	if err != nil {
		return Failed(arg, err)
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return Failed(arg, err)
	}
	top := &top{dir: abs, root: root}
	w := &walker{ctx: ctx, root: root, arg: arg, abs: abs, top: repository(abs), all: o.IncludeIgnored}
	if err := w.folder(".", w.above(), 0); err != nil {
		return err
	}
	if w.leftOut {
		// A file that git tracks is not ignored, whatever the patterns say: else
		// a pattern could hide a recipe from the check that it must pass.
		tracked, err := trackedButIgnored(ctx, abs)
		if err != nil {
			s.Notes = append(s.Notes, "git could not be asked which ignored files it tracks, so all of them were left out ("+err.Error()+")")
		}
		for _, rel := range tracked {
			w.consider(rel)
		}
	}
	if len(w.found) == 0 {
		return &Error{Name: arg, Message: "there is no recipe in this folder"}
	}
	for _, rel := range w.found {
		place := filepath.Join(abs, filepath.FromSlash(rel))
		s.Files = append(s.Files, File{
			Name:  path.Join(filepath.ToSlash(arg), rel),
			Place: filepath.ToSlash(place),
			top:   top, rel: filepath.FromSlash(rel),
		})
	}
	return nil
}

// scope is the patterns that hold in a folder.
type scope struct {
	folder   string // absolute; the patterns are relative to it
	patterns gitignore.Patterns
}

// above reads the patterns of the folders from the repository's down to the
// one before that which is walked.
func (w *walker) above() []scope {
	if w.top == "" || w.all {
		return nil
	}
	scopes := []scope{{w.top, readPatterns(filepath.Join(gitFolder(w.top), "info", "exclude"))}}
	rel, err := filepath.Rel(w.top, w.abs)
	if err != nil || rel == "." {
		return scopes
	}
	dir := w.top
	for part := range strings.SplitSeq(rel, string(filepath.Separator)) {
		scopes = append(scopes, scope{dir, readPatterns(filepath.Join(dir, ".gitignore"))})
		dir = filepath.Join(dir, part)
	}
	return scopes
}

func readPatterns(file string) gitignore.Patterns {
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() || info.Size() > MaxSize {
		return gitignore.Patterns{}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return gitignore.Patterns{}
	}
	return gitignore.Parse(text)
}

// folder walks one folder, given relative to the root with slashes.
func (w *walker) folder(rel string, scopes []scope, depth int) error {
	if err := w.ctx.Err(); err != nil {
		return context.Cause(w.ctx)
	}
	name := path.Join(filepath.ToSlash(w.arg), rel)
	if depth > maxDepth {
		return &Error{Name: name, Message: "folders are nested too deeply here"}
	}
	entries, err := w.entries(rel)
	if err != nil {
		return Failed(name, err)
	}
	if w.top != "" && !w.all {
		dir := filepath.Join(w.abs, filepath.FromSlash(rel))
		scopes = append(slices.Clip(scopes), scope{dir, readPatterns(filepath.Join(dir, ".gitignore"))})
	}
	for _, entry := range entries {
		child := path.Join(rel, entry.Name())
		isDir := entry.IsDir()
		switch {
		case isDir && strings.HasPrefix(entry.Name(), "."):
		case !isDir && !candidate(entry.Name(), entry.Type()):
		case w.ignored(child, isDir, scopes):
			w.leftOut = true
		case isDir:
			if err := w.folder(child, scopes, depth+1); err != nil {
				return err
			}
		default:
			w.consider(child)
		}
	}
	return nil
}

func (w *walker) entries(rel string) ([]fs.DirEntry, error) {
	dir, err := w.root.Open(filepath.FromSlash(rel))
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries, err
}

// candidate tells whether a file may be a recipe by its name and type.
func candidate(name string, mode fs.FileMode) bool {
	return mode.IsRegular() && strings.HasSuffix(name, ".json") && name != ownFile
}

// ignored asks the nearest patterns first.
func (w *walker) ignored(rel string, isDir bool, scopes []scope) bool {
	full := filepath.Join(w.abs, filepath.FromSlash(rel))
	for _, s := range slices.Backward(scopes) {
		below, err := filepath.Rel(s.folder, full)
		if err != nil {
			continue
		}
		if ignored, decided := s.patterns.Decide(filepath.ToSlash(below), isDir); decided {
			return ignored
		}
	}
	return false
}

// consider takes a file that is a recipe: by its place, or by its content.
func (w *walker) consider(rel string) {
	place := filepath.Join(w.abs, filepath.FromSlash(rel))
	if w.top != "" {
		// What the repository stands in says nothing about it.
		if below, err := filepath.Rel(w.top, place); err == nil {
			place = below
		}
	}
	if !underRecipes(place) {
		text, err := ReadRegular(w.root, filepath.FromSlash(rel), rel, MaxSize)
		if err != nil || !looksLikeRecipe(text) {
			return
		}
	}
	w.found = append(w.found, rel)
}
