package fetch

import (
	"errors"
	"strings"
	"testing"
)

// refused are URLs that no recipe gets to, with a part of what is said.
var refused = []struct{ name, url, words string }{
	{"another host", "https://evil.example/x", "https://evil.example is not a declared origin (https://www.example.de, https://fr.example.de)"},
	{"a backslash that leads to another host", `/\evil.example/x`, "https://evil.example is not a declared origin"},
	{"two slashes that lead to another host", "//evil.example/x", "https://evil.example is not a declared origin"},
	{"loopback", "https://127.0.0.1/", "https://127.0.0.1 is not a declared origin"},
	{"loopback in hexadecimal", "https://0x7f.1/", "https://127.0.0.1 is not a declared origin"},
	{"loopback, v4-mapped", "https://[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1] is not a declared origin"},
	{"the metadata service", "https://169.254.169.254/latest/meta-data", "https://169.254.169.254 is not a declared origin"},
	{"http", "http://www.example.de/", "only https is requested, not http"},
	{"another scheme", "ftp://www.example.de/", "only https is requested, not ftp"},
	{"no origin at all", "data:text/plain,hi", "only https is requested, not data"},
	{"a port", "https://www.example.de:8443/", "only the scheme's own port is requested, not 8443"},
	{"a port that is blocked", "https://www.example.de:6667/", "port 6667 is one that browsers never connect to"},
	{"a user name", "https://www.example.de@evil.example/", "user name"},
	{"a password for the right host", "https://u:p@www.example.de/", "user name"},
}

func recipePolicy() *Policy {
	return RecipePolicy([]string{"https://www.example.de"}, []string{"fr.example.de"})
}

// A request to such a URL is not sent.
func TestRefusedRequests(t *testing.T) {
	base := parse(t, "https://www.example.de/")
	for _, c := range refused {
		t.Run(c.name, func(t *testing.T) {
			u, err := ParseURL(c.url, base)
			if err != nil {
				t.Fatal(err)
			}
			client, sent := redirects(200)
			client.Policy = recipePolicy()
			client.BeforeSend = func() error { t.Error("counted"); return nil }
			_, err = client.Do(t.Context(), &Request{Method: "GET", URL: u})
			wantError(t, err, OriginBlocked, "", c.words)
			if len(*sent) > 0 {
				t.Errorf("%d requests were sent", len(*sent))
			}
		})
	}
}

// A redirect to such a URL is not followed, and the message names both ends.
func TestRefusedRedirects(t *testing.T) {
	for _, status := range []int{302, 307} {
		for _, c := range refused {
			t.Run(c.name, func(t *testing.T) {
				client, sent := redirects(status, c.url)
				client.Policy = recipePolicy()
				_, err := client.Do(t.Context(), &Request{Method: "GET", URL: parse(t, "https://www.example.de/start"), Header: Header{{"X-Api-Key", "k"}}})
				wantError(t, err, RedirectBlocked, "", "https://www.example.de/start redirects to ", c.words)
				if len(*sent) != 1 {
					t.Errorf("%d requests were sent", len(*sent))
				}
			})
		}
	}
}

// A declared origin, or a host of a page that may be read from anywhere, can
// still be an address that is nobody's business.
func TestRefusedAddresses(t *testing.T) {
	for _, host := range []string{"127.0.0.1", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "169.254.169.254", "10.0.0.1", "[fd00::1]", "[64:ff9b::7f00:1]"} {
		for name, policy := range map[string]*Policy{"declared": RecipePolicy([]string{"https://" + host}, nil), "any": PublicPolicy()} {
			client, sent := redirects(200)
			client.Policy = policy
			_, err := client.Do(t.Context(), &Request{Method: "GET", URL: parse(t, "https://"+host)})
			wantError(t, err, OriginBlocked, "", "is not a public address")
			if len(*sent) > 0 {
				t.Errorf("%s, %s: %d requests were sent", host, name, len(*sent))
			}
		}
	}
}

func TestAllowed(t *testing.T) {
	for _, raw := range []string{"https://www.example.de", "https://WWW.EXAMPLE.DE:443/x?y#z", "https://fr.example.de/"} {
		if err := recipePolicy().Check(parse(t, raw)); err != nil {
			t.Errorf("%s: %v", raw, err)
		}
	}
	if err := PublicPolicy().Check(parse(t, "https://anywhere.example/")); err != nil {
		t.Error(err)
	}
	if err := RecipePolicy([]string{"https://BÜCHER.example", "no url"}, nil).Check(parse(t, "https://xn--bcher-kva.example/")); err != nil {
		t.Error(err)
	}
	if !recipePolicy().Declares("https://fr.example.de") || recipePolicy().Declares("https://de.example.de") {
		t.Error("Declares")
	}
	if err := new(Policy).Check(parse(t, "https://www.example.de")); err == nil {
		t.Error("the zero policy lets something through")
	}
}

// What the filter `path` makes of a link.
func TestPolicyPath(t *testing.T) {
	base := parse(t, "https://www.example.de/shop/list")
	for _, c := range []struct{ raw, want string }{
		{"https://www.example.de/a/b?c=d#e", "/a/b?c=d"},
		{"https://fr.example.de", "/"},
		{"/a/../b/./c", "/b/c"},
		{"a/%2e%2e/b", "/shop/b"},
		{"?page=2", "/shop/list?page=2"},
		{"https://www.example.de//evil.example/x", "/evil.example/x"},
		{"https://www.example.de/\\evil.example/x", "/evil.example/x"},
		{"a b?ü", "/shop/a%20b?%C3%BC"},
		{"https://evil.example/a", "blocked"},
		{`/\evil.example/a`, "blocked"},
		{"javascript:alert(1)", "blocked"},
		{"https://[", "bad"},
	} {
		got, err := recipePolicy().Path(c.raw, base)
		var ours *Error
		if errors.As(err, &ours) {
			got = map[Reason]string{OriginBlocked: "blocked", BadRequest: "bad"}[ours.Reason]
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q (%v)", c.raw, got, c.want, err)
		}
	}
}

func TestPolicyHints(t *testing.T) {
	err := recipePolicy().Check(parse(t, "https://cdn.example.de/x"))
	var ours *Error
	if !errors.As(err, &ours) || !strings.Contains(ours.Hint, `add "https://cdn.example.de" to site.origins`) || ours.URL != "https://cdn.example.de/x" {
		t.Errorf("%+v", ours)
	}
}
