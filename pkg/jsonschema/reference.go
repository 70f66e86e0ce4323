package jsonschema

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// draft is the URI of the metaschema.
const draft = "https://json-schema.org/draft/2020-12/schema"

// pendingRef is a reference that waits until the whole document is known.
type pendingRef struct {
	from    *subschema
	at      *jsonval.Node // the value of $ref or $dynamicRef
	dynamic bool
}

// identify reads the keywords that give a schema its names: $schema, $id,
// $anchor and $dynamicAnchor.
func (c *compiler) identify(s *subschema) {
	n := s.at
	if id := n.Member("$id"); id != nil && id.Kind == jsonval.String {
		uri, fragment, ok := resolveURI(s.resource.uri, id.Str)
		switch {
		case !ok:
			c.misuse(id, "a URI", "")
		case fragment != "":
			c.misuse(id, "a URI without a fragment", "a name inside the document is `$anchor`")
		default:
			if other := c.resources[uri]; other != nil && other.root != n {
				c.report("P2", "keyword-value", diag.Error, id, id.Span, "the `$id` "+quote(uri)+" stands twice", "give each schema its own")
			}
			if s.resource.root == n {
				s.resource.uri = uri
			} else {
				s.resource = &resource{uri: uri, root: n, lax: s.resource.lax}
			}
			c.addResource(s.resource)
		}
	}
	if schema := n.Member("$schema"); schema != nil && schema.Kind == jsonval.String {
		c.metaschema(s, schema)
	}
	if a := n.Member("$anchor"); a != nil && a.Kind == jsonval.String {
		c.anchor(s, a)
	}
	if a := n.Member("$dynamicAnchor"); a != nil && a.Kind == jsonval.String && c.anchor(s, a) {
		s.anchor = a.Str
		if s.resource.dynamic == nil {
			s.resource.dynamic = map[string]*subschema{}
		}
		s.resource.dynamic[a.Str] = s
	}
}

func (c *compiler) anchor(s *subschema, a *jsonval.Node) bool {
	for i := range len(a.Str) {
		b := a.Str[i]
		if !(b|0x20 >= 'a' && b|0x20 <= 'z' || b == '_' || i > 0 && (b >= '0' && b <= '9' || b == '-' || b == '.')) {
			c.misuse(a, "a name of letters, digits, `-`, `_` and `.`", "")
			return false
		}
	}
	if a.Str == "" {
		c.misuse(a, "a name", "")
		return false
	}
	if s.resource.anchors == nil {
		s.resource.anchors = map[string]*jsonval.Node{}
	}
	if other := s.resource.anchors[a.Str]; other != nil && other != s.at {
		c.report("P2", "keyword-value", diag.Error, a, a.Span, "the anchor "+quote(a.Str)+" stands twice", "give each schema its own")
		return false
	}
	s.resource.anchors[a.Str] = s.at
	return true
}

// metaschema reads $schema: the draft, or (in tests) a metaschema whose
// vocabularies say which keywords are in force.
func (c *compiler) metaschema(s *subschema, n *jsonval.Node) {
	uri := strings.TrimSuffix(n.Str, "#")
	if uri == draft {
		return
	}
	if c.load != nil {
		if meta, ok := c.load(uri); ok {
			vocabularies := meta.Member("$vocabulary")
			s.resource.lax = vocabularies != nil && vocabularies.Member("https://json-schema.org/draft/2020-12/vocab/validation") == nil
			return
		}
	}
	c.report("P2", "keyword-value", diag.Error, n, n.Span, quote(n.Str)+" is not the draft that is read here",
		"leave `$schema` out, or write "+quote(draft))
}

// resolveURI resolves a reference against a base, and parts it from its
// fragment.
func resolveURI(base, reference string) (uri, fragment string, ok bool) {
	reference, fragment, _ = strings.Cut(reference, "#")
	if reference == "" {
		return base, fragment, true
	}
	r, err := url.Parse(reference)
	if err != nil {
		return "", "", false
	}
	b, err := url.Parse(base)
	if err != nil {
		return "", "", false
	}
	return b.ResolveReference(r).String(), fragment, true
}

