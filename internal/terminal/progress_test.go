package terminal

import (
	"fmt"
	"testing"
)

// What is told elsewhere than on a terminal are lines, few of them, and none
// once it is over.
func TestProgress(t *testing.T) {
	s, _, errs := Buffers("")
	pages := 0
	p := s.Progress(func() string { pages++; return fmt.Sprintf("%d pages", pages) })
	if errs.Len() > 0 {
		t.Errorf("at once: %q", errs)
	}
	p.tick()
	p.tick()
	p.Stop()
	p.tick()
	p.Stop()
	if got := errs.String(); got != "note: 1 pages\nnote: 2 pages\n" {
		t.Errorf("%q", got)
	}
	s.Quiet = true
	p = s.Progress(func() string { return "more" })
	p.tick()
	p.Stop()
	if got := errs.String(); got != "note: 1 pages\nnote: 2 pages\n" {
		t.Errorf("quiet: %q", got)
	}
}

func TestVisible(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain\n\ttext", "plain\n\ttext"},
		{"👩\u200d👧 ❤\ufe0f ü", "👩\u200d👧 ❤\ufe0f ü"},
		{"a\x1b[2J\u202eb\r", `a\u{1B}[2J\u{202E}b\r`},
	} {
		if got := string(Visible([]byte(c.text))); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
