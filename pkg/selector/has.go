package selector

import (
	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/selector/internal/syntax"
)

// hasCache is what a query knows of one :has().
type hasCache struct {
	work    int    // elements looked at so far, one anchor after the other
	anchors []bool // by row, once the whole tree was looked at
}

// matchHas reports whether :has() is true of an element.
//
// It looks at the part of the tree that the argument can reach. Where this has
// taken as long as looking at the whole tree once, it does that and knows the
// answer for all elements.
func (m *matcher) matchHas(s *simpleTest, row int32) bool {
	c := m.anchors[s.index]
	if c == nil {
		c = &hasCache{}
		if m.anchors == nil {
			m.anchors = make(map[int]*hasCache)
		}
		m.anchors[s.index] = c
	}
	if c.anchors == nil && c.work > len(m.rows) {
		c.anchors = make([]bool, len(m.rows))
		for _, arg := range s.args {
			m.findAnchors(arg, c.anchors)
		}
	}
	if c.anchors != nil {
		return c.anchors[row]
	}
	for _, arg := range s.args {
		if m.hasOne(arg, row, &c.work) {
			return true
		}
	}
	return false
}

// hasOne looks for one alternative of :has() around an element.
func (m *matcher) hasOne(arg *complexTest, row int32, work *int) bool {
	first := arg.compounds[0]
	if len(arg.compounds) > 1 {
		from, to := m.reach(first.combinator, row)
		*work += int(to - from)
		found := m.chain(arg, from, to)
		for at := from; at < to && found != nil; at++ {
			if found[at-from] && m.related(first.combinator, row, at) {
				return true
			}
		}
		return false
	}
	switch first.combinator {
	case syntax.Descendant:
		for at := row + 1; at < m.rows[row].End && m.err == nil; at++ {
			*work++
			if m.matchCompound(first, at) {
				return true
			}
		}
	case syntax.Child:
		if m.rows[row].Children == 0 {
			return false
		}
		return m.anyFrom(first, row+1, work)
	case syntax.Next:
		next := m.rows[row].Next
		return next != 0 && m.matchCompound(first, next)
	default:
		return m.anyFrom(first, m.rows[row].Next, work)
	}
	return false
}

// anyFrom looks at an element and the siblings behind it.
func (m *matcher) anyFrom(c *compoundTest, at int32, work *int) bool {
	for ; at != 0 && m.err == nil; at = m.rows[at].Next {
		*work++
		if m.matchCompound(c, at) {
			return true
		}
	}
	return false
}

// reach gives the rows that a relative selector can reach from an element.
func (m *matcher) reach(c syntax.Combinator, row int32) (from, to int32) {
	e := &m.rows[row]
	if c == Descendant || c == Child {
		return row + 1, e.End
	}
	return e.End, m.rows[e.Parent].End
}

// related reports whether an element that can be reached stands to another as
// a combinator says.
func (m *matcher) related(c syntax.Combinator, anchor, at int32) bool {
	switch c {
	case syntax.Descendant:
		return true
	case syntax.Child:
		return m.rows[at].Parent == anchor
	case syntax.Next:
		return m.rows[at].Prev == anchor
	default:
		return m.rows[at].Parent == m.rows[anchor].Parent
	}
}

// chain gives, for the rows from..to, which of them match the first compound
// with the others behind it in the same rows. It works from the last compound
// to the first, so that it looks at each row once for each.
func (m *matcher) chain(arg *complexTest, from, to int32) []bool {
	last := len(arg.compounds) - 1
	set := make([]bool, to-from)
	any := false
	for at := from; at < to && m.err == nil; at++ {
		if m.rows[at].Flags&dom.Root == 0 && m.matchCompound(arg.compounds[last], at) {
			set[at-from], any = true, true
		}
	}
	for k := last - 1; k >= 0 && any; k-- {
		next := make([]bool, to-from)
		m.mark(arg.compounds[k+1].combinator, set, next, from)
		any = false
		for at := from; at < to && m.err == nil; at++ {
			if next[at-from] && m.rows[at].Flags&dom.Root == 0 {
				next[at-from] = m.matchCompound(arg.compounds[k], at)
				any = any || next[at-from]
			} else {
				next[at-from] = false
			}
		}
		set = next
	}
	if !any {
		return nil
	}
	return set
}

// mark sets the rows that stand left of a combinator with a row of a set at
// its right.
func (m *matcher) mark(c syntax.Combinator, set, marked []bool, from int32) {
	put := func(row int32) (again bool) {
		if row < from || marked[row-from] {
			return false
		}
		m.steps++
		marked[row-from] = true
		return true
	}
	for i, in := range set {
		if !in {
			continue
		}
		row := from + int32(i)
		switch c {
		case syntax.Child:
			put(m.rows[row].Parent)
		case syntax.Descendant:
			for at := m.rows[row].Parent; put(at); at = m.rows[at].Parent {
			}
		case syntax.Next:
			if prev := m.rows[row].Prev; prev != 0 {
				put(prev)
			}
		default:
			for at := m.rows[row].Prev; at != 0 && put(at); at = m.rows[at].Prev {
			}
		}
	}
}

// findAnchors sets the rows of all elements that one alternative of :has() is
// true of.
func (m *matcher) findAnchors(arg *complexTest, anchors []bool) {
	if set := m.chain(arg, 0, int32(len(m.rows))); set != nil {
		marked := make([]bool, len(m.rows))
		m.mark(arg.compounds[0].combinator, set, marked, 0)
		for i, in := range marked {
			anchors[i] = anchors[i] || in
		}
	}
}
