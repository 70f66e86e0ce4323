package registry

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/recipe"
)

// file makes a version of a recipe. Of the name, `v2` in front of .json makes
// an older version; more is text that makes the bytes others.
func file(t *testing.T, id string, version int, name, more string) File {
	t.Helper()
	text, err := os.ReadFile("../../recipes/example.de/search-tiles.json")
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.ReplaceAll(string(text), `"example.de/search-tiles"`, fmt.Sprintf("%q", id))
	changed = strings.Replace(changed, `"version": 1`, fmt.Sprintf(`"version": %d`, version), 1) + more
	r, _ := recipe.Load(name, []byte(changed))
	if r.ID != id || r.Version != version {
		t.Fatalf("%s is version %d of %q", name, r.Version, r.ID)
	}
	return NewFile(r, recipe.ParseFileName(filepath.Base(name)).Version == 0)
}

// build makes a registry that has to be right.
func build(t *testing.T, files ...File) *Registry {
	t.Helper()
	reg, faults := Build(files)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return reg
}

func texts(errs []error) string {
	var all []string
	for _, err := range errs {
		all = append(all, err.Error())
	}
	return strings.Join(all, "\n")
}

func TestIndex(t *testing.T) {
	b := file(t, "b.de/x", 1, "b/x.json", "")
	v1 := file(t, "a.de/x", 1, "x.v1.json", "")
	v2 := file(t, "a.de/x", 2, "x.json", "")
	same := file(t, "a.de/x", 2, "x.v2.json", "") // the current version may have its own file too
	reg := build(t, b, v2, same, v1)
	text, err := reg.Index.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	entry := `"effect":"read","requires_login":false,"capabilities":["html_json"],"origins":["https://www.example.de"],"versions":[`
	version := func(n int, f File) string {
		return fmt.Sprintf(`{"version":%d,"hash":"%s","capabilities":["html_json"]}`, n, Hash(f.Text))
	}
	want := `{"version":1,"recipes":[` + "\n" +
		`{"id":"a.de/x","version":2,"hash":"` + Hash(v2.Text) + `",` + entry + version(1, v1) + "," + version(2, v2) + "]},\n" +
		`{"id":"b.de/x","version":1,"hash":"` + Hash(b.Text) + `",` + entry + version(1, b) + "]}\n]}\n"
	if string(text) != want {
		t.Errorf("\ngot  %s\nwant %s", text, want)
	}
	again, err := build(t, v1, same, v2, b).Index.Bytes()
	if err != nil || string(again) != want {
		t.Errorf("the order of the files counts: %s, %v", again, err)
	}
	parsed, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if !parsed.Has("a.de/x", 1, Hash(v1.Text)) || parsed.Has("a.de/x", 2, Hash(v1.Text)) || parsed.Has("a.de/x", 3, Hash(v1.Text)) || parsed.Has("c.de/x", 1, Hash(v1.Text)) {
		t.Error("Has")
	}
	if text, _ := build(t).Index.Bytes(); string(text) != "{\"version\":1,\"recipes\":[]}\n" {
		t.Errorf("of nothing: %s", text)
	}
}

func TestHash(t *testing.T) {
	if got := Hash([]byte("abc")); got != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Error(got)
	}
}

func TestBuildFaults(t *testing.T) {
	for _, c := range []struct {
		name  string
		files []File
		want  string
	}{
		{"two files of one recipe", []File{file(t, "a.de/x", 1, "1/x.json", ""), file(t, "a.de/x", 1, "2/x.json", "")},
			"1/x.json and 2/x.json are both the recipe a.de/x"},
		{"two files of one version", []File{file(t, "a.de/x", 2, "x.json", ""), file(t, "a.de/x", 1, "1/x.v1.json", ""), file(t, "a.de/x", 1, "2/x.v1.json", " ")},
			"1/x.v1.json and 2/x.v1.json are both version 1 of a.de/x, and differ"},
		{"other bytes of the current version", []File{file(t, "a.de/x", 1, "x.json", ""), file(t, "a.de/x", 1, "x.v1.json", " ")},
			"x.json and x.v1.json are both version 1 of a.de/x, and differ"},
		{"no current version", []File{file(t, "a.de/x", 1, "x.v1.json", "")},
			"x.v1.json is an older version, but the current one is missing"},
		{"a higher version", []File{file(t, "a.de/x", 1, "x.json", ""), file(t, "a.de/x", 2, "x.v2.json", "")},
			"x.json is version 1, but a version 2 stands beside it"},
		{"a missing version", []File{file(t, "a.de/x", 3, "x.json", ""), file(t, "a.de/x", 1, "x.v1.json", "")},
			"x.json is version 3, but version 2 is missing"},
		{"a device", []File{file(t, "a.de/con", 1, "con.json", "")},
			`con.json: a.de/con: Windows cannot have a file named "con"`},
		{"a site like a device", []File{file(t, "com1.de/x", 1, "x.json", "")},
			`x.json: com1.de/x: Windows cannot have a file named "com1.de"`},
		{"a path", []File{file(t, "a.de/../x", 1, "x.json", "")},
			`x.json: "a.de/../x" is no id of a recipe`},
		{"a name with a control", []File{file(t, "a.de/x", 1, "x.v1.json", ""), file(t, "A.de/x", 1, "\x1b.json", "")},
			`\u{1B}.json: "A.de/x" is no id of a recipe` + "\nx.v1.json is an older version, but the current one is missing"},
	} {
		if _, faults := Build(c.files); texts(faults) != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.name, texts(faults), c.want)
		}
	}
}

