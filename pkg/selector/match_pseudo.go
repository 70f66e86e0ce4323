package selector

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/wield-run/wield/pkg/dom"
)

// matchPseudo reports whether a pseudo-class is true of an element.
func (m *matcher) matchPseudo(s *Simple, e *dom.Element, row int32) bool {
	switch s.test {
	case testRoot:
		return row == m.root
	case testScope:
		return row == m.scope
	case testEmpty:
		return e.Children == 0 && !m.doc.HasText(e)
	case testFirstChild:
		return e.Prev == 0
	case testLastChild:
		return e.Next == 0
	case testOnlyChild:
		return e.Prev == 0 && e.Next == 0
	case testFirstOfType:
		return m.typePosition(row, false) == 1
	case testLastOfType:
		return m.typePosition(row, true) == 1
	case testOnlyOfType:
		return m.typePosition(row, false) == 1 && m.typePosition(row, true) == 1
	case testNthChild, testNthLastChild:
		return m.matchNthChild(s, e, row)
	case testNthOfType:
		return chooses(s.a, s.b, m.typePosition(row, false))
	case testNthLastOfType:
		return chooses(s.a, s.b, m.typePosition(row, true))
	case testIs, testWhere, testAny:
		return m.matchList(s.Args, row)
	case testNot:
		return !m.matchList(s.Args, row) && m.err == nil
	case testHas:
		return m.matchHas(s, row)
	case testLang:
		return m.matchLang(s.Value, row)
	case testDir:
		return m.matchDir(s.Value, row)
	}
	return m.matchState(s.test, e, row)
}

func (m *matcher) matchNthChild(s *Simple, e *dom.Element, row int32) bool {
	back := s.test == testNthLastChild
	if s.Args != nil {
		return m.matchList(s.Args, row) && chooses(s.a, s.b, m.nthOf(s, row, back))
	}
	position := e.Position
	if back {
		position = m.rows[e.Parent].Children - position + 1
	}
	return chooses(s.a, s.b, position)
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
	switch kind = lower(kind); kind {
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
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '.', r == '_', r == 0xb7,
			r >= 0xc0 && r <= 0xd6, r >= 0xd8 && r <= 0xf6, r >= 0xf8 && r <= 0x37d, r >= 0x37f && r <= 0x1fff,
			r >= 0x200c && r <= 0x200d, r >= 0x203f && r <= 0x2040, r >= 0x2070 && r <= 0x218f,
			r >= 0x2c00 && r <= 0x2fef, r >= 0x3001 && r <= 0xd7ff, r >= 0xf900 && r <= 0xfdcf,
			r >= 0xfdf0 && r <= 0xfffd, r >= 0x10000 && r <= 0xeffff:
		default:
			return false
		}
	}
	return true
}
