// Package carry follows values through expressions for as long as they stay
// whole. A mark on a value says what it is all of: a document, a page, a step.
// It is lost where a part is taken: a member, an element that a filter chose.
package carry

import (
	"slices"

	"github.com/wield-run/wield/lint/internal/constant"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// Mark says what a value is all of.
type Mark struct {
	Kind Kind
	Step *recipe.Step
	Name string        // of the extract
	Node *jsonval.Node // where it comes from
}

// Kind is what a value is all of.
type Kind uint8

// The kinds of marks.
const (
	Document Kind = iota + 1 // a parsed body
	Page                     // the text of a page, or of its main part
	Step                     // all that a step extracted
	Context                  // all that an expression sees
	Link                     // no whole: the address that an attribute holds
	Field                    // no whole: the value of whatever field, or element of the head, stands at a place
	Tangled                  // nobody can tell: the expression branches too often
)

// Value is what is known of a value. A nil Value is one without marks.
type Value struct {
	Marks   []Mark
	Members []Member // of an object whose members are known
	Rest    *Value   // of an object: what is known of any other member
	Item    *Value   // of a list: what is known of any item
}

// Member is a member of an object.
type Member struct {
	Name  string
	Value *Value
}

// Object makes an object.
func Object(members ...Member) *Value { return &Value{Members: members} }

// List makes a list.
func List(item *Value) *Value { return &Value{Item: item} }

// Marked makes a value that is all of something.
func Marked(m Mark) *Value {
	v := &struct {
		Value
		mark [1]Mark
	}{mark: [1]Mark{m}}
	v.Marks = v.mark[:]
	return &v.Value
}

func (v *Value) member(name string) *Value {
	if v == nil {
		return nil
	}
	for i := range v.Members {
		if v.Members[i].Name == name {
			return v.Members[i].Value
		}
	}
	return v.Rest
}

// All gives the marks of a value and of all that it holds, each once.
func (v *Value) All() []Mark {
	if v == nil || v.leaf() && len(v.Marks) < 2 {
		return v.marks()
	}
	var c collector
	c.visit(v)
	return c.marks
}

func (v *Value) marks() []Mark {
	if v == nil {
		return nil
	}
	return v.Marks
}

// leaf reports whether a value holds no others.
func (v *Value) leaf() bool { return v.Item == nil && v.Rest == nil && len(v.Members) == 0 }

// collector collects the marks of values.
type collector struct {
	marks []Mark
	seen  map[*Value]bool // those that hold others
}

func (c *collector) visit(v *Value) {
	if v == nil || c.seen[v] {
		return
	}
	for _, m := range v.Marks {
		if !slices.Contains(c.marks, m) {
			c.marks = append(c.marks, m)
		}
	}
	if v.leaf() {
		return
	}
	if c.seen == nil {
		c.seen = map[*Value]bool{}
	}
	c.seen[v] = true
	for _, m := range v.Members {
		c.visit(m.Value)
	}
	c.visit(v.Rest)
	c.visit(v.Item)
}

// Eval gives what is known of an expression's value. context is what it is
// evaluated on; source is its text.
func Eval(tree *jmespath.Node, source string, context *Value) *Value {
	e := &evaluation{context: context, source: source}
	v := e.eval(tree, context, nil)
	if e.work > maxWork {
		return Marked(Mark{Kind: Tangled})
	}
	return v
}

// Of gives what is known of an expression's value that is evaluated on all of
// something: of a document, say.
func Of(tree *jmespath.Node, source string, m Mark) *Value {
	if named(tree) {
		return nil
	}
	return Eval(tree, source, Marked(m))
}

// named reports whether an expression takes a member of what it is evaluated
// on, and makes its value of that alone. Nearly all that extract something do.
func named(n *jmespath.Node) bool {
	for {
		switch {
		case n.Kind == jmespath.KindField:
			return true
		case n.Kind == jmespath.KindSubexpression && n.Children[1].Kind == jmespath.KindField, n.Kind == jmespath.KindIndex,
			n.IsProjection() && !outward(n.Children[len(n.Children)-1]):
			n = n.Children[0]
		default:
			return false
		}
	}
}

// outward reports whether a part of an expression names what all of it is
// evaluated on, or a variable.
func outward(n *jmespath.Node) bool {
	return n.Kind == jmespath.KindRoot || n.Kind == jmespath.KindVariable || slices.ContainsFunc(n.Children, outward)
}

// maxWork bounds how many values are joined.
const maxWork = 20_000

type evaluation struct {
	context *Value
	source  string
	work    int
}

type binding struct {
	name  string
	value *Value
	outer *binding
}

func (e *evaluation) eval(n *jmespath.Node, current *Value, env *binding) *Value {
	child := func(i int) *Value { return e.eval(n.Children[i], current, env) }
	switch n.Kind {
	case jmespath.KindField:
		return current.member(n.Name)
	case jmespath.KindCurrent:
		return current
	case jmespath.KindRoot:
		return e.context
	case jmespath.KindVariable:
		for ; env != nil; env = env.outer {
			if env.name == n.Name {
				return env.value
			}
		}
	case jmespath.KindSubexpression, jmespath.KindPipe:
		return e.eval(n.Children[1], child(0), env)
	case jmespath.KindIndex:
		if v := child(0); v != nil {
			return v.Item
		}
	case jmespath.KindMultiSelectHash:
		v := &Value{Members: make([]Member, len(n.Children))}
		for i, entry := range n.Children {
			v.Members[i] = Member{entry.Name, e.eval(entry.Children[0], current, env)}
		}
		return v
	case jmespath.KindMultiSelectList:
		var items []*Value
		for i := range n.Children {
			items = append(items, child(i))
		}
		return List(e.join(items...))
	case jmespath.KindOr, jmespath.KindAnd:
		return e.join(child(0), child(1))
	case jmespath.KindTernary:
		return e.join(child(1), child(2))
	case jmespath.KindLet:
		inner := env
		for _, b := range n.Bindings() {
			inner = &binding{b.Name, e.eval(b.Children[0], current, env), inner}
		}
		return e.eval(n.Children[len(n.Children)-1], current, inner)
	case jmespath.KindFunction:
		return e.call(n, current, env)
	}
	if n.IsProjection() {
		return e.projection(n, child(0), env)
	}
	return nil
}

// projection gives a list of what follows for each item. The items of a list
// without known ones are the list, taken together.
func (e *evaluation) projection(n *jmespath.Node, source *Value, env *binding) *Value {
	rest := n.Children[len(n.Children)-1]
	if source == nil {
		if outward(rest) {
			return List(e.eval(rest, nil, env))
		}
		return nil
	}
	item := source.Item
	if n.Kind == jmespath.KindValueProjection {
		item = e.join(item, e.anyMember(source))
	}
	if len(source.Marks) > 0 && (n.Kind != jmespath.KindFilterProjection || constant.Of(n.Children[1], e.source) == constant.Truthy) {
		item = e.join(item, &Value{Marks: source.Marks})
	}
	if n.Kind == jmespath.KindFlattenProjection && item != nil && item.Item != nil {
		item = e.join(item.Item, &Value{Marks: item.Marks})
	}
	return List(e.eval(rest, item, env))
}

// anyMember is what is known of whichever member of an object.
func (e *evaluation) anyMember(v *Value) *Value {
	if v == nil {
		return nil
	}
	any := v.Rest
	for _, m := range v.Members {
		any = e.join(any, m.Value)
	}
	return any
}

func (e *evaluation) call(n *jmespath.Node, current *Value, env *binding) *Value {
	args := make([]*Value, len(n.Children))
	var list *Value
	for i, arg := range n.Children {
		if arg.Kind != jmespath.KindExpressionRef {
			args[i] = e.eval(arg, current, env)
			list = args[i]
		}
	}
	switch n.Name {
	case "contains", "starts_with", "ends_with", "length", "type", "find_first", "find_last", "abs", "avg", "ceil", "floor",
		"sum", "to_number", "keys":
		return nil // a property of the value, not the value
	case "map":
		for _, arg := range n.Children {
			if arg.Kind == jmespath.KindExpressionRef && list != nil {
				return List(e.eval(arg.Children[0], e.join(list.Item, &Value{Marks: list.Marks}), env))
			}
		}
		return nil
	case "sort", "sort_by", "reverse", "not_null":
		return e.join(args...)
	case "max_by", "min_by", "max", "min":
		if list != nil {
			return list.Item
		}
		return nil
	case "merge":
		return e.join(args...)
	case "to_array":
		return e.join(list, List(list))
	case "values":
		return &Value{Marks: list.marks(), Item: e.anyMember(list)}
	case "items":
		return &Value{Marks: list.marks(), Item: List(e.anyMember(list))}
	case "from_items":
		if list == nil {
			return nil
		}
		pairs := &Value{Marks: list.Marks}
		if list.Item != nil {
			pairs.Rest = list.Item.Item
		}
		return pairs
	case "group_by":
		return e.groups(n, list)
	case "zip":
		rows := List(&Value{})
		for _, arg := range args {
			if arg != nil {
				rows.Marks = append(rows.Marks, arg.Marks...)
				rows.Item.Item = e.join(rows.Item.Item, arg.Item)
			}
		}
		return rows
	}
	// Whatever else is made of a value may hold all of it.
	v := &Value{}
	for _, arg := range args {
		v.Marks = append(v.Marks, arg.All()...)
	}
	return v
}

// groups are the parts of a list; where the key is the same for all items there
// is one, which is the list.
func (e *evaluation) groups(n *jmespath.Node, list *Value) *Value {
	if list == nil {
		return nil
	}
	groups := &Value{Marks: list.Marks, Rest: List(list.Item)}
	for _, arg := range n.Children {
		if arg.Kind == jmespath.KindExpressionRef && constant.Of(arg.Children[0], e.source) != constant.Unknown {
			groups.Rest = list
		}
	}
	return groups
}

// join is a value that may be any of several.
func (e *evaluation) join(all ...*Value) *Value {
	var some []*Value
	for _, v := range all {
		if v != nil && !slices.Contains(some, v) {
			some = append(some, v)
		}
	}
	switch len(some) {
	case 0:
		return nil
	case 1:
		return some[0]
	}
	if e.work++; e.work > maxWork {
		return some[0]
	}
	joined := &Value{}
	var rests, items []*Value
	for _, v := range some {
		for _, m := range v.Marks {
			if !slices.Contains(joined.Marks, m) {
				joined.Marks = append(joined.Marks, m)
			}
		}
		for _, m := range v.Members {
			if i := slices.IndexFunc(joined.Members, func(o Member) bool { return o.Name == m.Name }); i >= 0 {
				joined.Members[i].Value = e.join(joined.Members[i].Value, m.Value)
			} else {
				joined.Members = append(joined.Members, m)
			}
		}
		rests = append(rests, v.Rest)
		items = append(items, v.Item)
	}
	joined.Rest, joined.Item = e.join(rests...), e.join(items...)
	return joined
}
