package jsonval

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/diag"
)

func TestTreeSpans(t *testing.T) {
	src := "{ \"a\": [1, \"x\"],\n  \"b\" : {\"c\":null} }"
	root, found := ParseTree([]byte(src))
	if len(found) > 0 {
		t.Fatal(found[0])
	}
	cut := func(s diag.Span) string { return src[s.Start:s.End] }
	for _, tt := range []struct{ got, want string }{
		{cut(root.Span), src},
		{cut(root.At("a").KeySpan), `"a"`},
		{cut(root.At("a").Span), `[1, "x"]`},
		{cut(root.At("a", "1").Span), `"x"`},
		{cut(root.At("b").Span), `{"c":null}`},
		{cut(root.At("b", "c").KeySpan), `"c"`},
		{root.At("a", "1").Pointer(), "/a/1"},
		{root.At("b", "c").Pointer(), "/b/c"},
		{root.Pointer(), ""},
		{Stringify(root.Value()), `{"a":[1,"x"],"b":{"c":null}}`},
	} {
		if tt.got != tt.want {
			t.Errorf("got %s, want %s", tt.got, tt.want)
		}
	}
	if root.At("a", "2") != nil || root.At("x", "y") != nil || root.At("a", "-1") != nil {
		t.Error("a path that leads nowhere")
	}
}

func TestPointerEscape(t *testing.T) {
	root, _ := ParseTree([]byte(`{"a/b":{"m~n":[0,{"":1}]}}`))
	if got := root.At("a/b", "m~n", "1", "").Pointer(); got != "/a~1b/m~0n/1/" {
		t.Error(got)
	}
}

// A place in the decoded text is found in the file through the escapes.
func TestTextSpan(t *testing.T) {
	tests := []struct {
		literal  string
		from, to int
		want     string
	}{
		{`"abc"`, 0, 3, `abc`},
		{`"abc"`, 1, 2, `b`},
		{`"abc"`, 3, 3, ``},
		{`"abc"`, 1, 99, `bc`},
		{`"a\nb"`, 1, 2, `\n`},
		{`"a\nb"`, 2, 3, `b`},
		{`"\u00e9x"`, 0, 2, `\u00e9`},
		{`"\u00e9x"`, 2, 3, `x`},
		{`"\u00e9x"`, 1, 2, `\u00e9`},
		{`"\ud83d\ude00x"`, 0, 4, `\ud83d\ude00`},
		{`"\ud83d\ude00x"`, 4, 5, `x`},
		{`"a\"b\\c"`, 1, 4, `\"b\\`},
		{`"éx\t"`, 2, 3, `x`},
		{`"\t"`, 1, 1, ``},
		{`""`, 0, 0, ``},
	}
	for _, tt := range tests {
		for _, before := range []string{"", "[ "} {
			src := before + tt.literal + strings.Repeat("]", len(before)/2)
			root, found := ParseTree([]byte(src))
			if len(found) > 0 {
				t.Fatal(found[0])
			}
			if before != "" {
				root = root.Children[0]
			}
			span := root.TextSpan(tt.from, tt.to)
			if got := src[span.Start:span.End]; got != tt.want {
				t.Errorf("%s [%d:%d]: got %q, want %q", src, tt.from, tt.to, got, tt.want)
			}
		}
	}
	// Of what is wrong, too, each byte has its place.
	for _, tt := range []struct{ src, want string }{
		{`"a\u12b"`, `\u`}, {`"a\qb"`, `\q`}, {"“ab”", "b"}, {"“a\\tb”", `\t`}, {"‘ab'", "b"},
	} {
		root, found := ParseTree([]byte(tt.src))
		if span := root.TextSpan(1, 2); len(found) != 1 || tt.src[span.Start:span.End] != tt.want {
			t.Errorf("%s: %v", tt.src, span)
		}
	}
	root, _ := ParseTree([]byte(`{"a\u0020b": 1}`))
	if span := root.Children[0].KeyTextSpan(1, 2); span != (diag.Span{Start: 3, End: 9}) {
		t.Error(span)
	}
}

