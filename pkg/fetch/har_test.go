package fetch

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wield-run/wield/pkg/jsonval"
)

// harFile is a HAR with the entries of a test.
func harFile(entries ...string) []byte {
	return []byte(`{"log": {"version": "1.2", "creator": {"name": "test", "version": "1"}, "entries": [` + strings.Join(entries, ",\n") + `]}}`)
}

// harGET is the entry of a GET with a body as JSON text.
func harGET(url, body string) string {
	return fmt.Sprintf(`{"startedDateTime": "2026-11-30T11:42:00.250+01:00", "time": 12,
  "request": {"method": "GET", "url": %q, "headers": [], "queryString": []},
  "response": {"status": 200, "statusText": "OK", "httpVersion": "h2", "headers": [{"name": "Content-Type", "value": "application/json"}],
    "content": {"size": %d, "mimeType": "application/json", "text": %s}, "redirectURL": ""}}`, url, len(body), jsonval.Stringify(jsonval.StringValue(body)))
}

// harPOST is the entry of a POST, with a request body of a type.
func harPOST(url, mime, body, response string) string {
	return fmt.Sprintf(`{"startedDateTime": "2026-11-30T11:42:01.000+01:00",
  "request": {"method": "POST", "url": %q, "bodySize": %d, "postData": {"mimeType": %q, "text": %s}},
  "response": {"status": 200, "headers": [], "content": {"text": %q}}}`,
		url, len(body), mime, jsonval.Stringify(jsonval.StringValue(body)), response)
}

