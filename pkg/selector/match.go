package selector

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/selector/internal/syntax"
)

// matcher runs one query.
type matcher struct {
	program *program
	list    []*complexTest // the alternatives whose names the document has
	doc     *dom.Document
	rows    []dom.Element
	root    int32   // the row of :root, or none
	scope   int32   // the row of :scope, or none
	names   []int32 // by the index of a simple test: a dom.Name or dom.Class
	budget  *Budget
	caches

	steps, granted int64
	err            *Error
}

// none stands for no row.
const none int32 = -1

// bind looks up the names of the selector in the document. A name that it does
// not have is 0.
func (m *matcher) bind() {
	all := m.program.list
	m.names = make([]int32, m.program.simples)
	m.bindList(all)
	m.list = all
	for i, c := range all {
		if m.possible(c) {
			continue
		}
		m.list = append([]*complexTest{}, all[:i]...)
		for _, c := range all[i+1:] {
			if m.possible(c) {
				m.list = append(m.list, c)
			}
		}
		break
	}
}

// possible reports whether the document has all names that an alternative
// asks for.
func (m *matcher) possible(c *complexTest) bool {
	for _, compound := range c.compounds {
		for _, s := range compound.tests {
			switch s.Kind {
			case syntax.Type, syntax.Attribute, syntax.Class:
				if m.names[s.index] == 0 {
					return false
				}
			case syntax.PseudoElement:
				return false
			}
		}
	}
	return true
}

func (m *matcher) bindList(list []*complexTest) {
	for _, c := range list {
		for _, compound := range c.compounds {
			for _, s := range compound.tests {
				switch s.Kind {
				case syntax.Type, syntax.Attribute:
					m.names[s.index] = int32(m.doc.Name(s.name))
				case syntax.Class:
					m.names[s.index] = int32(m.doc.Class(s.Value))
				}
				if len(s.args) > 0 {
					m.bindList(s.args)
				}
			}
		}
	}
}

// matchList reports whether an element matches any of some alternatives.
func (m *matcher) matchList(list []*complexTest, row int32) bool {
	for _, c := range list {
		if m.matchUpTo(c.compounds, len(c.compounds)-1, row) {
			return true
		}
	}
	return false
}

// matchUpTo reports whether an element matches the compound k, and what stands
// left of it matches around the element.
func (m *matcher) matchUpTo(compounds []*compoundTest, k int, row int32) bool {
	for m.matchCompound(compounds[k], row) {
		if k == 0 {
			return true
		}
		switch compounds[k].combinator {
		case syntax.Descendant:
			return m.ancestorMatches(compounds, k-1, row)
		case syntax.Subsequent:
			return m.siblingMatches(compounds, k-1, row)
		case syntax.Child:
			row = m.parent(row)
			if row == none {
				return false
			}
		default:
			row = m.rows[row].Prev
			if row == 0 {
				return false
			}
		}
		k--
	}
	return false
}

// parent gives the row of the parent element, or none.
func (m *matcher) parent(row int32) int32 {
	parent := m.rows[row].Parent
	if parent < 0 || m.rows[parent].Flags&dom.Root != 0 {
		return none
	}
	return parent
}

// ancestorMatches reports whether any ancestor matches the compounds up to k.
func (m *matcher) ancestorMatches(compounds []*compoundTest, k int, row int32) bool {
	memo := m.memo(compounds[k+1])
	if memo != nil && memo[row] != unknown {
		return memo[row] == yes
	}
	at := m.parent(row)
	found := false
	for ; at != none && m.err == nil; at = m.parent(at) {
		if found = m.matchUpTo(compounds, k, at); found {
			break
		}
		if memo != nil && memo[at] != unknown {
			found = memo[at] == yes
			break
		}
	}
	if memo != nil && m.err == nil {
		// What was found holds for all that were passed: memo[x] is about the
		// ancestors of x.
		for x := row; x != at && memo[x] == unknown; x = m.parent(x) {
			memo[x] = answer(found)
		}
	}
	return found
}

