// Package s15 is the rule S15, no-cloaking: what verification runs is what
// users run.
package s15

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/parts"
	"github.com/wield-run/wield/lint/zone"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

//go:embed doc.md
var page string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S15", Name: "no-cloaking", Doc: page, Run: run}

func run(p *lint.Pass) error {
	c := &coverage{Pass: p}
	for _, s := range p.Flow().Sinks() {
		switch s.Kind {
		case flow.When, flow.ForeachIn:
			clock(p, s)
			if place(p, s) {
				c.judged = append(c.judged, s)
			}
		case flow.URL:
			clockInPath(p, s)
		}
	}
	for _, d := range p.Found {
		if d.Code == "P20" || d.Code == "P21" {
			p.Report(lint.Finding{Check: "params", Name: d.Name, Node: parts.At(p.Root(), d), Span: d.Span, Message: d.Message, Hint: d.Hint, Related: d.Related})
		}
	}
	checks(p)
	c.covered()
	return nil
}

// clock reports a condition or a list that depends on the time.
func clock(p *lint.Pass, s *flow.Sink) {
	for i := range s.Uses {
		if u := &s.Uses[i]; u.Root != "" && u.Has(flow.Now) {
			p.Report(lint.Finding{Check: "clock", Name: "clock-in-control", Node: s.Node, Span: u.Span, Hint: "put the date into the request or the output; whether a step runs cannot depend on it",
				Message: fmt.Sprintf("whether the step %s runs depends on the time", diag.Quote(s.Step.ID, 40))})
		}
	}
}

// clockInPath reports a time in a path that is not a whole segment, written by
// `date`.
func clockInPath(p *lint.Pass, s *flow.Sink) {
	if !s.Has(flow.Now) {
		return
	}
	parts := s.Parts
	for i := range parts {
		part := &parts[i]
		if part.Ref == nil || part.Region != flow.Path || part.Ref.Head.Root != "now" {
			continue
		}
		before := i > 0 && parts[i-1].Ref == nil && strings.HasSuffix(parts[i-1].Text, "/")
		behind := i+1 == len(parts) || parts[i+1].Ref == nil && strings.IndexByte("/?#", parts[i+1].Text[0]) >= 0
		if before && behind && len(part.Ref.Filters) == 1 && part.Ref.Filters[0].Name == "date" {
			continue
		}
		p.Report(lint.Finding{Check: "clock", Name: "clock-in-path", Node: s.Node, Span: s.Node.TextSpan(part.Span.Start, part.Span.End),
			Message: "a time in the path is a whole segment, written by `date`", Hint: "/{{ now | date:'YYYY-MM-DD' }}/"})
	}
}

// place reports a condition that depends on the page in any other way than
// that its host is one of the declared.
func place(p *lint.Pass, s *flow.Sink) (found bool) {
	var allowed []diag.Span
	if s.Kind == flow.When && !s.Step.Write {
		allowed = comparisons(p, s)
	}
	for i := range s.Uses {
		u := &s.Uses[i]
		if u.Root == "" || !u.Has(flow.Page) || slices.ContainsFunc(allowed, func(a diag.Span) bool { return a.Start <= u.Span.Start && u.Span.End <= a.End }) {
			continue
		}
		message, hint := "a condition only compares `page.host` or `page.origin` with a declared one", "page.host == 'www.example.de'"
		switch {
		case s.Kind == flow.ForeachIn:
			message, hint = "the list of a foreach cannot depend on the page", "write two steps, each with its `when`"
		case s.Step.Write:
			message, hint = "whether a step writes cannot depend on the page", "remove it from `when`"
		}
		p.Report(lint.Finding{Check: "place", Name: "page-in-control", Node: s.Node, Span: u.Span, Message: "the step " + s.Step.ID + ": " + message, Hint: hint})
		found = true
	}
	return found
}

// comparisons gives the places in a condition where the page's host or origin
// is compared with a declared one.
func comparisons(p *lint.Pass, s *flow.Sink) []diag.Span {
	var all []diag.Span
	s.Expr.Tree.Walk(func(n *jmespath.Node) bool {
		var member, other *jmespath.Node
		switch {
		case n.Kind == jmespath.KindComparator && (n.Op == jmespath.OpEqual || n.Op == jmespath.OpNotEqual):
			member, other = n.Children[0], n.Children[1]
			if pageMember(member) == "" {
				member, other = other, member
			}
		case n.Kind == jmespath.KindFunction && n.Name == "contains" && len(n.Children) == 2:
			other, member = n.Children[0], n.Children[1]
		default:
			return true
		}
		if name := pageMember(member); name != "" && declared(p, name, other) {
			all = append(all, s.Node.TextSpan(n.Span.Start, n.Span.End))
			return false
		}
		return true
	})
	return all
}

// pageMember gives "host" for page.host and $.page.host, and the like for
// origin; else "".
func pageMember(n *jmespath.Node) string {
	if n.Kind != jmespath.KindSubexpression || n.Children[1].Kind != jmespath.KindField {
		return ""
	}
	left, name := n.Children[0], n.Children[1].Name
	if left.Kind == jmespath.KindSubexpression && left.Children[0].Kind == jmespath.KindRoot {
		left = left.Children[1]
	}
	if left.Kind != jmespath.KindField || left.Name != "page" || name != "host" && name != "origin" {
		return ""
	}
	return name
}

// declared reports whether a constant is a declared host (origin), or a list
// of them.
func declared(p *lint.Pass, name string, n *jmespath.Node) bool {
	if n.Kind == jmespath.KindMultiSelectList {
		return len(n.Children) > 0 && !slices.ContainsFunc(n.Children, func(c *jmespath.Node) bool { return !declared(p, name, c) })
	}
	if n.Kind != jmespath.KindRawString && n.Kind != jmespath.KindLiteral {
		return false
	}
	values := []jsonval.Value{n.Value}
	if n.Value.Kind() == jsonval.Array {
		values = n.Value.Items()
	}
	for _, v := range values {
		known := slices.ContainsFunc(p.Recipe.Origins(), func(origin string) bool {
			return v.Kind() == jsonval.String && (name == "origin" && v.Str() == origin || name == "host" && v.Str() == zone.Host(origin))
		})
		if !known {
			return false
		}
	}
	return len(values) > 0
}
