// Package zone tells which hosts belong together: registrable domains by the
// Public Suffix List, and the zone of a recipe's site, inside which what a
// session knows may travel.
package zone

import (
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/template"
)

// Registrable gives the registrable domain of a host (example.co.uk), "" where
// it has none: it is a public suffix itself, or its suffix is not listed.
func Registrable(host string) string {
	suffix, _, listed := Suffix(host)
	if !listed {
		return ""
	}
	return Below(host, suffix)
}

// Below gives the label in front of the public suffix of a host, with the
// suffix: the registrable domain; "" where there is none.
func Below(host, suffix string) string {
	rest, ok := strings.CutSuffix(host, "."+suffix)
	if !ok || rest == "" || rest[0] == '.' || strings.HasSuffix(host, ".") || strings.Contains(host, "..") {
		return ""
	}
	return host[strings.LastIndexByte(rest, '.')+1:]
}

// Suffix gives the public suffix of a host. icann: a registry's, not a
// company's that gives out names below its own. listed: it stands in the list.
func Suffix(host string) (suffix string, icann, listed bool) {
	suffix, icann = publicsuffix.PublicSuffix(host)
	return suffix, icann, icann || strings.Contains(suffix, ".")
}

// SameName reports whether two hosts are of registrable domains that differ
// only in a registry's suffix: shop.de and shop.com.
func SameName(a, b string) bool {
	name := ownName(a)
	return name != "" && name == ownName(b)
}

// ownName gives the label in front of the registry's suffix of a host; "" where
// there is none.
func ownName(host string) string {
	suffix, icann, _ := Suffix(host)
	if !icann {
		return ""
	}
	return strings.TrimSuffix(Below(host, suffix), "."+suffix)
}

// Zone is the zone of a recipe's site: the registrable domain of site.origin,
// and domains of the same name under another registry's suffix. The zero Zone
// has no host.
type Zone struct {
	host   string
	domain string // Registrable(host)
}

// Of gives the zone of a recipe.
func Of(r *recipe.Recipe) Zone {
	host := Host(r.Site.Origin)
	return Zone{host, Registrable(host)}
}

// Known reports whether site.origin is good enough to have a zone.
func (z Zone) Known() bool { return z.domain != "" }

// Domain is the registrable domain of site.origin.
func (z Zone) Domain() string { return z.domain }

// Has reports whether a host is in the zone.
func (z Zone) Has(host string) bool {
	return host == z.host && z.domain != "" || z.Own(host) || SameName(host, z.host)
}

// Own reports whether a host is of the registrable domain of site.origin
// itself.
func (z Zone) Own(host string) bool {
	return z.domain != "" && Registrable(host) == z.domain
}

// Host is the host of an origin, in lower case and without a port; "" where
// the text is no https origin.
func Host(origin string) string {
	rest, ok := strings.CutPrefix(strings.ToLower(origin), "https://")
	if !ok {
		return ""
	}
	if i := strings.IndexAny(rest, `/?#\`); i >= 0 {
		rest = rest[:i]
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		rest = rest[i+1:]
	}
	if i := strings.LastIndexByte(rest, ':'); i >= 0 {
		rest = rest[:i]
	}
	return rest
}

// Outside lists the declared hosts of a recipe that are not in its zone.
func Outside(r *recipe.Recipe) []string {
	z := Of(r)
	var all []string
	for _, origin := range r.Origins() {
		if host := Host(origin); host != "" && !z.Has(host) && !slices.Contains(all, host) {
			all = append(all, host)
		}
	}
	return all
}

// Targets gives the hosts that a request may go to, as far as its URL is
// written out: the host in it, or where it is relative or begins with
// page.origin or page.host, the site's host and the locale hosts. None where a
// template stands in the host, which S2 refuses.
func Targets(r *recipe.Recipe, url *recipe.Template) []string {
	if url == nil {
		return nil
	}
	parts := url.Parts()
	first := func(i int) *template.Part {
		if i < len(parts) {
			return &parts[i]
		}
		return nil
	}
	head := first(0)
	switch {
	case head == nil:
		return nil
	case head.Ref == nil && head.Text == "https://":
		head = first(1) // https://{{ page.host }}
	case head.Ref == nil && strings.HasPrefix(head.Text, "/"):
		return siteHosts(r)
	case head.Ref == nil:
		rest, _ := strings.CutPrefix(head.Text, "https://")
		next := first(1)
		if strings.ContainsAny(rest, `/?#\`) || next == nil || lastFilter(next.Ref) == "path" {
			return []string{Host(head.Text)}
		}
		return nil
	}
	if head != nil && head.Ref != nil && (head.Ref.Head.Root == "page" || lastFilter(head.Ref) == "path") {
		return siteHosts(r)
	}
	return nil
}

func lastFilter(ref *template.Reference) string {
	if ref == nil || len(ref.Filters) == 0 {
		return ""
	}
	return ref.Filters[len(ref.Filters)-1].Name
}

func siteHosts(r *recipe.Recipe) []string {
	all := []string{Host(r.Site.Origin)}
	for _, host := range r.Site.LocaleHosts {
		all = append(all, strings.ToLower(host))
	}
	return all
}
