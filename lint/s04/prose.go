package s04

import (
	"strings"

	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/words"
	"github.com/wield-run/wield/pkg/extract"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/selector"
)

// prose gives the field of the site that a reference ends in where its name
// says that people write into it or are reached by it, "" where it does not.
// The names of a recipe are its author's; those of a response are not.
func (c *checker) prose(u *flow.Use, l flow.Label) string {
	behind := u.Path
	if u.Root == "steps" && len(behind) > 1 {
		behind = behind[2:]
	}
	last := ""
	if len(behind) > 0 {
		last = behind[len(behind)-1]
	}
	for x := range c.Flow().Extract(l.Name, l.Field) {
		if x.Expr == nil {
			if name := proseElement(x.Query); name != "" && (x.Field == "" || x.Field == last) {
				return name
			}
			continue
		}
		from := x.Expr.Root()
		if last != "" {
			from = entry(from, last)
		}
		if name := recipe.EndField(from, words.Prose); name != "" {
			return name
		}
	}
	if words.Prose(last) {
		return last
	}
	return ""
}

// proseElement gives the attribute, class or id by which a selector names such
// a field.
func proseElement(q *extract.Query) string {
	switch {
	case q == nil || q.Selector == nil:
		return ""
	case q.HasAttr && words.Prose(q.Attr):
		return q.Attr
	case q.HasAttr && !plainAttr(q.Attr):
		return ""
	}
	for _, c := range q.Selector.List() {
		for _, simple := range c.Compounds[len(c.Compounds)-1].Simples {
			if (simple.Kind == selector.Class || simple.Kind == selector.ID || simple.Kind == selector.Attribute) && words.Prose(simple.Value) {
				return simple.Value
			}
		}
	}
	return ""
}

// plainAttr reports whether an attribute holds what its element is about.
func plainAttr(name string) bool {
	return strings.EqualFold(name, "value") || strings.EqualFold(name, "content")
}

// entry gives the value of a member that an expression makes; nil where it
// makes none of the name.
func entry(root *jmespath.Node, name string) (value *jmespath.Node) {
	root.Walk(func(n *jmespath.Node) bool {
		if n.Kind == jmespath.KindHashEntry && n.Name == name {
			value = n.Children[0]
		}
		return value == nil
	})
	return value
}
