//go:build !whatwg

package fetch

import (
	neturl "net/url"
	"strings"
)

// parseWHATWG takes plain URLs only.
func parseWHATWG(raw, base string) (u *URL, why string) {
	for i := 0; i < len(raw); i++ {
		if c := raw[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\\\"<>'`{}|^[]@", c) >= 0 {
			return nil, "it has a character that cannot stand there"
		}
	}
	b, err := neturl.Parse(base)
	if err != nil {
		return nil, "it is malformed"
	}
	w, err := b.Parse(raw)
	if err != nil || w.Host == "" || w.Scheme != "https" && w.Scheme != "http" {
		return nil, "it is malformed"
	}
	if w.Path == "" {
		w.Path = "/"
	}
	port := w.Port()
	if port == "443" && w.Scheme == "https" || port == "80" && w.Scheme == "http" {
		port = ""
	}
	u = &URL{scheme: w.Scheme, hostname: strings.ToLower(w.Hostname()), port: port, path: w.EscapedPath(), query: w.RawQuery}
	u.hasQuery = w.RawQuery != "" || w.ForceQuery
	u.bare = u.scheme + "://" + u.Host() + u.path
	if u.hasQuery {
		u.bare += "?" + u.query
	}
	u.href = u.bare
	if w.Fragment != "" {
		u.href += "#" + w.EscapedFragment()
	}
	return u, ""
}
