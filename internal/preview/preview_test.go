package preview

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wield-run/wield/internal/terminal"
)

func shown(t testing.TB, markdown string, width int, colour bool) string {
	t.Helper()
	s, _, _ := terminal.Buffers("")
	if colour {
		s.SetColor(terminal.ColorAlways)
	}
	var b bytes.Buffer
	if err := Write(&b, []byte(markdown), s.Out.Style(), width); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWrite(t *testing.T) {
	for _, c := range []struct {
		name, markdown string
		width          int
		want           string
	}{
		{"headings and paragraphs", "# Tea & cups\n\n## Green\n\none\ntwo\n", 40, "Tea & cups\n\nGreen\n\none two\n"},
		{"text is filled", "aaaa bbbb cccc dddd eeee ffff", 20, "aaaa bbbb cccc dddd\neeee ffff\n"},
		{"a long word is broken", strings.Repeat("x", 45), 20, strings.Repeat("x", 20) + "\n" + strings.Repeat("x", 20) + "\nxxxxx\n"},
		{"wide characters", "日本語日本語日本語日本語", 20, "日本語日本語日本語日\n本語\n"},
		{"escapes and references are what they mean", `a \*b\* &lt;i&gt; &amp;amp; 1 \| 2`, 40, "a *b* <i> &amp; 1 | 2\n"},
		{"emphasis does not part words", "a**b**c d", 40, "abc d\n"},
		{"code keeps its characters", "`a &lt; b` x", 40, "a &lt; b x\n"},
		{"a break ends a line", "a\\\nb", 40, "a\nb\n"},
		{"a link shows its target", "[Tea](https://x.example/t)", 60, "Tea (https://x.example/t)\n"},
		{"unless that is its text", "[https://x.example/t](https://x.example/t)", 60, "https://x.example/t\n"},
		{"an image", "![Cup](https://x.example/c.png)", 60, "[image Cup] (https://x.example/c.png)\n"},
		{"a list", "- **A:** one\n- **B:** two\n", 40, "• A: one\n• B: two\n"},
		{"a numbered list", "9. a\n10. b\n", 40, "9. a\n10. b\n"},
		{"items with blocks", "- **A:**\n\n  ```\n  x  y\n  ```\n\n- b\n", 40, "• A:\n\n      x  y\n\n• b\n"},
		{"lists in lists", "- a\n  - b\n    c\n- d\n", 40, "• a\n  • b c\n• d\n"},
		{"code as it is", "```json\n{\"a\": 1}\n\n  x\n```\n", 40, "    {\"a\": 1}\n\n      x\n"},
		{"a rule", "a\n\n---\n\nb\n", 20, "a\n\n────────────────────\n\nb\n"},
		{"a quotation", "> a\n> b\n>\n> c\n", 40, "│ a b\n│\n│ c\n"},
		{"a table", "| N | Price |\n| --- | ---: |\n| Tea \\| x | 2.50 |\n| 日本 |  |\n", 40,
			"N        Price\n───────  ─────\nTea | x   2.50\n日本\n"},
		{"links in tables are short", "| N |\n| --- |\n| [Tea](https://x.example/a/long/path) |\n", 40, "N\n───\nTea\n"},
		{"a table that is too wide", "| A | B |\n| --- | --- |\n| " + strings.Repeat("word ", 8) + "| x |\n", 20,
			"A                  B\n─────────────────  ─\nword word word     x\nword word word\nword word\n"},
		{"a heading that is underlined", "Tea\n===\n\nx\n", 40, "Tea\n\nx\n"},
		{"a heading that is closed", "## Tea # 2 ##\n", 40, "Tea # 2\n"},
		{"code in a cell", "| A |\n| --- |\n| `a\\|b` |\n", 40, "A\n───\na|b\n"},
		{"marks that are none", "snake_case_name 2 * 3 * 4 a_b [x] ![y] ~ 5 < 6 ** `", 80, "snake_case_name 2 * 3 * 4 a_b [x] ![y] ~ 5 < 6 ** `\n"},
		{"an address", "<https://x.example/a>", 60, "https://x.example/a\n"},
		{"nothing", "", 40, ""},
	} {
		if got := shown(t, c.markdown, c.width, false); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// Marks are styles where there are any.
func TestStyles(t *testing.T) {
	got := shown(t, "# H\n\n**b** `c` [l](https://x.example)", 60, true)
	if want := "\x1b[1mH\x1b[22m\n\n\x1b[1mb\x1b[22m \x1b[36mc\x1b[0m \x1b[36ml\x1b[0m \x1b[2m(https://x.example)\x1b[22m\n"; got != want {
		t.Errorf("%q", got)
	}
}

// What must not reach a terminal does not, however Markdown spells it.
func TestControls(t *testing.T) {
	got := shown(t, "a\x1b[2J &#27;[2J &#x202e; `\u009b` [x](https://x.example/&#27;)\n\n    \x1b\n\n<b \x1b>", 60, false)
	if strings.ContainsFunc(got, func(r rune) bool { return r != '\n' && terminal.Misleading(r) }) || !strings.Contains(got, `\u{1B}`) {
		t.Errorf("%q", got)
	}
}

// Text that is made to take long does not.
func TestHostile(t *testing.T) {
	for _, s := range []string{"[", "![", "*a", "**a ", "_a ", "`", "x `a``", ">", "- ", "1. ", "| a ", "\\", "<http", "> - ", "x ~~", "&#", "a\n=\n"} {
		markdown := strings.Repeat(s, 10_000/len(s)) + "\nx"
		if got := shown(t, markdown, 80, false); got == "" {
			t.Errorf("%q: nothing is shown", s)
		}
		if got := shown(t, "| a |\n| - |\n| "+markdown, 80, false); got == "" {
			t.Errorf("%q in a table: nothing is shown", s)
		}
	}
}

// Whatever the text, what is shown is whole characters, and controls nothing.
func FuzzWrite(f *testing.F) {
	for _, s := range []string{"# a\n\n| b | c |\n| --- | ---: |\n| `d` | [e](https://f.example) |\n", "- a\n  - b\n\n  > c\n\n1. ![d](e)\n", "&#27;\x1b[2J\n\n\u202e", "a\\\n---\n~~~\nx", "|a|\n|-|\n|" + strings.Repeat("日本", 40)} {
		f.Add(s, 30)
	}
	f.Fuzz(func(t *testing.T, markdown string, width int) {
		width = min(max(width, 20), 200)
		got := shown(t, markdown, width, false)
		if !utf8.ValidString(got) && utf8.ValidString(markdown) {
			t.Errorf("%q: broken", got)
		}
		if strings.ContainsFunc(got, func(r rune) bool { return r != '\n' && r != '\t' && terminal.Misleading(r) }) {
			t.Errorf("%q: a control", got)
		}
	})
}

func BenchmarkWrite(b *testing.B) {
	row := "| " + strings.Repeat("word ", 10) + "| [link](https://x.example/path) | 1234.50 |\n"
	markdown := []byte("# Name\n\n| A | B | C |\n| --- | --- | ---: |\n" + strings.Repeat(row, 1000))
	b.ReportAllocs()
	b.SetBytes(int64(len(markdown)))
	for b.Loop() {
		if err := Write(&bytes.Buffer{}, markdown, terminal.Style{}, 80); err != nil {
			b.Fatal(err)
		}
	}
}
