package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/wield-run/wield/pkg/diag"
)

func parseYAML(text []byte) (*node, *fault) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var document yaml.Node
	if err := decoder.Decode(&document); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return nil, yamlFault(err)
	}
	var second yaml.Node
	if err := decoder.Decode(&second); err == nil {
		return nil, &fault{second.Line, "a second YAML document begins here; a configuration is one"}
	} else if !errors.Is(err, io.EOF) {
		return nil, yamlFault(err)
	}
	return fromYAML(document.Content[0])
}

// yamlFault takes the line out of an error of the library, which has it in the
// text only.
func yamlFault(err error) *fault {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if m := regexp.MustCompile(`^line (\d+): (.*)`).FindStringSubmatch(text); m != nil {
		line, _ := strconv.Atoi(m[1])
		return &fault{line, "this is no YAML: " + m[2]}
	}
	return &fault{0, "this is no YAML: " + text}
}

func fromYAML(n *yaml.Node) (*node, *fault) {
	switch n.Kind {
	case yaml.MappingNode:
		members := []member{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			if key.Kind != yaml.ScalarNode {
				return nil, &fault{key.Line, "a key is a word"}
			}
			value, f := fromYAML(n.Content[i+1])
			if f != nil {
				return nil, f
			}
			members = append(members, member{key.Value, key.Line, value})
		}
		return &node{n.Line, members}, nil
	case yaml.SequenceNode:
		items := []*node{}
		for _, c := range n.Content {
			item, f := fromYAML(c)
			if f != nil {
				return nil, f
			}
			items = append(items, item)
		}
		return &node{n.Line, items}, nil
	case yaml.ScalarNode:
		var value any
		if err := n.Decode(&value); err != nil {
			return nil, &fault{n.Line, fmt.Sprintf("%s cannot be read as %s", diag.Quote(n.Value, 40), n.Tag)}
		}
		if i, ok := value.(int); ok {
			value = int64(i)
		}
		return &node{n.Line, value}, nil
	}
	return nil, &fault{n.Line, "anchors and aliases have no use here; write the value out"}
}
