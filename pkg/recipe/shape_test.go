package recipe

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/mutate"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// withValue is the example with another output.value.
func withValue(t testing.TB, expr string) []byte {
	t.Helper()
	v, err := mutate.Apply(base(t), "output.value = "+string(jsonval.AppendString(nil, expr)))
	if err != nil {
		t.Fatal(err)
	}
	return jsonval.AppendIndent(nil, v, "  ")
}

// nestedLets gives an expression whose value holds itself twice at each of n
// levels: there are 2^n ways through it.
func nestedLets(n int) string {
	return "let $a = steps.search.items in " + strings.Repeat("let $a = {p: $a, q: $a} in ", n) + "$a"
}

// members gives n members of a hash: m0 to m<n-1>.
func members(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "m%d: now, ", i)
	}
	return b.String()
}

// What is known of a value takes as much work as the file is long, whatever
// the value is made of.
func TestSharedShapesAreLinear(t *testing.T) {
	work := func(n int) float64 {
		text := withValue(t, nestedLets(n))
		return testing.AllocsPerRun(1, func() { Load("r.json", text) })
	}
	if few, many := work(10), work(40); many > 4*few {
		t.Errorf("%.0f allocations for 10 levels, %.0f for 40", few, many)
	}
}

// What is known of the members of a hash.
func TestMembersOfShapes(t *testing.T) {
	for _, tt := range []struct{ expr, want string }{
		{"let $a = {n: now} in let $b = {p: $a, q: $a} in [$b.p.x, $b.q.n, $b.q.y, steps.search]", "Q8 x | Q8 y"},
		{"[merge({a: now}, {b: now}, {a: {c: now}}).[a.c, b, a.d, e], steps.search]", "Q8 d | Q8 e"},
		{"[{a: now, a: {c: now}}.a.[c, d], steps.search]", "Q8 d"}, // of a repeated name the last counts
		// Of many members each is found, and what is none.
		{"let $a = {" + members(3*manyMembers) + "x: now} in [$a.x, $a.m0, $a.m95, $a.m96, steps.search]", "Q8 m96"},
		{"[merge({x: now}, {" + members(mostMerged-1) + "x: now}).none, steps.search]", "Q8 none"},
		{"[merge({x: now}, {" + members(mostMerged) + "x: now}).none, steps.search]", ""}, // of so many nothing is known
	} {
		text := withValue(t, tt.expr)
		_, found := Load("r.json", text)
		if got := codes(found, string(text)); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", diag.Cut(tt.expr, 100), got, tt.want)
		}
	}
}