// Each fault that has one evident meaning: one finding, and reading goes on;
// the fix gives a text without the finding and with the same value.
func TestRecovery(t *testing.T) {
	tests := []struct {
		name, in, found, value, fixed string
	}{
		{"trailing comma", `{"a":[1,2,],}`, "J13@9 J13@11", `{"a":[1,2]}`, `{"a":[1,2]}`},
		{"missing comma", "{\"a\":1\n\"b\":[1 2]}", "J14@6 J14@13", `{"a":1,"b":[1,2]}`, "{\"a\":1,\n\"b\":[1, 2]}"},
		{"single quotes", `{'a':'it\'s'}`, "J10@1 J10@5", `{"a":"it's"}`, `{"a":"it's"}`},
		{"single quoted text", `{'a':'say "hi"'}`, "J10@1 J10@5", `{"a":"say \"hi\""}`, `{"a":"say \"hi\""}`},
		{"typographic quotes", `{“effect”: “read”, „a“: «b», ‘c’: ‘d’}`, "J10@1 J10@15 J10@27 J10@36 J10@43 J10@52", `{"effect":"read","a":"b","c":"d"}`, `{"effect": "read", "a": "b", "c": "d"}`},
		{"typographic and plain quotes", `{“a": “it’s \"x\" \u00e9"}`, "J10@1 J10@8", `{"a":"it’s \"x\" é"}`, `{"a": "it’s \"x\" é"}`},
		{"typographic quotes in a string", `{"a":"“b”"}`, "", `{"a":"“b”"}`, `{"a":"“b”"}`},
		{"an unclosed typographic quote", "{\"a\":“b,\n\"c\":1}", "J2@5", "", ""},
		{"comments", "{ // one\n \"a\": /* two */ 1 # three\n}", "J9@2 J9@15 J9@27", `{"a":1}`, "{\n \"a\": 1\n}"},
		{"a comment on lines of its own", "{\r\n  // one\r\n  /* two\r\n  three */  \r\n  \"a\": 1, // four\r\n  \"b\": /* five */ 2\r\n}\r\n# six", "J9@5 J9@15 J9@47 J9@63 J9@80", `{"a":1,"b":2}`, "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n"},
		{"a comment without spaces", `[1,/* one */2/* two */]`, "J9@3 J9@13", `[1,2]`, `[1,2]`},
		{"unquoted names", `{a:1, $b_2: 2}`, "J15@1 J15@6", `{"a":1,"$b_2":2}`, `{"a":1, "$b_2": 2}`},
		{"Python's words", `[True,None,False]`, "J12@1 J12@6 J12@11", `[true,null,false]`, `[true,null,false]`},
		{"JavaScript's words", `[undefined,NaN]`, "J12@1 J12@11", `[null,null]`, `[null,null]`},
		{"a raw tab in a string", "[\"a\tb\"]", "J7@3", `["a\tb"]`, `["a\tb"]`},
		{"a wrong escape", `["a\d", 1]`, "J8@3", `["ad",1]`, ""},
		{"wrong numbers", `[+1, .5, 1., 0x10, 1_000]`, "J11@1 J11@5 J11@9 J11@13 J11@19", `[1,0.5,1,16,1000]`, `[1, 0.5, 1, 16, 1000]`},
		{"numbers with leading zeros", `[01, -007]`, "J11@1 J11@5", `[1,-7]`, `[1, -7]`},
		{"what is no number", `[1a, -Infinity]`, "J11@1 J11@5", `[0,0]`, ""},
		{"a repeated name", `{"a":1,"b":2,"a":3}`, "J3@13", `{"a":3,"b":2}`, ""},
		{"a name repeated through an escape", `{"a":1,"\u0061":3}`, "J3@7", `{"a":3}`, ""},
		{"something behind the value", `{} {}`, "J4@3", `{}`, ""},
		{"a byte order mark", "\ufeff{}", "J6@0", `{}`, `{}`},
		{"not UTF-8", "{\"a\":\"\xe9\"}", "J1@6", "", ""},
		{"UTF-16", "\xff\xfe{\x00}\x00", "J1@0", "", ""},
		{"empty", "  ", "J2@0", "", ""},
		{"unclosed object", `{"a":{"b":1}`, "J2@0", "", ""},
		{"unclosed array", `{"a":[1`, "J2@5", "", ""},
		{"unclosed string", "{\"a\":\"b\n}", "J2@5", "", ""},
		{"a raw line break in a string", "{\"a\":\"b\nc\"}", "J2@5", "", ""},
		{"a backslash before a line break", "{\"a\":\"b\\\nc\"}", "J2@5", "", ""},
		{"unclosed comment", `{"a":1 /* }`, "J2@7", "", ""},
		{"no colon", `{"a" 1}`, "J2@5", "", ""},
		{"no value", `{"a":}`, "J2@5", "", ""},
		{"an unknown word", `{"a":hello}`, "J2@5", "", ""},
		{"two commas", `[1,,2]`, "J2@3", "", ""},
		{"wrong bracket", `[1}`, "J2@2", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, found := ParseTree([]byte(tt.in))
			var codes []string
			for _, d := range found {
				codes = append(codes, fmt.Sprintf("%s@%d", d.Code, d.Span.Start))
				if d.Message == "" || d.Hint == "" || d.Name == "" || d.Span.End < d.Span.Start || d.Span.End > len(tt.in) {
					t.Errorf("%+v", d)
				}
			}
			if got := strings.Join(codes, " "); got != tt.found {
				t.Errorf("found %s, want %s", got, tt.found)
			}
			if (root == nil) != (tt.value == "") {
				t.Fatalf("tree: %v", root)
			}
			if root == nil {
				return
			}
			if got := Stringify(root.Value()); got != tt.value {
				t.Errorf("value %s, want %s", got, tt.value)
			}
			if tt.fixed == "" {
				return
			}
			fixed := tt.in
			for i := len(found) - 1; i >= 0; i-- {
				for _, e := range found[i].Fix.Edits {
					fixed = fixed[:e.Span.Start] + e.Text + fixed[e.Span.End:]
				}
			}
			if fixed != tt.fixed {
				t.Errorf("fixed to %s, want %s", fixed, tt.fixed)
			}
			again, found := ParseTree([]byte(fixed))
			if len(found) > 0 || Stringify(again.Value()) != tt.value {
				t.Errorf("the fix does not hold: %s %v", fixed, found)
			}
		})
	}
}

