package gfm_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wield-run/wield/internal/conformance"
	"github.com/wield-run/wield/pkg/markdown/gfm"
	"github.com/wield-run/wield/pkg/markdown/gfm/gfmtest"
)

func TestLine(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"plain", "plain"},
		{"", ""},
		{"   ", ""},
		{" a  b\tc\nd\r\ne\vf\fg\u0085h\u2028i\u2029j ", "a b c d e f g h i j"},
		{"\u00a0x\u3000", "\u00a0x\u3000"},
		{"a\x00b\x1b[31mc\x7fd\u009be", "a\ufffdb\ufffd[31mc\ufffdd\ufffde"},
		{"\ufeffa\u202eb\u2066c\u2069\U000e0041d", "abcd"},
		{"a \u202e b", "a b"},
		{"\u200b👩\u200d👧", "\u200b👩\u200d👧"},
		{"half \xed\xa0\xbd pair", "half \ufffd pair"},
		{"broken \xff\xfe", "broken \ufffd\ufffd"},
	} {
		got := gfm.Line(tt.in)
		if got != tt.want {
			t.Errorf("Line(%q) = %q, want %q", tt.in, got, tt.want)
		}
		if again := gfm.Line(got); again != got {
			t.Errorf("Line(%q) is not stable: %q", got, again)
		}
	}
}

func TestBlock(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"a\r\n  b\rc\n\n", "a\n  b\nc"}, {"\tx", "\tx"}, {"a\x1bb\u202e", "a\ufffdb"}, {"", ""}, {"\n", ""}, {"a\r\n\r\nb", "a\n\nb"},
	} {
		if got := gfm.Block(tt.in); got != tt.want {
			t.Errorf("Block(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func text(line string) string { return string(gfm.AppendText(nil, line, gfm.Place{})) }

// How an escape looks; that it does its work is what the parser's tests show.
func TestAppendText(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"a|b", `a\|b`},
		{`a\|b`, `a\\\|b`},
		{"snake_case stays, _this_ does not", `snake_case stays, \_this\_ does not`},
		{"größe_a", "größe_a"},
		{"5 * 3", `5 \* 3`},
		{"<b> & AT&T &amp; &#35; &#x41; &copy", `&lt;b&gt; & AT&T &amp;amp; &amp;#35; &amp;#x41; &copy`},
		{"[x](y) ![i]", `\[x\](y) !\[i\]`},
		{"~/bin `c`", "\\~/bin \\`c\\`"},
		{"# - + 1. = :", "# - + 1. = :"},
		// A clean URL stays as it is; one with escapes would show them.
		{"https://e.example/a_b", "https://e.example/a_b"},
		{"https://e.example/*x*", `https\://e.example/\*x\*`},
		{"see WWW.e.example/_x and www.e.example", `see WWW\.e.example/\_x and www.e.example`},
		{"www.a@b.c me@www.b.c www.b.c/@me", `www\.a@b.c me@www.b.c www.b.c/@me`}, // else a parser links mailto:http://www.a@b.c
		{"it's \"quoted\" {{x}} $y$ @z #1 :s:", "it's \"quoted\" {{x}} $y$ @z #1 :s:"},
	} {
		if got := text(tt.in); got != tt.want {
			t.Errorf("%q\ngot  %s\nwant %s", tt.in, got, tt.want)
		}
	}
}

func TestAppendTextAtStart(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"# h", `\# h`}, {"- x", `\- x`}, {"+49", `\+49`}, {"=== ", `\=== `}, {": d", `\: d`}, {"1. x", `1\. x`}, {"12) x", `12\) x`}, {"1986 was", "1986 was"}, {"1.5", `1\.5`}, {"1234567890. x", "1234567890. x"}, {"> q", "&gt; q"}, {"", ""}, {"a - b", "a - b"},
	} {
		if got := string(gfm.AppendText(nil, tt.in, gfm.Place{Start: true})); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.in, got, tt.want)
		}
	}
}

