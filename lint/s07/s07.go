// Package s07 is the rule S7: a derived secret travels only to the site's
// zone, whole, in a header or a token field of the body.
package s07

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/graphql"
	"github.com/wield-run/wield/lint/words"
	"github.com/wield-run/wield/lint/zone"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/template"
)

//go:embed doc.md
var doc string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S7", Name: "secrets-stay-home", Doc: doc, Run: run}

func run(p *lint.Pass) error {
	c := &checker{p, p.Zone()}
	for _, sink := range p.Flow().Sinks() {
		if sink.Step == nil || sink.Kind > flow.Key || !sink.Has(flow.Secret, flow.Token) {
			continue
		}
		for i := range sink.Uses {
			if sink.Uses[i].Has(flow.Secret, flow.Token) && c.use(sink, &sink.Uses[i]) {
				break // one finding for one leaf
			}
		}
	}
	return nil
}

type checker struct {
	*lint.Pass
	zone zone.Zone
}

// use judges one place where a secret is sent.
func (c *checker) use(sink *flow.Sink, u *flow.Use) bool {
	switch sink.Kind {
	case flow.URL, flow.Query:
		return c.report(sink, u, "url", "secret-in-url", diag.Error, "send it in a header; a URL ends up in logs and in other pages' referrers", "in the URL")
	case flow.Body:
		return c.report(sink, u, "field", "secret-in-text", diag.Error, "send it in a header, or as a field of `json` or `form`", "as a part of the raw body")
	case flow.Key:
		return c.report(sink, u, "field", "secret-in-key", diag.Error, "send it in a header, or as the value of a field", "in the name of a member")
	case flow.JSON, flow.Form:
		if c.field(sink, u) {
			return true
		}
	}
	return c.part(sink, u) || c.outside(sink, u)
}

// field judges a secret in a field of the body.
func (c *checker) field(sink *flow.Sink, u *flow.Use) bool {
	key := diag.Quote(sink.Key, 40)
	switch {
	case words.In(words.GraphQLText, strings.ToLower(sink.Key)) && strings.Contains(sink.Node.Str, "{") && len(graphql.Operations(sink.Node.Str)) > 0 || graphql.Is(strings.TrimSpace(sink.Node.Str)):
		return c.report(sink, u, "field", "secret-in-text", diag.Error, "send it in a header", "inside of a GraphQL text")
	case len(sink.Template.References()) > 1:
		return c.report(sink, u, "field", "secret-in-text", diag.Error, "send it in a header, or alone in a field of its own", "together with other values in "+key)
	case words.Tokenish(sink.Key):
		return false
	case sink.Step.Write && c.inside(sink):
		return c.report(sink, u, "field", "secret-in-field", diag.Warning, "nothing is to be done where the site itself names it so; a reviewer looks at it", "in the field "+key+", whose name is no token's")
	}
	return c.report(sink, u, "field", "secret-in-field", diag.Error, "send it in a header, or under the site's own name of a token, such as `csrf_token`", "in the field "+key+", whose name is no token's")
}

// part finds secrets that are cut: parts of them pass unseen where the whole
// is redacted.
func (c *checker) part(sink *flow.Sink, u *flow.Use) bool {
	if u.Ref == nil {
		return false
	}
	for _, call := range u.Ref.Filters {
		if f, ok := call.Filter(); ok && f.Kind == template.Narrowing {
			return c.report(sink, u, "part", "secret-in-part", diag.Error, "send it whole; where the site wants a part, derive that part by `regex`", "only in part (`"+call.Name+"`)")
		}
	}
	names := 1 // behind the root, up to the value's own name
	if u.Root == "steps" {
		names = 2
	}
	path := u.Ref.Head.Path
	for i, seg := range path {
		behind := slices.ContainsFunc(path[i+1:], func(s template.Segment) bool { return !s.IsIndex })
		if seg.IsIndex && names <= 0 && !behind { // else it is an item of a list
			return c.report(sink, u, "part", "secret-in-part", diag.Error, "send it whole", "only in part (`"+sink.Node.Str[seg.Span.Start:seg.Span.End]+"`)")
		}
		if !seg.IsIndex {
			names--
		}
	}
	return false
}

// outside finds secrets that leave the site's zone.
func (c *checker) outside(sink *flow.Sink, u *flow.Use) bool {
	if c.inside(sink) {
		return false
	}
	return c.report(sink, u, "zone", "secret-leaves-zone", diag.Error, "send it to hosts of "+c.zone.Domain()+" only", "to a host that is not of the site's domain")
}

// inside reports whether a request goes to the site's zone alone. Of a site
// whose origin is not understood nothing is said.
func (c *checker) inside(sink *flow.Sink) bool {
	if !c.zone.Known() {
		return true
	}
	for _, host := range zone.Targets(c.Recipe, sink.Step.Request.URL) {
		if host != "" && !c.zone.Has(host) {
			return false
		}
	}
	return true
}

func (c *checker) report(sink *flow.Sink, u *flow.Use, check, name string, severity diag.Severity, hint, how string) bool {
	f := lint.Finding{Check: check, Name: name, Severity: severity, Node: sink.Node, Span: u.Span, Hint: hint,
		Message: fmt.Sprintf("the step %s sends the secret `%s`%s %s", diag.Quote(sink.Step.ID, 40), c.secret(u), filters(u.Ref), how)}
	if u.Via != nil && u.Via.Step.Foreach.In != nil {
		f.Related = append(f.Related, diag.Related{Span: u.Via.Step.Foreach.In.Node.Span, Message: "`" + u.Via.Step.Foreach.As + "` is an item of this list"})
	}
	for _, l := range u.Labels {
		if l.Kind != flow.Token {
			continue
		}
		if s := c.Recipe.Step(l.Name); s != nil {
			if n := s.VarNode(l.Field); n != nil {
				f.Related = append(f.Related, diag.Related{Span: n.Span, Message: "a credential: " + c.Flow().TokenWhy(l.Name, l.Field)})
			}
		}
	}
	c.Report(f)
	return true
}

// secret names the secret that a use reads.
func (c *checker) secret(u *flow.Use) string {
	for _, l := range u.Labels {
		if l.Kind == flow.Secret || l.Kind == flow.Token {
			return diag.Cut(l.String(), 60)
		}
	}
	return u.Text()
}

// filters writes the filters of a reference.
func filters(ref *template.Reference) string {
	if ref == nil || len(ref.Filters) == 0 {
		return ""
	}
	var names []string
	for _, call := range ref.Filters {
		names = append(names, "`"+call.Name+"`")
	}
	return " (through " + strings.Join(names, ", ") + ")"
}
