package terminal

import (
	"context"
	"errors"
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
	line, err := s.answer(ctx, question+" [y/N] ")
	switch strings.ToLower(line) {
	case "y", "yes":
		return err == nil, err
	}
	return false, err
}

// Prompt asks the person at the terminal for one line of text, and gives it
// without the spaces around it; at the end of input it is "". Without a
// terminal nothing is printed and the error is ErrNoTerminal. Foreign text in
// the question must be escaped already.
func (s *Streams) Prompt(ctx context.Context, question string) (string, error) {
	if !s.CanAsk() {
		return "", ErrNoTerminal
	}
	return s.answer(ctx, question+" ")
}

// answer puts a question and waits for a line.
func (s *Streams) answer(ctx context.Context, question string) (string, error) {
	io.WriteString(s.Err, question)
	line, err := typed(ctx, func() (string, error) { return readLine(s.In) })
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return strings.TrimSpace(line), err
}

// typed waits for what a person types. Reading a terminal cannot be
// interrupted, so it is left behind when the context ends.
func typed(ctx context.Context, read func() (string, error)) (string, error) {
	type answer struct {
		text string
		err  error
	}
	ch := make(chan answer, 1)
	go func() {
		text, err := read()
		ch <- answer{text, err}
	}()
	select {
	case <-ctx.Done():
		return "", context.Cause(ctx)
	case a := <-ch:
		return a.text, a.err
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
