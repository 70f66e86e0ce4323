package s13

import (
	"github.com/wield-run/wield/lint/internal/pattern"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/regex"
)

// This file decides whether a loop can read one text in two ways, which makes
// a backtracking engine take time that doubles with every character. The
// pattern becomes an automaton whose states are its characters (Glushkov); it
// is ambiguous where two different runs lead from a state back to it over the
// same text.

const sameText = "a loop can read the same text in very many ways"

// maxStates is for how many states bounded quantifiers are written out;
// beyond, even short ones count as loops.
const maxStates = 300

// automaton has one state for each character of the pattern, those of bounded
// quantifiers repeated.
type automaton struct {
	states []state
	many   int // from how many repetitions a bounded quantifier is a loop; one of a fixed number is none at first
}

type state struct {
	set   pattern.CharSet
	loops []*regex.Node // the quantifiers around it that loop, from outside
	next  []int
	twice []way // states that can follow in two ways
}

// way is a second way to a state: by a quantifier that repeats, or nil.
type way struct {
	to int
	by *regex.Node
}

// piece is a part of the automaton.
type piece struct {
	first, last []int
	nullable    bool
}

// ambiguous gives the fault of a loop that can read one text in two ways.
func ambiguous(root *regex.Node) *fault {
	if !complexLoop(root) {
		return nil
	}
	a := &automaton{many: many}
	a.build(root, nil)
	if len(a.states) > maxStates {
		a = &automaton{many: 2}
		a.build(root, nil)
	}
	if len(a.states) > maxStates {
		return &fault{"too-complex", root.Span, "it has more parts than can be judged"}
	}
	for i := range a.states {
		for _, w := range a.states[i].twice {
			if !a.reaches(w.to, i) {
				continue
			}
			if w.by != nil {
				return &fault{"ambiguous-loop", w.by.Span, sameText}
			}
			return a.report(i, w.to)
		}
	}
	return a.twoRuns()
}

// complexLoop reports whether some loop repeats more than a single character:
// nothing else can be ambiguous.
func complexLoop(n *regex.Node) bool {
	found := false
	pattern.Walk(n, func(n *regex.Node) bool {
		if loops(n) {
			body := n.Nodes[0]
			for body.Kind == regex.Capture || body.Kind == regex.NonCapture || body.Kind == regex.Sequence && len(body.Nodes) == 1 {
				body = body.Nodes[0]
			}
			found = found || body.Kind != regex.Char && body.Kind != regex.Set
		}
		return !found
	})
	return found
}

func (a *automaton) build(n *regex.Node, loops []*regex.Node) piece {
	if len(a.states) > maxStates {
		return piece{nullable: true}
	}
	switch n.Kind {
	case regex.Char, regex.Set:
		a.states = append(a.states, state{set: pattern.Chars(n), loops: loops})
		only := []int{len(a.states) - 1}
		return piece{only, only, false}
	case regex.Capture, regex.NonCapture:
		return a.build(n.Nodes[0], loops)
	case regex.Alternation:
		var p piece
		for _, c := range n.Nodes {
			q := a.build(c, loops)
			p.first, p.last = append(p.first, q.first...), append(p.last, q.last...)
			p.nullable = p.nullable || q.nullable
		}
		return p
	case regex.Sequence:
		p := piece{nullable: true}
		for _, c := range n.Nodes {
			p = a.concat(p, a.build(c, loops))
		}
		return p
	case regex.Repeat:
		return a.repeat(n, loops)
	}
	return piece{nullable: true}
}

func (a *automaton) concat(p, q piece) piece {
	a.link(p.last, q.first, nil)
	out := piece{first: p.first, last: q.last, nullable: p.nullable && q.nullable}
	if p.nullable {
		out.first = append(append([]int(nil), p.first...), q.first...)
	}
	if q.nullable {
		out.last = append(append([]int(nil), p.last...), q.last...)
	}
	return out
}

