package fetch

import (
	"bytes"
	"strings"

	werrors "github.com/nlnwa/whatwg-url/errors"
	whatwg "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/text/unicode/norm"
)

// parseWHATWG parses raw against a serialised base ("" for none). why says
// what is wrong with raw.
func parseWHATWG(raw, base string) (u *URL, why string) {
	w, err := whatwg.ParseRef(base, raw)
	if err != nil {
		return nil, whyNot(err)
	}
	if w.IsIPv4() && signedIPv4(raw, base) {
		return nil, "its host is no IPv4 address, though it ends in a number"
	}
	u = &URL{
		href:     w.Href(false),
		bare:     w.Href(true),
		scheme:   w.Scheme(),
		userinfo: w.Username() != "" || w.Password() != "",
		hostname: w.Hostname(),
		port:     w.Port(),
		path:     w.Pathname(),
		query:    w.Query(),
	}
	u.hasQuery = strings.Contains(u.bare, "?")
	return u, ""
}

// signedIPv4 reports whether a part of an IPv4 host has a sign. The library
// reads "-127" as a number and would make 255.255.255.129 of it; the standard
// knows no signs, and neither do the engines.
func signedIPv4(raw, base string) bool {
	signed := false
	parser := whatwg.NewParser(whatwg.WithPreParseHostFunc(func(_ *whatwg.Url, host string) string {
		// Full-width and small signs become plain ones in a host.
		signed = bytes.ContainsAny(norm.NFKC.Bytes(percentDecode(host)), "+-")
		return host
	}))
	_, _ = parser.ParseRef(base, raw)
	return signed
}

// whyNot puts a fault in the words of somebody who wrote the URL.
func whyNot(err error) string {
	switch kind := werrors.Type(err); kind {
	case werrors.MissingSchemeNonRelativeURL:
		return "it is relative, and there is no page that it could be relative to"
	case werrors.HostMissing:
		return "it has no host"
	case werrors.InvalidCredentials:
		return `there is no host behind its "@"`
	case werrors.PortOutOfRange:
		return "its port is beyond 65535"
	case werrors.PortInvalid:
		return "its port is not a number"
	case werrors.DomainToASCII, werrors.DomainInvalidCodePoint, werrors.HostInvalidCodePoint:
		return "its host cannot be a host name"
	case werrors.InvalidURLUnit:
		return "it has a character that cannot stand there"
	case "":
		return "it is malformed"
	default:
		return "its host is not a valid IP address, though it is written like one"
	}
}
