package cli

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/internal/report"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/redact"
	"github.com/wield-run/wield/pkg/run"
)

// runFlags are the flags of `run`.
type runFlags struct {
	params     string
	param      []string
	vars       []string
	varsFile   string
	now        string
	mapOrigin  []string
	localeHost string
	har        string
	replay     string
	report     string
	render     string
	compact    bool
	noChecks   bool
	allowPost  bool
	dryRun     bool
	trace      bool
	curl       bool
	suggest    bool
	watch      bool
}

func newRun(a *app) *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "run RECIPE",
		Short: "Run a site recipe and print its output",
		Long: `Run a site recipe: validate the params, send the requests without cookies,
extract, and print output.value as JSON. verify.checks are evaluated on every
run. Without --params and --param the params are verify.example_params.

A step with write: true is never sent.`,
		Example: `  wield-dev run recipes/example.de/search-items.json --params '{"query":"fahrrad","max_price":300}' \
    --replay recipes/example.de/search-items.har`,
		Args: arguments("RECIPE"),
		RunE: a.action(func(cmd *cobra.Command, args []string) error {
			return a.run(cmd.Context(), args[0], f)
		}),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.params, "params", "", "the params as `JSON`, or @FILE")
	flags.Var(newList(&f.param), "param", "one param as `KEY=VALUE`; wins over --params; repeat it for a list")
	flags.Var(newList(&f.vars), "var", "a value for auth.derive as `NAME=VALUE`; also WIELD_VAR_NAME in the environment")
	flags.StringVar(&f.varsFile, "vars-file", "", "values for auth.derive from a JSON `FILE`")
	flags.StringVar(&f.replay, "replay", "", "answer every request from a HAR `FILE` and send nothing")
	flags.StringVar(&f.har, "har", "", "record the traffic to a HAR `FILE`")
	flags.Var(newList(&f.mapOrigin), "map-origin", "send what is meant for an origin elsewhere: `ORIGIN=URL`")
	flags.StringVar(&f.localeHost, "locale-host", "", "the `HOST` of site.locale_hosts that the tab landed on")
	flags.StringVar(&f.now, "now", "", "the start of the run as the recipe sees it, like 2026-11-30T11:42:00+01:00 (`TIME`)")
	flags.StringVar(&f.report, "report", "", "write what happened as JSON to `FILE`, or - for standard output")
	flags.StringVar(&f.render, "render", "", "print the output as Markdown by the Markdown recipe in `FILE`; auto drafts one")
	flags.BoolVar(&f.compact, "compact", false, "print the output in one line")
	flags.BoolVar(&f.noChecks, "no-checks", false, "leave out verify.checks")
	flags.BoolVar(&f.allowPost, "allow-post", false, "send requests that are no GET without asking")
	flags.BoolVar(&f.dryRun, "dry-run", false, "show requests instead of sending them: of a read recipe the first wave, else the writes")
	flags.BoolVar(&f.trace, "trace", false, "draw the steps as a waterfall on standard error")
	flags.BoolVar(&f.curl, "curl", false, "print each request as a curl command on standard error")
	flags.BoolVar(&f.suggest, "suggest-checks", false, "print, instead of the output, checks and a schema that it would pass, to paste")
	flags.BoolVar(&f.watch, "watch", false, "validate and replay again whenever the recipe or its recording is saved")
	return cmd
}

// run runs one recipe, once or whenever it is saved.
func (a *app) run(ctx context.Context, name string, f *runFlags) error {
	if err := checkRecording(f.har, f.replay); err != nil {
		return err
	}
	if name == "-" && f.render == "-" {
		return usagef("the site recipe and the Markdown recipe cannot both come from standard input; name a file for one of them")
	}
	if f.suggest && (f.render != "" || f.report == "-") {
		return usagef("--suggest-checks prints instead of the output; leave --render and --report - out")
	}
	if f.watch {
		return a.watch(ctx, name, f)
	}
	return a.runOnce(ctx, name, f)
}

