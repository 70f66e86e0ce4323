package s08

import (
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

// oracle checks that a condition or a list asks of a secret only whether it is
// there: any other question gives away a bit of it at every run.
func (c *checker) oracle(sink *flow.Sink) {
	if !sink.Has(flow.Secret, flow.Token) {
		return
	}
	o := &question{sink: sink}
	for i := range sink.Uses {
		if u := &sink.Uses[i]; u.Has(flow.Secret, flow.Token) {
			o.secrets = append(o.secrets, u)
		}
	}
	o.look(sink.Expr.Tree)
	for _, u := range o.asked {
		for _, l := range u.Labels {
			if l.Kind != flow.Secret && l.Kind != flow.Token {
				continue
			}
			related := c.trail(u)
			if l.Kind == flow.Token {
				related = c.evidence(l, u)
			}
			name := "`when`"
			if sink.Kind == flow.ForeachIn {
				name = "`foreach.in`"
			}
			c.report("oracle", "secret-decides", sink, u.Span, related, "ask only whether it is there: `"+l.String()+"`, `!("+l.String()+")` or `"+l.String()+" != null`",
				"%s looks into the secret `%s`, and what the step does then tells of it", name, l)
			break
		}
		return // one finding for one expression
	}
}

// question looks at how an expression uses secrets.
type question struct {
	sink    *flow.Sink
	secrets []*flow.Use
	asked   []*flow.Use // of which more is asked than whether they are there
}

// look goes down where only the truth of a value counts.
func (q *question) look(n *jmespath.Node) {
	inside := q.inside(n)
	switch {
	case len(inside) == 0 || q.plain(n):
		return
	case n.Kind == jmespath.KindAnd, n.Kind == jmespath.KindOr, n.Kind == jmespath.KindNot, n.Kind == jmespath.KindTernary, n.Kind == jmespath.KindLet:
		for _, child := range n.Children {
			if child.Kind == jmespath.KindBinding {
				child = child.Children[0]
			}
			q.look(child)
		}
		return
	case n.Kind == jmespath.KindComparator && (n.Op == jmespath.OpEqual || n.Op == jmespath.OpNotEqual):
		left, right := n.Children[0], n.Children[1]
		if null(right) && q.plain(left) || null(left) && q.plain(right) {
			return
		}
	}
	q.asked = append(q.asked, inside...)
}

// inside gives the secrets that are read inside of a node.
func (q *question) inside(n *jmespath.Node) []*flow.Use {
	at := q.sink.Node.TextSpan(n.Outer.Start, n.Outer.End)
	var all []*flow.Use
	for _, u := range q.secrets {
		if overlap(u.Span, at) {
			all = append(all, u)
		}
	}
	return all
}

func overlap(a, b diag.Span) bool { return a.Start < b.End && b.Start < a.End }

// plain reports whether a node is one secret by name: vars.x, steps.s.x (also
// of one iteration), or a variable.
func (q *question) plain(n *jmespath.Node) bool {
	names := 0
	for {
		switch n.Kind {
		case jmespath.KindVariable:
			return names == 0
		case jmespath.KindIndex:
			n = n.Children[0]
			continue
		case jmespath.KindSubexpression:
			right := n.Children[1]
			if right.Kind == jmespath.KindRoot || right.Kind == jmespath.KindCurrent {
				return false
			}
			if right.Kind != jmespath.KindField {
				return false
			}
			names++
			n = n.Children[0]
			continue
		case jmespath.KindField:
			return n.Name == "vars" && names == 1 || n.Name == "steps" && names == 2
		case jmespath.KindRoot, jmespath.KindCurrent:
			return names == 2 || names == 3 // $.vars.x, $.steps.s.x
		}
		return false
	}
}

func null(n *jmespath.Node) bool {
	return n.Kind == jmespath.KindLiteral && n.Value.Kind() == jsonval.Null
}
