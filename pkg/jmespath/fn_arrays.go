package jmespath

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
)

func fnLength(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	v := args[0].value
	if v.Kind() == jsonval.String {
		return jsonval.IntValue(runeCount(v.Str())), ev.scan(n, len(v.Str()))
	}
	return jsonval.IntValue(v.Len()), nil
}

// fnContains looks for a value in an array, by value, or for a text in a
// text; anything else is not in a text.
func fnContains(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	subject, search := args[0].value, args[1].value
	if subject.Kind() == jsonval.String {
		if search.Kind() != jsonval.String {
			return jsonval.BoolValue(false), nil
		}
		err := ev.scan(n, len(subject.Str()))
		return jsonval.BoolValue(strings.Contains(subject.Str(), search.Str())), err
	}
	items := subject.Items()
	if err := ev.work(n, len(items)/4); err != nil {
		return jsonval.Value{}, err
	}
	for i := range items {
		if same, err := ev.equal(n, items[i], search, ev.limits.Depth); err != nil || same {
			return jsonval.BoolValue(same), err
		}
	}
	return jsonval.BoolValue(false), nil
}

func fnMap(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	ref, items := args[0].ref, args[1].value.Items()
	results, err := ev.newItems(n, len(items))
	if err != nil {
		return jsonval.Value{}, err
	}
	outer, err := ev.enter(n, ref)
	for i := 0; i < len(items) && err == nil; i++ {
		results[i], err = ev.apply(ref, items[i])
	}
	ev.leave(outer)
	if err != nil {
		return jsonval.Value{}, err
	}
	return jsonval.ArrayValue(results), nil
}

// fnZip takes one item of each array at a time, as far as the shortest goes.
func fnZip(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	shortest := args[0].value.Len()
	for _, a := range args {
		shortest = min(shortest, a.value.Len())
	}
	rows, err := ev.newItems(n, shortest)
	if err != nil {
		return jsonval.Value{}, err
	}
	for i := range rows {
		row, err := ev.newItems(n, len(args))
		if err == nil {
			err = ev.work(n, len(args))
		}
		if err != nil {
			return jsonval.Value{}, err
		}
		for j := range args {
			row[j] = args[j].value.At(i)
		}
		rows[i] = jsonval.ArrayValue(row)
	}
	return jsonval.ArrayValue(rows), nil
}

func fnReverse(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	v := args[0].value
	if v.Kind() == jsonval.String {
		text, err := ev.reverseText(n, v.Str())
		return jsonval.StringValue(text), err
	}
	items, err := ev.newItems(n, v.Len())
	if err != nil {
		return jsonval.Value{}, err
	}
	copy(items, v.Items())
	slices.Reverse(items)
	return jsonval.ArrayValue(items), ev.work(n, len(items)/4)
}

func fnToArray(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	v := args[0].value
	if v.Kind() == jsonval.Array {
		return v, nil
	}
	items, err := ev.newItems(n, 1)
	if err != nil {
		return jsonval.Value{}, err
	}
	items[0] = v
	return jsonval.ArrayValue(items), nil
}

func fnNotNull(_ *evaluator, _ *Node, args []operand) (jsonval.Value, *Error) {
	for _, a := range args {
		if !a.value.IsNull() {
			return a.value, nil
		}
	}
	return jsonval.Value{}, nil
}

func fnType(_ *evaluator, _ *Node, args []operand) (jsonval.Value, *Error) {
	return jsonval.StringValue(args[0].value.Kind().String()), nil
}

// sortKey is what an item is sorted by: a number or a text, never both.
type sortKey struct {
	number float64
	text   string
	item   int
}

const sizeSortKey = 32

func fnSort(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	items := args[0].value.Items()
	return ev.sortItems(n, items, items)
}

func fnSortBy(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	items := args[0].value.Items()
	keys, err := ev.keys(n, items, args[1].ref)
	if err != nil {
		return jsonval.Value{}, err
	}
	return ev.sortItems(n, items, keys)
}

// sortItems gives items in the order of their keys, numbers by value and
// texts by code point; items with equal keys stay in their order.
func (ev *evaluator) sortItems(n *Node, items, by []jsonval.Value) (jsonval.Value, *Error) {
	if err := ev.work(n, len(items)*bits.Len(uint(len(items)))/4); err != nil {
		return jsonval.Value{}, err
	}
	if err := ev.allocate(n, len(items)*sizeSortKey); err != nil {
		return jsonval.Value{}, err
	}
	sorted, err := ev.newItems(n, len(items))
	if err != nil {
		return jsonval.Value{}, err
	}
	keys := make([]sortKey, len(items))
	texts := false
	for i, k := range by {
		keys[i] = sortKey{k.Float(), k.Str(), i}
		texts = texts || k.Kind() == jsonval.String
	}
	if texts {
		slices.SortFunc(keys, func(a, b sortKey) int {
			if c := strings.Compare(a.text, b.text); c != 0 {
				return c
			}
			return a.item - b.item
		})
	} else {
		slices.SortFunc(keys, func(a, b sortKey) int {
			if c := cmp.Compare(a.number, b.number); c != 0 {
				return c
			}
			return a.item - b.item
		})
	}
	for i := range keys {
		sorted[i] = items[keys[i].item]
	}
	return jsonval.ArrayValue(sorted), nil
}

