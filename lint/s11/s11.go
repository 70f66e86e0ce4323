// Package s11 is the rule S11, closed-params: params are closed, bounded,
// plainly named, and never ask for a credential.
package s11

import (
	_ "embed"
	"slices"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/internal/schemas"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

//go:embed doc.md
var page string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S11", Name: "closed-params", Doc: page, Run: run}

func run(p *lint.Pass) error {
	names(p)
	params := p.Recipe.Params.Node
	if params == nil || params.Kind != jsonval.Object {
		return nil
	}
	c := &checker{Pass: p, root: params, read: schemas.NewReader(params)}
	c.keywords()
	c.place(params, 1)
	c.credentials()
	c.uses()
	return nil
}

// checker looks at the params of one pass.
type checker struct {
	*lint.Pass
	root *jsonval.Node
	read *schemas.Reader

	reported map[mark]bool
	work     int
}

// mark is a finding's name and place.
type mark struct {
	name string
	span diag.Span
}

// uses warns of params that nothing uses, and of those that an agent cannot
// know how to fill in.
func (c *checker) uses() {
	properties := c.root.Member("properties")
	if properties == nil || properties.Kind != jsonval.Object {
		return
	}
	used := map[string]bool{}
	for _, s := range c.Flow().Sinks() {
		if s.Kind == flow.Check || !s.Has(flow.Param) {
			continue
		}
		for i := range s.Uses {
			for _, l := range s.Uses[i].Labels {
				if l.Kind == flow.Param {
					used[l.Name] = true
				}
			}
		}
	}
	// A param that is not there may be a misspelt one that is.
	misspelt := slices.ContainsFunc(c.Found, func(d *diag.Diagnostic) bool { return d.Code == "R4" })
	warn := func(n *jsonval.Node, check, name, message, hint string) {
		c.Report(lint.Finding{Check: check, Name: name, Severity: diag.Warning, Node: n, Span: lint.KeySpan(n), Message: message, Hint: hint})
	}
	quoted := func(n *jsonval.Node) string { return diag.Quote(n.Key, 40) }
	for _, n := range properties.Children {
		if !used[n.Key] && !used[flow.All] && !misspelt {
			warn(n, "unused", "unused-param", "no step, summary or output uses the param "+quoted(n), "use `params."+n.Key+"`, or remove it")
		}
		d := n.Member("description")
		switch {
		case d == nil || d.Str == "":
			warn(n, "describe", "no-description", "the param "+quoted(n)+" has no description: an agent cannot know what to write", "add a `description` with an example")
		case !hasExample(n, d.Str):
			warn(n, "describe", "no-example", "the param "+quoted(n)+" has no example", "add one to the `description` (\"e.g. …\"), or `examples`")
		}
	}
}
