package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ErrNoTerminal says that a question could not be asked.
var ErrNoTerminal = errors.New("there is no terminal to ask on")

// CanAsk tells whether there is a person at a terminal who can be asked.
func (s *Streams) CanAsk() bool { return s.InIsTerminal() && s.Err.IsTerminal() }

// Ask puts a question to the person at the terminal and gives true for y or
// yes; anything else, the end of input too, is no. Without a terminal nothing
// is printed and the error is ErrNoTerminal. Foreign text in the question must
// be escaped already.
func (s *Streams) Ask(ctx context.Context, question string) (bool, error) {
	if !s.CanAsk() {
		return false, ErrNoTerminal
	}
	return s.ask(ctx, question)
}

func (s *Streams) ask(ctx context.Context, question string) (bool, error) {
	fmt.Fprintf(s.Err, "%s [y/N] ", question)
	type answer struct {
		line string
		err  error
	}
	// Reading a terminal cannot be interrupted, so it is left behind when the
	// context ends.
	ch := make(chan answer, 1)
	go func() {
		line, err := readLine(s.In)
		ch <- answer{line, err}
	}()
	select {
	case <-ctx.Done():
		return false, context.Cause(ctx)
	case a := <-ch:
		if a.err != nil && !errors.Is(a.err, io.EOF) {
			return false, a.err
		}
		switch strings.ToLower(strings.TrimSpace(a.line)) {
		case "y", "yes":
			return true, nil
		}
		return false, nil
	}
}

// maxAnswer is how many bytes of an answer are looked at.
const maxAnswer = 4096

// readLine reads to the end of a line and not a byte further, so that what
// follows is there for the next question.
func readLine(r io.Reader) (string, error) {
	var line []byte
	var one [1]byte
	for len(line) < maxAnswer {
		n, err := r.Read(one[:])
		if n == 1 {
			if one[0] == '\n' {
				return string(line), nil
			}
			line = append(line, one[0])
		}
		if err != nil {
			return string(line), err
		}
	}
	return string(line), nil
}
