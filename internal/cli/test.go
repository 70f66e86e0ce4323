package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/internal/report"
	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/internal/verdict"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/run"
)

// testFlags are the flags of `test`. Those of run are given to each recipe as
// far as they are about it.
type testFlags struct {
	check       checkFlags
	run         runFlags
	replay      bool
	update, yes bool
	shard       shard
}

func newTest(a *app) *cobra.Command {
	f := &testFlags{}
	cmd := &cobra.Command{
		Use:   "test [PATH…]",
		Short: "Run the verify of every recipe, live or against its recording",
		Long: `Run every recipe with its verify.example_params, and hold the output to
output.schema, verify.checks and, in a live test, verify.max_ms. With --replay
the requests are answered from the recording that stands beside the recipe
(search-items.har beside search-items.json), and nothing is sent.

A recipe that writes is run as run --dry-run does: what it reads is read, the
writes are rendered and never sent. Older versions and Markdown recipes are
passed over.

The exit code is 1 where a recipe is at fault, 2 where one could not be run as
it was asked (params, --allow-post), 3 where nothing could be found out (network,
time, a challenge, a login). Of several, 2 comes before 1 before 3.`,
		Example: `  ` + a.program + ` test recipes/example.de --replay
  ` + a.program + ` test --replay --format junit=tests.xml --shard 1/4`,
		Args: arguments("[PATH…]"),
		RunE: a.action(func(cmd *cobra.Command, args []string) error {
			return a.test(cmd.Context(), args, f)
		}),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&f.replay, "replay", false, "answer every request from the recording beside the recipe, and send nothing")
	flags.BoolVar(&f.update, "update", false, "run live, show what would change in the recordings, and write those that you agree to")
	flags.BoolVar(&f.yes, "yes", false, "with --update: write without asking")
	flags.Var(&f.shard, "shard", "only the `I/N` part of the recipes, such as 1/4")
	f.check.addFormat(flags)
	flags.StringVar(&f.check.since, "since", "", "only recipes that changed, or whose recording did, since a git `REV`")
	flags.StringVar(&f.check.stdinName, "stdin-filename", "", "the `NAME` that standard input goes by")
	flags.Var(newList(&f.run.vars), "var", "a value for auth.derive as `NAME=VALUE`; also WIELD_VAR_NAME in the environment")
	flags.StringVar(&f.run.varsFile, "vars-file", "", "values for auth.derive from a JSON `FILE`")
	flags.Var(newList(&f.run.mapOrigin), "map-origin", "send what is meant for an origin elsewhere: `ORIGIN=URL`")
	flags.BoolVar(&f.run.allowPost, "allow-post", false, "send requests that are no GET")
	flags.VarP(newWhole(&f.check.jobs, 1), "jobs", "j", "run `N` recipes at a time (default: as many as there are cores)")
	return cmd
}

// test runs the recipes and prints how they ended.
func (a *app) test(ctx context.Context, args []string, f *testFlags) error {
	switch {
	case f.update && f.replay:
		return usagef("--update and --replay exclude each other: a recording is made from a live run")
	case f.yes && !f.update:
		return usagef("--yes goes with --update: it agrees to what --update would write")
	case f.update && !f.yes && !a.streams.CanAsk():
		return usagef("--update asks before it writes, and there is no terminal to ask on; --yes agrees to all")
	}
	targets, err := a.formats(&f.check)
	if err != nil {
		return err
	}
	list, err := a.find(ctx, args, files.Options{StdinName: f.check.stdinName, Since: f.check.since, Family: testFamily}, targets)
	if err != nil {
		return err
	}
	in := &inspection{jobs: cmp.Or(f.check.jobs, a.config.Jobs)}
	all, err := a.candidates(ctx, in, list, f)
	if err != nil {
		return err
	}
	if len(all) == 0 && len(list) > 0 {
		return usagef("there is no current site recipe among the %s that were found", count(len(list), "file"))
	}
	if err := a.spreadVars(ctx, all, f); err != nil {
		return err
	}
	if err := spreadMappings(all, f.run.mapOrigin); err != nil {
		return err
	}
	if all = f.shard.of(all); len(all) == 0 {
		a.streams.Note("note: nothing is left to test")
	}
	return a.testAll(ctx, in, all, targets, f)
}

// testFamily is the same for a recipe and its recording.
func testFamily(place string) string {
	return strings.TrimSuffix(strings.TrimSuffix(place, ".json"), ".har")
}

// testAll runs the recipes, several at a time. An interruption ends what runs,
// and what is known by then is printed.
func (a *app) testAll(ctx context.Context, in *inspection, all []*candidate, targets []report.Target, f *testFlags) error {
	r := &verdict.Report{Program: a.program, Version: buildVersion(), Results: make([]verdict.Result, len(all))}
	for i, c := range all {
		r.Results[i] = c.result(run.Interrupted, &run.Failure{Outcome: run.Interrupted, Message: "the recipe was not run"})
	}
	begun := time.Now()
	board := a.newBoard(r, printsText(targets))
	interrupted := in.each(ctx, len(all), func(i int) {
		board.start(i)
		board.done(i, a.testOne(ctx, all[i], f))
	})
	board.close()
	r.Elapsed = time.Since(begun)
	if err := a.printTests(r, targets); err != nil {
		return err
	}
	if interrupted != nil {
		return interrupted
	}
	if f.update {
		if err := a.updateRecordings(ctx, all, r, f.yes); err != nil {
			return err
		}
	}
	code := exitOK
	for i := range r.Results {
		code = worse(code, exitOf(r.Results[i].Outcome))
	}
	return failureOf(code)
}

