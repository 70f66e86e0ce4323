package cli

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/extract"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/selector"
)

// extractFlags are the flags of `extract`.
type extractFlags struct {
	contentType string
	parse       string
	compact     bool
}

func newExtract(a *app) *cobra.Command {
	f := &extractFlags{}
	cmd := &cobra.Command{
		Use:   "extract SPEC [FILE|-]",
		Short: "Try an extract object on a saved page or body",
		Long: `Try an extract object on a saved page or body, and print the variables as JSON.

SPEC is what stands in a step's "extract", as JSON or as @FILE. The body comes
from FILE or, without one, from standard input. What kind it is follows from
--parse, else from --content-type, else from the name of the file and the body
itself. Where a selector matches nothing, it is said how far it got.`,
		Example: `  echo '<h1>Tea</h1>' | ` + a.program + ` extract '{"html":{"title":{"selector":"h1"}}}' --parse html`,
		Args:    arguments("SPEC [FILE|-]"),
		RunE: a.action(func(cmd *cobra.Command, args []string) error {
			return a.extract(cmd.Context(), args, f)
		}),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Var(newChoice(&f.parse, "auto", "json", "html", "text", "turbo_stream"), "parse", "read the body as this kind")
	flags.StringVar(&f.contentType, "content-type", "", "the response's content-type header, with its charset (`TYPE`)")
	flags.BoolVarP(&f.compact, "compact", "c", false, "print the variables in one line")
	return cmd
}

func (a *app) extract(ctx context.Context, args []string, f *extractFlags) error {
	step, err := a.extractSpec(ctx, args[0])
	if err != nil {
		return err
	}
	name, data, err := a.readInput(ctx, args[1:])
	if err != nil {
		return err
	}
	mode, _ := extract.ParseMode(f.parse)
	contentType := f.contentType
	if contentType == "" {
		contentType = guessType(name, data)
	}
	body := extract.Read(extract.Source{Data: data, ContentType: contentType, Parse: mode, WantJSON: len(step.JSON) > 0})
	if err := body.Load(); err != nil {
		return a.extractFault(name, err)
	}
	result, err := extract.Run(ctx, body, step, extract.Limits{})
	if err != nil {
		return a.extractFault(name, err)
	}
	for _, w := range append(body.Warnings(), result.Warnings...) {
		note := w.Message
		if w.Hint != "" {
			note += " (" + w.Hint + ")"
		}
		a.streams.Note("note: %s", diag.Escape(note))
	}
	for _, d := range result.Dropped {
		a.streams.Note("note: %s matched %d elements, %d were kept", diag.Escape(d.Var), d.Count+d.Max, d.Max)
	}
	a.explainMisses(body, step, result.Values)
	return a.printJSON(result.Values, f.compact)
}

// extractSpec reads SPEC: JSON, or @FILE.
func (a *app) extractSpec(ctx context.Context, spec string) (*extract.Step, error) {
	name, text := "SPEC", []byte(spec)
	if file, ok := strings.CutPrefix(spec, "@"); ok {
		var err error
		if text, err = files.ReadInput(ctx, file, a.streams.In, files.MaxSize); err != nil {
			return nil, err
		}
		name = file
	}
	step, findings := recipe.LoadExtract(name, text)
	source := diag.NewSource(name, text)
	for _, d := range findings {
		a.show(source, d)
	}
	if errors, _ := diag.Count(findings); errors > 0 || step == nil {
		return nil, found()
	}
	return step, nil
}

// guessType is the content-type of a saved body by its file's name, else by
// how it begins.
func guessType(name string, data []byte) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".html", ".htm", ".xhtml":
		return "text/html"
	case ".json":
		return "application/json"
	case ".txt":
		return "text/plain"
	}
	front := strings.TrimLeft(string(data[:min(len(data), 1024)]), "\ufeff \t\r\n")
	switch {
	case strings.HasPrefix(front, "<turbo-stream"):
		return "text/vnd.turbo-stream.html"
	case strings.HasPrefix(front, "<"):
		return "text/html"
	case strings.HasPrefix(front, "{"), strings.HasPrefix(front, "["):
		return "application/json"
	}
	return "text/plain"
}

// extractFault says why nothing could be extracted.
func (a *app) extractFault(name string, err error) error {
	var failed *extract.Error
	if !errors.As(err, &failed) {
		return err
	}
	message := failed.Message
	if failed.Hint != "" {
		message += "; " + failed.Hint
	}
	if failed.Reason.OfBody() && name != "-" {
		message = name + ": " + message
	}
	return recipef("%s", message)
}

// explainMisses says of each selector that matched nothing how far it got.
func (a *app) explainMisses(body *extract.Body, step *extract.Step, values jsonval.Value) {
	if len(step.HTML)+len(step.Items)+len(step.Embedded) == 0 {
		return
	}
	root, err := body.Page()
	if err != nil {
		return
	}
	miss := func(what string, s *selector.Selector, below dom.Node) {
		if s == nil {
			return
		}
		if n, err := s.Count(below, nil); err == nil && n == 0 {
			a.streams.Note("note: %s: %s", diag.Escape(what), diag.Escape(s.Explain(below).Sentence))
		}
	}
	for i := range step.HTML {
		miss(step.HTML[i].Name, step.HTML[i].Selector, root)
	}
	for i := range step.Embedded {
		miss("embedded_json", step.Embedded[i].Selector, root)
	}
	for i := range step.Items {
		items := &step.Items[i]
		miss(items.Name, items.Selector, root)
		first, err := items.Selector.First(root, nil)
		if err != nil || first.IsZero() {
			continue
		}
		for j := range items.Fields {
			if field := &items.Fields[j]; nowhere(values.Field(items.Name), field.Name) {
				miss(items.Name+"."+field.Name+" in the first item", field.Selector, first)
			}
		}
	}
}

// nowhere reports whether a field is null in every item.
func nowhere(items jsonval.Value, field string) bool {
	for _, item := range items.Items() {
		if !item.Field(field).IsNull() {
			return false
		}
	}
	return true
}
