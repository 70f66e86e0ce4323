// Package s04 is the rule S4: a recipe moves no private data, and nothing to a
// fixed beneficiary, unless the user is shown it.
package s04

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/internal/account"
	"github.com/wield-run/wield/lint/internal/fields"
	"github.com/wield-run/wield/lint/internal/shown"
	"github.com/wield-run/wield/lint/zone"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/recipe"
)

//go:embed doc.md
var doc string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S4", Name: "no-dead-drop", Doc: doc, Run: run}

// checker looks at one recipe.
type checker struct {
	*lint.Pass
	zone    zone.Zone
	summary *shown.Summary
	ofLabel map[flow.Label]*account.Match // beneficiaries among the literals of extracts, as far as they were asked for

	step    *recipe.Step // that was looked at last
	foreign string       // a host outside of the zone that its request goes to; "" where there is none
}

func run(p *lint.Pass) error {
	c := &checker{Pass: p, zone: p.Zone(), summary: shown.Of(p.Flow(), p.Recipe)}
	for _, sink := range p.Flow().Sinks() {
		if sink.Step == nil {
			continue
		}
		if sink.Step.Write {
			c.write(sink)
		}
		c.outside(sink)
	}
	return nil
}

// write looks at what a step that writes sends.
func (c *checker) write(sink *flow.Sink) {
	switch sink.Kind {
	case flow.Query, flow.Form, flow.JSON:
		c.moved(sink, sink.Uses, sink.Key)
	case flow.URL:
		c.url(sink)
	case flow.Body:
		c.moved(sink, sink.Uses, "")
	default:
		return
	}
	c.fixed(sink)
	c.page(sink)
}

// url looks at the templates of a URL: those of its query stand under a key.
func (c *checker) url(sink *flow.Sink) {
	key := ""
	next := 0
	for i := range sink.Parts {
		part := &sink.Parts[i]
		if part.Ref == nil {
			if part.Region >= flow.QueryPart {
				key = lastKey(part.Text, key)
			}
			continue
		}
		for next < len(sink.Uses) && sink.Uses[next].Ref != part.Ref {
			next++
		}
		if next == len(sink.Uses) {
			return
		}
		under := ""
		if part.Region >= flow.QueryPart {
			under = key
		}
		c.moved(sink, sink.Uses[next:next+1], under)
	}
}

// lastKey is the name that a text of a query ends with: note of "?a=b&note=".
func lastKey(text, before string) string {
	if i := strings.LastIndexAny(text, "?&"); i >= 0 {
		before = text[i+1:]
	}
	name, _, _ := strings.Cut(before, "=")
	return name
}

// page reports what of the page a write sends.
func (c *checker) page(sink *flow.Sink) {
	for i := range sink.Uses {
		u := &sink.Uses[i]
		for _, l := range u.Labels {
			if l.Kind == flow.Page && l.Name != "host" && l.Name != "origin" || l.Kind == flow.Page && u.Whole {
				c.Report(lint.Finding{Check: "page", Name: "page-sent", Node: sink.Node, Span: u.Span,
					Message: fmt.Sprintf("the write %s sends `%s`, which the user is not shown", diag.Quote(sink.Step.ID, 40), u.Text()),
					Hint:    "send `page.host` or `page.origin`, or nothing of the page"})
				break
			}
		}
	}
}

// outside reports what a request outside of the site's zone carries.
func (c *checker) outside(sink *flow.Sink) {
	switch sink.Kind {
	case flow.URL, flow.Query, flow.Header, flow.Form, flow.JSON, flow.Body, flow.Key:
	default:
		return
	}
	if !c.zone.Known() {
		return
	}
	if c.step != sink.Step {
		c.step, c.foreign = sink.Step, foreign(c.Recipe, c.zone, sink.Step)
	}
	host := c.foreign
	if host == "" {
		c.carried(sink)
		return
	}
	for i := range sink.Uses {
		u := &sink.Uses[i]
		if sink.Kind == flow.URL && u.Root == "page" && u.Ref != nil && u.Ref == sink.Template.Parts()[0].Ref {
			continue // the host itself
		}
		for _, l := range u.Labels {
			if l.Kind == flow.Param || l.Kind == flow.Now {
				continue
			}
			c.Report(lint.Finding{Check: "zone", Name: "data-leaves-zone", Node: sink.Node, Span: u.Span,
				Message: fmt.Sprintf("the step %s sends `%s` to %s, which is not of the site's domain %s", diag.Quote(sink.Step.ID, 40), u.Text(), diag.Quote(host, 80), c.zone.Domain()),
				Hint:    "only params and the time may go to another domain"})
			break
		}
	}
}

// carried reports what a step that reads puts into an address outside of the
// zone: a server that opens the address, or a page that leads on to it, carries
// it there. (Of a write such an address is a beneficiary.)
func (c *checker) carried(sink *flow.Sink) {
	if sink.Step.Write || sink.Template == nil || sink.Kind == flow.Key || sink.Kind == flow.Header || !sink.Has(flow.Resp, flow.Secret, flow.Token) {
		return
	}
	text := fields.Text(sink.Template.Template, "X")
	if sink.Kind == flow.URL {
		_, text, _ = strings.Cut(text, "?")
	}
	host := ""
	for _, m := range account.Find(decodeQuery(text)) {
		if m.Kind == account.URL && !c.own(m.Host) && !c.zone.Has(m.Host) {
			host = m.Host
		}
	}
	if host == "" {
		return
	}
	severity := diag.Warning // what everybody can read
	if c.Recipe.RequiresLogin || sink.Has(flow.Secret, flow.Token) {
		severity = diag.Error
	}
	for i := range sink.Uses {
		u := &sink.Uses[i]
		if !u.Has(flow.Resp, flow.Secret, flow.Token) {
			continue
		}
		c.Report(lint.Finding{Check: "zone", Name: "data-in-foreign-link", Severity: severity, Node: sink.Node, Span: u.Span,
			Message: fmt.Sprintf("the step %s sends `%s` as a part of an address at %s, which is not of the site's domain %s", diag.Quote(sink.Step.ID, 40), u.Text(), diag.Quote(host, 80), c.zone.Domain()),
			Hint:    "only params and the time may go to another domain, also by way of the site"})
		return
	}
}

// foreign gives a host outside of the zone that a step's requests go to, ""
// where there is none.
func foreign(r *recipe.Recipe, z zone.Zone, s *recipe.Step) string {
	for _, host := range zone.Targets(r, s.Request.URL) {
		if host != "" && !z.Has(host) {
			return host
		}
	}
	return ""
}
