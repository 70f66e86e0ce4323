package fetch

import (
	"slices"
	"testing"
)

func TestParseMapping(t *testing.T) {
	for _, c := range []struct {
		text string
		want Mapping
	}{
		{"https://www.example.de=http://127.0.0.1:8080", Mapping{"https://www.example.de", "http://127.0.0.1:8080"}},
		{"https://WWW.example.de/=https://staging.example.de/", Mapping{"https://www.example.de", "https://staging.example.de"}},
		{"https://www.example.de=http://[::1]:80", Mapping{"https://www.example.de", "http://[::1]"}},
		{"https://www.example.de", Mapping{}},
		{"=http://127.0.0.1", Mapping{}},
		{"https://www.example.de=", Mapping{}},
		{"https://www.example.de=127.0.0.1:8080", Mapping{}},
		{"https://www.example.de=http://127.0.0.1:8080/mock", Mapping{}},
		{"https://www.example.de=http://127.0.0.1:8080/?x", Mapping{}},
		{"https://www.example.de/x=http://127.0.0.1:8080", Mapping{}},
		{"https://www.example.de=http://u:p@127.0.0.1", Mapping{}},
		{"https://www.example.de=file:///tmp", Mapping{}},
	} {
		got, err := ParseMapping(c.text)
		if got != c.want || (err != nil) != (c.want == Mapping{}) {
			t.Errorf("%s: %v, %v", c.text, got, err)
		}
	}
}

// mapped gives a client for a recipe with two origins, each mapped to a server
// of its own; {B} stands for a third origin that is mapped but not declared.
func (s *servers) mapped(locale ...string) *Client {
	policy := RecipePolicy([]string{"https://www.example.de", "https://api.example.de"}, locale,
		Mapping{"https://www.example.de", s.names.Replace("{A}")},
		Mapping{"https://api.example.de", s.names.Replace("{S}")},
		Mapping{"https://undeclared.example", s.names.Replace("{B}")})
	return &Client{Policy: policy, Sender: live(s.t, LiveOptions{Policy: policy, tls: s.trust})}
}

func moved(location string, more ...[2]string) answers {
	return answers{{Status: 302, Headers: append([][2]string{{"Location", location}}, more...)}}
}

