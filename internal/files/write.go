package files

import (
	"crypto/rand"
	"io/fs"
	"os"
	"path/filepath"
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

// WriteNew makes a file. One that exists is left as it is, and is an error. Errors are *Error.
func WriteNew(name string, data []byte, access Access) error {
	permissions := fs.FileMode(0o666)
	if access == Private {
		permissions = 0o600
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, permissions)
	if err != nil {
		return failed(name, err)
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(name)
		return failed(name, err)
	}
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
	p := &Pending{name: name, target: name}
	if resolved, err := filepath.EvalSymlinks(name); err == nil {
		p.target = resolved // what a link points to is replaced, not the link
	}
	creating := fs.FileMode(0o600)
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, &Error{Name: name, Message: "this is a folder"}
	case err == nil && !info.Mode().IsRegular():
		p.target = ""
		p.file, err = os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, failed(name, err)
		}
		return p, nil
	case err == nil && access == Shared:
		p.later = info.Mode().Perm()
	case access == Shared:
		creating = 0o666
	}
	dir, base := filepath.Split(p.target)
	beside := filepath.Join(dir, "."+base+"."+rand.Text()[:10]+".tmp")
	// The permissions of creating are cut by the process's mask, those of later
	// are set as they are.
	if p.file, err = os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, creating); err != nil {
		return nil, failed(name, err)
	}
	return p, nil
}

// Write writes. After an error nothing more is written.
func (p *Pending) Write(data []byte) (int, error) {
	if p.err != nil {
		return 0, p.err
	}
	n, err := p.file.Write(data)
	if err != nil {
		p.err = failed(p.name, err)
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
		p.err = failed(p.name, err)
	}
	return p.err
}
