// Package s13 is the rule S13, bounded-work: the worst case of a recipe fits
// the limits, and no expression can hang an engine.
package s13

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/internal/origin"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

//go:embed doc.md
var page string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S13", Name: "bounded-work", Doc: page, AnySize: true, Run: run}

// The limits.
const (
	maxRequests  = 40
	maxWrites    = 10
	maxWait      = 50_000 // milliseconds in all
	longWait     = 30_000
	maxMS        = 60_000
	maxFile      = 64 << 10
	maxJSONDepth = 20
)

func run(p *lint.Pass) error {
	fileSize(p)
	if len(p.Source().Text) > lint.MaxText {
		return nil
	}
	size(p)
	requests(p)
	waits(p)
	writes(p)
	patterns(p)
	expressions(p)
	selectors(p)
	return nil
}

// iterations is how often a step may run.
func iterations(s *recipe.Step) int {
	if s.Foreach == nil {
		return 1
	}
	return s.Foreach.Max
}

// sum is a sum with its terms.
type sum struct {
	total int
	terms []term
}

// term is what a step adds to a sum: how often it runs, and how many
// milliseconds each time, where these are added up.
type term struct {
	step      string
	times, ms int
}

// add adds what a step runs.
func (s *sum) add(t term) {
	s.total += t.times * max(t.ms, 1)
	s.terms = append(s.terms, t)
}

// String is the sum as a person reads it: "search 20 + details 1 = 21".
func (s *sum) String() string {
	var b strings.Builder
	for i, t := range s.terms {
		if i > 0 {
			b.WriteString(" + ")
		}
		fmt.Fprintf(&b, "%s %d", t.step, t.times)
		if t.ms > 0 {
			fmt.Fprintf(&b, " × %d ms", t.ms)
		}
	}
	if len(s.terms) > 1 {
		fmt.Fprintf(&b, " = %d", s.total)
	}
	return b.String()
}

// requests adds up the requests of the worst case.
func requests(p *lint.Pass) {
	r := p.Recipe
	steps := r.Root.Member("steps")
	if steps == nil || steps.Kind != jsonval.Array {
		return
	}
	all := sum{terms: make([]term, 0, len(r.Steps)+1)}
	if r.LoginCheck != nil {
		all.add(term{step: "login_check", times: 1})
	}
	for _, s := range r.Steps {
		all.add(term{step: s.ID, times: iterations(s)})
		if s.Foreach == nil {
			continue
		}
		if m := s.Foreach.Node.Member("max"); m != nil && outside(m, 1, recipe.MaxIterations) {
			p.Errorf("requests", "bad-max", m, "at most 20; without `max` it is 10", "`max` of a foreach is a whole number from 1 to %d, not %s", recipe.MaxIterations, shown(m))
		}
	}
	if all.total > maxRequests {
		p.Report(lint.Finding{Check: "requests", Name: "too-many-requests", Node: steps, Span: lint.KeySpan(steps),
			Message: fmt.Sprintf("a run can send %d requests (%s); it may send %d", all.total, all.String(), maxRequests),
			Hint:    "lower the `max` of a foreach"})
	}
	if n := len(steps.Children); n > recipe.MaxSteps {
		p.Report(lint.Finding{Check: "requests", Name: "too-many-steps", Node: steps, Span: lint.KeySpan(steps),
			Message: fmt.Sprintf("the recipe has %d steps; it may have %d", n, recipe.MaxSteps), Hint: "leave steps out, or make two recipes of it"})
	}
}

// outside reports whether a node is no whole number from low to high.
func outside(n *jsonval.Node, low, high int) bool {
	return n.Kind != jsonval.Number || n.Num != float64(int(n.Num)) || n.Num < float64(low) || n.Num > float64(high)
}

func shown(n *jsonval.Node) string {
	if n.Kind == jsonval.Number {
		return diag.Cut(n.Str, 20)
	}
	return "this"
}

