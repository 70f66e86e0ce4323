package draft

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonschema/format"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/redact"
)

// Request is what is asked of a site, as a page or a command line sent it.
type Request struct {
	Method string
	URL    string
	Header fetch.Header
	MIME   string       // of the body
	Body   string       // "" where there is none
	Pairs  []fetch.Pair // of a form whose text is not known
}

// Input is a value that a user typed, under the name of the param that takes
// its place.
type Input struct{ Name, Value string }

// asked is a request as a recipe makes it.
type asked struct {
	url     *fetch.URL
	step    string
	request jsonval.Value // of the step
	params  []param
	notes   []string // what was left out, and why
	login   bool     // it was sent with a credential
	graphql operation
}

// drafter turns the parts of a request into templates.
type drafter struct {
	inputs []Input
	wanted wanted
	taken  map[string]bool
	asked  asked
	all    bool // values that have no name of their own are params too
}

// ask drafts a request.
func ask(r *Request, u *fetch.URL, inputs []Input, w wanted) *asked {
	d := &drafter{inputs: inputs, wanted: w, taken: map[string]bool{}, asked: asked{url: u}}
	for _, in := range inputs {
		d.taken[in.Name] = true
	}
	var b jsonval.Builder
	b.Set("method", text(r.Method))
	b.Set("url", text(u.Origin()+d.path(u.Path())))
	if query := d.pairs(fetch.ParseQuery(u.Query()), "the query"); query.Len() > 0 {
		b.Set("query", query)
	}
	contentType := d.body(r, &b)
	if header := d.header(r.Header, contentType); header.Len() > 0 {
		b.Set("headers", header)
	}
	d.asked.request = b.Value()
	if d.asked.step == "" {
		d.asked.step = "page"
	}
	return &d.asked
}

func (d *drafter) note(format string, args ...string) {
	quoted := make([]any, len(args))
	for i, a := range args {
		quoted[i] = diag.Quote(a, 40)
	}
	d.asked.notes = append(d.asked.notes, fmt.Sprintf(format, quoted...))
}

// path drafts the path of a URL: numbers, words that were looked for, and
// names of single things become params.
func (d *drafter) path(path string) string {
	segments := strings.Split(path, "/")
	before := ""
	for i, raw := range segments {
		segment, err := url.PathUnescape(raw)
		if err != nil || segment == "" {
			continue
		}
		stem, ext := segment, ""
		if dot := strings.LastIndexByte(segment, '.'); dot > 0 && len(segment)-dot <= 5 && !digits(segment[dot+1:]) {
			stem, ext = segment[:dot], segment[dot:]
		}
		if name, kind, ok := d.segment(stem, before); ok && (ext == "" || plain("x"+ext+"x")) {
			p := d.param(name, typed(text(stem), false), kind)
			p.required = true
			template := "{{ params." + p.name + " }}"
			if !p.number() {
				template = "{{ params." + p.name + " | encode }}"
			}
			segments[i] = template + ext
		} else {
			segments[i] = escapeTemplate(raw)
			if name := snake(stem); name != "" && !version(name) {
				d.asked.step = name
			}
		}
		before = snake(stem)
	}
	return strings.Join(segments, "/")
}

// version reports whether a segment only names the version of an API.
func version(name string) bool {
	return len(name) <= 3 && name[0] == 'v' && digits(name[1:]) || name == "api" || name == "rest"
}

// segment decides whether a segment of a path is a value, and what it is
// called by what stands before it.
func (d *drafter) segment(s, before string) (name string, kind role, ok bool) {
	for _, in := range d.inputs {
		if fold(in.Value) == fold(s) {
			return in.Name, search, true
		}
	}
	of := singular(before)
	switch {
	case !d.wanted.any() && fold(s) == d.wanted.text:
		return "query", search, true
	case digits(s) && (before == "page" || before == "seite"):
		return "page", pageFrom, true
	case digits(s) && len(s) <= 15 && (s == "0" || s[0] != '0'):
		return joinName(of, "id"), filter, true
	case digits(s), format.Check("uuid", s), len(s) >= 16 && random(s):
		return joinName(of, "id"), filter, true
	case numbered(s):
		return joinName(of, "slug"), filter, true
	}
	switch before {
	case "search", "suche", "find", "query", "q", "s", "recherche", "buscar":
		return "query", search, true
	case "tag", "tags", "category", "categories", "kategorie", "c", "topic", "topics", "user", "users", "author", "wiki", "city", "country", "brand":
		return of, filter, true
	}
	return "", filter, false
}

