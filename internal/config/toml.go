package config

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

func parseTOML(text []byte) (*node, *fault) {
	var settings map[string]any
	if err := toml.Unmarshal(text, &settings); err != nil {
		var at *toml.DecodeError
		if errors.As(err, &at) {
			line, _ := at.Position()
			return nil, &fault{line, "this is no TOML: " + strings.TrimPrefix(at.Error(), "toml: ")}
		}
		return nil, &fault{0, "this is no TOML: " + strings.TrimPrefix(err.Error(), "toml: ")}
	}
	return fromTOML(settings, tomlLines(text), ""), nil
}

// tomlLines finds the lines on which the keys of a well-formed text stand: of
// "a.b" the first, of a list of tables that of the first table.
func tomlLines(text []byte) map[string]int {
	lines := map[string]int{}
	var parser unstable.Parser
	parser.Reset(text)
	table := ""
	for parser.NextExpression() {
		e := parser.Expression()
		if e.Kind != unstable.KeyValue && e.Kind != unstable.Table && e.Kind != unstable.ArrayTable {
			continue
		}
		path, line := "", 0
		if e.Kind == unstable.KeyValue {
			path = table
		}
		for key := e.Key(); key.Next(); {
			part := key.Node()
			path += "\x00" + string(part.Data)
			line = parser.Shape(part.Raw).Start.Line
			if lines[path] == 0 {
				lines[path] = line
			}
		}
		if e.Kind != unstable.KeyValue {
			table = path
		}
	}
	return lines
}

// fromTOML takes the value at a path over.
func fromTOML(value any, lines map[string]int, path string) *node {
	n := &node{line: lines[path], value: value}
	switch value := value.(type) {
	case map[string]any:
		members := []member{}
		for key, v := range value {
			at := path + "\x00" + key
			line := lines[at]
			if line == 0 {
				line = n.line
			}
			members = append(members, member{key, line, fromTOML(v, lines, at)})
		}
		// The library's map has lost the order.
		slices.SortFunc(members, func(a, b member) int {
			return cmp.Or(cmp.Compare(a.line, b.line), strings.Compare(a.key, b.key))
		})
		n.value = members
	case []any:
		items := []*node{}
		for _, v := range value {
			items = append(items, fromTOML(v, lines, path))
		}
		n.value = items
	}
	return n
}
