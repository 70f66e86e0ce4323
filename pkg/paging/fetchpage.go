package paging

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown"
)

// failure is a page that does not count: why paging ends, and the warning that
// says so.
type failure struct {
	stop    markdown.Stop
	code    string
	message string
	hint    string
	err     error
}

func (f *failure) Error() string { return f.message }

func (f *failure) Unwrap() error { return f.err }

// fetch asks for a page, once more where the server says when.
func (f *follower) fetch(ctx context.Context, page *Page) (*content, error) {
	for attempt := 1; ; attempt++ {
		if f.o.OnRequest != nil {
			f.o.OnRequest(page.Number, page.URL)
		}
		resp, err := f.fetcher.Do(ctx, &fetch.Request{Step: "page " + strconv.Itoa(page.Number), Method: "GET", URL: page.URL, Header: f.o.Header})
		if err != nil {
			return nil, f.noResponse(page, err)
		}
		page.Status, page.Bytes = resp.Status, len(resp.Body)
		if resp.URL.Origin() != f.first.Origin() {
			return nil, &failure{stop: markdown.Blocked, code: "cross-origin",
				message: fmt.Sprintf("page %d was redirected to another origin, %s", page.Number, diag.Quote(resp.URL.Origin(), 80))}
		}
		if resp.Status == http.StatusTooManyRequests || resp.Status == http.StatusServiceUnavailable {
			wait, ok := f.retryAfter(resp.Header)
			if ok && attempt == 1 {
				page.Waited = wait
				if err := f.o.Sleep(ctx, wait); err != nil {
					return nil, &failure{stop: markdown.PageError, code: "page-failed", message: err.Error(), err: err}
				}
				continue
			}
		}
		return f.read(page, resp)
	}
}

// noResponse is the failure of a request that brought no response.
func (f *follower) noResponse(page *Page, err error) error {
	failed := &failure{stop: markdown.PageError, code: "page-failed", err: err,
		message: fmt.Sprintf("page %d could not be fetched: %s", page.Number, err.Error())}
	var cause *fetch.Error
	if errors.As(err, &cause) {
		failed.message = fmt.Sprintf("page %d could not be fetched: %s", page.Number, cause.Message)
		failed.hint = cause.Hint
		if cause.Reason == fetch.RedirectBlocked || cause.Reason == fetch.OriginBlocked {
			failed.stop, failed.code = markdown.Blocked, "cross-origin"
		}
	}
	return failed
}

// retryAfter reads the Retry-After field: seconds or a date. It is false where
// there is none, or one further ahead than maxWait.
func (f *follower) retryAfter(header fetch.Header) (time.Duration, bool) {
	value, ok := header.Get("Retry-After")
	value = strings.TrimSpace(value)
	if !ok || value == "" {
		return 0, false
	}
	if strings.Trim(value, "0123456789") == "" {
		seconds, err := strconv.Atoi(value)
		wait := time.Duration(seconds) * time.Second
		return wait, err == nil && seconds <= int(maxWait/time.Second)
	}
	at, err := http.ParseTime(value)
	wait := max(0, at.Sub(f.o.Now()))
	return wait, err == nil && wait <= maxWait
}

// read makes a JSON value of a response. A later page without a body is an
// empty one.
func (f *follower) read(page *Page, resp *fetch.Response) (*content, error) {
	failed := func(code, hint, format string, args ...any) error {
		return &failure{stop: markdown.PageError, code: code, hint: hint, message: fmt.Sprintf(format, args...)}
	}
	switch {
	case resp.Status == http.StatusTooManyRequests:
		return nil, failed("rate-limited", "try again later", "page %d was refused with status 429: there were too many requests", page.Number)
	case resp.Status < 200 || resp.Status > 299:
		return nil, failed("page-failed", "", "page %d answered with status %d", page.Number, resp.Status)
	}
	if f.bytes += len(resp.Body); f.bytes > f.o.MaxBytes {
		return nil, failed("page-failed", "", "with page %d the pages have more than %d MB", page.Number, f.o.MaxBytes>>20)
	}
	c := &content{url: resp.URL, header: resp.Header}
	if page.Number > 1 && len(resp.Body) == 0 {
		return c, nil
	}
	root, err := jsonval.Parse(resp.Body)
	switch {
	case err != nil && len(resp.Body) == 0:
		return nil, &failure{stop: markdown.PageError, code: "page-failed", err: err,
			message: fmt.Sprintf("page %d is empty (status %d), and a JSON text is expected", page.Number, resp.Status)}
	case err != nil:
		return nil, &failure{stop: markdown.PageError, code: "page-failed", err: err, hint: "it begins with " + diag.Quote(string(resp.Body[:min(len(resp.Body), 60)]), 60),
			message: fmt.Sprintf("page %d is no JSON: %s", page.Number, err.Error())}
	}
	c.root = root
	return c, nil
}

// take adds the items of a page to the result. Where `select` finds nothing on
// a later page, that page is empty.
func (f *follower) take(page *Page, body *content) error {
	selection, err := markdown.Select(f.recipe, body.root)
	var finding *diag.Diagnostic
	if errors.As(err, &finding) {
		switch {
		case page.Number == 1:
			return err
		case finding.Name == "select-missing" || body.root.IsNull():
			return nil
		}
		return &failure{stop: markdown.PageError, code: "page-failed", err: err, message: fmt.Sprintf("page %d: %s", page.Number, finding.Message)}
	}
	switch {
	case page.Number == 1:
		f.result.Selection = selection
		f.result.Selection.Items = append([]jsonval.Value(nil), selection.Items...)
	case !selection.List:
		return &failure{stop: markdown.PageError, code: "page-failed", message: fmt.Sprintf("on page %d `select` finds an object and no list", page.Number)}
	}
	page.Items = len(selection.Items)
	body.items = selection.Items
	return nil
}

// fails ends paging with a page that does not count. On the first page it is
// the error of the whole call.
func (f *follower) fails(err error) error {
	page := f.result.Pages[len(f.result.Pages)-1]
	var failed *failure
	if !errors.As(err, &failed) {
		return err // the finding of a `select` on the first page
	}
	if page.Number == 1 {
		return &Error{Page: page, Message: failed.message, Hint: failed.hint, Err: failed.err}
	}
	f.end(failed.stop, true)
	f.warn(failed.code, page.Number, "%s", failed.message)
	return nil
}
