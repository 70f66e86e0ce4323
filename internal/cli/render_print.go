package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown"
	"github.com/wield-run/wield/pkg/paging"
	"github.com/wield-run/wield/pkg/run"
)

// How a render ends, besides the outcomes of a run.
const (
	invalidInput run.Outcome = "invalid_input" // the response cannot be read, or is no JSON
	renderFailed run.Outcome = "render_failed" // the recipe does not fit the response
)

// noteMeta says what was left out, and why paging ended.
func (a *app) noteMeta(r *markdown.Recipe, m *markdown.Meta) {
	limits := &r.Limits
	for _, w := range m.Warnings {
		a.streams.Note("note: %s", diag.Escape(w.Message))
	}
	if m.Stopped != markdown.NoStop {
		a.streams.Note("note: %s, %s: %s", count(m.Pages, "page"), count(m.Selected, "item"), stopSentence(m, limits))
	}
	if m.DroppedItems > 0 {
		limit := fmt.Sprintf("limits.maxItems is %d", limits.MaxItems)
		if m.Rendered < limits.MaxItems {
			limit = fmt.Sprintf("limits.maxChars is %d", limits.MaxChars)
		}
		a.streams.Note("note: %d of %s are shown; %s", m.Rendered, count(m.Selected, "item"), limit)
	}
	if m.FieldsCut > 0 {
		verb := "were"
		if m.FieldsCut == 1 {
			verb = "was"
		}
		own := ""
		if slices.ContainsFunc(r.Fields, func(f markdown.Field) bool { return f.MaxChars > 0 }) {
			own = ", and some fields have a maxChars of their own"
		}
		a.streams.Note("note: %s %s shortened; limits.maxFieldChars is %d%s", count(m.FieldsCut, "value"), verb, limits.MaxFieldChars, own)
	}
	if m.DroppedChars > 0 && m.DroppedItems == 0 && m.FieldsCut == 0 {
		a.streams.Note("note: %s were left out; limits.maxChars is %d", count(m.DroppedChars, "character"), limits.MaxChars)
	}
}

// stopSentence says why paging ended.
func stopSentence(m *markdown.Meta, limits *markdown.Limits) string {
	unnamed := slices.ContainsFunc(m.Warnings, func(w markdown.Warning) bool { return w.Code == "hasmore-without-next" })
	switch {
	case m.Stopped == markdown.Exhausted && !unnamed:
		return "there is no further page"
	case m.Stopped == markdown.MaxPages:
		return fmt.Sprintf("paging stopped at the limit of pages, and there is more (max-pages); --max-pages allows up to %d", markdown.HardMaxPages)
	case m.Stopped == markdown.MaxItems:
		return fmt.Sprintf("paging stopped, as limits.maxItems is %d, and there is more (max-items)", limits.MaxItems)
	}
	return fmt.Sprintf("paging stopped, and there may be more (%s)", m.Stopped)
}

// fetched counts pages for those who wait.
type fetched struct{ pages, items atomic.Int64 }

func (f *fetched) add(p *paging.Page) {
	f.pages.Add(1)
	f.items.Add(int64(p.Items))
}

func (f *fetched) String() string {
	return fmt.Sprintf("%s with %s fetched so far", count(int(f.pages.Load()), "page"), count(int(f.items.Load()), "item"))
}

// pageReport is what the report tells of one page.
type pageReport struct {
	page      paging.Page
	took      time.Duration
	redirects []string
}

func newPageReport(p *paging.Page, o *origin) pageReport {
	r := pageReport{page: *p, took: o.took}
	if o.last != nil {
		for _, u := range o.last.Redirects {
			r.redirects = append(r.redirects, u.String())
		}
	}
	return r
}

func (r *pageReport) value() jsonval.Value {
	status, failed := jsonval.NullValue(), jsonval.NullValue()
	if r.page.Status != 0 {
		status = jsonval.IntValue(r.page.Status)
	}
	if r.page.Err != nil {
		failed = jsonval.StringValue(r.page.Err.Error())
	}
	redirects := make([]jsonval.Value, len(r.redirects))
	for i, to := range r.redirects {
		redirects[i] = jsonval.StringValue(to)
	}
	var b jsonval.Builder
	return b.Set("page", jsonval.IntValue(r.page.Number)).
		Set("method", jsonval.StringValue("GET")).
		Set("url", jsonval.StringValue(r.page.URL.String())).
		Set("status", status).
		Set("bytes", jsonval.IntValue(r.page.Bytes)).
		Set("items", jsonval.IntValue(r.page.Items)).
		Set("waited_ms", jsonval.NumberValue(ms(r.page.Waited))).
		Set("took_ms", jsonval.NumberValue(ms(r.took))).
		Set("redirects", jsonval.ArrayValue(redirects)).
		Set("error", failed).
		Value()
}

// report writes what happened, also where that is a failure.
func (x *rendering) report(ctx context.Context, err error) error {
	if x.f.report == "" {
		return nil
	}
	x.judge(ctx, err)
	id, message, meta := jsonval.NullValue(), jsonval.NullValue(), jsonval.NullValue()
	if x.recipe != nil && x.recipe.ID != "" {
		id = jsonval.StringValue(x.recipe.ID)
	}
	if x.outcome != run.OK {
		message = jsonval.StringValue(x.message)
	}
	if x.meta != nil {
		meta = x.meta.Value()
	}
	requests := make([]jsonval.Value, len(x.pages))
	for i := range x.pages {
		requests[i] = x.pages[i].value()
	}
	var b jsonval.Builder
	b.Set("recipe", id).
		Set("input", jsonval.StringValue(x.in.String())).
		Set("code", jsonval.StringValue(string(x.outcome))).
		Set("message", message).
		Set("meta", meta).
		Set("requests", jsonval.ArrayValue(requests)).
		Set("elapsed_ms", jsonval.NumberValue(ms(time.Since(x.begun))))
	return x.a.writeReport(x.f.report, x.secrets.Value(b.Value()), x.f.compact)
}

// judge gives the outcome of what nobody told one for.
func (x *rendering) judge(ctx context.Context, err error) {
	switch {
	case err == nil:
		x.outcome = run.OK
	case ctx.Err() != nil:
		x.outcome, x.message = run.Interrupted, "the render was interrupted"
	case x.outcome == "":
		x.outcome, x.message = invalidInput, err.Error()
	}
}

// pageFailure tells that the first page brought nothing to render.
func (x *rendering) pageFailure(o *origin, err error) error {
	var page *paging.Error
	if !errors.As(err, &page) {
		return x.failed(err)
	}
	f := o.judge(page)
	x.outcome, x.message = f.Outcome, f.Message
	return x.a.originFailure(f)
}
