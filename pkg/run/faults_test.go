package run

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
)

// fortyRequests is the list, and then three steps side by side that ask for
// each of its 13 items.
const fortyRequests = `
steps[0].extract.json = {"items":"results"}
steps[1] = {"id":"a","foreach":{"in":"steps.search.items","as":"i","max":13},"request":{"url":"https://api.example.de/a/{{ i }}"},"extract":{"json":{"n":"n"}}}
steps[2] = {"id":"b","foreach":{"in":"steps.search.items","as":"i","max":13},"request":{"url":"https://api.example.de/b/{{ i }}"},"extract":{"json":{"n":"n"}}}
steps[3] = {"id":"c","foreach":{"in":"steps.search.items","as":"i","max":13},"request":{"url":"https://api.example.de/c/{{ i }}"},"extract":{"json":{"n":"n"}}}
output.value = "{items: [steps.a, steps.b, steps.c][]}"
verify.checks = ["sum(output.items[].n) == ` + "`39`" + `"]
`

// faultyServer answers every request well, but for one in the middle of a run,
// which comes to fault while two others are under way.
type faultyServer struct {
	fault    func(conn net.Conn)
	together sync.WaitGroup // the requests for the 7th items
	open     sync.WaitGroup // connections

	mu    sync.Mutex
	asked []string // the paths
}

// start starts a server, gives its origin, and what waits until it has
// ended with all of its connections.
func (s *faultyServer) start(t *testing.T) (origin string, end func()) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.together.Add(3)
	s.open.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.open.Go(func() { defer conn.Close(); s.serve(conn) })
		}
	})
	return "http://" + listener.Addr().String(), func() {
		listener.Close()
		s.open.Wait()
	}
}

func (s *faultyServer) serve(conn net.Conn) {
	reader := bufio.NewReader(conn)
	for {
		request, err := http.ReadRequest(reader)
		if err != nil {
			return // the client has closed it
		}
		path := request.URL.Path
		s.mu.Lock()
		again := slices.Contains(s.asked, path) // on a new connection, the first having been reset
		s.asked = append(s.asked, path)
		s.mu.Unlock()
		if strings.HasSuffix(path, "/7") && !again {
			s.together.Done()
			s.together.Wait()
		}
		body := `{"n":1}`
		switch path {
		case "/v2/search":
			body = `{"results":[1,2,3,4,5,6,7,8,9,10,11,12,13]}`
		case "/b/7":
			s.fault(conn)
			return
		case "/b/7/again":
			fmt.Fprint(conn, "HTTP/1.1 302 Found\r\nLocation: /b/7/again\r\nContent-Length: 0\r\n\r\n")
			continue
		}
		fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	}
}

// untilClosed waits until the client has closed the connection.
func untilClosed(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }

// What a server may do to one of forty requests: the run ends with the outcome
// that says whose fault it is, and with a sentence that names the request and
// what was waited for; nothing hangs, and neither a goroutine nor a connection
// is left.
func TestServerFaults(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	fmt.Fprint(z, `{"n":1}`)
	z.Close()
	says := func(text string) func(net.Conn) {
		return func(conn net.Conn) { _, _ = io.WriteString(conn, text) }
	}
	const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

	for _, c := range []struct {
		name    string
		fault   func(net.Conn)
		outcome Outcome
		message string // that of the failure, or of a warning; "GET" stands for the request
	}{
		{"a reset", func(conn net.Conn) { _ = conn.(*net.TCPConn).SetLinger(0) },
			NetworkError, "GET: the server broke the connection off"},
		{"a reset in the body", func(conn net.Conn) {
			fmt.Fprint(conn, head+"Content-Length: 100\r\n\r\n{\"n\"")
			_ = conn.(*net.TCPConn).SetLinger(0)
		}, NetworkError, "GET: the body broke off after"},
		{"no answer", untilClosed, Timeout, "it waited for the first byte of https://api.example.de/b/7"},
		{"half a header, then silence", func(conn net.Conn) { fmt.Fprint(conn, "HTTP/1.1 200 OK\r\nContent-Ty"); untilClosed(conn) },
			Timeout, "it waited for the first byte of https://api.example.de/b/7"},
		{"half a body, then silence", func(conn net.Conn) {
			fmt.Fprint(conn, head+"Content-Length: 7\r\n\r\n{\"n\"")
			untilClosed(conn)
		}, Timeout, "it waited for the body of https://api.example.de/b/7"},
		{"whole lines of a header, then the end", says("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"),
			NetworkError, "GET: the server closed the connection in the middle of its answer"},
		{"half a header, then the end", says("HTTP/1.1 200 OK\r\nContent-Ty"),
			NetworkError, `GET: malformed MIME header: missing colon: "Content-Ty"`},
		{"a length that is too long", says(head + "Content-Length: 100\r\n\r\n{\"n\":1}"),
			NetworkError, "GET: the connection was closed after 7 of 100 bytes of the body"},
		{"a length that is too short", says(head + "Content-Length: 3\r\n\r\n{\"n\":1}"),
			ExpectFailed, "the body is not JSON at line 1, column "},
		{"a length that is no number", says(head + "Content-Length: seven\r\n\r\n{\"n\":1}"),
			NetworkError, `GET: bad Content-Length "seven"`},
		{"two lengths", says(head + "Content-Length: 7\r\nContent-Length: 8\r\n\r\n{\"n\":1}"),
			NetworkError, "GET: message cannot contain multiple Content-Length headers"},
		{"a bad chunk", says(head + "Transfer-Encoding: chunked\r\n\r\n7\r\n{\"n\":1}\r\nzz\r\n"),
			NetworkError, "GET: the body broke off after 7 bytes: "},
		{"a chunk that breaks off", says(head + "Transfer-Encoding: chunked\r\n\r\n70\r\n{\"n\":1}"),
			NetworkError, "GET: the body broke off after 7 bytes: the server closed the connection in the middle of its answer"},
		{"100,000 headers", says(head + strings.Repeat("X-Header: 1\r\n", 100_000) + "Content-Length: 7\r\n\r\n{\"n\":1}"),
			NetworkError, "GET: server response headers exceeded 262144 bytes"},
		{"one huge header", says(head + "X-Header: " + strings.Repeat("1", 1<<20) + "\r\nContent-Length: 7\r\n\r\n{\"n\":1}"),
			NetworkError, "GET: server response headers exceeded 262144 bytes"},
		{"an endless redirect", says("HTTP/1.1 302 Found\r\nLocation: /b/7/again\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
			LimitExceeded, "the run needs more than 40 requests, redirects included"},
		{"HTTP/0.9", says(`{"n":1}` + "\n"),
			NetworkError, `GET: malformed HTTP response "{\"n\":1}"`},
		{"no HTTP", says("\x00\x01\x1b[31m\n"),
			NetworkError, `GET: malformed HTTP response`},
		{"another charset", says("HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-16\r\nConnection: close\r\nContent-Length: 7\r\n\r\n{\"n\":1}"),
			OK, ""},
		{"bytes that are no UTF-8", says(head + "Content-Length: 8\r\n\r\n{\"n\":\xff1}"),
			ExpectFailed, "the body is not JSON at line 1, column "},
		{"gzip that breaks off", says(head + fmt.Sprintf("Content-Encoding: gzip\r\nConnection: close\r\nContent-Length: %d\r\n\r\n", zipped.Len()-8) + zipped.String()[:zipped.Len()-8]),
			OK, "ends in the middle of its gzip stream"},
		{"gzip that is none", says(head + "Content-Encoding: gzip\r\nContent-Length: 7\r\n\r\n{\"n\":1}"),
			NetworkError, "GET: the body is not valid gzip"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			server := &faultyServer{fault: c.fault}
			origin, end := server.start(t)
			r := example(t, fortyRequests)
			o := options(r, nil)
			mapping, err := fetch.ParseMapping("https://api.example.de=" + origin)
			if err != nil {
				t.Fatal(err)
			}
			o.Policy = fetch.RecipePolicy(r.Site.Origins, r.Site.LocaleHosts, mapping)
			live := fetch.NewLive(fetch.LiveOptions{Policy: o.Policy, UserAgent: "wield-dev/0.0.0-test"})
			o.Sender = live
			if c.outcome == Timeout {
				o.maxTime = time.Second
			}
			report := Run(t.Context(), r, o)
			live.Close()
			end()

			request := "GET https://api.example.de/b/7"
			if c.outcome == LimitExceeded {
				request = "GET https://api.example.de/" // whichever is one too many
			}
			got := strings.Join(report.Warnings, "\n")
			if f := report.Failure; f != nil {
				got = f.Message
				if c.outcome != LimitExceeded && f.Step != "b" || !strings.HasPrefix(f.Request, request) {
					t.Errorf("step %q, request %q", f.Step, f.Request)
				}
			}
			want := strings.Replace(c.message, "GET:", "GET https://api.example.de/b/7:", 1)
			if report.Outcome != c.outcome || !strings.Contains(got, want) || strings.ContainsAny(got, "\n\x1b") {
				t.Errorf("%s: %s\nwant %s: %s", report.Outcome, got, c.outcome, want)
			}
			if report.Outcome == OK {
				if n := report.Output.Field("items").Len(); n != 39 || len(server.asked) != 40 {
					t.Errorf("%d items by %d requests: %s", n, len(server.asked), jsonval.Stringify(*report.Output))
				}
			}
			for range 1000 { // what was cancelled needs a moment to be gone
				if runtime.NumGoroutine() <= before {
					return
				}
				time.Sleep(5 * time.Millisecond)
			}
			stacks := make([]byte, 1<<16)
			t.Errorf("%d goroutines before, %d after\n%s", before, runtime.NumGoroutine(), stacks[:runtime.Stack(stacks, true)])
		})
	}
}