func mustLoad(t testing.TB, text []byte) *HAR {
	t.Helper()
	h, err := LoadHAR(text)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestBadHAR(t *testing.T) {
	for name, c := range map[string]struct{ text, want, pointer string }{
		"empty":             {" \n", "the HAR is an empty file", ""},
		"gzip":              {"\x1f\x8b\x08\x00", "the HAR is a compressed file", ""},
		"UTF-16":            {"\xff\xfe{\x00", "the HAR is UTF-16", ""},
		"no JSON":           {"<html>", `the HAR is no JSON: line 1, column 1: unexpected "<": a value is expected`, ""},
		"broken off":        {"{\"log\": {\n \"entries\": [", "the HAR is no JSON: line 2, column 14: the text ends where it should go on: a value is expected", ""},
		"deep":              {strings.Repeat("[", 2000), "the HAR is no JSON: line 1, column 1001: arrays and objects nest deeper than 1000 levels", ""},
		"no object":         {"[]", `the file is JSON, and no HAR, which is an object with the member "log"`, ""},
		"no log":            {`{"entries": []}`, `the file is JSON, and no HAR, which is an object with the member "log"`, ""},
		"log is a list":     {`{"log": []}`, "the HAR cannot be used: line 1, column 9 (/log): an object is expected, it is an array", "/log"},
		"no entries":        {`{"log": {}}`, "the HAR cannot be used: line 1, column 9 (/log/entries): it is missing", "/log/entries"},
		"entries no list":   {"{\"log\":\n{\"entries\": {}}}", "the HAR cannot be used: line 2, column 13 (/log/entries): an array is expected, it is an object", "/log/entries"},
		"an entry is null":  {`{"log": {"entries": [null]}}`, "the HAR cannot be used: line 1, column 22 (/log/entries/0): an object is expected, it is null", "/log/entries/0"},
		"no request":        {`{"log": {"entries": [{}]}}`, "the HAR cannot be used: line 1, column 22 (/log/entries/0/request): it is missing", "/log/entries/0/request"},
		"URL is a number":   {`{"log": {"entries": [{"request": {"url": 5}}]}}`, "the HAR cannot be used: line 1, column 42 (/log/entries/0/request/url): a string is expected, it is a number", "/log/entries/0/request/url"},
		"no method":         {`{"log": {"entries": [{"request": {"url": "https://a.example/"}}]}}`, "the HAR cannot be used: line 1, column 34 (/log/entries/0/request/method): it is missing", "/log/entries/0/request/method"},
		"status is text":    {`{"log": {"entries": [{"request": {"url": "https://a.example/", "method": "GET"}, "response": {"status": "200"}}]}}`, "the HAR cannot be used: line 1, column 105 (/log/entries/0/response/status): a number is expected, it is a string", "/log/entries/0/response/status"},
		"a header has none": {`{"log": {"entries": [{"request": {"url": "https://a.example/", "method": "GET"}, "response": {"status": 200, "headers": [{"name": "x"}]}}]}}`, "the HAR cannot be used: line 1, column 122 (/log/entries/0/response/headers/0/value): it is missing", "/log/entries/0/response/headers/0/value"},
		"no base64":         {`{"log": {"entries": [{"request": {"url": "https://a.example/", "method": "GET"}, "response": {"status": 200, "content": {"text": "???", "encoding": "base64"}}}]}}`, "the HAR cannot be used: line 1, column 130 (/log/entries/0/response/content/text): it is no base64, which its member encoding says it is", "/log/entries/0/response/content/text"},
		"another encoding":  {`{"log": {"entries": [{"request": {"url": "https://a.example/", "method": "GET"}, "response": {"status": 200, "content": {"text": "", "encoding": "gzip"}}}]}}`, `the HAR cannot be used: line 1, column 146 (/log/entries/0/response/content/encoding): base64 is the only encoding, it is "gzip"`, "/log/entries/0/response/content/encoding"},
		"no date":           {"\ufeff" + `{"log": {"entries": [{"startedDateTime": "yesterday"}]}}`, `the HAR cannot be used: line 1, column 43 (/log/entries/0/startedDateTime): a date as 2026-11-30T11:42:00.000+01:00 is expected, it is "yesterday"`, "/log/entries/0/startedDateTime"},
	} {
		_, err := LoadHAR([]byte(c.text))
		var bad *HARError
		if !errors.As(err, &bad) {
			t.Errorf("%s: the error is %v", name, err)
			continue
		}
		if bad.Message != c.want || bad.Pointer != c.pointer {
			t.Errorf("%s: the error is %q at %q, want %q at %q", name, bad.Message, bad.Pointer, c.want, c.pointer)
		}
		if bad.Hint == "" {
			t.Errorf("%s: no hint", name)
		}
	}
}

func TestHARTooLarge(t *testing.T) {
	_, err := LoadHAR(make([]byte, MaxHAR+1))
	if err == nil || err.Error() != "the HAR is larger than 256 MiB (268435457 bytes)" {
		t.Errorf("the error is %v", err)
	}
}

func TestStart(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"first entry, with its offset": {string(harFile(harGET("data:text/plain,x", ""), harGET("https://a.example/", "2"))), "2026-11-30T11:42:00+01:00"},
		"UTC":                          {`{"log": {"entries": [{"startedDateTime": "2026-11-30T10:42:00.123Z", "request": {"method": "GET", "url": "https://a.example/"}}]}}`, "2026-11-30T10:42:00Z"},
		"without a colon":              {`{"log": {"entries": [{"startedDateTime": "2026-11-30T10:42:00.123-0330", "request": {"method": "GET", "url": "https://a.example/"}}]}}`, "2026-11-30T10:42:00-03:30"},
		"now of the recorded run":      {`{"log": {"_now": "2026-11-30T10:41:59+02:00", "entries": [{"startedDateTime": "2026-11-30T10:42:00.123Z", "request": {"method": "GET", "url": "https://a.example/"}}]}}`, "2026-11-30T10:41:59+02:00"},
		"no date":                      {`{"log": {"entries": [{"request": {"method": "GET", "url": "https://a.example/"}}]}}`, "0001-01-01T00:00:00Z"},
		"no entries":                   {`{"log": {"entries": []}}`, "0001-01-01T00:00:00Z"},
	} {
		if got := mustLoad(t, []byte(c.text)).Start().Format(time.RFC3339); got != c.want {
			t.Errorf("%s: the start is %s, want %s", name, got, c.want)
		}
	}
}

