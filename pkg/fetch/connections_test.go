package fetch

import (
	"bufio"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
)

// A run's requests to one host come at most six at a time, and use no more
// connections than that.
func TestSixPerHost(t *testing.T) {
	for _, protocol := range []string{"HTTP/1.1", "HTTP/2.0"} {
		t.Run(protocol, func(t *testing.T) {
			var mu sync.Mutex
			under, most, total := 0, 0, 0
			full := make(chan struct{}, 12)
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				under++
				total++
				most = max(most, under)
				complete := total%6 == 0 // a wave
				mu.Unlock()
				if complete {
					time.Sleep(30 * time.Millisecond) // so that a seventh would be seen
					for range 6 {
						full <- struct{}{}
					}
				}
				<-full
				mu.Lock()
				under--
				mu.Unlock()
				fmt.Fprint(w, r.Proto)
			}))
			var connections atomic.Int32
			server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
				if state == http.StateNew {
					connections.Add(1)
				}
			}
			server.Config.ErrorLog = quiet // connections that were not needed
			server.EnableHTTP2 = protocol == "HTTP/2.0"
			server.StartTLS()
			defer server.Close()
			policy := openPolicy()
			c := &Client{Sender: live(t, LiveOptions{Policy: policy, tls: server.Client().Transport.(*http.Transport).TLSClientConfig}), Policy: policy}
			var wait sync.WaitGroup
			for i := range 12 {
				wait.Go(func() {
					response, err := c.Do(t.Context(), &Request{Method: "GET", URL: parse(t, fmt.Sprintf("%s/%d", server.URL, i))})
					if err != nil || string(response.Body) != protocol {
						t.Errorf("%v, %v", response, err)
					}
				})
			}
			wait.Wait()
			if most != 6 || total != 12 {
				t.Errorf("%d requests, at most %d at a time", total, most)
			}
			if n := connections.Load(); n > 6 {
				t.Errorf("%d connections", n)
			}
		})
	}
}

// BenchmarkTwelve is twelve independent GETs to a server that takes 100 ms for
// each.
func BenchmarkTwelve(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { time.Sleep(100 * time.Millisecond) }))
	defer server.Close()
	policy := openPolicy()
	u := parse(b, server.URL)
	for b.Loop() {
		c := &Client{Sender: live(b, LiveOptions{Policy: policy}), Policy: policy}
		var wait sync.WaitGroup
		for range 12 {
			wait.Go(func() {
				if _, err := c.Do(b.Context(), &Request{Method: "GET", URL: u}); err != nil {
					b.Error(err)
				}
			})
		}
		wait.Wait()
	}
}

