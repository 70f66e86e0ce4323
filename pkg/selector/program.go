package selector

import (
	"cmp"
	"slices"

	"github.com/wield-run/wield/pkg/selector/internal/syntax"
)

// program is a selector in the form that is matched.
type program struct {
	list      []*complexTest
	simples   int // how many there are
	compounds int
}

// complexTest is one alternative.
type complexTest struct {
	compounds []*compoundTest
}

// compoundTest is what one element must pass.
type compoundTest struct {
	combinator syntax.Combinator
	tests      []*simpleTest // the cheap ones first
	slot       int           // a number of its own in the program
}

// simpleTest is one of the tests.
type simpleTest struct {
	*syntax.Simple
	index            int // a number of its own in the program
	args             []*complexTest
	name             string // in lower case
	lowerValue       string
	folds, foldsHTML bool // the value compares without case: always, or on HTML elements
}

func newProgram(list []*syntax.Complex) *program {
	p := &program{}
	p.list = p.compile(list)
	return p
}

func (p *program) compile(list []*syntax.Complex) []*complexTest {
	if list == nil {
		return nil
	}
	all := make([]*complexTest, len(list))
	for i, c := range list {
		all[i] = &complexTest{make([]*compoundTest, len(c.Compounds))}
		for k, compound := range c.Compounds {
			t := &compoundTest{combinator: compound.Combinator, slot: p.compounds}
			p.compounds++
			for _, s := range compound.Simples {
				t.tests = append(t.tests, p.simple(s))
			}
			slices.SortStableFunc(t.tests, func(a, b *simpleTest) int { return cmp.Compare(a.cost(), b.cost()) })
			all[i].compounds[k] = t
		}
	}
	return all
}

func (p *program) simple(s *syntax.Simple) *simpleTest {
	t := &simpleTest{Simple: s, index: p.simples}
	p.simples++
	switch s.Kind {
	case syntax.Type:
		t.name = syntax.Lower(s.Name)
	case syntax.Attribute:
		t.name = syntax.Lower(s.Name)
		t.folds = s.Flag == 'i'
		t.foldsHTML = s.Namespace == "" && htmlFolds(t.name)
		if t.folds || t.foldsHTML {
			t.lowerValue = syntax.Lower(s.Value)
		}
	}
	t.args = p.compile(s.Args)
	return t
}

// cost orders the tests of a compound.
func (t *simpleTest) cost() int {
	switch t.Kind {
	case syntax.Universal, syntax.PseudoElement, syntax.Type:
		return 0
	case syntax.ID, syntax.Class:
		return 1
	case syntax.Attribute, syntax.Nesting:
		return 2
	}
	switch t.Test {
	case syntax.TestHas:
		return 6
	case syntax.TestIs, syntax.TestWhere, syntax.TestAny, syntax.TestNot:
		return 4
	case syntax.TestNthChild, syntax.TestNthLastChild, syntax.TestNthOfType, syntax.TestNthLastOfType, syntax.TestLang,
		syntax.TestDir:
		return 5
	}
	return 3
}

// htmlFolds reports whether the values of an attribute compare without ASCII
// case on HTML elements: the list of the HTML standard.
func htmlFolds(name string) bool {
	switch name {
	case "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear", "codetype",
		"color", "compact", "declare", "defer", "dir", "direction", "disabled", "enctype", "face", "frame", "hreflang",
		"http-equiv", "lang", "language", "link", "media", "method", "multiple", "nohref", "noresize", "noshade",
		"nowrap", "readonly", "rel", "rev", "rules", "scope", "scrolling", "selected", "shape", "target", "text",
		"type", "valign", "valuetype", "vlink":
		return true
	}
	return false
}

// chooses reports whether a position is one of a·n + b with n from 0.
func chooses(a, b int, position int32) bool {
	rest := int(position) - b
	switch {
	case a == 0:
		return rest == 0
	case a > 0:
		return rest >= 0 && rest%a == 0
	}
	return rest <= 0 && rest%a == 0
}