// runOnce runs one recipe.
func (a *app) runOnce(ctx context.Context, name string, f *runFlags) error {
	text, err := a.readRecipe(ctx, name)
	if err != nil {
		return err
	}
	show, err := a.outputPrinter(ctx, f)
	if err != nil {
		return err
	}
	r, found := recipe.Load(name, text)
	if errors, _ := diag.Count(found); errors > 0 {
		return a.invalidRecipe(f, r, found)
	}
	if f.watch {
		a.show(r.Source, found...)
	} else {
		a.noteWarnings(name, found)
	}
	options, session, err := a.runOptions(ctx, f, r)
	if err != nil {
		return a.invalidParams(f, r, err)
	}
	if err := mayWrite(f.har, f.report); err != nil {
		return err
	}
	defer session.close()
	result := run.Run(ctx, r, options)
	return a.finishRun(f, r, session, result, show)
}

// checkRecording refuses values of --har and --replay that cannot be meant.
func checkRecording(har, replay string) error {
	if har != "" && replay != "" {
		return usagef("--har and --replay exclude each other: a replay sends nothing that could be recorded")
	}
	if har == "-" {
		return usagef("--har takes a file: a recording is not for standard output")
	}
	return nil
}

// invalidRecipe prints what is wrong with a recipe that is not run.
func (a *app) invalidRecipe(f *runFlags, r *recipe.Recipe, found []*diag.Diagnostic) error {
	format := report.Formats()[0]
	shown := &report.Report{Program: a.program, Version: buildVersion(), Files: []string{r.Source.Name}, Diagnostics: found,
		MaxWarnings: report.NoLimit, Source: func(string) *diag.Source { return r.Source }}
	if err := format.Write(a.streams.Err, shown, a.streams.Err.Style()); err != nil {
		return err
	}
	errors, _ := diag.Count(found)
	message := "the recipe has errors; nothing was sent"
	if errors == 1 {
		message = "the recipe has an error; nothing was sent"
	}
	failed := &run.Report{Recipe: r.ID, Version: r.Version, Outcome: run.InvalidRecipe,
		Failure: &run.Failure{Outcome: run.InvalidRecipe, Message: message}}
	if err := a.writeRunReport(f, failed); err != nil {
		return err
	}
	return &failure{kind: recipeFault, message: "invalid_recipe: " + message}
}

// readRecipe reads the recipe file: an ordinary one, or standard input.
func (a *app) readRecipe(ctx context.Context, name string) ([]byte, error) {
	if info, err := os.Stat(name); err == nil && name != "-" && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, &files.Error{Name: name, Message: "this is no ordinary file; give it on standard input, as -"}
	}
	return files.ReadInput(ctx, name, a.streams.In, files.MaxSize)
}

// invalidParams writes the report of a run whose params were refused before it
// began; any other error is passed on.
func (a *app) invalidParams(f *runFlags, r *recipe.Recipe, err error) error {
	var failed *failure
	if !errors.As(err, &failed) || failed.outcome != run.InvalidParams {
		return err
	}
	report := &run.Report{Recipe: r.ID, Version: r.Version, Outcome: run.InvalidParams, Capabilities: r.Capabilities(),
		Failure: &run.Failure{Outcome: run.InvalidParams, Message: failed.message}}
	if written := a.writeRunReport(f, report); written != nil {
		return written
	}
	return &failure{kind: usage, message: string(run.InvalidParams) + ": " + failed.message}
}

// noteWarnings says in one line that `validate` has warnings.
func (a *app) noteWarnings(name string, found []*diag.Diagnostic) {
	if len(found) == 0 {
		return
	}
	codes, seen := "", map[string]bool{}
	for _, d := range found {
		if !seen[d.Code] {
			seen[d.Code] = true
			codes += " " + d.Code
		}
	}
	word := "warnings"
	if len(found) == 1 {
		word = "warning"
	}
	a.streams.Note("note: %d %s (%s); `%s validate %s` shows more", len(found), word, codes[1:], a.program, diag.Escape(name))
}

// session is what a run uses and has to be closed or written afterwards.
type session struct {
	live     *fetch.Live
	recorder *fetch.Recorder
	secrets  *redact.Registry
}

func (s *session) close() {
	if s.live != nil {
		s.live.Close()
	}
}