// What browsers write beside and instead of the plain case.
func TestBrowserExports(t *testing.T) {
	latin := base64.StdEncoding.EncodeToString([]byte("<p>\xfcber</p>"))
	entry := func(members string) string {
		return `{"_initiator": {"type": "script", "stack": {}}, "_priority": "High", "_resourceType": "fetch", "connection": "443", "pageref": "page_1",
		"cache": {}, "timings": {"blocked": 1.2, "_queued": 1}, "serverIPAddress": "203.0.113.7", "startedDateTime": "2026-11-30T10:42:00.123Z",
		"request": {"method": "GET", "url": "https://a.example/x#part", "httpVersion": "http/2.0", "cookies": [{"name": "sid", "value": "1"}],
		  "headers": [{"name": ":authority", "value": "a.example"}, {"name": "cookie", "value": "sid=1"}], "queryString": [], "headersSize": -1, "bodySize": 0}, ` + members + `}`
	}
	for name, c := range map[string]struct {
		entry, body string
		status      int
		header      Header
	}{
		"HTTP/2, pseudo fields, encodings and cookies left out": {entry(`"response": {"status": 200, "statusText": "", "httpVersion": "http/2.0",
			"headers": [{"name": ":status", "value": "200"}, {"name": "content-encoding", "value": "br"}, {"name": "Content-Length", "value": "3"}, {"name": "Set-Cookie", "value": "sid=2"},
			{"name": "Content-Type", "value": "application/json"}, {"name": "X-A", "value": "1\n2"}], "content": {"size": 2, "mimeType": "application/json", "text": "{}"}}`),
			"{}", 200, Header{{"content-type", "application/json"}, {"x-a", "1"}, {"x-a", "2"}}},
		"base64": {entry(`"response": {"status": 200, "headers": [{"name": "content-type", "value": "text/html; charset=ISO-8859-1"}], "content": {"text": "` + latin + `", "encoding": "base64"}}`),
			"<p>\xfcber</p>", 200, Header{{"content-type", "text/html; charset=ISO-8859-1"}}},
		"text of another charset is sent in it": {entry(`"response": {"status": 200, "headers": [{"name": "content-type", "value": "text/html; charset=ISO-8859-1"}], "content": {"text": "<p>über</p>"}}`),
			"<p>\xfcber</p>", 200, Header{{"content-type", "text/html; charset=ISO-8859-1"}}},
		"a page that names its charset itself": {entry(`"response": {"status": 200, "headers": [{"name": "content-type", "value": "text/html"}], "content": {"text": "<meta charset=latin1><p>über</p>"}}`),
			"<meta charset=latin1><p>über</p>", 200, Header{{"content-type", "text/html; charset=utf-8"}}},
		"text that its charset cannot write": {entry(`"response": {"status": 200, "headers": [{"name": "content-type", "value": "text/html;charset=latin1"}], "content": {"text": "日本"}}`),
			"日本", 200, Header{{"content-type", "text/html; charset=utf-8"}}},
		"the type stands with the content only": {entry(`"response": {"status": 200, "headers": [], "content": {"mimeType": "application/json; charset=utf-8", "text": "1"}}`),
			"1", 200, Header{{"content-type", "application/json; charset=utf-8"}}},
		"an unknown type": {entry(`"response": {"status": 204, "headers": [], "content": {"mimeType": "x-unknown", "size": 0}}`), "", 204, nil},
		"304 with the body of the cache": {entry(`"response": {"status": 304, "statusText": "Not Modified", "headers": [], "content": {"size": 3, "mimeType": "", "text": "[1]"}}`),
			"[1]", 200, nil},
		"a redirect without a Location": {entry(`"response": {"status": 302, "headers": [], "content": {"size": 0, "mimeType": "x-unknown"}, "redirectURL": "https://a.example/y?ü=日"}`),
			"", 302, Header{{"location", "https://a.example/y?\u00c3\u00bc=\u00e6\u0097\u00a5"}}},
		"a lone surrogate": {entry(`"response": {"status": 200, "headers": [], "content": {"text": "a\ud800"}}`), "a\ufffd", 200, nil},
	} {
		h := mustLoad(t, []byte("\ufeff"+string(harFile(harGET("data:image/png;base64,AA", "1"), harGET("blob:https://a.example/1", "1"), harGET("wss://a.example/", "1"), c.entry))))
		if h.Len() != 1 {
			t.Errorf("%s: %d entries, want 1", name, h.Len())
		}
		in, err := NewReplay(h, ReplayOptions{}).Send(t.Context(), outgoing(t, "GET", "https://a.example/x", "", ""))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if in.Status != c.status || string(in.Body) != c.body || fmt.Sprint(in.Header) != fmt.Sprint(c.header) {
			t.Errorf("%s: got %d %q %q, want %d %q %q", name, in.Status, in.Body, in.Header, c.status, c.body, c.header)
		}
	}
}

