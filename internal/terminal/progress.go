package terminal

import (
	"fmt"
	"sync"
	"time"

	"github.com/wield-run/wield/pkg/diag"
)

// When a program tells what it is busy with.
const (
	progressAfter  = time.Second            // nothing is told of what is done by then
	progressRedraw = 200 * time.Millisecond // on a terminal, where the line is written over
	progressRepeat = 10 * time.Second       // elsewhere, where each is a line more
)

// Progress tells on Err what a program is busy with, from when that has taken a
// second. Nothing else may be written to Err before Stop.
type Progress struct {
	s    *Streams
	text func() string

	mu    sync.Mutex
	timer *time.Timer
	drawn bool
	ended bool
}

// Progress begins to tell. The text is asked for whenever it is shown, from
// another goroutine; foreign text in it must be escaped already. Where the
// program is to be quiet nothing is told.
func (s *Streams) Progress(text func() string) *Progress {
	p := &Progress{s: s, text: text, ended: s.Quiet}
	if !p.ended {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.timer = time.AfterFunc(progressAfter, p.tick)
	}
	return p
}

// tick shows the text, and again after a while.
func (p *Progress) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	p.timer.Reset(p.show())
}

// show writes the text and says when to do so again.
func (p *Progress) show() time.Duration {
	text := p.text()
	if !p.s.Err.IsTerminal() {
		fmt.Fprintf(p.s.Err, "note: %s\n", text)
		return progressRepeat
	}
	p.erase()
	fmt.Fprint(p.s.Err, p.s.Err.Style().Faint(diag.Cut(text, p.s.Err.Width()-1)))
	p.drawn = true
	return progressRedraw
}

func (p *Progress) erase() {
	if p.drawn {
		fmt.Fprint(p.s.Err, "\r\x1b[K")
		p.drawn = false
	}
}

// Stop ends the telling, and takes its line off the terminal.
func (p *Progress) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		p.ended = true
		p.timer.Stop()
		p.erase()
	}
}
