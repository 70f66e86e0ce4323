package extract

import (
	"context"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/selector"
)

// step compiles the extract object of a recipe, as package recipe does, from
// text that is known to be right.
func step(t testing.TB, source string) *Step {
	t.Helper()
	v, err := jsonval.ParseString(source)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	c := compiler{t}
	s := &Step{}
	for _, kind := range v.Members() {
		switch kind.Key {
		case "json":
			s.JSON = c.vars(s, kind.Value)
		case "html":
			for _, m := range kind.Value.Members() {
				s.HTML = append(s.HTML, HTML{m.Key, c.query(m.Value)})
				s.Order = append(s.Order, m.Key)
			}
		case "html_items":
			for _, m := range kind.Value.Members() {
				it := Items{Name: m.Key, Selector: c.selector(m.Value.Field("selector")), Max: int(m.Value.Field("max").Float())}
				for _, f := range m.Value.Field("fields").Members() {
					it.Fields = append(it.Fields, HTML{f.Key, c.query(f.Value)})
				}
				s.Items = append(s.Items, it)
				s.Order = append(s.Order, m.Key)
			}
		case "embedded_json":
			list := kind.Value.Items()
			if kind.Value.Kind() == jsonval.Object {
				list = []jsonval.Value{kind.Value}
			}
			for _, e := range list {
				s.Embedded = append(s.Embedded, c.embedded(s, e))
			}
		default:
			t.Fatalf("no kind %q", kind.Key)
		}
	}
	return s
}

type compiler struct{ t testing.TB }

func (c compiler) expr(v jsonval.Value) *jmespath.Expr {
	c.t.Helper()
	e, err := jmespath.Compile(v.Str())
	if err != nil {
		c.t.Fatal(err)
	}
	return e
}

func (c compiler) selector(v jsonval.Value) *selector.Selector {
	c.t.Helper()
	s, err := selector.Compile(v.Str())
	if err != nil {
		c.t.Fatal(err)
	}
	return s
}

func (c compiler) vars(s *Step, v jsonval.Value) []Var {
	var vars []Var
	for _, m := range v.Members() {
		vars = append(vars, Var{m.Key, c.expr(m.Value)})
		s.Order = append(s.Order, m.Key)
	}
	return vars
}

func (c compiler) query(v jsonval.Value) Query {
	q := Query{All: v.Field("all").Bool(), ParseJSON: v.Field("parse").Str() == "json"}
	if s := strings.TrimSpace(v.Field("selector").Str()); s == "" || s == ":scope" {
		q.Self = true
	} else {
		q.Selector = c.selector(v.Field("selector"))
	}
	if attr, ok := v.Get("attr"); ok {
		q.HasAttr, q.Attr = true, attr.Str()
	}
	if path, ok := v.Get("path"); ok {
		q.Path = c.expr(path)
	}
	return q
}

func (c compiler) embedded(s *Step, v jsonval.Value) Embedded {
	e := Embedded{
		Selector: c.selector(v.Field("selector")), Required: true,
		StripJS: v.Field("strip_js").Bool(), Decode: v.Field("decode").Str(), All: v.Field("all").Bool(),
	}
	if attr, ok := v.Get("attr"); ok {
		e.HasAttr, e.Attr = true, attr.Str()
	}
	if after, ok := v.Get("strip_js_after"); ok {
		e.HasAfter, e.StripJSAfter = true, after.Str()
	}
	if required, ok := v.Get("required"); ok {
		e.Required = required.Bool()
	}
	e.Vars = c.vars(s, v.Field("vars"))
	return e
}

// page is a body that is read as HTML.
func page(text string) *Body {
	return Read(Source{Data: []byte(text), ContentType: "text/html; charset=utf-8"})
}

// values runs a step and gives its values as JSON.
func values(t testing.TB, b *Body, s *Step) (string, *Result) {
	t.Helper()
	r, err := Run(context.Background(), b, s, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return jsonval.Stringify(r.Values), r
}
