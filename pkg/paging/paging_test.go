package paging

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wield-run/wield/internal/conformance"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown"
)

const origin = "https://h.example"

// answer is a page of the site.
type answer struct {
	status  int
	headers map[string]string
	body    string
}

// site answers requests by path and query, whatever the order of parameters.
// Redirects and the policy are those of a real client.
type site struct {
	pages map[string][]answer // used in order, the last one again
	asked []string
}

func canonical(pathAndQuery string) string {
	path, query, _ := strings.Cut(pathAndQuery, "?")
	parts := strings.Split(query, "&")
	slices.Sort(parts)
	return path + "?" + strings.Join(parts, "&")
}

func (s *site) Send(_ context.Context, out *fetch.Outgoing) (*fetch.Incoming, error) {
	at := out.URL.PathAndQuery()
	s.asked = append(s.asked, at)
	key := canonical(at)
	list := s.pages[key]
	if len(list) == 0 {
		return &fetch.Incoming{Status: 404, Proto: "HTTP/1.1", Body: []byte("{}")}, nil
	}
	a := list[0]
	if len(list) > 1 {
		s.pages[key] = list[1:]
	}
	in := &fetch.Incoming{Status: a.status, Proto: "HTTP/1.1", Body: []byte(a.body)}
	if in.Status == 0 {
		in.Status = 200
	}
	for name, value := range a.headers {
		in.Header = append(in.Header, fetch.Field{Name: name, Value: value})
	}
	return in, nil
}

func newSite(pages map[string]answer) *site {
	s := &site{pages: map[string][]answer{}}
	for at, a := range pages {
		a.body = strings.NewReplacer("{O:port+1}", origin+":444", "{O:http}", "http://h.example", "{O}", origin).Replace(a.body)
		s.pages[canonical(at)] = append(s.pages[canonical(at)], a)
	}
	return s
}

// follow follows a recipe's pages through a site, from a path.
func follow(t testing.TB, s *site, start, pagination, more string, o Options) (*Result, *markdown.Recipe, error) {
	t.Helper()
	text := `{"schemaVersion":1,"name":"N","select":"$.items","fields":{"A":"id"},"pagination":` + pagination + more + `}`
	r, found := markdown.Load("recipe.json", []byte(text))
	if errs, _ := diag.Count(found); errs > 0 {
		return nil, nil, found[0]
	}
	first, err := fetch.ParseURL(origin+start, nil)
	if err != nil {
		t.Fatal(err)
	}
	policy := OnOrigin(first, fetch.PublicPolicy())
	if o.Sleep == nil {
		o.Sleep = func(context.Context, time.Duration) error { return nil }
	}
	result, err := Follow(context.Background(), r, first, &fetch.Client{Sender: s, Policy: policy}, o)
	return result, r, err
}

// said are the codes of the warnings.
func said(r *Result) string {
	var codes []string
	for _, w := range r.Warnings {
		codes = append(codes, w.Code)
	}
	return strings.Join(codes, " ")
}

func ids(r *Result) string { return jsonval.Stringify(jsonval.ArrayValue(r.Selection.Items)) }

