package extract

import (
	"os"
	"testing"
)

func turbo(text string) *Body {
	return Read(Source{Data: []byte(text), ContentType: "text/vnd.turbo-stream.html; charset=utf-8"})
}

func TestTurboStream(t *testing.T) {
	text, err := os.ReadFile("../../testdata/pages/turbo.html")
	if err != nil {
		t.Fatal(err)
	}
	got, _ := values(t, turbo(string(text)), step(t, `{
		"html": {
			"actions": {"selector": "turbo-stream", "attr": "action", "all": true},
			"count": {"selector": "turbo-stream[target=count]"},
			"sum": {"selector": "turbo-stream[target=cart-rows] td.sum"},
			"row": {"selector": "#row-7", "attr": "id"}},
		"html_items": {"items": {"selector": "turbo-stream[target=results] > article.tile", "fields": {
			"id": {"selector": "", "attr": "data-id"}, "name": {"selector": "h2"}, "price": {"selector": ".price"}}}}}`))
	want := `{"actions":["append","replace","update","remove"],"count":"2 Treffer","sum":"39,98 €","row":"row-7",` +
		`"items":[{"id":"7","name":"Wasserkocher","price":"19,99 €"},{"id":"8","name":"Teekanne","price":"9,50 €"}]}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestTurboStreamContent(t *testing.T) {
	for _, c := range []struct{ name, text, extract, want string }{
		{"a stream in upper case", `<TURBO-STREAM><TEMPLATE><p>a</TEMPLATE></TURBO-STREAM>`, `{"html":{"x":{"selector":"turbo-stream > p"}}}`, `{"x":"a"}`},
		{"other templates stay closed", `<template><p>a</p></template><turbo-stream><div><template><p>b</p></template></div></turbo-stream>`, `{"html":{"x":{"selector":"p"}}}`, `{"x":null}`},
		{"a template inside of the content stays closed", `<turbo-stream><template><template><p>a</p></template><p>b</p></template></turbo-stream>`, `{"html":{"x":{"selector":"p","all":true}}}`, `{"x":["b"]}`},
		{"a stream inside of the content", `<turbo-stream id=o><template><turbo-stream id=i><template><p>a</p></template></turbo-stream></template></turbo-stream>`, `{"html":{"x":{"selector":"turbo-stream turbo-stream > p"}}}`, `{"x":"a"}`},
		{"two templates", `<turbo-stream><template><p>a</p></template><template><p>b</p></template></turbo-stream>`, `{"html":{"x":{"selector":"turbo-stream > p","all":true}}}`, `{"x":["a","b"]}`},
		{"open elements end with their template", `<turbo-stream id=a><template><div><b>x</template></turbo-stream><turbo-stream id=b><template><i>y</i></template></turbo-stream>`,
			`{"html":{"x":{"selector":"turbo-stream","attr":"id","all":true},"n":{"selector":"turbo-stream turbo-stream"},"y":{"selector":"turbo-stream > i"}}}`, `{"x":["a","b"],"n":null,"y":"y"}`},
		{"a template that is not closed holds the rest, as in the DOM", `<turbo-stream id=a><template><p>x</p></turbo-stream><turbo-stream id=b></turbo-stream>`, `{"html":{"x":{"selector":"turbo-stream > p"},"b":{"selector":"#a #b"},"c":{"selector":"#b","attr":"id"}}}`, `{"x":"x","b":"","c":"b"}`},
		{"ids and classes are exact", `<turbo-stream id=A></turbo-stream>`, `{"html":{"x":{"selector":"#a"}}}`, `{"x":null}`},
		{"rows", `<turbo-stream><template><tr><td>1<td>2</tr><tr><td>3</tr></template></turbo-stream>`, `{"html":{"x":{"selector":"turbo-stream > tr","all":true},"y":{"selector":"turbo-stream > tr > td","all":true}}}`, `{"x":["12","3"],"y":["1","2","3"]}`},
		{"a cell", `<turbo-stream><template> <td>1</td></template></turbo-stream>`, `{"html":{"x":{"selector":"turbo-stream > td"}}}`, `{"x":"1"}`},
		{"a body of rows", `<turbo-stream><template><tbody id=b><tr><td>1</td></tr></tbody></template></turbo-stream>`, `{"html":{"x":{"selector":"#b td"}}}`, `{"x":"1"}`},
		{"tags in scripts are text", `<turbo-stream><template><script>"<template><p>"</script><p>a</p></template></turbo-stream>`, `{"html":{"x":{"selector":"p","all":true}}}`, `{"x":["a"]}`},
		{"embedded_json", `<turbo-stream><template><script id=x>{"a":1}</script></template></turbo-stream>`, `{"embedded_json":{"selector":"turbo-stream > script","vars":{"x":"a"}}}`, `{"x":1}`},
		{"no stream at all", `<p>a`, `{"html":{"x":{"selector":"p"}}}`, `{"x":"a"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, _ := values(t, turbo(c.text), step(t, c.extract)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
