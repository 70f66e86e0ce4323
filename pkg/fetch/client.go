package fetch

import (
	"context"
	"fmt"
)

// Client sends requests and follows their redirects, by the Fetch standard.
// It keeps nothing between requests, no cookies above all; any number of
// goroutines may use it.
type Client struct {
	Sender Sender
	Policy *Policy

	// BeforeSend is asked before each request that goes out, hops and repeated
	// requests included; an error stops it. It may be nil.
	BeforeSend func() error

	// OnExchange hears of each request that went out, hops included, and of
	// those that brought no response. It may be nil.
	OnExchange func(*Exchange)
}

// Do sends a request and gives the last response after redirects. Errors are
// *Error, or what BeforeSend gave.
func (c *Client) Do(ctx context.Context, req *Request) (*Response, error) {
	out, err := c.outgoing(req)
	if err != nil {
		return nil, err
	}
	if err := c.Policy.Check(out.URL); err != nil {
		return nil, err
	}
	var redirects []*URL
	var warnings []string
	for {
		in, err := c.exchange(ctx, out)
		if err != nil {
			return nil, err
		}
		warnings = append(warnings, in.Warnings...)
		to, err := redirect(out.URL, in)
		if err != nil {
			return nil, err
		}
		if to == nil {
			return &Response{
				URL:       out.URL,
				Status:    in.Status,
				Header:    in.Header,
				Body:      in.Body,
				Redirects: redirects,
				Warnings:  warnings,
			}, nil
		}
		if len(redirects) == maxRedirects {
			return nil, &Error{
				Reason:  Limit,
				URL:     req.URL.href,
				Message: fmt.Sprintf("%s leads to more than %d redirects; the last one goes to %s", req.URL.brief(), maxRedirects, to.brief()),
			}
		}
		if err := c.Policy.CheckHop(out.URL, to); err != nil {
			return nil, err
		}
		out = out.next(in.Status, to)
		redirects = append(redirects, to)
	}
}

// outgoing makes the first hop of a request, or says why it cannot be sent.
func (c *Client) outgoing(req *Request) (*Outgoing, error) {
	method, err := normalMethod(req.Method)
	if err != nil {
		return nil, err
	}
	header, err := normalHeader(req.Header, req.Body)
	if err != nil {
		return nil, err
	}
	if req.Body != nil && (method == "GET" || method == "HEAD") {
		return nil, &Error{
			Reason:  BadRequest,
			URL:     req.URL.href,
			Message: fmt.Sprintf("a %s request cannot have a body", method),
			Hint:    "use query, or the method POST",
		}
	}
	return &Outgoing{
		Step:   req.Step,
		Method: method,
		URL:    req.URL.WithoutFragment(),
		Header: header,
		Body:   req.Body,
		resend: c.BeforeSend,
	}, nil
}

// exchange sends one hop.
func (c *Client) exchange(ctx context.Context, out *Outgoing) (*Incoming, error) {
	if c.BeforeSend != nil {
		if err := c.BeforeSend(); err != nil {
			return nil, err
		}
	}
	in, err := c.Sender.Send(ctx, out)
	if err != nil {
		in = nil
	}
	if c.OnExchange != nil {
		c.OnExchange(&Exchange{Out: out, In: in, Err: err})
	}
	return in, err
}
