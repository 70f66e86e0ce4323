package fetch

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"syscall"

	"github.com/wield-run/wield/pkg/diag"
)

// dialer gives a dial function that refuses addresses when they are about to
// be connected to: after the name was resolved, for each attempt, so that a
// name which resolves differently the second time gains nothing.
func (l *Live) dialer(allowed func(netip.Addr) bool) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		d := net.Dialer{
			Timeout:  connectTimeout,
			Resolver: l.options.Resolver,
			ControlContext: func(_ context.Context, _, resolved string, _ syscall.RawConn) error {
				to, err := netip.ParseAddrPort(resolved)
				if err != nil || !allowed(to.Addr()) {
					return addressError(address, resolved)
				}
				if l.options.dialed != nil {
					return l.options.dialed(to)
				}
				return nil
			},
		}
		return d.DialContext(ctx, network, address)
	}
}

func addressError(name, resolved string) *Error {
	host, _, err := net.SplitHostPort(name)
	if err != nil {
		host = name
	}
	if addr, err := netip.ParseAddrPort(resolved); err == nil {
		resolved = addr.Addr().String()
	}
	return &Error{
		Reason:  OriginBlocked,
		Message: fmt.Sprintf("nothing is sent to %s: it leads to %s, which is not a public address", diag.Escape(host), diag.Escape(resolved)),
		Hint:    "use --map-origin to send an origin's requests to a server on this machine",
	}
}
