package recipe

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

// The traps of the format, in its order, and further mistakes that are found
// on the syntax tree. T2 and T7 need to know what the names mean: see refs.go.
const (
	codeLiteral   = "T1"  // bare-literal
	codeNot       = "T3"  // not-before-dot
	codeLet       = "T4"  // comma-let
	codeQuoted    = "Q9"  // quoted-text
	codeNullable  = "Q10" // nullable-key
	codeListIndex = "Q11" // index-in-projection
)

// bareLiteral makes T1 of the syntax error that a literal without backticks
// is.
func bareLiteral(d *diag.Diagnostic, source string) {
	d.Code = codeLiteral
	literal := source[d.Span.Start:d.Span.End]
	if digits := strings.TrimLeft(literal, "0"); literal != "" && literal[0] == '0' && digits != "" && digits[0] >= '0' && digits[0] <= '9' {
		literal = digits // JSON has no leading zeros
		d.Fix = nil
	}
	if d.Fix == nil && literal != "" {
		d.Fix = &diag.Fix{Title: "put the literal into backticks", Safe: true, Edits: []diag.Edit{{Span: d.Span, Text: "`" + literal + "`"}}}
	}
}

// traps looks for mistakes that the syntax tree alone shows.
func (a *analysis) traps(root *jmespath.Node) {
	var reported []int // T3: places of a "!" that were reported
	root.Walk(func(n *jmespath.Node) bool {
		if n.IsProjection() {
			a.behindProjection(n)
		}
		a.notBeforeDot(n, &reported)
		switch n.Kind {
		case jmespath.KindComparator:
			a.quotedSides(n)
		case jmespath.KindFunction:
			a.quotedArguments(n)
		case jmespath.KindArithmetic:
			a.hyphen(n)
		case jmespath.KindFilterProjection:
			a.indexInProjection(n)
		case jmespath.KindListProjection, jmespath.KindFlattenProjection:
			a.indexOfScalar(n)
		}
		return true
	})
}

// notBeforeDot finds T3: the "!" of `!a.b` takes a alone.
func (a *analysis) notBeforeDot(n *jmespath.Node, reported *[]int) {
	if n.Kind != jmespath.KindSubexpression && n.Kind != jmespath.KindIndex && !n.IsProjection() {
		return
	}
	left := n.Children[0]
	for left.Parens == 0 && (left.Kind == jmespath.KindSubexpression || left.Kind == jmespath.KindIndex || left.IsProjection()) {
		left = left.Children[0]
	}
	if left.Kind != jmespath.KindNot || left.Parens > 0 || slices.Contains(*reported, left.Span.Start) {
		return
	}
	*reported = append(*reported, left.Span.Start)
	source := a.node.Str
	innermost := left // of !!a.b
	for child := left.Children[0]; child.Kind == jmespath.KindNot && child.Parens == 0; child = child.Children[0] {
		innermost = child
	}
	operand := innermost.Children[0].Outer.Start
	a.report(codeNot, "not-before-dot", diag.Warning, n.Span,
		"`"+source[n.Span.Start:n.Span.End]+"` is read as ("+source[left.Span.Start:left.Span.End]+")"+source[left.Span.End:n.Span.End],
		"write `"+source[n.Span.Start:operand]+"("+source[operand:n.Span.End]+")`",
		&diag.Fix{Title: "put the operand into parentheses", Safe: true, Edits: []diag.Edit{
			{Span: diag.Span{Start: operand, End: operand}, Text: "("}, {Span: diag.Span{Start: n.Span.End, End: n.Span.End}, Text: ")"}}})
}

// quotedSides finds the sides of a comparison that are names in double quotes:
// `x == "text"`. JSON-LD and XML names are left out.
func (a *analysis) quotedSides(n *jmespath.Node) {
	for i, side := range n.Children {
		other := n.Children[1-i]
		if side.Kind == jmespath.KindField && side.Quoted && side.Name != "" && !strings.ContainsAny(side.Name, ":@") &&
			!(other.Kind == jmespath.KindField && other.Quoted) {
			a.quoted.add(side)
		}
	}
}

// quotedText reports such a side, where no member of that name is known.
func (a *analysis) quotedText(n *jmespath.Node, current *shape) {
	severity := diag.Warning
	if current.role == roleContext {
		severity = diag.Error
	}
	if v, err := jsonval.ParseString(n.Name); err == nil && v.Kind() == jsonval.Number {
		literal := "`" + n.Name + "`"
		a.report(codeQuoted, "quoted-text", severity, n.Span, "double quotes make a member name: this is the member "+diag.Quote(n.Name, 40),
			"for the number write "+literal, replaceText("use backticks", n.Span, literal))
		return
	}
	quoted := "'" + strings.ReplaceAll(n.Name, "'", `\'`) + "'"
	a.report(codeQuoted, "quoted-text", severity, n.Span,
		"double quotes make a member name: this is the member "+diag.Quote(n.Name, 40),
		"for the text write "+quoted, replaceText("use single quotes", n.Span, quoted))
}

func replaceText(title string, span diag.Span, text string) *diag.Fix {
	return &diag.Fix{Title: title, Safe: true, Edits: []diag.Edit{{Span: span, Text: text}}}
}

// commaLet makes T4 of the finding that a binding names a sibling of the same
// let.
func commaLet(d *diag.Diagnostic, tree *jmespath.Node) {
	d.Code, d.Name, d.Severity = codeLet, "comma-let", diag.Error
	tree.Walk(func(n *jmespath.Node) bool {
		if n.Kind != jmespath.KindLet {
			return true
		}
		bindings := n.Bindings()
		for i, b := range bindings {
			if i == 0 || d.Span.Start < b.Span.Start || d.Span.End > b.Span.End {
				continue
			}
			comma := diag.Span{Start: bindings[i-1].Span.End, End: b.Span.Start}
			d.Fix = replaceText("nest the let", comma, " in let ")
		}
		return true
	})
}

