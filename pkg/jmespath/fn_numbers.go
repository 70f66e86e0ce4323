package jmespath

import (
	"math"

	"github.com/wield-run/wield/pkg/jsonval"
)

func fnAbs(_ *evaluator, _ *Node, args []operand) (jsonval.Value, *Error) {
	return jsonval.NumberValue(math.Abs(args[0].value.Float())), nil
}

func fnCeil(_ *evaluator, _ *Node, args []operand) (jsonval.Value, *Error) {
	return jsonval.NumberValue(math.Ceil(args[0].value.Float())), nil
}

func fnFloor(_ *evaluator, _ *Node, args []operand) (jsonval.Value, *Error) {
	return jsonval.NumberValue(math.Floor(args[0].value.Float())), nil
}

func fnSum(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	items := args[0].value.Items()
	sum := 0.0
	for i := range items {
		sum += items[i].Float()
	}
	return jsonval.NumberValue(sum), ev.work(n, len(items)/4)
}

func fnAvg(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	count := args[0].value.Len()
	if count == 0 {
		return jsonval.Value{}, nil
	}
	sum, err := fnSum(ev, n, args)
	return jsonval.NumberValue(sum.Float() / float64(count)), err
}

// fnToNumber reads exactly the JSON grammar of numbers: no sign "+", no
// leading zeros, no white space. What is no number is null.
func fnToNumber(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	v := args[0].value
	switch v.Kind() {
	case jsonval.Number:
		return v, nil
	case jsonval.String:
		s := v.Str()
		if !isJSONNumber(s) {
			return jsonval.Value{}, nil
		}
		number, err := jsonval.ParseString(s)
		if err != nil || math.IsInf(number.Float(), 0) {
			return jsonval.Value{}, nil
		}
		return jsonval.NumberValue(number.Float()), ev.scan(n, len(s))
	}
	return jsonval.Value{}, nil
}

// isJSONNumber reports whether a text begins and ends as a number does, so
// that what the JSON parser reads of it, white space and all, is a number.
func isJSONNumber(s string) bool {
	return s != "" && (s[0] == '-' || isDigit(s[0])) && isDigit(s[len(s)-1])
}

// wholeNumber reads an argument that must be a whole number.
func wholeNumber(n *Node, args []operand, i int) (int, *Error) {
	f := args[i].value.Float()
	if f != math.Trunc(f) || math.IsInf(f, 0) { // NaN differs from itself
		return 0, valueError(n, i, "must be a whole number, found "+show(args[i].value), "round it with floor or ceil")
	}
	return int(min(max(f, -most), most)), nil
}

// count reads an optional argument that must be a whole number from 0; -1
// where it is missing.
func count(n *Node, args []operand, i int) (int, *Error) {
	if i >= len(args) {
		return -1, nil
	}
	c, err := wholeNumber(n, args, i)
	if err == nil && c < 0 {
		err = valueError(n, i, "must not be negative, found "+show(args[i].value), "")
	}
	return c, err
}

func valueError(n *Node, i int, what, hint string) *Error {
	e := failf(ReasonValue, n, hint, "%s: argument %d (%s) %s", n.Name, i+1, n.fn.param(i).Name, what)
	e.Span = n.Children[i].Outer
	return e
}
