package selector

import (
	"fmt"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/dom"
)

// Explanation says how far a selector got on a page where it matched nothing.
type Explanation struct {
	Matched  diag.Span // the part that matches something; empty where even the first syntax.Test fails
	Count    int       // how many elements that part matches on the page
	Failed   diag.Span // the first syntax.Test behind it that leaves nothing; empty where Outside
	Alone    int       // how many elements on the page pass that syntax.Test elsewhere
	Outside  bool      // the whole selector matches, but nothing below the root it was asked of
	Sentence string
}

// Explain looks for the part of the selector that first matches nothing below
// root. Of several alternatives it takes the one that gets furthest. Where the
// selector matches, the sentence says how often.
func (s *Selector) Explain(root dom.Node) Explanation {
	if n, err := s.Count(root, nil); err != nil || n > 0 {
		if err != nil {
			return Explanation{Sentence: err.Error()}
		}
		return Explanation{Count: n, Matched: diag.Span{End: len(s.source)}, Sentence: fmt.Sprintf("%s matches %s", s.quote(diag.Span{End: len(s.source)}), elements(n))}
	}
	var best Explanation
	furthest := -1
	for _, c := range s.list {
		x, at := s.explain(c, root)
		if at > furthest {
			best, furthest = x, at
		}
	}
	return best
}

// explain takes one alternative; at is the number of tests that it passed.
func (s *Selector) explain(c *Complex, root dom.Node) (x Explanation, at int) {
	for k, compound := range c.Compounds {
		for j, simple := range compound.Simples {
			n := count(part(c, k, j+1), root)
			if n > 0 {
				at++
				x.Count = n
				x.Matched = diag.Span{Start: c.Span.Start, End: simple.Span.End}
				continue
			}
			x.Failed = simple.Span
			x.Alone = count(&Complex{Compounds: []*Compound{{Simples: compound.Simples[j : j+1]}}}, root)
			x.Sentence = s.sentence(x, compound, j)
			return x, at
		}
	}
	x.Outside = true
	x.Sentence = fmt.Sprintf("%s matches %s, but none below this element", s.quote(x.Matched), elements(x.Count))
	return x, at
}

// part gives the compounds before k and some simple selectors of k.
func part(c *Complex, k, simples int) *Complex {
	cut := &Complex{Compounds: append([]*Compound{}, c.Compounds[:k]...)}
	last := c.Compounds[k]
	cut.Compounds = append(cut.Compounds, &Compound{Combinator: last.Combinator, Simples: last.Simples[:simples]})
	return cut
}

// count counts what matches on the whole page, with root as :scope.
func count(c *Complex, root dom.Node) int {
	m := newMatcher(newProgram([]*Complex{c}), root, nil)
	n := 0
	for row, end := m.tree(root.Row()); row < end && m.err == nil; row++ {
		if m.matchList(m.list, row) {
			n++
		}
	}
	return n
}

// tree gives the rows of the elements of the tree that a row is in.
func (m *matcher) tree(row int32) (from, to int32) {
	for m.rows[row].Parent >= 0 {
		row = m.rows[row].Parent
	}
	return row + 1, m.rows[row].End
}

func (s *Selector) sentence(x Explanation, c *Compound, j int) string {
	failed := s.quote(x.Failed)
	if x.Count == 0 {
		return fmt.Sprintf("no element on the page matches %s", failed)
	}
	matched := s.quote(x.Matched)
	text := fmt.Sprintf("%s matches %s, and ", matched, elements(x.Count))
	switch {
	case j > 0:
		text += "none of them matches " + failed
	case c.Combinator == Child:
		text += "no child of them matches " + failed
	case c.Combinator == Next:
		text += "the element behind none of them matches " + failed
	case c.Combinator == Subsequent:
		text += "no sibling behind them matches " + failed
	default:
		text += "nothing below them matches " + failed
	}
	if x.Alone > 0 {
		text += fmt.Sprintf(" (elsewhere on the page %s)", elements(x.Alone))
	}
	return text
}

func (s *Selector) quote(span diag.Span) string {
	return diag.Quote(s.source[span.Start:span.End], 80)
}

func elements(n int) string {
	if n == 1 {
		return "1 element"
	}
	return fmt.Sprintf("%d elements", n)
}