func TestConformance(t *testing.T) {
	var file struct {
		Cases []struct {
			ID, Why, Start string
			Pagination     json.RawMessage
			Limits         json.RawMessage
			Pages          map[string]struct {
				Body    json.RawMessage
				Raw     string
				Status  int
				Headers map[string]string
			}
			Want struct {
				Requests             []string
				Items                *int
				Stop, Warning, Error string
				Truncated            *bool
			}
		}
	}
	conformance.JSON(t, "render/pagination-cases.json", &file)
	if len(file.Cases) != 53 {
		t.Fatalf("%d cases", len(file.Cases))
	}
	for _, c := range file.Cases {
		pages := map[string]answer{}
		for at, p := range c.Pages {
			pages[at] = answer{p.Status, p.Headers, string(p.Body) + p.Raw}
		}
		s := newSite(pages)
		start := c.Start
		if start == "" {
			start = "/i"
		}
		more := ""
		if c.Limits != nil {
			more = `,"limits":` + string(c.Limits)
		}
		result, recipe, err := follow(t, s, start, string(c.Pagination), more, Options{})
		if c.Want.Error != "" {
			var finding *diag.Diagnostic
			if !errors.As(err, &finding) || c.Want.Error == "select-missing" && finding.Name != "select-missing" || c.Want.Error == "recipe-invalid" && finding.Code != "K10" {
				t.Errorf("%s: %v, want %s", c.ID, err, c.Want.Error)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		rendered, err := markdown.RenderSelection(recipe, result.Selection, result.Options())
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		if c.Want.Requests != nil {
			got, want := []string{}, []string{}
			for _, at := range s.asked {
				got = append(got, canonical(at))
			}
			for _, at := range c.Want.Requests {
				want = append(want, canonical(at))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s (%s): asked %v, want %v", c.ID, c.Why, got, want)
			}
		}
		if c.Want.Items != nil && rendered.Meta.Rendered != *c.Want.Items {
			t.Errorf("%s (%s): %d items, want %d", c.ID, c.Why, rendered.Meta.Rendered, *c.Want.Items)
		}
		if c.Want.Stop != "" && string(result.Stopped) != c.Want.Stop {
			t.Errorf("%s (%s): stopped %s, want %s", c.ID, c.Why, result.Stopped, c.Want.Stop)
		}
		if c.Want.Truncated != nil && rendered.Meta.Truncated != *c.Want.Truncated {
			t.Errorf("%s (%s): truncated %v", c.ID, c.Why, rendered.Meta.Truncated)
		}
		if c.Want.Warning != "" && said(result) != c.Want.Warning {
			t.Errorf("%s (%s): warned %q, want %s", c.ID, c.Why, said(result), c.Want.Warning)
		}
		if c.Want.Warning == "" && c.Want.Stop == "exhausted" && said(result) != "" {
			t.Errorf("%s (%s): warned %q", c.ID, c.Why, said(result))
		}
	}
}

// What each way of paging asks for, and why it stops.
func TestFollow(t *testing.T) {
	page := func(body string) answer { return answer{body: body} }
	for _, tt := range []struct {
		name, start, pagination string
		pages                   map[string]answer
		asked, items            string
		stopped                 markdown.Stop
		more                    bool
		warned                  string
	}{
		{"none is one request", "/i", `{"type":"none"}`, map[string]answer{"/i": page(`{"items":[1],"next":"/x"}`)},
			"/i", "[1]", "", false, ""},
		{"an object has no pages", "/o", `{"type":"link","nextUrl":"$.next"}`, map[string]answer{"/o": page(`{"items":{"id":1},"next":"/x"}`)},
			"/o", `[{"id":1}]`, "", false, ""},
		// offset
		{"offset goes on while pages are full", "/i?q=a", `{"type":"offset","offsetParam":"o","limitParam":"n","pageSize":2}`, map[string]answer{"/i?q=a&o=0&n=2": page(`{"items":[1,2]}`), "/i?q=a&o=2&n=2": page(`{"items":[3]}`)},
			"/i?q=a&o=0&n=2 /i?q=a&o=2&n=2", "[1,2,3]", "exhausted", false, ""},
		{"parameters keep their place", "/i?o=4&n=9&q=a", `{"type":"offset","offsetParam":"o","limitParam":"n","pageSize":2}`, map[string]answer{"/i?o=4&n=2&q=a": page(`{"items":[1,2]}`), "/i?o=6&n=2&q=a": page(`{"items":[]}`)},
			"/i?o=4&n=2&q=a /i?o=6&n=2&q=a", "[1,2]", "exhausted", false, ""},
		{"offset goes on by the size of a page where more items came", "/i", `{"type":"offset","offsetParam":"o","limitParam":"n","pageSize":2}`, map[string]answer{"/i?o=0&n=2": page(`{"items":[1,2,3]}`), "/i?o=2&n=2": page(`{"items":[3]}`)},
			"/i?o=0&n=2 /i?o=2&n=2", "[1,2,3,3]", "exhausted", false, ""},
		{"without pageSize the first page is the measure", "/i", `{"type":"offset","offsetParam":"o"}`, map[string]answer{"/i?o=0": page(`{"items":[1,2,3]}`), "/i?o=3": page(`{"items":[4]}`)},
			"/i?o=0 /i?o=3", "[1,2,3,4]", "exhausted", false, ""},
		{"hasMore outweighs a short page", "/i", `{"type":"offset","offsetParam":"o","limitParam":"n","pageSize":5,"hasMore":"$.more"}`, map[string]answer{"/i?o=0&n=5": page(`{"items":[1],"more":true}`), "/i?o=1&n=5": page(`{"items":[2],"more":"FALSE"}`)},
			"/i?o=0&n=5 /i?o=1&n=5", "[1,2]", "exhausted", false, ""},
		{"hasMore that is not there says nothing", "/i", `{"type":"offset","offsetParam":"o","limitParam":"n","pageSize":5,"hasMore":"$.more"}`, map[string]answer{"/i?o=0&n=5": page(`{"items":[1]}`)},
			"/i?o=0&n=5", "[1]", "exhausted", false, ""},
		{"more, and nothing comes", "/i", `{"type":"offset","offsetParam":"o","hasMore":"$.more"}`, map[string]answer{"/i?o=0": page(`{"items":[],"more":true}`)},
			"/i?o=0", "[]", "exhausted", true, "hasmore-without-next"},
		{"a page like one before", "/i", `{"type":"offset","offsetParam":"o"}`, map[string]answer{"/i?o=0": page(`{"items":[1,2]}`), "/i?o=2": page(`{"items":[3,4]}`), "/i?o=4": page(`{"items":[1,2]}`)},
			"/i?o=0 /i?o=2 /i?o=4", "[1,2,3,4]", "loop", true, "repeated-page"},
		// page
		{"pages have numbers", "/i", `{"type":"page","pageParam":"p","limitParam":"n","pageSize":1}`, map[string]answer{"/i?p=1&n=1": page(`{"items":[1]}`), "/i?p=2&n=1": page(`{"items":[2]}`), "/i?p=3&n=1": page(`{"items":[]}`)},
			"/i?p=1&n=1 /i?p=2&n=1 /i?p=3&n=1", "[1,2]", "exhausted", false, ""},
		{"from 0, or where the URL begins", "/i?p=5", `{"type":"page","pageParam":"p","startPage":0}`, map[string]answer{"/i?p=5": page(`{"items":[1]}`), "/i?p=6": page(`{"items":[]}`)},
			"/i?p=5 /i?p=6", "[1]", "exhausted", false, ""},
		{"from 0", "/i", `{"type":"page","pageParam":"p","startPage":0}`, map[string]answer{"/i?p=0": page(`{"items":[]}`)},
			"/i?p=0", "[]", "exhausted", false, ""},
		// cursor
		{"a cycle of cursors", "/i", `{"type":"cursor","next":"$.next","cursorParam":"c"}`, map[string]answer{"/i": page(`{"items":[1],"next":"a"}`), "/i?c=a": page(`{"items":[2],"next":"b"}`), "/i?c=b": page(`{"items":[3],"next":"a"}`)},
			"/i /i?c=a /i?c=b", "[1,2,3]", "loop", true, "repeated-cursor"},
		{"the cursor of the URL is one that was used", "/i?c=a", `{"type":"cursor","next":"$.next","cursorParam":"c"}`, map[string]answer{"/i?c=a": page(`{"items":[1],"next":"a"}`)},
			"/i?c=a", "[1]", "loop", true, "repeated-cursor"},
		{"a list is no cursor", "/i", `{"type":"cursor","next":"$.next","cursorParam":"c"}`, map[string]answer{"/i": page(`{"items":[1],"next":["a"]}`)},
			"/i", "[1]", "page-error", true, "cursor-type"},
		{"hasMore false outweighs a cursor", "/i", `{"type":"cursor","next":"$.next","cursorParam":"c","hasMore":"$.more"}`, map[string]answer{"/i": page(`{"items":[1],"next":"a","more":"false"}`)},
			"/i", "[1]", "exhausted", false, ""},
		// link
		{"links resolve against their page", "/a/i?x=1", `{"type":"link","nextUrl":"$.next"}`, map[string]answer{"/a/i?x=1": page(`{"items":[1],"next":"j?x=2"}`), "/a/j?x=2": page(`{"items":[2],"next":"../k"}`), "/k": page(`{"items":[3],"next":""}`)},
			"/a/i?x=1 /a/j?x=2 /k", "[1,2,3]", "exhausted", false, ""},
		{"a fragment makes no other page", "/i", `{"type":"link","nextUrl":"$.next"}`, map[string]answer{"/i": page(`{"items":[1],"next":"/i#2"}`)},
			"/i", "[1]", "loop", true, "repeated-url"},
		{"another host", "/i", `{"type":"link","nextUrl":"$.next"}`, map[string]answer{"/i": page(`{"items":[1],"next":"https://h.example.evil.example/i"}`)},
			"/i", "[1]", "blocked", true, "cross-origin"},
		{"a user name", "/i", `{"type":"link","nextUrl":"$.next"}`, map[string]answer{"/i": page(`{"items":[1],"next":"https://u:pa55word@h.example/i?2"}`)},
			"/i", "[1]", "blocked", true, "cross-origin"},
		{"a password behind http", "/i", `{"type":"link","nextUrl":"$.next"}`, map[string]answer{"/i": page(`{"items":[1],"next":"http://u:pa55word@h.example/i?2"}`)},
			"/i", "[1]", "blocked", true, "cross-origin"},
		{"http behind https", "/i", `{"type":"link","nextUrl":"$.next"}`, map[string]answer{"/i": page(`{"items":[1],"next":"http://h.example/i?2"}`)},
			"/i", "[1]", "blocked", true, "scheme-changed"},
		{"no URL", "/i", `{"type":"link","nextUrl":"$.next"}`, map[string]answer{"/i": page(`{"items":[1],"next":"https://[x/"}`)},
			"/i", "[1]", "blocked", true, "cross-origin"},
		{"the Link header", "/i", `{"type":"link"}`, map[string]answer{"/i": {body: `{"items":[1]}`, headers: map[string]string{"Link": `</i?p=9>; rel="last", </i?p=2>; title="a, b"; rel=next`}}, "/i?p=2": {body: `{"items":[2]}`, headers: map[string]string{"link": `</i>; rel="prev first"`}}},
			"/i /i?p=2", "[1,2]", "exhausted", false, ""},
		{"a redirect on the origin", "/i", `{"type":"link","nextUrl":"$.next"}`, map[string]answer{"/i": page(`{"items":[1],"next":"/r"}`), "/r": {status: 302, headers: map[string]string{"Location": "/b/j"}}, "/b/j": page(`{"items":[2],"next":"k"}`), "/b/k": page(`{"items":[3]}`)},
			"/i /r /b/j /b/k", "[1,2,3]", "exhausted", false, ""},
		{"a redirect off the origin", "/i", `{"type":"link","nextUrl":"$.next"}`, map[string]answer{"/i": page(`{"items":[1],"next":"/r"}`), "/r": {status: 302, headers: map[string]string{"Location": "https://evil.example/"}}},
			"/i /r", "[1]", "blocked", true, "cross-origin"},
		// A later page that fails.
		{"a status", "/i", `{"type":"cursor","next":"$.next","cursorParam":"c"}`, map[string]answer{"/i": page(`{"items":[1],"next":"a"}`), "/i?c=a": page(`{"items":[2],"next":"b"}`), "/i?c=b": {status: 500, body: "x"}},
			"/i /i?c=a /i?c=b", "[1,2]", "page-error", true, "page-failed"},
		{"no JSON", "/i", `{"type":"cursor","next":"$.next","cursorParam":"c"}`, map[string]answer{"/i": page(`{"items":[1],"next":"a"}`), "/i?c=a": page("<html>")},
			"/i /i?c=a", "[1]", "page-error", true, "page-failed"},
		{"no list", "/i", `{"type":"cursor","next":"$.next","cursorParam":"c"}`, map[string]answer{"/i": page(`{"items":[1],"next":"a"}`), "/i?c=a": page(`{"items":"x"}`)},
			"/i /i?c=a", "[1]", "page-error", true, "page-failed"},
		{"an object", "/i", `{"type":"cursor","next":"$.next","cursorParam":"c"}`, map[string]answer{"/i": page(`{"items":[1],"next":"a"}`), "/i?c=a": page(`{"items":{}}`)},
			"/i /i?c=a", "[1]", "page-error", true, "page-failed"},
		{"a null list and none are empty pages", "/i", `{"type":"cursor","next":"$.next","cursorParam":"c"}`, map[string]answer{"/i": page(`{"items":[1],"next":"a"}`), "/i?c=a": page(`{"items":null,"next":"b"}`), "/i?c=b": page(`{"next":"c"}`), "/i?c=c": {status: 204}},
			"/i /i?c=a /i?c=b /i?c=c", "[1]", "exhausted", false, ""},
	} {
		s := newSite(tt.pages)
		result, _, err := follow(t, s, tt.start, tt.pagination, "", Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := strings.Join(s.asked, " "); got != tt.asked || ids(result) != tt.items || result.Stopped != tt.stopped || result.More != tt.more || said(result) != tt.warned {
			t.Errorf("%s: asked %s, items %s, stopped %q, more %v, warned %q", tt.name, got, ids(result), result.Stopped, result.More, said(result))
		}
		for _, w := range result.Warnings {
			if w.Message == "" || w.Count != 1 || w.Page == 0 || strings.Contains(w.Message, "pa55word") {
				t.Errorf("%s: %+v", tt.name, w)
			}
		}
	}
}

func TestCaps(t *testing.T) {
	endless := func() *site {
		pages := map[string]answer{"/i": {body: `{"items":[0,0],"next":1}`}}
		for i := 1; i < 40; i++ {
			pages[fmt.Sprintf("/i?c=%d", i)] = answer{body: fmt.Sprintf(`{"items":[%d,%d],"next":%d}`, i, i, i+1)}
		}
		return newSite(pages)
	}
	const cursor = `{"type":"cursor","next":"$.next","cursorParam":"c"`
	for _, tt := range []struct {
		name, pagination, limits string
		options                  Options
		asked                    int
		stopped                  markdown.Stop
	}{
		{"ten pages by default", cursor + "}", `,"limits":{"maxItems":1000}`, Options{}, 10, markdown.MaxPages},
		{"the recipe's", cursor + `,"maxPages":25}`, `,"limits":{"maxItems":1000}`, Options{}, 25, markdown.MaxPages},
		{"the call's", cursor + `,"maxPages":25}`, `,"limits":{"maxItems":1000}`, Options{MaxPages: 3}, 3, markdown.MaxPages},
		{"one page", cursor + `}`, ``, Options{MaxPages: 1}, 1, markdown.MaxPages},
		{"fifty items by default", cursor + `,"maxPages":25}`, "", Options{MaxPages: 25}, 25, markdown.MaxItems},
		{"the recipe's items", cursor + "}", `,"limits":{"maxItems":5}`, Options{}, 3, markdown.MaxItems},
		{"the call's items", cursor + "}", `,"limits":{"maxItems":5}`, Options{MaxItems: 2}, 1, markdown.MaxItems},
		{"bytes", cursor + "}", ``, Options{MaxBytes: 60}, 3, markdown.PageError},
	} {
		s := endless()
		result, recipe, err := follow(t, s, "/i", tt.pagination, tt.limits, tt.options)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if len(s.asked) != tt.asked || len(result.Pages) != tt.asked || result.Stopped != tt.stopped || !result.More {
			t.Errorf("%s: %d pages, %s, %v", tt.name, len(s.asked), result.Stopped, result.More)
		}
		rendered, err := markdown.RenderSelection(recipe, result.Selection, result.Options())
		if err != nil || !rendered.Meta.Truncated || rendered.Meta.Stopped != tt.stopped {
			t.Errorf("%s: %+v %v", tt.name, rendered.Meta, err)
		}
	}
	if _, _, err := follow(t, endless(), "/i", cursor+"}", "", Options{MaxPages: 26}); err == nil || !strings.Contains(err.Error(), "at most 25 pages") {
		t.Error(err)
	}
}

// The first page has to be there.
func TestFirstPageFails(t *testing.T) {
	for _, tt := range []struct {
		name string
		page answer
		want string
	}{
		{"a status", answer{status: 403, body: "{}"}, "page 1 answered with status 403"},
		{"too many requests", answer{status: 429}, "page 1 was refused with status 429: there were too many requests (try again later)"},
		{"no JSON", answer{body: "<html>\x1b"}, "page 1 is no JSON: unexpected \"<\": a value is expected (at offset 0) (it begins with \"<html>\\u{1B}\")"},
		{"nothing", answer{}, "page 1 is empty (status 200), and a JSON text is expected"},
		{"a redirect elsewhere", answer{status: 302, headers: map[string]string{"Location": "https://evil.example/"}}, ""},
	} {
		s := newSite(map[string]answer{"/i": tt.page})
		result, _, err := follow(t, s, "/i", `{"type":"link","nextUrl":"$.next"}`, "", Options{})
		var failed *Error
		if !errors.As(err, &failed) || failed.Page.Number != 1 || result != nil || tt.want != "" && err.Error() != tt.want || len(s.asked) != 1 {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	s := newSite(map[string]answer{"/i": {body: `{"rows":[]}`}})
	_, _, err := follow(t, s, "/i", `{"type":"link","nextUrl":"$.next"}`, "", Options{})
	var finding *diag.Diagnostic
	if !errors.As(err, &finding) || finding.Code != "K16" {
		t.Error(err)
	}
	_, _, err = follow(t, newSite(nil), "/i?o=x", `{"type":"offset","offsetParam":"o"}`, "", Options{})
	if err == nil || !strings.Contains(err.Error(), `"o" is no whole number`) {
		t.Error(err)
	}
}

// A response may be the list itself, and null is an empty one.
func TestNullPage(t *testing.T) {
	s := newSite(map[string]answer{"/i": {body: "[1]", headers: map[string]string{"Link": "</i?p=2>; rel=next"}}, "/i?p=2": {body: "null"}})
	r, found := markdown.Load("r.json", []byte(`{"schemaVersion":1,"name":"N","select":"$","mode":"table","fields":{"A":"."},"pagination":{"type":"link"}}`))
	if len(found) > 0 {
		t.Fatal(found[0])
	}
	first, err := fetch.ParseURL(origin+"/i", nil)
	if err != nil {
		t.Fatal(err)
	}
	result, err := Follow(context.Background(), r, first, &fetch.Client{Sender: s, Policy: OnOrigin(first, fetch.PublicPolicy())}, Options{})
	if err != nil || ids(result) != "[1]" || said(result) != "" || result.Stopped != markdown.Exhausted || len(s.asked) != 2 {
		t.Errorf("%+v, %v", result, err)
	}
}

type fetcher func(req *fetch.Request) (*fetch.Response, error)

func (f fetcher) Do(_ context.Context, req *fetch.Request) (*fetch.Response, error) { return f(req) }

// A Fetcher may have another policy than that of OnOrigin: what comes from
// elsewhere does not count all the same.
func TestElsewhere(t *testing.T) {
	r, found := markdown.Load("r.json", []byte(`{"schemaVersion":1,"name":"N","select":"$.items","fields":{"A":"."},"pagination":{"type":"cursor","next":"$.next","cursorParam":"c"}}`))
	if len(found) > 0 {
		t.Fatal(found[0])
	}
	first, err := fetch.ParseURL(origin+"/i", nil)
	if err != nil {
		t.Fatal(err)
	}
	other, err := fetch.ParseURL("https://other.example/i", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		second  *fetch.Response
		err     error
		warned  string
		stopped markdown.Stop
	}{
		{"a response of another origin", &fetch.Response{Status: 200, URL: other, Body: []byte(`{"items":[2]}`)}, nil, "cross-origin", markdown.Blocked},
		{"an origin that is not allowed", nil, &fetch.Error{Reason: fetch.OriginBlocked}, "cross-origin", markdown.Blocked},
		{"a redirect that is not allowed", nil, &fetch.Error{Reason: fetch.RedirectBlocked}, "cross-origin", markdown.Blocked},
		{"another failure", nil, errors.New("no connection"), "page-failed", markdown.PageError},
	} {
		result, err := Follow(context.Background(), r, first, fetcher(func(req *fetch.Request) (*fetch.Response, error) {
			if req.URL.Query() == "" {
				return &fetch.Response{Status: 200, URL: req.URL, Body: []byte(`{"items":[1],"next":"a"}`)}, nil
			}
			return tt.second, tt.err
		}), Options{})
		if err != nil || ids(result) != "[1]" || said(result) != tt.warned || result.Stopped != tt.stopped || !result.More {
			t.Errorf("%s: %+v, %v", tt.name, result, err)
		}
	}
}

func TestContextEnds(t *testing.T) {
	s := newSite(map[string]answer{"/i": {body: `{"items":[1],"next":"a"}`}, "/i?c=a": {body: `{"items":[2]}`}})
	r, found := markdown.Load("r.json", []byte(`{"schemaVersion":1,"name":"N","select":"$.items","fields":{"A":"."},"pagination":{"type":"cursor","next":"$.next","cursorParam":"c"}}`))
	if len(found) > 0 {
		t.Fatal(found)
	}
	first, err := fetch.ParseURL(origin+"/i", nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err = Follow(ctx, r, first, &fetch.Client{Sender: s, Policy: OnOrigin(first, fetch.PublicPolicy())}, Options{OnPage: func(Page) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Each request is told of before it is sent, each page after it came.
func TestRecords(t *testing.T) {
	s := newSite(map[string]answer{"/i": {body: `{"items":[1,2],"next":"a"}`}, "/i?c=a": {status: 500, body: "oops"}})
	var told []string
	result, _, err := follow(t, s, "/i", `{"type":"cursor","next":"$.next","cursorParam":"c"}`, "", Options{
		OnRequest: func(n int, u *fetch.URL) {
			told = append(told, fmt.Sprintf("ask %d %s (%d sent)", n, u.PathAndQuery(), len(s.asked)))
		},
		OnPage: func(p Page) {
			told = append(told, fmt.Sprintf("page %d: %d, %d items, %d bytes, failed %v", p.Number, p.Status, p.Items, p.Bytes, p.Err != nil))
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := "ask 1 /i (0 sent)\npage 1: 200, 2 items, 26 bytes, failed false\nask 2 /i?c=a (1 sent)\npage 2: 500, 0 items, 4 bytes, failed true"
	if got := strings.Join(told, "\n"); got != want || len(result.Pages) != 2 || result.Options().Pages != 1 {
		t.Errorf("%s\n%+v", got, result.Options())
	}
}
