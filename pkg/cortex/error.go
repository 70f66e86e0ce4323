package cortex

import (
	"context"
	"errors"
	"io/fs"

	"github.com/ncruces/go-sqlite3"

	"github.com/wield-run/wield/pkg/diag"
)

// Error says why a store cannot be used.
type Error struct {
	Path    string
	Message string // one sentence, without the path
	Damaged bool   // the file is a store that cannot be read any more
	Err     error  // the cause; may be nil
}

func (e *Error) Error() string { return diag.Escape(e.Path) + ": " + e.Message }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// failed makes an *Error of what SQLite or the system says; nil stays nil.
func failed(path string, err error) error {
	var own *Error
	var code sqlite3.ErrorCode
	var place *fs.PathError
	e := &Error{Path: path, Err: err}
	switch {
	case err == nil:
		return nil
	case errors.As(err, &own):
		own.Path = path
		return own
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.As(err, &place):
		e.Message = place.Err.Error()
	case !errors.As(err, &code):
		e.Message = err.Error()
	default:
		e.Message, e.Damaged = sentence(code, err)
	}
	return e
}

// sentence says what a code of SQLite means to whoever uses the store.
func sentence(code sqlite3.ErrorCode, err error) (message string, damaged bool) {
	switch code {
	case sqlite3.BUSY, sqlite3.LOCKED, sqlite3.PROTOCOL:
		return "another program is writing to the store", false
	case sqlite3.INTERRUPT:
		return "the store took too long", false
	case sqlite3.NOTADB, sqlite3.CORRUPT:
		return "the store is damaged", true
	case sqlite3.FULL:
		return "the disk is full", false
	case sqlite3.READONLY, sqlite3.PERM, sqlite3.CANTOPEN:
		return "the store cannot be written to", false
	}
	return "the store does not answer: " + err.Error(), false
}

// because gives the reason of a context that has ended in place of SQLite's
// words for it: interrupted, or still waiting.
func because(ctx context.Context, err error) error {
	if ctx.Err() != nil && (errors.Is(err, sqlite3.INTERRUPT) || errors.Is(err, sqlite3.BUSY)) {
		return context.Cause(ctx)
	}
	return err
}
