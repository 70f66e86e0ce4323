// Package s05 is the rule S5: what a write sends is shown in full by
// confirm.summary.
package s05

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/internal/schemas"
	"github.com/wield-run/wield/lint/internal/shown"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/template"
)

//go:embed doc.md
var doc string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S5", Name: "confirm-is-complete", Doc: doc, Run: run}

// The limits of a summary.
const (
	maxTemplates = 12
	maxText      = 1000 // characters of a param that is shown
)

// checker looks at one recipe that writes.
type checker struct {
	*lint.Pass
	flow     *flow.Flow
	summary  *shown.Summary
	schema   *schemas.Reader
	looked   map[flow.Label]bool             // what lookedUp answered
	feeds    map[*recipe.Step][]*recipe.Step // what sources gave
	reported []string                        // params that have a finding already
}

func run(p *lint.Pass) error {
	if p.Recipe.Summary == nil || !slices.ContainsFunc(p.Recipe.Steps, func(s *recipe.Step) bool { return s.Write }) {
		return nil
	}
	c := &checker{Pass: p, flow: p.Flow(), schema: schemas.NewReader(p.Recipe.Params.Node), looked: map[flow.Label]bool{}, feeds: map[*recipe.Step][]*recipe.Step{}}
	c.summary = shown.Of(c.flow, p.Recipe)
	for _, s := range p.Recipe.Steps {
		if s.Write {
			c.many(s)
			c.direct(s)
			c.filters(s)
		}
	}
	direct := c.sentDirectly()
	for _, s := range p.Recipe.Steps {
		if s.Write {
			c.indirect(s, direct)
		}
	}
	c.order()
	c.bound()
	return nil
}

// sent reports whether a sink is part of what a step sends, or decides whether
// it does.
func sent(s *flow.Sink) bool { return s.Kind <= flow.ForeachIn }

func (c *checker) report(check, name string, n *jsonval.Node, span diag.Span, hint, format string, args ...any) {
	c.Report(lint.Finding{Check: check, Name: name, Node: n, Span: span, Message: fmt.Sprintf(format, args...), Hint: hint,
		Related: []diag.Related{{Span: c.Recipe.Summary.Node.Span, Message: "what the user is shown"}}})
}

// once reports whether a param has no finding yet, and notes that it has one.
func (c *checker) once(param string) bool {
	if slices.Contains(c.reported, param) {
		return false
	}
	c.reported = append(c.reported, param)
	return true
}

// many checks that the list of a write that runs once per item is shown.
func (c *checker) many(s *recipe.Step) {
	if s.Foreach == nil || s.Foreach.In == nil {
		return
	}
	for _, sink := range c.flow.Of(s) {
		if sink.Kind != flow.ForeachIn {
			continue
		}
		seen := true
		for i := range sink.Uses {
			u := &sink.Uses[i]
			for _, l := range u.Labels {
				if l.Kind != flow.Param && l.Kind != flow.Resp || c.summary.Label(l) {
					continue
				}
				seen = false
				if l.Kind == flow.Param && !c.once(l.Name) {
					continue
				}
				c.report("many", "list-not-shown", sink.Node, u.Span, "show each item: `{{ "+l.String()+" | join:', ' }}` in `confirm.summary`, or `| json` for objects",
					"the write %s runs once per item of `%s`, which the summary does not show", diag.Quote(s.ID, 40), l)
				break
			}
		}
		if seen {
			c.items(sink)
		}
	}
}

// direct checks the params that a write sends, or that decide whether it does.
func (c *checker) direct(s *recipe.Step) {
	for _, sink := range c.flow.Of(s) {
		if !sent(sink) {
			continue
		}
		for i := range sink.Uses {
			u := &sink.Uses[i]
			for _, l := range u.Labels {
				if l.Kind != flow.Param || c.isShown(u, l) || c.lookedUp(l) || !c.once(l.Name) {
					continue
				}
				c.report("direct", "param-not-shown", sink.Node, u.Span, c.showHint(l),
					"the write %s sends `%s`, and the summary %s", diag.Quote(s.ID, 40), l, c.how(l))
			}
		}
	}
}

// sentDirectly gives the params that a write sends, or that decide whether it
// does.
func (c *checker) sentDirectly() []flow.Label {
	var all []flow.Label
	for _, s := range c.Recipe.Steps {
		if !s.Write {
			continue
		}
		for _, sink := range c.flow.Of(s) {
			if !sent(sink) {
				continue
			}
			for _, l := range sink.Labels() {
				if l.Kind == flow.Param && !slices.Contains(all, l) {
					all = append(all, l)
				}
			}
		}
	}
	return all
}

func (c *checker) showHint(l flow.Label) string {
	return "write `{{ " + l.String() + " }}` into `confirm.summary`, without filters that cut it"
}

// how says how the summary treats a param that it does not show in full.
func (c *checker) how(l flow.Label) string {
	mentions := c.summary.Mentions(l)
	if len(mentions) == 0 {
		return "does not show it"
	}
	for _, call := range mentions[0].Ref.Filters {
		if f, ok := call.Filter(); ok && f.Kind != template.Lossless {
			return "shows it only through `" + call.Name + "`"
		}
	}
	return "shows only a part of it"
}

