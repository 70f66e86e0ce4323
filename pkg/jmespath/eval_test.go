package jmespath

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

const shop = `{
	"params": {"max_price": 50, "query": "rad"},
	"items": [
		{"id": 101, "title": "Stadtrad", "price": {"amount": 39.9, "currency": "EUR"}, "tags": ["rad", "stadt"], "sponsored": false},
		{"id": 9,   "title": "Zelt",     "price": {"amount": 120,  "currency": "EUR"}, "tags": [],               "sponsored": true},
		{"id": 55,  "title": "Äpfel",    "price": {"amount": 5,    "currency": "CHF"}, "tags": ["obst"],         "sponsored": false},
		{"id": 7,   "title": "lampe",    "price": null,                                "tags": ["licht"]}
	],
	"prices": {"b": 2, "10": 10, "a": 1, "2": 20},
	"nested": {"x": {"v": {"n": 1}}, "y": {"v": {"n": 2}}},
	"matrix": [[1, 2], [3], 4, [null, [5]]],
	"text": "a😀b",
	"empty": {"list": [], "object": {}, "text": ""},
	"zero": 0, "no": false, "nothing": null,
	"__proto__": {"own": true}
}`

func TestEval(t *testing.T) {
	tests := []struct{ expr, want string }{
		// Paths.
		{"items[0].price.amount", "39.9"},
		{"items[-1].title", `"lampe"`},
		{"items[4]", "null"},
		{"items[-5]", "null"},
		{"items.title", "null"},
		{"nope.nope", "null"},
		{`prices."10"`, "10"},
		{`"\u0070rices".b`, "2"},
		{"empty", `{"list":[],"object":{},"text":""}`},
		{"items[9007199254740993]", "null"},
		{"items[-99999999999999999999]", "null"},

		// An object has only its own members.
		{"items[0].constructor", "null"},
		{"prices.toString", "null"},
		{"items[?valueOf]", "[]"},
		{`"__proto__".own`, "true"},

		// Projections leave out null; the rest sees one element.
		{"items[*].price.amount", "[39.9,120,5]"},
		{"items[*].price.nope", "[]"},
		{"items[?price.amount < `50`].id", "[101,55]"},
		{"items[?contains(tags, 'rad')].id", "[101]"},
		{"items[?!sponsored].id", "[101,55,7]"},
		{"items[?price.amount <= params.max_price]", "[]"}, // params is looked up in the item
		{"items[?price.amount <= $.params.max_price].id", "[101,55]"},
		{"let $max = params.max_price in items[?price.amount <= $max].id", "[101,55]"},
		{"items[*].tags[0]", `["rad","obst","licht"]`},
		{"items[*].tags | [0]", `["rad","stadt"]`},
		{"(items[*].tags)[0]", `["rad","stadt"]`},
		{"items[].tags[]", `["rad","stadt","obst","licht"]`},
		{"matrix[]", "[1,2,3,4,[5]]"},
		{"matrix[][]", "[1,2,3,4,5]"},
		{"matrix[*][0]", "[1,3]"},
		{"prices.*", "[20,10,2,1]"},
		{"*.v", "[]"},
		{"nested.*.v.n", "null"}, // ".*" projects one step
		{"nested.* | [*].v.n", "[1,2]"},
		{"nested.*.v", `[{"n":1},{"n":2}]`},
		{"items[*].{t: title}[:1]", `[{"t":"Stadtrad"}]`}, // a multi-select ends a projection
		{"items[*].[id][0]", "[101]"},
		{"items[*].{t: title}.t", "null"},
		{"nope[*]", "null"}, {"nope[]", "null"}, {"nope[?a]", "null"}, {"nope.*", "null"}, {"nope[1:]", "null"},
		{"text[*]", "null"}, {"text[?a]", "null"},
		{"nope.[a]", "null"}, {"nope.{a: a}", "null"}, {"nope.to_string(@)", "null"},
		{"nope | [a]", "[null]"}, {"nope | {a: a}", `{"a":null}`}, {"nope | to_string(@)", `"null"`},

		// Slices, of texts by code point.
		{"items[1:3].id", "[9,55]"},
		{"items[::-1].id", "[7,55,9,101]"},
		{"items[-2:].id", "[55,7]"},
		{"items[3:0:-2].id", "[7,9]"},
		{"items[::9223372036854775807].id", "[101]"},
		{"text[1:2]", `"😀"`},
		{"text[-1:]", `"b"`},
		{"text[::-1]", `"b😀a"`},
		{"text[::2]", `"ab"`},
		{"text[5:]", `""`},
		{"text[:2].length(@)", "2"},
		{"items[*].title[:2]", `["St","Ze","Äp","la"]`},

		// Multi-selects keep the order in which they are written.
		{"items[0].[id, title, nope]", `[101,"Stadtrad",null]`},
		{"{z: zero, a: no}", `{"z":0,"a":false}`},
		{`{b: zero, "2": zero, "1": zero, a: zero, b: no}`, `{"1":0,"2":0,"b":false,"a":0}`},

		// What is empty, false or null counts as false; 0 counts as true.
		{"empty.list || empty.object || empty.text || no || nothing || zero", "0"},
		{"items && 'yes'", `"yes"`},
		{"empty.list && 'yes'", "[]"},
		{"[!zero, !no, !(empty.text), !nope]", "[false,true,true,true]"},
		{"!no.x", "null"},   // (!no).x
		{"!(no.x)", "true"}, //
		{"!items[9]", "true"},
		{"zero ? 'a' : 'b'", `"a"`},
		{"no ? 'a' : nope ? 'b' : 'c'", `"c"`},
		{"nope || no ? 'a' : 'b' | length(@)", "1"},
		{"(no ? 'abc' : 'b') | length(@)", "1"},

		// Comparisons: equality is deep, the orderings are for numbers only.
		{"prices == `{\"a\":1,\"b\":2,\"2\":20,\"10\":10}`", "true"},
		{"items[0].tags == ['rad', 'stadt']", "true"},
		{"items[0].tags == ['stadt', 'rad']", "false"},
		{"empty.list == empty.object", "false"},
		{"zero == no", "false"},
		{"nope == nothing", "true"},
		{"items[0] == items[0]", "true"},
		{"items[0].price == items[1].price", "false"},
		{"`{\"a\":1}` == `{\"b\":1}`", "false"},
		{"'2026-11-07' < '2026-11-08'", "null"},
		{"nope < `1`", "null"},
		{"`1` < `2` == `true`", "true"},
		{"`-0` == `0`", "true"},
		{"[`2` > `1`, `2` >= `2`, `1` < `1`, `1` <= `1`, `1` != `2`]", "[true,true,false,true,true]"},

		// Arithmetic on float64.
		{"`2` + `3` * `4` - `1`", "13"},
		{"(`2` + `3`) × `4` ÷ `8`", "2.5"},
		{"`7` // `2`", "3"}, {"`-7` // `2`", "-4"}, {"-`7` // `2`", "-3"}, // -(7 // 2)
		{"`7` % `-4`", "3"}, {"`-7` % `4`", "-3"}, {"`5.5` % `2`", "1.5"},
		{"`10` - `2` − `3`", "5"},
		{"`10` −-`2`", "12"}, {"`8` / `4` * `2`", "4"},
		{"- -`1`", "1"}, {"+`1`", "1"},
		{"`1e308` * `10`", "null"}, // infinite, which JSON has not
		{"`0.1` + `0.2`", "0.30000000000000004"},
		{"`9007199254740993`", "9007199254740992"},
		{"`1e21`", "1e+21"}, {"`1.50`", "1.5"}, {"`-0`", "0"},

		// Literals and raw strings.
		{"` [1, 2] `", "[1,2]"},
		{"`\"a\\`b\\`\"`", "\"a`b`\""},
		{"`\"\\\\\"`", `"\\"`},
		{`'it\'s \\ \n'`, `"it's \\ \\n"`},
		{"'two\nlines'", `"two\nlines"`},
		{"`\"\\ud83d\"`", `"\ud83d"`},
		{"`1e400` > `0`", "true"},

		// let binds all its names at once; "$" is the document everywhere.
		{"let $a = zero, $b = no in [$a, $b]", "[0,false]"},
		{"let $a = zero in let $b = $a in $b", "0"},
		{"let $a = zero in let $a = no, $b = $a in [$a, $b]", "[false,0]"},
		{"let $a = zero, $a = no in $a", "false"},
		{"let $a = nothing in $a", "null"},
		{"let $n = `10` in map(&(id + $n), items)", "[111,19,65,17]"},
		{"map(&(let $i = id in map(&[$i, @], tags)), items[2:])", `[[[55,"obst"]],[[7,"licht"]]]`},
		{"let $key = &title in sort_by(items, $key)[*].id", "[101,9,7,55]"},
		{"let $f = (no ? &id : &title) in map($f, items[:1])", `["Stadtrad"]`},
		{"let $f = (let $n = `2` in &(id * $n)) in map($f, items[:2])", "[202,18]"},
		{"items | map(&$.zero, @)", "[0,0,0,0]"},
		{"let", "null"}, {"let.in", "null"},
		{"let $a = in in $a", "null"},
		{"no && $nope", "false"}, // not reached
	}
	data := mustParse(t, shop)
	before := jsonval.Stringify(data)
	for _, tt := range tests {
		got, err := search(tt.expr, data)
		if err != nil {
			t.Errorf("%s: %v", tt.expr, err)
		} else if s := jsonval.Stringify(got); s != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.expr, s, tt.want)
		}
	}
	if jsonval.Stringify(data) != before {
		t.Error("the data was changed")
	}
}