// siblingMatches reports whether any sibling before matches the compounds up
// to k.
func (m *matcher) siblingMatches(compounds []*compoundTest, k int, row int32) bool {
	memo := m.memo(compounds[k+1])
	if memo != nil && memo[row] != unknown {
		return memo[row] == yes
	}
	at := m.rows[row].Prev
	found := false
	for ; at != 0 && m.err == nil; at = m.rows[at].Prev {
		if found = m.matchUpTo(compounds, k, at); found {
			break
		}
		if memo != nil && memo[at] != unknown {
			found = memo[at] == yes
			break
		}
	}
	if memo != nil && m.err == nil {
		for x := row; x != at && memo[x] == unknown; x = m.rows[x].Prev {
			memo[x] = answer(found)
		}
	}
	return found
}

// matchCompound reports whether an element passes all tests of a compound.
func (m *matcher) matchCompound(c *compoundTest, row int32) bool {
	if !m.spend(1) {
		return false
	}
	e := &m.rows[row]
	for _, s := range c.tests {
		if !m.matchSimple(s, e, row) {
			return false
		}
	}
	return true
}

func (m *matcher) matchSimple(s *simpleTest, e *dom.Element, row int32) bool {
	switch s.Kind {
	case syntax.Type:
		return int32(e.Name) == m.names[s.index] && (!s.Barred || s.Namespace == "*")
	case syntax.Class:
		return m.hasClass(e, dom.Class(m.names[s.index]))
	case syntax.Universal:
		return !s.Barred || s.Namespace == "*"
	case syntax.ID:
		return e.Flags&dom.HasID != 0 && m.matchID(s, e)
	case syntax.Attribute:
		return m.matchAttribute(s, e)
	case syntax.Nesting:
		return row == m.scope
	case syntax.PseudoClass:
		return m.matchPseudo(s, e, row)
	}
	return false // no pseudo-element is in the document
}

func (m *matcher) hasClass(e *dom.Element, class dom.Class) bool {
	if class == 0 {
		return false
	}
	for _, c := range m.doc.Classes(e.Class) {
		if c == class {
			return true
		}
	}
	return false
}

func (m *matcher) matchID(s *simpleTest, e *dom.Element) bool {
	attrs := m.doc.Attrs(e)
	for i := range attrs {
		if attrs[i].Name == dom.Name(atom.Id) && attrs[i].Prefix == dom.NoPrefix {
			id := m.doc.Value(&attrs[i])
			return id == s.Value || m.doc.Quirks() && equalFold(id, s.Value)
		}
	}
	return false
}

func (m *matcher) matchAttribute(s *simpleTest, e *dom.Element) bool {
	name := dom.Name(m.names[s.index])
	if name == 0 {
		return false
	}
	attrs := m.doc.Attrs(e)
	for i := range attrs {
		a := &attrs[i]
		if a.Name != name || a.Prefix != dom.NoPrefix && s.Namespace != "*" {
			continue
		}
		if s.Op == "" || m.matchValue(s, e, m.doc.Value(a)) {
			return true
		}
	}
	return false
}

func (m *matcher) matchValue(s *simpleTest, e *dom.Element, value string) bool {
	want := s.Value
	if s.folds || s.foldsHTML && e.HTML() {
		if s.Op == "=" {
			return equalFold(value, want)
		}
		value, want = syntax.Lower(value), s.lowerValue
	}
	switch s.Op {
	case "=":
		return value == want
	case "~=":
		return hasWord(value, want)
	case "|=":
		return strings.HasPrefix(value, want) && (len(value) == len(want) || value[len(want)] == '-')
	case "^=":
		return want != "" && strings.HasPrefix(value, want)
	case "$=":
		return want != "" && strings.HasSuffix(value, want)
	default:
		return want != "" && strings.Contains(value, want)
	}
}

// htmlSpace is what HTML calls ASCII white space.
const htmlSpace = " \t\n\f\r"

// hasWord reports whether a word is one of those that white space separates.
func hasWord(value, word string) bool {
	if word == "" {
		return false
	}
	for {
		value = strings.TrimLeft(value, htmlSpace)
		end := strings.IndexAny(value, htmlSpace)
		if end < 0 {
			return value == word
		}
		if value[:end] == word {
			return true
		}
		value = value[end:]
	}
}

// equalFold compares without regard to the case of A to Z.
func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		x, y := a[i], b[i]
		if x == y {
			continue
		}
		if x|0x20 != y|0x20 || x|0x20 < 'a' || x|0x20 > 'z' {
			return false
		}
	}
	return true
}
