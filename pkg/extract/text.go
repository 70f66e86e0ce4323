package extract

import (
	"fmt"

	"github.com/wield-run/wield/pkg/dom"
)

// How many bytes of text one step takes from a page. Elements inside each
// other repeat their text, so that a page of 5 MB can hold gigabytes of it. The
// text of scripts is counted apart: several entries may read a large one.
const (
	maxText   = 32 << 20 // into html and html_items, attributes too
	maxScript = 64 << 20 // to be read by embedded_json
)

// allowance is what is left of one of the limits.
type allowance struct{ left, limit int }

// take counts a size before the text of it is built.
func (a *allowance) take(size int, name, selector string) *Error {
	if a.left -= size; a.left >= 0 {
		return nil
	}
	a.left = 0
	return &Error{Reason: BudgetExceeded, Var: name, Selector: selector, Offset: -1,
		Message: fmt.Sprintf("%q takes more text from the page than is left of %d MiB for one step", name, a.limit>>20),
		Hint:    "elements inside each other repeat their text: select only those that hold the value, or an attribute"}
}

// takeText counts the text of an element.
func (a *allowance) takeText(element dom.Node, name, selector string) *Error {
	return a.take(element.TextSize(a.left), name, selector)
}
