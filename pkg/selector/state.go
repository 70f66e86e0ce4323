package selector

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/selector/internal/syntax"
)

// matchState reports whether the state of a form control, link or the like is
// what a pseudo-class asks for, in a page that nobody has touched.
func (m *matcher) matchState(t syntax.Test, e *dom.Element, row int32) bool {
	switch t {
	case syntax.TestLink:
		return m.isLink(e)
	case syntax.TestDefined:
		return m.matchDefined(e)
	case syntax.TestOpen:
		return (isHTML(e, atom.Details) || isHTML(e, atom.Dialog)) && m.has(e, atom.Open)
	}
	if !e.HTML() {
		return false
	}
	switch t {
	case syntax.TestEnabled:
		return canDisable(e) && !m.disabled(e, row)
	case syntax.TestDisabled:
		return canDisable(e) && m.disabled(e, row)
	case syntax.TestChecked:
		return m.checked(e, row)
	case syntax.TestDefault:
		return m.isDefault(e, row)
	case syntax.TestIndeterminate:
		return m.indeterminate(e, row)
	case syntax.TestRequired:
		return m.required(e)
	case syntax.TestOptional:
		return isControl(e) && !m.required(e)
	case syntax.TestReadWrite:
		return m.readWrite(e, row)
	case syntax.TestReadOnly:
		return !m.readWrite(e, row)
	case syntax.TestPlaceholderShown:
		return m.placeholderShown(e, row)
	}
	return false
}

func (m *matcher) isLink(e *dom.Element) bool {
	switch atom.Atom(e.Name) {
	case atom.A:
		if e.Flags&dom.SVG != 0 {
			attrs := m.doc.Attrs(e)
			for i := range attrs {
				if attrs[i].Name == dom.Name(atom.Href) && (attrs[i].Prefix == dom.NoPrefix || attrs[i].Prefix == dom.XLink) {
					return true
				}
			}
			return false
		}
	case atom.Area:
	default:
		return false
	}
	return e.HTML() && m.has(e, atom.Href)
}

// isControl reports whether an HTML element takes part in :optional.
func isControl(e *dom.Element) bool {
	switch atom.Atom(e.Name) {
	case atom.Button, atom.Input, atom.Select, atom.Textarea:
		return true
	}
	return false
}

// canDisable reports whether an HTML element is either enabled or disabled.
func canDisable(e *dom.Element) bool {
	switch atom.Atom(e.Name) {
	case atom.Fieldset, atom.Optgroup, atom.Option:
		return true
	}
	return isControl(e)
}

func (m *matcher) disabled(e *dom.Element, row int32) bool {
	if m.has(e, atom.Disabled) {
		return true
	}
	switch atom.Atom(e.Name) {
	case atom.Optgroup, atom.Option:
		group, list := m.optionOwners(row)
		if e.Name == dom.Name(atom.Optgroup) && group != none {
			return false // a group in a group is of no select
		}
		return group != none && m.has(&m.rows[group], atom.Disabled) || list != none && m.disabled(&m.rows[list], list)
	}
	return m.inDisabledFieldset(row)
}

// optionOwners gives the group and the select that an option or a group belongs
// to, each none where it has none.
func (m *matcher) optionOwners(row int32) (group, list int32) {
	group = none
	for at := m.parent(row); at != none; at = m.parent(at) {
		m.steps++
		e := &m.rows[at]
		if !e.HTML() {
			continue
		}
		switch atom.Atom(e.Name) {
		case atom.Datalist, atom.Hr, atom.Option:
			return group, none
		case atom.Optgroup:
			if group != none {
				return group, none
			}
			group = at
		case atom.Select:
			return group, at
		}
	}
	return group, none
}

// inDisabledFieldset reports whether a fieldset around an element disables it;
// one does not disable what is in its first legend.
func (m *matcher) inDisabledFieldset(row int32) bool {
	below := row
	for at := m.parent(row); at != none; below, at = at, m.parent(at) {
		m.steps++
		e := &m.rows[at]
		if isHTML(e, atom.Fieldset) && m.has(e, atom.Disabled) && below != m.legend(at) {
			return true
		}
	}
	return false
}

// legend gives the first <legend> among the children of a fieldset, or 0.
func (m *matcher) legend(fieldset int32) int32 {
	if at, ok := m.legends[fieldset]; ok {
		return at
	}
	at := int32(0)
	if m.rows[fieldset].Children > 0 {
		at = fieldset + 1
	}
	for at != 0 && !isHTML(&m.rows[at], atom.Legend) {
		m.steps++
		at = m.rows[at].Next
	}
	if m.legends == nil {
		m.legends = make(map[int32]int32)
	}
	m.legends[fieldset] = at
	return at
}

