package s12

import (
	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/pkg/diag"
)

// maxHeader is how many characters of a param may stand in a header.
const maxHeader = 200

// header looks at the params in a header: each is short and of characters that
// cannot end the header.
func (c *checker) header(s *flow.Sink) {
	for i := range s.Uses {
		use := &s.Uses[i]
		if use.Ref == nil || !use.Has(flow.Param) {
			continue
		}
		span := c.refSpan(s, use.Ref)
		classes := c.classes(s, use.Ref)
		if probe, why, bad := inHeader().badIn(classes); bad {
			c.report("header", "free-text-in-header", s, span, "give the param an enum, or a pattern such as ^[A-Za-z0-9-]{1,40}$",
				"with %s the value %s would stand in the header %s: %s", c.show(s, use.Ref), diag.Quote(probe, 20), diag.Quote(s.Key, 40), why)
			continue
		}
		schema := c.origins.Head(s.Step, &use.Ref.Head).Schema
		if schema != nil && !c.schema.BoundedText(schema, maxHeader) {
			c.report("header", "long-header", s, span, "give the param a `maxLength` of at most 200", "the param in the header %s can have more than %d characters", diag.Quote(s.Key, 40), maxHeader)
		}
	}
}

func finding(check, name string, s *flow.Sink, span diag.Span, hint, message string) lint.Finding {
	return lint.Finding{Check: check, Name: name, Node: s.Node, Span: span, Hint: hint, Message: message}
}
