package jmespath

import (
	"fmt"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Check finds what can be known to be wrong without data. Errors are unknown
// functions (Q2), numbers of arguments (Q3) and types that cannot be right
// (Q4). Warnings are variables that nothing binds (Q5), which fail only when
// they are reached, members of what is always a list (Q6), and projections
// before a ":" (Q7). All findings are given, in the order of the text.
func Check(root *Node) []*diag.Diagnostic {
	if root == nil {
		return nil
	}
	c := &checker{}
	c.check(root, false)
	diag.Sort(c.found)
	return c.found
}

type checker struct {
	found []*diag.Diagnostic
	lets  []*Node // the lets whose bindings are being looked at
}

func (c *checker) report(code, name string, span diag.Span, hint, format string, args ...any) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: code, Name: name, Span: span, Message: fmt.Sprintf(format, args...), Hint: hint}
	c.found = append(c.found, d)
	return d
}

func (c *checker) warn(code, name string, span diag.Span, hint, format string, args ...any) *diag.Diagnostic {
	d := c.report(code, name, span, hint, format, args...)
	d.Severity = diag.Warning
	return d
}

// check looks at a node and all under it. Where reference is true, an
// expression reference may stand.
func (c *checker) check(n *Node, reference bool) {
	if len(c.found) > maxFindings {
		return
	}
	switch n.Kind {
	case KindFunction:
		c.call(n)
	case KindArithmetic, KindUnary:
		c.operands(n)
	case KindSliceProjection:
		if n.Slice.Step != nil && *n.Slice.Step == 0 {
			c.report(CodeType, NameSliceStep, n.NameSpan, "leave it out, or write 1", "the step of a slice cannot be 0")
		}
	case KindExpressionRef:
		if !reference {
			c.report(CodeType, NameReferencePlace, n.NameSpan, "write && for and; otherwise leave out the &",
				"an expression reference stands only as an argument of a function, as in map(&x, list)")
		}
	case KindVariable:
		if n.place < 0 {
			c.unbound(n)
		}
	case KindSubexpression:
		if right := n.Children[1]; right.Kind == KindField && staticType(n.Children[0])&^TypeNull == TypeArray {
			c.warn(CodeListMember, NameListMember, right.Span, "for the member of each item write | [*]."+fieldText(right),
				"a list has no member %s: this is always null", diag.Quote(right.Name, maxQuote))
		}
	case KindTernary:
		if p := trailingProjection(n.Children[1]); p != nil {
			c.warn(CodeColon, NameColon, p.Span, "put it in parentheses",
				"a projection directly before \":\" is a syntax error in other implementations")
		}
	}
	for i, child := range n.Children {
		if n.Kind == KindLet && i == 0 {
			c.lets = append(c.lets, n)
		}
		if n.Kind == KindLet && i == len(n.Children)-1 {
			c.lets = c.lets[:len(c.lets)-1]
		}
		c.check(child, holdsReference(n, i, reference))
	}
}

// holdsReference reports whether an expression reference may be the child i.
func holdsReference(n *Node, i int, reference bool) bool {
	switch n.Kind {
	case KindFunction, KindBinding:
		return true
	case KindLet:
		return reference || i < len(n.Children)-1
	case KindTernary:
		return reference && i > 0
	}
	return false
}

func (c *checker) call(n *Node) {
	if n.fn == nil {
		hint := suggest(n.Name)
		c.report(CodeUnknownFunction, NameUnknownFunction, n.NameSpan, hint, "there is no function %s", diag.Quote(n.Name, maxQuote))
		return
	}
	least, most := n.fn.arity()
	if got := len(n.Children); got < least || most >= 0 && got > most {
		c.report(CodeArity, NameArity, n.Span, "write "+n.fn.Signature(), "%s takes %s, found %d", n.Name, plural(least, most), got)
		return
	}
	var wrong *diag.Diagnostic // one finding for arguments that are swapped
	for i, arg := range n.Children {
		p := n.fn.param(i)
		types := staticType(arg)
		allowed := p.Type
		if allowed&elementTypes != 0 {
			allowed |= TypeArray
		}
		switch {
		case types&allowed != 0:
			if arg.Kind == KindLiteral && arg.Value.Kind() == jsonval.Array && p.Type&TypeArray == 0 {
				c.elements(n, i, arg, p)
			}
		case wrong != nil && types == TypeExpression:
			wrong.Hint = "swap the arguments: " + n.fn.Signature()
		default:
			wrong = c.report(CodeType, NameArgumentType, arg.Outer, "", "%s: argument %d (%s) must be of type %s, found %s",
				n.Name, i+1, p.Name, p.Type, found(arg, types))
			wrong.Hint = argumentHint(n, p, arg, types)
		}
	}
}

