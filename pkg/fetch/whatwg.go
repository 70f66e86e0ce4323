package fetch

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	werrors "github.com/nlnwa/whatwg-url/errors"
	whatwg "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// parseWHATWG parses raw against a serialised base ("" for none). why says
// what is wrong with raw.
func parseWHATWG(raw, base string) (u *URL, why string) {
	w, err := whatwg.ParseRef(base, raw)
	if err != nil {
		if werrors.Type(err) == werrors.DomainToASCII {
			w, err = parseMixedHost(raw, base)
		}
		if err != nil {
			return nil, whyNot(err)
		}
	}
	if why := misread(w, raw, base); why != "" {
		return nil, why
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

// parseMixedHost parses a URL, or its base, whose host has an underscore, or
// another sign that host names have not, together with what IDNA maps, as in
// img_1.bücher.example. The library refuses that, so it is handed a stand-in.
func parseMixedHost(raw, base string) (*whatwg.Url, error) {
	const standIn = "host.invalid"
	mixed := ""
	parser := whatwg.NewParser(
		whatwg.WithPreParseHostFunc(func(u *whatwg.Url, host string) string {
			mixed = ""
			if u.IsSpecialScheme() {
				mixed = mixedHost(percentDecode(host))
			}
			if mixed != "" {
				return standIn
			}
			return host
		}),
		whatwg.WithPostParseHostFunc(func(_ *whatwg.Url, host string) string {
			return cmp.Or(mixed, host)
		}))
	return parser.ParseRef(base, raw)
}

// mixedHost gives such a host in ASCII, and "" for any other and for one that
// no engine takes.
func mixedHost(host []byte) string {
	profile := idna.New(idna.MapForLookup(), idna.BidiRule(), idna.VerifyDNSLength(false), idna.StrictDomainName(false),
		idna.CheckHyphens(false), idna.CheckJoiners(true), idna.Transitional(false))
	ascii, err := profile.ToASCII(string(host))
	forbidden := func(c rune) bool { return c <= ' ' || c == 0x7f || strings.ContainsRune(`#%/:<>?@[\]^|`, c) }
	if err != nil || !utf8.Valid(host) || strings.ContainsFunc(ascii, forbidden) || !strings.ContainsAny(ascii, "_~!$&'()*+,;=\"`{}") {
		return ""
	}
	labels := strings.Split(strings.TrimSuffix(ascii, "."), ".")
	last := labels[len(labels)-1]
	if _, err := strconv.ParseUint(last, 0, 64); err == nil || last != "" && strings.Trim(last, "0123456789") == "" {
		return "" // an IPv4 address, of other parts than numbers
	}
	return ascii
}

// maxHost is how long a host may be. Names end at 253 characters, which URLs do
// not mind; far beyond, the library refuses what it has written itself.
const maxHost = 1000

// misread says what is wrong with a host of which the library makes something
// that neither the standard nor an engine does: it takes "-127" for a number
// and makes 255.255.255.129 of it, [[::1]] for [::1], and a bare "xn--" for
// nothing.
func misread(w *whatwg.Url, raw, base string) string {
	if len(w.Hostname()) > maxHost {
		return "its host is longer than the name of any host"
	}
	name := "." + w.Hostname() + "."
	gap := strings.Contains(name, "..")
	if !w.IsIPv4() && !w.IsIPv6() && !gap {
		return ""
	}
	// Full-width and small signs become plain ones in a host.
	host := norm.NFKC.String(strings.ToLower(string(percentDecode(writtenHost(raw, base)))))
	labels := strings.FieldsFunc(host, func(c rune) bool { return c == '.' || c == '。' })
	switch {
	case w.IsIPv4() && strings.ContainsAny(host, "+-"):
		return "its host is no IPv4 address, though it ends in a number"
	case w.IsIPv6() && strings.Count(host, "[")+strings.Count(host, "]") > 2:
		return "its host is in more brackets than one pair"
	case gap && slices.Contains(labels, "xn--"):
		return "its host cannot be a host name"
	}
	return ""
}

// writtenHost is the host as it stands in a URL, or in its base.
func writtenHost(raw, base string) string {
	written := ""
	parser := whatwg.NewParser(whatwg.WithPreParseHostFunc(func(_ *whatwg.Url, host string) string {
		written = host
		return host
	}))
	_, _ = parser.ParseRef(base, raw)
	return written
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
