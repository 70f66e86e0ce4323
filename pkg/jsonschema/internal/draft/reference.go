package draft

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonschema/internal/say"
	"github.com/wield-run/wield/pkg/jsonval"
)

// draft is the URI of the metaschema.
const draft = "https://json-schema.org/draft/2020-12/schema"

// pendingRef is a reference that waits until the whole document is known.
type pendingRef struct {
	from    *Schema
	at      *jsonval.Node // the value of $ref or $dynamicRef
	dynamic bool
}

// identify reads the keywords that give a schema its names: $schema, $id,
// $anchor and $dynamicAnchor.
func (c *compiler) identify(s *Schema) {
	n := s.At
	if !slices.ContainsFunc(n.Children, func(m *jsonval.Node) bool { return strings.HasPrefix(m.Key, "$") }) {
		return
	}
	if id := n.Member("$id"); id != nil && id.Kind == jsonval.String {
		uri, fragment, ok := resolveURI(s.Resource.URI, id.Str)
		switch {
		case !ok:
			c.misuse(id, "a URI", "")
		case fragment != "":
			c.misuse(id, "a URI without a fragment", "a name inside the document is `$anchor`")
		default:
			if other := c.resources[uri]; other != nil && other.Root != n {
				c.report("P2", "keyword-value", diag.Error, id, id.Span, "the `$id` "+say.Quote(id.Str)+" stands twice", "give each schema its own")
			}
			if s.Resource.Root == n {
				s.Resource.URI = uri
			} else {
				s.Resource = &Resource{URI: uri, Root: n, Lax: s.Resource.Lax}
			}
			c.addResource(s.Resource)
		}
	}
	if schema := n.Member("$schema"); schema != nil && schema.Kind == jsonval.String {
		c.metaschema(s, schema)
	}
	if a := n.Member("$anchor"); a != nil && a.Kind == jsonval.String {
		c.anchor(s, a)
	}
	if a := n.Member("$dynamicAnchor"); a != nil && a.Kind == jsonval.String && c.anchor(s, a) {
		s.applied().Anchor = a.Str
		if s.Resource.Dynamic == nil {
			s.Resource.Dynamic = map[string]*Schema{}
		}
		s.Resource.Dynamic[a.Str] = s
	}
}

func (c *compiler) anchor(s *Schema, a *jsonval.Node) bool {
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
	if s.Resource.Anchors == nil {
		s.Resource.Anchors = map[string]*jsonval.Node{}
	}
	if other := s.Resource.Anchors[a.Str]; other != nil && other != s.At {
		c.report("P2", "keyword-value", diag.Error, a, a.Span, "the anchor "+say.Quote(a.Str)+" stands twice", "give each schema its own")
		return false
	}
	s.Resource.Anchors[a.Str] = s.At
	return true
}

// metaschema reads $schema: the draft, or (in tests) a metaschema whose
// vocabularies say which keywords are in force.
func (c *compiler) metaschema(s *Schema, n *jsonval.Node) {
	uri := strings.TrimSuffix(n.Str, "#")
	if uri == draft {
		return
	}
	if c.load != nil {
		if meta, ok := c.load(uri); ok {
			vocabularies := meta.Member("$vocabulary")
			s.Resource.Lax = vocabularies != nil && vocabularies.Member("https://json-schema.org/draft/2020-12/vocab/validation") == nil
			return
		}
	}
	c.report("P2", "keyword-value", diag.Error, n, n.Span, say.Quote(n.Str)+" is not the draft that is read here",
		"leave `$schema` out, or write "+say.Quote(draft))
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
		c.foreign = p.from.Resource.Foreign
		target := c.Find(p)
		if target == nil {
			continue
		}
		if !p.dynamic {
			p.from.Ref = target
			continue
		}
		p.from.applied().Dynamic = &DynamicRef{Initial: target}
		if _, fragment, _ := strings.Cut(p.at.Str, "#"); target.Anchor != "" && target.Anchor == fragment {
			p.from.Dynamic.Anchor = fragment
		}
	}
}

// Find gives the schema that a reference names; nil, and a finding (P3), where
// there is none.
func (c *compiler) Find(p pendingRef) *Schema {
	fail := func(message, hint string) *Schema {
		c.report("P3", "schema-reference", diag.Error, p.at, p.at.Span, message, hint)
		return nil
	}
	uri, fragment, ok := resolveURI(p.from.Resource.URI, p.at.Str)
	if !ok {
		return fail(say.Quote(p.at.Str)+" is not a URI", "a schema of this document is `#/$defs/name`")
	}
	r := p.from.Resource
	if uri != r.URI {
		if r = c.resource(uri); r == nil {
			return fail(say.Quote(p.at.Str)+" leads out of this schema, and nothing is fetched", "put that schema into `$defs`, and write `#/$defs/name`")
		}
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		return fail(say.Quote(p.at.Str)+" has a `%` that begins no escape", "a `%` itself is written `%25`")
	}
	if fragment != "" && fragment[0] != '/' {
		if n := r.Anchors[fragment]; n != nil {
			return c.schemaAt(n, r)
		}
		hint := "a schema in `$defs` is `#/$defs/" + diag.Escape(fragment) + "`"
		if defs := r.Root.Member("$defs"); defs.Member(fragment) == nil {
			hint = "no schema has this `$anchor`"
		}
		return fail("there is no anchor "+say.Quote(fragment), hint)
	}
	n := r.Root
	var tokens []string
	if fragment != "" {
		tokens = strings.Split(fragment[1:], "/")
	}
	for _, token := range tokens {
		token = unescapeToken(token)
		next := n.At(token)
		if next == nil {
			return fail(fmt.Sprintf("%s leads nowhere: there is no %s", say.Quote(p.at.Str), say.Quote(token)), nearHint(n, token))
		}
		n = next
	}
	if n.Kind != jsonval.Object && n.Kind != jsonval.Bool {
		return fail(say.Quote(p.at.Str)+" leads to "+say.ShowTyped(n.Value())+", which is not a schema", "name a schema, like `#/$defs/name`")
	}
	return c.schemaAt(n, r)
}

func nearHint(n *jsonval.Node, token string) string {
	var known []string
	if n.Kind == jsonval.Object {
		for _, m := range n.Children {
			known = append(known, m.Key)
		}
	}
	if near := diag.Nearest(token, known); near != "" {
		return "did you mean " + say.Quote(near) + "?"
	}
	return "a schema of this document is `#/$defs/name`"
}

func unescapeToken(s string) string {
	if strings.IndexByte(s, '~') < 0 {
		return s
	}
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(s)
}

// resource finds a document or an embedded schema by its URI.
func (c *compiler) resource(uri string) *Resource {
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
func (c *compiler) schemaAt(n *jsonval.Node, r *Resource) *Schema {
	if c.byNode == nil {
		c.byNode = make(map[*jsonval.Node]*Schema, len(c.all))
		for _, s := range c.all {
			c.byNode[s.At] = s
		}
	}
	if s := c.byNode[n]; s != nil {
		return s
	}
	for up := n.Parent; up != nil; up = up.Parent {
		if s := c.byNode[up]; s != nil {
			r = s.Resource
			break
		}
	}
	defer c.inForeign(r.Foreign)()
	return c.subschema(n, r)
}

// inForeign sets whose document is compiled, and gives what sets it back.
func (c *compiler) inForeign(foreign bool) func() {
	before := c.foreign
	c.foreign = foreign
	return func() { c.foreign = before }
}
