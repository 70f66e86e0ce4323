package selector

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator makes selectors at random, most of them valid, from the names that
// a page has.
type generator struct {
	r       *rand.Rand
	tags    []string
	classes []string
	ids     []string
	attrs   []string // ready tests: [href], [type=text]
	plain   bool     // only what every engine reads alike
	depth   int
}

func (g *generator) pick(list []string) string { return list[g.r.IntN(len(list))] }

func (g *generator) list() string {
	parts := []string{g.complex()}
	for g.r.IntN(6) == 0 {
		parts = append(parts, g.complex())
	}
	return strings.Join(parts, ", ")
}

func (g *generator) complex() string {
	s := g.compound()
	for g.r.IntN(5) < 2 {
		s += g.pick([]string{" ", " ", " ", " > ", ">", " + ", "+", " ~ ", "~"}) + g.compound()
	}
	return s
}

func (g *generator) compound() string {
	var s string
	if g.r.IntN(3) > 0 {
		s = g.pick(g.tags)
	}
	for s == "" || g.r.IntN(3) == 0 {
		s += g.simple()
	}
	return s
}

func (g *generator) simple() string {
	switch n := g.r.IntN(10); {
	case n < 3:
		return "." + g.pick(g.classes)
	case n < 4:
		return "#" + g.pick(g.ids)
	case n < 6:
		return g.pick(g.attrs)
	default:
		return g.pseudo()
	}
}

func (g *generator) pseudo() string {
	nth := fmt.Sprintf("%dn%+d", g.r.IntN(5)-1, g.r.IntN(5)-2)
	if g.depth > 2 {
		return ":first-child"
	}
	g.depth++
	defer func() { g.depth-- }()
	plain := []func() string{
		func() string { return ":first-child" },
		func() string { return ":last-child" },
		func() string { return ":only-child" },
		func() string { return ":first-of-type" },
		func() string { return ":last-of-type" },
		func() string { return ":only-of-type" },
		func() string { return ":nth-child(" + nth + ")" },
		func() string { return ":nth-last-child(" + nth + ")" },
		func() string { return ":nth-of-type(" + nth + ")" },
		func() string { return ":nth-last-of-type(" + nth + ")" },
		func() string { return ":not(" + g.compound() + ")" },
		func() string { return ":nth-child(odd)" },
		func() string { return ":root" },
	}
	if g.plain {
		return plain[g.r.IntN(len(plain))]()
	}
	more := append(plain,
		func() string { return ":is(" + g.list() + ")" },
		func() string { return ":where(" + g.complex() + ")" },
		func() string { return ":not(" + g.list() + ")" },
		func() string { return ":has(" + g.pick([]string{"", "", "> ", "+ ", "~ "}) + g.complex() + ")" },
		func() string {
			return ":has(" + g.pick([]string{"", "> ", "+ ", "~ "}) + g.compound() + ", " + g.compound() + ")"
		},
		func() string { return ":nth-child(" + nth + " of " + g.list() + ")" },
		func() string { return ":nth-last-child(" + nth + " of " + g.compound() + ")" },
		func() string {
			return g.pick(strings.Fields(":scope :empty :link :any-link :enabled :disabled :checked :default :indeterminate :required " +
				":optional :read-only :read-write :placeholder-shown :defined :open :hover :target :dir(ltr) :dir(rtl) :lang(de) :lang(en)"))
		},
		func() string {
			return g.pick([]string{"::before", "::part(x)", "::-webkit-x:hover", ":contains(x)", ":first", "&"})
		},
	)
	return more[g.r.IntN(len(more))]()
}
