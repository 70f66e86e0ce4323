package dom

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// shopPage makes a page of product tiles with about so many bytes, as shops
// have them.
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

func BenchmarkParse5MB(b *testing.B) {
	page := shopPage(5_000_000)
	b.Run("dom", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(page)))
		for b.Loop() {
			if _, err := Parse(page); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(treeSize(b, page, func() any { d, _ := Parse(page); return d }), "tree/page")
	})
	b.Run("html.Parse", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(page)))
		for b.Loop() {
			if _, err := html.Parse(strings.NewReader(page)); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(treeSize(b, page, func() any { n, _ := html.Parse(strings.NewReader(page)); return n }), "tree/page")
	})
}

// treeSize gives the memory that a tree keeps, in multiples of its page.
func treeSize(tb testing.TB, page string, parse func() any) float64 {
	tb.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	tree := parse()
	runtime.GC()
	runtime.ReadMemStats(&after)
	size := float64(after.HeapAlloc-before.HeapAlloc) / float64(len(page))
	runtime.KeepAlive(tree)
	return size
}
