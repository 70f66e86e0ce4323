package fetch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/redact"
)

// ReplayOptions are what a Replay needs to know.
type ReplayOptions struct {
	Redact  func(string) string // takes the secrets out of a text; nil: there are none
	MaxBody int                 // bytes of a body; 0: MaxBody
}

// Replay answers requests from a HAR and sends nothing. It may be used by any
// number of goroutines.
//
// A request is answered by an entry with the same method, URL and body. The
// order of a query's and a form's parameters does not count (but for those of
// one name), nor does the order of JSON members, nor the way in which
// characters are escaped; headers are not compared. Both sides are compared
// redacted, and what is redacted on one side matches anything on the other.
//
// Entries that answer the same request are used in their order, each once, and
// then the last one again.
type Replay struct {
	har     *HAR
	options ReplayOptions

	mu   sync.Mutex
	used []bool // by place in har.entries
}

var _ Sender = (*Replay)(nil)

// NewReplay makes a Replay that begins at the front of the recording.
func NewReplay(har *HAR, o ReplayOptions) *Replay {
	if o.Redact == nil {
		o.Redact = func(s string) string { return s }
	}
	if o.MaxBody == 0 {
		o.MaxBody = MaxBody
	}
	return &Replay{har: har, options: o, used: make([]bool, len(har.entries))}
}

// Send answers a request from the recording. Errors are *Error; where no entry
// answers, the reason is ReplayMiss, and the message shows the nearest entry
// and its first difference.
func (r *Replay) Send(ctx context.Context, out *Outgoing) (*Incoming, error) {
	if err := ctx.Err(); err != nil {
		reason := Canceled
		if errors.Is(err, context.DeadlineExceeded) {
			reason = Timeout
		}
		return nil, &Error{Reason: reason, URL: out.URL.href, Err: err,
			Message: fmt.Sprintf("%s %s: the run ended before it was answered", out.Method, out.URL.brief())}
	}
	asked := askedFor(out)
	matching := r.matching(asked)
	usable := slices.DeleteFunc(slices.Clone(matching), func(i int) bool { return r.har.entries[i].useless(out) != "" })
	if len(usable) == 0 {
		return nil, r.miss(out, asked, matching)
	}
	e := r.har.entries[r.take(usable)]
	in := e.incoming(out)
	if len(in.Body) > r.options.MaxBody {
		return nil, &Error{Reason: Limit, Phase: "body", URL: out.URL.href,
			Message: fmt.Sprintf("%s %s: the body is larger than %s", out.Method, out.URL.brief(), bytesText(r.options.MaxBody))}
	}
	return in, nil
}

// agreement says how well a recorded request fits the one that is asked.
type agreement uint8

const (
	differs    agreement = iota
	fitsSoFar            // the recorded body was not saved
	fitsHidden           // equal but for what is redacted on one side
	fits
)

// matching gives the entries that fit a request best.
func (r *Replay) matching(asked *harRequest) []int {
	var found []int
	best := fitsSoFar
	hidden := asked.redacted(r.options.Redact)
	for i, e := range r.har.entries {
		got := r.agreement(asked, hidden, &e.request)
		if got > best {
			best, found = got, nil
		}
		if got == best {
			found = append(found, i)
		}
	}
	return found
}

// agreement compares a request, as it is and redacted, with a recorded one.
func (r *Replay) agreement(asked, hidden, recorded *harRequest) agreement {
	if asked.method != recorded.method {
		return differs
	}
	fit := fits
	if diff := compare(asked, recorded, false); diff != nil {
		// Secrets do not change where a request goes, so only behind the
		// origin it is worth the time to look for them.
		if diff.rank == differsInOrigin {
			return differs
		}
		clean := recorded.redacted(r.options.Redact)
		if compare(hidden, clean, false) != nil {
			if compare(hidden, clean, true) != nil {
				return differs
			}
			fit = fitsHidden
		}
	}
	if recorded.state == bodyUnknown {
		return fitsSoFar
	}
	return fit
}

// take gives the first entry that was not used yet, else the last one.
func (r *Replay) take(entries []int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, i := range entries {
		if !r.used[i] {
			r.used[i] = true
			return i
		}
	}
	return entries[len(entries)-1]
}

// askedFor is the part of a request that is compared.
func askedFor(out *Outgoing) *harRequest {
	q := &harRequest{method: strings.ToUpper(out.Method), url: out.URL.WithoutFragment().String()}
	if len(out.Body) > 0 {
		q.mime, _ = out.Header.Get("content-type")
		q.body, q.state = Text(out.Body), bodyKnown
	}
	return q
}

