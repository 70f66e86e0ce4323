package jsonval

import (
	"encoding/base64"
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/conformance"
)

// Every case: what JSON.parse then JSON.stringify print in Node.
func TestParseAndPrint(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"scalars", ` [null,true,false,0,-1,1.5,"a"] `, `[null,true,false,0,-1,1.5,"a"]`},
		{"empty", `[{},[],""]`, `[{},[],""]`},
		{"members keep their order", `{"b":1,"a":2}`, `{"b":1,"a":2}`},
		{"index names come first, ascending", `{"b":1,"10":2,"2":3,"a":4,"0":5}`, `{"0":5,"2":3,"10":2,"b":1,"a":4}`},
		{"no index names", `{"a":0,"01":1,"-1":2,"4294967295":3,"1e3":4,"1.5":5}`, `{"a":0,"01":1,"-1":2,"4294967295":3,"1e3":4,"1.5":5}`},
		{"the last index name", `{"a":0,"4294967294":1}`, `{"4294967294":1,"a":0}`},
		{"a repeated name: first place, last value", `{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`},
		{"__proto__ is a name like any other", `{"__proto__":1,"constructor":2}`, `{"__proto__":1,"constructor":2}`},
		{"numbers as JavaScript writes them", `[1.0,1e2,-0,1e21,1e-7,123456789012345680000,0.000001,1.5e300,9007199254740993,5e-324]`,
			`[1,100,0,1e+21,1e-7,123456789012345680000,0.000001,1.5e+300,9007199254740992,5e-324]`},
		{"many digits", `[0.1,3.141592653589793238,100000000000000000000000,123456789.123456789]`,
			`[0.1,3.141592653589793,1e+23,123456789.12345679]`},
		{"beyond float64", `[1e400,-1e400,1e-400]`, `[null,null,0]`},
		{"nothing needless is escaped", `["<>&'/\u2028\u007f\u00e9"]`, "[\"<>&'/\u2028\u007fé\"]"},
		{"escapes", `["\"\\\/\b\f\n\r\t\u0000\u001f"]`, `["\"\\/\b\f\n\r\t\u0000\u001f"]`},
		{"a surrogate pair", `["\ud83d\ude00"]`, `["😀"]`},
		{"lone surrogates stay", `["\ud83d","x\ude00y","\ude00\ud83d"]`, `["\ud83d","x\ude00y","\ude00\ud83d"]`},
		{"three halves", `["\ud83d\ud83d\ude00"]`, `["\ud83d😀"]`},
		{"one BOM is removed", "\ufeff[1]", `[1]`},
		{"a BOM inside a string stays", "[\"\ufeff\"]", "[\"\ufeff\"]"},
		{"broken UTF-8 in a string", "[\"a\xffb\",\"\xe2\x82\",\"\xed\xa0\x80\",\"\xf0\x9f\x98\"]", "[\"a\ufffdb\",\"\ufffd\",\"\ufffd\ufffd\ufffd\",\"\ufffd\"]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v, err := Parse([]byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			if got := Stringify(v); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct {
		in     string
		offset int
		want   string
	}{
		{``, 0, "the text is empty: a value is expected"},
		{" \n\t", 3, "the text is empty: a value is expected"},
		{"[", 1, "the text ends where it should go on: a value is expected"},
		{`[1,]`, 3, `unexpected "]": a value is expected`},
		{`{"a":1,}`, 7, `unexpected "}": a member name in double quotes is expected`},
		{`{"a" 1}`, 5, `unexpected "1": ":" is expected`},
		{`[1 2]`, 3, `unexpected "2": "," or "]" is expected`},
		{`[1] x`, 4, `unexpected "x": nothing may follow the JSON value`},
		{`01`, 0, "a number has no leading zeros"},
		{`-`, 0, "a digit is missing after the minus sign"},
		{`1.`, 0, "a digit is missing after the decimal point"},
		{`1e`, 0, "a digit is missing in the exponent"},
		{`+1`, 0, `unexpected "+": a value is expected`},
		{`"a`, 0, "the string is not closed"},
		{`"\x"`, 1, `there is no escape \x`},
		{`"\u12g4"`, 1, `\u takes four hexadecimal digits`},
		{"\"a\nb\"", 2, `a control character in a string is written as an escape: \n`},
		{"\"a\x01b\"", 2, `a control character in a string is written as an escape: \u0001`},
		{`nul`, 0, `unexpected "n": a value is expected`},
		{`'a'`, 0, `unexpected "'": a value is expected`},
		{"\xef\xbb\xbf[\"\xff\", x]", 9, `unexpected "x": a value is expected`},
		{"\xef\xbb\xbf\xef\xbb\xbf1", 3, `unexpected "\u{FEFF}": a value is expected`},
	}
	for _, tt := range tests {
		_, err := Parse([]byte(tt.in))
		syntax, ok := err.(*SyntaxError)
		if !ok {
			t.Errorf("%q: no error", tt.in)
			continue
		}
		if syntax.Offset != tt.offset || syntax.Message != tt.want {
			t.Errorf("%q:\ngot  %d %s\nwant %d %s", tt.in, syntax.Offset, syntax.Message, tt.offset, tt.want)
		}
	}
}

func TestDepth(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	if _, err := ParseString(deep(MaxDepth)); err != nil {
		t.Errorf("%d levels: %v", MaxDepth, err)
	}
	for _, text := range []string{deep(MaxDepth + 1), strings.Repeat("[", 1_000_000), strings.Repeat(`{"a":`, 1_000_000)} {
		_, err := ParseString(text)
		if syntax, ok := err.(*SyntaxError); !ok || !syntax.TooDeep {
			t.Errorf("%d bytes: %v", len(text), err)
		}
		if _, found := ParseTree([]byte(text)); len(found) != 1 || found[0].Code != "J5" {
			t.Errorf("tree of %d bytes: %v", len(text), found)
		}
	}
}

