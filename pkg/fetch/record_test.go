package fetch

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/redact"
)

func at(milli int) time.Time {
	return time.Date(2026, 11, 30, 11, 42, 0, milli*1_000_000, time.FixedZone("", 3600))
}

func exchangeOf(out *Outgoing, status int, contentType, body string) *Exchange {
	return &Exchange{Out: out, In: &Incoming{Status: status, StatusText: "OK", Proto: "HTTP/1.1", WireBytes: int64(len(body)),
		Header: Header{{"content-type", contentType}}, Body: []byte(body), Started: at(0)}}
}

func TestRecorder(t *testing.T) {
	r := NewRecorder(RecorderOptions{Version: "1.2.3", Now: at(0), Clock: func() time.Time { return at(900) }})
	second := exchangeOf(outgoing(t, "POST", "https://api.example.de/v2/search", "application/json", `{"q":"rad"}`), 200, "application/json", `{"n":1}`)
	second.In.Started = at(300)
	second.In.WireBytes = 27
	second.In.Timing = Timing{DNS: -1, Connect: 10 * time.Millisecond, TLS: 20 * time.Millisecond, Send: 1500 * time.Microsecond, Wait: 40 * time.Millisecond, Receive: -1}
	second.In.Remote = "203.0.113.7:443"
	second.In.Sent = Header{{"host", "api.example.de"}, {"Cookie", "sid=1"}, {"Authorization", "Bearer x"}, {"X-CSRF-Token", "abc"}, {"accept", "*/*"}}
	first := exchangeOf(outgoing(t, "GET", "https://www.example.de/a?x=1&y=%20#part", "", ""), 302, "text/html", "")
	first.In.Header = Header{{"location", "/b"}, {"set-cookie", "sid=2"}}
	first.In.Started = at(100)
	failed := &Exchange{Out: outgoing(t, "GET", "https://www.example.de/b", "", ""), Err: errors.New("nothing listens there")}
	r.Add(second)
	r.Add(first)
	r.Add(failed)
	want := `{
  "log": {
    "version": "1.2",
    "creator": {
      "name": "wield-dev",
      "version": "1.2.3"
    },
    "_now": "2026-11-30T11:42:00+01:00",
    "entries": [
      {
        "startedDateTime": "2026-11-30T11:42:00.100+01:00",
        "time": 0,
        "request": {
          "method": "GET",
          "url": "https://www.example.de/a?x=1&y=%20",
          "httpVersion": "HTTP/1.1",
          "cookies": [],
          "headers": [],
          "queryString": [
            {
              "name": "x",
              "value": "1"
            },
            {
              "name": "y",
              "value": " "
            }
          ],
          "headersSize": -1,
          "bodySize": 0
        },
        "response": {
          "status": 302,
          "statusText": "OK",
          "httpVersion": "HTTP/1.1",
          "cookies": [],
          "headers": [
            {
              "name": "location",
              "value": "/b"
            }
          ],
          "content": {
            "size": 0,
            "mimeType": "x-unknown",
            "text": ""
          },
          "redirectURL": "/b",
          "headersSize": -1,
          "bodySize": 0
        },
        "cache": {},
        "timings": {
          "blocked": -1,
          "dns": 0,
          "connect": 0,
          "ssl": 0,
          "send": 0,
          "wait": 0,
          "receive": 0
        },
        "_step": "search"
      },
      {
        "startedDateTime": "2026-11-30T11:42:00.300+01:00",
        "time": 71.5,
        "request": {
          "method": "POST",
          "url": "https://api.example.de/v2/search",
          "httpVersion": "HTTP/1.1",
          "cookies": [],
          "headers": [
            {
              "name": "host",
              "value": "api.example.de"
            },
            {
              "name": "X-CSRF-Token",
              "value": "[redacted]"
            },
            {
              "name": "accept",
              "value": "*/*"
            }
          ],
          "queryString": [],
          "postData": {
            "mimeType": "application/json",
            "text": "{\"q\":\"rad\"}"
          },
          "headersSize": -1,
          "bodySize": 11
        },
        "response": {
          "status": 200,
          "statusText": "OK",
          "httpVersion": "HTTP/1.1",
          "cookies": [],
          "headers": [
            {
              "name": "content-type",
              "value": "application/json"
            }
          ],
          "content": {
            "size": 7,
            "compression": -20,
            "mimeType": "application/json",
            "text": "{\"n\":1}"
          },
          "redirectURL": "",
          "headersSize": -1,
          "bodySize": 27
        },
        "cache": {},
        "timings": {
          "blocked": -1,
          "dns": -1,
          "connect": 30,
          "ssl": 20,
          "send": 1.5,
          "wait": 40,
          "receive": 0
        },
        "serverIPAddress": "203.0.113.7",
        "_step": "search"
      },
      {
        "startedDateTime": "2026-11-30T11:42:00.900+01:00",
        "time": 0,
        "request": {
          "method": "GET",
          "url": "https://www.example.de/b",
          "httpVersion": "",
          "cookies": [],
          "headers": [],
          "queryString": [],
          "headersSize": -1,
          "bodySize": 0
        },
        "response": {
          "status": 0,
          "statusText": "",
          "httpVersion": "",
          "cookies": [],
          "headers": [],
          "content": {
            "size": 0,
            "mimeType": "x-unknown",
            "text": ""
          },
          "redirectURL": "",
          "headersSize": -1,
          "bodySize": -1
        },
        "cache": {},
        "timings": {
          "blocked": -1,
          "dns": -1,
          "connect": -1,
          "ssl": -1,
          "send": 0,
          "wait": 0,
          "receive": 0
        },
        "_step": "search",
        "_error": "nothing listens there"
      }
    ]
  }
}
`
	if got := string(r.Bytes()); got != want {
		t.Errorf("the recording is\n%s", got)
	}
}

