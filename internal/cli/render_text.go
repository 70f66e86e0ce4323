package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// How much of a text is kept, or read again, to show where it is no JSON.
const (
	keptFront   = 1 << 20
	behindFault = 4 << 10
)

// text is JSON that is read piece by piece. It keeps its front, so that a fault
// in it can be shown with its line.
type text struct {
	a    *app
	in   *input
	r    io.ReadCloser
	kept []byte
	n    atomic.Int64 // bytes so far
}

// openText opens an input that is no URL; limit bytes at most, 0 is no limit.
func (a *app) openText(ctx context.Context, in *input, limit int64) (*text, error) {
	r, err := files.OpenInput(ctx, in.name, a.streams.In, limit)
	if err != nil {
		return nil, err
	}
	return &text{a: a, in: in, r: r}, nil
}

func (t *text) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	if room := keptFront - len(t.kept); room > 0 {
		t.kept = append(t.kept, p[:min(n, room)]...)
	}
	t.n.Add(int64(n))
	return n, err
}

// Close ends the reading.
func (t *text) Close() error { return t.r.Close() }

// String tells how far the reading is.
func (t *text) String() string {
	return fmt.Sprintf("%s of %s read so far", bytesText(t.n.Load()), diag.Escape(t.in.String()))
}

// fault shows where the text is no JSON and gives the command's error, or nil
// where err says something else.
func (t *text) fault(ctx context.Context, err error) error {
	var syntax *jsonval.SyntaxError
	if !errors.As(err, &syntax) {
		return nil
	}
	name := t.in.String()
	if t.n.Load() == 0 {
		return recipef("%s is empty; a JSON text is expected", diag.Escape(name))
	}
	shown := t.around(ctx, syntax.Offset)
	if shown == nil {
		return recipef("%s is not JSON: byte %d: %s", diag.Escape(name), syntax.Offset+1, syntax.Message)
	}
	t.a.showNotJSON(name, shown, syntax)
	return found()
}

// around is the text from its beginning to behind an offset, nil where that
// cannot be had any more.
func (t *text) around(ctx context.Context, offset int) []byte {
	if offset < keptFront-behindFault || t.n.Load() <= keptFront {
		return t.kept
	}
	info, err := os.Stat(t.in.name)
	if t.in.name == "-" || err != nil || !info.Mode().IsRegular() || int64(offset) > maxData-behindFault {
		return nil
	}
	again, err := files.OpenInput(ctx, t.in.name, nil, 0)
	if err != nil {
		return nil
	}
	defer again.Close()
	front, err := io.ReadAll(io.LimitReader(again, int64(offset)+behindFault))
	if err != nil || len(front) < offset {
		return nil
	}
	return front
}
