package terminal

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

// Writing into a pipe that nobody reads ends with the context; what can be
// written then still is.
func TestEndWith(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	defer r.Close()
	var told bytes.Buffer
	s := Plain(strings.NewReader(""), w, &told)
	s.EndWith(ctx)
	go func() {
		_, _ = io.ReadFull(r, make([]byte, 3))
		cancel()
	}()
	if _, err := io.WriteString(s.Out, "data"); !errors.Is(err, context.Canceled) || s.Out.WriteError() != err {
		t.Errorf("%v, %v", err, s.Out.WriteError())
	}
	s.Note("interrupted")
	if told.String() != "interrupted\n" || s.Err.WriteError() != nil {
		t.Errorf("%q, %v", &told, s.Err.WriteError())
	}
}
