package cli

import (
	"bytes"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown"
	"github.com/wield-run/wield/pkg/recipe"
)

func newValidate(a *app) *cobra.Command {
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:   "validate [PATH…]",
		Short: "Check recipes: format, references, templates, JMESPath, selectors, schemas",
		Long: `Check recipes before anything is sent: the format, references, templates,
JMESPath and its traps, selectors, regular expressions, JSON Schemas, the
file's name and its versions. Markdown recipes are checked too: they have a
member schemaVersion.

A PATH is a file, a folder, or - for standard input. Without one it is the
folder recipes, else the working folder. In a folder the files that git ignores
are left out, and those that are no recipe; a file that is named is always read.`,
		Example: `  wield-dev validate recipes/example.de/search-items.json
  wield-dev validate --format github --format sarif=wield.sarif`,
		Args: arguments("[PATH…]"),
		RunE: a.action(func(cmd *cobra.Command, args []string) error {
			return a.check(cmd, args, f, validateFile)
		}),
	}
	f.add(cmd)
	return cmd
}

// validateFile gives what validate finds in one file.
func validateFile(t *target) ([]*diag.Diagnostic, error) {
	c, err := t.validated(func(r *recipe.Recipe, version int) bool { return version == r.Version })
	return c.found, err
}

// validated is a recipe with what validate finds in it, and the other versions
// that stand beside it.
type validated struct {
	recipe *recipe.Recipe
	older  []recipe.Older
	found  []*diag.Diagnostic
}

// validated reads a file as a recipe. The texts of the versions beside it are
// there where they are needed.
func (t *target) validated(needed func(r *recipe.Recipe, version int) bool) (validated, error) {
	r, found := recipe.Load(t.file.Name, t.text)
	if t.isMarkdown(r) {
		// No safety rule is about it, nor has it a place or versions.
		_, found = markdown.Load(t.file.Name, t.text)
		return validated{recipe: &recipe.Recipe{Source: r.Source}, found: found}, nil
	}
	found = append(found, recipe.CheckPlace(r, t.file.Place)...)
	older, err := t.olderVersions(func(version int) bool { return needed(r, version) })
	if err != nil {
		return validated{}, err
	}
	return validated{r, older, append(found, recipe.CheckVersions(r, older)...)}, nil
}

// isMarkdown tells whether a file is a Markdown recipe. Most site recipes are
// told from one without reading them again.
func (t *target) isMarkdown(r *recipe.Recipe) bool {
	if r.Root != nil && !bytes.Contains(t.text, []byte("schemaVersion")) {
		return false
	}
	root, _ := jsonval.ParseTree(t.text)
	return markdown.IsMarkdownRecipe(root)
}

// target is one file that is looked at.
type target struct {
	file    files.File
	text    []byte
	folders *folders
}
