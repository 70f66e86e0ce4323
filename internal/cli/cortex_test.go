package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/wield-run/wield/pkg/cortex"
	"github.com/wield-run/wield/pkg/jsonval"
)

// keepPages fills a store for a script: "keep STORE".
func keepPages(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: keep STORE")
	}
	s, err := cortex.Create(context.Background(), ts.MkAbs(args[0]))
	ts.Check(err)
	noon := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for _, r := range []cortex.Render{
		{Recipe: "products", Source: "https://api.example.com/items?page=1", Time: noon, Records: 2, Pages: []cortex.Page{
			{Title: "Product search", Markdown: "# Product search\n\n| Name | Price |\n| --- | ---: |\n| Red running shoe | 79.90 |\n| Blue \\*boot\\* | 120 |\n"}}},
		{Recipe: "articles", Source: "https://api.example.com/news", Time: noon.Add(time.Hour), Records: 2, Documents: true, Pages: []cortex.Page{
			{Markdown: "## Red shoes are back\n\n- **By:** Ann\n"},
			{Markdown: "## Weather\n\n- **By:** Eve \u202e\x1b[31m\n"}}},
	} {
		_, err := s.Put(context.Background(), r)
		ts.Check(err)
	}
	ts.Check(s.Close())
}

const indexed = `{"schemaVersion":1,"id":"items","name":"Items","select":"$.items","fields":{"Name":"name"},"index":"cortex"}`

// store is the file of a new store, and what is found in it.
type store struct {
	t    *testing.T
	path string
}

func newStore(t *testing.T) store { return store{t, filepath.Join(t.TempDir(), "new", "cortex.db")} }

func (s store) search(query string) jsonval.Value {
	s.t.Helper()
	code, out, errs := try(s.t.Context(), "", "wield-dev", "cortex", "search", query, "--store", s.path, "--format", "json")
	v, err := jsonval.ParseString(out)
	if code != 0 || err != nil {
		s.t.Fatalf("exits %d: %s%v", code, errs, err)
	}
	return v
}

// What is fetched is kept, each document as a page of its own.
func TestRenderIndexes(t *testing.T) {
	api := newService(t, map[string][]reply{
		"/items?page=1": {{body: `{"items":[{"name":"Red shoe"},{"name":"Blue boot"}]}`}},
		"/empty":        {{body: `{"items":[]}`}},
	})
	s := newStore(t)
	renderPages(t, api, indexed, "/items?page=1", "--cortex", s.path)
	documents := strings.Replace(indexed, `"id":"items"`, `"id":"docs","mode":"documents","title":"The {{name}}"`, 1)
	renderPages(t, api, documents, "/items?page=1#x", "--cortex", s.path)
	got := s.search("shoe").Field("results").Items()
	if len(got) != 2 {
		t.Fatalf("%d pages, want 2: %v", len(got), got)
	}
	byRecipe := map[string]jsonval.Value{}
	for _, hit := range got {
		byRecipe[hit.Field("recipe").Str()] = hit
		if source := hit.Field("source").Str(); source != "https://api.example/items?page=1" {
			t.Errorf("source %q", source)
		}
		if rendered, err := time.Parse(time.RFC3339, hit.Field("rendered").Str()); err != nil || time.Since(rendered).Abs() > time.Hour {
			t.Errorf("rendered %v, %v", rendered, err)
		}
	}
	for recipe, want := range map[string]string{
		"items": `["Items",null,2,"# Items\n\n| Name |\n| --- |\n| Red shoe |\n| Blue boot |\n"]`,
		"docs":  `["The Red shoe",1,2,"## The Red shoe\n\n- **Name:** Red shoe\n"]`,
	} {
		hit := byRecipe[recipe]
		is := jsonval.Stringify(jsonval.ArrayValue([]jsonval.Value{hit.Field("title"), hit.Field("document"), hit.Field("records"), hit.Field("markdown")}))
		if is != want {
			t.Errorf("%s: %s, want %s", recipe, is, want)
		}
	}
	renderPages(t, api, documents, "/empty", "--cortex", s.path)
	if got := jsonval.Stringify(s.search("shoe").Field("total")); got != "2" {
		t.Errorf("a render without documents changes another source's: %s pages", got)
	}
}

// Only a live run of a recipe that asks for it opens the store.
func TestRenderWithoutIndex(t *testing.T) {
	api := newService(t, map[string][]reply{"/items": {{body: `{"items":[{"name":"Red shoe"}]}`}}})
	s := newStore(t)
	t.Setenv("WIELD_CORTEX_PATH", s.path)
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	har := filepath.Join(dir, "traffic.har")
	renderPages(t, api, strings.Replace(indexed, "cortex", "none", 1), "/items", "--har", har)
	renderPages(t, api, strings.Replace(indexed, `,"index":"cortex"`, "", 1), "/items")
	for _, args := range [][]string{
		{file("r.json", indexed), file("answer.json", `{"items":[]}`)},
		{file("r.json", indexed), "-"},
		{file("r.json", indexed), "https://api.example/items", "--replay", har},
	} {
		if code, _, errs := try(t.Context(), `{"items":[]}`, "wield-dev", append([]string{"render"}, args...)...); code != 0 {
			t.Errorf("%q exits %d: %s", args, code, errs)
		}
	}
	if _, err := os.Stat(filepath.Dir(s.path)); err == nil {
		t.Error("the store was opened")
	}
}

