package decode

import (
	"strconv"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

func itoa(n int) string { return strconv.Itoa(n) }

// enqueue writes pieces of a stream as a page has them.
func enqueue(pieces ...string) []string {
	texts := []string{`window.__reactRouterContext = {"basename":"/"};window.__reactRouterContext.stream = new ReadableStream({start(c){window.__reactRouterContext.streamController = c;}}).pipeThrough(new TextEncoderStream());`}
	for _, p := range pieces {
		texts = append(texts, "window.__reactRouterContext.streamController.enqueue("+jsonval.Stringify(jsonval.StringValue(p))+");")
	}
	return append(texts, "window.__reactRouterContext.streamController.close();")
}

func TestReactRouterStream(t *testing.T) {
	run(t, reactRouterStream, []decoded{
		{"loader data", enqueue(`[{"_1":2},"loaderData",{"_3":4},"routes/product",{"_5":6,"_7":8},"name","Kettle","price",19.99]` + "\n"), `{"loaderData":{"routes/product":{"name":"Kettle","price":19.99}}}`, nil},
		{"pieces cut anywhere", enqueue(`[{"_1":`, `2},"a","é`, `x"]`, "\n"), `{"a":"éx"}`, nil},
		{"several pieces in a script", []string{`a.streamController.enqueue("[1,");a.streamController.enqueue("\"x\"]")`}, `1`, nil},
		{"order of members", enqueue(`[{"_1":2,"_3":2},"b",1,"a"]`), `{"b":1,"a":1}`, nil},
		{"values that JSON does not have", enqueue(`[[-1,-2,-3,-4,-5,-6,-7]]`), `[null,null,null,0,null,null,null]`, nil},
		{"the value is one of these", enqueue("-7\n"), `null`, nil},
		{"dates and the like", enqueue(`[[1,2,3,4,5,6],["D",0],["U","https://e.x/"],["B","12"],["R","a+","g"],["Y","k"],["D","x"]]`), `["1970-01-01T00:00:00.000Z","https://e.x/","12","a+","k","x"]`, nil},
		{"set, map, object without prototype", enqueue(`[[1,2,3],["S",4,5],["M",4,5],["N",{"_4":5}],"k",1]`), `[["k",1],[["k",1]],{"k":1}]`, nil},
		{"an error", enqueue(`[["E","no stock","TypeError"]]`), `{"name":"TypeError","message":"no stock"}`, nil},
		{"the router's own types", enqueue(`[[1,4,6,8,10],["ErrorResponse",2,3,2],"Not Found",404,["SanitizedError",5,2],"Error",["SingleFetchRedirect",7],{"_9":3},["SingleFetchClassInstance",7],"status",["SingleFetchFallback"]]`),
			`[{"data":"Not Found","status":404,"statusText":"Not Found"},{"name":"Error","message":"Not Found"},{"status":404},{"status":404},null]`, nil},
		{"a promise", enqueue(`[{"_1":2},"later",["P",2]]`+"\n", `P2:[{"_4":5},"n",7]`+"\n"), `{"later":{"n":7}}`, nil},
		{"a promise of undefined", enqueue(`[{"_1":2},"later",["P",2]]` + "\nP2:-7\n"), `{"later":null}`, nil},
		{"a promise of an earlier value", enqueue(`[{"_1":2,"_3":4},"later",["P",2],"now","x"]` + "\n" + `P2:[["Z",4]]` + "\n"), `{"later":"x","now":"x"}`, nil},
		{"a promise that failed", enqueue(`[["P",0]]` + "\n" + `E0:[["E","gone","Error"]]` + "\n"), `null`, nil},
		{"a promise that does not come", enqueue(`[{"_1":2},"later",["P",2]]` + "\n"), `{"later":null}`, []string{notHeld}},
		{"holds itself", enqueue(`[{"_1":0},"self"]`), `{"self":null}`, []string{holdsItself}},
		{"Remix", []string{`window.__remixContext.streamController.enqueue("[{\"_1\":2},\"state\",3]\n");`}, `{"state":3}`, nil},
	})
	runRefused(t, reactRouterStream, []refused{
		{"no stream", []string{`var x = 1`}, `no matched script has streamController.enqueue("…")`, -1},
		{"cut off", enqueue(`[{"_1":2},"a"`), `a line of the stream is not JSON: the text ends where it should go on: "," or "]" is expected`, -1},
		{"a line of another kind", enqueue("[1]\nX1:[1]\n"), "line 2 of the stream is neither P<n>:… nor E<n>:…", -1},
		{"no list", enqueue(`{"a":1}`), `a line of the stream is no list but {"a":1}`, -1},
		{"a reference that is none", enqueue(`[{"_1":"x"},"a"]`), `the stream names its values by index, and "x" is none`, -1},
		{"a line without a number", enqueue("[1]\nP:1\n"), `a line of the stream has no number: "P:1"`, -1},
		{"bad escape", []string{`a.streamController.enqueue("\u1")`}, `\u takes four hexadecimal digits`, 28},
		{"index beyond all", enqueue(`[[-8]]`), "the stream names its values by index, and -8 is none", -1},
		{"no index", enqueue(`[["M","a","b"]]`), `the stream names its values by index, and "a" is none`, -1},
	})
}

func TestReactRouterStreamBounds(t *testing.T) {
	var doubling strings.Builder
	for i := range 60 {
		doubling.WriteString("[" + itoa(i+1) + "," + itoa(i+1) + "],")
	}
	if _, err := reactRouterStream(enqueue("[" + doubling.String() + "1]")); err == nil {
		t.Error("no error")
	}
}
