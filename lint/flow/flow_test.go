package flow_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/linttest"
)

// base gives the read base a foreach, a var and several extracts.
const base = `
auth = {"derive": [{"name": "tok", "from": "meta", "selector": "meta[name=t]", "attr": "content"}]}
requires_login = true
steps[1] = {"id": "more", "foreach": {"in": "steps.search.items[:5]", "as": "item"}, "request": {"url": "/m/{{ item.id }}"}, "extract": {"json": {"price": "price", "csrf": "csrf"}}}
output.value = "steps.more[].price"
`

// uses writes what a sink reads: path{labels}«marked text».
func uses(s *flow.Sink, text string) string {
	var all []string
	for _, u := range s.Uses {
		var labels []string
		for _, l := range u.Labels {
			kind := ""
			if l.Kind == flow.Token {
				kind = "token "
			}
			labels = append(labels, kind+l.String())
		}
		whole := ""
		if u.Whole {
			whole = "whole "
		}
		via := ""
		if u.Via != nil {
			via = " via " + u.Via.Step.ID
		}
		all = append(all, fmt.Sprintf("%s%s{%s}%s «%s»", whole, u.Text(), strings.Join(labels, ", "), via, text[u.Span.Start:u.Span.End]))
	}
	return strings.Join(all, "; ")
}

