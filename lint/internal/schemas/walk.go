// Package schemas reads JSON Schemas as they stand in a recipe: it visits
// their parts, follows local references, and says what a part lets through,
// whichever of allOf, anyOf or $ref it stands behind. It never validates.
package schemas

import (
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Part is a schema inside of a schema.
type Part struct {
	Node *jsonval.Node
	// Keyword is the keyword that it stands under: "properties", "items",
	// "allOf"; "" for the whole schema.
	Keyword string
	// Name is the member's name under properties, patternProperties, $defs
	// and dependentSchemas.
	Name string
}

// Walk visits a schema and every schema inside it, in the file's order. What
// stands in enum, const, default and examples is data and is not visited.
func Walk(n *jsonval.Node, visit func(Part)) {
	if n != nil {
		walk(Part{Node: n}, visit)
	}
}

// Parts lists what Walk visits.
func Parts(n *jsonval.Node) []Part {
	count := 0
	Walk(n, func(Part) { count++ })
	all := make([]Part, 0, count)
	Walk(n, func(p Part) { all = append(all, p) })
	return all
}

func walk(p Part, visit func(Part)) {
	visit(p)
	if p.Node.Kind != jsonval.Object {
		return
	}
	for _, child := range p.Node.Children {
		switch holds(child.Key) {
		case one:
			walk(Part{Node: child, Keyword: child.Key}, visit)
		case list:
			if child.Kind == jsonval.Array {
				for _, item := range child.Children {
					walk(Part{Node: item, Keyword: child.Key}, visit)
				}
			}
		case named:
			if child.Kind == jsonval.Object {
				for _, member := range child.Children {
					walk(Part{Node: member, Keyword: child.Key, Name: member.Key}, visit)
				}
			}
		}
	}
}

// content is what a keyword's value holds.
type content uint8

const (
	data  content = iota
	one           // a schema
	list          // schemas in an array
	named         // schemas as members
)

func holds(keyword string) content {
	switch keyword {
	case "additionalProperties", "items", "contains", "propertyNames", "not", "if", "then", "else",
		"unevaluatedItems", "unevaluatedProperties", "contentSchema":
		return one
	case "allOf", "anyOf", "oneOf", "prefixItems":
		return list
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas":
		return named
	}
	return data
}

// Target follows the `$ref` of a schema inside its root; nil where it leads
// out of it or nowhere.
func Target(root, n *jsonval.Node) *jsonval.Node {
	ref := n.Member("$ref")
	if ref == nil || ref.Kind != jsonval.String {
		return nil
	}
	path, local := strings.CutPrefix(ref.Str, "#")
	if !local {
		return nil
	}
	if path != "" && path[0] != '/' {
		return anchor(root, path)
	}
	at := root
	for token := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		if path == "" {
			break
		}
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(unescape(token))
		if at = at.At(token); at == nil {
			return nil
		}
	}
	return at
}

func anchor(root *jsonval.Node, name string) *jsonval.Node {
	var found *jsonval.Node
	Walk(root, func(p Part) {
		if a := p.Node.Member("$anchor"); found == nil && a != nil && a.Str == name {
			found = p.Node
		}
	})
	return found
}

// unescape resolves the percent signs of a URL's fragment.
func unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if c, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(c))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
