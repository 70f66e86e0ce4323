package selector

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/wield-run/wield/pkg/dom"
)

// matchLang compares the language of an element: its nearest lang attribute,
// which is xml:lang alone on MathML, or else what the page's <meta http-equiv="content-language"> says.
func (m *matcher) matchLang(want string, row int32) bool {
	for at := row; at != none; at = m.parent(at) {
		m.steps++
		attrs := m.doc.Attrs(&m.rows[at])
		language, found := "", false
		for i := range attrs {
			a := &attrs[i]
			plain := a.Prefix == dom.NoPrefix && m.rows[at].Flags&dom.MathML == 0
			if a.Name != dom.Name(atom.Lang) || !plain && a.Prefix != dom.XML {
				continue
			}
			if !found || a.Prefix == dom.XML {
				language, found = m.doc.Value(a), true
			}
		}
		if found {
			return matchesLanguage(language, want)
		}
	}
	return row < m.rows[0].End && !m.doc.Fragment() && matchesLanguage(m.pageLanguage(), want)
}

// pageLanguage gives the value of the last <meta http-equiv="content-language">.
func (m *matcher) pageLanguage() string {
	if m.hasLanguage {
		return m.language
	}
	m.hasLanguage = true
	for row, end := int32(1), m.rows[0].End; row < end; row++ {
		m.steps++
		e := &m.rows[row]
		if !isHTML(e, atom.Meta) {
			continue
		}
		name, _ := m.attr(e, dom.Name(atom.HttpEquiv))
		if content, ok := m.attr(e, dom.Name(atom.Content)); ok && equalFold(name, "content-language") {
			m.language = content
		}
	}
	return m.language
}

// matchesLanguage reports whether a language is the one that is asked for or a
// kind of that. What is no language tag is neither.
func matchesLanguage(language, want string) bool {
	if len(language) < len(want) || !equalFold(language[:len(want)], want) || !isLanguage(want) || !isLanguage(language) {
		return false
	}
	return len(language) == len(want) || language[len(want)] == '-'
}

// isLanguage reports whether a text is built as a language tag: of letters, and
// digits behind the first hyphen, at most 8 between two hyphens.
func isLanguage(tag string) bool {
	for i, part := range strings.Split(tag, "-") {
		if part == "" || len(part) > 8 {
			return false
		}
		for _, c := range []byte(part) {
			if !(c|0x20 >= 'a' && c|0x20 <= 'z') && (i == 0 || c < '0' || c > '9') {
				return false
			}
		}
	}
	return true
}
