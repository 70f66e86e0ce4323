package markdown

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/mutate"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// printed is the format's printed example.
const printed = `{
  "schemaVersion": 1,
  "name": "Product search",
  "select": "$.products[*]",
  "mode": "table",
  "fields": {
    "Name": "title",
    "Price": { "path": "price", "format": "number", "suffix": " USD" },
    "Link": { "path": "thumbnail", "format": "image" }
  },
  "record": { "id": "id", "title": "title", "price": "price" },
  "limits": { "maxItems": 20, "maxChars": 20000, "maxFieldChars": 300 },
  "pagination": { "type": "cursor", "next": "$.next", "cursorParam": "cursor", "hasMore": "$.has_more" },
  "index": "none"
}`

// load loads the example with changes.
func load(t testing.TB, changes string) (*Recipe, []*diag.Diagnostic, string) {
	t.Helper()
	v, err := jsonval.ParseString(printed)
	if err != nil {
		t.Fatal(err)
	}
	if v, err = mutate.Apply(v, changes); err != nil {
		t.Fatal(err)
	}
	text := jsonval.AppendSourceIndent(nil, v, "  ")
	r, found := Load("products.json", text)
	return r, found, string(text)
}

// recipe loads a recipe that has no errors; members are written without the
// two that all have.
func recipe(t testing.TB, members string) *Recipe {
	t.Helper()
	r, found := Load("recipe.json", []byte(`{"schemaVersion":1,"name":"N",`+members+`}`))
	if errors, _ := diag.Count(found); errors > 0 {
		t.Fatalf("%s: %v", members, found)
	}
	return r
}

// lines lists findings as "CODE `text` message", the text being what the span
// marks, and tells of one that says nothing to do.
func lines(found []*diag.Diagnostic, text string) string {
	var list []string
	for _, d := range found {
		marked := text[d.Span.Start:d.Span.End]
		if len(marked) > 50 {
			marked = marked[:50] + "…"
		}
		line := fmt.Sprintf("%s `%s` %s", d.Code, marked, d.Message)
		if d.Hint == "" {
			line += " (no hint)"
		}
		list = append(list, line)
	}
	return strings.Join(list, "\n")
}

func TestPrintedExampleIsClean(t *testing.T) {
	r, found := Load("products.json", []byte(printed))
	if len(found) > 0 {
		t.Fatal(lines(found, printed))
	}
	p := r.Pagination
	if r.Name != "Product search" || r.Select.String() != "$.products[*]" || r.Mode != Table || len(r.Fields) != 3 || len(r.Record) != 3 ||
		r.Limits != (Limits{20, 20000, 300}) || r.Index != NoIndex || p.Type != Cursor || p.MaxPages != 10 || p.Next.String() != "$.next" || p.CursorParam != "cursor" || p.HasMore.String() != "$.has_more" {
		t.Errorf("%+v", r)
	}
	if f := r.Fields[1]; f.Label != "Price" || f.Path.String() != "price" || f.Format.String() != "number" || f.Suffix != " USD" {
		t.Errorf("%+v", f)
	}
}

func TestDefaults(t *testing.T) {
	r := recipe(t, `"fields":{"a":"a"}`)
	if r.Select.String() != "$" || r.Mode != Auto || r.Limits != (Limits{50, 100000, 500}) || r.Pagination.Type != NoPages || r.Pagination.MaxPages != 10 || r.Pagination.StartPage != 1 || r.Index != NoIndex || r.Record != nil {
		t.Errorf("%+v", r)
	}
}

// findingCase is a change of the printed example and what is then found.
type findingCase struct{ changes, want string }

