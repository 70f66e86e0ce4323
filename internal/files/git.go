package files

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
)

// repository gives the folder of the git repository that a folder is in, or
// "". It does not need git.
func repository(dir string) string {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// gitFolder gives the folder with git's data: .git itself, or what a file of
// that name points to (a worktree, a submodule). A worktree shares its info
// with the repository that it belongs to.
func gitFolder(top string) string {
	dir := filepath.Join(top, ".git")
	if to, ok := pointer(dir, "gitdir:"); ok {
		dir = absolute(top, to)
		if common, ok := pointer(filepath.Join(dir, "commondir"), ""); ok {
			dir = absolute(dir, common)
		}
	}
	return dir
}

// pointer reads a small file that names a path behind a word.
func pointer(file, word string) (string, bool) {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 4096 {
		return "", false
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", false
	}
	to, ok := strings.CutPrefix(strings.TrimSpace(string(text)), word)
	return strings.TrimSpace(to), ok
}

func absolute(base, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(base, path)
}

// keepChanged drops the files that are as they were at a revision, and so are
// those that are judged together with them.
func (s *Set) keepChanged(ctx context.Context, revision string, family func(place string) string) error {
	changed, top, err := changedSince(ctx, revision)
	if err != nil {
		return err
	}
	if family == nil {
		family = func(place string) string { return place }
	}
	families := map[string]bool{}
	for name := range changed {
		families[family(name)] = true
	}
	var outside *Error
	s.Files = slices.DeleteFunc(s.Files, func(f File) bool {
		if f.IsStdin() {
			return false
		}
		rel, err := relative(top, f.Place)
		if err != nil || !filepath.IsLocal(rel) {
			outside = &Error{Name: f.Name, Message: "the file is not in the git repository of the working folder, so --since cannot judge it"}
			return false
		}
		return !families[family(filepath.ToSlash(rel))]
	})
	if outside != nil {
		return outside
	}
	return nil
}

// relative gives a place relative to a folder; links in the folders on the way
// to it are followed first, as git does.
func relative(top, place string) (string, error) {
	place = filepath.FromSlash(place)
	dir, err := filepath.EvalSymlinks(filepath.Dir(place))
	if err != nil {
		return "", err
	}
	return filepath.Rel(top, filepath.Join(dir, filepath.Base(place)))
}

// changedSince gives the paths, relative to the repository's folder, of files
// that differ from a revision, staged or not, of those that have gone since,
// and of those that git does not track yet.
func changedSince(ctx context.Context, revision string) (changed map[string]bool, top string, err error) {
	top, err = git(ctx, ".", "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, "", since(revision, err)
	}
	top = strings.TrimSuffix(top, "\n")
	if top, err = filepath.EvalSymlinks(filepath.FromSlash(top)); err != nil {
		return nil, "", since(revision, err)
	}
	commit, err := git(ctx, top, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() == 1 {
			message := "git knows no such revision"
			if shallow, _ := git(ctx, top, "rev-parse", "--is-shallow-repository"); strings.TrimSpace(shallow) == "true" {
				message += "; the clone is shallow: fetch its history with `git fetch --unshallow`, in a workflow with `fetch-depth: 0` for actions/checkout"
			}
			return nil, "", &Error{Name: "--since " + diag.Quote(revision, 40), Message: message, Err: err}
		}
		return nil, "", since(revision, err)
	}
	changed = map[string]bool{}
	for _, args := range [][]string{
		{"diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", strings.TrimSpace(commit), "--"},
		{"ls-files", "-z", "--others", "--exclude-standard"},
	} {
		out, err := git(ctx, top, args...)
		if err != nil {
			return nil, "", since(revision, err)
		}
		for name := range strings.SplitSeq(out, "\x00") {
			changed[name] = true
		}
	}
	return changed, top, nil
}

func since(revision string, err error) *Error {
	return &Error{Name: "--since " + diag.Quote(revision, 40), Message: "git could not be asked: " + err.Error(), Err: err}
}

// trackedButIgnored gives the files below a folder, relative to it, that git
// tracks although a pattern names them.
func trackedButIgnored(ctx context.Context, dir string) ([]string, error) {
	out, err := git(ctx, dir, "ls-files", "-z", "--cached", "--ignored", "--exclude-standard", "--", ".")
	if err != nil {
		return nil, err
	}
	var names []string
	for name := range strings.SplitSeq(out, "\x00") {
		if hidden(name) {
			continue
		}
		info, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name)))
		if err == nil && candidate(filepath.Base(name), info.Mode()) {
			names = append(names, name)
		}
	}
	return names, nil
}

// hidden tells whether a path leads through a hidden folder.
func hidden(name string) bool {
	parts := strings.Split(name, "/")
	return slices.ContainsFunc(parts[:len(parts)-1], func(p string) bool { return strings.HasPrefix(p, ".") })
}

// gitError is what the git program said.
type gitError struct {
	said string
	err  error
}

func (e *gitError) Error() string {
	if e.said == "" {
		return e.err.Error()
	}
	return e.said
}

func (e *gitError) Unwrap() error { return e.err }

// bindsRepository tells whether a variable ("NAME=value") ties git to one
// repository. A hook is run with such variables, relative to another folder
// than the one that is asked about.
func bindsRepository(variable string) bool {
	name, _, _ := strings.Cut(variable, "=")
	switch name {
	case "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
		"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_LITERAL_PATHSPECS":
		return true
	}
	return false
}

// git runs the git program. It runs nothing that a repository's settings name,
// and writes nothing.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.fsmonitor=false", "-c", "core.quotePath=false"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(slices.DeleteFunc(os.Environ(), bindsRepository), "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return "", errors.New("it is not installed")
		}
		first, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n")
		return "", &gitError{diag.Escape(diag.Cut(first, 200)), err}
	}
	return out.String(), nil
}
