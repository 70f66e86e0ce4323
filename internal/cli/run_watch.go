package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/wield-run/wield/pkg/diag"
)

// watchInterval is how often the files are looked at. Nothing but their times
// and sizes is read.
const watchInterval = 200 * time.Millisecond

// watch validates and replays a recipe whenever one of its files is saved, until
// it is interrupted. Nothing is sent.
func (a *app) watch(ctx context.Context, name string, f *runFlags) error {
	switch {
	case name == "-" || f.render == "-" || f.params == "@-":
		return usagef("--watch takes files: what comes from standard input is not saved")
	case f.har != "":
		return usagef("--watch replays a recording; --har makes one, in a run of its own")
	}
	if f.replay == "" {
		f.replay = recordingOf(name)
		if _, err := os.Stat(f.replay); err != nil {
			return usagef("--watch replays a recording, and there is no %s; name one with --replay, or make it with --har", diag.Escape(f.replay))
		}
	}
	if _, err := os.Stat(name); err != nil {
		_, err := a.readRecipe(ctx, name) // which tells what was meant
		return err
	}
	watched := []string{name, f.replay}
	if file, ok := strings.CutPrefix(f.params, "@"); ok {
		watched = append(watched, file)
	}
	if f.render != "" && f.render != drafted {
		watched = append(watched, f.render)
	}
	for first := true; ; first = false {
		before := stamps(watched)
		a.clearScreen()
		err := a.runOnce(ctx, name, f)
		if first && neverRight(err) {
			return err
		}
		if err != nil {
			explain(ctx, a.streams.Err, a.program, err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		a.streams.Note("note: watching %s; Ctrl-C ends it", diag.Escape(strings.Join(watched, ", ")))
		if err := changed(ctx, watched, before); err != nil {
			return err
		}
	}
}

// neverRight tells whether an error is one of the call that no saved file mends:
// the flags themselves are wrong.
func neverRight(err error) bool {
	var f *failure
	return errors.As(err, &f) && f.kind == usage && f.message != "" && f.outcome == ""
}

// clearScreen takes away what the run before has printed.
func (a *app) clearScreen() {
	if a.streams.Out.CanRedraw() {
		fmt.Fprint(a.streams.Out, "\x1b[H\x1b[2J\x1b[3J")
	}
}

// stamp is what tells that a file was saved.
type stamp struct {
	time time.Time
	size int64
}

// stamps are those of files; of one that is not there it is zero, since some
// editors take a file away before they write it.
func stamps(names []string) []stamp {
	all := make([]stamp, len(names))
	for i, name := range names {
		if info, err := os.Stat(name); err == nil {
			all[i] = stamp{info.ModTime(), info.Size()}
		}
	}
	return all
}

// changed waits until a file is saved, and is whole again.
func changed(ctx context.Context, names []string, before []stamp) error {
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	last := before
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
		now := stamps(names)
		settled := slices.Equal(now, last) && !slices.Contains(now, stamp{})
		last = now
		if settled && !slices.Equal(now, before) {
			return nil
		}
	}
}
