package cli

import (
	"context"
	"errors"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown"
	"github.com/wield-run/wield/pkg/markdown/derive"
)

// drafted is the value of `run --render` that asks for a recipe to be drafted.
const drafted = "auto"

// outputPrinter gives what prints the output of a run: as JSON, or as Markdown
// by a recipe, which is read before anything is sent.
func (a *app) outputPrinter(ctx context.Context, f *runFlags) (func(jsonval.Value) error, error) {
	switch f.render {
	case "":
		if f.suggest {
			return a.printSuggestions, nil
		}
		return func(v jsonval.Value) error { return a.printJSON(v, f.compact) }, nil
	case drafted:
		return a.printDrafted, nil
	}
	r, err := a.loadMarkdown(ctx, f.render)
	if err != nil {
		return nil, err
	}
	return func(v jsonval.Value) error {
		result, err := markdown.Render(r, v, markdown.Options{})
		var finding *diag.Diagnostic
		if errors.As(err, &finding) {
			a.show(r.Source, finding)
			return found()
		}
		if err != nil {
			return err
		}
		return a.printMarkdown(r, result)
	}, nil
}

// printDrafted prints a value as Markdown by a recipe that is drafted from it.
func (a *app) printDrafted(v jsonval.Value) error {
	draft, err := derive.Derive(v, derive.Source{})
	if err != nil {
		return recipef("the output cannot be rendered: %s", err.Error())
	}
	a.streams.Note("note: rendered by a draft, with %s as %s; `%s derive` shows such a draft", diag.Escape(draft.Chosen.Select), draft.Chosen.Mode, a.program)
	return a.printMarkdown(draft.Recipe, draft.Result)
}

func (a *app) printMarkdown(r *markdown.Recipe, result *markdown.Result) error {
	o, err := a.newRenderOutput(&renderFlags{})
	if err != nil {
		return err
	}
	if err := o.take(result); err != nil {
		return err
	}
	a.noteMeta(r, &result.Meta)
	return o.finish(result.Meta)
}
