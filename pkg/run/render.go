package run

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/redact"
	"github.com/wield-run/wield/pkg/template"
)

// render makes the request of a step. What filters made of a secret becomes a
// secret too.
func (x *runner) render(step string, r *recipe.Request, s *scope) (*fetch.Request, *Failure) {
	req, f := x.renderRequest(step, r, s)
	if x.short.Load() {
		x.withhold(step, r, s, req)
	}
	return req, f
}

func (x *runner) renderRequest(step string, r *recipe.Request, s *scope) (*fetch.Request, *Failure) {
	u, f := x.renderURL(r, s)
	if f != nil {
		return nil, f
	}
	req := &fetch.Request{Step: step, Method: r.Method, URL: u}
	for _, h := range r.Headers {
		field, ok, f := x.renderHeader(h, s)
		if f != nil {
			return nil, f
		}
		if ok {
			req.Header = append(req.Header, field)
		}
	}
	contentType := ""
	switch {
	case r.JSON != nil:
		v, ok, f := x.renderBody(r.JSON, s)
		if f != nil {
			return nil, f
		}
		if !ok {
			v = jsonval.NullValue()
		}
		req.Body, contentType = jsonval.Append(nil, v), "application/json"
	case r.HasForm:
		pairs, f := x.renderLeaves(r.Form, s)
		if f != nil {
			return nil, f
		}
		req.Body, contentType = []byte(fetch.FormatQuery(pairs)), "application/x-www-form-urlencoded"
	case r.Body != nil:
		text, f := x.renderText(r.Body, s, "`body`")
		if f != nil {
			return nil, f
		}
		req.Body = []byte(jsonval.ToUTF8(text))
	}
	if _, set := req.Header.Get("content-type"); contentType != "" && !set {
		req.Header = append(req.Header, fetch.Field{Name: "content-type", Value: contentType})
	}
	if size := requestSize(req); size > maxRequest {
		return nil, &Failure{Outcome: LimitExceeded, Message: fmt.Sprintf("the request has %d bytes; it takes at most %d", size, maxRequest)}
	}
	return req, nil
}

func requestSize(r *fetch.Request) int {
	n := len(r.URL.String()) + len(r.Body)
	for _, f := range r.Header {
		n += len(f.Name) + len(f.Value)
	}
	return n
}

// renderText renders a template to text, and registers what it made of
// secrets.
func (x *runner) renderText(t *recipe.Template, s *scope, what string) (string, *Failure) {
	pieces, err := t.Pieces(s.env())
	if err != nil {
		return "", templateFailure(t, err, what)
	}
	var b strings.Builder
	for _, p := range pieces {
		s.noteSecret(p)
		b.WriteString(p.Text)
	}
	return b.String(), nil
}

// renderURL renders the URL, resolves it, and puts the query behind it.
func (x *runner) renderURL(r *recipe.Request, s *scope) (*fetch.URL, *Failure) {
	t := r.URL
	pieces, err := t.Pieces(s.env())
	if err != nil {
		return nil, templateFailure(t, err, "`url`")
	}
	raw, plain, f := x.joinURL(t, pieces, s)
	if f != nil {
		return nil, f
	}
	u, err := fetch.ParseURL(raw, x.page.base)
	if err != nil {
		return nil, &Failure{Outcome: TemplateFailed, Place: &t.Node.Span, Message: fmt.Sprintf("`url` gives %s, which is no URL", x.quote(raw, 200))}
	}
	if s.secretHost(pieces) {
		// As the URL parser spells it; a host of the recipe is none.
		x.o.Secrets.Add(u.Hostname(), redact.Options{Unless: []string{string(x.r.Source.Text)}})
	}
	// Whatever the parser made of the values: they stand where they were put.
	if p, err := fetch.ParseURL(plain, x.page.base); err != nil || strings.Count(p.Path(), "/") != strings.Count(u.Path(), "/") {
		return nil, &Failure{Outcome: TemplateFailed, Place: &t.Node.Span, Hint: "a value must not lead out of its folder",
			Message: fmt.Sprintf("a value changes the segments of the path: `url` gives %s", x.quote(u.String(), 200))}
	}
	if !r.HasQuery {
		return u, nil
	}
	pairs, f := x.renderLeaves(r.Query, s)
	if f != nil {
		return nil, f
	}
	return fetch.AppendQuery(u, pairs), nil
}

