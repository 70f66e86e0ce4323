package fetch

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
)

// maxRedirects is how many redirects Fetch follows; the next one fails.
const maxRedirects = 20

// leadsOn reports whether a response is a redirect that is followed (or
// fails), so that its body is nobody's.
func leadsOn(status int, header Header) bool {
	switch status {
	case 301, 302, 303, 307, 308:
		for _, f := range header {
			if strings.EqualFold(f.Name, "location") && trimLocation(f.Value) != "" {
				return true
			}
		}
	}
	return false
}

// redirect says where a response leads; nil where it is no redirect. Where
// Node and Chromium differ on a Location it is Chromium that is followed for
// the empty, the repeated and the space-trailed one and for raw bytes beyond
// ASCII, and Node for controls.
func redirect(from *URL, in *Incoming) (*URL, error) {
	if !leadsOn(in.Status, in.Header) {
		return nil, nil
	}
	location, why := oneLocation(in.Header)
	if why == "" {
		to, err := ParseURL(escapeHigh(location), from)
		if err == nil {
			return to.WithoutFragment(), nil
		}
		why = err.Error()
	}
	return nil, &Error{
		Reason:  Network,
		URL:     from.href,
		Message: fmt.Sprintf("%s redirects to nowhere: %s", from.brief(), why),
	}
}

// oneLocation gives the first Location that is not empty, or says why there is
// no telling.
func oneLocation(header Header) (location, why string) {
	seen := false
	for _, f := range header {
		if !strings.EqualFold(f.Name, "location") {
			continue
		}
		value := trimLocation(f.Value)
		if seen && value != location {
			return "", fmt.Sprintf("two Location headers differ, %s and %s", diag.Quote(location, 100), diag.Quote(value, 100))
		}
		location, seen = value, true
	}
	for i := 0; i < len(location); i++ {
		if c := location[i]; c < ' ' && c != '\t' || c == 0x7f {
			return "", fmt.Sprintf("its Location has a control character (U+%04X)", c)
		}
	}
	return location, ""
}

func trimLocation(value string) string { return strings.Trim(value, "\t\n\r ") }

// escapeHigh percent-encodes the bytes beyond ASCII of a header value, so that
// they reach the next server as they are, whatever their encoding.
func escapeHigh(value string) string {
	var b strings.Builder
	for _, r := range value {
		if r < 0x80 {
			b.WriteByte(byte(r))
		} else {
			b.WriteString("%" + string([]byte{upperHex[r>>4&15], upperHex[r&15]}))
		}
	}
	return b.String()
}

// next gives the request that follows a redirect: the method and body of the
// Fetch standard, Authorization only within one origin.
func (out *Outgoing) next(status int, to *URL) *Outgoing {
	hop := *out
	hop.URL = to
	toGET := status == 303 && out.Method != "GET" && out.Method != "HEAD" ||
		(status == 301 || status == 302) && out.Method == "POST"
	if toGET {
		hop.Method, hop.Body = "GET", nil
		hop.Header = hop.Header.without("content-encoding", "content-language", "content-location", "content-type", "content-length")
	}
	if to.Origin() != out.URL.Origin() {
		hop.Header = hop.Header.without("authorization")
	}
	return &hop
}
