package fetch

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
)

// Mapping sends what is meant for an origin to another server: a mock or a
// staging server. Policy, records and messages go on seeing the origin.
//
// The server is addressed by its own name (the Host header, and in TLS), as a
// reverse proxy addresses it: it answers for that name, its certificate is
// made out to it, and the absolute URLs that it makes are built from it. Where
// such a URL comes back in a Location, it is read as the origin's.
type Mapping struct {
	Origin string // as URL.Origin gives it
	Target string // the same; loopback is allowed here
}

// ParseMapping reads "ORIGIN=URL". The error is an *Error with the reason
// BadRequest.
func ParseMapping(text string) (Mapping, error) {
	from, to, ok := strings.Cut(text, "=")
	if !ok {
		return Mapping{}, mappingError(text, "it has no \"=\"")
	}
	origin, err := parseOrigin(from)
	if err != nil {
		return Mapping{}, mappingError(text, err.Error())
	}
	target, err := parseOrigin(to)
	if err != nil {
		return Mapping{}, mappingError(text, err.Error())
	}
	return Mapping{Origin: origin, Target: target}, nil
}

func parseOrigin(raw string) (string, error) {
	u, err := ParseURL(raw, nil)
	if err != nil {
		return "", err
	}
	if u.scheme != "http" && u.scheme != "https" {
		return "", fmt.Errorf("%s is neither http nor https", diag.Quote(raw, 200))
	}
	if u.userinfo || u.href != u.Origin()+"/" {
		return "", fmt.Errorf("%s is more than scheme, host and port", diag.Quote(raw, 200))
	}
	return u.Origin(), nil
}

func mappingError(text, why string) *Error {
	return &Error{
		Reason:  BadRequest,
		Message: fmt.Sprintf("%s maps no origin: %s", diag.Quote(text, 200), why),
		Hint:    "write it as https://www.example.de=http://127.0.0.1:8080",
	}
}

// readBack gives a Location that came from a mapped server as the origin's own
// server would have sent it. sent is the URL that was asked, as the recipe
// sees it; a Location relative to it stays as it is.
func (p *Policy) readBack(location string, sent *URL) string {
	via := p.mapping(sent.Origin())
	if via == nil {
		return location
	}
	// Relative to a host that is nobody's, a reference without a host of its
	// own betrays itself.
	scheme, _, _ := strings.Cut(via.Target, ":")
	nobody, err := ParseURL(scheme+"://nobody.invalid/", nil)
	if err != nil {
		return location
	}
	u, err := ParseURL(location, nobody)
	if err != nil || u.userinfo {
		return location
	}
	back := via
	if u.Origin() != via.Target {
		if back = p.mappingTo(u.Origin()); back == nil {
			return location
		}
	}
	return back.Origin + u.href[len(u.Origin()):]
}

// mappingTo gives the first mapping with a target, nil where there is none.
func (p *Policy) mappingTo(target string) *Mapping {
	for i := range p.Mappings {
		if p.Mappings[i].Target == target {
			return &p.Mappings[i]
		}
	}
	return nil
}
