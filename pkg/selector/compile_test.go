package selector

import (
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/dom"
)

// TestAccepted has what Chromium accepts, the odd among it too.
func TestAccepted(t *testing.T) {
	for _, src := range []string{
		"a", "*", "a b", "a>b", "a\t>\nb", "a + b ~ c", "a,b", " a , b ", "A.B#C[D]",
		"a/**/b", // one compound would be an error: see TestRefused
		"*|a", "|a", "*|*", "*|svg", "[*|href]", "[|href]", "[*|href|=de]",
		"#\\31 st", "#-a", "#--", ".--x", ".-\\31", "\\64 iv", ".\\1F600", ".a\\", ".título", "#日本", ".😀", "_", "é", "--", "a -- b",
		"[a]", "[ a = b ]", "[a=b i]", "[a='b'I]", "[a=\"b\" \\69]", "[a=--x]", "[a='b\\\nc']", "[a", "[a=b", "[a='b", "[a='b' i",
		"a:not(b", ":is(", ":is()", ":is( )", ":is(a,,b)", ":is(> a)", ":is(a, :bogus)", ":is(])", ":is({)", ":is({}, a)", ":is(a >{)", ":is(a, :is(b{))", ":is(a;b)", ":is(url(a,b), p)",
		":where(a b, c > d)", ":not(a, b c)", ":not(:not(a))", ":-webkit-any(a, b)", ":NOT(a)", ":n\\6ft(a)",
		":has(a)", ":has(> a)", ":has(>a, + b, ~ c)", ":has(a b > c)", ":has(:is(:has(a), b))", ":is(:has(a))", "a:not(:has(b))",
		":nth-child(2)", ":nth-child(+3)", ":nth-child(odd)", ":nth-child( 2n + 1 )", ":nth-child(-n+3)", ":nth-child(n- 1)",
		":nth-child(2n -1)", ":nth-child(+n)", ":nth-child(+/**/n)", ":nth-child(\\6e)", ":nth-child(2n+1 of a, b)",
		":nth-child(2/**/of/**/a)", ":nth-last-child(1 of .x)", ":nth-child(1 of ::before)", ":nth-of-type(2n)",
		":nth-child(99999999999999999999n-5)", ":first-child", ":only-of-type",
		":lang(de)", ":lang( de-AT )", ":lang(\\*-CA)", ":dir(rtl)", ":dir(whatever)",
		":scope", "&", "a&", "&.x", "& > a", "&&", ":root", ":hover", ":target-current", ":-webkit-autofill", ":open",
		":host", ":host(a)", ":host-context(a.b)", ":state(x)", ":active-view-transition-type(a, b)",
		"::before", ":before", "a::AFTER", "::-webkit-anything", "::part(x y)", "::slotted(a:not(b))", "::cue(a)", "::highlight(x)",
		"::picker(SELECT)", "::scroll-button(*)", "::scroll-button(block-end):disabled", "::checkmark", "::select-listbox::before",
		"::slotted(a)::view-transition-group(b)", "::scroll-marker:target-after", ":navigation-source", "::view-transition-group(a.b)",
		"::before::marker", "::part(x)::before", "::part(x):hover", "::-webkit-x:hover", "::-webkit-scrollbar:horizontal",
		"::selection:window-inactive", "::before:is(a)", "::-webkit-x:not(:hover)", "::slotted(a)::before",
		"a\x00", "a\r\nb", "div/* unclosed",
	} {
		s, d := Compile(src)
		if src == "a/**/b" {
			if d == nil {
				t.Errorf("%q: a comment is no white space", src)
			}
			continue
		}
		if d != nil {
			t.Errorf("%q is refused: %v", src, d)
			continue
		}
		if s.String() != src || len(s.List()) == 0 {
			t.Errorf("%q: String gives %q, List has %d", src, s.String(), len(s.List()))
		}
	}
}

