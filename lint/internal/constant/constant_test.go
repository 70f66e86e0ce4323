package constant

import (
	"testing"

	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		expr string
		want Truth
	}{
		{"`true`", Truthy},
		{"`false`", Falsy},
		{"`0`", Truthy},
		{"''", Falsy},
		{"`[]`", Falsy},
		{"'a' == 'b'", Falsy},
		{"`1` < `2`", Truthy},
		{"length('abc') > `5`", Falsy},
		{"abs('x')", Falsy}, // fails
		{"params.a", Unknown},
		{"params.a || `true`", Truthy},
		{"params.a && `false`", Falsy},
		{"params.a && !`true`", Falsy},
		{"!(params.a || 'x')", Falsy},
		{"params.a ? `false` : `null`", Falsy},
		{"`true` ? params.a : 'x'", Unknown},
		{"params | `false`", Falsy},
		{"let $x = params.a in `false`", Falsy},
		{"{a: params.a}", Truthy},
		{"[params.a]", Unknown},
		{"@", Unknown},
		{"`true` && params.a", Unknown},
		{"{a: params.a} && {b: params.b}", Truthy},
		{"params.a && {b: params.b}", Unknown},
		{"(params.a && `false`) || (params.b && `false`)", Falsy},
		{"params.a || (params.b && `false`)", Unknown},
	} {
		tree, err := jmespath.Parse(c.expr)
		if err != nil {
			t.Fatal(err)
		}
		if got := Of(tree, c.expr); got != c.want {
			t.Errorf("%s: %d, want %d", c.expr, got, c.want)
		}
	}
	if Of(nil, "") != Unknown {
		t.Error("no expression is known")
	}
}

// Names come before what they name, and are no texts.
func TestScalars(t *testing.T) {
	v, err := jsonval.ParseString(`{"a": ["x", 1, {"b": null}], "c": "y", "d": []}`)
	if err != nil {
		t.Fatal(err)
	}
	scalars, texts := "", ""
	Scalars(v, func(v jsonval.Value, name bool) {
		scalars += jsonval.Stringify(v)
		if name {
			scalars += ":"
		}
	})
	Texts(v, func(text string) { texts += text })
	if scalars != `"a":"x"1"b":null"c":"y""d":` || texts != "xy" {
		t.Errorf("%s, %s", scalars, texts)
	}
}
