package registry

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/pkg/diag"
)

// maxIndex is how long an index may be, in bytes.
const maxIndex = 256 << 20

// Previous gives the index of the registry in a folder; nil where there is no
// such folder, or an empty one. A folder with anything else in it is refused:
// Write would replace it. Errors are *files.Error.
func Previous(dir string) (*Index, error) {
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, &files.Error{Name: dir, Message: "the folder cannot be looked at", Err: err}
	case !info.IsDir():
		return nil, &files.Error{Name: dir, Message: "this is no folder; a registry is a folder of its own"}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, &files.Error{Name: dir, Message: "the folder cannot be read", Err: err}
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !ownName(e.Name()) {
			return nil, &files.Error{Name: dir, Message: "a registry is a folder of its own, and this one has " + diag.Quote(e.Name(), 80) + " in it"}
		}
	}
	if len(entries) == 0 {
		return nil, nil
	}
	return ReadIndex(dir)
}

// ReadIndex reads the index of the registry in a folder. Errors are
// *files.Error.
func ReadIndex(dir string) (*Index, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, &files.Error{Name: dir, Message: "there is no such folder", Err: err}
	}
	defer root.Close()
	name := filepath.Join(dir, IndexName)
	text, err := files.ReadRegular(root, IndexName, name, maxIndex)
	if err != nil {
		return nil, err
	}
	x, err := parse(text)
	if err != nil {
		return nil, &files.Error{Name: name, Message: err.Error(), Err: err}
	}
	return x, nil
}

// ownName tells whether a file is one that Write writes.
func ownName(name string) bool {
	hash, ok := strings.CutSuffix(name, ".json")
	return ok && isHash(hash) || name == IndexName || name == SignatureName
}

// Write puts the registry into a folder. All files are written to a new folder
// beside it, which then takes its place: whoever reads there finds the earlier
// registry or this one. The signature (nil: none) is that of the index's
// bytes. Errors are *files.Error, or that of the context, after whose end the
// folder is as it was.
func (r *Registry) Write(ctx context.Context, dir string, signature []byte) error {
	err := r.write(ctx, dir, signature)
	var told *files.Error
	if err == nil || err == ctx.Err() || errors.As(err, &told) {
		return err
	}
	return files.Failed(dir, err)
}

func (r *Registry) write(ctx context.Context, dir string, signature []byte) (err error) {
	index, err := r.Index.Bytes()
	if err != nil {
		return err
	}
	parent, base := filepath.Split(filepath.Clean(dir))
	if parent == "" {
		parent = "."
	}
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return err
	}
	fresh := filepath.Join(parent, "."+base+"."+rand.Text()[:10]+".new")
	if err := os.Mkdir(fresh, 0o777); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = remove(fresh) // of the two errors, the first says more
		}
	}()
	root, err := os.OpenRoot(fresh)
	if err != nil {
		return err
	}
	defer root.Close()
	for hash, text := range r.texts {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := create(root, fileName(hash), text, false); err != nil {
			return err
		}
	}
	if signature != nil {
		if err := create(root, SignatureName, signature, true); err != nil {
			return err
		}
	}
	if err := create(root, IndexName, index, true); err != nil {
		return err
	}
	return swap(fresh, dir)
}

// create writes one file. Only those that say what the others must be are
// waited for until they are on the disk: Verify finds out about the rest.
func create(root *os.Root, name string, text []byte, sync bool) error {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err == nil && sync {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// swap puts a folder in the place of another one, which goes.
func swap(fresh, dir string) error {
	old := strings.TrimSuffix(fresh, ".new") + ".old"
	switch err := os.Rename(dir, old); {
	case errors.Is(err, fs.ErrNotExist):
		return os.Rename(fresh, dir)
	case err != nil:
		return err
	}
	if err := os.Rename(fresh, dir); err != nil {
		if os.Rename(old, dir) != nil {
			return &files.Error{Name: dir, Message: "the folder could not be put in its place, and the earlier registry is in " + diag.Escape(old), Err: err}
		}
		return err
	}
	if err := remove(old); err != nil {
		return &files.Error{Name: dir, Message: "the registry is written, but the earlier one is still in " + diag.Escape(old), Err: err}
	}
	return nil
}

// remove removes the folder of a registry, and nothing that is none of it.
func remove(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if ownName(e.Name()) {
			if err := root.Remove(e.Name()); err != nil {
				return err
			}
		}
	}
	return os.Remove(dir)
}