// BenchmarkLive is one GET on a kept connection over loopback.
func BenchmarkLive(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"a":1}`) }))
	defer server.Close()
	policy := openPolicy()
	c := &Client{Sender: live(b, LiveOptions{Policy: policy}), Policy: policy}
	u := parse(b, server.URL)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Do(b.Context(), &Request{Method: "GET", URL: u}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestHTTP2(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.Proto, r.Method, r.RequestURI, r.Header.Get("X-A"), len(r.Cookies()))
	}))
	server.Config.ErrorLog = quiet
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	policy := openPolicy()
	var in *Incoming
	c := &Client{
		Sender:     live(t, LiveOptions{Policy: policy, tls: server.Client().Transport.(*http.Transport).TLSClientConfig}),
		Policy:     policy,
		OnExchange: func(e *Exchange) { in = e.In },
	}
	response, err := c.Do(t.Context(), &Request{Method: "GET", URL: parse(t, server.URL+"//a|b?c"), Header: Header{{"X-A", "1"}}})
	if err != nil {
		t.Fatal(err)
	}
	if got := string(response.Body); got != "HTTP/2.0GET//a|b?c10" {
		t.Errorf("the server saw %s", got)
	}
	if in.Proto != "HTTP/2.0" || in.StatusText != "" || in.Status != 200 {
		t.Errorf("%s %d %q", in.Proto, in.Status, in.StatusText)
	}
}

// breakOff serves HTTP/2 and breaks each stream off with a protocol error; the
// count is of requests that arrived.
func breakOff(t *testing.T) (origin string, trust *tls.Config, requests *atomic.Int32) {
	requests = new(atomic.Int32)
	trusted := httptest.NewUnstartedServer(nil)
	trusted.Config.TLSNextProto = map[string]func(*http.Server, *tls.Conn, http.Handler){
		"h2": func(_ *http.Server, conn *tls.Conn, _ http.Handler) {
			if _, err := io.ReadFull(conn, make([]byte, len(http2.ClientPreface))); err != nil {
				return
			}
			framer := http2.NewFramer(conn, conn)
			_ = framer.WriteSettings()
			for {
				frame, err := framer.ReadFrame()
				if err != nil {
					return
				}
				if frame, ok := frame.(*http2.HeadersFrame); ok {
					requests.Add(1)
					_ = framer.WriteRSTStream(frame.StreamID, http2.ErrCodeProtocol)
				}
			}
		},
	}
	trusted.TLS = &tls.Config{NextProtos: []string{"h2"}}
	trusted.Config.ErrorLog = quiet
	trusted.StartTLS()
	t.Cleanup(trusted.Close)
	return trusted.URL, trusted.Client().Transport.(*http.Transport).TLSClientConfig, requests
}

// net/http sends a request whose stream was broken off again and again, a POST
// too. Here a GET is sent twice, a POST once.
func TestHTTP2BrokenOff(t *testing.T) {
	for method, want := range map[string]int32{"GET": 2, "POST": 1} {
		origin, trust, requests := breakOff(t)
		policy := openPolicy()
		var sends int32
		c := &Client{
			Sender:     live(t, LiveOptions{Policy: policy, tls: trust}),
			Policy:     policy,
			BeforeSend: func() error { sends++; return nil },
		}
		_, err := c.Do(t.Context(), &Request{Method: method, URL: parse(t, origin)})
		wantError(t, err, Network, "first byte")
		if sends != want || requests.Load() != want {
			t.Errorf("a %s counts %d times and arrives %d times, want %d", method, sends, requests.Load(), want)
		}
	}
}

// serveKept answers the first request of a connection, and closes it at the
// second without an answer; the count is of requests that arrived.
func serveKept(t *testing.T) (origin string, requests *atomic.Int32) {
	requests = new(atomic.Int32)
	origin, _ = listenRaw(t, func(conn net.Conn, _ seen) {
		requests.Add(1)
		fmt.Fprint(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		if _, err := readRequest(bufio.NewReader(conn)); err == nil {
			requests.Add(1)
		}
	})
	return origin, requests
}

// A kept connection that the server closes is no failure for a GET: it is sent
// once more, and counts twice. A write is never sent again.
func TestResend(t *testing.T) {
	origin, requests := serveKept(t)
	policy := openPolicy()
	sends := 0
	limit := 100
	over := &Error{Reason: Limit, Message: "enough"}
	c := &Client{Policy: policy, BeforeSend: func() error {
		if sends == limit {
			return over
		}
		sends++
		return nil
	}}
	do := func(method string, fields ...Field) error {
		_, err := c.Do(t.Context(), &Request{Method: method, URL: parse(t, origin), Header: fields})
		return err
	}
	for _, test := range []struct {
		name           string
		method         string
		fields         []Field
		limit          int
		reason         Reason // of the second request's error; BadRequest: none
		sends, arrived int
	}{
		{"GET", "GET", nil, 100, BadRequest, 3, 3},
		{"GET at the limit", "GET", nil, 2, Limit, 2, 2},
		{"POST", "POST", nil, 100, Network, 2, 2},
		{"DELETE with a key that asks for it", "DELETE", []Field{{"Idempotency-Key", "1"}, {"X-Idempotency-Key", "1"}}, 100, Network, 2, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			c.Sender = live(t, LiveOptions{Policy: policy}) // with no connections yet
			requests.Store(0)
			sends, limit = 0, test.limit
			if err := do("GET"); err != nil {
				t.Fatal(err)
			}
			err := do(test.method, test.fields...)
			if test.reason == BadRequest && err != nil {
				t.Fatal(err)
			}
			if test.reason != BadRequest {
				var ours *Error
				if !errors.As(err, &ours) || ours.Reason != test.reason {
					t.Fatalf("%v", err)
				}
			}
			if sends != test.sends || int(requests.Load()) != test.arrived {
				t.Errorf("%d counted, %d arrived; want %d, %d", sends, requests.Load(), test.sends, test.arrived)
			}
		})
	}
}

// Of two kept connections that are both dead, a GET tries one; then it has a new
// one made.
func TestResendOnANewConnection(t *testing.T) {
	var connections atomic.Int32
	two := make(chan struct{})
	origin, _ := listenRaw(t, func(conn net.Conn, _ seen) {
		n := connections.Add(1)
		if n == 2 {
			close(two)
		}
		<-two
		fmt.Fprint(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		_, _ = readRequest(bufio.NewReader(conn)) // and no answer to that
	})
	policy := openPolicy()
	var sends atomic.Int32
	c := &Client{Policy: policy, Sender: live(t, LiveOptions{Policy: policy}), BeforeSend: func() error { sends.Add(1); return nil }}
	do := func() {
		if _, err := c.Do(t.Context(), &Request{Method: "GET", URL: parse(t, origin)}); err != nil {
			t.Error(err)
		}
	}
	var wait sync.WaitGroup
	wait.Go(do)
	wait.Go(do)
	wait.Wait()
	do()
	if connections.Load() != 3 || sends.Load() != 4 {
		t.Errorf("%d connections, %d requests counted", connections.Load(), sends.Load())
	}
}

// A redirect with a small body leaves its connection to the next request.
func TestKeptConnection(t *testing.T) {
	var connections atomic.Int32
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			http.Redirect(w, r, "/next", http.StatusFound)
		}
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	policy := openPolicy()
	c := &Client{Sender: live(t, LiveOptions{Policy: policy}), Policy: policy}
	for range 3 {
		if _, err := c.Do(t.Context(), &Request{Method: "GET", URL: parse(t, server.URL)}); err != nil {
			t.Fatal(err)
		}
	}
	if n := connections.Load(); n != 1 {
		t.Errorf("%d connections for six requests", n)
	}
}

// The body of a redirect is nobody's: one without end does not hold it up.
func TestRedirectWithEndlessBody(t *testing.T) {
	url, requests := listenRaw(t, func(conn net.Conn, request seen) {
		if request.Target == "/next" {
			fmt.Fprint(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
			return
		}
		fmt.Fprint(conn, "HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 1000\r\n\r\n")
		untilClosed(conn)
	})
	response, err := get(t, t.Context(), url, LiveOptions{})
	if err != nil || string(response.Body) != "ok" || requests.Load() != 2 {
		t.Errorf("%v, %v, %d requests", response, err, requests.Load())
	}
}

func TestTiming(t *testing.T) {
	s := newServers(t, nil)
	c := s.client()
	var seen []*Incoming
	c.OnExchange = func(e *Exchange) { seen = append(seen, e.In) }
	for range 2 {
		request, err := s.request("GET", "{S}/x")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Do(t.Context(), request); err != nil {
			t.Fatal(err)
		}
	}
	first, second := seen[0].Timing, seen[1].Timing
	if first.DNS >= 0 || first.Connect < 0 || first.TLS < 0 || first.Send < 0 || first.Wait < 0 || first.Receive < 0 {
		t.Errorf("on a new connection to an address: %+v", first)
	}
	if second.Connect >= 0 || second.TLS >= 0 || second.Wait < 0 {
		t.Errorf("on a kept connection: %+v", second)
	}
	if seen[0].Started.IsZero() || seen[0].Remote != s.names.Replace("127.0.0.1:{PS}") || seen[0].WireBytes != 10 {
		t.Errorf("%+v", seen[0])
	}
}