// Where something may follow, a reference that it could complete is escaped.
func TestAppendTextOpen(t *testing.T) {
	for _, tt := range []struct{ in, want string }{{"a &", "a &amp;"}, {"&#x2", "&amp;#x2"}, {"&am p", "&am p"}, {"AT&T", "AT&amp;T"}, {"x", "x"}} {
		if got := string(gfm.AppendText(nil, tt.in, gfm.Place{Open: true})); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.in, got, tt.want)
		}
	}
}

// Emphasis around a text needs something other than a space at its ends.
func TestAppendTextEdges(t *testing.T) {
	for _, tt := range []struct{ in, want string }{{"\u00a0a\u3000b\u3000", "&#160;a\u3000b&#12288;"}, {"\u00a0", "&#160;"}, {"a", "a"}, {"", ""}} {
		got := string(gfm.AppendText(nil, tt.in, gfm.Place{Edges: true}))
		if got != tt.want {
			t.Errorf("%q: %s, want %s", tt.in, got, tt.want)
		}
		if root := gfmtest.Parse(t, "**"+got+"**"); tt.in != "" && (root.Outline() != "p(strong)" || root.All("strong")[0].Text() != tt.in) {
			t.Errorf("%q: %s", tt.in, root.Outline())
		}
	}
}

func TestHeadingText(t *testing.T) {
	for _, tt := range []struct{ in, want string }{{"C#", "C#"}, {"Learn C #", `Learn C \#`}, {"##", `\##`}, {"a ## b", "a ## b"}, {"", ""}} {
		if got := string(gfm.AppendHeadingText(nil, tt.in)); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.in, got, tt.want)
		}
	}
}

func TestDestination(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"https://x.example/a b(c)<d>\"e\\f`g|h[i]", "https://x.example/a%20b%28c%29%3Cd%3E%22e%5Cf%60g%7Ch%5Bi%5D"},
		{"HTTP://X.example:8080/?q=1&copy;=2#f", "HTTP://X.example:8080/?q=1&amp;copy;=2#f"},
		{"https://x.example/100%25%zz", "https://x.example/100%25%25zz"},
		{"https://münchen.example/ü", "https://m%C3%BCnchen.example/%C3%BC"},
		{"https://x.example", "https://x.example"},
		// No link.
		{"javascript:alert(1)", ""}, {"javascript://x.example/%0a", ""}, {"java script:x", ""}, {"data:text/html,x", ""}, {"//x.example", ""}, {"/a", ""}, {"https://", ""}, {"https:///a", ""}, {"https:x.example", ""}, {"http:/x.example", ""},
		{"https://u@x.example", ""}, {"https://u:p@x.example", ""}, {"https://good.example\\@evil.example", ""}, {"https://x.example:80a/", ""}, {"https://x.example:123456/", ""}, {"https://exa mple/", ""}, {"https://x%2e.example/", ""}, {"https://[::1]/", ""}, {"https://..", ""}, {"https://a\ufffdb/", ""}, {"ftp://x.example", ""},
	} {
		got, ok := gfm.Destination(tt.in)
		if got != tt.want || ok != (tt.want != "") {
			t.Errorf("%q: %q %v, want %q", tt.in, got, ok, tt.want)
		}
	}
}

func TestCut(t *testing.T) {
	family := "👩\u200d👩\u200d👧"
	for _, tt := range []struct {
		in      string
		max     int
		want    string
		dropped int
	}{
		{"abc", 3, "abc", 0},
		{"abcd", 3, "ab…", 2},
		{"abcd", 1, "…", 4},
		{"ab cd", 4, "ab…", 3},
		{"äöüß", 3, "äö…", 2},
		{"日本語文字", 3, "日本…", 3},
		{"e\u0301e\u0301e\u0301", 4, "e\u0301…", 4},
		{"e\u0301e\u0301", 2, "…", 4},
		{family + family, 5, "…", 10},
		{family + family, 6, family + "…", 5},
		{"🇩🇪🇫🇷", 3, "🇩🇪…", 2},
		{"a\u0301b", 2, "…", 3},
	} {
		got, dropped := gfm.Cut(tt.in, tt.max)
		if got != tt.want || dropped != tt.dropped {
			t.Errorf("Cut(%q, %d) = %q, %d; want %q, %d", tt.in, tt.max, got, dropped, tt.want, tt.dropped)
		}
	}
}