// redacted is the request without its secrets.
func (q *harRequest) redacted(hide func(string) string) *harRequest {
	clean := *q
	clean.url = hide(q.url)
	clean.body = redactBody(q.body, hide)
	clean.pairs = slices.Clone(q.pairs)
	for i, p := range clean.pairs {
		clean.pairs[i] = Pair{hide(p.Name), hide(p.Value)}
	}
	return &clean
}

// useless says why an entry cannot answer a request that it is an answer to;
// "" where it can.
func (e *harEntry) useless(out *Outgoing) string {
	switch {
	case e.status == 0 && e.failure != "":
		return "no response was recorded (" + diag.Escape(diag.Cut(e.failure, 100)) + ")"
	case e.status == 0:
		return "no response was recorded, as when a request fails or is blocked"
	case e.status == 101:
		return "the connection became something else than HTTP"
	case e.status == 304 && !conditional(out.Header) && len(e.body) == 0:
		return "the response is a 304 without the body, which the browser had in its cache"
	case e.bodyLost && out.Method != "HEAD" && !leadsOn(e.status, e.header) && !noBody(e.status):
		return "the body of the response was not saved"
	}
	return ""
}

// conditional reports whether a request asks for a 304 itself.
func conditional(h Header) bool {
	return h.index("if-none-match") >= 0 || h.index("if-modified-since") >= 0
}

// incoming makes the response of an entry.
func (e *harEntry) incoming(out *Outgoing) *Incoming {
	in := &Incoming{
		Status:     e.status,
		StatusText: e.statusText,
		Proto:      e.proto,
		Header:     slices.Clone(e.header),
		WireBytes:  -1,
		Started:    e.started,
		Timing:     Timing{-1, -1, -1, -1, -1, -1},
	}
	if in.Status == 304 && !conditional(out.Header) {
		// The browser had the answer in its cache; a run has no cache and
		// would have got it.
		in.Status, in.StatusText = 200, "OK"
	}
	if out.Method != "HEAD" && !leadsOn(in.Status, in.Header) && !noBody(in.Status) {
		in.Body = slices.Clone(e.body)
	}
	return in
}

// miss says why no entry answers a request.
func (r *Replay) miss(out *Outgoing, asked *harRequest, matching []int) *Error {
	hidden := asked.redacted(r.options.Redact)
	missed := &Error{
		Reason: ReplayMiss,
		URL:    out.URL.href,
		Hint:   "record again with --har, or export a HAR in which the page sends this request",
	}
	head := "no entry of the recording answers " + hidden.text()
	if len(matching) > 0 {
		e := r.har.entries[matching[0]]
		missed.Message = fmt.Sprintf("%s: entry %d is this request, but %s", head, e.index, e.useless(out))
		missed.Hint = `record again with --har, or export the HAR again with "Disable cache" switched on`
		return missed
	}
	nearest, diff, origins := -1, (*difference)(nil), []string(nil)
	for i, e := range r.har.entries {
		d := compare(hidden, e.request.redacted(r.options.Redact), true)
		if d == nil {
			continue
		}
		if origin, _, _ := splitURL(e.request.url); !slices.Contains(origins, origin) {
			origins = append(origins, origin)
		}
		if diff == nil || d.nearer(diff) {
			nearest, diff = i, d
		}
	}
	switch {
	case diff == nil:
		missed.Message = head + ": it is empty"
	case diff.rank == differsInOrigin:
		slices.Sort(origins)
		shown := strings.Join(origins[:min(len(origins), 4)], ", ")
		if len(origins) > 4 {
			shown += ", …"
		}
		missed.Message = fmt.Sprintf("%s: it has requests to %s only", head, diag.Escape(diag.Cut(shown, 300)))
	default:
		e := r.har.entries[nearest]
		missed.Message = fmt.Sprintf("%s; the nearest is entry %d, %s; %s: the recipe sends %s, the recording has %s",
			head, e.index, e.request.redacted(r.options.Redact).text(), diff.where, diff.sent, diff.recorded)
		if diff.rank > differsInMethod && looksLikeTime(diff.sent) && looksLikeTime(diff.recorded) {
			missed.Hint = "if this is a time, --now sets the one that the recipe sees"
		}
	}
	return missed
}

// text names a redacted request in a message. A query that held a secret is
// not shown.
func (q *harRequest) text() string {
	url := q.url
	if bare, query, found := strings.Cut(url, "?"); found && strings.Contains(query, redact.Mark) {
		url = bare + "?…"
	}
	return diag.Escape(q.method + " " + diag.Cut(url, 200))
}
