package decode

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/conformance"
	"github.com/wield-run/wield/pkg/jsonval"
)

// decoded is one case of a decoder: texts, the JSON that is wanted, and the
// warnings where any are.
type decoded struct {
	name  string
	texts []string
	want  string
	warns []string
}

func run(t *testing.T, read func([]string) (Result, error), cases []decoded) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r, err := read(c.texts)
			if err != nil {
				t.Fatal(err)
			}
			if got := jsonval.Stringify(r.Value); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			if !slices.Equal(r.Warnings, c.warns) {
				t.Errorf("got warnings %q, want %q", r.Warnings, c.warns)
			}
		})
	}
}

// refused is one case that ends in an error.
type refused struct {
	name    string
	texts   []string
	message string
	offset  int
}

func runRefused(t *testing.T, read func([]string) (Result, error), cases []refused) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r, err := read(c.texts)
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("got %s, %v", jsonval.Stringify(r.Value), err)
			}
			if e.Message != c.message || e.Offset != c.offset {
				t.Errorf("got %q at %d, want %q at %d", e.Message, e.Offset, c.message, c.offset)
			}
		})
	}
}

const (
	holdsItself = "the data holds itself; null stands where a part begins again inside of itself"
	notHeld     = "the data refers to parts that the page does not hold; null stands for them"
)

func TestList(t *testing.T) {
	for _, d := range List() {
		if found, ok := Find(d.Name); !ok || found.Name != d.Name || d.Read == nil {
			t.Errorf("%s is not found", d.Name)
		}
		if _, err := d.Read([]string{""}); err == nil {
			t.Errorf("%s takes an empty text", d.Name)
		}
	}
	if _, ok := Find("brotli"); ok {
		t.Error("an unknown decoder is found")
	}
}

func TestAstroConformance(t *testing.T) {
	type vector struct {
		Name, Props string
		Value       json.RawMessage
	}
	for _, c := range conformance.Lines[vector](t, "html/astro.jsonl") {
		r, err := astroProps([]string{c.Props})
		want, _ := jsonval.Parse(c.Value)
		if err != nil || !jsonval.Equal(r.Value, want) {
			t.Errorf("%s: got %s, %v, want %s", c.Name, jsonval.Stringify(r.Value), err, c.Value)
		}
	}
}

func TestAstroProps(t *testing.T) {
	run(t, astroProps, []decoded{
		{"scalars", []string{`{"s":[0,"Kettle"],"n":[0,3],"b":[0,true],"nil":[0,null],"un":[0]}`}, `{"s":"Kettle","n":3,"b":true,"nil":null,"un":null}`, nil},
		{"lists and objects", []string{`{"items":[1,[[0,{"id":[0,7],"tags":[1,[[0,"a"]]]}]]],"none":[1,[]],"o":[0,{}]}`}, `{"items":[{"id":7,"tags":["a"]}],"none":[],"o":{}}`, nil},
		{"date, BigInt, URL, RegExp", []string{`{"d":[3,"1970-01-01T00:00:00.000Z"],"b":[6,"12"],"u":[7,"https://e.x/"],"r":[2,"a+b"]}`}, `{"d":"1970-01-01T00:00:00.000Z","b":"12","u":"https://e.x/","r":"a+b"}`, nil},
		{"map and set", []string{`{"m":[4,[[1,[[0,"k"],[0,{"v":[0,1]}]]]]],"s":[5,[[0,1],[0,"x"]]]}`}, `{"m":[["k",{"v":1}]],"s":[1,"x"]}`, nil},
		{"typed arrays, infinity, NaN", []string{`{"b":[8,[1,255]],"w":[9,[1]],"l":[10,[2]],"i":[1,[[11,1],[11,-1]]],"nan":[0,null]}`}, `{"b":[1,255],"w":[1],"l":[2],"i":[null,null],"nan":null}`, nil},
		{"data that looks tagged", []string{`{"a":[1,[[0,0],[0,"x"]]]}`}, `{"a":[0,"x"]}`, nil},
		{"unknown tag", []string{`{"x":[99,1],"y":[0,2]}`}, `{"x":null,"y":2}`, nil},
		{"lists as JSON texts (Astro 1)", []string{`{"i":[1,"[[0,{\"id\":[0,7]}],[0,2]]"],"s":[5,"[[0,1]]"],"b":[8,"[1,2]"]}`}, `{"i":[{"id":7},2],"s":[1],"b":[1,2]}`, nil},
	})
	runRefused(t, astroProps, []refused{
		{"no JSON", []string{`{"a":[0,'x']}`}, `not JSON: unexpected "'": a value is expected`, 8},
		{"no object", []string{`[0,1]`}, "the props of an Astro island are a JSON object, not an array", -1},
		{"untagged", []string{`{"a":{"b":1}}`}, `a value of an Astro island's props is not [tag, value] but {"b":1}`, -1},
		{"list that is none", []string{`{"a":[1,{}]}`}, `a list in an Astro island's props is not a list but {}`, -1},
		{"list in a text that is no JSON", []string{`{"a":[1,"["]}`}, "the text of a list in an Astro island's props is not JSON: the text ends where it should go on: a value is expected (at offset 1)", -1},
		{"too deep", []string{`{"a":` + strings.Repeat("[1,[", 500) + strings.Repeat("]]", 500) + `}`}, "not JSON: arrays and objects nest deeper than 1000 levels", 2004},
	})
}

