package site

import (
	"encoding/json"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// call sends a request to a fresh shop; headers are written "Name: value".
func call(t *testing.T, method, url, body string, headers ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, url, strings.NewReader(body))
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	Handler().ServeHTTP(w, r)
	return w.Result()
}

func text(t *testing.T, resp *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// decode reads a JSON answer with the status.
func decode[T any](t *testing.T, resp *http.Response, status int) T {
	t.Helper()
	var v T
	body := text(t, resp)
	if err := json.Unmarshal([]byte(body), &v); err != nil || resp.StatusCode != status {
		t.Fatalf("status %d, want %d: %v: %.200s", resp.StatusCode, status, err, body)
	}
	return v
}

func TestSearch(t *testing.T) {
	for _, c := range []struct {
		query        string
		total, first int // first is the number of the first article
	}{
		{"q=fahrrad", 24, 1005},
		{"q=fahrrad&price_to=300", 15, 1005},
		{"q=fahrrad&price_to=100", 9, 1019},
		{"q=FAHRRAD+Höhenzug", 3, 1007},
		{"q=folding", 3, 1016},
		{"q=v%C3%A9lo+pliant", 3, 1016},
		{"q=%F0%9F%90%BB", 3, 1058},
		{"", 60, 1005},
		{"q=nichts", 0, 0},
	} {
		l := decode[list](t, call(t, "GET", "https://api.example.de/v2/search?"+c.query, ""), 200)
		first, sponsored := 0, 0
		for n, r := range l.Results {
			if n == 0 {
				first = r.ID
			}
			if r.Sponsored {
				sponsored++
			}
		}
		if l.Meta.Total != c.total || first != c.first || sponsored > 1 {
			t.Errorf("%s: %d results, first %d, %d sponsored; want %d, first %d", c.query, l.Meta.Total, first, sponsored, c.total, c.first)
		}
	}
	one := decode[list](t, call(t, "GET", "https://api.example.de/v2/search?q=fahrrad&size=2", ""), 200).Results[1]
	want := result{1001, "Stadtfahrrad Möwe rot", "City bike Gull red", "fahrrad", price{249, "EUR"}, "/artikel/1001-stadtfahrrad-moewe-rot", false}
	if one != want {
		t.Errorf("got %+v, want %+v", one, want)
	}
	for _, query := range []string{"size=0", "size=51", "page=0", "price_to=x", "cursor=from-x"} {
		decode[object](t, call(t, "GET", "https://api.example.de/v2/search?"+query, ""), 400)
	}
}

// Pages and cursors both lead through all results, each once.
func TestPaging(t *testing.T) {
	for _, by := range []string{"next", "cursor"} {
		seen := map[int]bool{}
		url, pages := "https://api.example.de/v2/search?q=fahrrad&size=7", 0
		for url != "" && pages < 10 {
			l := decode[list](t, call(t, "GET", url, ""), 200)
			pages++
			for _, r := range l.Results {
				if seen[r.ID] {
					t.Errorf("%s: %d twice", by, r.ID)
				}
				seen[r.ID] = true
			}
			switch {
			case l.Meta.NextCursor == nil:
				url = ""
			case by == "next":
				url = *l.Meta.Next
			default:
				url = "https://api.example.de/v2/search?q=fahrrad&size=7&cursor=" + *l.Meta.NextCursor
			}
		}
		if pages != 4 || len(seen) != 24 {
			t.Errorf("%s: %d pages with %d articles, want 4 with 24", by, pages, len(seen))
		}
	}
}

func TestFilterAndItem(t *testing.T) {
	l := decode[list](t, call(t, "POST", "https://api.example.de/v2/items/filter",
		`{"category":"fahrrad","price":{"from":100,"to":300},"colours":["rot","blau"]}`), 200)
	if l.Meta.Total != 4 {
		t.Errorf("%d results, want 4: Stadtfahrrad and Kinderfahrrad in two colours", l.Meta.Total)
	}
	decode[object](t, call(t, "POST", "https://api.example.de/v2/items/filter", `{"q":1}`), 400)
	i := decode[object](t, call(t, "GET", "https://api.example.de/v2/items/1001", ""), 200)
	if i["title"] != "Stadtfahrrad Möwe rot" || i["stock"].(map[string]any)["count"] != 2.0 {
		t.Errorf("got %v", i)
	}
	for _, id := range []string{"1000", "1061", "x", "-1"} {
		decode[object](t, call(t, "GET", "https://api.example.de/v2/items/"+id, ""), 404)
	}
}

func TestLoginAndCart(t *testing.T) {
	bearer, csrf := "Authorization: Bearer "+Token, "X-CSRF-Token: "+CSRFToken
	home := text(t, call(t, "GET", "https://www.example.de/", ""))
	if !strings.Contains(home, `<meta name="api-token" content="`+Token+`">`) || !strings.Contains(home, `<meta name="csrf-token" content="`+CSRFToken+`">`) {
		t.Errorf("the home page lacks a token: %s", home)
	}
	for _, path := range []string{"/v2/account", "/v2/orders"} {
		if resp := call(t, "GET", "https://api.example.de"+path, "", "Authorization: Bearer x"); resp.StatusCode != 401 || resp.Header.Get("WWW-Authenticate") == "" {
			t.Errorf("%s: %d without a token", path, resp.StatusCode)
		}
	}
	orders := decode[map[string][]object](t, call(t, "GET", "https://api.example.de/v2/orders?status=delivered", "", bearer), 200)["orders"]
	if len(orders) != 2 || orders[0]["number"] != "EX-2026-0017" || orders[0]["ordered_at"] != "2026-11-22T18:32:00+01:00" {
		t.Errorf("got %v", orders)
	}
	for _, c := range []struct {
		method, path, body string
		headers            []string
		status             int
	}{
		{"POST", "/v2/cart/items", `{"item_id":1001,"quantity":2}`, []string{bearer, csrf}, 201},
		{"PUT", "/v2/cart/items/1001", `{"quantity":3}`, []string{bearer, csrf}, 200},
		{"POST", "/v2/cart/items", `{"item_id":1001,"quantity":2}`, []string{csrf}, 401},
		{"POST", "/v2/cart/items", `{"item_id":1001,"quantity":2}`, []string{bearer}, 403},
		{"POST", "/v2/cart/items", `{"item_id":1,"quantity":2}`, []string{bearer, csrf}, 404},
		{"POST", "/v2/cart/items", `{"item_id":1001,"quantity":0}`, []string{bearer, csrf}, 422},
		{"GET", "/v2/cart/items", ``, []string{bearer, csrf}, 405},
	} {
		if resp := call(t, c.method, "https://api.example.de"+c.path, c.body, c.headers...); resp.StatusCode != c.status {
			t.Errorf("%s %s %s: %d, want %d", c.method, c.path, c.body, resp.StatusCode, c.status)
		}
	}
	added := decode[map[string]any](t, call(t, "POST", "https://api.example.de/v2/cart/items", `{"item_id":1002,"quantity":2}`, bearer, csrf), 201)
	if added["total"].(map[string]any)["amount"] != 508.0 {
		t.Errorf("got %v", added)
	}
}

func TestPages(t *testing.T) {
	// find gives the group of an expression in a page, with its entities decoded.
	find := func(page, expr string) string {
		m := regexp.MustCompile(expr).FindStringSubmatch(page)
		if m == nil {
			t.Fatalf("%s is not in %s", expr, page)
		}
		return html.UnescapeString(m[1])
	}
	var v object
	read := func(s string) object {
		t.Helper()
		v = nil
		if err := json.Unmarshal([]byte(s), &v); err != nil {
			t.Fatalf("%v: %s", err, s)
		}
		return v
	}

	tiles := text(t, call(t, "GET", "https://www.example.de/suche?q=fahrrad", ""))
	if n := strings.Count(tiles, `<li class="tile`); n != 24 || strings.Count(tiles, "tile--sponsored") != 1 {
		t.Errorf("%d tiles", n)
	}
	if data := read(find(tiles, `<li class="tile" data-grid-data='([^']*)'`)); data["id"] != 1001.0 || data["price"].(map[string]any)["price"] != 249.0 {
		t.Errorf("tile %v", data)
	}
	if page := text(t, call(t, "GET", "https://www.example.de/suche?q=%3Cscript%3E", "")); strings.Contains(page, "<script>") {
		t.Error("the search page repeats markup")
	}

	resp := call(t, "GET", "https://www.example.de/artikel/1040", "")
	if to := resp.Header.Get("Location"); resp.StatusCode != 301 || to != "/artikel/1040-gaskocher-2-kw-rot" {
		t.Errorf("%d to %q", resp.StatusCode, to)
	}
	product := text(t, call(t, "GET", "https://www.example.de"+resp.Header.Get("Location"), ""))
	next := read(find(product, `<script id="__NEXT_DATA__" type="application/json">(.*?)</script>`))
	if title := next["props"].(map[string]any)["pageProps"].(map[string]any)["product"].(map[string]any)["title"]; title != "Gaskocher <2 kW rot" {
		t.Errorf("title %q", title)
	}
	if ld := read(find(product, `<script type="application/ld\+json">(.*?)</script>`)); ld["@type"] != "Product" || ld["sku"] != "1040" {
		t.Errorf("JSON-LD %v", ld)
	}

	island := text(t, call(t, "GET", "https://www.example.de/insel/1001", ""))
	if props := read(find(island, `<astro-island [^>]*props="([^"]*)"`)); props["title"].([]any)[1] != "Stadtfahrrad Möwe rot" {
		t.Errorf("props %v", props)
	}

	archive := call(t, "GET", "https://www.example.de/archiv/1046", "")
	if page := text(t, archive); archive.Header.Get("Content-Type") != "text/html" || !strings.Contains(page, "Gr\xfcner Tee 100 g rot") || !strings.Contains(page, "charset=iso-8859-1") {
		t.Errorf("archive %q", page)
	}
	if page := text(t, call(t, "GET", "https://www.example.de/archiv/1019", "")); !strings.Contains(page, "Fahrradklingel &#128276; rot") {
		t.Errorf("archive %q", page)
	}
	for _, path := range []string{"/artikel/1", "/insel/x", "/archiv/1", "/nothing"} {
		if resp := call(t, "GET", "https://www.example.de"+path, ""); resp.StatusCode != 404 {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
	}
}

func TestLocale(t *testing.T) {
	german := decode[object](t, call(t, "GET", "https://www.example.de/api/items?q=v%C3%A9lo", ""), 200)
	french := decode[object](t, call(t, "GET", "https://fr.example.de/api/items?q=v%C3%A9lo", ""), 200)
	w := httptest.NewRecorder()
	French().ServeHTTP(w, httptest.NewRequest("GET", "http://127.0.0.1/api/items?q=v%C3%A9lo", nil))
	mapped := decode[object](t, w.Result(), 200)
	title := func(o object) any { return o["items"].([]any)[0].(map[string]any)["title"] }
	if german["language"] != "de" || title(german) != "Stadtfahrrad Möwe rot" {
		t.Errorf("german: %v", title(german))
	}
	for _, o := range []object{french, mapped} {
		if o["language"] != "fr" || title(o) != "Vélo de ville Mouette rouge" {
			t.Errorf("french: %v", title(o))
		}
	}
}

func TestRedirects(t *testing.T) {
	for _, c := range []struct {
		path   string
		status int
		to     string
	}{
		{"/go/relative", 302, "../v2/search?q=fahrrad&size=2"},
		{"/go/path?code=308", 308, "/v2/search?q=fahrrad&size=2"},
		{"/go/api?code=307", 307, "https://api.example.de/v2/search?q=fahrrad&size=2"},
		{"/go/www", 302, "https://www.example.de/v2/search?q=fahrrad&size=2"},
		{"/go/http", 302, "http://api.example.de/v2/search?q=fahrrad&size=2"},
		{"/go/elsewhere", 302, "https://www.example.net/collect"},
		{"/go/chain?n=2", 302, "/go/chain?n=1"},
		{"/go/chain?n=0", 302, "/v2/search?q=fahrrad&size=2"},
		{"/go/loop", 302, "/go/loop"},
		{"/go/none", 302, ""},
		{"/go/nowhere", 404, ""},
		{"/go/path?code=200", 400, ""},
	} {
		resp := call(t, "GET", "https://www.example.de"+c.path, "")
		if resp.StatusCode != c.status || resp.Header.Get("Location") != c.to {
			t.Errorf("%s: %d to %q", c.path, resp.StatusCode, resp.Header.Get("Location"))
		}
	}
}

func TestOddAnswers(t *testing.T) {
	if resp := call(t, "GET", "https://www.example.de/blocked", ""); resp.StatusCode != 403 || !strings.Contains(text(t, resp), "_cf_chl_opt") {
		t.Errorf("blocked: %d", resp.StatusCode)
	}
	if resp := call(t, "GET", "https://www.example.de/blocked?status=200&header=1", ""); resp.StatusCode != 200 || resp.Header.Get("Cf-Mitigated") != "challenge" {
		t.Errorf("blocked: %d", resp.StatusCode)
	}
	e := decode[object](t, call(t, "PUT", "https://api.example.de/debug/echo?a=%20b", "körper", "X-Test: 1"), 200)
	if e["method"] != "PUT" || e["body"] != "körper" || !strings.HasSuffix(e["target"].(string), "/debug/echo?a=%20b") || e["headers"].(map[string]any)["X-Test"].([]any)[0] != "1" {
		t.Errorf("echo: %v", e)
	}
	decode[object](t, call(t, "GET", "https://api.example.de/debug/broken/status?code=503", ""), 503)
	if n := len(text(t, call(t, "GET", "https://api.example.de/debug/broken/large?bytes=12345", ""))); n != 12345 {
		t.Errorf("large: %d bytes", n)
	}
	if s := text(t, call(t, "GET", "https://api.example.de/debug/broken/empty", "")); s != "" {
		t.Errorf("empty: %q", s)
	}
	if s := text(t, call(t, "GET", "https://api.example.de/debug/broken/json", "")); json.Valid([]byte(s)) {
		t.Errorf("json: %q", s)
	}
	decode[object](t, call(t, "GET", "https://api.example.de/debug/slow?ms=60000", ""), 400)
	decode[object](t, call(t, "GET", "https://api.example.de/debug/slow?ms=1", ""), 200)
}

// What needs a connection: answers that end too early.
func TestBrokenConnections(t *testing.T) {
	server := httptest.NewUnstartedServer(Handler())
	server.Start()
	defer server.Close()
	if resp, err := http.Get(server.URL + "/debug/broken/reset"); err == nil {
		resp.Body.Close()
		t.Errorf("reset: status %d", resp.StatusCode)
	}
	resp, err := http.Get(server.URL + "/debug/broken/cut")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.ReadAll(resp.Body); err == nil || resp.StatusCode != 200 {
		t.Errorf("cut: status %d, the body ends without an error", resp.StatusCode)
	}
}

func TestCounters(t *testing.T) {
	s := &shop{}
	get, post := httptest.NewRequest("GET", "/", nil), httptest.NewRequest("POST", "/", nil)
	first := s.count(get)
	second := s.count(post)
	first()
	third := s.count(get)
	second()
	third()
	w := httptest.NewRecorder()
	s.counters(w, nil)
	if got, want := strings.TrimSpace(w.Body.String()), `{"max_concurrent":2,"not_get":1,"total":3}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The same request gives the same bytes, whatever came before it.
func TestDeterministic(t *testing.T) {
	h := Handler()
	for _, path := range []string{"/", "/v2/search?q=fahrrad", "/v2/items/1005", "/suche?q=rad", "/artikel/1001-stadtfahrrad-moewe-rot", "/insel/1030"} {
		var bodies [2]string
		for n := range bodies {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
			bodies[n] = w.Body.String()
		}
		if bodies[0] != bodies[1] || bodies[0] == "" {
			t.Errorf("%s: two answers", path)
		}
	}
}