// waits adds up the delays of the worst case.
func waits(p *lint.Pass) {
	var all sum
	var last *jsonval.Node
	for _, s := range p.Recipe.Steps {
		m := s.Node.Member("delay_ms")
		if m == nil {
			continue
		}
		if outside(m, 0, recipe.MaxDelayMS) {
			p.Errorf("wait", "long-delay", m, "at most 3000", "`delay_ms` is a whole number from 0 to %d, not %s", recipe.MaxDelayMS, shown(m))
			continue
		}
		if s.DelayMS > 0 {
			all.add(term{step: s.ID, times: iterations(s), ms: s.DelayMS})
			last = m
		}
	}
	if all.total <= longWait {
		return
	}
	f := lint.Finding{Check: "wait", Name: "long-wait", Node: last, Severity: diag.Warning, Hint: "lower `delay_ms`, or the `max` of the foreach",
		Message: fmt.Sprintf("a run can wait %g s (%s)", float64(all.total)/1000, all.String())}
	if all.total > maxWait {
		f.Severity = diag.Error
		f.Message += fmt.Sprintf("; it may wait %d s", maxWait/1000)
	}
	p.Report(f)
}

// writes adds up the requests that write, and finds those that would be left
// out in silence.
func writes(p *lint.Pass) {
	var all sum
	var first *recipe.Step
	for _, s := range p.Recipe.Steps {
		if !s.Write {
			continue
		}
		if first == nil {
			first = s
		}
		all.add(term{step: s.ID, times: iterations(s)})
		if s.Foreach == nil || s.Foreach.In == nil {
			continue
		}
		if list := origin.New(p.Recipe).Expr(s.Foreach.In.Tree); list.Known && list.Length > s.Foreach.Max {
			n := list.Length
			p.Errorf("writes", "dropped-writes", s.Foreach.In.Node, fmt.Sprintf("set `maxItems` to %d, or `max` to %d", s.Foreach.Max, n),
				"the list can have %d items, but the foreach stops after %d: the rest would be left out in silence", n, s.Foreach.Max)
		}
	}
	if all.total > maxWrites {
		n := first.Node.Member("write")
		p.Report(lint.Finding{Check: "writes", Name: "too-many-writes", Node: n, Span: lint.KeySpan(n), Hint: "lower the `max` of the foreach",
			Message: fmt.Sprintf("a run can write %d times (%s); it may write %d times", all.total, all.String(), maxWrites)})
	}
}

// fileSize looks at the length of the file.
func fileSize(p *lint.Pass) {
	if n := len(p.Source().Text); n > maxFile {
		p.Report(lint.Finding{Check: "size", Name: "large-file", Span: lint.HeadSpan(p.Root()),
			Message: fmt.Sprintf("the file has %d bytes; it may have %d", n, maxFile), Hint: "shorten it, or make two recipes of it"})
	}
}

// size looks at the file as a whole, and at limits that are written in it.
func size(p *lint.Pass) {
	if n := tooDeep(p.Root(), 1); n != nil {
		p.Report(lint.Finding{Check: "size", Name: "deep-file", Node: n, Span: lint.HeadSpan(n),
			Message: fmt.Sprintf("the JSON nests deeper than %d levels", maxJSONDepth), Hint: "flatten it"})
	}
	if m := p.Root().Member("verify").Member("max_ms"); m != nil && outside(m, 1, maxMS) {
		p.Errorf("size", "long-budget", m, "at most 60000", "`max_ms` is a whole number from 1 to %d, not %s", maxMS, shown(m))
	}
	for _, s := range p.Recipe.Steps {
		items := s.ExtractNode.Member("html_items")
		if items == nil || items.Kind != jsonval.Object {
			continue
		}
		for _, spec := range items.Children {
			if m := spec.Member("max"); m != nil && outside(m, 1, recipe.MaxItems) {
				p.Errorf("size", "many-items", m, "at most 200", "`max` of html_items is a whole number from 1 to %d, not %s", recipe.MaxItems, shown(m))
			}
		}
	}
}

// tooDeep gives the first node below the deepest level that may be.
func tooDeep(n *jsonval.Node, level int) *jsonval.Node {
	if n.Kind != jsonval.Array && n.Kind != jsonval.Object {
		return nil
	}
	if level > maxJSONDepth {
		return n
	}
	for _, c := range n.Children {
		if c.Kind != jsonval.Array && c.Kind != jsonval.Object {
			continue // nearly all
		}
		if deep := tooDeep(c, level+1); deep != nil {
			return deep
		}
	}
	return nil
}
