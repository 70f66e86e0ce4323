// Package files finds the recipe files that a command is asked to look at,
// reads files and writes them. What is in a recipe is none of its business.
package files

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
)

// MaxSize is how long a file may be that is read as a recipe, in bytes. What a
// recipe may have is for the rules; this bounds the memory.
const MaxSize = 16 << 20

// Error says what is wrong with a file or a folder, in one sentence.
type Error struct {
	Name    string // as it was given
	Message string
	Err     error // the cause, if there is one
}

func (e *Error) Error() string { return diag.Escape(e.Name) + ": " + e.Message }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Failed tells of an error of the system about a file, by the name that the
// user knows and without the one in the error, which may be another.
func Failed(name string, err error) *Error {
	message := err.Error()
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		message = path.Err.Error()
	case errors.As(err, &link):
		message = link.Err.Error()
	}
	return &Error{name, message, err}
}

// Options say how recipe files are looked for.
type Options struct {
	Stdin          io.Reader // what "-" means
	StdinName      string    // the name that it goes by; empty: "-"
	Since          string    // a git revision: only files that changed since; empty: all
	IncludeIgnored bool      // do not leave out what git ignores

	// Family tells by a place which files are judged together: with Since, one
	// that changed, came or went means all of its family. Nil: each file is
	// judged alone.
	Family func(place string) string
}

// File is one file to look at.
type File struct {
	// Name is how the file is shown: as it was given, or below the folder that
	// was given, with slashes.
	Name string

	// Place is the absolute path, with slashes. It is empty for standard input
	// without a name.
	Place string

	// Named says that the file was given itself, and not found in a folder.
	Named bool

	top   *top      // where it is opened: rel below top
	rel   string    // with the system's separators
	stdin io.Reader // read instead, where there is no top
}

// Beside gives the file of that name in the same folder. The file must have a
// place.
func (f *File) Beside(name string) File {
	place := path.Join(path.Dir(f.Place), name)
	beside := File{Name: path.Join(path.Dir(f.Name), name), Place: place, top: f.top, rel: filepath.Join(filepath.Dir(f.rel), name)}
	if f.top == nil {
		beside.top, beside.rel = &top{dir: filepath.FromSlash(path.Dir(place))}, name
	}
	return beside
}

// IsStdin tells whether the file is standard input.
func (f *File) IsStdin() bool { return f.top == nil }

// Set is what was found.
type Set struct {
	Files []File   // sorted by name, each file once
	Notes []string // what a person should know about the search, one sentence each
}

// Find gives the files that the arguments mean: files, folders (walked), "-".
// Without arguments it is the folder recipes, where there is one, else the
// working folder. A folder without a recipe is an error; no recipe that
// changed is none. Errors are *Error.
func Find(ctx context.Context, args []string, o Options) (*Set, error) {
	if len(args) == 0 {
		args = []string{"."}
		if info, err := os.Lstat("recipes"); err == nil && info.IsDir() {
			args[0] = "recipes"
		}
	}
	set := &Set{}
	for _, arg := range args {
		if err := set.add(ctx, arg, o); err != nil {
			return nil, err
		}
	}
	if o.Since != "" {
		if err := set.keepChanged(ctx, o.Since, o.Family); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(set.Files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	seen := map[string]bool{}
	set.Files = slices.DeleteFunc(set.Files, func(f File) bool {
		again := !f.IsStdin() && seen[f.Place]
		seen[f.Place] = true
		return again
	})
	return set, nil
}

// add adds what one argument means.
func (s *Set) add(ctx context.Context, arg string, o Options) error {
	switch arg {
	case "":
		return &Error{Name: `""`, Message: "an empty text names no file and no folder"}
	case "-":
		return s.addStdin(o)
	}
	info, err := os.Lstat(filepath.Clean(arg)) // a slash at the end would follow a link
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return missing(arg, err)
	case err != nil:
		return Failed(arg, err)
	case info.IsDir():
		return s.walk(ctx, arg, o)
	}
	if err := regular(arg, info); err != nil {
		return err
	}
	abs, err := filepath.Abs(arg)
	if err != nil {
		return Failed(arg, err)
	}
	s.Files = append(s.Files, File{
		Name: filepath.ToSlash(filepath.Clean(arg)), Place: filepath.ToSlash(abs), Named: true,
		top: &top{dir: filepath.Dir(abs)}, rel: filepath.Base(abs),
	})
	return nil
}

func (s *Set) addStdin(o Options) error {
	for _, f := range s.Files {
		if f.IsStdin() {
			return &Error{Name: "-", Message: "standard input can be read once only"}
		}
	}
	f := File{Name: "-", Named: true, stdin: o.Stdin}
	if o.StdinName != "" {
		abs, err := filepath.Abs(o.StdinName)
		if err != nil {
			return Failed(o.StdinName, err)
		}
		f.Name, f.Place = filepath.ToSlash(filepath.Clean(o.StdinName)), filepath.ToSlash(abs)
	}
	s.Files = append(s.Files, f)
	return nil
}

// missing tells that there is no such file, and which one was meant.
func missing(arg string, err error) *Error {
	e := &Error{arg, "there is no such file or folder", err}
	if entries, err := os.ReadDir(filepath.Dir(arg)); err == nil {
		var names []string
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
		if meant := diag.Nearest(filepath.Base(arg), names); meant != "" {
			e.Message += "; did you mean `" + diag.Escape(filepath.ToSlash(filepath.Join(filepath.Dir(arg), meant))) + "`?"
		}
	}
	return e
}

// regular refuses all that is no ordinary file.
func regular(name string, info fs.FileInfo) *Error {
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return &Error{Name: name, Message: "this is a folder"}
	case mode&fs.ModeSymlink != 0:
		return &Error{Name: name, Message: "this is a symbolic link, and links are not followed; name what it points to"}
	}
	return &Error{Name: name, Message: "this is no ordinary file; give it on standard input, as -"}
}

// underRecipes tells whether a path has a folder named recipes.
func underRecipes(path string) bool {
	return slices.Contains(strings.Split(filepath.ToSlash(filepath.Dir(path)), "/"), "recipes")
}
