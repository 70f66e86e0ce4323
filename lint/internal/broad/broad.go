// Package broad tells selectors that find all of a page, or nearly all.
package broad

import (
	"strings"

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
