package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/internal/fix"
	"github.com/wield-run/wield/internal/jsonfmt"
	"github.com/wield-run/wield/pkg/diag"
)

// fmtFlags are the flags of `fmt`.
type fmtFlags struct {
	check, diff bool
	since       string
	stdinName   string
	jobs        int
}

func newFmt(a *app) *cobra.Command {
	f := &fmtFlags{}
	cmd := &cobra.Command{
		Use:   "fmt [PATH…]",
		Short: "Lay recipes out in one way, and keep all that they say",
		Long: `Lay recipes out in one way: two spaces a level, short lists and objects on one
line. Members keep their order; names, texts and numbers keep their spelling.

The files are changed in place, and their names printed. From standard input (-)
it goes to standard output. With --check and --diff nothing is changed. A file
that is no JSON is left as it is, and the exit code is 1.`,
		Example: `  ` + a.program + ` fmt recipes/example.de/search-items.json
  ` + a.program + ` fmt --check --diff`,
		Args: arguments("[PATH…]"),
		RunE: a.action(func(cmd *cobra.Command, args []string) error {
			return a.format(cmd, args, f)
		}),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&f.check, "check", false, "change nothing; exit 1 where a file would be changed")
	flags.BoolVar(&f.diff, "diff", false, "change nothing; show what would be changed")
	flags.StringVar(&f.since, "since", "", "only files that changed since a git `REV`")
	flags.StringVar(&f.stdinName, "stdin-filename", "", "the `NAME` that standard input goes by")
	flags.VarP(newWhole(&f.jobs, 1), "jobs", "j", "look at `N` files at a time (default: as many as there are cores)")
	return cmd
}

// laidOut is a file with its layout, which is nil where the file is broken.
type laidOut struct {
	inspected
	layout []byte
}

func (l *laidOut) changed() bool { return l.layout != nil && !bytes.Equal(l.text, l.layout) }

// format lays files out, or shows what that would change.
func (a *app) format(cmd *cobra.Command, args []string, f *fmtFlags) error {
	ctx := cmd.Context()
	list, err := a.find(ctx, args, files.Options{StdinName: f.stdinName, Since: f.since}, nil)
	if err != nil {
		return err
	}
	if len(list) > 1 && !f.check && !f.diff && slices.Contains(args, "-") {
		return usagef("standard input is laid out alone: its layout goes to standard output, where the names of other files would stand")
	}
	all := make([]laidOut, len(list))
	in := &inspection{jobs: cmp.Or(f.jobs, a.config.Jobs)}
	err = in.each(ctx, len(all), func(i int) {
		l := &all[i]
		l.file = list[i]
		if l.text, l.err = l.file.Read(ctx); l.err == nil {
			l.layout, l.found = jsonfmt.Format(l.text)
		}
	})
	if err != nil {
		return err
	}
	return a.finishLayouts(ctx, all, f)
}

// finishLayouts writes or prints the layouts, and tells how the command ends.
func (a *app) finishLayouts(ctx context.Context, all []laidOut, f *fmtFlags) error {
	same, changed, broken := 0, 0, 0
	looked := make([]inspected, len(all))
	for i := range all {
		if err := ctx.Err(); err != nil {
			return err
		}
		l := &all[i]
		looked[i] = l.inspected
		switch {
		case len(l.found) > 0:
			a.show(diag.NewSource(l.file.Name, l.text), l.found[0])
			broken++
		case l.changed():
			changed++
		case l.err == nil:
			same++
		}
		if err := a.printLayout(l, f); err != nil {
			return err
		}
	}
	a.noteLayouts(same, changed, broken, f)
	if err := a.unread(looked); err != nil {
		return err
	}
	if broken > 0 || f.check && changed > 0 {
		return found()
	}
	return nil
}

// printLayout writes a layout to where it goes, and prints what is to be known
// of it.
func (a *app) printLayout(l *laidOut, f *fmtFlags) error {
	text := ""
	switch {
	case l.layout == nil:
		return nil
	case f.diff:
		text = fix.Diff(l.file.Name, l.text, l.layout)
	case l.file.IsStdin() && !f.check:
		_, err := a.streams.Out.Write(l.layout)
		return err
	case l.changed():
		if !f.check {
			if err := l.file.Write(l.layout); err != nil {
				return err
			}
		}
		text = diag.Escape(l.file.Name) + "\n"
	}
	_, err := io.WriteString(a.streams.Out, text)
	return err
}

// noteLayouts says in one line what was done, or would be.
func (a *app) noteLayouts(same, changed, broken int, f *fmtFlags) {
	verb := "laid out"
	if f.check || f.diff {
		verb = "would lay out"
	}
	said := fmt.Sprintf("%s %s; %d as before", verb, count(changed, "file"), same)
	if broken > 0 {
		said += fmt.Sprintf("; %d broken", broken)
	}
	a.streams.Note("%s", said)
}
