package s15

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/zone"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// covered finds the steps that the example never runs. What the file alone
// decides (params, the page, steps that are skipped) is evaluated; a condition
// is falsy where that part of it is, whatever the site answers.
func (c *coverage) covered() {
	if c.Recipe.Verify.ExampleParams == nil {
		return
	}
	for _, s := range c.Recipe.Steps[:min(len(c.Recipe.Steps), recipe.MaxSteps)] {
		if s.When == nil && s.Foreach == nil {
			continue
		}
		for _, sink := range c.Flow().Of(s) {
			if sink.Expr == nil || sink.Expr.Tree == nil || c.skipped[s.ID] || slices.Contains(c.judged, sink) {
				continue
			}
			switch sink.Kind {
			case flow.When:
				if c.never(sink, false) {
					c.report(s, sink, "its `when` is not true")
				}
			case flow.ForeachIn:
				if c.never(sink, true) {
					c.report(s, sink, "the list of its foreach is empty")
				}
			}
		}
	}
}

type coverage struct {
	*lint.Pass
	skipped map[string]bool // steps that do not run
	judged  []*flow.Sink    // conditions that have their finding already

	// What an expression sees on an origin, once one is evaluated there.
	params  jsonval.Value
	context jsonval.Value
	origin  string
}

// report tells of a step that does not run. It is an error where what stays
// unseen is dangerous.
func (c *coverage) report(s *recipe.Step, sink *flow.Sink, why string) {
	if c.skipped == nil {
		c.skipped = map[string]bool{}
	}
	c.skipped[s.ID] = true
	f := lint.Finding{Check: "covered", Name: "step-not-verified", Severity: diag.Warning, Node: sink.Node,
		Message: fmt.Sprintf("verification never runs the step %s: with `example_params` %s", diag.Quote(s.ID, 40), why), Hint: "choose other `example_params`, or remove the step"}
	secret := false
	for _, other := range c.Flow().Of(s) {
		switch other.Kind {
		case flow.URL, flow.Query, flow.Header, flow.Form, flow.JSON, flow.Body:
			secret = secret || other.Has(flow.Secret, flow.Token)
		}
	}
	otherWrites := false
	for _, o := range c.Recipe.Steps {
		otherWrites = otherWrites || o.Write && o != s
	}
	switch {
	case secret:
		f.Severity = diag.Error
		f.Message += "; it sends a secret"
	case s.Write && !otherWrites:
		f.Severity = diag.Error
		f.Message += "; it is the only one that writes"
	}
	c.Report(f)
}

// never reports whether a condition is falsy (a list is empty) with the
// example, on whichever of the declared hosts.
func (c *coverage) never(sink *flow.Sink, list bool) bool {
	origins := c.Recipe.Origins()
	for _, origin := range origins {
		c.origin, c.context = origin, jsonval.Value{}
		if c.truth(sink, sink.Expr.Tree, list) != falsy {
			return false
		}
	}
	return len(origins) > 0
}

// seen is what the file alone says of what an expression sees.
func (c *coverage) seen() jsonval.Value {
	if !c.context.IsNull() {
		return c.context
	}
	if c.params.IsNull() {
		c.params = c.Recipe.Verify.ExampleParams.Value()
		if schema := c.Recipe.Params.Compiled; schema != nil {
			c.params = schema.FillDefaults(c.params)
		}
	}
	var steps jsonval.Builder
	for id := range c.skipped {
		steps.Set(id, jsonval.NullValue())
	}
	page := jsonval.ObjectValue([]jsonval.Member{{Key: "host", Value: jsonval.StringValue(zone.Host(c.origin))}, {Key: "origin", Value: jsonval.StringValue(c.origin)}})
	c.context = jsonval.ObjectValue([]jsonval.Member{{Key: "params", Value: c.params}, {Key: "steps", Value: steps.Value()}, {Key: "page", Value: page}})
	return c.context
}

type truth uint8

const (
	unknown truth = iota
	falsy
	truthful
)

func (c *coverage) truth(sink *flow.Sink, n *jmespath.Node, list bool) truth {
	if c.decided(sink, n) {
		return c.evaluate(sink, n)
	}
	child := func(i int) truth { return c.truth(sink, n.Children[i], list) }
	switch n.Kind {
	case jmespath.KindAnd:
		left, right := child(0), child(1)
		switch {
		case left == falsy || right == falsy:
			return falsy
		case left == truthful && right == truthful:
			return truthful
		}
	case jmespath.KindOr:
		left, right := child(0), child(1)
		switch {
		case left == truthful || right == truthful:
			return truthful
		case left == falsy && right == falsy:
			return falsy
		}
	case jmespath.KindNot:
		switch child(0) {
		case falsy:
			return truthful
		case truthful:
			return falsy
		}
	case jmespath.KindTernary:
		switch child(0) {
		case truthful:
			return child(1)
		case falsy:
			return child(2)
		}
	case jmespath.KindListProjection, jmespath.KindSliceProjection, jmespath.KindFlattenProjection, jmespath.KindFilterProjection, jmespath.KindValueProjection:
		if list && child(0) == falsy { // of nothing there are no items
			return falsy
		}
	}
	return unknown
}

// decided reports whether the file alone says what a part of an expression is.
func (c *coverage) decided(sink *flow.Sink, n *jmespath.Node) bool {
	span := sink.Node.TextSpan(n.Span.Start, n.Span.End)
	for i := range sink.Uses {
		u := &sink.Uses[i]
		if u.Span.End <= span.Start || span.End <= u.Span.Start {
			continue
		}
		if u.Root == "" {
			return false
		}
		for _, l := range u.Labels {
			if l.Kind != flow.Param && l.Kind != flow.Page && (l.Kind != flow.Resp && l.Kind != flow.Token || !c.skipped[l.Name]) {
				return false
			}
		}
	}
	return !free(n, nil)
}

// free reports whether a part of an expression reads what stands outside of
// it: a variable, or the value at hand.
func free(n *jmespath.Node, bound []string) bool {
	switch n.Kind {
	case jmespath.KindVariable:
		for _, name := range bound {
			if name == n.Name {
				return false
			}
		}
		return true
	case jmespath.KindLet:
		inner := bound
		for _, b := range n.Bindings() {
			if free(b.Children[0], bound) {
				return true
			}
			inner = append(inner[:len(inner):len(inner)], b.Name)
		}
		return free(n.Children[len(n.Children)-1], inner)
	}
	for _, child := range n.Children {
		if free(child, bound) {
			return true
		}
	}
	return false
}

func (c *coverage) evaluate(sink *flow.Sink, n *jmespath.Node) truth {
	e := sink.Expr.Expr
	if n != sink.Expr.Tree || e == nil {
		compiled, err := jmespath.Compile(strings.TrimSpace(sink.Node.Str[n.Span.Start:n.Span.End]))
		if err != nil {
			return unknown
		}
		e = compiled
	}
	result, err := e.Eval(context.Background(), c.seen(), jmespath.Limits{Steps: 100_000, Memory: 1 << 20})
	switch {
	case err != nil:
		return unknown // verification fails there, and says so
	case jmespath.Truthy(result):
		return truthful
	}
	return falsy
}
