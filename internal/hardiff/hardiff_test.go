package hardiff

import (
	"strings"
	"testing"
)

const har = `{"log": {"version": "1.2", "entries": [
  {"startedDateTime": "2026-11-30T12:00:00Z", "time": 5,
   "request": {"method": "POST", "url": "https://api.example.de/find", "headers": [{"name": "x", "value": "y"}],
    "postData": {"mimeType": "application/json", "text": "{\"b\":1,\"a\":[2]}"}},
   "response": {"status": 200, "headers": [{"name": "date", "value": "Mon"}],
    "content": {"mimeType": "text/html", "text": "<p>\r\nHallo</p>"}}},
  {"request": {"method": "GET", "url": "https://api.example.de/old"},
   "response": {"status": 301, "redirectURL": "/new", "content": {}}},
  {"request": {"method": "GET", "url": "https://api.example.de/image"},
   "response": {"status": 200, "content": {"mimeType": "image/png", "encoding": "base64", "text": "AAEC"}}},
  {"request": {"method": "GET", "url": "https://api.example.de/gone"},
   "response": {"status": 0}, "_error": "connection\nrefused"}
]}}`

const lines = `POST https://api.example.de/find
> {
>   "b": 1,
>   "a": [
>     2
>   ]
> }
200 text/html
< <p>
< Hallo</p>

GET https://api.example.de/old
301 
location: /new

GET https://api.example.de/image
200 image/png
< 3 bytes, as base64: AAEC

GET https://api.example.de/gone
no response: connection refused
`

func TestText(t *testing.T) {
	got, err := Text([]byte(har))
	if err != nil || string(got) != lines {
		t.Errorf("%v\n%s", err, got)
	}
	// Neither a time nor a header that the server dates makes a difference.
	later := strings.NewReplacer("2026-11-30", "2027-01-01", `"time": 5`, `"time": 9`, `"Mon"`, `"Tue"`).Replace(har)
	if again, err := Text([]byte("\ufeff" + later)); err != nil || string(again) != lines {
		t.Errorf("%v\n%s", err, again)
	}
	if _, err := Text([]byte("{")); err == nil {
		t.Error("a text that is no JSON is taken")
	}
}

// A body that is nested deeply stays as it is.
func TestDeepBodies(t *testing.T) {
	for _, c := range []struct{ depth, lines int }{{30, 63}, {300, 3}} {
		body := strings.Repeat("[", c.depth) + "1" + strings.Repeat("]", c.depth)
		got, err := Text([]byte(`{"log": {"entries": [{"request": {"method": "GET", "url": "/"}, "response": {"status": 200, "content": {"text": "` + body + `"}}}]}}`))
		if lines := strings.Count(string(got), "\n"); err != nil || lines != c.lines {
			t.Errorf("%d deep: %d lines, %v", c.depth, lines, err)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add([]byte(har))
	f.Add([]byte(`{"log": {"entries": [{}, 1, {"request": 1, "response": []}]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := Text(text)
		if err == nil && len(got) > 0 && !strings.HasSuffix(string(got), "\n") {
			t.Errorf("the last line has no end: %q", got)
		}
	})
}