func TestIndent(t *testing.T) {
	v, err := ParseString(`{"a":[1,{"b":[]},{}],"c":"x"}`)
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "a": [
    1,
    {
      "b": []
    },
    {}
  ],
  "c": "x"
}`
	if got := string(AppendIndent(nil, v, "  ")); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestSourceDigits(t *testing.T) {
	v, err := ParseString(`{"price":1.50,"id":9007199254740993}`)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(AppendSource(nil, v)); got != `{"price":1.50,"id":9007199254740993}` {
		t.Error(got)
	}
	if got := v.Field("price").Source(); got != "1.50" {
		t.Error(got)
	}
}

func TestConcat(t *testing.T) {
	high, low := "\xed\xa0\xbd", "\xed\xb8\x80"
	if got := Concat(high, low); got != "😀" {
		t.Errorf("%q", got)
	}
	if got := Concat(low, high); got != low+high {
		t.Errorf("%q", got)
	}
	if got := Concat("a", high, "b"); got != "a"+high+"b" {
		t.Errorf("%q", got)
	}
	if got := ToUTF8("a" + high); got != "a\ufffd" {
		t.Errorf("%q", got)
	}
	if got := Stringify(StringValue(high + low)); got != `"😀"` {
		t.Error(got)
	}
	if got := UTF16Len("aé😀" + high); got != 5 {
		t.Error(got)
	}
}

func TestEqual(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":[2]}`, `{"b":[2],"a":1}`, true},
		{`{"a":1}`, `{"a":1,"b":null}`, false},
		{`{"a":null}`, `{"b":null}`, false},
		{`[1,2]`, `[2,1]`, false},
		{`1`, `"1"`, false},
		{`1`, `1.0`, true},
		{`0`, `-0`, true},
		{`true`, `1`, false},
		{`null`, `false`, false},
	}
	for _, tt := range tests {
		a, _ := ParseString(tt.a)
		b, _ := ParseString(tt.b)
		if Equal(a, b) != tt.want {
			t.Errorf("Equal(%s, %s) is not %v", tt.a, tt.b, tt.want)
		}
	}
}

func TestLargeObject(t *testing.T) {
	var b Builder
	for i := range 100 {
		b.Set("k"+FormatNumber(float64(i)), IntValue(i))
	}
	b.Set("k7", IntValue(-7))
	v := b.Value()
	if v.Len() != 100 || v.Field("k7").Float() != -7 || v.Field("k99").Float() != 99 {
		t.Error(Stringify(v))
	}
	if _, ok := v.Get("k100"); ok {
		t.Error("k100")
	}
	if v.Members()[7].Key != "k7" {
		t.Error("the first place is kept")
	}
}

// The keys of the object before must not hide a repeated name.
func TestShapesDoNotHideRepeats(t *testing.T) {
	v, err := ParseString(`[{"a":1,"b":2},{"a":1,"b":2,"a":3},{"a":1,"a":2},{"b":1,"2":2,"1":3},{"b":1,"2":2}]`)
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"a":1,"b":2},{"a":3,"b":2},{"a":2},{"1":3,"2":2,"b":1},{"2":2,"b":1}]`
	if got := Stringify(v); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestConformanceParse(t *testing.T) {
	var cases []struct {
		Name, Input string
		OK          *string
		Error       string
		Generated   bool // nesting over MaxDepth, which the data's README sets aside
	}
	conformance.JSON(t, "json/json-parse.json", &cases)
	for _, c := range cases {
		if c.Name == "two boms" || c.Generated {
			continue // set aside by the data's README: one BOM; depth 1,000
		}
		input, err := base64.StdEncoding.DecodeString(c.Input)
		if err != nil {
			t.Fatal(err)
		}
		v, err := Parse(input)
		switch {
		case c.OK == nil && err == nil:
			t.Errorf("%s: accepted, want %s", c.Name, c.Error)
		case c.OK != nil && err != nil:
			t.Errorf("%s: %v", c.Name, err)
		case c.OK != nil && Stringify(v) != *c.OK:
			t.Errorf("%s:\ngot  %.200s\nwant %.200s", c.Name, Stringify(v), *c.OK)
		}
	}
}

func TestConformanceSuite(t *testing.T) {
	var raw json.RawMessage
	conformance.JSON(t, "json/parsing-suite.json", &raw)
	var cases []struct{ Name, Base64, Expect string }
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 300 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		input, err := base64.StdEncoding.DecodeString(c.Base64)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Parse(input)
		if c.Expect == "accept" && err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		if c.Expect == "reject" && err == nil {
			t.Errorf("%s: accepted", c.Name)
		}
		node, found := ParseTree(input)
		if c.Expect == "reject" && len(found) == 0 {
			t.Errorf("%s: no finding (%v)", c.Name, node)
		}
	}
}

// A page may hold a hundred thousand small texts: each takes what it needs.
func TestSmallTextsAreSmall(t *testing.T) {
	for _, tt := range []struct {
		text  string
		bytes uint64
	}{
		{`[1]`, 256}, {`{"a":1}`, 384}, {`[[],[1],{"a":[]}]`, 1600},
	} {
		var before, after runtime.MemStats
		const times = 1000
		runtime.ReadMemStats(&before)
		for range times {
			if _, err := ParseString(tt.text); err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		if got := (after.TotalAlloc - before.TotalAlloc) / times; got > tt.bytes {
			t.Errorf("%s takes %d bytes, want at most %d", tt.text, got, tt.bytes)
		}
	}
}
