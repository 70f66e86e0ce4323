package cli

import (
	"context"
	"time"

	"github.com/wield-run/wield/pkg/cortex"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/markdown"
)

// indexTimeout is how long a render waits for the store.
const indexTimeout = 2 * time.Second

// indexPage keeps a render in the local store, where its recipe says
// `index: "cortex"`; with any other recipe no store is opened. It is for the
// output of a live run: source is the URL that was fetched first. The store is
// the file that --cortex names; "" is the user's. What goes wrong is a warning
// and never the render's failure; nil says that all is well.
func (a *app) indexPage(ctx context.Context, store string, r *markdown.Recipe, source *fetch.URL, result *markdown.Result) *markdown.Warning {
	if r.Index != markdown.Cortex {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, indexTimeout)
	defer cancel()
	if err := a.putPage(ctx, store, r, source, result); err != nil {
		return &markdown.Warning{Code: "index", Message: "the output was not indexed: " + err.Error(), Count: 1}
	}
	return nil
}

func (a *app) putPage(ctx context.Context, store string, r *markdown.Recipe, source *fetch.URL, result *markdown.Result) (err error) {
	path, err := a.storePath(store)
	if err != nil {
		return err
	}
	s, err := cortex.Create(ctx, path)
	if err != nil {
		return err
	}
	defer func() {
		if closed := s.Close(); err == nil {
			err = closed
		}
	}()
	_, err = s.Put(ctx, cortex.Render{
		Recipe: first(r.ID, r.Name), Source: source.String(), Time: time.Now(), Records: len(result.Records),
		Pages: []cortex.Page{{Title: r.Name, Markdown: result.Markdown}},
	})
	return err
}