// The text of the expression that is marked «so» is what the error points at.
func TestEvalErrors(t *testing.T) {
	tests := []struct {
		expr    string
		reason  Reason
		message string
	}{
		{"length(«nope»)", ReasonType, "length: argument 1 (subject) must be of type string, array or object, found null"},
		{"join(', ', «items»)", ReasonType, "join: argument 2 (strings) must be of type array of strings, found an array with an object of 5"},
		{"max(«[zero, text]»)", ReasonType, "max: argument 1 (collection) must be of type array of numbers or array of strings, found an array with the number 0 and the string \"a😀b\""},
		{"merge(prices, «text»)", ReasonType, `merge: argument 2 (object) must be of type object, found the string "a😀b"`},
		{"zip(items, items, «zero»)", ReasonType, "zip: argument 3 (array) must be of type array, found the number 0"},
		{"group_by(«matrix», &@)", ReasonType, "group_by: argument 1 (elements) must be of type array of objects, found an array with an array of 2"},
		{"group_by(items, «&id»)", ReasonType, "group_by: the keys must be strings, but for item 0 the key is the number 101"},
		{"sort_by(items, «&price.amount»)", ReasonType, "sort_by: the keys must be numbers or strings, but for item 3 the key is null"},
		{"sort_by(items, «&(sponsored == `true` ? title : id)»)", ReasonType, "sort_by: the keys must be all numbers or all strings, as the first one is a number, but for item 1 the key is the string \"Zelt\""},
		{"max_by([zero], «&nope»)", ReasonType, "max_by: the keys must be numbers or strings, but for item 0 the key is null"},
		{"from_items(«[['a', zero], [zero, zero]]»)", ReasonType, "from_items: the items must be [name, value] pairs with names that are strings, but item 1 is the name the number 0"},
		{"from_items(«[['a']]»)", ReasonType, "from_items: the items must be [name, value] pairs with names that are strings, but item 0 is an array of 1"},
		{"let $f = &id in «$f»", ReasonType, "an expression reference is no value"},
		{"let $f = &id in length(«$f»)", ReasonType, "length: argument 1 (subject) must be of type string, array or object, found an expression reference"},
		{"let $f = zero in map(«$f», items)", ReasonType, "map: argument 1 (expression) must be of type &expression, found the number 0"},
		{"zero + «text»", ReasonType, `the operands of "+" must be numbers, found the string "a😀b"`},
		{"«nope» * zero", ReasonType, `the operands of "*" must be numbers, found null`},
		{"-«items»", ReasonType, `the operands of "-" must be numbers, found an array of 4`},
		{"«zero / zero»", ReasonNotANumber, `the divisor of "/" is 0`},
		{"«zero // zero»", ReasonNotANumber, `the divisor of "//" is 0`},
		{"«zero % zero»", ReasonNotANumber, `the divisor of "%" is 0`},
		{"items[*].[«$max»]", ReasonUndefinedVariable, "the variable $max is not defined"},
		{"(let $a = zero in $a) | «$a»", ReasonUndefinedVariable, "the variable $a is not defined"},
		{"let $a = zero, $b = «$a» in $b", ReasonUndefinedVariable, "the variable $a is not defined"},
		{"split(text, ',', «`-1`»)", ReasonValue, "split: argument 3 (count) must not be negative, found the number -1"},
		{"replace(text, 'a', 'b', «`1.5`»)", ReasonValue, "replace: argument 4 (count) must be a whole number, found the number 1.5"},
		{"find_first(text, 'b', «`0.5`»)", ReasonValue, "find_first: argument 3 (start) must be a whole number, found the number 0.5"},
		{"pad_left(text, «`-1`»)", ReasonValue, "pad_left: argument 2 (width) must not be negative, found the number -1"},
		{"pad_left(text, `9`, «'ab'»)", ReasonValue, `pad_left: argument 3 (pad) must be one character, found the string "ab"`},
		{"pad_left(text, `9`, «''»)", ReasonValue, `pad_left: argument 3 (pad) must be one character, found the string ""`},
	}
	data := mustParse(t, shop)
	for _, tt := range tests {
		expr, span := unmark(tt.expr)
		_, err := search(expr, data)
		var got *Error
		if !errors.As(err, &got) {
			t.Errorf("%s: got %v, want an evaluation error", expr, err)
			continue
		}
		if got.Reason != tt.reason || got.Message != tt.message || got.Span != span {
			t.Errorf("%s:\ngot  %s at %q: %s\nwant %s at %q: %s", expr, got.Reason, expr[got.Span.Start:got.Span.End], got.Message,
				tt.reason, expr[span.Start:span.End], tt.message)
		}
	}
}

