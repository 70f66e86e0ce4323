package fetch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/conformance"
)

// vectorRequest is what a vector asks an engine to fetch.
type vectorRequest struct {
	URL, Method string
	Headers     map[string]string
	Body        *string
	FormBody    [][2]string
	Redirect    string
	StreamBody  *string
}

// vectorResult is what an engine reported, {"error": …} or a response.
type vectorResult struct {
	Error, BodyError string
	Status           int
	URL              string
	Redirected       bool
	Headers          map[string]string
	Body             string
}

func (r vectorResult) failed() bool { return r.Error != "" || r.BodyError != "" }

// do sends a vector's request and reports as an engine does.
func (s *servers) do(c *Client, v vectorRequest) vectorResult {
	return s.doWithin(s.t.Context(), c, v)
}

func (s *servers) doWithin(ctx context.Context, c *Client, v vectorRequest) vectorResult {
	request, err := s.request(v.Method, v.URL)
	if err != nil {
		return vectorResult{Error: err.Error()}
	}
	if v.Method == "" {
		request.Method = "GET"
	}
	for name, value := range v.Headers {
		request.Header = append(request.Header, Field{name, value})
	}
	if v.Body != nil {
		request.Body = []byte(*v.Body)
	}
	if v.FormBody != nil {
		var pairs []Pair
		for _, p := range v.FormBody {
			pairs = append(pairs, Pair{p[0], p[1]})
		}
		request.Body = []byte(FormatQuery(pairs))
		request.Header = append(request.Header, Field{"content-type", "application/x-www-form-urlencoded;charset=UTF-8"})
	}
	response, err := c.Do(ctx, request)
	if err != nil {
		if ours := (*Error)(nil); !errors.As(err, &ours) {
			s.t.Errorf("%v is no *Error", err)
		}
		return vectorResult{Error: err.Error()}
	}
	headers := map[string]string{}
	for _, f := range response.Header {
		headers[f.Name], _ = response.Header.Get(f.Name)
	}
	return vectorResult{
		Status:     response.Status,
		URL:        s.fold.Replace(response.URL.String()),
		Redirected: len(response.Redirects) > 0,
		Headers:    headers,
		Body:       Text(response.Body),
	}
}

// vectorSeen is one request of a redirect vector.
type vectorSeen struct {
	On, Method, Target, Body string
	Headers                  map[string]string
}

func (v vectorSeen) String() string {
	return fmt.Sprintf("%s %s %s %v %q", v.On, v.Method, v.Target, v.Headers, v.Body)
}

// vectorRequests is a list of requests, or the number of them and the last.
type vectorRequests struct {
	list  []vectorSeen
	count int
	last  vectorSeen
}

func (r *vectorRequests) UnmarshalJSON(data []byte) error {
	if data[0] == '[' {
		err := json.Unmarshal(data, &r.list)
		r.count = len(r.list)
		return err
	}
	var short struct {
		Count int
		Last  vectorSeen
	}
	err := json.Unmarshal(data, &short)
	r.count, r.last = short.Count, short.Last
	return err
}

// recorded are the headers that the vectors show, less those that name the
// server and the asking page.
var recorded = []string{
	"authorization", "content-encoding", "content-language", "content-length", "content-location", "content-type", "cookie",
	"if-none-match", "proxy-authorization", "range", "referer", "www-authenticate", "x-api-key", "x-custom",
}

// asVector gives a request as the vectors write it.
func asVector(s seen) vectorSeen {
	headers := map[string]string{}
	for name, values := range s.Header {
		if name = strings.ToLower(name); slices.Contains(recorded, name) {
			headers[name] = strings.Join(values, ", ")
		}
	}
	return vectorSeen{s.On, s.Method, s.Target, s.Body, headers}
}

func TestConformanceRedirects(t *testing.T) {
	type engine struct {
		Requests vectorRequests
		Result   vectorResult
	}
	var vectors []struct {
		ID             string
		Request        vectorRequest
		Script         script
		Node, Chromium engine
	}
	conformance.JSON(t, "fetch/redirect-vectors.json", &vectors)
	ran := 0
	for _, v := range vectors {
		if v.Request.Redirect != "" || v.Request.StreamBody != nil {
			continue // no recipe can ask for it
		}
		if c, err := normalHeader(fieldsOf(v.Request.Headers), nil); err != nil {
			if !strings.HasPrefix(v.ID, "x-") {
				t.Errorf("%s: %v", v.ID, c)
			}
			continue // forbidden names are refused
		}
		ran++
		t.Run(v.ID, func(t *testing.T) {
			want := v.Node
			switch v.ID {
			case "loc-blank", "loc-lead-trail-space", "loc-latin1":
				want = v.Chromium
			}
			if strings.HasPrefix(v.ID, "chain-") {
				v.Script = chain(strings.TrimPrefix(v.ID, "chain-"))
			}
			s := newServers(t, v.Script)
			got := s.do(s.client(), v.Request)
			if got.failed() != want.Result.failed() {
				t.Fatalf("%+v, want %+v", got, want.Result)
			}
			if !got.failed() && (got.Status != want.Result.Status || got.URL != want.Result.URL ||
				got.Redirected != want.Result.Redirected || got.Body != want.Result.Body) {
				t.Errorf("%+v, want %+v", got, want.Result)
			}
			requests := s.requests()
			if len(requests) != want.Requests.count {
				t.Fatalf("%d requests, want %d: %v", len(requests), want.Requests.count, requests)
			}
			expected := want.Requests.list
			if expected == nil && len(requests) > 0 {
				expected, requests = []vectorSeen{want.Requests.last}, requests[len(requests)-1:]
			}
			for i := range expected {
				delete(expected[i].Headers, "host")
				delete(expected[i].Headers, "origin")
				if got := asVector(requests[i]); got.String() != expected[i].String() {
					t.Errorf("request %d:\n %s, want\n %s", i, got, expected[i])
				}
			}
		})
	}
	if t.Logf("%d of %d vectors ran", ran, len(vectors)); ran < 114 {
		t.Error("too few")
	}
}

