package fetch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// senderFunc is a sender that a test plays.
type senderFunc func(out *Outgoing) (*Incoming, error)

func (f senderFunc) Send(_ context.Context, out *Outgoing) (*Incoming, error) { return f(out) }

// redirects answers each request with the next Location, and the last with 200.
func redirects(status int, locations ...string) (c *Client, sent *[]*Outgoing) {
	sent = new([]*Outgoing)
	c = &Client{Policy: openPolicy(), Sender: senderFunc(func(out *Outgoing) (*Incoming, error) {
		*sent = append(*sent, out)
		if len(*sent) > len(locations) {
			return &Incoming{Status: 200, Body: []byte("ok")}, nil
		}
		return &Incoming{Status: status, Header: Header{{"Location", locations[len(*sent)-1]}}}, nil
	})}
	return c, sent
}

// The method and the body of the request that follows a redirect.
func TestRedirectMethods(t *testing.T) {
	for _, c := range []struct {
		status       int
		method, want string // with "+" where there is a body
	}{
		{301, "GET", "GET"}, {302, "GET", "GET"}, {303, "GET", "GET"}, {307, "GET", "GET"}, {308, "GET", "GET"},
		{301, "HEAD", "HEAD"}, {303, "HEAD", "HEAD"}, {308, "HEAD", "HEAD"},
		{301, "POST+", "GET"}, {302, "POST+", "GET"}, {303, "POST+", "GET"}, {307, "POST+", "POST+"}, {308, "POST+", "POST+"},
		{301, "PUT+", "PUT+"}, {302, "PUT+", "PUT+"}, {303, "PUT+", "GET"}, {307, "PUT+", "PUT+"},
		{302, "PATCH+", "PATCH+"}, {303, "PATCH+", "GET"},
		{301, "DELETE", "DELETE"}, {303, "DELETE", "GET"},
		{300, "GET", ""}, {304, "GET", ""}, {305, "GET", ""}, {306, "GET", ""}, {399, "GET", ""}, {201, "POST+", ""},
	} {
		client, sent := redirects(c.status, "/next")
		request := &Request{Method: strings.TrimSuffix(c.method, "+"), URL: parse(t, "https://a.example/")}
		if strings.HasSuffix(c.method, "+") {
			request.Body = []byte("{}")
			request.Header = Header{{"Content-Type", "application/json"}, {"Content-Language", "de"}}
		}
		if _, err := client.Do(t.Context(), request); err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(*sent) == 2 {
			next := (*sent)[1]
			got = next.Method
			if next.Body != nil {
				got += "+"
			}
			_, typed := next.Header.Get("content-type")
			if _, language := next.Header.Get("content-language"); typed != (next.Body != nil) || language != typed {
				t.Errorf("%d after %s: headers %v", c.status, c.method, next.Header)
			}
		}
		if got != c.want {
			t.Errorf("%d after %s: %q, want %q", c.status, c.method, got, c.want)
		}
	}
}

// Where a Location leads.
func TestRedirectLocations(t *testing.T) {
	for _, c := range []struct{ location, want string }{
		{"/next", "https://a.example/next"},
		{"next?x#f", "https://a.example/d/next?x"},
		{"https://b.example", "https://b.example/"},
		{"//b.example/x", "https://b.example/x"},
		{`/\b.example/x`, "https://b.example/x"},
		{"https:next", "https://a.example/d/next"},
		{"#only", "https://a.example/d/start?q"},
		{"  /next \t", "https://a.example/next"},
		{"/n\te", "https://a.example/ne"},
		{"/n\u00e9", "https://a.example/n%E9"},                              // a raw Latin-1 byte stays that byte
		{"/n\u00c3\u00a9?\u00c3\u00a9", "https://a.example/n%C3%A9?%C3%A9"}, // raw UTF-8
		{"https://\u00c3\u00bc.example/", "https://xn--tda.example/"},
		{"/%zz", "https://a.example/%zz"},
		{"/a, /b", "https://a.example/a,%20/b"},
		{"/a\x01b", "error"},
		{"/a\x7fb", "error"},
		{"https://[::1/", "error"},
		{"https://a.example:99999/", "error"},
		{"https://", "error"},
		{"data:text/plain,hi", "error"},
		{"javascript:alert(1)", "error"},
		{"file:///etc/hostname", "error"},
		{"https://u:p@a.example/", "error"},
		{"https://a.example:6667/", "error"},
	} {
		client, sent := redirects(302, c.location)
		response, err := client.Do(t.Context(), &Request{Method: "GET", URL: parse(t, "https://a.example/d/start?q#top")})
		if c.want == "error" {
			if err == nil || len(*sent) != 1 {
				t.Errorf("%q: %v after %d requests", c.location, err, len(*sent))
			}
			continue
		}
		if err != nil || response.URL.String() != c.want || len(*sent) != 2 || (*sent)[1].URL != response.URL {
			t.Errorf("%q: %v, %v, want %s", c.location, response, err, c.want)
		}
	}
}

