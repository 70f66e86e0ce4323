package fetch

import (
	"encoding/base64"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/redact"
)

// RecorderOptions are what a Recorder needs to know.
type RecorderOptions struct {
	Version string              // of the tool
	Now     time.Time           // `now` of the run: a replay begins with it
	Redact  func(string) string // takes the secrets out of a text; nil: there are none
	Clock   func() time.Time    // nil: time.Now
}

// Recorder keeps exchanges and writes them as HAR 1.2. It may be used by any
// number of goroutines.
//
// Cookie, Set-Cookie and Authorization fields are left out, and other fields
// whose names say that they hold a credential keep their names only. Whatever
// else is written has gone through Redact, which is asked when the whole
// recording is written: a secret may become known after it was sent.
type Recorder struct {
	options RecorderOptions

	mu      sync.Mutex
	entries []recordedExchange
}

type recordedExchange struct {
	exchange *Exchange
	started  time.Time
}

// NewRecorder makes a Recorder.
func NewRecorder(o RecorderOptions) *Recorder {
	if o.Redact == nil {
		o.Redact = func(s string) string { return s }
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	return &Recorder{options: o}
}

// Add keeps an exchange; it is meant for Client.OnExchange.
func (r *Recorder) Add(x *Exchange) {
	var started time.Time
	if x.In != nil {
		started = x.In.Started
	}
	if started.IsZero() {
		started = r.options.Clock()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.entries = append(r.entries, recordedExchange{x, started})
}

// Bytes gives the recording so far, its entries in the order in which the
// requests were sent.
func (r *Recorder) Bytes() []byte {
	r.mu.Lock()
	entries := slices.Clone(r.entries)
	r.mu.Unlock()
	slices.SortStableFunc(entries, func(a, b recordedExchange) int { return a.started.Compare(b.started) })
	items := make([]jsonval.Value, len(entries))
	for i, e := range entries {
		items[i] = r.entry(e)
	}
	var creator, log, root jsonval.Builder
	creator.Set("name", harText("wield-dev")).Set("version", harText(r.options.Version))
	log.Set("version", harText("1.2")).Set("creator", creator.Value())
	if !r.options.Now.IsZero() {
		log.Set("_now", harText(r.options.Now.Format(time.RFC3339)))
	}
	log.Set("entries", jsonval.ArrayValue(items))
	root.Set("log", log.Value())
	return append(jsonval.AppendIndent(nil, root.Value(), "  "), '\n')
}

func harText(s string) jsonval.Value { return jsonval.StringValue(s) }

// entry writes one exchange.
func (r *Recorder) entry(e recordedExchange) jsonval.Value {
	out, in := e.exchange.Out, e.exchange.In
	if in == nil {
		in = &Incoming{WireBytes: -1, Timing: Timing{-1, -1, -1, -1, -1, -1}}
	}
	var b jsonval.Builder
	b.Set("startedDateTime", harText(e.started.Format("2006-01-02T15:04:05.000Z07:00")))
	timings, total := harTimings(in.Timing)
	b.Set("time", total)
	b.Set("request", r.request(out, in))
	b.Set("response", r.response(in))
	b.Set("cache", jsonval.ObjectValue(nil))
	b.Set("timings", timings)
	if host, _, err := net.SplitHostPort(in.Remote); err == nil {
		b.Set("serverIPAddress", harText(host))
	}
	if out.Step != "" {
		b.Set("_step", harText(out.Step))
	}
	if e.exchange.Err != nil {
		b.Set("_error", harText(r.options.Redact(e.exchange.Err.Error())))
	}
	return b.Value()
}

// request writes what was sent.
func (r *Recorder) request(out *Outgoing, in *Incoming) jsonval.Value {
	url := r.options.Redact(out.URL.WithoutFragment().String())
	header := in.Sent
	if header == nil {
		header = out.Header
	}
	var query []Pair
	if _, q, found := strings.Cut(url, "?"); found {
		query = ParseQuery(q)
	}
	var b jsonval.Builder
	b.Set("method", harText(out.Method)).Set("url", harText(url)).Set("httpVersion", harText(in.Proto))
	b.Set("cookies", jsonval.ArrayValue(nil))
	b.Set("headers", r.fields(header))
	b.Set("queryString", pairList(query))
	if out.Body != nil {
		mime, _ := out.Header.Get("content-type")
		var post jsonval.Builder
		post.Set("mimeType", harText(r.options.Redact(mime)))
		post.Set("text", harText(redactBody(Text(out.Body), r.options.Redact)))
		b.Set("postData", post.Value())
	}
	b.Set("headersSize", jsonval.IntValue(-1)).Set("bodySize", jsonval.IntValue(len(out.Body)))
	return b.Value()
}

// response writes what came; where nothing did, its status is 0.
func (r *Recorder) response(in *Incoming) jsonval.Value {
	mime, ok := in.Header.Get("content-type")
	if !ok {
		mime = "x-unknown"
	}
	var content, b jsonval.Builder
	content.Set("size", jsonval.IntValue(len(in.Body)))
	if in.WireBytes >= 0 && len(in.Body) > 0 {
		content.Set("compression", jsonval.NumberValue(float64(int64(len(in.Body))-in.WireBytes)))
	}
	content.Set("mimeType", harText(r.options.Redact(mime)))
	if asText(mime, in.Body) {
		content.Set("text", harText(redactBody(string(in.Body), r.options.Redact)))
	} else {
		body := r.options.Redact(string(in.Body))
		content.Set("text", harText(base64.StdEncoding.EncodeToString([]byte(body)))).Set("encoding", harText("base64"))
	}
	redirect := ""
	if in.Status >= 300 && in.Status < 400 {
		redirect, _ = in.Header.Get("location")
	}
	b.Set("status", jsonval.IntValue(in.Status)).Set("statusText", harText(r.options.Redact(in.StatusText)))
	b.Set("httpVersion", harText(in.Proto))
	b.Set("cookies", jsonval.ArrayValue(nil))
	b.Set("headers", r.fields(in.Header))
	b.Set("content", content.Value())
	b.Set("redirectURL", harText(r.options.Redact(redirect)))
	b.Set("headersSize", jsonval.IntValue(-1)).Set("bodySize", jsonval.NumberValue(float64(in.WireBytes)))
	return b.Value()
}

// fields writes header fields.
func (r *Recorder) fields(h Header) jsonval.Value {
	var pairs []Pair
	for _, f := range h {
		switch f.secrecy() {
		case leftOut:
		case nameOnly:
			pairs = append(pairs, Pair{f.Name, redact.Mark})
		default:
			pairs = append(pairs, Pair{f.Name, r.options.Redact(f.Value)})
		}
	}
	return pairList(pairs)
}

func pairList(pairs []Pair) jsonval.Value {
	items := make([]jsonval.Value, len(pairs))
	for i, p := range pairs {
		items[i] = jsonval.ObjectValue([]jsonval.Member{{Key: "name", Value: harText(p.Name)}, {Key: "value", Value: harText(p.Value)}})
	}
	return jsonval.ArrayValue(items)
}

// secrecy is how much of a field may be written down.
type secrecy uint8

const (
	whole secrecy = iota
	nameOnly
	leftOut
)

func (f Field) secrecy() secrecy {
	name := strings.ToLower(f.Name)
	switch name {
	case "cookie", "cookie2", "set-cookie", "set-cookie2", "authorization", "proxy-authorization":
		return leftOut
	}
	words := redact.Words(name)
	if redact.TokenName(name) || slices.Contains(words, "token") || slices.Contains(words, "session") {
		return nameOnly
	}
	return whole
}

// harTimings gives the phases in milliseconds, and their sum. HAR counts the
// TLS handshake as a part of connecting, and has -1 for what did not happen.
func harTimings(t Timing) (timings, total jsonval.Value) {
	connect := t.Connect
	if t.TLS > 0 {
		connect = max(connect, 0) + t.TLS
	}
	sum := time.Duration(0)
	for _, d := range []time.Duration{t.DNS, connect, t.Send, t.Wait, t.Receive} {
		sum += max(d, 0)
	}
	var b jsonval.Builder
	b.Set("blocked", jsonval.IntValue(-1)).Set("dns", millis(t.DNS)).Set("connect", millis(connect)).Set("ssl", millis(t.TLS))
	b.Set("send", millis(max(t.Send, 0))).Set("wait", millis(max(t.Wait, 0))).Set("receive", millis(max(t.Receive, 0)))
	return b.Value(), millis(sum)
}

// millis gives milliseconds to three places; -1 for a negative duration.
func millis(d time.Duration) jsonval.Value {
	if d < 0 {
		return jsonval.IntValue(-1)
	}
	return jsonval.NumberValue(float64(d.Microseconds()) / 1000)
}