func findingCases() []findingCase {
	return []findingCase{
		// The top level.
		{`name removed`, "K1 `{` the recipe lacks the member `name`"},
		{`name = " "`, "K4 `\" \"` `name` is empty"},
		{`schemaVersion = 2`, "K5 `2` this Markdown recipe is of version 2, and this tool knows 1"},
		{`schemaVersion = "1"`, "K5 `\"1\"` `schemaVersion` must be 1, the version that this tool reads"},
		{`schemaVersion removed`, "K1 `{` the recipe lacks the member `schemaVersion`"},
		{`extra = 1`, "K2 `\"extra\"` the recipe has no member \"extra\""},
		{`select → renamed selct`, "K2 `\"selct\"` the recipe has no member \"selct\""},
		{`fields → renamed feilds`, "K2 `\"feilds\"` the recipe has no member \"feilds\""},
		{`limits → renamed limit`, "K2 `\"limit\"` the recipe has no member \"limit\""},
		{`Name = "x"`, "K14 `\"Name\"` the member \"Name\" differs from `name` only in case"},
		{`mode = "tabel"`, "K4 `\"tabel\"` `mode` cannot be \"tabel\""},
		{`mode = 1`, "K3 `1` `mode` must be a string, not a number"},
		{`index = "yes"`, "K4 `\"yes\"` `index` cannot be \"yes\""},
		{`id = ""`, "K4 `\"\"` `id` is empty"},
		{`notes = 5`, "K3 `5` `notes` must be a string or a list of strings, not a number"},
		{`notes = ["a", 1]`, "K3 `1` a note must be a string, not a number"},
		// Paths.
		{`select = "$.items[?@.price < 10]"`, "K7 `?` a path has no filters, so `?` cannot stand here"},
		{`select = "$['\"'].1x"`, "K6 `1x` the name \"1x\" stands in brackets"},
		{`select = ""`, "K6 `` the path is empty"},
		{`fields.Name = "$.a-b"`, "K6 `a-b` the name \"a-b\" stands in brackets"},
		{`fields.Price.path = "a..[0"`, "K6 `[` this `[` is never closed"},
		{`record.id = "a b"`, "K6 `a b` the name \"a b\" stands in brackets"},
		{`record.id = {"path": "a"}`, "K3 `{\n      \"path\": \"a\"\n    }` the path of \"id\" must be a string, not an object"},
		{`record = {}`, "K4 `{}` `record` is empty"},
		// Fields.
		{`fields removed`, "K1 `{` the recipe lacks the member `fields`"},
		{`fields = "title"`, "K3 `\"title\"` `fields` must be an object or an array, not a string"},
		{`fields.Name = 1`, "K3 `1` the field \"Name\" must be a path or an object, not a number"},
		{`fields.Price.path removed`, "K1 `{` the field \"Price\" lacks the member `path`"},
		{`fields.Price.format = "numbr"`, "K8 `\"numbr\"` `format` cannot be \"numbr\""},
		{`fields.Price.format = "money"`, "K8 `\"money\"` `format` cannot be \"money\""},
		{`fields.Price.sufix = "x"`, "K2 `\"sufix\"` the field \"Price\" has no member \"sufix\""},
		{`fields.Price.label = "Cost"`, "K11 `\"Cost\"` the label \"Cost\" differs from the field's name \"Price\""},
		{`fields.Price.label = "Price"`, ""},
		{`fields.Price.maxChars = 0`, "K4 `0` `maxChars` must be a whole number from 1, not 0"},
		{`fields.Price.fallback = 1`, "K3 `1` `fallback` must be a string, not a number"},
		{`fields = [{"label": "A", "path": "a"}, {"label": "A", "path": "b"}]`, "K12 `\"A\"` there is another field with the label \"A\""},
		{`fields = [{"path": "a"}, "b"]`, "K1 `{` the field lacks the member `label`\nK3 `\"b\"` a field in a list must be an object, not a string"},
		// Templates.
		{`mode = "documents"
template = "a {{#if x}}"`, "K9 `{{#if x}}` this block is never closed"},
		{`mode = "documents"
template = "a {{x[?y]}}"`, "K7 `?` a path has no filters, so `?` cannot stand here"},
		{`mode = "documents"
template = "\"\\u00fc\" {{a b}}"`, "K6 `a b` the name \"a b\" stands in brackets"},
		{`mode = "documents"
title = ""`, "K4 `\"\"` `title` is empty"},
		{`template = "{{x}}"`, "K13 `\"template\"` a table has no `template`"},
		{`title = "{{x}}"`, "K13 `\"title\"` only `documents` have a `title` each"},
		{`template = "{{x}}"
fields removed`, "K1 `{` the recipe lacks the member `fields`"},
		{`mode = "documents"
template = "{{x}}"
fields removed`, ""},
		// Limits.
		{`limits.maxItems = 0`, "K4 `0` `maxItems` must be a whole number from 1, not 0"},
		{`limits.maxItems = 1.5`, "K4 `1.5` `maxItems` must be a whole number from 1, not 1.5"},
		{`limits.maxChars = "10"`, "K3 `\"10\"` `maxChars` must be a number, not a string"},
		{`limits = []`, "K3 `[]` `limits` must be an object, not an array"},
		// Pagination.
		{`pagination.type removed`, "K1 `{` `pagination` lacks the member `type`"},
		{`pagination.type = "pages"`, "K4 `\"pages\"` `type` cannot be \"pages\""},
		{`pagination.maxPages = 26`, "K10 `26` `maxPages` is at most 25, not 26"},
		{`pagination.maxPages = 25`, ""},
		{`pagination.maxPages = 0`, "K4 `0` `maxPages` must be a whole number from 1, not 0"},
		{`pagination.next = "$.items[*].next"`, "K6 `\"$.items[*].next\"` `next` must name one value; this path gives a list"},
		{`pagination.next removed`, "K1 `{` paging by `cursor` needs the member `next`"},
		{`pagination.cursorParm = "c"
pagination.cursorParam removed`, "K2 `\"cursorParm\"` `pagination` has no member \"cursorParm\""},
		{`pagination.nextUrl = "$.n"`, "K13 `\"nextUrl\"` paging by `cursor` does not use `nextUrl`"},
		{`pagination = {"type": "offset"}`, "K1 `{` paging by `offset` needs the member `offsetParam`"},
		{`pagination = {"type": "offset", "offsetParam": "o", "limitParam": "l"}`, "K1 `{` `limitParam` needs the member `pageSize`, the number that it sends"},
		{`pagination = {"type": "offset", "offsetParam": "o", "limitParam": "l", "pageSize": 10}`, ""},
		{`pagination = {"type": "offset", "offsetParam": "o"}`, ""},
		{`pagination = {"type": "link", "nextUrl": "$['@odata.nextLink']"}`, ""},
		{`pagination = {"type": "link"}`, ""},
		{`pagination = {"type": "page", "pageParam": "p", "startPage": 0}`, ""},
		{`pagination = {"type": "page"}`, "K1 `{` paging by `page` needs the member `pageParam`"},
		{`pagination = {"type": "none"}`, ""},
		{`mode = "document"`, "K13 `\"pagination\"` a document has no pages"},
		// Several at once: none hides another.
		{`mode = "tabel"
fields.Price.format = "numbr"
select = "$.a[?b]"
limits.maxItems = -1`, "K7 `?` a path has no filters, so `?` cannot stand here\nK4 `\"tabel\"` `mode` cannot be \"tabel\"\nK8 `\"numbr\"` `format` cannot be \"numbr\"\nK4 `-1` `maxItems` must be a whole number from 1, not -1"},
	}
}

