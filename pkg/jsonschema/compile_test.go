package jsonschema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonschema"
	"github.com/wield-run/wield/pkg/jsonval"
)

func tree(t testing.TB, text string) *jsonval.Node {
	t.Helper()
	n, faults := jsonval.ParseTree([]byte(text))
	if len(faults) > 0 {
		t.Fatalf("%s: %v", text, faults[0])
	}
	return n
}

func value(t testing.TB, text string) jsonval.Value {
	t.Helper()
	v, err := jsonval.ParseString(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// line writes a finding with the text at its place.
func line(text string, d *diag.Diagnostic) string {
	s := fmt.Sprintf("%s %s at %s: %s", d.Code, d.Severity, text[d.Span.Start:d.Span.End], d.Message)
	if d.Hint != "" {
		s += "; " + d.Hint
	}
	return s
}

func TestFindings(t *testing.T) {
	tests := []struct {
		schema string
		want   []string
	}{
		// Schemas that are right.
		{`{"type":"object","properties":{"q":{"type":"string","minLength":2,"pattern":"^[a-z]+$","default":"ab"}},"required":["q"],"additionalProperties":false}`, nil},
		{`true`, nil},
		{`{"$schema":"https://json-schema.org/draft/2020-12/schema","$comment":"x","x-own":1}`, nil},
		{`{"type":"object","properties":{"next":{"$ref":"#"}}}`, nil},
		{`{"$ref":"#node","$defs":{"n":{"$anchor":"node","type":"array","items":{"$ref":"#node"}}}}`, nil},
		{`{"$ref":"https://json-schema.org/draft/2020-12/schema"}`, nil},
		{`{"type":["number","null"],"minimum":0}`, nil},
		{`{"$ref":"#/$defs/a~1b%25","$defs":{"a/b%":{}}}`, nil},

		// P1: a misspelt keyword leaves out a rule.
		{`{"minLenght":3}`, []string{`P1 error at "minLenght": "minLenght" is not a keyword of JSON Schema; did you mean "minLength"?`}},
		{`{"nullable":true}`, []string{"P1 error at \"nullable\": \"nullable\" is not a keyword of draft 2020-12; write `\"type\": [\"string\", \"null\"]`"}},
		{`{"dependencies":{}}`, []string{"P1 error at \"dependencies\": \"dependencies\" is not a keyword of draft 2020-12; draft 2020-12 has `dependentRequired` for lists of names and `dependentSchemas` for schemas"}},
		{`{"widget":"slider"}`, []string{"P1 warning at \"widget\": \"widget\" is not a keyword of JSON Schema; it has no effect; a name for your own use begins with `x-`"}},

		// P2: values that a keyword cannot have.
		{`{"type":"strng"}`, []string{`P2 error at "strng": "strng" is not a type of JSON Schema; did you mean "string"?`}},
		{`{"type":"int"}`, []string{`P2 error at "int": "int" is not a type of JSON Schema; did you mean "integer"?`}},
		{`{"type":"any"}`, []string{"P2 error at \"any\": \"any\" is not a type of JSON Schema; leave out `type` for any type"}},
		{`{"type":["string",3]}`, []string{`P2 error at 3: "type" must be a type or a list of types, not 3; the types are string, integer, number, boolean, array, object and null`}},
		{`{"type":["null","null"]}`, []string{`P2 error at "null": "type" lists "null" twice; leave it out`}},
		{`{"minimum":"3"}`, []string{`P2 error at "3": "minimum" must be a number, not the string "3"; write 3 without quotes`}},
		{`{"exclusiveMinimum":true}`, []string{"P2 error at true: \"exclusiveMinimum\" must be a number, not true; draft 2020-12 writes the bound itself here, as in `\"exclusiveMinimum\": 0`"}},
		{`{"minLength":-1}`, []string{`P2 error at -1: "minLength" must be an integer of 0 or more, not -1; leave it out where there is no limit`}},
		{`{"minLength":1.5}`, []string{`P2 error at 1.5: "minLength" must be an integer of 0 or more, not 1.5; leave it out where there is no limit`}},
		{`{"multipleOf":0}`, []string{`P2 error at 0: "multipleOf" must be greater than 0, not 0; write the step between two values, like 1 or 0.01`}},
		{`{"properties":{"a":"string"}}`, []string{"P2 error at \"string\": the schema of \"a\" must be an object, true or false, not the string \"string\"; write `{\"type\": \"string\"}`"}},
		{`{"properties":[]}`, []string{`P2 error at []: "properties" must be an object, not an array; write {"name": …}`}},
		{`{"items":[{}]}`, []string{"P2 error at [{}]: \"items\" must be a schema, not an array; a list of schemas, one for each item, is `prefixItems`"}},
		{`{"anyOf":[]}`, []string{`P2 error at []: "anyOf" lists no schema; list one or more, or leave it out`}},
		{`{"required":true}`, []string{"P2 error at true: \"required\" must be a list of names, not true; `required` stands in the object's schema, and lists the names of the members that must be there"}},
		{`{"properties":{"q":{"type":"string","required":true}}}`, []string{"P2 error at true: \"required\" must be a list of names, not true; write `\"required\": [\"q\"]` beside `properties`"}},
		{`{"properties":{"q":{"type":"string","required":false}}}`, []string{"P2 error at false: \"required\" must be a list of names, not false; remove it: a member may be missing unless the object's schema lists it in `required`"}},
		{`{"required":"q"}`, []string{`P2 error at "q": "required" must be a list of names, not the string "q"; put it into brackets: ["q"]`}},
		{`{"type":"integer","maxLength":"5"}`, []string{`P2 error at "5": "maxLength" must be an integer of 0 or more, not the string "5"; write 5 without quotes`}},
		{`{"required":["a","a"]}`, []string{`P2 error at "a": "required" lists "a" twice; leave it out`}},
		{`{"uniqueItems":"yes"}`, []string{`P2 error at "yes": "uniqueItems" must be true or false, not the string "yes"; write true or false`}},
		{`{"title":1}`, []string{`P2 error at 1: "title" must be a string, not 1; put it into double quotes`}},
		{`{"$schema":"http://json-schema.org/draft-07/schema#"}`, []string{"P2 error at \"http://json-schema.org/draft-07/schema#\": \"http://json-schema.org/draft-07/schema#\" is not the draft that is read here; leave `$schema` out, or write \"https://json-schema.org/draft/2020-12/schema\""}},
		{`{"$anchor":"1a"}`, []string{"P2 error at \"1a\": \"$anchor\" must be a name of letters, digits, `-`, `_` and `.`, not the string \"1a\"; write a name of letters, digits, `-`, `_` and `.`"}},
		{`{"$id":"#a"}`, []string{"P2 error at \"#a\": \"$id\" must be a URI without a fragment, not the string \"#a\"; a name inside the document is `$anchor`"}},
		{`{"$defs":{"a":{"$id":"u:x"},"b":{"$id":"u:x"}}}`, []string{"P2 error at \"u:x\": the `$id` \"u:x\" stands twice; give each schema its own"}},
		{`[]`, []string{"P2 error at []: a schema must be an object, true or false, not an array; write `{}` for any value"}},

		// P3: references.
		{`{"$ref":"http://example.com/x.json"}`, []string{"P3 error at \"http://example.com/x.json\": \"http://example.com/x.json\" leads out of this schema, and nothing is fetched; put that schema into `$defs`, and write `#/$defs/name`"}},
		{`{"$ref":"#/$defs/itm","$defs":{"item":{}}}`, []string{`P3 error at "#/$defs/itm": "#/$defs/itm" leads nowhere: there is no "itm"; did you mean "item"?`}},
		{`{"$ref":"#item","$defs":{"item":{}}}`, []string{"P3 error at \"#item\": there is no anchor \"item\"; a schema in `$defs` is `#/$defs/item`"}},
		{`{"$ref":"#/title","title":"x"}`, []string{"P3 error at \"#/title\": \"#/title\" leads to the string \"x\", which is not a schema; name a schema, like `#/$defs/name`"}},
		{`{"$ref":"#/$defs/%zz"}`, []string{"P3 error at \"#/$defs/%zz\": \"#/$defs/%zz\" has a `%` that begins no escape; a `%` itself is written `%25`"}},

		// P4: cycles.
		{`{"$ref":"#"}`, []string{`P4 error at "#": "#" leads back to itself, so that no value can be checked; a schema may take itself up only for a member or an item`}},
		{`{"not":{"$ref":"#"}}`, []string{`P4 error at "#": "#" leads back to itself, so that no value can be checked; a schema may take itself up only for a member or an item`}},
		{`{"properties":{"o":{"$ref":"#","default":{}}}}`, []string{`P4 error at {}: the default calls for defaults inside of it without end; leave out the default of the inner one`}},

		// P5: formats.
		{`{"format":"emial"}`, []string{`P5 warning at "emial": "emial" is not a format that is checked; did you mean "email"?`}},
		{`{"format":"idn-hostname"}`, []string{`P5 warning at "idn-hostname": "idn-hostname" is not a format that is checked; values are not checked for it`}},

		// P6 to P8: defaults.
		{`{"properties":{"a":{"type":"integer","default":"oops"}}}`, []string{`P6 error at "oops": the default must be an integer, not the string "oops"; change the default, or what the schema says of it`}},
		{`{"properties":{"a":{"type":"string","default":null}}}`, []string{"P6 error at null: the default must be a string, not null; leave it out, or allow null in `type`"}},
		{`{"properties":{"a":{"properties":{"n":{"maximum":9}},"default":{"n":10}}}}`, []string{`P6 error at 10: in the default, n must be at most 9, not 10; change the default, or what the schema says of it`}},
		{`{"properties":{"a":{"required":["n"],"properties":{"n":{"default":1}},"default":{}}}}`, nil}, // filled first
		{`{"properties":{"a":{"$ref":"#/$defs/d","default":"x"}},"$defs":{"d":{"type":"integer"}}}`, []string{`P6 error at "x": the default must be an integer, not the string "x"; change the default, or what the schema says of it`}},
		{`{"default":{"a":1}}`, []string{`P7 warning at "default": this default is ignored; the whole value gets no default`}},
		{`{"items":{"default":7}}`, []string{"P7 warning at \"default\": this default is ignored; only a member that `properties` lists gets a default"}},
		{`{"prefixItems":[{"default":7}]}`, []string{"P7 warning at \"default\": this default is ignored; only a member that `properties` lists gets a default"}},
		{`{"anyOf":[{"properties":{"a":{"default":1}}}]}`, []string{"P7 warning at \"default\": this default is ignored; inside `anyOf`, `oneOf`, `not`, `if` and `contains` there are no defaults"}},
		{`{"properties":{"a":{"$ref":"#/$defs/d"}},"$defs":{"d":{"default":5}}}`, []string{"P7 warning at \"default\": this default is ignored; only a default beside the reference, or beside `allOf`, counts"}},
		{`{"if":{},"then":{"properties":{"a":{"default":1}}}}`, nil},
		{`{"properties":{"o":{"$ref":"#/$defs/o"}},"$defs":{"o":{"properties":{"a":{"default":1}}}}}`, nil},
		{`{"allOf":[{"properties":{"a":{"default":1}}},{"properties":{"a":{"default":2}}}]}`, []string{`P8 warning at 2: another default of "a" wins: 1; leave one of them out`}},
		{`{"properties":{"a":{"default":1}},"allOf":[{"properties":{"a":{"default":2}}}]}`, []string{`P8 warning at 1: another default of "a" wins: 2; leave one of them out`}},
		{`{"allOf":[{"properties":{"a":{"default":1}}},{"properties":{"a":{"default":1.0}}}]}`, nil},

		// P9 and P10: what cannot have been meant.
		{`{"type":"string","maximum":5}`, []string{"P9 warning at \"maximum\": \"maximum\" has no effect: it is for numbers, and the type is a string; leave it out, or change `type`"}},
		{`{"type":"integer","format":"date"}`, []string{"P9 warning at \"format\": \"format\" has no effect: it is for strings, and the type is an integer; leave it out, or change `type`"}},
		{`{"then":{}}`, []string{"P9 warning at \"then\": \"then\" has no effect without \"if\"; add `if`, or leave it out"}},
		{`{"if":{}}`, []string{"P9 warning at \"if\": \"if\" has no effect without \"then\" or \"else\"; add `then`, or leave it out"}},
		{`{"maxContains":2}`, []string{"P9 warning at \"maxContains\": \"maxContains\" has no effect without \"contains\"; add `contains`, or leave it out"}},
		{`{"type":"string","enum":["a",1,"a"]}`, []string{
			"P9 warning at 1: 1 can never be chosen: \"type\" asks for a string; leave it out, or change `type`",
			`P9 warning at "a": "a" is listed twice; leave it out`}},
		{`{"minimum":5,"maximum":1}`, []string{`P10 error at 5: no value fits: "minimum" is 5, and "maximum" is 1; swap them, or change one`}},
		{`{"minimum":` + strings.Repeat("9", 400) + `,"maximum":1}`, []string{`P10 error at ` + strings.Repeat("9", 400) + `: no value fits: "minimum" is ` + strings.Repeat("9", 40) + `…, and "maximum" is 1; swap them, or change one`}},
		{`{"exclusiveMinimum":5,"maximum":5}`, []string{`P10 error at 5: no value fits: "exclusiveMinimum" is 5, and "maximum" is 5; swap them, or change one`}},
		{`{"enum":[]}`, []string{`P10 error at []: no value fits: "enum" lists none; list the values, or leave it out`}},
		{`{"type":"integer","enum":["1","2"]}`, []string{`P10 error at ["1","2"]: no value fits: "enum" lists no value that is an integer, which "type" asks for; change one of them`}},
		{`{"type":"integer","const":"1"}`, []string{`P10 error at "1": no value fits: "const" is the string "1", and "type" asks for an integer; change one of them`}},
		{`{"properties":{"items":{}},"required":["itmes"],"additionalProperties":false}`, []string{`P10 error at "itmes": no object fits: "itmes" must be there, and "additionalProperties": false forbids it; did you mean "items"?`}},
		{`{"properties":{"a":false},"required":["a"]}`, []string{"P10 error at \"a\": no object fits: \"a\" must be there, and its schema is false; take it out of `required`, or describe it"}},

		// P11: examples.
		{`{"type":"string","examples":["a",1]}`, []string{`P11 warning at 1: the example must be a string, not 1; write "1"`}},

		// X1: patterns, at their very characters, through the escapes of JSON.
		{`{"pattern":"^a\\-b$"}`, []string{"X1 error at \\\\-: `\\-` is no escape in JavaScript; write `-`: it needs no backslash"}},
		{`{"pattern":"\u00e9(a"}`, []string{"X1 error at (: this `(` is never closed; a parenthesis itself is written `\\(`"}},
		{`{"patternProperties":{"^\\d{,2}$":{}}}`, []string{"X1 error at {,2}: `{,m}` is no quantifier in JavaScript; write `{0,2}`"}},

		// All of a file's findings at once, in order.
		{`{"type":"object","properties":{"a":{"type":"strng"},"b":{"minLenght":1},"c":{"$ref":"#/x"}}}`, []string{
			`P2 error at "strng": "strng" is not a type of JSON Schema; did you mean "string"?`,
			`P1 error at "minLenght": "minLenght" is not a keyword of JSON Schema; did you mean "minLength"?`,
			"P3 error at \"#/x\": \"#/x\" leads nowhere: there is no \"x\"; a schema of this document is `#/$defs/name`"}},
	}
	for _, tt := range tests {
		s, found := jsonschema.Compile(tree(t, tt.schema))
		if s == nil {
			t.Errorf("%s: no schema", tt.schema)
		}
		var got []string
		for _, d := range found {
			got = append(got, line(tt.schema, d))
		}
		if g, w := strings.Join(got, "\n"), strings.Join(tt.want, "\n"); g != w {
			t.Errorf("%s\n got %s\nwant %s", tt.schema, g, w)
		}
		for _, d := range found {
			if d.Name == "" || d.Hint == "" || d.Pointer == "" && tt.schema != "[]" {
				t.Errorf("%s: %+v", tt.schema, d)
			}
		}
	}
}

// Spans and pointers are the file's, wherever in it the schema stands.
func TestPlaceInFile(t *testing.T) {
	text := `{ "id": "x", "params": {"properties": {"a/b": {"minLenght": 1}}} }`
	_, found := jsonschema.Compile(tree(t, text).Member("params"))
	if len(found) != 1 || text[found[0].Span.Start:found[0].Span.End] != `"minLenght"` || found[0].Pointer != "/params/properties/a~1b/minLenght" {
		t.Errorf("%+v", found)
	}
}

func TestFixes(t *testing.T) {
	tests := []struct{ schema, want string }{
		{`{"minLenght":3}`, `{"minLength":3}`},
		{`{"type":["sting","null"]}`, `{"type":["string","null"]}`},
		{`{"pattern":"^a\\-b$"}`, `{"pattern":"^a-b$"}`},
		{`{"pattern":"[\\w-\"]"}`, `{"pattern":"[\\w\\-\"]"}`},
	}
	for _, tt := range tests {
		_, found := jsonschema.Compile(tree(t, tt.schema))
		if len(found) != 1 || found[0].Fix == nil || !found[0].Fix.Safe {
			t.Errorf("%s: %v", tt.schema, found)
			continue
		}
		e := found[0].Fix.Edits[0]
		got := tt.schema[:e.Span.Start] + e.Text + tt.schema[e.Span.End:]
		if got != tt.want {
			t.Errorf("%s becomes %s, want %s", tt.schema, got, tt.want)
		}
		if _, again := jsonschema.Compile(tree(t, got)); len(again) != 0 {
			t.Errorf("%s: %v", got, again)
		}
	}
	// A fix that would give two members one name is none.
	if _, found := jsonschema.Compile(tree(t, `{"minLenght":3,"minLength":2}`)); len(found) != 1 || found[0].Fix != nil {
		t.Errorf("%+v", found)
	}
}

func TestCompileValue(t *testing.T) {
	if _, err := jsonschema.CompileValue(value(t, `{"properties":{"a":{"type":"strng"}}}`)); err == nil || !strings.Contains(err.Error(), `"strng" is not a type`) {
		t.Errorf("%v", err)
	}
	s, err := jsonschema.CompileValue(value(t, `{"widget":1,"pattern":"^a$"}`)) // a warning is no error
	if err != nil {
		t.Fatal(err)
	}
	if vs, err := s.Validate(value(t, `"b"`)); err != nil || len(vs) != 1 {
		t.Errorf("%v, %v", vs, err)
	}
}

// Schemas of any size and depth end, and soon.
func TestBounds(t *testing.T) {
	var chain, doubling strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&chain, `"a%d":{"$ref":"#/$defs/a%d"},`, i, i+1)
	}
	for i := range 60 {
		fmt.Fprintf(&doubling, `"a%d":{"allOf":[{"$ref":"#/$defs/a%d"},{"$ref":"#/$defs/a%d"}]},`, i, i+1, i+1)
	}
	deep := strings.Repeat(`{"not":`, 900) + "{}" + strings.Repeat("}", 900)
	tests := []struct{ name, schema, code string }{
		{"a chain of references", `{"$ref":"#/$defs/a0","default":1,"$defs":{` + chain.String() + `"a3000":{}}}`, "P4"},
		{"references that double", `{"properties":{"x":{"$ref":"#/$defs/a0","default":1}},"$defs":{` + doubling.String() + `"a60":{"type":"integer"}}}`, "P6"},
		{"references that double, over an object", `{"properties":{"x":{"$ref":"#/$defs/a0","default":{}}},"$defs":{` + doubling.String() + `"a60":{"type":"integer"}}}`, "P4"},
		{"depth", deep, ""},
		{"defaults that double", `{"properties":{"l":{"$ref":"#","default":{}},"r":{"$ref":"#","default":{}}}}`, "P4"},
	}
	for _, tt := range tests {
		s, found := jsonschema.Compile(tree(t, tt.schema))
		has := tt.code == ""
		for _, d := range found {
			has = has || d.Code == tt.code
		}
		if !has {
			t.Errorf("%s: no %s in %v", tt.name, tt.code, found)
		}
		s.FillDefaults(value(t, `{}`))
		s.Properties()
		s.Open()
	}
}
