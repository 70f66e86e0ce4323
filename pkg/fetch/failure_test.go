package fetch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wield-run/wield/internal/conformance"
)

// listenRaw serves each connection with a function and gives the server's
// origin and the number of requests that began. A connection is closed when
// the function returns.
func listenRaw(t *testing.T, serve func(conn net.Conn, request seen)) (origin string, requests *atomic.Int32) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	requests = new(atomic.Int32)
	var open sync.WaitGroup
	t.Cleanup(open.Wait)
	t.Cleanup(func() { listener.Close() })
	open.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { conn.Close() })
			open.Go(func() {
				defer conn.Close()
				request, err := readRequest(bufio.NewReader(conn))
				if err == nil {
					requests.Add(1)
					serve(conn, request)
				}
			})
		}
	})
	return "http://" + listener.Addr().String(), requests
}

// untilClosed keeps a server from answering until the client goes away.
func untilClosed(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }

// reset closes a connection so that the client sees it broken off.
func reset(conn net.Conn) {
	_ = conn.(*net.TCPConn).SetLinger(0)
	conn.Close()
}

// get sends a GET under an open policy.
func get(t *testing.T, ctx context.Context, url string, o LiveOptions) (*Response, error) {
	t.Helper()
	o.Policy = openPolicy()
	u, err := ParseURL(url, nil)
	if err != nil {
		return nil, err
	}
	return (&Client{Sender: live(t, o), Policy: o.Policy}).Do(ctx, &Request{Method: "GET", URL: u})
}

// soon is a context that ends after a time in which a loopback server answers,
// if it answers at all.
func soon(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	t.Cleanup(cancel)
	return ctx
}

// wantError checks an error's reason and phase, and that its message has some
// words.
func wantError(t *testing.T, err error, reason Reason, phase string, words ...string) {
	t.Helper()
	var ours *Error
	if !errors.As(err, &ours) {
		t.Fatalf("%v (%T) is no *Error", err, err)
	}
	if ours.Reason != reason || ours.Phase != phase {
		t.Errorf("reason %d in phase %q, want %d in %q: %v", ours.Reason, ours.Phase, reason, phase, err)
	}
	for _, word := range words {
		if !strings.Contains(ours.Message, word) {
			t.Errorf("%q does not say %q", ours.Message, word)
		}
	}
}

