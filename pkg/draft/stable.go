package draft

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/redact"
	"github.com/wield-run/wield/pkg/selector"
)

// handles gives selectors for one element by itself, the more stable first:
// what a site marks for its tests and for machines, then its classes, then its
// tag alone.
func handles(n dom.Node) []string {
	var all []string
	for _, name := range []string{"data-testid", "data-test", "data-test-id", "data-qa", "data-cy", "data-component", "data-type", "data-name", "itemprop", "itemtype"} {
		if value, ok := n.Attr(name); ok && plain(value) {
			all = append(all, "["+name+`="`+value+`"]`)
		}
	}
	tag := selector.Escape(n.Tag())
	for _, class := range classes(n) {
		all = append(all, tag+"."+selector.Escape(class))
	}
	for _, name := range n.AttrNames() {
		if strings.HasPrefix(name, "data-") && !noisy(name) && !strings.HasPrefix(name, "data-test") {
			all = append(all, tag+"["+selector.Escape(name)+"]")
		}
	}
	return append(all, tag)
}

// plain reports whether the value of an attribute is a word that somebody
// chose, and can stand in a selector.
func plain(value string) bool {
	if value == "" || len(value) > 60 || random(value) {
		return false
	}
	return !strings.ContainsFunc(value, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.:/", r))
	}) && strings.Trim(value, "0123456789") == value
}

// classes gives the classes of an element that its site named for what the
// element is: no generated ones, none that only say how it looks, or in what
// state it is.
func classes(n dom.Node) []string {
	value, _ := n.Attr("class")
	var all []string
	for _, class := range strings.Fields(value) {
		if len(class) <= 60 && !recipe.GeneratedClass(class) && !utility(class) && !slices.Contains(all, class) {
			all = append(all, class)
		}
		if len(all) == 8 {
			break
		}
	}
	return all
}

// utility reports whether a class says how an element looks or in what state
// it is, not what it is.
func utility(class string) bool {
	if strings.ContainsAny(class, ":[]/@!%") || random(class) {
		return true
	}
	for _, prefix := range []string{"is-", "has-", "js-", "ng-", "wp-", "align", "animate-", "bg-", "border", "col-", "flex", "float", "font-", "gap-", "grid-", "hover",
		"items-", "justify-", "leading-", "max-", "min-", "opacity-", "order-", "overflow", "rounded", "row-", "self-", "shadow", "space-", "text-", "tracking-", "transition", "visible", "whitespace", "z-"} {
		if strings.HasPrefix(class, prefix) {
			return true
		}
	}
	switch class {
	case "active", "selected", "open", "first", "last", "odd", "even", "current", "disabled", "hidden", "block", "inline", "inline-block", "relative", "absolute",
		"fixed", "sticky", "container", "row", "grid", "col", "clearfix", "left", "right", "truncate", "uppercase", "lazy", "loaded", "new":
		return true
	}
	// m-4, px-2, w-full, h-10: one or two letters and how much of it
	head, tail, found := strings.Cut(class, "-")
	return found && len(head) <= 2 && (digits(tail) || tail == "full" || tail == "auto" || tail == "screen")
}

// noisy reports whether an attribute is there for the page's own scripts or
// for those who count visitors.
func noisy(name string) bool {
	for _, w := range redact.Words(name) {
		switch w {
		case "track", "tracking", "ga", "gtm", "analytics", "event", "click", "index", "position", "pos", "react", "reactid", "testid", "test", "qa", "cy",
			"action", "controller", "target", "turbo", "bs", "toggle", "lazy", "src", "srcset", "style", "bind", "v", "ng", "aos", "hydrate", "csrf", "nonce":
			return true
		}
	}
	return strings.HasPrefix(name, "data-v-")
}

// unique gives a selector whose first match over the page is one element.
func (p *page) unique(n dom.Node) string {
	if id, ok := n.Attr("id"); ok && id != "" && !random(id) && !recipe.GeneratedClass(id) && (plain(id) || strings.HasPrefix(id, "__")) {
		if s := selector.Escape(n.Tag()) + "#" + selector.Escape(id); p.first(s) == n {
			return s
		}
	}
	if kind, ok := n.Attr("type"); ok && n.Tag() == "script" && !strings.ContainsAny(kind, `"\`) {
		if s := `script[type="` + kind + `"]`; p.first(s) == n {
			return s
		}
	}
	for _, h := range handles(n) {
		if p.first(h) == n {
			return h
		}
	}
	if n.Tag() == "script" {
		if s := "script:not([src]):not([type])"; p.first(s) == n {
			return s
		}
	}
	// Below an ancestor that can be named, else by its place.
	own := handles(n)
	for depth, up := 0, n.Parent(); depth < 4 && !up.IsZero() && up.Tag() != ""; depth, up = depth+1, up.Parent() {
		for _, outer := range handles(up) {
			for _, h := range own {
				if s := outer + " " + h; p.first(s) == n {
					return s
				}
			}
		}
	}
	return p.place(n, 0)
}

// first is the first element that a selector matches.
func (p *page) first(s string) dom.Node {
	compiled, fault := selector.Compile(s)
	if fault != nil {
		return dom.Node{}
	}
	n, err := compiled.First(p.root, p.budget)
	if err != nil {
		return dom.Node{}
	}
	return n
}

// place names an element by its place among its siblings.
func (p *page) place(n dom.Node, depth int) string {
	up := n.Parent()
	tag := selector.Escape(n.Tag())
	if up.IsZero() || up.Tag() == "" || depth == 6 {
		return tag
	}
	at := 1
	for _, sibling := range up.Children() {
		if sibling == n {
			break
		}
		if sibling.Tag() == n.Tag() {
			at++
		}
	}
	if tag == "body" || tag == "head" {
		return tag
	}
	return p.place(up, depth+1) + " > " + tag + ":nth-of-type(" + strconv.Itoa(at) + ")"
}

// elementName names a value by its element: what machines call it, else its
// class without the part that all of an item share, else its tag.
func elementName(n dom.Node, item string) string {
	for _, attr := range []string{"itemprop", "data-testid", "data-test", "data-qa", "data-cy"} {
		if value, ok := n.Attr(attr); ok && snake(value) != "" {
			return withoutItem(snake(value), item)
		}
	}
	for _, class := range classes(n) {
		if at := strings.LastIndex(class, "__"); at >= 0 {
			class = class[at+2:]
		}
		class, _, _ = strings.Cut(class, "--")
		if name := withoutItem(snake(class), item); name != "" {
			return name
		}
	}
	switch tag := n.Tag(); tag {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		return "title"
	case "time":
		return "date"
	case "p":
		return "text"
	case "a", "span", "div", "b", "strong", "em", "i", "li", "td", "dd", "section":
		return "text"
	default:
		return snake(tag)
	}
}

// withoutItem takes the name of the item off that of its part: product_title
// of a product is its title.
func withoutItem(name, item string) string {
	if rest, ok := strings.CutPrefix(name, item+"_"); ok && item != "" && rest != "" && (rest[0] < '0' || rest[0] > '9') {
		return rest
	}
	return name
}
