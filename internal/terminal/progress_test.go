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
