package extract

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// largePage is a page of 5 MB with tiles as shops have them.
func largePage() string {
	var b strings.Builder
	b.WriteString("<!doctype html><html><head><title>Results</title></head><body><main><ul class=results>")
	for i := 0; b.Len() < 5_000_000; i++ {
		fmt.Fprintf(&b, `
<li class="tile product c%d" data-id="%d" data-grid-data="{&quot;price&quot;:{&quot;price&quot;:%d.99},&quot;brand&quot;:&quot;B%d&quot;}">
 <a class="link" href="/p/%d?ref=list&amp;pos=%d"><img class="image" src="/img/%d.jpg" alt="Kettle %d" loading="lazy" width="300" height="300"></a>
 <div class="info"><h2 class="title">Kettle&nbsp;%d <small>1.7 l</small></h2><p class="brand">Brand <b>B%d</b></p>
 <p class="text">Boils water in %d seconds, and keeps it warm: switch, light, filter, lid &ndash; all of steel.</p>
 <span class="price"><span class="amount">%d</span><sup>99</sup> €</span><ul class="tags"><li>new</li><li>steel</li></ul></div>
</li>`, i%7, i, i%90, i%13, i, i, i, i, i, i%13, i%99, i%90)
	}
	b.WriteString("</ul></main></body></html>")
	return b.String()
}

const tiles = `{
	"html": {"title": {"selector": "title"}, "count": {"selector": "main > ul.results > li:first-child", "attr": "data-id"}},
	"html_items": {"items": {"selector": "li.tile", "max": 200, "fields": {
		"id": {"selector": ":scope", "attr": "data-id"},
		"title": {"selector": "h2.title"},
		"brand": {"selector": ".brand b"},
		"url": {"selector": "a.link", "attr": "href"},
		"image": {"selector": "img", "attr": "src"},
		"amount": {"selector": ".price .amount"},
		"price": {"selector": ":scope", "attr": "data-grid-data", "parse": "json", "path": "price.price"}}}}}`

// BenchmarkItems reads a page of 5 MB, parses it and takes 200 rows with seven
// fields.
func BenchmarkItems(b *testing.B) {
	text := []byte(largePage())
	s := step(b, tiles)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r, err := Run(context.Background(), Read(Source{Data: text, ContentType: "text/html"}), s, Limits{})
		if err != nil || r.Values.Field("items").Len() != 200 {
			b.Fatal(err)
		}
	}
}

// BenchmarkItemsParsed is BenchmarkItems without the parser.
func BenchmarkItemsParsed(b *testing.B) {
	s := step(b, tiles)
	body := page(largePage())
	if _, err := body.Page(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Run(context.Background(), body, s, Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNextFlight decodes a stream of 5 MB that comes in 200 scripts.
func BenchmarkNextFlight(b *testing.B) {
	var page strings.Builder
	page.WriteString("<body>")
	for i := range 200 {
		fmt.Fprintf(&page, `<script>self.__next_f.push([1,"%x:[`, i)
		for j := range 150 {
			fmt.Fprintf(&page, `[\"$\",\"li\",null,{\"className\":\"tile\",\"product\":{\"id\":%d,\"name\":\"Kettle\",\"price\":19.99},\"children\":[\"$\",\"h2\",null,{\"children\":\"Kettle %d\"}]}],`, j, j)
		}
		page.WriteString(`0]\n"])</script>`)
	}
	s := step(b, `{"embedded_json":{"selector":"script","decode":"next_flight","vars":{"x":"length(elements)"}}}`)
	text := []byte(page.String())
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Run(context.Background(), Read(Source{Data: text, ContentType: "text/html"}), s, Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}
