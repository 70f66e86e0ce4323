package extract

import (
	"context"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
)

func script(text string) string { return "<script id=x>" + text + "</script>" }

// embed is an extract of the whole value of script#x with more options.
func embed(options string) string {
	if options != "" {
		options += ","
	}
	return `{"embedded_json":{"selector":"script#x",` + options + `"vars":{"v":"@"}}}`
}

func TestEmbedded(t *testing.T) {
	for _, c := range []struct {
		name, html, extract, want string
		warnings                  []string
	}{
		{name: "JSON", html: script(`{"a":1}`), extract: embed(""), want: `{"a":1}`},
		{name: "white space around", html: script("\n\t[1]\n"), extract: embed(""), want: `[1]`},
		{name: "any JSON value", html: script(`"s"`), extract: embed(""), want: `"s"`},
		{name: "an attribute, entities decoded by the parser", html: `<script id=x data-j="{&quot;a&quot;:&quot;&amp;amp;&quot;}"></script>`, extract: embed(`"attr":"data-j"`), want: `{"a":"&amp;"}`},
		{name: "the attribute's empty value is no missing one", html: `<script id=x data-j="&#34;&#34;"></script>`, extract: embed(`"attr":"data-j"`), want: `""`},
		{name: "strip_js", html: script(`window.s = {"a":"}"};f({})`), extract: embed(`"strip_js":true`), want: `{"a":"}"}`},
		{name: "strip_js_after", html: script(`a["results"] = [1]; a["more"] = [2];`), extract: embed(`"strip_js_after":"[\"more\"] ="`), want: `[2]`},
		{name: "strip_js_after implies strip_js", html: script(`b={"n":2};`), extract: embed(`"strip_js_after":"b="`), want: `{"n":2}`},
		{name: "the first anchor counts", html: script(`v={"n":1};v={"n":2}`), extract: embed(`"strip_js_after":"v="`), want: `{"n":1}`},
		{name: "a decoder behind strip_js", html: script(`p = {"a":[0,1]};`), extract: embed(`"strip_js":true,"decode":"astro_props"`), want: `{"a":1}`},
		{name: "a decoder that reads scripts", html: script(`window.s = JSON.parse("{\"a\":1}");`), extract: embed(`"decode":"js_string"`), want: `{"a":1}`},
		{name: "the same behind an anchor", html: script(`a=JSON.parse("[1]");b=JSON.parse("[2]")`), extract: embed(`"decode":"js_string","strip_js_after":"b="`), want: `[2]`},
		{name: "over 256 KB", html: script(`["` + strings.Repeat("a", 300_000) + `"]`), extract: `{"embedded_json":{"selector":"script#x","vars":{"v":"length([0])"}}}`, want: `300000`},
		{
			name: "several scripts: the first counts", html: script(`[1]`) + script(`[2]`), extract: embed(""), want: `[1]`,
			warnings: []string{`the selector "script#x" matches 2 elements, and the first counts`},
		},
		{name: "all", html: script(`[1]`) + script(`[2]`), extract: embed(`"all":true`), want: `[[1],[2]]`},
		{
			name: "all, and one is no JSON", html: script(`[1]`) + script(`x`) + script(``), extract: embed(`"all":true`), want: `[[1],null,null]`,
			warnings: []string{`null stands for 2 of the 3 elements; the first of these: embedded_json for v: not JSON at line 1, column 1 of the text: unexpected "x": a value is expected, at "x"`},
		},
		{
			name: "CDATA in a comment", html: script("\n//<![CDATA[\n{\"a\":1}\n//]]>\n"), extract: embed(""), want: `{"a":1}`,
			warnings: []string{"the JSON stands in a comment, a CDATA wrapper or before a semicolon, which JSON.parse alone refuses"},
		},
		{
			name: "CDATA in the open", html: script("<![CDATA[{\"a\":1}]]>"), extract: embed(""), want: `{"a":1}`,
			warnings: []string{"the JSON stands in a comment, a CDATA wrapper or before a semicolon, which JSON.parse alone refuses"},
		},
		{
			name: "an HTML comment", html: script("<!--\n[\"<!-- -->\"]\n//-->"), extract: embed(""), want: `["<!-- -->"]`,
			warnings: []string{"the JSON stands in a comment, a CDATA wrapper or before a semicolon, which JSON.parse alone refuses"},
		},
		{
			name: "a byte order mark", html: script("\ufeff{\"a\":1}"), extract: embed(""), want: `{"a":1}`,
			warnings: []string{"the JSON stands beside white space that is none in JSON, such as U+00A0 or U+FEFF, which JSON.parse alone refuses"},
		},
		{
			name: "no-break spaces", html: script("\u00a0[1]\u00a0\n"), extract: embed(""), want: `[1]`,
			warnings: []string{"the JSON stands beside white space that is none in JSON, such as U+00A0 or U+FEFF, which JSON.parse alone refuses"},
		},
		{
			name: "a semicolon", html: script(" {\"a\":\";\"} ; "), extract: embed(""), want: `{"a":";"}`,
			warnings: []string{"the JSON stands in a comment, a CDATA wrapper or before a semicolon, which JSON.parse alone refuses"},
		},
		{name: "wrappers with strip_js", html: script("<!-- /*<![CDATA[*/ {\"a\":1}; /*]]>*/ -->"), extract: embed(`"strip_js":true`), want: `{"a":1}`},
		{
			name: "the name of a member", html: script(`window["results"] = {"a":1};`), extract: embed(`"strip_js":true`), want: `["results"]`,
			warnings: []string{`what was read is the name of a member, ["results"], to which the data is assigned`},
		},
		{
			name: "a piece of a stream", html: script(`self.__next_f.push([1,"5:{}\n"])`), extract: embed(`"strip_js":true`), want: `[1,"5:{}\n"]`,
			warnings: []string{"what was read is one piece of a stream"},
		},
		{name: "not required, no element", html: "", extract: embed(`"required":false`), want: `null`},
		{
			name: "not required, no JSON", html: script("x"), extract: embed(`"required":false`), want: `null`,
			warnings: []string{`null stands for v: embedded_json for v: not JSON at line 1, column 1 of the text: unexpected "x": a value is expected, at "x"`},
		},
		{
			name: "not required, no anchor", html: script("x"), extract: embed(`"required":false,"strip_js_after":"y="`), want: `null`,
			warnings: []string{`null stands for v: embedded_json for v: the text "y=" of strip_js_after does not occur`},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, r := values(t, page(c.html), step(t, c.extract))
			if got != `{"v":`+c.want+`}` {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			var warnings []string
			for _, w := range r.Warnings {
				warnings = append(warnings, w.Message)
			}
			if strings.Join(warnings, "\n") != strings.Join(c.warnings, "\n") {
				t.Errorf("got warnings %q, want %q", warnings, c.warnings)
			}
		})
	}
}

