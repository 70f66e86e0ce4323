package cli

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
)

// reply is what a server answers; its headers are lines.
type reply struct {
	status  int
	headers string
	body    string
}

// service is an API with pages, at https://api.example as far as anybody
// knows. An address that has several replies gives them in their order.
type service struct {
	*httptest.Server
	mu      sync.Mutex
	replies map[string][]reply
	asked   []string
	headers http.Header // of the last request
}

func newService(t *testing.T, replies map[string][]reply) *service {
	s := &service{replies: replies}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := r.URL.RequestURI()
	s.asked = append(s.asked, at)
	s.headers = r.Header
	list := s.replies[at]
	if len(list) == 0 {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	if len(list) > 1 {
		s.replies[at] = list[1:]
	}
	for line := range strings.SplitSeq(list[0].headers, "\n") {
		if name, value, ok := strings.Cut(line, ": "); ok {
			w.Header().Set(name, value)
		}
	}
	w.WriteHeader(max(list[0].status, http.StatusOK))
	fmt.Fprint(w, list[0].body)
}

// renderedPages is what one call of render gave.
type renderedPages struct {
	code   int
	out    string
	errs   string
	meta   jsonval.Value // of stdout
	report jsonval.Value
	asked  string
}

// renderPages renders a URL of the service, as JSON and with a report.
func renderPages(t *testing.T, s *service, recipe, path string, more ...string) renderedPages {
	t.Helper()
	report := filepath.Join(t.TempDir(), "report.json")
	s.asked = nil
	args := append([]string{"render", recipeFile(t, recipe), "https://api.example" + path, "--map-origin", "https://api.example=" + s.URL, "--format", "json", "--report", report}, more...)
	var r renderedPages
	r.code, r.out, r.errs = try(context.Background(), "", "wield-dev", args...)
	s.mu.Lock()
	r.asked = strings.Join(s.asked, " ")
	s.mu.Unlock()
	if v, err := jsonval.ParseString(r.out); err == nil {
		r.meta = v.Field("meta")
	}
	if text, err := os.ReadFile(report); err == nil {
		if r.report, err = jsonval.Parse(text); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func pagedRecipe(pagination string) string {
	return `{"schemaVersion":1,"name":"N","select":"$.items","fields":{"A":"."},"limits":{"maxItems":1000},"pagination":` + pagination + `}`
}

func bodies(pages ...string) map[string][]reply {
	all := map[string][]reply{}
	for i := 0; i < len(pages); i += 2 {
		all[pages[i]] = append(all[pages[i]], reply{body: pages[i+1]})
	}
	return all
}

// What the document of the format says of paging, sentence by sentence, and
// what this project adds, over a server: which pages are asked for, what is
// kept, and why it ends, in meta, in the report and for people.
func TestPaging(t *testing.T) {
	const (
		cursor = `{"type":"cursor","next":"$.next","cursorParam":"c","hasMore":"$.more"}`
		link   = `{"type":"link","nextUrl":"$.next"}`
		offset = `{"type":"offset","offsetParam":"o","limitParam":"n","pageSize":2,"hasMore":"$.more"}`
	)
	ended := func(pages, items int, why string) string {
		return fmt.Sprintf("note: %s, %s: %s\n", count(pages, "page"), count(items, "item"), why)
	}
	const (
		over    = "there is no further page"
		stopped = "paging stopped, and there may be more "
	)
	for _, c := range []struct {
		sentence   string
		pagination string
		replies    map[string][]reply
		asked      string
		items      string
		stopped    string
		truncated  bool
		warned     string // codes
		said       string // on standard error
		more       []string
	}{
		// offset: offsetParam + limitParam, advanced by pageSize
		{sentence: "offset stops at a short page", pagination: offset,
			replies: bodies("/i?o=0&n=2", `{"items":[1,2]}`, "/i?o=2&n=2", `{"items":[3]}`),
			asked:   "/i?o=0&n=2 /i?o=2&n=2", items: "1 2 3", stopped: "exhausted", said: ended(2, 3, over)},
		{sentence: "offset stops where hasMore is false", pagination: offset,
			replies: bodies("/i?o=0&n=2", `{"items":[1,2],"more":true}`, "/i?o=2&n=2", `{"items":[3,4],"more":false}`),
			asked:   "/i?o=0&n=2 /i?o=2&n=2", items: "1 2 3 4", stopped: "exhausted", said: ended(2, 4, over)},
		{sentence: "offset stops where hasMore is 0", pagination: offset,
			replies: bodies("/i?o=0&n=2", `{"items":[1,2],"more":0}`),
			asked:   "/i?o=0&n=2", items: "1 2", stopped: "exhausted", said: ended(1, 2, over)},
		{sentence: "offset stops at a cap", pagination: offset, more: []string{"--max-pages", "1"},
			replies: bodies("/i?o=0&n=2", `{"items":[1,2]}`),
			asked:   "/i?o=0&n=2", items: "1 2", stopped: "max-pages", truncated: true,
			said: ended(1, 2, "paging stopped at the limit of pages, and there is more (max-pages); --max-pages allows up to 25")},
		{sentence: "offset that a server does not know gives the same page for ever: a loop", pagination: offset,
			replies: bodies("/i?o=0&n=2", `{"items":[1,2]}`, "/i?o=2&n=2", `{"items":[1,2]}`),
			asked:   "/i?o=0&n=2 /i?o=2&n=2", items: "1 2", stopped: "loop", truncated: true, warned: "repeated-page",
			said: "note: page 2 is the same as one before it, and was not taken\n" + ended(2, 2, stopped+"(loop)")},
		// cursor: next path, sent as cursorParam
		{sentence: "cursor stops where next is missing", pagination: cursor,
			replies: bodies("/i?q=a%20b", `{"items":[1],"next":"x"}`, "/i?q=a+b&c=x", `{"items":[2]}`),
			asked:   "/i?q=a%20b /i?q=a+b&c=x", items: "1 2", stopped: "exhausted", said: ended(2, 2, over)},
		{sentence: "cursor stops where next is null", pagination: cursor,
			replies: bodies("/i", `{"items":[1],"next":0}`, "/i?c=0", `{"items":[2],"next":null}`),
			asked:   "/i /i?c=0", items: "1 2", stopped: "exhausted", said: ended(2, 2, over)},
		{sentence: "cursor stops where next is empty", pagination: cursor,
			replies: bodies("/i", `{"items":[1],"next":9007199254740993}`, "/i?c=9007199254740993", `{"items":[],"next":""}`),
			asked:   "/i /i?c=9007199254740993", items: "1", stopped: "exhausted", said: ended(2, 1, over)},
		{sentence: "cursors A, B, A: a loop", pagination: cursor,
			replies: bodies("/i", `{"items":[1],"next":"A"}`, "/i?c=A", `{"items":[2],"next":"B"}`, "/i?c=B", `{"items":[3],"next":"A"}`),
			asked:   "/i /i?c=A /i?c=B", items: "1 2 3", stopped: "loop", truncated: true, warned: "repeated-cursor",
			said: "note: page 3 names the cursor \"A\", which was used before\n" + ended(3, 3, stopped+"(loop)")},
		{sentence: "hasMore \"false\" is false, whatever next says", pagination: cursor,
			replies: bodies("/i", `{"items":[1],"next":"A","more":"false"}`),
			asked:   "/i", items: "1", stopped: "exhausted", said: ended(1, 1, over)},
		{sentence: "hasMore that says neither is passed over", pagination: cursor,
			replies: bodies("/i", `{"items":[1],"next":"A","more":"perhaps"}`, "/i?c=A", `{"items":[2],"more":[]}`),
			asked:   "/i /i?c=A", items: "1 2", stopped: "exhausted", warned: "hasmore-type hasmore-type",
			said: "note: page 1: the value at \"$.more\" is neither true nor false, and does not count\nnote: page 2: the value at \"$.more\" is neither true nor false, and does not count\n" + ended(2, 2, over)},
		{sentence: "hasMore that is true without a next page", pagination: cursor,
			replies: bodies("/i", `{"items":[1],"more":true}`),
			asked:   "/i", items: "1", stopped: "exhausted", truncated: true, warned: "hasmore-without-next",
			said: "note: page 1 says that there is more, but not where\n" + ended(1, 1, stopped+"(exhausted)")},
		{sentence: "a list is no cursor", pagination: cursor,
			replies: bodies("/i", `{"items":[1],"next":["A"]}`),
			asked:   "/i", items: "1", stopped: "page-error", truncated: true, warned: "cursor-type",
			said: "note: page 1: the value at \"$.next\" is of the type array, and no page can be asked for by it\n" + ended(1, 1, stopped+"(page-error)")},
		// link: nextUrl path
		{sentence: "link stops where the URL is missing", pagination: link,
			replies: bodies("/a/i", `{"items":[1],"next":"j?p=2"}`, "/a/j?p=2", `{"items":[2],"next":"https://api.example/k"}`, "/k", `{"items":[3]}`),
			asked:   "/a/i /a/j?p=2 /k", items: "1 2 3", stopped: "exhausted", said: ended(3, 3, over)},
		{sentence: "a link page must stay on the first request's origin", pagination: link,
			replies: bodies("/i", `{"items":[1],"next":"https://api.example.evil.example/i?key=1"}`),
			asked:   "/i", items: "1", stopped: "blocked", truncated: true, warned: "cross-origin",
			said: "note: page 1 names \"https://api.example.evil.example/i?key=1\" as the next page, and pages stay on https://api.example\n" + ended(1, 1, stopped+"(blocked)")},
		{sentence: "http behind https is another origin", pagination: link,
			replies: bodies("/i", `{"items":[1],"next":"http://api.example/i?2"}`),
			asked:   "/i", items: "1", stopped: "blocked", truncated: true, warned: "scheme-changed",
			said: "note: page 1 names \"http://api.example/i?2\" as the next page, and pages stay on https://api.example; the service may not know that it is reached by https\n" + ended(1, 1, stopped+"(blocked)")},
		{sentence: "every page URL is checked again: a redirect off the origin", pagination: link,
			replies: map[string][]reply{"/i": {{body: `{"items":[1],"next":"/r"}`}}, "/r": {{status: 302, headers: "Location: https://evil.example/"}}},
			asked:   "/i /r", items: "1", stopped: "blocked", truncated: true, warned: "cross-origin",
			said: "note: page 2 could not be fetched: https://api.example/r redirects to https://evil.example/, and the redirect is not followed: https://evil.example is not a declared origin (https://api.example)\n" + ended(1, 1, stopped+"(blocked)")},
		{sentence: "links A, B, A: a loop", pagination: link,
			replies: bodies("/i", `{"items":[1],"next":"/i?B"}`, "/i?B", `{"items":[2],"next":"/i#top"}`),
			asked:   "/i /i?B", items: "1 2", stopped: "loop", truncated: true, warned: "repeated-url",
			said: "note: page 2 names \"/i\" as the next page, which was fetched before\n" + ended(2, 2, stopped+"(loop)")},
		{sentence: "without nextUrl the Link header counts", pagination: `{"type":"link"}`,
			replies: map[string][]reply{"/i": {{headers: `Link: </i?2>; rel="next"`, body: `{"items":[1]}`}}, "/i?2": {{headers: `Link: </i>; rel="first"`, body: `{"items":[2]}`}}},
			asked:   "/i /i?2", items: "1 2", stopped: "exhausted", said: ended(2, 2, over)},
		{sentence: "pages may be numbered", pagination: `{"type":"page","pageParam":"p"}`,
			replies: bodies("/i?p=1", `{"items":[1,2]}`, "/i?p=2", `{"items":[3]}`),
			asked:   "/i?p=1 /i?p=2", items: "1 2 3", stopped: "exhausted", said: ended(2, 3, over)},
		// none, and caps
		{sentence: "none is a single request", pagination: `{"type":"none"}`,
			replies: bodies("/i", `{"items":[1],"next":"A"}`), asked: "/i", items: "1"},
		{sentence: "maxPages of the recipe", pagination: `{"type":"link","nextUrl":"$.next","maxPages":2}`,
			replies: bodies("/i", `{"items":[1],"next":"/i?2"}`, "/i?2", `{"items":[2],"next":"/i?3"}`),
			asked:   "/i /i?2", items: "1 2", stopped: "max-pages", truncated: true,
			said: ended(2, 2, "paging stopped at the limit of pages, and there is more (max-pages); --max-pages allows up to 25")},
		{sentence: "--max-pages takes its place", pagination: `{"type":"link","nextUrl":"$.next","maxPages":1}`, more: []string{"--max-pages", "3"},
			replies: bodies("/i", `{"items":[1],"next":"/i?2"}`, "/i?2", `{"items":[2]}`),
			asked:   "/i /i?2", items: "1 2", stopped: "exhausted", said: ended(2, 2, over)},
		{sentence: "a cap that falls on the last page cuts nothing", pagination: link, more: []string{"--max-pages", "2"},
			replies: bodies("/i", `{"items":[1],"next":"/i?2"}`, "/i?2", `{"items":[2]}`),
			asked:   "/i /i?2", items: "1 2", stopped: "exhausted", said: ended(2, 2, over)},
		// A later page that fails keeps what came.
		{sentence: "a third page that fails", pagination: link,
			replies: map[string][]reply{"/i": {{body: `{"items":[1],"next":"/i?2"}`}}, "/i?2": {{body: `{"items":[2],"next":"/i?3"}`}}, "/i?3": {{status: 500, body: "oops"}}},
			asked:   "/i /i?2 /i?3", items: "1 2", stopped: "page-error", truncated: true, warned: "page-failed",
			said: "note: page 3 answered with status 500\n" + ended(2, 2, stopped+"(page-error)")},
		{sentence: "a second page that is no JSON", pagination: link,
			replies: bodies("/i", `{"items":[1],"next":"/i?2"}`, "/i?2", `<html>`),
			asked:   "/i /i?2", items: "1", stopped: "page-error", truncated: true, warned: "page-failed",
			said: "note: page 2 is no JSON: unexpected \"<\": a value is expected (at offset 0)\n" + ended(1, 1, stopped+"(page-error)")},
		{sentence: "a page that is refused is asked for again when the server says so", pagination: link,
			replies: map[string][]reply{"/i": {{status: 429, headers: "Retry-After: 0"}, {body: `{"items":[1],"next":"/i?2"}`}}, "/i?2": {{status: 503, headers: "Retry-After: Thu, 01 Jan 1970 00:00:00 GMT"}, {body: `{"items":[2]}`}}},
			asked:   "/i /i /i?2 /i?2", items: "1 2", stopped: "exhausted", said: ended(2, 2, over)},
		{sentence: "but once only", pagination: link,
			replies: map[string][]reply{"/i": {{body: `{"items":[1],"next":"/i?2"}`}}, "/i?2": {{status: 429, headers: "Retry-After: 0"}}},
			asked:   "/i /i?2 /i?2", items: "1", stopped: "page-error", truncated: true, warned: "rate-limited",
			said: "note: page 2 was refused with status 429: there were too many requests\n" + ended(1, 1, stopped+"(page-error)")},
		{sentence: "and not after more than ten seconds", pagination: link,
			replies: map[string][]reply{"/i": {{body: `{"items":[1],"next":"/i?2"}`}}, "/i?2": {{status: 503, headers: "Retry-After: 11"}}},
			asked:   "/i /i?2", items: "1", stopped: "page-error", truncated: true, warned: "page-failed",
			said: "note: page 2 answered with status 503\n" + ended(1, 1, stopped+"(page-error)")},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			path := "/i"
			for at := range c.replies {
				if strings.HasPrefix(c.asked, at+" ") || c.asked == at {
					path = at
				}
			}
			if name, _, ok := strings.Cut(path, "?"); ok && c.pagination != cursor {
				path = name
			}
			got := renderPages(t, newService(t, c.replies), pagedRecipe(c.pagination), path, c.more...)
			if got.code != 0 || got.asked != c.asked || got.errs != c.said {
				t.Errorf("exits %d, asks\n%s\nwant\n%s\nsays\n%swant\n%s", got.code, got.asked, c.asked, got.errs, c.said)
			}
			rows := ""
			if _, table, ok := strings.Cut(got.out, `| --- |\n`); ok {
				table, _, _ = strings.Cut(table, `"`)
				rows = strings.Join(strings.Fields(strings.NewReplacer("|", "", `\n`, "").Replace(table)), " ")
			}
			if rows != c.items || got.meta.Field("stopped").Str() != c.stopped || got.meta.Field("truncated").Bool() != c.truncated || codesOf(got.meta) != c.warned {
				t.Errorf("items %s, want %s; %s", rows, c.items, jsonval.Stringify(got.meta))
			}
			if m := got.report.Field("meta"); got.report.Field("code").Str() != "ok" || !jsonval.Equal(m, got.meta) {
				t.Errorf("the report: %s", jsonval.Stringify(got.report))
			}
			// One record for each page, however often it was asked for.
			pages := 0
			last := ""
			for at := range strings.FieldsSeq(c.asked) {
				if at != last {
					pages++
				}
				last = at
			}
			requests := got.report.Field("requests").Items()
			if len(requests) != pages {
				t.Errorf("%d records of %d pages", len(requests), pages)
			}
			failed := 0
			for i, r := range requests {
				if !r.Field("error").IsNull() {
					failed++
				}
				if r.Field("page").Float() != float64(i+1) || !strings.HasPrefix(r.Field("url").Str(), "https://api.example/") {
					t.Errorf("record %d: %s", i, jsonval.Stringify(r))
				}
			}
			if fetched := int(got.meta.Field("pages").Float()); failed != len(requests)-fetched {
				t.Errorf("%d of %d records have errors, and %d pages count", failed, len(requests), fetched)
			}
		})
	}
}

func codesOf(meta jsonval.Value) string {
	var codes []string
	for _, w := range meta.Field("warnings").Items() {
		codes = append(codes, w.Field("code").Str())
	}
	return strings.Join(codes, " ")
}

// Ten pages by default, 25 at most; and the limit of items ends paging too.
func TestPagingCaps(t *testing.T) {
	pages := map[string][]reply{}
	for i := range 30 {
		pages[fmt.Sprintf("/i?p=%d", i)] = []reply{{body: fmt.Sprintf(`{"items":[%d,%d],"next":"/i?p=%d"}`, i, i, i+1)}}
	}
	s := newService(t, pages)
	for _, c := range []struct {
		name, members string
		more          []string
		pages         float64
		stopped       string
	}{
		{"ten by default", `"limits":{"maxItems":1000},"pagination":{"type":"link","nextUrl":"$.next"}`, nil, 10, "max-pages"},
		{"25 at most", `"limits":{"maxItems":1000},"pagination":{"type":"link","nextUrl":"$.next"}`, []string{"--max-pages", "25"}, 25, "max-pages"},
		{"items", `"limits":{"maxItems":5},"pagination":{"type":"link","nextUrl":"$.next"}`, nil, 3, "max-items"},
	} {
		got := renderPages(t, s, `{"schemaVersion":1,"name":"N","select":"$.items","fields":{"A":"."},`+c.members+`}`, "/i?p=0", c.more...)
		if got.code != 0 || got.meta.Field("pages").Float() != c.pages || got.meta.Field("stopped").Str() != c.stopped || !got.meta.Field("truncated").Bool() || len(strings.Fields(got.asked)) != int(c.pages) {
			t.Errorf("%s: %d %s\n%s", c.name, got.code, got.errs, jsonval.Stringify(got.meta))
		}
	}
	if !strings.HasPrefix(s.headers.Get("Accept"), "application/json") || !strings.HasPrefix(s.headers.Get("User-Agent"), "wield-dev/") || s.headers.Get("Cookie") != "" {
		t.Errorf("sent %v", s.headers)
	}
}

// Pages are followed only where `select` gives an array.
func TestPagingOfAnObject(t *testing.T) {
	s := newService(t, bodies("/i", `{"item":{"a":1},"next":"/j"}`))
	got := renderPages(t, s, `{"schemaVersion":1,"name":"N","select":"$.item","fields":{"A":"a"},"pagination":{"type":"link","nextUrl":"$.next"}}`, "/i")
	if got.code != 0 || got.asked != "/i" || !got.meta.Field("stopped").IsNull() || got.errs != "" {
		t.Errorf("%d %s\n%s", got.code, got.errs, got.out)
	}
}

// The first page has to be there: without it nothing is printed, and the exit
// code says whose fault it is.
func TestFirstPage(t *testing.T) {
	for _, c := range []struct {
		name  string
		reply reply
		code  int
		want  string // on standard error
		ends  string // of the report
	}{
		{"not found", reply{status: 404}, 1, "expect_failed: page 1 answered with status 404\n   = asked: GET https://api.example/i\n", "expect_failed"},
		{"too many requests", reply{status: 429}, 3, "network_error: page 1 was refused with status 429: there were too many requests\n   = asked: GET https://api.example/i\n   = hint: try again later\n", "network_error"},
		{"not there for now", reply{status: 503, headers: "Retry-After: 60"}, 3, "network_error: page 1 answered with status 503\n   = asked: GET https://api.example/i\n", "network_error"},
		{"a login", reply{status: 401}, 3, "login_required: page 1 answered with status 401\n   = asked: GET https://api.example/i\n", "login_required"},
		{"a bot check", reply{status: 403, headers: "cf-mitigated: challenge"}, 3, "site_challenge: the site answered with a Cloudflare check (the header \"cf-mitigated: challenge\")\n   = asked: GET https://api.example/i\n", "site_challenge"},
		{"refused", reply{status: 403, body: `{"error":"forbidden"}`}, 3, "site_challenge: the site answered with a bot check (status 403, which is not expected)\n   = asked: GET https://api.example/i\n", "site_challenge"},
		{"broken", reply{status: 500}, 1, "expect_failed: page 1 answered with status 500\n   = asked: GET https://api.example/i\n", "expect_failed"},
		{"no JSON", reply{body: "<html>"}, 1, "invalid_input: page 1 is no JSON: unexpected \"<\": a value is expected (at offset 0)\n   = asked: GET https://api.example/i\n   = hint: it begins with \"<html>\"\n", "invalid_input"},
		{"another origin", reply{status: 302, headers: "Location: https://www.api.example/i"}, 1, "redirect_blocked: page 1 could not be fetched: https://api.example/i redirects to https://www.api.example/i, and the redirect is not followed: https://www.api.example is not a declared origin (https://api.example)\n   = asked: GET https://api.example/i\n   = hint: name the URL that it redirects to, if that is meant\n", "redirect_blocked"},
		{"too large", reply{body: `{"items":["` + strings.Repeat("x", 3000) + `"]}`}, 1, "limit_exceeded: page 1 could not be fetched: GET https://api.example/i: the body is larger than 1 KiB after decoding\n   = asked: GET https://api.example/i\n", "limit_exceeded"},
	} {
		s := newService(t, map[string][]reply{"/i": {c.reply}})
		got := renderPages(t, s, pagedRecipe(`{"type":"none"}`), "/i", "--max-bytes", "1KB")
		if got.code != c.code || got.out != "" || got.errs != c.want || got.report.Field("code").Str() != c.ends || got.report.Field("message").Str() == "" {
			t.Errorf("%s: exits %d\n%s\n%s", c.name, got.code, got.errs, jsonval.Stringify(got.report))
		}
		if requests := got.report.Field("requests").Items(); len(requests) != 1 || requests[0].Field("error").IsNull() {
			t.Errorf("%s: %s", c.name, jsonval.Stringify(got.report))
		}
	}
	// A `select` that finds nothing is the recipe's fault, with its place.
	s := newService(t, bodies("/i", `{"rows":[]}`))
	if got := renderPages(t, s, pagedRecipe(`{"type":"none"}`), "/i"); got.code != 1 || !strings.Contains(got.errs, "r.json:1:40: error K16 select-missing: ") || got.report.Field("code").Str() != "render_failed" {
		t.Errorf("%d %s", got.code, got.errs)
	}
}

// A recording answers as the server did, and holds no credential of the URL.
func TestPagesAreRecorded(t *testing.T) {
	const key = "k3y-5f2c9a71e8b64d03"
	s := newService(t, map[string][]reply{
		"/i?api_key=" + key:          {{body: `{"items":[1],"next":"A"}`}},
		"/i?api_key=" + key + "&c=A": {{status: 429, headers: "Retry-After: 0"}, {body: `{"items":[2],"next":"A"}`}},
	})
	recipe := pagedRecipe(`{"type":"cursor","next":"$.next","cursorParam":"c"}`)
	har := filepath.Join(t.TempDir(), "pages.har")
	live := renderPages(t, s, recipe, "/i?api_key="+key, "--har", har)
	if live.code != 0 || live.meta.Field("stopped").Str() != "loop" {
		t.Fatalf("%d %s", live.code, live.errs)
	}
	recorded, err := os.ReadFile(har)
	if err != nil {
		t.Fatal(err)
	}
	if loaded, err := fetch.LoadHAR(recorded); err != nil || loaded.Len() != 3 {
		t.Fatal(err)
	}
	for _, text := range []string{string(recorded), live.errs, jsonval.Stringify(live.report)} {
		if strings.Contains(text, key) {
			t.Errorf("the key is shown: %s", text)
		}
	}
	s.Close()
	replayed := renderPages(t, s, recipe, "/i?api_key=another-key-of-mine", "--replay", har)
	if replayed.code != 0 || replayed.asked != "" || replayed.out != live.out {
		t.Errorf("%d %s\n%s", replayed.code, replayed.errs, replayed.out)
	}
	missing := renderPages(t, s, recipe, "/j", "--replay", har)
	if missing.code != 1 || !strings.HasPrefix(missing.errs, "replay_miss: page 1 could not be fetched: no entry of the recording answers GET https://api.example/j") {
		t.Errorf("%d %s", missing.code, missing.errs)
	}
	if unreachable := renderPages(t, s, recipe, "/i"); unreachable.code != 3 || !strings.HasPrefix(unreachable.errs, "network_error: page 1 could not be fetched: ") {
		t.Errorf("%d %s", unreachable.code, unreachable.errs)
	}
}
