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

	values scratch[value]
	parts  scratch[part]
	places scratch[read]
	used   scratch[*part]
}

// over reports that the expression is too large to be followed; all of the
// context is then taken to influence it.
func (e *evaluation) over() bool { return e.work >= maxWork }

// evaluation gives one for an expression; done gives it back. A list that is
// read through an alias is followed while another expression still is.
func (f *Flow) evaluation(sc scope) *evaluation {
	e := f.memory.spare
	f.memory.spare = nil
	if e == nil {
		e = &evaluation{f: f}
	}
	e.scope = sc
	return e
}

func (f *Flow) done(e *evaluation) {
	e.values.reset()
	e.parts.reset()
	e.places.reset()
	e.used.reset()
	e.reads, e.work, e.empty = e.reads[:0], 0, value{}
	f.memory.spare = e
}

// exprUses gives what an expression reads from its context.
func (f *Flow) exprUses(n *jsonval.Node, tree *jmespath.Node, sc scope) []Use {
	if tree == nil {
		return nil
	}
	e := f.evaluation(sc)
	defer f.done(e)
	e.consume(e.eval(tree, nil, nil))
	if e.over() {
		u := Use{Span: n.Span}
		f.labels(&u, sc, nil)
		u.finish()
		return []Use{u}
	}
	e.reads = slices.DeleteFunc(e.reads, func(r *read) bool { return len(r.used) == 0 })
	if len(e.reads) == 0 {
		return nil
	}
	slices.SortStableFunc(e.reads, func(a, b *read) int { return cmp.Compare(a.start, b.start) })
	uses := f.memory.uses.Make(len(e.reads))
	for i, r := range e.reads {
		uses[i] = f.use(n, r, sc)
	}
	return uses
}

// use makes a Use of a place that reads from the context.
func (f *Flow) use(n *jsonval.Node, r *read, sc scope) Use {
	common := r.used[0]
	span, depth := common.span, common.path.depth
	for _, p := range r.used[1:] {
		k := 0
		for k < depth && k < p.path.depth && common.path.names[k] == p.path.names[k] {
			k++
		}
		if k < depth || p.span.Len() < span.Len() {
			span.End = min(span.End, p.span.End)
		}
		depth = k
	}
	u := Use{Span: n.TextSpan(span.Start, span.End)}
	if depth > 0 {
		u.Root, u.Path = common.path.names[0], f.memory.names.Make(depth-1)
		copy(u.Path, common.path.names[1:])
	}
	for _, p := range r.used {
		path := p.path.list()
		if p.credential != "" {
			path = append(path, p.credential)
		}
		f.labels(&u, sc, path)
	}
	u.Whole = u.Whole || r.all && u.Root == ""
	u.finish()
	return u
}

// root is a place that reads from the context: a root of it, or all of it.
func (e *evaluation) root(span diag.Span, names ...string) part {
	r := &e.places.take(1)[0]
	r.start = span.Start
	e.reads = append(e.reads, r)
	p := part{read: r, span: span}
	p.path.depth = copy(p.path.names[:], names)
	return p
}

// of is a value that is made of one part.
func (e *evaluation) of(p part) *value {
	v := e.value()
	v.parts = e.parts.take(1)
	v.parts[0] = p
	return v
}

func (e *evaluation) value() *value { return &e.values.take(1)[0] }

// chain follows a chain of names that begins in the context, which most
// expressions are made of; not ok where it is none.
func (e *evaluation) chain(n *jmespath.Node) (p part, ok bool) {
	switch {
	case n.Kind == jmespath.KindField:
		return e.root(n.Span, n.Name), true
	case n.Kind != jmespath.KindSubexpression || n.Children[1].Kind != jmespath.KindField:
		return p, false
	}
	if p, ok = e.chain(n.Children[0]); ok {
		e.work += 2 // the children; whoever asks counts the node itself
		p.enter(n.Children[1].Name, n.Children[1].Span)
	}
	return p, ok
}

