package draft

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/lint/graphql"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
)

// operation is what a GraphQL text asks for.
type operation uint8

const (
	notGraphQL operation = iota
	asks
	changes
)

// body drafts the body of a request, and gives the content type that it must
// name itself.
func (d *drafter) body(r *Request, b *jsonval.Builder) string {
	if r.Method == "GET" || r.Method == "HEAD" || r.Body == "" && r.Pairs == nil {
		return ""
	}
	whole := r.MIME
	if !printable(whole) {
		whole = "" // no field can have this value
	}
	mime, _, _ := strings.Cut(strings.ToLower(whole), ";")
	mime = strings.TrimSpace(mime)
	v, err := jsonval.ParseString(r.Body)
	switch {
	case r.Pairs != nil:
		b.Set("form", d.pairs(r.Pairs, "the form"))
	case err == nil && (strings.HasSuffix(mime, "json") || mime == "" || mime == "text/plain" && v.Kind() != jsonval.Number):
		b.Set("json", d.json(v))
		if mime != "application/json" && mime != "" {
			return whole
		}
	case mime == "application/x-www-form-urlencoded", mime == "" && strings.Contains(r.Body, "="):
		b.Set("form", d.pairs(fetch.ParseQuery(r.Body), "the form"))
	default:
		if strings.HasPrefix(mime, "multipart/") {
			d.note("the body is multipart/form-data and stands in the recipe as it was sent; a form is easier to keep, if the site takes one")
		}
		b.Set("body", text(escapeTemplate(r.Body)))
		if mime == "" {
			return "text/plain"
		}
		return whole
	}
	return ""
}

// json drafts a JSON body. Of a GraphQL request only the variables are values.
func (d *drafter) json(v jsonval.Value) jsonval.Value {
	query := v.Field("query")
	if document := query.Str(); v.Kind() == jsonval.Object && graphql.Is(document) {
		d.asked.graphql = asks
		if slices.ContainsFunc(graphql.Operations(document), func(o graphql.Operation) bool { return o.Changes() }) {
			d.asked.graphql = changes
		}
		var b jsonval.Builder
		for _, m := range v.Members() {
			if m.Key == "variables" {
				d.all = true
				b.Set(m.Key, d.part("", "", m.Value, 0))
				d.all = false
				continue
			}
			b.Set(m.Key, constant(m.Value))
		}
		return b.Value()
	}
	return d.part("", "", v, 0)
}

// part drafts a value inside of a JSON body.
func (d *drafter) part(name, parent string, v jsonval.Value, depth int) jsonval.Value {
	switch {
	case depth > maxLevels:
		return constant(v)
	case v.Kind() == jsonval.Object:
		var b jsonval.Builder
		for _, m := range v.Members() {
			if credential(m.Key, m.Value.Str()) {
				d.asked.login = true
				d.note("the body's member %s looks like a credential and was left out; if the site asks for it, read it with auth.derive", m.Key)
				continue
			}
			b.Set(m.Key, d.part(m.Key, name, m.Value, depth+1))
		}
		return b.Value()
	case v.Kind() == jsonval.Array && !scalars(v):
		items := make([]jsonval.Value, v.Len())
		for i, item := range v.Items() {
			if item.Kind() == jsonval.Object || item.Kind() == jsonval.Array {
				items[i] = d.part(name, parent, item, depth+1)
			} else {
				items[i] = constant(item)
			}
		}
		return jsonval.ArrayValue(items)
	case name == "" || v.IsNull() || v.Kind() == jsonval.Array && v.Len() == 0:
		return constant(v)
	}
	return d.value(name, parent, v, true)
}

func scalars(v jsonval.Value) bool {
	for _, item := range v.Items() {
		if item.Kind() != v.At(0).Kind() || item.Kind() != jsonval.String && item.Kind() != jsonval.Number {
			return false
		}
	}
	return true
}

// constant writes a value that holds no template.
func constant(v jsonval.Value) jsonval.Value {
	return jsonval.MapStrings(v, func(s string) jsonval.Value { return text(escapeTemplate(s)) })
}
