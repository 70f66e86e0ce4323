package schemas

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

func tree(t *testing.T, text string) *jsonval.Node {
	t.Helper()
	n, found := jsonval.ParseTree([]byte(text))
	if len(found) > 0 {
		t.Fatalf("%s: %s", text, found[0].Message)
	}
	return n
}

func TestWalk(t *testing.T) {
	n := tree(t, `{"properties":{"pattern":{"enum":[{"type":"x"}]},"b":true},"items":{"not":{}},"allOf":[{"if":{}},{}],"$defs":{"d":{"patternProperties":{"^x":{}}}},
		"default":{"properties":{"no":{}}},"examples":[{"items":{}}],"x-more":{"properties":{"no":{}}}}`)
	var got []string
	Walk(n, func(p Part) { got = append(got, strings.TrimSuffix(p.Keyword+":"+p.Name, ":")) })
	want := " properties:pattern properties:b items not allOf if allOf $defs:d patternProperties:^x"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
	Walk(nil, func(Part) { t.Error("there is nothing") })
	if all := Parts(n); len(all) != len(got) || all[1].Name != "pattern" {
		t.Errorf("%+v", all)
	}
}

func TestTarget(t *testing.T) {
	n := tree(t, `{"$defs":{"a/b":{"title":"slash"},"c d":{"title":"space"},"e":{"$anchor":"here","title":"anchor"}},"title":"root"}`)
	for _, c := range []struct{ ref, want string }{
		{"#", "root"},
		{"#/$defs/a~1b", "slash"},
		{"#/$defs/c%20d", "space"},
		{"#here", "anchor"},
		{"#there", ""},
		{"#/$defs/x", ""},
		{"other.json#/a", ""},
		{"", ""},
	} {
		from := tree(t, `{"$ref":"`+c.ref+`"}`)
		got := ""
		if target := Target(n, from); target != nil {
			got = target.Member("title").Str
		}
		if got != c.want {
			t.Errorf("%s leads to %q, want %q", c.ref, got, c.want)
		}
	}
}

// What a schema lets through, whichever keywords say it.
func TestReader(t *testing.T) {
	for _, c := range []struct {
		schema                                string
		typed, closed, list, text, str, items bool
	}{
		{`{}`, false, false, false, false, true, false},
		{`true`, false, false, false, false, true, false},
		{`false`, true, true, true, true, false, true},
		{`{"type":"integer"}`, true, true, true, true, false, true},
		{`{"type":"string"}`, true, true, true, false, true, true},
		{`{"type":"string","maxLength":20}`, true, true, true, true, true, true},
		{`{"type":"string","maxLength":21}`, true, true, true, false, true, true},
		{`{"type":["null","string"],"pattern":"^a{20}$"}`, true, true, true, true, true, true},
		{`{"type":"string","pattern":"^a{21}$"}`, true, true, true, false, true, true},
		{`{"type":"string","pattern":"a"}`, true, true, true, false, true, true},
		{`{"type":"string","pattern":"("}`, true, true, true, false, true, true},
		{`{"type":"string","format":"date"}`, true, true, true, true, true, true},
		{`{"type":"string","format":"json-pointer"}`, true, true, true, false, true, true},
		{`{"enum":["a",1]}`, true, true, true, true, true, true},
		{`{"const":1}`, true, true, true, true, false, true},
		{`{"type":"object"}`, true, false, true, true, false, true},
		{`{"type":"object","additionalProperties":false}`, true, true, true, true, false, true},
		{`{"type":"object","additionalProperties":false,"patternProperties":{"":{}}}`, true, false, true, true, false, true},
		{`{"type":"object","additionalProperties":{}}`, true, false, true, true, false, true},
		{`{"type":"array"}`, true, true, false, true, false, false},
		{`{"type":"array","maxItems":5,"items":{}}`, true, true, true, true, false, true},
		{`{"$ref":"#/$defs/s","$defs":{"s":{"type":"string","maxLength":5}}}`, true, true, true, true, true, true},
		{`{"$ref":"#/$defs/s","$defs":{"s":{"$ref":"#/$defs/s"}}}`, false, false, false, false, true, false},
		{`{"allOf":[{"type":"string"},{"maxLength":5}]}`, true, true, true, true, true, true},
		{`{"anyOf":[{"type":"string","maxLength":5},{"type":"integer"}]}`, true, true, true, true, true, true},
		{`{"anyOf":[{"type":"string","maxLength":5},{"type":"string"}]}`, true, true, true, false, true, true},
		{`{"oneOf":[{"type":"string","maxLength":5},{}]}`, false, false, false, false, true, false},
		{`{"if":{},"then":{"type":"integer"},"else":{"type":"string","maxLength":5}}`, true, true, true, true, true, true},
		{`{"if":{},"then":{"type":"integer"}}`, false, false, false, false, true, false},
	} {
		n := tree(t, c.schema)
		r := NewReader(n)
		for _, q := range []struct {
			name      string
			got, want bool
		}{
			{"typed", r.Typed(n), c.typed},
			{"closed", r.Closed(n), c.closed},
			{"list", r.BoundedList(n, 5), c.list},
			{"text", r.BoundedText(n, 20), c.text},
			{"items", r.Items(n), c.items},
		} {
			if q.got != q.want {
				t.Errorf("%s: %s is %v", c.schema, q.name, q.got)
			}
		}
		if !strings.Contains(c.schema, "allOf") && !strings.Contains(c.schema, `"if"`) {
			if got := r.Admits(n, jsonval.String); got != c.str {
				t.Errorf("%s: strings %v", c.schema, got)
			}
		}
	}
}

// A schema that branches without end is given up, with the careful answers.
func TestTangled(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/a0","$defs":{`)
	for i := range 30 {
		fmt.Fprintf(&b, `"a%d":{"anyOf":[{"$ref":"#/$defs/a%d"},{"$ref":"#/$defs/a%d"}]},`, i, i+1, i+1)
	}
	b.WriteString(`"a30":{"type":"integer"}}}`)
	n := tree(t, b.String())
	r := NewReader(n)
	if r.Typed(n) || !r.Admits(n, jsonval.String) {
		t.Error("it was not given up")
	}
}
