package dom

import (
	"strings"
	"testing"
)

func TestAttr(t *testing.T) {
	const page = `<p ID=1 id=2 Title=" a&amp;b " data-X hidden="" onclick='f("x")'>` +
		`<svg viewbox="0 0 1 1" xlink:href=#i Foo=1 xmlns=u></svg><b xlink:href=y lang></b>`
	d := mustParse(t, page)
	p, svg, b := find(d, "p"), find(d, "svg"), find(d, "b")
	tests := []struct {
		n    Node
		name string
		want string
		ok   bool
	}{
		{p, "id", "1", true}, // the first counts
		{p, "ID", "1", true}, // the asked name is lower-cased
		{p, "title", " a&b ", true},
		{p, "data-x", "", true},
		{p, "hidden", "", true},
		{p, "onclick", `f("x")`, true},
		{p, "class", "", false},
		{p, "no-such-name-anywhere", "", false},
		{svg, "viewBox", "0 0 1 1", true},
		{svg, "viewbox", "", false}, // not on a foreign element
		{svg, "xlink:href", "#i", true},
		{svg, "href", "", false},
		{svg, "foo", "1", true},
		{svg, "xmlns", "u", true},
		{b, "xlink:href", "y", true},
		{b, "XLINK:HREF", "y", true},
		{b, "lang", "", true},
	}
	for _, tt := range tests {
		if got, ok := tt.n.Attr(tt.name); got != tt.want || ok != tt.ok {
			t.Errorf("<%s> %s: %q, %v, want %q, %v", tt.n.Tag(), tt.name, got, ok, tt.want, tt.ok)
		}
	}
	if got := strings.Join(svg.AttrNames(), " "); got != "viewBox xlink:href foo xmlns" {
		t.Errorf("names of <svg>: %s", got)
	}
}

func TestText(t *testing.T) {
	tests := []struct{ html, text, collapsed string }{
		{"a<br>b", "ab", "ab"},
		{" a \n\t b ", " a \n\t b ", "a b"},
		{"<b>9</b><sup>99</sup>", "999", "999"},
		{"a<script>x</script><style>y</style>b", "axyb", "axyb"},
		{"a<!-- c -->b", "ab", "ab"},
		{"a<template>t</template>b", "ab", "ab"},
		{"a<noscript>n</noscript>", "an", "an"},
		{"<img alt=x><input value=y>", "", ""},
		{"&nbsp;a&nbsp;&nbsp;b", "\u00a0a\u00a0\u00a0b", "a b"},
		{"\ufeffa\u2028b\u3000c", "\ufeffa\u2028b\u3000c", "a b c"},
		{"a\u0085b\u200b\u180ec\u00ad", "a\u0085b\u200b\u180ec\u00ad", "a\u0085b\u200b\u180ec\u00ad"},
		{"a\r\nb\rc", "a\nb\nc", "a b c"},
		{"<span hidden>a</span>", "a", "a"},
	}
	for _, tt := range tests {
		n := find(mustParse(t, "<body><div>"+tt.html+"</div>"), "div")
		if n.Text() != tt.text || n.CollapsedText() != tt.collapsed {
			t.Errorf("%q: %q and %q, want %q and %q", tt.html, n.Text(), n.CollapsedText(), tt.text, tt.collapsed)
		}
	}
}

// TestCollapse looks at every character that is or might be white space.
func TestCollapse(t *testing.T) {
	space := "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
	if n := len([]rune(space)); n != 25 {
		t.Fatalf("%d white space characters, want 25", n)
	}
	for r := rune(0); r <= 0xffff; r++ {
		if r >= 0xd800 && r < 0xe000 {
			continue
		}
		want := "a" + string(r) + "b"
		if strings.ContainsRune(space, r) {
			want = "a b"
		}
		if got := Collapse(string(r) + "a" + string(r) + "b" + string(r)); got != want && got != strings.TrimSpace(string(r)+want+string(r)) && got != string(r)+want+string(r) {
			t.Errorf("U+%04X: %q, want %q", r, got, want)
		}
	}
	for in, want := range map[string]string{
		"": "", " ": "", "a": "a", "a b": "a b", "a  b": "a b", " a": "a", "a ": "a", "\u00a0": "",
		"a\xffb": "a\xffb", "\xe2\x80": "\xe2\x80", "\xed\xa0\x80 x": "\xed\xa0\x80 x",
	} {
		if got := Collapse(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestNavigation(t *testing.T) {
	d := mustParse(t, "<!doctype html><ul><li>a<li>b</ul><template><p>t</p></template>")
	if d.Root().Tag() != "" || !d.Root().Parent().IsZero() || d.Element().Tag() != "html" || d.Element().Parent() != d.Root() {
		t.Error("the document is not above <html>")
	}
	ul := find(d, "ul")
	items := ul.Children()
	if len(items) != 2 || items[1].Text() != "b" || items[0].Parent() != ul {
		t.Errorf("children of <ul>: %v", items)
	}
	template := find(d, "template")
	if len(template.Children()) != 0 || template.Text() != "" {
		t.Error("the content of a template is its child")
	}
	content := template.TemplateContent()
	if content.IsZero() || content.Text() != "t" || len(content.Children()) != 1 || !content.Parent().IsZero() {
		t.Error("the content of a template cannot be reached")
	}
	if !ul.TemplateContent().IsZero() {
		t.Error("a list has template content")
	}
}

func TestTextSize(t *testing.T) {
	doc, err := Parse("<p>a<b>bc</b>dé</p>")
	if err != nil {
		t.Fatal(err)
	}
	size := len(doc.Root().Text())
	for _, tt := range []struct{ limit, want int }{{100, size}, {size, size}, {size - 1, size}, {3, 4}, {2, 3}, {0, 1}} {
		if got := doc.Root().TextSize(tt.limit); got != tt.want || size != 6 {
			t.Errorf("up to %d: got %d, want %d", tt.limit, got, tt.want)
		}
	}
}
