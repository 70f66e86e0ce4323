package cli

import (
	"context"
	"fmt"
	"path"
	"slices"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/internal/verdict"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/run"
)

// candidate is a recipe that is to be tested.
type candidate struct {
	file     files.File
	har      string // the name of its own recording; "" where it has no place
	recipe   *recipe.Recipe
	found    []*diag.Diagnostic
	flags    runFlags // what is about this recipe
	recorded []byte   // by --update
}

// candidates reads the recipes: of those that were found in a folder the
// current versions. A file that cannot be read is an error, before anything is
// sent.
func (a *app) candidates(ctx context.Context, in *inspection, list []files.File, f *testFlags) ([]*candidate, error) {
	read := make([]*candidate, len(list))
	errs := make([]error, len(list))
	err := in.each(ctx, len(list), func(i int) {
		file := list[i]
		if recipe.ParseFileName(path.Base(file.Place)).Version > 0 && !file.Named {
			return
		}
		text, err := file.Read(ctx)
		if err != nil {
			errs[i] = err
			return
		}
		c := &candidate{file: file}
		if file.Place != "" {
			c.har = recordingOf(file.Name)
		}
		c.recipe, c.found = recipe.Load(file.Name, text)
		diag.Sort(c.found)
		switch t := (&target{file: file, text: text}); {
		case !t.isMarkdown(c.recipe):
			read[i] = c
		case file.Named:
			errs[i] = usagef("%s is a Markdown recipe, which has no verify; test is for site recipes", diag.Escape(file.Name))
		}
	})
	if err != nil {
		return nil, err
	}
	for i, c := range read {
		switch {
		case errs[i] != nil:
			return nil, errs[i]
		case c != nil && c.har == "" && (f.replay || f.update):
			return nil, usagef("standard input has no recording beside it; --stdin-filename says where the recipe stands")
		}
	}
	return slices.DeleteFunc(read, func(c *candidate) bool { return c == nil }), nil
}

// result gives a result of the candidate that took no time.
func (c *candidate) result(outcome run.Outcome, failed *run.Failure) verdict.Result {
	return verdict.Result{File: c.file.Name, ID: c.recipe.ID, Version: c.recipe.Version, Source: c.recipe.Source, Outcome: outcome, Failure: failed}
}

// invalid tells of the first error of a recipe that is not run.
func (c *candidate) invalid(errs int) *run.Failure {
	first := c.found[slices.IndexFunc(c.found, isError)]
	f := &run.Failure{Outcome: run.InvalidRecipe, Message: fmt.Sprintf("%s: %s", first.Code, first.Message), Hint: first.Hint}
	if len(first.Secrets) == 0 {
		f.Place = &first.Span
	}
	if errs > 1 {
		f.Message += fmt.Sprintf(" (and %d more)", errs-1)
	}
	return f
}

// spreadVars gives each recipe the values that it derives. One that no recipe
// has use for is a mistake.
func (a *app) spreadVars(ctx context.Context, all []*candidate, f *testFlags) error {
	given, err := a.givenVars(ctx, &f.run)
	if err != nil {
		return err
	}
	for _, v := range given {
		var known []string
		used := false
		for _, c := range all {
			for _, d := range c.recipe.Derive {
				known = append(known, d.Name)
				if d.Name == v.name {
					c.flags.vars = append(c.flags.vars, v.name+"="+v.text)
					used = true
				}
			}
		}
		if !used {
			return unknownVar(v, known)
		}
	}
	return nil
}

// spreadMappings gives each recipe the mappings of its origins.
func spreadMappings(all []*candidate, texts []string) error {
	var origins []string
	for _, c := range all {
		origins = append(origins, c.recipe.Origins()...)
	}
	mappings, err := originMappings(texts, origins, "an origin of a recipe that is tested")
	for i, m := range mappings {
		for _, c := range all {
			if slices.Contains(c.recipe.Origins(), m.Origin) {
				c.flags.mapOrigin = append(c.flags.mapOrigin, texts[i])
			}
		}
	}
	return err
}