func TestEmbeddedErrors(t *testing.T) {
	const js = `"decode": "js_string"`
	for _, c := range []struct {
		name, html, options string
		reason              Reason
		message, hint       string // without the name of the variable; a hint of "*" is any
	}{
		{"no element", "<p>", "", NoElement, `the selector "script#x" matches no element of the page`, "*"},
		{"no attribute", `<script id=x data-a=1 data-b>{}</script>`, `"attr":"data-j"`, NoText, `the element has no attribute "data-j"`, "it has id, data-a, data-b"},
		{"an empty attribute", `<script id=x data-j=" "></script>`, `"attr":"data-j"`, NoText, `the attribute "data-j" is empty`, ""},
		{"no text", `<script id=x src="/a.js"></script>`, "", NoText, "the element has no text", `the script is loaded from "/a.js"`},
		{"no anchor", script("window.a = {}"), `"strip_js_after":"window.b ="`, NoAnchor, `the text "window.b =" of strip_js_after does not occur`,
			`it is compared letter by letter, white space included; the script begins with "window.a = {}"`},
		{"no bracket", script("x = 1;"), `"strip_js":true`, NoValue, "no balanced {…} or […]: no { or [ stands outside of strings and comments at line 1, column 7", ""},
		{"unclosed", script("x = {\"a\":1"), `"strip_js":true`, NoValue, `no balanced {…} or […]: the value is never closed at line 1, column 5, at "{"a":1"`, ""},
		{"in a string", script(`x = JSON.parse('{"a":1}')`), `"strip_js":true`, NoValue, "no balanced {…} or […]: no { or [ stands outside of strings and comments at line 1, column 26",
			"the data is JSON in a string of the script: " + js + " reads it"},
		{"an assignment", script("\nwindow.a = {\"n\":1};"), "", NotEmbedded, `not JSON at line 2, column 1 of the text: unexpected "w": a value is expected, at "window.a = {"n":1};"`,
			`"strip_js": true reads the first {…} or […] of the script`},
		{"an assignment to a member", script(`w["r"] = {"n":1};`), "", NotEmbedded, `not JSON at line 1, column 1 of the text: unexpected "w": a value is expected, at "w["r"] = {"n":1};"`,
			`the first bracket is part of the name; "strip_js_after": "[\"r\"] =" starts behind it`},
		{"an assignment to a member in single quotes", script(`w['r'] = {"n":1};`), `"strip_js":true`, NotEmbedded, `not JSON at line 1, column 3 of the text: unexpected "'": a value is expected, at "'r'] = {"n":1};"`,
			`the first bracket is part of the name; "strip_js_after": "['r'] =" starts behind it`},
		{"a string", script(`x = JSON.parse("{\"a\":1}")`), "", NotEmbedded, `not JSON at line 1, column 1 of the text: unexpected "x": a value is expected, at "x = JSON.parse("{\"a\":1}")"`,
			"the data is JSON in a string of the script: " + js + " reads it"},
		{"a function", script(`(function(){var x={"a":1};f(x)})()`), `"strip_js":true`, NotEmbedded, `not JSON at line 1, column 13 of the text: unexpected "v": a member name in double quotes is expected, at "var x={"a":1};f(x)})()"`,
			`the first bracket is not that of the data: "strip_js_after": "x=" starts behind it`},
		{"a JavaScript value", script(`x = {a:1,b:undefined,}`), `"strip_js":true`, NotEmbedded, `not JSON at line 1, column 6 of the text: unexpected "a": a member name in double quotes is expected, at "a:1,b:undefined,}"`,
			`the data is a JavaScript value, not JSON: "decode": "devalue" with "strip_js_after": "x =" reads it`},
		{"code in the value", script(`x = {"a":new Thing(1)}`), `"strip_js":true`, NotEmbedded, `not JSON at line 1, column 10 of the text: unexpected "n": a value is expected, at "new Thing(1)}"`,
			`no option of embedded_json reads it; take the values with "html" or "html_items", or from another script`},
		{"a line break in a string", script("{\"a\":\"x\ny\"}"), "", NotEmbedded, `not JSON at line 1, column 8 of the text: a control character in a string is written as an escape: \n, at "\ny"}"`,
			`no option of embedded_json reads it; take the values with "html" or "html_items", or from another script`},
		{"entities in a script", script("{&quot;a&quot;:1}"), "", NotEmbedded, `not JSON at line 1, column 2 of the text: unexpected "&": a member name in double quotes is expected, at "&quot;a&quot;:1}"`,
			`no option of embedded_json reads it; take the values with "html" or "html_items", or from another script`},
		{"a stream of Next", script(`self.__next_f.push([1,"0:[]\n"])`), "", NotEmbedded, `not JSON at line 1, column 1 of the text: unexpected "s": a value is expected, at "self.__next_f.push([1,"0:[]\n"…"`,
			`the script holds a piece of Next's stream: "decode": "next_flight", with a selector that matches all scripts, reads it`},
		{"a stream of React Router", script(`w.streamController.enqueue("[1]")`), `"strip_js":true`, NoValue, "no balanced {…} or […]: no { or [ stands outside of strings and comments at line 1, column 34",
			`the script holds a piece of React Router's stream: "decode": "react_router_stream", with a selector that matches all scripts, reads it`},
		{"a decoder", script("{\n\"a\":[9]}"), `"decode":"devalue"`, NotDecoded, "decode devalue: an object is no devalue list", ""},
		{"a decoder with a place", script("[1]\n"), `"decode":"next_flight"`, NotDecoded, `decode next_flight: no matched script has self.__next_f.push([1,"…"])`,
			`the stream stands in several scripts: let the selector match them all, as "script" does`},
		{"a decoder behind strip_js", script("x=[\n'a']"), `"decode":"astro_props","strip_js":true`, NotDecoded, `decode astro_props: not JSON: unexpected "'": a value is expected at line 2, column 1, at "'a']"`, ""},
		{"a decoder behind an anchor", script("\na=1;x={b:c}"), `"decode":"devalue","strip_js_after":"x="`, NotDecoded, `decode devalue: "c" is a name that the script does not bind there, and nothing is evaluated at line 2, column 10, at "c}"`, "*"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Run(context.Background(), page(c.html), step(t, embed(c.options)), Limits{})
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v", err)
			}
			if e.Reason != c.reason || e.Var != "v" || e.Selector != "script#x" {
				t.Errorf("got reason %d of %q, selector %q", e.Reason, e.Var, e.Selector)
			}
			if want := "embedded_json for v: " + c.message; e.Message != want {
				t.Errorf("got  %s\nwant %s", e.Message, want)
			}
			if c.hint != "*" && e.Hint != c.hint {
				t.Errorf("got hint  %s\nwant %s", e.Hint, c.hint)
			}
			if c.hint == "*" && e.Hint == "" {
				t.Error("no hint")
			}
		})
	}
}

