package config

import (
	"strconv"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

func parseJSON(text []byte) (*node, *fault) {
	source := diag.NewSource("", text)
	tree, found := jsonval.ParseTree(text)
	if len(found) > 0 {
		return nil, &fault{source.Position(found[0].Span.Start).Line, found[0].Error()}
	}
	return fromJSON(source, tree), nil
}

func fromJSON(source *diag.Source, n *jsonval.Node) *node {
	line := source.Position(n.Span.Start).Line
	switch n.Kind {
	case jsonval.String:
		return &node{line, n.Str}
	case jsonval.Bool:
		return &node{line, n.Bool}
	case jsonval.Number:
		if i, err := strconv.ParseInt(n.Str, 10, 64); err == nil {
			return &node{line, i}
		}
		return &node{line, n.Num}
	case jsonval.Array:
		items := []*node{}
		for _, c := range n.Children {
			items = append(items, fromJSON(source, c))
		}
		return &node{line, items}
	case jsonval.Object:
		members := []member{}
		for _, c := range n.Children {
			members = append(members, member{c.Key, source.Position(c.KeySpan.Start).Line, fromJSON(source, c)})
		}
		return &node{line, members}
	}
	return &node{line, nil}
}
