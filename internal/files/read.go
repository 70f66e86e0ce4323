package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// Read gives the bytes of a file. Only an ordinary file is read, through a
// handle of its folder, and only when it has at most MaxSize bytes. Errors are
// *Error, or those of the context.
func (f *File) Read(ctx context.Context) ([]byte, error) {
	if f.IsStdin() {
		return readAll(ctx, f.Name, f.stdin, MaxSize)
	}
	dir, base := filepath.Split(f.rel)
	at, err := f.top.open(filepath.Clean(dir))
	if err != nil {
		return nil, Failed(f.Name, err)
	}
	defer f.top.leave(at)
	return ReadRegular(at.root, base, f.Name, MaxSize)
}

// ReadRegular reads an ordinary file below a root, of at most limit bytes; name
// is how errors call it. What is opened is compared with what was looked at,
// since it may have been swapped in between; opening must not wait, as it would
// for a pipe. Errors are *Error.
func ReadRegular(root *os.Root, rel, name string, limit int64) ([]byte, error) {
	looked, err := root.Lstat(rel)
	if err != nil {
		return nil, Failed(name, err)
	}
	if err := regular(name, looked); err != nil {
		return nil, err
	}
	file, err := root.OpenFile(rel, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, Failed(name, err)
	}
	defer file.Close()
	opened, err := file.Stat()
	if err != nil {
		return nil, Failed(name, err)
	}
	if !os.SameFile(looked, opened) {
		return nil, &Error{Name: name, Message: "the file was replaced while it was read"}
	}
	if opened.Size() > limit {
		return nil, tooLong(name, limit)
	}
	size := opened.Size()
	text := make([]byte, size+1)
	n, err := file.Read(text)
	switch {
	case int64(n) == size && (err == nil || errors.Is(err, io.EOF)):
		// There was room for more, so that this is all: asking for the end
		// would double what reading costs.
		return text[:n], nil
	case err != nil && !errors.Is(err, io.EOF):
		return nil, Failed(name, err)
	}
	// It grew, or there is less to read at a time.
	return readBounded(name, io.MultiReader(bytes.NewReader(text[:n]), file), limit)
}

// ReadInput reads data that the user names: a file, a pipe, a device, or "-"
// for standard input; at most limit bytes. Errors are *Error, or those of the
// context.
func ReadInput(ctx context.Context, name string, stdin io.Reader, limit int64) ([]byte, error) {
	if name == "-" {
		return readAll(ctx, name, stdin, limit)
	}
	if err := readable(name, limit); err != nil {
		return nil, err
	}
	return interruptible(ctx, func() ([]byte, error) {
		file, err := os.Open(name)
		if err != nil {
			return nil, Failed(name, err)
		}
		defer file.Close()
		return readBounded(name, file, limit)
	})
}

// readable says why a name can be no input of at most limit bytes, 0 being no
// limit.
func readable(name string, limit int64) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return missing(name, err)
	case err != nil:
		return Failed(name, err)
	case info.IsDir():
		return &Error{Name: name, Message: "this is a folder"}
	case limit > 0 && info.Size() > limit:
		return tooLong(name, limit)
	}
	return nil
}

// readAll reads to the end, or until the context ends.
func readAll(ctx context.Context, name string, r io.Reader, limit int64) ([]byte, error) {
	return interruptible(ctx, func() ([]byte, error) { return readBounded(name, r, limit) })
}

// interruptible waits for what reads, or for the end of the context: opening a
// pipe, and reading one or a terminal, cannot be interrupted, so it is left
// behind then.
func interruptible[T any](ctx context.Context, read func() (T, error)) (T, error) {
	type result struct {
		data T
		err  error
	}
	ch := make(chan result, 1)
	go func() {
		data, err := read()
		ch <- result{data, err}
	}()
	select {
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	case got := <-ch:
		return got.data, got.err
	}
}

// readBounded reads to the end.
func readBounded(name string, r io.Reader, limit int64) ([]byte, error) {
	buf := make([]byte, 0, 512)
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		switch {
		case int64(len(buf)) > limit:
			return nil, tooLong(name, limit)
		case errors.Is(err, io.EOF):
			return buf, nil
		case err != nil:
			return nil, Failed(name, err)
		}
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
	}
}

func tooLong(name string, limit int64) *Error {
	allowed := fmt.Sprintf("%d MiB", limit>>20)
	if limit%(1<<20) != 0 {
		allowed = fmt.Sprintf("%d bytes", limit)
	}
	return &Error{Name: name, Message: "there is more to read than the " + allowed + " that are allowed"}
}
