package selector

import (
	"strings"
	"testing"

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
		{"names", `<DIV id=a></DIV><svg id=s viewBox=x xmlns=y><linearGradient id=g></linearGradient><use id=u xlink:href=#i></use><a id=l href=x></a></svg><my-el id=m></my-el><o:p id=o>`, [][2]string{
			{"DIV", "a"}, {"lineargradient", "g"}, {"linearGradient", "g"}, {"LINEARGRADIENT", "g"}, {"[viewbox]", "s"}, {"[VIEWBOX]", "s"},
			{"[href]", "l"}, {"[*|href]", "u l"}, {"[xlink\\:href]", ""}, {"MY-EL", "m"}, {"o\\:p", "o"}, {"*|a", "l"}, {"|a", ""}, {"[|viewBox]", "s"}, {"[xmlns]", ""}, {"[*|xmlns]", "s"},
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
		{"language tags", `<p id=a lang=de-><p id=b lang=de--x><p id=c lang=de_AT><p id=d lang=de-abcdefghi><p id=e lang=1de><p id=f lang=de-x-1996></p><math id=g lang=de></math><math id=h xml:lang=de></math><svg id=i lang=de></svg>`, [][2]string{
			{":lang(de)", "f h i"}, {":lang(de-x)", "f"}, {":lang(de\\_AT)", ""}, {":lang(de-)", ""}, {":lang(\\31 de)", ""},
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
		{"custom elements", `<x-y id=a></x-y><p id=b is=x-y></p><foo id=c></foo><svg><font-face id=d></font-face></svg><font-face id=e></font-face><a-! id=f></a-!>`, [][2]string{
			{"body :not(:defined)", "a b f"},
		}},
		{"pseudo-elements are no elements", `<p id=a>`, [][2]string{
			{"p::before", ""}, {"::-webkit-x", ""}, {"p:first-line, p", "a"},
		}},
		{"disabled", `<fieldset id=f disabled><legend><input id=a></legend><input id=b><legend><input id=c></legend><select id=s><option id=o></select></fieldset>
			<select id=t><optgroup id=g disabled><option id=p></optgroup><option id=q disabled><option id=r></select><a id=l disabled></a><button id=u disabled></button><object id=v disabled></object>`, [][2]string{
			{":disabled", "f b c s o g p q u"}, {":enabled", "a t r"},
		}},
		{"disabled groups of options", `<select disabled><optgroup id=a><option id=b></optgroup><div><optgroup id=c><div><optgroup id=d></div></optgroup></div></select>
			<fieldset disabled><select><optgroup id=e></select><optgroup id=f></fieldset><optgroup disabled id=g><optgroup id=h>`, [][2]string{
			{"optgroup:disabled", "a c e g"}, {"optgroup:enabled", "d f h"}, {"option:disabled", "b"},
		}},
		{"submit buttons", `<form><select><button></button><button id=a></button></select><button></button></form><form><select multiple><button id=b></select></form>
			<form><button commandfor=x></button><button command=x></button><button id=c type=submit command=x></form>`, [][2]string{
			{":default", "a b c"},
		}},
		{"SVG and MathML end what is editable", `<div id=a contenteditable><b id=b></b><svg><desc><b></b><b id=c contenteditable></b></desc></svg></div>`, [][2]string{
			{":read-write", "a b c"},
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
