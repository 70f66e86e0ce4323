package fetch

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"
)

// The limits of one exchange.
const (
	MaxBody        = 5 << 20   // bytes of a body after decoding, where nothing else is said
	maxHeaderBytes = 256 << 10 // of a response
	maxPerHost     = 6         // requests under way to one host, and connections
	connectTimeout = 10 * time.Second
	drainBytes     = 16 << 10 // of a redirect's body, to keep its connection
	drainTime      = 50 * time.Millisecond
)

// LiveOptions are what a Live sender needs to know.
type LiveOptions struct {
	Policy    *Policy
	UserAgent string        // "wield-dev/1.2.3"
	MaxBody   int           // bytes after decoding; 0: MaxBody
	Resolver  *net.Resolver // nil: the system's

	tls    *tls.Config                // for tests
	dialed func(netip.AddrPort) error // for tests: sees each address that the policy let through
}

// Live sends requests over the network: without cookies, cache, Referer or
// proxy, with Node's default headers, to addresses that the policy allows,
// judged when they are dialled. Any number of goroutines may use it.
type Live struct {
	options LiveOptions
	public  *http.Transport
	mapped  *http.Transport // of its own, so that no connection to loopback is ever shared

	mu    sync.Mutex
	slots map[string]chan struct{} // by host, one place for each request under way
}

// NewLive makes a sender. Close frees its connections.
func NewLive(o LiveOptions) *Live {
	if o.MaxBody == 0 {
		o.MaxBody = MaxBody
	}
	l := &Live{options: o, slots: map[string]chan struct{}{}}
	l.public = l.transport(o.Policy.allows)
	l.mapped = l.transport(func(a netip.Addr) bool { return a.Unmap().IsLoopback() || o.Policy.allows(a) })
	return l
}

func (l *Live) transport(allowed func(netip.Addr) bool) *http.Transport {
	return &http.Transport{
		Proxy:                  nil, // never from the environment: a proxy would dial past the policy
		DialContext:            l.dialer(allowed),
		TLSClientConfig:        l.options.tls.Clone(),
		ForceAttemptHTTP2:      true,
		DisableCompression:     true, // bodies are decoded here, as the engines do it
		MaxConnsPerHost:        maxPerHost,
		MaxIdleConnsPerHost:    maxPerHost,
		IdleConnTimeout:        30 * time.Second,
		MaxResponseHeaderBytes: maxHeaderBytes,
	}
}

// Close closes the connections that are kept.
func (l *Live) Close() {
	l.public.CloseIdleConnections()
	l.mapped.CloseIdleConnections()
}

// route is how a request reaches its server.
type route struct {
	transport    *http.Transport
	scheme, host string
	mapped       bool
}

func (l *Live) route(u *URL) route {
	if m := l.options.Policy.mapping(u.Origin()); m != nil {
		scheme, host, _ := strings.Cut(m.Target, "://")
		return route{l.mapped, scheme, host, true}
	}
	return route{l.public, u.scheme, u.Host(), false}
}

// Send carries one request to its server. Errors are *Error, or what the
// question before a repeated request gave.
func (l *Live) Send(ctx context.Context, out *Outgoing) (*Incoming, error) {
	via := l.route(out.URL)
	// A context of its own ends what is still under way when this returns.
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	p := newProbe(out, via, cancel)

	release, err := l.slot(ctx, via.host)
	if err != nil {
		return nil, p.failure(ctx, err)
	}
	defer release()

	sent := l.headers(out, via)
	response, err := via.transport.RoundTrip(p.request(ctx, sent))
	if err != nil {
		return nil, p.failure(ctx, err)
	}
	defer response.Body.Close()
	p.enter(phaseBody)
	in := &Incoming{
		Status:     response.StatusCode,
		StatusText: statusText(response),
		Proto:      response.Proto,
		Sent:       sent,
		Header:     l.responseHeader(response, out.URL),
		WireBytes:  -1,
		Started:    p.started,
	}
	if !via.mapped {
		in.Remote = p.remote()
	}
	if in.Status == http.StatusSwitchingProtocols {
		return nil, p.error(Network, "the server switches to another protocol, which was not asked for", nil)
	}
	if err := l.body(ctx, p, response, in); err != nil {
		return nil, err
	}
	in.Timing = p.timing()
	return in, nil
}

// body reads and decodes what the response carries.
func (l *Live) body(ctx context.Context, p *probe, response *http.Response, in *Incoming) error {
	if leadsOn(in.Status, in.Header) {
		p.drain(response.Body)
		return nil
	}
	if p.out.Method == "HEAD" || noBody(in.Status) {
		in.WireBytes = 0
		return nil
	}
	// A body that does not shrink may be a little longer encoded than decoded.
	limit := l.options.MaxBody + l.options.MaxBody/64 + 64<<10
	encodings, _ := in.Header.Get("content-encoding")
	if encodings == "" {
		limit = l.options.MaxBody
	}
	if response.ContentLength > int64(limit) {
		return p.error(Limit, fmt.Sprintf("its content-length announces a body of %d bytes, and %s may be read", response.ContentLength, bytesText(l.options.MaxBody)), nil)
	}
	wire, over, err := readUpTo(response.Body, limit, response.ContentLength)
	if err != nil {
		return p.bodyFailure(ctx, err, len(wire), response.ContentLength)
	}
	if over {
		return p.tooLarge(l.options.MaxBody)
	}
	in.WireBytes = int64(len(wire))
	decoded, err := decode(encodings, wire, l.options.MaxBody)
	if errors.Is(err, errTooLarge) {
		return p.tooLarge(l.options.MaxBody)
	}
	if err != nil {
		return p.error(Network, err.Error(), err)
	}
	in.Body = decoded.body
	if decoded.cut != "" {
		in.Warnings = append(in.Warnings, fmt.Sprintf("the body of %s ends in the middle of its %s stream; the %d bytes that could be read are used",
			p.out.URL.brief(), decoded.cut, len(decoded.body)))
	}
	return nil
}