// A cut at every offset leaves whole characters and keeps to the limit.
func TestCutEverywhere(t *testing.T) {
	clusters := []string{"a", " ", "é", "e\u0301", "日", "本", "👩\u200d👩\u200d👧\u200d👦", "🇩🇪", "👍🏽", "한", "각", "\u0937\u093f", "z\u0351\u036f\u0357", "o", "k", "\r\n", "नि", "❤\ufe0f", "1\ufe0f\u20e3"}
	whole := strings.Join(clusters, "") + strings.Join(clusters, " ")
	for max := 1; max <= utf8.RuneCountInString(whole)+1; max++ {
		kept, dropped := gfm.Cut(whole, max)
		if !utf8.ValidString(kept) || utf8.RuneCountInString(kept) > max {
			t.Fatalf("%d: %q", max, kept)
		}
		rest, cut := strings.CutSuffix(kept, gfm.Ellipsis)
		if cut != (dropped > 0) || utf8.RuneCountInString(rest)+dropped != utf8.RuneCountInString(whole) {
			t.Fatalf("%d: %q, %d dropped", max, kept, dropped)
		}
		// What is kept consists of clusters; a space at the end is cut off.
		for rest != "" {
			longest := ""
			for _, c := range clusters {
				if strings.HasPrefix(rest, c) && len(c) > len(longest) {
					longest = c
				}
			}
			if longest == "" {
				t.Fatalf("%d: half a character at the front of %q", max, rest)
			}
			rest = rest[len(longest):]
		}
	}
}

// seesText checks that a line is read as itself, in every place.
func seesText(t testing.TB, read gfmtest.Reader, line string) {
	t.Helper()
	if line == "" {
		return
	}
	started := string(gfm.AppendText(nil, line, gfm.Place{Start: true}))
	markdown := string(gfm.AppendTableHead(nil, []gfm.Column{{Label: line}, {Label: "n", Number: true}, {Label: ""}})) +
		"| " + text(line) + " | " + text(line) + " |  |\n| 1 | 2 | 3 |\n\n" +
		"before\n\n" + started + "\n\n## " + string(gfm.AppendHeadingText(nil, line)) + "\n\n- one\n- " + started + "\n\n> " + started + "\n\n1. " + started + "\n"
	root := read(t, markdown)
	if got := root.Outline(); got != "table(thead(tr(th th th)) tbody(tr(td td td) tr(td td td))) p p h2 ul(li li) blockquote(p) ol(li)" {
		t.Errorf("%q: %s\n%s", line, got, markdown)
		return
	}
	p, li := root.All("p"), root.All("li")
	for place, n := range map[string]*gfmtest.Node{
		"head": root.All("th")[0], "cell": root.All("td")[0], "second cell": root.All("td")[1], "paragraph": p[1], "heading": root.All("h2")[0],
		"item": li[1], "quote": p[2], "numbered item": li[2],
	} {
		if got := strings.Trim(n.Plain(), "\n"); got != line {
			t.Errorf("%q as %s is read as %q\n%s", line, place, got, markdown)
		}
	}
}

func TestNastyStrings(t *testing.T) { nastyStrings(t, gfmtest.Parse) }

func TestNastyStringsForCmark(t *testing.T) { nastyStrings(t, gfmtest.Cmark(t)) }

