package recipe

import (
	"slices"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/regex"
	"github.com/wield-run/wield/pkg/selector"
	"github.com/wield-run/wield/pkg/typed"
)

func (c *checker) steps(n *jsonval.Node) {
	c.r.Steps = slices.Grow(c.r.Steps, len(n.Children))
	ok := c.List(n, "`steps`", func(i int, item *jsonval.Node) {
		s := c.step(item, i)
		if s == nil || s.ID == "" {
			c.lost, c.lostSteps = true, true
		}
		if s == nil || c.Strange(item) || len(item.Children) == 0 {
			c.lostWrite = true
		}
		if s != nil {
			s.Index = len(c.r.Steps)
			c.r.Steps = append(c.r.Steps, s)
		}
	})
	if k := len(n.Children); ok && (k < 1 || k > MaxSteps) {
		hint := "make two recipes of what is too long for one"
		if k == 0 {
			hint = "add the step that asks the site"
		}
		c.AtKey(codeLimit, n, hint, "`steps` has %d entries; it takes 1 to %d", k, MaxSteps)
	}
	seen := map[string]*Step{}
	for _, s := range c.r.Steps {
		if first := seen[s.ID]; first != nil && s.ID != "" {
			d := c.At(codeDuplicate, c.Member(s.Node, "id"), "give each step its own id", "two steps have the id %s", diag.Quote(s.ID, 40))
			d.Related = []diag.Related{{Span: c.Member(first.Node, "id").Span, Message: "the first one"}}
			c.lost, c.lostSteps = true, true
			continue
		}
		seen[s.ID] = s
	}
}

// newStep is a step with the format's defaults.
func newStep(n *jsonval.Node, index int) *Step {
	return &Step{Node: n, Index: index, Parse: "auto",
		Request: Request{Method: "GET"}, Expect: Expect{Status: []int{200}}}
}

func (c *checker) step(n *jsonval.Node, index int) *Step {
	s := newStep(n, index)
	ok := c.Object(n, "the step",
		typed.Required("id", func(n *jsonval.Node) { s.ID = c.stepID(n) }),
		typed.Required("request", func(n *jsonval.Node) { c.request(n, &s.Request) }),
		typed.Optional("when", func(n *jsonval.Node) { s.When = c.expr(n, "`when`") }),
		typed.Optional("foreach", func(n *jsonval.Node) { s.Foreach = c.foreach(n) }),
		typed.Optional("write", func(n *jsonval.Node) {
			s.Write = c.Bool(n, "`write`")
			if n.Kind != jsonval.Bool {
				c.lost, c.lostWrite = true, true
			}
		}),
		typed.Optional("read_only_post", func(n *jsonval.Node) { s.ReadOnlyPost = c.Bool(n, "`read_only_post`") }),
		typed.Optional("delay_ms", func(n *jsonval.Node) { s.DelayMS, _ = c.Integer(n, "`delay_ms`", 0, MaxDelayMS) }),
		typed.Optional("parse", func(n *jsonval.Node) { c.parse(n, s) }),
		typed.Optional("expect", func(n *jsonval.Node) { c.expect(n, &s.Expect) }),
		typed.Optional("extract", func(n *jsonval.Node) {
			before := len(c.Found)
			s.ExtractNode, s.Extract = n, c.extract(n)
			s.ExtractLost = s.Extract == nil || slices.ContainsFunc(c.Found[before:], func(d *diag.Diagnostic) bool {
				return d.Code == codeUnknown || d.Code == codeType || d.Code == codeMissing || d.Code == codeValue
			})
		}),
	)
	if !ok {
		return nil
	}
	s.ExtractLost = s.ExtractLost || s.ExtractNode == nil && c.Strange(n)
	c.stepRules(s)
	return s
}

func (c *checker) loginCheck(n *jsonval.Node) {
	s := newStep(n, -1)
	s.ID = "login_check"
	ok := c.Object(n, "`login_check`",
		typed.Optional("id", func(n *jsonval.Node) { s.ID = c.stepID(n) }),
		typed.Required("request", func(n *jsonval.Node) { c.request(n, &s.Request) }),
		typed.Optional("read_only_post", func(n *jsonval.Node) { s.ReadOnlyPost = c.Bool(n, "`read_only_post`") }),
		typed.Optional("parse", func(n *jsonval.Node) { c.parse(n, s) }),
		typed.Optional("expect", func(n *jsonval.Node) { c.expect(n, &s.Expect) }),
	)
	if ok {
		c.r.LoginCheck = s
		c.stepRules(s)
	}
}

