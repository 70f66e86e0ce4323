package cortex

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"
)

// busyTimeout is how long another process is waited for that has the store
// locked. The end of a context ends the wait earlier.
const busyTimeout = 5 * time.Second

// applicationID marks a database as a store. It stands in the file's header.
const applicationID = 0x576c6443

// ErrNone says that there is no store in a file, as nothing was ever put in.
var ErrNone = errors.New("there is no store")

// Open opens the store in a file that is there already. An error is ErrNone,
// an *Error, or the context's.
func Open(ctx context.Context, path string) (*Store, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular() && info.Size() == 0 {
		return nil, ErrNone // an empty file was never written to
	}
	return open(ctx, path)
}

// Create opens the store in a file, and makes the file and its folder where
// there are none. Both are the owner's alone. An error is an *Error, or the
// context's.
func Create(ctx context.Context, path string) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, failed(path, err)
	}
	return open(ctx, path)
}

func open(ctx context.Context, path string) (*Store, error) {
	s := &Store{path: path}
	if err := failed(path, because(ctx, s.open(ctx))); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Store) open(ctx context.Context) error {
	file := resolved(s.path)
	if err := check(file); err != nil {
		return err
	}
	if err := private(file); err != nil {
		return err
	}
	var err error
	if s.conn, err = sqlite3.OpenFlags(file, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE); err != nil {
		return err
	}
	defer s.conn.SetInterrupt(s.conn.SetInterrupt(ctx))
	if err := s.conn.BusyTimeout(busyTimeout); err != nil {
		return err
	}
	if err := fts5.Register(s.conn); err != nil {
		return err
	}
	if err := s.claim(); err != nil {
		return err
	}
	// SQLite would remove the log with the last process that uses the store,
	// and make the next one for everybody to read.
	if err := private(file+"-wal", file+"-shm"); err != nil {
		return err
	}
	if _, err := s.conn.FileControl("main", sqlite3.FCNTL_PERSIST_WAL, true); err != nil {
		return err
	}
	return s.migrate(ctx)
}

// resolved is the path that SQLite is given: what a link leads to, as it names
// its other files by it, and from the root, as :memory: and file:… are no files
// to it.
func resolved(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// check refuses what is no store, before anything is done to it. The path of
// its error is for failed, as the caller's is another.
func check(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return &Error{Message: "this is a folder; the store is a file"}
	case !info.Mode().IsRegular():
		return &Error{Message: "this is no regular file"}
	case info.Size() == 0:
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	var header [100]byte
	if _, err := io.ReadFull(f, header[:]); err != nil || !bytes.HasPrefix(header[:], []byte("SQLite format 3\x00")) {
		return &Error{Message: "this is no store of rendered pages", Err: err}
	}
	switch binary.BigEndian.Uint32(header[68:]) {
	case applicationID:
	case 0:
		if binary.BigEndian.Uint32(header[28:]) <= 1 { // pages
			return nil // another process is making it
		}
		fallthrough
	default:
		return &Error{Message: "this is a database of another program"}
	}
	return nil
}

// private makes files the owner's alone, before SQLite makes them with the
// permissions of any file.
func private(paths ...string) error {
	for _, path := range paths {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return err
		}
		info, err := f.Stat()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			err = f.Chmod(0o600)
		}
		if err := errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// Close closes the store.
func (s *Store) Close() error { return failed(s.path, s.conn.Close()) }

// Remove removes the files of a store, whatever state they are in. What is no
// store is left where it is, and is an *Error.
func Remove(path string) error {
	file := resolved(path)
	if err := check(file); err != nil {
		return failed(path, err)
	}
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := os.Remove(file + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return failed(path, err)
		}
	}
	return nil
}
