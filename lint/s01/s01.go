// Package s01 is the rule S1: every origin is a canonical public https origin
// of one registrable domain.
package s01

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/zone"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

//go:embed doc.md
var doc string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S1", Name: "public-origins", Doc: doc, Run: run}

// The limits of the lists.
const (
	maxOrigins     = 5
	maxLocaleHosts = 30
	maxRead        = 200
)

// entry is one origin or locale host of the file.
type entry struct {
	node *jsonval.Node
	host string // where the form is right, else ""
}

func run(p *lint.Pass) error {
	site := p.Root().Member("site")
	if site == nil || site.Kind != jsonval.Object {
		return nil
	}
	var all []entry
	read := func(n *jsonval.Node, bare bool) {
		if n == nil || n.Kind != jsonval.String {
			return
		}
		e := entry{node: n}
		if form(p, n, bare) {
			e.host = strings.TrimPrefix(n.Str, "https://")
		}
		all = append(all, e)
	}
	origin := site.Member("origin")
	read(origin, false)
	for _, n := range items(site.Member("origins")) {
		read(n, false)
	}
	for _, n := range items(site.Member("locale_hosts")) {
		read(n, true)
	}
	lists(p, site, origin, len(all) > 0 && all[0].node == origin && all[0].host != "")
	base, own := "", ""
	if len(all) > 0 && all[0].node == origin {
		if domain, ok := public(p, all[0]); ok {
			base, own = all[0].host, domain
			idn(p, all[0])
		}
	}
	seen := []string{base}
	for _, e := range all {
		if e.node == origin || e.host == "" || contains(seen, e.host) {
			continue
		}
		seen = append(seen, e.host)
		if domain, ok := public(p, e); ok {
			sameZone(p, e, domain, base, own)
			idn(p, e)
		}
	}
	return nil
}

// items are the items of a list; of one that is far too long, the first.
func items(n *jsonval.Node) []*jsonval.Node {
	if n == nil || n.Kind != jsonval.Array {
		return nil
	}
	return n.Children[:min(len(n.Children), maxRead)]
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

// public checks that a host is one of the public Internet, below a suffix that
// is listed, and gives its registrable domain.
func public(p *lint.Pass, e entry) (domain string, ok bool) {
	if e.host == "" {
		return "", false
	}
	last := e.host[strings.LastIndexByte(e.host, '.')+1:]
	if special(last) {
		p.Report(lint.Finding{Check: "special", Name: "special-host", Node: e.node, Span: hostSpan(e),
			Message: fmt.Sprintf("%s is no public host: names under %s are for special use", diag.Quote(e.host, 80), diag.Quote(last, 40)),
			Hint:    "write the host that people reach on the Internet"})
		return "", false
	}
	suffix, _, listed := zone.Suffix(e.host)
	switch {
	case !listed:
		p.Report(lint.Finding{Check: "suffix", Name: "unlisted-suffix", Node: e.node, Span: hostSpan(e),
			Message: fmt.Sprintf("%s ends in %s, which is no public suffix", diag.Quote(e.host, 80), diag.Quote(suffix, 40)),
			Hint:    "write a host below a suffix of the Public Suffix List, like `www.example.de`"})
		return "", false
	case suffix == e.host:
		p.Report(lint.Finding{Check: "suffix", Name: "bare-suffix", Node: e.node, Span: hostSpan(e),
			Message: fmt.Sprintf("%s is a public suffix: whoever asks gets a name below it", diag.Quote(e.host, 80)),
			Hint:    "write the site's own host, like `www.example." + suffix + "`"})
		return "", false
	}
	return zone.Below(e.host, suffix), true
}

// special reports whether a top-level label is reserved for special use, or
// commonly used inside of networks.
func special(label string) bool {
	switch label {
	case "localhost", "local", "localdomain", "internal", "intranet", "test", "example", "invalid", "onion", "arpa", "home", "lan", "corp", "alt":
		return true
	}
	return false
}

// sameZone checks that the domain of a host is the site's own, or one that
// maintainers have entered for the site.
func sameZone(p *lint.Pass, e entry, domain, base, own string) {
	if base == "" || domain == own || zone.Registrable(p.Recipe.Site.ID) == own && Related(p.Recipe.Site.ID, domain) {
		return
	}
	f := lint.Finding{Check: "zone", Name: "foreign-origin", Node: e.node, Span: hostSpan(e),
		Message: fmt.Sprintf("%s belongs to %s, but the site to %s", diag.Quote(e.host, 80), diag.Quote(domain, 60), diag.Quote(own, 60)),
		Hint:    "leave it out; where it is the site's own, ask the maintainers to enter " + domain + " for " + p.Recipe.Site.ID}
	if zone.SameName(e.host, base) {
		f.Severity, f.Name = diag.Warning, "other-suffix"
		f.Message += "; a reviewer has to see that they are of one owner"
		f.Hint = "leave it out where the recipe works without"
	}
	p.Report(f)
}

// lists checks what the two lists hold as a whole.
func lists(p *lint.Pass, site, origin *jsonval.Node, sound bool) {
	origins, locales := site.Member("origins"), site.Member("locale_hosts")
	if sound && origins != nil && origins.Kind == jsonval.Array {
		own := false
		for _, n := range origins.Children {
			own = own || n.Kind == jsonval.String && n.Str == origin.Str
		}
		if !own {
			p.Report(lint.Finding{Check: "list", Name: "origin-not-listed", Node: origins, Span: lint.KeySpan(origins),
				Message: fmt.Sprintf("`site.origins` lacks `site.origin`, %s", diag.Quote(origin.Str, 80)), Hint: "add " + diag.Quote(origin.Str, 80)})
		}
	}
	for _, list := range []struct {
		node *jsonval.Node
		most int
	}{{origins, maxOrigins}, {locales, maxLocaleHosts}} {
		children := items(list.node)
		if n := list.node; n != nil && n.Kind == jsonval.Array && len(n.Children) > list.most {
			p.Report(lint.Finding{Check: "list", Name: "too-many-hosts", Node: list.node, Span: lint.KeySpan(list.node),
				Message: fmt.Sprintf("`site.%s` has %d entries; it takes at most %d", list.node.Key, len(list.node.Children), list.most),
				Hint:    "keep those that the recipe needs"})
		}
		for i, n := range children {
			for _, before := range children[:i] {
				if n.Kind == jsonval.String && before.Kind == jsonval.String && n.Str == before.Str {
					p.Report(lint.Finding{Check: "list", Name: "repeated-host", Node: n,
						Message: fmt.Sprintf("%s stands here twice", diag.Quote(n.Str, 80)), Hint: "remove it",
						Related: []diag.Related{{Span: before.Span, Message: "the first one"}}})
					break
				}
			}
		}
	}
}

// hostSpan is where the host stands in the file.
func hostSpan(e entry) diag.Span {
	from := len(e.node.Str) - len(e.host)
	return e.node.TextSpan(from, len(e.node.Str))
}
