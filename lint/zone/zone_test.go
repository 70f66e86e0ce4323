package zone

import "testing"

func TestRegistrable(t *testing.T) {
	for _, c := range []struct{ host, want string }{
		{"www.example.de", "example.de"},
		{"example.de", "example.de"},
		{"a.b.example.co.uk", "example.co.uk"},
		{"co.uk", ""},
		{"de", ""},
		{"shop.github.io", "shop.github.io"},
		{"a.shop.github.io", "shop.github.io"},
		{"github.io", ""},
		{"www.example.nosuchsuffix", ""},
		{"localhost", ""},
		{"", ""},
		{"xn--bcher-kva.de", "xn--bcher-kva.de"},
	} {
		if got := Registrable(c.host); got != c.want {
			t.Errorf("%s: %q, want %q", c.host, got, c.want)
		}
	}
}

func TestZone(t *testing.T) {
	z := Zone{"www.shop.de"}
	for _, c := range []struct {
		host string
		want bool
	}{
		{"shop.de", true},
		{"api.shop.de", true},
		{"shop.com", true},
		{"api.shop.co.uk", true},
		{"shop.github.io", false}, // anybody may have it
		{"shop-api.de", false},
		{"shop.example.com", false},
		{"notshop.de", false},
		{"de", false},
		{"", false},
	} {
		if got := z.Has(c.host); got != c.want {
			t.Errorf("%s: %v", c.host, got)
		}
	}
	if !z.Own("api.shop.de") || z.Own("shop.com") || z.Own("") {
		t.Error("the site's own hosts are those of shop.de")
	}
	if (Zone{}).Has("shop.de") || (Zone{}).Known() {
		t.Error("the zone of no host has one")
	}
}

func TestHost(t *testing.T) {
	for _, c := range []struct{ origin, want string }{
		{"https://www.example.de", "www.example.de"},
		{"https://WWW.Example.de:8443/x", "www.example.de"},
		{"https://user:x@example.de", "example.de"},
		{`https://example.de\@evil.net`, "example.de"},
		{"http://example.de", ""},
		{"example.de", ""},
	} {
		if got := Host(c.origin); got != c.want {
			t.Errorf("%s: %q, want %q", c.origin, got, c.want)
		}
	}
}
