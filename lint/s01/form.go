package s01

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
)

// form checks that an origin (or, where bare, a host) is written as a browser
// would write it.
func form(p *lint.Pass, n *jsonval.Node, bare bool) bool {
	host, isOrigin := strings.CutPrefix(n.Str, "https://")
	why := ""
	switch {
	case !isOrigin && !bare:
		why = "does not begin with `https://`"
	default:
		why = hostFault(host)
	}
	if why == "" {
		return true
	}
	what := "the origin"
	if bare {
		what = "the host"
	}
	p.Report(lint.Finding{Check: "form", Name: "origin-form", Node: n,
		Message: fmt.Sprintf("%s %s %s", what, diag.Quote(n.Str, 80), why), Hint: canonical(n.Str, bare)})
	return false
}

// hostFault says why a text is no host in canonical form, "" where it is.
func hostFault(host string) string {
	if host == "" {
		return "has no host"
	}
	if len(host) > 253 {
		return "is longer than a host can be"
	}
	for i, r := range host {
		switch {
		case r == '/':
			return "has a path; an origin ends with the host"
		case r == ':':
			return "names a port; only the standard one is allowed"
		case r == '@':
			return "carries a user name"
		case r == '*':
			return "has a wildcard; each host is listed by itself"
		case r == '{' || r == '}':
			return "holds a template; hosts are written out"
		case r >= 'A' && r <= 'Z':
			return "has upper-case letters"
		case r >= 0x80:
			return fmt.Sprintf("holds U+%04X; hosts are written in their ASCII form (xn--…)", r)
		case r == '.' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z':
		default:
			return fmt.Sprintf("holds %s, which is no part of a host (at character %d)", diag.Quote(string(r), 1), i+1)
		}
	}
	label := ""
	for rest, more := host, true; more; {
		label, rest, more = strings.Cut(rest, ".")
		switch {
		case label == "" && !more:
			return "ends with a dot"
		case label == "":
			return "has an empty label between two dots"
		case len(label) > 63:
			return "has a label longer than 63 characters"
		}
	}
	if strings.HasPrefix(label, "xn--") {
		return ""
	}
	for i := 0; i < len(label); i++ {
		if label[i] < 'a' || label[i] > 'z' {
			return "ends in a number: it is an address, not a name"
		}
	}
	return ""
}

// canonical is a hint with the form to write, where a browser finds a host.
func canonical(text string, bare bool) string {
	const general = "write `https://` and the host in lower case, without port and path"
	if strings.ContainsAny(text, "{}*@") {
		return general
	}
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	u, err := fetch.ParseURL(text, nil)
	if err != nil || hostFault(u.Hostname()) != "" {
		return general
	}
	if bare {
		return "write " + diag.Quote(u.Hostname(), 80)
	}
	return "write " + diag.Quote("https://"+u.Hostname(), 80)
}