// nullableKey reports max_by, min_by and sort_by over a key that may be null
// in one element, which fails the evaluation.
func (a *analysis) nullableKey(n *jmespath.Node, key *shape) {
	if !key.nullable || len(n.Children) != 2 || !slices.Contains([]string{"max_by", "min_by", "sort_by"}, n.Name) {
		return
	}
	body := n.Children[1].Children[0]
	if leavesOut(n.Children[0], body) {
		return
	}
	source := a.node.Str
	list, text := source[n.Children[0].Outer.Start:n.Children[0].Outer.End], source[body.Outer.Start:body.Outer.End]
	a.report(codeNullable, "nullable-key", diag.Warning, body.Span,
		"`"+text+"` may be null in an element, and "+n.Name+" takes only numbers or only text",
		"leave those out: "+n.Name+"("+list+"[?"+text+"], &"+text+")", nil)
}

// leavesOut reports whether a list is filtered by the key that is asked of its
// elements.
func leavesOut(list, key *jmespath.Node) bool {
	found := false
	if list.Kind == jmespath.KindFilterProjection && key.Kind == jmespath.KindField {
		list.Children[1].Walk(func(n *jmespath.Node) bool {
			found = found || n.Kind == jmespath.KindField && n.Name == key.Name
			return true
		})
	}
	return found
}

// chain gives the whole path that begins with a name: params.max_price.
func (a *analysis) chain(start diag.Span) diag.Span {
	span := start
	a.tree.Walk(func(n *jmespath.Node) bool {
		if (n.Kind == jmespath.KindSubexpression || n.Kind == jmespath.KindIndex) && n.Span.Start == start.Start && n.Span.End > span.End {
			span = n.Span
		}
		return true
	})
	return span
}

// scopeTrap reports T2.
func (a *analysis) scopeTrap(name string, span diag.Span) {
	whole := a.chain(span)
	source := a.node.Str
	path := source[whole.Start:whole.End]
	variable := "$" + lastName(path)
	bound := "let " + variable + " = " + path + " in " + source[:whole.Start] + variable + source[whole.End:]
	a.report(codeScopeTrap, "filter-scope", diag.Warning, whole,
		"inside "+a.inside(span)+" `"+name+"` is a member of the element, not of the context",
		"bind it first: "+bound,
		&diag.Fix{Title: "read it from the context with `$.`", Safe: true, Edits: []diag.Edit{{Span: diag.Span{Start: span.Start, End: span.Start}, Text: "$."}}})
}

// inside names what a place stands in.
func (a *analysis) inside(span diag.Span) string {
	what := "a projection"
	a.tree.Walk(func(n *jmespath.Node) bool {
		if n.Span.Start > span.Start || n.Span.End < span.End {
			return false
		}
		switch {
		case n.Kind == jmespath.KindFilterProjection && n.Children[1].Span.Start <= span.Start && span.End <= n.Children[1].Span.End:
			what = "[? … ]"
		case n.Kind == jmespath.KindExpressionRef:
			what = "&…"
		case n.Kind == jmespath.KindPipe && n.Children[1].Span.Start <= span.Start:
			what = "what follows `|`"
		case n.IsProjection():
			what = "a projection"
		}
		return true
	})
	return what
}

// lastName is the last name of a path, made fit for a variable.
func lastName(path string) string {
	name := path[strings.LastIndexByte(path, '.')+1:]
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return -1
	}, name)
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		return "value"
	}
	return name
}

// contextInExtract finds names of the context in an extract, which sees the
// response alone: T2 in the form that filters take. A response may have a
// member of that name, so only what the recipe itself declares counts.
func (c *checker) contextInExtract(n *jsonval.Node, tree *jmespath.Node) {
	declares := func(root, name string) bool {
		switch root {
		case "params":
			return c.shapes.schema(c.r.Params.Node, "", 0).member(name) != nil
		case "steps":
			return c.r.Step(name) != nil
		case "vars":
			return slices.ContainsFunc(c.r.Derive, func(d *Derive) bool { return d.Name == name })
		}
		return false
	}
	a := &analysis{checker: c, node: n, tree: tree}
	var visit func(n *jmespath.Node, follows bool)
	visit = func(node *jmespath.Node, follows bool) {
		if node.Kind == jmespath.KindSubexpression && !follows {
			left, right := node.Children[0], node.Children[1]
			if left.Kind == jmespath.KindField && right.Kind == jmespath.KindField && declares(left.Name, right.Name) {
				whole := a.chain(left.NameSpan)
				path := n.Str[whole.Start:whole.End]
				a.report(codeScopeTrap, "filter-scope", diag.Warning, whole,
					a.within(left.NameSpan)+"`"+left.Name+"` is a member of the "+a.ofWhat(left.NameSpan)+", not of the context: an extract sees the response alone",
					"extract the whole list, and filter in output.value: let $"+lastName(path)+" = "+path+" in steps.….items[? … $"+lastName(path)+"]", nil)
			}
		}
		for i, child := range node.Children {
			visit(child, node.IsProjection() && i == len(node.Children)-1 || follows && i == 0)
		}
	}
	visit(tree, false)
}

// within says in what kind of place a name stands, where that matters.
func (a *analysis) within(span diag.Span) string {
	if in := a.inside(span); in != "a projection" {
		return "inside " + in + " "
	}
	return ""
}

// ofWhat names what a plain name is read from.
func (a *analysis) ofWhat(span diag.Span) string {
	if a.inside(span) == "a projection" {
		return "response"
	}
	return "element"
}