// TestRefused has what Chromium refuses, with the part that is marked, a part
// of the message and a part of the hint.
func TestRefused(t *testing.T) {
	tests := []struct{ src, marked, message, hint string }{
		{"", "", "empty", ".price"},
		{" \n", " \n", "empty", ""},
		{"> a", ">", "cannot begin with \">\"", ":scope > a"},
		{"a, + b", "+", "cannot begin", ":scope + b"},
		{":not(> a)", ">", "cannot begin", ""},
		{"a >", ">", "ends too early", "missing"},
		{"a,", ",", "ends too early", ""},
		{", a", ",", "out of place", "both sides"},
		{"a > > b", ">", "out of place", "only one of"},
		{"a || b", "|", "out of place", "comma"},
		{"a /deep/ b", "/deep/", "any more", "space"},
		{".tile:contains('x')", ":contains(", "no pseudo-class", "CSS cannot select by text"},
		{"p:has-text(x)", ":has-text(", "no pseudo-class", "CSS cannot select by text"},
		{"[a!=b]", "!=", "no test", ":not([a='b'])"},
		{"[a != \"b c\"]", "!=", "no test", `:not([a="b c"])`},
		{"[a#=(x)]", "#=", "no test", "regular expressions"},
		{"[src=/a.jpg]", "/a.jpg", "needs quotes", "[src='/a.jpg']"},
		{"[href^=https://x]", "https://x", "needs quotes", "[href^='https://x']"},
		{"[data-stock=0]", "0", "needs quotes", "[data-stock='0']"},
		{"[title=a b c]", "a b c", "needs quotes", "[title='a b c']"},
		{"[a=b s]", "s", "behind the value", "remove it"},
		{"[a='b' x]", "x", "behind the value", "flag i"},
		{"[a=\"b\nc\"]", "\"b", "no closing quote", "\\a"},
		{"[a=]", "]", "has no value", "[a='']"},
		{"[a=", "=", "ends where the value", ""},
		{"[", "[", "ends where the name", ""},
		{"[@click]", "[@click", "not the name of an attribute", "[\\@click]"},
		{"[xlink:href]", ":", "out of place", "[xlink\\:"},
		{"[a|b]", "[a|", "not the name", "[*|name]"},
		{"[a i]", "i", "out of place", ""},
		{"svg|a", "svg|", "namespace", "write \"*|a\", or \"svg\\:a\""},
		{"svg|*", "svg|", "namespace", "write \"svg, svg *\""},
		{"li:nth-child(2n+1 OF li)", "OF", "Chromium refuses \"OF\"", "small letters"},
		{"li:nth-last-child(1 Of li)", "Of", "Chromium refuses", "small letters"},
		{"li:nth-of-type(1 OF li)", "OF", "", ""},
		{"o:p", ":p", "no pseudo-class", "o\\:p"},
		{".md:flex", ":flex", "no pseudo-class", ".md\\:flex"},
		{"div.md:hover:p-2 > a", ":p-2", "no pseudo-class", ".md\\:hover\\:p-2 (in JSON .md\\\\:hover\\\\:p-2)"},
		{".h-[24px]", ".h-[24px]", "must escape", ".h-\\[24px\\]"},
		{"h-[24px] a", "h-[24px]", "must escape", ".h-\\[24px\\]"},
		{".[&>p]:mt-4", ".[&>p]:mt-4", "must escape", "\\[\\&\\>p\\]\\:mt-4"},
		{".w-1/2", ".w-1/2", "must escape", ".w-1\\/2"},
		{".p-0.5", ".p-0.5", "must escape", ".p-0\\.5"},
		{".2col", ".2col", "must escape", ".\\32 col"},
		{"#1st", "#1st", "not an id", "#\\31 st (in JSON #\\\\31 st)"},
		{"#sec.1", ".1", "out of place", "#sec\\.1"},
		{"# grid", "#", "out of place", "right behind"},
		{". tile", ". ", "right behind the point", "remove the space"},
		{"a..b", "..", "right behind the point", "one of the points"},
		{"a : hover", ": ", "right behind the colon", "space"},
		{"a:", ":", "right behind the colon", ""},
		{"a::text", "::text", "no pseudo-element", "gives the text already"},
		{"a::attr(href)", "::attr(", "no pseudo-element", "\"attr\""},
		{"a::hover", "::hover", "no pseudo-element", "one colon"},
		{"a:backdrop", ":backdrop", "no pseudo-class", "::backdrop"},
		{"a:first", ":first", "no pseudo-class", ":nth-child(n)"},
		{"li:eq(2)", ":eq(", "no pseudo-class", ":nth-child(n)"},
		{"tr:even", ":even", "no pseudo-class", ":nth-child(even)"},
		{":input", ":input", "no pseudo-class", ":is(input"},
		{":matches(a)", ":matches(", "no pseudo-class", ":is()"},
		{"li:first-chlid", ":first-chlid", "no pseudo-class", ":first-child?"},
		{"li:nth-chld(2)", ":nth-chld(", "no pseudo-class", ":nth-child()?"},
		{":first-child()", ":first-child(", "takes no argument", "remove"},
		{":not", ":not", "needs an argument", ""},
		{":nth-child (1)", ":nth-child", "needs an argument", "space before the parenthesis"},
		{":nth-child()", "(", "needs an argument", ""},
		{":nth-child(2 n)", "2 n", "chooses no positions", "2n+1"},
		{":nth-child(+ 2n)", "+ 2n", "chooses no positions", ""},
		{":nth-child(n+-1)", "n+-1", "chooses no positions", ""},
		{":nth-child(2n1)", "2n1", "chooses no positions", ""},
		{":nth-child(2.0)", "2.0", "chooses no positions", ""},
		{":nth-child(1 of)", "f)", "ends too early", ""},
		{":nth-of-type(1 of a)", "of", "takes no selector", ""},
		{":lang('de')", "'de'", "takes one name", ":lang(de)"},
		{":lang(de, fr)", ",", "takes one name", ":is(:lang(de)"},
		{":not()", ")", "out of place", ""},
		{":not(a,)", ")", "out of place", ""},
		{":not(:bogus)", ":bogus", "no pseudo-class", ""},
		{":has()", ")", "out of place", ""},
		{":has(:has(a))", ":has(", "inside another", ":has(.a .b)"},
		{":has(:not(:has(a)))", ":has(", "inside another", ""},
		{":-webkit-any(a b)", "a", "more than one compound", ""},
		{":host(a, b)", "b", "only one compound", ""},
		{"a::before:hover", ":hover", "behind a pseudo-element", ""},
		{"::before.x", ".x", "behind a pseudo-element", ""},
		{"a::before b", "::before", "below or beside", ""},
		{":not(::before)", "::before", "cannot stand here", ""},
		{"::before::after", "::after", "cannot stand here", ""},
		{"div{}", "{", "out of place", "without a rule"},
		{":is(div{}, p)", "{", "out of place", "without a rule"},
		{":where(div {", "{", "out of place", "without a rule"},
		{"a::picker( menu )", "menu", "no argument", "::picker(select)"},
		{"a::scroll-button(next)", "next", "no argument", "::scroll-button(up)"},
		{"a::-webkit-any-link", "::-webkit-any-link", "no pseudo-element", "one colon"},
		{"::part(x):horizontal", ":horizontal", "behind a pseudo-element", ""},
		{"(div)", "(", "out of place", ""},
		{"div)", ")", "out of place", ""},
		{"\"a\"", "\"a\"", "out of place", "not quoted"},
		{"*a", "a", "out of place", "stands first"},
		{"&div", "div", "out of place", "stands first"},
		{"div 1", "1", "out of place", "escape"},
		{"a;b", ";", "out of place", ""},
		{"$a", "$", "out of place", ""},
		{"a\vb", "\v", "out of place", ""},
		{"<!-- a", "<!--", "out of place", ""},
	}
	for _, tt := range tests {
		_, d := Compile(tt.src)
		if d == nil {
			t.Errorf("%q is accepted", tt.src)
			continue
		}
		if tt.src == ":nth-child(1 of)" {
			if d.Span.Len() == 0 {
				t.Errorf("%q: an empty span", tt.src)
			}
			continue
		}
		if got := tt.src[d.Span.Start:d.Span.End]; got != tt.marked {
			t.Errorf("%q: marks %q, want %q", tt.src, got, tt.marked)
		}
		if d.Code != "C1" || d.Hint == "" || !strings.Contains(d.Message, tt.message) || !strings.Contains(d.Hint, tt.hint) {
			t.Errorf("%q: %s %q, hint %q, want %q and %q", tt.src, d.Code, d.Message, d.Hint, tt.message, tt.hint)
		}
	}
}