// What ends the reading says what to do.
func TestStops(t *testing.T) {
	for _, tt := range []struct{ src, marked, message, hint string }{
		{`{"a":1`, "{", `this "{" is never closed`, "write the missing `}`"},
		{`{"a":[1`, "[", `this "[" is never closed`, "write the missing `]`"},
		{"{\n  \"a\": {\n    \"b\": 1,\n  \"c\": 2\n}\n", "{", `this "{" is never closed`, "a bracket is missing, by the indentation between the `{` of line 2 and line 5"},
		{"{\n  \"a\": [1,\n    2\n  ],\n  \"b\": [\n", "[", `this "[" is never closed`, "write the missing `]`"},
		{"{\n  \"a\": {\"b\": 1},\n  \"c\": [\n", "[", `this "[" is never closed`, "write the missing `]`"},
		{`{"a":}`, "}", `unexpected "}": a value is expected`, "write the value, or remove what it is missing from"},
		{`{"a"::1}`, ":", `unexpected ":": a value is expected`, "remove it: one `:` stands between a name and its value"},
		{"{\"a\":`b`}", "`", "unexpected \"`\": a value is expected", "a text stands in double quotes"},
		{`{"a":`, "", "the file ends too early: a value is expected", "write what is missing; a copy may have lost its end"},
		{`{,"a":1}`, ",", `unexpected ",": a member name in double quotes is expected`, "remove it: a comma stands between two members only"},
		{`{{}}`, "{", `unexpected "{": a member name in double quotes is expected`, `a member is written "name": value`},
		{`{"a"=1}`, "=", `unexpected "=": ":" is expected after the member name "a"`, "write `:`"},
		{`{"a","b":1}`, ",", `unexpected ",": ":" is expected after the member name "a"`, `write its value: "a": …`},
		{`[1,,2]`, ",", `unexpected ",": between two commas a value is missing`, "remove one of the two"},
		{"[\n  1}", "}", `unexpected "}": "," or "]" is expected`, "write `]` first: the `[` of line 1 is still open"},
		{`["a":1]`, ":", `unexpected ":": "," or "]" is expected`, "a list holds values without names; members stand in { … }"},
		{`{"a":1:2}`, ":", `unexpected ":": "," or "}" is expected`, "remove it"},
		{`{"a":1;"b":2}`, ";", `unexpected ";": "," or "}" is expected`, "write `,`"},
		{`{"a":1}}`, "}", `something follows the JSON value`, "remove the bracket that is too many, here or before it"},
		{"{\n  \"a\": {\n    \"b\": 1\n  },\n  \"c\": 1\n  },\n  \"d\": 1\n}", ",", `something follows the JSON value`, "a bracket is too many, by the indentation in line 6"},
		{`{"a":1.}.}`, ".", `something follows the JSON value`, "a file holds one value; remove what follows it"},
	} {
		_, found := ParseTree([]byte(tt.src))
		if len(found) == 0 {
			t.Errorf("%s: nothing is found", tt.src)
			continue
		}
		d := found[len(found)-1]
		if marked := tt.src[d.Span.Start:d.Span.End]; !strings.HasPrefix(marked, tt.marked) || d.Message != tt.message || d.Hint != tt.hint {
			t.Errorf("%s\ngot  %s | %s (%s)", tt.src, marked, d.Message, d.Hint)
		}
	}
}

