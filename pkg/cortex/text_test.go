package cortex

import "testing"

func TestPlain(t *testing.T) {
	for _, c := range []struct{ markdown, headings, body string }{
		{"", "", ""},
		{"# A\n\ntext\n\n## B *c*\n", "A\nB c", "A\ntext\nB c"},
		{"## C \\#\n", "C #", "C #"},
		{"| Name | Price |\n| --- | ---: |\n| a \\| b |  |\n| `x\\|y` | 1.50 |\n", "", "Name · Price\na | b\nx|y · 1.50"},
		{"- **Label:** va\\*lue\n- **B:** ****\n", "", "- Label: va*lue\n- B:"},
		{"a\n\n---\n\nb\n***\n", "", "a\nb"},
		{"&lt;b&gt; R&D &amp; &#8195; &nosuch; & a;\n", "", "<b> R&D & \u2003 &nosuch; & a;"},
		{"https\\://example.de/a_b_c and www\\.x.y\n", "", "https://example.de/a_b_c and www.x.y"},
		{"[text](https://example.de/a\\)b) ![alt](https://example.de/i.png) [open](no end\n", "", "text alt [open](no end"},
		{"[redacted] a[0] x] [![i](j)](k) \\[no](link)\n", "", "[redacted] a[0] x] i [no](link)"},
		{"`code *as* it \\is` and ``a`b`` and `open\n", "", "code *as* it \\is and a`b and open"},
		{"```json\n{\"a\": \"*b*\\n\"}\n# no heading\n```\n# Heading\n", "Heading", "{\"a\": \"*b*\\n\"}\n# no heading\nHeading"},
		{"````\n```\n````\nafter\n", "", "```\nafter"},
		{"~~~\nno end\n", "", "no end"},
		{"> quoted _text_ ~~gone~~\n", "", "quoted text gone"},
		{"\\- no list\n1\\. one\n", "", "- no list\n1. one"},
	} {
		headings, body := plain(c.markdown)
		if headings != c.headings || body != c.body {
			t.Errorf("%q\ngot  %q, %q\nwant %q, %q", c.markdown, headings, body, c.headings, c.body)
		}
	}
}

func TestSegment(t *testing.T) {
	for s, want := range map[string]string{
		"":            "",
		"plain Ünï":   "plain Ünï",
		"東京都":         "東|京|都",
		"at東京, 2 日":   "at|東|京, 2 日",
		"第1回abc":      "第|1|回|abc",
		"コーヒー":        "コ|ー|ヒ|ー",
		"서울에서 만나요":    "서|울|에|서 만|나|요",
		"हिन्दी":      "हिन्दी",
		"a\x1fb\x02c": "a b c",
		"x\ty\nz":     "x y\nz",
	} {
		got := segment(s)
		if shown := replaceMarks(got); shown != want {
			t.Errorf("%q is %q, want %q", s, shown, want)
		}
	}
}

func replaceMarks(s string) string {
	b := []rune(s)
	for i, r := range b {
		if r == mark {
			b[i] = '|'
		}
	}
	return string(b)
}