// joinURL joins the pieces of a URL. A value may change the URL only where it
// stands: in the path it adds no segment and no query, in the query no
// parameter, unless the template says so by the filters `encode` and `path`.
// plain is the URL with a letter for each value that must not change the
// number of segments.
func (x *runner) joinURL(t *recipe.Template, pieces []template.Piece, s *scope) (raw, plain string, f *Failure) {
	refuse := func(p template.Piece, why, hint string) *Failure {
		span := t.Node.TextSpan(p.Part.Span.Start, p.Part.Span.End)
		return &Failure{Outcome: TemplateFailed, Place: &span, Hint: hint,
			Message: fmt.Sprintf("in `url` the value %s %s", x.quote(p.Text, 100), why)}
	}
	var url, letters strings.Builder
	inQuery := false
	for _, p := range pieces {
		s.noteSecret(p)
		if p.Part.Ref == nil {
			url.WriteString(p.Text)
			letters.WriteString(p.Text)
			inQuery = inQuery || strings.ContainsAny(p.Text, "?#")
			continue
		}
		if p.Missing && !inQuery {
			return "", "", refuse(p, "is missing", "use `default:'…'`, or a `when` that skips the step")
		}
		root := p.Part.Ref.Head.Root
		foreign := root == "params" || root == "steps" || root == "vars" || s.alias != "" && root == s.alias
		encoded, pathed := filtered(p.Part.Ref, "encode"), filtered(p.Part.Ref, "path")
		switch {
		case !foreign || p.Part.Ref.Head.Quoted || pathed && !inQuery:
		case inQuery && !encoded && strings.ContainsAny(p.Text, "&#+"):
			return "", "", refuse(p, "adds a `&`, `#` or `+` to the query", "use the filter `encode`, or put it into `query`")
		case !inQuery && !encoded && root != "params" && root != "vars" && behindOrigin(url.String()):
			// A link that a response gave: it may lead anywhere on the origin.
			if strings.ContainsAny(p.Text, `\#`) {
				return "", "", refuse(p, "adds a `\\` or `#` to the address", "use the filter `path`")
			}
		case !inQuery && !encoded && strings.ContainsAny(p.Text, `/\?#`):
			return "", "", refuse(p, "adds a `/`, `\\`, `?` or `#` to the path", "use the filter `encode`; for a whole link, `path`")
		}
		if foreign && !inQuery && !pathed && dotSegments(url.String(), p.Text) {
			return "", "", refuse(p, "adds a `.` or `..` segment to the path", "a value must not lead out of its folder")
		}
		free := !foreign || pathed || inQuery || root != "params" && root != "vars" && behindOrigin(url.String())
		if free || p.Part.Ref.Head.Quoted {
			letters.WriteString(p.Text)
		} else {
			letters.WriteString("x")
		}
		inQuery = inQuery || strings.Contains(p.Text, "?")
		url.WriteString(p.Text)
	}
	return url.String(), letters.String(), nil
}

// quote gives a value for a message: redacted, cut, escaped, in quotes.
func (x *runner) quote(s string, max int) string { return diag.Quote(x.o.Secrets.Text(s), max) }

// secretHost reports whether a secret stands in the host of a URL.
func (s *scope) secretHost(pieces []template.Piece) bool {
	before := ""
	for _, p := range pieces {
		if p.Part.Ref != nil && s.isSecret(p.Part.Ref) && inHost(before) {
			return true
		}
		before += p.Text
	}
	return false
}

// inHost reports whether what follows belongs to the host of a URL.
func inHost(before string) bool {
	scheme, host, ok := strings.Cut(before, "//")
	return ok && (scheme == "" || strings.HasSuffix(scheme, ":")) && !strings.ContainsAny(scheme+host, `/\?#`)
}

func filtered(ref *template.Reference, name string) bool {
	for _, c := range ref.Filters {
		if c.Name == name {
			return true
		}
	}
	return false
}

// behindOrigin reports whether nothing but an origin, or nothing at all,
// stands in front.
func behindOrigin(before string) bool {
	host, ok := strings.CutPrefix(before, "https://")
	return before == "" || ok && host != "" && !strings.ContainsAny(host, `/\?#`)
}

