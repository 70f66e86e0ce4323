package recipe

import (
	"slices"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/extract"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/template"
)

// The codes of the findings about references.
const (
	codeRoot       = "R1" // unknown-root
	codeStep       = "R2" // unknown-step
	codeOrder      = "R3" // step-order
	codeParam      = "R4" // unknown-param
	codeVar        = "R5" // unknown-var
	codeExtract    = "R6" // unknown-extract
	codeUnused     = "R7" // unused-step
	codePage       = "R8" // unknown-page-member
	codeNoMember   = "Q8" // no-such-member
	codeScopeTrap  = "T2" // filter-scope
	codeForeachRef = "T7" // foreach-list
)

// analysis goes through the templates and expressions of one place with what
// that place sees.
type analysis struct {
	*checker
	context *shape         // nil: not a recipe's context (an extract's document)
	items   []*shape       // of each step: the item of its foreach
	before  int            // steps with a smaller index are visible
	self    *Step          // the step in which the place stands
	used    *[]int         // indices of the steps that it uses, as they come; nil: nobody asks
	node    *jsonval.Node  // the string that is looked at
	tree    *jmespath.Node // of the expression that is looked at; nil: a template
	follows nodeSet        // what stands directly behind a projection
	trapped nodeSet        // what a trap was found in: nothing more is said of it
	quoted  nodeSet        // names in double quotes that may be meant as text
	leftEnd int            // where the left side of the dot ends that is looked at
	silent  bool
}

// quiet is an analysis that reports nothing: what it looks at is reported
// where it stands.
func (a *analysis) quiet() *analysis {
	q := *a
	q.silent = true
	q.context = unknown()
	return &q
}

func (a *analysis) visible(s *Step) bool { return s.Index < a.before }

func (a *analysis) use(s *Step) {
	if a.used != nil {
		*a.used = append(*a.used, s.Index)
	}
}

func (a *analysis) report(code, name string, severity diag.Severity, span diag.Span, message, hint string, fix *diag.Fix) {
	if !a.silent {
		a.Adopt(a.node, &diag.Diagnostic{Code: code, Name: name, Severity: severity, Span: span, Message: message, Hint: hint, Fix: fix})
	}
}

// references looks at every template and expression of the recipe: names that
// lead nowhere, the order of steps, steps that nothing uses.
func (c *checker) references() {
	r := c.r
	items := make([]*shape, len(r.Steps))
	used := make([]bool, len(r.Steps))
	scope := c.newScope()
	place := func(before int, self *Step, context *shape) *analysis {
		return &analysis{checker: c, items: items, before: before, self: self, used: new([]int), context: context}
	}
	request := scope.context("params", "steps", "vars", "now", "page")
	for _, s := range r.Steps {
		a := place(s.Index, s, request)
		if s.Foreach != nil {
			a.context = scope.context("params", "steps", "vars", "now", "page") // which gets the item
		}
		a.expr(s.When)
		if s.Foreach != nil && s.Foreach.In != nil {
			items[s.Index] = a.expr(s.Foreach.In).element()
		}
		if s.Foreach != nil && s.Foreach.Lost {
			a.context.closed = false // any name may be the item's
		} else if s.Foreach != nil {
			a.context.add(s.Foreach.As, a.foreachItem(s))
		}
		a.request(&s.Request)
		slices.Sort(*a.used)
		s.Needs = slices.Compact(*a.used)
		for _, other := range s.Needs {
			used[other] = true
		}
		c.responseExprs(s)
		scope.ran(s, a.stepShape(s))
	}
	if r.LoginCheck != nil {
		place(0, nil, request).request(&r.LoginCheck.Request)
		c.responseExprs(r.LoginCheck)
	}
	output := scope.context("params", "steps", "now", "page")
	outputs := place(len(r.Steps), nil, output)
	value := outputs.expr(r.Output.Value)
	if r.Summary != nil {
		a := place(c.firstWrite(), nil, output)
		a.used = outputs.used
		a.template(r.Summary)
	}
	checks := &analysis{checker: c, items: items}
	checks.context = c.object(shape{role: roleContext, closed: true}, 1)
	checks.context.add("output", c.plain(value, map[*shape]*shape{}))
	for _, e := range r.Verify.Checks {
		checks.expr(e)
	}
	for _, index := range *outputs.used {
		used[index] = true
	}
	var first map[string]int // of the steps of an id; made where it is needed
	for _, s := range r.Steps {
		if used[s.Index] || c.lost || s.Write || c.Strange(s.Node) {
			continue
		}
		if first == nil {
			first = make(map[string]int, len(r.Steps))
			for _, s := range slices.Backward(r.Steps) {
				first[s.ID] = s.Index
			}
		}
		if first[s.ID] == s.Index {
			d := c.At(codeUnused, s.Node.Member("id"), "use `steps."+s.ID+"` in a later step or in `output.value`, or remove the step",
				"nothing uses the step %s", diag.Quote(s.ID, 40))
			d.Name, d.Severity = "unused-step", diag.Warning
		}
	}
}