// A quote that is missing or doubled is one fault and one finding; nothing of
// what stands around it is guessed at.
func TestStrayQuotes(t *testing.T) {
	const notClosed, missing = "the string is not closed on its line", "the opening quote of this name is missing"
	const quote, text = "the string ends here, and another quote follows it directly", "the string ends here, and text follows it directly"
	for _, tt := range []struct{ line, marked, message string }{
		{`"effect": "read,`, `"read,`, notClosed},
		{`"effect": 'read,`, `'read,`, notClosed},
		{`"effect: 1,`, `"effect: 1,`, notClosed},
		{"\"effect\": \"re\tad,", "\"re\tad,", notClosed},
		{`"effect": "read"",`, `"`, quote},
		{`"effect": ""read",`, `r`, text},
		{`"effect": "say "hi" to",`, `h`, text},
		{`"effect"": "read",`, `"`, quote},
		{`""effect": "read",`, `e`, text},
		{`"effect: "read",`, `r`, text},
		{`effect": "read",`, `effect`, missing},
		{`effect”: "read",`, `effect”`, missing},
		{`"effect": "read”,`, `"read”,`, notClosed},
		{`"effect": “read,`, `“read,`, notClosed},
		{`"effect": read",`, `read`, `"read" is no JSON value`},
	} {
		src := "{\n  id: 'x',\n  " + tt.line + "\n  \"requires_login\": false,\n  \"n\": [1 2]\n}"
		root, found := ParseTree([]byte(src))
		if root != nil || len(found) != 3 {
			t.Errorf("%s: %d findings", tt.line, len(found))
			continue
		}
		for _, d := range found[:2] {
			if d.Fix == nil || d.Fix.Safe {
				t.Errorf("%s: %s has a safe fix, or none", tt.line, d.Code)
			}
		}
		d := found[2]
		if got := src[d.Span.Start:d.Span.End]; d.Code != "J2" || d.Fix != nil || got != tt.marked || d.Message != tt.message {
			t.Errorf("%s: %s at %s: %s", tt.line, d.Code, got, d.Message)
		}
	}
	// The comma that was supplied on the line before belongs to the same fault.
	_, found := ParseTree([]byte("{\"a\": 1\n  b c: 2}"))
	if len(found) != 1 || found[0].Code != "J2" {
		t.Errorf("%d findings", len(found))
	}
}