// TestAdviceHolds: what a hint proposes reads the page.
func TestAdviceHolds(t *testing.T) {
	option := regexp.MustCompile(`"(?:strip_js|strip_js_after|decode)": (?:true|"(?:[^"\\\\]|\\\\.)*")`)
	for _, c := range []struct{ script, options, proposes, want string }{
		{`window.__STATE__ = {'a':1};`, `"strip_js":true`, `"decode": "devalue","strip_js_after": "window.__STATE__ ="`, `{"a":1}`},
		{`window.__STATE__ = {'a':1};`, "", `"decode": "devalue","strip_js_after": "window.__STATE__ ="`, `{"a":1}`},
		{`var x = {a:1}`, "", `"decode": "devalue","strip_js_after": "x ="`, `{"a":1}`},
		{`var x = {"a":[1,],}; f({})`, `"strip_js":true`, `"decode": "devalue","strip_js_after": "x ="`, `{"a":[1]}`},
		{"x = // the state\n{\"a\":1 /* one */}", `"strip_js":true`, `"decode": "devalue","strip_js_after": "x ="`, `{"a":1}`},
		{`({a:1})`, "", `"decode": "devalue"`, `{"a":1}`},
		{"{\"a\":\"b\tc\"}", "", `"decode": "devalue"`, `{"a":"b\tc"}`},
		{`x = {"a":1} // one`, "", `"strip_js": true`, `{"a":1}`},
		{`(function(o){o={};var s = {"a":1};f(s)})()`, `"strip_js":true`, `"strip_js_after": "s ="`, `{"a":1}`},
		{`w['r'] = {"a":1}`, `"strip_js":true`, `"strip_js_after": "['r'] ="`, `{"a":1}`},
		{`x=JSON.parse('{"a":1}')`, `"strip_js":true`, `"decode": "js_string"`, `{"a":1}`},
		{"{\"a\":\"b\nc\"}", "", "", ""},
		{strings.Repeat("a={", 100_000), "", "", ""},
	} {
		_, err := Run(context.Background(), page(script(c.script)), step(t, embed(c.options)), Limits{})
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%.60s: %v", c.script, err)
			continue
		}
		proposes := strings.Join(option.FindAllString(e.Hint, -1), ",")
		if proposes != c.proposes {
			t.Errorf("%.60s: got the hint %s", c.script, e.Hint)
			continue
		}
		if proposes == "" {
			continue
		}
		if c.options != "" && !strings.Contains(proposes, `"strip_js":`) {
			proposes += "," + c.options
		}
		if got, _ := values(t, page(script(c.script)), step(t, embed(proposes))); got != `{"v":`+c.want+`}` {
			t.Errorf("%s with %s: got %s", c.script, proposes, got)
		}
	}
}

