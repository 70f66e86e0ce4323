package recipe

import (
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
)

// stepShape is what steps.<id> holds after the step.
func (a *analysis) stepShape(s *Step) *shape {
	name := "steps." + s.ID
	members := 1 // of a foreach
	if s.Extract != nil {
		members += len(s.Extract.Order)
	}
	one := a.object(shape{role: roleStep, name: name, step: s}, members)
	if s.Foreach != nil {
		one.name += "[]"
		one.add(s.Foreach.As, a.foreachItem(s))
	}
	one.closed = !s.ExtractLost && (s.Foreach == nil || !s.Foreach.Lost)
	if s.Extract != nil {
		quiet := a.quiet()
		for _, v := range s.Extract.Order {
			one.add(v, quiet.variable(s, v))
		}
	}
	if s.Foreach != nil {
		return a.shape(shape{role: roleForeach, name: name, array: true, elem: one, step: s})
	}
	return one
}

// foreachItem is what is known of the item of a foreach.
func (a *analysis) foreachItem(s *Step) *shape {
	if item := a.items[s.Index]; item != nil {
		return item
	}
	return unknown()
}

// variable is what is known of an extracted variable, to a quiet analysis.
func (a *analysis) variable(s *Step, name string) *shape {
	e := s.Extract
	for _, v := range e.JSON {
		if v.Name == name {
			return a.eval(v.Expr.Root(), unknown(), nil)
		}
	}
	for i := range e.Items {
		if e.Items[i].Name == name {
			item := a.object(shape{closed: !s.ExtractLost, name: name + "[]"}, len(e.Items[i].Fields))
			for k := range e.Items[i].Fields {
				f := &e.Items[i].Fields[k]
				item.add(f.Name, a.shape(shape{text: !f.ParseJSON && f.Path == nil && !s.ExtractLost, nullable: true}))
			}
			return a.arrayOf(item)
		}
	}
	for i := range e.HTML {
		if e.HTML[i].Name != name {
			continue
		}
		one := a.shape(shape{text: !e.HTML[i].ParseJSON && e.HTML[i].Path == nil && !s.ExtractLost, nullable: true})
		if e.HTML[i].All {
			return a.arrayOf(one)
		}
		return one
	}
	for i := range e.Embedded {
		for _, v := range e.Embedded[i].Vars {
			if v.Name == name {
				return a.eval(v.Expr.Root(), unknown(), nil)
			}
		}
	}
	return unknown()
}

// binding is one variable of a let.
type binding struct {
	name  string
	shape *shape
	outer *binding
}

func (b *binding) find(name string) *shape {
	for ; b != nil; b = b.outer {
		if b.name == name {
			return b.shape
		}
	}
	return unknown()
}

// eval goes through an expression with what is known of the current value,
// and gives what is known of the result. On the way it reports members that
// cannot be there, and notes which steps are used.
func (a *analysis) eval(n *jmespath.Node, current *shape, env *binding) *shape {
	child := func(i int, c *shape) *shape { return a.eval(n.Children[i], c, env) }
	whole := func(i int, c *shape) *shape { return a.whole(a.eval(n.Children[i], c, env)) }
	switch n.Kind {
	case jmespath.KindField:
		return a.field(n, current, false)
	case jmespath.KindCurrent:
		return current
	case jmespath.KindRoot:
		return a.context
	case jmespath.KindVariable:
		return env.find(n.Name)
	case jmespath.KindLiteral, jmespath.KindRawString:
		return a.literal(n.Value)
	case jmespath.KindSubexpression:
		left := child(0, current)
		a.leftEnd = n.Children[0].Outer.End
		if right := n.Children[1]; right.Kind == jmespath.KindField {
			return a.field(right, left, true)
		}
		return child(1, left)
	case jmespath.KindPipe:
		return child(1, child(0, current))
	case jmespath.KindIndex:
		source := whole(0, current)
		if (source.text || source.scalar) && !n.Children[0].Implicit {
			a.report(codeNoMember, "no-such-member", diag.Warning, n.NameSpan, source.called()+" is no list, so this is null", "use the value itself; a part of a text is a slice, as in [0:1]", nil)
		}
		return a.item(source, n.Index)
	case jmespath.KindSliceProjection:
		source := whole(0, current)
		return a.sliced(n.Slice, source, child(1, source.element()))
	case jmespath.KindListProjection:
		return a.arrayOf(child(1, whole(0, current).element()))
	case jmespath.KindFlattenProjection:
		elem := whole(0, current).element()
		if elem.array {
			elem = elem.element()
		}
		return a.arrayOf(child(1, elem))
	case jmespath.KindArithmetic:
		if a.trapped[n] { // a name with a hyphen: which step it may use is still noted
			quiet := *a
			quiet.silent = true
			quiet.eval(n.Children[0], current, env)
			return unknown()
		}
	case jmespath.KindFilterProjection:
		elem := whole(0, current).element()
		child(1, elem)
		if a.trapped[n] {
			return unknown()
		}
		return a.arrayOf(child(2, elem))
	case jmespath.KindValueProjection:
		whole(0, current)
		return a.arrayOf(child(1, unknown()))
	case jmespath.KindMultiSelectHash:
		hash := a.object(shape{closed: true}, len(n.Children))
		for _, entry := range n.Children {
			hash.set(entry.Name, a.whole(a.eval(entry.Children[0], current, env)))
		}
		return hash
	case jmespath.KindFunction:
		return a.call(n, current, env)
	case jmespath.KindLet:
		inner := env
		for _, b := range n.Bindings() {
			inner = &binding{name: b.Name, shape: a.eval(b.Children[0], current, env), outer: inner}
		}
		return a.eval(n.Children[len(n.Children)-1], current, inner)
	case jmespath.KindComparator:
		a.comparedText(n, whole(0, current), whole(1, current))
		return unknown()
	case jmespath.KindOr, jmespath.KindTernary:
		if n.Kind == jmespath.KindTernary {
			whole(0, current)
			return a.either(whole(1, current), whole(2, current))
		}
		return a.either(whole(0, current), whole(1, current))
	}
	for i := range n.Children {
		whole(i, current)
	}
	return unknown()
}