func outgoing(t testing.TB, method, url, mime, body string) *Outgoing {
	t.Helper()
	u, err := ParseURL(url, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := &Outgoing{Step: "search", Method: method, URL: u}
	if mime != "" {
		out.Header, out.Body = Header{{"content-type", mime}}, []byte(body)
	}
	return out
}

func FuzzLoadHAR(f *testing.F) {
	f.Add(harFile(harGET("https://a.example/x?a=1&b=%20", `{"a":1}`), harPOST("https://a.example/", "application/json", `{"q":1}`, "x")))
	f.Add([]byte(`{"log":{"entries":[{"request":{"url":"https://a/","method":"POST","bodySize":3,"postData":{"params":[{"name":"a","value":"b"}]}},"response":{"status":302,"redirectURL":"/x","content":{"size":4}}}]}}`))
	f.Add([]byte(`{"log":{"entries":[{"request":{"url":"http:","method":""},"response":{"status":304,"headers":[{"name":"content-type","value":"text/html;charset=shift_jis"}],"content":{"text":"é","encoding":""}}}]}}`))
	f.Add([]byte("\ufeff[]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		h, err := LoadHAR(text)
		if err != nil {
			var bad *HARError
			if !errors.As(err, &bad) || bad.Message == "" || bad.Span.Start < 0 || bad.Span.End > len(text) {
				t.Fatalf("the error is %#v", err)
			}
			return
		}
		r := NewReplay(h, ReplayOptions{})
		for _, e := range h.entries {
			u, err := ParseURL(e.request.url, nil)
			if err != nil {
				continue
			}
			out := &Outgoing{Method: e.request.method, URL: u, Header: Header{{"content-type", "application/json"}}, Body: []byte(e.request.body)}
			if in, err := r.Send(t.Context(), out); err == nil && in.Status == 0 {
				t.Fatalf("an answer without a status to %s", e.request.url)
			}
			_, _ = r.Send(t.Context(), &Outgoing{Method: "GET", URL: u})
		}
	})
}

// Who drafts a recipe sees what a page sent, cookies included.
func TestRecorded(t *testing.T) {
	har := mustLoad(t, harFile(`{"request": {"method": "post", "url": "https://a.example/x#part",
		"cookies": [{"name": "sid", "value": "s1"}, {"name": "seen", "value": "yes"}, "odd"],
		"headers": [{"name": ":authority", "value": "a.example"}, {"name": "Cookie", "value": "sid=s1; theme=dark"}, {"name": "X-Requested-With", "value": "XMLHttpRequest"}, 7],
		"postData": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "q", "value": "a b"}]}},
		"response": {"status": 200, "headers": [{"name": "Set-Cookie", "value": "cart=c9; Path=/\nlang=de; Secure"}, {"name": "content-type", "value": "application/json"}],
		"content": {"text": "{}"}}}`,
		`{"request": {"method": "GET", "url": "https://a.example/y", "headers": "none"}, "response": {"status": 200, "headers": [], "content": {"size": 9, "mimeType": "application/json"}}}`))
	all := har.Recorded()
	if len(all) != 2 {
		t.Fatalf("%d requests, want 2", len(all))
	}
	r := all[0]
	if got, want := fmt.Sprint(r.Index, r.Method, r.URL, r.Header, r.Cookies, r.MIME, r.Pairs, r.Status, r.Answer, string(r.Content), r.Lost),
		"0POSThttps://a.example/x[{cookie sid=s1; theme=dark} {x-requested-with XMLHttpRequest}][{sid s1} {theme dark} {cart c9} {lang de} {seen yes}]application/x-www-form-urlencoded[{q a b}]200[{content-type application/json}]{}"; strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := all[1].Lost; got != "the body of the response was not saved" {
		t.Errorf("the second is lost because %q", got)
	}
	if in := r.Incoming(); in.Status != 200 || string(in.Body) != "{}" {
		t.Errorf("its answer is %d %q", in.Status, in.Body)
	}
}

func TestRecordedGzip(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write([]byte(`{"a":1}`))
	w.Close()
	har := mustLoad(t, harFile(`{"request": {"method": "GET", "url": "https://a.example/x"}, "response": {"status": 200,
		"headers": [{"name": "content-encoding", "value": "gzip"}, {"name": "content-type", "value": "application/json"}],
		"content": {"mimeType": "application/json", "encoding": "base64", "text": "`+base64.StdEncoding.EncodeToString(packed.Bytes())+`"}}}`))
	if got := string(har.Recorded()[0].Content); got != `{"a":1}` {
		t.Errorf("the content is %q", got)
	}
}
