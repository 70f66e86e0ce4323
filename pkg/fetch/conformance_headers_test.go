package fetch

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/conformance"
)

func TestConformanceHeaders(t *testing.T) {
	var vectors struct {
		Defaults map[string]struct {
			Node [][2]string
		}
		Forbidden []struct {
			Name                    string
			Node, ChromiumExtension string
		}
		Validation []struct {
			Name  string
			Value jsText
			Node  json.RawMessage
		}
	}
	conformance.JSON(t, "fetch/headers-vectors.json", &vectors)

	t.Run("defaults", func(t *testing.T) {
		for name, request := range map[string]Request{
			"get":        {Method: "GET"},
			"postString": {Method: "POST", Body: []byte("x")},
			"postJson":   {Method: "POST", Body: []byte("{}"), Header: Header{{"Content-Type", "application/json"}}},
			"postForm":   {Method: "POST", Body: []byte("a=1"), Header: Header{{"content-type", "application/x-www-form-urlencoded;charset=UTF-8"}}},
			"postNone":   {Method: "POST"},
			"del":        {Method: "DELETE"},
			"omit":       {Method: "GET"},
		} {
			s := newServers(t, nil)
			c := s.client()
			var sent Header
			c.OnExchange = func(e *Exchange) { sent = e.In.Sent }
			request.URL = parse(t, s.names.Replace("{A}/h"))
			if _, err := c.Do(t.Context(), &request); err != nil {
				t.Fatal(name, err)
			}
			want := vectors.Defaults[name].Node
			if len(want) == 0 || len(sent) != len(want) {
				t.Fatalf("%s: %v, want %v", name, sent, want)
			}
			wire := s.requests()[0].Header
			if len(wire) != len(want) {
				t.Errorf("%s: on the wire %v, want %v", name, wire, want)
			}
			for i, f := range want {
				value := f[1]
				switch f[0] {
				case "host":
					value = strings.TrimPrefix(request.URL.Origin(), "http://")
				case "user-agent":
					value = "wield-dev/0.0.0-test"
				}
				if sent[i] != (Field{f[0], value}) {
					t.Errorf("%s: %v in place %d, want %v", name, sent[i], i, f)
				}
				if got := wire.Get(f[0]); got != value {
					t.Errorf("%s: %s is %q on the wire, want %q", name, f[0], got, value)
				}
			}
		}
	})

	t.Run("forbidden", func(t *testing.T) {
		for _, v := range vectors.Forbidden {
			want := v.Node != "sent" || v.ChromiumExtension != "sent"
			switch v.Name {
			case "Connection", "Origin":
				want = true // an extension's worker may send them, a page may not
			case "X-HTTP-Method-Override":
				continue // a matter of its value
			}
			if got := ForbiddenHeader(v.Name); got != want {
				t.Errorf("%s: %v, want %v", v.Name, got, want)
			}
		}
	})

	t.Run("validation", func(t *testing.T) {
		for _, v := range vectors.Validation {
			var want struct{ Wire string }
			refused := json.Unmarshal(v.Node, &want) != nil
			s := newServers(t, nil)
			request, err := s.request("GET", "{A}/h", Field{v.Name, string(v.Value)})
			if err != nil {
				t.Fatal(err)
			}
			_, err = s.client().Do(t.Context(), request)
			if refused {
				if err == nil || len(s.requests()) > 0 {
					t.Errorf("%q: %q is sent", v.Name, v.Value)
				}
				continue
			}
			if err != nil {
				t.Errorf("%q: %q: %v", v.Name, v.Value, err)
				continue
			}
			got := ""
			for name, values := range s.requests()[0].Header {
				if strings.EqualFold(name, v.Name) {
					got = fromLatin1(values[0])
				}
			}
			if got != want.Wire {
				t.Errorf("%q: %q is %q on the wire, want %q", v.Name, v.Value, got, want.Wire)
			}
		}
	})
}
