package fetch

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
)

// Challenge says that a response is a bot manager's check and no answer.
type Challenge struct {
	Vendor   string // "Cloudflare"; "" where nothing names one
	Evidence string // what gave it away, with the thing itself: for a message
}

// String is the finding as a part of a sentence: `a Cloudflare check (the
// header "cf-mitigated: challenge")`.
func (c *Challenge) String() string {
	if c.Vendor == "" {
		return "a bot check (" + c.Evidence + ")"
	}
	article := "a "
	if strings.ContainsRune("AEIOU", rune(c.Vendor[0])) {
		article = "an "
	}
	return article + c.Vendor + " check (" + c.Evidence + ")"
}

// Expected is what a step expects of a response.
type Expected struct {
	Status bool // expect.status lists the response's status
	JSON   bool // the step reads the body as JSON
}

// smallPage is the size, in bytes, below which a page that was expected is
// searched for signs of a challenge.
const smallPage = 64 << 10

// DetectChallenge tells whether a response is a bot manager's check. In this
// order: a header that is sent with nothing else; status 403 or 429 where the
// step does not list it; a sign in the body that stands on no ordinary page,
// on a page where JSON was expected or on HTML under 64 KiB. It gives nil
// where there is none of these.
//
// A CAPTCHA widget, a bot manager's script, cookie or beacon, and the word
// "captcha" are no signs: they stand on ordinary pages.
func DetectChallenge(resp *Response, want Expected) *Challenge {
	for _, m := range challengeHeaders() {
		if value, ok := m.match(resp.Header); ok {
			return &Challenge{m.vendor, "the header " + diag.Quote(m.name+": "+value, 80)}
		}
	}
	if !want.Status {
		switch resp.Status {
		case 403, 429:
			return &Challenge{vendorOf(resp), fmt.Sprintf("status %d, which is not expected", resp.Status)}
		case 999:
			return &Challenge{"LinkedIn", "status 999"}
		}
	}
	page, small := readPage(resp, want.JSON)
	if page == nil || !small && !want.JSON {
		return nil
	}
	if vendor, text := searchPage(page); text != "" {
		return &Challenge{vendor, "the page holds " + diag.Quote(text, 80)}
	}
	return nil
}

// readPage gives the body in lower case where it is a page, and whether it is
// small; nil where it is something else, as the error of an API.
func readPage(resp *Response, wantJSON bool) (page []byte, small bool) {
	body := bytes.TrimLeft(bytes.TrimPrefix(resp.Body, []byte("\ufeff")), " \t\r\n\f")
	if len(body) == 0 || body[0] == '{' || body[0] == '[' {
		return nil, false
	}
	contentType, _ := resp.Header.Get("content-type")
	essence, _, _ := strings.Cut(strings.ToLower(contentType), ";")
	switch essence = strings.TrimSpace(essence); {
	case essence == "text/html", essence == "application/xhtml+xml":
	case body[0] == '<' && (wantJSON || essence == ""):
	default:
		return nil, false
	}
	return lowerASCII(resp.Body), len(resp.Body) < smallPage
}

// lowerASCII is ASCII text in lower case; other bytes stay, so that offsets do.
func lowerASCII(b []byte) []byte {
	lower := make([]byte, len(b))
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		lower[i] = c
	}
	return lower
}

// vendorOf names who refused a request, where a header or the page tells.
func vendorOf(resp *Response) string {
	for _, m := range vendorHeaders() {
		if _, ok := m.match(resp.Header); ok {
			return m.vendor
		}
	}
	if page, _ := readPage(resp, true); page != nil {
		vendor, _ := searchPage(page)
		return vendor
	}
	return ""
}

// searchPage looks for a sign of a challenge in a page in lower case, and
// gives the text that was found; "" where there is none.
func searchPage(page []byte) (vendor, text string) {
	title := pageTitle(page)
	for _, m := range titleMarkers() {
		if strings.HasPrefix(title, m.text) {
			return m.vendor, "<title>" + m.text
		}
	}
	for _, m := range bodyMarkers() {
		if m.below == 0 || len(page) < m.below {
			if m.match(page) {
				return m.vendor, m.texts[0]
			}
		}
	}
	return "", ""
}

// pageTitle gives the text of the first title element of a page in lower case.
func pageTitle(page []byte) string {
	_, rest, found := bytes.Cut(page, []byte("<title"))
	if !found {
		return ""
	}
	_, rest, found = bytes.Cut(rest, []byte(">"))
	if !found {
		return ""
	}
	text, _, _ := bytes.Cut(rest, []byte("</title"))
	return strings.Join(strings.Fields(string(text[:min(len(text), 200)])), " ")
}

// headerMarker is a field that tells of a bot manager.
type headerMarker struct {
	vendor, name string
	values       []string // in lower case; empty: any. "!x" is any but x, "x*" what begins with x
}

func (m headerMarker) match(h Header) (value string, ok bool) {
	value, ok = h.Get(m.name)
	if !ok || len(m.values) == 0 {
		return value, ok
	}
	got := strings.ToLower(strings.TrimSpace(value))
	for _, want := range m.values {
		switch {
		case strings.HasPrefix(want, "!"):
			ok = got != want[1:]
		case strings.HasSuffix(want, "*"):
			ok = strings.HasPrefix(got, want[:len(want)-1])
		default:
			ok = got == want
		}
		if ok {
			return value, true
		}
	}
	return "", false
}

// bodyMarker is a sign on a page: all its texts, each at most apart bytes
// behind the one before it.
type bodyMarker struct {
	vendor string
	texts  []string // in lower case
	apart  int      // 0: anywhere behind
	below  int      // only on pages of fewer bytes; 0: any
}

func (m bodyMarker) match(page []byte) bool {
	for {
		at := bytes.Index(page, []byte(m.texts[0]))
		if at < 0 {
			return false
		}
		page = page[at+len(m.texts[0]):]
		rest, found := page, true
		for _, text := range m.texts[1:] {
			near := rest
			if m.apart > 0 {
				near = rest[:min(len(rest), m.apart+len(text))]
			}
			at := bytes.Index(near, []byte(text))
			if found = at >= 0; !found {
				break
			}
			rest = rest[at+len(text):]
		}
		if found {
			return true
		}
		if m.apart == 0 { // what is missing here is missing behind it as well
			return false
		}
	}
}