func TestEvalHints(t *testing.T) {
	tests := []struct{ expr, hint string }{
		{"length(nope)", "the path gives nothing here: correct it, or write (… || default)"},
		{"content-type", `a name with a hyphen is written in double quotes: "a-b"`},
		{"text + text", "convert it with to_number; texts are joined with join('', [a, b])"},
		{"sort_by(items, &price.amount)", "filter the items without it out first: [?key]"},
		{"let $f = zero in map($f, items)", "write & before it"},
		{"$max", "bind it around this place: let $max = … in …"},
	}
	data := mustParse(t, shop)
	for _, tt := range tests {
		_, err := search(tt.expr, data)
		var got *Error
		if !errors.As(err, &got) || got.Hint != tt.hint {
			t.Errorf("%s: got %v, want the hint %s", tt.expr, err, tt.hint)
		} else if got.Error() != got.Message+" ("+got.Hint+")" {
			t.Errorf("%s: the error reads %s", tt.expr, got)
		}
	}
}

// Results share the values of the data; nothing is copied.
func TestEvalShares(t *testing.T) {
	data := mustParse(t, shop)
	for _, expr := range []string{"items[*]", "items", "$.items", "(items)", "to_array(items)"} {
		got, err := search(expr, data)
		if err != nil {
			t.Fatal(err)
		}
		if &got.Items()[0] != &data.Field("items").Items()[0] {
			t.Errorf("%s: the list was copied", expr)
		}
	}
	got, err := search("items[?id == `9`]", data)
	if err != nil {
		t.Fatal(err)
	}
	if &got.At(0).Members()[0] != &data.Field("items").At(1).Members()[0] {
		t.Error("the item was copied")
	}
}

