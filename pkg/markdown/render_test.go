package markdown

import (
	"errors"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/conformance"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/gfm/gfmtest"
)

func value(t testing.TB, text string) jsonval.Value {
	t.Helper()
	v, err := jsonval.ParseString(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func render(t testing.TB, r *Recipe, data string) *Result {
	t.Helper()
	result, err := Render(r, value(t, data), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func records(r *Result) string {
	return string(jsonval.AppendSource(nil, jsonval.ArrayValue(r.Records)))
}

// body is the Markdown behind the heading.
func body(r *Result) string {
	_, rest, _ := strings.Cut(r.Markdown, "\n\n")
	return rest
}

func TestPrintedExample(t *testing.T) {
	r, _ := Load("products.json", []byte(printed))
	got := render(t, r, `{"products":[
		{"id":9007199254740993,"title":"Kettle | steel","price":1.50,"thumbnail":"https://x.example/a b.png","more":1},
		{"id":2,"title":"Cup","price":null}],"next":null}`)
	want := `# Product search

| Name | Price | Link |
| --- | ---: | --- |
| Kettle \| steel | 1.50 USD | ![Link](https://x.example/a%20b.png) |
| Cup |  |  |
`
	if got.Markdown != want {
		t.Errorf("got\n%s\nwant\n%s", got.Markdown, want)
	}
	if got := records(got); got != `[{"id":9007199254740993,"title":"Kettle | steel","price":1.50},{"id":2,"title":"Cup","price":null}]` {
		t.Error(got)
	}
	meta := jsonval.Stringify(got.Meta.Value())
	if want := `{"mode":"table","selected":2,"rendered":2,"truncated":false,"droppedItems":0,"droppedChars":0,"fieldsCut":0,"chars":147,"pages":1,"stopped":null,"warnings":[]}`; meta != want {
		t.Errorf("got  %s\nwant %s", meta, want)
	}
}

// Each shape of selection in each mode.
func TestModes(t *testing.T) {
	const data = `{"one":{"a":1},"list":[{"a":1},{"a":2}],"none":null,"empty":[],"word":"x","map":{"x":{"a":1},"y":{"a":2}}}`
	table := "| A |\n| --- |\n| 1 |\n"
	both := table + "| 2 |\n"
	doc := "- **A:** 1\n"
	docs := "## N 1\n\n- **A:** 1\n\n---\n\n## N 2\n\n- **A:** 2\n"
	for _, tt := range []struct{ sel, mode, want string }{
		{"$.list", "", both}, {"$.list[*]", "", both}, {"$.one", "", doc}, {"$.list[0]", "", doc}, {"$.list[:1]", "", table}, {"$.map[*]", "", both}, {"$.map", "", "- **A:**\n"}, {"list", "", both},
		{"$.none", "", "| A |\n| --- |\n"}, {"$.empty", "", "| A |\n| --- |\n"}, {"$.empty[*]", "", "| A |\n| --- |\n"}, {"$.none[*]", "", "| A |\n| --- |\n"},
		{"$.list", "table", both}, {"$.one", "document", doc}, {"$.list[:1]", "document", doc}, {"$.list[1]", "document", "- **A:** 2\n"}, {"$.list", "documents", docs}, {"$.map[*]", "documents", docs}, {"$.empty", "documents", ""},
		{"$.one", "table", "K17 `mode` is table, which takes an array, but `select` finds an object (write `document`, or select an array)"},
		{"$.one", "documents", "K17 `mode` is documents, which takes an array, but `select` finds an object (write `document`, or select an array)"},
		{"$.list", "document", "K17 `mode` is document, which takes one object, but `select` finds a list of 2 items (write `documents`, or select one object)"},
		{"$.list[*]", "document", "K17 `mode` is document, which takes one object, but `select` finds a list of 2 items (write `documents`, or select one object)"},
		{"$.empty", "document", "K17 `mode` is document, which takes one object, but `select` finds an empty list (write `documents`, or select one object)"},
		{"$.word", "", "K17 `select` finds a string at \"$.word\", and neither an array nor an object (name an array or an object)"},
		{"$.word[*]", "", "K17 `select` finds a string at \"$.word\", and neither an array nor an object (name an array or an object)"},
		{"$.data.items", "", "K16 `select` finds nothing at \"$.data.items\" (the response is an object with the members \"one\", \"list\", \"none\", \"empty\", \"word\", \"map\")"},
		{"$.one.items[*].x", "", "K16 `select` finds nothing at \"$.one.items\" (\"$.one\" is an object with the members \"a\")"},
		{"$.list.items", "", "K16 `select` finds nothing at \"$.list.items\" (\"$.list\" is an array)"},
		{"$.list[7]", "", "K16 `select` finds nothing at \"$.list[7]\" (\"$.list\" is an array)"},
		{"$.empty.x", "", "K16 `select` finds nothing at \"$.empty.x\" (\"$.empty\" is an array)"},
		{"$..a", "", "| A |\n| --- |\n|  |\n|  |\n|  |\n|  |\n|  |\n"},
	} {
		members := `"select":"` + tt.sel + `","fields":{"A":"a"}`
		if tt.mode != "" {
			members += `,"mode":"` + tt.mode + `"`
		}
		r := recipe(t, members)
		for name, do := range map[string]func() (*Result, error){
			"render": func() (*Result, error) { return Render(r, value(t, data), Options{}) },
			"stream": func() (*Result, error) { return RenderStream(r, strings.NewReader(data), Options{}) },
		} {
			result, err := do()
			got := ""
			if err != nil {
				var d *diag.Diagnostic
				if !errors.As(err, &d) || d.File != "recipe.json" || d.Span.Len() == 0 {
					t.Errorf("%s of %s as %s: %v", name, tt.sel, tt.mode, err)
					continue
				}
				got = d.Code + " " + d.Error()
			} else {
				got = body(result)
			}
			if got != tt.want {
				t.Errorf("%s of %s as %s\ngot  %s\nwant %s", name, tt.sel, tt.mode, got, tt.want)
			}
		}
	}
}

// A mode that is not written and a template need fields for a list.
func TestTableWithoutFields(t *testing.T) {
	r := recipe(t, `"template":"{{a}}"`)
	if got := body(render(t, r, `{"a":1}`)); got != "1\n" {
		t.Errorf("%q", got)
	}
	_, err := Render(r, value(t, `[{"a":1}]`), Options{})
	if err == nil || !strings.Contains(err.Error(), "a table needs `fields`") {
		t.Error(err)
	}
}

// cell renders one value in one field of a table.
func cell(t testing.TB, spec, json string) (string, Meta) {
	t.Helper()
	r := recipe(t, `"select":"$.rows","fields":{"F":`+spec+`}`)
	result := render(t, r, `{"rows":[`+json+`]}`)
	lines := strings.Split(strings.TrimSuffix(body(result), "\n"), "\n")
	return strings.TrimSuffix(strings.TrimPrefix(lines[2], "| "), " |"), result.Meta
}

func TestCells(t *testing.T) {
	for _, tt := range []struct{ spec, value, want string }{
		// Missing, null, "" and [] give the fallback; false and 0 are values.
		{`{"path":"x","fallback":"n/a","prefix":"<"}`, `{}`, "n/a"},
		{`{"path":".","fallback":"n|a"}`, `null`, `n\|a`},
		{`{"path":".","fallback":"-"}`, `""`, "-"},
		{`{"path":".","fallback":"-"}`, `[]`, "-"},
		{`{"path":"a[*].b","fallback":"-"}`, `{"a":[]}`, "-"},
		{`{"path":"a[*].b","fallback":"-","prefix":"$ "}`, `{"a":[{"b":null},{"b":""}]}`, "-"},
		{`{"path":"a[*].b","format":"json","fallback":"-"}`, `{"a":[{"b":null}]}`, "`[null]`"},
		{`{"path":".","prefix":"$ ","suffix":" USD"}`, `" \n"`, ""},
		{`{"path":".","fallback":"-"}`, `false`, "false"},
		{`{"path":".","fallback":"-","format":"boolean"}`, `false`, "false"},
		{`{"path":".","fallback":"-","format":"number"}`, `0`, "0"},
		{`{"path":".","fallback":"-","format":"json"}`, `null`, "`null`"},
		{`{"path":"x","fallback":"-","format":"json"}`, `{}`, "-"},
		{`{"path":".","fallback":"-","format":"json"}`, `""`, "-"},
		{`{"path":".","prefix":"$","suffix":" USD"}`, `null`, ""},
		// Prefix and suffix stand beside the value, and are text themselves.
		{`{"path":".","prefix":"$ ","suffix":" *USD*"}`, `5`, `$ 5 \*USD\*`},
		{`{"path":".","prefix":"a&"}`, `"lt;b"`, "a&amp;lt;b"},
		{`{"path":".","prefix":"a_","suffix":"_b"}`, `"x"`, "a_x_b"},
		{`{"path":".","format":"code","prefix":"id: ","suffix":" !"}`, `"a|b"`, "id: `a\\|b` !"},
		{`{"path":".","format":"json","prefix":"\t","suffix":"\n"}`, `1`, "`1`"},
		// A path with [*] gives a list.
		{`"tags[*].n"`, `{"tags":[{"n":"a"},{"n":"b"}]}`, "a, b"},
		{`{"path":"[*]","format":"number"}`, `[1.50,2]`, "1.50, 2"},
		// Links.
		{`{"path":".","format":"url"}`, `"https://x.example/a|b"`, `[https\://x.example/a\|b](https://x.example/a%7Cb)`},
		{`{"path":".","format":"url","prefix":"https://x.example"}`, `"/p"`, "[https://x.example/p](https://x.example/p)"},
		{`{"path":".","format":"url"}`, `["https://a.example","x","https://b.example"]`, "[https://a.example](https://a.example), x, [https://b.example](https://b.example)"},
		{`{"path":".","format":"url"}`, `{"href":"https://x.example"}`, `{"href":"https://x.example"}`},
		{`{"path":".","format":"url","maxChars":10}`, `"https://x.example/long"`, "https://x…"},
		{`{"path":".","format":"url"}`, `"java\nscript:alert(1)"`, "java script:alert(1)"},
		// Images.
		{`{"path":".","format":"image"}`, `["https://x.example/a.png","https://x.example/b.png"]`, "![F](https://x.example/a.png)"},
		{`{"path":".","format":"image","fallback":"none"}`, `"data:image/png;base64,AA"`, "none"},
		{`{"path":".","format":"image","fallback":"none"}`, `" DATA:x"`, "none"},
		{`{"path":".","format":"image"}`, `"/a.png"`, "/a.png"},
		{`{"path":".","format":"image","maxChars":10}`, `"https://x.example/a.png"`, "https://x…"},
		{`{"path":".","format":"image"}`, `5`, "5"},
		// Code.
		{`{"path":".","format":"code"}`, `"a\\|b"`, `a\\\|b`},
		{`{"path":".","format":"code"}`, `"a\nb  c"`, "`a b c`"},
		{`{"path":".","format":"code"}`, `1.50`, "`1.50`"},
		{`{"path":".","format":"json"}`, `{"b":1,"a":[1.50,"x"]}`, "`{\"b\":1,\"a\":[1.50,\"x\"]}`"},
		// Cuts fall on the value before it is escaped.
		{`{"path":".","maxChars":4}`, `"****|"`, `\*\*\*…`},
		{`{"path":".","maxChars":4,"prefix":"long prefix "}`, `"12345"`, "long prefix 123…"},
		{`{"path":".","maxChars":4,"format":"code"}`, "\"``````\"", "` ```… `"},
		{`{"path":".","maxChars":3,"format":"json"}`, `[1,2,3]`, "`[1…`"},
		{`{"path":".","maxChars":1}`, `"ab"`, "…"},
		{`{"path":".","maxChars":2}`, `"ab"`, "ab"},
	} {
		got, _ := cell(t, tt.spec, tt.value)
		if got != tt.want {
			t.Errorf("%s of %s\ngot  %s\nwant %s", tt.spec, tt.value, got, tt.want)
		}
	}
}

// The text of a link is the label in a list of fields.
func TestLinkText(t *testing.T) {
	r := recipe(t, `"select":"$","fields":[{"label":"Shop *x*","path":"u","format":"url"},{"label":"Pic","path":"i","format":"image"}]`)
	got := body(render(t, r, `[{"u":"https://x.example/p","i":"https://x.example/i.png"}]`))
	if want := "| Shop \\*x\\* | Pic |\n| --- | --- |\n| [Shop \\*x\\*](https://x.example/p) | ![Pic](https://x.example/i.png) |\n"; got != want {
		t.Errorf("%s", got)
	}
}

// The recorded format cases that are Markdown, as cells.
func TestFormatConformance(t *testing.T) {
	var file struct {
		Cases []struct{ Format, JSON, Cell, Note string }
	}
	conformance.JSON(t, "render/format-cases.json", &file)
	n := 0
	for _, c := range file.Cases {
		got, meta := cell(t, `{"path":".","format":"`+c.Format+`"}`, c.JSON)
		want := c.Cell
		switch {
		case c.Format == "image":
			want = strings.Replace(want, "![]", "![F]", 1) // the specification names the alternative text
		case c.Format == "text" || c.Format == "date" || c.Format == "boolean" || c.Format == "number" || c.Format == "integer":
			// The case gives the text; in the cell it is escaped.
			got = gfmtest.Parse(t, "| x |\n| --- |\n| "+got+" |\n").All("td")[0].Plain()
		}
		if got != want {
			t.Errorf("%s of %s: %s, want %s (%s)", c.Format, c.JSON, got, want, c.Note)
		}
		warned := len(meta.Warnings) == 1 && meta.Warnings[0].Code == "format" && meta.Warnings[0].Count == 1
		if strings.Contains(c.Note, "warning") && !warned {
			t.Errorf("%s of %s: %v (%s)", c.Format, c.JSON, meta.Warnings, c.Note)
		}
		n++
	}
	if n != 66 {
		t.Errorf("%d cases", n)
	}
}

// One warning a field, with its count.
func TestFormatWarnings(t *testing.T) {
	r := recipe(t, `"select":"$","fields":{"P":{"path":"p","format":"number"},"D":{"path":"d","format":"date"},"U":{"path":"u","format":"url"},"T":"t"}`)
	got := render(t, r, `[{"p":"1,5","d":"soon","u":"/x"},{"p":2,"d":"later","u":"https://x.example"},{"p":true,"d":null,"u":""}]`)
	var list []string
	for _, w := range got.Meta.Warnings {
		list = append(list, w.Message)
		if w.Code != "format" || w.Page != 0 {
			t.Errorf("%+v", w)
		}
	}
	want := `2 values of "P" are no number; they are printed as text
2 values of "D" are no date that can be read without doubt; they are printed as text
1 value of "U" is no http or https URL; it is printed as text`
	if strings.Join(list, "\n") != want {
		t.Errorf("%s", strings.Join(list, "\n"))
	}
	meta := jsonval.Stringify(got.Meta.Value().Field("warnings").At(0))
	if meta != `{"code":"format","message":"2 values of \"P\" are no number; they are printed as text","count":2,"field":"P"}` {
		t.Error(meta)
	}
}

func TestDocument(t *testing.T) {
	r := recipe(t, `"description":"# About\nit","mode":"document","fields":{"Name":"n","*L* ":"l","Code":{"path":"c","format":"code"},"Short":{"path":"s","format":"code"},"Raw":{"path":"r","format":"json"},"Img":{"path":"i","format":"image"},"\u00a0N":"n","None":{"path":"x","fallback":"-"},"Empty":"x"}`)
	got := render(t, r, "{\"n\":\"1. *x*\",\"l\":[\"a\",\"b\"],\"c\":\"a\\n```\\nb\",\"s\":\"x\",\"r\":{\"k\":[1.0]},\"i\":\"https://x.example/i.png\"}")
	want := "# N\n\n\\# About it\n\n- **Name:** 1. \\*x\\*\n- **\\*L\\*:** a, b\n- **Code:**\n\n  ````\n  a\n  ```\n  b\n  ````\n- **Short:** `x`\n- **Raw:**\n\n  ```json\n  {\"k\":[1.0]}\n  ```\n- **Img:** ![Img](https://x.example/i.png)\n- **&#160;N:** 1. \\*x\\*\n- **None:** -\n- **Empty:**\n"
	if got.Markdown != want {
		t.Errorf("got\n%s\nwant\n%s", got.Markdown, want)
	}
	root := gfmtest.Parse(t, got.Markdown)
	if outline := root.Outline(); outline != "h1 p ul(li(p(strong)) li(p(strong)) li(p(strong) pre(code)) li(p(strong code)) li(p(strong) pre(code)) li(p(strong img)) li(p(strong)) li(p(strong)) li(p(strong)))" {
		t.Error(outline)
	}
	if records(got) != "[{\"Name\":\"1. *x*\",\"*L* \":[\"a\",\"b\"],\"Code\":\"a\\n```\\nb\",\"Short\":\"x\",\"Raw\":{\"k\":[1.0]},\"Img\":\"https://x.example/i.png\",\"\u00a0N\":\"1. *x*\",\"None\":null,\"Empty\":null}]" {
		t.Error(records(got))
	}
}

func TestDocuments(t *testing.T) {
	r := recipe(t, `"select":"$.a","mode":"documents","title":"{{@number}}/{{@count}} {{t}}","template":"By **{{by}}**\n\n{{#each tags}}\n- {{.}}\n{{/each}}\n"`)
	got := render(t, r, `{"a":[{"t":"C #","by":"Ann","tags":["x","- y"]},{"t":"# two\nlines","by":null,"tags":[]}]}`)
	want := "# N\n\n## 1/2 C \\#\n\nBy **Ann**\n\n- x\n- \\- y\n\n---\n\n## 2/2 # two lines\n\nBy ****\n"
	if got.Markdown != want {
		t.Errorf("got\n%s\nwant\n%s", got.Markdown, want)
	}
	if outline := gfmtest.Parse(t, got.Markdown).Outline(); outline != "h1 h2 p(strong) ul(li li) hr h2 p" {
		t.Error(outline)
	}
	// Without fields and record, the items are the records.
	if records(got) != `[{"t":"C #","by":"Ann","tags":["x","- y"]},{"t":"# two\nlines","by":null,"tags":[]}]` {
		t.Error(records(got))
	}
	// A title that comes out empty is the name and a number.
	r = recipe(t, `"select":"$","mode":"documents","title":"{{t}}","fields":{"A":"a"}`)
	if got := body(render(t, r, `[{"a":1},{"t":"\u202e","a":2}]`)); got != "## N 1\n\n- **A:** 1\n\n---\n\n## N 2\n\n- **A:** 2\n" {
		t.Error(got)
	}
}

// What a template prints at most is bounded, and says so at its place.
func TestTemplateBounds(t *testing.T) {
	r := recipe(t, `"mode":"document","template":"{{#each $.a}}{{#each $.a}}x{{/each}}{{/each}}"`)
	_, err := Render(r, value(t, `{"a":[`+strings.Repeat("1,", 1100)+`1]}`), Options{})
	var d *diag.Diagnostic
	if !errors.As(err, &d) || d.Code != "K18" || d.Pointer != "/template" {
		t.Error(err)
	}
	r = recipe(t, `"select":"$`+strings.Repeat("[0,0]", 30)+`","fields":{"A":"a"}`)
	if _, err = Render(r, value(t, strings.Repeat("[", 40)+strings.Repeat("]", 40)), Options{}); !errors.As(err, &d) || d.Pointer != "/select" {
		t.Error(err)
	}
}

// Options take the place of the recipe's limits, and bring what paging knows.
func TestOptions(t *testing.T) {
	r := recipe(t, `"select":"$","fields":{"A":"a"},"limits":{"maxItems":1}`)
	data := value(t, `[{"a":"12345"},{"a":"2"},{"a":"3"}]`)
	got, err := Render(r, data, Options{Limits: Limits{MaxItems: 2, MaxFieldChars: 3}, Pages: 4, Stopped: MaxPages, More: true,
		Warnings: []Warning{{Code: "page-failed", Message: "page 5 failed", Count: 1, Page: 5}}})
	if err != nil {
		t.Fatal(err)
	}
	if body(got) != "| A |\n| --- |\n| 12… |\n| 2 |\n" {
		t.Error(got.Markdown)
	}
	meta := jsonval.Stringify(got.Meta.Value())
	if want := `{"mode":"table","selected":3,"rendered":2,"truncated":true,"droppedItems":1,"droppedChars":3,"fieldsCut":1,"chars":33,"pages":4,"stopped":"max-pages","warnings":[{"code":"page-failed","message":"page 5 failed","count":1,"page":5}]}`; meta != want {
		t.Errorf("%s", meta)
	}
}
