package js

import (
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

// show prints data as JSON; a node that is met again inside of itself is "↑".
func show(d Data, open map[*Node]bool) jsonval.Value {
	if d.Node == nil {
		return d.Scalar
	}
	if open[d.Node] {
		return jsonval.StringValue("↑")
	}
	open[d.Node] = true
	defer delete(open, d.Node)
	items := make([]jsonval.Value, len(d.Node.Items))
	for i, item := range d.Node.Items {
		items[i] = show(item, open)
	}
	switch d.Node.Kind {
	case Record:
		members := make([]jsonval.Member, len(items))
		for i := range items {
			members[i] = jsonval.Member{Key: d.Node.Keys[i], Value: items[i]}
		}
		return jsonval.ObjectValue(members)
	case Pairs:
		return jsonval.ObjectValue([]jsonval.Member{{Key: "map", Value: jsonval.ArrayValue(items)}})
	case Deferred:
		return jsonval.ObjectValue([]jsonval.Member{{Key: "deferred", Value: jsonval.ArrayValue(items)}})
	}
	return jsonval.ArrayValue(items)
}

func TestLiteral(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`{"a":1}`, `{"a":1}`},
		{`{a:1,'b':"x",$c_1:[],7:true,}`, `{"7":true,"a":1,"b":"x","$c_1":[]}`},
		{`[1,,2,]`, `[1,null,2]`},
		{`[undefined,void 0,NaN,Infinity,-Infinity,null]`, `[null,null,null,null,null,null]`},
		{`[!0,!1,true,false]`, `[true,false,true,false]`},
		{`[.5,-.5,5.,1e3,1.5e-3,-0,0x1F,0b101,0o17,1_000,+2]`, `[0.5,-0.5,5,1000,0.0015,0,31,5,15,1000,2]`},
		{`[12345678901234567890n,-7n]`, `["12345678901234567890","-7"]`},
		{`['it\'s',"\u00e9\x41\u{1F600}\0","a\
b"]`, `["it's","éA😀\u0000","ab"]`},
		{"[`t\\`x`]", "[\"t`x\"]"},
		{`/* c */ {a /* d */ : /* e */ 1} // f`, `{"a":1}`},
		{`[new Date(0),new Date(NaN),new Date("2026-11-30"),new Date(-62198755200000)]`, `["1970-01-01T00:00:00.000Z",null,"2026-11-30","-000001-01-01T00:00:00.000Z"]`},
		{`[new Set([1,2]),new Set]`, `[[1,2],[]]`},
		{`new Map([["k",{v:1}],[2,3]])`, `{"map":["k",{"v":1},2,3]}`},
		{`[new URL("https://example.de/"),new URLSearchParams("a=1"),new RegExp("a+b","gi"),/a[/]b/g]`, `["https://example.de/","a=1","a+b","a[/]b"]`},
		{`[new Uint8Array([1,2,3]),new Uint8Array([1,2,3]).buffer,new Uint8Array([1,2,3]).subarray(1,3)]`, `[[1,2,3],[1,2,3],[2,3]]`},
		{`[Object("x"),Object.create(null),Object.assign(Object.create(null),{a:1}),Array(2)]`, `["x",{},{"a":1},[null,null]]`},
		{`[Temporal.Instant.from("2026-01-01T00:00:00Z"),app.decode('Money',{c:1}),BigInt("12"),JSON.parse("{\"a\":1}")]`, `["2026-01-01T00:00:00Z",{"c":1},"12",{"a":1}]`},
		{`{__proto__:null,a:1}`, `{"a":1}`},
		{`x_1.defer(3)`, ``},
		{`(1)`, `1`},
		{`(function(a,b){return {x:a,y:[b,a]}}("s",2))`, `{"x":"s","y":[2,"s"]}`},
		{`(function(a,b){return {a,b:b}})("s",2)`, `{"a":"s","b":2}`},
		{`(function(a){a.name="n";a["k-k"]=[1];a.self=a;return a}({}))`, `{"name":"n","k-k":[1],"self":"↑"}`},
		{`(function(a,b,c){a[0]=1;a[1]=b;b.add(2).add(3);c.set("k", a).set("l", 4);return [a,c]}(Array(2),new Set,new Map))`, `[[1,[2,3]],{"map":["k",[1,[2,3]],"l",4]}]`},
		{`(function(){}())`, `null`},
		{`(function(a){return (function(b){return [a,b]}(2))}(1))`, `[1,2]`},
		{`{a:1};more()`, `{"a":1}`},
	} {
		t.Run(c.src, func(t *testing.T) {
			d, _, err := Literal(c.src, 0)
			if err != nil {
				t.Fatal(err)
			}
			want := c.want
			if want == "" {
				want = `{"deferred":[3]}`
			}
			if got := jsonval.Stringify(show(d, map[*Node]bool{})); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestLiteralRefuses(t *testing.T) {
	for _, c := range []struct {
		src     string
		offset  int
		message string
	}{
		{`{a:location.href}`, 3, `"location.href" is a name that the script does not bind there, and nothing is evaluated`},
		{`[fetch("/x")]`, 1, `"fetch" is a call that makes no data, and nothing is evaluated`},
		{`{a:1+2}`, 4, `unexpected "+": "," is expected`},
		{`[1 2]`, 3, `unexpected "2": "," is expected`},
		{`{a}`, 2, `unexpected "}": ":" is expected`},
		{"[`a${b}`]", 3, "a template with ${…} is no constant text"},
		{`["\xZZ"]`, 2, `\x takes two hexadecimal digits`},
		{`["a","\u12"]`, 6, `\u takes four hexadecimal digits`},
		{`new Worker("x")`, 4, `new Worker(…) is no data`},
		{`[1,`, 3, "the script ends where it should go on: a value is expected"},
		{``, 0, "the script ends where it should go on: a value is expected"},
		{`function(){}`, 0, `"function" is a call that makes no data, and nothing is evaluated`},
		{`(function(a){alert(1);return a}(1))`, 13, `unexpected "alert": a statement that fills a value is expected`},
		{`(function(a){a=2;return a}({}))`, 14, `unexpected "=": a statement that fills a value is expected`},
		{`Array(1e9)`, 0, "an array of that length is too large"},
		{`[012]`, 1, `unexpected "012": a value is expected`},
	} {
		t.Run(c.src, func(t *testing.T) {
			_, _, err := Literal(c.src, 0)
			if err == nil {
				t.Fatal("no error")
			}
			if err.Message != c.message || err.Offset != c.offset {
				t.Errorf("got %q at %d, want %q at %d", err.Message, err.Offset, c.message, c.offset)
			}
		})
	}
}

// TestLiteralBounds: what would overflow the stack or fill the memory ends in
// an error.
func TestLiteralBounds(t *testing.T) {
	for name, src := range map[string]string{
		"lists":       strings.Repeat("[", 64<<10),
		"objects":     strings.Repeat("{a:", 64<<10),
		"signs":       strings.Repeat("-", 64<<10),
		"groups":      strings.Repeat("(", 64<<10),
		"functions":   strings.Repeat("(function(){return ", 2000) + "1" + strings.Repeat("}())", 2000),
		"constructor": strings.Repeat("new Set(", 64<<10),
		"arrays":      "[" + strings.Repeat("Array(100000),", 1000) + "]",
		"indexes":     "(function(a,b){a[900000]=1;b[900000]=1;return [a,b]}([],[]))",
		"values":      "[" + strings.Repeat("1,", maxNodes+1) + "]",
	} {
		if _, _, err := Literal(src, 0); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestUnquote(t *testing.T) {
	for literal, want := range map[string]string{
		`"plain"`:                      "plain",
		`"\b\f\n\r\t\v"`:               "\b\f\n\r\t\v",
		`'\'\"\\\/\q'`:                 `'"\/q`,
		`"\ud83d\ude00"`:               "😀",
		`"\ud83d"`:                     "\xed\xa0\xbd",
		`"\101\7"`:                     "A\a",
		"'a\\\u2028b\\\r\nc'":          "abc",
		"`a\r\nb`":                     "a\nb",
		`"\u{41}\u{10FFFF}"`:           "A\U0010FFFF",
		"`costs $5`":                   "costs $5",
		`"\é"`:                         "é",
		`"<\/script>\u003c\u002Fp>\n"`: "</script></p>\n",
	} {
		got, err := Unquote(literal)
		if err != nil || got != want {
			t.Errorf("%s: got %q, %v, want %q", literal, got, err, want)
		}
	}
}

func FuzzLiteral(f *testing.F) {
	for _, s := range []string{
		`{a:[1,'b',!0,void 0,new Date(1)],"c":-.5e3}`, `(function(a,b){a.x=b;return [a]}({},"s"))`, `new Map([[1,2]])`,
		"[`t`,/r/g,0x1f,12n]", `(function(a){a[3]=a;a.add(1);return a}(Array(2)))`, `x.defer(1)`, `new Uint8Array([1]).subarray(0,1)`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		_, stop, err := Literal(src, 0)
		if err != nil && (err.Offset < 0 || err.Offset > len(src)) || stop > len(src) {
			t.Fatalf("stop %d, error %+v of %d bytes", stop, err, len(src))
		}
	})
}
