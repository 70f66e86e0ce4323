package selector

import (
	"golang.org/x/net/html/atom"

	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/selector/internal/syntax"
)

// radioGroup is what radio buttons have in common of which one at most is
// checked.
type radioGroup struct {
	form int32 // or the root of the tree
	name string
}

// group gives the group of a radio button; one without a name has none.
func (m *matcher) group(e *dom.Element, row int32) (radioGroup, bool) {
	name, _ := m.attr(e, dom.Name(atom.Name))
	if name == "" {
		return radioGroup{}, false
	}
	return radioGroup{m.formOf(e, row), name}, true
}

// formOf gives the form that a control belongs to, or none.
func (m *matcher) formOf(e *dom.Element, row int32) int32 {
	if id, ok := m.attr(e, dom.Name(atom.Form)); ok {
		return m.formByID(id)
	}
	for at := m.parent(row); at != none; at = m.parent(at) {
		m.steps++
		if isHTML(&m.rows[at], atom.Form) {
			return at
		}
	}
	return none
}

// formByID gives the first element with an id where that is a form.
func (m *matcher) formByID(id string) int32 {
	if form, ok := m.forms[id]; ok {
		return form
	}
	form := none
	for row, end := int32(1), m.rows[0].End; row < end && id != ""; row++ {
		m.steps++
		e := &m.rows[row]
		if e.Flags&dom.HasID == 0 {
			continue
		}
		if value, ok := m.attr(e, dom.Name(atom.Id)); ok && value == id {
			if isHTML(e, atom.Form) {
				form = row
			}
			break
		}
	}
	if m.forms == nil {
		m.forms = make(map[string]int32)
	}
	m.forms[id] = form
	return form
}

// checkedRadio gives the checked button of a group, or none: the last with the
// attribute.
func (m *matcher) checkedRadio(g radioGroup) int32 {
	if m.radios == nil {
		m.radios = make(map[radioGroup]int32)
		for row, end := int32(1), m.rows[0].End; row < end; row++ {
			m.steps++
			e := &m.rows[row]
			if isHTML(e, atom.Input) && m.has(e, atom.Checked) && m.kind(e) == "radio" {
				if own, ok := m.group(e, row); ok {
					m.radios[own] = row
				}
			}
		}
	}
	if row, ok := m.radios[g]; ok {
		return row
	}
	return none
}

func (m *matcher) indeterminate(e *dom.Element, row int32) bool {
	switch atom.Atom(e.Name) {
	case atom.Progress:
		return !m.has(e, atom.Value)
	case atom.Input:
		if m.kind(e) == "radio" {
			g, ok := m.group(e, row)
			if !ok {
				return !m.has(e, atom.Checked)
			}
			return m.checkedRadio(g) == none
		}
	}
	return false
}

// isDefault reports whether :default is true: of what is checked or selected
// from the start, and of a form's first submit button.
func (m *matcher) isDefault(e *dom.Element, row int32) bool {
	switch atom.Atom(e.Name) {
	case atom.Option:
		return m.has(e, atom.Selected)
	case atom.Input:
		switch m.kind(e) {
		case "checkbox", "radio":
			return m.has(e, atom.Checked)
		}
	}
	if !m.submits(e) {
		return false
	}
	if m.submit == nil {
		m.submit = make(map[int32]int32)
		for row, end := int32(1), m.rows[0].End; row < end; row++ {
			m.steps++
			if e := &m.rows[row]; m.submits(e) {
				form := m.formOf(e, row)
				if _, ok := m.submit[form]; !ok && form != none {
					m.submit[form] = row
				}
			}
		}
	}
	form := m.formOf(e, row)
	return form != none && m.submit[form] == row
}

// submits reports whether an element is a submit button.
func (m *matcher) submits(e *dom.Element) bool {
	switch {
	case isHTML(e, atom.Button):
		if e.Prev == 0 && isHTML(&m.rows[e.Parent], atom.Select) && m.dropsDown(&m.rows[e.Parent]) {
			return false // it opens the list
		}
		switch kind, _ := m.attr(e, dom.Name(atom.Type)); syntax.Lower(kind) {
		case "submit":
			return true
		case "button", "reset":
			return false
		}
		_, target := m.attr(e, m.doc.Name("commandfor"))
		return !target && !m.has(e, atom.Command)
	case isHTML(e, atom.Input):
		kind := m.kind(e)
		return kind == "submit" || kind == "image"
	}
	return false
}

// dropsDown reports whether a <select> shows one line, from which a list drops.
func (m *matcher) dropsDown(e *dom.Element) bool {
	size, _ := m.attr(e, dom.Name(atom.Size))
	return !m.has(e, atom.Multiple) && dom.Integer(size) <= 1
}
