package s13

import (
	"github.com/wield-run/wield/lint/internal/pattern"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/regex"
)

// fault is why a pattern may hang an engine that backtracks.
type fault struct {
	name string
	span diag.Span // in the pattern
	why  string
}

// many is how often a bounded quantifier must repeat to count as a loop: with
// fewer, all the ways to try are still few.
const many = 10

// loops reports whether a quantifier repeats so often that two ways through
// its body make too many ways in all.
func loops(n *regex.Node) bool {
	return n.Kind == regex.Repeat && (n.Max == regex.Unbounded || n.Max >= many)
}

func unbounded(n *regex.Node) bool { return n.Kind == regex.Repeat && n.Max == regex.Unbounded }

// hang looks for the forms that make a backtracking engine try too many ways;
// nil where there is none.
func hang(root *regex.Node) *fault {
	if f := nested(root, nil); f != nil {
		return f
	}
	if f := alternatives(root, nil); f != nil {
		return f
	}
	a := &adjacency{}
	a.visit(root)
	if a.fault == nil {
		a.chains()
	}
	if a.fault != nil {
		return a.fault
	}
	return ambiguous(root)
}

// nested looks for an unbounded quantifier inside another, and for a loop over
// what may be empty.
func nested(n, outer *regex.Node) *fault {
	if n.Kind == regex.Repeat {
		switch {
		case unbounded(n) && outer != nil:
			return &fault{"nested-quantifiers", outer.Span, "a quantifier without an upper limit stands inside another"}
		case loops(n) && n.Max != regex.Unbounded && pattern.Nullable(n.Nodes[0]) && pattern.MaxLength(n.Nodes[0]) != 0:
			return &fault{"repeated-nothing", n.Span, "what is repeated may be empty, so that there are very many ways to match the same text"}
		case unbounded(n):
			outer = n
		}
	}
	for _, c := range n.Nodes {
		if f := nested(c, outer); f != nil {
			return f
		}
	}
	return nil
}

// alternatives looks for alternatives under a loop that can begin with the
// same character.
func alternatives(n, loop *regex.Node) *fault {
	if loops(n) {
		loop = n
	}
	if n.Kind == regex.Alternation && loop != nil {
		for i, c := range n.Nodes {
			first := pattern.First(c)
			for _, d := range n.Nodes[i+1:] {
				if r, ok := first.Common(pattern.First(d)); ok {
					return &fault{"overlapping-alternatives", diag.Span{Start: c.Span.Start, End: d.Span.End},
						"two alternatives under a quantifier can both begin with " + diag.Quote(string(r), 4)}
				}
			}
		}
	}
	for _, c := range n.Nodes {
		if f := alternatives(c, loop); f != nil {
			return f
		}
	}
	return nil
}

// An edge leads from an unbounded quantifier to one that can follow it at once.
type edge struct {
	to   *regex.Node
	soft bool // only where something between the two is left out
}

// adjacency finds the unbounded quantifiers that can stand side by side and
// begin with the same character.
type adjacency struct {
	after map[*regex.Node][]edge
	order []*regex.Node // the quantifiers that are in after, in the order of the text
	fault *fault
}

// end is a quantifier with which a part can end (or begin).
type end struct {
	n    *regex.Node
	soft bool
}

// visit looks at the neighbours inside a part, and gives the quantifiers with
// which it can begin and end.
func (a *adjacency) visit(n *regex.Node) (front, back []end) {
	switch n.Kind {
	case regex.Capture, regex.NonCapture, regex.Look:
		front, back = a.visit(n.Nodes[0])
		if n.Kind == regex.Look {
			return nil, nil
		}
		return front, back
	case regex.Alternation:
		for _, c := range n.Nodes {
			f, b := a.visit(c)
			front, back = append(front, f...), append(back, b...)
		}
		return front, back
	case regex.Sequence:
		return a.sequence(n)
	case regex.Repeat:
		if unbounded(n) {
			a.visit(n.Nodes[0])
			return []end{{n, false}}, []end{{n, false}}
		}
		front, back = a.visit(n.Nodes[0])
		if n.Max > 1 {
			a.join(back, front, n)
		}
		return front, back
	}
	return nil, nil
}

func (a *adjacency) sequence(n *regex.Node) (front, back []end) {
	open := true // everything so far may be left out
	skipped := false
	for _, c := range n.Nodes {
		f, b := a.visit(c)
		a.join(back, f, nil)
		empty := pattern.MaxLength(c) == 0 // takes nothing: its neighbours touch
		nullable := pattern.Nullable(c)
		if open {
			front = append(front, soften(f, skipped)...)
		}
		switch {
		case empty:
		case nullable:
			back = append(soften(back, true), b...)
		default:
			back = b
		}
		open = open && nullable
		skipped = skipped || !empty
	}
	return front, back
}

func soften(ends []end, soft bool) []end {
	out := make([]end, len(ends))
	for i, e := range ends {
		out[i] = end{e.n, e.soft || soft}
	}
	return out
}

// join enters the neighbours of two parts. again is the quantifier by which a
// part follows itself, nil where two different parts follow each other.
func (a *adjacency) join(back, front []end, again *regex.Node) {
	for _, b := range back {
		for _, f := range front {
			r, ok := pattern.First(b.n).Common(pattern.First(f.n))
			if !ok || a.fault != nil {
				continue
			}
			soft := b.soft || f.soft
			span := diag.Span{Start: min(b.n.Span.Start, f.n.Span.Start), End: max(b.n.Span.End, f.n.Span.End)}
			if again != nil {
				span = again.Span
			}
			if !soft || again != nil && again.Max > 2 {
				a.fault = &fault{"adjacent-quantifiers", span,
					"two quantifiers without an upper limit stand side by side and can both begin with " + diag.Quote(string(r), 4)}
				return
			}
			if a.after == nil {
				a.after = map[*regex.Node][]edge{}
			}
			if a.after[b.n] == nil {
				a.order = append(a.order, b.n)
			}
			a.after[b.n] = append(a.after[b.n], edge{f.n, soft})
		}
	}
}

// chains reports three quantifiers in a row with only what may be left out
// between them: `\s*,?\s*;?\s*` is as bad as `\s*\s*`.
func (a *adjacency) chains() {
	for _, first := range a.order {
		for _, second := range a.after[first] {
			for _, third := range a.after[second.to] {
				if second.to != first && third.to != second.to {
					a.fault = &fault{"adjacent-quantifiers", diag.Span{Start: first.Span.Start, End: third.to.Span.End},
						"three quantifiers without an upper limit follow each other, and what stands between them may be left out"}
					return
				}
			}
		}
	}
}
