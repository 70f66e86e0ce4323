package files

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Access says who may read a file that is written.
type Access uint8

// The kinds of access.
const (
	Shared  Access = iota // as files are made here; one that exists keeps its permissions
	Private               // the owner alone
)

// Write puts data into a file, which is there in full or as it was before,
// never in part. A device or a pipe is written to as it is. Errors are *Error.
func Write(name string, data []byte, access Access) error {
	p, err := Create(name, access)
	if err != nil {
		return err
	}
	_, _ = p.Write(data) // Commit tells of its error
	return p.Commit()
}

// Write replaces what is in the file, as Write does by name. The file must have
// a place.
func (f *File) Write(data []byte) error {
	err := Write(filepath.FromSlash(f.Place), data, Shared)
	var told *Error
	if errors.As(err, &told) {
		told.Name = f.Name
	}
	return err
}

// WriteNew makes a file, which is there in full or, where a program ends
// midway, empty. One that exists is left as it is, and is an error. Errors are
// *Error.
func WriteNew(name string, data []byte, access Access) error {
	permissions := fs.FileMode(0o666)
	if access == Private {
		permissions = 0o600
	}
	taken, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, permissions)
	if err != nil {
		return Failed(name, err)
	}
	taken.Close()
	if err := Write(name, data, access); err != nil {
		os.Remove(name)
		return err
	}
	return nil
}

// Check says why Write could not begin a file, before the work whose result it
// is to hold. Nothing is changed. Errors are *Error.
func Check(name string) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil // whoever reads a pipe would take its closing for the end
	}
	p, err := Create(name, Private)
	if err != nil {
		return err
	}
	p.Abort()
	return nil
}

// Pending is a file that is written piece by piece. It takes its place with
// Commit, and leaves nothing behind with Abort.
type Pending struct {
	name   string // as it was given
	target string // what it replaces; "" for a device or a pipe
	later  fs.FileMode
	file   *os.File
	err    error
}

// Create begins a file as Write writes it. Errors are *Error.
func Create(name string, access Access) (*Pending, error) {
	p := &Pending{name: name, target: destination(name)}
	creating := fs.FileMode(0o600)
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, &Error{Name: name, Message: "this is a folder"}
	case err == nil && !info.Mode().IsRegular():
		p.target = ""
		if p.file, err = openSpecial(name, info.Mode()); err != nil {
			return nil, err
		}
		return p, nil
	case err == nil && access == Shared:
		p.later = info.Mode().Perm()
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, Failed(name, err)
	case access == Shared:
		creating = 0o666
	}
	dir, base := filepath.Split(p.target)
	beside := filepath.Join(dir, "."+base+"."+rand.Text()[:10]+".tmp")
	// The permissions of creating are cut by the process's mask, those of later
	// are set as they are.
	if p.file, err = os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, creating); err != nil {
		return nil, Failed(name, err)
	}
	return p, nil
}

// openSpecial opens a device or a pipe to write to. It does not wait for a
// reader, which nothing could interrupt.
func openSpecial(name string, mode fs.FileMode) (*os.File, error) {
	flags := os.O_WRONLY
	if mode&fs.ModeNamedPipe != 0 {
		flags |= syscall.O_NONBLOCK
	}
	file, err := os.OpenFile(name, flags, 0)
	switch {
	case errors.Is(err, syscall.ENXIO) && mode&fs.ModeNamedPipe != 0:
		return nil, &Error{Name: name, Message: "nobody reads this pipe; start what reads it first", Err: err}
	case err != nil:
		return nil, Failed(name, err)
	}
	return file, nil
}

// maxLinks is how many links may lead to each other.
const maxLinks = 40

// destination is what a name leads to: what a link points to is replaced, not
// the link, also where nothing is there yet.
func destination(name string) string {
	for range maxLinks {
		to, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			dir, _ := filepath.Split(name)
			to = dir + to // not cleaned: .. behind a link leads elsewhere
		}
		name = to
	}
	return name
}

// Write writes. After an error nothing more is written.
func (p *Pending) Write(data []byte) (int, error) {
	if p.err != nil {
		return 0, p.err
	}
	n, err := p.file.Write(data)
	if err != nil {
		p.err = Failed(p.name, err)
	}
	return n, p.err
}

// Commit puts the file in its place, unless writing it met an error.
func (p *Pending) Commit() error {
	if p.target == "" {
		return p.end(p.file.Close())
	}
	if p.err == nil && p.later != 0 {
		_ = p.end(p.file.Chmod(p.later))
	}
	if p.err == nil {
		_ = p.end(p.file.Sync())
	}
	_ = p.end(p.file.Close())
	if p.err == nil {
		_ = p.end(os.Rename(p.file.Name(), p.target))
	}
	if p.err != nil {
		os.Remove(p.file.Name())
	}
	return p.err
}

// Abort leaves what was there before as it was.
func (p *Pending) Abort() {
	p.file.Close()
	if p.target != "" {
		os.Remove(p.file.Name())
	}
}

// end keeps the first error.
func (p *Pending) end(err error) error {
	if p.err == nil && err != nil {
		p.err = Failed(p.name, err)
	}
	return p.err
}
