package parts

import (
	"sort"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// At finds the node that the pointer of a finding leads to, as far as it goes.
// The member that the finding stands in is tried first: an object of a
// stranger's file may have tens of thousands, and a finding in each.
func At(n *jsonval.Node, d *diag.Diagnostic) *jsonval.Node {
	for token := range strings.SplitSeq(strings.TrimPrefix(d.Pointer, "/"), "/") {
		name := strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		i := sort.Search(len(n.Children), func(i int) bool { return n.Children[i].Span.End > d.Span.Start })
		if i < len(n.Children) && n.Kind == jsonval.Object && n.Children[i].Key == name {
			n = n.Children[i]
			continue
		}
		next := n.At(name)
		if next == nil {
			break
		}
		n = next
	}
	return n
}