func TestIDs(t *testing.T) {
	for id, want := range map[string]bool{
		"example.de/search-items": true, "a/b": true, "xn--bcher-kva.de/x2": true, "common.de/console": true, "com.de/lpt": true,
		"az09.de/za90": true, "a/" + strings.Repeat("b", 253): true, "a/" + strings.Repeat("b", 254): false,
		"": false, "a": false, "a/": false, "/b": false, "a/b/c": false, "a/B": false, "A/b": false, "a/-b": false, "a/b-": false,
		"a./b": false, ".a/b": false, "a..b/c": false, "a/b.c": false, "../b": false, "a/é": false, "a\x00/b": false, "a/ b": false, "a-.de/b": false,
		"nul/b": false, "a/aux": false, "a/lpt9": false, "con.de/x": false, "prn.x.de/a": false,
	} {
		if got := checkID(id) == nil; got != want {
			t.Errorf("%q is an id: %v", id, got)
		}
	}
}

// Whatever an index says, it is spelt in one way.
func TestParse(t *testing.T) {
	reg := build(t, file(t, "a.de/x", 2, "x.json", ""), file(t, "a.de/x", 1, "x.v1.json", ""), file(t, "b.de/x", 1, "b.json", ""))
	text, err := reg.Index.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	good := string(text)
	hash := reg.Index.Recipes[1].Hash
	const respelt = "the index is not spelt as an index is written; it was changed"
	for _, c := range []struct{ old, new, want string }{
		{"", "", ""},
		{`{"version":1,"recipes"`, `{"version":2,"recipes"`, "the index has the format version 2, and this program reads version 1"},
		{`"effect":"read"`, `"Effect":"read"`, respelt},
		{`"effect":"read"`, `"effect":"write","effect":"read"`, respelt},
		{`"effect":"read"`, `"effect":"read","note":1`, respelt},
		{`"effect":"read"`, `"effect": "read"`, respelt},
		{`"effect":"read"`, `"effect":"none"`, `a.de/x: the effect "none" is not known`},
		{"]}\n]}\n", "]}\n]}\n{}", "the index is not JSON of the right form: invalid character '{' after top-level value"},
		{`"id":"b.de/x"`, `"id":"a.de/x"`, "the index is not sorted: a.de/x follows a.de/x"},
		{`"id":"b.de/x"`, `"id":"../x"`, `"../x" is no id of a recipe`},
		{`"id":"b.de/x","version":1`, `"id":"b.de/x","version":2`, "b.de/x: the index gives version 2, but the last that it lists is another"},
		{hash, "../" + hash[3:], "b.de/x: the index gives version 1, but the last that it lists is another"},
		{`"versions":[{"version":1,`, `"versions":[{"version":2,`, "a.de/x: the index lists version 2 where version 1 belongs"},
	} {
		_, err := parse([]byte(strings.Replace(good, c.old, c.new, 1)))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.new, got, c.want)
		}
	}
	_, err = parse([]byte(strings.ReplaceAll(good, hash, "../"+hash[3:])))
	if err == nil || err.Error() != "b.de/x: the hash of version 1 is no SHA-256" {
		t.Error(err)
	}
}

