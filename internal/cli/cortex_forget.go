package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/cortex"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
)

func newCortexForget(a *app, f *cortexFlags) *cobra.Command {
	var all, yes bool
	cmd := &cobra.Command{
		Use:   "forget [URL]",
		Short: "Take pages out of the store",
		Long: `Take pages out of the store: those of a URL, of a recipe, or all. What is
forgotten is overwritten in the file. On a terminal it asks first.`,
		Example: "  " + a.program + ` cortex forget 'https://api.example.com/items?page=1'
  ` + a.program + ` cortex forget --recipe products
  ` + a.program + ` cortex forget --all --yes`,
		Args: arguments("[URL]"),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return a.completeSources(cmd, args, f), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: a.action(func(cmd *cobra.Command, args []string) error {
			switch {
			case all && (len(args) > 0 || f.recipe != ""):
				return usagef("--all forgets everything; leave it out to forget a URL or a recipe")
			case !all && len(args) == 0 && f.recipe == "":
				return usagef("%s needs a URL, --recipe or --all", cmd.CommandPath())
			}
			filter := cortex.Filter{Recipe: f.recipe}
			if len(args) > 0 {
				filter.Source = storedSource(args[0])
			}
			return a.cortexForget(cmd.Context(), filter, f, yes)
		}),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.recipe, "recipe", "", "what the recipe with this `ID` has made")
	flags.BoolVar(&all, "all", false, "everything")
	flags.BoolVarP(&yes, "yes", "y", false, "do not ask")
	return cmd
}

// storedSource is how a URL that a person writes stands in the store.
func storedSource(text string) string {
	u, err := fetch.ParseURL(text, nil)
	if err != nil {
		return text
	}
	return querySecrets(u).Text(u.WithoutFragment().String())
}

func (a *app) cortexForget(ctx context.Context, filter cortex.Filter, f *cortexFlags, yes bool) error {
	s, entries, err := a.openEntries(ctx, f, cortex.Filter{})
	var damage *cortex.Error
	switch {
	case filter == (cortex.Filter{}) && errors.As(err, &damage) && damage.Damaged:
		return a.removeStore(ctx, damage, yes)
	case err != nil:
		return storeFault(err)
	case s != nil:
		defer s.Close()
	}
	matching := slices.DeleteFunc(slices.Clone(entries), func(e cortex.Entry) bool {
		return filter.Recipe != "" && e.Recipe != filter.Recipe || filter.Source != "" && e.Source != filter.Source
	})
	if len(matching) == 0 {
		return a.nothingToForget(filter, entries)
	}
	pages := 0
	for _, e := range matching {
		pages += e.Pages
	}
	what := count(pages, "page") + " of " + count(len(matching), "URL")
	if len(matching) == 1 {
		what = fmt.Sprintf("%s of %s by %s", count(pages, "page"), diag.Escape(matching[0].Source), diag.Escape(matching[0].Recipe))
	}
	if ok, err := a.mayForget(ctx, "Forget "+what+"?", yes); !ok || err != nil {
		return err
	}
	if _, err := s.Forget(ctx, filter); err != nil {
		return storeFault(err)
	}
	a.streams.Note("forgot %s", what)
	return nil
}

// removeStore removes the file of a store that cannot be read any more.
func (a *app) removeStore(ctx context.Context, damage *cortex.Error, yes bool) error {
	if ok, err := a.mayForget(ctx, damage.Error()+". Remove it?", yes); !ok || err != nil {
		return err
	}
	if err := cortex.Remove(damage.Path); err != nil {
		return err
	}
	a.streams.Note("removed %s", diag.Escape(damage.Path))
	return nil
}

// mayForget asks, unless --yes has answered.
func (a *app) mayForget(ctx context.Context, question string, yes bool) (bool, error) {
	if yes {
		return true, nil
	}
	ok, err := a.streams.Ask(ctx, question)
	switch {
	case errors.Is(err, terminal.ErrNoTerminal):
		return false, usagef("there is no terminal to ask on; --yes forgets without asking")
	case err == nil && !ok:
		a.streams.Note("nothing was forgotten")
	}
	return ok, err
}

// nothingToForget tells that the store has nothing of the kind.
func (a *app) nothingToForget(filter cortex.Filter, entries []cortex.Entry) error {
	if len(entries) == 0 {
		a.streams.Note("the store is empty")
		return nil
	}
	var sources, recipes []string
	for _, e := range entries {
		sources, recipes = append(sources, e.Source), append(recipes, e.Recipe)
	}
	switch {
	case filter.Source == "":
		return usagef("the store has nothing of the recipe %s; %s", diag.Quote(filter.Recipe, 80), diag.DidYouMean(filter.Recipe, recipes))
	case slices.Contains(sources, filter.Source):
		return usagef("the store has nothing of %s by the recipe %s", diag.Quote(filter.Source, 200), diag.Quote(filter.Recipe, 80))
	}
	if near := diag.Nearest(filter.Source, sources); near != "" {
		return usagef("the store has nothing of %s; did you mean %s?", diag.Quote(filter.Source, 200), diag.Escape(near))
	}
	return usagef("the store has nothing of %s; `%s cortex list` shows what it has", diag.Quote(filter.Source, 200), a.program)
}

// completeSources gives the URLs in the store to a shell.
func (a *app) completeSources(cmd *cobra.Command, args []string, f *cortexFlags) []string {
	if len(args) > 0 || a.configure(cmd.Flags()) != nil {
		return nil
	}
	s, entries, err := a.openEntries(cmd.Context(), f, cortex.Filter{Recipe: f.recipe})
	if err != nil || s == nil {
		return nil
	}
	defer s.Close()
	sources := make([]string, len(entries))
	for i, e := range entries {
		sources[i] = e.Source
	}
	return slices.Compact(slices.Sorted(slices.Values(sources)))
}
