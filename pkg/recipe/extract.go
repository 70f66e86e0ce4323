package recipe

import (
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/extract"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/selector"
)

// LoadExtract reads one `extract` object that stands alone, for trying it on a
// saved page. The name is for messages.
func LoadExtract(name string, text []byte) (*extract.Step, []*diag.Diagnostic) {
	c := &checker{r: &Recipe{}}
	root, found := jsonval.ParseTree(text)
	c.found = found
	var step *extract.Step
	if root != nil {
		step = c.extract(root)
	}
	for _, d := range c.found {
		d.File = name
	}
	diag.Sort(c.found)
	return step, c.found
}

// extract reads the `extract` of a step.
func (c *checker) extract(n *jsonval.Node) *extract.Step {
	step := &extract.Step{}
	e := &extractChecker{checker: c, step: step, seen: map[string]*jsonval.Node{}}
	ok := c.object(n, "`extract`",
		member{"json", false, func(n *jsonval.Node) { step.JSON = e.vars(n, "`extract.json`") }},
		member{"html", false, e.html},
		member{"html_items", false, e.items},
		member{"embedded_json", false, e.embedded},
	)
	if !ok {
		return nil
	}
	return step
}

// extractChecker reads the kinds of one extract object, whose variables share
// their names.
type extractChecker struct {
	*checker
	step *extract.Step
	seen map[string]*jsonval.Node
}

// variable enters the name of a variable.
func (e *extractChecker) variable(n *jsonval.Node) {
	if first := e.seen[n.Key]; first != nil && first.Parent != n.Parent {
		d := e.atKey(codeDuplicate, n, "rename one of them", "two extracts of the step are named %s", diag.Quote(n.Key, 40))
		d.Related = []diag.Related{{Span: first.KeySpan, Message: "the other one"}}
		return
	}
	if e.seen[n.Key] == nil {
		e.seen[n.Key] = n
		e.step.Order = append(e.step.Order, n.Key)
	}
}

// vars reads {name: JMESPath}.
func (e *extractChecker) vars(n *jsonval.Node, what string) []extract.Var {
	if n.Kind != jsonval.Object {
		e.wrongType(n, what, "an object of JMESPath expressions")
		return nil
	}
	var vars []extract.Var
	for _, child := range n.Children {
		e.variable(child)
		if expr := e.expr(child, what+"."+child.Key); expr != nil && expr.Expr != nil {
			vars = append(vars, extract.Var{Name: child.Key, Expr: expr.Expr})
		}
	}
	if len(n.Children) == 0 {
		e.at(codeMissing, n, "add `\"name\": \"expression\"`, or remove it", "%s is empty", what)
	}
	return vars
}

// html reads {name: {selector, attr?, all?, parse?, path?}}.
func (e *extractChecker) html(n *jsonval.Node) {
	if n.Kind != jsonval.Object {
		e.wrongType(n, "`extract.html`", "an object")
		return
	}
	for _, child := range n.Children {
		e.variable(child)
		h := extract.HTML{Name: child.Key}
		what := "`extract.html." + child.Key + "`"
		members := e.query(&h.Query, what, false)
		members = append(members, member{"all", false, func(n *jsonval.Node) { h.All = e.boolean(n, "`all`") }})
		if e.object(child, what, members...) {
			e.queryRules(child)
			e.step.HTML = append(e.step.HTML, h)
		}
	}
}

// query gives the members that html specs and html_items fields share.
func (e *extractChecker) query(q *extract.Query, what string, field bool) []member {
	return []member{
		{"selector", true, func(n *jsonval.Node) {
			if s := strings.TrimSpace(n.Str); field && n.Kind == jsonval.String && (s == "" || s == ":scope") {
				q.Self = true
				return
			}
			q.Selector = e.selector(n, "`selector`")
		}},
		{"attr", false, func(n *jsonval.Node) { q.Attr, q.HasAttr = e.line(n, "`attr`"), true }},
		{"parse", false, func(n *jsonval.Node) {
			_, q.ParseJSON = e.oneOf(n, "`parse` of "+what, "json")
		}},
		{"path", false, func(n *jsonval.Node) {
			if x := e.expr(n, "`path`"); x != nil && x.Expr != nil {
				q.Path = x.Expr
			}
		}},
	}
}

func (e *extractChecker) queryRules(n *jsonval.Node) {
	if path := e.member(n, "path"); path != nil && e.member(n, "parse") == nil {
		d := e.atKey(codeConflict, path, "add `\"parse\": \"json\"`", "`path` reads a value inside JSON, so it needs `parse`")
		d.Fix = &diag.Fix{Title: "add `\"parse\": \"json\"`", Safe: true,
			Edits: []diag.Edit{{Span: diag.Span{Start: path.KeySpan.Start, End: path.KeySpan.Start}, Text: `"parse": "json", `}}}
	}
}

