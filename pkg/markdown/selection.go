package markdown

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/jsonpath"
)

// Selection is what a recipe's `select` finds in a response.
type Selection struct {
	Root  jsonval.Value
	List  bool            // an array, or a path that gives a list
	Items []jsonval.Value // of a list; else the one value
}

// Select resolves a recipe's `select`. Where it finds nothing, or neither an
// array nor an object, the error is a *diag.Diagnostic. Null is an empty list:
// many services send it for one.
func Select(r *Recipe, root jsonval.Value) (Selection, error) {
	s := Selection{Root: root}
	trunk := r.Select.Trunk()
	v, ok, err := trunk.Find(root, root)
	switch {
	case err != nil:
		return s, r.tooMuch("select", err)
	case !ok:
		return s, r.missing(trunk, root)
	case v.IsNull():
		s.List = true
		return s, nil
	case v.Kind() != jsonval.Array && v.Kind() != jsonval.Object:
		return s, r.failure(codeMode, "select", "name an array or an object", "`select` finds %s at %s, and neither an array nor an object",
			v.Kind().Phrase(), diag.Quote(trunk.String(), 80))
	case trunk != r.Select:
		s.List = true
		s.Items, err = r.Select.All(root, root)
		if err != nil {
			return s, r.tooMuch("select", err)
		}
	case v.Kind() == jsonval.Array:
		s.List, s.Items = true, v.Items()
	default:
		s.Items = []jsonval.Value{v}
	}
	return s, nil
}

// missing is the error of a `select` that leads nowhere. It says how far the
// path goes, and what is there instead.
func (r *Recipe) missing(trunk *jsonpath.Path, root jsonval.Value) error {
	there, last := trunk.Reach(root, root)
	hint := "the response is " + there.Kind().Phrase()
	if last != "$" {
		hint = diag.Quote(last, 80) + " is " + there.Kind().Phrase()
	}
	if there.Len() > 0 && there.Kind() == jsonval.Object {
		var names []string
		for _, m := range there.Members() {
			if len(names) == maxNames {
				names = append(names, "…")
				break
			}
			names = append(names, diag.Quote(m.Key, 40))
		}
		hint += " with the members " + strings.Join(names, ", ")
	}
	return r.failure(codeSelect, "select", hint, "`select` finds nothing at %s", diag.Quote(trunk.String(), 80))
}

// maxNames is how many members a message names.
const maxNames = 12

// modeOf is mode for a selection.
func (r *Recipe) modeOf(s *Selection) (Mode, error) {
	only := jsonval.NullValue()
	if len(s.Items) == 1 {
		only = s.Items[0]
	}
	return r.mode(s.List, len(s.Items), only)
}

// mode gives the mode of a render, and an error where the recipe's mode does
// not fit what was found: a list of n items, where n is known (else -1), or
// one object. A list of one item tells what that is.
func (r *Recipe) mode(list bool, n int, only jsonval.Value) (Mode, error) {
	found := "an object"
	switch {
	case list && n == 0:
		found = "an empty list"
	case list && n == 1:
		found = "a list of one item"
	case list && n > 1:
		found = fmt.Sprintf("a list of %d items", n)
	case list:
		found = "a list"
	}
	one := !list || !r.Select.Singular() && n == 1 && only.Kind() == jsonval.Object
	switch {
	case r.Mode == Auto && list && r.Fields == nil:
		return Table, r.failure(codeMode, "select", "write `\"mode\": \"documents\"`, or add `fields`",
			"`select` finds %s, and a table needs `fields`", found)
	case r.Mode == Auto && list:
		return Table, nil
	case r.Mode == Auto:
		return Document, nil
	case r.Mode == Document && !one:
		return r.Mode, r.failure(codeMode, "mode", "write `documents`, or select one object",
			"`mode` is document, which takes one object, but `select` finds %s", found)
	case r.Mode != Document && !list:
		return r.Mode, r.failure(codeMode, "mode", "write `document`, or select an array",
			"`mode` is %s, which takes an array, but `select` finds %s", r.Mode, found)
	}
	return r.Mode, nil
}

// failure is the error of a render, placed at a member of the recipe.
func (r *Recipe) failure(code, member, hint, format string, args ...any) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: code, Name: codeName(code), Severity: diag.Error, Hint: hint, Message: fmt.Sprintf(format, args...)}
	if r.Source != nil {
		d.File = r.Source.Name
	}
	n := r.Root.Member(member)
	if n == nil {
		n = r.Root
	}
	if n != nil {
		d.Span, d.Pointer = n.Span, n.Pointer()
		if n == r.Root {
			d.Span.End = d.Span.Start + 1
		}
	}
	return d
}

// tooMuch is the error of a path or template that passes its bounds.
func (r *Recipe) tooMuch(member string, err error) *diag.Diagnostic {
	return r.failure(codeExpansion, member, "select less, or take blocks out of each other", "%s", err.Error())
}
