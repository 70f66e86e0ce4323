package recipe

import (
	"slices"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
)

const codeHyphen = "Q12" // hyphenated-name

// hyphenated reports whether a subtraction is a name with a hyphen: two names
// with nothing between them and the sign.
func hyphenated(n *jmespath.Node, source string) bool {
	if n.Kind != jmespath.KindArithmetic || n.Op != jmespath.OpSubtract || n.NameSpan.Len() == 0 {
		return false
	}
	left := lastField(n.Children[0])
	right := n.Children[1]
	for right.Kind == jmespath.KindSubexpression || right.Kind == jmespath.KindIndex || right.IsProjection() {
		right = right.Children[0]
	}
	return left != nil && right.Kind == jmespath.KindField && !left.Quoted && !right.Quoted &&
		left.Span.End == n.NameSpan.Start && right.Span.Start == n.NameSpan.End && source[n.NameSpan.Start:n.NameSpan.End] == "-"
}

// lastField is the name with which an expression ends.
func lastField(n *jmespath.Node) *jmespath.Node {
	for {
		switch {
		case n.Parens > 0:
			return nil
		case n.Kind == jmespath.KindField:
			return n
		case n.Kind == jmespath.KindSubexpression, n.IsProjection():
			n = n.Children[len(n.Children)-1]
		default:
			return nil
		}
	}
}

// hyphen reports `data-id`, which is data minus id.
func (a *analysis) hyphen(n *jmespath.Node) {
	source := a.node.Str
	if !hyphenated(n, source) {
		return
	}
	a.trapped.add(n)
	left := lastField(n.Children[0])
	right := n.Children[1]
	for right.Kind != jmespath.KindField {
		right = right.Children[0]
	}
	span := diag.Span{Start: left.Span.Start, End: right.Span.End}
	name := source[span.Start:span.End]
	a.report(codeHyphen, "hyphenated-name", diag.Error, span,
		"`"+name+"` is read as "+left.Name+" minus "+right.Name,
		"a name with a hyphen stands in double quotes: write \""+name+"\"", replaceText("put the name into double quotes", span, `"`+name+`"`))
}

// literalWord reports true, false or null without backticks: a member of that
// name is meant by nobody.
func (a *analysis) literalWord(n *jmespath.Node, current *shape) bool {
	if n.Quoted || !slices.Contains([]string{"true", "false", "null"}, n.Name) || current.member(n.Name) != nil {
		return false
	}
	a.report(codeLiteral, "bare-literal", diag.Error, n.Span, "`"+n.Name+"` without backticks is a member of that name",
		"literals need backticks: write `"+n.Name+"`", replaceText("put the literal into backticks", n.Span, "`"+n.Name+"`"))
	return true
}

// quotedArguments finds names in double quotes where a function takes text:
// contains(title, "rad").
func (a *analysis) quotedArguments(n *jmespath.Node) {
	for i, arg := range n.Children {
		if i == 0 && n.Name != "join" {
			continue // the subject may well be a member with an odd name
		}
		if arg.Kind == jmespath.KindField && arg.Quoted && arg.Name != "" && takesText(n.Name) {
			a.quoted.add(arg)
		}
	}
}

// takesText are the functions whose arguments behind the first are text.
func takesText(name string) bool {
	return slices.Contains([]string{"contains", "starts_with", "ends_with", "split", "replace", "join", "find_first", "find_last", "trim", "trim_left", "trim_right", "pad_left", "pad_right"}, name)
}
