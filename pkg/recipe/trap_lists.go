package recipe

import (
	"slices"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
)

// nodeSet is a set of nodes, of which most expressions have none.
type nodeSet map[*jmespath.Node]bool

func (s *nodeSet) add(n *jmespath.Node) {
	if *s == nil {
		*s = nodeSet{}
	}
	(*s)[n] = true
}

// behindProjection notes the nodes that stand directly behind a projection: the
// beginning of what it does with each element. A name there is a member of the
// element, as behind any dot.
func (a *analysis) behindProjection(n *jmespath.Node) {
	for rest := n.Children[len(n.Children)-1]; ; rest = rest.Children[0] {
		a.follows.add(rest)
		if rest.Kind != jmespath.KindSubexpression && rest.Kind != jmespath.KindIndex && !rest.IsProjection() {
			return
		}
	}
}

// indexInProjection finds `items[?a][0]` and `items[?a][:5]`: behind a
// projection they take a part of each element, not of the list.
func (a *analysis) indexInProjection(n *jmespath.Node) {
	rest := n.Children[2]
	for rest.Kind == jmespath.KindSubexpression {
		rest = rest.Children[0]
	}
	slice := rest.Kind == jmespath.KindSliceProjection
	if rest.Kind != jmespath.KindIndex && !slice || !rest.Children[0].Implicit || readsIndex(n.Children[1]) {
		return
	}
	a.trapped.add(n)
	source := a.node.Str
	list, part := source[n.Span.Start:rest.NameSpan.Start], source[rest.NameSpan.Start:rest.NameSpan.End]
	more := source[rest.NameSpan.End:n.Span.End]
	message := "behind a filter `" + part + "` is that of each element, not of the list"
	if a.follows[n] {
		// A pipe would take a part of all the lists together.
		a.report(codeListIndex, "index-in-projection", diag.Warning, rest.NameSpan, message,
			"take it in a map of its own: map(&("+list+" | "+part+"), …)", nil)
		return
	}
	closing := ")"
	if slice && more != "" {
		closing = ")[*]" // parentheses end the projection
	}
	edit := func(at int, text string) diag.Edit {
		return diag.Edit{Span: diag.Span{Start: at, End: at}, Text: text}
	}
	a.report(codeListIndex, "index-in-projection", diag.Warning, rest.NameSpan, message,
		"write `("+list+" | "+part+closing+more+"`",
		&diag.Fix{Title: "take it of the whole list", Safe: true, Edits: []diag.Edit{
			edit(n.Span.Start, "("), edit(rest.NameSpan.Start, " | "), edit(rest.NameSpan.End, closing)}})
}

// readsIndex reports whether a filter's condition takes items of the element,
// which is then a list itself.
func readsIndex(condition *jmespath.Node) bool {
	found := false
	condition.Walk(func(n *jmespath.Node) bool {
		found = found || n.Kind == jmespath.KindIndex && n.Children[0].Implicit
		return true
	})
	return found
}

// scalarNames are members that are no list in any API: an index behind one is
// meant for the list.
func scalarNames() []string {
	return []string{"price", "amount", "name", "title", "id", "url", "href", "slug", "text", "label", "date", "currency", "rating", "sku"}
}

// indexOfScalar finds `items[*].price[0]`: the index is that of each price.
func (a *analysis) indexOfScalar(n *jmespath.Node) {
	rest := n.Children[1]
	if rest.Kind != jmespath.KindIndex {
		return
	}
	field := rest.Children[0]
	if field.Kind == jmespath.KindSubexpression {
		field = field.Children[1]
	}
	if field.Kind != jmespath.KindField || !slices.Contains(scalarNames(), field.Name) {
		return
	}
	source := a.node.Str
	list, part := source[n.Span.Start:rest.NameSpan.Start], source[rest.NameSpan.Start:rest.NameSpan.End]
	a.report(codeListIndex, "index-in-projection", diag.Warning, rest.NameSpan,
		"behind a projection `"+part+"` is that of each `"+field.Name+"`, not of the list",
		"for the first of all write `("+list+")"+part+"`", nil)
}