// runOptions turns flags into the options of a run.
func (a *app) runOptions(ctx context.Context, f *runFlags, r *recipe.Recipe) (run.Options, *session, error) {
	o := run.Options{LocaleHost: f.localeHost, Replay: f.replay != "", DryRun: f.dryRun, NoChecks: f.noChecks, Now: time.Now()}
	s := &session{secrets: redact.New(string(r.Source.Text))}
	o.Secrets = s.secrets
	params, err := a.runParams(ctx, f, r)
	if err != nil {
		return o, s, err
	}
	o.Params = params
	if o.Vars, err = a.runVars(ctx, f, r); err != nil {
		return o, s, err
	}
	mappings, err := runMappings(f.mapOrigin, r)
	if err != nil {
		return o, s, err
	}
	o.Policy = fetch.RecipePolicy(r.Site.Origins, r.Site.LocaleHosts, mappings...)
	if o.Replay {
		if o.Sender, o.Now, err = a.replayFrom(ctx, f.replay, o.Now, fetch.ReplayOptions{Redact: s.secrets.Text}); err != nil {
			return o, s, err
		}
	} else {
		s.live = fetch.NewLive(fetch.LiveOptions{Policy: o.Policy, UserAgent: a.userAgent()})
		o.Sender = s.live
	}
	if f.now != "" {
		if o.Now, err = time.Parse(time.RFC3339, f.now); err != nil {
			return o, s, usagef("--now %s is no time; write it like 2026-11-30T11:42:00+01:00", diag.Quote(f.now, 40))
		}
	}
	if f.har != "" {
		s.recorder = fetch.NewRecorder(fetch.RecorderOptions{Version: bareVersion(), Now: o.Now, Redact: s.secrets.Text})
		o.OnExchange = s.recorder.Add
	}
	if f.curl {
		next := o.OnExchange
		o.OnExchange = func(x *fetch.Exchange) {
			a.printCurl(x, s.secrets)
			if next != nil {
				next(x)
			}
		}
	}
	o.Ask = a.askPost(f)
	return o, s, nil
}

// replayFrom makes what answers from a HAR file, and says when the recording
// began; now, where it does not tell.
func (a *app) replayFrom(ctx context.Context, name string, now time.Time, o fetch.ReplayOptions) (fetch.Sender, time.Time, error) {
	text, err := files.ReadInput(ctx, name, a.streams.In, fetch.MaxHAR)
	if err != nil {
		return nil, now, err
	}
	har, err := fetch.LoadHAR(text)
	if err != nil {
		return nil, now, &failure{kind: usage, outcome: run.ReplayMiss, message: diag.Escape(name) + " is no recording that can be replayed: " + noHAR(err)}
	}
	if start := har.Start(); !start.IsZero() {
		now = start
	}
	return fetch.NewReplay(har, o), now, nil
}

// finishRun writes what a run gave, prints its output, and tells how the command
// ends.
func (a *app) finishRun(f *runFlags, r *recipe.Recipe, s *session, result *run.Report, show func(jsonval.Value) error) error {
	if f.trace {
		a.printTrace(result)
	}
	for _, w := range result.Warnings {
		a.streams.Note("note: %s", diag.Escape(w))
	}
	if slow := tooSlow(r, result); slow != nil && f.replay == "" {
		a.streams.Note("note: %s", slow.Message)
	}
	var unwritten error // what came out is told all the same
	if s.recorder != nil {
		unwritten = files.Write(f.har, s.recorder.Bytes(), files.Private)
	}
	if err := a.writeRunReport(f, result); unwritten == nil {
		unwritten = err
	}
	if result.Output != nil && f.report != "-" {
		if err := show(*result.Output); unwritten == nil {
			unwritten = err
		}
	}
	a.printPlanned(result)
	a.noteEmpty(r, result)
	a.printSummary(result, f.replay != "")
	failed := a.runFailure(r, result, a.nextTry(r, result, r.Source.Name, f))
	var fault *files.Error
	if failed == nil || errors.As(unwritten, &fault) {
		return unwritten
	}
	return failed
}

// mayWrite says why a file could not be written that is named for what comes of
// requests, before they are sent; "" and - are none.
func mayWrite(names ...string) error {
	for _, name := range names {
		if name == "" || name == "-" {
			continue
		}
		if err := files.Check(name); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) writeRunReport(f *runFlags, result *run.Report) error {
	if f.report == "" {
		return nil
	}
	return a.writeReport(f.report, result.JSON(), f.compact)
}

// writeReport writes what happened to a file, or to standard output.
func (a *app) writeReport(name string, report jsonval.Value, compact bool) error {
	if name == "-" {
		return a.printJSON(report, compact)
	}
	return files.Write(name, append(jsonval.AppendIndent(nil, report, "  "), '\n'), files.Private)
}