// TestLimits has what browsers accept and we refuse.
func TestLimits(t *testing.T) {
	for src, hint := range map[string]string{
		":valid":                       "[required]",
		"input:invalid":                "attributes",
		":in-range":                    "attributes",
		":is(a, :out-of-range)":        "attributes",
		strings.Repeat("a ", 3000):     "shorter",
		strings.Repeat(":not(", 65):    "without so many",
		strings.Repeat(":is(", 1000):   "without so many",
		strings.Repeat(":where(", 500): "without so many",
	} {
		_, d := Compile(src)
		if d == nil || d.Code != "C2" || !strings.Contains(d.Hint, hint) {
			t.Errorf("%.40q: %v", src, d)
		}
	}
	if _, d := Compile(strings.Repeat(":not(", 64) + "a"); d != nil {
		t.Errorf("64 levels: %v", d)
	}
}

func TestSyntaxTree(t *testing.T) {
	const src = `a.b > [c^="d" i]:not(.e, f):nth-child(2n+1 of .g), *|h:is(i, :bogus)`
	s := mustCompile(t, src)[0]
	list := s.List()
	if len(list) != 2 || len(list[0].Compounds) != 2 {
		t.Fatalf("%d alternatives", len(list))
	}
	first, second := list[0].Compounds[0], list[0].Compounds[1]
	if first.Combinator != None || second.Combinator != Child || len(first.Simples) != 2 || len(second.Simples) != 3 {
		t.Fatalf("compounds: %v, %v", first, second)
	}
	for _, tt := range []struct {
		s     *Simple
		kind  Kind
		name  string
		value string
		text  string
	}{
		{first.Simples[0], Type, "a", "", "a"},
		{first.Simples[1], Class, "", "b", ".b"},
		{second.Simples[0], Attribute, "c", "d", `[c^="d" i]`},
		{second.Simples[1], PseudoClass, "not", "", ":not(.e, f)"},
		{second.Simples[2], PseudoClass, "nth-child", "2n+1", ":nth-child(2n+1 of .g)"},
		{list[1].Compounds[0].Simples[0], Type, "h", "", "*|h"},
	} {
		if tt.s.Kind != tt.kind || tt.s.Name != tt.name || tt.s.Value != tt.value || src[tt.s.Span.Start:tt.s.Span.End] != tt.text {
			t.Errorf("%s: kind %d, name %q, value %q, span %q", tt.text, tt.s.Kind, tt.s.Name, tt.s.Value, src[tt.s.Span.Start:tt.s.Span.End])
		}
	}
	if a := second.Simples[0]; a.Op != "^=" || a.Flag != 'i' {
		t.Errorf("attribute: %q, %q", a.Op, a.Flag)
	}
	if n := len(second.Simples[1].Args); n != 2 {
		t.Errorf(":not() has %d arguments", n)
	}
	if n := second.Simples[2]; n.A != 2 || n.B != 1 || len(n.Args) != 1 {
		t.Errorf(":nth-child(): %d, %d, %d", n.A, n.B, len(n.Args))
	}
	is := list[1].Compounds[0].Simples[1]
	if len(is.Args) != 1 || len(is.Dropped) != 1 || src[is.Dropped[0].Start:is.Dropped[0].End] != ":bogus" {
		t.Errorf(":is(): %v, dropped %v", is.Args, is.Dropped)
	}
	if got := src[list[1].Span.Start:list[1].Span.End]; got != "*|h:is(i, :bogus)" {
		t.Errorf("the second alternative is %q", got)
	}
}