func nastyStrings(t *testing.T, read gfmtest.Reader) {
	var file struct {
		Cases []struct {
			ID, Kind, Input, Expect, Why, URL string
			Link                              bool
		}
	}
	conformance.JSON(t, "render/nasty-strings.json", &file)
	if len(file.Cases) != 258 {
		t.Fatalf("%d cases", len(file.Cases))
	}
	for _, c := range file.Cases {
		line := gfm.Line(c.Input)
		switch c.Kind {
		case "cell", "heading", "list", "para":
			if line != c.Expect {
				t.Errorf("%s %q: the line %q, want %q", c.ID, c.Input, line, c.Expect)
			}
			seesText(t, read, line)
		case "link_text":
			if line == "" {
				continue // the renderer then shows the URL
			}
			root := read(t, "| x |\n| --- |\n| "+string(gfm.AppendLink(nil, line, c.URL))+" |\n")
			links := root.All("a")
			if len(links) != 1 || links[0].Text() != c.Expect || links[0].Attr["href"] != c.URL || len(root.All("td")) != 1 {
				t.Errorf("%s %q: %s", c.ID, c.Input, root.Outline())
			}
		case "link_url":
			destination, ok := gfm.Destination(line)
			if ok != c.Link {
				t.Errorf("%s %q: a link: %v", c.ID, c.Input, ok)
			}
			if !ok {
				if line != c.Expect {
					t.Errorf("%s %q: %q", c.ID, c.Input, line)
				}
				seesText(t, read, line)
				continue
			}
			root := read(t, "| x |\n| --- |\n| "+string(gfm.AppendLink(nil, "t", destination))+" |\n")
			if links := root.All("a"); len(links) != 1 || links[0].Attr["href"] != c.Expect || links[0].Text() != "t" || len(root.All("td")) != 1 {
				t.Errorf("%s %q: %s %v", c.ID, c.Input, root.Outline(), links)
			}
		case "image_alt":
			root := read(t, "| x |\n| --- |\n| "+string(gfm.AppendImage(nil, line, c.URL))+" |\n")
			if images := root.All("img"); len(images) != 1 || images[0].Attr["alt"] != c.Expect || images[0].Attr["src"] != c.URL || root.Outline() != "table(thead(tr(th)) tbody(tr(td(img))))" {
				t.Errorf("%s %q: %s %v", c.ID, c.Input, root.Outline(), images)
			}
		case "code_cell":
			seesCode(t, read, line, c.Expect)
		case "code_block":
			seesBlock(t, read, gfm.Block(c.Input), c.Expect)
		default:
			t.Errorf("kind %s", c.Kind)
		}
	}
}

func seesCode(t testing.TB, read gfmtest.Reader, line, want string) {
	t.Helper()
	markdown := "| x | y |\n| --- | --- |\n| " + string(gfm.AppendCode(nil, line, true)) + " | z |\n"
	root := read(t, markdown)
	cells := root.All("td")
	if len(cells) != 2 || cells[0].Text() != want || cells[1].Text() != "z" {
		t.Errorf("%q as code in a cell: %q\n%s", line, root.Text(), markdown)
		return
	}
	if spans := cells[0].All("code"); line != "" && len(spans) != 1 && cells[0].Plain() != want {
		t.Errorf("%q as code in a cell: %s", line, cells[0].Outline())
	}
	if line == "" {
		return
	}
	root = read(t, "a "+string(gfm.AppendCode(nil, line, false))+" b\n")
	if root.Outline() != "p(code)" || root.All("code")[0].Text() != want {
		t.Errorf("%q as code: %s %q", line, root.Outline(), root.Text())
	}
}

func seesBlock(t testing.TB, read gfmtest.Reader, block, want string) {
	t.Helper()
	for _, indent := range []int{0, 2} {
		markdown := string(gfm.AppendFence(nil, block, "", indent)) + "\nbehind\n"
		outline := "pre(code) p"
		if indent > 0 {
			markdown = "- item\n\n" + string(gfm.AppendFence(nil, block, "", indent)) + "- next\n"
			outline = "ul(li(p pre(code)) li(p))"
		}
		root := read(t, markdown)
		seen := strings.TrimSuffix(root.All("code")[0].Text(), "\n")
		if indent > 0 { // this reader drops the white space of blank lines in a list
			seen, want = blankLines(seen), blankLines(want)
		}
		if root.Outline() != outline || seen != want {
			t.Errorf("%q as a block: %s %q\n%s", block, root.Outline(), root.Text(), markdown)
		}
	}
}