// isShown reports whether the summary shows what a use sends of a param. A
// default in the summary hides nothing where the write has the same.
func (c *checker) isShown(u *flow.Use, l flow.Label) bool {
	if c.summary.Label(l) || u.Ref != nil && u.Via == nil && c.summary.Path(&u.Ref.Head) {
		return true
	}
	if u.Ref == nil {
		return false
	}
	own := calls(u.Ref, template.Fallback)
	return slices.ContainsFunc(c.summary.Uses(), func(v flow.Use) bool {
		if !shown.Whole(&v, l) {
			return false
		}
		for i := range v.Ref.Filters {
			call := &v.Ref.Filters[i]
			f, ok := call.Filter()
			if !ok || c.summary.Blanks(&v, call) || f.Kind != template.Lossless && !(f.Kind == template.Fallback && hasCall(own, call)) {
				return false
			}
		}
		return true
	})
}

// calls gives the filters of a kind.
func calls(ref *template.Reference, kind template.Kind) []*template.Call {
	var all []*template.Call
	for i := range ref.Filters {
		if f, ok := ref.Filters[i].Filter(); ok && f.Kind == kind {
			all = append(all, &ref.Filters[i])
		}
	}
	return all
}

// hasCall reports whether a filter is called with the same arguments.
func hasCall(all []*template.Call, call *template.Call) bool {
	return slices.ContainsFunc(all, func(o *template.Call) bool {
		return o.Name == call.Name && slices.EqualFunc(o.Args, call.Args, func(a, b template.Arg) bool { return jsonval.Equal(a.Value, b.Value) })
	})
}

// lookedUp reports whether a param only identifies what a step looked up, and
// the summary shows what that step found.
func (c *checker) lookedUp(l flow.Label) bool {
	answer, known := c.looked[l]
	if !known {
		answer = c.idLike(l.Name) && c.feedsShown(l)
		c.looked[l] = answer
	}
	return answer
}

// feedsShown reports whether a param is part of what a step asks for that the
// summary shows something of.
func (c *checker) feedsShown(l flow.Label) bool {
	for _, s := range c.Recipe.Steps {
		if s.Write || !c.summary.Step(s.ID) {
			continue
		}
		for _, sink := range c.flow.Of(s) {
			if sent(sink) && slices.Contains(sink.Labels(), l) {
				return true
			}
		}
	}
	return false
}

// order warns of steps that the summary names and that may not have run.
func (c *checker) order() {
	first := len(c.Recipe.Steps)
	for _, s := range c.Recipe.Steps {
		if s.Write {
			first = s.Index
			break
		}
	}
	for _, u := range c.summary.Uses() {
		if u.Root != "steps" || len(u.Path) == 0 {
			continue
		}
		s := c.Recipe.Step(u.Path[0])
		why := ""
		switch {
		case s == nil:
		case s.Index >= first:
			why = "runs only after the user was asked"
		case skippable(s):
			why = "may be skipped by its `when`, and the summary then shows nothing in its place"
		}
		if why != "" {
			c.Report(lint.Finding{Check: "order", Name: "step-may-be-missing", Severity: diag.Warning, Node: c.Recipe.Summary.Node, Span: u.Span,
				Message: fmt.Sprintf("the step %s, which the summary names, %s", diag.Quote(s.ID, 40), why),
				Hint:    "name steps in front of the first write that always run"})
		}
	}
}

// bound checks that the summary can be read.
func (c *checker) bound() {
	uses := c.summary.Uses()
	if n := len(uses); n > maxTemplates {
		c.Report(lint.Finding{Check: "bound", Name: "long-summary", Node: c.Recipe.Summary.Node,
			Message: fmt.Sprintf("the summary has %d templates; nobody reads more than %d", n, maxTemplates), Hint: "send less in one recipe"})
	}
	properties := c.Recipe.Params.Node.Member("properties")
	var seen []string
	for _, u := range uses {
		if u.Root != "params" || len(u.Path) != 1 || slices.Contains(seen, u.Path[0]) {
			continue
		}
		seen = append(seen, u.Path[0])
		n := properties.Member(u.Path[0])
		if n == nil || !c.schema.Admits(n, jsonval.String) || c.schema.BoundedText(n, maxText) {
			continue
		}
		at := n
		if m := n.Member("maxLength"); m != nil {
			at = m
		}
		c.Report(lint.Finding{Check: "bound", Name: "long-param", Node: at, Span: lint.KeySpan(at),
			Message: fmt.Sprintf("the summary shows `params.%s`, which may be longer than %d characters", diag.Cut(u.Path[0], 40), maxText),
			Hint:    "write `\"maxLength\": 1000` or less",
			Related: []diag.Related{{Span: u.Span, Message: "it is shown here"}}})
	}
}

// idLike reports whether a param only names something.
func (c *checker) idLike(name string) bool {
	n := c.Recipe.Params.Node.Member("properties").Member(name)
	if n == nil {
		return false
	}
	return idSchema(c.schema, n, name)
}
