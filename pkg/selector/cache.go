package selector

import "github.com/wield-run/wield/pkg/dom"

// caches hold what a query found out about the document, so that no selector
// takes more than linear time on it.
type caches struct {
	memos     [][]uint8 // by the slot of a compound
	memoBytes int

	types, typesBack []int32           // positions among the siblings of a type
	nths             map[int]nthCache  // by the index of a simple selector
	anchors          map[int]*hasCache // likewise
	options          map[int32]int32   // by the row of a select: its selected option
	radios           map[radioGroup]int32
	submit           map[int32]int32 // by the row of a form: its first submit button
	forms            map[string]int32
	legends          map[int32]int32 // by the row of a fieldset
	dirs             map[int32]bool
	language         string // of the page
	hasLanguage      bool
}

// The states of a memo.
const (
	unknown uint8 = iota
	yes
	no
)

func answer(found bool) uint8 {
	if found {
		return yes
	}
	return no
}

// The memos are used once a query has taken some steps, so that a query on a
// small item makes no table for the whole page; all together have a limit.
const (
	memoAfter    = 2 * take
	maxMemoBytes = 64 << 20
)

// memo gives the table for the compounds left of a compound, or nil.
func (m *matcher) memo(c *compoundTest) []uint8 {
	if m.steps < memoAfter {
		return nil
	}
	if m.memos == nil {
		m.memos = make([][]uint8, m.program.compounds)
	}
	if t := m.memos[c.slot]; t != nil {
		return t
	}
	if m.memoBytes += len(m.rows); m.memoBytes > maxMemoBytes {
		return nil
	}
	t := make([]uint8, len(m.rows))
	m.memos[c.slot] = t
	return t
}

// fewSiblings is the number of siblings up to which they are counted anew for
// each of them.
const fewSiblings = 32

// sameType reports whether two elements have the same type, as :nth-of-type()
// counts.
func sameType(a, b *dom.Element) bool {
	const space = dom.SVG | dom.MathML
	return a.Name == b.Name && a.Flags&space == b.Flags&space
}

// typePosition gives an element's position among the siblings of its type,
// from 1, from the front or from the back.
func (m *matcher) typePosition(row int32, back bool) int32 {
	e := &m.rows[row]
	if m.rows[e.Parent].Children > fewSiblings {
		m.countTypes(e.Parent)
		if back {
			return m.typesBack[row]
		}
		return m.types[row]
	}
	n := int32(1)
	for at := m.step(row, back); at != 0; at = m.step(at, back) {
		m.steps++
		if sameType(&m.rows[at], e) {
			n++
		}
	}
	return n
}

// step gives the next sibling on the way to the front or to the back.
func (m *matcher) step(row int32, back bool) int32 {
	if back {
		return m.rows[row].Next
	}
	return m.rows[row].Prev
}

// typeKey is what makes a type.
type typeKey struct {
	name  dom.Name
	space dom.Flags
}

// countTypes fills the positions of all children of an element.
func (m *matcher) countTypes(parent int32) {
	if m.types == nil {
		m.types, m.typesBack = make([]int32, len(m.rows)), make([]int32, len(m.rows))
	}
	first := parent + 1
	if m.types[first] != 0 {
		return
	}
	counts := make(map[typeKey]int32)
	key := func(row int32) typeKey {
		return typeKey{m.rows[row].Name, m.rows[row].Flags & (dom.SVG | dom.MathML)}
	}
	for row := first; row != 0; row = m.rows[row].Next {
		counts[key(row)]++
		m.types[row] = counts[key(row)]
	}
	for row := first; row != 0; row = m.rows[row].Next {
		m.typesBack[row] = counts[key(row)] - m.types[row] + 1
	}
	m.spend(int(m.rows[parent].Children))
}

// nthCache has, for :nth-child(… of S), the positions among the siblings that
// match S; 0 where it is not counted yet.
type nthCache struct {
	front, back []int32
}

// nthOf gives an element's position among the siblings that match the
// alternatives of a simple selector. The element is one of them.
func (m *matcher) nthOf(s *simpleTest, row int32, back bool) int32 {
	e := &m.rows[row]
	parent := &m.rows[e.Parent]
	if parent.Children > fewSiblings {
		c, ok := m.nths[s.index]
		if !ok {
			c = nthCache{make([]int32, len(m.rows)), make([]int32, len(m.rows))}
			if m.nths == nil {
				m.nths = make(map[int]nthCache)
			}
			m.nths[s.index] = c
		}
		if c.front[row] == 0 {
			m.countMatches(s, e.Parent, c)
		}
		if back {
			return c.back[row]
		}
		return c.front[row]
	}
	n := int32(1)
	for at := m.step(row, back); at != 0 && m.err == nil; at = m.step(at, back) {
		if m.matchList(s.args, at) {
			n++
		}
	}
	return n
}

func (m *matcher) countMatches(s *simpleTest, parent int32, c nthCache) {
	var matched []int32
	for row := parent + 1; row != 0 && m.err == nil; row = m.rows[row].Next {
		if m.matchList(s.args, row) {
			matched = append(matched, row)
			c.front[row] = int32(len(matched))
		}
	}
	for _, row := range matched {
		c.back[row] = int32(len(matched)) - c.front[row] + 1
	}
}
