package markdown

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/gfm/gfmtest"
)

// What the document of the format says, sentence by sentence. What it says of
// following pages is tested where pages are followed, of drafts in derive.
func TestDocumentSentences(t *testing.T) {
	const shop = `{"products":[{"id":1,"title":"Tea","price":2.50,"tags":["a","b"],"seller":{"name":"Ann"}},{"id":"2","title":"Cup","price":null,"seller":{"name":"Bob"}}],
		"current":{"title":"Tea","items":[{"price":3}]},"location":{"name":"Ulm"}}`
	// is renders members of a recipe and compares the Markdown behind `# N`.
	is := func(members, data, want string) func(t *testing.T) {
		return func(t *testing.T) {
			t.Helper()
			if got := body(render(t, recipe(t, members), data)); got != want {
				t.Errorf("%s\ngot  %s\nwant %s", members, got, want)
			}
		}
	}
	field := func(spec, value, want string) func(t *testing.T) {
		return func(t *testing.T) {
			t.Helper()
			if got, _ := cell(t, spec, value); got != want {
				t.Errorf("%s of %s: %s, want %s", spec, value, got, want)
			}
		}
	}
	template := func(template, want string) func(t *testing.T) {
		return is(`"mode":"document","template":`+quote(template), shop, want+"\n")
	}
	refused := func(members, code string) func(t *testing.T) {
		return func(t *testing.T) {
			t.Helper()
			text := `{"schemaVersion":1,"name":"N",` + members + `}`
			if _, found := Load("x.json", []byte(text)); len(found) != 1 || found[0].Code != code {
				t.Errorf("%s: %s", members, lines(found, text))
			}
		}
	}
	for _, s := range []struct {
		sentence string
		holds    func(t *testing.T)
	}{
		{"a recipe turns a JSON response into Markdown and records", func(t *testing.T) {
			got := render(t, recipe(t, `"select":"$.products","fields":{"T":"title"}`), shop)
			if got.Markdown == "" || len(got.Records) != 2 {
				t.Errorf("%+v", got)
			}
		}},
		{"the renderer has no eval, network, filesystem or clock", importsNothing},
		{"the printed example is a table of three columns, the second aligned as numbers", func(t *testing.T) {
			r, found := Load("x.json", []byte(printed))
			root := gfmtest.Parse(t, render(t, r, `{"products":[{"title":"T","price":1.50,"thumbnail":"https://x.example/t.png"}]}`).Markdown)
			head := root.All("th")
			cells := root.All("td")
			if len(found) > 0 || root.Outline() != "h1 table(thead(tr(th th th)) tbody(tr(td td td(img))))" || !strings.Contains(head[1].Attr["style"]+head[1].Attr["align"], "right") || cells[1].Text() != "1.50 USD" || root.All("img")[0].Attr["src"] != "https://x.example/t.png" {
				t.Error(root.Outline(), root.Text())
			}
		}},
		{"schemaVersion must be 1", func(t *testing.T) {
			for _, v := range []string{"2", "0", "1.1", `"1"`, "null"} {
				if _, found := Load("x.json", []byte(`{"schemaVersion":`+v+`,"name":"N","fields":{"a":"a"}}`)); len(found) != 1 || found[0].Code != "K5" {
					t.Errorf("%s: %v", v, found)
				}
			}
		}},
		{"id is an optional stable recipe id", func(t *testing.T) {
			if r := recipe(t, `"id":"shop/products","fields":{"a":"a"}`); r.ID != "shop/products" {
				t.Error(r.ID)
			}
		}},
		{"name is the heading above tables", func(t *testing.T) {
			if got := render(t, recipe(t, `"fields":{"a":"a"}`), `[]`).Markdown; !strings.HasPrefix(got, "# N\n\n| a |") {
				t.Error(got)
			}
		}},
		{"name is the heading above documents", func(t *testing.T) {
			if got := render(t, recipe(t, `"fields":{"a":"a"}`), `{"a":1}`).Markdown; got != "# N\n\n- **a:** 1\n" {
				t.Error(got)
			}
		}},
		{"description is optional", is(`"description":"About.","fields":{"a":"a"}`, `{"a":1}`, "About.\n\n- **a:** 1\n")},
		{"select is the path to the array to render", is(`"select":"$.products","fields":{"T":"title"}`, shop, "| T |\n| --- |\n| Tea |\n| Cup |\n")},
		{"select is the path to the object to render", is(`"select":"$.current","fields":{"T":"title"}`, shop, "- **T:** Tea\n")},
		{"select is $ by default", is(`"fields":{"W":"location.name"}`, shop, "- **W:** Ulm\n")},
		{"mode is table, document or documents", refused(`"mode":"list","fields":{"a":"a"}`, "K4")},
		{"fields are ordered labels to paths; the order of an object is kept", is(`"select":"$.products","fields":{"Z":"title","A":"id","2":"price","1":"title"}`, shop, "| Z | A | 2 | 1 |\n| --- | --- | --- | --- |\n| Tea | 1 | 2.50 | Tea |\n| Cup | 2 |  | Cup |\n")},
		{"an array of fields allows a spec each", is(`"select":"$.products","fields":[{"label":"T","path":"title"},{"label":"P","path":"price","format":"number"}]`, shop, "| T | P |\n| --- | ---: |\n| Tea | 2.50 |\n| Cup |  |\n")},
		{"record maps stable keys to paths and keeps the JSON types", func(t *testing.T) {
			got := records(render(t, recipe(t, `"select":"$.products","fields":{"T":"title"},"record":{"id":"id","p":"price","s":"seller","t":"tags"}`), shop))
			if got != `[{"id":1,"p":2.50,"s":{"name":"Ann"},"t":["a","b"]},{"id":"2","p":null,"s":{"name":"Bob"},"t":null}]` {
				t.Error(got)
			}
		}},
		{"template is the template of a document", is(`"select":"$.current","template":"*{{title}}*"`, shop, "*Tea*\n")},
		{"template is the template of documents, title the heading of each item", is(`"select":"$.products","mode":"documents","title":"No. {{id}}","template":"*{{title}}*"`, shop, "## No. 1\n\n*Tea*\n\n---\n\n## No. 2\n\n*Cup*\n")},
		{"limits are maxItems, maxChars and maxFieldChars", func(t *testing.T) {
			if r := recipe(t, `"fields":{"a":"a"},"limits":{"maxItems":1,"maxChars":2,"maxFieldChars":3}`); r.Limits != (Limits{1, 2, 3}) {
				t.Errorf("%+v", r.Limits)
			}
		}},
		{"pagination says how pages are followed", func(t *testing.T) {
			p := recipe(t, `"fields":{"a":"a"},"pagination":{"type":"offset","offsetParam":"skip","limitParam":"take","pageSize":30,"hasMore":"$.more"}`).Pagination
			if p.Type != Offset || p.OffsetParam != "skip" || p.LimitParam != "take" || p.PageSize != 30 || p.HasMore.String() != "$.more" {
				t.Errorf("%+v", p)
			}
		}},
		{"index is none or cortex", func(t *testing.T) {
			if recipe(t, `"fields":{"a":"a"},"index":"cortex"`).Index != Cortex || recipe(t, `"fields":{"a":"a"},"index":"none"`).Index != NoIndex {
				t.Error("index is not read")
			}
			refused(`"fields":{"a":"a"},"index":"all"`, "K4")(t)
		}},
		{"notes are never rendered", is(`"notes":"SECRET","fields":{"a":"a"}`, `{"a":1}`, "- **a:** 1\n")},
		{"a table takes an array or an array selection, and gives one table and records", func(t *testing.T) {
			for _, path := range []string{"$.products", "$.products[*]", "$.products[0:2]"} {
				got := render(t, recipe(t, `"mode":"table","select":"`+path+`","fields":{"T":"title"}`), shop)
				if len(gfmtest.Parse(t, got.Markdown).All("table")) != 1 || len(got.Records) != 2 {
					t.Error(path)
				}
			}
		}},
		{"a document takes an object or one selected object", func(t *testing.T) {
			for _, path := range []string{"$.current", "$.products[0]", "$.products[:1]"} {
				got := render(t, recipe(t, `"mode":"document","select":"`+path+`","fields":{"T":"title"}`), shop)
				if body(got) != "- **T:** Tea\n" || len(got.Records) != 1 {
					t.Error(path, got.Markdown)
				}
			}
		}},
		{"documents take an array selection, and are one document an item, joined by rules", is(`"mode":"documents","select":"$.products[*]","fields":{"T":"title"}`, shop, "## N 1\n\n- **T:** Tea\n\n---\n\n## N 2\n\n- **T:** Cup\n")},
		{"without mode an array selection is a table", is(`"select":"$.products[1:]","fields":{"T":"title"}`, shop, "| T |\n| --- |\n| Cup |\n")},
		{"without mode an object selection is a document", is(`"select":"$.products[1]","fields":{"T":"title"}`, shop, "- **T:** Cup\n")},
		{"paths are relative to the selected item unless they begin at the root", is(`"select":"$.products","fields":{"S":"seller.name","W":"$.location.name"}`, shop, "| S | W |\n| --- | --- |\n| Ann | Ulm |\n| Bob | Ulm |\n")},
		{"location.name is a nested field", is(`"fields":{"W":"location.name"}`, shop, "- **W:** Ulm\n")},
		{"items[0].price is an indexed field", is(`"select":"$.current","fields":{"P":"items[0].price"}`, shop, "- **P:** 3\n")},
		{"record paths are resolved against each selected item", func(t *testing.T) {
			if got := records(render(t, recipe(t, `"select":"$.products","fields":{},"record":{"s":"seller.name"}`), shop)); got != `[{"s":"Ann"},{"s":"Bob"}]` {
				t.Error(got)
			}
		}},
		{". is the item itself", is(`"select":"$.products[0].tags","fields":{"T":"."}`, shop, "| T |\n| --- |\n| a |\n| b |\n")},
		{"a field is a path, or an object with path, label, format, fallback, prefix, suffix and maxChars", field(`{"path":"price","label":"F","format":"number","fallback":"n/a","prefix":"$","suffix":" USD","maxChars":40}`, `{"price":1.50}`, "$1.50 USD")},
		{"fallback stands where there is no value", field(`{"path":"price","fallback":"n/a","prefix":"$"}`, `{}`, "n/a")},
		{"format text", field(`{"path":".","format":"text"}`, `"<b>"`, "&lt;b&gt;")},
		{"format number", field(`{"path":".","format":"number"}`, `12345.60`, "12345.60")},
		{"format integer", field(`{"path":".","format":"integer"}`, `5.0`, "5")},
		{"format boolean", field(`{"path":".","format":"boolean"}`, `"TRUE"`, "true")},
		{"format date", field(`{"path":".","format":"date"}`, `1767225600`, "2026-01-01T00:00:00Z")},
		{"format url", field(`{"path":".","format":"url"}`, `"https://x.example"`, "[https://x.example](https://x.example)")},
		{"format image", field(`{"path":".","format":"image"}`, `"https://x.example/a.png"`, "![F](https://x.example/a.png)")},
		{"format json", field(`{"path":".","format":"json"}`, `{"b":1.0}`, "`{\"b\":1.0}`")},
		{"format code", field(`{"path":".","format":"code"}`, `"x()"`, "`x()`")},
		{"no other format", refused(`"fields":{"a":{"path":"a","format":"money"}}`, "K8")},
		{"{{path}}", template("{{location.name}}", "Ulm")},
		{"{{#if}} with and without {{else}}", template("{{#if location}}A{{else}}B{{/if}}{{#if none}}A{{else}}B{{/if}}{{#if none}}C{{/if}}", "AB")},
		{"{{#unless}}", template("{{#unless none}}A{{/unless}}{{#unless location}}B{{/unless}}", "A")},
		{"{{#each}} with {{.}}, @index, @number and @count", template("{{#each products[0].tags}}{{@index}}{{@number}}{{@count}}{{.}} {{/each}}", "012a 122b ")},
		{"{{@key}}", template("{{#each location}}{{@key}}: {{.}}{{/each}}", "name: Ulm")},
		{"there is no general expression language: no filter", refused(`"mode":"document","template":"{{title | upper}}"`, "K6")},
		{"there is no general expression language: no condition", refused(`"mode":"document","template":"{{#if price > 5}}{{/if}}"`, "K6")},
		{"there is no general expression language: no function", refused(`"mode":"document","template":"{{length(a)}}"`, "K6")},
		{"HTML is escaped", is(`"mode":"document","template":"{{x}}"`, `{"x":"<b onclick=x>&lt;</b>"}`, "&lt;b onclick=x&gt;&amp;lt;&lt;/b&gt;\n")},
		{"what the renderer itself emits as Markdown is not escaped", field(`{"path":".","format":"url","prefix":"https://x.example/"}`, `"<b>"`, "[https\\://x.example/&lt;b&gt;](https://x.example/%3Cb%3E)")},
		{"the limits are 50 items, 100000 characters, 500 a field by default", func(t *testing.T) {
			long := strings.Repeat("x", 600)
			got := render(t, recipe(t, `"fields":{"a":"."}`), "["+strings.Repeat(quote(long)+",", 59)+`"x"]`)
			if got.Meta.Rendered != 50 || got.Meta.Selected != 60 || got.Meta.FieldsCut != 50 || !strings.Contains(got.Markdown, "| "+long[:499]+"… |") || (DefaultLimits() != Limits{50, 100000, 500}) {
				t.Errorf("%+v", got.Meta)
			}
		}},
		{"truncated is true when items were dropped", truncated(`"limits":{"maxItems":1}`, true)},
		{"truncated is true when characters were dropped", truncated(`"limits":{"maxFieldChars":2}`, true)},
		{"truncated is false when nothing was dropped", truncated(`"limits":{"maxItems":2,"maxFieldChars":3}`, false)},
		{"selected and rendered tell a short response from a capped one", func(t *testing.T) {
			short := render(t, recipe(t, `"fields":{"a":"."}`), `["x"]`).Meta
			capped := render(t, recipe(t, `"fields":{"a":"."},"limits":{"maxItems":1}`), `["x","y"]`).Meta
			if short.Selected != 1 || short.Rendered != 1 || capped.Selected != 2 || capped.Rendered != 1 {
				t.Errorf("%+v %+v", short, capped)
			}
		}},
		{"maxPages is 10 by default", func(t *testing.T) {
			if p := recipe(t, `"fields":{"a":"a"},"pagination":{"type":"link","nextUrl":"$.next"}`).Pagination; p.MaxPages != 10 || p.NextURL.String() != "$.next" {
				t.Errorf("%+v", p)
			}
		}},
		{"25 pages are a hard maximum", refused(`"fields":{"a":"a"},"pagination":{"type":"link","maxPages":26}`, "K10")},
		{"paging none is a single request", func(t *testing.T) {
			if p := recipe(t, `"fields":{"a":"a"},"pagination":{"type":"none"}`).Pagination; p.Type != NoPages {
				t.Errorf("%+v", p)
			}
		}},
	} {
		t.Run(s.sentence, s.holds)
	}
}