// keys evaluates what the items are ordered by. All keys must be numbers, or
// all texts.
func (ev *evaluator) keys(n *Node, items []jsonval.Value, ref *reference) ([]jsonval.Value, *Error) {
	keys, err := ev.newItems(n, len(items))
	if err != nil {
		return nil, err
	}
	outer, err := ev.enter(n, ref)
	for i := 0; i < len(items) && err == nil; i++ {
		if keys[i], err = ev.apply(ref, items[i]); err != nil {
			break
		}
		switch kind := keys[i].Kind(); {
		case kind != jsonval.Number && kind != jsonval.String:
			err = keyError(n, i, "numbers or strings", keys[i])
		case kind != keys[0].Kind():
			err = keyError(n, i, "all numbers or all strings, as the first one is "+show(keys[0]), keys[i])
		}
	}
	ev.leave(outer)
	return keys, err
}

func keyError(n *Node, item int, want string, found jsonval.Value) *Error {
	hint := ""
	if found.IsNull() {
		hint = "filter the items without it out first: [?key]"
	}
	e := failf(ReasonType, n, hint, "%s: the keys must be %s, but for item %d the key is %s", n.Name, want, item, show(found))
	e.Span = n.Children[1].Outer
	return e
}

func fnMax(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	return ev.best(n, args[0].value.Items(), args[0].value.Items(), 1)
}

func fnMin(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	return ev.best(n, args[0].value.Items(), args[0].value.Items(), -1)
}

func fnMaxBy(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	items := args[0].value.Items()
	keys, err := ev.keys(n, items, args[1].ref)
	if err != nil {
		return jsonval.Value{}, err
	}
	return ev.best(n, items, keys, 1)
}

func fnMinBy(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	items := args[0].value.Items()
	keys, err := ev.keys(n, items, args[1].ref)
	if err != nil {
		return jsonval.Value{}, err
	}
	return ev.best(n, items, keys, -1)
}

// best gives the first item whose key is the largest (sign 1) or the smallest
// (sign -1); null where there is none.
func (ev *evaluator) best(n *Node, items, keys []jsonval.Value, sign int) (jsonval.Value, *Error) {
	if len(items) == 0 {
		return jsonval.Value{}, nil
	}
	best := 0
	for i := range keys {
		c := cmp.Compare(keys[i].Float(), keys[best].Float())
		if keys[i].Kind() == jsonval.String {
			c = strings.Compare(keys[i].Str(), keys[best].Str())
		}
		if c == sign {
			best = i
		}
	}
	return items[best], ev.work(n, len(items)/4)
}

// fnGroupBy gives an object with one array for each key, in the order in
// which the keys came first. Items without a key are left out.
func fnGroupBy(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	items, ref := args[0].value.Items(), args[1].ref
	if err := ev.allocate(n, len(items)*(sizeValue+8)); err != nil {
		return jsonval.Value{}, err
	}
	var names []string
	var sizes []int
	groups := make(map[string]int)
	groupOf := make([]int, len(items))
	outer, err := ev.enter(n, ref)
	for i := 0; i < len(items) && err == nil; i++ {
		var key jsonval.Value
		if key, err = ev.apply(ref, items[i]); err != nil {
			break
		}
		groupOf[i] = -1
		switch key.Kind() {
		case jsonval.Null:
		case jsonval.String:
			g, ok := groups[key.Str()]
			if !ok {
				g = len(names)
				groups[key.Str()] = g
				names, sizes = append(names, key.Str()), append(sizes, 0)
			}
			groupOf[i] = g
			sizes[g]++
		default:
			err = keyError(n, i, "strings", key)
		}
	}
	ev.leave(outer)
	if err == nil {
		err = ev.allocate(n, len(names)*(sizeMember+sizeObject))
	}
	if err != nil {
		return jsonval.Value{}, err
	}
	// All groups are cut from one array.
	all := make([]jsonval.Value, len(items))
	grouped := make([][]jsonval.Value, len(names))
	at := 0
	for g, size := range sizes {
		grouped[g] = all[at : at : at+size]
		at += size
	}
	for i, g := range groupOf {
		if g >= 0 {
			grouped[g] = append(grouped[g], items[i])
		}
	}
	members := make([]jsonval.Member, len(names))
	for g, name := range names {
		members[g] = jsonval.Member{Key: name, Value: jsonval.ArrayValue(grouped[g])}
	}
	return jsonval.ObjectValue(members), nil
}
