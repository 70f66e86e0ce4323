package dom

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/wield-run/wield/internal/conformance"
)

func mustParse(t testing.TB, text string) *Document {
	t.Helper()
	d, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// find gives the first element of a name.
func find(d *Document, tag string) Node {
	for i := range d.rows {
		if n := d.At(int32(i)); n.Tag() == tag {
			return n
		}
	}
	return Node{}
}

func TestConformanceTrees(t *testing.T) {
	type entry struct{ HTML, Chromium string }
	for _, c := range conformance.Lines[entry](t, "html/dom.jsonl") {
		want := normalDump(c.Chromium)
		if got := dump(mustParse(t, c.HTML).Root()); got != want {
			t.Errorf("%q\n got:\n%s\nwant:\n%s", c.HTML, got, want)
		}
	}
}

func TestConformanceText(t *testing.T) {
	type entry struct{ Name, HTML, Sel, TextContent, Collapsed string }
	for _, c := range conformance.Lines[entry](t, "html/text.jsonl") {
		n := find(mustParse(t, c.HTML), c.Sel)
		if got := n.Text(); got != c.TextContent {
			t.Errorf("%s: text %q, want %q", c.Name, got, c.TextContent)
		}
		if got := n.CollapsedText(); got != c.Collapsed {
			t.Errorf("%s: collapsed %q, want %q", c.Name, got, c.Collapsed)
		}
	}
}

// TestTree has what Chromium makes of a page, below <html>, on one line: tags
// with their children in parentheses, texts in quotes.
func TestTree(t *testing.T) {
	tests := []struct{ about, html, want string }{
		{"all is implied", `x`, `head() body("x")`},
		{"nothing", ``, `head() body()`},
		{"a paragraph ends before a block", `<p>a<div>b</div>c</p>d`, `head() body(p("a") div("b") "c" p() "d")`},
		{"list items end each other", `<ul><li>a<li>b<ul><li>c</ul><li>d</ul>`, `head() body(ul(li("a") li("b" ul(li("c"))) li("d")))`},
		{"misnested formatting", `<b>1<p>2</b>3</p>`, `head() body(b("1") p(b("2") "3"))`},
		{"unclosed formatting goes on in the next block", `<p><b>1<p>2`, `head() body(p(b("1")) p(b("2")))`},
		{"but not a customized built-in", `<p><b is=x><i>1<p>2`, `head() body(p(b(i("1"))) p(i("2")))`},
		{"its end tag does not split a block", `<b is>1<p>2</b>3</p>4</b>5`, `head() body(b("1" p("23") "4") "5")`},
		{"nor does the next link", `<a is=x>1<div>2<a>3`, `head() body(a("1" div("2" a("3"))))`},
		{"a link in a link", `<a>1<div>2<a>3</a>4</div>`, `head() body(a("1") div(a("2") a("3") "4"))`},
		{"a table has a body", `<table><tr><td>1<td>2`, `head() body(table(tbody(tr(td("1") td("2")))))`},
		{"what is no table's goes before it", `<table>x<tr>y<td>z</table>`, `head() body("xy" table(tbody(tr(td("z")))))`},
		{"cells without a table", `<td>x<tr>y`, `head() body("xy")`},
		{"noscript is parsed", `<body><noscript><p>x</p></noscript>`, `head() body(noscript(p("x")))`},
		{"noscript in the head", `<head><noscript><link></noscript><title>t</title>`, `head(noscript(link()) title("t")) body()`},
		{"script holds text", `<script>a<b>"</scr"</script>x`, `head(script("a<b>\"</scr\"")) body("x")`},
		{"textarea drops one line break", "<textarea>\n\nx</textarea>", `head() body(textarea("\nx"))`},
		{"an iframe holds text", `<iframe><p>x</p></iframe>`, `head() body(iframe("<p>x</p>"))`},
		{"comments are not kept", `a<!-- b -->c`, `head() body("ac")`},
		{"NUL is dropped", "a\x00b", `head() body("ab")`},
		{"but replaced in a script", "<script>a\x00b</script>", "head(script(\"a\ufffdb\")) body()"},
		{"template content is no child", `<template><p>x</p></template>y`, `head(template{p("x")}) body("y")`},
		{"rows in a template", `<template><tr><td>x</template>`, `head(template{tr(td("x"))}) body()`},
		{"templates in a template", `<template><template>x</template></template>`, `head(template{template{"x"}}) body()`},
		{"a shadow root stays a template", `<div><template shadowrootmode=open>x</template></div>`, `head() body(div(template{"x"}))`},
		{"SVG and out again", `<svg><path/><p>x`, `head() body(svg:svg(svg:path()) p("x"))`},
		{"SVG spells its names", `<svg><lineargradient/><foreignobject><P>x`, `head() body(svg:svg(svg:linearGradient() svg:foreignObject(p("x"))))`},
		{"CDATA is text in SVG alone", `<svg><![CDATA[<x>]]></svg><![CDATA[y]]>z`, `head() body(svg:svg("<x>") "z")`},
		{"CDATA has no references", `<svg><![CDATA[&amp;]]>&amp;<![CDATA[&lt;]`, `head() body(svg:svg("&amp;&&lt;]"))`},
		{"CDATA where SVG and MathML hold HTML", `<svg><desc><![CDATA[a>b]]>c</desc></svg><math><mi><![CDATA[d>e]]>`, `head() body(svg:svg(svg:desc("a>bc")) math:math(math:mi("d>e")))`},
		{"plaintext knows no CDATA", `<plaintext><![CDATA[`, `head() body(plaintext("<![CDATA["))`},
		{"a script in a comment of a script", `<script><!-- if (a < 1) write('<script></script>') --></script>x`, `head(script("<!-- if (a < 1) write('<script></script>') -->")) body("x")`},
		{"a comment of a script that ends at once", `<script><!--><script></script>x`, `head(script("<!--><script>")) body("x")`},
		{"MathML", `<math><mi>x<b>y</mi></math>`, `head() body(math:math(math:mi("x" b("y"))))`},
		{"a select takes more than options", `<select><div>a<option>b</select>`, `head() body(select(div("a" option("b"))))`},
		{"an input ends a select", `<select><option>a<input>`, `head() body(select(option("a")) input())`},
		{"a customized select", `<select><button><selectedcontent>?</selectedcontent></button><option>a<option selected>b<i>c</i></select>`,
			`head() body(select(button(selectedcontent("b" i("c"))) option("a") option("b" i("c"))))`},
		{"only a <selectedcontent> outside of the options is filled", `<select><option>a<selectedcontent></selectedcontent></option><selectedcontent></selectedcontent></select>`,
			`head() body(select(option("a" selectedcontent()) selectedcontent("a" selectedcontent())))`},
		{"each of them", `<select><option>x</option><selectedcontent>a</selectedcontent><selectedcontent>b</selectedcontent></select>`,
			`head() body(select(option("x") selectedcontent("xa") selectedcontent("xb")))`},
		{"and from no option in a template", `<select><template><option>a</template><option>b</option><selectedcontent></selectedcontent></select>`,
			`head() body(select(template{option("a")} option("b") selectedcontent("b")))`},
		{"nor in a template, from an option around it", `<select><option>a<template><selectedcontent>`, `head() body(select(option("a" template{selectedcontent()})))`},
		{"a select without anything selected", `<select size=3><button><selectedcontent>?</selectedcontent></button><option>a</select>`,
			`head() body(select(button(selectedcontent("?")) option("a")))`},
		{"a form in a form", `<form><form><input></form></form>`, `head() body(form(input()))`},
		{"the end of a form that was cut by a table ends both", `<form><table></form></table><form></form>x`, `head() body(form(table() form()) "x")`},
		{"unless a block is between them", `<form><table></form></table><div><form></form>x`, `head() body(form(table() div(form() "x")))`},
		{"a form in a table", `<table><form><tr><td><input>`, `head() body(table(form() tbody(tr(td(input())))))`},
		{"frames", `<frameset><frame><p>x</frameset>y`, `head() frameset(frame())`},
		{"frames within frames, and what they may hold", `<frameset> <frameset><frame></frameset><noframes><p></noframes><html a=b><b>x`,
			`head() frameset(" " frameset(frame()) noframes("<p>"))`},
		{"behind frames", `<frameset></frameset> <frame><noframes>x</noframes></html> <noframes>y</noframes>z`, `head() frameset() " " noframes("x") " " noframes("y")`},
		{"a template behind the head", `<head></head><template><col></template><title>t</title><body>x`, `head(template{col()} title("t")) body("x")`},
		{"a table in a template, and its end", `<table><tr><td><template><tr></tr></template>x<td>y</table>`, `head() body(table(tbody(tr(td(template{tr()} "x") td("y")))))`},
		{"a template between rows, columns and in a caption", `<table><caption><template>a</template>b</caption><colgroup><template>c</template><col></colgroup><tbody><template>d</template><tr><template>e</template><td>f</table>`,
			`head() body(table(caption(template{"a"} "b") colgroup(template{"c"} col()) tbody(template{"d"} tr(template{"e"} td("f")))))`},
		{"a second head and a second html", `<html><head><head><title>t</title></head><head><html lang=de>x`, `head(title("t")) body("x")`},
		{"an end tag that begins the body", `<head></br>x`, `head() body(br() "x")`},
		{"noscript in the head is left for what does not fit", `<head><noscript><style>s</style><noscript></b><p>x`, `head(noscript(style("s"))) body(p("x"))`},
		{"noscript in the head is left for a second head", `<noscript><head><link>`, `head(noscript() link()) body()`},
		{"an end tag without a name is nothing", "<pre></>\nx</>y</pre><textarea></></textarea>", `head() body(pre("xy") textarea("</>"))`},
		{"text behind the end of the page, twice", `<body>a</body> </html> b</html><p>c`, `head() body("a  b" p("c"))`},
		{"frames come too late behind a template in the body", `<p><template></template><frameset>`, `head() body(p(template{}))`},
		{"but not behind one in the head", `<template>x</template><a><frameset>`, `head(template{"x"}) frameset()`},
		{"text behind the end of a page of frames", `<b><frameset></frameset></html>x`, `head() frameset()`},
		{"frames come too late", `x<frameset><frame>`, `head() body("x")`},
		{"plaintext has no end", `<plaintext><b></plaintext>`, `head() body(plaintext("<b></plaintext>"))`},
		{"image is img", `<image>`, `head() body(img())`},
		{"a slash closes nothing in HTML", `<div/>x`, `head() body(div("x"))`},
		{"a slash of an unquoted value closes nothing in SVG", `<svg><g a=1 a=2/>x`, `head() body(svg:svg(svg:g("x")))`},
		{"not where quotes or spaces are about", `<svg><g a=1 a=2'3/><g a=1 a = 2/><g a=1 a =/>x`, `head() body(svg:svg(svg:g(svg:g(svg:g("x")))))`},
		{"a slash that is of no value does", `<svg><g=/><g a=1 a='b=c'/><g a=1 a=2 />x`, `head() body(svg:svg(svg:g=() svg:g() svg:g() "x"))`},
		{"text behind the end", `<body>a</body></html>b`, `head() body("ab")`},
		{"ruby", `<ruby>a<rt>b<rp>c`, `head() body(ruby("a" rt("b") rp("c")))`},
		{"a tag without end is no tag", `a<p b="`, `head() body("a")`},
		{"less than", `a < b <1`, `head() body("a < b <1")`},
		{"a name with a colon", `<o:p>x</o:p>`, `head() body(o:p("x"))`},
		{"Chromium does not stop formatting at <search>", `<a>1<search>2</a>3`, `head() body(a("1" search("2")) "3")`},
		{"a form in a table in a template", `<form><template><table><form>`, `head() body(form(template{table(form())}))`},
		{"the end of a form in a template", `<template><form><li></form>x`, `head(template{form(li("x"))}) body()`},
		{"a table's part behind text in a template", `<body><template>x<base><tbody>y`, `head() body(template{"x" base() "y"})`},
		{"white space in a template, behind a table's part", `<template><tbody></tbody><i><col></b> `, `head(template{tbody() i() colgroup(col()) i(" ")}) body()`},
		{"frames behind a template", `<template>x</template><frameset><frame>`, `head(template{"x"}) frameset(frame())`},
		{"the end tag of a foreignObject outside of SVG", `<foreignObject><svg></foreignObject>x`, `head() body(foreignobject(svg:svg("x")))`},
		{"NUL behind <", "<\x00", "head() body(\"<\ufffd\")"},
		{"references", `&amp;&lt;&nbsp;&copy&notit;&#x80;&#0;&hellip`, "head() body(\"&<\u00a0©¬it;€\ufffd&hellip\")"},
	}
	for _, tt := range tests {
		d := mustParse(t, "<!doctype html>"+tt.html)
		var b strings.Builder
		brief(&b, d.Element())
		if got := strings.TrimSuffix(strings.TrimPrefix(b.String(), "html("), ")"); got != tt.want {
			t.Errorf("%s: %s\n got %s\nwant %s", tt.about, tt.html, got, tt.want)
		}
	}
}

// TestSVGSpelling has all names that SVG spells with upper-case letters: a page
// may write them in any case.
func TestSVGSpelling(t *testing.T) {
	for _, tag := range strings.Fields(`altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix
		feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG
		feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
		foreignObject glyphRef linearGradient radialGradient textPath`) {
		svg := find(mustParse(t, "<svg><"+strings.ToUpper(tag)+">"), "svg")
		if got := svg.Children()[0].Tag(); got != tag {
			t.Errorf("<%s> is %s", strings.ToUpper(tag), got)
		}
	}
	for _, name := range strings.Fields(`attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits
		glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust limitingConeAngle
		markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits patternTransform patternUnits
		pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur requiredExtensions
		requiredFeatures specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage
		tableValues targetX targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan`) {
		d := mustParse(t, "<svg "+strings.ToUpper(name)+"=1><math "+strings.ToUpper(name)+"=2>")
		if got, ok := find(d, "svg").Attr(name); !ok || got != "1" {
			t.Errorf("%s of SVG is %q", name, got)
		}
	}
	if _, ok := find(mustParse(t, "<math DEFINITIONURL=x>"), "math").Attr("definitionURL"); !ok {
		t.Error("MathML has no definitionURL")
	}
}

// brief writes a tree on one line.
func brief(b *strings.Builder, n Node) {
	switch f := n.element().Flags; {
	case f&SVG != 0:
		b.WriteString("svg:")
	case f&MathML != 0:
		b.WriteString("math:")
	}
	b.WriteString(n.Tag())
	open, end := "(", ")"
	if c := n.TemplateContent(); !c.IsZero() {
		open, end, n = "{", "}", c
	}
	b.WriteString(open)
	var parts []string
	at := n.element().text
	texts := func(to int32) {
		text := ""
		for ; at < to; at++ {
			text += n.doc.TextRun(at)
		}
		if text != "" {
			parts = append(parts, `"`+strings.NewReplacer("\n", `\n`, `"`, `\"`).Replace(text)+`"`)
		}
	}
	for _, c := range n.Children() {
		texts(c.element().text)
		var sub strings.Builder
		brief(&sub, c)
		parts = append(parts, sub.String())
		at = c.element().textEnd
	}
	texts(n.element().textEnd)
	b.WriteString(strings.Join(parts, " "))
	b.WriteString(end)
}

func TestParseFragment(t *testing.T) {
	for in, want := range map[string]string{
		"<p>x</p>y":                 `p("x") "y"`,
		"<tr><td>x</td></tr>":       `tr(td("x"))`,
		"<td>x":                     `td("x")`,
		"<option>a<option>b":        `option("a") option("b")`,
		"<body class=x><title>t":    `title("t")`,
		"<template>x</template>":    `template{"x"}`,
		"<html lang=de><head></p>x": `p() "x"`,
		"":                          ``,
	} {
		d, err := ParseFragment(in)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		brief(&b, d.Root())
		if got := b.String(); got != "("+want+")" {
			t.Errorf("%q: %s, want (%s)", in, got, want)
		}
		if d.Quirks() || !d.Fragment() {
			t.Errorf("%q: quirks %v, fragment %v", in, d.Quirks(), d.Fragment())
		}
	}
}

func TestQuirks(t *testing.T) {
	tests := []struct {
		doctype string
		quirks  bool
	}{
		{"<!DOCTYPE html>", false},
		{"<!doctype HTML >", false},
		{"", true},
		{"x<!doctype html>", true},
		{"<!-- c --><!doctype html>", false},
		{"<!doctype>", true},
		{"<!doctype svg>", true},
		{"<!doctype html bogus>", true},
		{`<!doctype html system "about:legacy-compat">`, false},
		{`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">`, false},
		{`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "x">`, false}, // limited quirks
		{`<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">`, false},
		{`<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">`, true},
		{`<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">`, false},
		{`<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">`, true},
		{`<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML//EN">`, true},
		{`<!DOCTYPE html PUBLIC "html">`, true},
		{`<!DOCTYPE html SYSTEM "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd">`, true},
		{`<!DOCTYPE html PUBLIC "x`, true},
	}
	for _, tt := range tests {
		if got := mustParse(t, tt.doctype+"<p>").Quirks(); got != tt.quirks {
			t.Errorf("%s: quirks %v, want %v", tt.doctype, got, tt.quirks)
		}
	}
	// A table ends a paragraph, but in quirks mode.
	if got := dump(mustParse(t, "<p><table>").Root()); !strings.Contains(got, "<p>\n      <table>") {
		t.Errorf("in quirks mode a table ends a paragraph:\n%s", got)
	}
}

// TestDeepNesting: below 512 open elements a new one is a sibling of the
// current one, whose text stays in it.
func TestDeepNesting(t *testing.T) {
	var page strings.Builder
	for range 600 {
		page.WriteString("<div>x")
	}
	page.WriteString("</div>y")
	d := mustParse(t, page.String())
	deepest, depth, children := Node{}, 0, 0
	for i := range d.rows {
		n := d.At(int32(i))
		if n.Tag() != "div" {
			continue
		}
		ancestors := 0
		for p := n.Parent(); p.Tag() != ""; p = p.Parent() {
			ancestors++
		}
		if ancestors > depth {
			deepest, depth = n, ancestors
		}
	}
	children = len(deepest.Parent().Children())
	if depth != 512 || children != 90 {
		t.Errorf("the deepest element has %d ancestors and %d siblings, want 512 and 90, as in Chromium", depth, children)
	}
	if got := len(mustParse(t, strings.Repeat("<div>", 1_000_000)).rows); got != 1_000_004 {
		t.Errorf("%d rows, want a million and 4", got)
	}
	last := d.At(int32(len(d.rows) - 1))
	if last.Text() != "x" {
		t.Errorf("the last element has the text %q", last.Text())
	}
	siblings := last.Parent().Children()
	if got := siblings[len(siblings)-2].Text(); got != "xy" {
		t.Errorf("the text behind the end tag is not in the element that is open there: %q", got)
	}
}

// TestAgainstHTMLParse compares with html.Parse over pages of the tags that
// both read alike. They differ, and we follow Chromium, in templates, in forms
// within them, in NUL, in <search>, in the first line break of a <pre> behind a
// stray tag and in what follows a repeated attribute.
func TestAgainstHTMLParse(t *testing.T) {
	for seed := range uint64(2000) {
		page := plainSoup(seed)
		n, err := html.ParseWithOptions(strings.NewReader(page), html.ParseOptionEnableScripting(false))
		if err != nil {
			t.Fatal(err)
		}
		d := mustParse(t, page)
		checkRows(t, d)
		if got, want := dump(d.Root()), dumpHTML(n); got != want {
			t.Fatalf("%q\n got:\n%s\nwant:\n%s", page, got, want)
		}
	}
}

func TestRefusal(t *testing.T) {
	var fonts strings.Builder
	for i := range 400 {
		fonts.WriteString("<font size=" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + ">")
	}
	_, err := Parse("<p>" + fonts.String() + strings.Repeat("<p>x", 8000))
	refused, ok := err.(*Error)
	if !ok || !strings.Contains(refused.Message, "3000000 elements") || refused.Hint == "" {
		t.Errorf("36 KB that grow without end: %v", err)
	}
	if _, err := Parse(strings.Repeat("x", 64<<20+1)); err == nil {
		t.Error("a page of more than 64 MiB is read")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("<!doctype html><p class=x>a<b>c")
	f.Add("<table><td><table>x<svg><![CDATA[y]]></table>")
	f.Add("<template><tr><select><option selected>x<selectedcontent>")
	f.Add("<a><p><a></p></a><b><i></b></i>\x00&amp;&#x110000;")
	for seed := range uint64(20) {
		f.Add(wildSoup(seed))
	}
	f.Fuzz(func(t *testing.T, page string) {
		if len(page) > 1<<16 {
			return
		}
		for _, parse := range []func(string) (*Document, error){Parse, ParseFragment} {
			d, err := parse(page)
			if err != nil {
				continue
			}
			checkRows(t, d)
			for i := range d.rows {
				n := d.At(int32(i))
				for _, name := range n.AttrNames() {
					if _, ok := n.Attr(name); !ok {
						t.Fatalf("<%s> has no attribute %q, which it names", n.Tag(), name)
					}
				}
			}
			d.Root().CollapsedText()
		}
	})
}