// either is the shape of one of two values.
func (m *shapes) either(x, y *shape) *shape {
	switch {
	case x == y:
		return x
	case x.text && y.text:
		return m.shape(shape{text: true, certain: x.certain && y.certain, padded: x.padded || y.padded})
	case x.array && y.array && (x.elem == nil || y.elem == nil):
		// `items || []`: an empty list says nothing of its items.
		if x.elem != nil {
			return x
		}
		return y
	}
	return unknown()
}

// call goes through a function call. An expression reference sees an element
// of the array that stands beside it.
func (a *analysis) call(n *jmespath.Node, current *shape, env *binding) *shape {
	args := make([]*shape, len(n.Children))
	elem := unknown()
	for i, arg := range n.Children {
		if arg.Kind == jmespath.KindExpressionRef || takesReference(n.Name, i) {
			continue
		}
		args[i] = a.whole(a.eval(arg, current, env))
		if args[i].array {
			elem = args[i].element()
		}
	}
	for i, arg := range n.Children {
		if arg.Kind == jmespath.KindExpressionRef {
			args[i] = a.eval(arg.Children[0], elem, env)
			a.nullableKey(n, args[i])
		} else if args[i] == nil { // the & is missing
			args[i] = a.eval(arg, elem, env)
		}
	}
	if len(args) == 0 {
		return unknown()
	}
	if givesText(n.Name) {
		return a.shape(shape{text: true, certain: true, padded: args[0].padded && keepsZeros(n.Name)})
	}
	switch n.Name {
	case "to_number":
		a.paddedNumber(n, args[0])
	case "split":
		return a.parts(n)
	case "map":
		return a.arrayOf(args[0])
	case "sort", "sort_by", "reverse", "to_array":
		if args[0].array {
			return args[0]
		}
	case "max_by", "min_by":
		return args[0].element()
	case "merge":
		merged := a.object(shape{closed: true}, 0)
		for _, s := range args {
			if !s.object || !s.closed {
				return unknown()
			}
			for _, m := range s.members {
				merged.set(m.name, m.shape)
			}
			if len(merged.members) > mostMerged {
				return unknown() // a file may merge as many over and over
			}
		}
		return merged
	case "values", "items", "keys", "zip":
		return a.arrayOf(nil)
	}
	return unknown()
}

// takesReference reports whether a function takes an expression reference as
// this argument.
func takesReference(name string, i int) bool {
	switch name {
	case "map":
		return i == 0
	case "sort_by", "max_by", "min_by", "group_by":
		return i == 1
	}
	return false
}

// whole notes that a value is used as a whole: all steps, where it holds them.
func (a *analysis) whole(s *shape) *shape {
	if s.role == roleContext || s.role == roleSteps {
		for _, step := range a.r.Steps {
			if a.visible(step) {
				a.use(step)
			}
		}
	}
	return s
}
