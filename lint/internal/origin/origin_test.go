package origin

import (
	"fmt"
	"testing"

	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/pkg/jmespath"
)

// How long a list can be, and which part of the params describes its items.
func TestExpr(t *testing.T) {
	c := linttest.Snippet(t, "read", `
params.properties.ids = {"type": "array", "maxItems": 7, "items": {"type": "string", "title": "id"}}
params.properties.lines = {"type": "array", "maxItems": 5, "items": {"type": "object", "title": "line", "properties": {"sku": {"type": "string", "title": "sku"}}}}
params.properties.nested = {"type": "array", "maxItems": 5, "items": {"type": "array", "maxItems": 9, "items": {"type": "string"}}}
steps[1] = {"id": "b", "request": {"url": "/b"}, "extract": {"html_items": {"tiles": {"selector": "li", "max": 12, "fields": {"t": {"selector": "a"}}}}}}
`)
	f := New(c.Pass().Recipe)
	for _, c := range []struct{ expr, want string }{
		{"params.ids", "7 id"},
		{"$.params.ids", "7 id"},
		{"let $p = params in $p.ids", "7 id"},
		{"params.ids[?@ != 'x']", "7 id"},
		{"params.ids[:3]", "3 id"},
		{"params.ids[2:4]", "2 id"},
		{"params.ids[-2:]", "2 id"},
		{"params.ids[:30]", "7 id"},
		{"params.ids[::2]", "7 id"},
		{"params.ids[]", "7 id"},
		{"sort(params.ids) | reverse(@)", "7 id"},
		{"map(&upper(@), params.ids)", "7 "},
		{"params.lines[].sku", "5 sku"},
		{"params.lines[*]", "5 line"},
		{"params.nested[]", "? "},
		{"params.ids || params.lines", "7 "},
		{"params.query ? params.ids : params.ids", "7 id"},
		{"['a', 'b']", "2 "},
		{"`[1, 2, 3]`", "3 "},
		{"steps.b.tiles", "12 "},
		{"steps.search.items", "? "},
		{"params.ids[0]", "? "},
		{"params.missing", "? "},
		{"values(params)", "? "},
		{"@", "? "},
	} {
		tree, err := jmespath.Parse(c.expr)
		if err != nil {
			t.Fatal(err)
		}
		v := f.Expr(tree)
		length, title := "?", ""
		if v.Known {
			length = fmt.Sprint(v.Length)
		}
		if n := v.Items.Member("title"); n != nil {
			title = n.Str
		}
		if got := length + " " + title; got != c.want {
			t.Errorf("%s: %q, want %q", c.expr, got, c.want)
		}
	}
}
