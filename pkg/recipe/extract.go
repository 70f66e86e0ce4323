package recipe

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/extract"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/selector"
	"github.com/wield-run/wield/pkg/typed"
)

// LoadExtract reads one `extract` object that stands alone, for trying it on a
// saved page. The name is for messages.
func LoadExtract(name string, text []byte) (*extract.Step, []*diag.Diagnostic) {
	c := newChecker(&Recipe{})
	root, found := jsonval.ParseTree(text)
	c.Found = found
	var step *extract.Step
	if root != nil {
		step = c.extract(root)
	}
	return step, c.Sorted(name)
}

// extract reads the `extract` of a step.
func (c *checker) extract(n *jsonval.Node) *extract.Step {
	step := &extract.Step{}
	e := &extractChecker{checker: c, step: step}
	names := 0 // about, as `embedded_json` has lists and entries
	for _, kind := range n.Children {
		names += len(kind.Children)
	}
	e.seen, step.Order = make([]*jsonval.Node, 0, names), make([]string, 0, names)
	ok := c.Object(n, "`extract`",
		typed.Optional("json", func(n *jsonval.Node) { step.JSON = e.vars(n, "`extract.json`") }),
		typed.Optional("html", e.html),
		typed.Optional("html_items", e.items),
		typed.Optional("embedded_json", e.embedded),
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
	seen []*jsonval.Node          // the variables, each name once
	many map[string]*jsonval.Node // of seen, by name, where there are many
}

// first is the variable that was entered under a name; nil where none was.
func (e *extractChecker) first(name string) *jsonval.Node {
	if e.many != nil {
		return e.many[name]
	}
	for _, n := range e.seen {
		if n.Key == name {
			return n
		}
	}
	return nil
}

func (e *extractChecker) enter(n *jsonval.Node) {
	e.seen = append(e.seen, n)
	e.step.Order = append(e.step.Order, n.Key)
	if len(e.seen) == manyMembers {
		e.many = make(map[string]*jsonval.Node, 2*manyMembers)
		for _, n := range e.seen {
			e.many[n.Key] = n
		}
	} else if e.many != nil {
		e.many[n.Key] = n
	}
}

// variable enters the name of a variable.
func (e *extractChecker) variable(n *jsonval.Node) {
	first := e.first(n.Key)
	if first != nil && first.Parent != n.Parent {
		d := e.AtKey(codeDuplicate, n, "rename one of them", "two extracts of the step are named %s", diag.Quote(n.Key, 40))
		d.Related = []diag.Related{{Span: first.KeySpan, Message: "the other one"}}
		return
	}
	if first == nil {
		e.enter(n)
	}
}

// vars reads {name: JMESPath}.
func (e *extractChecker) vars(n *jsonval.Node, what string) []extract.Var {
	if n.Kind != jsonval.Object {
		e.WrongType(n, what, "an object of JMESPath expressions")
		return nil
	}
	vars := make([]extract.Var, 0, len(n.Children))
	for _, child := range n.Children {
		e.variable(child)
		if expr := e.expr(child, what+"."+child.Key); expr != nil && expr.Expr != nil {
			vars = append(vars, extract.Var{Name: child.Key, Expr: expr.Expr})
		}
	}
	if len(n.Children) == 0 {
		e.At(codeMissing, n, "add `\"name\": \"expression\"`, or remove it", "%s is empty", what)
	}
	return vars
}

// html reads {name: {selector, attr?, all?, parse?, path?}}.
func (e *extractChecker) html(n *jsonval.Node) {
	if n.Kind != jsonval.Object {
		e.WrongType(n, "`extract.html`", "an object")
		return
	}
	e.step.HTML = make([]extract.HTML, 0, len(n.Children))
	for _, child := range n.Children {
		e.variable(child)
		h := extract.HTML{Name: child.Key}
		if e.query(child, "`extract.html."+child.Key+"`", &h, false) {
			e.step.HTML = append(e.step.HTML, h)
		}
	}
}

// query reads an html spec, or a field of html_items, which has no `all`.
func (e *extractChecker) query(n *jsonval.Node, what string, h *extract.HTML, field bool) bool {
	q := &h.Query
	members := []typed.Member{
		typed.Required("selector", func(n *jsonval.Node) {
			if s := strings.TrimSpace(n.Str); field && n.Kind == jsonval.String && (s == "" || s == ":scope") {
				q.Self = true
				return
			}
			q.Selector = e.selector(n, "`selector`")
		}),
		typed.Optional("attr", func(n *jsonval.Node) { q.Attr, q.HasAttr = e.line(n, "`attr`"), true }),
		typed.Optional("parse", func(n *jsonval.Node) {
			_, q.ParseJSON = e.oneOf(n, "`parse` of "+what, "json")
		}),
		typed.Optional("path", func(n *jsonval.Node) {
			if x := e.expr(n, "`path`"); x != nil && x.Expr != nil {
				q.Path = x.Expr
			}
		}),
		typed.Optional("all", func(n *jsonval.Node) { h.All = e.Bool(n, "`all`") }),
	}
	if field {
		members = members[:len(members)-1]
	}
	ok := e.Object(n, what, members...)
	if ok {
		e.queryRules(n)
	}
	return ok
}

func (e *extractChecker) queryRules(n *jsonval.Node) {
	if path := e.Member(n, "path"); path != nil && e.Member(n, "parse") == nil && !e.Strange(n) {
		d := e.AtKey(codeConflict, path, "add `\"parse\": \"json\"`", "`path` reads a value inside JSON, so it needs `parse`")
		d.Fix = &diag.Fix{Title: "add `\"parse\": \"json\"`", Safe: true,
			Edits: []diag.Edit{{Span: diag.Span{Start: path.KeySpan.Start, End: path.KeySpan.Start}, Text: `"parse": "json", `}}}
	}
}

// items reads {name: {selector, max?, fields}}.
func (e *extractChecker) items(n *jsonval.Node) {
	if n.Kind != jsonval.Object {
		e.WrongType(n, "`extract.html_items`", "an object")
		return
	}
	for _, child := range n.Children {
		e.variable(child)
		it := extract.Items{Name: child.Key}
		what := "`extract.html_items." + child.Key + "`"
		ok := e.Object(child, what,
			typed.Required("selector", func(n *jsonval.Node) { it.Selector = e.selector(n, "`selector`") }),
			typed.Optional("max", func(n *jsonval.Node) { it.Max, _ = e.Integer(n, "`max`", 1, MaxItems) }),
			typed.Required("fields", func(n *jsonval.Node) { it.Fields = e.fields(n) }),
		)
		if ok {
			e.step.Items = append(e.step.Items, it)
		}
	}
}

func (e *extractChecker) fields(n *jsonval.Node) []extract.HTML {
	if n.Kind != jsonval.Object {
		e.WrongType(n, "`fields`", "an object")
		return nil
	}
	fields := make([]extract.HTML, 0, len(n.Children))
	for _, child := range n.Children {
		f := extract.HTML{Name: child.Key}
		if e.query(child, "the field `"+child.Key+"`", &f, true) {
			fields = append(fields, f)
		}
	}
	if len(n.Children) == 0 {
		e.At(codeMissing, n, "add `\"name\": {\"selector\": \"…\"}`", "`fields` is empty")
	}
	return fields
}

// embedded reads one embedded_json object or a list of them.
func (e *extractChecker) embedded(n *jsonval.Node) {
	switch {
	case n.Kind == jsonval.Array && len(n.Children) == 0:
		e.At(codeMissing, n, "add an entry, or remove it", "`extract.embedded_json` is empty")
	case n.Kind == jsonval.Array:
		for _, entry := range n.Children {
			if entry.Kind != jsonval.Object {
				e.WrongType(entry, "`extract.embedded_json`", "an object or a list of objects")
			}
		}
	case n.Kind != jsonval.Object:
		e.WrongType(n, "`extract.embedded_json`", "an object or a list of objects")
	case named(n):
		e.AtKey(codeUnknown, n.Children[0], "leave the name out: `[{\"selector\": …, \"vars\": …}]`; the variables are named in `vars`",
			"an entry of `extract.embedded_json` has no name, as those of `extract.html` have: %s", diag.Quote(n.Children[0].Key, 40))
	}
	for _, entry := range EmbeddedNodes(n) {
		e.embeddedEntry(entry)
	}
}

// EmbeddedNodes gives the entries of an `embedded_json` in their order: one
// object, those in a list, or those that were given names by mistake.
func EmbeddedNodes(n *jsonval.Node) []*jsonval.Node {
	switch {
	case n == nil:
		return nil
	case n.Kind == jsonval.Array:
		return slices.DeleteFunc(slices.Clone(n.Children), func(e *jsonval.Node) bool { return e.Kind != jsonval.Object })
	case n.Kind != jsonval.Object:
		return nil
	case named(n):
		return n.Children
	}
	return []*jsonval.Node{n}
}

// named reports whether an object holds entries of embedded_json as members
// with names.
func named(n *jsonval.Node) bool {
	return len(n.Children) > 0 && !slices.ContainsFunc(n.Children, func(c *jsonval.Node) bool {
		return c.Member("selector") == nil && c.Member("vars") == nil
	})
}

func (e *extractChecker) embeddedEntry(n *jsonval.Node) {
	em := extract.Embedded{Required: true}
	var sel *selector.Selector
	e.Object(n, "`extract.embedded_json`",
		typed.Required("selector", func(n *jsonval.Node) { sel = e.selector(n, "`selector`") }),
		typed.Optional("attr", func(n *jsonval.Node) { em.Attr, em.HasAttr = e.line(n, "`attr`"), true }),
		typed.Optional("strip_js", func(n *jsonval.Node) { em.StripJS = e.Bool(n, "`strip_js`") }),
		typed.Optional("strip_js_after", func(n *jsonval.Node) {
			if s, ok := e.Text(n, "`strip_js_after`"); ok {
				if s == "" {
					e.At(codeValue, n, "the text behind which the JSON begins, or `strip_js: true`", "`strip_js_after` is empty")
				}
				em.StripJSAfter, em.HasAfter, em.StripJS = s, true, true
			}
		}),
		typed.Optional("decode", func(n *jsonval.Node) { em.Decode, _ = e.oneOf(n, "`decode`", extract.Decoders()...) }),
		typed.Optional("required", func(n *jsonval.Node) { em.Required = e.Bool(n, "`required`") }),
		typed.Optional("all", func(n *jsonval.Node) { em.All = e.Bool(n, "`all`") }),
		typed.Required("vars", func(n *jsonval.Node) { em.Vars = e.vars(n, "`vars`") }),
	)
	em.Selector = sel
	if strip := n.Member("strip_js"); em.HasAfter && strip != nil && strip.Kind == jsonval.Bool && !strip.Bool {
		em.StripJS = true
		e.AtKey(codeConflict, strip, "remove it", "`strip_js_after` implies `strip_js: true`")
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
		for _, entry := range EmbeddedNodes(kind) {
			if n := entry.Member("vars").Member(name); n != nil {
				return n
			}
		}
	}
	return nil
}
