package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wield-run/wield/internal/verdict"
	"github.com/wield-run/wield/pkg/diag"
)

// boardRows is how many running recipes are shown at most.
const boardRows = 8

// board prints the rows of the table in the recipes' order, each as soon as
// those before it are known. On a terminal the recipes that still run stand
// below, and are drawn anew.
type board struct {
	a      *app
	report *verdict.Report
	rows   bool // the table goes to standard output
	live   bool
	width  int // of the column of names

	mu       sync.Mutex
	begun    []time.Time // zero: not begun
	finished []bool
	printed  int // results that have their row
	drawn    int // lines of the terminal that are ours
	stop     chan struct{}
	stopped  sync.WaitGroup
}

func (a *app) newBoard(r *verdict.Report, rows bool) *board {
	n := len(r.Results)
	b := &board{a: a, report: r, rows: rows, width: r.NameWidth(), begun: make([]time.Time, n), finished: make([]bool, n), stop: make(chan struct{})}
	b.live = !a.streams.Quiet && a.streams.Err.CanRedraw()
	if b.live {
		b.stopped.Go(b.tick)
	}
	return b
}

// tick redraws the times of what runs.
func (b *board) tick() {
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-b.stop:
			return
		case <-ticker.C:
			b.mu.Lock()
			b.redraw("")
			b.mu.Unlock()
		}
	}
}

func (b *board) start(i int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.begun[i] = time.Now()
}

// done takes the result of a recipe into the report.
func (b *board) done(i int, result verdict.Result) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.report.Results[i] = result
	b.finished[i] = true
	var rows strings.Builder
	for b.printed < len(b.finished) && b.finished[b.printed] {
		rows.WriteString(b.row(b.printed))
		b.printed++
	}
	b.redraw(rows.String())
}

// close prints the rows of what did not come to its end, and takes what is
// ours off the terminal.
func (b *board) close() {
	close(b.stop)
	b.stopped.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	var rows strings.Builder
	for ; b.printed < len(b.finished); b.printed++ {
		rows.WriteString(b.row(b.printed))
	}
	b.begun = nil
	b.redraw(rows.String())
}

func (b *board) row(i int) string {
	if !b.rows {
		return ""
	}
	return verdict.Row(&b.report.Results[i], b.width, b.a.streams.Out.Style())
}

// redraw prints rows, and what runs below them.
func (b *board) redraw(rows string) {
	if b.live && b.drawn > 0 {
		fmt.Fprintf(b.a.streams.Err, "\x1b[%dA\x1b[J", b.drawn)
		b.drawn = 0
	}
	if rows != "" {
		// What the stream met is looked at when the program ends.
		_, _ = io.WriteString(b.a.streams.Out, rows)
	}
	if !b.live {
		return
	}
	running, waiting := []string{}, 0
	width := b.a.streams.Err.Width() - 1
	for i, at := range b.begun {
		switch {
		case at.IsZero():
			waiting++
		case b.finished[i]:
		default:
			line := fmt.Sprintf("%5.1f s  %s", time.Since(at).Seconds(), diag.Escape(b.report.Results[i].File))
			running = append(running, diag.Cut(line, width))
		}
	}
	if more := len(running) - boardRows; more > 0 {
		running = append(slices.Clip(running[:boardRows]), fmt.Sprintf("         and %d more", more))
	}
	if waiting > 0 {
		running = append(running, fmt.Sprintf("         %d to come", waiting))
	}
	style := b.a.streams.Err.Style()
	for _, line := range running {
		fmt.Fprintln(b.a.streams.Err, style.Faint(line))
	}
	b.drawn = len(running)
}
