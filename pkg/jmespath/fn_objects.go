package jmespath

import (
	"github.com/wield-run/wield/pkg/jsonval"
)

func fnKeys(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	members := args[0].value.Members()
	keys, err := ev.newItems(n, len(members))
	if err != nil {
		return jsonval.Value{}, err
	}
	for i := range members {
		keys[i] = jsonval.StringValue(members[i].Key)
	}
	return jsonval.ArrayValue(keys), ev.work(n, len(keys)/4)
}

func fnValues(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	members := args[0].value.Members()
	values, err := ev.newItems(n, len(members))
	if err != nil {
		return jsonval.Value{}, err
	}
	for i := range members {
		values[i] = members[i].Value
	}
	return jsonval.ArrayValue(values), ev.work(n, len(values)/4)
}

func fnItems(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	members := args[0].value.Members()
	pairs, err := ev.newItems(n, len(members))
	if err != nil {
		return jsonval.Value{}, err
	}
	for i := range members {
		pair, err := ev.newItems(n, 2)
		if err != nil {
			return jsonval.Value{}, err
		}
		pair[0], pair[1] = jsonval.StringValue(members[i].Key), members[i].Value
		pairs[i] = jsonval.ArrayValue(pair)
	}
	return jsonval.ArrayValue(pairs), ev.work(n, len(pairs))
}

// fnFromItems makes an object of [name, value] pairs.
func fnFromItems(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	pairs := args[0].value.Items()
	members, err := ev.newMembers(n, len(pairs))
	if err != nil {
		return jsonval.Value{}, err
	}
	for i := range pairs {
		pair := pairs[i].Items()
		if len(pair) != 2 || pair[0].Kind() != jsonval.String {
			return jsonval.Value{}, pairError(n, i, pairs[i])
		}
		members[i] = jsonval.Member{Key: pair[0].Str(), Value: pair[1]}
	}
	return jsonval.ObjectValue(members), ev.work(n, len(pairs))
}

func pairError(n *Node, i int, found jsonval.Value) *Error {
	hint, what := "", show(found)
	if pair := found.Items(); len(pair) == 2 {
		what = "the name " + show(pair[0])
		hint = "convert the name with to_string"
	}
	e := failf(ReasonType, n, hint, "%s: the items must be [name, value] pairs with names that are strings, but item %d is %s", n.Name, i, what)
	e.Span = n.Children[0].Outer
	return e
}

// fnMerge gives an object with the members of all; a later one replaces the
// value of an earlier one.
func fnMerge(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	total := 0
	for _, a := range args {
		total += a.value.Len()
	}
	members, err := ev.newMembers(n, total)
	if err != nil {
		return jsonval.Value{}, err
	}
	at := 0
	for _, a := range args {
		at += copy(members[at:], a.value.Members())
	}
	return jsonval.ObjectValue(members), ev.work(n, total)
}