// blankLines takes the white space out of lines that hold nothing else.
func blankLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// The cases that taught most, kept here as well.
func TestTextStaysText(t *testing.T) {
	for _, line := range []string{
		"|", "a|b", `a\|b`, `a\\|b`, `ends\`, `\`, "_*_~_`", "***", "__init__", "[x](javascript:alert(1))", "![x](y)", "[^1]", "[ ] todo", "<script>alert(1)</script>", "<!-- c -->", "</td></tr>",
		"&amp;", "&nosuch;", "&#x41;", "a&copy", "www.example.com/*x*", "https://example.com/*x*/~y~", "https://example.com/?q=a|b", "https://example.com/?a=1&lt;=2", "a_b*c@example.com", "me@example.com", "me_@example.com_", "# h", "Learn C #", "##", "> q", "- item", "+", "1. one", "12)", "---", ":---:", "===", "~~~", "```", "* * *", "[foo]: http://x.example", "[^n]: note", ": def",
		"\u00a0x\u00a0", "x | --- |", "--- | ---", "http://a_b_/c_", "(https://x.example/_a_)", "*https://x.example*", "~www.x.example~", "ftp://x.example/*", "mailto:a*b@x.example", "a**b**c", "a*b*c", "5 * 3 * 2", "snake_case_name", "_a_b_", "é_é_é", "a_é*", "日_本_", "_日本_", "!\\[", "\\*", "\\\\*", "`a` `b`", "``", "` `", "a\\", "a |", "| a", "&", "&#", "&#35", "&#35;", "<a", "a>", "1.", "1)", "0. x", "-", "=", ":", "- - -", "+ x",
	} {
		seesText(t, gfmtest.Parse, line)
	}
}

func TestCodeStaysCode(t *testing.T) {
	for _, line := range []string{"a|b", "`", "``", "a`b", "`lead", "trail`", "a``b`c", `a\|b`, `a\\|b`, `\|`, `ends\`, "<b>", "&amp;", "||", "a | b", "*x*", "` `", `{"re":"^(a\\|b)$"}`, "\u00a0", "a\u3000"} {
		seesCode(t, gfmtest.Parse, line, line)
	}
	for _, block := range []string{"```", "a\n````\nb", "~~~", "   ```", "", "\tx", "  x\n\n    y", "- x\n# y", "<script>", "a\n```\n"} {
		block = gfm.Block(block)
		seesBlock(t, gfmtest.Parse, block, block)
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"a|b", `\|`, "https://x.example/*", "&am", "_a_", "1. x", "[x]: y", "a\u00a0_b_", "www.*", "a@b.c*", "é_é", "*\u00a0*"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { seesText(t, gfmtest.Parse, gfm.Line(s)) })
}

func FuzzCode(f *testing.F) {
	for _, s := range []string{"a|b", "`", "a``b`", `\|`, " x ", "```\n", "\t\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		line := gfm.Line(s)
		seesCode(t, gfmtest.Parse, line, line)
		block := gfm.Block(s)
		seesBlock(t, gfmtest.Parse, block, block)
	})
}

func FuzzCut(f *testing.F) {
	f.Add("a👩\u200d👧 e\u0301", 3)
	f.Fuzz(func(t *testing.T, s string, max int) {
		line := gfm.Line(s)
		max = 1 + (max&0x7fffffff)%50
		kept, dropped := gfm.Cut(line, max)
		if !utf8.ValidString(kept) || utf8.RuneCountInString(kept) > max {
			t.Fatalf("Cut(%q, %d) = %q", line, max, kept)
		}
		rest, _ := strings.CutSuffix(kept, gfm.Ellipsis)
		if dropped > 0 && !strings.HasPrefix(line, rest) {
			t.Fatalf("Cut(%q, %d) = %q", line, max, kept)
		}
	})
}

func BenchmarkText(b *testing.B) {
	for name, s := range map[string]string{"plain": "Stadtrad Modell 7, 28 Zoll", "utf8": "Händler für Räder, Größe 28", "special": "a|b *c* <d> https://x.example/_e_"} {
		b.Run(name, func(b *testing.B) {
			var dst []byte
			b.ReportAllocs()
			for b.Loop() {
				dst = gfm.AppendText(dst[:0], gfm.Line(s), gfm.Place{})
			}
		})
	}
}

func BenchmarkCut(b *testing.B) {
	for name, s := range map[string]string{"ascii": strings.Repeat("word ", 200), "cjk": strings.Repeat("日本語", 300), "emoji": strings.Repeat("👩\u200d👧", 300)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				gfm.Cut(s, 500)
			}
		})
	}
}
