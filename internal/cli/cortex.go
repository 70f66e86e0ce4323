package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/pkg/cortex"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// cortexFlags are the flags of the commands of cortex.
type cortexFlags struct {
	store  string
	recipe string
	format string
	limit  int
}

func newCortex(a *app) *cobra.Command {
	f := &cortexFlags{}
	cmd := &cobra.Command{
		Use:   "cortex search|list|forget",
		Short: "Search the local store of rendered pages",
		Long: `Search the local store of rendered pages, list what is in it, or forget it.

A Markdown recipe with "index": "cortex" keeps there what render makes of a URL.
The store is one file, readable by its owner alone: cortex.db in the folder wield
of the user's data, or what --store, WIELD_CORTEX_PATH or cortex_path in
.wield.yaml name. Values of credentials in the URL (api_key=…) are not kept.`,
		Example: "  " + a.program + ` cortex search red shoe
  ` + a.program + ` cortex list`,
		Args: cobra.ArbitraryArgs,
		RunE: a.action(func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			return usagef("%s needs one of search, list and forget; `%s --help` shows how", cmd.CommandPath(), cmd.CommandPath())
		}),
	}
	cmd.PersistentFlags().StringVar(&f.store, "store", "", "the `FILE` of the store")
	cmd.AddCommand(newCortexSearch(a, f), newCortexList(a, f), newCortexForget(a, f))
	return cmd
}

func newCortexSearch(a *app, f *cortexFlags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "search QUERY [QUERY…]",
		Short: "Find pages by their words, the best first",
		Long: `Find pages by their words, the best first. A word in a title counts more than
one in a heading, and that more than one in the text.

All words have to be found, in any order; capitals and accents make no difference.

  "red shoe"   these words in a row
  sho*         the beginning of a word
  red OR blue  one of the two
  -blue        without this word (behind --, or within quotes of the shell)

Any other character is a space.`,
		Example: "  " + a.program + ` cortex search red shoe
  ` + a.program + ` cortex search '"running shoe" OR boot* -used'
  ` + a.program + ` cortex search tea --format json | ` + a.program + ` query 'results[].source'`,
		Args: arguments("QUERY [QUERY…]"),
		RunE: a.action(func(cmd *cobra.Command, args []string) error {
			return a.cortexSearch(cmd.Context(), strings.Join(args, " "), f)
		}),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.recipe, "recipe", "", "only pages of the recipe with this `ID`")
	f.limit = 10
	flags.VarP(newWhole(&f.limit, 1), "limit", "n", "print at most this many pages")
	flags.Var(newChoice(&f.format, "text", "json"), "format", "print for a person, or JSON with the Markdown of each page")
	return cmd
}

func newCortexList(a *app, f *cortexFlags) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List what is in the store, the last first",
		Example: "  " + a.program + ` cortex list --recipe products`,
		Args:    arguments(""),
		RunE: a.action(func(cmd *cobra.Command, _ []string) error {
			return a.cortexList(cmd.Context(), f)
		}),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.recipe, "recipe", "", "only what the recipe with this `ID` has made")
	flags.Var(newChoice(&f.format, "text", "json"), "format", "print for a person, or JSON")
	return cmd
}

// openStore opens the store for reading; nil where nothing was ever put in.
// Its error, and those of the store, are for storeFault.
func (a *app) openStore(ctx context.Context, f *cortexFlags) (*cortex.Store, error) {
	path, err := a.storePath(f.store)
	if err != nil {
		return nil, err
	}
	s, err := cortex.Open(ctx, path)
	if errors.Is(err, cortex.ErrNone) {
		return nil, nil
	}
	return s, err
}

// openEntries opens the store, nil where there is none, and lists it.
func (a *app) openEntries(ctx context.Context, f *cortexFlags, filter cortex.Filter) (*cortex.Store, []cortex.Entry, error) {
	s, err := a.openStore(ctx, f)
	if err != nil || s == nil {
		return nil, nil, err
	}
	entries, err := s.List(ctx, filter)
	if err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	return s, entries, nil
}

// storeFault says what to do about a store that cannot be used.
func storeFault(err error) error {
	var e *cortex.Error
	if errors.As(err, &e) && e.Damaged {
		return usagef("%s; `wield-dev cortex forget --all` removes it", e)
	}
	return err
}

func (a *app) cortexSearch(ctx context.Context, text string, f *cortexFlags) error {
	q, err := cortex.ParseQuery(text)
	if err != nil {
		return usagef("%s", err)
	}
	s, err := a.openStore(ctx, f)
	if err != nil {
		return storeFault(err)
	}
	var hits []cortex.Hit
	total := 0
	if s != nil {
		defer s.Close()
		if hits, total, err = s.Search(ctx, q, cortex.Filter{Recipe: f.recipe}, f.limit); err != nil {
			return storeFault(err)
		}
	}
	if f.format == "json" {
		return a.printJSON(searchValue(text, total, hits), false)
	}
	if total == 0 {
		a.streams.Note("nothing was found")
		return nil
	}
	var b bytes.Buffer
	for i := range hits {
		if i > 0 {
			b.WriteByte('\n')
		}
		a.writeHit(&b, &hits[i])
	}
	if _, err := a.streams.Out.Write(b.Bytes()); err != nil {
		return err
	}
	if len(hits) < total {
		a.streams.Note("%d of %s; --limit shows more", len(hits), count(total, "page"))
	}
	return nil
}