// Each way in which there can be no answer, and what an author reads.
func TestFailures(t *testing.T) {
	hang, _ := listenRaw(t, func(conn net.Conn, _ seen) { untilClosed(conn) })
	drip, _ := listenRaw(t, func(conn net.Conn, _ seen) {
		fmt.Fprint(conn, "HTTP/1.1 200 OK\r\nX-A: ")
		for {
			if _, err := conn.Write([]byte("a")); err != nil {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	})
	stall, _ := listenRaw(t, func(conn net.Conn, _ seen) {
		fmt.Fprint(conn, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello")
		untilClosed(conn)
	})
	endless, _ := listenRaw(t, func(conn net.Conn, _ seen) {
		fmt.Fprint(conn, "HTTP/1.1 200 OK\r\n\r\n")
		for {
			if _, err := conn.Write([]byte("a")); err != nil {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	})
	flood, _ := listenRaw(t, func(conn net.Conn, _ seen) {
		fmt.Fprint(conn, "HTTP/1.1 200 OK\r\n\r\n")
		for block := bytes.Repeat([]byte("a"), 1<<16); ; {
			if _, err := conn.Write(block); err != nil {
				return
			}
		}
	})
	boast, _ := listenRaw(t, func(conn net.Conn, _ seen) {
		fmt.Fprint(conn, "HTTP/1.1 200 OK\r\nContent-Length: 5242881\r\n\r\nhello")
	})
	broken, _ := listenRaw(t, func(conn net.Conn, _ seen) { reset(conn) })
	closed, _ := listenRaw(t, func(net.Conn, seen) {})
	short, _ := listenRaw(t, func(conn net.Conn, _ seen) {
		fmt.Fprint(conn, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello")
	})
	garbage, _ := listenRaw(t, func(conn net.Conn, _ seen) { fmt.Fprint(conn, "220 mail ready\r\n\r\n") })
	gzipless, _ := listenRaw(t, func(conn net.Conn, _ seen) {
		fmt.Fprint(conn, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello")
	})
	heads, _ := listenRaw(t, func(conn net.Conn, _ seen) {
		fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nX-A: %s\r\nContent-Length: 0\r\n\r\n", strings.Repeat("a", 257<<10))
	})
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts, and says nothing
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { silent.Close() })
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = quiet
	secure.StartTLS()
	t.Cleanup(func() { secure.Close() })
	plain := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(func() { plain.Close() })
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone.Close()

	for _, c := range []struct {
		name, url string
		reason    Reason
		phase     string
		words     []string
	}{
		{"no answer", hang + "/x?q=1", Timeout, "first byte", []string{"GET " + hang + "/x: out of time after", "first byte"}},
		{"a header without end", drip, Timeout, "first byte", nil},
		{"a body that stalls", stall, Timeout, "body", []string{"of which 5 bytes had arrived"}},
		{"a body without end", endless, Timeout, "body", nil},
		{"a body that is too large", flood, Limit, "body", []string{"larger than 5 MiB"}},
		{"a body that is announced as too large", boast, Limit, "body", []string{"its content-length announces a body of 5242881 bytes, and 5 MiB may be read"}},
		{"no TLS handshake", "https://" + silent.Addr().String(), Timeout, "tls", []string{"TLS handshake"}},
		{"broken off", broken, Network, "first byte", []string{"broke the connection off"}},
		{"closed", closed, Network, "first byte", []string{"closed the connection without an answer"}},
		{"a body that is short", short, Network, "body", []string{"after 5 of 100 bytes"}},
		{"not HTTP", garbage, Network, "first byte", []string{"malformed"}},
		{"not gzip", gzipless, Network, "body", []string{"not valid gzip"}},
		{"a header of 257 KiB", heads, Network, "first byte", nil},
		{"nobody there", "http://" + gone.Addr().String(), Network, "connect", []string{"nothing listens at " + gone.Addr().String()}},
		{"a certificate of nobody", secure.URL, Network, "tls", []string{"certificate is not trusted"}},
		{"TLS where there is none", "https" + strings.TrimPrefix(plain.URL, "http"), Network, "tls", []string{"does not speak TLS"}},
		{"a port that is blocked", "http://127.0.0.1:6667", OriginBlocked, "", []string{"port 6667"}},
		{"another scheme", "ftp://127.0.0.1/", OriginBlocked, "", []string{"only http and https"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			if c.reason == Timeout {
				ctx = soon(t)
			}
			_, err := get(t, ctx, c.url, LiveOptions{})
			wantError(t, err, c.reason, c.phase, c.words...)
		})
	}

	t.Run("no such host", func(t *testing.T) {
		_, err := get(t, t.Context(), "http://nobody.example/", LiveOptions{Resolver: names(t, nil)})
		wantError(t, err, Network, "dns", "no host of this name")
	})
	t.Run("a name server that is silent", func(t *testing.T) {
		t.Parallel()
		mute := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
			conn, other := net.Pipe()
			go untilClosed(other)
			return conn, nil
		}}
		_, err := get(t, soon(t), "http://slow.example/", LiveOptions{Resolver: mute})
		wantError(t, err, Timeout, "dns", "looking up its name")
	})
	t.Run("stopped by the caller", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		url, _ := listenRaw(t, func(conn net.Conn, _ seen) { cancel(); untilClosed(conn) })
		_, err := get(t, ctx, url, LiveOptions{})
		wantError(t, err, Canceled, "first byte")
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v is not context.Canceled", err)
		}
	})
}

func TestConformanceErrors(t *testing.T) {
	var vectors []struct {
		ID             string
		Request        vectorRequest
		Node, Chromium struct {
			vectorResult
			Wire   []string
			Result []any
		}
	}
	conformance.JSON(t, "fetch/error-vectors.json", &vectors)
	// What servers do in these vectors, by name.
	silent := func(conn net.Conn, _ seen) { untilClosed(conn) }
	broken := func(conn net.Conn, _ seen) { reset(conn) }
	closed := func(net.Conn, seen) {}
	stall := func(conn net.Conn, _ seen) {
		fmt.Fprint(conn, "HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\nhello")
		untilClosed(conn)
	}
	for _, v := range vectors {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			switch v.ID {
			case "3 sequential keep-alive", "12 parallel slow", "2nd request on kept connection is closed unanswered", "http version offered both":
				return // TestKeptConnection, TestSixPerHost, TestResend, TestHTTP2
			}
			wantFailure := v.Node.failed()
			switch v.ID {
			case "data scheme":
				wantFailure = true // no scheme but http and https is requested
			}
			s := newServers(t, nil)
			c := s.client()
			special := map[string]func(net.Conn, seen){
				"hang before headers": silent, "reset before headers": broken, "close before headers": closed, "body stalls": stall,
			}[v.ID]
			if special != nil {
				origin, _ := listenRaw(t, special)
				v.Request.URL = strings.Replace(v.Request.URL, "{A}", origin, 1)
			}
			if v.ID == "self-signed cert" {
				policy := openPolicy()
				c = &Client{Sender: live(t, LiveOptions{Policy: policy}), Policy: policy}
			}
			if v.ID == "refused9" {
				v.Request.URL = "http://127.0.0.1:" + freePort(t) + "/"
			}
			ctx := t.Context()
			switch v.ID {
			case "hang before headers", "body stalls", "https port speaks http":
				ctx = soon(t)
			}
			got := s.doWithin(ctx, c, v.Request)
			if got.failed() != wantFailure {
				t.Fatalf("%+v, want %+v", got, v.Node)
			}
			if !got.failed() && (got.Status != v.Node.Status || got.URL != v.Node.URL || got.Body != v.Node.Body) {
				t.Errorf("%+v, want %+v", got, v.Node.vectorResult)
			}
			if special != nil {
				return
			}
			var wire []string
			for _, r := range s.requests() {
				wire = append(wire, r.Method+" "+r.Target)
			}
			if fmt.Sprint(wire) != fmt.Sprint(v.Node.Wire) {
				t.Errorf("on the wire %v, want %v", wire, v.Node.Wire)
			}
		})
	}
}

func freePort(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}
