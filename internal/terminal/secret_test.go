package terminal

import (
	"errors"
	"testing"
)

// A password is not read from a pipe: it would be that of whoever fills it.
// (What a terminal does is tested by a script.)
func TestAskSecretNeedsATerminal(t *testing.T) {
	s, out, errs := Buffers("word\n")
	if word, err := s.AskSecret(t.Context(), "Password"); word != "" || !errors.Is(err, ErrNoTerminal) || out.Len()+errs.Len() > 0 {
		t.Errorf("%q, %v, prints %q %q", word, err, out, errs)
	}
}
