package jmespath

import (
	"github.com/wield-run/wield/pkg/jsonval"
)

// projection evaluates a source, and its rest for each element. Elements for
// which the rest is null are left out.
func (ev *evaluator) projection(n *Node, current jsonval.Value, env *frame) (jsonval.Value, *Error) {
	source, err := ev.eval(n.Children[0], current, env)
	if err != nil {
		return jsonval.Value{}, err
	}
	base := len(ev.stack)
	switch n.Kind {
	case KindValueProjection:
		if source.Kind() != jsonval.Object {
			return jsonval.Value{}, nil
		}
		members := source.Members()
		for i := range members {
			if err = ev.project(n, members[i].Value, env); err != nil {
				break
			}
		}
	case KindSliceProjection:
		if source.Kind() == jsonval.String {
			text, err := ev.sliceText(n, source.Str())
			if err != nil {
				return jsonval.Value{}, err
			}
			return ev.eval(n.last(), jsonval.StringValue(text), env)
		}
		if source.Kind() != jsonval.Array {
			return jsonval.Value{}, nil
		}
		items := source.Items()
		from, to, step, err2 := sliceBounds(n, len(items))
		if err = err2; err != nil {
			break
		}
		for i := from; (step > 0 && i < to) || (step < 0 && i > to); i += step {
			if err = ev.project(n, items[i], env); err != nil {
				break
			}
		}
	default:
		if source.Kind() != jsonval.Array {
			return jsonval.Value{}, nil
		}
		err = ev.projectArray(n, source.Items(), env)
	}
	kept := ev.stack[base:]
	var items []jsonval.Value
	if err == nil {
		items, err = ev.newItems(n, len(kept))
		copy(items, kept)
	}
	clear(kept) // the stack must not keep values alive
	ev.stack = ev.stack[:base]
	if err != nil {
		return jsonval.Value{}, err
	}
	return jsonval.ArrayValue(items), nil
}

// projectArray projects the items of an array, filtered or flattened.
func (ev *evaluator) projectArray(n *Node, items []jsonval.Value, env *frame) *Error {
	for i := range items {
		switch n.Kind {
		case KindFilterProjection:
			keep, err := ev.eval(n.Children[1], items[i], env)
			if err != nil {
				return err
			}
			if !truthy(keep) {
				continue
			}
		case KindFlattenProjection:
			if items[i].Kind() == jsonval.Array {
				inner := items[i].Items()
				for j := range inner {
					if err := ev.project(n, inner[j], env); err != nil {
						return err
					}
				}
				continue
			}
		}
		if err := ev.project(n, items[i], env); err != nil {
			return err
		}
	}
	return nil
}

// project evaluates the rest of a projection for one element.
func (ev *evaluator) project(n *Node, element jsonval.Value, env *frame) *Error {
	v := element
	if rest := n.last(); !rest.Implicit {
		var err *Error
		if v, err = ev.eval(rest, element, env); err != nil {
			return err
		}
	} else if ev.left--; ev.left < ev.check {
		if err := ev.look(n); err != nil {
			return err
		}
	}
	if !v.IsNull() {
		if len(ev.stack)*sizeValue > ev.memory {
			return ev.allocate(n, len(ev.stack)*sizeValue)
		}
		ev.stack = append(ev.stack, v)
	}
	return nil
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
	if err := ev.text(n, len(s)); err != nil {
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
