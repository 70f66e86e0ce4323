package selector

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"github.com/wield-run/wield/pkg/dom"
)

func mustParse(t testing.TB, page string) *dom.Document {
	t.Helper()
	d, err := dom.Parse(page)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// names gives the ids of elements, or their tags where they have none.
func names(nodes []dom.Node) string {
	var all []string
	for _, n := range nodes {
		if id, ok := n.Attr("id"); ok {
			all = append(all, id)
		} else {
			all = append(all, n.Tag())
		}
	}
	return strings.Join(all, " ")
}

func query(t testing.TB, root dom.Node, selector string) string {
	t.Helper()
	nodes, err := mustCompile(t, selector)[0].All(root, nil)
	if err != nil {
		t.Errorf("%s: %v", selector, err)
	}
	return names(nodes)
}

// TestMatch has pages, and for each of them selectors with the elements that
// Chromium gives.
func TestMatch(t *testing.T) {
	tests := []struct {
		about, page string
		want        [][2]string
	}{
		{"combinators", `<ul id=u><li id=a>1<li id=b class=x>2<ul id=v><li id=c class=x></ul><li id=d></ul><p id=p>`, [][2]string{
			{"li", "a b c d"}, {"ul > li", "a b c d"}, {"ul ul > li", "c"}, {"li li", "c"}, {"li + li", "b d"},
			{"li ~ li", "b d"}, {".x ~ li", "d"}, {"#u + p", "p"}, {"* > li.x", "b c"}, {"p, li.x, #a", "a b c p"},
			{"li.x, li.x", "b c"}, {"ul p", ""}, {"html > body > ul", "u"}, {"li + ul", ""},
		}},
		{"attributes", `<a id=a href="/x" data-A="B" title="b c" lang=en-GB></a><a id=b href="//y" title="" data-k=K></a><b id=c href>`, [][2]string{
			{"[href]", "a b c"}, {"[href^='/']:not([href^='//'])", "a"}, {"[data-a]", "a"}, {"[data-a=b]", ""}, {"[data-a=b i]", "a"},
			{"[title~=c]", "a"}, {"[title~='b c']", ""}, {"[title~='']", ""}, {"[title='']", "b"}, {"[lang|=en]", "a"}, {"[lang|=EN]", "a"},
			{"[lang|=e]", ""}, {"[href$=x]", "a"}, {"[href*='/']", "a b"}, {"[href^='']", ""}, {"[href$='']", ""}, {"[href*='']", ""},
			{"[data-k=k i]", "b"}, // ASCII only: K is not the Kelvin sign
			{"[title|='']", "b"}, {"[nope]", ""},
		}},
		{"values that HTML compares without case", `<input id=a type=TEXT name=Q><p id=b type=Text align=Center data-x=Y><svg id=s type=TEXT></svg>`, [][2]string{
			{"[type=text]", "a b"}, {"[type=TEXT]", "a b s"}, {"[type=text i]", "a b s"}, {"[align=center]", "b"}, {"[name=q]", ""}, {"[data-x=y]", ""},
			{"[type^=te]", "a b"}, {"[*|type=text]", ""},
		}},
		{"classes and ids", "<p id=a class='x\ty\nz  md:flex'><p id=b class=X><p id=A class=x-y><p id=1st class=2col><p id='a b'>", [][2]string{
			{".x", "a"}, {".x.y.z", "a"}, {".X", "b"}, {"#A", "A"}, {".md\\:flex", "a"}, {"#\\31 st.\\32 col", "1st"}, {"#a\\ b", "a b"}, {"[id='1st']", "1st"},
			{"[class~=y]", "a"}, {"[class=x]", ""}, {"p.x-y", "A"},
		}},
		{"quirks mode", `<?quirks?><p id=Foo class=Main><p id=foo class=MAIN>`, [][2]string{
			{"#foo", "Foo foo"}, {".main", "Foo foo"}, {"[class=main]", ""}, {"[id=foo]", "foo"}, {":not(.mAIN)", "html head body"},
		}},
		{"names", `<DIV id=a></DIV><svg id=s viewBox=x><linearGradient id=g></linearGradient><use id=u xlink:href=#i></use><a id=l href=x></a></svg><my-el id=m></my-el><o:p id=o>`, [][2]string{
			{"DIV", "a"}, {"lineargradient", "g"}, {"linearGradient", "g"}, {"LINEARGRADIENT", "g"}, {"[viewbox]", "s"}, {"[VIEWBOX]", "s"},
			{"[href]", "l"}, {"[*|href]", "u l"}, {"[xlink\\:href]", ""}, {"MY-EL", "m"}, {"o\\:p", "o"}, {"*|a", "l"}, {"|a", ""}, {"[|viewBox]", "s"},
		}},
		{"template and noscript", `<body><template id=t><p id=in class=x></p></template><noscript id=n><p id=ns class=x></p></noscript>`, [][2]string{
			{".x", "ns"}, {"#t > p", ""}, {"template:empty", "t"}, {":has(#in)", ""}, {"noscript p", "ns"}, {"#t + noscript", "n"},
		}},
		{"empty", `<p id=a></p><p id=b> </p><p id=c><!-- c --></p><p id=d><b id=e></b></p><p id=f>&nbsp;`, [][2]string{
			{"p:empty", "a c"}, {"b:empty", "e"},
		}},
		{"positions", `<div id=x><i id=a></i>t<b id=b></b><i id=c></i><b id=d></b></div>`, [][2]string{
			{"#x > :first-child", "a"}, {"#x > :last-child", "d"}, {"b:first-of-type", "b"}, {"i:last-of-type", "c"}, {"div:only-child", "x"},
			{"#x :nth-child(2n+1)", "a c"}, {"#x :nth-child(even)", "b d"}, {"#x :nth-child(-n+2)", "a b"}, {"#x :nth-last-child(1)", "d"},
			{"b:nth-of-type(2)", "d"}, {"b:nth-last-of-type(2)", "b"}, {"#x :nth-child(1 of b)", "b"}, {"#x :nth-last-child(1 of i)", "c"},
			{"#x :nth-child(2 of b, i)", "b"}, {"b:nth-child(1 of i)", ""}, {"#x :nth-child(0n+3)", "c"}, {"#x :nth-child(n)", "a b c d"},
			{"#x :nth-child(-5)", ""}, {"html:first-child:last-child", "html"}, {":root", "html"}, {"#x :nth-child(n+3):nth-child(-n+3)", "c"},
			{"#x :nth-child(-n+99999999999999999999)", "a b c d"}, {"#x :nth-child(99999999999n-99999999997)", "b"},
			{"#x :nth-child(2n-99999999999)", "a c"}, {"#x :nth-child(99999999999)", ""},
		}},
		{"lists of selectors", `<h1 id=a></h1><h2 id=b class=x></h2><p id=c><b id=d></b>`, [][2]string{
			{":is(h1, h2)", "a b"}, {":is(h1, :bogus, ,)", "a"}, {":is()", ""}, {":not(:is())", "html head body a b c d"}, {":where(p b)", "d"},
			{":not(h1, body *)", "html head body"}, {"body > :not(.x)", "a c"}, {":is(body > p) b", "d"}, {":-webkit-any(h1, .x)", "a b"},
			{":not(:not(h1))", "a"}, {"p:is(h1)", ""},
		}},
		{"has", `<div id=a class=t><p id=b><i id=c></i></p></div><div id=d class=t><div id=e class=t></div><p id=f></p></div><p id=g>`, [][2]string{
			{".t:has(i)", "a"}, {".t:has(> p)", "a d"}, {".t:has(> i)", ""}, {".t:has(+ p)", "d e"}, {".t:has(~ p)", "a d e"}, {".t:has(.t p)", ""},
			{".t:has(p i)", "a"}, {"body:has(.t .t)", "body"}, {".t:has(+ .t > .t)", "a"}, {".t:has(i, .t)", "a d"}, {".t:not(:has(p))", "e"},
			{"div:has(> .t + p)", "d"}, {":has(> #c)", "b"}, {"p:has(:is(body i))", "b"}, {"html:has(#g)", "html"}, {"p:has(:scope)", ""},
		}},
		{"language", `<html lang=en-GB id=h><p id=a><p id=b lang=de-AT><b id=c lang=""></b></p><p id=d lang=DE>`, [][2]string{
			{"p:lang(en)", "a"}, {":lang(en-gb)", "h head body a"}, {":lang(de)", "b d"}, {":lang(de-at)", "b"}, {":lang(d)", ""}, {"b:lang(de)", ""},
			{":lang(\\*-AT)", ""},
		}},
		{"language of the page", `<meta http-equiv=Content-Language content=fr><p id=a><p id=b lang=de>`, [][2]string{
			{"p:lang(fr)", "a"}, {"p:lang(de)", "b"},
		}},
		{"direction", `<p id=a dir=rtl><b id=b></b></p><p id=c dir=auto>1 אב</p><p id=d dir=auto>abc</p><bdi id=e>אב</bdi><p id=f dir=auto><bdi>א</bdi><script>א</script>b`, [][2]string{
			{":is(p, b, bdi):dir(rtl)", "a b c e bdi"}, {"p:dir(ltr)", "d f"}, {"p:dir(AUTO)", ""},
		}},
		{"links and the like", `<a id=a href></a><a id=b></a><area id=c href=x><link id=d href=x><svg><a id=e xlink:href=y></a></svg><details id=f open></details><dialog id=g open></dialog><details id=h></details>`, [][2]string{
			{":link", "a c e"}, {":any-link", "a c e"}, {"a:not(:link)", "b"}, {":visited", ""}, {":open", "f g"}, {":hover", ""}, {":target", ""},
		}},
		{"custom elements", `<x-y id=a></x-y><p id=b is=x-y></p><foo id=c></foo><svg><font-face id=d></font-face></svg><font-face id=e></font-face>`, [][2]string{
			{"body :not(:defined)", "a b"},
		}},
		{"pseudo-elements are no elements", `<p id=a>`, [][2]string{
			{"p::before", ""}, {"::-webkit-x", ""}, {"p:first-line, p", "a"},
		}},
		{"disabled", `<fieldset id=f disabled><legend><input id=a></legend><input id=b><legend><input id=c></legend><select id=s><option id=o></select></fieldset>
			<select id=t><optgroup id=g disabled><option id=p></optgroup><option id=q disabled><option id=r></select><a id=l disabled></a><button id=u disabled></button><object id=v disabled></object>`, [][2]string{
			{":disabled", "f b c s o g p q u"}, {":enabled", "a t r"},
		}},
		{"checked", `<input id=a type=checkbox checked><input id=b checked><input id=c type=radio name=r checked><input id=d type=RADIO name=r checked><input id=e type=radio checked>
			<select id=s><option id=f><option id=g></select><select multiple><option id=h selected><option id=i selected></select><select><option id=j selected><option id=k selected></select>
			<select><option id=l disabled><option id=m></select><select size=2><option id=n></select>`, [][2]string{
			{":checked", "a d e f h i k m"}, {":default", "a c d e h i j k"}, {"input:indeterminate", ""},
		}},
		{"other states of controls", `<form id=f><button id=a type=button></button><button id=b></button><input id=c type=submit></form><input id=d required><input id=e required type=hidden>
			<input id=g readonly><textarea id=h placeholder=x></textarea><input id=i placeholder value=v><input id=j placeholder><div id=k contenteditable><b id=l></b></div>
			<input id=m type=radio name=r><input id=n type=radio name=r form=f checked><progress id=o></progress><progress id=p value=1></progress><input type=number id=q placeholder value=x>`, [][2]string{
			{":default", "b n"}, {":required", "d"}, {"input:optional", "c e g i j m n q"}, {":read-write", "d h i j k l q"}, {"input:read-only", "c e g m n"},
			{":placeholder-shown", "h j q"}, {":indeterminate", "m o"},
		}},
		{"white space and comments", `<div id=a class=b><p id=c>`, [][2]string{
			{"\n div.b\t", "a"}, {"div/* x */.b", "a"}, {"div /* x */ p", "c"}, {"div >/**/p", "c"}, {"div\u00a0p", ""},
		}},
	}
	for _, tt := range tests {
		page := tt.page
		if quirks, ok := strings.CutPrefix(page, "<?quirks?>"); ok {
			page = quirks
		} else {
			page = "<!doctype html>" + page
		}
		d := mustParse(t, page)
		for _, c := range tt.want {
			if got := query(t, d.Root(), c[0]); got != c[1] {
				t.Errorf("%s: %s\n got %q\nwant %q", tt.about, c[0], got, c[1])
			}
		}
	}
}

// TestScope asks an element, a fragment and a template's content.
func TestScope(t *testing.T) {
	d := mustParse(t, `<!doctype html><main id=m><div id=r><p id=p><a id=a></a></p><a id=b></a></div><a id=c></a></main><template id=t><p id=tp><a id=ta></a></p></template>`)
	r := mustFirst(t, d.Root(), "#r")
	content := mustFirst(t, d.Root(), "#t").TemplateContent()
	f, err := dom.ParseFragment(`<p id=fp><a id=fa></a></p>`)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		root           dom.Node
		selector, want string
	}{
		{r, "a", "a b"},
		{r, ":scope > a", "b"},
		{r, "& > a", "b"},
		{r, ":scope a", "a b"},
		{r, ":scope", ""},
		{r, ":scope :scope", ""},
		{r, "main a", "a b"}, // what stands left may be outside
		{r, ":root > body a", "a b"},
		{r, "main > a", ""},
		{r, ":is(:scope > a)", "b"},
		{r, ":not(:scope > *)", "a"},
		{r, ":scope + a", ""},
		{r, "main:has(:scope) a", "a b"},
		{r, "main:has(> :scope + a) p", "p"},
		{r, "*", "p a b"},
		{d.Root(), ":scope", "html"},
		{d.Root(), ":scope > body > main", "m"},
		{d.Root(), ":scope main", "m"},
		{content, "p", "tp"},
		{content, "p > a", "ta"},
		{content, ":scope p", ""}, // a fragment is no element
		{content, ":root a, body a", ""},
		{content, "p:first-child", "tp"},
		{content, "* > p", ""},
		{content.Children()[0], ":scope > a", "ta"},
		{f.Root(), "p", "fp"},
		{f.Root(), ":root, :scope", ""},
		{f.Root(), ":first-child", "fp fa"},
	} {
		if got := query(t, tt.root, tt.selector); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.selector, got, tt.want)
		}
	}
	if ok, err := mustCompile(t, "main > div:has(a)")[0].Matches(r, nil); !ok || err != nil {
		t.Errorf("Matches: %v, %v", ok, err)
	}
}