// The value of a credential in the URL is in no file of the store, wherever the
// response repeats it.
func TestIndexHoldsNoSecrets(t *testing.T) {
	const secret = `T0ken-canary-4711`
	api := newService(t, map[string][]reply{"/items?api_key=" + secret + "&q=a": {{body: `{"items":[{"name":"you sent ` + secret + `"}]}`}}})
	s := newStore(t)
	recipe := strings.Replace(indexed, `"fields"`, `"mode":"documents","title":"{{name}}","fields"`, 1)
	for _, r := range []string{indexed, recipe} {
		renderPages(t, api, r, "/items?api_key="+secret+"&q=a", "--cortex", s.path)
	}
	hit := s.search("sent").Field("results").Items()[0]
	if got := hit.Field("source").Str() + " " + hit.Field("title").Str(); got != "https://api.example/items?api_key=[redacted]&q=a you sent [redacted]" {
		t.Errorf("%s", got)
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		data, err := os.ReadFile(s.path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(strings.ToLower(string(data)), "canary") {
			t.Errorf("cortex.db%s holds the secret", suffix)
		}
	}
	// It is forgotten by the URL as it was typed, and as it is listed.
	for _, url := range []string{"https://api.example/items?api_key=" + secret + "&q=a", "https://api.example/items?api_key=[redacted]&q=a"} {
		code, _, errs := try(t.Context(), "", "wield-dev", "cortex", "forget", url, "--store", s.path, "--yes")
		if code != 0 || errs != "forgot 1 page of https://api.example/items?api_key=[redacted]&q=a by items\n" {
			t.Errorf("exits %d: %s", code, errs)
		}
		renderPages(t, api, indexed, "/items?api_key="+secret+"&q=a", "--cortex", s.path)
	}
}

// A configuration that was found, and may have come with the folder, makes no
// store outside of it; one that is there is used.
func TestStoreOfAFoundConfiguration(t *testing.T) {
	api := newService(t, map[string][]reply{"/items": {{body: `{"items":[{"name":"Red shoe"}]}`}}})
	folder := t.TempDir()
	for _, dir := range []string{"project/deep", "other"} {
		if err := os.MkdirAll(filepath.Join(folder, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(folder, "project", "deep"))
	const config = "../.wield.yaml"
	for _, c := range []struct {
		path  string
		flags []string
		made  bool
	}{
		{"cortex.db", nil, true},
		{"kept/cortex.db", nil, true},
		{"../other/cortex.db", nil, false},
		{filepath.Join(folder, "other", "cortex.db"), nil, false},
		{"~/cortex.db", nil, false},
		{"../other/cortex.db", []string{"--config", config}, true},
		{"../other/cortex.db", nil, true}, // it is there now
	} {
		put(t, config, "cortex_path: "+c.path)
		t.Setenv("HOME", filepath.Join(folder, "other"))
		r := renderPages(t, api, indexed, "/items", c.flags...)
		warnings := jsonval.Stringify(r.meta.Field("warnings"))
		told := strings.Contains(warnings, "`cortex_path` of ") && strings.Contains(warnings, "leads out of its folder, where it makes no store")
		if r.code != 0 || (warnings == "[]") != c.made || told == c.made {
			t.Errorf("%s %q: exits %d: %s%s", c.path, c.flags, r.code, r.errs, warnings)
		}
	}
}

// A store that cannot be used is a warning; the render is as good as without.
func TestIndexFails(t *testing.T) {
	api := newService(t, map[string][]reply{"/items": {{body: `{"items":[{"name":"Red shoe"}]}`}}})
	folder := t.TempDir()
	text := filepath.Join(folder, "notes.txt")
	if err := os.WriteFile(text, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(folder, "damaged.db")
	s, err := cortex.Create(t.Context(), damaged)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(damaged)
	if err != nil {
		t.Fatal(err)
	}
	for i := 100; i < len(whole); i++ {
		whole[i] = 0x5a
	}
	if err := os.WriteFile(damaged, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		folder:  folder + ": this is a folder; the store is a file",
		text:    text + ": this is no store of rendered pages",
		damaged: damaged + ": the store is damaged; `wield-dev cortex forget --all` removes it",
	} {
		r := renderPages(t, api, indexed, "/items", "--cortex", path)
		if r.code != 0 || !strings.Contains(r.out, "Red shoe") {
			t.Errorf("%s: exits %d: %s", path, r.code, r.out)
		}
		want := `[{"code":"index","message":` + jsonval.Stringify(jsonval.StringValue("the output was not indexed: "+want)) + `,"count":1}]`
		if got := jsonval.Stringify(r.meta.Field("warnings")); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for _, args := range [][]string{{"list"}, {"search", "x"}, {"forget", "--recipe", "x", "--yes"}} {
		code, _, errs := try(t.Context(), "", "wield-dev", append([]string{"cortex", "--store", damaged}, args...)...)
		if code != 2 || errs != "wield-dev: "+damaged+": the store is damaged; `wield-dev cortex forget --all` removes it\n" {
			t.Errorf("%q exits %d: %s", args, code, errs)
		}
	}
	for _, want := range []string{"removed " + damaged + "\n", "the store is empty\n"} {
		code, _, errs := try(t.Context(), "", "wield-dev", "cortex", "--store", damaged, "forget", "--all", "--yes")
		if code != 0 || errs != want {
			t.Errorf("exits %d: %s, want %s", code, errs, want)
		}
	}
	if kept, err := os.ReadFile(text); err != nil || string(kept) != "mine" {
		t.Errorf("a file that is no store was touched: %q, %v", kept, err)
	}
}
