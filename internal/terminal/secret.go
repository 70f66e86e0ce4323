package terminal

import (
	"context"
	"fmt"

	"golang.org/x/term"
)

// AskSecret asks the person at the terminal for a password; what is typed is
// not shown. Without a terminal nothing is printed and the error is
// ErrNoTerminal. Foreign text in the question must be escaped already.
func (s *Streams) AskSecret(ctx context.Context, question string) (string, error) {
	if !s.InIsTerminal() {
		return "", ErrNoTerminal
	}
	fd := int(s.in.Fd())
	before, err := term.GetState(fd)
	if err != nil {
		return "", ErrNoTerminal
	}
	fmt.Fprintf(s.Err, "%s: ", question)
	word, err := typed(ctx, func() (string, error) {
		text, err := term.ReadPassword(fd)
		return string(text), err
	})
	fmt.Fprintln(s.Err)
	if ctx.Err() != nil {
		// The terminal must not stay silent for whoever uses it next.
		if err := term.Restore(fd, before); err != nil {
			return "", err
		}
	}
	return word, err
}
