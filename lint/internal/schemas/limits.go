package schemas

import (
	"slices"
	"unicode/utf8"

	"github.com/wield-run/wield/lint/internal/pattern"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/regex"
)

// The most that is looked at: a chain of references that is longer leads
// nowhere, and a schema that branches into more is none that people wrote.
const (
	maxDepth = 64
	maxSteps = 20_000
)

// Reader answers questions about the parts of one schema.
type Reader struct {
	Root     *jsonval.Node
	patterns map[string]*regex.Syntax // nil: the pattern has errors
	steps    int
}

// tired reports whether enough was looked at. The answers are then the careful
// ones: everything is let through, nothing holds.
func (r *Reader) tired() bool {
	r.steps++
	return r.steps > maxSteps
}

// NewReader reads the schema at a node.
func NewReader(root *jsonval.Node) *Reader { return &Reader{Root: root} }

// Syntax gives the tree of a pattern; nil where it has errors.
func (r *Reader) Syntax(text string) *regex.Syntax {
	if s, ok := r.patterns[text]; ok {
		return s
	}
	if r.patterns == nil {
		r.patterns = map[string]*regex.Syntax{}
	}
	s, _ := regex.Parse(text)
	r.patterns[text] = s
	return s
}

// Admits reports whether a schema may let values of a kind through.
func (r *Reader) Admits(n *jsonval.Node, k jsonval.Kind) bool {
	return r.admits(n, k, 0)
}

func (r *Reader) admits(n *jsonval.Node, k jsonval.Kind, depth int) bool {
	if n == nil || n.Kind == jsonval.Bool {
		return n == nil || n.Bool
	}
	if n.Kind != jsonval.Object || depth > maxDepth || r.tired() {
		return true
	}
	if !ownAdmits(n, k) {
		return false
	}
	if target := Target(r.Root, n); target != nil && !r.admits(target, k, depth+1) {
		return false
	}
	for _, s := range items(n.Member("allOf")) {
		if !r.admits(s, k, depth+1) {
			return false
		}
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if branches := items(n.Member(keyword)); len(branches) > 0 &&
			!slices.ContainsFunc(branches, func(s *jsonval.Node) bool { return r.admits(s, k, depth+1) }) {
			return false
		}
	}
	return true
}

// ownAdmits looks at the keywords that stand in the schema itself.
func ownAdmits(n *jsonval.Node, k jsonval.Kind) bool {
	if c := n.Member("const"); c != nil && c.Kind != k {
		return false
	}
	if e := n.Member("enum"); e != nil && !slices.ContainsFunc(items(e), func(v *jsonval.Node) bool { return v.Kind == k }) {
		return false
	}
	t := n.Member("type")
	if t == nil {
		return true
	}
	fits := func(t *jsonval.Node) bool {
		return t.Kind == jsonval.String && (t.Str == kindName(k) || t.Str == "integer" && k == jsonval.Number)
	}
	return fits(t) || slices.ContainsFunc(items(t), fits)
}

func kindName(k jsonval.Kind) string {
	if k == jsonval.Bool {
		return "boolean"
	}
	return k.String()
}

// Typed reports whether a schema says what its values are: by type, enum or
// const, also behind a local $ref, in allOf, or in every branch.
func (r *Reader) Typed(n *jsonval.Node) bool {
	return r.holds(n, func(n *jsonval.Node) bool {
		return n.Member("type") != nil || n.Member("enum") != nil || n.Member("const") != nil
	}, 0)
}

// Closed reports whether every object that a schema lets through has only
// members that are listed by name.
func (r *Reader) Closed(n *jsonval.Node) bool {
	return r.holds(n, func(n *jsonval.Node) bool {
		if !r.Admits(n, jsonval.Object) {
			return true
		}
		more := n.Member("additionalProperties")
		patterns := n.Member("patternProperties")
		return fixed(n) || more != nil && more.Kind == jsonval.Bool && !more.Bool && (patterns == nil || len(patterns.Children) == 0)
	}, 0)
}

// BoundedList reports whether every array that a schema lets through has at
// most so many items.
func (r *Reader) BoundedList(n *jsonval.Node, most int) bool {
	return r.holds(n, func(n *jsonval.Node) bool {
		return !r.Admits(n, jsonval.Array) || fixed(n) || atMost(n.Member("maxItems"), most)
	}, 0)
}

