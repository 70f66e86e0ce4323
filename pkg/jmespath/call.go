package jmespath

import "github.com/wield-run/wield/pkg/jsonval"

// function evaluates a call: all arguments first, then their types are
// checked.
func (ev *evaluator) function(n *Node, current *jsonval.Value, env *frame) (jsonval.Value, *Error) {
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
	clear(ev.args[base:])
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
func (ev *evaluator) apply(ref *reference, element *jsonval.Value) (jsonval.Value, *Error) {
	if ref.body.simple {
		return *ev.path(ref.body, element), ev.work(ref.body, 1)
	}
	return ev.eval(ref.body, element, ref.env)
}

// level is a place on the stack, as enter counts it.
type level struct{ base, height int }

// enter is called once before apply, and leave afterwards, for all elements.
func (ev *evaluator) enter(n *Node, ref *reference) (outer level, err *Error) {
	outer = level{ev.base, ev.height}
	ev.base += ev.height - n.Depth() + 1
	ev.height = ref.body.Depth()
	if ev.base+ev.height > ev.limits.Depth {
		return outer, ev.tooDeep(n)
	}
	return outer, nil
}

func (ev *evaluator) leave(outer level) { ev.base, ev.height = outer.base, outer.height }
