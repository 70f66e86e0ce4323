// Package draft makes a site recipe of recorded traffic: it ranks what was
// recorded by whether it carries the data that is wanted, turns one request
// into a step with params where the recording shows what a user chose, and
// proposes how to read the response.
//
// A draft is proven: the recipe is run against the recording, and its schema
// and checks are made of what it gave.
package draft

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wield-run/wield/lint/words"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/redact"
)

// Options say what a recipe is to be, as far as no request shows it. All but
// ID may be empty; then there is a guess.
type Options struct {
	ID          string // <site>/<slug>
	Name        string // of the site
	Origin      string // of the site's pages: https://www.example.de
	Country     string // ISO 3166-1, or INT
	Language    string // BCP 47
	Task        string
	Description string
	Keywords    []string
	Effect      string  // "read" or "write"
	Find        string  // a text of the data that is wanted
	Inputs      []Input // what the user typed
	Version     string  // of the tool, for the recording
}

// Site is the part of the id in front of the slash.
func (o *Options) Site() string {
	site, _, _ := strings.Cut(o.ID, "/")
	return site
}

// Draft is a recipe that was made.
type Draft struct {
	Recipe jsonval.Value
	Notes  []string // what its author has to know: one sentence each, without a full stop
	HAR    []byte   // what `run --replay` answers the recipe from; nil where nothing was recorded
	Output jsonval.Value
}

// Error is a draft that could not be made.
type Error struct {
	Message string // one sentence without a full stop
	Hint    string
	Effect  bool // it is not clear whether the request changes something: Options.Effect decides
}

func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Message
	}
	return e.Message + "; " + e.Hint
}

// FromRecording makes a recipe of one request of a recording. The error is an
// *Error, or the context's.
func FromRecording(ctx context.Context, har *fetch.HAR, c *Candidate, o Options) (*Draft, error) {
	if c.reading == nil {
		return nil, &Error{Message: "nothing in the response to " + c.Name() + " can be read by a recipe", Hint: "choose another request"}
	}
	all := har.Recorded()
	r := requestOf(c.Request)
	u, err := siteURL(r.URL)
	if err != nil {
		return nil, err
	}
	w := newWanted(o.Find)
	p := &plan{options: o, asked: ask(r, u, o.Inputs, w), reading: c.reading, parse: c.parse, status: c.Answer.Incoming().Status}
	told := false
	if p.origin, told = findOrigin(&o, c.Request, all); !told && strings.Contains(p.reading.output("x"), "join(") {
		p.asked.notes = append(p.asked.notes, "no page of the site is in the recording, so links are taken to stand on "+p.origin+"; --origin https://HOST says where they do")
	}
	if p.effect, err = effectOf(r, p.asked, &o); err != nil {
		return nil, err
	}
	p.language = c.language
	p.login = p.asked.login || account(u.Path())
	if p.login {
		p.check = loginCheck(all, c, u)
	}
	return p.prove(ctx, har, c, all)
}

// FromRequest makes a recipe of a request whose answer is not known: what it
// extracts is for the author to say.
func FromRequest(r *Request, o Options) (*Draft, error) {
	u, err := siteURL(r.URL)
	if err != nil {
		return nil, err
	}
	p := &plan{options: o, asked: ask(r, u, o.Inputs, newWanted(o.Find)), origin: u.Origin(), status: 200}
	if o.Origin != "" {
		p.origin = o.Origin
	}
	if p.effect, err = effectOf(r, p.asked, &o); err != nil {
		return nil, err
	}
	p.login = p.asked.login || account(u.Path())
	p.reading, p.parse = unknownAnswer(r, u)
	p.schema = unknownSchema(p.reading)
	p.checks = []string{"length(output.title) > `0`"}
	if p.reading.list != "" {
		p.checks = []string{"length(output.items) > `0`"}
	}
	notes := append(p.asked.notes, "nothing was sent, so what the recipe reads of the answer is a guess: `run` it, look, and mend `extract`, `output` and `checks`")
	return &Draft{Recipe: p.recipe(false), Notes: notes}, nil
}

func requestOf(r *fetch.Recorded) *Request {
	return &Request{Method: r.Method, URL: r.URL, Header: r.Header, MIME: r.MIME, Body: r.Body, Pairs: r.Pairs}
}