func TestCompare(t *testing.T) {
	index := func(files ...File) *Index { return build(t, files...).Index }
	v1, v2 := file(t, "a.de/x", 1, "x.v1.json", ""), file(t, "a.de/x", 2, "x.json", "")
	current1 := file(t, "a.de/x", 1, "x.json", "")
	other := file(t, "a.de/x", 1, "x.json", "\n")
	another := file(t, "b.de/x", 1, "b/x.json", "")
	for _, c := range []struct {
		name           string
		earlier, later *Index
		want, gone     string
	}{
		{"the same", index(current1), index(current1), "", ""},
		{"an update", index(current1), index(v1, v2), "", ""},
		{"a new recipe", index(current1), index(current1, another), "", ""},
		{"a recipe that is gone", index(current1, another), index(current1), "", "b.de/x"},
		{"a lower version", index(v1, v2), index(current1), "a.de/x: version 2 was published, and this is version 1", ""},
		{"other bytes", index(current1), index(other), "a.de/x: version 1 was published with other bytes (SHA-256 " + Hash(current1.Text) + "); give the change a new version", ""},
		{"other bytes of an older version", index(current1), index(file(t, "a.de/x", 1, "x.v1.json", " "), v2), "a.de/x: version 1 was published with other bytes (SHA-256 " + Hash(current1.Text) + "); give the change a new version", ""},
	} {
		faults, gone := Compare(c.earlier, c.later)
		if texts(faults) != c.want || strings.Join(gone, " ") != c.gone {
			t.Errorf("%s\ngot  %s, %q\nwant %s, %q", c.name, texts(faults), gone, c.want, c.gone)
		}
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "public")
	v1 := file(t, "a.de/x", 1, "x.json", "")
	first := build(t, v1, file(t, "b.de/x", 1, "b/x.json", ""))
	if err := first.Write(t.Context(), dir, []byte("signature")); err != nil {
		t.Fatal(err)
	}
	c, faults, err := Verify(dir)
	if err != nil || len(faults) > 0 || c.Files != 2 || string(c.Signature) != "signature" || len(c.Index.Recipes) != 2 {
		t.Fatalf("%+v %v %v", c, faults, err)
	}
	// The next one takes its place, with nothing left of the first.
	if err := build(t, v1).Write(t.Context(), dir, nil); err != nil {
		t.Fatal(err)
	}
	want := []string{Hash(v1.Text) + ".json", IndexName}
	if got := names(t, dir); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if got := names(t, filepath.Dir(dir)); !slices.Equal(got, []string{"public"}) {
		t.Errorf("beside it: %q", got)
	}
	if c, faults, err := Verify(dir); err != nil || len(faults) > 0 || c.Signature != nil {
		t.Errorf("%+v %v %v", c, faults, err)
	}
	previous, err := Previous(dir)
	if err != nil || len(previous.Recipes) != 1 {
		t.Errorf("%+v, %v", previous, err)
	}
	// Where it cannot be written, the first one stays, and nothing beside it.
	blocked := filepath.Join(t.TempDir(), "public")
	if err := os.WriteFile(blocked, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := first.Write(t.Context(), filepath.Join(blocked, "x"), nil); err == nil {
		t.Error("a folder below a file")
	}
	// Nor is there anything of one that is interrupted.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := first.Write(ctx, dir, nil); err != context.Canceled {
		t.Error(err)
	}
	if got := append(names(t, dir), names(t, filepath.Dir(dir))...); !slices.Equal(got, append(want, "public")) {
		t.Errorf("got %q", got)
	}
}

