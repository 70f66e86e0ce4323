package terminal

import (
	"context"
	"io"
	"time"
)

// patience is how long a write may still take once a program is to end.
const patience = 200 * time.Millisecond

// EndWith lets no write outlast a context by long: into a pipe that nobody
// reads it would never return.
func (s *Streams) EndWith(ctx context.Context) {
	s.Out.w = &ending{ctx, s.Out.w}
	s.Err.w = &ending{ctx, s.Err.w}
}

// ending is a writer that is left behind when a context ends.
type ending struct {
	ctx context.Context
	w   io.Writer
}

func (e *ending) Write(p []byte) (int, error) {
	type written struct {
		n   int
		err error
	}
	done := make(chan written, 1)
	kept := append([]byte(nil), p...) // the caller may use its own again
	go func() {
		n, err := e.w.Write(kept)
		done <- written{n, err}
	}()
	select {
	case got := <-done:
		return got.n, got.err
	case <-e.ctx.Done():
	}
	// What is known when a program is interrupted is still told.
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case got := <-done:
		return got.n, got.err
	case <-timer.C:
		return 0, context.Cause(e.ctx)
	}
}
