package paging

import (
	"context"

	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown"
)

// Single fetches one page as Follow fetches the first, for those who have no
// recipe yet: a refused request is sent once more where the server says when.
// The error is an *Error, or that of the context.
func Single(ctx context.Context, u *fetch.URL, fetcher Fetcher, options Options) (root jsonval.Value, header fetch.Header, err error) {
	f := &follower{recipe: &markdown.Recipe{}, first: u.WithoutFragment(), fetcher: fetcher, o: options}
	if err := f.defaults(); err != nil {
		return root, nil, err
	}
	page := Page{Number: 1, URL: f.first}
	body, failed := f.fetch(ctx, &page)
	if err := ctx.Err(); err != nil {
		return root, nil, err
	}
	if failed != nil {
		page.Err = failed
		f.result.Pages = append(f.result.Pages, page)
		return root, nil, f.fails(failed)
	}
	return body.root, body.header, nil
}
