package s12

import (
	"strings"

	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/pkg/diag"
)

// url looks at the references of a URL: each stays one segment of the path, or
// one value of the query.
func (c *checker) url(s *flow.Sink) {
	parts := s.Parts
	named := false // the pair of the query at hand has its name and "="
	for i := range parts {
		part := &parts[i]
		switch {
		case part.Ref == nil:
			if part.Region == flow.QueryPart {
				pair := part.Text[strings.LastIndexAny(part.Text, "?&")+1:]
				named = strings.Contains(pair, "=") || named && len(pair) == len(part.Text)
			}
		case part.Region == flow.Path:
			c.inPath(s, part)
		case part.Region == flow.QueryPart:
			c.inQuery(s, part, named, behind(parts[i+1:]))
		}
	}
}

// behind reports whether a "=" follows before the next pair of the query.
func behind(parts []flow.URLPart) bool {
	for i := range parts {
		if parts[i].Region != flow.QueryPart {
			break
		}
		if end := strings.IndexAny(parts[i].Text, "=&"); end >= 0 {
			return parts[i].Text[end] == '='
		}
	}
	return false
}

func (c *checker) inPath(s *flow.Sink, part *flow.URLPart) {
	ref := part.Ref
	filter := last(ref)
	if filter == "encode" {
		return
	}
	if text, bad := textInRef(s.Template, ref, inPath()); bad && filter != "path" {
		c.report("path", "path-in-template", s, part.Span, "write it into the path itself, where everybody sees it",
			"the template %s brings %s into the path", c.show(s, ref), diag.Quote(text.Text, 40))
		return
	}
	use := c.useOf(s, ref)
	if use == nil || !use.Has(flow.Param) {
		return // what the site sends is checked when it is there
	}
	if probe, why, bad := inPath().badIn(c.classes(s, ref)); bad {
		hint := "write " + encoded(s.Template.Source(), part.Span) + ", or give the param a pattern such as ^[A-Za-z0-9-]{1,40}$"
		if filter == "date" {
			hint = "write a template for each segment: {{ … | date:'YYYY' }}/{{ … | date:'MM' }}"
		}
		c.report("path", "unencoded-path", s, part.Span, hint,
			"with %s the value %s changes the path: %s", c.show(s, ref), diag.Quote(probe, 20), why)
	}
}

// encoded writes a reference with the filter that is missing.
func encoded(source string, span diag.Span) string {
	inner := strings.TrimSuffix(strings.TrimPrefix(source[span.Start:span.End], "{{"), "}}")
	return "{{ " + diag.Cut(strings.TrimSpace(inner), 60) + " | encode }}"
}

func (c *checker) inQuery(s *flow.Sink, part *flow.URLPart, named, behind bool) {
	if !named {
		name, what := "template-as-query", "a part of the query with its names"
		if behind {
			name, what = "template-in-query-key", "the name of a query's value"
		}
		c.report("query-key", name, s, part.Span, "write the names out, or put the values into `query`", "the template %s stands for %s", c.show(s, part.Ref), what)
		return
	}
	use := c.useOf(s, part.Ref)
	if use == nil || !use.Has(flow.Param, flow.Resp) || last(part.Ref) == "encode" {
		return
	}
	if probe, why, bad := inQuery().badIn(c.classes(s, part.Ref)); bad {
		c.report("url-query", "unencoded-query", s, part.Span, "write "+encoded(s.Template.Source(), part.Span)+", or put the value into `query`, which encodes it",
			"with %s the value %s changes the query: %s", c.show(s, part.Ref), diag.Quote(probe, 20), why)
	}
}

// key reports a member name of a request that holds a template. Those of
// headers are names that no header can have (S9).
func (c *checker) key(s *flow.Sink) {
	if parent := s.Node.Parent; parent != nil && parent.Key == "headers" && parent.Parent == s.Step.Request.Node {
		return
	}
	span := s.Node.KeyTextSpan(0, len(s.Node.Key))
	c.Report(finding("query-key", "template-in-name", s, span, "write the name out; templates stand only in values",
		"the step "+s.Step.ID+": a name cannot hold a template: "+diag.Quote(s.Node.Key, 60)))
}
