package cli

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/markdown"
	"github.com/wield-run/wield/pkg/paging"
	"github.com/wield-run/wield/pkg/redact"
	"github.com/wield-run/wield/pkg/run"
)

// renderFlags are the flags of `render`.
type renderFlags struct {
	fetch    fetchFlags
	format   string
	records  string
	report   string
	cortex   string
	maxPages int
	preview  bool
	compact  bool
}

func newRender(a *app) *cobra.Command {
	f := &renderFlags{}
	cmd := &cobra.Command{
		Use:   "render RECIPE [FILE|-|URL]",
		Short: "Turn a JSON response into Markdown by a Markdown recipe",
		Long: `Turn a JSON response into Markdown by a Markdown recipe.

The response comes from FILE, from standard input, or from a URL, of which the
further pages are fetched as the recipe says: https only, public addresses only,
and nothing but the origin of the URL. Standard output has the Markdown; what was
left out, and why paging ended, is said on standard error.

A single long array need not fit into memory.`,
		Example: `  echo '{"items":[{"name":"Tea","price":2.50}]}' > answer.json
  wield-dev derive answer.json > items.json
  wield-dev render items.json answer.json
  wield-dev run recipes/example.de/search-items.json --replay recipes/example.de/search-items.har |
    wield-dev render items.json -`,
		Args: arguments("RECIPE [FILE|-|URL]"),
		RunE: a.action(func(cmd *cobra.Command, args []string) error {
			return a.render(cmd, args, f)
		}),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(newChoice(&f.format, "markdown", "json"), "format", "print the Markdown, or JSON with {markdown, records, meta}")
	flags.StringVar(&f.records, "records", "", "write the records as a JSON array to `FILE`, or - for standard output")
	flags.BoolVar(&f.preview, "preview", false, "on a terminal, show how the Markdown looks")
	flags.BoolVarP(&f.compact, "compact", "c", false, "print JSON in one line")
	flags.Var(newWhole(&f.maxPages, 1), "max-pages", "follow at most `N` pages of a URL, in place of the recipe's; at most 25")
	f.fetch.add(flags)
	flags.StringVar(&f.cortex, "cortex", "", "the local store for a recipe with \"index\": \"cortex\", in place of your own (`FILE`)")
	flags.StringVar(&f.report, "report", "", "write what happened as JSON to `FILE`, or - for standard output")
	return cmd
}

// check refuses flags that contradict each other.
func (f *renderFlags) check() error {
	toStdout := 0
	for _, asked := range []bool{f.format == "json", f.records == "-", f.report == "-"} {
		if asked {
			toStdout++
		}
	}
	switch {
	case toStdout > 1:
		return usagef("standard output takes one of --format json, --records - and --report -; name a file for the others")
	case f.preview && toStdout > 0:
		return usagef("--preview shows Markdown, and standard output is to have JSON")
	case f.cortex != "" && f.fetch.replay != "":
		return usagef("--cortex keeps what was fetched, and --replay fetches nothing; leave one of them out")
	case f.maxPages > markdown.HardMaxPages:
		return usagef("--max-pages %d: at most %d pages are followed", f.maxPages, markdown.HardMaxPages)
	}
	return checkRecording(f.fetch.har, f.fetch.replay)
}

// rendering is one call of render.
type rendering struct {
	a      *app
	f      *renderFlags
	in     *input
	recipe *markdown.Recipe
	out    *renderOutput
	begun  time.Time

	// What the report tells.
	outcome run.Outcome
	message string
	meta    *markdown.Meta
	pages   []pageReport
	secrets *redact.Registry // of the URL; nil: there is none
}

func (a *app) render(cmd *cobra.Command, args []string, f *renderFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	in, err := a.input(args[1:], cmd.Flags(), "max-pages", "cortex")
	if err != nil {
		return err
	}
	if args[0] == "-" && in.url == nil && in.name == "-" {
		return usagef("the recipe and the response cannot both come from standard input; name a file for one of them")
	}
	if err := mayWrite(f.report); err != nil {
		return err
	}
	x := &rendering{a: a, f: f, in: in, begun: time.Now()}
	err = x.run(cmd.Context(), args[0])
	if written := x.report(cmd.Context(), err); written != nil {
		return written
	}
	return err
}

// run renders, and prints what came of it.
func (x *rendering) run(ctx context.Context, name string) error {
	var err error
	if x.recipe, err = x.a.loadMarkdown(ctx, name); err != nil {
		var f *failure
		if errors.As(err, &f) && f.outcome == run.InvalidRecipe {
			return x.fail(run.InvalidRecipe, "the recipe has errors", err)
		}
		return err
	}
	if x.f.cortex != "" && x.recipe.Index != markdown.Cortex {
		return usagef("--cortex is for a recipe with \"index\": \"cortex\", and %s has none", diag.Escape(name))
	}
	if x.out, err = x.a.newRenderOutput(x.f); err != nil {
		return err
	}
	defer x.out.abandon()
	var meta markdown.Meta
	if x.in.url != nil {
		meta, err = x.fromURL(ctx)
	} else {
		meta, err = x.fromStream(ctx)
	}
	if err != nil {
		return err
	}
	x.meta = &meta
	x.a.noteMeta(x.recipe, &meta)
	return x.out.finish(meta)
}

// loadMarkdown reads a Markdown recipe. Where it has errors they are shown, and
// the error has the outcome InvalidRecipe.
func (a *app) loadMarkdown(ctx context.Context, name string) (*markdown.Recipe, error) {
	text, err := a.readRecipe(ctx, name)
	if err != nil {
		return nil, err
	}
	if name == "-" {
		name = "stdin"
	}
	r, found := markdown.Load(name, text)
	if errs, _ := diag.Count(found); errs > 0 {
		a.show(r.Source, found...)
		return nil, &failure{kind: recipeFault, outcome: run.InvalidRecipe}
	}
	a.noteWarnings(name, found)
	return r, nil
}

// fail keeps for the report why there is nothing to show.
func (x *rendering) fail(outcome run.Outcome, message string, err error) error {
	x.outcome, x.message = outcome, message
	return err
}

// failed tells of an error of rendering itself. A finding is shown at its place
// in the recipe.
func (x *rendering) failed(err error) error {
	var finding *diag.Diagnostic
	if !errors.As(err, &finding) {
		return err
	}
	x.a.show(x.recipe.Source, finding)
	return x.fail(renderFailed, finding.Message, found())
}

// fromURL fetches the pages and renders them.
func (x *rendering) fromURL(ctx context.Context) (markdown.Meta, error) {
	o, err := x.a.openOrigin(ctx, x.in.url, &x.f.fetch)
	if err != nil {
		return markdown.Meta{}, err
	}
	x.secrets = o.secrets
	result, err := x.follow(ctx, o)
	if written := o.end(); written != nil {
		return markdown.Meta{}, written
	}
	if err != nil {
		return markdown.Meta{}, err
	}
	for i := range result.Warnings {
		result.Warnings[i].Message = o.secrets.Message(result.Warnings[i].Message)
	}
	rendered, err := markdown.RenderSelection(x.recipe, result.Selection, result.Options())
	if err != nil {
		return markdown.Meta{}, x.failed(err)
	}
	if !o.replay {
		if w := x.a.indexPage(ctx, x.f.cortex, x.recipe, x.in.url, o.secrets, rendered); w != nil {
			rendered.Meta.Warnings = append(rendered.Meta.Warnings, *w)
		}
	}
	return rendered.Meta, x.out.take(rendered)
}

// follow fetches the pages, and tells of them while that takes long.
func (x *rendering) follow(ctx context.Context, o *origin) (*paging.Result, error) {
	told := &fetched{}
	progress := x.a.streams.Progress(told.String)
	defer progress.Stop()
	options := o.options(&x.f.fetch)
	options.MaxPages = x.f.maxPages
	options.OnPage = func(p paging.Page) {
		told.add(&p)
		x.pages = append(x.pages, newPageReport(&p, o))
	}
	result, err := paging.Follow(ctx, x.recipe, x.in.url, o, options)
	progress.Stop()
	if err != nil && ctx.Err() == nil {
		return nil, x.pageFailure(o, err)
	}
	return result, err
}

// fromStream renders what is read from a file or from standard input.
func (x *rendering) fromStream(ctx context.Context) (markdown.Meta, error) {
	limit := int64(x.f.fetch.maxBytes)
	if limit == 0 && !x.recipe.Streams() {
		limit = maxData
	}
	text, err := x.a.openText(ctx, x.in, limit)
	if err != nil {
		return markdown.Meta{}, err
	}
	defer text.Close()
	progress := x.a.streams.Progress(text.String)
	defer progress.Stop()
	x.out.beforeTerminal = progress.Stop
	meta, err := markdown.WriteStream(x.recipe, text, x.out.output(), markdown.Options{})
	progress.Stop()
	if notJSON := text.fault(ctx, err); notJSON != nil {
		return meta, x.fail(invalidInput, err.Error(), notJSON)
	}
	if err != nil {
		return meta, x.failed(err)
	}
	return meta, nil
}