// eval follows a node. A nil current is the context.
func (e *evaluation) eval(n *jmespath.Node, current *value, env *binding) *value {
	e.work++
	if e.over() {
		return e.none()
	}
	child := func(i int) *value { return e.eval(n.Children[i], current, env) }
	apart := func(i int) *value { return e.eval(n.Children[i], e.apart(current), env) }
	last := len(n.Children) - 1
	switch n.Kind {
	case jmespath.KindField:
		if current == nil {
			return e.of(e.root(n.Span, n.Name))
		}
		return e.field(current, n.Name, n.Span)
	case jmespath.KindCurrent:
		if current == nil {
			return e.of(e.root(n.Span))
		}
		return current
	case jmespath.KindRoot:
		return e.of(e.root(n.Span))
	case jmespath.KindVariable:
		return e.variable(n, env)
	case jmespath.KindLiteral, jmespath.KindRawString:
		return e.none()
	case jmespath.KindSubexpression:
		if current == nil {
			if p, ok := e.chain(n); ok {
				return e.of(p)
			}
		}
		left := child(0)
		if n.Children[1].Kind != jmespath.KindField {
			left = e.apart(left)
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
			e.consume(e.eval(n.Children[1], e.apart(element), env))
		}
		return e.list(e.eval(n.Children[last], element, env))
	case jmespath.KindValueProjection:
		source := (*value)(nil)
		if current == nil && n.Children[0].Implicit {
			source = e.of(e.root(n.NameSpan))
		} else {
			source = child(0)
		}
		e.count(source)
		return e.list(e.eval(n.Children[1], e.children(source), env))
	case jmespath.KindMultiSelectList:
		seen := e.apart(current)
		all := make([]*value, 0, 4)
		for _, item := range n.Children {
			all = append(all, e.eval(item, seen, env))
		}
		return e.list(e.apart(e.join(all...)))
	case jmespath.KindMultiSelectHash:
		seen := e.apart(current)
		hash := e.value()
		hash.members = make([]member, len(n.Children))
		for i, entry := range n.Children {
			hash.members[i] = member{entry.Name, e.apart(e.eval(entry.Children[0], seen, env))}
		}
		return hash
	case jmespath.KindFunction:
		return e.call(n, current, env)
	case jmespath.KindExpressionRef:
		v := e.value()
		v.ref, v.env = n.Children[0], env
		return v
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
		r := e.root(n.Span).read
		read := e.value()
		*read = value{parts: e.parts.take(len(v.parts)), members: v.members, items: v.items, ref: v.ref, env: v.env}
		for i := range v.parts {
			read.parts[i] = part{read: r, path: v.parts[i].path, span: n.Span}
		}
		e.work += len(v.parts)
		return read
	}
	return e.none()
}

// call follows a function call. An expression reference is called with an item
// of the lists that stand beside it.
func (e *evaluation) call(n *jmespath.Node, current *value, env *binding) *value {
	seen := e.apart(current)
	args := make([]*value, 0, 4)
	element := e.none()
	for _, child := range n.Children {
		arg := e.eval(child, seen, env)
		if arg.ref == nil {
			element = e.join(element, e.element(arg))
		}
		args = append(args, arg)
	}
	bodies := e.none()
	for _, arg := range args {
		if arg.ref != nil {
			body := e.eval(arg.ref, e.apart(element), arg.env)
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
		return e.list(e.apart(bodies))
	case "not_null", "merge":
		return e.apart(e.join(args...))
	case "sort", "sort_by", "reverse", "to_array":
		return e.apart(args[0])
	case "max_by", "min_by":
		return e.apart(element)
	case "values":
		return e.list(e.apart(e.children(args[0])))
	}
	for _, arg := range args {
		if arg.ref == nil {
			e.consume(arg)
		}
	}
	return e.none()
}
