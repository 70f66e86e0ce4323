package jmespath

import (
	"cmp"
	"encoding/binary"
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
		if same, err := ev.equal(n, &items[i], &search, ev.limits.Depth); err != nil || same {
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
		results[i], err = ev.apply(ref, &items[i])
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

// numberKey and textKey are what an item is sorted by.
type numberKey struct {
	number float64
	item   int
}

type textKey struct {
	prefix uint64 // the first eight bytes, which decide most comparisons
	text   string
	item   int
}

func newTextKey(text string, item int) textKey {
	var first [8]byte
	copy(first[:], text)
	return textKey{binary.BigEndian.Uint64(first[:]), text, item}
}

func compareNumbers(a, b numberKey) int {
	if a.number != b.number {
		return cmp.Compare(a.number, b.number)
	}
	return a.item - b.item
}

func compareTexts(a, b textKey) int {
	if a.prefix != b.prefix {
		return cmp.Compare(a.prefix, b.prefix)
	}
	if c := strings.Compare(a.text, b.text); c != 0 {
		return c
	}
	return a.item - b.item
}

func fnSort(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	items := args[0].value.Items()
	return ev.sort(n, items, func(i int) (jsonval.Value, *Error) { return items[i], nil })
}

func fnSortBy(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	items, ref := args[0].value.Items(), args[1].ref
	outer, err := ev.enter(n, ref)
	if err != nil {
		return jsonval.Value{}, err
	}
	defer ev.leave(outer)
	return ev.sort(n, items, func(i int) (jsonval.Value, *Error) { return ev.apply(ref, &items[i]) })
}

// sort gives items in the order of their keys, numbers by value and texts by
// code point; items with equal keys stay in their order. The keys lie on
// stacks, as a key may be the result of a sort itself.
func (ev *evaluator) sort(n *Node, items []jsonval.Value, keyOf func(int) (jsonval.Value, *Error)) (jsonval.Value, *Error) {
	if err := ev.work(n, len(items)*bits.Len(uint(len(items)))/4); err != nil {
		return jsonval.Value{}, err
	}
	sorted, err := ev.newItems(n, len(items))
	if err == nil {
		err = ev.allocate(n, len(items)*sizeSortKey)
	}
	if err != nil {
		return jsonval.Value{}, err
	}
	numbers, texts := len(ev.numbers), len(ev.texts)
	var kind jsonval.Kind
	for i := range items {
		key, err := keyOf(i)
		if err != nil {
			return jsonval.Value{}, err
		}
		if i == 0 {
			kind = key.Kind()
			if kind == jsonval.Number {
				ev.numbers = slices.Grow(ev.numbers, len(items))
			} else {
				ev.texts = slices.Grow(ev.texts, len(items))
			}
		}
		if err := checkKey(n, i, key, kind); err != nil {
			return jsonval.Value{}, err
		}
		if kind == jsonval.Number {
			ev.numbers = append(ev.numbers, numberKey{key.Float(), i})
		} else {
			ev.texts = append(ev.texts, newTextKey(key.Str(), i))
		}
	}
	if keys := ev.numbers[numbers:]; len(keys) > 0 {
		slices.SortFunc(keys, compareNumbers)
		for i := range keys {
			sorted[i] = items[keys[i].item]
		}
		ev.numbers = ev.numbers[:numbers]
	}
	if keys := ev.texts[texts:]; len(keys) > 0 {
		slices.SortFunc(keys, compareTexts)
		for i := range keys {
			sorted[i] = items[keys[i].item]
		}
		clear(keys)
		ev.texts = ev.texts[:texts]
	}
	return jsonval.ArrayValue(sorted), nil
}

// checkKey checks one key of many: all must be numbers, or all texts.
func checkKey(n *Node, i int, key jsonval.Value, first jsonval.Kind) *Error {
	switch kind := key.Kind(); {
	case kind != jsonval.Number && kind != jsonval.String:
		return keyError(n, i, "numbers or strings", key)
	case kind != first:
		return keyError(n, i, "all numbers or all strings, as the first one is a "+first.String(), key)
	}
	return nil
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
	return ev.best(n, args[0].value.Items(), nil, 1)
}

func fnMin(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	return ev.best(n, args[0].value.Items(), nil, -1)
}

func fnMaxBy(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	return ev.best(n, args[0].value.Items(), args[1].ref, 1)
}

func fnMinBy(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	return ev.best(n, args[0].value.Items(), args[1].ref, -1)
}

// best gives the first item whose key is the largest (sign 1) or the smallest
// (sign -1); null where there is none. Without a reference the items are
// their own keys.
func (ev *evaluator) best(n *Node, items []jsonval.Value, ref *reference, sign int) (jsonval.Value, *Error) {
	if len(items) == 0 {
		return jsonval.Value{}, nil
	}
	if ref != nil {
		outer, err := ev.enter(n, ref)
		if err != nil {
			return jsonval.Value{}, err
		}
		defer ev.leave(outer)
	}
	best := 0
	var bestKey jsonval.Value
	for i := range items {
		key := items[i]
		if ref != nil {
			var err *Error
			if key, err = ev.apply(ref, &items[i]); err != nil {
				return jsonval.Value{}, err
			}
			if i == 0 {
				bestKey = key
			}
			if err := checkKey(n, i, key, bestKey.Kind()); err != nil {
				return jsonval.Value{}, err
			}
		}
		if i == 0 || compareKeys(&key, &bestKey) == sign {
			best, bestKey = i, key
		}
	}
	return items[best], ev.work(n, len(items)/4)
}

func compareKeys(a, b *jsonval.Value) int {
	if a.Kind() == jsonval.String {
		return strings.Compare(a.Str(), b.Str())
	}
	return cmp.Compare(a.Float(), b.Float())
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
		if key, err = ev.apply(ref, &items[i]); err != nil {
			break
		}
		switch key.Kind() {
		case jsonval.Null:
			groupOf[i] = -1
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