// What an expression of output.value reads.
func TestExpressions(t *testing.T) {
	const everything = "{params.limit, params.max_price, params.query, steps.more.*, steps.search.*, steps.search.items, vars.tok, token steps.more.csrf, now, page.host, page.origin}"
	tests := []struct{ expr, want string }{
		{"params.query", "params.query{params.query} «params.query»"},
		{`params."que\u0072y"`, `params.query{params.query} «params.\"que\\u0072y\"»`},
		{"$.params.query", "params.query{params.query} «$.params.query»"},
		{"@.vars.tok", "vars.tok{vars.tok} «@.vars.tok»"},
		{"now", "now{now} «now»"},
		{"page.host == 'x'", "page.host{page.host} «page.host»"},
		{"params", "whole params{params.limit, params.max_price, params.query} «params»"},
		{"steps.search", "whole steps.search{steps.search.*} «steps.search»"},
		{"steps.more", "whole steps.more{steps.more.*, steps.search.items, token steps.more.csrf} via more «steps.more»"},
		{"steps.more[].price", "steps.more.price{steps.more.price} «steps.more[].price»"},
		{"steps.more[0].csrf", "steps.more.csrf{steps.more.csrf, token steps.more.csrf} «steps.more[0].csrf»"},
		{"steps.more[].item", "steps.more.item{steps.search.items} via more «steps.more[].item»"},
		{"steps.search.items[].title", "steps.search.items{steps.search.items} «steps.search.items»"},
		{"steps.search.{a: items, b: total}", "steps.search{steps.search.items, steps.search.total} «steps.search»"},
		// The context as a whole.
		{"$", "whole @" + strings.Replace(everything, "steps.search.*, steps.search.items", "steps.search.*, steps.search.items", 1) + " via more «$»"},
		{"@", "whole @" + everything + " via more «@»"},
		{"*", "whole @" + everything + " via more «*»"},
		{"values(@)", "whole @" + everything + " via more «@»"},
		{"keys($)", "whole @" + everything + " via more «$»"},
		{"{a: 'x', d: to_string($)}", "whole @" + everything + " via more «$»"},
		{"*.tok", "whole @{params.tok, vars.tok, now, page.tok} «*.tok»"},
		// What is not read from the context.
		{"steps.search.items[?vars == 'x'].params", "steps.search.items{steps.search.items} «steps.search.items»"},
		{"steps.search.items[].{params: vars.tok}", "steps.search.items{steps.search.items} «steps.search.items»"},
		{"map(&vars.tok, steps.search.items)", "steps.search.items{steps.search.items} «steps.search.items»"},
		{"'vars.tok'", ""},
		{"`{\"a\": \"vars.tok\"}`", ""},
		{"params.query | vars.tok", "params.query.vars{params.query} «params.query | vars.tok»"},
		{"{a: vars.tok, b: params.query}.b", "params.query{params.query} «params.query»"},
		// What is read from it in spite of appearances.
		{"map(&$.vars.tok, steps.search.items)", "vars.tok{vars.tok} «$.vars.tok»; steps.search.items{steps.search.items} «steps.search.items»"},
		{"map(&vars.tok, [@])", "vars.tok{vars.tok} «@»"},
		{"[@][0].vars.tok", "vars.tok{vars.tok} «@»"},
		{"{a: @}.a.vars.tok", "vars.tok{vars.tok} «@»"},
		{"@ | vars | tok", "vars.tok{vars.tok} «@ | vars | tok»"},
		{"to_array(@)[0].vars.tok", "vars.tok{vars.tok} «@»"},
		{"merge(@, {a: 'b'}).vars.tok", "vars.tok{vars.tok} «@»"},
		{"let $x = vars.tok in steps.search.items[?id == $x]", "steps.search.items{steps.search.items} «steps.search.items»; vars.tok{vars.tok} «$x»"},
		{"let $c = @ in let $v = $c.vars in $v.tok", "vars.tok{vars.tok} «$v.tok»"},
		{"let $f = &vars.tok in map($f, [@])", "vars.tok{vars.tok} «@»"},
		{"let $x = vars.tok in 'constant'", ""},
		{"let $c = @ in steps.search.items[?price <= $c.params.max_price]", "steps.search.items{steps.search.items} «steps.search.items»; params.max_price{params.max_price} «$c.params.max_price»"},
		{"vars.tok && 'x'", "vars.tok{vars.tok} «vars.tok»"},
		{"vars.tok ? 'a' : 'b'", "vars.tok{vars.tok} «vars.tok»"},
		{"!(vars.tok)", "vars.tok{vars.tok} «vars.tok»"},
		{"!vars.tok", "whole vars{vars.tok} «vars»"}, // (!vars).tok
		{"steps.search.items[?starts_with($.vars.tok, id)]", "steps.search.items{steps.search.items} «steps.search.items»; vars.tok{vars.tok} «$.vars.tok»"},
		{"vars.tok[:4]", "vars.tok{vars.tok} «vars.tok»"},
		{"length(vars.tok)", "vars.tok{vars.tok} «vars.tok»"},
		{"vars.*", "vars.tok{vars.tok} «vars»"},
		{"sort_by(steps.search.items, &price)[0]", "steps.search.items{steps.search.items} «steps.search.items»"},
		{"not_null(params.max_price, vars.tok)", "params.max_price{params.max_price} «params.max_price»; vars.tok{vars.tok} «vars.tok»"},
		{"nowhere.x", "nowhere.x{} «nowhere.x»"},
	}
	for _, tt := range tests {
		t.Run(tt.expr, func(t *testing.T) {
			quoted := strings.ReplaceAll(strings.ReplaceAll(tt.expr, `\`, `\\`), `"`, `\"`)
			c := linttest.Snippet(t, "read", base+`output.value = "`+quoted+`"`)
			f := flow.New(c.Pass().Recipe)
			if f.Output() == nil {
				t.Fatal("the expression was not understood")
			}
			if got := uses(f.Output(), string(c.Text)); got != tt.want {
				t.Errorf("\ngot  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// An expression that would be followed for ever counts as reading everything.
func TestWorkIsBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("let $v0 = @ in ")
	for i := 1; i < 40; i++ {
		fmt.Fprintf(&b, "let $v%d = [$v%d[].a%d, $v%d[].b%d, {x: $v%d}] in ", i, i-1, i, i-1, i, i-1)
	}
	b.WriteString("$v39")
	c := linttest.Snippet(t, "read", base+`output.value = "`+b.String()+`"`)
	u := flow.New(c.Pass().Recipe).Output().Uses
	if last := u[len(u)-1]; !last.Whole || !last.Has(flow.Secret) {
		t.Errorf("%+v", u)
	}
}

func BenchmarkNew(b *testing.B) {
	r := linttest.Snippet(b, "write", "").Pass().Recipe
	b.ReportAllocs()
	for b.Loop() {
		flow.New(r)
	}
}

// A step of whose extracts none was understood is read as a whole.
func TestStepWithoutExtracts(t *testing.T) {
	for _, extract := range []string{"{}", `{"json": {}}`, "null"} {
		c := linttest.Snippet(t, "read", base+"steps[0].extract = "+extract+"\n"+`output.value = "let $s = steps.search in [$s.*, steps.search.*]"`)
		want := "whole steps.search{steps.search.*} «$s»; whole steps.search{steps.search.*} «steps.search»"
		if got := uses(flow.New(c.Pass().Recipe).Output(), string(c.Text)); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", extract, got, want)
		}
	}
}
