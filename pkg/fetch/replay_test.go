package fetch

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/wield-run/wield/pkg/redact"
)

func bodyOf(t testing.TB, s Sender, out *Outgoing) string {
	t.Helper()
	in, err := s.Send(t.Context(), out)
	if err != nil {
		return err.Error()
	}
	return string(in.Body)
}

func TestReplayMatches(t *testing.T) {
	const form, mimeJSON = "application/x-www-form-urlencoded", "application/json"
	for name, c := range map[string]struct {
		entry             string
		method, url       string
		mime, body        string
		answered, entries bool
	}{
		"the same":                      {entry: harGET("https://a.example/x?q=a&n=1", "yes"), url: "https://a.example/x?q=a&n=1", answered: true},
		"another order":                 {entry: harGET("https://a.example/x?n=1&q=a", "yes"), url: "https://a.example/x?q=a&n=1", answered: true},
		"other escapes":                 {entry: harGET("https://a.example/%7ex?q=a%20b&r=%c3%bc", "yes"), url: "https://a.example/~x?q=a+b&r=%C3%BC", answered: true},
		"a fragment":                    {entry: harGET("https://a.example/x#y", "yes"), url: "https://a.example/x#z", answered: true},
		"the scheme's port":             {entry: harGET("HTTPS://A.example:443", "yes"), url: "https://a.example/", answered: true},
		"an escaped slash is no slash":  {entry: harGET("https://a.example/a%2Fb", "yes"), url: "https://a.example/a/b"},
		"a plus in a path is no space":  {entry: harGET("https://a.example/a+b", "yes"), url: "https://a.example/a%20b"},
		"an escaped plus is no space":   {entry: harGET("https://a.example/?q=a%2Bb", "yes"), url: "https://a.example/?q=a+b"},
		"a parameter more":              {entry: harGET("https://a.example/x?n=1&q=a", "yes"), url: "https://a.example/x?q=a"},
		"repeated names keep order":     {entry: harGET("https://a.example/x?t=1&t=2", "yes"), url: "https://a.example/x?t=2&t=1"},
		"another method":                {entry: harGET("https://a.example/x", "yes"), method: "DELETE", url: "https://a.example/x"},
		"JSON, another order":           {entry: harPOST("https://a.example/x", mimeJSON, `{"b": [1, 2], "a": 1.0}`, "yes"), method: "POST", url: "https://a.example/x", mime: mimeJSON + ";charset=utf-8", body: `{"a":1,"b":[1,2]}`, answered: true},
		"JSON, a list's order counts":   {entry: harPOST("https://a.example/x", mimeJSON, `{"b": [2, 1]}`, "yes"), method: "POST", url: "https://a.example/x", mime: mimeJSON, body: `{"b":[1,2]}`},
		"JSON that is none":             {entry: harPOST("https://a.example/x", mimeJSON, `{`, "yes"), method: "POST", url: "https://a.example/x", mime: mimeJSON, body: `{`, answered: true},
		"a form, another order":         {entry: harPOST("https://a.example/x", form, `b=%20&a=1`, "yes"), method: "POST", url: "https://a.example/x", mime: form, body: `a=1&b=+`, answered: true},
		"text":                          {entry: harPOST("https://a.example/x", "text/plain", `a=1&b=2`, "yes"), method: "POST", url: "https://a.example/x", mime: "text/plain", body: `b=2&a=1`},
		"multipart, another boundary":   {entry: harPOST("https://a.example/x", "multipart/form-data; boundary=----x1", "------x1\r\nA: b\r\n\r\nv\r\n------x1--", "yes"), method: "POST", url: "https://a.example/x", mime: "multipart/form-data; boundary=y", body: "--y\r\nA: b\r\n\r\nv\r\n--y--", answered: true},
		"no body and an empty one":      {entry: harPOST("https://a.example/x", form, "", "yes"), method: "POST", url: "https://a.example/x", answered: true},
		"a body that was not saved":     {entry: `{"request": {"method": "POST", "url": "https://a.example/x", "bodySize": 12}, "response": {"status": 200, "content": {"text": "yes"}}}`, method: "POST", url: "https://a.example/x", mime: mimeJSON, body: `{}`, answered: true},
		"a form saved as parameters":    {entry: `{"request": {"method": "POST", "url": "https://a.example/x", "postData": {"mimeType": "` + form + `", "params": [{"name": "b", "value": "ü "}, {"name": "a", "value": "1"}]}}, "response": {"status": 200, "content": {"text": "yes"}}}`, method: "POST", url: "https://a.example/x", mime: form, body: `a=1&b=%C3%BC+`, answered: true},
		"a method in lower case":        {entry: strings.Replace(harGET("https://a.example/x", "yes"), `"GET"`, `"get"`, 1), url: "https://a.example/x", answered: true},
		"a failed request is no answer": {entry: `{"request": {"method": "GET", "url": "https://a.example/x"}, "response": {"status": 0, "statusText": "", "headers": [], "content": {"size": 0}, "_error": "net::ERR_FAILED"}}`, url: "https://a.example/x"},
	} {
		if c.method == "" {
			c.method = "GET"
		}
		r := NewReplay(mustLoad(t, harFile(c.entry)), ReplayOptions{})
		in, err := r.Send(t.Context(), outgoing(t, c.method, c.url, c.mime, c.body))
		switch missed := (*Error)(nil); {
		case c.answered && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.answered && string(in.Body) != "yes":
			t.Errorf("%s: the body is %q", name, in.Body)
		case !c.answered && err == nil:
			t.Errorf("%s: it is answered", name)
		case !c.answered && (!errors.As(err, &missed) || missed.Reason != ReplayMiss):
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// Read, write, read again: each request gets the answer that it got. After the
// last one it is repeated.
func TestReplayOrder(t *testing.T) {
	r := NewReplay(mustLoad(t, harFile(
		harGET("https://a.example/cart", "empty"),
		harGET("https://a.example/other", "other"),
		harPOST("https://a.example/cart", "application/json", `{"id":1}`, "added"),
		harGET("https://a.example/cart", "one item"),
	)), ReplayOptions{})
	cart, other := outgoing(t, "GET", "https://a.example/cart", "", ""), outgoing(t, "GET", "https://a.example/other", "", "")
	add := outgoing(t, "POST", "https://a.example/cart", "application/json", `{"id": 1}`)
	for i, c := range []struct {
		out  *Outgoing
		want string
	}{{cart, "empty"}, {other, "other"}, {add, "added"}, {cart, "one item"}, {cart, "one item"}, {other, "other"}} {
		if got := bodyOf(t, r, c.out); got != c.want {
			t.Errorf("request %d: got %q, want %q", i, got, c.want)
		}
	}
}

func TestReplayPrefersUsableEntries(t *testing.T) {
	failed := `{"request": {"method": "GET", "url": "https://a.example/x"}, "response": {"status": 0, "headers": []}}`
	notModified := `{"request": {"method": "GET", "url": "https://a.example/x"}, "response": {"status": 304, "content": {"size": 0}}}`
	evicted := `{"request": {"method": "GET", "url": "https://a.example/x"}, "response": {"status": 200, "content": {"size": 99}}}`
	r := NewReplay(mustLoad(t, harFile(failed, notModified, harGET("https://a.example/x", "yes"), evicted)), ReplayOptions{})
	x := outgoing(t, "GET", "https://a.example/x", "", "")
	for range 2 {
		if got := bodyOf(t, r, x); got != "yes" {
			t.Errorf("got %q", got)
		}
	}
	x.Header = Header{{"If-None-Match", `"1"`}}
	in, err := NewReplay(mustLoad(t, harFile(notModified)), ReplayOptions{}).Send(t.Context(), x)
	if err != nil || in.Status != 304 {
		t.Errorf("a request for a 304 got %v, %v", in, err)
	}
}

func TestReplayMiss(t *testing.T) {
	const mimeJSON, form = "application/json", "application/x-www-form-urlencoded"
	har := mustLoad(t, harFile(
		harGET("https://www.example.de/", "home"),
		harGET("https://api.example.de/v2/search?q=rad&page=1&size=20", "1"),
		harGET("https://api.example.de/v2/search?q=auto&page=7&size=50", "2"),
		harPOST("https://api.example.de/graphql", mimeJSON, `{"operationName":"Search","variables":{"page":1,"tags":["a"],"q":"rad"}}`, "3"),
		harPOST("https://api.example.de/graphql", mimeJSON, `{"operationName":"Detail","variables":{"id":"8f"}}`, "4"),
		harPOST("https://api.example.de/login", form, "user=a&lang=de", "5"),
		harPOST("https://api.example.de/text", "text/plain", "Grüße aus Köln", "6"),
		`{"request": {"method": "GET", "url": "https://api.example.de/blocked"}, "response": {"status": 0, "_error": "net::ERR_BLOCKED_BY_CLIENT"}}`,
		`{"request": {"method": "GET", "url": "https://api.example.de/cached"}, "response": {"status": 304, "content": {"size": 0}}}`,
		`{"request": {"method": "GET", "url": "https://api.example.de/evicted"}, "response": {"status": 200, "content": {"size": 99}}}`,
		harGET("https://api.example.de/at?t=2026-11-30T10:42:00Z", "7"),
	))
	for name, c := range map[string]struct{ method, url, mime, body, want string }{
		"a parameter": {"GET", "https://api.example.de/v2/search?q=rad&page=2&size=20", "", "",
			`no entry of the recording answers GET https://api.example.de/v2/search?q=rad&page=2&size=20; the nearest is entry 1, GET https://api.example.de/v2/search?q=rad&page=1&size=20; query parameter "page": the recipe sends 2, the recording has 1`},
		"the nearest by parameters": {"GET", "https://api.example.de/v2/search?q=auto%20%22x%22&page=7&size=50", "", "",
			`no entry of the recording answers GET https://api.example.de/v2/search?q=auto%20%22x%22&page=7&size=50; the nearest is entry 2, GET https://api.example.de/v2/search?q=auto&page=7&size=50; query parameter "q": the recipe sends "auto "x"", the recording has auto`},
		"one parameter less": {"GET", "https://api.example.de/v2/search?q=rad&page=1", "", "",
			`no entry of the recording answers GET https://api.example.de/v2/search?q=rad&page=1; the nearest is entry 1, GET https://api.example.de/v2/search?q=rad&page=1&size=20; query parameter "size": the recipe sends none, the recording has 20`},
		"one parameter twice": {"GET", "https://api.example.de/v2/search?q=rad&page=1&size=20&size=30", "", "",
			`no entry of the recording answers GET https://api.example.de/v2/search?q=rad&page=1&size=20&size=30; the nearest is entry 1, GET https://api.example.de/v2/search?q=rad&page=1&size=20; query parameter "size" (no. 2 of this name): the recipe sends 30, the recording has none`},
		"JSON": {"POST", "https://api.example.de/graphql", mimeJSON, `{"operationName":"Search","variables":{"page":"1","tags":["a"],"q":"rad"}}`,
			`no entry of the recording answers POST https://api.example.de/graphql; the nearest is entry 3, POST https://api.example.de/graphql; JSON body at /variables/page: the recipe sends "1", the recording has 1`},
		"JSON, a list": {"POST", "https://api.example.de/graphql", mimeJSON, `{"operationName":"Search","variables":{"page":1,"tags":["a","b"],"q":"rad"}}`,
			`no entry of the recording answers POST https://api.example.de/graphql; the nearest is entry 3, POST https://api.example.de/graphql; JSON body at /variables/tags/1: the recipe sends "b", the recording has none`},
		"JSON, the other operation": {"POST", "https://api.example.de/graphql", mimeJSON, `{"operationName":"Detail","variables":{}}`,
			`no entry of the recording answers POST https://api.example.de/graphql; the nearest is entry 4, POST https://api.example.de/graphql; JSON body at /variables/id: the recipe sends none, the recording has "8f"`},
		"a form": {"POST", "https://api.example.de/login", form, "user=b&lang=de",
			`no entry of the recording answers POST https://api.example.de/login; the nearest is entry 5, POST https://api.example.de/login; form field "user": the recipe sends b, the recording has a`},
		"text": {"POST", "https://api.example.de/text", "text/plain", "Grüße aus Käln",
			`no entry of the recording answers POST https://api.example.de/text; the nearest is entry 6, POST https://api.example.de/text; the body from character 12: the recipe sends "äln", the recording has "öln"`},
		"no body": {"POST", "https://api.example.de/login", "", "",
			`no entry of the recording answers POST https://api.example.de/login; the nearest is entry 5, POST https://api.example.de/login; a body: the recipe sends none, the recording has one`},
		"the method": {"PUT", "https://api.example.de/login", form, "user=a&lang=de",
			`no entry of the recording answers PUT https://api.example.de/login; the nearest is entry 5, POST https://api.example.de/login; the method: the recipe sends PUT, the recording has POST`},
		"the path": {"GET", "https://api.example.de/v2/find?q=rad", "", "",
			`no entry of the recording answers GET https://api.example.de/v2/find?q=rad; the nearest is entry 1, GET https://api.example.de/v2/search?q=rad&page=1&size=20; the path: the recipe sends /v2/find, the recording has /v2/search`},
		"the origin": {"GET", "https://cdn.example.de/x", "", "",
			`no entry of the recording answers GET https://cdn.example.de/x: it has requests to https://api.example.de, https://www.example.de only`},
		"blocked": {"GET", "https://api.example.de/blocked", "", "",
			`no entry of the recording answers GET https://api.example.de/blocked: entry 7 is this request, but no response was recorded (net::ERR_BLOCKED_BY_CLIENT)`},
		"cached": {"GET", "https://api.example.de/cached", "", "",
			`no entry of the recording answers GET https://api.example.de/cached: entry 8 is this request, but the response is a 304 without the body, which the browser had in its cache`},
		"evicted": {"GET", "https://api.example.de/evicted", "", "",
			`no entry of the recording answers GET https://api.example.de/evicted: entry 9 is this request, but the body of the response was not saved`},
	} {
		_, err := NewReplay(har, ReplayOptions{}).Send(t.Context(), outgoing(t, c.method, c.url, c.mime, c.body))
		var missed *Error
		if !errors.As(err, &missed) || missed.Reason != ReplayMiss || missed.Hint == "" {
			t.Errorf("%s: the error is %#v", name, err)
		} else if missed.Message != c.want {
			t.Errorf("%s: the message is\n  %s, want\n  %s", name, missed.Message, c.want)
		}
	}
	_, err := NewReplay(har, ReplayOptions{}).Send(t.Context(), outgoing(t, "GET", "https://api.example.de/at?t=2026-11-30T10:42:01Z", "", ""))
	if missed := (*Error)(nil); !errors.As(err, &missed) || !strings.Contains(missed.Hint, "--now") {
		t.Errorf("a time that differs gives %#v", err)
	}
	_, err = NewReplay(mustLoad(t, harFile()), ReplayOptions{}).Send(t.Context(), outgoing(t, "GET", "https://a.example/", "", ""))
	if err == nil || err.Error() != "no entry of the recording answers GET https://a.example/: it is empty" {
		t.Errorf("an empty recording gives %v", err)
	}
}

// A recording without the secrets answers a run that has others, or none.
func TestReplayWithSecrets(t *testing.T) {
	record := func(secret string) []byte {
		reg := redact.New()
		reg.Add(secret, redact.Options{})
		rec := NewRecorder(RecorderOptions{Redact: reg.Text})
		rec.Add(exchangeOf(outgoing(t, "GET", "https://a.example/x?"+FormatQuery([]Pair{{"k", secret}, {"page", "1"}}), "", ""), 200, "text/plain", "one"))
		rec.Add(exchangeOf(outgoing(t, "GET", "https://a.example/x?"+FormatQuery([]Pair{{"k", secret}, {"page", "2"}}), "", ""), 200, "text/plain", "two"))
		rec.Add(exchangeOf(outgoing(t, "POST", "https://a.example/x", "application/json", `{"id":"7","csrf":"`+secret+`"}`), 200, "text/plain", "three"))
		rec.Add(exchangeOf(outgoing(t, "POST", "https://a.example/x", "application/x-www-form-urlencoded", FormatQuery([]Pair{{"csrf", secret}, {"a", "b"}})), 200, "text/plain", "four"))
		rec.Add(exchangeOf(outgoing(t, "GET", "https://a.example/u/"+secret+"/z", "", ""), 200, "text/plain", "five"))
		return rec.Bytes()
	}
	hars := map[string][]byte{
		"redacted":           record("first-secret-0123456789"),
		"as the browser saw": []byte(strings.ReplaceAll(string(record("none-such-0123456789")), redact.Mark, "first-secret-0123456789")),
		"with a number":      record("4711081500"),
	}
	for name, har := range hars {
		for _, secret := range []string{"first-secret-0123456789", "second-secret-0123456", "4711081500", "x"} {
			if name == "as the browser saw" && secret == "x" {
				continue // nothing says that the two have to do with each other
			}
			reg := redact.New()
			reg.Add(secret, redact.Options{})
			r := NewReplay(mustLoad(t, har), ReplayOptions{Redact: reg.Text})
			for want, out := range map[string]*Outgoing{
				"one":   outgoing(t, "GET", "https://a.example/x?"+FormatQuery([]Pair{{"k", secret}, {"page", "1"}}), "", ""),
				"two":   outgoing(t, "GET", "https://a.example/x?"+FormatQuery([]Pair{{"page", "2"}, {"k", secret}}), "", ""),
				"three": outgoing(t, "POST", "https://a.example/x", "application/json", `{"csrf":"`+secret+`","id":"7"}`),
				"four":  outgoing(t, "POST", "https://a.example/x", "application/x-www-form-urlencoded", FormatQuery([]Pair{{"csrf", secret}, {"a", "b"}})),
				"five":  outgoing(t, "GET", "https://a.example/u/"+secret+"/z", "", ""),
			} {
				if got := bodyOf(t, r, out); got != want {
					t.Errorf("%s, with %s: got %s, want %s", name, secret, got, want)
				}
			}
			_, err := r.Send(t.Context(), outgoing(t, "GET", "https://a.example/x?"+FormatQuery([]Pair{{"k", secret}, {"page", "3"}}), "", ""))
			if err == nil || len(secret) > 8 && (reg.Text(err.Error()) != err.Error() || strings.Contains(err.Error(), "page=3")) {
				t.Errorf("%s, with %s: a miss says %v", name, secret, err)
			}
		}
	}
}

// A secret number leaves JSON that still is JSON.
func TestReplaySecretNumber(t *testing.T) {
	reg := redact.New()
	reg.Add("4711081500", redact.Options{})
	rec := NewRecorder(RecorderOptions{Redact: reg.Text})
	out := outgoing(t, "POST", "https://a.example/x", "application/json", `{"user":4711081500,"n":1}`)
	rec.Add(exchangeOf(out, 200, "application/json", `{"user":4711081500}`))
	har := mustLoad(t, rec.Bytes())
	if got := bodyOf(t, NewReplay(har, ReplayOptions{Redact: reg.Text}), out); got != `{"user":"[redacted]"}` {
		t.Errorf("with the secret: got %s", got)
	}
	if got := bodyOf(t, NewReplay(har, ReplayOptions{}), outgoing(t, "POST", "https://a.example/x", "application/json", `{"n":1,"user":5}`)); got != `{"user":"[redacted]"}` {
		t.Errorf("with another: got %s", got)
	}
}

func TestReplayLimits(t *testing.T) {
	har := mustLoad(t, harFile(harGET("https://a.example/x", "12345")))
	x := outgoing(t, "GET", "https://a.example/x", "", "")
	var failed *Error
	if _, err := NewReplay(har, ReplayOptions{MaxBody: 4}).Send(t.Context(), x); !errors.As(err, &failed) || failed.Reason != Limit {
		t.Errorf("a large body gives %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewReplay(har, ReplayOptions{}).Send(ctx, x); !errors.As(err, &failed) || failed.Reason != Canceled {
		t.Errorf("a canceled run gives %v", err)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 0)
	defer cancel()
	if _, err := NewReplay(har, ReplayOptions{}).Send(ctx, x); !errors.As(err, &failed) || failed.Reason != Timeout {
		t.Errorf("a run out of time gives %v", err)
	}
}

// Redirects are entries of their own, followed by the same loop and under the
// same policy; a target that was not recorded is a miss and no request.
func TestReplayRedirects(t *testing.T) {
	hop := func(from, to string) string {
		return fmt.Sprintf(`{"request": {"method": "GET", "url": %q}, "response": {"status": 302, "headers": [], "content": {"size": 5}, "redirectURL": %q}}`, from, to)
	}
	har := mustLoad(t, harFile(
		hop("https://a.example/1", "/2"), hop("https://a.example/2", "https://b.example/3"), harGET("https://b.example/3", "there"),
		hop("https://a.example/out", "https://evil.example/"), harGET("https://evil.example/", "stolen"),
		hop("https://a.example/gone", "/nowhere"),
	))
	client := &Client{Sender: NewReplay(har, ReplayOptions{}), Policy: RecipePolicy([]string{"https://a.example", "https://b.example"}, nil)}
	get := func(url string) (*Response, error) {
		u, err := ParseURL(url, nil)
		if err != nil {
			t.Fatal(err)
		}
		return client.Do(t.Context(), &Request{Method: "GET", URL: u})
	}
	resp, err := get("https://a.example/1")
	if err != nil || string(resp.Body) != "there" || resp.URL.String() != "https://b.example/3" || len(resp.Redirects) != 2 {
		t.Errorf("got %+v, %v", resp, err)
	}
	var failed *Error
	if _, err := get("https://a.example/out"); !errors.As(err, &failed) || failed.Reason != RedirectBlocked {
		t.Errorf("a redirect off the origins gives %v", err)
	}
	if _, err := get("https://a.example/gone"); !errors.As(err, &failed) || failed.Reason != ReplayMiss {
		t.Errorf("a redirect to what was not recorded gives %v", err)
	}
}

func TestReplayConcurrently(t *testing.T) {
	var entries []string
	for i := range 40 {
		entries = append(entries, harGET("https://a.example/x", fmt.Sprint(i)))
	}
	r := NewReplay(mustLoad(t, harFile(entries...)), ReplayOptions{})
	out := outgoing(t, "GET", "https://a.example/x", "", "")
	var mu sync.Mutex
	seen := map[string]int{}
	var wg sync.WaitGroup
	for range 40 {
		wg.Go(func() {
			body := bodyOf(t, r, out)
			mu.Lock()
			defer mu.Unlock()
			seen[body]++
		})
	}
	wg.Wait()
	if len(seen) != 40 {
		t.Errorf("%d different answers, want 40", len(seen))
	}
}

func BenchmarkReplay(b *testing.B) {
	var entries []string
	for i := range 3000 {
		entries = append(entries, harGET(fmt.Sprintf("https://a.example/static/%d.js?v=8f2c1", i), "x"))
	}
	entries = append(entries, harGET("https://a.example/v2/search?page=2&q=rad", "yes"))
	reg := redact.New()
	reg.Add("session-4711-abcdef", redact.Options{})
	har := mustLoad(b, harFile(entries...))
	for name, url := range map[string]string{"hit": "https://a.example/v2/search?q=rad&page=2", "miss": "https://a.example/v2/search?q=rad&page=3"} {
		b.Run(name, func(b *testing.B) {
			r := NewReplay(har, ReplayOptions{Redact: reg.Text})
			out := outgoing(b, "GET", url, "", "")
			b.ReportAllocs()
			for b.Loop() {
				_, _ = r.Send(b.Context(), out)
			}
		})
	}
}

func BenchmarkLoadHAR(b *testing.B) {
	var entries []string
	for i := range 500 {
		entries = append(entries, harGET(fmt.Sprintf("https://a.example/%d", i), strings.Repeat(`{"id":"8f2c-11","title":"Fahrrad"},`, 300)))
	}
	file := harFile(entries...)
	b.ReportAllocs()
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		if _, err := LoadHAR(file); err != nil {
			b.Fatal(err)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"[redacted]", "", true},
		{"[redacted]", "anything", true},
		{"a[redacted]b", "a-b", true},
		{"a[redacted]b", "ab", true},
		{"a[redacted]a", "a", false},
		{"a[redacted]b", "a-c", false},
		{"[redacted]x[redacted]y", "1x2y", true},
		{"[redacted]x[redacted]y", "1y2x", false},
		{"a[redacted]", "b", false},
		{"a[redacted]", "a[redacted]", true},
		{"plain", "plain", false}, // nothing is redacted in it
	} {
		if got := matches(c.pattern, c.text); got != c.want {
			t.Errorf("%q and %q: %t, want %t", c.pattern, c.text, got, c.want)
		}
	}
}