// What was recorded is what a replay gives, byte for byte.
func TestRoundTrip(t *testing.T) {
	for name, c := range map[string]struct{ contentType, body string }{
		"JSON":                                {"application/json", `{"a":"ü\u0000","n":1.50}`},
		"a byte order mark":                   {"application/json", "\ufeff{}"},
		"UTF-8":                               {"text/html; charset=utf-8", "<p>über</p>"},
		"no charset":                          {"text/html", "<p>über</p>"},
		"Latin-1":                             {"text/html; charset=ISO-8859-1", "<p>\xfcber</p>"},
		"UTF-8 that is called Latin-1":        {"text/html; charset=ISO-8859-1", "<p>über</p>"},
		"ASCII that is called Latin-1":        {"text/html; charset=ISO-8859-1", "<p>uber</p>"},
		"UTF-16":                              {"text/plain; charset=utf-16le", "a\x00b\x00"},
		"ASCII that is called UTF-16":         {"text/plain; charset=utf-16", "ab"},
		"an unknown charset":                  {"text/html; charset=klingon", "<p>über</p>"},
		"a page that says Latin-1":            {"text/html", "<meta charset=latin1><p>\xfcber</p>"},
		"UTF-8 in a page that says Latin-1":   {"text/html", "<meta charset=latin1><p>über</p>"},
		"a page that says UTF-8":              {"text/html", "<meta charset=UTF-8><p>über</p>"},
		"bytes":                               {"image/png", "\x89PNG\r\n\x1a\n\x00"},
		"no type":                             {"", "x"},
		"empty":                               {"text/plain", ""},
		"a surrogate in UTF-8, which is none": {"text/plain", "a\xed\xa0\x80"},
	} {
		out := outgoing(t, "GET", "https://a.example/", "", "")
		r := NewRecorder(RecorderOptions{})
		x := exchangeOf(out, 200, c.contentType, c.body)
		if c.contentType == "" {
			x.In.Header = nil
		}
		r.Add(x)
		in, err := NewReplay(mustLoad(t, r.Bytes()), ReplayOptions{}).Send(t.Context(), out)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := string(in.Body); got != c.body {
			t.Errorf("%s: the body is %q, want %q", name, got, c.body)
		}
	}
}

func TestRecorderRedacts(t *testing.T) {
	const secret = `T+/=&"<é-0123456789`
	reg := redact.New()
	reg.Add("4711081500", redact.Options{})
	r := NewRecorder(RecorderOptions{Redact: reg.Text})
	u, err := ParseURL("https://api.example.de/v2?page=2&k=T%2B%2F%3D%26%22%3C%C3%A9-0123456789", nil)
	if err != nil {
		t.Fatal(err)
	}
	out := &Outgoing{Method: "POST", URL: u, Header: Header{{"content-type", "application/json"}, {"x-key", secret}},
		Body: jsonval.Append(nil, jsonval.ObjectValue([]jsonval.Member{{Key: "k", Value: jsonval.StringValue(secret)}}))}
	x := exchangeOf(out, 302, "application/json", `{"user": 4711081500, "k": "T+\/=&\"\u003c\u00e9-0123456789", "n": 1.50}`)
	x.In.Header = append(x.In.Header, Field{"location", "/x?k=T%2b%2f%3d%26%22%3c%c3%a9-0123456789"}, Field{"x-echo", secret})
	x.Err = errors.New("no " + secret)
	r.Add(x)
	reg.Add(secret, redact.Options{}) // known only after it was sent
	har := string(r.Bytes())
	if left := reg.Text(har); left != har {
		t.Errorf("a secret is left in the recording:\n%s", har)
	}
	for _, want := range []string{
		`"url": "https://api.example.de/v2?page=2&k=[redacted]"`,
		`"text": "{\"k\":\"[redacted]\"}"`,
		`"text": "{\"user\":\"[redacted]\",\"k\":\"[redacted]\",\"n\":1.50}"`,
		`"redirectURL": "/x?k=[redacted]"`,
		`"_error": "no [redacted]"`,
	} {
		if !strings.Contains(har, want) {
			t.Errorf("%s is not in the recording:\n%s", want, har)
		}
	}
}

func BenchmarkRecorderBytes(b *testing.B) {
	body := strings.Repeat(`{"id":"8f2c-11","title":"Fahrrad \"Trek\"","price":299.5},`, 20_000)
	reg := redact.New()
	reg.Add("session-4711-abcdef", redact.Options{})
	r := NewRecorder(RecorderOptions{Redact: reg.Text})
	u, _ := ParseURL("https://a.example/", nil)
	r.Add(exchangeOf(&Outgoing{Method: "GET", URL: u}, 200, "application/json", body))
	b.ReportAllocs()
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		r.Bytes()
	}
}
