package jsonschema_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonschema"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/regex"
)

func mustCompile(t testing.TB, schema string) *jsonschema.Schema {
	t.Helper()
	s, found := jsonschema.Compile(tree(t, schema))
	for _, d := range found {
		if d.Severity == diag.Error {
			t.Fatalf("%s: %v", schema, d)
		}
	}
	return s
}

// told writes violations, one a line.
func told(vs []jsonschema.Violation) string {
	var lines []string
	for _, v := range vs {
		s := v.Pointer + " " + v.Message
		if v.Hint != "" {
			s += "; " + v.Hint
		}
		lines = append(lines, s)
	}
	return strings.Join(lines, "\n")
}

func TestValidate(t *testing.T) {
	tests := []struct{ schema, instance, want string }{
		{`{"type":"object","properties":{"limit":{"type":"integer","minimum":1}},"required":["limit"],"additionalProperties":false}`, `{"limit":20}`, ``},

		// Types.
		{`{"type":"integer"}`, `"5"`, ` the value must be an integer, not the string "5"; write 5 without quotes`},
		{`{"type":"integer"}`, `5.0`, ``},
		{`{"type":"integer"}`, `1e400`, ` the value must be an integer, not 1e400 (read as Infinity)`}, // as JSON.parse has it
		{`{"type":["string","null"]}`, `5`, ` the value must be a string or null, not 5; write "5"`},
		{`{"type":"boolean"}`, `"true"`, ` the value must be true or false, not the string "true"; write true without quotes`},
		{`{"type":"array"}`, `"a"`, ` the value must be an array, not the string "a"; put it into brackets: [ … ]`},
		{`{"type":"object"}`, `[]`, ` the value must be an object, not an array`},

		// Values.
		{`{"enum":["price","date"]}`, `"prize"`, ` the value must be "price" or "date", not "prize"; did you mean "price"?`},
		{`{"const":{"a":1}}`, `{"a":2}`, ` the value must be {"a":1}`},
		{`{"const":9007199254740993}`, `9007199254740992`, ``}, // the same number in JavaScript

		// Numbers.
		{`{"minimum":1,"maximum":3}`, `0`, ` the value must be at least 1, not 0`},
		{`{"exclusiveMaximum":3}`, `3`, ` the value must be less than 3, not 3`},
		{`{"multipleOf":0.01}`, `19.99`, ``},
		{`{"multipleOf":0.01}`, `19.995`, ` the value must be a multiple of 0.01, not 19.995`},
		{`{"multipleOf":1e-8}`, `12391239123`, ``},
		{`{"multipleOf":0.123456789}`, `1e308`, ` the value must be a multiple of 0.123456789, not 1e+308`},
		{`{"maximum":3}`, `1e400`, ` the value must be at most 3, not 1e400`},
		{`{"maximum":3}`, `-1e400`, ``},
		{`{"minimum":1e999}`, `3`, ` the value must be at least 1e999, not 3`},
		{`{"maximum":-1e999}`, strings.Repeat("9", 400), ` the value must be at most -1e999, not ` + strings.Repeat("9", 40) + `…`},
		{`{"format":"int32"}`, `2147483648`, ` the value must be an integer of 32 bits, not 2147483648`},

		// Strings.
		{`{"minLength":3}`, `"ab"`, ` the value must have at least 3 characters, and has 2`},
		{`{"maxLength":1}`, `"😀"`, ``}, // one code point
		{`{"maxLength":1}`, `"\ud83d"`, ``},
		{`{"pattern":"^[a-z]+$"}`, `"A"`, ` the value must match the pattern "^[a-z]+$", not "A"`},
		{`{"format":"date"}`, `"1.2.2026"`, ` the value must be a date as 2026-01-31, not "1.2.2026"`},
		{`{"format":"x-unknown"}`, `"a"`, ``},

		// Arrays.
		{`{"items":{"type":"string"}}`, `["a",1,"b",2]`, "/1 [1] must be a string, not 1; write \"1\"\n/3 [3] must be a string, not 2; write \"2\""},
		{`{"minItems":2,"maxItems":3}`, `[1]`, ` the value must have at least 2 items, and has 1`},
		{`{"uniqueItems":true}`, `[{"a":1,"b":2},3,{"b":2,"a":1}]`, ` the value must have no item twice, but items 0 and 2 are equal`},
		{`{"uniqueItems":true}`, `[1,true,0,false,"1",null]`, ``},
		{`{"prefixItems":[{"type":"string"}],"items":false}`, `["a",2,3]`, ` the value must have at most 1 item, and has 3`},
		{`{"contains":{"const":1},"minContains":2}`, `[1]`, ` the value must have at least 2 items as "contains" describes, and has 1`},
		{`{"contains":{"const":1},"maxContains":1}`, `[1,1]`, ` the value must have at most 1 item as "contains" describes, and has 2`},

		// Objects: one mistake, one message.
		{`{"properties":{"q":{},"limit":{}},"required":["q"],"additionalProperties":false}`, `{"Q":1}`, `/Q Q is not a known member; did you mean "q"?`},
		{`{"properties":{"q":{},"limit":{}},"additionalProperties":false}`, `{"sort":1,"q":2}`, `/sort sort is not a known member; known are "limit"`},
		{`{"properties":{"price":{}},"required":["price"]}`, `{"prices":1}`, ` the value lacks "price"; is "prices" meant to be "price"?`},
		{`{"dependentRequired":{"user":["password"]}}`, `{"user":"u"}`, ` the value needs "password" where it has "user"`},
		{`{"minProperties":1}`, `{}`, ` the value must have at least 1 member, and has 0`},
		{`{"maxProperties":1}`, `{"a":1,"b":2}`, ` the value must have at most 1 member, and has 2`},
		{`{"propertyNames":{"pattern":"^[a-z]+$"}}`, `{"A":1}`, `/A the name "A" must match the pattern "^[a-z]+$"`},
		{`{"properties":{"a":false}}`, `{"a":1}`, `/a a is not allowed`},
		{`{"allOf":[{"properties":{"foo":{}}}],"unevaluatedProperties":false}`, `{"fooo":1}`, `/fooo fooo is not a known member; did you mean "foo"?`},
		{`{"patternProperties":{"^x":{"type":"integer"}},"additionalProperties":{"type":"string"}}`, `{"x1":"a","y":1}`,
			"/x1 x1 must be an integer, not the string \"a\"\n/y y must be a string, not 1; write \"1\""},
		{`{"properties":{"a b":{"properties":{"c":{"items":{"minimum":1}}}}}}`, `{"a b":{"c":[0]}}`, `/a b/c/0 ["a b"].c[0] must be at least 1, not 0`},

		// Violations stand in the order of the instance.
		{`{"properties":{"a":{"minimum":5},"b":{"minimum":5}},"required":["z"],"allOf":[{"properties":{"c":{"minimum":5}}}]}`, `{"c":1,"b":2,"a":3}`,
			" the value lacks \"z\"\n/c c must be at least 5, not 1\n/b b must be at least 5, not 2\n/a a must be at least 5, not 3"},
		// The same mistake by two ways is told once.
		{`{"allOf":[{"$ref":"#/$defs/n"},{"$ref":"#/$defs/n"}],"$defs":{"n":{"minimum":5}}}`, `1`, ` the value must be at least 5, not 1`},

		// Conditions and negations.
		{`{"not":{"required":["a"]}}`, `{"a":1}`, ` the value must not have "a"`},
		{`{"not":{"type":"string"}}`, `"a"`, ` the value must not be a string`},
		{`{"not":{"const":"x"}}`, `"x"`, ` the value must not be "x"`},
		{`{"if":{"properties":{"k":{"const":1}}},"then":{"required":["a"]},"else":{"required":["b"]}}`, `{"k":1}`, ` the value lacks "a"`},
		{`false`, `1`, ` the value is not allowed`},

		// Text of others is cut and escaped.
		{`{"type":"integer"}`, `"\u001b[31m\u202e"`, ` the value must be an integer, not the string "\u{1B}[31m\u{202E}"`},
		{`{"type":"integer"}`, `"` + strings.Repeat("x", 500) + `"`, ` the value must be an integer, not the string "` + strings.Repeat("x", 60) + `…"`},
	}
	for _, tt := range tests {
		vs, err := mustCompile(t, tt.schema).Validate(value(t, tt.instance))
		if err != nil {
			t.Errorf("%s on %s: %v", tt.schema, tt.instance, err)
		}
		if got := told(vs); got != tt.want {
			t.Errorf("%s on %s\n got %s\nwant %s", tt.schema, tt.instance, got, tt.want)
		}
	}
}

