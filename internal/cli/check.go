package cli

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/internal/report"
	"github.com/wield-run/wield/pkg/diag"
)

// checkFlags are the flags that validate and lint share.
type checkFlags struct {
	format      []string
	selected    []string
	ignored     []string
	maxWarnings int
	since       string
	stdinName   string
	fix, diff   bool
	jobs        int

	family func(place string) string // which files are judged together; nil: each alone
}

func (f *checkFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	f.addFormat(flags)
	flags.Var(newCommaList(&f.selected), "select", "report only these `CODES`: T2, a family such as T, several with commas")
	flags.Var(newCommaList(&f.ignored), "ignore", "leave these `CODES` out")
	f.addLimit(flags)
	flags.StringVar(&f.since, "since", "", "only files that changed since a git `REV`")
	flags.StringVar(&f.stdinName, "stdin-filename", "", "the `NAME` that standard input goes by")
	flags.BoolVar(&f.fix, "fix", false, "mend what has one right answer")
	flags.BoolVar(&f.diff, "diff", false, "with --fix: show what would change instead of the findings")
	f.addJobs(flags)
}

func (f *checkFlags) addFormat(flags *pflag.FlagSet) {
	flags.Var(newList(&f.format), "format", "print as "+orList(report.Names())+" (`FORMAT`); FORMAT=FILE writes one more")
}

func (f *checkFlags) addLimit(flags *pflag.FlagSet) {
	flags.Var(newWhole(&f.maxWarnings, 0), "max-warnings", "more than `N` warnings are a fault")
}

func (f *checkFlags) addJobs(flags *pflag.FlagSet) {
	flags.VarP(newWhole(&f.jobs, 1), "jobs", "j", "look at `N` files at a time (default: as many as there are cores)")
}

// check is the work of validate and lint: find the files, look at each, mend,
// report.
func (a *app) check(cmd *cobra.Command, args []string, f *checkFlags, look look) error {
	if f.diff && !f.fix {
		return usagef("--diff goes with --fix: it shows what --fix would change")
	}
	if f.fix && !f.diff && slices.Contains(args, "-") {
		return usagef("--fix cannot change standard input; --fix --diff shows what it would change")
	}
	filter, err := a.newFilter(f)
	if err != nil {
		return err
	}
	targets, err := a.formats(f)
	if err != nil {
		return err
	}
	list, err := a.find(cmd.Context(), args, files.Options{StdinName: f.stdinName, Since: f.since, Family: f.family}, targets)
	if err != nil {
		return err
	}
	in := &inspection{look: look, filter: filter, jobs: cmp.Or(f.jobs, a.config.Jobs), keep: f.fix}
	all, err := in.files(cmd.Context(), list)
	if err != nil {
		return err
	}
	if f.fix {
		if err := a.mend(cmd.Context(), in, all, f.diff); err != nil {
			return err
		}
	}
	return a.report(all, targets, a.limit(cmd, f), f.diff)
}

// find gives the files to look at, none of which a report may overwrite, and
// tells what is to be known of the search.
func (a *app) find(ctx context.Context, args []string, o files.Options, targets []report.Target) ([]files.File, error) {
	if o.StdinName != "" && !slices.Contains(args, "-") {
		return nil, usagef("--stdin-filename names what comes from standard input, and no PATH is -")
	}
	o.Stdin = a.streams.In
	set, err := files.Find(ctx, args, o)
	if err != nil {
		return nil, err
	}
	if err := refuseOverwriting(set.Files, targets); err != nil {
		return nil, err
	}
	for _, note := range set.Notes {
		a.streams.Note("note: %s", diag.Escape(note))
	}
	return set.Files, nil
}

// limit is how many warnings may be: by the flag, else by the configuration.
func (a *app) limit(cmd *cobra.Command, f *checkFlags) int {
	if cmd.Flags().Changed("max-warnings") {
		return f.maxWarnings
	}
	return a.config.MaxWarnings
}

// formats are those of the flags, else of the configuration.
func (a *app) formats(f *checkFlags) ([]report.Target, error) {
	values, where := f.format, "--format"
	if values == nil && a.config.Format != nil {
		values, where = a.config.Format, "`format` of the configuration"
	}
	targets, err := report.Targets(values)
	if err != nil {
		return nil, &failure{kind: usage, message: where, err: err}
	}
	return targets, nil
}

// refuseOverwriting protects what is looked at from a mistake in --format.
func refuseOverwriting(list []files.File, targets []report.Target) error {
	for _, t := range targets {
		if t.File == "" {
			continue
		}
		abs, err := filepath.Abs(t.File)
		if err != nil {
			return usagef("--format: %s: %s", t.File, err)
		}
		for i := range list {
			if list[i].Place == filepath.ToSlash(abs) {
				return usagef("--format %s=%s would overwrite a file that is to be looked at", t.Format.Name, t.File)
			}
		}
	}
	return nil
}

// report prints the findings and tells how the command ends. Where the changes
// were shown already, the findings do not go to standard output.
func (a *app) report(all []inspected, targets []report.Target, maxWarnings int, shown bool) error {
	r := &report.Report{Program: a.program, Version: buildVersion(), MaxWarnings: maxWarnings, Page: reportPage}
	sources := map[string]*diag.Source{}
	for i := range all {
		if all[i].err != nil && len(all[i].found) == 0 {
			continue
		}
		r.Files = append(r.Files, all[i].file.Name)
		r.Diagnostics = append(r.Diagnostics, all[i].found...)
		if len(all[i].found) > 0 {
			sources[all[i].file.Name] = diag.NewSource(all[i].file.Name, all[i].text)
		}
	}
	diag.Sort(r.Diagnostics)
	r.Source = func(name string) *diag.Source { return sources[name] }
	for _, t := range targets {
		switch {
		case t.File != "":
			text, err := t.Format.Bytes(r)
			if err != nil {
				return err
			}
			if err := files.Write(t.File, text, files.Shared); err != nil {
				return err
			}
		case !shown:
			if err := t.Format.Write(a.streams.Out, r, a.streams.Out.Style()); err != nil {
				return err
			}
		}
	}
	if len(r.Files) > 0 || len(all) == 0 { // else there are errors alone
		a.streams.Note("%s", r.Summary())
	}
	if a.program == "wield-build" && forPeople(targets) {
		a.review(r)
	}
	broken := a.reportBrokenRules(all)
	if err := a.unread(all); err != nil {
		return err
	}
	if broken {
		return &failure{kind: usage}
	}
	if errors, _ := diag.Count(r.Diagnostics); errors > 0 || r.TooManyWarnings() {
		return found()
	}
	return nil
}

// unread gives the last of the files that could not be looked at, and tells of
// the others: none may be passed over in silence.
func (a *app) unread(all []inspected) error {
	var last error
	for i := range all {
		if all[i].err == nil || brokenRule(all[i].err) != nil {
			continue
		}
		if last != nil {
			a.streams.Err.Print(a.program + ": " + last.Error())
		}
		last = all[i].err
	}
	return last
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
