package decode

import (
	"strings"
	"testing"
)

func TestDevalueList(t *testing.T) {
	one := func(s string) []string { return []string{s} }
	run(t, devalue, []decoded{
		{"object and list", one(`[{"a":1,"b":2},"x",[3,4],1.5,true]`), `{"a":"x","b":[1.5,true]}`, nil},
		{"shared value", one(`[[1,1],{"a":2},null]`), `[{"a":null},{"a":null}]`, nil},
		{"values that JSON does not have", one(`[[-1,-3,-4,-5,-6,-2]]`), `[null,null,null,null,0,null]`, nil},
		{"the value is one of these", one(`-1`), `null`, nil},
		{"date, BigInt, URL, RegExp", one(`[[1,2,3,4,5,6],["Date","2026-11-30T10:00:00.000Z"],["BigInt","12"],["URL","https://e.x/"],["URLSearchParams","a=1"],["RegExp","a+","g"],["Temporal.PlainDate","2026-01-01"]]`),
			`["2026-11-30T10:00:00.000Z","12","https://e.x/","a=1","a+","2026-01-01"]`, nil},
		{"set and map", one(`[[1,2],["Set",3,4],["Map",3,4],"k",1]`), `[["k",1],[["k",1]]]`, nil},
		{"boxed value, object without prototype", one(`[[1,2],["Object","s"],["null","k",3,"0",3],7]`), `["s",{"0":7,"k":7}]`, nil},
		{"sparse list", one(`[[-7,4,2,1],"x"]`), `[null,null,"x",null]`, nil},
		{"typed array, old form", one(`[["Uint8Array","AQID"]]`), `[1,2,3]`, nil},
		{"typed array, new form", one(`[[1,3,4],["Uint16Array",2],["ArrayBuffer","AQACAAMA"],["Uint8Array",2,2,4],["Int8Array",2]]`), `[[1,2,3],[2,0],[1,0,2,0,3,0]]`, nil},
		{"Nuxt's wrappers", one(`[["ShallowReactive",1],{"data":2,"ref":3,"shallow":4},["Reactive",5],["Ref",6],["ShallowRef",6],{"n":6},1]`), `{"data":{"n":1},"ref":1,"shallow":1}`, nil},
		{"Nuxt's empty refs", one(`[[1,2,3,4],["EmptyRef",5],["EmptyRef",6],["EmptyShallowRef",7],["EmptyRef",8],"_","0n","false","\"\""]`), `[null,"0",false,""]`, nil},
		{"Nuxt's error and island", one(`[[1,3],["NuxtError",2],{"statusCode":5},["Island",4],{"key":6},404,"k"]`), `[{"statusCode":404},{"key":"k"}]`, nil},
		{"a type of the app's own", one(`[["Money",1],{"cents":2},1999]`), `{"cents":1999}`, nil},
		{"holds itself", one(`[{"name":1,"self":0},"n"]`), `{"name":"n","self":null}`, []string{holdsItself}},
		{"index beyond the list", one(`[[1,9],"x"]`), `["x",null]`, []string{notHeld}},
		{"SvelteKit's fetched data", one(`{"status":200,"statusText":"OK","headers":{},"body":"{\"items\":[1]}"}`), `{"status":200,"statusText":"OK","headers":{},"body":{"items":[1]}}`, nil},
		{"SvelteKit's fetched text", one(`{"status":200,"body":"<p>"}`), `{"status":200,"body":"<p>"}`, nil},
	})
	runRefused(t, devalue, []refused{
		{"not flat", one(`[{"a":"x"}]`), `a devalue list names its values by index, and "x" is none`, -1},
		{"index that is none", one(`[[1.5]]`), `a devalue list names its values by index, and 1.5 is none`, -1},
		{"reserved index", one(`[[-9]]`), `a devalue list names its values by index, and -9 is none`, -1},
		{"unknown type", one(`[["Pair",1,2],1,2]`), `a devalue list has the type "Pair", which is not known`, -1},
		{"positive number", one(`7`), "a number is no devalue list", -1},
		{"object", one(`{"a":1}`), "an object is no devalue list", -1},
		{"sparse list that is too long", one(`[[-7,99999999]]`), "a devalue list is too long", -1},
		{"bytes", one(`[["Uint8Array","***"]]`), "the bytes of a typed array are not base64", -1},
	})
}

