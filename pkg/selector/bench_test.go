package selector

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"github.com/wield-run/wield/pkg/dom"
)

// shopPage makes a page of product tiles with about so many bytes.
func shopPage(size int) string {
	var b strings.Builder
	b.WriteString("<!doctype html><html lang=en><head><title>Shop</title><meta charset=utf-8>" +
		"<script>window.__STATE__ = {\"items\": [1, 2, 3]};</script></head><body class=\"page page--list\">" +
		"<header><nav><ul class=menu><li><a href=/>Home</a></li><li><a href=/kettles>Kettles</a></li></ul></nav></header>" +
		"<main id=main><h1>Kettles &amp; teapots</h1><div class=grid id=grid>\n")
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, `<div class="tile product tile--%d js-tile" data-sku="SKU-%06d" data-price="%d.%02d" itemscope itemtype="https://schema.org/Product">
  <a class="tile__link" href="/p/kettle-%d?ref=list&amp;pos=%d"><img class="tile__image lazyload" src="/i/k%d.jpg" alt="Kettle number %d" loading="lazy" width="320" height="320"></a>
  <div class="tile__body">
    <h2 class="tile__title" itemprop="name"><a href="/p/kettle-%d">Kettle number %d</a></h2>
    <p class="tile__text">A kettle of steel with a lid, a spout and <b>%d</b> litres, made to last &ndash; for tea and coffee.</p>
    <div class="rating" data-stars="%d.5"><i class="star"></i><i class="star"></i><i class="star"></i><i class="star half"></i><i class="star empty"></i><span class="rating__count">(%d)</span></div>
    <div class="price-box"><span class="price price--old">&pound;%d.90</span> <span class="price" itemprop="price" content="%d.50">&pound;%d.50</span></div>
    <ul class="tags"><li class="tag">steel</li><li class="tag tag--new">new</li><li class="tag">%d l</li></ul>
    <form class="tile__form" action="/cart/add" method="post"><input type="hidden" name="id" value="%d"><input type="number" name="n" value="1" min="1"><button type="submit" class="btn btn--primary" aria-label="Add to cart">Add to cart</button></form>
  </div>
</div>
`, i%7, i, i%90, i%100, i, i, i, i, i, i, i%4, i%5, i%300, i%90+5, i%90, i%90, i%4, i)
	}
	b.WriteString("</div></main><footer><p>Imprint</p></footer></body></html>")
	return b.String()
}

// twenty are selectors as recipes have them, which cascadia reads alike.
var twenty = []string{
	".tile", ".tile.product", "div.tile > a", ".tile h2 a", "main .grid .tile .price", "[data-sku]",
	"a[href^=\"/p/\"]", "[itemprop=\"price\"]", ".price:not(.price--old)", "li:first-child", "li:nth-child(2)",
	".tile:nth-child(3n+1) h2", "#main h1", "script", "img.lazyload[alt*=\"9\"]", "h2 + p", ".rating ~ ul > li",
	".tile:has(.tag--new)", "input[type=\"number\"]", "p > b, span.price, button.btn",
}

func BenchmarkTwentySelectors5MB(b *testing.B) {
	page := shopPage(5_000_000)
	b.Run("selector", func(b *testing.B) {
		d, err := dom.Parse(page)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			for _, s := range mustCompile(b, twenty...) {
				if _, err := s.All(d.Root(), nil); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("cascadia", func(b *testing.B) {
		n, err := html.Parse(strings.NewReader(page))
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			for _, s := range twenty {
				cascadia.QueryAll(n, cascadia.MustCompile(s))
			}
		}
	})
}

// BenchmarkPage5MB is what a recipe does: parse, 20 selectors, 200 items with 7
// fields.
func BenchmarkPage5MB(b *testing.B) {
	page := shopPage(5_000_000)
	fields := []string{"h2", "h2 a", ".price:not(.price--old)", "[itemprop=price]", "img", ".tags > li", ".rating"}
	b.Run("dom+selector", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			d, err := dom.Parse(page)
			if err != nil {
				b.Fatal(err)
			}
			for _, s := range mustCompile(b, twenty...) {
				if _, err := s.All(d.Root(), nil); err != nil {
					b.Fatal(err)
				}
			}
			items, _ := mustCompile(b, ".tile")[0].All(d.Root(), nil)
			compiled := mustCompile(b, fields...)
			budget := NewBudget(context.Background(), 0)
			for _, item := range items[:200] {
				for _, f := range compiled {
					if n, err := f.First(item, budget); err != nil || n.IsZero() || n.CollapsedText() == "x" {
						b.Fatal(err)
					}
				}
			}
		}
	})
	b.Run("html.Parse+cascadia", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			n, err := html.Parse(strings.NewReader(page))
			if err != nil {
				b.Fatal(err)
			}
			for _, s := range twenty {
				cascadia.QueryAll(n, cascadia.MustCompile(s))
			}
			items := cascadia.QueryAll(n, cascadia.MustCompile(".tile"))
			var compiled []cascadia.Sel
			for _, f := range fields {
				s, err := cascadia.Parse(f)
				if err != nil {
					b.Fatal(err)
				}
				compiled = append(compiled, s)
			}
			for _, item := range items[:200] {
				for _, f := range compiled {
					if found := cascadia.Query(item, f); found == nil || strings.Join(strings.Fields(nodeText(found)), " ") == "x" {
						b.Fatal("nothing found")
					}
				}
			}
		}
	})
}

func nodeText(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

func mustCompile(tb testing.TB, sources ...string) []*Selector {
	tb.Helper()
	all := make([]*Selector, len(sources))
	for i, src := range sources {
		s, d := Compile(src)
		if d != nil {
			tb.Fatalf("%q: %v", src, d)
		}
		all[i] = s
	}
	return all
}

func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		mustCompile(b, twenty...)
	}
}
