package draft

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/redact"
)

const (
	maxParts  = 300 // elements of one tile that are looked at
	maxFields = 40  // of one tile, before the best are chosen
)

// tile finds what elements of one kind have in common.
type tile struct {
	*page
	items []dom.Node // those that are compared
	name  string     // of the item
	taken map[string]bool
	found []part
}

// part is a column that an element of the tile, or an attribute of it, gives.
type part struct {
	column
	spec jsonval.Value // of html_items.fields
}

// chosen takes the parts that say most.
func (t *tile) chosen() []part {
	cols := make([]column, len(t.found))
	for i, f := range t.found {
		cols[i] = f.column
	}
	var all []part
	for _, c := range choose(cols) {
		at := slices.IndexFunc(t.found, func(f part) bool { return f.name == c.name })
		all = append(all, t.found[at])
	}
	return all
}

// read goes through the elements of the tiles.
func (t *tile) read() {
	t.element(":scope", func(item dom.Node) dom.Node { return item })
	seen := map[string]bool{}
	for _, item := range t.items[:min(len(t.items), 3)] {
		parts := below(item)
		for _, n := range parts {
			s := t.selector(n, item)
			if s == "" || seen[s] || len(t.found) >= maxFields {
				continue
			}
			seen[s] = true
			t.element(s, func(item dom.Node) dom.Node {
				if found := t.all(s, item); len(found) > 0 {
					return found[0]
				}
				return dom.Node{}
			})
		}
	}
}

// below gives the elements of an item in document order.
func below(item dom.Node) []dom.Node {
	var all []dom.Node
	var walk func(n dom.Node)
	walk = func(n dom.Node) {
		for _, c := range n.Children() {
			switch c.Tag() {
			case "script", "style", "svg", "button", "input", "select", "template", "noscript", "form":
				continue
			}
			if len(all) < maxParts {
				all = append(all, c)
				walk(c)
			}
		}
	}
	walk(item)
	return all
}

// selector names an element of an item so that each item has at most one of
// the name, and at least half of them have it; "" where that cannot be done.
func (t *tile) selector(n, item dom.Node) string {
	own := handles(n)
	for _, h := range own {
		if t.fits(h) {
			return h
		}
	}
	for depth, up := 0, n.Parent(); depth < 3 && up != item && !up.IsZero(); depth, up = depth+1, up.Parent() {
		for _, o := range handles(up) {
			for _, h := range own {
				if s := o + " " + h; t.fits(s) {
					return s
				}
			}
		}
	}
	return ""
}

func (t *tile) fits(s string) bool {
	have := 0
	for _, item := range t.items {
		switch found := t.all(s, item); {
		case len(found) > 1:
			return false
		case len(found) == 1:
			have++
		}
	}
	return 2*have >= len(t.items)
}

// element adds what an element of each item gives: its attributes and its
// text.
func (t *tile) element(s string, of func(item dom.Node) dom.Node) {
	nodes := make([]dom.Node, len(t.items))
	first := dom.Node{}
	for i, item := range t.items {
		if nodes[i] = of(item); first.IsZero() {
			first = nodes[i]
		}
	}
	if first.IsZero() {
		return
	}
	name := elementName(first, t.name)
	tag := first.Tag()
	switch tag {
	case "a":
		t.attribute(s, "href", "url", nodes)
	case "img":
		if src, ok := first.Attr("src"); ok && !strings.HasPrefix(src, "data:") {
			t.attribute(s, "src", "image", nodes)
		} else {
			t.attribute(s, "data-src", "image", nodes)
		}
	case "time":
		t.attribute(s, "datetime", name, nodes)
	}
	if _, ok := first.Attr("content"); ok {
		t.attribute(s, "content", name, nodes)
	}
	for _, attr := range first.AttrNames() {
		if !strings.HasPrefix(attr, "data-") || noisy(attr) || redact.TokenName(attr) {
			continue
		}
		if !t.json(s, attr, nodes) {
			t.attribute(s, attr, withoutItem(snake(strings.TrimPrefix(attr, "data-")), t.name), nodes)
		}
	}
	// A price that an attribute gives needs no text beside it.
	said := slices.ContainsFunc(t.found, func(f part) bool {
		return f.name == name && f.spec.Field("selector").Str() == s && tag != "a"
	})
	if !said && direct(first) && (s != ":scope" || len(first.Children()) == 0) {
		values := make([]jsonval.Value, len(nodes))
		for i, n := range nodes {
			if !n.IsZero() {
				values[i] = text(n.CollapsedText())
			}
		}
		t.add(name, values, member("selector", s))
	}
}

// direct reports whether an element has text of its own, beside that of the
// elements in it.
func direct(n dom.Node) bool {
	own := len(n.CollapsedText())
	if own == 0 {
		return false
	}
	for _, c := range n.Children() {
		own -= len(c.CollapsedText()) + 1
	}
	return own > 0
}

func (t *tile) attribute(s, attr, name string, nodes []dom.Node) {
	values := make([]jsonval.Value, len(nodes))
	for i, n := range nodes {
		if n.IsZero() {
			continue
		}
		if value, ok := n.Attr(attr); ok {
			values[i] = text(value)
		}
	}
	t.add(name, values, member("selector", s), member("attr", attr))
}

// json adds the members of an attribute that holds a JSON object.
func (t *tile) json(s, attr string, nodes []dom.Node) bool {
	rows := make([]jsonval.Value, len(nodes))
	some := false
	for i, n := range nodes {
		if n.IsZero() {
			continue
		}
		if value, _ := n.Attr(attr); strings.HasPrefix(value, "{") {
			rows[i], _ = jsonval.ParseString(value)
			some = some || rows[i].Kind() == jsonval.Object
		}
	}
	if !some {
		return false
	}
	for _, c := range columns(rows, t.wanted) {
		t.add(c.name, c.values, member("selector", s), member("attr", attr), member("parse", "json"), member("path", c.expr))
	}
	return true
}

// add keeps a column, unless it says nothing: it is empty, the same in all
// items and no number, or was there already.
func (t *tile) add(name string, values []jsonval.Value, spec ...jsonval.Member) {
	distinct := map[string]bool{}
	holds, some := false, false
	for _, v := range values {
		if len(v.Str()) > maxTextSize {
			return
		}
		distinct[jsonval.Stringify(v)] = true
		some = some || !v.IsNull() && (v.Kind() != jsonval.String || v.Str() != "")
		holds = holds || !t.wanted.any() && t.wanted.within(v)
	}
	if !some || len(spec) < 4 && len(distinct) == 1 && len(values) > 2 && !holds {
		return
	}
	for _, other := range t.found {
		if slices.EqualFunc(other.values, values, jsonval.Equal) {
			return
		}
	}
	t.found = append(t.found, part{column{unique(t.taken, name, "text"), "", values, holds}, jsonval.ObjectValue(spec)})
}
