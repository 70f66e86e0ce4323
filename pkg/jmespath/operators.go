package jmespath

import (
	"math"

	"github.com/wield-run/wield/pkg/jsonval"
)

// logical evaluates what gives a boolean, or null.
func (ev *evaluator) logical(n *Node, current *jsonval.Value, env *frame) (jsonval.Value, *Error) {
	if n.Kind == KindNot {
		yes, err := ev.test(n.Children[0], current, env)
		return jsonval.BoolValue(!yes), err
	}
	yes, comparable, err := ev.compare(n, current, env)
	if !comparable {
		return jsonval.Value{}, err
	}
	return jsonval.BoolValue(yes), err
}

// test reports whether a node's value counts as true.
func (ev *evaluator) test(n *Node, current *jsonval.Value, env *frame) (bool, *Error) {
	if n.simple {
		return truthy(ev.path(n, current)), ev.work(n, 1)
	}
	switch n.Kind {
	case KindComparator:
		if err := ev.work(n, 1); err != nil {
			return false, err
		}
		yes, _, err := ev.compare(n, current, env)
		return yes, err
	case KindNot:
		yes, err := ev.test(n.Children[0], current, env)
		return !yes, err
	case KindAnd, KindOr:
		left, err := ev.test(n.Children[0], current, env)
		if err != nil || left == (n.Kind == KindOr) {
			return left, err
		}
		return ev.test(n.Children[1], current, env)
	}
	v, err := ev.eval(n, current, env)
	return truthy(&v), err
}

// compare evaluates a comparator. Equality is deep; the orderings compare
// numbers, and anything else is not comparable: the value is null.
func (ev *evaluator) compare(n *Node, current *jsonval.Value, env *frame) (yes, comparable bool, err *Error) {
	var x, y jsonval.Value
	a, b := &x, &y
	if left := n.Children[0]; left.simple {
		a = ev.path(left, current)
	} else if x, err = ev.eval(left, current, env); err != nil {
		return false, false, err
	}
	if right := n.Children[1]; right.simple {
		b = ev.path(right, current)
	} else if y, err = ev.eval(right, current, env); err != nil {
		return false, false, err
	}
	if !n.Op.Ordering() {
		yes, err = ev.equal(n, a, b, ev.limits.Depth)
		return yes == (n.Op == OpEqual), true, err
	}
	if a.Kind() != jsonval.Number || b.Kind() != jsonval.Number {
		return false, false, nil
	}
	return order(n.Op, a.Float(), b.Float()), true, nil
}

func order(op Op, x, y float64) bool {
	switch op {
	case OpLess:
		return x < y
	case OpLessEqual:
		return x <= y
	case OpGreater:
		return x > y
	}
	return x >= y
}

// equal is jsonval.Equal within the budget.
func (ev *evaluator) equal(n *Node, a, b *jsonval.Value, depth int) (bool, *Error) {
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false, nil
	}
	switch a.Kind() {
	case jsonval.String:
		x, y := a.Str(), b.Str()
		if len(x) != len(y) {
			return false, nil
		}
		return x == y, ev.scan(n, len(x))
	case jsonval.Array, jsonval.Object:
		if depth == 0 {
			return false, ev.tooDeep(n)
		}
		if err := ev.work(n, a.Len()); err != nil {
			return false, err
		}
	default:
		return jsonval.Equal(*a, *b), nil
	}
	if a.Kind() == jsonval.Array {
		x, y := a.Items(), b.Items()
		if len(x) == 0 || &x[0] == &y[0] {
			return true, nil
		}
		for i := range x {
			if same, err := ev.equal(n, &x[i], &y[i], depth-1); err != nil || !same {
				return false, err
			}
		}
		return true, nil
	}
	x, y := a.Members(), b.Members()
	if len(x) == 0 || &x[0] == &y[0] {
		return true, nil
	}
	for i := range x {
		other := &y[i].Value // objects that are equal mostly have the same order
		if x[i].Key != y[i].Key {
			found, ok := b.Get(x[i].Key)
			if !ok {
				return false, nil
			}
			other = &found
		}
		if same, err := ev.equal(n, &x[i].Value, other, depth-1); err != nil || !same {
			return false, err
		}
	}
	return true, nil
}

// arithmetic evaluates a binary or unary operator on numbers.
func (ev *evaluator) arithmetic(n *Node, current *jsonval.Value, env *frame) (jsonval.Value, *Error) {
	x, err := ev.number(n, 0, current, env)
	if err != nil {
		return jsonval.Value{}, err
	}
	if n.Kind == KindUnary {
		if n.Op == OpSubtract {
			x = -x
		}
		return jsonval.NumberValue(x), nil
	}
	y, err := ev.number(n, 1, current, env)
	if err != nil {
		return jsonval.Value{}, err
	}
	switch n.Op {
	case OpAdd:
		return jsonval.NumberValue(x + y), nil
	case OpSubtract:
		return jsonval.NumberValue(x - y), nil
	case OpMultiply:
		return jsonval.NumberValue(x * y), nil
	}
	if y == 0 {
		return jsonval.Value{}, failf(ReasonNotANumber, n, "guard it: divisor == `0` ? `null` : …", "the divisor of %q is 0", n.Op)
	}
	switch n.Op {
	case OpDivide:
		return jsonval.NumberValue(x / y), nil
	case OpIntDivide:
		return jsonval.NumberValue(math.Floor(x / y)), nil
	}
	return jsonval.NumberValue(math.Mod(x, y)), nil // which is JavaScript's remainder
}

func (ev *evaluator) number(n *Node, i int, current *jsonval.Value, env *frame) (float64, *Error) {
	v, err := ev.eval(n.Children[i], current, env)
	if err != nil {
		return 0, err
	}
	if v.Kind() == jsonval.Number {
		return v.Float(), nil
	}
	hint := ""
	switch {
	case v.IsNull() && i == 0 && n.Op == OpSubtract && n.Children[0].Kind == KindField:
		hint = `a name with a hyphen is written in double quotes: "a-b"`
	case v.IsNull():
		hint = "the path gives nothing here: correct it, or write (… || `0`)"
	case v.Kind() == jsonval.String && n.Op == OpAdd:
		hint = "convert it with to_number; texts are joined with join('', [a, b])"
	case v.Kind() == jsonval.String:
		hint = "convert it with to_number"
	}
	e := failf(ReasonType, n, hint, "the operands of %q must be numbers, found %s", n.Op, show(v))
	e.Span = n.Children[i].Outer
	return 0, e
}
