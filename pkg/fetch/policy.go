package fetch

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
)

// Policy says where requests may go. It is asked before each request and
// before each hop of a redirect; addresses are judged again when they are
// dialled. The zero Policy lets nothing through.
//
// A user name or password in the URL, and the ports that Fetch blocks, are
// refused by every policy.
type Policy struct {
	Schemes    []string // in lower case: "https"
	Origins    []string // as URL.Origin gives them
	AnyOrigin  bool     // Origins does not count
	AnyPort    bool     // not only the scheme's own port
	AnyAddress bool     // not only public addresses
	Mappings   []Mapping
}

// RecipePolicy is the policy of a run: https to the declared origins and to
// the locale hosts, on public addresses. An origin that is no URL matches
// nothing.
func RecipePolicy(origins, localeHosts []string, mappings ...Mapping) *Policy {
	p := &Policy{Schemes: []string{"https"}, Mappings: mappings}
	for _, origin := range origins {
		p.declare(origin)
	}
	for _, host := range localeHosts {
		p.declare("https://" + host)
	}
	return p
}

func (p *Policy) declare(origin string) {
	u, err := ParseURL(origin, nil)
	if err != nil || slices.Contains(p.Origins, u.Origin()) {
		return
	}
	p.Origins = append(p.Origins, u.Origin())
}

// PublicPolicy lets https to any host with a public address through.
func PublicPolicy(mappings ...Mapping) *Policy {
	return &Policy{Schemes: []string{"https"}, AnyOrigin: true, Mappings: mappings}
}

// Check says whether a request may go to u. The error is an *Error with the
// reason OriginBlocked.
func (p *Policy) Check(u *URL) error {
	why, hint := p.refusal(u)
	if why == "" {
		return nil
	}
	return &Error{
		Reason:  OriginBlocked,
		URL:     u.href,
		Message: fmt.Sprintf("nothing is sent to %s: %s", u.brief(), why),
		Hint:    hint,
	}
}

// CheckHop says whether a redirect from one URL to another may be followed.
// The error is an *Error with the reason RedirectBlocked and names both
// origins.
func (p *Policy) CheckHop(from, to *URL) error {
	why, hint := p.refusal(to)
	if why == "" {
		return nil
	}
	return &Error{
		Reason:  RedirectBlocked,
		URL:     to.href,
		Message: fmt.Sprintf("%s redirects to %s, and the redirect is not followed: %s", from.brief(), to.brief(), why),
		Hint:    hint,
	}
}

// refusal says why u is refused, and what to do; "" where it is not.
func (p *Policy) refusal(u *URL) (why, hint string) {
	if !slices.Contains(p.Schemes, u.scheme) {
		return fmt.Sprintf("only %s is requested, not %s", strings.Join(p.Schemes, " and "), diag.Escape(diag.Cut(u.scheme, 40))), ""
	}
	if u.userinfo {
		return `the URL carries a user name or a password before an "@"`, ""
	}
	if u.port != "" {
		if why := p.portRefusal(u.port); why != "" {
			return why, ""
		}
	}
	origin := u.Origin()
	if !p.AnyOrigin && !slices.Contains(p.Origins, origin) {
		return fmt.Sprintf("%s is not a declared origin (%s)", diag.Escape(origin), strings.Join(p.Origins, ", ")),
			fmt.Sprintf("add %q to site.origins if the recipe is meant to go there", origin)
	}
	if addr, err := netip.ParseAddr(strings.Trim(u.hostname, "[]")); err == nil && !p.allows(addr) && p.mapping(origin) == nil {
		return addr.String() + " is not a public address", "use --map-origin to send an origin's requests to a server on this machine"
	}
	return "", ""
}

func (p *Policy) portRefusal(port string) string {
	n, err := strconv.ParseUint(port, 10, 16)
	if _, blocked := slices.BinarySearch(blockedPorts[:], uint16(n)); err != nil || blocked {
		return "port " + port + " is one that browsers never connect to"
	}
	if !p.AnyPort {
		return "only the scheme's own port is requested, not " + port
	}
	return ""
}

// allows reports whether an address may be dialled.
func (p *Policy) allows(addr netip.Addr) bool { return p.AnyAddress || PublicAddr(addr) }

// mapping gives the mapping of an origin, nil where it has none.
func (p *Policy) mapping(origin string) *Mapping {
	for i := range p.Mappings {
		if p.Mappings[i].Origin == origin {
			return &p.Mappings[i]
		}
	}
	return nil
}

// Declares reports whether an origin, as URL.Origin gives it, is one of the
// policy's.
func (p *Policy) Declares(origin string) bool {
	return p.AnyOrigin || slices.Contains(p.Origins, origin)
}

// Path gives the path and query of a URL on a declared origin: with one
// leading slash, dot segments resolved, without the fragment. raw may be
// relative to base. The error is an *Error: BadRequest where raw is no URL,
// OriginBlocked where it leads elsewhere.
func (p *Policy) Path(raw string, base *URL) (string, error) {
	u, err := ParseURL(raw, base)
	if err != nil {
		return "", err
	}
	if err := p.Check(u); err != nil {
		return "", err
	}
	// A second slash would make a host of the first segment when the text is
	// resolved as a URL again.
	return "/" + strings.TrimLeft(u.PathAndQuery(), "/"), nil
}