// elements checks the items of a literal array.
func (c *checker) elements(n *Node, i int, arg *Node, p *Param) {
	all := p.Type & elementTypes
	for _, item := range arg.Value.Items() {
		all &= element(typeOf(item))
	}
	if all == 0 {
		c.report(CodeType, NameArgumentType, arg.Outer, "give all items one type", "%s: argument %d (%s) must be of type %s, and this array is not",
			n.Name, i+1, p.Name, p.Type)
	}
}

// argumentHint tells what to pass instead of an argument of a wrong type.
func argumentHint(n *Node, p *Param, arg *Node, types Type) string {
	switch {
	case p.Type&TypeExpression != 0:
		return "write & before it"
	case arg.Kind == KindExpressionRef:
		return "leave out the &: write " + n.fn.Signature()
	case p.Type == TypeString && types&^(TypeNumber|TypeBoolean|TypeNull) == 0:
		return "convert it with to_string"
	case p.Type&TypeNumber != 0 && types == TypeString:
		return "convert it with to_number"
	case p.Type&(TypeArray|elementTypes) != 0 && p.Type&TypeString == 0 && types&TypeArray == 0:
		return "put it into brackets: [ … ]"
	}
	return "write " + n.fn.Signature() + ", where " + p.Name + " is of type " + p.Type.String()
}

func found(arg *Node, types Type) string {
	switch arg.Kind {
	case KindLiteral, KindRawString:
		return show(arg.Value)
	case KindExpressionRef:
		return "an expression reference"
	}
	if types == TypeAny {
		return "a value"
	}
	return types.String()
}

func plural(least, most int) string {
	switch {
	case most < 0:
		return fmt.Sprintf("at least %d argument%s", least, s(least))
	case least == most:
		return fmt.Sprintf("%d argument%s", least, s(least))
	}
	return fmt.Sprintf("%d to %d arguments", least, most)
}

func s(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// operands checks what arithmetic gets.
func (c *checker) operands(n *Node) {
	for _, child := range n.Children {
		if types := staticType(child); types&TypeNumber == 0 {
			hint := "take a number: to_number(…) makes one of a text"
			if types == TypeString {
				hint = "convert it with to_number"
			}
			c.report(CodeType, NameOperandType, child.Outer, hint, "the operands of %s must be numbers, found %s",
				diag.Quote(n.Op.String(), 2), found(child, types))
		}
	}
}

func (c *checker) unbound(n *Node) {
	name := diag.Cut(n.Name, maxQuote)
	for _, let := range c.lets {
		for _, b := range let.Bindings() {
			if b.Name == n.Name {
				d := c.warn(CodeUnbound, NameSibling, n.Span,
					fmt.Sprintf("nest them: let $%s = … in let … = $%s … in …", name, name),
					"$%s is bound by the same let, whose bindings cannot see each other", name)
				d.Related = []diag.Related{{Span: b.NameSpan, Message: "bound here"}}
				return
			}
		}
	}
	c.warn(CodeUnbound, NameUnbound, n.Span, unboundHint(n.Name), "the variable $%s is not defined", name)
}

func fieldText(n *Node) string {
	if n.Quoted {
		return quoteName(diag.Cut(n.Name, maxQuote))
	}
	return diag.Cut(n.Name, maxQuote)
}

// trailingProjection gives the projection that a node ends with, if nothing
// follows its brackets.
func trailingProjection(n *Node) *Node {
	for n.Parens == 0 {
		switch {
		case n.IsProjection():
			if n.last().Implicit {
				return n
			}
			n = n.last()
		case n.Kind >= KindNot && n.Kind <= KindLet, n.Kind == KindExpressionRef:
			n = n.last()
		default:
			return nil
		}
	}
	return nil
}

func unboundHint(name string) string {
	return fmt.Sprintf("bind it around this place: let $%s = … in …", diag.Cut(name, maxQuote))
}

// staticType is the set of types that a node can have.
func staticType(n *Node) Type {
	switch n.Kind {
	case KindLiteral, KindRawString:
		return typeOf(n.Value)
	case KindNot:
		return TypeBoolean
	case KindComparator:
		if n.Op.Ordering() {
			return TypeBoolean | TypeNull
		}
		return TypeBoolean
	case KindArithmetic, KindUnary:
		return TypeNumber
	case KindMultiSelectList:
		return TypeArray
	case KindMultiSelectHash:
		return TypeObject
	case KindListProjection, KindFlattenProjection, KindFilterProjection, KindValueProjection:
		return TypeArray | TypeNull
	case KindFunction:
		if n.fn != nil {
			return n.fn.Returns
		}
	case KindExpressionRef:
		return TypeExpression
	case KindVariable:
		return TypeAny | TypeExpression
	case KindAnd, KindOr:
		return staticType(n.Children[0]) | staticType(n.Children[1])
	case KindTernary:
		return staticType(n.Children[1]) | staticType(n.Children[2])
	case KindSubexpression:
		return staticType(n.Children[1]) | TypeNull
	case KindPipe, KindLet:
		return staticType(n.last())
	}
	return TypeAny
}