// items reads {name: {selector, max?, fields}}.
func (e *extractChecker) items(n *jsonval.Node) {
	if n.Kind != jsonval.Object {
		e.wrongType(n, "`extract.html_items`", "an object")
		return
	}
	for _, child := range n.Children {
		e.variable(child)
		it := extract.Items{Name: child.Key}
		what := "`extract.html_items." + child.Key + "`"
		ok := e.object(child, what,
			member{"selector", true, func(n *jsonval.Node) { it.Selector = e.selector(n, "`selector`") }},
			member{"max", false, func(n *jsonval.Node) { it.Max, _ = e.integer(n, "`max`", 1, MaxItems) }},
			member{"fields", true, func(n *jsonval.Node) { it.Fields = e.fields(n) }},
		)
		if ok {
			e.step.Items = append(e.step.Items, it)
		}
	}
}

func (e *extractChecker) fields(n *jsonval.Node) []extract.HTML {
	if n.Kind != jsonval.Object {
		e.wrongType(n, "`fields`", "an object")
		return nil
	}
	var fields []extract.HTML
	for _, child := range n.Children {
		f := extract.HTML{Name: child.Key}
		what := "the field `" + child.Key + "`"
		if e.object(child, what, e.query(&f.Query, what, true)...) {
			e.queryRules(child)
			fields = append(fields, f)
		}
	}
	if len(n.Children) == 0 {
		e.at(codeMissing, n, "add `\"name\": {\"selector\": \"…\"}`", "`fields` is empty")
	}
	return fields
}

// embedded reads one embedded_json object or a list of them.
func (e *extractChecker) embedded(n *jsonval.Node) {
	entries := []*jsonval.Node{n}
	if n.Kind == jsonval.Array {
		entries = n.Children
		if len(entries) == 0 {
			e.at(codeMissing, n, "add an entry, or remove it", "`extract.embedded_json` is empty")
		}
	}
	for _, entry := range entries {
		if entry.Kind != jsonval.Object {
			e.wrongType(entry, "`extract.embedded_json`", "an object or a list of objects")
			continue
		}
		e.embeddedEntry(entry)
	}
}

func (e *extractChecker) embeddedEntry(n *jsonval.Node) {
	em := extract.Embedded{Required: true}
	var sel *selector.Selector
	e.object(n, "`extract.embedded_json`",
		member{"selector", true, func(n *jsonval.Node) { sel = e.selector(n, "`selector`") }},
		member{"attr", false, func(n *jsonval.Node) { em.Attr, em.HasAttr = e.line(n, "`attr`"), true }},
		member{"strip_js", false, func(n *jsonval.Node) { em.StripJS = e.boolean(n, "`strip_js`") }},
		member{"strip_js_after", false, func(n *jsonval.Node) {
			if s, ok := e.text(n, "`strip_js_after`"); ok {
				if s == "" {
					e.at(codeValue, n, "the text behind which the JSON begins, or `strip_js: true`", "`strip_js_after` is empty")
				}
				em.StripJSAfter, em.HasAfter, em.StripJS = s, true, true
			}
		}},
		member{"decode", false, func(n *jsonval.Node) { em.Decode, _ = e.oneOf(n, "`decode`", extract.Decoders()...) }},
		member{"required", false, func(n *jsonval.Node) { em.Required = e.boolean(n, "`required`") }},
		member{"all", false, func(n *jsonval.Node) { em.All = e.boolean(n, "`all`") }},
		member{"vars", true, func(n *jsonval.Node) { em.Vars = e.vars(n, "`vars`") }},
	)
	em.Selector = sel
	if strip := n.Member("strip_js"); em.HasAfter && strip != nil && strip.Kind == jsonval.Bool && !strip.Bool {
		em.StripJS = true
		e.atKey(codeConflict, strip, "remove it", "`strip_js_after` implies `strip_js: true`")
	}
	e.step.Embedded = append(e.step.Embedded, em)
}

// VarNode gives the place of an extracted variable in the file: its
// expression, or its object. nil where there is none.
func (s *Step) VarNode(name string) *jsonval.Node {
	if s.ExtractNode == nil {
		return nil
	}
	for _, kind := range s.ExtractNode.Children {
		if kind.Key != "embedded_json" {
			if n := kind.Member(name); n != nil {
				return n
			}
			continue
		}
		entries := []*jsonval.Node{kind}
		if kind.Kind == jsonval.Array {
			entries = kind.Children
		}
		for _, entry := range entries {
			if n := entry.Member("vars").Member(name); n != nil {
				return n
			}
		}
	}
	return nil
}
