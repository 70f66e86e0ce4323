package s06

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/graphql"
	"github.com/wield-run/wield/lint/internal/fields"
	"github.com/wield-run/wield/lint/words"
	"github.com/wield-run/wield/pkg/diag"
)

// graphql finds operations that change something, and documents that only a
// run completes.
func (c *checker) graphql() {
	for i := range c.fields {
		f := &c.fields[i]
		if f.Holder {
			continue
		}
		if c.changes(f) {
			continue
		}
		if f.Constant() || f.Nested && !c.document(f) {
			continue
		}
		if c.document(f) || c.openText(f) {
			c.at(f, "graphql", "open-document", diag.Error, "write the query out, and give it values by `variables`",
				"a template stands in the GraphQL text of the step %s, so nobody knows before a run what it does", c.name())
		}
	}
}

// changes reports an operation that changes something.
func (c *checker) changes(f *fields.Field) bool {
	for text := range c.texts(f) {
		if !graphql.MayChange(text) || !words.In(words.GraphQLText, strings.ToLower(f.Name)) && !graphql.Is(text) {
			continue
		}
		for _, op := range graphql.Operations(text) {
			if !op.Changes() {
				continue
			}
			span := f.Span
			if f.Sink != nil && f.Sink.Template != nil && f.Sink.Template.IsLiteral() && !f.Nested && !f.InURL {
				span = f.Node.TextSpan(op.Start, op.End)
			}
			at := *f
			at.Span = span
			c.at(&at, "graphql", "graphql-"+op.Type, diag.Error, honest, "the step %s sends the GraphQL %s %s", c.name(), op.Type, diag.Quote(op.Name, 60))
			return true
		}
	}
	return false
}

// document reports whether a field carries the text of a GraphQL document.
func (c *checker) document(f *fields.Field) bool {
	if f.Holder {
		return false
	}
	return graphql.Is(strings.TrimSpace(f.Text)) || strings.Contains(f.Text, "{") && words.In(words.GraphQLText, strings.ToLower(f.Name)) && len(graphql.Operations(f.Text)) > 0
}

// openText reports whether a field that only a run fills is the text of a
// GraphQL document: its name and its surroundings say so. A member `query` that
// is filled from a param is a search like any other; one that is filled from
// a response, in a body, is not.
func (c *checker) openText(f *fields.Field) bool {
	if !words.In(words.GraphQLText, strings.ToLower(f.Name)) {
		return false
	}
	if c.service() || c.group().beside[f.Group] {
		return true
	}
	body := f.Sink != nil && (f.Sink.Kind == flow.JSON || f.Sink.Kind == flow.Form)
	return body && slices.ContainsFunc(f.Uses, func(u flow.Use) bool { return u.Has(flow.Resp, flow.Secret) })
}

// service reports whether the request goes to a GraphQL service by its path.
func (c *checker) service() bool {
	for _, sink := range c.sinks {
		for i := range sink.Parts {
			part := &sink.Parts[i]
			if part.Ref != nil || part.Region != flow.Path {
				continue
			}
			lower := strings.ToLower(part.Text)
			if strings.Contains(lower, "graphql") || strings.Contains(lower, "gql") && slices.Contains(words.Split(lower), "gql") {
				return true
			}
		}
	}
	return false
}