func TestUnions(t *testing.T) {
	const steps = `{"oneOf":[
		{"required":["kind","url"],"additionalProperties":false,"properties":{"kind":{"const":"http"},"url":{"type":"string"},"timeout":{"type":"integer"}}},
		{"required":["kind","ms"],"additionalProperties":false,"properties":{"kind":{"const":"sleep"},"ms":{"type":"integer"}}}]}`
	tests := []struct{ schema, instance, want string }{
		// The branch that the tag names is the one that was meant.
		{steps, `{"kind":"http","url":"u"}`, ``},
		{steps, `{"kind":"http","url":"u","timeout":"5"}`, `/timeout timeout must be an integer, not the string "5"; write 5 without quotes`},
		{steps, `{"kind":"sleep","msec":5}`, ` the value lacks "ms"` + "\n" + `/msec msec is not a known member; known are "ms"`},
		{steps, `{"kind":"sleep","m":5}`, ` the value lacks "ms"` + "\n" + `/m m is not a known member; known are "ms"`},
		{steps, `{"kind":"slep","ms":5}`, `/kind kind must be "http" or "sleep", not "slep"; did you mean "sleep"?`},
		{steps, `{"url":"u"}`, ` the value lacks "kind"; "kind" is "http" or "sleep"`},
		// Two branches may have one tag.
		{`{"anyOf":[{"required":["t"],"properties":{"t":{"const":1},"a":{"minimum":5}}},{"required":["t"],"properties":{"t":{"const":1},"a":{"maximum":1}}},{"required":["t"],"properties":{"t":{"const":2}}}]}`,
			`{"t":1,"a":3}`, `/a a must be at least 5, not 3`},
		// Without a tag: by type, by what all demand, by what comes closest.
		{`{"anyOf":[{"type":"string"},{"type":"array"}]}`, `5`, ` the value must be a string or an array, not 5; write "5"`},
		{`{"anyOf":[{"type":"string","maxLength":2},{"type":"array"}]}`, `"abc"`, ` the value must have at most 2 characters, and has 3`},
		{`{"anyOf":[{"const":"a"},{"const":"b"},{"type":"number"}]}`, `null`, ` the value must be "a" or "b", or a number, not null`},
		{`{"anyOf":[{"format":"date"},{"format":"date-time"}]}`, `"x"`, ` the value must be a date as 2026-01-31 or a date and time with its offset as 2026-01-31T14:30:00Z, not "x"`},
		{`{"anyOf":[{"required":["zip"]},{"required":["city"]}]}`, `{}`, ` the value must have the member "zip" or the member "city"`},
		{`{"anyOf":[{"properties":{"a":{"properties":{"b":{"minimum":5}}}}},{"required":["z"]}]}`, `{"a":{"b":1}}`, `/a/b a.b must be at least 5, not 1`},
		{`{"anyOf":[{"anyOf":[{"minimum":5},{"type":"string"}]},{"type":"null"}]}`, `1`, ` the value must be at least 5, not 1`},
		// More than one branch of oneOf.
		{`{"oneOf":[{"minimum":1},{"title":"small","maximum":5},{"$ref":"#/$defs/odd"}],"$defs":{"odd":{"const":3}}}`, `3`, ` the value fits the alternatives 1 and "small" and "odd", and must fit exactly one alternative`},
	}
	for _, tt := range tests {
		vs, err := mustCompile(t, tt.schema).Validate(value(t, tt.instance))
		if err != nil {
			t.Errorf("%s on %s: %v", tt.schema, tt.instance, err)
		}
		if got := told(vs); got != tt.want {
			t.Errorf("%s on %s\n got %s\nwant %s", tt.schema, tt.instance, got, tt.want)
		}
	}
}

