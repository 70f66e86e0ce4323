package cli

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/markdown"
	"github.com/wield-run/wield/pkg/recipe"
)

// publishedSchemas lists the JSON Schemas of the formats by their names.
func publishedSchemas() (names []string, text map[string]func() string) {
	return []string{"site", "markdown"}, map[string]func() string{"site": recipe.PublishedSchema, "markdown": markdown.PublishedSchema}
}

func newSchema(a *app) *cobra.Command {
	names, texts := publishedSchemas()
	return &cobra.Command{
		Use:   "schema [site|markdown]",
		Short: "Print the JSON Schema of a format, for editors",
		Long: `Print the JSON Schema of a format, for editors: that of site recipes, or that
of Markdown recipes. It is in what draft-07 and 2020-12 read alike, so that
every editor understands it. validate finds much more than a schema can say.`,
		Example: "  " + a.program + " schema > recipe-v1.json\n" +
			"  " + a.program + " schema markdown > markdown-recipe-v1.json",
		Args:      arguments("[site|markdown]"),
		ValidArgs: names,
		RunE: a.action(func(_ *cobra.Command, args []string) error {
			name := names[0]
			if len(args) > 0 {
				name = args[0]
			}
			text, known := texts[name]
			if !known {
				return usagef("there is no format %s; %s", diag.Quote(name, 40), diag.DidYouMean(name, names))
			}
			_, err := io.WriteString(a.streams.Out, text())
			return err
		}),
	}
}
