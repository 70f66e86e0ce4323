package selector

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/selector/internal/syntax"
)

// matchPseudo reports whether a pseudo-class is true of an element.
func (m *matcher) matchPseudo(s *simpleTest, e *dom.Element, row int32) bool {
	switch s.Test {
	case syntax.TestRoot:
		return row == m.root
	case syntax.TestScope:
		return row == m.scope
	case syntax.TestEmpty:
		return e.Children == 0 && !m.doc.HasText(e)
	case syntax.TestFirstChild:
		return e.Prev == 0
	case syntax.TestLastChild:
		return e.Next == 0
	case syntax.TestOnlyChild:
		return e.Prev == 0 && e.Next == 0
	case syntax.TestFirstOfType:
		return m.typePosition(row, false) == 1
	case syntax.TestLastOfType:
		return m.typePosition(row, true) == 1
	case syntax.TestOnlyOfType:
		return m.typePosition(row, false) == 1 && m.typePosition(row, true) == 1
	case syntax.TestNthChild, syntax.TestNthLastChild:
		return m.matchNthChild(s, e, row)
	case syntax.TestNthOfType:
		return chooses(s.A, s.B, m.typePosition(row, false))
	case syntax.TestNthLastOfType:
		return chooses(s.A, s.B, m.typePosition(row, true))
	case syntax.TestIs, syntax.TestWhere, syntax.TestAny:
		return m.matchList(s.args, row)
	case syntax.TestNot:
		return !m.matchList(s.args, row) && m.err == nil
	case syntax.TestHas:
		return m.matchHas(s, row)
	case syntax.TestLang:
		return m.matchLang(s.Value, row)
	case syntax.TestDir:
		return m.matchDir(s.Value, row)
	}
	return m.matchState(s.Test, e, row)
}

func (m *matcher) matchNthChild(s *simpleTest, e *dom.Element, row int32) bool {
	back := s.Test == syntax.TestNthLastChild
	if s.args != nil {
		return m.matchList(s.args, row) && chooses(s.A, s.B, m.nthOf(s, row, back))
	}
	position := e.Position
	if back {
		position = m.rows[e.Parent].Children - position + 1
	}
	return chooses(s.A, s.B, position)
}

// attr gives the value of an attribute without namespace.
func (m *matcher) attr(e *dom.Element, name dom.Name) (string, bool) {
	attrs := m.doc.Attrs(e)
	for i := range attrs {
		if attrs[i].Name == name && attrs[i].Prefix == dom.NoPrefix {
			return m.doc.Value(&attrs[i]), true
		}
	}
	return "", false
}

func (m *matcher) has(e *dom.Element, name atom.Atom) bool {
	_, ok := m.attr(e, dom.Name(name))
	return ok
}

// isHTML reports whether a row is an HTML element of a name.
func isHTML(e *dom.Element, name atom.Atom) bool {
	return e.Name == dom.Name(name) && e.HTML()
}

// kind gives the type of an <input>, in lower case, "text" where it has none
// that HTML knows.
func (m *matcher) kind(e *dom.Element) string {
	kind, _ := m.attr(e, dom.Name(atom.Type))
	switch kind = syntax.Lower(kind); kind {
	case "hidden", "search", "tel", "url", "email", "password", "date", "month", "week", "time", "datetime-local",
		"number", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset", "button":
		return kind
	}
	return "text"
}

// matchDefined reports whether an element is no custom element, as none is
// defined without scripts.
func (m *matcher) matchDefined(e *dom.Element) bool {
	if !e.HTML() {
		return true
	}
	if _, ok := m.attr(e, dom.Name(atom.Is)); ok {
		return false
	}
	return !customName(m.doc.NameText(e.Name))
}

// customName reports whether a name is one that a custom element can have.
func customName(name string) bool {
	if !strings.Contains(name, "-") || name[0] < 'a' || name[0] > 'z' {
		return false
	}
	switch name {
	case "annotation-xml", "color-profile", "font-face", "font-face-src", "font-face-uri", "font-face-format",
		"font-face-name", "missing-glyph":
		return false
	}
	return true
}
