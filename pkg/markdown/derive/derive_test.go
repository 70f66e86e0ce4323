package derive

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/conformance"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown"
	"github.com/wield-run/wield/pkg/markdown/format"
)

func draft(t testing.TB, sample string, source Source) *Draft {
	t.Helper()
	v, err := jsonval.ParseString(sample)
	if err != nil {
		t.Fatal(err)
	}
	d, err := Derive(v, source)
	if err != nil {
		t.Fatalf("%s: %v", sample, err)
	}
	return d
}

// summary is what matters of a draft, on one line.
func summary(d *Draft) string {
	r := d.Recipe
	parts := []string{r.Select.String(), r.Mode.String()}
	for _, f := range r.Fields {
		part := f.Path.String()
		if f.Format != format.Text {
			part += ":" + f.Format.String()
		}
		parts = append(parts, part)
	}
	p := r.Pagination
	if p.Type != markdown.NoPages {
		part := "| " + p.Type.String()
		for _, path := range []string{p.OffsetParam, p.PageParam, p.LimitParam, p.CursorParam} {
			if path != "" {
				part += " " + path
			}
		}
		if p.Next != nil {
			part += " " + p.Next.String()
		}
		if p.NextURL != nil {
			part += " " + p.NextURL.String()
		}
		if p.HasMore != nil {
			part += " " + p.HasMore.String()
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}

func TestDerive(t *testing.T) {
	long := strings.Repeat("word ", 150)
	for _, tt := range []struct {
		name, sample string
		source       Source
		want         string
	}{
		{"a top-level array", `[{"id":1,"title":"A","price":1.50,"sold":true,"url":"https://x.example/1","created_at":"2026-03-01"}]`, Source{}, "$ table id title price:number sold:boolean url:url created_at:date"},
		{"items", `{"total":2,"items":[{"name":"A"},{"name":"B"}]}`, Source{}, "$.items table name"},
		{"one object", `{"id":1,"name":"A","tags":["a","b"]}`, Source{}, "$ document id name"},
		{"an object in data", `{"data":{"id":1,"name":"A"},"meta":{"v":1}}`, Source{}, "$.data document id name"},
		{"an object and a list: the list", `{"ok":true,"results":[{"name":"A","n":1},{"name":"B","n":2}]}`, Source{}, "$.results table name n:integer"},
		{"a resource with a list in it stays a document", `{"id":1,"name":"A","price":2,"variants":[{"a":1}]}`, Source{}, "$ document id name price:integer"},
		{"a thing of its own with a usual list: the list", `{"id":1,"name":"A","total":2,"items":[{"a":1}]}`, Source{}, "$.items table a:integer"},
		{"words", `{"tags":["a","b"]}`, Source{}, "$.tags table ."},
		{"rows of cells", `[["a",1],["b",2]]`, Source{}, "$ table [0] [1]:integer"},
		{"a map of objects", `{"rates":{"eur":{"rate":1.1},"gbp":{"rate":1.3},"jpy":{"rate":0.006}}}`, Source{}, "$.rates[*] table rate:number"},
		{"an empty list", `{"results":[],"count":0}`, Source{}, "$.results table"},
		{"nothing at all", `{}`, Source{}, "$ document"},
		{"an empty array", `[]`, Source{}, "$ table"},
		{"the errors are not the list", `{"errors":[{"message":"x"}],"data":[{"name":"A"}]}`, Source{}, "$.data table name"},
		{"the deepest it goes", `{"a":{"b":{"c":{"d":[{"name":"A"},{"name":"B"}]}}}}`, Source{}, "$.a.b.c.d table name"},
		{"one level down", `[{"name":"A","owner":{"login":"x","id":7,"url":"https://x.example"},"price":{"amount":1.5,"currency":"EUR"}}]`, Source{}, "$ table name owner.login price.amount:number price.currency"},
		{"attributes", `{"data":[{"id":"1","attributes":{"title":"A","views":3}}]}`, Source{}, "$.data table id attributes.title attributes.views:integer"},
		{"items that only wrap what they are about", `{"data":{"children":[{"kind":"t3","data":{"title":"A","score":5,"author":"u"}},{"kind":"t3","data":{"title":"B","score":6,"author":"v"}}]}}`, Source{}, "$.data.children table kind data.title data.score:integer data.author"},
		{"an item with a name of its own wraps nothing", `[{"name":"A","owner":{"name":"x","a":1,"b":2}},{"name":"B","owner":{"name":"y","a":1,"b":2}}]`, Source{}, "$ table name owner.name"},
		{"an item with three fields of its own wraps nothing", `[{"kind":"t3","rank":1,"state":"x","data":{"title":"A","score":5,"author":"u"}},{"kind":"t3","rank":2,"state":"y","data":{"title":"B","score":6,"author":"v"}}]`, Source{}, "$ table kind rank:integer state data.title"},
		{"search hits", `{"hits":{"total":1,"hits":[{"_id":"1","_source":{"title":"A"}}]}}`, Source{}, "$.hits.hits table _id _source.title"},
		{"names that need brackets", `[{"user.name":"a","first name":"b"}]`, Source{}, "$ table ['user.name'] ['first name']"},
		{"long texts make documents", `{"articles":[{"title":"A","body":"` + long + `"}]}`, Source{}, "$.articles documents title body"},
		{"secrets are not proposed", `[{"name":"A","api_key":"x","apiKey":"x","password":"x","access_token":"x","client_secret":"x","sessionId":"s"}]`, Source{}, "$ table name"},
		{"what is always null is not proposed", `[{"name":"A","x":null},{"name":"B","x":null}]`, Source{}, "$ table name"},
		{"of many fields the telling ones, in the sample's order", `[{"node_id":"x","id":1,"sha":"abc","name":"A","a1":"x","a2":"x","a3":"x","price":1.5,"status":"new","url":"https://x.example/1","html_url":"https://x.example/2","created_at":"2026-03-01T00:00:00Z","user_id":5}]`, Source{}, "$ table id name a1 a2 price:number status url:url created_at:date"},
		// Formats.
		{"numbers that are no quantities", `[{"name":"A","year":2026,"zip":12345,"user_id":7,"n":1,"x":1.0}]`, Source{}, "$ table name year zip n:integer x:number"},
		{"epochs only where the name says so", `[{"name":"A","created":1767225600,"views":1767225600,"time":"1767225600"}]`, Source{}, "$ table name created:date views:integer time:date"},
		{"values that differ have no format", `[{"name":"A","v":1},{"name":"B","v":"x"}]`, Source{}, "$ table name v"},
		{"null and empty do not count", `[{"name":"A","d":"2026-03-01","u":""},{"name":"B","d":null,"u":"https://x.example"}]`, Source{}, "$ table name d:date u:url"},
		{"images by ending and by name", `[{"name":"A","pic":"https://x.example/a.JPG?w=1"},{"name":"B","pic":"https://x.example/b.png"}]`, Source{}, "$ table name pic:image"},
		{"an avatar", `[{"name":"A","avatar_url":"https://x.example/u/1","url":"https://x.example/1"}]`, Source{}, "$ table name avatar_url:image url:url"},
		{"other schemes are text", `[{"name":"A","u":"ftp://x.example"}]`, Source{}, "$ table name u"},
		// Pages.
		{"next is a URL", `{"next":"https://x.example/?page=2","results":[{"name":"A"}]}`, Source{}, "$.results table name | link $.next"},
		{"next is null beside previous", `{"next":null,"previous":null,"results":[{"name":"A"}]}`, Source{}, "$.results table name | link $.next"},
		{"links.next", `{"links":{"next":"/a?page=2"},"data":[{"name":"A"}]}`, Source{}, "$.data table name | link $.links.next"},
		{"links.next.href", `{"links":{"next":{"href":"/a?page=2"}},"data":[{"name":"A"}]}`, Source{}, "$.data table name | link $.links.next.href"},
		{"OData", `{"value":[{"name":"A"}],"@odata.nextLink":"https://x.example/2"}`, Source{}, "$.value table name | link $['@odata.nextLink']"},
		{"a cursor and hasMore", `{"items":[{"name":"A"}],"next_cursor":"abc","has_more":true}`, Source{}, "$.items table name | cursor cursor $.next_cursor $.has_more"},
		{"a page token", `{"items":[{"name":"A"}],"nextPageToken":"abc"}`, Source{}, "$.items table name | cursor pageToken $.nextPageToken"},
		{"the parameter of the URL", `{"items":[{"name":"A"}],"next_cursor":"abc"}`, Source{Query: []Param{{"after", "x"}}}, "$.items table name | cursor after $.next_cursor"},
		{"a connection", `{"data":{"users":{"edges":[{"node":{"name":"A"}}],"pageInfo":{"hasNextPage":true,"endCursor":"b"}}}}`, Source{}, "$.data.users.edges[*].node table name | cursor after $.data.users.pageInfo.endCursor $.data.users.pageInfo.hasNextPage"},
		{"cursors in paging", `{"data":[{"name":"A"}],"paging":{"cursors":{"after":"x","before":"y"}}}`, Source{}, "$.data table name | cursor after $.paging.cursors.after"},
		{"offset in the response", `{"offset":0,"limit":2,"items":[{"name":"A"}]}`, Source{}, "$.items table name | offset offset limit"},
		{"skip in the URL", `{"items":[{"name":"A"}]}`, Source{Query: []Param{{"skip", "0"}, {"take", "5"}}}, "$.items table name | offset skip take"},
		{"page numbers", `{"page":1,"per_page":20,"total_pages":3,"items":[{"name":"A"}]}`, Source{}, "$.items table name | page page per_page"},
		{"the Link header", `[{"name":"A"}]`, Source{LinkNext: true}, "$ table name | link"},
		{"more without a way to ask", `{"items":[{"name":"A"}],"has_more":true}`, Source{}, "$.items table name"},
		{"a document has no pages", `{"next":"/2","id":1,"name":"A"}`, Source{}, "$ document next id name"},
	} {
		if got := summary(draft(t, tt.sample, tt.source)); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// A draft that shows nothing says so.
func TestNoFields(t *testing.T) {
	for _, tt := range []struct {
		sample string
		bare   bool
	}{{`{}`, true}, {`[]`, true}, {`{"results":[],"count":0}`, true}, {`{"a":{"b":{"c":{"d":{"e":[{"x":1}]}}}}}`, true}, {`[{"name":"A"}]`, false}} {
		notes := draft(t, tt.sample, Source{}).Notes()
		if got := strings.Contains(strings.Join(notes, "\n"), "the draft has none: add them to `fields`"); got != tt.bare {
			t.Errorf("%s: %q", tt.sample, notes)
		}
	}
}

func TestNotesCount(t *testing.T) {
	for _, tt := range []struct{ sample, want string }{
		{`{"count":1,"items":[{"name":"A"}]}`, "1 item, "}, {`{"count":1,"items":[{"name":"A"}]}`, "the root has 1 field of its own."}, {`{"items":[{"name":"A"},{"name":"B"}]}`, "2 items, "}, {`{}`, "the root has 0 fields of its own."},
	} {
		if notes := strings.Join(draft(t, tt.sample, Source{}).Notes(), "\n"); !strings.Contains(notes, tt.want) {
			t.Errorf("%s: %s", tt.sample, notes)
		}
	}
}

func TestPageSize(t *testing.T) {
	d := draft(t, `{"items":[{"name":"A"},{"name":"B"}]}`, Source{Query: []Param{{"offset", "20"}, {"limit", "20"}}})
	if p := d.Recipe.Pagination; p.PageSize != 20 {
		t.Errorf("%+v", p)
	}
	d = draft(t, `{"items":[{"name":"A"},{"name":"B"}]}`, Source{Query: []Param{{"page", "0"}, {"limit", "all"}}})
	if p := d.Recipe.Pagination; p.PageSize != 2 || p.StartPage != 0 {
		t.Errorf("%+v", p)
	}
}

// The draft reads as a person would write it.
func TestText(t *testing.T) {
	d := draft(t, `{"total":9,"products":[{"id":1,"title":"A","10":"x","priceEUR":1.50,"html_url":"https://x.example/1","token":"s"},{"id":2,"title":"B","10":null,"priceEUR":2,"html_url":"","token":"s"}],"next":"/products?page=2"}`, Source{})
	want := `{
  "schemaVersion": 1,
  "name": "Products",
  "select": "$.products",
  "mode": "table",
  "fields": {
    "10": "['10']",
    "ID": "id",
    "Title": "title",
    "Price eur": { "path": "priceEUR", "format": "number" },
    "HTML URL": { "path": "html_url", "format": "url" }
  },
  "record": {
    "10": "['10']",
    "id": "id",
    "title": "title",
    "priceEUR": "priceEUR",
    "html_url": "html_url"
  },
  "pagination": { "type": "link", "nextUrl": "$.next" },
  "notes": [
    "$.products was chosen as table (score 20.6): 2 items, 100 % of them are objects, \"products\" may name a list, the items have the same members, they have fields.",
    "Second came $ as document (score 2.0): the root has 2 fields of its own.",
    "Left out: token (a secret).",
    "$.next is the URL of the next page."
  ]
}
`
	if got := string(d.Text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !strings.Contains(d.Result.Markdown, "| x | 1 | A | 1.50 | [https://x.example/1](https://x.example/1) |\n") {
		t.Error(d.Result.Markdown)
	}
}

func TestLabels(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"created_at", "Created at"}, {"createdAt", "Created at"}, {"HTMLParser", "HTML parser"}, {"id", "ID"}, {"userID", "User ID"}, {"x", "X"}, {"größe", "Größe"}, {"full-name", "Full name"}, {"", ""}, {"--", ""}, {"a1b2", "A1b2"},
	} {
		if got := label(tt.name); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Two fields of one label, and of one key.
func TestUniqueNames(t *testing.T) {
	d := draft(t, `[{"a_b":1,"aB":2,"a b":3,"a":{"name":"x"},"a_name":"y"}]`, Source{})
	labels, keys := map[string]bool{}, map[string]bool{}
	for _, f := range d.Recipe.Fields {
		labels[f.Label] = true
	}
	for _, p := range d.Recipe.Record {
		keys[p.Key] = true
	}
	if len(labels) != 5 || len(keys) != 5 {
		t.Errorf("%v %v", labels, keys)
	}
}

func TestNotASample(t *testing.T) {
	for _, text := range []string{`"x"`, `5`, `null`, `true`} {
		v, _ := jsonval.ParseString(text)
		if d, err := Derive(v, Source{}); err == nil {
			t.Errorf("%s: %s", text, d.Text)
		}
	}
}

func TestConformance(t *testing.T) {
	var file struct {
		Cases []struct {
			ID, Why, URL string
			Headers      map[string]string
			Want         struct {
				Select, Mode  string
				Must, MustNot []string
				Formats       map[string]string
				Pagination    map[string]string
			}
		}
	}
	conformance.JSON(t, "render/derive-cases.json", &file)
	root, err := jsonval.Parse(conformance.Read(t, "render/derive-cases.json"))
	if err != nil || len(file.Cases) != 24 {
		t.Fatalf("%d cases, %v", len(file.Cases), err)
	}
	for i, c := range file.Cases {
		source := Source{LinkNext: strings.Contains(c.Headers["Link"], `rel="next"`)}
		if _, query, ok := strings.Cut(c.URL, "?"); ok {
			for _, part := range strings.Split(query, "&") {
				name, value, _ := strings.Cut(part, "=")
				source.Query = append(source.Query, Param{name, value})
			}
		}
		d, err := Derive(root.Field("cases").At(i).Field("sample"), source)
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		r := d.Recipe
		var paths []string
		for _, f := range r.Fields {
			paths = append(paths, f.Path.String())
			if want := c.Want.Formats[f.Path.String()]; want != "" && want != f.Format.String() {
				t.Errorf("%s: %s is %s, want %s", c.ID, f.Path, f.Format, want)
			}
		}
		if r.Select.String() != c.Want.Select || r.Mode.String() != c.Want.Mode {
			t.Errorf("%s (%s): %s as %s, want %s as %s", c.ID, c.Why, r.Select, r.Mode, c.Want.Select, c.Want.Mode)
		}
		for _, path := range c.Want.Must {
			if !slices.Contains(paths, path) {
				t.Errorf("%s: %s is missing in %v", c.ID, path, paths)
			}
		}
		for path := range c.Want.Formats {
			if !slices.Contains(paths, path) {
				t.Errorf("%s: %s is missing in %v", c.ID, path, paths)
			}
		}
		for _, path := range c.Want.MustNot {
			if slices.Contains(paths, path) {
				t.Errorf("%s: %s is proposed", c.ID, path)
			}
		}
		var written map[string]any
		if err := json.Unmarshal(d.Text, &written); err != nil {
			t.Fatal(err)
		}
		pagination, _ := written["pagination"].(map[string]any)
		for member, want := range c.Want.Pagination {
			if got, _ := pagination[member].(string); got != want && !(member == "type" && want == "none" && pagination == nil) {
				t.Errorf("%s: pagination.%s is %q, want %q", c.ID, member, got, want)
			}
		}
	}
}

// Whatever the sample is, its draft is a valid recipe that renders it.
func FuzzDerive(f *testing.F) {
	for _, s := range []string{`[{"a":1}]`, `{"items":[{"a b":"x","\u0000":1}],"next":"/x"}`, `{"a":{"b":{"c":1},"d":{"c":2},"e":{"c":3}}}`, `[["}}"],[1]]`, `{"data":[{"attributes":{"x":null}}]}`, `{"edges":[{"node":{}}],"pageInfo":{"endCursor":null}}`, `[{"it's":1,"\\":2,"}}":3,"\ud800":4}]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := jsonval.ParseString(jsonval.DecodeUTF8([]byte(text)))
		if err != nil || v.Kind() != jsonval.Array && v.Kind() != jsonval.Object {
			return
		}
		if _, err := Derive(v, Source{Query: []Param{{"offset", "0"}, {"limit", "x"}}}); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	})
}

func BenchmarkDerive(b *testing.B) {
	item := `{"id":1,"title":"A","price":1.50,"url":"https://x.example/1","seller":{"name":"x"},"tags":["a"],"created_at":"2026-03-01"}`
	v, err := jsonval.ParseString(`{"items":[` + strings.Repeat(item+",", 999) + item + `]}`)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Derive(v, Source{}); err != nil {
			b.Fatal(err)
		}
	}
}
