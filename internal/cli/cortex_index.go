package cli

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/wield-run/wield/pkg/cortex"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/markdown"
	"github.com/wield-run/wield/pkg/redact"
)

// indexTimeout is how long a render waits for the store.
const indexTimeout = 2 * time.Second

// indexPage keeps a render in the local store, where its recipe says
// `index: "cortex"`; with any other recipe no store is opened. It is for the
// output of a live run: source is the URL that was fetched first, and its secrets
// are taken out of all that is kept. The store is the file that --cortex names;
// "" is the user's. What goes wrong is a warning and never the render's failure;
// nil says that all is well.
func (a *app) indexPage(ctx context.Context, store string, r *markdown.Recipe, source *fetch.URL, secrets *redact.Registry, result *markdown.Result) *markdown.Warning {
	if r.Index != markdown.Cortex {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, indexTimeout)
	defer cancel()
	err := a.putPage(ctx, store, stored(r, source, secrets, result))
	if err == nil {
		return nil
	}
	message := storeFault(err).Error()
	if errors.Is(err, context.DeadlineExceeded) {
		message = "the store did not answer within " + indexTimeout.String()
	}
	return &markdown.Warning{Code: "index", Message: "the output was not indexed: " + message, Count: 1}
}

func (a *app) putPage(ctx context.Context, store string, r cortex.Render) (err error) {
	path, err := a.storePath(store)
	if err != nil {
		return err
	}
	open := cortex.Create
	if store == "" && a.config.StoreElsewhere() {
		open = cortex.Open
	}
	s, err := open(ctx, path)
	switch {
	case errors.Is(err, cortex.ErrNone):
		return usagef("`cortex_path` of %s leads out of its folder, where it makes no store; WIELD_CORTEX_PATH or --cortex may name %s",
			diag.Escape(a.config.File), diag.Escape(path))
	case err != nil:
		return err
	}
	defer func() {
		if closed := s.Close(); err == nil {
			err = closed
		}
	}()
	_, err = s.Put(ctx, r)
	return err
}

// stored is a render as the store keeps it: without secrets.
func stored(r *markdown.Recipe, source *fetch.URL, secrets *redact.Registry, result *markdown.Result) cortex.Render {
	kept := cortex.Render{
		Recipe: cmp.Or(r.ID, r.Name), Source: secrets.Text(source.WithoutFragment().String()),
		Time: time.Now(), Records: len(result.Records), Documents: result.Meta.Mode == markdown.Documents,
	}
	if !kept.Documents {
		kept.Pages = []cortex.Page{{Title: secrets.Text(r.Name), Markdown: secrets.Text(result.Markdown)}}
	}
	for _, p := range result.Parts {
		kept.Pages = append(kept.Pages, cortex.Page{Markdown: secrets.Text(result.Markdown[p.Start:p.End])})
	}
	return kept
}
