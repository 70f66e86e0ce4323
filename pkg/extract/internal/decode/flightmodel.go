package decode

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
)

// row gives the value of a row.
func (f *flight) row(id string) part {
	return f.once(id, func() part {
		r := f.rows[id]
		if r == nil {
			return f.lost()
		}
		return f.rowValue(r)
	})
}

func (f *flight) rowValue(r *row) part {
	switch {
	case r.fixed:
		return r.part
	case r.items != nil:
		items := make([]part, len(r.items))
		for i, item := range r.items {
			items[i] = f.rowValue(item)
		}
		return f.array(items)
	}
	return f.model(r.raw)
}

// once makes what a reference names the first time that it is met.
func (f *flight) once(ref string, read func() part) part {
	if s := f.done[ref]; s != nil {
		if s.state == 1 {
			return f.cycle()
		}
		return s.part
	}
	if !f.enter() {
		return part{}
	}
	defer f.leave()
	s := &slot{state: 1}
	f.done[ref] = s
	p := read()
	*s = slot{2, p}
	return p
}

// model resolves what stands in a row.
func (f *flight) model(v jsonval.Value) part {
	switch v.Kind() {
	case jsonval.String:
		if s := v.Str(); len(s) > 1 && s[0] == '$' {
			f.count(1)
			return f.special(s)
		}
		return scalar(v)
	case jsonval.Array, jsonval.Object:
	default:
		return scalar(v)
	}
	if !f.enter() {
		return part{}
	}
	defer f.leave()
	if isElement(v) {
		return f.element(v)
	}
	if v.Kind() == jsonval.Array {
		return f.array(each(v.Items(), f.model))
	}
	keys := make([]string, v.Len())
	items := make([]part, v.Len())
	for i, m := range v.Members() {
		keys[i], items[i] = m.Key, f.model(m.Value)
	}
	return f.object(keys, items)
}

// isElement: ["$", type, key, props].
func isElement(v jsonval.Value) bool {
	return v.Kind() == jsonval.Array && v.Len() >= 4 && v.At(0).Str() == "$"
}

func (f *flight) element(v jsonval.Value) part {
	place := -1
	if f.quiet == 0 {
		place = len(f.elements)
		f.elements = append(f.elements, part{})
	}
	kind := f.model(v.At(1))
	if kind.value.Kind() == jsonval.Object {
		if name, ok := kind.value.Get("name"); ok { // a client component
			kind = plain(name)
		}
	}
	key := f.model(v.At(2))
	whole, own := f.props(v.At(3))
	element := func(props part) part {
		return f.object([]string{"type", "key", "props"}, []part{kind, key, props})
	}
	if place >= 0 {
		f.elements[place] = element(own)
	}
	return element(whole)
}

// props gives the props of an element, and what the list of all elements shows
// of them: not the children, where they are elements that it lists themselves.
func (f *flight) props(v jsonval.Value) (whole, own part) {
	if v.Kind() != jsonval.Object {
		whole = f.model(v)
		return whole, whole
	}
	keys := make([]string, 0, v.Len())
	items := make([]part, 0, v.Len())
	children := -1
	for i, m := range v.Members() {
		keys, items = append(keys, m.Key), append(items, f.model(m.Value))
		if m.Key == "children" && !isText(items[i].value) {
			children = i
		}
	}
	whole = f.object(keys, items)
	if children < 0 {
		return whole, whole
	}
	return whole, f.object(slices.Delete(keys, children, children+1), slices.Delete(items, children, children+1))
}

// isText: a text, a number, or a list of these.
func isText(v jsonval.Value) bool {
	if v.Kind() == jsonval.Array {
		for _, item := range v.Items() {
			if item.Kind() == jsonval.Array || item.Kind() == jsonval.Object {
				return false
			}
		}
		return true
	}
	return v.Kind() != jsonval.Object
}

// special reads a text that begins with $: a value that JSON does not have, or
// a reference to a row ($5), to something inside of one ($5:props:items:0), to
// a component ($L5) or to a promise ($@5).
func (f *flight) special(s string) part {
	switch s[1] {
	case '$':
		return text(s[1:])
	case 'S', 'D', 'n':
		return text(s[2:])
	case '-':
		if s == "$-0" {
			return scalar(jsonval.NumberValue(0))
		}
		return part{size: 1}
	case 'L', '@', 'Q', 'W', 'K', 'i':
		return f.reference(s[2:])
	case 'N', 'I', 'u', 'F', 'h', 'T', 'B', 'Z', 'P', 'E', 'Y':
		return part{size: 1}
	}
	return f.reference(s[1:])
}

func (f *flight) reference(ref string) part {
	if !strings.Contains(ref, ":") {
		return f.row(ref)
	}
	return f.once(ref, func() part {
		target := f.locate(ref)
		if target == nil {
			return f.lost()
		}
		f.quiet++
		defer func() { f.quiet-- }()
		if target.row != nil {
			return f.rowValue(target.row)
		}
		return f.model(target.value)
	})
}

// raw is a place in a row.
type raw struct {
	value jsonval.Value
	row   *row // where the place is a whole row that is no model
}

// locate finds what a reference names, in the rows as they are written; nil
// where there is no such thing, or where looking for it leads back to it.
func (f *flight) locate(ref string) *raw {
	if target, ok := f.found[ref]; ok {
		return target
	}
	f.found[ref] = nil
	if !f.enter() {
		return nil
	}
	defer f.leave()
	id, path, inside := strings.Cut(ref, ":")
	r := f.rows[id]
	if r == nil {
		return nil
	}
	target := &raw{value: r.raw}
	if r.fixed || r.items != nil {
		target.row = r
	}
	for inside && target != nil {
		var key string
		key, path, inside = strings.Cut(path, ":")
		if target = f.follow(target); target == nil || target.row != nil {
			return nil
		}
		target = step(target.value, key)
	}
	f.found[ref] = target
	return target
}

// follow goes on where a place holds nothing but a reference.
func (f *flight) follow(target *raw) *raw {
	for range maxDepth {
		s := target.value.Str()
		if target.row != nil || len(s) < 2 || s[0] != '$' || s[1] == '$' {
			return target
		}
		if c := s[1]; c == 'L' || c == '@' {
			s = s[1:]
		}
		if target = f.locate(s[1:]); target == nil {
			return nil
		}
	}
	return nil
}

// step goes to a member, an item, or a part of an element.
func step(v jsonval.Value, key string) *raw {
	if isElement(v) {
		switch key {
		case "type":
			return &raw{value: v.At(1)}
		case "key":
			return &raw{value: v.At(2)}
		case "props":
			return &raw{value: v.At(3)}
		}
	}
	switch v.Kind() {
	case jsonval.Array:
		if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < v.Len() {
			return &raw{value: v.At(i)}
		}
	case jsonval.Object:
		if m, ok := v.Get(key); ok {
			return &raw{value: m}
		}
	}
	return nil
}