func fieldsOf(headers map[string]string) Header {
	var h Header
	for name, value := range headers {
		h = append(h, Field{name, value})
	}
	return h
}

// chain is a script of n redirects from /c0 to /cn.
func chain(n string) script {
	length := 0
	_, _ = fmt.Sscan(n, &length)
	s := script{}
	for i := range length {
		s[fmt.Sprintf("/c%d", i)] = answers{{Status: 302, Headers: [][2]string{{"Location", fmt.Sprintf("/c%d", i+1)}}}}
	}
	return s
}

// bodyChoices are the body vectors where Node and Chromium differ, and where
// net/http has the last word: whose answer counts.
var bodyChoices = map[string]string{
	"zstd":                   "node", // as it is
	"zstd truncated":         "node",
	"gzip bad crc":           "node", // an error
	"gzip bad isize":         "node",
	"gzip two members":       "node",     // both count
	"chunked no terminator":  "chromium", // an error
	"chunked cut in chunk":   "chromium",
	"two boms":               "chromium", // one is removed
	"CL invalid":             "net/http refuses",
	"CL negative":            "net/http refuses",
	"CL list":                "net/http refuses",
	"CL huge":                "net/http refuses",
	"TE gzip, chunked":       "net/http refuses",
	"TE identity":            "net/http refuses",
	"raw status 99":          "net/http refuses",
	"raw header no colon":    "net/http refuses",
	"raw space before colon": "node", // the field is dropped
	"raw http/0.9":           "net/http refuses",
	"raw 101":                "net/http refuses",
	"chunked+CL":             "chromium", // as net/http has it
	"raw 100 then 200":       "chromium",
	"raw LF only":            "chromium",
	"raw dup headers":        "node",
	"raw header 20k":         "chromium", // up to 256 KiB
}

func TestConformanceBodies(t *testing.T) {
	var vectors []struct {
		ID             string
		Request        vectorRequest
		Script         json.RawMessage
		Node, Chromium vectorResult
	}
	conformance.JSON(t, "fetch/body-vectors.json", &vectors)
	log.SetOutput(io.Discard) // net/http reports bytes behind the end of a body
	t.Cleanup(func() { log.SetOutput(os.Stderr) })
	for _, v := range vectors {
		t.Run(v.ID, func(t *testing.T) {
			var steps script
			switch v.ID {
			case "raw header 20k":
				steps = longHeader(20_000)
			case "raw header 300k":
				steps = longHeader(300_000)
			default:
				if err := json.Unmarshal(v.Script, &steps); err != nil {
					t.Fatal(err)
				}
			}
			s := newServers(t, steps)
			got := s.do(s.client(), v.Request)
			want, other := v.Node, v.Chromium
			switch choice := bodyChoices[v.ID]; choice {
			case "chromium":
				want = v.Chromium
			case "net/http refuses":
				want = vectorResult{Error: choice}
			case "":
				if want.failed() != other.failed() || want.Body != other.Body {
					t.Fatal("the engines differ, and no choice is written down")
				}
			}
			if got.failed() || want.failed() {
				if got.failed() != want.failed() {
					t.Errorf("%+v, want %+v", got, want)
				}
				return
			}
			if got.Status != want.Status || got.Body != want.Body || got.URL != want.URL {
				t.Errorf("%d %s %q, want %d %s %q", got.Status, got.URL, got.Body, want.Status, want.URL, want.Body)
			}
			for name, value := range want.Headers {
				if name == "x-f" && len(value) == 40 {
					continue // the vector shows the beginning only
				}
				if name == "content-length" && v.ID == "chunked+CL" {
					continue // net/http takes it away, as RFC 9112 asks
				}
				if name != "set-cookie" && got.Headers[name] != value {
					t.Errorf("header %s: %q, want %q", name, got.Headers[name], value)
				}
			}
		})
	}
}

func longHeader(n int) script {
	return script{"/b": {{Status: 200, Headers: [][2]string{{"X-F", strings.Repeat("a", n)}}, Body: "ok"}}}
}