func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		"a": "a", "md:flex": "md\\:flex", "1st": "\\31 st", "-1": "-\\31 ", "-": "\\-", "--": "--", "a b": "a\\ b",
		"é": "é", "\x00": "\ufffd", "\x01": "\\1 ", "a.b": "a\\.b", "": "",
	} {
		if got := Escape(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if in == "" || in == "\x00" {
			continue
		}
		if s, d := Compile("." + Escape(in)); d != nil || s.List()[0].Compounds[0].Simples[0].Value != in {
			t.Errorf("%q does not come back from %q", in, Escape(in))
		}
	}
}

func FuzzCompile(f *testing.F) {
	for _, src := range []string{
		"a > b + c ~ d", ".md\\:flex[x^='y' i]:not(:is(a, b))", ":nth-child(-2n+3 of .x)::before", "*|a:has(> b, + c)",
		"[a|b]", ".h-[24px]/2", "#1st", ":is(a;{[,\"", "url(x)", "\\", "&", "a\x00\xff\xed\xa0\x80", ":lang(\\*-CA)",
		"::slotted(a)::part(x):hover", strings.Repeat(":not(", 70),
	} {
		f.Add(src)
	}
	page, err := dom.Parse("<!doctype html><div class=x id=1st><p lang=de>a<b><svg viewBox=x><a href=y></a></svg></div><select><option>")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, src string) {
		s, d := Compile(src)
		if d != nil {
			if d.Span.Start < 0 || d.Span.End > len(src) || d.Span.Start > d.Span.End || d.Message == "" {
				t.Fatalf("%q: %+v", src, d)
			}
			return
		}
		if _, err := s.All(page.Root(), nil); err != nil {
			t.Fatalf("%q: %v", src, err)
		}
		s.Explain(page.Root())
	})
}
