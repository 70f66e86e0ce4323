package s12

import (
	"strings"

	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/template"
)

// leaf looks at a value of json, form or query, which the engine encodes as
// one: only text that is itself made of parts can go wrong.
func (c *checker) leaf(s *flow.Sink) {
	if s.Template == nil || s.Template.IsLiteral() || s.Template.IsSingle() {
		return
	}
	t := assemble(s.Template)
	switch {
	case len(t.holes) == 0:
	case graphQL(t.text):
		c.graphql(s, t)
	case t.json():
		c.jsonHoles(s, t, "nested")
	case t.form():
		c.formHoles(s, t, "nested")
	}
}

// graphql reports the references inside a GraphQL document.
func (c *checker) graphql(s *flow.Sink, t *assembled) {
	for _, h := range t.holes {
		c.report("graphql", "template-in-graphql", s, h.span, "write `$name` there, declare it in the operation, and send the value in `variables`",
			"the template %s stands inside the text of a GraphQL document", c.show(s, h.ref))
	}
}

// raw looks at a body that is written by hand.
func (c *checker) raw(s *flow.Sink) {
	t := assemble(s.Template)
	if len(t.holes) == 0 {
		return
	}
	switch kind := contentType(s); {
	case kind == "application/graphql" || graphQL(t.text):
		c.graphql(s, t)
	case jsonLike(kind):
		c.jsonHoles(s, t, "raw")
	case kind == "application/x-www-form-urlencoded":
		c.formHoles(s, t, "raw")
	default:
		for _, h := range t.holes {
			if !onlyListed(c.classes(s, h.ref)) {
				hint := "send the values as `json` or `form`, which encode them"
				c.report("raw", "free-text-in-body", s, h.span, hint, "the template %s stands in a body whose type has no encoding here: only numbers and listed values may", c.show(s, h.ref))
			}
		}
	}
}

// contentType is the type that a request says, in lower case and without
// parameters; "" where it is not written out.
func contentType(s *flow.Sink) string {
	for _, h := range s.Step.Request.Headers {
		if strings.EqualFold(h.Name, "content-type") && h.Template.IsLiteral() {
			kind, _, _ := strings.Cut(strings.ToLower(h.Template.Source()), ";")
			return strings.TrimSpace(kind)
		}
	}
	return ""
}

func jsonLike(kind string) bool {
	switch kind {
	case "application/json", "text/json", "application/x-ndjson", "application/ndjson", "application/jsonl":
		return true
	}
	return strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json")
}

// onlyListed reports whether a value is a number or one of a list.
func onlyListed(all []class) bool {
	for _, c := range all {
		if c.kind != number && c.kind != fixed {
			return false
		}
	}
	return true
}

// jsonHoles looks at the references in text that is JSON.
func (c *checker) jsonHoles(s *flow.Sink, t *assembled, check string) {
	for _, h := range t.holes {
		filter := last(h.ref)
		if h.inString {
			if filter == "json" {
				c.report(check, "json-in-quotes", s, h.span, "leave out the quotes around it; the filter brings its own", "the template %s writes JSON inside of a string", c.show(s, h.ref))
				continue
			}
			if probe, why, bad := inString().badIn(c.classes(s, h.ref)); bad {
				c.report(check, "unencoded-json", s, h.span, jsonHint(check), "with %s the value %s ends the string that it stands in: %s", c.show(s, h.ref), diag.Quote(probe, 20), why)
			}
			continue
		}
		if filter == "json" || wholeJSON(c.classes(s, h.ref)) {
			continue
		}
		c.report(check, "unencoded-json", s, h.span, jsonHint(check), "the template %s stands in JSON without the filter `json`: a value may add members", c.show(s, h.ref))
	}
}

func jsonHint(check string) string {
	if check == "raw" {
		return "end the template with `| json`, without quotes around it, or send `json` in the place of `body`"
	}
	return "end the template with `| json`, without quotes around it"
}

// wholeJSON reports whether every value is one JSON scalar as it stands.
func wholeJSON(all []class) bool {
	for _, c := range all {
		switch c.kind {
		case number:
		case fixed:
			for _, v := range c.values {
				if parsed, err := jsonval.ParseString(v); err != nil || parsed.Kind() == jsonval.Array || parsed.Kind() == jsonval.Object {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// formHoles looks at the references in text that is a form.
func (c *checker) formHoles(s *flow.Sink, t *assembled, check string) {
	for _, h := range t.holes {
		pair := t.text[:h.at]
		pair = pair[strings.LastIndexByte(pair, '&')+1:]
		if !strings.Contains(pair, "=") {
			c.report("query-key", "template-in-form-key", s, h.span, "write the names out, or send `form`", "the template %s stands for the name of a form's value", c.show(s, h.ref))
			continue
		}
		if last(h.ref) == "encode" {
			continue
		}
		if probe, why, bad := inForm().badIn(c.classes(s, h.ref)); bad {
			hint := "end the template with `| encode`"
			if check == "raw" {
				hint += ", or send `form` in the place of `body`"
			}
			c.report(check, "unencoded-form", s, h.span, hint, "with %s the value %s changes the form: %s", c.show(s, h.ref), diag.Quote(probe, 20), why)
		}
	}
}

// assembled is the text of a template as it will be, with a hole for each
// value that is not known.
type assembled struct {
	text  string // each hole is one NUL
	holes []hole
}

type hole struct {
	ref      *template.Reference
	span     diag.Span // in the template's source
	at       int       // in the text
	inString bool      // in text that is JSON
}
