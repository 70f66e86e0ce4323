// Package s08 is the rule S8: no secret, declared or merely fetched, reaches
// output, summary, control flow or further extracts.
package s08

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/words"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/recipe"
)

//go:embed doc.md
var doc string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S8", Name: "secrets-never-surface", Doc: doc, Run: run}

type checker struct {
	*lint.Pass
}

func run(p *lint.Pass) error {
	c := &checker{p}
	for _, sink := range p.Flow().Sinks() {
		switch sink.Kind {
		case flow.When, flow.ForeachIn:
			if !c.root(sink) {
				c.oracle(sink)
			}
		case flow.Output, flow.Summary, flow.Assert, flow.Extract:
			for i := range sink.Uses {
				c.surface(sink, &sink.Uses[i])
			}
			switch sink.Kind {
			case flow.Assert:
				c.response(sink)
			case flow.Output:
				c.cut(sink)
			}
		}
	}
	for _, s := range p.Recipe.Steps {
		c.alias(s)
	}
	return nil
}

func (c *checker) report(check, name string, sink *flow.Sink, span diag.Span, related []diag.Related, hint, format string, args ...any) {
	c.Report(lint.Finding{Check: check, Name: name, Node: sink.Node, Span: span, Message: fmt.Sprintf(format, args...), Hint: hint, Related: related})
}

// root reports an expression that takes the whole context.
func (c *checker) root(sink *flow.Sink) bool {
	for i := range sink.Uses {
		if c.takesAll(sink, &sink.Uses[i]) {
			return true
		}
	}
	return false
}

func (c *checker) takesAll(sink *flow.Sink, u *flow.Use) bool {
	if u.Root != "" || !u.Whole || sink.Kind == flow.Assert || sink.Kind == flow.Extract {
		return false
	}
	c.report("root", "whole-context", sink, u.Span, nil, "name what is meant: `steps.<id>.<name>`, `params.<name>`",
		"`%s` is the whole context here, with everything in it", diag.Cut(c.Text(u.Span), 60))
	return true
}

// surface judges what a place shows.
func (c *checker) surface(sink *flow.Sink, u *flow.Use) {
	if c.takesAll(sink, u) || !u.Has(flow.Secret, flow.Token) {
		return
	}
	where := place(sink)
	for _, l := range u.Labels {
		switch {
		case l.Kind == flow.Secret:
			c.report("output", "secret-surfaces", sink, u.Span, c.trail(u), "leave it out: secrets are for requests",
				"the secret `%s` reaches %s", l, where)
		case l.Kind == flow.Token && u.Root == "steps" && u.Whole:
			c.report("whole", "whole-step", sink, u.Span, c.evidence(l, u), "name the values that are meant: `steps."+l.Name+".<name>`",
				"`%s` as a whole reaches %s, and with it the credential %s (%s)", u.Text(), where, diag.Quote(l.Field, 40), c.Flow().TokenWhy(l.Name, l.Field))
		case l.Kind == flow.Token:
			c.report("output", "credential-surfaces", sink, u.Span, c.evidence(l, u), "leave it out; where it is no credential, give the extract a name that says so",
				"`%s` reaches %s and counts as a credential: %s", l, where, c.Flow().TokenWhy(l.Name, l.Field))
		default:
			continue
		}
		return
	}
}

// response reports a test of a response that looks into a credential in it:
// whether the run goes on then tells of it.
func (c *checker) response(sink *flow.Sink) {
	name := recipe.AskedField(sink.Expr.Tree, words.Tokenish)
	if name == "" {
		return
	}
	c.report("output", "credential-decides", sink, diag.Span{}, nil, "ask only whether it is there, as in `body."+diag.Cut(name, 40)+" != null`",
		"a test in `expect` looks into the field %s, which by its name is a credential", diag.Quote(name, 40))
}

// cut reports an output that cuts a credential out of a text by its name.
func (c *checker) cut(sink *flow.Sink) {
	if name := recipe.CutField(sink.Expr.Tree, words.Tokenish); name != "" {
		c.report("output", "credential-surfaces", sink, diag.Span{}, nil, "leave it out",
			"`output.value` cuts out of a text what follows %s, which by its name is a credential", diag.Quote(name, 40))
	}
}

// place names a sink in a sentence.
func place(sink *flow.Sink) string {
	switch sink.Kind {
	case flow.Output:
		return "`output.value`"
	case flow.Summary:
		return "`confirm.summary`"
	case flow.Assert:
		return "`expect`, whose messages show it"
	}
	return "the extract " + diag.Quote(sink.Key, 40)
}

// evidence shows where a credential is read, and by which foreach it came.
func (c *checker) evidence(l flow.Label, u *flow.Use) []diag.Related {
	related := c.trail(u)
	if s := c.Recipe.Step(l.Name); s != nil {
		if n := s.VarNode(l.Field); n != nil {
			related = append(related, diag.Related{Span: n.Span, Message: "it is read here"})
		}
	}
	return related
}

func (c *checker) trail(u *flow.Use) []diag.Related {
	if u.Via == nil || u.Via.Step.Foreach.In == nil {
		return nil
	}
	return []diag.Related{{Span: u.Via.Step.Foreach.In.Node.Span, Message: "`" + u.Via.Step.Foreach.As + "` is an item of this list"}}
}

// alias checks that the item of a foreach does not take the name of something
// else.
func (c *checker) alias(s *recipe.Step) {
	if s.Foreach == nil {
		return
	}
	n := s.Foreach.Node.Member("as")
	if n == nil || n.Str == "" {
		return
	}
	what := ""
	switch {
	case slices.Contains([]string{"params", "steps", "vars", "now", "page", "output", "body", "status"}, n.Str):
		what = "a name that the format has taken"
	case c.Recipe.Step(n.Str) != nil:
		what = "the id of a step"
	}
	if what != "" {
		c.Report(lint.Finding{Check: "alias", Name: "taken-alias", Node: n,
			Message: fmt.Sprintf("`foreach.as` is %s, %s", diag.Quote(n.Str, 40), what), Hint: "give it a name of its own, like `item`"})
	}
}
