package cli

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/internal/fix"
	"github.com/wield-run/wield/internal/hardiff"
	"github.com/wield-run/wield/internal/verdict"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/run"
)

// updateRecordings shows what has changed since each recording was made, and
// writes those that are agreed to. The recording of a run that failed is not
// offered. What was written is told also where a fault, or the end of the
// context, comes in between.
func (a *app) updateRecordings(ctx context.Context, all []*candidate, r *verdict.Report, yes bool) (err error) {
	same, wrote := 0, 0
	defer func() {
		if wrote > 0 || err == nil {
			a.streams.Note("wrote %s; %d as before", count(wrote, "recording"), same)
		}
	}()
	for i, c := range all {
		if err := ctx.Err(); err != nil {
			return err
		}
		if r.Results[i].Outcome != run.OK {
			continue
		}
		diff, access, err := a.recordingDiff(ctx, c)
		if err != nil {
			return err
		}
		if diff == "" {
			same++
			continue
		}
		if _, err := io.WriteString(a.streams.Err, diff); err != nil {
			return err
		}
		if !yes {
			agreed, err := a.streams.Ask(ctx, "Write "+diag.Escape(c.har)+"?")
			if err != nil {
				return err
			}
			if !agreed {
				continue
			}
		}
		if err := files.Write(c.har, c.recorded, access); err != nil {
			return err
		}
		wrote++
	}
	return nil
}

// recordingDiff shows what differs between the recording beside a recipe and
// the new one; "" where nothing does that matters to a replay. A recording that
// is new is for its owner alone, until somebody has looked through it.
func (a *app) recordingDiff(ctx context.Context, c *candidate) (string, files.Access, error) {
	access := files.Shared
	before, err := files.ReadInput(ctx, c.har, nil, fetch.MaxHAR)
	switch {
	case errors.Is(err, os.ErrNotExist):
		before, access = nil, files.Private
	case err != nil:
		return "", access, err
	default:
		if before, err = hardiff.Text(before); err != nil {
			before = nil // it cannot be replayed either
		}
	}
	after, err := hardiff.Text(c.recorded)
	if err != nil {
		return "", access, err
	}
	return fix.Diff(c.har, before, after), access, nil
}
