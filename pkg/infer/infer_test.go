package infer

import (
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonschema"
	"github.com/wield-run/wield/pkg/jsonval"
)

func parse(t *testing.T, texts ...string) []jsonval.Value {
	t.Helper()
	var all []jsonval.Value
	for _, text := range texts {
		v, err := jsonval.ParseString(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		all = append(all, v)
	}
	return all
}

func TestSchema(t *testing.T) {
	for _, c := range []struct {
		name    string
		samples []string
		want    string
	}{
		{"nothing is known", nil, `{}`},
		{"of null nothing is known", []string{`null`}, `{}`},
		{"a whole number", []string{`3`, `4e2`}, `{"type":"integer"}`},
		{"a number", []string{`3`, `2.5`}, `{"type":"number"}`},
		{"a whole number that JavaScript cannot count to", []string{`9007199254740993000`}, `{"type":"number"}`},
		{"a number that JavaScript reads as Infinity", []string{`[1, 1e999]`, `[]`}, `{"type":"array","maxItems":100,"items":{}}`},
		{"a price is whole by chance", []string{`{"price":249,"id":7}`},
			`{"type":"object","properties":{"price":{"type":"number"},"id":{"type":"integer"}},"required":["price","id"],"additionalProperties":false}`},
		{"nullable", []string{`"a"`, `null`}, `{"type":["string","null"],"maxLength":100}`},
		{"several types, null last", []string{`null`, `"a"`, `1`, `true`}, `{"type":["boolean","integer","string","null"],"maxLength":100}`},
		{"a text", []string{`"Möwe"`}, `{"type":"string","maxLength":100}`},
		{"a long text", []string{`"` + strings.Repeat("a", 120) + `"`}, `{"type":"string","maxLength":500}`},
		{"an address", []string{`"https://www.example.de/a"`}, `{"type":"string","format":"uri","maxLength":100}`},
		{"a date", []string{`"2026-11-30"`, `null`}, `{"type":["string","null"],"format":"date"}`},
		{"a time", []string{`"2026-11-30T11:42:00+01:00"`}, `{"type":"string","format":"date-time","maxLength":40}`},
		{"no format where one sample has none", []string{`"2026-11-30"`, `"soon"`}, `{"type":"string","maxLength":100}`},
		{"a path is no address", []string{`"/a/b"`}, `{"type":"string","maxLength":100}`},
		{"what looks like a scheme is no address", []string{`"note:later"`}, `{"type":"string","maxLength":100}`},
		{"an empty list", []string{`[]`}, `{"type":"array","maxItems":100,"items":{}}`},
		{"rows: a member that one of them lacks is not required", []string{`[{"a":1,"b":"x"},{"a":null}]`},
			`{"type":"array","maxItems":100,"items":{"type":"object","properties":{"a":{"type":["integer","null"]},"b":{"type":"string","maxLength":100}},"required":["a"],"additionalProperties":false}}`},
		{"members in the order in which they come", []string{`{"z":1}`, `{"a":true,"z":2}`},
			`{"type":"object","properties":{"z":{"type":"integer"},"a":{"type":"boolean"}},"required":["z"],"additionalProperties":false}`},
		{"keys that are data", []string{`{"1001":{"n":1},"1002":{"n":2}}`},
			`{"type":"object","additionalProperties":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}}`},
		{"keys that are found to be data later", []string{`{"x":{"n":1,"l":[1]}}`, `{"1":{"n":"s","l":[2.5]},"2":{"m":true}}`},
			`{"type":"object","additionalProperties":{"type":"object","properties":{"n":{"type":["integer","string"],"maxLength":100},"l":{"type":"array","maxItems":100,"items":{"type":"number"}},"m":{"type":"boolean"}},"additionalProperties":false}}`},
		{"a date and a text below keys that are data", []string{`{"x":"2026-11-30","y":"2026-11-30T11:42:00+01:00"}`, `{"1":"2026-12-01"}`},
			`{"type":"object","additionalProperties":{"type":"string","maxLength":100}}`},
		{"named members beside keys that are data", []string{`{"x":{"n":"s"},"y":{"1001":2}}`, `{"5":{}}`},
			`{"type":"object","additionalProperties":{"type":"object","additionalProperties":{"type":["integer","string"],"maxLength":100}}}`},
		{"an empty object", []string{`{}`}, `{"type":"object","properties":{},"additionalProperties":false}`},
		{"a list of lists", []string{`[[1],[2.5]]`}, `{"type":"array","maxItems":100,"items":{"type":"array","maxItems":100,"items":{"type":"number"}}}`},
	} {
		hold(t, jsonval.ArrayValue(parse(t, c.samples...)))
		if got := jsonval.Stringify(Schema(parse(t, c.samples...)...)); got != c.want {
			t.Errorf("%s: %v\n got %s\nwant %s", c.name, c.samples, got, c.want)
		}
	}
}

func TestChecks(t *testing.T) {
	for _, c := range []struct {
		value string
		want  []string
	}{
		{`null`, nil},
		{`{"items":[]}`, nil},
		{`{"total":3,"items":[{"title":"Rad","price":10,"url":"https://www.example.de/1"},{"title":"Zelt","price":2.5,"url":"https://www.example.de/2"}]}`,
			[]string{"length(output.items) > `0`", "output.total > `0`", "length(output.items[0].title) > `0`", "min(output.items[].price) > `0`", "starts_with(output.items[0].url, 'https://')"}},
		{`[{"a":"","b":0,"c":null},{"a":"x","b":1,"c":2}]`, []string{"length(output) > `0`"}},
		{`{"og:title":"x","n":-1,"free":false}`, []string{"length(output.\"og:title\") > `0`"}},
		{`{"tags":["a","b"]}`, []string{"length(output.tags) > `0`", "length(output.tags[0]) > `0`"}},
	} {
		v := parse(t, c.value)[0]
		got := Checks(v)
		if len(got) != len(c.want) {
			t.Errorf("%s: got %q, want %q", c.value, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: got %q, want %q", c.value, got, c.want)
			}
		}
	}
}

// hold reports what does not hold of a value: its own schema and checks.
func hold(t *testing.T, v jsonval.Value) {
	t.Helper()
	schema := Schema(v)
	compiled, err := jsonschema.CompileValue(schema)
	if err != nil {
		t.Fatalf("%s: %v", jsonval.Stringify(schema), err)
	}
	wrong, err := compiled.Validate(v)
	if err != nil {
		t.Fatal(err)
	}
	if len(wrong) > 0 {
		t.Fatalf("%s does not fit %s: %v", jsonval.Stringify(v), jsonval.Stringify(schema), wrong[0])
	}
	context := jsonval.ObjectValue([]jsonval.Member{{Key: "output", Value: v}})
	for _, check := range Checks(v) {
		e, err := jmespath.Compile(check)
		if err != nil {
			t.Fatalf("%s: %v", check, err)
		}
		if result, err := e.Eval(t.Context(), context, jmespath.Limits{}); err != nil || !jmespath.Truthy(result) {
			t.Fatalf("%s of %s: %s, %v", check, jsonval.Stringify(v), jsonval.Stringify(result), err)
		}
	}
}

func FuzzInfer(f *testing.F) {
	for _, text := range []string{`[{"a":1},{"a":"x","b":[null]}]`, `{"1":{"x":1},"2":[]}`, `{"a b":"https://x.de"}`, `"2026-02-29"`, `[[[[[[1]]]]],"\ud800"]`, `{"":1}`, `{"a\"":2,"__proto__":3}`} {
		f.Add(text)
	}
	f.Add(`{"a":[1e999],"b":-1e999}`)
	f.Fuzz(func(t *testing.T, text string) {
		if v, err := jsonval.Parse([]byte(text)); err == nil {
			hold(t, v)
		}
	})
}
