package registry

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/pkg/diag"
)

// maxSignature is how long a signature may be, in bytes.
const maxSignature = 64 << 10

// Contents is a registry that was read.
type Contents struct {
	Index     *Index
	IndexText []byte
	Signature []byte // nil: there is none
	Files     int    // how many recipes it holds, each version of each
}

// Verify reads the registry in a folder and checks every file against the
// index. It gives all that is wrong with it, one sentence each; the index is
// nil where that could not be read. The signature is not judged. An error
// means that there is no folder to look at.
func Verify(dir string) (c Contents, faults []error, err error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() { // a link to the latest registry is one too
		return c, nil, &files.Error{Name: dir, Message: "there is no such folder", Err: err}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return c, nil, &files.Error{Name: dir, Message: "the folder cannot be opened", Err: err}
	}
	defer root.Close()
	text, err := files.ReadRegular(root, IndexName, filepath.Join(dir, IndexName), maxIndex)
	if err != nil {
		return c, []error{err}, nil
	}
	c.IndexText = text
	if _, err := root.Lstat(SignatureName); err == nil {
		if c.Signature, err = files.ReadRegular(root, SignatureName, filepath.Join(dir, SignatureName), maxSignature); err != nil {
			faults = append(faults, err)
		}
	}
	x, err := parse(text)
	if err != nil {
		return c, append(faults, &files.Error{Name: filepath.Join(dir, IndexName), Message: err.Error(), Err: err}), nil
	}
	c.Index = x
	listed := map[string]bool{IndexName: true, SignatureName: true}
	for i := range x.Recipes {
		r := &x.Recipes[i]
		for _, v := range r.Versions {
			if listed[fileName(v.Hash)] {
				continue // an earlier version came back
			}
			listed[fileName(v.Hash)] = true
			c.Files++
			if err := checkFile(root, dir, r.ID, v); err != nil {
				faults = append(faults, err)
			}
		}
	}
	others, err := unlisted(root, dir, listed)
	if err != nil {
		return c, nil, err
	}
	return c, append(faults, others...), nil
}

// checkFile holds one file to its hash.
func checkFile(root *os.Root, dir, id string, v Version) error {
	name := filepath.Join(dir, fileName(v.Hash))
	text, err := files.ReadRegular(root, fileName(v.Hash), name, files.MaxSize)
	if err != nil {
		return fmt.Errorf("version %d of %s: %w", v.Version, id, err)
	}
	if hash := Hash(text); hash != v.Hash {
		return fmt.Errorf("version %d of %s: %s: the bytes were changed; their SHA-256 is %s", v.Version, id, diag.Escape(name), hash)
	}
	return nil
}

// unlisted tells of files that the index does not know.
func unlisted(root *os.Root, dir string, listed map[string]bool) ([]error, error) {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, &files.Error{Name: dir, Message: "the folder cannot be read", Err: err}
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return listed[e.Name()] })
	var faults []error
	for _, e := range entries {
		faults = append(faults, &files.Error{Name: filepath.Join(dir, e.Name()), Message: "the index does not list this file"})
	}
	return faults, nil
}
