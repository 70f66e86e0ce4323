package recipe

import (
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/typed"
)

func (c *checker) request(n *jsonval.Node, r *Request) {
	r.Node = n
	var method *jsonval.Node
	known := true
	c.Object(n, "`request`",
		typed.Optional("method", func(n *jsonval.Node) {
			method = n
			m, ok := c.oneOf(n, "`method`", "GET", "POST", "PUT", "PATCH", "DELETE")
			if known = ok; ok {
				r.Method = m
			}
		}),
		typed.Required("url", func(n *jsonval.Node) {
			if r.URL = c.template(n, "`url`"); r.URL != nil && r.URL.Source() == "" {
				c.At(codeValue, n, "write an address on a declared origin, or a path that begins with `/`", "`url` is empty")
				r.URL = nil
			}
		}),
		typed.Optional("query", func(n *jsonval.Node) { r.Query, r.HasQuery = c.leaves(n, "`query`"), true }),
		typed.Optional("headers", func(n *jsonval.Node) { r.Headers = c.headers(n) }),
		typed.Optional("json", func(n *jsonval.Node) { r.JSON = c.jsonBody(n) }),
		typed.Optional("form", func(n *jsonval.Node) { r.Form, r.HasForm = c.leaves(n, "`form`"), true }),
		typed.Optional("body", func(n *jsonval.Node) { r.Body = c.template(n, "`body`") }),
	)
	if known && (method != nil || !c.Strange(n)) {
		c.bodyRules(n, r, method)
	}
}

// bodyRules: at most one body, none on GET, and a type for a raw one.
func (c *checker) bodyRules(n *jsonval.Node, r *Request, method *jsonval.Node) {
	var bodies []*jsonval.Node
	for _, name := range []string{"json", "form", "body"} {
		if m := c.Member(n, name); m != nil {
			bodies = append(bodies, m)
		}
	}
	if len(bodies) == 0 {
		return
	}
	switch {
	case method == nil:
		c.AtKey(codeConflict, bodies[0], "add `\"method\": \"POST\"`; a GET puts its values into `query`", "a request without `method` is a GET, which has no `%s`", bodies[0].Key)
		return
	case r.Method == "GET":
		c.AtKey(codeConflict, bodies[0], "a GET puts its values into `query`", "a GET request has no `%s`", bodies[0].Key)
		return
	}
	if len(bodies) > 1 {
		d := c.AtKey(codeConflict, bodies[1], "keep one of them", "`%s` and `%s` exclude each other", bodies[0].Key, bodies[1].Key)
		d.Related = []diag.Related{{Span: bodies[0].KeySpan, Message: "the other one"}}
	}
	if m := c.Member(n, "body"); m != nil {
		for _, h := range r.Headers {
			if strings.EqualFold(h.Name, "content-type") {
				return
			}
		}
		c.AtKey(codeMissing, m, "add `\"headers\": {\"content-type\": \"…\"}`", "a raw `body` needs a `content-type` header")
	}
}

// leaves reads the members of a query or form.
func (c *checker) leaves(n *jsonval.Node, what string) []Leaf {
	if n.Kind != jsonval.Object {
		c.WrongType(n, what, "an object")
		return nil
	}
	what = "a value of " + what
	leaves := make([]Leaf, len(n.Children))
	for i, child := range n.Children {
		leaf := &leaves[i]
		leaf.Node, leaf.Name = child, child.Key
		if child.Kind != jsonval.Array {
			leaf.Values = c.scalars.Make(1)[:0]
			c.leaf(leaf, child, what)
			continue
		}
		leaf.Values = c.scalars.Make(len(child.Children))[:0]
		for _, item := range child.Children {
			c.leaf(leaf, item, what)
		}
	}
	return leaves
}

// leaf reads one value of a leaf.
func (c *checker) leaf(leaf *Leaf, n *jsonval.Node, what string) {
	if n.Kind == jsonval.Object || n.Kind == jsonval.Array {
		c.WrongType(n, what, "a template, a number, a boolean, null or a list of these")
		return
	}
	if s, ok := c.scalar(n, what); ok {
		leaf.Values = append(leaf.Values, s)
	}
}

// scalar reads a template or a constant.
func (c *checker) scalar(n *jsonval.Node, what string) (Scalar, bool) {
	if n.Kind != jsonval.String {
		return Scalar{Node: n, Constant: n.Value()}, true
	}
	t := c.template(n, what)
	return Scalar{Node: n, Template: t}, t != nil
}

func (c *checker) headers(n *jsonval.Node) []Header {
	if n.Kind != jsonval.Object {
		c.WrongType(n, "`headers`", "an object")
		return nil
	}
	headers := make([]Header, 0, len(n.Children))
	for _, child := range n.Children {
		for _, h := range headers {
			if strings.EqualFold(h.Name, child.Key) && h.Name != child.Key {
				c.AtKey(codeCase, child, "keep one of the two", "the header %s differs from %s only in case", diag.Quote(child.Key, 40), diag.Quote(h.Name, 40))
			}
		}
		_, err := fetch.CheckHeader(fetch.Field{Name: child.Key})
		switch {
		case strings.EqualFold(child.Key, "user-agent"):
			c.AtKey(codeHeader, child, "remove it; the engine sets its own", "a recipe cannot set the header %s", diag.Quote(child.Key, 60))
		case fetch.ForbiddenHeader(child.Key):
			c.AtKey(codeHeader, child, "remove it; a page's fetch cannot set it either", "a recipe cannot set the header %s", diag.Quote(child.Key, 60))
		case err != nil:
			c.AtKey(codeHeader, child, "a name is letters, digits and any of !#$%&'*+-.^_`|~", "%s is no header name", diag.Quote(child.Key, 60))
		}
		if t := c.template(child, "a header"); t != nil {
			headers = append(headers, Header{Node: child, Name: child.Key, Template: t})
		}
	}
	return headers
}

