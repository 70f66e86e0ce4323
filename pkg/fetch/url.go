package fetch

import (
	neturl "net/url"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// The most that a URL may hold. The standard knows no limits, servers do: they
// refuse a request line far below. Parsing takes time that grows with the
// square of the segments and of what stands where the host is.
const (
	maxURLBytes       = 64 << 10
	maxURLSegments    = 4096
	maxAuthorityBytes = 4 << 10
)

// URL is a parsed and serialised URL, as the WHATWG standard defines it and as
// `new URL()` in Node gives it. It is immutable.
type URL struct {
	href     string // whole, with the fragment
	bare     string // href without the fragment
	scheme   string
	userinfo bool
	hostname string // "" where the URL has no host
	port     string // "" for the scheme's default port
	path     string
	query    string
	hasQuery bool
}

// ParseURL parses a URL against a base; base is nil where raw must be
// absolute. raw may hold lone surrogates (WTF-8), which become U+FFFD. The
// error is an *Error with the reason BadRequest.
func ParseURL(raw string, base *URL) (*URL, error) {
	raw = jsonval.ToUTF8(raw)
	if why := tooBig(raw); why != "" {
		return nil, urlError(raw, why)
	}
	against := ""
	if base != nil {
		against = base.href
	}
	u, why := parseWHATWG(raw, against)
	if why != "" {
		return nil, urlError(raw, why)
	}
	return u, nil
}

// tooBig says which limit a URL breaks.
func tooBig(raw string) string {
	if len(raw) > maxURLBytes {
		return "it is longer than 64 KiB"
	}
	head := raw
	if end := strings.IndexAny(raw, "?#"); end >= 0 {
		head = raw[:end]
	}
	if strings.Count(head, "/")+strings.Count(head, `\`) > maxURLSegments {
		return "its path has more than 4,096 segments"
	}
	if len(head) > maxAuthorityBytes && len(authority(head)) > maxAuthorityBytes {
		return "what stands in the place of its host is longer than 4 KiB"
	}
	return ""
}

// authority gives the part of a URL in which a parser may see its host: behind
// the scheme and any slashes, or behind two slashes.
func authority(raw string) string {
	raw = strings.TrimLeftFunc(raw, func(r rune) bool { return r <= ' ' })
	raw = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(raw)
	scheme := 0
	for scheme < len(raw) && (raw[scheme]|0x20 >= 'a' && raw[scheme]|0x20 <= 'z' || strings.IndexByte("0123456789+-.", raw[scheme]) >= 0) {
		scheme++
	}
	rest := raw
	if scheme < len(raw) && raw[scheme] == ':' {
		rest = raw[scheme+1:]
	} else if len(strings.TrimLeft(raw, `/\`)) > len(raw)-2 {
		return ""
	}
	rest = strings.TrimLeft(rest, `/\`)
	if end := strings.IndexAny(rest, `/\`); end >= 0 {
		rest = rest[:end]
	}
	return rest
}

func urlError(raw, why string) *Error {
	return &Error{
		Reason:  BadRequest,
		URL:     raw,
		Message: diag.Quote(raw, 200) + " is not a URL that can be requested: " + why,
	}
}

// String is the whole URL, with its fragment.
func (u *URL) String() string { return u.href }

// Scheme is the scheme in lower case, without the colon.
func (u *URL) Scheme() string { return u.scheme }

// HasUserinfo reports whether the URL carries a user name or a password.
func (u *URL) HasUserinfo() bool { return u.userinfo }

// Hostname is the host without the port; an IPv6 address keeps its brackets.
func (u *URL) Hostname() string { return u.hostname }

// Port is the port where it is not the scheme's own, else "".
func (u *URL) Port() string { return u.port }

// Host is the host, and the port where it is not the scheme's own.
func (u *URL) Host() string {
	if u.port == "" {
		return u.hostname
	}
	return u.hostname + ":" + u.port
}

// Origin is "https://host[:port]", and "null" where the scheme has no origin.
func (u *URL) Origin() string {
	switch u.scheme {
	case "http", "https", "ws", "wss", "ftp":
		return u.scheme + "://" + u.Host()
	}
	return "null"
}

// Path is the path, percent-encoded, from its first slash.
func (u *URL) Path() string { return u.path }

// Query is what follows the "?", as it stands in the URL.
func (u *URL) Query() string { return u.query }

// PathAndQuery is the path with "?" and the query, where there is one.
func (u *URL) PathAndQuery() string {
	if u.query == "" {
		return u.path
	}
	return u.path + "?" + u.query
}

// Fragment is what follows the "#".
func (u *URL) Fragment() string {
	return strings.TrimPrefix(u.href[len(u.bare):], "#")
}

// WithoutFragment gives the URL as it is sent, and as a response shows it.
func (u *URL) WithoutFragment() *URL {
	if len(u.href) == len(u.bare) {
		return u
	}
	bare := *u
	bare.href = u.bare
	return &bare
}

// WithQuery gives the URL with another query; "" takes the query and its "?"
// away. The query must be percent-encoded, as FormatQuery gives it.
func (u *URL) WithQuery(query string) *URL {
	changed := *u
	changed.query, changed.hasQuery = query, query != ""
	head := u.bare
	if u.hasQuery {
		head = head[:len(head)-len("?")-len(u.query)]
	}
	if changed.hasQuery {
		head += "?" + query
	}
	changed.bare = head
	changed.href = head + u.href[len(u.bare):]
	return &changed
}

// brief names the URL in a message: without the query, which may be long, and
// without the fragment, which is never sent.
func (u *URL) brief() string {
	if u.Origin() == "null" {
		return diag.Escape(diag.Cut(u.bare, 200))
	}
	return diag.Escape(diag.Cut(u.Origin()+u.path, 200))
}

// wire gives the form that net/http writes byte for byte into the request
// line. host is the host and port to connect to.
func (u *URL) wire(scheme, host string) *neturl.URL {
	w := &neturl.URL{Scheme: scheme, Host: host, RawQuery: u.query}
	if !strings.HasPrefix(u.path, "//") {
		w.Opaque = u.path
		return w
	}
	// An opaque part that begins with "//" would be taken for a host.
	if path, err := neturl.PathUnescape(u.path); err == nil {
		w.Path, w.RawPath = path, u.path
		if w.EscapedPath() == u.path {
			return w
		}
	}
	// net/url would write this path in another way. The absolute form of the
	// request line, which every server must take, holds it unchanged.
	return &neturl.URL{Scheme: scheme, Host: host, Opaque: "//" + host + u.path, RawQuery: u.query}
}
