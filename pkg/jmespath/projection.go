package jmespath

import (
	"slices"

	"github.com/wield-run/wield/pkg/jsonval"
)

// projection evaluates a source, and its rest for each element. Elements for
// which the rest is null are left out.
func (ev *evaluator) projection(n *Node, current *jsonval.Value, env *frame) (jsonval.Value, *Error) {
	source, err := ev.eval(n.Children[0], current, env)
	if err != nil {
		return jsonval.Value{}, err
	}
	switch {
	case n.Kind == KindValueProjection && source.Kind() == jsonval.Object:
		return ev.projectMembers(n, source.Members(), env)
	case n.Kind == KindSliceProjection && source.Kind() == jsonval.String:
		text, err := ev.sliceText(n, source.Str())
		if err != nil {
			return jsonval.Value{}, err
		}
		sliced := jsonval.StringValue(text)
		return ev.eval(n.last(), &sliced, env)
	case source.Kind() != jsonval.Array || n.Kind == KindValueProjection:
		return jsonval.Value{}, nil
	}
	items := source.Items()
	switch n.Kind {
	case KindFilterProjection:
		return ev.filter(n, items, env)
	case KindSliceProjection:
		return ev.slice(n, items, env)
	case KindFlattenProjection:
		return ev.flatten(n, items, env)
	}
	if n.last().Implicit && !slices.ContainsFunc(items, jsonval.Value.IsNull) {
		return source, ev.work(n, len(items)/4)
	}
	results, err := ev.room(n, len(items))
	for i := 0; i < len(items) && err == nil; i++ {
		results, err = ev.project(n, &items[i], env, results)
	}
	return ev.done(n, results, err)
}

// project evaluates the rest of a projection for one element and appends what
// it gives.
func (ev *evaluator) project(n *Node, element *jsonval.Value, env *frame, results []jsonval.Value) ([]jsonval.Value, *Error) {
	rest := n.last()
	if rest.simple {
		if element = ev.path(rest, element); !element.IsNull() {
			results = append(results, *element)
		}
		return results, ev.work(n, 1)
	}
	v, err := ev.eval(rest, element, env)
	if err == nil && !v.IsNull() {
		results = append(results, v)
	}
	return results, err
}

// room makes room for so many results at most.
func (ev *evaluator) room(n *Node, most int) ([]jsonval.Value, *Error) {
	results, err := ev.newItems(n, most)
	return results[:0], err
}

// done makes an array of results.
func (ev *evaluator) done(n *Node, results []jsonval.Value, err *Error) (jsonval.Value, *Error) {
	if err == nil && len(results) < cap(results)/2 { // most of the room is waste
		var exact []jsonval.Value
		exact, err = ev.newItems(n, len(results))
		copy(exact, results)
		results = exact
	}
	if err != nil {
		return jsonval.Value{}, err
	}
	return jsonval.ArrayValue(results), nil
}

func (ev *evaluator) projectMembers(n *Node, members []jsonval.Member, env *frame) (jsonval.Value, *Error) {
	results, err := ev.room(n, len(members))
	for i := 0; i < len(members) && err == nil; i++ {
		results, err = ev.project(n, &members[i].Value, env, results)
	}
	return ev.done(n, results, err)
}

// filter does not know how much it will keep, so it collects its results on a
// stack that all filters share.
func (ev *evaluator) filter(n *Node, items []jsonval.Value, env *frame) (jsonval.Value, *Error) {
	base := len(ev.stack)
	for i := range items {
		keep, err := ev.test(n.Children[1], &items[i], env)
		if err != nil {
			return jsonval.Value{}, err
		}
		if !keep {
			continue
		}
		if cap(ev.stack)*2*sizeValue > ev.memory && len(ev.stack) == cap(ev.stack) {
			return jsonval.Value{}, ev.allocate(n, ev.memory+1)
		}
		stack, err := ev.project(n, &items[i], env, ev.stack)
		if err != nil {
			return jsonval.Value{}, err
		}
		ev.stack = stack
	}
	kept := ev.stack[base:]
	results, err := ev.newItems(n, len(kept))
	copy(results, kept)
	clear(kept) // the stack must not keep values alive
	ev.stack = ev.stack[:base]
	return ev.done(n, results, err)
}

func (ev *evaluator) slice(n *Node, items []jsonval.Value, env *frame) (jsonval.Value, *Error) {
	from, to, step, err := sliceBounds(n, len(items))
	if err != nil {
		return jsonval.Value{}, err
	}
	count := 0
	if step > 0 && from < to {
		count = (to - from + step - 1) / step
	} else if step < 0 && from > to {
		count = (from - to - step - 1) / -step
	}
	results, err := ev.room(n, count)
	for i := 0; i < count && err == nil; i++ {
		results, err = ev.project(n, &items[from+i*step], env, results)
	}
	return ev.done(n, results, err)
}

func (ev *evaluator) flatten(n *Node, items []jsonval.Value, env *frame) (jsonval.Value, *Error) {
	count := len(items)
	for i := range items {
		if items[i].Kind() == jsonval.Array {
			count += items[i].Len() - 1
		}
	}
	results, err := ev.room(n, count)
	for i := 0; i < len(items) && err == nil; i++ {
		if items[i].Kind() != jsonval.Array {
			results, err = ev.project(n, &items[i], env, results)
			continue
		}
		inner := items[i].Items()
		for j := 0; j < len(inner) && err == nil; j++ {
			results, err = ev.project(n, &inner[j], env, results)
		}
	}
	return ev.done(n, results, err)
}

// sliceBounds gives the first index of a slice, the one that it does not
// reach, and the step.
func sliceBounds(n *Node, length int) (from, to, step int, err *Error) {
	step = 1
	if n.Slice.Step != nil {
		step = *n.Slice.Step
	}
	if step == 0 {
		return 0, 0, 0, failf(ReasonValue, n, "leave it out, or write 1", "the step of a slice cannot be 0")
	}
	low, high := 0, length // what bounds are cut to
	if step < 0 {
		low, high = -1, length-1
	}
	cut := func(bound *int, whenMissing int) int {
		if bound == nil {
			return whenMissing
		}
		i := *bound
		if i < 0 {
			i += length
		}
		return min(max(i, low), high)
	}
	if step > 0 {
		return cut(n.Slice.Start, low), cut(n.Slice.Stop, high), step, nil
	}
	return cut(n.Slice.Start, high), cut(n.Slice.Stop, low), step, nil
}

// sliceText slices a text by its code points.
func (ev *evaluator) sliceText(n *Node, s string) (string, *Error) {
	if err := ev.scan(n, len(s)); err != nil {
		return "", err
	}
	length := runeCount(s)
	from, to, step, err := sliceBounds(n, length)
	if err != nil {
		return "", err
	}
	if step == 1 {
		if from >= to {
			return "", nil
		}
		start := runeOffset(s, from)
		return s[start : start+runeOffset(s[start:], to-from)], nil
	}
	if err := ev.text(n, int64(len(s))); err != nil {
		return "", err
	}
	if err := ev.allocate(n, 8*length); err != nil {
		return "", err
	}
	starts := runeStarts(s, length)
	b := make([]byte, 0, len(s))
	for i := from; (step > 0 && i < to) || (step < 0 && i > to); i += step {
		b = append(b, s[starts[i]:starts[i+1]]...)
	}
	return jsonval.Concat(string(b)), nil
}
