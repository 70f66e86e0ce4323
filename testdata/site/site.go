// Package site is the demo shop that the recipes in recipes/example.de run
// against: www.example.de and fr.example.de with HTML pages, api.example.de
// with a JSON API, and endpoints that answer slowly, wrongly or elsewhere, for
// tests of the runner.
//
// One handler serves all hosts: no path means two things, so a request may
// arrive under any name, as it does through --map-origin. Only the language of
// a page depends on the host. Everything is made from the request alone: no
// clock, no chance, no state but the counters of /debug/counters.
//
// The shop knows one customer, and its home page is always that customer's: it
// shows the tokens that the API asks for.
package site

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
)

// Token is what the API wants as a bearer token, and CSRFToken what it wants
// in X-CSRF-Token with a write. The home page shows both in meta elements.
const (
	Token     = "demo-T0k3n-5f2c9a71e8b64d03"
	CSRFToken = "demo-csrf-91d4c7"
)

// Handler is the shop. The host fr.example.de speaks French.
func Handler() http.Handler { return handler("") }

// French is the shop as fr.example.de, whatever the host of a request is.
func French() http.Handler { return handler("fr") }

// handler makes the shop; with a language it speaks nothing else.
func handler(language string) http.Handler {
	s := &shop{language: language, items: items()}
	s.pages = parsePages()
	mux := http.NewServeMux()

	// The JSON API.
	mux.HandleFunc("GET /v2/search", s.search)
	mux.HandleFunc("GET /v2/items/{id}", s.item)
	mux.HandleFunc("POST /v2/items/filter", s.filter)
	mux.HandleFunc("GET /v2/account", s.loggedIn(s.account))
	mux.HandleFunc("GET /v2/orders", s.loggedIn(s.orders))
	mux.HandleFunc("POST /v2/cart/items", s.loggedIn(s.cart))
	mux.HandleFunc("PUT /v2/cart/items/{id}", s.loggedIn(s.cart))

	// The pages, and the small API that they use in their own language.
	mux.HandleFunc("GET /{$}", s.home)
	mux.HandleFunc("GET /suche", s.tiles)
	mux.HandleFunc("GET /artikel/{id}", s.product)
	mux.HandleFunc("GET /insel/{id}", s.island)
	mux.HandleFunc("GET /archiv/{id}", s.archive)
	mux.HandleFunc("GET /api/items", s.localItems)

	// What a runner must bear.
	mux.HandleFunc("GET /blocked", blocked)
	mux.HandleFunc("/go/{where}", redirect)
	mux.HandleFunc("/debug/echo", echo)
	mux.HandleFunc("GET /debug/slow", slow)
	mux.HandleFunc("GET /debug/broken/{how}", broken)
	mux.HandleFunc("GET /debug/counters", s.counters)

	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/debug/counters" {
			defer s.count(r)()
		}
		mux.ServeHTTP(w, r)
	})
}

type shop struct {
	language string
	items    []item
	pages    pages

	total, writes, now, most atomic.Int64
}

// count counts a request as running until the function that it gives is called.
func (s *shop) count(r *http.Request) (done func()) {
	s.total.Add(1)
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		s.writes.Add(1)
	}
	now := s.now.Add(1)
	for most := s.most.Load(); now > most && !s.most.CompareAndSwap(most, now); {
		most = s.most.Load()
	}
	return func() { s.now.Add(-1) }
}

// counters: GET /debug/counters tells how many requests came, how many were no
// GET, and how many were served at the same time; it does not count itself.
func (s *shop) counters(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]int64{
		"total": s.total.Load(), "not_get": s.writes.Load(), "max_concurrent": s.most.Load(),
	})
}

// speaks gives the language of a request: "de" or "fr".
func (s *shop) speaks(r *http.Request) string {
	if s.language != "" {
		return s.language
	}
	if strings.HasPrefix(r.Host, "fr.") {
		return "fr"
	}
	return "de"
}

// loggedIn answers 401 to whoever has not the token.
func (s *shop) loggedIn(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+Token {
			w.Header().Set("WWW-Authenticate", `Bearer realm="api.example.de"`)
			writeError(w, http.StatusUnauthorized, "Log in first.")
			return
		}
		next(w, r)
	}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // the client may have gone
}

func writeError(w http.ResponseWriter, status int, message string) {
	writeJSON(w, status, map[string]any{"error": map[string]any{"status": status, "message": message}})
}