func TestDevalueScript(t *testing.T) {
	kit := func(data string) string {
		return "{\n__sveltekit_1abc = {base: new URL(\".\", location).pathname.slice(0, -1)};\nconst element = document.currentScript.parentElement;\n" +
			"Promise.all([import(\"./start.js\"), import(\"./app.js\")]).then(([kit, app]) => {\nkit.start(app, element, {\nnode_ids: [0, 2],\ndata: " +
			data + ",\nform: null,\nerror: null\n});\n});\n}"
	}
	run(t, devalue, []decoded{
		{"SvelteKit", []string{kit(`[null,{type:"data",data:{items:[{id:1,price:19.99}]},uses:{}}]`)}, `[null,{"type":"data","data":{"items":[{"id":1,"price":19.99}]},"uses":{}}]`, nil},
		{"SvelteKit before 2", []string{"const data = [null,{\"type\":\"data\",data:{a:1}}];\nimport('x').then(([kit,app])=>{kit.start(app, element, {node_ids:[0],data,form:null})})"}, `[null,{"type":"data","data":{"a":1}}]`, nil},
		{"SvelteKit among other scripts", []string{`"use strict";f([1]);`, `[1,2].map(f)`, kit(`[{type:"data",data:{a:1}}]`)}, `[{"type":"data","data":{"a":1}}]`, nil},
		{"SvelteKit's shared values", []string{kit(`[(function(a){a.n=1;return {type:"data",data:{x:a,y:a}}}({}))]`)}, `[{"type":"data","data":{"x":{"n":1},"y":{"n":1}}}]`, nil},
		{"SvelteKit's later values", []string{kit(`[{type:"data",data:{a:__sveltekit_1abc.defer(1),b:__sveltekit_1abc.defer(2)}}]`), `__sveltekit_1abc.resolve(1, () => [{n:1}])`, `__sveltekit_1abc.resolve({id:2,data:"x",error:void 0})`}, `[{"type":"data","data":{"a":{"n":1},"b":"x"}}]`, nil},
		{"a later value that does not come", []string{kit(`[{type:"data",data:{a:__sveltekit_1abc.defer(1)}}]`)}, `[{"type":"data","data":{"a":null}}]`, []string{notHeld}},
		{"Nuxt 2", []string{`window.__NUXT__=(function(a,b){return {layout:"default",data:[{items:[{id:a,name:b}]}],serverRendered:true}}(1,"Kettle"));`}, `{"layout":"default","data":[{"items":[{"id":1,"name":"Kettle"}]}],"serverRendered":true}`, nil},
		{"Nuxt 2, plain", []string{`window.__NUXT__={data:[{a:void 0}]};`}, `{"data":[{"a":null}]}`, nil},
		{"a value that the text begins with", []string{`{sku:'x', price:3,};more()`}, `{"sku":"x","price":3}`, nil},
		{"a map that holds itself", []string{`(function(a){a.set("k",a);return [a]}(new Map))`}, `[[["k",null]]]`, []string{holdsItself}},
	})
	runRefused(t, devalue, []refused{
		{"code", []string{`[1,2].map(f)`}, "the script does not begin with data", 0},
		{"a string is no data", []string{`"use strict";`}, "the script does not begin with data", 0},
		{"an expression", []string{kit(`[{type:"data",data:{a:location.href}}]`)}, `"location.href" is a name that the script does not bind there, and nothing is evaluated`, 280},
	})
}

// TestDevalueBounds: small texts that stand for huge values end in an error.
func TestDevalueBounds(t *testing.T) {
	var doubling strings.Builder // each value holds the next one twice
	for i := range 60 {
		doubling.WriteString("[" + itoa(i+1) + "," + itoa(i+1) + "],")
	}
	deep := strings.Builder{}
	for i := range 1200 {
		deep.WriteString("[" + itoa(i+1) + "],")
	}
	holes := strings.Repeat("[-7,1000000],", 10)
	for name, text := range map[string]string{
		"doubling":        "[" + doubling.String() + "1]",
		"deep":            "[" + deep.String() + "1]",
		"holes":           "[[1,2,3,4,5,6,7,8,9,10]," + holes + "1]",
		"doubling script": "(function(a){return [" + strings.Repeat("[", 1200) + strings.Repeat("]", 1200) + "]}({}))",
	} {
		if r, err := devalue([]string{text}); err == nil {
			t.Errorf("%s: %d values", name, r.Value.Len())
		}
	}
}
