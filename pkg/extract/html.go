package extract

import (
	"strings"

	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/jsonval"
)

// maxJSON is how many UTF-16 units a text may have that parse: "json" reads:
// 256 KB as JavaScript counts a string's length.
const maxJSON = 262_144

// maxItems is how many elements html_items keeps where no max is given.
const maxItems = 1000

func (r *runner) html(step *Step) error {
	if len(step.HTML) == 0 {
		return nil
	}
	root, err := r.page("html", step.HTML[0].Name)
	if err != nil {
		return err
	}
	for i := range step.HTML {
		h := &step.HTML[i]
		if r.values[h.Name], err = r.query(h, root); err != nil {
			return err
		}
	}
	return nil
}

func (r *runner) items(step *Step) error {
	for i := range step.Items {
		it := &step.Items[i]
		root, err := r.page("html_items", it.Name)
		if err != nil {
			return err
		}
		found, err := it.Selector.All(root, r.budget)
		if err != nil {
			return r.stopped(it.Name, it.Selector, err)
		}
		limit := it.Max
		if limit == 0 {
			limit = maxItems
		}
		if len(found) > limit {
			r.result.Dropped = append(r.result.Dropped, Dropped{Var: it.Name, Count: len(found) - limit, Max: limit})
			found = found[:limit]
		}
		objects := make([]jsonval.Value, len(found))
		for j, element := range found {
			if objects[j], err = r.item(it, element); err != nil {
				return err
			}
		}
		r.values[it.Name] = jsonval.ArrayValue(objects)
	}
	return nil
}

func (r *runner) item(it *Items, element dom.Node) (jsonval.Value, error) {
	members := make([]jsonval.Member, len(it.Fields))
	for i := range it.Fields {
		field := &it.Fields[i]
		value, err := r.query(field, element)
		if err != nil {
			return jsonval.Value{}, err
		}
		members[i] = jsonval.Member{Key: field.Name, Value: value}
	}
	return jsonval.ObjectValue(members), nil
}

// query reads one value below an element: null without a match, a list with
// all.
func (r *runner) query(h *HTML, root dom.Node) (jsonval.Value, error) {
	switch {
	case h.Self:
		return r.read(h, root)
	case !h.All:
		element, err := h.Selector.First(root, r.budget)
		if err != nil {
			return jsonval.Value{}, r.stopped(h.Name, h.Selector, err)
		}
		if element.IsZero() {
			return jsonval.NullValue(), nil
		}
		return r.read(h, element)
	}
	found, err := h.Selector.All(root, r.budget)
	if err != nil {
		return jsonval.Value{}, r.stopped(h.Name, h.Selector, err)
	}
	values := make([]jsonval.Value, len(found))
	for i, element := range found {
		if values[i], err = r.read(h, element); err != nil {
			return jsonval.Value{}, err
		}
	}
	return jsonval.ArrayValue(values), nil
}

// read gives the attribute or the text of an element, or the JSON in it.
func (r *runner) read(h *HTML, element dom.Node) (jsonval.Value, error) {
	var text string
	switch {
	case h.HasAttr:
		value, ok := element.Attr(h.Attr)
		if !ok {
			return jsonval.NullValue(), nil
		}
		if err := r.text.take(len(value), h.Name, h.source()); err != nil {
			return jsonval.Value{}, err
		}
		text = value
	default:
		if err := r.text.takeText(element, h.Name, h.source()); err != nil {
			return jsonval.Value{}, err
		}
		if h.ParseJSON {
			// Collapsing white space would change the strings inside the JSON.
			text = element.Text()
		} else {
			text = element.CollapsedText()
		}
	}
	if !h.ParseJSON {
		return jsonval.StringValue(text), nil
	}
	value, ok := parseJSON(text)
	if !ok || h.Path == nil {
		return value, nil
	}
	return r.eval(h.Name, h.Path, value)
}

// source is the selector as it was written.
func (q *Query) source() string {
	if q.Self {
		return ""
	}
	return q.Selector.String()
}

// parseJSON is JSON.parse for a text of at most maxJSON units.
func parseJSON(text string) (jsonval.Value, bool) {
	if len(text) > maxJSON && jsonval.UTF16Len(text) > maxJSON {
		return jsonval.NullValue(), false
	}
	value, err := jsonval.ParseString(text)
	if err != nil {
		return jsonval.NullValue(), false
	}
	return value, true
}

// trim removes JavaScript's white space at both ends.
func trim(s string) string { return strings.TrimFunc(s, isSpace) }

func isSpace(r rune) bool {
	switch {
	case r >= '\t' && r <= '\r', r == ' ', r == 0xa0, r == 0x1680, r >= 0x2000 && r <= 0x200a,
		r == 0x2028, r == 0x2029, r == 0x202f, r == 0x205f, r == 0x3000, r == 0xfeff:
		return true
	}
	return false
}
