// Package fields gives what a request sends as names and texts, wherever it
// stands: in the query, also where it is written in the URL, in a form, in
// JSON, in a raw body, and in JSON that is the text of another field.
package fields

import (
	"strings"

	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/template"
)

// Hole stands in a text for a reference whose value only a run gives.
const Hole = "\uFFFC"

// Field is one name with its text, or a name that holds further ones.
type Field struct {
	Name   string // "" for an item of a list at the top, and for a text without a name
	Text   string // Hole for each value of a run; of a Holder empty
	Holder bool   // an object or a list
	InURL  bool   // it is written in the URL
	Nested bool   // it stands in a text: of a raw body, or of another field
	Group  int    // fields of one object have the same; the groups of a request begin at 0
	Outer  int    // the group that the group stands in; -1 at the top
	Sink   *flow.Sink
	Span   diag.Span     // in the file: the characters, or all that the field was read from
	Node   *jsonval.Node // what the span is a part of
	Uses   []flow.Use    // what the text reads; nil where Nested
}

// Constant reports whether the text is known before a run.
func (f *Field) Constant() bool { return !f.Holder && !strings.Contains(f.Text, Hole) }

// reader collects the fields of one request.
type reader struct {
	all    []Field
	groups int
}

// maxNesting is how deep JSON inside of texts inside of JSON is read.
const maxNesting = 3

// Of gives the fields of a request from its sinks.
func Of(sinks []*flow.Sink) []Field {
	count := 0
	for _, s := range sinks {
		switch s.Kind {
		case flow.Query, flow.Form, flow.Body, flow.JSON:
			count++
		}
	}
	r := &reader{all: make([]Field, 0, count)}
	var byNode map[*jsonval.Node]*flow.Sink
	var json *jsonval.Node
	query, form := -1, -1
	for _, s := range sinks {
		switch s.Kind {
		case flow.URL:
			r.url(s, &query)
		case flow.Query:
			r.leaf(s, &query)
		case flow.Form:
			r.leaf(s, &form)
		case flow.Body:
			r.body(s)
		case flow.JSON:
			if byNode == nil {
				byNode = map[*jsonval.Node]*flow.Sink{}
				json = s.Step.Request.Node.Member("json")
			}
			byNode[s.Node] = s
		}
	}
	if json != nil {
		r.tree(json, "", r.group(), -1, byNode)
	}
	return r.all
}

func (r *reader) group() int {
	r.groups++
	return r.groups - 1
}

func (r *reader) add(f Field) {
	r.all = append(r.all, f)
	if !f.Holder {
		r.inside(&f, 0)
	}
}

// leaf adds a value of a query or form.
func (r *reader) leaf(s *flow.Sink, group *int) {
	if *group < 0 {
		*group = r.group()
	}
	r.add(Field{Name: s.Key, Text: textOf(s), Group: *group, Outer: -1, Sink: s, Span: s.Node.Span, Node: s.Node, Uses: s.Uses})
}

// textOf is what a sink sends, as far as it is known.
func textOf(s *flow.Sink) string {
	if s.Template == nil {
		switch s.Constant.Kind() {
		case jsonval.Null:
			return ""
		case jsonval.String:
			return s.Constant.Str()
		}
		return jsonval.Stringify(s.Constant)
	}
	return Text(s.Template.Template, Hole)
}

// Text is what a template says whatever the values of a run are: its own text,
// and the references that read nothing. For each other one stands the hole.
func Text(t *template.Template, hole string) string {
	parts := t.Parts()
	if len(parts) == 1 {
		return says(t, &parts[0], hole)
	}
	var b strings.Builder
	for i := range parts {
		b.WriteString(says(t, &parts[i], hole))
	}
	return b.String()
}

// says is what one part of a template says.
func says(t *template.Template, part *template.Part, hole string) string {
	if part.Ref == nil {
		return part.Text
	}
	if text, ok := t.Constant(part); ok || part.Ref.Head.Quoted {
		return text
	}
	return hole
}