// writeHit prints a page that was found: its title, where it comes from, and
// the text around the words.
func (a *app) writeHit(b *bytes.Buffer, h *cortex.Hit) {
	style := a.streams.Out.Style()
	pieces := func(all []cortex.Piece, other func(string) string) {
		for _, p := range all {
			text := diag.Escape(strings.ReplaceAll(p.Text, "\n", " / "))
			if p.Match {
				text = style.Accent(text)
			} else {
				text = other(text)
			}
			b.WriteString(text)
		}
		b.WriteByte('\n')
	}
	pieces(h.Title, style.Strong)
	b.WriteString("  " + diag.Escape(h.Source))
	if h.Document > 0 {
		fmt.Fprintf(b, ", document %d", h.Document)
	} else {
		fmt.Fprintf(b, ", %s", count(h.Records, "record"))
	}
	fmt.Fprintf(b, ", by %s on %s\n  ", diag.Escape(h.Recipe), localTime(h.Rendered))
	pieces(h.Snippet, func(text string) string { return text })
}

// localTime is a time as people write it, to the minute.
func localTime(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }

func searchValue(query string, total int, hits []cortex.Hit) jsonval.Value {
	results := make([]jsonval.Value, len(hits))
	for i, h := range hits {
		document := jsonval.NullValue()
		if h.Document > 0 {
			document = jsonval.IntValue(h.Document)
		}
		var b jsonval.Builder
		results[i] = b.Set("recipe", jsonval.StringValue(h.Recipe)).
			Set("source", jsonval.StringValue(h.Source)).
			Set("document", document).
			Set("title", jsonval.StringValue(wholeText(h.Title))).
			Set("snippet", jsonval.StringValue(wholeText(h.Snippet))).
			Set("markdown", jsonval.StringValue(h.Markdown)).
			Set("records", jsonval.IntValue(h.Records)).
			Set("rendered", jsonval.StringValue(h.Rendered.Format(time.RFC3339))).
			Value()
	}
	var b jsonval.Builder
	return b.Set("version", jsonval.IntValue(1)).
		Set("query", jsonval.StringValue(query)).
		Set("total", jsonval.IntValue(total)).
		Set("results", jsonval.ArrayValue(results)).
		Value()
}

func wholeText(pieces []cortex.Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.Text)
	}
	return b.String()
}

func (a *app) cortexList(ctx context.Context, f *cortexFlags) error {
	s, entries, err := a.openEntries(ctx, f, cortex.Filter{Recipe: f.recipe})
	if err != nil {
		return storeFault(err)
	}
	if s != nil {
		defer s.Close()
	}
	if f.format == "json" {
		return a.printJSON(listValue(entries), false)
	}
	if len(entries) == 0 {
		a.streams.Note("the store is empty")
		return nil
	}
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "RENDERED\tRECIPE\tPAGES\tRECORDS\tSOURCE")
	for _, e := range entries {
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%s\n", localTime(e.Rendered), diag.Escape(e.Recipe), e.Pages, e.Records, diag.Escape(e.Source))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err = a.streams.Out.Write(b.Bytes())
	return err
}

func listValue(entries []cortex.Entry) jsonval.Value {
	renders := make([]jsonval.Value, len(entries))
	for i, e := range entries {
		var b jsonval.Builder
		renders[i] = b.Set("recipe", jsonval.StringValue(e.Recipe)).
			Set("source", jsonval.StringValue(e.Source)).
			Set("title", jsonval.StringValue(e.Title)).
			Set("pages", jsonval.IntValue(e.Pages)).
			Set("records", jsonval.IntValue(e.Records)).
			Set("bytes", jsonval.IntValue(e.Bytes)).
			Set("rendered", jsonval.StringValue(e.Rendered.Format(time.RFC3339))).
			Value()
	}
	var b jsonval.Builder
	return b.Set("version", jsonval.IntValue(1)).Set("renders", jsonval.ArrayValue(renders)).Value()
}

// storePath is the file of the local store: the one that is named, else that
// of the configuration, else the user's.
func (a *app) storePath(named string) (string, error) {
	if path := cmp.Or(named, a.config.CortexPath); path != "" {
		return path, nil
	}
	dir, err := dataDir()
	if err != nil {
		return "", usagef("there is no folder for the local store (%s); name its file in WIELD_CORTEX_PATH", err)
	}
	return filepath.Join(dir, "wield", "cortex.db"), nil
}

// dataDir is the folder of the user's data.
func dataDir() (string, error) {
	switch runtime.GOOS {
	case "windows": // %LocalAppData%
		return os.UserCacheDir()
	case "darwin": // ~/Library/Application Support
		return os.UserConfigDir()
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share"), err
}