// resolve binds the pending references. Documents that they lead to may bring
// more.
func (c *compiler) resolve() {
	for len(c.pending) > 0 {
		p := c.pending[0]
		c.pending = c.pending[1:]
		c.foreign = p.from.resource.foreign
		target := c.find(p)
		if target == nil {
			continue
		}
		if !p.dynamic {
			p.from.ref = target
			continue
		}
		p.from.dynamic = &dynamicRef{initial: target}
		if _, fragment, _ := strings.Cut(p.at.Str, "#"); target.anchor != "" && target.anchor == fragment {
			p.from.dynamic.anchor = fragment
		}
	}
}

// find gives the schema that a reference names; nil, and a finding (P3), where
// there is none.
func (c *compiler) find(p pendingRef) *subschema {
	fail := func(message, hint string) *subschema {
		c.report("P3", "schema-reference", diag.Error, p.at, p.at.Span, message, hint)
		return nil
	}
	uri, fragment, ok := resolveURI(p.from.resource.uri, p.at.Str)
	if !ok {
		return fail(quote(p.at.Str)+" is not a URI", "a schema of this document is `#/$defs/name`")
	}
	r := p.from.resource
	if uri != r.uri {
		if r = c.resource(uri); r == nil {
			return fail(quote(p.at.Str)+" leads out of this schema, and nothing is fetched", "put that schema into `$defs`, and write `#/$defs/name`")
		}
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		return fail(quote(p.at.Str)+" has a `%` that begins no escape", "a `%` itself is written `%25`")
	}
	if fragment != "" && fragment[0] != '/' {
		if n := r.anchors[fragment]; n != nil {
			return c.schemaAt(n, r)
		}
		hint := "a schema in `$defs` is `#/$defs/" + diag.Escape(fragment) + "`"
		if defs := r.root.Member("$defs"); defs.Member(fragment) == nil {
			hint = "no schema has this `$anchor`"
		}
		return fail("there is no anchor "+quote(fragment), hint)
	}
	n := r.root
	var tokens []string
	if fragment != "" {
		tokens = strings.Split(fragment[1:], "/")
	}
	for _, token := range tokens {
		token = unescapeToken(token)
		next := n.At(token)
		if next == nil {
			return fail(fmt.Sprintf("%s leads nowhere: there is no %s", quote(p.at.Str), quote(token)), nearHint(n, token))
		}
		n = next
	}
	if n.Kind != jsonval.Object && n.Kind != jsonval.Bool {
		return fail(quote(p.at.Str)+" leads to "+showTyped(n.Value())+", which is not a schema", "")
	}
	return c.schemaAt(n, r)
}

func nearHint(n *jsonval.Node, token string) string {
	if n.Kind != jsonval.Object {
		return ""
	}
	var known []string
	for _, m := range n.Children {
		known = append(known, m.Key)
	}
	if near := diag.Nearest(token, known); near != "" {
		return "did you mean " + quote(near) + "?"
	}
	return ""
}

func unescapeToken(s string) string {
	if strings.IndexByte(s, '~') < 0 {
		return s
	}
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(s)
}

// resource finds a document or an embedded schema by its URI.
func (c *compiler) resource(uri string) *resource {
	if r := c.resources[uri]; r != nil {
		return r
	}
	root, ok := metaschemaNode(uri)
	if !ok && c.load != nil {
		root, ok = c.load(uri)
	}
	if !ok {
		return nil
	}
	defer c.inForeign(true)()
	c.document(root, uri)
	return c.resources[uri]
}

// schemaAt gives the subschema of a node. A node that is in no keyword's place
// for schemas is compiled when a reference leads to it.
func (c *compiler) schemaAt(n *jsonval.Node, r *resource) *subschema {
	if c.byNode == nil {
		c.byNode = make(map[*jsonval.Node]*subschema, len(c.all))
		for _, s := range c.all {
			c.byNode[s.at] = s
		}
	}
	if s := c.byNode[n]; s != nil {
		return s
	}
	for up := n.Parent; up != nil; up = up.Parent {
		if s := c.byNode[up]; s != nil {
			r = s.resource
			break
		}
	}
	defer c.inForeign(r.foreign)()
	return c.subschema(n, r)
}

// inForeign sets whose document is compiled, and gives what sets it back.
func (c *compiler) inForeign(foreign bool) func() {
	before := c.foreign
	c.foreign = foreign
	return func() { c.foreign = before }
}
