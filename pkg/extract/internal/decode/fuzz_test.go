package decode

import (
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

// fuzz runs a decoder over two texts: it ends, its error is an *Error with a
// place in the text, and its value can be printed and is not too deep.
func fuzz(f *testing.F, read func([]string) (Result, error), seeds ...string) {
	for _, s := range seeds {
		f.Add(s, "")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		texts := []string{a, b}
		r, err := read(texts)
		if err != nil {
			e := err.(*Error)
			if e.Text < 0 || e.Text > 1 || e.Offset > len(texts[e.Text]) || e.Message == "" {
				t.Fatalf("%+v", e)
			}
			return
		}
		if size := plain(r.Value).size; size < 1<<20 {
			if _, err := jsonval.ParseString(jsonval.Stringify(r.Value)); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func FuzzAstroProps(f *testing.F) {
	fuzz(f, astroProps, `{"a":[0,1],"b":[1,[[4,[[1,[[0,1],[0,{}]]]]]]],"c":[8,"[1]"],"d":[11,1]}`)
}

func FuzzJSString(f *testing.F) {
	fuzz(f, jsString, `x=JSON.parse("{\"a\":1}")`, `x=JSON.parse(decodeURIComponent(escape(atob("eyJhIjoxfQ"))))`, `"%7B%7D"`, "eyJhIjoxfQ==")
}

// FuzzNextFlight fuzzes what is inside of the scripts; FuzzJSString and the
// fuzz targets of package js reach the scripts themselves.
func FuzzNextFlight(f *testing.F) {
	read := func(texts []string) (Result, error) { return inside(nextFlight(push(texts...))) }
	fuzz(f, read,
		"1:T3,abc0:[\"$1\",\"$0:0\",[\"$\",\"$L2\",null,{\"children\":\"$@3\"}]]\n2:I[1,[],\"x\"]\n", "3:X\n3:1\n3:C\n4:S2,ab",
		`0:{"a":"$0:b","b":"$1:a","c":["$Q1","$D1","$n1","$$"]}`+"\n1:{}\n", ":HL[1]\n0:D{}\n0:[\"$-0\"]\n")
}

// inside drops the place of an error, which is one in the wrapped texts.
func inside(r Result, err error) (Result, error) {
	if e, ok := err.(*Error); ok {
		return r, &Error{Offset: -1, Message: e.Message}
	}
	return r, err
}

func FuzzDevalue(f *testing.F) {
	fuzz(f, devalue,
		`[{"a":1,"b":[2,-1]},["Date","x"],["Map",1,2],["Uint16Array","AQI="],["-7",1]]`, `[[-7,3,1,0],["Ref",0],["EmptyRef",1]]`,
		`{"body":"[1]"}`, `window.__NUXT__=(function(a){a.x=a;return {a}}({}))`, `kit.start(a,b,{data:[{a:x.defer(1)}]})`, `x.resolve(1, () => [2])`)
}

func FuzzReactRouterStream(f *testing.F) {
	read := func(texts []string) (Result, error) { return inside(reactRouterStream(enqueue(texts...))) }
	fuzz(f, read, `[{"_1":2,"_3":4},"a",["P",2],"b",["D",0]]`+"\n"+`P2:[["Z",0],1]`+"\n", `[["M",1,2],["N",{"_1":0}],["E","m","n"],-7]`, "-1\nE1:-7")
}