func TestJSString(t *testing.T) {
	run(t, jsString, []decoded{
		{"JSON.parse", []string{`window.__STATE__ = JSON.parse("{\"a\":[1,\"\u003cb>\"]}");`}, `{"a":[1,"<b>"]}`, nil},
		{"single quotes", []string{`x=JSON.parse('{"a":"it\'s"}')`}, `{"a":"it's"}`, nil},
		{"template", []string{"x=JSON.parse(`{\"a\":1}`)"}, `{"a":1}`, nil},
		{"the first call with a text counts", []string{`a=JSON.parse(localStorage.getItem("a"));b=JSON.parse("[1]");c=JSON.parse("[2]")`}, `[1]`, nil},
		{"other strings before", []string{`log("{}");x=JSON.parse("[1]")`}, `[1]`, nil},
		{"in a comment", []string{`// JSON.parse("[0]")` + "\n" + `x=JSON.parse("[1]")`}, `[1]`, nil},
		{"decodeURIComponent", []string{`x=JSON.parse(decodeURIComponent("%7B%22a%22%3A%22%C3%A4%22%7D"))`}, `{"a":"ä"}`, nil},
		{"decodeURIComponent alone", []string{`x=decodeURIComponent("%5B1%5D")`}, `[1]`, nil},
		{"atob", []string{`x=JSON.parse(window.atob("eyJhIjoxfQ=="))`}, `{"a":1}`, nil},
		{"atob of UTF-8", []string{`x=JSON.parse(decodeURIComponent(escape(atob("eyJhIjoiw6QifQ"))))`}, `{"a":"ä"}`, nil},
		{"atob of Latin-1", []string{`x=JSON.parse(atob("eyJhIjoi5CJ9"))`}, `{"a":"ä"}`, nil},
		{"the text begins with a string", []string{` = "eyJhIjoxfQ==";`}, `{"a":1}`, nil},
		{"percent-encoded string behind the anchor", []string{`"%7B%22a%22%3A1%7D"`}, `{"a":1}`, nil},
		{"JSON string behind the anchor", []string{`'{"a":1}', 2`}, `{"a":1}`, nil},
		{"a whole text in base64", []string{"\n eyJhIjoxfQ \n"}, `{"a":1}`, nil},
		{"base64 for URLs", []string{`eyJhIjoiPz8_In0`}, `{"a":"???"}`, nil},
		{"a whole text, percent-encoded", []string{"%7B%22a%22%3A1%7D"}, `{"a":1}`, nil},
		{"JSON that holds percent signs", []string{`x=JSON.parse("{\"a\":\"5%\"}")`}, `{"a":"5%"}`, nil},
		{"a string is a value", []string{`x=JSON.parse("\"s\"")`}, `"s"`, nil},
		{"surrogate pair in two escapes", []string{`x=JSON.parse("\"\ud83d\ude00\"")`}, `"😀"`, nil},
	})
	const neither = "the string holds neither JSON nor percent-encoded JSON nor JSON in base64: "
	runRefused(t, jsString, []refused{
		{"no string", []string{`x={"a":1}`}, neither + `unexpected "x": a value is expected (at offset 0)`, 0},
		{"not JSON", []string{`x=JSON.parse("{a:1}")`}, neither + `unexpected "a": a member name in double quotes is expected (at offset 1)`, 13},
		{"bad escape", []string{`x=JSON.parse("\u12")`}, `\u takes four hexadecimal digits`, 14},
		{"template with code", []string{"x=JSON.parse(`${y}`)"}, "a template with ${…} is no constant text", 14},
		{"broken base64", []string{`x=atob("***")`}, "the text in atob is malformed", 7},
		{"broken percent encoding", []string{`x=decodeURIComponent("%E4")`}, "the text in decodeURIComponent is malformed", 21},
	})
}