// One expression may be evaluated by many goroutines, over data of different
// shapes, and gives each its own answer.
func TestEvalConcurrently(t *testing.T) {
	e, err := Compile("sort_by(list[?n > `0`], &n)[*].{n: n, g: keys(group_by($.list, &to_string(n)))}")
	if err != nil {
		t.Fatal(err)
	}
	inputs := []struct{ data, want string }{
		{`{"list":[{"n":2},{"n":1}]}`, `[{"n":1,"g":["1","2"]},{"n":2,"g":["1","2"]}]`},
		{`{"x":1,"list":[{"a":0,"n":5},{"n":3,"a":0},{"n":-1}]}`, `[{"n":3,"g":["3","5","-1"]},{"n":5,"g":["3","5","-1"]}]`},
		{`{"list":[]}`, `[]`},
	}
	var wait sync.WaitGroup
	for i := range 12 {
		in := inputs[i%len(inputs)]
		data := mustParse(t, in.data)
		wait.Go(func() {
			for range 50 {
				got, err := e.Eval(context.Background(), data, Limits{})
				if s := jsonval.Stringify(got); err != nil || s != in.want {
					t.Errorf("got %s (%v), want %s", s, err, in.want)
					return
				}
			}
		})
	}
	wait.Wait()
}

// An evaluation that failed leaves nothing behind for the next one.
func TestEvalAfterError(t *testing.T) {
	e, err := Compile("sort_by(list[?keep], &sum(map(&to_number(@), list[?@ != 'x'])))[*].id")
	if err != nil {
		t.Fatal(err)
	}
	bad := mustParse(t, `{"list":[{"keep":true,"id":1,"list":["1"]},{"keep":true,"id":2,"list":["a"]}]}`)
	good := mustParse(t, `{"list":[{"keep":true,"id":1,"list":["3","x"]},{"id":3},{"keep":true,"id":2,"list":["1","1"]}]}`)
	for range 3 {
		if _, err := e.Eval(context.Background(), bad, Limits{}); err == nil {
			t.Fatal("no error")
		}
		got, err := e.Eval(context.Background(), good, Limits{})
		if s := jsonval.Stringify(got); err != nil || s != "[2,1]" {
			t.Fatalf("got %s (%v), want [2,1]", s, err)
		}
	}
}