// jsonBody reads a JSON body: templates in every string.
func (c *checker) jsonBody(n *jsonval.Node) *Body {
	b := c.bodies.New()
	b.Kind = n.Kind
	switch n.Kind {
	case jsonval.Array:
		b.Items = make([]*Body, 0, len(n.Children))
		for _, child := range n.Children {
			b.Items = append(b.Items, c.jsonBody(child))
		}
	case jsonval.Object:
		b.Members = make([]BodyMember, 0, len(n.Children))
		for _, child := range n.Children {
			b.Members = append(b.Members, BodyMember{child.Key, c.jsonBody(child)})
		}
	default:
		b.Scalar, _ = c.scalar(n, "a string of `json`")
	}
	return b
}

// stepRules checks what the members of a step say together.
func (c *checker) stepRules(s *Step) {
	n := s.Node
	if s.Write && s.ReadOnlyPost {
		c.AtKey(codeConflict, c.Member(n, "read_only_post"), "keep the one that is true", "`write` and `read_only_post` exclude each other")
	}
	if s.Foreach != nil && s.Extract != nil && contains(s.Extract.Order, s.Foreach.As) {
		c.At(codeDuplicate, c.Member(s.Foreach.Node, "as"), "rename one of them", "`foreach.as` and an extract are both named %s", diag.Quote(s.Foreach.As, 40))
	}
	c.parseRules(s)
}

// parseRules: extract kinds that the step's own `parse` rules out.
func (c *checker) parseRules(s *Step) {
	if s.Extract == nil || s.ExtractNode == nil {
		return
	}
	read := s.Parse
	if read == "auto" && s.Expect.ContentType != "" {
		read = s.Expect.ContentType
	}
	for _, kind := range s.ExtractNode.Children {
		fits := true
		switch kind.Key {
		case "json":
			fits = read != "html" && read != "turbo_stream"
		case "html", "html_items", "embedded_json":
			fits = read != "json" && read != "text"
		}
		if !fits {
			c.AtKey(codeConflict, kind, "change `parse`, or extract by another kind", "`extract.%s` finds nothing in a body that is read as %s", kind.Key, read)
		}
	}
}

// effects checks what the whole recipe says of writing.
func (c *checker) effects(root *jsonval.Node) {
	r := c.r
	writes := false
	ids := map[string]bool{}
	for _, s := range r.Steps {
		if s.ID != "" {
			ids[s.ID] = true
		}
		if s.Write {
			writes = true
			if r.Effect == "read" && !s.ReadOnlyPost {
				c.AtKey(codeConflict, c.Member(s.Node, "write"), "set `effect` to `write`, or remove it", "a recipe with `effect: read` has no step with `write: true`")
			}
		}
	}
	for _, s := range r.Steps {
		if s.Foreach != nil && ids[s.Foreach.As] {
			c.At(codeDuplicate, c.Member(s.Foreach.Node, "as"), "rename it", "`foreach.as` is the id of a step: %s", diag.Quote(s.Foreach.As, 40))
		}
	}
	confirm := c.Member(root, "confirm")
	switch {
	case r.Effect == "write" && confirm == nil:
		c.Lacks(root, "add `\"confirm\": {\"summary\": \"…\"}`", "a recipe with `effect: write` needs `confirm.summary`").Name = "missing-confirm"
	case r.Effect == "read" && confirm != nil:
		c.AtKey(codeConflict, confirm, "remove it", "a recipe with `effect: read` has no `confirm`")
	case r.Effect == "write" && len(r.Steps) > 0 && !writes && !c.lostWrite:
		c.At(codeConflict, c.Member(root, "effect"), "mark the step that writes with `\"write\": true`, or set `effect` to `read`", "`effect` is write, but no step has `write: true`")
	}
}

// urls holds every request's URL, as far as it is written out, to the declared
// origins. What templates add is judged when it is rendered.
func (c *checker) urls() {
	all := c.r.Steps
	if c.r.LoginCheck != nil {
		all = append([]*Step{c.r.LoginCheck}, all...)
	}
	origins := c.r.Origins()
	for _, s := range all {
		if s.Request.URL != nil {
			c.url(s.Request.URL, origins)
		}
	}
}

func (c *checker) url(t *Template, origins []string) {
	head := ""
	if parts := t.Parts(); len(parts) > 0 && parts[0].Ref == nil {
		head = parts[0].Text
	} else {
		return
	}
	if strings.HasPrefix(head, "/") {
		if len(head) > 1 && (head[1] == '/' || head[1] == '\\') {
			c.At(codeOrigin, t.Node, "a path begins with one `/`; an address with `https://`", "%s names another host, not a path of the site", diag.Quote(head, 60))
		}
		return
	}
	const scheme = "https://"
	if !strings.HasPrefix(head, scheme) {
		c.At(codeOrigin, t.Node, "write `https://…` or a path that begins with `/`", "`url` must be absolute or begin with `/`, not %s", diag.Quote(head, 60))
		return
	}
	host := head[len(scheme):]
	if end := strings.IndexAny(host, `/?#\`); end >= 0 {
		host = host[:end]
	} else if !t.IsLiteral() {
		return // the host goes on in a template
	}
	if len(c.r.Site.Origins) == 0 || c.lostOrigins {
		return // site.origins has its own finding
	}
	if !contains(origins, scheme+strings.ToLower(host)) {
		span := t.Node.TextSpan(0, len(scheme)+len(host))
		c.Span(codeOrigin, t.Node, span, "add it to `site.origins`, or write one of "+strings.Join(origins, ", "), "the origin %s is not among `site.origins`", diag.Quote(scheme+host, 80))
	}
}
