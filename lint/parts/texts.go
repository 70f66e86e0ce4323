package parts

import "github.com/wield-run/wield/pkg/jsonval"

// Text is a text of the file: the value of a string, or the name of a member.
type Text struct {
	Node *jsonval.Node
	Key  bool // the node's name, not its value
}

// String is the text itself, decoded.
func (t *Text) String() string {
	if t.Key {
		return t.Node.Key
	}
	return t.Node.Str
}

// Unusual lists the texts of a tree that are not of printable ASCII alone, as
// nearly all are, in the file's order.
func Unusual(root *jsonval.Node) []Text {
	var all []Text
	Strings(root, func(n *jsonval.Node, text string, key bool) {
		if !plain(text) {
			all = append(all, Text{n, key})
		}
	})
	return all
}

// Strings visits every text of a part of a tree, in the file's order. key says
// that it is the node's name.
func Strings(n *jsonval.Node, visit func(n *jsonval.Node, text string, key bool)) {
	if n == nil {
		return
	}
	if n.Parent != nil && n.Parent.Kind == jsonval.Object {
		visit(n, n.Key, true)
	}
	if n.Kind == jsonval.String {
		visit(n, n.Str, false)
	}
	for _, c := range n.Children {
		Strings(c, visit)
	}
}

func plain(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}
