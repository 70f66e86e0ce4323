// Package s09 is the rule S9, safe-headers: header names are literal and not
// security-relevant, and values cannot split.
package s09

import (
	_ "embed"
	"fmt"
	"strings"
	"unicode"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/internal/written"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

//go:embed doc.md
var page string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S9", Name: "safe-headers", Doc: page, Run: run}

const (
	maxHeaders = 20
	maxValue   = 1000 // bytes of the parts that are written out
)

func run(p *lint.Pass) error {
	for _, s := range p.Requests() {
		n := s.Request.Node.Member("headers")
		if n == nil || n.Kind != jsonval.Object {
			continue
		}
		if k := len(n.Children); k > maxHeaders {
			p.Report(lint.Finding{Check: "name", Name: "too-many-headers", Node: n, Span: lint.KeySpan(n),
				Message: fmt.Sprintf("the step %s sends %d headers; it may send %d", s.ID, k, maxHeaders), Hint: "leave out what the site does not ask for"})
		}
		names(p, s, n)
		for i := range s.Request.Headers {
			value(p, s, &s.Request.Headers[i])
		}
	}
	return nil
}

// names looks at the names of a step's headers.
func names(p *lint.Pass, s *recipe.Step, headers *jsonval.Node) {
	report := func(n *jsonval.Node, check, name, why, hint string) {
		p.Report(lint.Finding{Check: check, Name: name, Node: n, Span: lint.KeySpan(n),
			Message: fmt.Sprintf("the step %s: %s", s.ID, why), Hint: hint})
	}
	for i, n := range headers.Children {
		quoted := diag.Quote(n.Key, 60)
		_, err := fetch.CheckHeader(fetch.Field{Name: n.Key})
		switch reason := forbidden(n.Key); {
		case reason != "":
			report(n, "forbidden", "forbidden-header", "a recipe may not set the header "+quoted+": "+reason, "remove it")
		case strings.Contains(n.Key, "{{"):
			report(n, "name", "header-name-template", "the name of a header cannot hold a template: "+quoted, "write the name out")
		case err != nil:
			report(n, "name", "bad-header-name", quoted+" is no header name", "a name is letters, digits and any of !#$%&'*+-.^_`|~")
		default:
			for _, other := range headers.Children[:i] {
				if other.Key != n.Key && strings.EqualFold(other.Key, n.Key) {
					report(n, "name", "header-twice", fmt.Sprintf("the header %s stands here twice, as %s too", quoted, diag.Quote(other.Key, 60)), "keep one of the two")
					break
				}
			}
		}
	}
}

// forbidden says why a recipe may not set a header; "" where it may. Names are
// compared without regard to case, to white space that a server may drop, and
// to whether a hyphen is written "_", which CGI and its heirs do not tell apart.
func forbidden(name string) string {
	name = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), "_", "-")
	switch name {
	case "user-agent":
		return "the engine sets its own"
	case "permissions-policy":
		return "it is the site's to say what its pages may do"
	case "forwarded", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip", "fastly-client-ip",
		"x-originating-ip", "x-remote-ip", "x-remote-addr", "x-cluster-client-ip":
		return "it tells a server another address of the sender"
	case "x-original-url", "x-rewrite-url", "x-override-url", "x-host", "x-original-host":
		return "it changes which page a server serves"
	case "remote-user", "x-remote-user", "x-webauth-user", "x-authenticated-user":
		return "it tells a server another user, as proxies do that have asked for a password"
	case "x-method-override", "x-override-method", "x-original-method", "x-request-method", "x-method", "x-verb":
		return overrides
	}
	switch {
	case fetch.ForbiddenHeader(name):
		return "a page's fetch cannot set it either"
	case strings.HasPrefix(name, "x-forwarded-"):
		return "it tells a server another address of the sender"
	case strings.HasPrefix(name, "x-http-method"), strings.HasPrefix(name, "x-http-verb"):
		return overrides
	case strings.HasPrefix(name, ":"):
		return "names that begin with a colon belong to the protocol"
	}
	return ""
}

const overrides = "it makes a server run another method than the one that is declared"

// value looks at what the file itself puts into a header's value.
func value(p *lint.Pass, s *recipe.Step, h *recipe.Header) {
	report := func(name string, span diag.Span, why, hint string) {
		p.Report(lint.Finding{Check: "value", Name: name, Node: h.Node, Span: span,
			Message: fmt.Sprintf("the step %s: the header %s %s", s.ID, diag.Quote(h.Name, 60), why), Hint: hint})
	}
	length := 0
	for _, t := range written.Of(h.Template) {
		length += len(t.Text)
		if i := strings.IndexFunc(t.Text, unicode.IsControl); i >= 0 {
			report("control-in-header", t.Span, "holds a control character: "+diag.Quote(t.Text, 60), "remove it; a line break would begin another header")
			return
		}
	}
	if length > maxValue {
		report("long-header", h.Node.Span, fmt.Sprintf("has %d bytes; it may have %d", length, maxValue), "shorten it")
	}
	source := h.Template.Source()
	if strings.TrimSpace(source) != source {
		report("space-around-header", h.Node.Span, "begins or ends with a space", "remove it; engines do not send it alike")
		return
	}
	if strings.EqualFold(h.Name, "content-type") {
		contentType(p, s, h)
	}
}

// contentType holds Content-Type to the body that is sent.
func contentType(p *lint.Pass, s *recipe.Step, h *recipe.Header) {
	kind, want := "", ""
	switch {
	case s.Request.JSON != nil:
		kind, want = "json", "application/json"
	case s.Request.HasForm:
		kind, want = "form", "application/x-www-form-urlencoded"
	default:
		return
	}
	written, _, _ := strings.Cut(strings.ToLower(h.Template.Source()), ";")
	written = strings.TrimSpace(written)
	if h.Template.IsLiteral() && (written == want || kind == "json" && jsonType(written)) {
		return
	}
	p.Report(lint.Finding{Check: "type", Name: "wrong-content-type", Node: h.Node,
		Message: fmt.Sprintf("the step %s: the header %s is %s, but the request sends `%s`", s.ID, diag.Quote(h.Name, 60), diag.Quote(h.Template.Source(), 60), kind),
		Hint:    "remove it; the engine sends " + want})
}

// jsonType reports whether a type names a kind of JSON (application/ld+json).
func jsonType(name string) bool {
	top, sub, ok := strings.Cut(name, "/")
	return ok && top == "application" && strings.HasSuffix(sub, "+json") && !strings.ContainsAny(sub, " ,/")
}
