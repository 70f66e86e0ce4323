package selector

import (
	"golang.org/x/net/html/atom"
	"golang.org/x/text/unicode/bidi"

	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/selector/internal/syntax"
)

// matchDir reports whether text in an element runs in a direction, "ltr" or
// "rtl".
func (m *matcher) matchDir(want string, row int32) bool {
	rtl := m.rightToLeft(row)
	switch syntax.Lower(want) {
	case "ltr":
		return !rtl
	case "rtl":
		return rtl
	}
	return false
}

func (m *matcher) rightToLeft(row int32) bool {
	for at := row; at != none; at = m.parent(at) {
		m.steps++
		e := &m.rows[at]
		if !e.HTML() {
			continue
		}
		switch m.dirOf(e) {
		case "ltr":
			return false
		case "rtl":
			return true
		case "auto":
			return m.autoDir(e, at)
		}
		if isHTML(e, atom.Input) && m.kind(e) == "tel" {
			return false
		}
		if isHTML(e, atom.Bdi) {
			return m.autoDir(e, at)
		}
	}
	return false
}

// dirOf gives the valid dir attribute of an element, in lower case, or "".
func (m *matcher) dirOf(e *dom.Element) string {
	value, _ := m.attr(e, dom.Name(atom.Dir))
	switch value = syntax.Lower(value); value {
	case "ltr", "rtl", "auto":
		return value
	}
	return ""
}

// autoDir finds the direction of an element by its first letter that has one.
func (m *matcher) autoDir(e *dom.Element, row int32) bool {
	if rtl, ok := m.dirs[row]; ok {
		return rtl
	}
	var rtl bool
	if isHTML(e, atom.Input) {
		switch m.kind(e) {
		case "hidden", "text", "search", "tel", "url", "email", "password", "submit", "reset", "button":
			value, _ := m.attr(e, dom.Name(atom.Value))
			rtl, _ = m.firstStrong(value)
		}
	} else {
		rtl = m.textDir(e, row)
	}
	if m.dirs == nil {
		m.dirs = make(map[int32]bool)
	}
	m.dirs[row] = rtl
	return rtl
}

func (m *matcher) textDir(e *dom.Element, row int32) bool {
	at, end := m.doc.TextRuns(e)
	for below := row + 1; ; {
		next := end
		var child *dom.Element
		if below < e.End {
			child = &m.rows[below]
			next, _ = m.doc.TextRuns(child)
		}
		for ; at < next; at++ {
			if rtl, found := m.firstStrong(m.doc.TextRun(at)); found {
				return rtl
			}
		}
		if child == nil {
			return false
		}
		m.steps++
		if m.ownDir(child) {
			_, at = m.doc.TextRuns(child)
			below = child.End
		} else {
			below++
		}
	}
}

// ownDir reports whether the text of an element says nothing about the
// direction of what is around it.
func (m *matcher) ownDir(e *dom.Element) bool {
	if !e.HTML() {
		return false
	}
	switch atom.Atom(e.Name) {
	case atom.Bdi, atom.Script, atom.Style, atom.Textarea:
		return true
	}
	return m.dirOf(e) != ""
}

func (m *matcher) firstStrong(text string) (rtl, found bool) {
	m.steps += int64(len(text)) / 64
	for i := 0; i < len(text); {
		p, n := bidi.LookupString(text[i:])
		if n == 0 {
			break
		}
		switch p.Class() {
		case bidi.L:
			return false, true
		case bidi.R, bidi.AL:
			return true, true
		}
		i += n
	}
	return false, false
}