// firstWrite is the index of the first step that writes: the summary is shown
// before it runs.
func (c *checker) firstWrite() int {
	for _, s := range c.r.Steps {
		if s.Write {
			return s.Index
		}
	}
	return len(c.r.Steps)
}

// responseExprs looks at what sees the response: asserts and extracts.
func (c *checker) responseExprs(s *Step) {
	a := &analysis{checker: c}
	a.context = c.object(shape{role: roleContext, closed: true}, 2)
	a.context.add("body", unknown())
	a.context.add("status", unknown())
	a.expr(s.Expect.Assert)
	if s.Expect.Login != nil {
		a.expr(s.Expect.Login.Assert)
	}
	if s.Extract == nil {
		return
	}
	document := &analysis{checker: c, context: unknown()}
	c.extractExprs(s.Extract, s.ExtractNode, func(n *jsonval.Node, e *jmespath.Expr) {
		document.expr(&Expr{Node: n, Tree: e.Root(), Expr: e})
		c.contextInExtract(n, e.Root())
	})
}

// extractExprs visits the expressions of an extract with their places.
func (c *checker) extractExprs(e *extract.Step, n *jsonval.Node, visit func(n *jsonval.Node, e *jmespath.Expr)) {
	vars := func(vars []extract.Var, n *jsonval.Node) {
		for _, v := range vars {
			if at := n.Member(v.Name); at != nil {
				visit(at, v.Expr)
			}
		}
	}
	path := func(q *extract.Query, n *jsonval.Node) {
		if at := c.Member(n, "path"); at != nil && q.Path != nil {
			visit(at, q.Path)
		}
	}
	vars(e.JSON, c.Member(n, "json"))
	for i := range e.HTML {
		path(&e.HTML[i].Query, c.Member(n, "html").Member(e.HTML[i].Name))
	}
	for i := range e.Items {
		fields := c.Member(c.Member(n, "html_items").Member(e.Items[i].Name), "fields")
		for j := range e.Items[i].Fields {
			path(&e.Items[i].Fields[j].Query, fields.Member(e.Items[i].Fields[j].Name))
		}
	}
	entries := EmbeddedNodes(c.Member(n, "embedded_json"))
	for i := range e.Embedded {
		vars(e.Embedded[i].Vars, c.Member(entries[i], "vars"))
	}
}

// expr looks at an expression, and gives what is known of its result.
func (a *analysis) expr(e *Expr) *shape {
	if e == nil {
		return unknown()
	}
	a.node, a.tree = e.Node, e.Tree
	a.quoted, a.trapped, a.follows = nil, nil, nil
	a.traps(e.Tree)
	return a.whole(a.eval(e.Tree, a.context, nil))
}

// request looks at the templates of a request.
func (a *analysis) request(r *Request) {
	a.template(r.URL)
	leaves := func(leaves []Leaf) {
		for _, leaf := range leaves {
			for _, v := range leaf.Values {
				a.template(v.Template)
			}
		}
	}
	leaves(r.Query)
	leaves(r.Form)
	for _, h := range r.Headers {
		a.template(h.Template)
	}
	a.body(r.JSON)
	a.template(r.Body)
}

func (a *analysis) body(b *Body) {
	if b == nil {
		return
	}
	a.template(b.Scalar.Template)
	for _, item := range b.Items {
		a.body(item)
	}
	for _, m := range b.Members {
		a.body(m.Body)
	}
}

func (a *analysis) template(t *Template) {
	if t == nil {
		return
	}
	a.node, a.tree = t.Node, nil
	parts := t.Parts()
	for i := range parts {
		if ref := parts[i].Ref; ref != nil && !ref.Head.Quoted {
			a.path(&ref.Head)
		}
	}
}

