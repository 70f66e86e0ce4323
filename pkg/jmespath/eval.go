package jmespath

import (
	"context"

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
	limits Limits

	left   int // steps left
	check  int // at so many steps left the context is looked at
	memory int // bytes left

	// The depth of the stack is bounded by the levels of the tree, except
	// through references that variables hold. Base is at least the number of
	// levels outside the body that is being evaluated, height that of the
	// levels of the body.
	base, height int

	hints []int           // for each field of the tree, where its member was found last
	args  []operand       // arguments of the calls under way
	stack []jsonval.Value // results of the projections under way

	memberBlock []jsonval.Member // room for the members of small objects
	blockSize   int
}

func newEvaluator(ctx context.Context, e *Expr, data jsonval.Value, limits Limits) *evaluator {
	ev := &evaluator{ctx: ctx, root: data, limits: limits,
		left: limits.Steps, check: limits.Steps, memory: limits.Memory, height: e.root.height}
	if e.fields > 0 {
		ev.hints = make([]int, e.fields)
	}
	return ev
}

// run evaluates the whole expression and looks at the size of the result.
func (ev *evaluator) run(root *Node) (jsonval.Value, *Error) {
	if root.height > ev.limits.Depth {
		return jsonval.Value{}, ev.tooDeep(root)
	}
	v, err := ev.eval(root, ev.root, nil)
	if err != nil {
		return jsonval.Value{}, err
	}
	if ev.memory < ev.limits.Memory { // else it is a part of the data as it stands
		if err := ev.checkResult(root, v); err != nil {
			return jsonval.Value{}, err
		}
	}
	return v, nil
}

// eval gives the value of a node where "@" is current.
func (ev *evaluator) eval(n *Node, current jsonval.Value, env *frame) (jsonval.Value, *Error) {
	if ev.left--; ev.left < ev.check {
		if err := ev.look(n); err != nil {
			return jsonval.Value{}, err
		}
	}
	switch n.Kind {
	case KindField:
		return ev.field(n, current), nil
	case KindCurrent:
		return current, nil
	case KindRoot:
		return ev.root, nil
	case KindLiteral, KindRawString:
		return n.Value, nil
	case KindVariable:
		o, err := ev.variable(n, env)
		if err == nil && o.ref != nil {
			err = misplaced(n)
		}
		return o.value, err

	case KindSubexpression:
		left, err := ev.eval(n.Children[0], current, env)
		if err != nil || left.IsNull() {
			return jsonval.Value{}, err
		}
		if right := n.Children[1]; right.Kind == KindField {
			ev.left--
			return ev.field(right, left), nil
		}
		return ev.eval(n.Children[1], left, env)
	case KindPipe:
		left, err := ev.eval(n.Children[0], current, env)
		if err != nil {
			return jsonval.Value{}, err
		}
		return ev.eval(n.Children[1], left, env)
	case KindIndex:
		source, err := ev.eval(n.Children[0], current, env)
		return source.At(n.Index), err

	case KindListProjection, KindSliceProjection, KindFlattenProjection, KindValueProjection, KindFilterProjection:
		return ev.projection(n, current, env)

	case KindMultiSelectList:
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
	case KindMultiSelectHash:
		members, err := ev.newMembers(n, len(n.Children))
		if err != nil {
			return jsonval.Value{}, err
		}
		for i, c := range n.Children {
			v, err := ev.eval(c.Children[0], current, env)
			if err != nil {
				return jsonval.Value{}, err
			}
			members[i] = jsonval.Member{Key: c.Name, Value: v}
		}
		return jsonval.ObjectValue(members), nil

	case KindNot:
		v, err := ev.eval(n.Children[0], current, env)
		return jsonval.BoolValue(!truthy(v)), err
	case KindAnd, KindOr:
		left, err := ev.eval(n.Children[0], current, env)
		if err != nil || truthy(left) == (n.Kind == KindOr) {
			return left, err
		}
		return ev.eval(n.Children[1], current, env)
	case KindTernary:
		condition, err := ev.eval(n.Children[0], current, env)
		if err != nil {
			return jsonval.Value{}, err
		}
		return ev.eval(branch(n, condition), current, env)
	case KindComparator:
		return ev.compare(n, current, env)
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
	}
	return jsonval.Value{}, misplaced(n) // KindExpressionRef
}

// field gives a member of an object. Most objects of a list have the same
// members in the same order, so the place where the last one was found is
// tried first.
func (ev *evaluator) field(n *Node, v jsonval.Value) jsonval.Value {
	members := v.Members()
	hint := ev.hints[n.id]
	if hint < len(members) && members[hint].Key == n.Name {
		return members[hint].Value
	}
	if len(members) > 32 {
		return v.Field(n.Name) // which has an index
	}
	for i := range members {
		if members[i].Key == n.Name {
			ev.hints[n.id] = i
			return members[i].Value
		}
	}
	return jsonval.Value{}
}

