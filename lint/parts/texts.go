package parts

import "github.com/wield-run/wield/pkg/jsonval"

// Text is a text of the file: the value of a string, or the name of a member.
type Text struct {
	Node  *jsonval.Node
	Key   bool // the node's name, not its value
	Plain bool // printable ASCII alone, which nearly all texts are
}

// String is the text itself, decoded.
func (t *Text) String() string {
	if t.Key {
		return t.Node.Key
	}
	return t.Node.Str
}

// Texts lists every text of a tree, in the file's order.
func Texts(root *jsonval.Node) []Text {
	const usual = 16 // bytes of a file for each text in it
	all := make([]Text, 0, (root.Span.End-root.Span.Start)/usual)
	if root.Kind == jsonval.String {
		all = append(all, Text{Node: root, Plain: plain(root.Str)})
	}
	return appendTexts(all, root)
}

// appendTexts adds the texts inside of a node.
func appendTexts(all []Text, n *jsonval.Node) []Text {
	for _, c := range n.Children {
		if n.Kind == jsonval.Object {
			all = append(all, Text{Node: c, Key: true, Plain: plain(c.Key)})
		}
		if c.Kind == jsonval.String {
			all = append(all, Text{Node: c, Plain: plain(c.Str)})
		} else if len(c.Children) > 0 {
			all = appendTexts(all, c)
		}
	}
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
