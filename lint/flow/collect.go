package flow

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/template"
)

// collect finds all sinks.
func (f *Flow) collect(steps []step) {
	for i := range steps {
		s := &steps[i]
		s.from = len(f.sinks)
		f.step(s)
		s.to = len(f.sinks)
	}
	whole := scope{context: true}
	if t := f.r.Summary; t != nil {
		f.summary = f.add(Sink{Kind: Summary, Node: t.Node, Template: t}, whole)
	}
	if e := f.r.Output.Value; e != nil {
		f.output = f.add(Sink{Kind: Output, Node: e.Node, Expr: e}, whole)
	}
	for _, e := range f.r.Verify.Checks {
		f.add(Sink{Kind: Check, Node: e.Node, Expr: e}, scope{})
	}
}

// add enters a sink with what it reads.
func (f *Flow) add(s Sink, sc scope) *Sink {
	if s.Uses == nil {
		switch {
		case s.Template != nil:
			s.Uses = f.templateUses(s.Node.TextSpan, s.Template.Template, sc)
		case s.Expr != nil:
			s.Uses = f.exprUses(s.Node, s.Expr.Tree, sc)
		}
	}
	for i := range s.Uses {
		s.kinds |= s.Uses[i].kinds
	}
	kept := f.memory.sinks.New()
	*kept = s
	f.sinks = append(f.sinks, kept)
	return kept
}

func (f *Flow) step(one *step) {
	s := one.Step
	control := scope{context: true}
	if s.When != nil {
		one.control = f.add(Sink{Kind: When, Step: s, Node: s.When.Node, Expr: s.When}, control).Uses
	}
	if s.Foreach != nil && s.Foreach.In != nil {
		in := f.add(Sink{Kind: ForeachIn, Step: s, Node: s.Foreach.In.Node, Expr: s.Foreach.In, Uses: f.foreachUses(s)}, control)
		one.control = slices.Concat(one.control, in.Uses)
	}
	f.request(s)
	response := scope{}
	if e := s.Expect.Assert; e != nil {
		f.add(Sink{Kind: Assert, Step: s, Node: e.Node, Expr: e}, response)
	}
	if l := s.Expect.Login; l != nil && l.Assert != nil {
		f.add(Sink{Kind: Assert, Step: s, Node: l.Assert.Node, Expr: l.Assert}, response)
	}
	exprs := make([]recipe.Expr, 0, len(one.parts))
	for i := range one.parts {
		x := &one.parts[i]
		if x.Expr == nil || x.ExprNode == nil {
			continue
		}
		exprs = append(exprs, recipe.Expr{Node: x.ExprNode, Tree: x.Expr.Root(), Expr: x.Expr})
		e := &exprs[len(exprs)-1]
		uses := []Use{}
		if source := x.ExprNode.Str; strings.Contains(source, "vars") || strings.Contains(source, "steps") || strings.Contains(source, `\`) {
			uses = slices.DeleteFunc(f.exprUses(x.ExprNode, e.Tree, response), func(u Use) bool { return !f.evident(&u) })
		}
		f.add(Sink{Kind: Extract, Step: s, Node: x.ExprNode, Key: x.Name, Expr: e, Uses: uses}, response)
	}
}

// evident reports whether a path of an extract's expression, whose names are
// those of the response, can only be meant for the recipe's context.
func (f *Flow) evident(u *Use) bool {
	switch {
	case u.Root == "vars" && len(u.Path) > 0:
		return slices.Contains(f.vars, u.Path[0])
	case u.Root == "steps" && len(u.Path) > 1:
		s := f.steps[u.Path[0]]
		return s != nil && slices.Contains(extracted(s.Step), u.Path[1])
	}
	return false
}

// foreachUses gives what foreach.in of a step reads.
func (f *Flow) foreachUses(s *recipe.Step) []Use {
	if s.Foreach == nil || s.Foreach.In == nil {
		return nil
	}
	one := f.of[s]
	if !one.listed {
		one.listed = true // a list that is made of itself adds nothing
		one.list = f.exprUses(s.Foreach.In.Node, s.Foreach.In.Tree, scope{context: true})
	}
	return one.list
}

func (f *Flow) request(s *recipe.Step) {
	sc := scope{context: true}
	if s.Foreach != nil && s.Foreach.As != "" {
		sc.alias = s
	}
	r := &s.Request
	if r.URL != nil {
		f.add(Sink{Kind: URL, Step: s, Node: r.URL.Node, Template: r.URL, Parts: URLParts(r.URL)}, sc)
	}
	f.leaves(Query, s, r.Query, sc)
	for _, h := range r.Headers {
		f.add(Sink{Kind: Header, Step: s, Node: h.Node, Key: h.Name, Template: h.Template}, sc)
	}
	f.body(s, r.JSON, nil, sc)
	f.leaves(Form, s, r.Form, sc)
	if r.Body != nil {
		f.add(Sink{Kind: Body, Step: s, Node: r.Body.Node, Template: r.Body}, sc)
	}
	for _, name := range []string{"query", "headers", "json", "form"} {
		f.keys(s, r.Node.Member(name), sc)
	}
}

func (f *Flow) leaves(kind SinkKind, s *recipe.Step, leaves []recipe.Leaf, sc scope) {
	for _, leaf := range leaves {
		for _, v := range leaf.Values {
			f.add(Sink{Kind: kind, Step: s, Node: v.Node, Key: leaf.Name, Template: v.Template, Constant: v.Constant}, sc)
		}
	}
}

// body finds the scalars of a JSON body.
func (f *Flow) body(s *recipe.Step, b *recipe.Body, path []string, sc scope) {
	if b == nil {
		return
	}
	for _, item := range b.Items {
		f.body(s, item, path, sc)
	}
	for _, m := range b.Members {
		inner := f.memory.names.Make(len(path) + 1)
		inner[copy(inner, path)] = m.Name
		f.body(s, m.Body, inner, sc)
	}
	if b.Scalar.Node == nil {
		return
	}
	sink := Sink{Kind: JSON, Step: s, Node: b.Scalar.Node, Path: path, Template: b.Scalar.Template, Constant: b.Scalar.Constant}
	if len(path) > 0 {
		sink.Key = path[len(path)-1]
	}
	f.add(sink, sc)
}

// keys finds the member names under a node that hold templates.
func (f *Flow) keys(s *recipe.Step, n *jsonval.Node, sc scope) {
	if n == nil {
		return
	}
	for _, child := range n.Children {
		if n.Kind == jsonval.Object && strings.Contains(child.Key, "{{") {
			t, _ := template.Parse(child.Key)
			f.add(Sink{Kind: Key, Step: s, Node: child, Key: child.Key, Uses: f.templateUses(child.KeyTextSpan, t, sc)}, sc)
		}
		f.keys(s, child, sc)
	}
}
