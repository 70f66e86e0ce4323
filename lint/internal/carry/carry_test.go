package carry

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jmespath"
)

// What of a document stays in an expression's value.
func TestEval(t *testing.T) {
	for _, c := range []struct {
		expr  string
		whole bool
	}{
		{"@", true},
		{"$", true},
		{"*", true},
		{"[*]", true},
		{"[]", true},
		{"[::2]", true},
		{"[?`true`]", true},
		{"@ | @", true},
		{"@ || x", true},
		{"x ? y : @", true},
		{"{a: @}", true},
		{"[x, @]", true},
		{"let $d = @ in {a: b, c: $d}", true},
		{"to_string(@)", true},
		{"join('', [to_string($)])", true},
		{"merge(@, {a: b})", true},
		{"from_items(items(@))", true},
		{"map(&@, @)", true},
		{"not_null(x, @)", true},
		{"x.{a: $}", true},
		{"{a: x}.{b: $}", true},
		{"[*].[@]", true},
		{"to_array(@)", true},
		{"zip(@, x)", true},
		{"zip([@])[0][0]", true},
		{"zip([x], [@])[*].{a: [0], b: [1]}", true},
		{"items({a: @})[0][1]", true},
		{"values({a: @})[0]", true},
		{"from_items([['k', @]]).k", true},
		{"from_items([['k', @]]).*", true},
		{"from_items(items({a: @})).a", true},
		{"group_by([@], &'k').k", true},
		{"group_by([@], &'k').*[0]", true},
		{"group_by([@], &kind).k[0]", true},
		{"merge({a: x}, from_items([['k', @]])).k", true},
		{"x[].{a: $}", true},
		{"let $d = @ in x[].{a: $d}", true},
		{"sort_by(@, &x)[]", true},
		{"x", false},
		{"zip([x], [y])[0][0]", false},
		{"items(x)[0][1]", false},
		{"values(@)[0]", false},
		{"values({a: @}).b", false},
		{"from_items([['k', x]]).k", false},
		{"from_items([['k', @]]).k.x", false},
		{"group_by(x, &kind).k", false},
		{"group_by(@, &kind).k", false},
		{"x[?y == $.z].{a: b}", false},
		{"@.x", false},
		{"x.y[0].*", false},
		{"[?x]", false},
		{"[*].x", false},
		{"[].{a: x, b: y.z}", false},
		{"map(&x, @)", false},
		{"length(@)", false},
		{"contains(@, 'x')", false},
		{"@ == `1`", false},
		{"!@", false},
		{"keys(@)", false},
		{"[0]", false},
		{"max_by(@, &x)", false},
		{"let $d = @ in $d.x", false},
		{"'@'", false},
		{"`{}`", false},
	} {
		tree, err := jmespath.Parse(c.expr)
		if err != nil {
			t.Fatal(c.expr, err)
		}
		marks := Eval(tree, c.expr, Marked(Mark{Kind: Document})).All()
		if got := slices.ContainsFunc(marks, func(m Mark) bool { return m.Kind == Document }); got != c.whole {
			t.Errorf("%s: %v", c.expr, got)
		}
	}
}

func TestMembers(t *testing.T) {
	page, step := Mark{Kind: Page}, Mark{Kind: Step}
	context := Object(Member{"steps", Object(
		Member{"a", &Value{Marks: []Mark{step}, Members: []Member{{"text", Marked(page)}, {"n", nil}}}},
		Member{"b", List(&Value{Marks: []Mark{step}, Members: []Member{{"n", nil}}})},
	)})
	for _, c := range []struct {
		expr string
		want string
	}{
		{"steps.a.n", ""},
		{"steps.a.text", "2"},
		{"{x: steps.a}", "3 2"},
		{"{x: steps.a}.x.text", "2"},
		{"steps.b", "3"},
		{"steps.b[].n", ""},
		{"steps.b[].{a: n}", ""},
		{"steps.b[0]", "3"},
		{"steps.*.text", "2"},
		{"length(steps.a.text)", ""},
		{"upper(steps.a.text)", "2"},
		{"[steps.b, steps.a.n][0]", "3"},
		{"[[steps.b], [steps.a.n]][][]", "3"},
	} {
		tree, err := jmespath.Parse(c.expr)
		if err != nil {
			t.Fatal(c.expr, err)
		}
		var got []string
		for _, m := range Eval(tree, c.expr, context).All() {
			got = append(got, fmt.Sprint(m.Kind))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.expr, s, c.want)
		}
	}
}

// An expression that doubles with every line is given up, and not passed.
func TestTangled(t *testing.T) {
	var b strings.Builder
	b.WriteString("let $a0 = {p: x} in let $b0 = {p: y} in ")
	for i := range 40 {
		for _, v := range "ab" {
			fmt.Fprintf(&b, "let $%c%d = {p: $%c%d, q: $%c%d} in ", v, i+1, v, i, v, i)
		}
	}
	b.WriteString("$a40 || $b40")
	tree, err := jmespath.Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	marks := Eval(tree, b.String(), Marked(Mark{Kind: Document})).All()
	if len(marks) != 1 || marks[0].Kind != Tangled {
		t.Errorf("%v", marks)
	}
}

// No expression breaks the evaluation, and it ends.
func FuzzEval(f *testing.F) {
	for _, s := range []string{"@", "a.b[].{c: @, d: $}", "let $a = @ in map(&$a, [$a, x])", "max_by(@, &x) || zip(@, `[]`)[?`true`]", "to_array()", "&a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		tree, err := jmespath.Parse(source)
		if err != nil || len(source) > 1000 {
			t.Skip()
		}
		Eval(tree, source, Object(Member{"a", List(Marked(Mark{Kind: Document}))}, Member{"x", Marked(Mark{Kind: Page})})).All()
	})
}
