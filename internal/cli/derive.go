package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/derive"
	"github.com/wield-run/wield/pkg/paging"
)

func newDerive(a *app) *cobra.Command {
	f := &fetchFlags{}
	cmd := &cobra.Command{
		Use:   "derive [FILE|-|URL]",
		Short: "Draft a Markdown recipe from a sample of JSON",
		Long: `Draft a Markdown recipe from a sample of JSON, such as one page of an API.

The draft goes to standard output; standard error says what was chosen and why,
what came next, and what was left out. It is a place to begin: look at it before
you use it. Of a URL, its query and its Link header tell how pages are found.`,
		Example: `  echo '{"items":[{"name":"Tea","price":2.50}],"next":null}' | wield-dev derive > items.json
  wield-dev derive answer.json | wield-dev render - answer.json`,
		Args: arguments("[FILE|-|URL]"),
		RunE: a.action(func(cmd *cobra.Command, args []string) error {
			in, err := a.input(args, cmd.Flags())
			if err != nil {
				return err
			}
			return a.derive(cmd.Context(), in, f)
		}),
	}
	cmd.Flags().SortFlags = false
	f.add(cmd.Flags())
	return cmd
}

func (a *app) derive(ctx context.Context, in *input, f *fetchFlags) error {
	var sample jsonval.Value
	var source derive.Source
	var err error
	if in.url != nil {
		sample, source, err = a.sampleOf(ctx, in.url, f)
	} else {
		sample, err = a.sampleFrom(ctx, in, f)
	}
	if err != nil {
		return err
	}
	draft, err := derive.Derive(sample, source)
	if err != nil {
		return recipef("%s: %s", diag.Escape(in.String()), err.Error())
	}
	for _, note := range draft.Notes() {
		a.streams.Note("note: %s", note)
	}
	_, err = a.streams.Out.Write(draft.Text)
	return err
}

// sampleFrom reads the sample from a file or from standard input.
func (a *app) sampleFrom(ctx context.Context, in *input, f *fetchFlags) (jsonval.Value, error) {
	limit := int64(f.maxBytes)
	if limit == 0 {
		limit = maxData
	}
	text, err := a.openText(ctx, in, limit)
	if err != nil {
		return jsonval.Value{}, err
	}
	defer text.Close()
	stream := jsonval.NewStream(text)
	sample, err := stream.Value()
	if err == nil {
		err = stream.End()
	}
	if notJSON := text.fault(ctx, err); notJSON != nil {
		return sample, notJSON
	}
	return sample, err
}

// sampleOf fetches the sample, and says what is known of its request.
func (a *app) sampleOf(ctx context.Context, u *fetch.URL, f *fetchFlags) (jsonval.Value, derive.Source, error) {
	source := derive.Source{}
	o, err := a.openOrigin(ctx, u, f)
	if err != nil {
		return jsonval.Value{}, source, err
	}
	progress := a.streams.Progress(func() string { return "fetching " + diag.Escape(o.secrets.Text(u.String())) })
	sample, header, err := paging.Single(ctx, u, o, o.options(f))
	progress.Stop()
	if written := o.end(); written != nil {
		return sample, source, written
	}
	var failed *paging.Error
	if errors.As(err, &failed) && ctx.Err() == nil {
		return sample, source, a.originFailure(o.judge(failed))
	}
	for _, p := range fetch.ParseQuery(u.Query()) {
		source.Query = append(source.Query, derive.Param{Name: p.Name, Value: p.Value})
	}
	link, _ := header.Get("Link")
	_, source.LinkNext = paging.NextLink(link)
	return sample, source, err
}
