package markdown

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/gfm"
	"github.com/wield-run/wield/pkg/markdown/gfm/gfmtest"
)

// world is text in which a cut can do harm nearly everywhere.
const world = "a👩\u200d👩\u200d👧\u200d👦b e\u0301o\u0308 日本語 🇩🇪🇫🇷 한국 👍🏽|*x* `y` \\ <b> z\u0351\u036f ❤\ufe0f https://x.example/*a* 1\ufe0f\u20e3 & &amp; ü"

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// whole checks that a cut output is sound: valid, within its limit, and read
// as the very elements that the uncut output has, only fewer.
func whole(t *testing.T, what string, result *Result, limit int, outlines map[string]bool) {
	t.Helper()
	markdown := result.Markdown
	n := utf8.RuneCountInString(markdown)
	if !utf8.ValidString(markdown) || n > limit || result.Meta.Chars != n {
		t.Fatalf("%s: %d characters, limit %d, meta %d\n%s", what, n, limit, result.Meta.Chars, markdown)
	}
	outline := gfmtest.Parse(t, markdown).Outline()
	if !outlines[outline] {
		t.Fatalf("%s: a reader sees %s\n%s", what, outline, markdown)
	}
	if m := result.Meta; m.Truncated != (m.DroppedItems > 0 || m.DroppedChars > 0) || m.Selected != m.Rendered+m.DroppedItems {
		t.Fatalf("%s: %+v", what, m)
	}
}

// set makes a set of outlines.
func set(outlines ...string) map[string]bool {
	s := map[string]bool{}
	for _, o := range outlines {
		s[o] = true
	}
	return s
}

