//go:build unix

package cli

import (
	"cmp"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// writers are the commands that write files. FILE is the file where the command
// names it, SHOP the flag that leads to the demo shop.
func writers() []struct{ command, file string } {
	const replayed = "recipes/example.de/search-items.json --replay recipes/example.de/search-items.har"
	const drafted = "wield-dev new example.de/bikes --dir drafts --force --from-har recipes/example.de/search-items.har --find Stadtfahrrad"
	return []struct{ command, file string }{
		{"wield-dev run recipes/example.de/search-items.json --har FILE SHOP", ""},
		{"wield-dev run " + replayed + " --report FILE", ""},
		{"wield-dev render rows.json answer.json --records FILE", ""},
		{"wield-dev render rows.json answer.json --report FILE", ""},
		{"wield-dev render rows.json https://api.example.de/v2/search?q=fahrrad --har FILE SHOP", ""},
		{"wield-dev derive https://api.example.de/v2/search?q=fahrrad --har FILE SHOP", ""},
		{"wield-dev validate recipes --format json=FILE", ""},
		{"wield-dev lint recipes --format sarif=FILE", ""},
		{"wield-dev test recipes --replay --format junit=FILE", ""},
		{"wield-dev validate --fix mend/items.json", "mend/items.json"},
		{"wield-dev fmt mend/layout.json", "mend/layout.json"},
		{"wield-dev test mend/search-items.json --update --yes SHOP", "mend/search-items.har"},
		{drafted, "drafts/example.de/bikes.json"},
		{"wield-dev man --out mend", "mend/wield-dev.1"},
		{"wield-build keygen --no-password mend/new.key", "mend/new.key"},
		{"wield-build index recipes --out registry", "registry"},
	}
}

// folderToWriteIn makes what the writers work on in a new working folder, and
// gives the flag for SHOP.
func folderToWriteIn(t *testing.T) string {
	t.Helper()
	read := func(name string) string {
		text, err := os.ReadFile("../../recipes/example.de/search-items" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	recipe, har := read(".json"), read(".har")
	shop := "--map-origin https://api.example.de=" + newDemo(t).origins["https://api.example.de"]
	dir := t.TempDir()
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil { // also for another user
		t.Fatal(err)
	}
	t.Chdir(dir)
	for name, text := range map[string]string{
		"recipes/example.de/search-items.json": recipe,
		"recipes/example.de/search-items.har":  har,
		"rows.json":                            `{"schemaVersion":1,"name":"N","select":"results","fields":{"Title":"title"}}`,
		"answer.json":                          `{"results":[{"title":"Stadtfahrrad"}]}`,
		"mend/items.json":                      strings.Replace(recipe, `"effect": "read",`, `"effect":  'read',`, 1),
		"mend/layout.json":                     strings.Replace(recipe, `"effect": "read",`, `"effect":  "read",`, 1),
		"mend/search-items.json":               recipe,
		"mend/search-items.har":                "{}",
		"mend/wield-dev.1":                     "earlier",
		"drafts/example.de/bikes.json":         "{}",
		"drafts/example.de/bikes.har":          "{}",
		"out/file":                             "earlier",
		"text":                                 "a file",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, stderr := invoke(t, "wield-build", "index", "recipes", "--out", "registry"); code != 0 {
		t.Fatal(stderr)
	}
	return shop
}

// contents are the files below the working folder, with what is in them.
func contents(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			all[path] = "a folder"
			return err
		}
		text, err := os.ReadFile(path)
		all[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// onFullDisk runs a program that can write to no file. It is one of its own, as
// the limit is that of a whole process.
func onFullDisk(t testing.TB, program string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	cmd := exec.Command("sh", append([]string{"-c", `ulimit -f 0 && exec "$0" "$@"`, program}, args...)...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// readOnly takes away the right to write into any folder below this one.
func readOnly(t *testing.T) (undo func()) {
	t.Helper()
	change := func(mode fs.FileMode) {
		for name, text := range contents(t) {
			if text == "a folder" {
				if err := os.Chmod(name, mode); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	change(0o555)
	if os.Geteuid() != 0 {
		return func() { change(0o755) }
	}
	become := func(uid int) { // to root, no folder is closed
		if err := syscall.Seteuid(uid); err != nil {
			t.Fatal(err)
		}
	}
	become(65534)
	return func() { become(0); change(0o755) }
}

// Whatever keeps a command from writing its file: what was there before stays,
// nothing else is left, and one sentence says why.
func TestFilesThatCannotBeWritten(t *testing.T) {
	type program func(t testing.TB, program string, args ...string) (code int, stdout, stderr string)
	for _, fault := range []struct {
		name  string
		file  string                        // FILE
		named bool                          // only where the command names the file
		begin func(*testing.T) (end func()) // nil: it is there anyway
		run   program
		why   string
	}{
		{"no such folder", "nowhere/file", true, nil, invoke, "no such file or directory"},
		{"a file in place of the folder", "text/file", true, nil, invoke, "not a directory"},
		{"a folder of that name", "out", true, nil, invoke, "this is a folder"},
		{"the disk is full", "out/file", false, nil, onFullDisk, "file too large"},
		{"the folder is read-only", "out/file", false, readOnly, invoke, "permission denied"},
	} {
		t.Run(fault.name, func(t *testing.T) {
			shop := folderToWriteIn(t)
			before := contents(t)
			for _, w := range writers() {
				if fault.named && w.file != "" {
					continue
				}
				file := cmp.Or(w.file, fault.file)
				args := strings.Fields(strings.NewReplacer("FILE", file, "SHOP", shop).Replace(w.command))
				end := func() {}
				if fault.begin != nil {
					end = fault.begin(t)
				}
				code, _, stderr := fault.run(t, args[0], args[1:]...)
				end()
				lines := strings.Split(strings.TrimSuffix(stderr, "\n"), "\n")
				if want := args[0] + ": " + file + ": " + fault.why; code != 2 || lines[len(lines)-1] != want {
					t.Errorf("%s exits %d\n%s\nwant %s", w.command, code, stderr, want)
				}
				if after := contents(t); !maps.Equal(before, after) {
					for name, text := range after {
						if old, ok := before[name]; !ok || old != text {
							t.Errorf("%s leaves %s: %.100q", w.command, name, text)
						}
					}
					for name := range before {
						if _, ok := after[name]; !ok {
							t.Errorf("%s removes %s", w.command, name)
						}
					}
					before = after
				}
			}
		})
	}
}

// Each of the commands does write its file where nothing keeps it from that,
// and puts it where a link leads to.
func TestFilesAreWritten(t *testing.T) {
	shop := folderToWriteIn(t)
	if err := os.Symlink("file", "out/link"); err != nil {
		t.Fatal(err)
	}
	for _, w := range writers() {
		file := cmp.Or(w.file, "out/file")
		before := contents(t)[file]
		args := strings.Fields(strings.NewReplacer("FILE", "out/link", "SHOP", shop).Replace(w.command))
		code, _, stderr := invoke(t, args[0], args[1:]...)
		if code != 0 {
			t.Errorf("%s exits %d\n%s", w.command, code, stderr)
		}
		if after := contents(t)[file]; after == "" || after == before && file != "registry" {
			t.Errorf("%s leaves %.100q in %s", w.command, after, file)
		}
		if to, err := os.Readlink("out/link"); err != nil || to != "file" {
			t.Errorf("%s leaves no link: %v", w.command, err)
		}
	}
}

// On a full disk the local store stays what it was: a render only warns, and
// what was to be forgotten is still there, which is said.
func TestStoreOnAFullDisk(t *testing.T) {
	api := newService(t, map[string][]reply{"/items": {{body: `{"items":[{"name":"Red shoe"}]}`}}, "/more": {{body: `{"items":[{"name":"Blue shoe"}]}`}}})
	s := newStore(t)
	renderPages(t, api, indexed, "/items", "--cortex", s.path)
	code, stdout, stderr := onFullDisk(t, "wield-dev", "render", recipeFile(t, indexed), "https://api.example/more", "--cortex", s.path, "--map-origin", "https://api.example="+api.URL)
	if code != 0 || !strings.Contains(stdout, "Blue shoe") || strings.Count(stderr, "the output was not indexed: "+s.path+": ") != 1 {
		t.Errorf("render exits %d\n%s%s", code, stdout, stderr)
	}
	code, _, stderr = onFullDisk(t, "wield-dev", "cortex", "forget", "--recipe", "items", "--yes", "--store", s.path)
	if code != 2 || strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "wield-dev: "+s.path+": ") {
		t.Errorf("forget exits %d\n%s", code, stderr)
	}
	if red, blue := s.search("red").Field("total"), s.search("blue").Field("total"); red.Float() != 1 || blue.Float() != 0 {
		t.Errorf("%v red, %v blue", red, blue)
	}
}