// path follows the path of a template.
func (a *analysis) path(h *template.Head) {
	s := a.step(h.Root, h.RootSpan, a.context, false)
	for _, seg := range h.Path {
		if seg.IsIndex {
			s = a.whole(s).element()
			continue
		}
		s = a.step(seg.Name, diag.Span{Start: seg.Span.End - len(seg.Name), End: seg.Span.End}, s, true) // without the dot
	}
	a.whole(s)
}

// field follows a name of an expression. dotted: it stands behind a dot.
func (a *analysis) field(n *jmespath.Node, current *shape, dotted bool) *shape {
	switch missing := current.member(n.Name) == nil; {
	case missing && (a.quoted[n] || n.Quoted && !dotted && current.role == roleContext):
		a.quotedText(n, current)
		return unknown()
	case !dotted && !a.follows[n] && a.literalWord(n, current):
		return unknown()
	}
	return a.step(n.Name, n.NameSpan, current, dotted || a.follows[n])
}

// step goes from a value to one of its members.
func (a *analysis) step(name string, span diag.Span, current *shape, dotted bool) *shape {
	if m := current.member(name); m != nil {
		if current.role == roleSteps {
			a.usesStep(name, span)
		}
		return m
	}
	if !dotted && a.tree != nil && current != a.context && a.context.role == roleContext && slices.Contains(contextRoots(), name) && a.context.member(name) != nil {
		a.scopeTrap(name, span)
		return unknown()
	}
	if current.array {
		a.listMember(name, span, current, dotted)
		return unknown()
	}
	if current.text || current.scalar {
		a.report(codeNoMember, "no-such-member", diag.Warning, span,
			current.called()+" is no object, so its member "+diag.Quote(name, 40)+" is null", memberOfScalar(name, current), nil)
		return unknown()
	}
	if !current.object {
		return unknown()
	}
	a.missing(name, span, current)
	return unknown()
}

func contextRoots() []string {
	return []string{"params", "steps", "vars", "now", "page", "output", "body"}
}

// usesStep notes the use of a step, or reports that it has not run by then.
func (a *analysis) usesStep(id string, span diag.Span) {
	step := a.r.Step(id)
	switch {
	case step == nil:
	case step == a.self:
		a.report(codeOrder, "step-order", diag.Error, span, "the step "+diag.Quote(id, 40)+" refers to itself", "a step sees only the steps in front of it", nil)
	case !a.visible(step):
		a.lost = true // it is used, if too early
		a.report(codeOrder, "step-order", diag.Error, span, "the step "+diag.Quote(id, 40)+" has not run here", "move it to the front of what uses it", nil)
	default:
		a.use(step)
	}
}

// listMember reports a name that is read from a list.
func (a *analysis) listMember(name string, span diag.Span, list *shape, dotted bool) {
	if a.knownListMember(span) {
		return
	}
	if list.role == roleForeach {
		var fix *diag.Fix
		if a.tree != nil && dotted && !a.silent {
			fix = &diag.Fix{Title: "take it of each iteration", Safe: true,
				Edits: []diag.Edit{{Span: diag.Span{Start: a.leftEnd, End: a.leftEnd}, Text: "[]"}}}
		}
		a.report(codeForeachRef, "foreach-list", diag.Warning, span,
			"`"+list.name+"` is a list, one entry per item of its foreach, so `"+list.name+"."+name+"` is null",
			"write `"+list.name+"[]."+name+"` or `"+list.name+"[0]."+name+"`", fix)
		return
	}
	a.report(codeNoMember, "no-such-member", diag.Warning, span,
		"a list has no member `"+name+"`: this is null", "write `[]."+name+"` for that of each item, or `[0]."+name+"` for the first", nil)
}

// knownListMember reports whether the expression alone showed the mistake.
func (a *analysis) knownListMember(span diag.Span) bool {
	at := a.node.TextSpan(span.Start, span.End)
	return slices.ContainsFunc(a.Found, func(d *diag.Diagnostic) bool { return d.Code == jmespath.CodeListMember && d.Span == at })
}

// memberOfScalar tells what to write instead of a member of a text or number.
func memberOfScalar(name string, s *shape) string {
	if name == "length" && s.text {
		return "write length(…)"
	}
	return "use the value itself, without the member"
}
