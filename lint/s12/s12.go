// Package s12 is the rule S12, no-injection: a value lands only where its
// encoding makes it one value.
package s12

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/internal/origin"
	"github.com/wield-run/wield/lint/internal/pattern"
	"github.com/wield-run/wield/lint/internal/schemas"
	"github.com/wield-run/wield/lint/internal/written"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/template"
)

//go:embed doc.md
var page string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S12", Name: "no-injection", Doc: page, Run: run}

func run(p *lint.Pass) error {
	c := &checker{Pass: p, origins: origin.New(p.Recipe), schema: schemas.NewReader(p.Recipe.Params.Node)}
	for _, s := range p.Flow().Sinks() {
		switch s.Kind {
		case flow.URL:
			c.url(s)
		case flow.Query, flow.Form:
			c.leaf(s)
		case flow.JSON:
			c.leaf(s)
		case flow.Header:
			c.header(s)
		case flow.Body:
			c.raw(s)
		case flow.Key:
			c.key(s)
		}
	}
	c.code()
	return nil
}

// checker looks at one pass.
type checker struct {
	*lint.Pass
	origins *origin.Finder
	schema  *schemas.Reader
	last    place
}

// place is where the references and uses of a sink were last looked at.
type place struct {
	sink      *flow.Sink
	use, part int
}

// classes gives what is known of what a reference renders to.
func (c *checker) classes(s *flow.Sink, ref *template.Reference) []class {
	return filtered(c.head(s, ref), ref.Filters)
}

// head gives what is known of a value before its filters.
func (c *checker) head(s *flow.Sink, ref *template.Reference) []class {
	h := &ref.Head
	switch {
	case h.Quoted:
		return []class{{kind: fixed, values: []string{h.Text}}}
	case h.Root == "now":
		return []class{{kind: characters, set: pattern.Of(digits + "-+:T")}}
	case h.Root == "page":
		return []class{{kind: characters, set: pattern.Of(letters + digits + "-.:/")}}
	}
	use := c.useOf(s, ref)
	if use == nil || !use.Has(flow.Param) || use.Has(flow.Resp, flow.Secret) {
		return []class{{free: "the site says what it is"}}
	}
	v := c.origins.Head(s.Step, h)
	if v.Schema == nil && v.Items != nil {
		return classesOf(c.schema, v.Items)
	}
	if v.Items != nil && joined(ref) {
		return classesOf(c.schema, v.Items)
	}
	return classesOf(c.schema, v.Schema)
}

// joined reports whether a list is made a text of its items.
func joined(ref *template.Reference) bool {
	return slices.ContainsFunc(ref.Filters, func(call template.Call) bool { return call.Name == "join" })
}

// useOf gives what a reference reads; nil for a constant. The references of a
// template are asked for in their order.
func (c *checker) useOf(s *flow.Sink, ref *template.Reference) *flow.Use {
	if c.last.sink != s {
		c.last = place{sink: s}
	}
	for range s.Uses {
		u := &s.Uses[c.last.use%len(s.Uses)]
		if u.Ref == ref {
			return u
		}
		c.last.use++
	}
	return nil
}

// last is the name of the filter that is applied last.
func last(ref *template.Reference) string {
	if len(ref.Filters) == 0 {
		return ""
	}
	return ref.Filters[len(ref.Filters)-1].Name
}

// report reports an error at a part of a template.
func (c *checker) report(check, name string, s *flow.Sink, span diag.Span, hint, format string, args ...any) {
	c.Report(lint.Finding{Check: check, Name: name, Node: s.Node, Span: s.Node.TextSpan(span.Start, span.End), Hint: hint,
		Message: "the step " + s.Step.ID + ": " + fmt.Sprintf(format, args...)})
}

// refSpan is the place of a reference, braces included.
func (c *checker) refSpan(s *flow.Sink, ref *template.Reference) diag.Span {
	if c.last.sink != s {
		c.last = place{sink: s}
	}
	parts := s.Template.Parts()
	for range parts {
		part := &parts[c.last.part%len(parts)]
		if part.Ref == ref {
			return part.Span
		}
		c.last.part++
	}
	return diag.Span{}
}

// show quotes a reference as it is written.
func (c *checker) show(s *flow.Sink, ref *template.Reference) string {
	span := c.refSpan(s, ref)
	return diag.Quote(s.Template.Source()[span.Start:span.End], 60)
}

// The sinks. What a probe must not hold in each.
var (
	controls = sync.OnceValue(func() pattern.CharSet {
		return pattern.Between(0, 0x1f).Union(pattern.Between(0x7f, 0x9f))
	})
	bidi = sync.OnceValue(func() pattern.CharSet {
		return pattern.Between(0x200e, 0x200f).Union(pattern.Between(0x202a, 0x202e)).Union(pattern.Between(0x2066, 0x2069))
	})
	inPath = sync.OnceValue(func() *sink {
		return &sink{name: "the path", bad: controls().Union(bidi()).Union(pattern.Of(`/\?#%`)), texts: []string{"../x", "..", ".", ""}}
	})
	inQuery = sync.OnceValue(func() *sink {
		return &sink{name: "the query", bad: controls().Union(bidi()).Union(pattern.Of(`&#+%`))}
	})
	inHeader = sync.OnceValue(func() *sink {
		return &sink{name: "a header", bad: controls().Union(pattern.Between(0x100, 0x10ffff))}
	})
	inString = sync.OnceValue(func() *sink {
		return &sink{name: "a JSON string", bad: pattern.Between(0, 0x1f).Union(pattern.Of(`"\`))}
	})
	inForm = sync.OnceValue(func() *sink {
		return &sink{name: "a form", bad: controls().Union(pattern.Of(`&=+%#; `))}
	})
)

// textInRef gives a text that a reference brings along and that would do harm
// where it lands.
func textInRef(t *recipe.Template, ref *template.Reference, where *sink) (written.Text, bool) {
	for _, text := range written.OfRef(t, ref) {
		if text.Shown() && text.Text != "" && where.badText(text.Text) {
			return text, true
		}
	}
	return written.Text{}, false
}
