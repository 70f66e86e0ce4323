package files

import (
	"context"
	"errors"
	"io"
	"os"
)

// OpenInput is ReadInput for data that is looked at piece by piece: a file, a
// pipe, a device, or "-" for standard input. Reading ends with the context, and
// with an error where there are more than limit bytes; 0 is no limit. Errors
// are *Error, or those of the context.
func OpenInput(ctx context.Context, name string, stdin io.Reader, limit int64) (io.ReadCloser, error) {
	if name == "-" {
		return newFeed(ctx, name, stdin, nil, limit), nil
	}
	if err := readable(name, limit); err != nil {
		return nil, err
	}
	file, err := interruptible(ctx, func() (*os.File, error) {
		file, err := os.Open(name)
		if err != nil {
			return nil, Failed(name, err)
		}
		return file, nil
	})
	if err != nil {
		return nil, err
	}
	return newFeed(ctx, name, file, file, limit), nil
}

// feed reads ahead in the background, as a read of a pipe or a terminal cannot
// be interrupted: it is left behind when the context ends.
type feed struct {
	name   string
	ctx    context.Context
	stop   context.CancelFunc
	closer io.Closer // nil: what is read is not ours to close
	limit  int64     // 0: none
	got    int64
	read   chan piece
	free   chan []byte
	rest   []byte // of the piece at hand
	whole  []byte // its buffer
	err    error
}

type piece struct {
	data []byte
	err  error
}

// pieceSize is how much is read at once.
const pieceSize = 64 << 10

func newFeed(ctx context.Context, name string, r io.Reader, closer io.Closer, limit int64) *feed {
	f := &feed{name: name, closer: closer, limit: limit, read: make(chan piece), free: make(chan []byte, 2)}
	f.ctx, f.stop = context.WithCancel(ctx)
	f.free <- make([]byte, pieceSize)
	f.free <- make([]byte, pieceSize)
	go f.fill(r)
	return f
}

func (f *feed) fill(r io.Reader) {
	for {
		var buf []byte
		select {
		case buf = <-f.free:
		case <-f.ctx.Done():
			return
		}
		n, err := r.Read(buf[:pieceSize])
		select {
		case f.read <- piece{buf[:n], err}:
		case <-f.ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// Read gives what was read ahead.
func (f *feed) Read(p []byte) (int, error) {
	for len(f.rest) == 0 {
		if f.err != nil {
			return 0, f.err
		}
		if f.whole != nil {
			f.free <- f.whole
			f.whole = nil
		}
		f.next()
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

func (f *feed) next() {
	select {
	case <-f.ctx.Done():
		f.err = context.Cause(f.ctx)
	case got := <-f.read:
		f.whole, f.rest = got.data, got.data
		switch {
		case errors.Is(got.err, io.EOF):
			f.err = io.EOF
		case got.err != nil:
			f.err = Failed(f.name, got.err)
		}
		if f.got += int64(len(got.data)); f.limit > 0 && f.got > f.limit {
			f.rest, f.err = nil, tooLong(f.name, f.limit)
		}
	}
}

// Close ends the reading.
func (f *feed) Close() error {
	f.stop()
	if f.closer == nil {
		return nil
	}
	return f.closer.Close()
}