func TestPreviousRefuses(t *testing.T) {
	base := t.TempDir()
	hash := strings.Repeat("a", 64)
	for _, c := range []struct {
		name, file, want string
	}{
		{"empty", "", ""},
		{"other", "notes.txt", `a registry is a folder of its own, and this one has "notes.txt" in it`},
		{"case", strings.ToUpper(hash) + ".json", `a registry is a folder of its own, and this one has "` + strings.ToUpper(hash) + `.json" in it`},
		{"half", hash + ".json", "index.json: no such file or directory"},
	} {
		dir := filepath.Join(base, c.name)
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if c.file != "" {
			if err := os.WriteFile(filepath.Join(dir, c.file), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		x, err := Previous(dir)
		if x != nil || (err == nil) != (c.want == "") || err != nil && !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v, %v", c.name, x, err)
		}
	}
	if x, err := Previous(filepath.Join(base, "none")); x != nil || err != nil {
		t.Errorf("none: %v, %v", x, err)
	}
	link := filepath.Join(base, "link")
	if err := os.Symlink(filepath.Join(base, "empty"), link); err != nil {
		t.Skip("no symbolic links here")
	}
	if _, err := Previous(link); err == nil || !strings.HasSuffix(err.Error(), "this is no folder; a registry is a folder of its own") {
		t.Errorf("a link: %v", err)
	}
}

// Every kind of tampering is found, and said of the right file.
func TestVerifyFindsTampering(t *testing.T) {
	v1 := file(t, "a.de/x", 1, "x.v1.json", "")
	reg := build(t, v1, file(t, "a.de/x", 2, "x.json", ""))
	hash := Hash(v1.Text)
	path := hash + ".json"
	for _, c := range []struct {
		name   string
		tamper func(dir string) error
		want   []string // what each fault says
	}{
		{"a changed byte", func(dir string) error {
			text := slices.Clone(v1.Text)
			text[100] ^= 1
			return os.WriteFile(filepath.Join(dir, path), text, 0o666)
		}, []string{"version 1 of a.de/x: ", "the bytes were changed; their SHA-256 is "}},
		{"a missing file", func(dir string) error { return os.Remove(filepath.Join(dir, path)) },
			[]string{"version 1 of a.de/x: ", "no such file"}},
		{"one more file", func(dir string) error { return os.WriteFile(filepath.Join(dir, "x.json"), nil, 0o666) },
			[]string{"x.json: the index does not list this file"}},
		{"a link", func(dir string) error {
			at := filepath.Join(dir, path)
			return errors.Join(os.Rename(at, filepath.Join(filepath.Dir(dir), "moved")), os.Symlink("../moved", at))
		}, []string{"version 1 of a.de/x: ", "this is a symbolic link"}},
		{"no index", func(dir string) error { return os.Remove(filepath.Join(dir, IndexName)) },
			[]string{"index.json: no such file"}},
		{"a signature that is a folder", func(dir string) error { return os.Mkdir(filepath.Join(dir, SignatureName), 0o777) },
			[]string{"this is a folder"}},
	} {
		dir := filepath.Join(t.TempDir(), "public")
		if err := reg.Write(t.Context(), dir, nil); err != nil {
			t.Fatal(err)
		}
		if err := c.tamper(dir); err != nil {
			t.Fatal(err)
		}
		_, faults, err := Verify(dir)
		if err != nil || len(faults) != 1 {
			t.Errorf("%s: %v, %v", c.name, faults, err)
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(faults[0].Error(), part) {
				t.Errorf("%s: %v", c.name, faults[0])
			}
		}
	}
	if _, _, err := Verify(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no folder")
	}
}

// FuzzParse: what is read as an index is written as the same bytes, and names
// no file outside of its folder.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"version":1,"recipes":[]}`))
	hash := strings.Repeat("0", 64)
	f.Add([]byte(`{"version":1,"recipes":[` + "\n" + `{"id":"a/b","version":1,"hash":"` + hash + `","effect":"read","requires_login":false,"capabilities":[],"origins":[],"versions":[{"version":1,"hash":"` + hash + `","capabilities":[]}]}` + "\n]}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		x, err := parse(text)
		if err != nil {
			return
		}
		again, err := x.Bytes()
		if err != nil || string(again) != string(text) {
			t.Errorf("%s, %v", again, err)
		}
		for _, r := range x.Recipes {
			for _, v := range r.Versions {
				if !filepath.IsLocal(fileName(v.Hash)) || !ownName(fileName(v.Hash)) {
					t.Errorf("the file %q", fileName(v.Hash))
				}
			}
		}
	})
}

func BenchmarkBuild(b *testing.B) {
	text, err := os.ReadFile("../../recipes/example.de/search-tiles.json")
	if err != nil {
		b.Fatal(err)
	}
	r, _ := recipe.Load("x.json", text)
	var files []File
	for i := range 1000 {
		r.ID = fmt.Sprintf("s%d.de/x", i)
		files = append(files, NewFile(r, true))
	}
	b.ReportAllocs()
	for b.Loop() {
		reg, _ := Build(files)
		if _, err := reg.Index.Bytes(); err != nil {
			b.Fatal(err)
		}
	}
}

// A link to a registry, as it is set to the latest one, is looked through; the
// files in it are not.
func TestVerifyThroughALink(t *testing.T) {
	base := t.TempDir()
	dir, link := filepath.Join(base, "v1"), filepath.Join(base, "latest")
	reg := build(t, file(t, "a.de/x", 1, "x.json", ""))
	if err := reg.Write(t.Context(), dir, nil); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("v1", link); err != nil {
		t.Skip("no symbolic links here")
	}
	if c, faults, err := Verify(link); err != nil || len(faults) > 0 || c.Files != 1 {
		t.Errorf("%d files, %v, %v", c.Files, faults, err)
	}
	if _, _, err := Verify(filepath.Join(dir, "index.json")); err == nil {
		t.Error("a file is taken for a registry")
	}
}