func (c *checker) stepID(n *jsonval.Node) string {
	s, ok := c.formed(n, "a step's `id`", stepIDForm())
	if !ok {
		return ""
	}
	return s
}

func (c *checker) parse(n *jsonval.Node, s *Step) {
	if p, ok := c.oneOf(n, "`parse`", "auto", "json", "html", "text", "turbo_stream"); ok {
		s.Parse = p
	}
}

// reservedAs are the names that a foreach item cannot have.
func reservedAs() []string {
	return []string{"params", "steps", "vars", "now", "page", "output", "body", "status"}
}

func (c *checker) foreach(n *jsonval.Node) *Foreach {
	f := &Foreach{Node: n, Max: DefaultMax, Lost: true}
	c.Object(n, "`foreach`",
		typed.Required("in", func(n *jsonval.Node) { f.In = c.expr(n, "`foreach.in`") }),
		typed.Required("as", func(n *jsonval.Node) {
			f.As, _ = c.formed(n, "`foreach.as`", nameForm("write a name like `item`"))
			if contains(reservedAs(), f.As) {
				c.At(codeID, n, "write another name, like `item`", "`foreach.as` cannot be %s: that name is taken", diag.Quote(f.As, 40))
			}
			f.Lost = contains(reservedAs(), f.As) || !isName(f.As)
		}),
		typed.Optional("max", func(n *jsonval.Node) {
			if k, ok := c.Integer(n, "`foreach.max`", 1, MaxIterations); ok {
				f.Max = k
			}
		}),
	)
	return f
}

func (c *checker) expect(n *jsonval.Node, e *Expect) {
	e.Node = n
	c.Object(n, "`expect`",
		typed.Optional("status", func(n *jsonval.Node) {
			if list := c.statuses(n, "`expect.status`"); list != nil {
				e.Status = list
			}
		}),
		typed.Optional("content_type", func(n *jsonval.Node) {
			e.ContentType, _ = c.oneOf(n, "`expect.content_type`", "json", "html", "text")
		}),
		typed.Optional("assert", func(n *jsonval.Node) { e.Assert = c.expr(n, "`expect.assert`") }),
		typed.Optional("login_required_if", func(n *jsonval.Node) { e.Login = c.loginIf(n) }),
	)
}

func (c *checker) loginIf(n *jsonval.Node) *LoginIf {
	l := &LoginIf{}
	ok := c.Object(n, "`login_required_if`",
		typed.Optional("status", func(n *jsonval.Node) { l.Status = c.statuses(n, "`login_required_if.status`") }),
		typed.Optional("assert", func(n *jsonval.Node) { l.Assert = c.expr(n, "`login_required_if.assert`") }),
	)
	if !ok {
		return nil
	}
	if len(n.Children) == 0 {
		c.At(codeMissing, n, "give it a `status`, an `assert` or both", "`login_required_if` is empty: it would match nothing or everything")
		return nil
	}
	return l
}

// statuses reads a status code or a list of them.
func (c *checker) statuses(n *jsonval.Node, what string) []int {
	if n.Kind == jsonval.Number {
		if k, ok := c.Integer(n, what, 100, 599); ok {
			return []int{k}
		}
		return nil
	}
	if n.Kind != jsonval.Array {
		c.WrongType(n, what, "a status code or a list of them")
		return nil
	}
	var list []int
	for _, item := range n.Children {
		if k, ok := c.Integer(item, what, 100, 599); ok {
			list = append(list, k)
		}
	}
	if len(n.Children) == 0 {
		c.At(codeLimit, n, "write the codes that are right, like `[200]`", "%s is empty", what)
	}
	return list
}

func (c *checker) confirm(n *jsonval.Node) {
	c.Object(n, "`confirm`", typed.Required("summary", func(n *jsonval.Node) { c.r.Summary = c.template(n, "`confirm.summary`") }))
}

func (c *checker) auth(n *jsonval.Node) {
	list := c.Member(n, "derive")
	c.lostVars = list == nil || list.Kind != jsonval.Array || len(list.Children) == 0
	c.Object(n, "`auth`", typed.Required("derive", func(n *jsonval.Node) {
		ok := c.List(n, "`auth.derive`", func(_ int, item *jsonval.Node) {
			d := c.derive(item)
			c.lostVars = c.lostVars || d == nil || d.Name == "" || c.Member(item, "name") == nil
			if d != nil {
				for _, other := range c.r.Derive {
					if other.Name == d.Name && d.Name != "" {
						c.At(codeDuplicate, c.Member(item, "name"), "give each its own name", "two entries of `auth.derive` have the name %s", diag.Quote(d.Name, 40))
					}
				}
				c.r.Derive = append(c.r.Derive, d)
			}
		})
		if ok && len(n.Children) == 0 {
			c.At(codeLimit, n, "remove `auth`, or add an entry", "`auth.derive` is empty")
		}
	}))
}

func (c *checker) derive(n *jsonval.Node) *Derive {
	d := &Derive{Node: n, Required: true}
	ok := c.Object(n, "the entry of `auth.derive`",
		typed.Required("name", func(n *jsonval.Node) {
			var ok bool
			d.Name, ok = c.formed(n, "a derive's `name`", nameForm("write a name like `csrf`"))
			c.lostVars = c.lostVars || !ok
		}),
		typed.Required("from", func(n *jsonval.Node) {
			d.From, _ = c.oneOf(n, "`from`", "cookie", "local_storage", "session_storage", "meta", "dom", "page_url")
		}),
		typed.Optional("key", func(n *jsonval.Node) { d.Key = c.line(n, "`key`") }),
		typed.Optional("selector", func(n *jsonval.Node) { d.Selector = c.selector(n, "`selector`") }),
		typed.Optional("attr", func(n *jsonval.Node) { d.Attr, d.HasAttr = c.line(n, "`attr`"), true }),
		typed.Optional("jmespath", func(n *jsonval.Node) { d.JMESPath = c.expr(n, "`jmespath`") }),
		typed.Optional("regex", func(n *jsonval.Node) { d.Regex = c.regex(n, "`regex`") }),
		typed.Optional("required", func(n *jsonval.Node) { d.Required = c.Bool(n, "`required`") }),
	)
	if !ok {
		return nil
	}
	c.deriveRules(n, d)
	return d
}

// deriveRules checks which of key, selector and attr go with a source.
func (c *checker) deriveRules(n *jsonval.Node, d *Derive) {
	key, sel, attr := c.Member(n, "key"), c.Member(n, "selector"), c.Member(n, "attr")
	needs := func(name string) {
		c.Lacks(n, "add `\""+name+"\": …`", "a derive from %s needs `%s`", d.From, name)
	}
	excludes := func(m *jsonval.Node) {
		if m != nil {
			c.AtKey(codeConflict, m, "remove it", "`%s` has no meaning with `from: %s`", m.Key, d.From)
		}
	}
	switch d.From {
	case "cookie", "local_storage", "session_storage":
		if key == nil {
			needs("key")
		}
		excludes(sel)
		excludes(attr)
	case "dom":
		if sel == nil {
			needs("selector")
		}
		excludes(key)
	case "meta":
		if sel == nil && key == nil {
			needs("selector")
		}
		if sel != nil {
			excludes(key)
		}
	case "page_url":
		excludes(key)
		excludes(sel)
		excludes(attr)
	}
}

// selector compiles a CSS selector; nil where it has errors.
func (c *checker) selector(n *jsonval.Node, what string) *selector.Selector {
	s, ok := c.Text(n, what)
	if !ok {
		return nil
	}
	compiled, d := c.css.Compile(s)
	if d != nil {
		c.Adopt(n, d)
		return nil
	}
	c.selectors = append(c.selectors, placed{n, compiled})
	return compiled
}

// regex compiles a regular expression; nil where it has errors.
func (c *checker) regex(n *jsonval.Node, what string) *regex.Regexp {
	s, ok := c.Text(n, what)
	if !ok {
		return nil
	}
	compiled, d := regex.Compile(s)
	if d != nil {
		c.Adopt(n, d)
		return nil
	}
	return compiled
}
