package zone

import (
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/template"
)

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
	z := Zone{"www.shop.de", "shop.de"}
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

func TestTargets(t *testing.T) {
	r := &recipe.Recipe{Site: recipe.Site{Origin: "https://www.shop.de", Origins: []string{"https://www.shop.de", "https://geo.net"}, LocaleHosts: []string{"at.shop.de"}}}
	for _, c := range []struct{ url, want string }{
		{"/v2", "www.shop.de at.shop.de"},
		{"{{ page.origin }}/v2", "www.shop.de at.shop.de"},
		{"https://{{ page.host }}/v2", "www.shop.de at.shop.de"},
		{"{{ steps.a.url | path }}", "www.shop.de at.shop.de"},
		{"https://geo.net/v2/{{ params.q }}", "geo.net"},
		{"https://geo.net?q={{ params.q }}", "geo.net"},
		{"https://geo.net{{ steps.a.url | path }}", "geo.net"},
		{"https://geo.net", "geo.net"},
		{"https://geo.net{{ params.q }}/v2", ""},
		{"https://cdn-{{ page.host }}/v2", ""},
		{"https://{{ params.q }}/v2", ""},
		{"{{ params.q }}/v2", ""},
		{"https://", ""},
	} {
		parsed, _ := template.Parse(c.url)
		if got := strings.Join(Targets(r, &recipe.Template{Template: parsed}), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.url, got, c.want)
		}
	}
	if Targets(r, nil) != nil {
		t.Error("no URL goes somewhere")
	}
	if got := strings.Join(Outside(r), " "); got != "geo.net" {
		t.Errorf("outside: %s", got)
	}
}
