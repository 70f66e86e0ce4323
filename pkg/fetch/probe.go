package fetch

import (
	"context"
	"crypto/tls"
	"io"
	"net/http/httptrace"
	"sync"
	"time"
)

// The phases of an exchange, as Error.Phase names them.
const (
	phaseDNS       = "dns"
	phaseConnect   = "connect"
	phaseTLS       = "tls"
	phaseFirstByte = "first byte"
	phaseBody      = "body"
)

// probe watches one exchange: which phase it is in, how long each took, and
// whether net/http sends the request a second time.
type probe struct {
	out     *Outgoing
	via     route
	cancel  context.CancelCauseFunc
	started time.Time

	mu       sync.Mutex // hooks of a dial may come after the exchange is over
	phase    string
	address  string
	reused   bool
	shared   bool  // the connection carries other requests too
	attempts int   // connections that the request was given
	refused  error // why the request was not sent a second time

	dnsStart, dnsDone, connectStart, connectDone, tlsStart, tlsDone, got, wrote, first, done time.Time
}

func newProbe(out *Outgoing, via route, cancel context.CancelCauseFunc) *probe {
	return &probe{out: out, via: via, cancel: cancel, started: time.Now(), phase: phaseConnect}
}

func (p *probe) enter(phase string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.phase = phase
}

// mark notes the time of a step and the phase that it begins; "" begins none.
func (p *probe) mark(at *time.Time, phase string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*at = time.Now()
	if phase != "" && p.phase != phaseBody {
		p.phase = phase
	}
}

func (p *probe) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GetConn:           func(string) { p.connecting() },
		DNSStart:          func(httptrace.DNSStartInfo) { p.mark(&p.dnsStart, phaseDNS) },
		DNSDone:           func(httptrace.DNSDoneInfo) { p.mark(&p.dnsDone, phaseConnect) },
		ConnectStart:      func(string, string) { p.mark(&p.connectStart, phaseConnect) },
		ConnectDone:       func(string, string, error) { p.mark(&p.connectDone, "") },
		TLSHandshakeStart: func() { p.mark(&p.tlsStart, phaseTLS) },
		TLSHandshakeDone:  func(tls.ConnectionState, error) { p.mark(&p.tlsDone, "") },
		GotConn:           p.connected,
		WroteRequest:      func(httptrace.WroteRequestInfo) { p.mark(&p.wrote, "") },
		// The phase ends with the last byte of the header, not with the first:
		// a server may drip them.
		GotFirstResponseByte: func() { p.mark(&p.first, "") },
	}
}

// connecting is called before each attempt. A request is repeated when a kept
// connection turns out to be dead; the others may be as dead, so the second
// attempt gets a new one. (Under HTTP/2 the call may come with locks held, and
// there is nothing to do.)
func (p *probe) connecting() {
	p.mu.Lock()
	again := p.attempts > 0 && !p.shared
	p.mu.Unlock()
	if again {
		p.via.transport.CloseIdleConnections()
	}
}

// connected is called when an attempt has its connection, before anything is
// written. Where net/http is about to send a request again that may not be,
// this stops it.
func (p *probe) connected(info httptrace.GotConnInfo) {
	p.mark(&p.got, phaseFirstByte)
	secure, ok := info.Conn.(*tls.Conn)
	p.mu.Lock()
	p.address = info.Conn.RemoteAddr().String()
	p.reused = info.Reused
	p.shared = ok && secure.ConnectionState().NegotiatedProtocol == "h2"
	p.attempts++
	attempts, shared := p.attempts, p.shared
	p.mu.Unlock()
	if attempts == 1 {
		return
	}
	err := p.again(attempts, shared)
	if err == nil {
		return
	}
	p.mu.Lock()
	p.refused = err
	p.mu.Unlock()
	p.cancel(err)
	// HTTP/2 looks at the context before it writes. Under HTTP/1.1 only closing
	// the connection stops for certain what is about to be written.
	if !shared {
		info.Conn.Close()
	}
}

// again asks whether a request may be sent a second time. A GET may, once, and
// counts: its first attempt may have reached the server. Under HTTP/1.1
// net/http repeats other requests only where nothing of them was written;
// under HTTP/2 also those that a server broke off, without end.
func (p *probe) again(attempts int, shared bool) error {
	read := p.out.Method == "GET" || p.out.Method == "HEAD"
	switch {
	case attempts > 2, shared && !read:
		return p.error(Network, "the server broke the connection off without an answer", nil)
	case read && p.out.resend != nil:
		return p.out.resend()
	}
	return nil
}

// drain reads what is left of a redirect's small body, so that its connection
// can serve the next request, but does not wait for it.
func (p *probe) drain(body io.Reader) {
	stop := time.AfterFunc(drainTime, func() { p.cancel(context.Canceled) })
	defer stop.Stop()
	_, _ = io.CopyN(io.Discard, body, drainBytes)
}

func (p *probe) remote() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.address
}

// timing gives how long each phase took, up to now.
func (p *probe) timing() Timing {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done = time.Now()
	t := Timing{
		DNS:     between(p.dnsStart, p.dnsDone),
		Connect: between(p.connectStart, p.connectDone),
		TLS:     between(p.tlsStart, p.tlsDone),
		Send:    between(p.got, p.wrote),
		Wait:    between(p.wrote, p.first),
		Receive: between(p.first, p.done),
	}
	if p.reused {
		t.DNS, t.Connect, t.TLS = -1, -1, -1
	}
	return t
}

func between(from, to time.Time) time.Duration {
	if from.IsZero() || to.IsZero() || to.Before(from) {
		return -1
	}
	return to.Sub(from)
}