// printsText tells whether the table goes to standard output.
func printsText(targets []report.Target) bool {
	for _, t := range targets {
		if t.File == "" && t.Format.Name == "text" {
			return true
		}
	}
	return false
}

// printTests prints the report in every format that was asked for. The rows of
// the table were printed as they came.
func (a *app) printTests(r *verdict.Report, targets []report.Target) error {
	for _, t := range targets {
		var b bytes.Buffer
		switch {
		case t.File != "":
			if err := r.Write(&b, t.Format, terminal.Style{}); err != nil {
				return err
			}
			if err := files.Write(t.File, b.Bytes(), files.Shared); err != nil {
				return err
			}
			continue
		case t.Format.Name == "text":
			r.WriteFailures(&b, a.streams.Out.Style())
		default:
			if err := r.Write(&b, t.Format, a.streams.Out.Style()); err != nil {
				return err
			}
		}
		if _, err := a.streams.Out.Write(b.Bytes()); err != nil {
			return err
		}
	}
	a.streams.Note("%s", r.Summary())
	return nil
}

// testOne runs one recipe.
func (a *app) testOne(ctx context.Context, c *candidate, f *testFlags) verdict.Result {
	if errs, _ := diag.Count(c.found); errs > 0 {
		return c.result(run.InvalidRecipe, c.invalid(errs))
	}
	flags := c.flags
	flags.allowPost = f.run.allowPost
	if f.replay {
		flags.replay = c.har
	}
	if f.update {
		flags.har = c.har
	}
	options, session, err := a.runOptions(ctx, &flags, c.recipe)
	if err != nil {
		return c.result(refused(err, f.replay))
	}
	defer session.close()
	options.DryRun = c.recipe.Effect == "write"
	options.Ask = func(context.Context, []run.Planned) (bool, error) { return flags.allowPost, nil }
	done := run.Run(ctx, c.recipe, options)
	if failed := tooSlow(c.recipe, done); failed != nil && !f.replay && done.Outcome == run.OK {
		done.Outcome, done.Failure = run.CheckFailed, failed
	}
	if session.recorder != nil {
		c.recorded = session.recorder.Bytes()
	}
	r := c.result(done.Outcome, done.Failure)
	r.Elapsed = done.Elapsed
	if done.Failure != nil {
		r.Try = a.nextTry(c.recipe, done, c.file.Name, &flags)
	}
	return r
}

// refused tells how the test of a recipe ended that could not be begun. A
// recording that is not there answers no request.
func refused(err error, replay bool) (run.Outcome, *run.Failure) {
	outcome := run.InvalidParams
	var file *files.Error
	var failed *failure
	switch {
	case replay && errors.As(err, &file):
		outcome = run.ReplayMiss
	case errors.As(err, &failed) && failed.outcome != "":
		outcome = failed.outcome
	}
	f := &run.Failure{Outcome: outcome, Message: err.Error()}
	if outcome == run.ReplayMiss && errors.Is(err, fs.ErrNotExist) {
		f.Message = "the recipe has no recording beside it, " + diag.Escape(file.Name)
	}
	if outcome == run.ReplayMiss {
		f.Hint = "`test --update` makes the recording beside a recipe"
	}
	return outcome, f
}

// tooSlow tells that a run took longer than the recipe allows, or gives nil.
func tooSlow(r *recipe.Recipe, done *run.Report) *run.Failure {
	if r.Verify.MaxMS == 0 || done.Elapsed <= time.Duration(r.Verify.MaxMS)*time.Millisecond {
		return nil
	}
	f := &run.Failure{Outcome: run.CheckFailed,
		Message: fmt.Sprintf("the run took %d ms, and verify.max_ms allows %d", done.Elapsed.Milliseconds(), r.Verify.MaxMS)}
	if n := r.Root.At("verify", "max_ms"); n != nil {
		f.Place = &n.Span
	}
	return f
}

// shard is the part of the recipes that one of several machines tests.
type shard struct{ i, n int }

func (s *shard) String() string {
	if s.n == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.i, s.n)
}

// Type is the name of the value in the help.
func (s *shard) Type() string { return "shard" }

// Set takes a text such as 1/4.
func (s *shard) Set(text string) error {
	left, right, ok := strings.Cut(text, "/")
	i, err := strconv.ParseUint(left, 10, 16)
	n, err2 := strconv.ParseUint(right, 10, 16)
	if !ok || err != nil || err2 != nil || i < 1 || i > n {
		return errors.New("the value is I/N, the I-th of N parts, such as 1/4")
	}
	s.i, s.n = int(i), int(n)
	return nil
}

// of gives the shard's part of a sorted list: every n-th, so that the recipes
// of one site are spread.
func (s *shard) of(all []*candidate) []*candidate {
	if s.n == 0 {
		return all
	}
	var part []*candidate
	for k := s.i - 1; k < len(all); k += s.n {
		part = append(part, all[k])
	}
	return part
}
