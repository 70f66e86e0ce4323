// Package broad tells selectors that find all of a page, or nearly all, and those
// that find an element only by where it stands.
package broad

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/redact"
	"github.com/wield-run/wield/pkg/selector"
)

// Selector reports whether one of the alternatives of a selector finds the
// page, its head, its body or its main part, or any element at all.
func Selector(s *selector.Selector) bool {
	return s != nil && anyBroad(s.List())
}

func anyBroad(list []*selector.Complex) bool {
	for _, c := range list {
		if len(c.Compounds) > 0 && compound(c.Compounds[len(c.Compounds)-1]) {
			return true
		}
	}
	return false
}

// compound reports whether the element that is found may be one of those.
func compound(c *selector.Compound) bool {
	narrow := false
	for _, s := range c.Simples {
		switch s.Kind {
		case selector.Type:
			switch strings.ToLower(s.Name) {
			case "html", "body", "head", "main":
				return true
			}
			narrow = true
		case selector.ID, selector.Class:
			narrow = true
		case selector.Attribute:
			narrow = narrow || s.Op != "" || !everywhere(s.Name)
		case selector.PseudoClass:
			switch s.Name {
			case "root":
				return true
			case "is", "where":
				if anyBroad(s.Args) {
					continue
				}
				narrow = true
			}
		}
	}
	return !narrow
}

// everywhere reports whether the page's own element has an attribute as a
// rule.
func everywhere(attribute string) bool {
	switch strings.ToLower(attribute) {
	case "lang", "dir", "class", "id", "style":
		return true
	}
	return false
}

// Placed reports whether one of the alternatives of a selector finds elements
// of a type by where they stand alone: no name, no id and no class says which,
// or only a part of a name that many a credential's has ([name^=auth]). Hidden
// fields of any type are found so by [type=hidden].
func Placed(s *selector.Selector, element string) bool {
	return s != nil && slices.ContainsFunc(s.List(), func(c *selector.Complex) bool {
		return len(c.Compounds) > 0 && placed(c.Compounds[len(c.Compounds)-1], element)
	})
}

func placed(c *selector.Compound, element string) bool {
	typed := false
	for _, s := range c.Simples {
		switch s.Kind {
		case selector.Type:
			typed = strings.EqualFold(s.Name, element)
			if !typed {
				return false
			}
		case selector.ID, selector.Class:
			return false
		case selector.Attribute:
			switch strings.ToLower(s.Name) {
			case "type":
				typed = typed || element == "input" && strings.EqualFold(s.Value, "hidden")
			case "value", "content", "hidden":
			case "name", "id":
				if s.Op == "=" || s.Op == "~=" || !redact.MayBeTokenName(s.Op, s.Value) {
					return false
				}
			default:
				return false
			}
		case selector.PseudoClass:
			switch s.Name {
			case "is", "where":
				inner := slices.ContainsFunc(s.Args, func(c *selector.Complex) bool {
					return len(c.Compounds) > 0 && placed(c.Compounds[len(c.Compounds)-1], element)
				})
				if !inner {
					return false
				}
				typed = true
			}
		}
	}
	return typed
}