// One mistake is one finding, at its very characters.
func TestFindings(t *testing.T) {
	for _, tt := range findingCases() {
		_, found, text := load(t, tt.changes)
		if got := lines(found, text); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.changes, got, tt.want)
		}
		for _, d := range found {
			if d.File != "products.json" || d.Name == "" || d.Name == d.Code {
				t.Errorf("%s: %+v", tt.changes, d)
			}
		}
	}
}

func TestNotARecipe(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`[]`, "K15 `[]` this is no Markdown recipe: it is an array"},
		{`{"a":1}`, "K15 `{\"a\":1}` this is no Markdown recipe: it lacks `schemaVersion`"},
		{`{"name":"N","fields":{"A":"a"}}`, "K15 `{\"name\":\"N\",\"fields\":{\"A\":\"a\"}}` this is no Markdown recipe: it lacks `schemaVersion`"},
		{`{"schema":"https://wield.run/schema/recipe/v1.json","steps":[]}`, "K15 `{\"schema\":\"https://wield.run/schema/recipe/v1.json…` this is no Markdown recipe: `schema` and `steps` are those of a site recipe"},
		{`{"schemaVersion":1,`, "J2 `` the file ends too early: a member name in double quotes is expected"},
	} {
		r, found := Load("x.json", []byte(tt.text))
		if got := lines(found, tt.text); r == nil || got != tt.want && !strings.HasPrefix(tt.want, "J2") || len(found) != 1 {
			t.Errorf("%s\ngot  %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestIsMarkdownRecipe(t *testing.T) {
	for _, tt := range []struct {
		text string
		want bool
	}{
		{printed, true}, {`{"schemaVersion":2}`, true}, {`{"select":"$","fields":{}}`, true}, {`{"schema":"x","fields":{},"select":"$"}`, false}, {`{"name":"x"}`, false}, {`[1]`, false}, {`null`, false},
	} {
		root, _ := jsonval.ParseTree([]byte(tt.text))
		if got := IsMarkdownRecipe(root); got != tt.want {
			t.Errorf("%.40s: %v", tt.text, got)
		}
	}
	if IsMarkdownRecipe(nil) {
		t.Error("nothing is a recipe")
	}
}

// A safe fix mends what it belongs to.
func TestFixes(t *testing.T) {
	for _, changes := range []string{`mode = "tabel"`, `fields.Price.format = "numbr"`, `fields.Price.sufix = "x"
fields.Price.suffix removed`, `select → renamed selct`, `fields.Name = "$.a-b"`, `schemaVersion = "1"`, `index = "non"`, `record.id = ".x"`} {
		_, found, text := load(t, changes)
		if len(found) != 1 || found[0].Fix == nil || !found[0].Fix.Safe {
			t.Errorf("%s: %s", changes, lines(found, text))
			continue
		}
		e := found[0].Fix.Edits[0]
		fixed := text[:e.Span.Start] + e.Text + text[e.Span.End:]
		if _, found := Load("x.json", []byte(fixed)); len(found) > 0 {
			t.Errorf("%s: after the fix %s", changes, lines(found, fixed))
		}
	}
}

// The labels of an object of fields keep the file's order, numbers too.
func TestFieldOrder(t *testing.T) {
	r := recipe(t, `"fields":{"b":"b","10":"x","2":"y","a":"a"}`)
	var labels []string
	for _, f := range r.Fields {
		labels = append(labels, f.Label)
	}
	if got := strings.Join(labels, " "); got != "b 10 2 a" {
		t.Error(got)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(printed)
	f.Add(`{"schemaVersion":1,"name":"x","mode":"documents","title":"{{a}}","template":"{{#each b}}","fields":[{"label":"a","path":"a[?"}]}`)
	f.Add(`{"schemaVersion":1,"fields":{"a":{"path":1}},"pagination":{"type":"offset"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, found := Load("x.json", []byte(text))
		for _, d := range found {
			if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(text) {
				t.Fatalf("%q: %+v", text, d)
			}
		}
		if errors, _ := diag.Count(found); errors == 0 {
			v := jsonval.ArrayValue([]jsonval.Value{jsonval.ObjectValue(nil), jsonval.StringValue("x")})
			_, _ = Render(r, v, Options{})
			_, _ = Render(r, v.At(0), Options{})
		}
	})
}
