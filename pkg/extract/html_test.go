package extract

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/conformance"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

const shop = `<!doctype html><title> The
 shop </title>
<ul>
<li class="tile" data-id="7" data-grid='{"price":{"price":4.99},"tags":["a","b"]}'><h2>Kettle</h2><b> 19,99&nbsp;€ </b><a href=" /p/7 ">more</a></li>
<li class="tile" data-id="" data-grid="{price:4}"><h2></h2><a href>more</a></li>
<li class="tile"><h2>Cup <i>small</i></h2><b>2<sup>50</sup></b><script>[1, {"a b":"c  d"}]</script></li>
</ul>
<template><li class="tile">never</li></template><noscript><p class="no">seen</p></noscript>`

func TestHTML(t *testing.T) {
	for _, c := range []struct{ name, extract, want string }{
		{"text is collapsed", `{"html":{"x":{"selector":"title"}}}`, `{"x":"The shop"}`},
		{"the first match", `{"html":{"x":{"selector":"h2"}}}`, `{"x":"Kettle"}`},
		{"no-break spaces are spaces", `{"html":{"x":{"selector":"b"}}}`, `{"x":"19,99 €"}`},
		{"text of all that is inside", `{"html":{"x":{"selector":"h2","all":true}}}`, `{"x":["Kettle","","Cup small"]}`},
		{"no match", `{"html":{"x":{"selector":"h3"},"y":{"selector":"h3","all":true},"z":{"selector":"h3","attr":"id"}}}`, `{"x":null,"y":[],"z":null}`},
		{"attributes are raw", `{"html":{"x":{"selector":"a","attr":"href"}}}`, `{"x":" /p/7 "}`},
		{"names of attributes have no case", `{"html":{"x":{"selector":"a","attr":"HREF"}}}`, `{"x":" /p/7 "}`},
		{"missing and empty attributes", `{"html":{"x":{"selector":".tile","attr":"data-id","all":true}}}`, `{"x":["7","",null]}`},
		{"an attribute without a value", `{"html":{"x":{"selector":"a","attr":"href","all":true}}}`, `{"x":[" /p/7 ",""]}`},
		{"template is out of reach, noscript is not", `{"html":{"x":{"selector":".tile","all":true},"y":{"selector":".no"}}}`,
			`{"x":["Kettle 19,99 € more","more","Cup small250[1, {\"a b\":\"c d\"}]"],"y":"seen"}`},
		{"JSON in an attribute", `{"html":{"x":{"selector":"li","attr":"data-grid","parse":"json"}}}`, `{"x":{"price":{"price":4.99},"tags":["a","b"]}}`},
		{"a path inside of it", `{"html":{"x":{"selector":"li","attr":"data-grid","parse":"json","path":"price.price"}}}`, `{"x":4.99}`},
		{"JSON of all, null where it is none", `{"html":{"x":{"selector":"li","attr":"data-grid","parse":"json","path":"tags[1]","all":true}}}`, `{"x":["b",null,null]}`},
		{"JSON in a text keeps its white space", `{"html":{"x":{"selector":"script","parse":"json"}}}`, `{"x":[1,{"a b":"c  d"}]}`},
		{"a text that is no JSON", `{"html":{"x":{"selector":"h2","parse":"json"},"y":{"selector":"h2","parse":"json","path":"a"}}}`, `{"x":null,"y":null}`},
		{"no expression is asked of what is no JSON", `{"html":{"y":{"selector":"h2","parse":"json","path":"length(@)"}}}`, `{"y":null}`},
		{"members as JavaScript orders them", `{"html":{"b":{"selector":"h2"},"2":{"selector":"h2"},"1":{"selector":"h2"}}}`, `{"1":"Kettle","2":"Kettle","b":"Kettle"}`},
		{"items", `{"html_items":{"x":{"selector":".tile","fields":{"id":{"selector":":scope","attr":"data-id"},"name":{"selector":"h2"},"url":{"selector":"a","attr":"href"}}}}}`,
			`{"x":[{"id":"7","name":"Kettle","url":" /p/7 "},{"id":"","name":"","url":""},{"id":null,"name":"Cup small","url":null}]}`},
		{"the element itself", `{"html_items":{"x":{"selector":"h2","fields":{"a":{"selector":""},"b":{"selector":" "},"c":{"selector":":scope"}}}}}`,
			`{"x":[{"a":"Kettle","b":"Kettle","c":"Kettle"},{"a":"","b":"","c":""},{"a":"Cup small","b":"Cup small","c":"Cup small"}]}`},
		{"JSON in a field", `{"html_items":{"x":{"selector":".tile","fields":{"price":{"selector":":scope","attr":"data-grid","parse":"json","path":"price.price"}}}}}`,
			`{"x":[{"price":4.99},{"price":null},{"price":null}]}`},
		{"items without a match", `{"html_items":{"x":{"selector":".none","fields":{"a":{"selector":"b"}}}}}`, `{"x":[]}`},
		{"several kinds, in the file's order", `{"html_items":{"x":{"selector":"h2","max":1,"fields":{"a":{"selector":""}}}},"html":{"y":{"selector":"title"}},"embedded_json":{"selector":"li script","vars":{"z":"[0]"}}}`,
			`{"x":[{"a":"Kettle"}],"y":"The shop","z":1}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, _ := values(t, page(shop), step(t, c.extract)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestHTMLTextConformance compares with textContent and with what a browser's
// replace(/\s+/g, " ").trim() makes of it.
func TestHTMLTextConformance(t *testing.T) {
	type vector struct{ Name, HTML, Sel, Collapsed string }
	for _, c := range conformance.Lines[vector](t, "html/text.jsonl") {
		s := step(t, `{"html":{"x":{"selector":`+jsonval.Stringify(jsonval.StringValue(c.Sel))+`}}}`)
		r, err := Run(context.Background(), page(c.HTML), s, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Values.Field("x").Str(); got != c.Collapsed {
			t.Errorf("%s: got %q, want %q", c.Name, got, c.Collapsed)
		}
	}
}

func TestHTMLText(t *testing.T) {
	for _, c := range []struct{ html, want string }{
		{"<p>a<br>b</p>", "ab"},
		{"<p>a<script>x=1</script><style>.a{}</style>b</p>", "ax=1.a{}b"},
		{"<p>a<template>T</template>b</p>", "ab"},
		{"<p>a<noscript>N<b>n</b></noscript></p>", "aNn"},
		{"<p>a<!--c-->b</p>", "ab"},
		{"<p>&nbsp;a&nbsp;&nbsp;b&nbsp;</p>", "a b"},
		{"<p>a&#x200b;b</p>", "a\u200bb"},
		{"<p>\ufeffa\ufeffb</p>", "a b"},
		{"<p>a&#x85;b</p>", "a…b"}, // a reference to a C1 control is read as windows-1252
		{"<p>a\u0085b\u180ec</p>", "a\u0085b\u180ec"},
		{"<p>a\u2028b\u3000c\u1680d\u205fe</p>", "a b c d e"},
		{"<p>9<sup>99</sup></p>", "999"},
		{"<p><input value=x><img alt=y></p>", ""},
		{"<p hidden>a</p>", "a"},
	} {
		if got, _ := values(t, page(c.html), step(t, `{"html":{"x":{"selector":"p"}}}`)); got != `{"x":`+jsonval.Stringify(jsonval.StringValue(c.want))+`}` {
			t.Errorf("%s: got %s, want %q", c.html, got, c.want)
		}
	}
	// An image's URL is the attribute's text, whatever <base> says.
	base := `<base href="https://cdn.example.de/"><img src="a.jpg">`
	if got, _ := values(t, page(base), step(t, `{"html":{"x":{"selector":"img","attr":"src"},"b":{"selector":"base","attr":"href"}}}`)); got != `{"x":"a.jpg","b":"https://cdn.example.de/"}` {
		t.Errorf("got %s", got)
	}
}

func TestItemsDropped(t *testing.T) {
	rows := strings.Repeat("<li>x", 1200)
	for _, c := range []struct {
		max     string
		kept    int
		dropped []Dropped
	}{
		{"", 1000, []Dropped{{"x", 200, 1000}}},
		{`"max":3,`, 3, []Dropped{{"x", 1197, 3}}},
		{`"max":200,`, 200, []Dropped{{"x", 1000, 200}}},
	} {
		s := step(t, `{"html_items":{"x":{"selector":"li",`+c.max+`"fields":{"a":{"selector":""}}}}}`)
		_, r := values(t, page(rows), s)
		if n := r.Values.Field("x").Len(); n != c.kept || fmt.Sprint(r.Dropped) != fmt.Sprint(c.dropped) {
			t.Errorf("%s: kept %d, dropped %v", c.max, n, r.Dropped)
		}
	}
	if _, r := values(t, page("<li>x"), step(t, `{"html_items":{"x":{"selector":"li","fields":{"a":{"selector":""}}}}}`)); r.Dropped != nil {
		t.Errorf("dropped %v", r.Dropped)
	}
}

// TestJSONSize: 262,144 UTF-16 units are read, one more is not.
func TestJSONSize(t *testing.T) {
	s := step(t, `{"html":{"x":{"selector":"p","attr":"data-j","parse":"json","path":"length(@)"}}}`)
	for _, c := range []struct {
		json string
		want string
	}{
		{`"` + strings.Repeat("a", 262_142) + `"`, `{"x":262142}`},
		{`"` + strings.Repeat("a", 262_143) + `"`, `{"x":null}`},
		{`"` + strings.Repeat("ä", 262_142) + `"`, `{"x":262142}`}, // bytes do not count
		{`"` + strings.Repeat("😀", 131_071) + `"`, `{"x":131071}`}, // two units each
		{`"` + strings.Repeat("😀", 131_072) + `"`, `{"x":null}`},
	} {
		if got, _ := values(t, page("<p data-j='"+c.json+"'>"), s); got != c.want {
			t.Errorf("%d bytes: got %s, want %s", len(c.json), got, c.want)
		}
	}
}

func TestJSON(t *testing.T) {
	jsonBody := func(text string) *Body {
		return Read(Source{Data: []byte(text), ContentType: "application/json", WantJSON: true})
	}
	for _, c := range []struct {
		name, extract, want string
		body                *Body
	}{
		{"values", `{"json":{"total":"meta.total","names":"items[].name","none":"x.y"}}`, `{"total":2,"names":["a","b"],"none":null}`, jsonBody(`{"meta":{"total":2},"items":[{"name":"a"},{"name":"b"}]}`)},
		{"an empty body gives nulls", `{"json":{"a":"length(@)","b":"'x'"}}`, `{"a":null,"b":null}`, jsonBody("")},
		{"null is searched", `{"json":{"a":"'x'","b":"@"}}`, `{"a":"x","b":null}`, jsonBody("null")},
		{"a text that is JSON", `{"json":{"a":"a"}}`, `{"a":1}`, Read(Source{Data: []byte(`{"a":1}`), WantJSON: true})},
		{"explicit text gives the text", `{"json":{"a":"@","b":"length(@)"}}`, `{"a":"{\"a\":1}","b":7}`, Read(Source{Data: []byte(`{"a":1}`), Parse: ModeText, WantJSON: true})},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, _ := values(t, c.body, step(t, c.extract)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestRunErrors(t *testing.T) {
	text := func(parse Mode) *Body { return Read(Source{Data: []byte(`{"a":1}`), Parse: parse}) }
	for _, c := range []struct {
		name, extract string
		body          *Body
		reason        Reason
		variable      string
		message, hint string
	}{
		{"html of JSON", `{"html":{"x":{"selector":"p"}}}`, text(ModeJSON), WrongKind, "x",
			`"x" is read by html from a page, and the body is read as json`, `"parse": "html" reads a body as a page whatever its header says; "json" reads JSON`},
		{"html_items of text", `{"html_items":{"x":{"selector":"p","fields":{"a":{"selector":""}}}}}`, text(ModeText), WrongKind, "x",
			`"x" is read by html_items from a page, and the body is read as text`, `"parse": "html" reads a body as a page whatever its header says; "json" reads JSON`},
		{"embedded_json of JSON", `{"embedded_json":{"selector":"script","vars":{"x":"a"}}}`, text(ModeJSON), WrongKind, "x",
			`"x" is read by embedded_json from a page, and the body is read as json`, `"parse": "html" reads a body as a page whatever its header says; "json" reads JSON`},
		{"json of a page", `{"json":{"x":"a"}}`, text(ModeHTML), WrongKind, "x",
			`"x" is read from JSON, and the body is read as html`, `"html", "html_items" and "embedded_json" read pages; "parse": "json" reads a body as JSON whatever its header says`},
		{"an expression of json", `{"json":{"y":"a","x":"length(a)"}}`, text(ModeJSON), BadExpression, "x", "", ""},
		{"an expression of path", `{"html":{"x":{"selector":"p","parse":"json","path":"length(@)"}}}`, page("<p>1"), BadExpression, "x", "", ""},
		{"an expression of vars", `{"embedded_json":{"selector":"p","vars":{"x":"length(@)"}}}`, page("<p>1"), BadExpression, "x", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Run(context.Background(), c.body, step(t, c.extract), Limits{})
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v", err)
			}
			if e.Reason != c.reason || e.Var != c.variable || e.Reason.OfBody() {
				t.Errorf("got reason %d of %q", e.Reason, e.Var)
			}
			if c.reason == BadExpression {
				var cause *jmespath.Error
				if !errors.As(err, &cause) || e.Source == "" || !strings.HasPrefix(e.Message, `the expression of "x" failed: `) {
					t.Errorf("got %+v", e)
				}
				return
			}
			if e.Message != c.message || e.Hint != c.hint {
				t.Errorf("got %s\n%s\nwant %s\n%s", e.Message, e.Hint, c.message, c.hint)
			}
		})
	}
}

func TestRunStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Run(ctx, page("<p>x"), step(t, `{"html":{"x":{"selector":"p"}}}`), Limits{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	_, err = Run(ctx, Read(Source{Data: []byte("[1]"), Parse: ModeJSON}), step(t, `{"json":{"x":"[0]"}}`), Limits{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	_, err = Run(context.Background(), Read(Source{Data: []byte("[1,2,3]"), Parse: ModeJSON}), step(t, `{"json":{"x":"[].[@]"}}`), Limits{JMESPath: jmespath.Limits{Steps: 2}})
	var e *Error
	if !errors.As(err, &e) || e.Reason != BudgetExceeded {
		t.Errorf("got %v", err)
	}
	_, err = Run(context.Background(), page(strings.Repeat("<p>x", 1000)), step(t, `{"html":{"x":{"selector":"div p"}}}`), Limits{SelectorSteps: 10})
	if !errors.As(err, &e) || e.Reason != BudgetExceeded || e.Selector != "div p" {
		t.Errorf("got %v", err)
	}
}
