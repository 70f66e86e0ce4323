package s11

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/internal/schemas"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// The limits of params.
const (
	maxLevels     = 3
	maxProperties = 12
	maxText       = 2000
	maxItems      = 100
	maxWork       = 2000 // places that are looked at, by whatever references they are reached
)

// keywords refuses what makes a schema mean something else than it seems to.
func (c *checker) keywords() {
	for _, p := range c.ParamParts() {
		if p.Node.Kind != jsonval.Object {
			continue
		}
		for _, n := range p.Node.Children {
			switch n.Key {
			case "$ref":
				if n.Kind == jsonval.String && !strings.HasPrefix(n.Str, "#") {
					c.Errorf("closed", "foreign-reference", n, "write the schema out, or put it under `$defs`", "the reference %s leads out of the params", diag.Quote(n.Str, 60))
				}
			case "$dynamicRef", "$dynamicAnchor", "unevaluatedProperties", "unevaluatedItems":
				c.at("closed", "dynamic-schema", n, lint.KeySpan(n), "write the members out, with `additionalProperties: false`", "`%s` makes it depend on other schemas what is let through", n.Key)
			case "$id":
				if p.Node != c.root {
					c.at("closed", "dynamic-schema", n, lint.KeySpan(n), "remove it", "a schema with an `$id` of its own gives references another meaning")
				}
			}
		}
	}
}

// at reports an error once, by however many references its place is reached.
func (c *checker) at(check, name string, n *jsonval.Node, span diag.Span, hint, format string, args ...any) {
	key := mark{name, span}
	if c.reported[key] {
		return
	}
	if c.reported == nil {
		c.reported = map[mark]bool{}
	}
	c.reported[key] = true
	c.Report(lint.Finding{Check: check, Name: name, Node: n, Span: span, Hint: hint, Message: fmt.Sprintf(format, args...)})
}

// place looks at what describes one value: the params themselves, a member, an
// item. level is how many objects and arrays are around its inside.
func (c *checker) place(n *jsonval.Node, level int) {
	if n.Kind != jsonval.Object {
		return // `true` is reported where it stands; `false` lets nothing through
	}
	object, array := c.holds(n, jsonval.Object, "properties", "additionalProperties", "required"), c.holds(n, jsonval.Array, "items", "prefixItems", "maxItems")
	if (object || array) && level > maxLevels {
		c.at("closed", "deep-params", n, lint.HeadSpan(n), "flatten them", "the params nest deeper than %d levels", maxLevels)
		return
	}
	if c.work++; !object && !array || c.work > maxWork {
		return
	}
	if object {
		c.closed(n)
	}
	c.inside(n, level, 0)
}

// holds reports whether a value may be an object (array), as far as the schema
// says anything of it.
func (c *checker) holds(n *jsonval.Node, k jsonval.Kind, keywords ...string) bool {
	if !c.read.Admits(n, k) {
		return false
	}
	if n == c.root || c.read.Typed(n) {
		return true
	}
	for _, keyword := range keywords {
		if n.Member(keyword) != nil {
			return true
		}
	}
	return false
}

// closed reports an object that takes members which are not listed, or too
// many.
func (c *checker) closed(n *jsonval.Node) {
	if !c.read.Closed(n) {
		at, span := n, lint.HeadSpan(n)
		message, hint := "it takes members that are not listed", "add `\"additionalProperties\": false`"
		for _, keyword := range []string{"patternProperties", "additionalProperties"} {
			if m := n.Member(keyword); m != nil && (m.Kind != jsonval.Bool || m.Bool) {
				at, span = m, m.Span
				message = "`" + keyword + "` lets members through that are not listed"
				hint = "list the members, with `\"additionalProperties\": false`"
			}
		}
		c.at("closed", "open-params", at, span, hint, "%s: %s", c.called(n), message)
	}
	if m := n.Member("properties"); m != nil && len(m.Children) > maxProperties {
		c.at("closed", "many-params", m, lint.KeySpan(m), "leave out what few people ask for", "%s: there are %d members; there may be %d", c.called(n), len(m.Children), maxProperties)
	}
}

// called names a place in a sentence.
func (c *checker) called(n *jsonval.Node) string {
	if n == c.root {
		return "the params"
	}
	if n.Parent != nil && n.Parent.Key == "properties" {
		return "the param " + diag.Quote(n.Key, 40)
	}
	return "a part of the params"
}

// inside goes into the members and items of a place, in whichever schema they
// stand that holds for it.
func (c *checker) inside(n *jsonval.Node, level, depth int) {
	if c.work++; n.Kind != jsonval.Object || depth > maxProperties || c.work > maxWork {
		return
	}
	for _, child := range n.Children {
		switch child.Key {
		case "properties", "patternProperties":
			if child.Kind == jsonval.Object {
				for _, m := range child.Children {
					c.value(m, level)
				}
			}
		case "items", "additionalProperties", "contains":
			if child.Kind == jsonval.Object || child.Key == "items" {
				c.value(child, level)
			}
		case "prefixItems":
			for _, m := range child.Children {
				c.value(m, level)
			}
		case "allOf", "anyOf", "oneOf":
			for _, m := range child.Children {
				c.inside(m, level, depth+1)
			}
		case "if", "then", "else":
			c.inside(child, level, depth+1)
		case "dependentSchemas":
			for _, m := range child.Children {
				c.inside(m, level, depth+1)
			}
		case "$ref":
			if target := schemas.Target(c.root, n); target != nil && target != c.root {
				c.inside(target, level, depth+1)
			} else if target == c.root {
				c.at("closed", "deep-params", child, child.Span, "write the members out", "the params hold themselves, and so nest without end")
			}
		}
	}
}

// value looks at a member or an item: it says what it is, and how long it can
// be.
func (c *checker) value(n *jsonval.Node, level int) {
	if n.Kind == jsonval.Bool && !n.Bool {
		return
	}
	span := n.Span
	if n.Kind == jsonval.Object {
		span = lint.HeadSpan(n)
	}
	if !c.read.Typed(n) {
		c.at("bound", "untyped-param", n, span, "add `\"type\": …`, or an `enum`", "%s: its schema does not say what it is", c.called(n))
		return
	}
	if c.read.Admits(n, jsonval.String) && !c.read.BoundedText(n, maxText) {
		hint := fmt.Sprintf("add a `maxLength` of at most %d, an `enum`, or a pattern such as ^[a-z0-9-]{1,40}$", maxText)
		at, where := n, span
		if m := n.Member("maxLength"); m != nil {
			at, where = m, m.Span
			hint = fmt.Sprintf("at most %d", maxText)
		}
		c.at("bound", "unbounded-text", at, where, hint, "%s: the text has no bound that is small enough", c.called(n))
	}
	if c.read.Admits(n, jsonval.Array) {
		if !c.read.BoundedList(n, maxItems) {
			at, where := n, span
			if m := n.Member("maxItems"); m != nil {
				at, where = m, m.Span
			}
			c.at("bound", "unbounded-list", at, where, fmt.Sprintf("add a `maxItems` of at most %d", maxItems), "%s: the list has no bound that is small enough", c.called(n))
		}
		if !c.read.Items(n) {
			c.at("bound", "untyped-items", n, span, "add `\"items\": {\"type\": …}`", "%s: the list does not say what its items are", c.called(n))
		}
	}
	c.place(n, level+1)
}