func (a *automaton) repeat(n *regex.Node, loops []*regex.Node) piece {
	if n.Max == 0 {
		return piece{nullable: true}
	}
	if n.Max == regex.Unbounded || n.Max >= a.many && (n.Min < n.Max || a.many < many) {
		inside := append(append([]*regex.Node(nil), loops...), n)
		p := a.build(n.Nodes[0], inside)
		a.link(p.last, p.first, n)
		p.nullable = p.nullable || n.Min == 0
		return p
	}
	var copies []piece
	for range n.Max {
		before := len(a.states)
		copies = append(copies, a.build(n.Nodes[0], loops))
		if len(a.states) == before || len(a.states) > maxStates {
			break // more copies of nothing change nothing, and too many states are refused
		}
	}
	rest := piece{nullable: true}
	for i := len(copies) - 1; i >= 0; i-- {
		rest = a.concat(copies[i], rest)
		rest.nullable = rest.nullable || i >= n.Min
	}
	return rest
}

// link lets states follow others. A pair that is linked already has two ways.
func (a *automaton) link(from, to []int, by *regex.Node) {
	for _, i := range from {
		s := &a.states[i]
		for _, j := range to {
			if contains(s.next, j) {
				s.twice = append(s.twice, way{j, by})
				continue
			}
			s.next = append(s.next, j)
		}
	}
}

func contains(list []int, i int) bool {
	for _, j := range list {
		if j == i {
			return true
		}
	}
	return false
}

// reaches reports whether a state leads to another.
func (a *automaton) reaches(from, to int) bool {
	seen := make([]bool, len(a.states))
	queue := []int{from}
	for len(queue) > 0 {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if i == to {
			return true
		}
		for _, j := range a.states[i].next {
			if !seen[j] {
				seen[j] = true
				queue = append(queue, j)
			}
		}
	}
	return false
}

// maxWork bounds the pairs of steps that are looked at.
const maxWork = 4_000_000

// twoRuns looks for a state from which two runs that differ lead back to it
// over the same text. The runs are walked together, as pairs of states; such a
// state is one whose pair with itself lies on a cycle with a pair of two
// different states (Tarjan's strong components, without recursion).
func (a *automaton) twoRuns() *fault {
	n := len(a.states)
	index := make([]int, n*n) // 0: not seen; else the order of visits from 1
	low := make([]int, n*n)
	onStack := make([]bool, n*n)
	var stack []int
	type frame struct{ pair, x, y int }
	var calls []frame
	visits, work := 0, 0
	enter := func(pair int) {
		visits++
		index[pair], low[pair] = visits, visits
		onStack[pair] = true
		stack = append(stack, pair)
		calls = append(calls, frame{pair, 0, 0})
	}
	for start := range a.states {
		if len(a.states[start].loops) == 0 || index[start*n+start] > 0 {
			continue
		}
		enter(start*n + start)
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			if work++; work > maxWork {
				return &fault{"too-complex", diag.Span{}, "it has more ways through its loops than can be judged"}
			}
			left, right := a.states[f.pair/n].next, a.states[f.pair%n].next
			if f.y == len(right) {
				f.x, f.y = f.x+1, 0
			}
			if f.x < len(left) && len(right) > 0 {
				x, y := min(left[f.x], right[f.y]), max(left[f.x], right[f.y])
				f.y++
				if !a.alike(x, y) {
					continue
				}
				if pair := x*n + y; index[pair] == 0 {
					enter(pair)
				} else if onStack[pair] {
					low[f.pair] = min(low[f.pair], index[pair])
				}
				continue
			}
			pair := f.pair
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				parent := calls[len(calls)-1].pair
				low[parent] = min(low[parent], low[pair])
			}
			if low[pair] == index[pair] {
				same, other := -1, false
				for {
					top := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					onStack[top] = false
					if top/n == top%n {
						same = top / n
					} else {
						other = true
					}
					if top == pair {
						break
					}
				}
				if same >= 0 && other {
					return a.report(same, same)
				}
			}
		}
	}
	return nil
}

// alike reports whether two states lie in loops and can take the same
// character.
func (a *automaton) alike(x, y int) bool {
	if len(a.states[x].loops) == 0 || len(a.states[y].loops) == 0 {
		return false
	}
	_, common := a.states[x].set.Common(a.states[y].set)
	return x == y || common
}

// report names the innermost loop that is around both states.
func (a *automaton) report(i, j int) *fault {
	var loop *regex.Node
	for k, n := range a.states[i].loops {
		if k < len(a.states[j].loops) && a.states[j].loops[k] == n {
			loop = n
		}
	}
	span := diag.Span{}
	if loop != nil {
		span = loop.Span
	}
	return &fault{"ambiguous-loop", span, sameText}
}
