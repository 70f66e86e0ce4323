package jmespath

import (
	"math"

	"github.com/wield-run/wield/pkg/jsonval"
)

// compare evaluates a comparator. Equality is deep; the orderings compare
// numbers, and are null for anything else.
func (ev *evaluator) compare(n *Node, current jsonval.Value, env *frame) (jsonval.Value, *Error) {
	a, err := ev.eval(n.Children[0], current, env)
	if err != nil {
		return jsonval.Value{}, err
	}
	b, err := ev.eval(n.Children[1], current, env)
	if err != nil {
		return jsonval.Value{}, err
	}
	if !n.Op.Ordering() {
		same, err := ev.equal(n, a, b, ev.limits.Depth)
		return jsonval.BoolValue(same == (n.Op == OpEqual)), err
	}
	if a.Kind() != jsonval.Number || b.Kind() != jsonval.Number {
		return jsonval.Value{}, nil
	}
	x, y := a.Float(), b.Float()
	switch n.Op {
	case OpLess:
		return jsonval.BoolValue(x < y), nil
	case OpLessEqual:
		return jsonval.BoolValue(x <= y), nil
	case OpGreater:
		return jsonval.BoolValue(x > y), nil
	}
	return jsonval.BoolValue(x >= y), nil
}

// equal is jsonval.Equal within the budget.
func (ev *evaluator) equal(n *Node, a, b jsonval.Value, depth int) (bool, *Error) {
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
		return jsonval.Equal(a, b), nil
	}
	if a.Kind() == jsonval.Array {
		x, y := a.Items(), b.Items()
		if len(x) == 0 || &x[0] == &y[0] {
			return true, nil
		}
		for i := range x {
			if same, err := ev.equal(n, x[i], y[i], depth-1); err != nil || !same {
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
		other := y[i].Value // objects that are equal mostly have the same order
		if x[i].Key != y[i].Key {
			var ok bool
			if other, ok = b.Get(x[i].Key); !ok {
				return false, nil
			}
		}
		if same, err := ev.equal(n, x[i].Value, other, depth-1); err != nil || !same {
			return false, err
		}
	}
	return true, nil
}

// arithmetic evaluates a binary or unary operator on numbers.
func (ev *evaluator) arithmetic(n *Node, current jsonval.Value, env *frame) (jsonval.Value, *Error) {
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

func (ev *evaluator) number(n *Node, i int, current jsonval.Value, env *frame) (float64, *Error) {
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
