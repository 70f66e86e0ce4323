package cli

import (
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/report"
	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/rules"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/recipe"
)

func newLint(a *app) *cobra.Command {
	f := &checkFlags{}
	about := `Check recipes as validate does, and by the safety rules: what a recipe
may do with the session of whoever runs it. The versions of a recipe that stand
beside it are compared, and a version that is not the current one is held to the
format alone.

A PATH is a file, a folder, or - for standard input. Without one it is the
folder recipes, else the working folder.
`
	switch a.program {
	case "wield-build":
		about += `
This is what a recipe has to pass before it is published: it must stand in
recipes/<site-id>/, a project's .wield.yaml is not read unless --config names
it, and nothing leaves out an error of a safety rule. The warnings of safety
rules are for the reviewer; they are listed at the end.`
	default:
		about += `
wield-build lint runs the same rules for the registry. It is stricter in two
ways: it wants the file at its place, and no setting leaves out an error of a
safety rule.`
	}
	cmd := &cobra.Command{
		Use:   "lint [PATH…]",
		Short: "Check recipes as validate does, and by the safety rules",
		Long:  about,
		Example: "  " + a.program + " lint recipes/example.de/search-items.json\n" +
			"  " + a.program + " lint --since origin/main --format github --format sarif=wield.sarif",
		Args: arguments("[PATH…]"),
		RunE: a.action(func(cmd *cobra.Command, args []string) error {
			f.family = recipeFamily
			return a.check(cmd, args, f, a.newLinter().file)
		}),
	}
	f.add(cmd)
	return cmd
}

// recipeFamily is the same for all versions of a recipe: they are compared
// with each other.
func recipeFamily(place string) string {
	dir, base := path.Split(place)
	return dir + recipe.ParseFileName(base).Slug
}

// linter runs the safety rules.
type linter struct {
	rules    []*lint.Analyzer
	restated []lint.Restated
	gate     bool // the registry's: the place of a file counts

	// passed tells whether a version that is not the current one has passed the
	// rules when it was. Nil: all have.
	passed func(r *recipe.Recipe) bool
}

func (a *app) newLinter() *linter {
	return &linter{rules: rules.All(), restated: rules.Restated(), gate: a.program == "wield-build"}
}

// file gives what validate and the safety rules find in one file.
func (l *linter) file(t *target) ([]*diag.Diagnostic, error) {
	_, found, err := l.recipe(t)
	return found, err
}

func (l *linter) recipe(t *target) (*recipe.Recipe, []*diag.Diagnostic, error) {
	c, err := t.validated(func(*recipe.Recipe, int) bool { return true })
	switch {
	case err != nil:
		return nil, nil, err
	case !t.current() && (l.passed == nil || l.passed(c.recipe)):
		return c.recipe, c.found, nil
	case !t.current():
		safety, err := lint.Run(&lint.Pass{Recipe: c.recipe, Found: c.found}, l.alone())
		return c.recipe, lint.Merge(c.found, safety, l.restated), err
	}
	pass := &lint.Pass{Recipe: c.recipe, Found: c.found, Place: t.file.Place, Siblings: t.siblings()}
	if !l.gate && slices.ContainsFunc(c.found, outsideOfRecipes) {
		pass.Place = "" // a draft may stand anywhere; validate has warned of it
	}
	for _, o := range c.older {
		pass.Older = append(pass.Older, lint.LoadOlder(o))
	}
	safety, err := lint.Run(pass, l.rules)
	return c.recipe, lint.Merge(c.found, safety, l.restated), err
}

// alone gives the rules that look at one file and not at its versions.
func (l *linter) alone() []*lint.Analyzer {
	return slices.DeleteFunc(slices.Clone(l.rules), func(rule *lint.Analyzer) bool { return rule.ID == "S18" })
}

// current tells whether a file is named as the current version of a recipe.
func (t *target) current() bool {
	return recipe.ParseFileName(path.Base(t.file.Place)).Version == 0
}

// outsideOfRecipes tells the one finding about a place that is a warning.
func outsideOfRecipes(d *diag.Diagnostic) bool {
	return d.Code == "F6" && d.Severity == diag.Warning
}

// brokenRule gives the rule whose own fault an error is, or nil.
func brokenRule(err error) *lint.BrokenRule {
	var broken *lint.BrokenRule
	errors.As(err, &broken)
	return broken
}

// reportBrokenRules tells of the rules that failed, each once however many
// files it failed on, and whether there are any.
func (a *app) reportBrokenRules(all []inspected) bool {
	var told []string
	for i := range all {
		broken := brokenRule(all[i].err)
		if broken == nil || slices.Contains(told, broken.ID) {
			continue
		}
		told = append(told, broken.ID)
		reportBug(a.streams.Err, a.program, broken.Error())
		printStack(a.streams.Err, broken.Stack)
	}
	return len(told) > 0
}

// review lists what only a person can judge.
func (a *app) review(r *report.Report) {
	width := 0
	if a.streams.Err.IsTerminal() {
		width = a.streams.Err.Width()
	}
	if table := r.Review(a.streams.Err.Style(), width); table != "" {
		a.streams.Note("\n%s", strings.TrimSuffix(table, "\n"))
	}
}

// forPeople tells whether what goes to standard output is meant for people.
func forPeople(targets []report.Target) bool {
	return slices.ContainsFunc(targets, func(t report.Target) bool {
		return t.File == "" && (t.Format.Name == "text" || t.Format.Name == "concise")
	})
}
