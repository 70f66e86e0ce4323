package selector

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"github.com/wield-run/wield/pkg/dom"
)

// TestLinearForms gives the forms that have tables of their own, on pages that
// are large enough for these, and compares with counting by hand.
func TestLinearForms(t *testing.T) {
	page := "<ul>" + strings.Repeat("<li class=x><b></b><p></p><li>", 3000) + "</ul>" + strings.Repeat("<div class=o>", 200) + "<i></i>"
	d := mustParse(t, page)
	for selector, want := range map[string]int{
		"li:nth-child(2n)":            3000,
		"li:nth-child(2n of .x)":      1500,
		"li:nth-last-child(1 of .x)":  1,
		"li:nth-of-type(3n)":          2000,
		"li:nth-last-of-type(3n)":     2000,
		"li:last-of-type":             1,
		".x ~ li":                     5999,
		"li:has(~ .x)":                5998,
		"li:has(+ li ~ .x)":           5997,
		"li:has(b + p)":               3000,
		"li:has(> b ~ p)":             3000,
		"ul:has(li b)":                1,
		"div:has(.o .o i)":            198,
		".o .o .o i":                  1,
		".o .o .nope .o i, ul .x > b": 3000,
		":is(.o .o) > .o":             198,
	} {
		n, err := mustCompile(t, selector)[0].Count(d.Root(), nil)
		if err != nil || n != want {
			t.Errorf("%s: %d (%v), want %d", selector, n, err, want)
		}
	}
}

// TestAgainstCascadia compares with cascadia, over the selectors and pages that
// it reads as Chromium does: no foreign elements, no white space in empty
// elements, values and names in lower case, standards mode.
func TestAgainstCascadia(t *testing.T) {
	page := "<!doctype html><html lang=en><head><title>t</title></head><body>" + shopPage(20_000)[200:]
	d := mustParse(t, page)
	n, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	matched := 0
	for seed := range uint64(3000) {
		src := commonGround(rand.New(rand.NewPCG(seed, 2))).list()
		ours, theirs := queryBoth(t, d, n, src)
		if len(ours) > 0 {
			matched++
		}
		if !equalSets(ours, theirs) {
			t.Fatalf("%s\n got %v\nwant %v", src, ours, theirs)
		}
	}
	if matched < 1000 {
		t.Errorf("only %d of the selectors match anything", matched)
	}
}

// equalSets compares lists of numbers of which one may repeat some.
func equalSets(a, b []int) bool {
	in := map[int]bool{}
	for _, x := range a {
		in[x] = true
	}
	seen := map[int]bool{}
	for _, x := range b {
		if !in[x] {
			return false
		}
		seen[x] = true
	}
	return len(seen) == len(in)
}

func TestBudget(t *testing.T) {
	d := mustParse(t, strings.Repeat("<p>", 10_000))
	s := mustCompile(t, "p:not(.x):not(.y)")[0]
	b := NewBudget(context.Background(), 70_000)
	for i := range 2 { // three compounds for each of 10,004 elements
		if n, err := s.Count(d.Root(), b); n != 10_000 || err != nil {
			t.Fatalf("query %d: %d, %v", i, n, err)
		}
	}
	var refused *Error
	if n, err := s.All(d.Root(), b); !errors.As(err, &refused) || refused.Hint == "" || n != nil {
		t.Errorf("the third query: %d elements, %v", len(n), err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.All(d.Root(), NewBudget(ctx, 0)); !errors.Is(err, context.Canceled) {
		t.Errorf("a query after the end of its context: %v", err)
	}
}

func TestConcurrentUse(t *testing.T) {
	d := mustParse(t, shopPage(100_000))
	selectors := mustCompile(t, append(twenty, ":is(.tile:has(.tag)) li:nth-child(2 of .tag)", "option:checked, :lang(en) b")...)
	want := make([]int, len(selectors))
	for i, s := range selectors {
		want[i], _ = s.Count(d.Root(), nil)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for i, s := range selectors {
				if n, err := s.Count(d.Root(), nil); n != want[i] || err != nil {
					t.Errorf("%s: %d (%v), want %d", s, n, err, want[i])
				}
			}
		})
	}
	wait.Wait()
}

func TestExplain(t *testing.T) {
	d := mustParse(t, `<!doctype html><main><div class="grid"><div class="tile new"><h2>x</h2></div><div class="tile"></div></div><p class=price>1</p></main>`)
	tests := []struct{ selector, matched, failed, sentence string }{
		{".nope", "", ".nope", `no element on the page matches ".nope"`},
		{"div.tile[data-x] > a", "div.tile", "[data-x]", `"div.tile" matches 2 elements, and none of them matches "[data-x]"`},
		{".grid .tile .price", ".grid .tile", ".price", `".grid .tile" matches 2 elements, and nothing below them matches ".price" (elsewhere on the page 1 element)`},
		{".grid > h2", ".grid", "h2", `".grid" matches 1 element, and no child of them matches "h2" (elsewhere on the page 1 element)`},
		{".grid + div", ".grid", "div", `".grid" matches 1 element, and the element behind none of them matches "div" (elsewhere on the page 3 elements)`},
		{".grid ~ div", ".grid", "div", `".grid" matches 1 element, and no sibling behind them matches "div" (elsewhere on the page 3 elements)`},
		{".nope a, main .grid .old", "main .grid", ".old", `"main .grid" matches 1 element, and nothing below them matches ".old"`},
		{".tile", ".tile", "", `".tile" matches 2 elements`},
	}
	for _, tt := range tests {
		s := mustCompile(t, tt.selector)[0]
		x := s.Explain(d.Root())
		matched := tt.selector[x.Matched.Start:x.Matched.End]
		failed := tt.selector[x.Failed.Start:x.Failed.End]
		if x.Sentence != tt.sentence || matched != tt.matched || failed != tt.failed {
			t.Errorf("%s: %q, %q, %s\nwant %q, %q, %s", tt.selector, matched, failed, x.Sentence, tt.matched, tt.failed, tt.sentence)
		}
	}
	second := mustFirst(t, d.Root(), ".tile:last-child")
	if x := mustCompile(t, ".tile h2")[0].Explain(second); !x.Outside || x.Sentence != `".tile h2" matches 1 element, but none below this element` {
		t.Errorf("below the second tile: %+v", x)
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("<div class=a><p id=b>x<select><option>y", ".a > p:has(option), :nth-child(2n of p)")
	f.Add("<table><tr><td><form><input type=radio name=r checked>", ":checked, :default, :indeterminate ~ *")
	f.Add("<svg><a xlink:href=x><template><p>", ":not(:empty):is(svg a, [*|href])")
	f.Add("<p dir=auto lang=de>א<bdi>x", ":dir(rtl):lang(de) + :is(b, bdi)")
	f.Fuzz(func(t *testing.T, page, src string) {
		s, diagnostic := Compile(src)
		d, err := dom.Parse(page)
		if diagnostic != nil || err != nil || len(page) > 1<<14 {
			return
		}
		all, err := s.All(d.Root(), nil)
		if err != nil {
			return
		}
		// The list in one go is what each element says for itself.
		at := 0
		rows := d.Rows()
		for row := int32(1); row < rows[0].End; row++ {
			ok, err := s.Matches(d.At(row), nil)
			if err != nil {
				return
			}
			if strings.Contains(src, "scope") || strings.Contains(src, "&") {
				return // the scope differs
			}
			if in := at < len(all) && all[at] == d.At(row); in != ok {
				t.Fatalf("%q on %q: row %d is matched %v by All and %v by Matches", src, page, row, in, ok)
			}
			if ok {
				at++
			}
		}
	})
}
