package jmespath

import (
	"context"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// operand is what an argument or a variable holds: a value, or an expression
// reference.
type operand struct {
	value jsonval.Value
	ref   *reference
}

// reference is an expression reference together with the variables that it
// can see.
type reference struct {
	body *Node
	env  *frame
}

// frame holds the bindings of one let.
type frame struct {
	outer  *frame
	values []operand
}

// evaluator is one evaluation.
type evaluator struct {
	ctx    context.Context
	root   jsonval.Value
	null   jsonval.Value // to point at
	limits Limits

	left   int // steps left
	check  int // at so many steps left the context is looked at
	memory int // bytes left

	// The depth of the stack is bounded by the levels of the tree, except
	// through references that variables hold. Base is at least the number of
	// levels outside the body that is being evaluated, height that of the
	// levels of the body.
	base, height int

	measure bool            // whether the size of results must be measured
	hints   []int           // for each field of the tree, where its member was found last
	args    []operand       // arguments of the calls under way
	stack   []jsonval.Value // results of the projections under way

	numbers []numberKey // of the sorts under way
	texts   []textKey

	memberBlock []jsonval.Member // room for the members of small objects
	blockSize   int
}

// run evaluates the whole expression and looks at the size of the result.
func (ev *evaluator) run(ctx context.Context, e *Expr, data jsonval.Value, limits Limits) (jsonval.Value, *Error) {
	ev.ctx, ev.root, ev.limits = ctx, data, limits
	ev.left, ev.check, ev.memory = limits.Steps, limits.Steps, limits.Memory
	ev.base, ev.height = 0, e.root.Depth()
	if e.root.Depth() > limits.Depth {
		return jsonval.Value{}, ev.tooDeep(e.root)
	}
	v, err := ev.eval(e.root, &ev.root, nil)
	if err == nil && ev.measure {
		err = ev.checkResult(e.root, v)
	}
	if err != nil {
		return jsonval.Value{}, err
	}
	return v, nil
}

// keep is how many entries of a buffer are kept for the next evaluation.
const keep = 4096

// reset forgets all values, so that an idle evaluator keeps none of them
// alive.
func (ev *evaluator) reset() {
	ev.ctx, ev.root = nil, jsonval.Value{}
	ev.memberBlock, ev.blockSize = nil, 0
	ev.stack, ev.args = emptied(ev.stack), emptied(ev.args)
	ev.numbers, ev.texts = emptied(ev.numbers), emptied(ev.texts)
}

func emptied[T any](buffer []T) []T {
	if cap(buffer) > keep {
		return nil
	}
	clear(buffer)
	return buffer[:0]
}

// eval gives the value of a node where "@" is current. Current is a pointer
// only because values are large; it is never kept.
func (ev *evaluator) eval(n *Node, current *jsonval.Value, env *frame) (jsonval.Value, *Error) {
	if ev.left--; ev.left < ev.check {
		if err := ev.look(n); err != nil {
			return jsonval.Value{}, err
		}
	}
	switch n.Kind {
	case KindField, KindCurrent, KindRoot, KindLiteral, KindRawString:
		return *ev.path(n, current), nil
	case KindSubexpression, KindIndex:
		if n.simple {
			return *ev.path(n, current), nil
		}
		return ev.step(n, current, env)
	case KindPipe:
		left, err := ev.eval(n.Children[0], current, env)
		if err != nil {
			return jsonval.Value{}, err
		}
		return ev.eval(n.Children[1], &left, env)
	case KindListProjection, KindSliceProjection, KindFlattenProjection, KindValueProjection, KindFilterProjection:
		return ev.projection(n, current, env)
	case KindMultiSelectList:
		return ev.list(n, current, env)
	case KindMultiSelectHash:
		return ev.hash(n, current, env)
	case KindNot, KindComparator:
		return ev.logical(n, current, env)
	case KindAnd, KindOr:
		left, err := ev.eval(n.Children[0], current, env)
		if err != nil || truthy(&left) == (n.Kind == KindOr) {
			return left, err
		}
		return ev.eval(n.Children[1], current, env)
	case KindTernary:
		yes, err := ev.test(n.Children[0], current, env)
		if err != nil {
			return jsonval.Value{}, err
		}
		return ev.eval(branch(n, yes), current, env)
	case KindArithmetic, KindUnary:
		return ev.arithmetic(n, current, env)
	case KindFunction:
		return ev.function(n, current, env)
	case KindLet:
		inner, err := ev.let(n, current, env)
		if err != nil {
			return jsonval.Value{}, err
		}
		return ev.eval(n.last(), current, inner)
	case KindVariable:
		return ev.variableValue(n, env)
	}
	return jsonval.Value{}, misplaced(n) // KindExpressionRef
}

// path gives the value of a simple node: one that only picks a part of what
// there is. It points into the data, so that nothing is copied.
func (ev *evaluator) path(n *Node, current *jsonval.Value) *jsonval.Value {
	switch n.Kind {
	case KindField:
		return ev.field(n, current)
	case KindSubexpression:
		ev.left--
		return ev.field(n.Children[1], ev.path(n.Children[0], current))
	case KindIndex:
		ev.left--
		items := ev.path(n.Children[0], current).Items()
		i := n.Index
		if i < 0 {
			i += len(items)
		}
		if i < 0 || i >= len(items) {
			return &ev.null
		}
		return &items[i]
	case KindRoot:
		return &ev.root
	case KindLiteral, KindRawString:
		return &n.Value
	}
	return current // KindCurrent
}

// field gives a member of an object. Most objects of a list have the same
// members in the same order, so the place where the last one was found is
// tried first.
func (ev *evaluator) field(n *Node, v *jsonval.Value) *jsonval.Value {
	members := v.Members()
	hint := ev.hints[n.place]
	if hint < len(members) && members[hint].Key == n.Name {
		return &members[hint].Value
	}
	if len(members) > 32 { // then it has an index
		if _, ok := v.Get(n.Name); !ok {
			return &ev.null
		}
	}
	for i := range members {
		if members[i].Key == n.Name {
			ev.hints[n.place] = i
			return &members[i].Value
		}
	}
	return &ev.null
}

// step evaluates a subexpression or an index that is not simple.
func (ev *evaluator) step(n *Node, current *jsonval.Value, env *frame) (jsonval.Value, *Error) {
	left, err := ev.eval(n.Children[0], current, env)
	switch {
	case err != nil:
		return jsonval.Value{}, err
	case n.Kind == KindIndex:
		return left.At(n.Index), nil
	case left.IsNull():
		return jsonval.Value{}, nil
	}
	return ev.eval(n.Children[1], &left, env)
}

func (ev *evaluator) list(n *Node, current *jsonval.Value, env *frame) (jsonval.Value, *Error) {
	items, err := ev.newItems(n, len(n.Children))
	if err != nil {
		return jsonval.Value{}, err
	}
	for i, c := range n.Children {
		if items[i], err = ev.eval(c, current, env); err != nil {
			return jsonval.Value{}, err
		}
	}
	return jsonval.ArrayValue(items), nil
}

func (ev *evaluator) hash(n *Node, current *jsonval.Value, env *frame) (jsonval.Value, *Error) {
	members, err := ev.newMembers(n, len(n.Children))
	if err != nil {
		return jsonval.Value{}, err
	}
	for i, entry := range n.Children {
		members[i].Key = entry.Name
		value := entry.Children[0]
		if value.simple {
			members[i].Value = *ev.path(value, current)
		} else if members[i].Value, err = ev.eval(value, current, env); err != nil {
			return jsonval.Value{}, err
		}
	}
	return jsonval.ObjectValue(members), nil
}

// truthy reports whether a value counts as true: anything but null, false and
// what is empty. 0 is true.
func truthy(v *jsonval.Value) bool {
	switch v.Kind() {
	case jsonval.Null:
		return false
	case jsonval.Bool:
		return v.Bool()
	case jsonval.String:
		return v.Str() != ""
	case jsonval.Number:
		return true
	}
	return v.Len() > 0
}

func branch(ternary *Node, yes bool) *Node {
	if yes {
		return ternary.Children[1]
	}
	return ternary.Children[2]
}

func (ev *evaluator) variableValue(n *Node, env *frame) (jsonval.Value, *Error) {
	o, err := ev.variable(n, env)
	if err == nil && o.ref != nil {
		err = misplaced(n)
	}
	return o.value, err
}

func (ev *evaluator) variable(n *Node, env *frame) (operand, *Error) {
	if n.place < 0 {
		return operand{}, failf(ReasonUndefinedVariable, n, unboundHint(n.Name), "the variable $%s is not defined", diag.Cut(n.Name, maxQuote))
	}
	for range n.up {
		env = env.outer
	}
	return env.values[n.place], nil
}

// let evaluates the bindings. None of them sees another one.
func (ev *evaluator) let(n *Node, current *jsonval.Value, env *frame) (*frame, *Error) {
	bindings := n.Bindings()
	if err := ev.allocate(n, len(bindings)*sizeOperand); err != nil {
		return nil, err
	}
	inner := &frame{outer: env, values: make([]operand, len(bindings))}
	for i, b := range bindings {
		o, err := ev.operand(b.Children[0], current, env)
		if err != nil {
			return nil, err
		}
		inner.values[i] = o
	}
	return inner, nil
}

// operand is eval where an expression reference may come out too.
func (ev *evaluator) operand(n *Node, current *jsonval.Value, env *frame) (operand, *Error) {
	switch n.Kind {
	case KindExpressionRef:
		return operand{ref: &reference{n.Children[0], env}}, nil
	case KindVariable:
		return ev.variable(n, env)
	case KindTernary:
		yes, err := ev.test(n.Children[0], current, env)
		if err != nil {
			return operand{}, err
		}
		return ev.operand(branch(n, yes), current, env)
	case KindLet:
		inner, err := ev.let(n, current, env)
		if err != nil {
			return operand{}, err
		}
		return ev.operand(n.last(), current, inner)
	}
	v, err := ev.eval(n, current, env)
	return operand{value: v}, err
}

func misplaced(n *Node) *Error {
	return failf(ReasonType, n, "hand it to a function that takes one, such as map(&x, list)",
		"an expression reference is no value")
}