// noBody reports whether a response of this status has no body for fetch(),
// whatever the server sends.
func noBody(status int) bool {
	switch status {
	case 101, 103, 204, 205, 304:
		return true
	}
	return false
}

// readUpTo reads to the end, or until there is more than limit.
func readUpTo(r io.Reader, limit int, announced int64) (data []byte, over bool, err error) {
	var buffer bytes.Buffer
	if announced > 0 {
		buffer.Grow(int(min(announced, int64(limit))) + bytes.MinRead)
	}
	_, err = buffer.ReadFrom(io.LimitReader(r, int64(limit)+1))
	return buffer.Bytes(), buffer.Len() > limit, err
}

// headers are the fields of a request in the order in which Node sends them,
// those of the recipe first.
func (l *Live) headers(out *Outgoing, via route) Header {
	h := make(Header, 0, len(out.Header)+8)
	h = append(h, Field{"host", out.URL.Host()}, Field{"connection", "keep-alive"})
	h = append(h, out.Header...)
	encodings := "gzip, deflate"
	if out.URL.scheme == "https" {
		encodings = "br, gzip, deflate"
	}
	for _, f := range []Field{
		{"accept", "*/*"},
		{"accept-language", "*"},
		{"sec-fetch-mode", "cors"},
		{"user-agent", l.options.UserAgent},
		{"accept-encoding", encodings},
	} {
		if h.index(f.Name) < 0 {
			h = append(h, f)
		}
	}
	if out.Body != nil || out.Method == "POST" || out.Method == "PUT" || out.Method == "PATCH" {
		h = append(h, Field{"content-length", fmt.Sprint(len(out.Body))})
	}
	return h
}

// responseHeader gives a response's fields as fetch() lists them: names in
// lower case and in order, each byte of a value one code point. A Location
// that a mapped server made is read back.
func (l *Live) responseHeader(response *http.Response, from *URL) Header {
	h := make(Header, 0, len(response.Header)+1)
	for _, coding := range response.TransferEncoding { // net/http takes it out of the header
		h = append(h, Field{"transfer-encoding", coding})
	}
	for name, values := range response.Header {
		lower := strings.ToLower(name)
		if !token(lower) {
			continue // net/http lets white space before the colon through
		}
		for _, value := range values {
			value = fromLatin1(value)
			if lower == "location" {
				value = l.options.Policy.readBack(value, from)
			}
			h = append(h, Field{lower, value})
		}
	}
	slices.SortStableFunc(h, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
	return h
}

// statusText is the reason phrase; HTTP/2 has none.
func statusText(response *http.Response) string {
	if response.ProtoMajor != 1 {
		return ""
	}
	_, text, _ := strings.Cut(response.Status, " ")
	return fromLatin1(text)
}

// slot waits for a place among the requests to a host and gives what frees it.
func (l *Live) slot(ctx context.Context, host string) (release func(), err error) {
	l.mu.Lock()
	slots := l.slots[host]
	if slots == nil {
		slots = make(chan struct{}, maxPerHost)
		l.slots[host] = slots
	}
	l.mu.Unlock()
	select {
	case slots <- struct{}{}:
		return func() { <-slots }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// request makes the request that net/http sends, with the probe's hooks.
func (p *probe) request(ctx context.Context, sent Header) *http.Request {
	r := &http.Request{
		Method:     p.out.Method,
		URL:        p.out.URL.wire(p.via.scheme, p.via.host),
		Host:       p.via.host,
		Header:     make(http.Header, len(sent)),
		ProtoMajor: 1,
		ProtoMinor: 1,
	}
	for _, f := range sent {
		switch name := strings.ToLower(f.Name); name {
		case "host", "content-length":
			// net/http writes these itself.
		case "user-agent":
			r.Header["User-Agent"] = []string{latin1(f.Value)}
		case "idempotency-key", "x-idempotency-key":
			// Under its usual spelling net/http would take it for leave to
			// repeat a write.
			r.Header[name] = []string{latin1(f.Value)}
		default:
			r.Header[f.Name] = []string{latin1(f.Value)}
		}
	}
	if p.out.Body != nil {
		r.ContentLength = int64(len(p.out.Body))
		r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(p.out.Body)), nil }
		r.Body, _ = r.GetBody()
		if len(p.out.Body) == 0 {
			r.Body = http.NoBody
		}
	}
	return r.WithContext(httptrace.WithClientTrace(ctx, p.trace()))
}
