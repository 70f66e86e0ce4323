package s13

import (
	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// lengths finds how long a list can be that an expression gives, as far as the
// file says it: by the maxItems of a param, the max of html_items, a slice.
type lengths struct {
	p *lint.Pass
}

// value is what is known of a value: where it comes from, or how long it is.
type value struct {
	schema *jsonval.Node // of a param, or of a part of one
	root   string        // "params" or "steps": the root itself
	step   *recipe.Step
	length int // of a list
	known  bool
}

// scope is what `@` and the variables are inside an expression.
type scope struct {
	current *value // nil: the context
	name    string
	bound   value
	outer   *scope
}

func (l *lengths) most(n *jmespath.Node, s *scope) (int, bool) {
	v := l.eval(n, s)
	return v.length, v.known
}

func (l *lengths) eval(n *jmespath.Node, s *scope) value {
	switch n.Kind {
	case jmespath.KindField:
		if current := s.at(); current != nil {
			return l.member(*current, n.Name)
		}
		return value{root: n.Name}
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
			return l.eval(n.Children[1], nil)
		}
		left := l.eval(n.Children[0], s)
		return l.eval(n.Children[1], &scope{current: &left, outer: s})
	case jmespath.KindListProjection, jmespath.KindFilterProjection:
		return counted(l.eval(n.Children[0], s))
	case jmespath.KindFlattenProjection:
		v := l.eval(n.Children[0], s)
		if items := v.schema.Member("items").Member("type"); v.schema != nil && items != nil && items.Str != "array" {
			return counted(v)
		}
	case jmespath.KindSliceProjection:
		return sliced(l.eval(n.Children[0], s), n.Slice)
	case jmespath.KindMultiSelectList:
		return value{length: len(n.Children), known: true}
	case jmespath.KindLiteral:
		if n.Value.Kind() == jsonval.Array {
			return value{length: n.Value.Len(), known: true}
		}
	case jmespath.KindOr:
		return longer(l.eval(n.Children[0], s), l.eval(n.Children[1], s))
	case jmespath.KindTernary:
		return longer(l.eval(n.Children[1], s), l.eval(n.Children[2], s))
	case jmespath.KindLet:
		for _, b := range n.Bindings() {
			s = &scope{current: s.at(), name: b.Name, bound: l.eval(b.Children[0], s), outer: s}
		}
		return l.eval(n.Children[len(n.Children)-1], s)
	case jmespath.KindFunction:
		switch {
		case len(n.Children) == 0:
		case n.Name == "sort", n.Name == "sort_by", n.Name == "reverse":
			return counted(l.eval(n.Children[0], s))
		case n.Name == "map":
			return counted(l.eval(n.Children[len(n.Children)-1], s))
		}
	}
	return value{}
}

func (s *scope) at() *value {
	if s == nil {
		return nil
	}
	return s.current
}

// member goes from a value to one of its members.
func (l *lengths) member(v value, name string) value {
	switch {
	case v.root == "params":
		return ofSchema(l.p.Recipe.Params.Node.Member("properties").Member(name))
	case v.root == "steps":
		return value{step: l.p.Recipe.Step(name)}
	case v.step != nil && v.step.Extract != nil && v.step.Foreach == nil:
		for i := range v.step.Extract.Items {
			if it := &v.step.Extract.Items[i]; it.Name == name && it.Max > 0 {
				return value{length: it.Max, known: true}
			}
		}
	case v.schema != nil:
		return ofSchema(v.schema.Member("properties").Member(name))
	}
	return value{}
}

func ofSchema(n *jsonval.Node) value {
	v := value{schema: n}
	if m := n.Member("maxItems"); m != nil && m.Kind == jsonval.Number && m.Num >= 0 && m.Num < 1<<20 {
		v.length, v.known = int(m.Num), true
	}
	return v
}

// counted is a list of which only the length is known.
func counted(v value) value { return value{length: v.length, known: v.known} }

// longer is one of two lists, where both are known.
func longer(v, w value) value {
	return value{length: max(v.length, w.length), known: v.known && w.known}
}

// sliced is a part of a list.
func sliced(v value, s *jmespath.Slice) value {
	v = counted(v)
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
	switch {
	case from >= 0 && to >= 0:
		v = shorter(v, max(0, to-from))
	case from < 0 && s.Stop == nil:
		v = shorter(v, -from)
	}
	return v
}

func shorter(v value, length int) value {
	if v.known && v.length < length {
		return v
	}
	return value{length: length, known: true}
}