// siteURL reads the address of a request that a recipe can make.
func siteURL(raw string) (*fetch.URL, error) {
	u, err := fetch.ParseURL(raw, nil)
	switch {
	case err != nil:
		return nil, &Error{Message: err.Error()}
	case u.HasUserinfo():
		return nil, &Error{Message: "the address of the request holds a user name, which no recipe may", Hint: "take it out"}
	case strings.ContainsAny(u.Hostname(), "{}"): // which a URL may have, and no name of a host
		return nil, &Error{Message: diag.Quote(u.Hostname(), 60) + " is no name of a host"}
	case u.Scheme() != "https" || u.Port() != "":
		if u.Scheme() != "http" || u.Port() != "" {
			return nil, &Error{Message: diag.Quote(raw, 100) + " is no address of the public web: a recipe goes to https://host, without a port"}
		}
		return siteURL("https" + strings.TrimPrefix(u.String(), "http"))
	}
	return u.WithoutFragment(), nil
}

// originOf is where the site's pages stand: what is said, else where the page
// that sent the request stood, else where its data comes from.
func originOf(o *Options, r *fetch.Recorded, all []fetch.Recorded) string {
	origin, _ := findOrigin(o, r, all)
	return origin
}

// findOrigin is originOf, and whether the recording tells it.
func findOrigin(o *Options, r *fetch.Recorded, all []fetch.Recorded) (origin string, told bool) {
	if o.Origin != "" {
		return o.Origin, true
	}
	ofSite := func(raw string) string {
		u, err := siteURL(raw)
		if err != nil || u.Hostname() != o.Site() && !strings.HasSuffix(u.Hostname(), "."+o.Site()) {
			return ""
		}
		return u.Origin()
	}
	for _, name := range []string{"referer", "origin"} {
		if value, ok := r.Header.Get(name); ok {
			if origin := ofSite(value); origin != "" {
				return origin, true
			}
		}
	}
	// A page of the site in the recording stands where people see it.
	for i := range all {
		mime, _ := all[i].Answer.Get("content-type")
		if origin := ofSite(all[i].URL); origin != "" && strings.HasPrefix(mime, "text/html") {
			return origin, true
		}
	}
	u, err := siteURL(r.URL)
	if err != nil {
		return "https://" + o.Site(), false
	}
	return u.Origin(), false
}

// effectOf decides whether a request changes something.
func effectOf(r *Request, a *asked, o *Options) (string, error) {
	switch {
	case o.Effect != "":
		if r.Method != "GET" && r.Method != "POST" && o.Effect == "read" {
			return "", &Error{Message: "a " + diag.Escape(diag.Cut(r.Method, 20)) + " is no reading: only a GET, and a POST that asks, can be", Hint: "say --effect write"}
		}
		return o.Effect, nil
	case r.Method == "GET", r.Method == "POST" && a.graphql == asks:
		return "read", nil
	case r.Method != "POST" || a.graphql == changes:
		return "write", nil
	}
	segments := strings.Split(strings.Trim(a.url.Path(), "/"), "/")
	last := words.Split(segments[len(segments)-1])
	if verb := words.Verb(last); words.Strong(verb) && !words.Safe(last) {
		return "", &Error{Effect: true, Message: fmt.Sprintf("it is not clear whether the POST to %s changes something or only asks", diag.Quote(a.url.Path(), 60)),
			Hint: "say --effect write or --effect read"}
	}
	return "read", nil
}

// account reports whether a path leads to what belongs to one user.
func account(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		for _, w := range redact.Words(segment) {
			switch w {
			case "account", "orders", "me", "my", "profile", "basket", "cart", "wishlist", "inbox", "messages", "konto", "bestellungen", "warenkorb", "merkliste", "dashboard", "settings":
				return true
			}
		}
	}
	return false
}

// loginCheck finds a request of the recording that only who is logged in gets
// an answer to: one for the account.
func loginCheck(all []fetch.Recorded, c *Candidate, u *fetch.URL) string {
	for i := range all {
		r := &all[i]
		other, err := siteURL(r.URL)
		if err != nil || r.Method != "GET" || r.Status != 200 || r.Lost != "" || r.Index == c.Request.Index || other.Origin() != u.Origin() || other.Query() != "" {
			continue
		}
		if mime, _ := r.Answer.Get("content-type"); !strings.Contains(mime, "json") {
			continue
		}
		segments := strings.Split(other.Path(), "/")
		if slices.Contains([]string{"account", "me", "profile", "user", "session", "whoami", "userinfo", "konto", "customer"}, segments[len(segments)-1]) {
			return other.String()
		}
	}
	return ""
}