// Two servers on loopback stand for two origins. What goes between them is what
// would go between the origins.
func TestMapping(t *testing.T) {
	s := newServers(t, script{
		"A /start":    moved("https://api.example.de/next", [2]string{"Set-Cookie", "sid=1; Path=/"}),
		"S /next":     moved("/again", [2]string{"Set-Cookie", "sid=2; Path=/"}),
		"S /again":    moved("https://www.example.de/end"),
		"A /own":      moved("{A}/end?x#y"), // a server that builds URLs from its own name
		"A /relative": moved("//127.0.0.1:{PA}/end"),
		"A /other":    moved("{S}/end"),
	})
	c := s.mapped()
	var exchanges []*Exchange
	c.OnExchange = func(e *Exchange) { exchanges = append(exchanges, e) }
	response, err := c.Do(t.Context(), &Request{
		Method: "GET", URL: parse(t, "https://www.example.de/start"), Header: Header{{"Authorization", "Bearer t"}, {"X-A", "1"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if response.URL.String() != "https://www.example.de/end" || string(response.Body) != "landed GET" {
		t.Errorf("%s %q", response.URL, response.Body)
	}
	var path []string
	for i, r := range s.requests() {
		path = append(path, r.On+r.Target)
		if got := r.Header.Get("Authorization"); (got != "") != (i == 0) {
			t.Errorf("request %d has Authorization %q", i, got)
		}
		if r.Header.Get("X-A") != "1" || r.Header["Cookie"] != nil || r.Header["Referer"] != nil {
			t.Errorf("request %d: %v", i, r.Header)
		}
		if want := s.names.Replace(map[string]string{"A": "127.0.0.1:{PA}", "S": "127.0.0.1:{PS}"}[r.On]); r.Header.Get("Host") != want {
			t.Errorf("request %d is for host %s, want the server's own, %s", i, r.Header.Get("Host"), want)
		}
	}
	if !slices.Equal(path, []string{"A/start", "S/next", "S/again", "A/end"}) {
		t.Errorf("%v", path)
	}
	// Records see the origins.
	for i, want := range []string{"https://www.example.de/start", "https://api.example.de/next", "https://api.example.de/again", "https://www.example.de/end"} {
		e := exchanges[i]
		host, _ := e.In.Sent.Get("host")
		if e.Out.URL.String() != want || host != e.Out.URL.Host() || e.In.Remote != "" {
			t.Errorf("exchange %d: %s, host %s, remote %q", i, e.Out.URL, host, e.In.Remote)
		}
	}

	t.Run("a Location with the server's own name", func(t *testing.T) {
		for target, want := range map[string]string{
			"/own": "https://www.example.de/end?x", "/relative": "https://www.example.de/end", "/other": "https://api.example.de/end",
		} {
			exchanges = nil
			response, err := c.Do(t.Context(), &Request{Method: "GET", URL: parse(t, "https://www.example.de"+target)})
			if err != nil || response.URL.String() != want {
				t.Fatalf("%s: %v, %v, want %s", target, response, err, want)
			}
			if location, _ := exchanges[0].In.Header.Get("location"); parse(t, location).WithoutFragment().String() != want {
				t.Errorf("%s: the record has Location %s", target, location)
			}
		}
	})
}

// One server stands for two origins: its own name is read as the one that was
// asked.
func TestMappingOfTwoToOne(t *testing.T) {
	s := newServers(t, script{"/start": moved("{A}/end")})
	target := s.names.Replace("{A}")
	policy := RecipePolicy([]string{"https://a.example", "https://b.example"}, nil, Mapping{"https://a.example", target}, Mapping{"https://b.example", target})
	c := &Client{Policy: policy, Sender: live(t, LiveOptions{Policy: policy})}
	for _, origin := range []string{"https://a.example", "https://b.example"} {
		response, err := c.Do(t.Context(), &Request{Method: "GET", URL: parse(t, origin+"/start")})
		if err != nil || response.URL.String() != origin+"/end" {
			t.Errorf("%s: %v, %v", origin, response, err)
		}
	}
}

// A server is mapped, but its origin is not declared: nothing reaches it.
func TestMappingIsNoLeave(t *testing.T) {
	s := newServers(t, script{
		"A /name":   moved("https://undeclared.example/x"),
		"A /server": moved("{B}/x"),
		"A /local":  moved("http://localhost:{PB}/x"),
		"A /http":   moved("http://www.example.de/x"),
	})
	for _, status := range []int{302, 307} {
		for _, target := range []string{"/name", "/server", "/local", "/http"} {
			s.script["A "+target][0].Status = status
			_, err := s.mapped().Do(t.Context(), &Request{Method: "POST", URL: parse(t, "https://www.example.de"+target), Body: []byte("x")})
			wantError(t, err, RedirectBlocked, "", "https://www.example.de"+target+" redirects to")
		}
	}
	_, err := s.mapped().Do(t.Context(), &Request{Method: "GET", URL: parse(t, "https://undeclared.example/x")})
	wantError(t, err, OriginBlocked, "")
	for _, r := range s.requests() {
		if r.On != "A" {
			t.Errorf("%s has seen %s %s", r.On, r.Method, r.Target)
		}
	}
}

// Loopback is for what is mapped there, not for a name that leads there; and
// a mapping opens loopback, not the network around.
func TestMappingAddresses(t *testing.T) {
	var dials dialLog
	policy := RecipePolicy([]string{"https://a.example", "https://b.example"}, nil, Mapping{"https://a.example", "https://b.example"})
	c := &Client{Policy: policy, Sender: live(t, LiveOptions{
		Policy:   policy,
		Resolver: names(t, map[string][][]string{"b.example": {{"127.0.0.1"}}}),
		dialed:   dials.hook,
	})}
	_, err := c.Do(t.Context(), &Request{Method: "GET", URL: parse(t, "https://a.example/")})
	wantError(t, err, Network, "connect")
	if !slices.Equal(dials.dialed, []string{"127.0.0.1:443"}) {
		t.Fatalf("%v was dialled", dials.dialed)
	}
	_, err = c.Do(t.Context(), &Request{Method: "GET", URL: parse(t, "https://b.example/")})
	wantError(t, err, OriginBlocked, "", "127.0.0.1")

	policy = RecipePolicy([]string{"https://a.example"}, nil, Mapping{"https://a.example", "http://10.1.2.3"})
	c = &Client{Policy: policy, Sender: live(t, LiveOptions{Policy: policy, dialed: dials.hook})}
	_, err = c.Do(t.Context(), &Request{Method: "GET", URL: parse(t, "https://a.example/")})
	wantError(t, err, OriginBlocked, "", "10.1.2.3")
	if len(dials.dialed) != 1 {
		t.Errorf("%v was dialled", dials.dialed)
	}
}

// A connection to loopback that a mapping opened serves nobody else.
func TestMappedConnectionsAreNotShared(t *testing.T) {
	s := newServers(t, nil)
	policy := openPolicy()
	policy.AnyAddress = false
	policy.Mappings = []Mapping{{"https://a.example", s.names.Replace("{L}")}}
	c := &Client{Policy: policy, Sender: live(t, LiveOptions{Policy: policy})}
	if _, err := c.Do(t.Context(), &Request{Method: "GET", URL: parse(t, "https://a.example/mapped")}); err != nil {
		t.Fatal(err)
	}
	_, err := c.Do(t.Context(), &Request{Method: "GET", URL: parse(t, s.names.Replace("{L}/direct"))})
	wantError(t, err, OriginBlocked, "", "localhost")
	if requests := s.requests(); len(requests) != 1 {
		t.Errorf("the server has seen %v", requests)
	}
}