func TestTableLimitEverywhere(t *testing.T) {
	r := recipe(t, `"description":"About it.","select":"$","fields":{"A":"a","B":{"path":"b","format":"code"},"C":{"path":"c","format":"url"}}`)
	item := fmt.Sprintf(`{"a":%s,"b":%s,"c":"https://x.example/%%F0"}`, quote(world), quote("x|`"+world))
	data := value(t, "["+item+","+item+`,{"a":1}]`)
	full, err := Render(r, data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for limit := 1; limit <= full.Meta.Chars+1; limit++ {
		got, err := Render(r, data, Options{Limits: Limits{MaxChars: limit}})
		if err != nil {
			t.Fatal(err)
		}
		rows := strings.Count(got.Markdown, "\n| ") - 2
		if rows != got.Meta.Rendered && got.Meta.Rendered > 0 {
			t.Fatalf("%d: %d rows, %+v", limit, rows, got.Meta)
		}
		// Whatever was cut, what remains is the front of the whole, or its first
		// row is shorter.
		if !strings.HasPrefix(full.Markdown, got.Markdown) && (got.Meta.Rendered != 1 || got.Meta.FieldsCut == 0) {
			t.Fatalf("%d:\n%s", limit, got.Markdown)
		}
		root := gfmtest.Parse(t, got.Markdown)
		if len(root.All("tr")) != max(0, got.Meta.Rendered+len(root.All("thead"))) || len(root.All("td")) != 3*got.Meta.Rendered {
			t.Fatalf("%d: %s\n%s", limit, root.Outline(), got.Markdown)
		}
		if !utf8.ValidString(got.Markdown) || utf8.RuneCountInString(got.Markdown) > limit || len(got.Records) != 3 {
			t.Fatalf("%d: %q", limit, got.Markdown)
		}
		if got.Meta.Truncated != (limit < full.Meta.Chars) {
			t.Fatalf("%d of %d: %+v", limit, full.Meta.Chars, got.Meta)
		}
	}
}

// A field cut at every offset never breaks a character or its cell.
func TestFieldLimitEverywhere(t *testing.T) {
	n := utf8.RuneCountInString(world)
	for _, f := range []string{"text", "code", "url", "json"} {
		r := recipe(t, `"select":"$","fields":{"A":{"path":"a","format":"`+f+`","prefix":"[","suffix":"]"},"B":"b"}`)
		for limit := 1; limit <= n+1; limit++ {
			got, err := Render(r, value(t, `[{"a":`+quote(world)+`,"b":"x"}]`), Options{Limits: Limits{MaxFieldChars: limit}})
			if err != nil {
				t.Fatal(err)
			}
			root := gfmtest.Parse(t, got.Markdown)
			cells := root.All("td")
			if len(cells) != 2 || cells[1].Text() != "x" || !utf8.ValidString(got.Markdown) {
				t.Fatalf("%s at %d: %s\n%s", f, limit, root.Outline(), got.Markdown)
			}
			text := strings.TrimSuffix(strings.TrimPrefix(cells[0].Text(), "["), "]")
			whole := world
			if f == "json" {
				whole = quoteJSON(world)
			}
			if kept, cut := strings.CutSuffix(text, gfm.Ellipsis); cut != (got.Meta.FieldsCut == 1) || !strings.HasPrefix(whole, kept) || !cut && text != whole || utf8.RuneCountInString(text) > limit {
				t.Fatalf("%s at %d: %q", f, limit, text)
			}
		}
	}
}

func quoteJSON(s string) string { return jsonval.Stringify(jsonval.StringValue(s)) }

func TestDocumentLimitEverywhere(t *testing.T) {
	r := recipe(t, `"mode":"document","fields":{"A":"a","J":{"path":"j","format":"json"},"C":{"path":"c","format":"code"},"Z":"z"}`)
	data := value(t, `{"a":`+quote(world)+`,"j":{"k":`+quote(world)+`},"c":"x\n`+"```"+`\ny","z":1}`)
	full, err := Render(r, data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	outlines := set("", "h1", "h1 ul(li(strong))", "h1 ul(li(p(strong)) li(p(strong) pre(code)))", "h1 ul(li(p(strong)) li(p(strong) pre(code)) li(p(strong) pre(code)))",
		"h1 ul(li(p(strong)) li(p(strong) pre(code)) li(p(strong) pre(code)) li(p(strong)))")
	for limit := 1; limit <= full.Meta.Chars+1; limit++ {
		got, err := Render(r, data, Options{Limits: Limits{MaxChars: limit}})
		if err != nil {
			t.Fatal(err)
		}
		whole(t, fmt.Sprint("limit ", limit), got, limit, outlines)
		if got.Meta.Truncated != (limit < full.Meta.Chars) {
			t.Fatalf("%d of %d: %+v", limit, full.Meta.Chars, got.Meta)
		}
	}
}

func TestTemplateLimitEverywhere(t *testing.T) {
	r := recipe(t, `"mode":"document","template":"{{a}}\n\n| h |\n| --- |\n{{#each r}}\n| {{.}} |\n{{/each}}\n\n`+"```"+`\n{{c}}\n\n{{c}}\n`+"```"+`\n\n- {{a}}\n- [{{a}}](https://x.example)\n"`)
	data := value(t, `{"a":`+quote(world)+`,"r":["p|q",`+quote(world)+`],"c":"x\n`+"```"+`\n\ny"}`)
	full, err := Render(r, data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	table, rows := "table(thead(tr(th)))", "table(thead(tr(th)) tbody(tr(td) tr(td)))"
	p := "h1 p"
	outlines := set("", "h1", p, p+" "+table, p+" table(thead(tr(th)) tbody(tr(td)))", p+" "+rows, p+" "+rows+" pre(code)", p+" "+rows+" pre(code) ul(li)", p+" "+rows+" pre(code) ul(li li(a))")
	for limit := 1; limit <= full.Meta.Chars+1; limit++ {
		got, err := Render(r, data, Options{Limits: Limits{MaxChars: limit}})
		if err != nil {
			t.Fatal(err)
		}
		whole(t, fmt.Sprint("limit ", limit), got, limit, outlines)
	}
}

func TestDocumentsLimitEverywhere(t *testing.T) {
	r := recipe(t, `"select":"$","mode":"documents","title":"{{t}}","fields":{"A":"a","B":{"path":"b","format":"json"}}`)
	data := value(t, `[{"t":"one","a":`+quote(world)+`,"b":1},{"t":"two","a":2,"b":{}},{"t":`+quote(world)+`,"a":3,"b":[0]}]`)
	full, err := Render(r, data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	part := " h2 ul(li(p(strong)) li(p(strong) pre(code)))"
	outlines := set("", "h1", "h1 h2", "h1 h2 ul(li(strong))", "h1"+part, "h1"+part+" hr"+part, "h1"+part+" hr"+part+" hr"+part)
	for limit := 1; limit <= full.Meta.Chars+1; limit++ {
		got, err := Render(r, data, Options{Limits: Limits{MaxChars: limit}})
		if err != nil {
			t.Fatal(err)
		}
		whole(t, fmt.Sprint("limit ", limit), got, limit, outlines)
	}
}

// What was dropped is counted: items by the limit of items, characters by the
// others.
func TestDroppedCounts(t *testing.T) {
	r := recipe(t, `"select":"$","fields":{"A":"a"}`)
	data := value(t, `[{"a":"1234567890"},{"a":"1"},{"a":"2"},{"a":"3"}]`)
	head := utf8.RuneCountInString("# N\n\n| A |\n| --- |\n")
	long, row := len("| 1234567890 |\n"), len("| 1 |\n")
	for _, tt := range []struct {
		name                                            string
		limits                                          Limits
		rendered, droppedItems, droppedChars, fieldsCut int
	}{
		{"no limit", Limits{}, 4, 0, 0, 0},
		{"exactly all items", Limits{MaxItems: 4}, 4, 0, 0, 0},
		{"items", Limits{MaxItems: 3}, 3, 1, 0, 0},
		{"a field", Limits{MaxFieldChars: 8}, 4, 0, 3, 1},
		{"exactly all characters", Limits{MaxChars: head + long + 3*row}, 4, 0, 0, 0},
		{"one character less", Limits{MaxChars: head + long + 3*row - 1}, 3, 1, row, 0},
		{"half of the rows", Limits{MaxChars: head + long + row}, 2, 2, 2 * row, 0},
		{"the first row shrinks", Limits{MaxChars: head + long - 2}, 1, 3, 3 + 3*row, 1},
		{"no row fits", Limits{MaxChars: head + row - 1}, 0, 4, long + 3*row, 0},
		{"nothing fits", Limits{MaxChars: 3}, 0, 4, head - 1 + long + 3*row, 0},
		{"a cut in a dropped row counts once", Limits{MaxChars: head, MaxFieldChars: 8}, 0, 4, long - 2 + 3*row, 0},
	} {
		got, err := Render(r, data, Options{Limits: tt.limits})
		if err != nil {
			t.Fatal(err)
		}
		m := got.Meta
		if m.Selected != 4 || m.Rendered != tt.rendered || m.DroppedItems != tt.droppedItems || m.DroppedChars != tt.droppedChars || m.FieldsCut != tt.fieldsCut || m.Truncated != (tt.droppedItems+tt.droppedChars > 0) {
			t.Errorf("%s: %+v\n%s", tt.name, m, got.Markdown)
		}
		if want := min(4, max(tt.limits.MaxItems, 0)); tt.limits.MaxItems > 0 && len(got.Records) != want {
			t.Errorf("%s: %d records", tt.name, len(got.Records))
		}
	}
}
