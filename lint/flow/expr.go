package flow

import (
	"cmp"
	"slices"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

// evaluation goes through one expression with the parts of the context in the
// place of values.
type evaluation struct {
	f     *Flow
	scope scope
	reads []*read
	work  int
	empty value
}

// over reports that the expression is too large to be followed; all of the
// context is then taken to influence it.
func (e *evaluation) over() bool { return e.work >= maxWork }

// exprUses gives what an expression reads from its context.
func (f *Flow) exprUses(n *jsonval.Node, tree *jmespath.Node, sc scope) []Use {
	if tree == nil {
		return nil
	}
	e := &evaluation{f: f, scope: sc}
	e.consume(e.eval(tree, nil, nil))
	if e.over() {
		u := Use{Span: n.Span}
		f.labels(&u, sc, nil)
		u.Labels = tidy(u.Labels)
		return []Use{u}
	}
	slices.SortStableFunc(e.reads, func(a, b *read) int { return cmp.Compare(a.start, b.start) })
	var uses []Use
	for _, r := range e.reads {
		if len(r.used) > 0 {
			uses = append(uses, f.use(n, r, sc))
		}
	}
	return uses
}

// use makes a Use of a place that reads from the context.
func (f *Flow) use(n *jsonval.Node, r *read, sc scope) Use {
	common := r.used[0]
	for _, p := range r.used[1:] {
		k := 0
		for k < len(common.path) && k < len(p.path) && common.path[k] == p.path[k] {
			k++
		}
		if k < len(common.path) || p.span.Len() < common.span.Len() {
			common.span.End = min(common.span.End, p.span.End)
		}
		common.path = common.path[:k]
	}
	u := Use{Span: n.TextSpan(common.span.Start, common.span.End)}
	if len(common.path) > 0 {
		u.Root, u.Path = common.path[0], common.path[1:]
	}
	for _, p := range r.used {
		path := p.path
		if p.credential != "" {
			path = append(slices.Clip(path), p.credential)
		}
		f.labels(&u, sc, path)
	}
	u.Whole = u.Whole || r.all && u.Root == ""
	u.Labels = tidy(u.Labels)
	return u
}

// root is a place that reads from the context.
func (e *evaluation) root(span diag.Span, path ...string) *value {
	r := &read{start: span.Start}
	e.reads = append(e.reads, r)
	return &value{parts: []part{{read: r, path: path, span: span}}}
}

// eval follows a node. A nil current is the context.
func (e *evaluation) eval(n *jmespath.Node, current *value, env *binding) *value {
	e.work++
	if e.over() {
		return e.none()
	}
	child := func(i int) *value { return e.eval(n.Children[i], current, env) }
	apart := func(i int) *value {
		if current == nil {
			return child(i)
		}
		return e.eval(n.Children[i], frozen(current), env)
	}
	last := len(n.Children) - 1
	switch n.Kind {
	case jmespath.KindField:
		if current == nil {
			return e.root(n.Span, n.Name)
		}
		return e.field(current, n.Name, n.Span)
	case jmespath.KindCurrent:
		if current == nil {
			return e.root(n.Span)
		}
		return current
	case jmespath.KindRoot:
		return e.root(n.Span)
	case jmespath.KindVariable:
		return e.variable(n, env)
	case jmespath.KindLiteral, jmespath.KindRawString:
		return e.none()
	case jmespath.KindSubexpression:
		left := child(0)
		if n.Children[1].Kind != jmespath.KindField {
			left = frozen(left)
		}
		return e.eval(n.Children[1], left, env)
	case jmespath.KindPipe:
		return e.eval(n.Children[1], child(0), env)
	case jmespath.KindIndex:
		return e.element(child(0))
	case jmespath.KindListProjection, jmespath.KindSliceProjection, jmespath.KindFlattenProjection, jmespath.KindFilterProjection:
		source := child(0)
		e.count(source)
		element := e.element(source)
		if n.Kind == jmespath.KindFlattenProjection && element.items != nil {
			element = e.join(element, element.items)
		}
		if n.Kind == jmespath.KindFilterProjection {
			e.consume(e.eval(n.Children[1], frozen(element), env))
		}
		return &value{items: e.eval(n.Children[last], element, env)}
	case jmespath.KindValueProjection:
		source := (*value)(nil)
		if current == nil && n.Children[0].Implicit {
			source = e.root(n.NameSpan)
		} else {
			source = child(0)
		}
		e.count(source)
		return &value{items: e.eval(n.Children[1], e.children(source), env)}
	case jmespath.KindMultiSelectList:
		var all []*value
		for i := range n.Children {
			all = append(all, apart(i))
		}
		return &value{items: frozen(e.join(all...))}
	case jmespath.KindMultiSelectHash:
		hash := &value{}
		for _, entry := range n.Children {
			seen := current
			if seen != nil {
				seen = frozen(seen)
			}
			hash.members = append(hash.members, member{entry.Name, frozen(e.eval(entry.Children[0], seen, env))})
		}
		return hash
	case jmespath.KindFunction:
		return e.call(n, current, env)
	case jmespath.KindExpressionRef:
		return &value{ref: n.Children[0], env: env}
	case jmespath.KindAnd, jmespath.KindOr:
		return e.join(apart(0), apart(1))
	case jmespath.KindTernary:
		e.consume(apart(0))
		return e.join(apart(1), apart(2))
	case jmespath.KindLet:
		inner := env
		for _, b := range n.Bindings() {
			inner = &binding{name: b.Name, value: e.eval(b.Children[0], current, env), outer: inner}
		}
		return e.eval(n.Children[last], current, inner)
	}
	// Operators: the operands decide the result.
	for i := range n.Children {
		e.consume(apart(i))
	}
	return e.none()
}

// variable gives the value of a variable. What is read of it is read here.
func (e *evaluation) variable(n *jmespath.Node, env *binding) *value {
	for ; env != nil; env = env.outer {
		if env.name != n.Name {
			continue
		}
		v := env.value
		if len(v.parts) == 0 {
			return v
		}
		r := &read{start: n.Span.Start}
		e.reads = append(e.reads, r)
		parts := make([]part, len(v.parts))
		for i, p := range v.parts {
			parts[i] = part{read: r, path: p.path, span: n.Span}
		}
		e.work += len(parts)
		return v.with(parts)
	}
	return e.none()
}

// call follows a function call. An expression reference is called with an item
// of the lists that stand beside it.
func (e *evaluation) call(n *jmespath.Node, current *value, env *binding) *value {
	args := make([]*value, len(n.Children))
	element := e.none()
	for i, arg := range n.Children {
		seen := current
		if seen != nil {
			seen = frozen(seen)
		}
		args[i] = e.eval(arg, seen, env)
		if args[i].ref == nil {
			element = e.join(element, e.element(args[i]))
		}
	}
	bodies := e.none()
	for _, arg := range args {
		if arg.ref != nil {
			body := e.eval(arg.ref, frozen(element), arg.env)
			bodies = e.join(bodies, body)
			if n.Name != "map" {
				e.consume(body)
			}
		}
	}
	if len(args) == 0 {
		return e.none()
	}
	switch n.Name {
	case "map":
		for _, arg := range args {
			e.count(arg)
		}
		return &value{items: frozen(bodies)}
	case "not_null", "merge":
		return frozen(e.join(args...))
	case "sort", "sort_by", "reverse", "to_array":
		return frozen(args[0])
	case "max_by", "min_by":
		return frozen(element)
	case "values":
		return &value{items: frozen(e.children(args[0]))}
	}
	for _, arg := range args {
		if arg.ref == nil {
			e.consume(arg)
		}
	}
	return e.none()
}
