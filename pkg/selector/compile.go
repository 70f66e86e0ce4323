package selector

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/wield-run/wield/pkg/diag"
)

// Compile parses a selector. A finding has the code C1 where a browser refuses
// the selector and C2 where only we do, and a span in src.
func Compile(src string) (*Selector, *diag.Diagnostic) {
	if len(src) > maxLength {
		return nil, finding(&failure{
			span: diag.Span{End: len(src)}, refused: true,
			message: fmt.Sprintf("the selector has %d bytes, and at most %d are read", len(src), maxLength),
			hint:    "write a shorter one",
		})
	}
	p := &parser{src: src, toks: scan(src)}
	list, err := p.parseSelector()
	if err != nil {
		return nil, finding(err)
	}
	s := &Selector{source: src, list: list, simples: p.count}
	s.prepare(list)
	return s, nil
}

func finding(f *failure) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: "C1", Name: "selector-syntax", Span: f.span, Message: f.message, Hint: f.hint}
	if f.refused {
		d.Code, d.Name = "C2", "selector-refused"
	}
	return d
}

// prepare numbers the compounds and puts the cheap tests of each first.
func (s *Selector) prepare(list []*Complex) {
	for _, c := range list {
		for _, compound := range c.Compounds {
			compound.slot = s.compounds
			s.compounds++
			compound.tests = slices.Clone(compound.Simples)
			slices.SortStableFunc(compound.tests, func(a, b *Simple) int { return cmp.Compare(cost(a), cost(b)) })
			for _, simple := range compound.Simples {
				s.prepareSimple(simple)
			}
		}
	}
}

func (s *Selector) prepareSimple(simple *Simple) {
	switch simple.Kind {
	case Type:
		simple.lower = lower(simple.Name)
	case Attribute:
		simple.lower = lower(simple.Name)
		simple.folds = simple.Flag == 'i'
		simple.foldsHTML = simple.Namespace == "" && htmlFolds(simple.lower)
		if simple.folds || simple.foldsHTML {
			simple.lowerValue = lower(simple.Value)
		}
	}
	s.prepare(simple.Args)
}

// cost orders the tests of a compound.
func cost(s *Simple) int {
	switch s.Kind {
	case Universal, PseudoElement, Type:
		return 0
	case ID, Class:
		return 1
	case Attribute, Nesting:
		return 2
	}
	switch s.test {
	case testHas:
		return 6
	case testIs, testWhere, testAny, testNot:
		return 4
	case testNthChild, testNthLastChild, testNthOfType, testNthLastOfType, testLang, testDir:
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
