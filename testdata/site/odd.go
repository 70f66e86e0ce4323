package site

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"time"
)

// blocked: GET /blocked, a bot manager's check with 403. ?status= gives
// another status, and ?header=1 the header that goes with it.
func blocked(w http.ResponseWriter, r *http.Request) {
	status, ok := number(r.URL.Query(), "status", http.StatusForbidden, 200, 599)
	if !ok {
		status = http.StatusForbidden
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if r.URL.Query().Get("header") != "" {
		w.Header().Set("Cf-Mitigated", "challenge")
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, `<!DOCTYPE html><html><head><title>Just a moment...</title></head>
<body><noscript>Enable JavaScript and cookies to continue</noscript><script>window._cf_chl_opt = {cType: "managed"};</script></body></html>
`)
}

// redirect: /go/WHERE answers with 302, or the status in ?code=, and a Location:
//
//	relative   a relative reference to a search of the API
//	path       an absolute path to the same
//	api, www   an absolute URL on that host
//	http       the API without TLS
//	elsewhere  a host that no recipe declares
//	chain      ?n= further hops, then the API
//	loop       itself, for ever
//	none       no Location at all
func redirect(w http.ResponseWriter, r *http.Request) {
	const target = "/v2/search?q=fahrrad&size=2"
	query := r.URL.Query()
	code, ok := number(query, "code", http.StatusFound, 300, 399)
	if !ok {
		writeError(w, http.StatusBadRequest, "code must be from 300 to 399.")
		return
	}
	locations := map[string]string{
		"relative":  "../v2/search?q=fahrrad&size=2",
		"path":      target,
		"api":       "https://api.example.de" + target,
		"www":       "https://www.example.de" + target,
		"http":      "http://api.example.de" + target,
		"elsewhere": "https://www.example.net/collect",
		"chain":     target,
		"loop":      "/go/loop",
		"none":      "",
	}
	location, ok := locations[r.PathValue("where")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	if n, _ := number(query, "n", 0, 0, 50); n > 0 && r.PathValue("where") == "chain" {
		location = "/go/chain?n=" + itoa(n-1)
	}
	if location != "" {
		w.Header().Set("Location", location)
	}
	w.WriteHeader(code)
}

// echo: /debug/echo tells the request as it came, headers by name.
func echo(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 2<<20))
	if err != nil {
		writeError(w, http.StatusRequestEntityTooLarge, "The body is too large.")
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{
		"method": r.Method, "target": r.RequestURI, "host": r.Host, "headers": r.Header, "body": string(body),
	})
}

// slow: GET /debug/slow?ms=, an answer after that time, at most 5 seconds.
func slow(w http.ResponseWriter, r *http.Request) {
	ms, ok := number(r.URL.Query(), "ms", 100, 0, 5000)
	if !ok {
		writeError(w, http.StatusBadRequest, "ms must be from 0 to 5000.")
		return
	}
	select {
	case <-time.After(time.Duration(ms) * time.Millisecond):
		writeJSON(w, http.StatusOK, map[string]int{"waited_ms": ms})
	case <-r.Context().Done():
	}
}

// broken: GET /debug/broken/HOW goes wrong:
//
//	reset   the connection closes before any answer
//	cut     the connection closes within the body
//	json    text/html where JSON is announced
//	empty   200 without a body
//	large   ?bytes= of JSON, at most 8 MiB
//	status  the status in ?code=, with a JSON error
func broken(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	switch r.PathValue("how") {
	case "reset":
		panic(http.ErrAbortHandler)
	case "cut":
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", "100000")
		_, _ = io.WriteString(w, `{"meta": {"total": 1`)
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	case "json":
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, "<!DOCTYPE html><title>Wartung</title><p>Gleich zurück</p>")
	case "empty":
		w.Header().Set("Content-Type", "application/json")
	case "large":
		n, _ := number(query, "bytes", 1<<20, 2, 8<<20)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(max(n, 2)))
		_, _ = w.Write(append(append([]byte{'"'}, bytes.Repeat([]byte{'x'}, max(n, 2)-2)...), '"'))
	case "status":
		code, ok := number(query, "code", http.StatusInternalServerError, 200, 599)
		if !ok {
			code = http.StatusBadRequest
		}
		writeError(w, code, http.StatusText(code))
	default:
		http.NotFound(w, r)
	}
}
