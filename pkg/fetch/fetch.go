// Package fetch sends a recipe's requests as the browser and Node would send
// them: WHATWG URLs, the Fetch standard's redirects, an outbound policy before
// every hop, decoded and bounded bodies. Traffic is recorded to and replayed
// from HAR files.
//
// A Client follows redirects and asks the Policy; a Sender carries one request
// and brings one response back. The live Sender goes over the network, the
// replaying one over a HAR; the rules are the same for both.
package fetch

import (
	"context"
	"strings"
	"time"
)

// Field is one header field. The value is text whose code points are at most
// U+00FF; each stands for one byte on the wire.
type Field struct {
	Name  string
	Value string
}

// Header is a list of fields in their order.
type Header []Field

// Get gives the values of a field joined by ", ", as Headers.get() does, and
// whether there is any. Names are compared without case.
func (h Header) Get(name string) (string, bool) {
	var values []string
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			values = append(values, f.Value)
		}
	}
	return strings.Join(values, ", "), values != nil
}

// Request is what a step asks for.
type Request struct {
	Step   string // the step's id: for the report and the trace
	Method string
	URL    *URL
	Header Header // what the recipe sets, and the content-type of the body
	Body   []byte // nil: no body
}

// Response is the last response after redirects.
type Response struct {
	URL       *URL // of this response
	Status    int
	Header    Header
	Body      []byte // decoded
	Redirects []*URL // where each redirect led; the last is URL
	Warnings  []string
}

// Outgoing is one request as it is sent: one hop.
type Outgoing struct {
	Step   string
	Method string
	URL    *URL
	Header Header // complete, as far as the client decides: what the transport adds is not in it
	Body   []byte

	resend func() error // asked before the request is sent a second time; may be nil
}

// Incoming is one response as it came: one hop.
type Incoming struct {
	Status     int
	StatusText string
	Proto      string // "HTTP/1.1"
	Sent       Header // the request's fields as they were sent, where the sender knows better
	Header     Header
	Body       []byte // decoded; empty for a redirect that is followed
	WireBytes  int64  // of the body before decoding; -1: unknown
	Warnings   []string
	Started    time.Time
	Timing     Timing
	Remote     string // the address that answered; "" under replay
}

// Timing is how long the phases of one exchange took. Negative: did not happen.
type Timing struct {
	DNS, Connect, TLS, Send, Wait, Receive time.Duration
}

// Sender carries one request to its server and brings one response back. It
// follows no redirect. Errors are *Error.
type Sender interface {
	Send(ctx context.Context, out *Outgoing) (*Incoming, error)
}

// Exchange is one hop that was sent: for records and reports. Incoming is nil
// where Err says why there is none.
type Exchange struct {
	Out *Outgoing
	In  *Incoming
	Err error
}

// Reason is why there is no response.
type Reason uint8

// The reasons. Package run turns each into an outcome code.
const (
	Network         Reason = iota // DNS, connect, TLS, malformed answer
	Timeout                       // Phase says which
	Limit                         // size, redirects, requests
	RedirectBlocked               // a hop leads off the declared origins
	OriginBlocked                 // the URL or its address is refused by the policy
	ReplayMiss                    // no entry of the HAR answers the request
	BadRequest                    // the request itself cannot be sent: header value, URL
	Canceled                      // the caller's context ended before its deadline
)

// Error is a request that brought no response.
type Error struct {
	Reason  Reason
	Phase   string // "dns", "connect", "tls", "first byte", "body"; "" where it does not apply
	URL     string // what was asked
	Message string // one sentence
	Hint    string
	Err     error // the cause, where there is one
}

func (e *Error) Error() string { return e.Message }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }
