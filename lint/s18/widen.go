package s18

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/internal/fields"
	"github.com/wield-run/wield/lint/internal/schemas"
	"github.com/wield-run/wield/lint/zone"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// difference is one thing that a version can do, or says, and the one before
// could or did not.
type difference struct {
	name     string
	severity diag.Severity
	node     *jsonval.Node
	span     diag.Span // the zero span: all of the node
	what     string    // "the effect"
	old, new string    // as a person reads them; old may be empty
	hint     string
}

const newID = "publish it under another id: who agreed to the old one did not agree to this"

// widened compares the recipe with the highest of its older versions, and
// these with each other: what must not be done in one step must not be done in
// two that are published together.
func widened(p *lint.Pass) {
	var last *lint.Older
	for i := range p.Older {
		o := &p.Older[i]
		if o.Version >= p.Recipe.Version || o.Recipe.Root == nil {
			continue
		}
		if last != nil {
			between(p, last, o)
		}
		last = o
	}
	if last == nil {
		return
	}
	d := &comparison{old: last.Recipe, new: p.Recipe, oldFlow: flow.New(last.Recipe), newFlow: p.Flow()}
	d.effect()
	d.origins()
	d.writes()
	d.derived()
	d.texts()
	d.output()
	for _, x := range d.found {
		hint := x.hint
		if hint == "" {
			hint = "a reviewer decides whether it may"
		}
		p.Report(lint.Finding{Check: "widen", Name: x.name, Severity: x.severity, Node: x.node, Span: x.span, Hint: hint,
			Message: fmt.Sprintf("since version %d %s", last.Version, x.sentence())})
	}
}

func (x *difference) sentence() string {
	if x.old == "" {
		return x.what + " is new: " + x.new
	}
	return x.what + " has changed from " + x.old + " to " + x.new
}

// between reports what no update may do of one of the older versions.
func between(p *lint.Pass, old, now *lint.Older) {
	d := &comparison{old: old.Recipe, new: now.Recipe}
	d.effect()
	d.origins()
	for _, x := range d.found {
		if n := p.Root().Member("version"); n != nil && x.severity == diag.Error {
			p.Report(lint.Finding{Check: "widen", Name: x.name, Node: n, Hint: x.hint, Message: fmt.Sprintf("from version %d to %d %s", old.Version, now.Version, x.sentence())})
		}
	}
}

// comparison collects what is new.
type comparison struct {
	old, new         *recipe.Recipe
	oldFlow, newFlow *flow.Flow
	found            []difference
}

func (c *comparison) warn(name, what, old, now string, n *jsonval.Node, span diag.Span) {
	c.found = append(c.found, difference{name: name, severity: diag.Warning, node: n, span: span, what: what, old: old, new: now})
}

func (c *comparison) refuse(name, what, old, now string, n *jsonval.Node) {
	c.found = append(c.found, difference{name: name, node: n, what: what, old: old, new: now, hint: newID})
}

func (c *comparison) effect() {
	root := c.new.Root
	if c.old.Effect == "read" && c.new.Effect == "write" {
		c.refuse("read-to-write", "`effect`", `"read"`, `"write"`, root.Member("effect"))
	}
	if !c.old.RequiresLogin && c.new.RequiresLogin {
		c.warn("new-login", "`requires_login`", "false", "true", root.Member("requires_login"), diag.Span{})
	}
}

// origins compares the hosts to which requests may go.
func (c *comparison) origins() {
	was, is := zone.Of(c.old), zone.Of(c.new)
	site := c.new.Site.Node
	if is.Domain() != was.Domain() {
		c.refuse("other-domain", "the site's domain", diag.Quote(was.Domain(), 60), diag.Quote(is.Domain(), 60), site.Member("origin"))
		return // everything else follows from it
	}
	var outside []string
	for _, host := range zone.Outside(c.old) {
		outside = append(outside, zone.Registrable(host))
	}
	check := func(n *jsonval.Node, origin string) {
		host := zone.Host(origin)
		switch {
		case n == nil || host == "" || slices.Contains(c.old.Origins(), origin):
		case !is.Has(host) && !slices.Contains(outside, zone.Registrable(host)):
			c.refuse("new-zone", "an origin outside of the site", "", diag.Quote(origin, 80), n)
		default:
			c.warn("new-origin", "an origin", "", diag.Quote(origin, 80), n, diag.Span{})
		}
	}
	for _, list := range []string{"origins", "locale_hosts"} {
		n := site.Member(list)
		if n == nil {
			continue
		}
		for _, item := range n.Children {
			origin := item.Str
			if list == "locale_hosts" {
				origin = "https://" + origin
			}
			check(item, origin)
		}
	}
}

// writes compares the steps that write: where they go, and which params they
// send.
func (c *comparison) writes() {
	sent := sentByWrites(c.old, c.oldFlow)
	for _, s := range c.new.Steps {
		if !s.Write {
			continue
		}
		old := c.old.Step(s.ID)
		n := s.Node.Member("write")
		switch {
		case old == nil || !old.Write:
			c.warn("new-write", "a step that writes", "", diag.Quote(s.ID, 40), n, lint.KeySpan(n))
		case target(old) != target(s):
			c.warn("other-write", "what the step "+diag.Quote(s.ID, 40)+" writes to", diag.Quote(target(old), 80), diag.Quote(target(s), 80), s.Request.Node, lint.KeySpan(s.Request.Node))
		}
		if old != nil && old.Write {
			c.constants(old, s)
		}
		for _, sink := range c.newFlow.Of(s) {
			for i := range sink.Uses {
				for _, l := range sink.Uses[i].Labels {
					if l.Kind == flow.Param && !slices.Contains(sent, l.Name) {
						sent = append(sent, l.Name)
						c.warn("newly-sent", "a param that a write sends", "", diag.Quote(l.Name, 40), sink.Node, sink.Uses[i].Span)
					}
				}
			}
		}
	}
}

// constants compares what a step that writes sends whatever the params are: no
// summary has to show it.
func (c *comparison) constants(old, now *recipe.Step) {
	was := fields.Of(c.oldFlow.Of(old))
	for _, f := range fields.Of(c.newFlow.Of(now)) {
		known := func(o fields.Field) bool { return o.Name == f.Name && o.Text == f.Text }
		if !f.Constant() || f.Name == "" || slices.ContainsFunc(was, known) {
			continue
		}
		c.warn("newly-fixed", "a value that a write always sends", "", diag.Quote(f.Name+": "+f.Text, 60), f.Node, f.Span)
	}
}

// sentByWrites gives the params that the steps of a recipe which write read.
func sentByWrites(r *recipe.Recipe, f *flow.Flow) []string {
	var all []string
	for _, s := range r.Steps {
		if !s.Write {
			continue
		}
		for _, sink := range f.Of(s) {
			for _, l := range sink.Labels() {
				if l.Kind == flow.Param {
					all = append(all, l.Name)
				}
			}
		}
	}
	return all
}

// target is where a step's request goes, as it is written.
func target(s *recipe.Step) string {
	if s.Request.URL == nil {
		return s.Request.Method
	}
	return s.Request.Method + " " + s.Request.URL.Source()
}

// derived compares what is read from the user's tab.
func (c *comparison) derived() {
	for _, d := range c.new.Derive {
		var old *recipe.Derive
		for _, o := range c.old.Derive {
			if o.Name == d.Name {
				old = o
			}
		}
		switch {
		case old == nil:
			c.warn("new-derive", "a value from the user's tab", "", source(d), d.Node, lint.HeadSpan(d.Node))
		case source(old) != source(d):
			c.warn("other-derive", "the source of "+diag.Quote(d.Name, 40), source(old), source(d), d.Node, lint.HeadSpan(d.Node))
		}
	}
}

// source tells where a derived value comes from.
func source(d *recipe.Derive) string {
	text := d.From
	for _, name := range []string{"key", "selector", "attr", "jmespath"} {
		if n := d.Node.Member(name); n != nil && n.Kind == jsonval.String {
			text += " " + diag.Quote(n.Str, 60)
		}
	}
	return text
}

// texts compares what agents choose a recipe by, and what users agree to.
func (c *comparison) texts() {
	for _, path := range [][]string{{"task"}, {"description"}, {"confirm", "summary"}} {
		old, now := c.old.Root.At(path...), c.new.Root.At(path...)
		if now == nil || old != nil && old.Str == now.Str {
			continue
		}
		name := path[len(path)-1]
		was := ""
		if old != nil {
			was = diag.Quote(old.Str, 100)
		}
		c.warn("changed-"+name, "`"+strings.Join(path, ".")+"`", was, diag.Quote(now.Str, 100), now, diag.Span{})
	}
	if n := c.new.Root.Member("keywords"); n != nil && !slices.Equal(c.old.Keywords, c.new.Keywords) {
		c.warn("changed-keywords", "`keywords`", diag.Quote(strings.Join(c.old.Keywords, ", "), 100), diag.Quote(strings.Join(c.new.Keywords, ", "), 100), n, lint.KeySpan(n))
	}
}

// output compares the members that the output can have. One that is new in
// the schema and in the expression is one difference.
func (c *comparison) output() {
	old := map[string]bool{}
	members(c.old, func(path, _ string, _ *jsonval.Node, _ diag.Span) { old[path] = true })
	seen := map[string]bool{}
	members(c.new, func(path, name string, n *jsonval.Node, span diag.Span) {
		if !old[path] && !seen[name] {
			seen[name] = true
			c.warn("new-output", "a member of the output", "", diag.Quote(name, 40), n, span)
		}
	})
}

// members visits the members that the output of a recipe can have: those of
// the schema, then those that the expression gives. path tells apart members
// of one name.
func members(r *recipe.Recipe, visit func(path, name string, n *jsonval.Node, span diag.Span)) {
	schemas.Walk(r.Output.Schema.Node, func(part schemas.Part) {
		if part.Keyword == "properties" {
			visit(part.Node.Pointer(), part.Name, part.Node, lint.KeySpan(part.Node))
		}
	})
	v := r.Output.Value
	if v == nil || v.Tree == nil {
		return
	}
	var entries func(e *jmespath.Node, path string)
	entries = func(e *jmespath.Node, path string) {
		if e.Kind == jmespath.KindHashEntry {
			path += "." + e.Name
			visit(path, e.Name, v.Node, v.Node.TextSpan(e.NameSpan.Start, e.NameSpan.End))
		}
		for _, child := range e.Children {
			entries(child, path)
		}
	}
	entries(v.Tree, "")
}
