package draft

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/selector"
)

const (
	maxSiblings = 1000 // tiles of one list: no more are extracted
	maxGroups   = 24   // lists of one page that are considered
)

// tiles reads elements that repeat: the tiles of a grid, the rows of a table.
func (p *page) tiles() []reading {
	var all []reading
	for _, g := range p.groups() {
		if r, ok := p.grid(g); ok {
			all = append(all, r)
		}
	}
	return all
}

// group is one element and those beside it that are of its kind, itself
// included.
type group struct {
	one   dom.Node
	items []dom.Node
}

// groups finds elements that repeat: those around what is wanted, the inner
// ones first, or else the largest of the page.
func (p *page) groups() []group {
	var all []group
	seen := map[dom.Node]bool{}
	add := func(n dom.Node) {
		g := group{n, siblings(n)}
		if len(g.items) < 2 || seen[g.items[0]] {
			return
		}
		seen[g.items[0]] = true
		for _, honest := range g.items {
			if p.wanted.any() && advertised(honest) == "" {
				g.one = honest
				break
			}
		}
		all = append(all, g.unwrapped())
	}
	for _, n := range p.matches() {
		for ; !n.IsZero() && n.Tag() != "" && n.Tag() != "body" && n.Tag() != "html"; n = n.Parent() {
			add(n)
		}
	}
	if p.wanted.any() {
		doc := p.root.Document()
		for row := range doc.Rows() {
			if n := doc.At(int32(row)); n.Tag() != "" && !n.Parent().IsZero() && n.Parent().Tag() != "" && n.Parent().Tag() != "head" && n.Parent().Tag() != "html" {
				if first := firstOf(n); first && len(n.Text()) < 20_000 {
					add(n)
				}
			}
		}
		slices.SortStableFunc(all, func(a, b group) int {
			return len(b.items)*min(len(b.one.Text()), 200) - len(a.items)*min(len(a.one.Text()), 200)
		})
	}
	return all[:min(len(all), maxGroups)]
}

// unwrapped goes from elements that only place others on the page to those
// others: a column of a grid is no item, what stands in it is.
func (g group) unwrapped() group {
	for {
		inner := group{items: make([]dom.Node, len(g.items))}
		for i, n := range g.items {
			children := n.Children()
			if len(children) != 1 || len(classes(n)) > 0 || !alike(children[0], children[0]) || direct(n) || i > 0 && !alike(children[0], inner.items[0]) {
				return g
			}
			inner.items[i] = children[0]
			if n == g.one {
				inner.one = children[0]
			}
		}
		if len(classes(inner.one)) == 0 {
			return g
		}
		g = inner
	}
}

// firstOf reports whether no sibling of a kind stands before an element.
func firstOf(n dom.Node) bool {
	for _, s := range n.Parent().Children() {
		if s == n {
			return true
		}
		if alike(s, n) {
			return false
		}
	}
	return false
}

func siblings(n dom.Node) []dom.Node {
	var all []dom.Node
	if up := n.Parent(); !up.IsZero() {
		for _, s := range up.Children() {
			if alike(s, n) && len(all) < maxSiblings {
				all = append(all, s)
			}
		}
	}
	return all
}

// alike reports whether two elements seem to be of one kind.
func alike(a, b dom.Node) bool {
	if a.Tag() != b.Tag() {
		return false
	}
	switch a.Tag() {
	case "script", "style", "meta", "link", "br", "option", "path":
		return false
	}
	x, y := classes(a), classes(b)
	if len(x) == 0 && len(y) == 0 {
		return true
	}
	return slices.ContainsFunc(x, func(c string) bool { return slices.Contains(y, c) })
}

// grid reads a group of elements as rows.
func (p *page) grid(g group) (reading, bool) {
	s, ok := p.itemSelector(g)
	if !ok {
		return reading{}, false
	}
	items := slices.DeleteFunc(slices.Clone(g.items), func(n dom.Node) bool { return s != without(s) && advertised(n) != "" })
	if len(items) == 0 {
		return reading{}, false
	}
	t := &tile{page: p, items: sample(items, g.one), taken: map[string]bool{}, name: elementName(g.one, "")}
	if t.name == "text" {
		t.name = ""
	}
	t.read()
	cols := t.chosen()
	max := 100
	if len(items) > 50 {
		max = 200
	}
	var specs, list jsonval.Builder
	r := reading{list: "items", filter: "[]", where: s, rows: len(items)}
	plain := make([]column, len(cols))
	for i, c := range cols {
		specs.Set(c.name, c.spec)
		plain[i] = c.column
	}
	r.fields = fields(plain, p.base, func(c *column, at string) string { return at + c.name })
	list.Set("selector", text(s)).Set("max", jsonval.IntValue(max)).Set("fields", specs.Value())
	r.extract = object("html_items", object("items", list.Value()))
	r.score = worthTiles + min(len(items), 20)*(1+min(len(cols), 8))
	if slices.ContainsFunc(plain, func(c column) bool { return c.holds }) {
		r.score += 1000
	}
	return r, len(cols) > 0
}

// itemSelector gives a selector that matches the elements of a group, and of
// others on the page only some that are of the same kind.
func (p *page) itemSelector(g group) (string, bool) {
	not := ""
	if advertised(g.one) == "" {
		for _, n := range g.items {
			if class := advertised(n); class != "" {
				not = ":not(." + selector.Escape(class) + ")"
				break
			}
		}
	}
	own := handles(g.one)
	wide := ""
	for _, h := range own {
		found := p.all(h, p.root)
		if !containsAll(found, g.items) {
			continue
		}
		if len(found) == len(g.items) || len(g.items) == maxSiblings && h != g.one.Tag() {
			return h + not, true
		}
		if wide == "" && h != g.one.Tag() && len(found) <= maxSiblings {
			wide = h
		}
	}
	for depth, up := 0, g.one.Parent(); depth < 3 && !up.IsZero() && up.Tag() != "" && up.Tag() != "html"; depth, up = depth+1, up.Parent() {
		outer := handles(up)
		if id, ok := up.Attr("id"); ok && plain(id) {
			outer = append([]string{"#" + selector.Escape(id)}, outer...)
		}
		for _, o := range outer {
			for _, h := range own {
				join := " "
				if depth == 0 {
					join = " > "
				}
				if found := p.all(o+join+h, p.root); len(found) == len(g.items) && containsAll(found, g.items) {
					return o + join + h + not, true
				}
			}
		}
	}
	return wide + not, wide != ""
}

// without takes the exclusion of advertisements off a selector.
func without(s string) string {
	head, _, _ := strings.Cut(s, ":not(")
	return head
}

// containsAll compares elements that stand in document order.
func containsAll(all, some []dom.Node) bool {
	i := 0
	for _, n := range some {
		for i < len(all) && all[i].Row() < n.Row() {
			i++
		}
		if i == len(all) || all[i] != n {
			return false
		}
	}
	return true
}

// advertised gives the class that says of an element that somebody paid for
// its place; "" where none does.
func advertised(n dom.Node) string {
	for _, class := range classes(n) {
		if paidFor(class) {
			return class
		}
	}
	return ""
}

// sample takes the first items, and the one that is wanted.
func sample(items []dom.Node, one dom.Node) []dom.Node {
	some := slices.Clone(items[:min(len(items), 8)])
	if !slices.Contains(some, one) && slices.Contains(items, one) {
		some = append(some, one)
	}
	return some
}
