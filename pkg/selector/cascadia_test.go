package selector

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"github.com/wield-run/wield/pkg/dom"
)

// commonGround are names for selectors and pages that cascadia reads as
// Chromium does: no foreign elements, values and names in lower case.
func commonGround(r *rand.Rand) *generator {
	return &generator{
		r: r, plain: true,
		tags:    strings.Fields("* a div li p h2 i b span ul form input img body main"),
		classes: strings.Fields("tile product price tag star half tile__body tag--new grid"),
		ids:     strings.Fields("grid main"),
		attrs: []string{"[href]", "[data-sku]", "[itemprop=price]", "[class~=star]", "[href^='/p/']", "[alt*='1']", "[content$='0']",
			"[class|=tile]", "[value]"},
	}
}

// queryBoth gives the elements of a page that a selector matches, as numbers
// in the order of the page: here, and by cascadia, which may repeat some.
func queryBoth(t *testing.T, d *dom.Document, n *html.Node, src string) (ours, theirs []int) {
	t.Helper()
	other, err := cascadia.ParseGroup(src)
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	nodes, qerr := mustCompile(t, src)[0].All(d.Root(), nil)
	if qerr != nil {
		t.Fatal(qerr)
	}
	for _, x := range nodes {
		ours = append(ours, int(x.Row()))
	}
	order := map[*html.Node]int{}
	for x := range n.Descendants() {
		if x.Type == html.ElementNode {
			order[x] = len(order) + 1
		}
	}
	for _, x := range cascadia.QueryAll(n, other) {
		theirs = append(theirs, order[x])
	}
	return ours, theirs
}

// FuzzCascadia compares selectors on pages, both made at random.
func FuzzCascadia(f *testing.F) {
	for seed := range uint64(200) {
		f.Add(seed, seed*31)
	}
	f.Fuzz(func(t *testing.T, forPage, forSelector uint64) {
		page := randomPage(commonGround(rand.New(rand.NewPCG(forPage, 3))))
		d := mustParse(t, page)
		n, err := html.Parse(strings.NewReader(page))
		if err != nil {
			t.Fatal(err)
		}
		g := commonGround(rand.New(rand.NewPCG(forSelector, 4)))
		for range 10 {
			src := g.list()
			if ours, theirs := queryBoth(t, d, n, src); !equalSets(ours, theirs) {
				t.Fatalf("%s on %s\n got %v\nwant %v", src, page, ours, theirs)
			}
		}
	})
}

// randomPage makes a page of the generator's names.
func randomPage(g *generator) string {
	var b strings.Builder
	b.WriteString("<!doctype html><html><head><title>t</title></head><body>")
	var children func(depth int)
	children = func(depth int) {
		for range g.r.IntN(6) {
			tag := g.pick(strings.Fields("div div main ul li li span b i h2 img input"))
			b.WriteString("<" + tag)
			if g.r.IntN(2) == 0 {
				fmt.Fprintf(&b, ` class="%s %s"`, g.pick(g.classes), g.pick(g.classes))
			}
			if g.r.IntN(8) == 0 {
				fmt.Fprintf(&b, ` id=%s`, g.pick(g.ids))
			}
			if g.r.IntN(3) == 0 {
				b.WriteString(" " + g.pick([]string{"href=/p/1", "href=/q", "data-sku", "itemprop=price", "alt=k10", "alt", "content=4.50", "value=1", "class=tile-x"}))
			}
			b.WriteString(">")
			if tag == "img" || tag == "input" {
				continue
			}
			if depth < 5 {
				children(depth + 1)
			}
			b.WriteString(g.pick([]string{"", "x"}) + "</" + tag + ">")
		}
	}
	children(0)
	return b.String()
}
