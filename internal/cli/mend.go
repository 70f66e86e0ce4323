package cli

import (
	"bytes"
	"context"
	"io"

	"github.com/wield-run/wield/internal/fix"
	"github.com/wield-run/wield/internal/report"
)

// maxRounds bounds how often a file is mended: a fix may bring to light what
// another one mends, but two that undo each other must come to an end.
const maxRounds = 10

// mend makes the safe fixes, or shows what they would change; the files are as
// they were then. What was mended is told also where a file that cannot be
// written, or the end of the context, comes in between.
func (a *app) mend(ctx context.Context, in *inspection, all []inspected, show bool) error {
	mended, changed := 0, 0
	defer func() {
		if changed > 0 {
			a.streams.Note("mended %s in %s", count(mended, "finding"), count(changed, "file"))
		}
	}()
	for i := range all {
		if err := ctx.Err(); err != nil {
			return err
		}
		before := &all[i]
		if before.err != nil {
			continue
		}
		after, fixes := in.mended(*before)
		switch {
		case bytes.Equal(before.text, after.text):
			continue
		case show:
			change := fix.Diff(before.file.Name, report.Conceal(before.text, before.found), report.Conceal(after.text, after.found))
			if _, err := io.WriteString(a.streams.Out, change); err != nil {
				return err
			}
			continue
		}
		if err := before.file.Write(after.text); err != nil {
			return err
		}
		*before = after
		mended += fixes
		changed++
	}
	return nil
}

// mended gives a file as it is once no safe fix is left, and how many were
// made.
func (in *inspection) mended(file inspected) (inspected, int) {
	fixes := 0
	for range maxRounds {
		text, done := fix.Apply(file.text, file.found)
		if len(done) == 0 {
			break
		}
		next := in.text(file.file, text)
		if next.err != nil {
			break
		}
		file = next
		fixes += len(done)
	}
	return file, fixes
}