// dotSegments reports whether a text that is put behind a path makes or
// touches a segment that means this folder or the one above, in any spelling:
// the URL parser drops tabs and line breaks, and trims controls and spaces.
func dotSegments(before, text string) bool {
	if i := strings.LastIndexAny(before, `/\`); i >= 0 {
		before = before[i+1:]
	}
	joined := strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(before + text)
	if i := strings.IndexAny(joined, "?#"); i >= 0 {
		joined = joined[:i]
	}
	for _, segment := range strings.FieldsFunc(joined, func(r rune) bool { return r == '/' || r == '\\' }) {
		segment = strings.TrimFunc(segment, func(r rune) bool { return r <= ' ' })
		plain := strings.NewReplacer("%2e", ".", "%2E", ".").Replace(segment)
		if plain == "." || plain == ".." {
			return true
		}
	}
	return false
}

// renderLeaves renders a query or form: missing values and null are dropped,
// lists repeat the name.
func (x *runner) renderLeaves(leaves []recipe.Leaf, s *scope) ([]fetch.Pair, *Failure) {
	var pairs []fetch.Pair
	for _, leaf := range leaves {
		for _, scalar := range leaf.Values {
			v, ok, f := x.renderScalar(scalar, s, "`"+leaf.Name+"`")
			if f != nil {
				return nil, f
			}
			if !ok {
				continue
			}
			var err error
			if pairs, err = fetch.AppendValue(pairs, leaf.Name, v); err != nil {
				f := x.fetchFailureOf(err)
				f.Place = &scalar.Node.Span
				return nil, f
			}
		}
	}
	return pairs, nil
}

// fetchFailureOf is the failure of a request that could not be made.
func (x *runner) fetchFailureOf(err error) *Failure {
	f := &Failure{Outcome: TemplateFailed, Message: err.Error()}
	if failed, ok := err.(*fetch.Error); ok {
		f.Outcome, f.Hint = OutcomeOf(failed.Reason), failed.Hint
	}
	return f
}

// renderScalar renders a template or gives the constant; ok is false where the
// value is missing.
func (x *runner) renderScalar(c recipe.Scalar, s *scope, what string) (jsonval.Value, bool, *Failure) {
	if c.Template == nil {
		return c.Constant, true, nil
	}
	if c.Template.IsSingle() {
		v, ok, err := c.Template.Value(s.env())
		if err != nil {
			return jsonval.Value{}, false, templateFailure(c.Template, err, what)
		}
		if ref := c.Template.Parts()[0].Ref; s.isSecret(ref) && v.Kind() == jsonval.String {
			x.addSecret(v.Str(), s.secretOptions(ref))
		}
		return v, ok, nil
	}
	text, f := x.renderText(c.Template, s, what)
	return jsonval.StringValue(text), true, f
}

// renderHeader renders a header; ok is false where its value is missing.
func (x *runner) renderHeader(h recipe.Header, s *scope) (fetch.Field, bool, *Failure) {
	what := "the header `" + h.Name + "`"
	if h.Template.IsSingle() {
		v, ok, err := h.Template.Value(s.env())
		if err != nil {
			return fetch.Field{}, false, templateFailure(h.Template, err, what)
		}
		if !ok || v.IsNull() {
			return fetch.Field{}, false, nil
		}
	}
	text, f := x.renderText(h.Template, s, what)
	if f != nil {
		return fetch.Field{}, false, f
	}
	field, err := fetch.CheckHeader(fetch.Field{Name: h.Name, Value: text})
	if err != nil {
		f := x.fetchFailureOf(err)
		f.Place = &h.Node.Span
		return fetch.Field{}, false, f
	}
	return field, true, nil
}

// renderBody renders a JSON body: missing members are dropped, missing
// elements are null.
func (x *runner) renderBody(b *recipe.Body, s *scope) (jsonval.Value, bool, *Failure) {
	switch b.Kind {
	case jsonval.Array:
		items := make([]jsonval.Value, 0, len(b.Items))
		for _, item := range b.Items {
			v, _, f := x.renderBody(item, s)
			if f != nil {
				return jsonval.Value{}, false, f
			}
			items = append(items, v)
		}
		return jsonval.ArrayValue(items), true, nil
	case jsonval.Object:
		var object jsonval.Builder
		for _, m := range b.Members {
			v, ok, f := x.renderBody(m.Body, s)
			if f != nil {
				return jsonval.Value{}, false, f
			}
			if ok {
				object.Set(m.Name, v)
			}
		}
		return object.Value(), true, nil
	}
	return x.renderScalar(b.Scalar, s, "`json`")
}
