package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"time"

	"github.com/wield-run/wield/pkg/diag"
)

// error makes the error of an exchange; what says what happened, in a clause.
func (p *probe) error(reason Reason, what string, cause error) *Error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return &Error{
		Reason:  reason,
		Phase:   p.phase,
		URL:     p.out.URL.href,
		Message: fmt.Sprintf("%s %s: %s", p.out.Method, p.out.URL.brief(), what),
		Err:     cause,
	}
}

// failure puts what went wrong before the response's header was complete into
// an author's words.
func (p *probe) failure(ctx context.Context, err error) error {
	p.mu.Lock()
	if dns := (*net.DNSError)(nil); errors.As(err, &dns) {
		p.phase = phaseDNS // though the look-up is over
	}
	refused, phase := p.refused, p.phase
	p.mu.Unlock()
	if refused != nil {
		return refused
	}
	if ours := (*Error)(nil); errors.As(err, &ours) {
		located := *ours
		located.URL = p.out.URL.href
		return &located
	}
	waiting := map[string]string{
		phaseDNS:       "looking up its name",
		phaseConnect:   "waiting for a connection",
		phaseTLS:       "in the TLS handshake",
		phaseFirstByte: "waiting for the first byte of the answer",
	}[phase]
	if stopped := p.stopped(ctx, waiting, err); stopped != nil {
		return stopped
	}
	if timeout := (net.Error)(nil); errors.As(err, &timeout) && timeout.Timeout() {
		return p.error(Timeout, fmt.Sprintf("no answer after %s, %s", p.elapsed(), waiting), err)
	}
	return p.error(Network, p.words(err), err)
}

// bodyFailure is failure for a body of which some bytes arrived.
func (p *probe) bodyFailure(ctx context.Context, err error, arrived int, announced int64) error {
	if stopped := p.stopped(ctx, fmt.Sprintf("in the body, of which %d bytes had arrived", arrived), err); stopped != nil {
		return stopped
	}
	if errors.Is(err, io.ErrUnexpectedEOF) && announced >= 0 {
		return p.error(Network, fmt.Sprintf("the connection was closed after %d of %d bytes of the body", arrived, announced), err)
	}
	return p.error(Network, fmt.Sprintf("the body broke off after %d bytes: %s", arrived, p.words(err)), err)
}

// stopped is the error of an exchange whose context ended; nil where it did
// not.
func (p *probe) stopped(ctx context.Context, where string, err error) error {
	switch ctx.Err() {
	case nil:
		return nil
	case context.DeadlineExceeded:
		return p.error(Timeout, fmt.Sprintf("out of time after %s, %s", p.elapsed(), where), err)
	}
	return p.error(Canceled, "stopped "+where, ctx.Err())
}

func (p *probe) elapsed() string {
	return time.Since(p.started).Round(100 * time.Millisecond).String()
}

func (p *probe) tooLarge(limit int) error {
	return p.error(Limit, fmt.Sprintf("the body is larger than %s after decoding", bytesText(limit)), nil)
}

// bytesText gives a number of bytes in MiB or KiB where that is exact.
func bytesText(n int) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

// words says what a network error means.
func (p *probe) words(err error) string {
	host := diag.Escape(p.via.host)
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return "there is no host of this name"
	case errors.As(err, &dns):
		return "its name could not be looked up: " + diag.Escape(dns.Err)
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nothing listens at " + host
	case errors.As(err, &cert):
		return "its certificate is not trusted: " + diag.Escape(diag.Cut(cert.Err.Error(), 200))
	case errors.As(err, &record):
		return host + " does not speak TLS"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return "the server broke the connection off"
	case errors.Is(err, io.EOF):
		return "the server closed the connection without an answer"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "the server closed the connection in the middle of its answer"
	case errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.EHOSTUNREACH):
		return host + " cannot be reached from here"
	}
	return diag.Escape(diag.Cut(innermost(err), 200))
}

// innermost is the text of an error's first cause: what net/http wraps around
// it tells an author nothing.
func innermost(err error) string {
	for cause := err; cause != nil; cause = errors.Unwrap(cause) {
		err = cause
	}
	return strings.TrimPrefix(strings.TrimPrefix(err.Error(), "net/http: "), "http: ")
}