func truncated(members string, want bool) func(t *testing.T) {
	return func(t *testing.T) {
		t.Helper()
		got := render(t, recipe(t, `"fields":{"a":"."},`+members), `["xyz","y"]`)
		if got.Meta.Truncated != want || got.Meta.Value().Field("truncated").Bool() != want {
			t.Errorf("%s", jsonval.Stringify(got.Meta.Value()))
		}
	}
}

// importsNothing reads the imports of the package and of all below it: what
// could reach a file, a network, the environment or a clock is not among them.
func importsNothing(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "gfmtest") {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			own := strings.HasPrefix(name, "github.com/wield-run/wield/")
			switch {
			case own && !strings.Contains(name+"/", "/pkg/markdown/") && !strings.HasSuffix(name, "/pkg/diag") && !strings.HasSuffix(name, "/pkg/jsonval") && !strings.HasSuffix(name, "/pkg/typed") && !strings.HasSuffix(name, "/pkg/redact"):
				t.Errorf("%s imports %s", path, name)
			case own, name == "github.com/rivo/uniseg":
			case strings.Contains(" bytes cmp embed errors fmt io maps math slices sort strconv strings sync unicode unicode/utf8 ", " "+name+" "):
			default:
				t.Errorf("%s imports %s", path, name)
			}
		}
		return nil
	})
	if err != nil || files < 20 {
		t.Errorf("%d files, %v", files, err)
	}
}