// BoundedText reports whether every string that a schema lets through has at
// most so many characters, is one of a list, has a format of its own, or
// matches a pattern that has only so many.
func (r *Reader) BoundedText(n *jsonval.Node, most int) bool {
	return r.holds(n, func(n *jsonval.Node) bool {
		if !r.Admits(n, jsonval.String) || fixed(n) || atMost(n.Member("maxLength"), most) {
			return true
		}
		if f := n.Member("format"); f != nil && f.Kind == jsonval.String && narrowFormat(f.Str) {
			return true
		}
		p := n.Member("pattern")
		if p == nil || p.Kind != jsonval.String {
			return false
		}
		syntax := r.Syntax(p.Str)
		if syntax == nil || !pattern.Anchored(syntax.Root) {
			return false
		}
		longest := pattern.MaxLength(syntax.Root)
		return longest != pattern.Endless && longest <= most
	}, 0)
}

// holds reports whether something is true of all that a schema lets through:
// it is true of the schema itself, of what its $ref leads to, of one of allOf,
// or of every branch of anyOf, oneOf or of then and else.
func (r *Reader) holds(n *jsonval.Node, is func(*jsonval.Node) bool, depth int) bool {
	if n == nil {
		return false
	}
	if n.Kind == jsonval.Bool {
		return !n.Bool
	}
	if n.Kind != jsonval.Object || depth > maxDepth || r.tired() {
		return false
	}
	if is(n) {
		return true
	}
	if target := Target(r.Root, n); target != nil && r.holds(target, is, depth+1) {
		return true
	}
	for _, s := range items(n.Member("allOf")) {
		if r.holds(s, is, depth+1) {
			return true
		}
	}
	all := func(branches []*jsonval.Node) bool {
		return len(branches) > 0 && !slices.ContainsFunc(branches, func(s *jsonval.Node) bool { return !r.holds(s, is, depth+1) })
	}
	if all(items(n.Member("anyOf"))) || all(items(n.Member("oneOf"))) {
		return true
	}
	return n.Member("if") != nil && n.Member("then") != nil && n.Member("else") != nil && all([]*jsonval.Node{n.Member("then"), n.Member("else")})
}

// fixed reports whether the values are written out.
func fixed(n *jsonval.Node) bool { return n.Member("enum") != nil || n.Member("const") != nil }

func atMost(n *jsonval.Node, most int) bool {
	return n != nil && n.Kind == jsonval.Number && n.Num <= float64(most)
}

// narrowFormat reports whether a format lets no free text through. The formats
// of references, templates, pointers and regular expressions do.
func narrowFormat(name string) bool {
	switch name {
	case "date", "time", "date-time", "duration", "email", "idn-email", "hostname", "idn-hostname",
		"ipv4", "ipv6", "uri", "iri", "uuid":
		return true
	}
	return false
}

func items(n *jsonval.Node) []*jsonval.Node {
	if n == nil || n.Kind != jsonval.Array {
		return nil
	}
	return n.Children
}

// Values gives the values of enum and const of a schema, also behind a local
// $ref.
func (r *Reader) Values(n *jsonval.Node) []*jsonval.Node {
	for range maxDepth {
		if n == nil || n.Kind != jsonval.Object {
			return nil
		}
		if e := n.Member("enum"); e != nil {
			return items(e)
		}
		if c := n.Member("const"); c != nil {
			return []*jsonval.Node{c}
		}
		n = Target(r.Root, n)
	}
	return nil
}

// Length is the number of characters of a text.
func Length(s string) int { return utf8.RuneCountInString(s) }

// Items reports whether a schema says what the items of its arrays are; what
// it says of them is not judged.
func (r *Reader) Items(n *jsonval.Node) bool {
	return r.holds(n, func(n *jsonval.Node) bool {
		return !r.Admits(n, jsonval.Array) || fixed(n) || n.Member("items") != nil || atMost(n.Member("maxItems"), 0)
	}, 0)
}

// Listed reports whether a schema lists the members of its objects.
func (r *Reader) Listed(n *jsonval.Node) bool {
	return r.holds(n, func(n *jsonval.Node) bool {
		p := n.Member("properties")
		return !r.Admits(n, jsonval.Object) || fixed(n) || p != nil && len(p.Children) > 0
	}, 0)
}
