package paging

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/markdown"
)

// The same over the network: a server on loopback stands for the origin.
func TestOverLoopback(t *testing.T) {
	var asked, elsewhere atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	defer other.Close()
	busy := true
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		next := map[string]string{
			"/cycle":     "/cycle?b",
			"/cycle?b":   "/cycle",
			"/off":       other.URL + "/x",
			"/plain":     "http://h.example/plain?2",
			"/no":        "/no?2",
			"/third":     "/third?2",
			"/third?2":   "/third?3",
			"/busy":      "/busy?2",
			"/redirect":  "/redirect?2",
			"/endless":   "/endless?1",
			"/endless?1": "/endless?2",
			"/endless?2": "/endless?3",
		}[r.URL.String()]
		switch r.URL.String() {
		case "/third?3":
			w.WriteHeader(http.StatusBadGateway)
			return
		case "/redirect?2":
			http.Redirect(w, r, other.URL, http.StatusFound)
			return
		case "/busy?2":
			if busy {
				busy = false
				w.Header().Set("Retry-After", "0")
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
		}
		fmt.Fprintf(w, `{"items":[{"id":%q}],"next":%q,"more":%q}`, r.URL.String(), next, fmt.Sprint(r.URL.Path != "/no"))
	}))
	defer server.Close()
	mapping, err := fetch.ParseMapping(origin + "=" + server.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		start    string
		options  Options
		requests int32
		items    int
		stopped  markdown.Stop
		more     bool
		warned   string
	}{
		{"/cycle", Options{}, 2, 2, markdown.Loop, true, "repeated-url"},
		{"/off", Options{}, 1, 1, markdown.Blocked, true, "cross-origin"},
		{"/plain", Options{}, 1, 1, markdown.Blocked, true, "scheme-changed"},
		{"/no", Options{}, 1, 1, markdown.Exhausted, false, ""},
		{"/third", Options{}, 3, 2, markdown.PageError, true, "page-failed"},
		{"/busy", Options{}, 3, 2, markdown.Exhausted, true, "hasmore-without-next"},
		{"/redirect", Options{}, 2, 1, markdown.Blocked, true, "cross-origin"},
		{"/endless", Options{MaxPages: 3}, 3, 3, markdown.MaxPages, true, ""},
		{"/endless", Options{MaxItems: 2}, 2, 2, markdown.MaxItems, true, ""},
	} {
		r, found := markdown.Load("r.json", []byte(`{"schemaVersion":1,"name":"N","select":"$.items","fields":{"A":"id"},"pagination":{"type":"link","nextUrl":"$.next","hasMore":"$.more"}}`))
		if len(found) > 0 {
			t.Fatal(found)
		}
		first, err := fetch.ParseURL(origin+tt.start, nil)
		if err != nil {
			t.Fatal(err)
		}
		policy := OnOrigin(first, fetch.PublicPolicy(mapping))
		live := fetch.NewLive(fetch.LiveOptions{Policy: policy, UserAgent: "test"})
		asked.Store(0)
		result, err := Follow(context.Background(), r, first, &fetch.Client{Sender: live, Policy: policy}, tt.options)
		live.Close()
		if err != nil {
			t.Errorf("%s: %v", tt.start, err)
			continue
		}
		if asked.Load() != tt.requests || len(result.Selection.Items) != tt.items || result.Stopped != tt.stopped || result.More != tt.more || said(result) != tt.warned {
			t.Errorf("%s: %d requests, %d items, %s, %v, %q %v", tt.start, asked.Load(), len(result.Selection.Items), result.Stopped, result.More, said(result), result.Warnings)
		}
		rendered, err := markdown.RenderSelection(r, result.Selection, result.Options())
		if err != nil || rendered.Meta.Truncated != tt.more || strings.Count(rendered.Markdown, "\n| /") != tt.items {
			t.Errorf("%s: %v\n%s", tt.start, err, rendered.Markdown)
		}
	}
	if elsewhere.Load() > 0 {
		t.Errorf("%d requests went elsewhere", elsewhere.Load())
	}
}