// url adds what stands behind the "?" of a URL.
func (r *reader) url(s *flow.Sink, group *int) {
	text := ""
	span := diag.Span{Start: -1}
	for i := range s.Parts {
		part := &s.Parts[i]
		if part.Region != flow.QueryPart {
			continue
		}
		if span.Start < 0 {
			span.Start = part.Span.Start
		}
		span.End = part.Span.End
		text += says(s.Template.Template, &template.Part{Text: part.Text, Ref: part.Ref}, Hole)
	}
	if text == "" {
		return
	}
	if *group < 0 {
		*group = r.group()
	}
	at := s.Node.TextSpan(span.Start, span.End)
	for _, pair := range fetch.ParseQuery(strings.TrimPrefix(text, "?")) {
		r.add(Field{Name: pair.Name, Text: pair.Value, Group: *group, Outer: -1, Sink: s, Span: at, Node: s.Node, InURL: true, Uses: s.Uses})
	}
}

// tree adds the members of a JSON body.
func (r *reader) tree(n *jsonval.Node, name string, group, outer int, sinks map[*jsonval.Node]*flow.Sink) {
	switch n.Kind {
	case jsonval.Object:
		inner := r.group()
		r.add(Field{Name: name, Holder: true, Group: group, Outer: outer, Span: n.Span, Node: n})
		for _, c := range n.Children {
			r.tree(c, c.Key, inner, group, sinks)
		}
	case jsonval.Array:
		r.add(Field{Name: name, Holder: true, Group: group, Outer: outer, Span: n.Span, Node: n})
		for _, c := range n.Children {
			r.tree(c, name, group, outer, sinks)
		}
	default:
		if s := sinks[n]; s != nil {
			r.add(Field{Name: name, Text: textOf(s), Group: group, Outer: outer, Sink: s, Span: n.Span, Node: n, Uses: s.Uses})
		}
	}
}

// body adds a raw body: its whole text, and what it is read as.
func (r *reader) body(s *flow.Sink) {
	f := Field{Text: textOf(s), Group: r.group(), Outer: -1, Sink: s, Span: s.Node.Span, Node: s.Node, Uses: s.Uses}
	r.add(f)
	if !strings.HasPrefix(strings.TrimSpace(f.Text), "{") && strings.Contains(f.Text, "=") && !strings.ContainsAny(f.Text, "\n<") {
		group := r.group()
		for _, pair := range fetch.ParseQuery(f.Text) {
			field := Field{Name: pair.Name, Text: pair.Value, Group: group, Outer: f.Group, Sink: s, Span: f.Span, Node: s.Node, Nested: true}
			r.all = append(r.all, field)
			r.inside(&field, 1)
		}
	}
}

// inside adds what stands in a text that is JSON.
func (r *reader) inside(f *Field, depth int) {
	text := strings.TrimSpace(f.Text)
	if depth >= maxNesting || text == "" || text[0] != '{' && text[0] != '[' {
		return
	}
	for _, hole := range []string{Hole, "0", `"` + Hole + `"`} {
		v, err := jsonval.ParseString(strings.ReplaceAll(text, Hole, hole))
		if err != nil {
			continue
		}
		r.value(v, Field{Name: f.Name, Group: f.Group, Outer: f.Outer, Sink: f.Sink, Span: f.Span, Node: f.Node, InURL: f.InURL, Nested: true}, depth)
		return
	}
}

func (r *reader) value(v jsonval.Value, f Field, depth int) {
	switch v.Kind() {
	case jsonval.Object:
		group := r.group()
		for _, m := range v.Members() {
			inner := f
			inner.Name, inner.Group, inner.Outer = m.Key, group, f.Group
			inner.Holder = m.Value.Kind() == jsonval.Object || m.Value.Kind() == jsonval.Array
			if inner.Holder {
				r.all = append(r.all, inner)
				inner.Holder = false
			}
			r.value(m.Value, inner, depth)
		}
	case jsonval.Array:
		for _, item := range v.Items() {
			r.value(item, f, depth)
		}
	default:
		f.Text = v.Str()
		if v.Kind() != jsonval.String {
			f.Text = jsonval.Stringify(v)
		}
		r.all = append(r.all, f)
		r.inside(&f, depth+1)
	}
}