func (m *matcher) checked(e *dom.Element, row int32) bool {
	switch atom.Atom(e.Name) {
	case atom.Option:
		return m.selected(e, row)
	case atom.Input:
		if !m.has(e, atom.Checked) {
			return false
		}
		switch m.kind(e) {
		case "checkbox":
			return true
		case "radio":
			g, ok := m.group(e, row)
			return !ok || m.checkedRadio(g) == row
		}
	}
	return false
}

// selected reports whether an option is: of a select that shows one line, just
// one is, even where none or several have the attribute.
func (m *matcher) selected(e *dom.Element, row int32) bool {
	_, list := m.optionOwners(row)
	if list == none || m.has(&m.rows[list], atom.Multiple) {
		return m.has(e, atom.Selected)
	}
	chosen, ok := m.options[list]
	if !ok {
		chosen = m.chooseOption(list)
		if m.options == nil {
			m.options = make(map[int32]int32)
		}
		m.options[list] = chosen
	}
	return chosen == row
}

func (m *matcher) chooseOption(list int32) int32 {
	first, last := none, none
	for at := list + 1; at < m.rows[list].End; at++ {
		m.steps++
		e := &m.rows[at]
		if !isHTML(e, atom.Option) {
			continue
		}
		group, owner := m.optionOwners(at)
		if owner != list {
			continue
		}
		if m.has(e, atom.Selected) {
			last = at
		}
		if first == none && !m.has(e, atom.Disabled) && (group == none || !m.has(&m.rows[group], atom.Disabled)) {
			first = at
		}
	}
	if last == none && m.dropsDown(&m.rows[list]) {
		return first
	}
	return last
}

func (m *matcher) required(e *dom.Element) bool {
	if !isControl(e) || !m.has(e, atom.Required) {
		return false
	}
	switch atom.Atom(e.Name) {
	case atom.Button:
		return false
	case atom.Input:
		switch m.kind(e) {
		case "hidden", "range", "color", "submit", "image", "reset", "button":
			return false
		}
	}
	return true
}

func (m *matcher) readWrite(e *dom.Element, row int32) bool {
	switch atom.Atom(e.Name) {
	case atom.Input:
		switch m.kind(e) {
		case "hidden", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset", "button":
			return false
		}
	case atom.Textarea:
	default:
		return m.editable(row)
	}
	return !m.has(e, atom.Readonly) && !m.disabled(e, row)
}

// editable reports whether an element is made editable by its nearest
// contenteditable attribute, with no SVG or MathML between them.
func (m *matcher) editable(row int32) bool {
	for at := row; at != none && m.rows[at].HTML(); at = m.parent(at) {
		m.steps++
		value, ok := m.attr(&m.rows[at], dom.Name(atom.Contenteditable))
		if !ok {
			continue
		}
		switch syntax.Lower(value) {
		case "", "true", "plaintext-only":
			return true
		case "false":
			return false
		}
	}
	return false
}

func (m *matcher) placeholderShown(e *dom.Element, row int32) bool {
	if !m.has(e, atom.Placeholder) {
		return false
	}
	switch atom.Atom(e.Name) {
	case atom.Textarea:
		return !m.doc.HasText(e)
	case atom.Input:
		value, _ := m.attr(e, dom.Name(atom.Value))
		switch m.kind(e) {
		case "text", "search", "tel", "password":
			return strings.Trim(value, "\r\n") == ""
		case "url", "email":
			return strings.Trim(value, htmlSpace) == ""
		case "number":
			return !isNumber(value)
		}
	}
	return false
}

// isNumber reports whether a text is a valid floating-point number of HTML; a
// control drops any other.
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	mantissa, exponent, hasExponent := strings.Cut(strings.ToLower(s), "e")
	whole, fraction, hasFraction := strings.Cut(mantissa, ".")
	if hasExponent {
		exponent = strings.TrimLeft(exponent[:min(1, len(exponent))], "+-") + exponent[min(1, len(exponent)):]
	}
	return digits(whole) && (!hasFraction || digits(fraction)) && (!hasExponent || digits(exponent)) ||
		whole == "" && hasFraction && digits(fraction) && (!hasExponent || digits(exponent))
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
