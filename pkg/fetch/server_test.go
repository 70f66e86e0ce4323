package fetch

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// answer is what a scripted server says to one request.
type answer struct {
	Status   int
	Headers  [][2]string // values are Latin-1 text
	Body     string
	BodyB64  *string
	Raw      string // base64 of the whole answer
	NoLength bool   // the connection's end is the body's
	HeadBody bool   // a body also for HEAD
}

// script maps "[SERVER ]/path" to answers; the last one is given again and again.
type script map[string]answers

type answers []answer

func (a *answers) UnmarshalJSON(data []byte) error {
	if data[0] == '[' {
		return json.Unmarshal(data, (*[]answer)(a))
	}
	*a = make(answers, 1)
	return json.Unmarshal(data, &(*a)[0])
}

// seen is one request as a server saw it.
type seen struct {
	On, Method, Target, Body string
	Header                   http.Header
}

// servers are four names for three raw TCP servers on loopback: A and B speak
// HTTP, L is A under the name localhost, S speaks HTTPS.
type servers struct {
	t      *testing.T
	script script
	names  *strings.Replacer // {A} to its origin, {PA} to its port
	fold   *strings.Replacer // and back
	trust  *tls.Config

	mu    sync.Mutex
	seen  []seen
	count map[string]int
}

func newServers(t *testing.T, s script) *servers {
	t.Helper()
	all := &servers{t: t, script: s, count: map[string]int{}}
	tlsServer := httptest.NewUnstartedServer(nil)
	tlsServer.StartTLS()
	t.Cleanup(tlsServer.Close)
	certificate := tlsServer.TLS.Certificates[0]
	all.trust = tlsServer.Client().Transport.(*http.Transport).TLSClientConfig

	a, b, secure := all.listen("A", nil), all.listen("B", nil), all.listen("S", &certificate)
	pairs := []string{
		"{A}", "http://127.0.0.1:" + a, "{B}", "http://127.0.0.1:" + b,
		"{L}", "http://localhost:" + a, "{S}", "https://127.0.0.1:" + secure,
		"{PA}", a, "{PB}", b, "{PS}", secure,
	}
	back := make([]string, len(pairs))
	for i, p := range pairs {
		back[i^1] = p
	}
	all.names, all.fold = strings.NewReplacer(pairs...), strings.NewReplacer(back[:8]...)
	return all
}

// listen starts a server and gives its port.
func (s *servers) listen(name string, certificate *tls.Certificate) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.t.Fatal(err)
	}
	if certificate != nil {
		listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{*certificate}})
	}
	var open sync.WaitGroup
	s.t.Cleanup(func() {
		listener.Close()
		open.Wait()
	})
	open.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.t.Cleanup(func() { conn.Close() })
			open.Go(func() { defer conn.Close(); s.serve(name, conn) })
		}
	})
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		s.t.Fatal(err)
	}
	return port
}

func (s *servers) serve(name string, conn net.Conn) {
	reader := bufio.NewReader(conn)
	for {
		request, err := readRequest(reader)
		if err != nil {
			return
		}
		request.On = name
		if !s.write(conn, request.Method, s.answer(request)) {
			return
		}
	}
}

// readRequest reads one request as it stands on the wire: http.ReadRequest
// would refuse targets that engines do send.
func readRequest(reader *bufio.Reader) (seen, error) {
	text := textproto.NewReader(reader)
	line, err := text.ReadLine()
	if err != nil {
		return seen{}, err
	}
	header, err := text.ReadMIMEHeader()
	if err != nil {
		return seen{}, err
	}
	parts := strings.Split(line, " ")
	if len(parts) != 3 {
		return seen{}, fmt.Errorf("bad request line %q", line)
	}
	length, _ := strconv.Atoi(header.Get("Content-Length"))
	body := make([]byte, length)
	if _, err := io.ReadFull(reader, body); err != nil {
		return seen{}, err
	}
	return seen{"", parts[0], parts[1], string(body), http.Header(header)}, nil
}

func (s *servers) answer(request seen) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, request)
	path, _, _ := strings.Cut(request.Target, "?")
	for _, key := range []string{request.On + " " + path, path} {
		list := s.script[key]
		if len(list) == 0 {
			continue
		}
		n := s.count[key]
		s.count[key]++
		return list[min(n, len(list)-1)]
	}
	return answer{Status: 200, Body: "landed " + request.Method}
}

// write sends an answer and reports whether the connection is kept.
func (s *servers) write(conn net.Conn, method string, a answer) bool {
	if a.Raw != "" {
		raw, _ := base64.StdEncoding.DecodeString(a.Raw)
		_, _ = conn.Write(raw)
		return false
	}
	body := []byte(a.Body)
	if a.BodyB64 != nil {
		body, _ = base64.StdEncoding.DecodeString(*a.BodyB64)
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "HTTP/1.1 %d X\r\n", a.Status)
	framed := a.NoLength
	for _, h := range a.Headers {
		fmt.Fprintf(&out, "%s: %s\r\n", h[0], latin1(s.names.Replace(h[1])))
		framed = framed || strings.EqualFold(h[0], "content-length") || strings.EqualFold(h[0], "transfer-encoding")
	}
	if !framed {
		fmt.Fprintf(&out, "Content-Length: %d\r\n", len(body))
	}
	out.WriteString("\r\n")
	if method != "HEAD" || a.HeadBody {
		out.Write(body)
	}
	_, err := conn.Write(out.Bytes())
	return err == nil && !framed && a.Status != 304 && a.Status != 205 && !a.HeadBody
}

// requests gives what all servers have seen so far.
func (s *servers) requests() []seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]seen(nil), s.seen...)
}

// openPolicy lets everything through that the loop itself can carry.
func openPolicy() *Policy {
	return &Policy{Schemes: []string{"http", "https"}, AnyOrigin: true, AnyPort: true, AnyAddress: true}
}

// live makes a sender for a test.
func live(t testing.TB, o LiveOptions) *Live {
	t.Helper()
	if o.UserAgent == "" {
		o.UserAgent = "wield-dev/0.0.0-test"
	}
	l := NewLive(o)
	t.Cleanup(l.Close)
	return l
}

// client gives a client that reaches the servers under an open policy.
func (s *servers) client() *Client {
	policy := openPolicy()
	return &Client{Sender: live(s.t, LiveOptions{Policy: policy, tls: s.trust}), Policy: policy}
}

// request makes a request of a URL with {A} and the like in it.
func (s *servers) request(method, url string, fields ...Field) (*Request, error) {
	u, err := ParseURL(s.names.Replace(url), nil)
	if err != nil {
		return nil, err
	}
	return &Request{Step: "s", Method: method, URL: u, Header: fields}, nil
}
