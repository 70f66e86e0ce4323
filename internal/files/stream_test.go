package files

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"
)

// What is read piece by piece is what is there, whatever the pieces.
func TestOpenInput(t *testing.T) {
	long := strings.Repeat("0123456789abcde\n", 3*pieceSize/16) + "end"
	tree(t, map[string]string{"long": long, "empty": "", "d/x": ""})
	for _, c := range []struct {
		name  string
		stdin io.Reader
		limit int64
		want  string
		err   string
	}{
		{"long", nil, 0, long, ""},
		{"long", nil, int64(len(long)), long, ""},
		{"long", nil, 10, "", "long: there is more to read than the 10 bytes that are allowed"},
		{"empty", nil, 0, "", ""},
		{"-", strings.NewReader(long), 0, long, ""},
		{"-", iotest.OneByteReader(strings.NewReader("words")), 0, "words", ""},
		{"-", iotest.DataErrReader(strings.NewReader("words")), 0, "words", ""},
		{"-", strings.NewReader(long), 2 << 10, "", "-: there is more to read than the 2048 bytes that are allowed"},
		{"-", io.MultiReader(strings.NewReader("front"), iotest.ErrReader(errors.New("torn"))), 0, "front", "-: torn"},
		{"none", nil, 0, "", "none: there is no such file or folder"},
		{"d", nil, 0, "", "d: this is a folder"},
	} {
		in, err := OpenInput(context.Background(), c.name, c.stdin, c.limit)
		var got []byte
		if err == nil {
			got, err = io.ReadAll(in)
			if closed := in.Close(); closed != nil {
				t.Errorf("%s: %v", c.name, closed)
			}
		}
		if message := text(err); message != c.err || !bytes.Equal(got, []byte(c.want)) {
			t.Errorf("%s: %d bytes, %q", c.name, len(got), message)
		}
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Reading from somebody who sends nothing ends with the context.
func TestOpenInputStopsWithTheContext(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	in, err := OpenInput(ctx, "-", r, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	cancel()
	for range 2 {
		if n, err := in.Read(make([]byte, 10)); n != 0 || !errors.Is(err, context.Canceled) {
			t.Errorf("%d, %v", n, err)
		}
	}
}

// A file that is given up leaves nothing behind, and what was there stays.
func TestAbort(t *testing.T) {
	tree(t, map[string]string{"old": "before"})
	for _, name := range []string{"old", "new", os.DevNull} {
		p, err := Create(name, Shared)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Write([]byte("after")); err != nil {
			t.Error(err)
		}
		p.Abort()
	}
	entries, err := os.ReadDir(".")
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	if text, err := os.ReadFile("old"); err != nil || string(text) != "before" {
		t.Errorf("%q, %v", text, err)
	}
}