// numbered reports whether a text is a name with a number in it, as shops give
// their products: 1001-stadtfahrrad.
func numbered(s string) bool {
	if !strings.Contains(s, "-") {
		return false
	}
	for part := range strings.SplitSeq(s, "-") {
		if digits(part) && len(part) >= 3 {
			return true
		}
	}
	return false
}

// escapeTemplate writes text that is no template and might be taken for one.
func escapeTemplate(s string) string { return strings.ReplaceAll(s, "{{", "{{ '{{' }}") }

// pairs drafts a query or a form.
func (d *drafter) pairs(pairs []fetch.Pair, where string) jsonval.Value {
	var b jsonval.Builder
	done := map[string]bool{}
	for i, p := range pairs {
		if done[p.Name] || p.Name == "" {
			continue
		}
		done[p.Name] = true
		values := []jsonval.Value{text(p.Value)}
		for _, other := range pairs[i+1:] {
			if other.Name == p.Name {
				values = append(values, text(other.Value))
			}
		}
		switch {
		case tracking(p.Name), buster(p.Name, p.Value), trace(p.Name):
		case credential(p.Name, p.Value):
			d.asked.login = true
			d.note(where+"'s member %s looks like a credential and was left out; if the site asks for it, read it with auth.derive", p.Name)
		case len(values) > 1:
			b.Set(p.Name, d.value(p.Name, "", jsonval.ArrayValue(values), false))
		default:
			b.Set(p.Name, d.value(p.Name, "", values[0], false))
		}
	}
	return b.Value()
}

// header keeps the fields that a site made up for itself and that hold no
// secret: what a browser adds, it adds again.
func (d *drafter) header(h fetch.Header, contentType string) jsonval.Value {
	var b jsonval.Builder
	if contentType != "" {
		b.Set("content-type", text(escapeTemplate(contentType)))
	}
	for _, f := range h {
		name, value := strings.ToLower(f.Name), f.Value
		switch {
		case name == "authorization":
			d.asked.login = true
			d.note("the header authorization was left out; if the page keeps the token, read it with auth.derive")
		case name == "accept" && strings.HasPrefix(value, "application/") && !strings.Contains(value, ",") && !strings.Contains(value, "xhtml"):
			b.Set(name, text(escapeTemplate(value)))
		case name == "x-requested-with":
			b.Set(name, text(escapeTemplate(value)))
		case !strings.HasPrefix(name, "x-") || noisyHeader(name) || trace(name):
		case credential(name, value) || random(value) || redact.TokenName(name):
			d.asked.login = true
			d.note("the header %s looks like a credential and was left out; if the site asks for it, read it with auth.derive", name)
		case len(value) <= 60 && value == strings.TrimSpace(value) && printable(value):
			b.Set(name, text(escapeTemplate(value)))
		}
	}
	return b.Value()
}

func printable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}

// noisyHeader reports whether a header tells who sends, or follows the
// request.
func noisyHeader(name string) bool {
	for _, prefix := range []string{"x-forwarded", "x-real-ip", "x-b3-", "x-datadog-", "x-newrelic", "x-client-data", "x-http-method", "x-original", "x-rewrite", "x-amzn-trace", "x-cloud-trace",
		"x-sentry", "x-dtpc", "x-dynatrace", "x-instana", "x-px-", "x-akamai", "x-method-override", "x-request-start", "x-chrome", "x-goog-", "x-host", "x-proxy", "x-client-ip", "x-ms-"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