// What an author writes leads to no crash, no file and no host.
func TestSafety(t *testing.T) {
	tests := []struct{ schema, instance, code string }{
		{`{"$ref":"http://127.0.0.1:1/x.json"}`, `1`, "P3"},
		{`{"$ref":"file:///etc/passwd"}`, `1`, "P3"},
		{`{"$ref":"other.json"}`, `1`, "P3"},
		{`{"$dynamicRef":"http://127.0.0.1:1/x.json#a"}`, `1`, "P3"},
		{`{"$schema":"http://127.0.0.1:1/meta.json"}`, `1`, "P2"},
		{`{"$ref":"#"}`, `1`, "P4"},
		{`{"allOf":[{"$ref":"#"}]}`, `1`, "P4"},
		{`{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`, `1`, "P4"},
		{`{"not":{"$ref":"#"}}`, `1`, "P4"},
		{`{"$dynamicAnchor":"a","$dynamicRef":"#a"}`, `1`, "P4"},
		{`{"$anchor":"x","properties":{"a":{"$ref":"#x"}}}`, `{"a":{"a":{}}}`, ""},
	}
	for _, tt := range tests {
		s, found := jsonschema.Compile(tree(t, tt.schema))
		switch {
		case tt.code == "" && len(found) > 0, tt.code != "" && (len(found) != 1 || found[0].Code != tt.code || found[0].Severity != diag.Error):
			t.Errorf("%s: %v, want %s", tt.schema, found, tt.code)
		}
		if _, err := s.Validate(value(t, tt.instance)); err != nil {
			t.Errorf("%s: %v", tt.schema, err)
		}
	}
	deep := value(t, strings.Repeat("[", 1000)+strings.Repeat("]", 1000))
	if vs, err := mustCompile(t, `{"type":"array","items":{"$ref":"#"}}`).Validate(deep); err != nil || len(vs) > 0 {
		t.Errorf("1000 arrays: %v, %v", vs, err)
	}
}

