package decode

import (
	"github.com/wield-run/wield/pkg/jsonval"
)

// The bounds of a decoded value. Values that the page shares are shared here
// too, so a small text may stand for a huge tree; maxSize bounds the tree, in
// values and bytes of text, and maxBuilt the work.
const (
	maxSize  = 256 << 20
	maxBuilt = 4 << 20
	maxDepth = jsonval.MaxDepth
)

// part is a value with what it takes as a tree.
type part struct {
	value jsonval.Value
	size  int // values and bytes of text, shared ones counted at each place
	depth int // levels of arrays and objects
}

func scalar(v jsonval.Value) part { return part{value: v, size: 1 + len(v.Str())} }

func text(s string) part { return scalar(jsonval.StringValue(s)) }

// plain is the part of a value that was parsed as one piece.
func plain(v jsonval.Value) part {
	p := part{value: v, size: 1 + len(v.Str())}
	for _, item := range v.Items() {
		q := plain(item)
		p.size += q.size
		p.depth = max(p.depth, q.depth)
	}
	for _, m := range v.Members() {
		q := plain(m.Value)
		p.size += len(m.Key) + q.size
		p.depth = max(p.depth, q.depth)
	}
	if k := v.Kind(); k == jsonval.Array || k == jsonval.Object {
		p.depth++
	}
	return p
}

// graph makes values and keeps to the bounds.
type graph struct {
	built    int // values made
	level    int // of the recursion
	cycles   int
	missing  int
	err      *Error
	warnings []string
}

// enter bounds the recursion; leave undoes it.
func (g *graph) enter() bool {
	if g.level++; g.level > maxDepth {
		g.stop("the data nests deeper than %d levels", maxDepth)
	}
	return g.err == nil
}

func (g *graph) leave() { g.level-- }

// stop keeps the first error; all that is made afterwards is dropped.
func (g *graph) stop(format string, args ...any) part {
	if g.err == nil {
		g.err = fail(format, args...)
	}
	return part{}
}

// cycle is what stands where a value would begin again inside of itself.
func (g *graph) cycle() part {
	g.cycles++
	return part{size: 1}
}

// lost is what stands for a value that the page refers to and does not hold.
func (g *graph) lost() part {
	g.missing++
	return part{size: 1}
}

func (g *graph) array(items []part) part {
	p := part{size: 1}
	values := make([]jsonval.Value, len(items))
	for i, item := range items {
		values[i] = item.value
		p.size += item.size
		p.depth = max(p.depth, item.depth)
	}
	p.value = jsonval.ArrayValue(values)
	g.count(len(items))
	return g.check(p)
}

func (g *graph) object(keys []string, items []part) part {
	p := part{size: 1}
	members := make([]jsonval.Member, len(items))
	for i, item := range items {
		members[i] = jsonval.Member{Key: keys[i], Value: item.value}
		p.size += len(keys[i]) + item.size
		p.depth = max(p.depth, item.depth)
	}
	p.value = jsonval.ObjectValue(members)
	g.count(len(items))
	return g.check(p)
}

// pairs makes the list of pairs that stands for a map.
func (g *graph) pairs(items []part) part {
	list := make([]part, 0, len(items)/2)
	for i := 0; i+1 < len(items); i += 2 {
		list = append(list, g.array(items[i:i+2]))
	}
	return g.array(list)
}

func (g *graph) check(p part) part {
	p.depth++
	if p.depth > maxDepth {
		return g.stop("the data nests deeper than %d levels", maxDepth)
	}
	if p.size > maxSize {
		return g.stop("the data is too large: it refers to its own parts so often that it would take over %d MiB", maxSize>>20)
	}
	g.count(1)
	return p
}

// count adds to the work that was done.
func (g *graph) count(n int) {
	if g.built += n; g.built > maxBuilt {
		g.stop("the data is too large: it makes more than four million values")
	}
}

// result ends the work.
func (g *graph) result(p part) (Result, error) {
	if g.err != nil {
		return Result{}, g.err
	}
	if g.cycles > 0 {
		g.warnings = append(g.warnings, "the data holds itself; null stands where a part begins again inside of itself")
	}
	if g.missing > 0 {
		g.warnings = append(g.warnings, "the data refers to parts that the page does not hold; null stands for them")
	}
	return Result{Value: p.value, Warnings: g.warnings}, nil
}

// table resolves values that name each other by index. Each is made once.
type table struct {
	*graph
	slots []slot
}

type slot struct {
	state byte // 0: not asked for yet, 1: being made, 2: made
	part  part
}

// at gives the value of an index, made by read the first time.
func (t *table) at(i int, read func(i int) part) part {
	if i < 0 || i >= len(t.slots) {
		return t.lost()
	}
	switch t.slots[i].state {
	case 1:
		return t.cycle()
	case 2:
		return t.slots[i].part
	}
	if !t.enter() {
		return part{}
	}
	defer t.leave()
	t.slots[i].state = 1
	p := read(i)
	t.slots[i] = slot{2, p}
	return p
}

// index reads a number that names a value; not whole or no number gives false.
func index(v jsonval.Value) (int, bool) {
	f := v.Float()
	if v.Kind() != jsonval.Number || f != float64(int(f)) {
		return 0, false
	}
	return int(f), true
}