// An empty Location is none, a repeated one counts once, two that differ fail.
func TestRedirectLocationHeaders(t *testing.T) {
	for _, c := range []struct {
		locations []string
		want      string
	}{
		{nil, "302"},
		{[]string{""}, "302"},
		{[]string{" \t "}, "302"},
		{[]string{"", ""}, "302"},
		{[]string{"/a", "/a"}, "/a"},
		{[]string{"/a ", "/a"}, "/a"},
		{[]string{"/a", "/b"}, "error"},
		{[]string{"", "/b"}, "error"},
	} {
		hops := 0
		client := &Client{Policy: openPolicy(), Sender: senderFunc(func(out *Outgoing) (*Incoming, error) {
			if hops++; hops > 1 {
				return &Incoming{Status: 200}, nil
			}
			in := &Incoming{Status: 302}
			for _, location := range c.locations {
				in.Header = append(in.Header, Field{"location", location})
			}
			return in, nil
		})}
		response, err := client.Do(t.Context(), &Request{Method: "GET", URL: parse(t, "https://a.example/")})
		got := "error"
		if err == nil && response.Status == 302 {
			got = "302"
		} else if err == nil {
			got = response.URL.Path()
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.locations, got, c.want)
		}
	}
}

func TestRedirectHeaders(t *testing.T) {
	client, sent := redirects(307, "https://a.example/2", "https://a.example:8443/3", "https://a.example/4")
	response, err := client.Do(t.Context(), &Request{
		Step: "s", Method: "POST", URL: parse(t, "https://a.example/1"), Body: []byte("x"),
		Header: Header{{"authorization", "Bearer t"}, {"X-Api-Key", "k"}, {"Range", "bytes=0-1"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{true, true, false, false} { // gone with the origin, and not back with it
		out := (*sent)[i]
		if _, got := out.Header.Get("Authorization"); got != want {
			t.Errorf("request %d: Authorization %v", i, got)
		}
		if _, ok := out.Header.Get("x-api-key"); !ok || string(out.Body) != "x" || out.Step != "s" {
			t.Errorf("request %d: %+v", i, out)
		}
	}
	if len(response.Redirects) != 3 || response.Redirects[2] != response.URL || response.URL.Path() != "/4" {
		t.Errorf("%v, %v", response.Redirects, response.URL)
	}
}

func TestRedirectLimit(t *testing.T) {
	for _, c := range []struct {
		hops int
		ok   bool
	}{{20, true}, {21, false}} {
		client, sent := redirects(302, slices.Repeat([]string{"/again"}, c.hops)...)
		response, err := client.Do(t.Context(), &Request{Method: "GET", URL: parse(t, "https://a.example/again")})
		if len(*sent) != 21 {
			t.Errorf("%d redirects: %d requests", c.hops, len(*sent))
		}
		if c.ok {
			if err != nil || len(response.Redirects) != 20 {
				t.Errorf("%d redirects: %v", c.hops, err)
			}
			continue
		}
		wantError(t, err, Limit, "", "more than 20 redirects")
	}
}

// Every hop is counted before it is sent and heard of afterwards.
func TestHooks(t *testing.T) {
	client, sent := redirects(302, "/2", "/3")
	var before, after []string
	client.BeforeSend = func() error {
		before = append(before, fmt.Sprint(len(*sent)))
		return nil
	}
	client.OnExchange = func(e *Exchange) {
		after = append(after, fmt.Sprint(e.Out.URL.Path(), e.In.Status))
	}
	request := &Request{Method: "GET", URL: parse(t, "https://a.example/1")}
	if _, err := client.Do(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(before) != "[0 1 2]" || fmt.Sprint(after) != "[/1302 /2302 /3200]" {
		t.Errorf("%v, %v", before, after)
	}

	t.Run("stopped", func(t *testing.T) {
		client, sent := redirects(302, "/2", "/3")
		enough := errors.New("enough")
		client.BeforeSend = func() error {
			if len(*sent) == 1 {
				return enough
			}
			return nil
		}
		if _, err := client.Do(t.Context(), request); err != enough || len(*sent) != 1 {
			t.Errorf("%v after %d requests", err, len(*sent))
		}
	})
	t.Run("failed", func(t *testing.T) {
		var heard *Exchange
		client := &Client{Policy: openPolicy(), OnExchange: func(e *Exchange) { heard = e }}
		client.Sender = senderFunc(func(*Outgoing) (*Incoming, error) { return nil, &Error{Reason: Network, Message: "gone"} })
		_, err := client.Do(t.Context(), request)
		if err == nil || heard == nil || heard.Err != err || heard.In != nil {
			t.Errorf("%v, %+v", err, heard)
		}
	})
}

// What cannot be sent is refused before anything is counted.
func TestBadRequests(t *testing.T) {
	client, sent := redirects(302)
	client.BeforeSend = func() error { t.Error("counted"); return nil }
	for _, c := range []struct {
		request Request
		words   string
	}{
		{Request{Method: "TRACE"}, `"TRACE" is not a method`},
		{Request{Method: "connect"}, `"connect" is not a method`},
		{Request{Method: "GE T"}, `"GE T" is not a method`},
		{Request{}, `"" is not a method`},
		{Request{Method: "GET", Body: []byte{}}, "a GET request cannot have a body"},
		{Request{Method: "GET", Header: Header{{"X-A", "a\r\nX-B: c"}}}, `"X-A" cannot be sent: character 2 of its value is a control character (U+000D)`},
		{Request{Method: "GET", Header: Header{{"X-A", "日"}}}, `"X-A" cannot be sent: character 1 of its value is U+65E5`},
		{Request{Method: "GET", Header: Header{{"X-A", "\xed\xa0\x80"}}}, `U+D800`},
		{Request{Method: "GET", Header: Header{{"X A", "v"}}}, `"X A" cannot be sent: its name is no token`},
		{Request{Method: "GET", Header: Header{{"Cookie", "secret"}}}, `"Cookie" cannot be sent: a page's fetch() may not set it`},
		{Request{Method: "GET", Header: Header{{"X-HTTP-Method-Override", "PUT, trace"}}}, `it names a method`},
	} {
		c.request.URL = parse(t, "https://a.example/")
		_, err := client.Do(t.Context(), &c.request)
		wantError(t, err, BadRequest, "", c.words)
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("%v shows a value", err)
		}
	}
	if len(*sent) > 0 {
		t.Errorf("%d requests", len(*sent))
	}
}

func TestHeaderNormal(t *testing.T) {
	client, sent := redirects(302)
	_, err := client.Do(t.Context(), &Request{
		Method: "post", URL: parse(t, "https://a.example/#top"), Body: []byte("x"),
		Header: Header{{"X-A", " 1\n"}, {"x-a", "\t2"}, {"X-HTTP-Method-Override", "PUT"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	out := (*sent)[0]
	want := Header{{"X-A", "1, 2"}, {"X-HTTP-Method-Override", "PUT"}, {"content-type", "text/plain;charset=UTF-8"}}
	if out.Method != "POST" || out.URL.String() != "https://a.example/" || !slices.Equal(out.Header, want) {
		t.Errorf("%s %s %v", out.Method, out.URL, out.Header)
	}
}

func FuzzLocation(f *testing.F) {
	for _, location := range []string{"/next", `/\evil.example`, "//x", "https://-1/", " /a ", "\u00e9", "\x01", "data:x", "http:x", "#", "https://u@a.example"} {
		f.Add(location)
	}
	policy := RecipePolicy([]string{"https://a.example"}, nil)
	from, err := ParseURL("https://a.example/d/start?q", nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		sends := 0
		client := &Client{Policy: policy, Sender: senderFunc(func(out *Outgoing) (*Incoming, error) {
			if sends++; out.URL.Origin() != "https://a.example" || out.URL.HasUserinfo() || out.URL.Fragment() != "" {
				t.Fatalf("%q leads to %s", raw, out.URL)
			}
			return &Incoming{Status: 307, Header: Header{{"location", fromLatin1(raw)}}}, nil
		})}
		_, _ = client.Do(t.Context(), &Request{Method: "GET", URL: from})
		if sends > 21 {
			t.Fatalf("%q: %d requests", raw, sends)
		}
	})
}

// BenchmarkClient is what a request costs besides sending it: checks, policy,
// and one redirect.
func BenchmarkClient(b *testing.B) {
	policy := RecipePolicy([]string{"https://www.example.de", "https://api.example.de"}, nil)
	u, err := ParseURL("https://api.example.de/v2/search?q=fahrrad", nil)
	if err != nil {
		b.Fatal(err)
	}
	request := &Request{Method: "GET", URL: u, Header: Header{{"Accept", "application/json"}, {"Authorization", "Bearer t"}}}
	ok := &Incoming{Status: 200}
	moved := &Incoming{Status: 302, Header: Header{{"location", "https://www.example.de/v3/search?q=fahrrad"}}}
	b.Run("direct", func(b *testing.B) {
		c := &Client{Policy: policy, Sender: senderFunc(func(*Outgoing) (*Incoming, error) { return ok, nil })}
		b.ReportAllocs()
		for b.Loop() {
			_, _ = c.Do(b.Context(), request)
		}
	})
	b.Run("redirected", func(b *testing.B) {
		hop := 0
		c := &Client{Policy: policy, Sender: senderFunc(func(*Outgoing) (*Incoming, error) {
			if hop++; hop%2 == 1 {
				return moved, nil
			}
			return ok, nil
		})}
		b.ReportAllocs()
		for b.Loop() {
			_, _ = c.Do(b.Context(), request)
		}
	})
}
