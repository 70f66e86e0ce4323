package fetch

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Recorded is one request of a recording and its answer, for whoever wants to
// know what a page asked. It is not changed by Redact or a Recorder: it holds
// the session of whoever recorded it.
type Recorded struct {
	Index   int // in log.entries
	Method  string
	URL     string // without the fragment
	Header  Header // of the request, cookies included
	Cookies []Pair // that the request carried and the response set
	MIME    string // of the request's body
	Body    string // of the request; "" where there is none, or only Pairs are known
	Pairs   []Pair // of a form whose text was not saved
	Unsaved bool   // the request had a body, and it was not saved
	Status  int    // 0: there was no response
	Answer  Header // of the response
	Content []byte // of the response, decoded
	Lost    string // why no answer can be read: one clause; "" where one can
}

// Recorded gives the requests of the recording in its order.
func (h *HAR) Recorded() []Recorded {
	all := make([]Recorded, len(h.entries))
	for i, e := range h.entries {
		all[i] = Recorded{
			Index: e.index, Method: e.request.method, URL: e.request.url,
			Header: e.sent, Cookies: e.cookies,
			MIME: e.request.mime, Body: e.request.body, Pairs: e.request.pairs, Unsaved: e.request.state == bodyUnknown,
			Status: e.status, Answer: e.header, Content: e.body,
			Lost: e.useless(&Outgoing{Method: e.request.method}),
		}
	}
	return all
}

// Incoming gives the answer as a Sender would bring it: a 304 of a browser's
// cache as the 200 that it stands for. The request asked for no 304 itself.
func (r *Recorded) Incoming() *Incoming {
	e := harEntry{status: r.Status, header: r.Answer, body: r.Content}
	return e.incoming(&Outgoing{Method: r.Method})
}

// carried reads what a request carried: its fields and its cookies, with those
// that the response set. What is not written as HAR asks is passed over, since
// no replay needs it.
func (e *harEntry) carried(request, response jsonval.Value) {
	for _, v := range request.Field("headers").Items() {
		name, value := strings.ToLower(v.Field("name").Str()), v.Field("value").Str()
		if !token(name) {
			continue
		}
		e.sent = append(e.sent, Field{name, byteText(value)})
		if name == "cookie" {
			for piece := range strings.SplitSeq(value, ";") {
				e.cookie(piece)
			}
		}
	}
	for _, v := range response.Field("headers").Items() {
		if strings.EqualFold(v.Field("name").Str(), "set-cookie") {
			for line := range strings.SplitSeq(v.Field("value").Str(), "\n") {
				piece, _, _ := strings.Cut(line, ";")
				e.cookie(piece)
			}
		}
	}
	for _, v := range slices.Concat(request.Field("cookies").Items(), response.Field("cookies").Items()) {
		e.cookie(v.Field("name").Str() + "=" + v.Field("value").Str())
	}
}

func (e *harEntry) cookie(piece string) {
	name, value, _ := strings.Cut(strings.TrimSpace(piece), "=")
	if c := (Pair{name, value}); value != "" && !slices.Contains(e.cookies, c) {
		e.cookies = append(e.cookies, c)
	}
}