// It is an error, and neither valid nor invalid, where it is not known.
func TestUnknown(t *testing.T) {
	slow := `"` + strings.Repeat("a", 40) + `"`
	for _, schema := range []string{
		`{"pattern":"^(a+)+$"}`, `{"not":{"pattern":"^(?:(a+)+b|.*)$"}}`, `{"anyOf":[{"pattern":"^(?:(a+)+b|c)$"},true]}`,
		`{"if":{"pattern":"^(?:(a+)+b|c)$"},"then":false}`, `{"oneOf":[{"pattern":"^(?:(a+)+b|c)$"},true]}`,
	} {
		text := slow
		if strings.Contains(schema, `(a+)+$"`) {
			text = slow[:len(slow)-1] + `!"`
		}
		vs, err := mustCompile(t, schema).Validate(value(t, text))
		var limit *regex.MatchError
		if vs != nil || !errors.As(err, &limit) || limit.Reason != regex.TimedOut {
			t.Errorf("%s: %v, %v", schema, vs, err)
		}
	}
	_, err := mustCompile(t, `{"properties":{"a":{"pattern":"b"}}}`).Validate(value(t, `{"a":"`+strings.Repeat("a", regex.MaxInput+1)+`"}`))
	if err == nil || !strings.HasPrefix(err.Error(), "a: the pattern") {
		t.Errorf("a long text: %v", err)
	}
	var doubling strings.Builder
	for i := range 40 {
		fmt.Fprintf(&doubling, `"a%d":{"anyOf":[{"$ref":"#/$defs/a%d"},{"$ref":"#/$defs/a%d"}]},`, i, i+1, i+1)
	}
	_, err = mustCompile(t, `{"$ref":"#/$defs/a0","$defs":{`+doubling.String()+`"a40":{"type":"string"}}}`).Validate(value(t, `1`))
	var work *jsonschema.WorkError
	if !errors.As(err, &work) || !strings.HasPrefix(work.SchemaPointer, "/$defs/a") {
		t.Errorf("schemas that double: %v", err)
	}
}

