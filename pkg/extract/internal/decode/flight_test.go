package decode

import (
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

// push writes pieces of a stream as Next does.
func push(pieces ...string) []string {
	texts := []string{`(self.__next_f=self.__next_f||[]).push([0])`}
	for _, p := range pieces {
		texts = append(texts, "self.__next_f.push([1,"+jsonval.Stringify(jsonval.StringValue(p))+"])")
	}
	return texts
}

// root keeps the member root of a decoded stream.
func root(texts []string) (Result, error) {
	r, err := nextFlight(texts)
	r.Value = r.Value.Field("root")
	return r, err
}

func TestNextFlight(t *testing.T) {
	run(t, root, []decoded{
		{"a model", push(`0:{"a":[1,"x",null,true]}` + "\n"), `{"a":[1,"x",null,true]}`, nil},
		{"rows cut anywhere", push("1:[1,", "2]\n0", `:{"a":"$1"`, "}\n"), `{"a":[1,2]}`, nil},
		{"the last row without its end", push(`0:["x"]`), `["x"]`, nil},
		{"several pushes in a script", []string{`(self.__next_f=self.__next_f||[]).push([0]);self.__next_f.push([2,null]);self.__next_f.push([1,"0:[1"]);self.__next_f.push([1,"]\n"])`}, `[1]`, nil},
		{"bytes", []string{`self.__next_f.push([1,"0:\"a"])`, `self.__next_f.push([3,"w6Qi"])`}, `"aä"`, nil},
		{"a text by its length in bytes", push("1:T6,ä\n漢0:{\"t\":\"$1\"}\n"), `{"t":"ä\n漢"}`, nil},
		{"escaped dollar", push(`0:["$$5","$","a$1"]` + "\n"), `["$5","$","a$1"]`, nil},
		{"values that JSON does not have", push(`0:["$undefined","$NaN","$Infinity","$-Infinity","$-0","$D2026-11-30T00:00:00.000Z","$n123","$Sreact.fragment","$F5","$h5","$T1","$Z","$B1"]` + "\n"),
			`[null,null,null,null,0,"2026-11-30T00:00:00.000Z","123","react.fragment",null,null,null,null,null]`, nil},
		{"map, set, form data", push(`1:[["k",1]]` + "\n" + `2:[1,2]` + "\n" + `0:["$Q1","$W2","$K1","$i2"]` + "\n"), `[[["k",1]],[1,2],[["k",1]],[1,2]]`, nil},
		{"component, promise, row", push(`0:["$L1","$@1","$1"]` + "\n" + `1:{"n":1}` + "\n"), `[{"n":1},{"n":1},{"n":1}]`, nil},
		{"an element", push(`0:["$","h1",null,{"className":"t","children":"Kettle"}]` + "\n"), `{"type":"h1","key":null,"props":{"className":"t","children":"Kettle"}}`, nil},
		{"an element of development", push(`0:["$","h1","k",{"children":"x"},null,[],1]` + "\n"), `{"type":"h1","key":"k","props":{"children":"x"}}`, nil},
		{"a client component", push(`2:I[123,["4","static/chunks/4.js"],"Gallery"]` + "\n" + `0:["$","$L2",null,{"images":[1]}]` + "\n"), `{"type":"Gallery","key":null,"props":{"images":[1]}}`, nil},
		{"a client component, older", push(`2:I{"id":"./g.js","chunks":[],"name":"default","async":false}` + "\n" + `0:["$","$2",null,{}]` + "\n"), `{"type":"default","key":null,"props":{}}`, nil},
		{"a reference into a row", push(`0:{"a":{"items":[{"n":1}]},"b":"$0:a:items:0"}` + "\n"), `{"a":{"items":[{"n":1}]},"b":{"n":1}}`, nil},
		{"a reference into an element", push(`1:["$","div",null,{"p":{"n":1}}]` + "\n" + `0:["$1:props:p:n","$1:type","$1:3:p","$1:key"]` + "\n"), `[1,"div",{"n":1},null]`, nil},
		{"a reference through a reference", push(`1:{"p":"$L2"}` + "\n" + `2:{"q":"$3"}` + "\n" + `3:{"n":1}` + "\n" + `0:"$1:p:q:n"` + "\n"), `1`, nil},
		{"hints and what development adds", push(":HL[\"/a.css\",\"style\"]\n:N1763\n0:D{\"name\":\"Page\"}\n0:W[]\n0:[1]\n"), `[1]`, nil},
		{"a failure", push("1:E{\"digest\":\"1\"}\n0:[\"$L1\"]\n"), `[null]`, nil},
		{"typed arrays", push("1:O3,\x01\x02\x032:S2,\x05\x000:[\"$1\",\"$2\"]\n"), `[[1,2,3],[5]]`, nil},
		{"a stream", push("1:X\n1:\"a\"\n1:T1,b1:C\n0:\"$1\"\n"), `["a","b"]`, nil},
		{"a row that does not come", push("0:[\"$L9\",\"$1:a\"]\n"), `[null,null]`, []string{notHeld}},
		{"a place that is not there", push("1:{}\n0:\"$1:a:b\"\n"), `null`, []string{notHeld}},
		{"a row that holds itself", push(`0:{"a":1,"b":"$0"}` + "\n"), `{"a":1,"b":null}`, []string{holdsItself}},
		{"rows that hold each other", push("1:[\"$2\"]\n2:[\"$1\"]\n0:\"$1\"\n"), `[[null]]`, []string{holdsItself}},
		{"places that name each other", push(`0:{"a":"$0:b","b":"$0:a"}` + "\n"), `{"a":null,"b":null}`, []string{holdsItself}},
		{"a text that is cut off", push("0:[1]\n1:T9,abc"), `[1]`, []string{"the stream ends inside of a text"}},
		{"no row 0", push("5:[1]\n"), `null`, nil},
		{"a client's Babel form", []string{`window.__next_f.push( [1, "0:[1]\n"] );`}, `[1]`, nil},
	})
	runRefused(t, nextFlight, []refused{
		{"no stream", []string{`x.push([1,"a"])`}, `no matched script has self.__next_f.push([1,"…"])`, -1},
		{"a piece that is cut off", []string{`self.__next_f.push([1,"a"`}, "a piece of the stream is cut off: the value is never closed", 19},
		{"a piece that is no JSON", []string{`self.__next_f.push([1,'a'])`}, `not JSON: unexpected "'": a value is expected`, 22},
		{"a row that is no JSON", push("0:{a\n"), `row "0" of the stream is not JSON: unexpected "a": a member name in double quotes is expected (at offset 1)`, -1},
		{"a text without a length", push("0:Tx,"), `row "0" of the stream has no length`, -1},
	})
}

func TestNextFlightElements(t *testing.T) {
	r, err := nextFlight(push(
		`2:I[1,[],"Tile"]` + "\n" + `3:["$","p",null,{"children":["a ",1]}]` + "\n" +
			`0:["$","main",null,{"id":"m","children":[["$","h1",null,{"children":"T"}],["$","$L2","k",{"product":{"id":7},"icon":["$","i",null,{}]}],"$L3"]}]` + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`{"type":"main","key":null,"props":{"id":"m"}}`,
		`{"type":"h1","key":null,"props":{"children":"T"}}`,
		`{"type":"Tile","key":"k","props":{"product":{"id":7},"icon":{"type":"i","key":null,"props":{}}}}`,
		`{"type":"i","key":null,"props":{}}`,
		`{"type":"p","key":null,"props":{"children":["a ",1]}}`,
	}
	got := r.Value.Field("elements").Items()
	if len(got) != len(want) {
		t.Fatalf("%d elements, want %d", len(got), len(want))
	}
	for i := range want {
		if s := jsonval.Stringify(got[i]); s != want[i] {
			t.Errorf("element %d: got %s, want %s", i, s, want[i])
		}
	}
	if s := jsonval.Stringify(r.Value.Field("rows").Field("2")); s != `{"module":1,"name":"Tile"}` {
		t.Errorf("row 2: got %s", s)
	}
}

// TestNextFlightBounds: references that make a small stream stand for a huge
// value, or that lead anywhere without end.
func TestNextFlightBounds(t *testing.T) {
	var doubling, chain, paths strings.Builder
	for i := range 60 {
		doubling.WriteString(hexID(i) + `:["$` + hexID(i+1) + `","$` + hexID(i+1) + `"]` + "\n")
	}
	for i := range 3000 {
		chain.WriteString(hexID(i) + `:["$` + hexID(i+1) + `"]` + "\n")
	}
	// Three hundred places, each with all that is below it.
	paths.WriteString(`0:` + strings.Repeat(`{"a":`, 300) + `[` + strings.Repeat("1,", 20000) + `1]` + strings.Repeat("}", 300) + "\n1:[")
	for i := range 300 {
		paths.WriteString(`"$0` + strings.Repeat(":a", i) + `",`)
	}
	paths.WriteString("1]\n")
	for name, stream := range map[string]string{"doubling": doubling.String(), "chain": chain.String(), "paths": paths.String()} {
		if _, err := nextFlight(push(stream)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func hexID(n int) string {
	const digits = "0123456789abcdef"
	if n < 16 {
		return digits[n : n+1]
	}
	return hexID(n/16) + digits[n%16:n%16+1]
}