// TestPages extracts from the pages of the frameworks.
func TestPages(t *testing.T) {
	for _, c := range []struct{ file, extract, want string }{
		{"next-pages.html", `{"embedded_json":{"selector":"script#__NEXT_DATA__","vars":{"name":"props.pageProps.product.name","price":"props.pageProps.product.price.amount","in_stock":"props.pageProps.product.variants[?stock > ` + "`0`" + `].sku"}},"html":{"shown":{"selector":".price"}}}`,
			`{"name":"Wasserkocher <pro>","price":19.99,"in_stock":["wk-1"],"shown":"19,99 €"}`},
		{"next-app.html", `{"embedded_json":{"selector":"script","decode":"next_flight","vars":{"title":"elements[?type == 'h1'].props.children | [0]","product":"elements[?props.product].props.product | [0].{id: id, price: price.amount, text: description, since: since, cost: cost, days: offers[].shipping.days}","stars":"elements[?type == 'ProductView'].props.reviews[].stars","lang":"root.f[0][1].props.children.props.lang"}}}`,
			`{"title":"Wasserkocher <pro>","product":{"id":7,"price":19.99,"text":"Kocht Wasser.\nSehr schnell – in 90 Sekunden.","since":"2024-03-01T00:00:00.000Z","cost":"$12","days":[2,2]},"stars":[5,4],"lang":"de"}`},
		{"nuxt.html", `{"embedded_json":{"selector":"script#__NUXT_DATA__","decode":"devalue","vars":{"product":"data.\"product-7\"","path":"path"}}}`,
			`{"product":{"id":7,"name":"Wasserkocher <pro>","price":{"amount":19.99,"was":null},"variants":[{"sku":"wk-1","stock":7},{"sku":"wk-2","stock":0}],"since":"2024-03-01T00:00:00.000Z","tags":["küche"],"rating":4.5},"path":"/p/wasserkocher"}`},
		{"nuxt2.html", `{"embedded_json":{"selector":"script","decode":"devalue","vars":{"product":"data[0].product"}}}`,
			`{"product":{"id":7,"name":"Wasserkocher <pro>","price":{"amount":19.99,"currency":"EUR","was":null},"variants":[{"sku":"wk-1","currency":"EUR","stock":3},{"sku":"wk-2","currency":"EUR","stock":0}]}}`},
		{"astro.html", `{"embedded_json":[{"selector":"astro-island[uid=Z1x]","attr":"props","decode":"astro_props","vars":{"product":"product","page":"page"}},{"selector":"astro-island[uid=Z2x]","attr":"props","decode":"astro_props","vars":{"skus":"items[].sku"}}]}`,
			`{"product":{"id":7,"name":"Wasserkocher & \"pro\"","price":19.99,"since":"2024-03-01T00:00:00.000Z","variants":[{"sku":"wk-1","stock":3},{"sku":"wk-2","stock":0}],"was":null},"page":"https://www.example.de/p/wasserkocher","skus":["wk-1","wk-2"]}`},
		{"sveltekit.html", `{"embedded_json":[{"selector":"script","decode":"devalue","vars":{"fetched":"body.stock"}},{"selector":"script:not([type])","decode":"devalue","vars":{"product":"[1].data.product","stars":"[1].data.reviews[].stars"}},{"selector":"script[data-sveltekit-fetched]","vars":{"status":"status"}}]}`,
			`{"fetched":{"berlin":3},"product":{"id":7,"name":"Wasserkocher <pro>","price":{"amount":19.99,"currency":"EUR"},"since":"2024-03-01T00:00:00.000Z","tags":["küche"],"variants":[{"sku":"wk-1","stock":3,"price":{"amount":19.99,"currency":"EUR"}},{"sku":"wk-2","stock":0,"price":{"amount":19.99,"currency":"EUR"},"note":null}]},"stars":[5,4],"status":200}`},
		{"remix.html", `{"embedded_json":{"selector":"script","strip_js_after":"window.__remixContext =","all":true,"vars":{"product":"[?@].state.loaderData.\"routes/p.$slug\".product | [0]"}}}`,
			`{"product":{"id":7,"name":"Wasserkocher <pro>","price":19.99}}`},
		{"react-router.html", `{"embedded_json":{"selector":"script","decode":"react_router_stream","vars":{"product":"loaderData.\"routes/product\".product","stars":"loaderData.\"routes/product\".reviews[].stars"}}}`,
			`{"product":{"id":7,"name":"Wasserkocher <pro>","price":19.99,"since":"2024-03-01T00:00:00.000Z"},"stars":[5,4]}`},
		{"json-ld.html", `{"embedded_json":{"selector":"script[type='application/ld+json']","all":true,"vars":{"price":"[?\"@type\" == 'Product'].offers.price | [0]","types":"[].\"@type\"","site":"[].\"@graph\"[].url | [0]"}}}`,
			`{"price":"19.99","types":["Product","Organization","BreadcrumbList"],"site":"https://www.example.de/"}`},
	} {
		t.Run(c.file, func(t *testing.T) {
			text, err := os.ReadFile("../../testdata/pages/" + c.file)
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := values(t, page(string(text)), step(t, c.extract)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
