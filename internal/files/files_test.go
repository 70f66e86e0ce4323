package files

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const site = `{"schema": "https://wield.run/schema/recipe/v1.json"}`

// tree makes files in a new folder, and makes it the working folder.
func tree(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	put(t, files)
}

func put(t *testing.T, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func names(s *Set) []string {
	var names []string
	for _, f := range s.Files {
		names = append(names, f.Name)
	}
	return names
}

// want finds files and compares their names, which are in one string.
func want(t *testing.T, args string, o Options, want string) *Set {
	t.Helper()
	set, err := Find(context.Background(), strings.Fields(args), o)
	if err != nil {
		t.Errorf("%q: %v", args, err)
		return nil
	}
	if got := names(set); !slices.Equal(got, strings.Fields(want)) {
		t.Errorf("%q\ngot  %v\nwant %s", args, got, want)
	}
	return set
}

func wantError(t *testing.T, args string, o Options, want string) {
	t.Helper()
	set, err := Find(context.Background(), strings.Fields(args), o)
	if err == nil {
		t.Errorf("%q: found %v, want the error %s", args, names(set), want)
	} else if err.Error() != want {
		t.Errorf("%q\ngot  %s\nwant %s", args, err, want)
	}
}

func TestFolders(t *testing.T) {
	tree(t, map[string]string{
		"recipes/a.de/one.json":    `{}`, // its place makes it a recipe
		"recipes/a.de/one.v1.json": `not JSON`,
		"recipes/a.de/one.har":     site,
		"recipes/.wield.json":      `{}`,
		"recipes/.hidden/x.json":   site,
		"recipes/.x.json":          site, // a hidden file is looked at
		"other/site.json":          site,
		"other/markdown.json":      ` { "name": "x", "schemaVersion" : 1 }`,
		"other/broken.json":        `{"schemaVersion": 1,, }`,
		"other/package.json":       `{"name": "x", "config": {"schemaVersion": 1}, "schema": "https://json-schema.org/"}`,
		"other/list.json":          `[{"schemaVersion": 1}]`,
		"other/value.json":         `{"a": "schemaVersion", "b": ["schema", "https://wield.run/schema/recipe/v1.json"]}`,
		"other/escaped.json":       `{"schema": "https:\/\/wield.run\/schema\/recipe\/v9.json"}`,
		"other/site.JSON":          site,
		"none/a.json":              `{}`,
	})
	want(t, "", Options{}, "recipes/.x.json recipes/a.de/one.json recipes/a.de/one.v1.json")
	want(t, "other/", Options{}, "other/broken.json other/escaped.json other/markdown.json other/site.json")
	want(t, ".", Options{}, "other/broken.json other/escaped.json other/markdown.json other/site.json recipes/.x.json recipes/a.de/one.json recipes/a.de/one.v1.json")
	want(t, "none/a.json other/package.json", Options{}, "none/a.json other/package.json") // named
	want(t, "recipes recipes/a.de/one.json ./recipes/a.de", Options{}, "recipes/.x.json recipes/a.de/one.json recipes/a.de/one.v1.json")
	wantError(t, "none", Options{}, "none: there is no recipe in this folder")
	wantError(t, "other none", Options{}, "none: there is no recipe in this folder")
	wantError(t, "recipes/a.de/noe.json", Options{}, "recipes/a.de/noe.json: there is no such file or folder; did you mean `recipes/a.de/one.json`?")
	wantError(t, "nowhere/x.json", Options{}, "nowhere/x.json: there is no such file or folder")
	t.Chdir("recipes/a.de")
	want(t, "", Options{}, "one.json one.v1.json") // the place counts, not the name
}

func TestNoRecipesFolder(t *testing.T) {
	tree(t, map[string]string{"x/site.json": site, "recipes": "a file"})
	want(t, "", Options{}, "x/site.json")
}

func TestPlace(t *testing.T) {
	tree(t, map[string]string{"recipes/a.de/one.json": site})
	dir, _ := os.Getwd()
	set := want(t, "recipes", Options{}, "recipes/a.de/one.json")
	if got := set.Files[0]; got.Named || got.Place != filepath.ToSlash(dir)+"/recipes/a.de/one.json" {
		t.Errorf("%+v", got)
	}
	set = want(t, "./recipes/../recipes/a.de/one.json", Options{}, "recipes/a.de/one.json")
	if !set.Files[0].Named {
		t.Error("not named")
	}
}

func TestStdin(t *testing.T) {
	tree(t, map[string]string{"a.json": site})
	set := want(t, "-", Options{Stdin: strings.NewReader("text")}, "-")
	if f := set.Files[0]; f.Place != "" || !f.Named {
		t.Errorf("%+v", f)
	}
	text, err := set.Files[0].Read(context.Background())
	if err != nil || string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
	set = want(t, "- a.json", Options{StdinName: "recipes/a.de/x.json"}, "a.json recipes/a.de/x.json")
	if !strings.HasSuffix(set.Files[1].Place, "/recipes/a.de/x.json") {
		t.Errorf("%+v", set.Files[1])
	}
	wantError(t, "- -", Options{}, "-: standard input can be read once only")
}

func TestReadStopsWithTheContext(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ReadInput(ctx, "-", r, 10); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

func TestReadInput(t *testing.T) {
	tree(t, map[string]string{"a.txt": "12345", "d/x": ""})
	for _, c := range []struct {
		name  string
		limit int64
		want  string
	}{
		{"a.txt", 5, "12345"},
		{"a.txt", 4, "a.txt: there is more to read than the 4 bytes that are allowed"},
		{"-", 5, "stdin"},
		{"-", 4, "-: there is more to read than the 4 bytes that are allowed"},
		{"d", 5, "d: this is a folder"},
		{"b.txt", 5, "b.txt: there is no such file or folder; did you mean `a.txt`?"},
	} {
		data, err := ReadInput(context.Background(), c.name, strings.NewReader("stdin"), c.limit)
		got := string(data)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestReadIsBounded(t *testing.T) {
	tree(t, map[string]string{"big.json": ""})
	if err := os.Truncate("big.json", MaxSize+1); err != nil {
		t.Fatal(err)
	}
	set := want(t, "big.json", Options{}, "big.json")
	if _, err := set.Files[0].Read(context.Background()); err == nil || err.Error() != "big.json: there is more to read than the 16 MiB that are allowed" {
		t.Errorf("got %v", err)
	}
}

func TestWalkEndsWithTheContext(t *testing.T) {
	tree(t, map[string]string{"recipes/a.json": site})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Find(ctx, nil, Options{}); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

func TestDeepFolders(t *testing.T) {
	tree(t, map[string]string{"d/" + strings.Repeat("x/", maxDepth+5) + "a.json": site})
	_, err := Find(context.Background(), []string{"d"}, Options{})
	if err == nil || !strings.HasSuffix(err.Error(), ": folders are nested too deeply here") {
		t.Errorf("got %v", err)
	}
}

func FuzzLooksLikeRecipe(f *testing.F) {
	f.Add([]byte(site))
	f.Add([]byte(`{"schemaVersion":1}`))
	f.Add([]byte(`{"a":"\\", "schema`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if looksLikeRecipe(text) && !strings.Contains(string(text), `"schema`) {
			t.Error("a recipe without the word")
		}
	})
}