func mustFirst(t testing.TB, root dom.Node, selector string) dom.Node {
	t.Helper()
	n, err := mustCompile(t, selector)[0].First(root, nil)
	if err != nil || n.IsZero() {
		t.Fatalf("%s: nothing found (%v)", selector, err)
	}
	return n
}

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
	order := map[*html.Node]int{}
	for x := range n.Descendants() {
		if x.Type == html.ElementNode {
			order[x] = len(order) + 1
		}
	}
	matched := 0
	for seed := range uint64(3000) {
		g := &generator{
			r: rand.New(rand.NewPCG(seed, 2)), plain: true,
			tags:    strings.Fields("* a div li p h2 i b span ul form input img body main"),
			classes: strings.Fields("tile product price tag star half tile__body tag--new grid"),
			ids:     strings.Fields("grid main"),
			attrs: []string{"[href]", "[data-sku]", "[itemprop=price]", "[class~=star]", "[href^='/p/']", "[alt*='1']", "[content$='0']",
				"[class|=tile]", "[value]"},
		}
		src := g.list()
		theirs, err := cascadia.ParseGroup(src)
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		nodes, qerr := mustCompile(t, src)[0].All(d.Root(), nil)
		if qerr != nil {
			t.Fatal(qerr)
		}
		var ours, want []int
		for _, x := range nodes {
			ours = append(ours, int(x.Row()))
		}
		for _, x := range cascadia.QueryAll(n, theirs) {
			want = append(want, order[x])
		}
		if len(ours) > 0 {
			matched++
		}
		if !equalSets(ours, want) {
			t.Fatalf("%s\n got %v\nwant %v", src, ours, want)
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