// The tree holds what a reported value means, so that nothing else is said of
// it; a guess is marked, and not written unasked.
func TestBrokenValues(t *testing.T) {
	for _, tt := range []struct {
		src, value string
		fix, safe  bool
	}{
		{"007", "7", true, false}, {"+1", "1", true, true}, {"-01", "-1", true, false}, {"0x1F", "31", true, true},
		{"-0b101", "-5", true, true}, {"0o17", "15", true, true}, {"1_000", "1000", true, true},
		{".5", "0.5", true, true}, {"-.5e1", "-5", true, true}, {"1.", "1", true, true}, {"00.5", "0.5", true, false},
		{"1a", "0", false, false}, {"+", "0", false, false}, {"+-1", "0", false, false}, {"--1", "0", false, false},
		{"0xFFFFFFFFFFFFFFFFF", "0", false, false}, {"1e", "0", false, false}, {"..", "0", false, false},
		{"True", "true", true, true}, {"None", "null", true, true},
		{"undefined", "null", true, false}, {"NaN", "null", true, false}, {"Infinity", "null", true, false},
	} {
		root, found := ParseTree([]byte(`{"a":` + tt.src + `}`))
		if len(found) != 1 || root == nil {
			t.Errorf("%s: %d findings", tt.src, len(found))
			continue
		}
		n := root.Member("a")
		if got := Stringify(n.Value()); got != tt.value || !n.Broken {
			t.Errorf("%s: got %s, broken: %v", tt.src, got, n.Broken)
		}
		if fix := found[0].Fix; (fix != nil) != tt.fix || fix != nil && fix.Safe != tt.safe {
			t.Errorf("%s: fix %+v", tt.src, fix)
		}
	}
	if root, _ := ParseTree([]byte(`[1,true,null,"x"]`)); root.Broken || slices.ContainsFunc(root.Children, func(n *Node) bool { return n.Broken }) {
		t.Error("nothing is broken here")
	}
}

// A finding about a text, and its fix, move to their places in the file.
func TestRelocate(t *testing.T) {
	src := `{"a": "x \u0062 'y'"}`
	root, _ := ParseTree([]byte(src))
	n := root.At("a")
	d := n.Relocate(&diag.Diagnostic{Code: "Q1", Span: diag.Span{Start: 2, End: 3}, Related: []diag.Related{{Span: diag.Span{Start: 0, End: 1}}},
		Fix: &diag.Fix{Edits: []diag.Edit{{Span: diag.Span{Start: 4, End: 7}, Text: `"y"`}}}})
	cut := func(s diag.Span) string { return src[s.Start:s.End] }
	if cut(d.Span) != `\u0062` || d.Pointer != "/a" || cut(d.Related[0].Span) != "x" || cut(d.Fix.Edits[0].Span) != "'y'" || d.Fix.Edits[0].Text != `\"y\"` {
		t.Errorf("%+v %+v", d, d.Fix)
	}
}

func TestManyRepeatedNames(t *testing.T) {
	var b strings.Builder
	for i := range 200 {
		fmt.Fprintf(&b, `"k%d":1,`, i%150)
	}
	_, found := ParseTree([]byte("{" + b.String() + `"end":1}`))
	if len(found) != 50 {
		t.Errorf("%d findings", len(found))
	}
}
