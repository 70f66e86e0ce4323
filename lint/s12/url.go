package s12

import (
	"strings"

	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/pkg/diag"
)

// url looks at the references of a URL: each stays one segment of the path, or
// one value of the query.
func (c *checker) url(s *flow.Sink) {
	parts := flow.URLParts(s.Template)
	for i := range parts {
		part := &parts[i]
		if part.Ref == nil {
			continue
		}
		switch part.Region {
		case flow.Path:
			c.inPath(s, part)
		case flow.QueryPart:
			c.inQuery(s, parts, i)
		}
	}
}

func (c *checker) inPath(s *flow.Sink, part *flow.URLPart) {
	ref := part.Ref
	filter := last(ref)
	if filter == "encode" {
		return
	}
	if text, bad := textInRef(s.Template, ref, inPath()); bad && filter != "path" {
		c.report("path", "path-in-template", s, part.Span, "write it into the path itself, where everybody sees it",
			"the template %s brings %s into the path", show(s.Template, ref), diag.Quote(text.Text, 40))
		return
	}
	use := useOf(s, ref)
	if use == nil || !use.Has(flow.Param) {
		return // what the site sends is checked when it is there
	}
	if probe, why, bad := inPath().badIn(c.classes(s, ref)); bad {
		c.report("path", "unencoded-path", s, part.Span, "write "+encoded(s.Template.Source(), part.Span)+", or give the param a pattern such as ^[A-Za-z0-9-]{1,40}$",
			"with %s the value %s changes the path: %s", show(s.Template, ref), diag.Quote(probe, 20), why)
	}
}

// encoded writes a reference with the filter that is missing.
func encoded(source string, span diag.Span) string {
	inner := strings.TrimSuffix(strings.TrimPrefix(source[span.Start:span.End], "{{"), "}}")
	return "{{ " + diag.Cut(strings.TrimSpace(inner), 60) + " | encode }}"
}

func (c *checker) inQuery(s *flow.Sink, parts []flow.URLPart, i int) {
	part := &parts[i]
	before, behind := "", ""
	for j := range parts {
		switch text := parts[j].Text; {
		case parts[j].Region != flow.QueryPart:
		case parts[j].Ref != nil:
			text = "x"
			fallthrough
		default:
			if j < i {
				before += text
			} else if j > i {
				behind += text
			}
		}
	}
	pair := before[strings.LastIndexAny(before, "?&")+1:]
	if !strings.Contains(pair, "=") {
		name, what := "template-in-query-key", "the name of a query's value"
		if rest, _, _ := strings.Cut(behind, "&"); !strings.Contains(rest, "=") {
			name, what = "template-as-query", "a part of the query with its names"
		}
		c.report("query-key", name, s, part.Span, "write the names out, or put the values into `query`", "the template %s stands for %s", show(s.Template, part.Ref), what)
		return
	}
	use := useOf(s, part.Ref)
	if use == nil || !use.Has(flow.Param, flow.Resp) || last(part.Ref) == "encode" {
		return
	}
	if probe, why, bad := inQuery().badIn(c.classes(s, part.Ref)); bad {
		c.report("url-query", "unencoded-query", s, part.Span, "write "+encoded(s.Template.Source(), part.Span)+", or put the value into `query`, which encodes it",
			"with %s the value %s changes the query: %s", show(s.Template, part.Ref), diag.Quote(probe, 20), why)
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
