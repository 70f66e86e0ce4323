package s04

import (
	"fmt"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/words"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/selector"
)

// moved reports what a write sends of a response without showing it. key is
// the name under which it is sent; "" where it has none, then the extract's
// name stands for it.
func (c *checker) moved(sink *flow.Sink, uses []flow.Use, key string) {
	for i := range uses {
		u := &uses[i]
		for _, l := range u.Labels {
			if l.Kind == flow.Resp && !c.plainToken(l) && c.movedLabel(sink, u, l, key) {
				break
			}
		}
	}
}

func (c *checker) movedLabel(sink *flow.Sink, u *flow.Use, l flow.Label, key string) bool {
	if c.isShown(u, l) {
		return false
	}
	why := c.whole(u, l)
	check, name := "moved-whole", "moved-whole"
	if why == "" {
		under := key
		if under == "" {
			under = l.Field
		}
		check, name = "moved", "moved-data"
		prose := ""
		if words.IdentifierLike(under) || words.Tokenish(under) {
			if prose = c.prose(u, l); prose == "" {
				return false
			}
		}
		switch {
		case prose != "":
			why = fmt.Sprintf("as %s, yet it reads the field %s", diag.Quote(under, 40), diag.Quote(prose, 40))
		case key != "":
			why = "as " + diag.Quote(key, 40) + " (no identifier's name)"
		default:
			why = "under a name that is no identifier's"
		}
	}
	f := lint.Finding{Check: check, Name: name, Node: sink.Node, Span: u.Span,
		Message: fmt.Sprintf("the write %s sends `%s` %s, and the summary does not show it", diag.Quote(sink.Step.ID, 40), u.Text(), why),
		Hint:    fmt.Sprintf("show it: `{{ steps.%s.%s }}` in `confirm.summary`, or leave it out", l.Name, l.Field)}
	if l.Field == flow.All {
		f.Hint = "send the values by name, and show them in `confirm.summary`"
	}
	if s := c.Recipe.Step(l.Name); s != nil {
		if n := s.VarNode(l.Field); n != nil {
			f.Related = append(f.Related, diag.Related{Span: n.Span, Message: "it is read here"})
		}
	}
	if c.Recipe.Summary != nil {
		f.Related = append(f.Related, diag.Related{Span: c.Recipe.Summary.Node.Span, Message: "what the user is shown"})
	}
	c.Report(f)
	return true
}

// plainToken reports whether an extract is a token against forged requests
// beyond doubt: a plain path to a field of such a name, or the element of a
// token's name. Where it may go is S7's business. (An extract that is only
// named so, that may be something else too, or that opens an account, is none.)
func (c *checker) plainToken(l flow.Label) bool {
	if c.Flow().TokenWhy(l.Name, l.Field) == "" {
		return false
	}
	any := false
	for x := range c.Flow().Extract(l.Name, l.Field) {
		any = true
		plain := x.Kind == "html" && !x.Query.All && !x.Query.ParseJSON && (!x.Query.HasAttr || plainAttr(x.Query.Attr) || words.Tokenish(x.Query.Attr)) && namedElement(x.Query.Selector) ||
			x.Query == nil && x.Expr != nil && plainPath(x.Expr.Root())
		if !plain {
			return false
		}
	}
	return any
}

// plainPath reports whether an expression is a path of names that ends in that
// of a token against forged requests.
func plainPath(n *jmespath.Node) bool {
	switch n.Kind {
	case jmespath.KindField:
		return words.AntiForgery(n.Name)
	case jmespath.KindSubexpression:
		left := n.Children[0]
		for left.Kind == jmespath.KindSubexpression && left.Children[1].Kind == jmespath.KindField {
			left = left.Children[0]
		}
		return left.Kind == jmespath.KindField && n.Children[1].Kind == jmespath.KindField && words.AntiForgery(n.Children[1].Name)
	}
	return false
}

// namedElement reports whether a selector finds only elements whose name or id
// is such a token's: meta[name=csrf-token], input[name="_token"].
func namedElement(s *selector.Selector) bool {
	if s == nil || len(s.List()) != 1 {
		return false
	}
	compounds := s.List()[0].Compounds
	for _, simple := range compounds[len(compounds)-1].Simples {
		switch {
		case simple.Kind == selector.Attribute && simple.Op == "=" && (simple.Name == "name" || simple.Name == "id") && formToken(simple.Value),
			simple.Kind == selector.ID && formToken(simple.Value):
			return true
		}
	}
	return false
}

// formToken reports whether an element's name is that of a token against
// forged requests: the name alone may be plain, as the element is one of a form.
func formToken(name string) bool {
	return words.AntiForgery(name) || words.In(words.FormToken, strings.Join(words.Split(name), ""))
}

// isShown reports whether the summary shows what a reference sends.
func (c *checker) isShown(u *flow.Use, l flow.Label) bool {
	if c.summary.Label(l) {
		return true
	}
	return u.Via == nil && u.Ref != nil && c.summary.Path(&u.Ref.Head)
}

// whole says that a reference takes more than one value, "" where it takes one.
func (c *checker) whole(u *flow.Use, l flow.Label) string {
	if u.Ref == nil || u.Ref.Head.Quoted {
		return ""
	}
	if u.Whole || l.Field == flow.All {
		return "as a whole"
	}
	picks := false
	for _, call := range u.Ref.Filters {
		switch call.Name {
		case "json":
			return "whole, as JSON"
		case "first", "last":
			picks = true
		}
	}
	if picks || u.Via != nil || !c.list(l.Name, l.Field) {
		return ""
	}
	for _, seg := range u.Ref.Head.Path {
		if seg.IsIndex {
			return ""
		}
	}
	return "as a whole list"
}

// list reports whether an extract is evidently a list.
func (c *checker) list(step, name string) bool {
	if s := c.Recipe.Step(step); s != nil && s.Foreach != nil {
		return true
	}
	for x := range c.Flow().Extract(step, name) {
		switch {
		case x.Items != nil, x.Query != nil && x.Query.All, x.Embedded != nil && x.Embedded.All:
			return true
		case x.Expr != nil && x.Query == nil:
			return listTree(x.Expr.Root())
		}
	}
	return false
}

// listTree reports whether the value of an expression is a list, or null.
func listTree(n *jmespath.Node) bool {
	switch n.Kind {
	case jmespath.KindListProjection, jmespath.KindFlattenProjection, jmespath.KindFilterProjection, jmespath.KindValueProjection, jmespath.KindMultiSelectList:
		return true
	case jmespath.KindSliceProjection:
		return listTree(n.Children[0])
	case jmespath.KindPipe, jmespath.KindLet:
		return listTree(n.Children[len(n.Children)-1])
	case jmespath.KindOr, jmespath.KindAnd:
		return listTree(n.Children[0]) || listTree(n.Children[1])
	case jmespath.KindTernary:
		return listTree(n.Children[1]) || listTree(n.Children[2])
	case jmespath.KindFunction:
		switch n.Name {
		case "map", "sort", "sort_by", "values", "keys", "items", "split", "to_array", "zip":
			return true
		}
	}
	return false
}