// The same text gives the same violations in the same order.
func TestDeterministic(t *testing.T) {
	s := mustCompile(t, `{"properties":{"a":{"type":"integer"},"b":{"enum":[1,2]}},"patternProperties":{"^c":{"minimum":1},"c$":{"maximum":-1}},
		"required":["x","y"],"dependentRequired":{"a":["p","q"]},"additionalProperties":false,"anyOf":[{"required":["m"]},{"required":["n"]}]}`)
	v := value(t, `{"z":1,"b":3,"a":"x","cc":0,"w":2}`)
	want := ""
	for i := range 100 {
		vs, err := s.Validate(v)
		if err != nil {
			t.Fatal(err)
		}
		got := told(vs)
		if i == 0 {
			want = got
			if len(vs) != 11 {
				t.Fatalf("%d violations:\n%s", len(vs), got)
			}
		}
		if got != want {
			t.Fatalf("run %d:\n%s\nfirst:\n%s", i, got, want)
		}
	}
}

func TestValidateNamed(t *testing.T) {
	s := mustCompile(t, `{"properties":{"limit":{"minimum":1},"l":{"items":{"type":"string"}}},"required":["q"]}`)
	vs, err := s.ValidateNamed(value(t, `{"limit":0,"l":[1]}`), "params")
	want := " params lacks \"q\"\n/limit params.limit must be at least 1, not 0\n/l/0 params.l[0] must be a string, not 1; write \"1\""
	if err != nil || told(vs) != want {
		t.Errorf("%v\n%s", err, told(vs))
	}
}

func TestManyViolations(t *testing.T) {
	items := make([]jsonval.Value, 5000)
	vs, err := mustCompile(t, `{"items":{"type":"string"}}`).Validate(jsonval.ArrayValue(items))
	if err != nil || len(vs) != 1000 || vs[999].Pointer != "/999" {
		t.Errorf("%d, %v", len(vs), err)
	}
}

func TestDiagnostic(t *testing.T) {
	text := `{ "a": {"b": [ "x" ], "c": {} }, "d": 1 }`
	n := tree(t, text)
	s := mustCompile(t, `{"properties":{"a":{"properties":{"b":{"items":{"type":"integer"}},"c":{"required":["z"]}}},"e":{}},"required":["e"],"additionalProperties":false}`)
	vs, _ := s.Validate(n.Value())
	var got []string
	for i := range vs {
		d := vs[i].Diagnostic("P12", "params", diag.Error, n)
		got = append(got, fmt.Sprintf("%s %s %s", d.Code, d.Pointer, text[d.Span.Start:d.Span.End]))
	}
	// A missing member is shown at the bracket that opens its object, an
	// unknown one at its name.
	want := []string{`P12  {`, `P12 /a/b/0 "x"`, `P12 /a/c {`, `P12 /d "d"`}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
	// A place that the tree does not have is that of what holds it.
	v := jsonschema.Violation{Path: []jsonschema.Step{{Name: "a", Index: -1}, {Name: "new", Index: -1}, {Index: 3}}}
	if span, pointer := v.Locate(n); pointer != "/a" || text[span.Start:span.End] != "{" {
		t.Errorf("%v %q", span, pointer)
	}
}