// truthy reports whether a value counts as true: anything but null, false and
// what is empty. 0 is true.
func truthy(v jsonval.Value) bool {
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

func branch(ternary *Node, condition jsonval.Value) *Node {
	if truthy(condition) {
		return ternary.Children[1]
	}
	return ternary.Children[2]
}

func (ev *evaluator) variable(n *Node, env *frame) (operand, *Error) {
	if n.slot < 0 {
		return operand{}, failf(ReasonUndefinedVariable, n, unboundHint(n.Name), "the variable $%s is not defined", n.Name)
	}
	for range n.up {
		env = env.outer
	}
	return env.values[n.slot], nil
}

// let evaluates the bindings. None of them sees another one.
func (ev *evaluator) let(n *Node, current jsonval.Value, env *frame) (*frame, *Error) {
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
func (ev *evaluator) operand(n *Node, current jsonval.Value, env *frame) (operand, *Error) {
	switch n.Kind {
	case KindExpressionRef:
		return operand{ref: &reference{n.Children[0], env}}, nil
	case KindVariable:
		return ev.variable(n, env)
	case KindTernary:
		condition, err := ev.eval(n.Children[0], current, env)
		if err != nil {
			return operand{}, err
		}
		return ev.operand(branch(n, condition), current, env)
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

// function evaluates a call: all arguments first, then their types are
// checked.
func (ev *evaluator) function(n *Node, current jsonval.Value, env *frame) (jsonval.Value, *Error) {
	base := len(ev.args)
	for _, c := range n.Children {
		if c.Kind == KindExpressionRef || c.Kind == KindVariable || c.Kind == KindTernary || c.Kind == KindLet {
			o, err := ev.operand(c, current, env)
			if err != nil {
				return jsonval.Value{}, err
			}
			ev.args = append(ev.args, o)
			continue
		}
		v, err := ev.eval(c, current, env)
		if err != nil {
			return jsonval.Value{}, err
		}
		ev.args = append(ev.args, operand{value: v})
	}
	args := ev.args[base:]
	for i := range args {
		if err := ev.checkArgument(n, i, &args[i]); err != nil {
			return jsonval.Value{}, err
		}
	}
	v, err := n.fn.call(ev, n, args)
	ev.args = ev.args[:base]
	return v, err
}

func (ev *evaluator) checkArgument(n *Node, i int, arg *operand) *Error {
	want := n.fn.param(i).Type
	if arg.ref != nil {
		if want&TypeExpression != 0 {
			return nil
		}
		return argumentError(n, i, "an expression reference", "leave out the &")
	}
	if want&typeOf(arg.value) != 0 {
		return nil
	}
	if want&elementTypes != 0 && arg.value.Kind() == jsonval.Array {
		return ev.checkElements(n, i, arg.value, want)
	}
	hint := ""
	switch {
	case want&TypeExpression != 0:
		hint = "write & before it"
	case arg.value.IsNull():
		hint = "the path gives nothing here: correct it, or write (… || default)"
	case want == TypeNumber && arg.value.Kind() == jsonval.String:
		hint = "convert it with to_number"
	case want == TypeString && arg.value.Kind() == jsonval.Number:
		hint = "convert it with to_string"
	}
	return argumentError(n, i, show(arg.value), hint)
}

func argumentError(n *Node, i int, found, hint string) *Error {
	p := n.fn.param(i)
	e := failf(ReasonType, n, hint, "%s: argument %d (%s) must be of type %s, found %s", n.Name, i+1, p.Name, p.Type, found)
	e.Span = n.Children[i].Outer
	return e
}

// checkElements checks an array whose items must all have one type.
func (ev *evaluator) checkElements(n *Node, i int, array jsonval.Value, want Type) *Error {
	items := array.Items()
	if err := ev.work(n, len(items)/4); err != nil {
		return err
	}
	if len(items) == 0 {
		return nil
	}
	first := items[0].Kind()
	if element(typeOf(items[0]))&want == 0 {
		return argumentError(n, i, "an array with "+show(items[0]), "")
	}
	for at := range items {
		if items[at].Kind() != first {
			return argumentError(n, i, "an array with "+show(items[0])+" and "+show(items[at]), "")
		}
	}
	return nil
}

// apply evaluates the body of a reference for one element.
func (ev *evaluator) apply(ref *reference, element jsonval.Value) (jsonval.Value, *Error) {
	return ev.eval(ref.body, element, ref.env)
}

// level is a place on the stack, as enter counts it.
type level struct{ base, height int }

// enter is called once before apply, and leave afterwards, for all elements.
func (ev *evaluator) enter(n *Node, ref *reference) (outer level, err *Error) {
	outer = level{ev.base, ev.height}
	ev.base += ev.height - n.height + 1
	ev.height = ref.body.height
	if ev.base+ev.height > ev.limits.Depth {
		return outer, ev.tooDeep(n)
	}
	return outer, nil
}

func (ev *evaluator) leave(outer level) { ev.base, ev.height = outer.base, outer.height }
