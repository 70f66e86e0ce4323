// Package paging follows the pages of a JSON response by a Markdown recipe:
// where the next page is, when there is none, and when to stop although there
// is one. Pages come through a Fetcher; the items of all of them are given as
// one selection, to be rendered once.
package paging

import (
	"context"
	"fmt"
	"time"

	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown"
)

// Fetcher sends a request and follows its redirects. A *fetch.Client is one;
// give it the policy of OnOrigin, so that no redirect leads elsewhere.
type Fetcher interface {
	Do(ctx context.Context, req *fetch.Request) (*fetch.Response, error)
}

// OnOrigin is a policy that lets only the origin of a URL through, and else
// asks what policy asks: ports, addresses, schemes.
func OnOrigin(u *fetch.URL, policy *fetch.Policy) *fetch.Policy {
	p := *policy
	p.AnyOrigin = false
	p.Origins = []string{u.Origin()}
	return &p
}

// maxWait is the longest Retry-After that is waited for.
const maxWait = 10 * time.Second

// DefaultMaxBytes bounds all pages together, decoded.
const DefaultMaxBytes = 100 << 20

// Options say how pages are followed.
type Options struct {
	MaxPages int // in place of the recipe's; more than markdown.HardMaxPages is an error
	MaxItems int // in place of the recipe's
	MaxBytes int // of all pages together; 0: DefaultMaxBytes

	Header fetch.Header // of every request

	OnRequest func(number int, u *fetch.URL) // before a page is asked for; may be nil
	OnPage    func(Page)                     // after it came, or did not; may be nil

	// The clock: for Retry-After. Nil: the system's.
	Now   func() time.Time
	Sleep func(ctx context.Context, d time.Duration) error
}

// Page is what became of the request of one page.
type Page struct {
	Number int // from 1
	URL    *fetch.URL
	Status int // 0: there was no response
	Items  int
	Bytes  int
	Waited time.Duration // for Retry-After
	Err    error         // why the page does not count; nil where it does
}

// Result is what the pages gave.
type Result struct {
	Selection markdown.Selection // the root is that of the first page
	Pages     []Page
	Stopped   markdown.Stop
	More      bool // paging stopped with more to come
	Warnings  []markdown.Warning
}

// Options are what a render of the selection needs to know of paging.
func (r *Result) Options() markdown.Options {
	fetched := 0
	for _, p := range r.Pages {
		if p.Err == nil {
			fetched++
		}
	}
	return markdown.Options{Pages: fetched, Stopped: r.Stopped, More: r.More, Warnings: r.Warnings}
}

// Error is a first page that gave nothing to render.
type Error struct {
	Page    Page
	Message string // one sentence
	Hint    string
	Err     error // the cause, where there is one: a *fetch.Error, a *jsonval.SyntaxError
}

func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + " (" + e.Hint + ")"
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Follow fetches the first page and those that follow it. A failure of the
// first page is the error: an *Error, or the *diag.Diagnostic of a `select`
// that does not fit. Whatever happens later ends paging, keeps what came, and
// is told in the result. When the context ends, its error is given.
func Follow(ctx context.Context, recipe *markdown.Recipe, first *fetch.URL, fetcher Fetcher, options Options) (*Result, error) {
	f := &follower{recipe: recipe, p: recipe.Pagination, first: first, fetcher: fetcher, o: options, seen: map[string]bool{}}
	if err := f.defaults(); err != nil {
		return nil, err
	}
	at, err := f.start()
	if err != nil {
		return nil, err
	}
	for number := 1; ; number++ {
		next, err := f.page(ctx, number, at)
		if err != nil {
			return nil, err
		}
		if next == nil {
			return &f.result, nil
		}
		at = next
	}
}

// follower is one call of Follow.
type follower struct {
	recipe  *markdown.Recipe
	p       markdown.Pagination
	first   *fetch.URL
	fetcher Fetcher
	o       Options

	result   Result
	seen     map[string]bool // cursors, URLs, hashes of pages, each behind a letter
	bytes    int
	offset   int // of the page at hand
	number   int // the same for numbered pages
	pageSize int
}

func (f *follower) defaults() error {
	o := &f.o
	if o.MaxPages > markdown.HardMaxPages {
		return &Error{Message: fmt.Sprintf("at most %d pages are followed, not %d", markdown.HardMaxPages, o.MaxPages)}
	}
	if o.MaxPages <= 0 {
		o.MaxPages = f.p.MaxPages
	}
	if o.MaxItems <= 0 {
		o.MaxItems = f.recipe.Limits.MaxItems
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	f.pageSize = f.p.PageSize
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// page fetches a page, takes its items, and gives the URL of the next one; nil
// where paging ends.
func (f *follower) page(ctx context.Context, number int, at *fetch.URL) (*fetch.URL, error) {
	page := Page{Number: number, URL: at}
	body, failed := f.fetch(ctx, &page)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if failed == nil {
		failed = f.take(&page, body)
	}
	if failed != nil {
		page.Err = failed
	}
	f.result.Pages = append(f.result.Pages, page)
	if f.o.OnPage != nil {
		f.o.OnPage(page)
	}
	if failed != nil {
		return nil, f.fails(failed)
	}
	if !f.result.Selection.List || f.p.Type == markdown.NoPages {
		return nil, nil // a single request
	}
	return f.next(&page, body), nil
}

// content is a page's response, read.
type content struct {
	root   jsonval.Value
	items  []jsonval.Value
	url    *fetch.URL // after redirects
	header fetch.Header
}

// end ends paging.
func (f *follower) end(why markdown.Stop, more bool) {
	f.result.Stopped, f.result.More = why, more
}

func (f *follower) warn(code string, page int, format string, args ...any) {
	f.result.Warnings = append(f.result.Warnings, markdown.Warning{Code: code, Message: fmt.Sprintf(format, args...), Count: 1, Page: page})
}

// again reports that something was seen before, and notes it.
func (f *follower) again(kind, what string) bool {
	key := kind + what
	if f.seen[key] {
		return true
	}
	f.seen[key] = true
	return false
}
