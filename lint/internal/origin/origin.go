// Package origin finds where the value of an expression comes from, as far as
// the file says it: which part of the params describes it, and how long it can
// be where it is a list.
package origin

import (
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/template"
)

// Value is what is known of a value. The zero value is known not at all.
type Value struct {
	Schema *jsonval.Node // the part of the params' schema that describes it
	Items  *jsonval.Node // of a list: the part that describes its items
	Length int           // of a list: the most items that it can have
	Known  bool          // whether Length is known

	root string       // "params" or "steps": the root itself
	step *recipe.Step // the whole step
}

// Finder finds the origins of one recipe's values.
type Finder struct {
	r *recipe.Recipe
}

// New makes a Finder.
func New(r *recipe.Recipe) *Finder { return &Finder{r} }

// Expr gives the origin of an expression's value.
func (f *Finder) Expr(n *jmespath.Node) Value { return f.eval(n, nil) }

// Head gives the origin of what the path of a template reads in a step.
func (f *Finder) Head(s *recipe.Step, h *template.Head) Value {
	if h.Quoted {
		return Value{}
	}
	v := Value{root: h.Root}
	if s != nil && s.Foreach != nil && s.Foreach.As == h.Root && s.Foreach.In != nil {
		v = ofSchema(f.Expr(s.Foreach.In.Tree).Items)
	}
	for _, segment := range h.Path {
		if segment.IsIndex {
			v = ofSchema(v.Items)
		} else {
			v = f.member(v, segment.Name)
		}
	}
	return v
}

// scope is what `@` and the variables are inside an expression.
type scope struct {
	current *Value // nil: the context
	name    string
	bound   Value
	outer   *scope
}

func (s *scope) at() *Value {
	if s == nil {
		return nil
	}
	return s.current
}

func (f *Finder) eval(n *jmespath.Node, s *scope) Value {
	switch n.Kind {
	case jmespath.KindField:
		if current := s.at(); current != nil {
			return f.member(*current, n.Name)
		}
		return Value{root: n.Name}
	case jmespath.KindCurrent:
		if current := s.at(); current != nil {
			return *current
		}
	case jmespath.KindVariable:
		for ; s != nil; s = s.outer {
			if s.name == n.Name {
				return s.bound
			}
		}
	case jmespath.KindSubexpression, jmespath.KindPipe:
		if n.Children[0].Kind == jmespath.KindRoot {
			return f.eval(n.Children[1], nil)
		}
		left := f.eval(n.Children[0], s)
		return f.eval(n.Children[1], &scope{current: &left, outer: s})
	case jmespath.KindIndex:
		return ofSchema(f.eval(n.Children[0], s).Items)
	case jmespath.KindMultiSelectList:
		return Value{Length: len(n.Children), Known: true}
	case jmespath.KindLiteral:
		if n.Value.Kind() == jsonval.Array {
			return Value{Length: n.Value.Len(), Known: true}
		}
	case jmespath.KindOr:
		return either(f.eval(n.Children[0], s), f.eval(n.Children[1], s))
	case jmespath.KindTernary:
		return either(f.eval(n.Children[1], s), f.eval(n.Children[2], s))
	case jmespath.KindLet:
		for _, b := range n.Bindings() {
			s = &scope{current: s.at(), name: b.Name, bound: f.eval(b.Children[0], s), outer: s}
		}
		return f.eval(n.Children[len(n.Children)-1], s)
	case jmespath.KindFunction:
		return f.call(n, s)
	}
	if n.IsProjection() && n.Kind != jmespath.KindValueProjection {
		return f.projection(n, s)
	}
	return Value{}
}

func (f *Finder) call(n *jmespath.Node, s *scope) Value {
	if len(n.Children) == 0 {
		return Value{}
	}
	switch n.Name {
	case "sort", "sort_by", "reverse":
		return list(f.eval(n.Children[0], s))
	case "map":
		v := f.eval(n.Children[len(n.Children)-1], s)
		return Value{Length: v.Length, Known: v.Known}
	}
	return Value{}
}

func (f *Finder) projection(n *jmespath.Node, s *scope) Value {
	v := list(f.eval(n.Children[0], s))
	switch n.Kind {
	case jmespath.KindSliceProjection:
		v = sliced(v, n.Slice)
	case jmespath.KindFlattenProjection:
		if t := v.Items.Member("type"); t == nil || t.Str == "array" || t.Kind != jsonval.String {
			return Value{}
		}
	}
	if rest := n.Children[len(n.Children)-1]; !rest.Implicit {
		item := ofSchema(v.Items)
		v.Items = f.eval(rest, &scope{current: &item, outer: s}).Schema
	}
	return v
}

// member goes from a value to one of its members.
func (f *Finder) member(v Value, name string) Value {
	switch {
	case v.root == "params":
		return ofSchema(f.r.Params.Node.Member("properties").Member(name))
	case v.root == "steps":
		return Value{step: f.r.Step(name)}
	case v.step != nil && v.step.Extract != nil && v.step.Foreach == nil:
		for i := range v.step.Extract.Items {
			if it := &v.step.Extract.Items[i]; it.Name == name && it.Max > 0 {
				return Value{Length: it.Max, Known: true}
			}
		}
	}
	return ofSchema(v.Schema.Member("properties").Member(name))
}

func ofSchema(n *jsonval.Node) Value {
	v := Value{Schema: n, Items: n.Member("items")}
	if m := n.Member("maxItems"); m != nil && m.Kind == jsonval.Number && m.Num >= 0 && m.Num < 1<<20 {
		v.Length, v.Known = int(m.Num), true
	}
	return v
}

// list is a list with the items of another.
func list(v Value) Value { return Value{Items: v.Items, Length: v.Length, Known: v.Known} }

// either is one of two values, where both are known.
func either(v, w Value) Value {
	joined := Value{Length: max(v.Length, w.Length), Known: v.Known && w.Known}
	if v.Schema == w.Schema {
		joined.Schema = v.Schema
	}
	if v.Items == w.Items {
		joined.Items = v.Items
	}
	return joined
}

// sliced is a part of a list.
func sliced(v Value, s *jmespath.Slice) Value {
	if s == nil || s.Step != nil && *s.Step != 1 {
		return v
	}
	from, to := 0, -1
	if s.Start != nil {
		from = *s.Start
	}
	if s.Stop != nil {
		to = *s.Stop
	}
	length := -1
	switch {
	case from >= 0 && to >= 0:
		length = max(0, to-from)
	case from < 0 && s.Stop == nil:
		length = -from
	}
	if length >= 0 && (!v.Known || length < v.Length) {
		v.Length, v.Known = length, true
	}
	return v
}
