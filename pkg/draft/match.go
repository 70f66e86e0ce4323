package draft

import (
	"strings"

	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/jsonval"
)

// wanted is the text that a person saw on the page and looks for: white space
// and the case of letters do not count. The zero wanted is in everything.
type wanted struct{ text string }

func newWanted(text string) wanted { return wanted{fold(text)} }

// fold makes texts comparable.
func fold(s string) string { return strings.ToLower(dom.Collapse(s)) }

// any reports whether nothing particular is looked for.
func (w wanted) any() bool { return w.text == "" }

// in reports whether a text holds what is looked for.
func (w wanted) in(s string) bool {
	return w.text == "" || len(s) >= len(w.text) && strings.Contains(fold(s), w.text)
}

// is reports whether a scalar holds it: a text that does, a number that is
// written so.
func (w wanted) is(v jsonval.Value) bool {
	switch v.Kind() {
	case jsonval.String:
		return w.in(v.Str())
	case jsonval.Number:
		return w.text == "" || jsonval.FormatNumber(v.Float()) == w.text || v.Source() == w.text
	}
	return w.text == ""
}

// within reports whether a value holds it anywhere.
func (w wanted) within(v jsonval.Value) bool {
	switch v.Kind() {
	case jsonval.Array:
		for _, item := range v.Items() {
			if w.within(item) {
				return true
			}
		}
		return false
	case jsonval.Object:
		for _, m := range v.Members() {
			if w.within(m.Value) {
				return true
			}
		}
		return false
	}
	return w.is(v)
}
