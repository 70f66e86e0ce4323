package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

// write makes a folder with files, and makes it the working folder.
func write(t *testing.T, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

const (
	inYAML = `select: [S, T1]
max_warnings: 0
color: never
quiet: true
jobs: 3
format:
  - text
  - sarif=out.sarif
ignore:
  - codes: [S7, T2]
    paths: ["recipes/example.de/**", "!recipes/example.de/keep.json"]
    reason: the site has no other way
`
	inTOML = `select = ["S", "T1"]
max_warnings = 0
color = "never"
quiet = true
jobs = 3
format = ["text", "sarif=out.sarif"]

[[ignore]]
codes = ["S7", "T2"]
paths = ["recipes/example.de/**", "!recipes/example.de/keep.json"]
reason = "the site has no other way"
`
	inJSON = `{
  "select": ["S", "T1"],
  "max_warnings": 0,
  "color": "never",
  "quiet": true,
  "jobs": 3,
  "format": ["text", "sarif=out.sarif"],
  "ignore": [{
    "codes": ["S7", "T2"],
    "paths": ["recipes/example.de/**", "!recipes/example.de/keep.json"],
    "reason": "the site has no other way"
  }]
}
`
)

func TestThreeLanguages(t *testing.T) {
	for name, text := range map[string]string{".wield.yaml": inYAML, ".wield.toml": inTOML, ".wield.json": inJSON} {
		t.Run(name, func(t *testing.T) {
			write(t, map[string]string{name: text})
			c, err := Load(Options{Search: true})
			if err != nil {
				t.Fatal(err)
			}
			want := Config{
				File: name, Select: []string{"S", "T1"}, Format: []string{"text", "sarif=out.sarif"},
				MaxWarnings: 0, Color: "never", Quiet: true, Jobs: 3,
				Ignore: []Ignore{{
					Codes:  []string{"S7", "T2"},
					Paths:  []string{"recipes/example.de/**", "!recipes/example.de/keep.json"},
					Reason: "the site has no other way",
				}},
			}
			got := c
			got.ignored, got.folder, got.from, got.found = nil, "", nil, false
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			for _, q := range []struct {
				code, file string
				want       bool
			}{
				{"T2", "recipes/example.de/search.json", true},
				{"S7/url", "recipes/example.de/search.json", true}, // a sub-check of S7
				{"S7x", "recipes/example.de/search.json", false},
				{"s7", "recipes/example.de/search.json", false},
				{"T1", "recipes/example.de/search.json", false},
				{"T2", "recipes/example.de/keep.json", false},
				{"T2", "recipes/other.de/search.json", false},
				{"T2", "../recipes/example.de/search.json", false},
			} {
				reason, ok := c.Ignored(q.code, filepath.FromSlash(q.file))
				if ok != q.want || ok && reason != "the site has no other way" {
					t.Errorf("Ignored(%s, %s) = %q, %v", q.code, q.file, reason, ok)
				}
			}
		})
	}
}

func TestNothing(t *testing.T) {
	write(t, nil)
	c, err := Load(Options{Search: true})
	if err != nil || c.MaxWarnings != NoLimit || c.File != "" {
		t.Errorf("%+v, %v", c, err)
	}
	if _, ok := c.Ignored("T1", "a.json"); ok {
		t.Error("ignored without a configuration")
	}
}

func TestEmptyFile(t *testing.T) {
	for _, name := range []string{".wield.yaml", ".wield.toml"} {
		write(t, map[string]string{name: "# nothing yet\n"})
		if c, err := Load(Options{Search: true}); err != nil || c.File != name {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
	}
}

func TestNearestFileUpTheTree(t *testing.T) {
	write(t, map[string]string{
		".wield.yaml":     "jobs: 1\nignore: [{codes: T1, paths: a/x.json, reason: r}]",
		"a/.wield.json":   `{"jobs": 2}`,
		"a/b/c/some.json": "{}",
	})
	root, _ := os.Getwd()
	for _, c := range []struct {
		dir, file string
		jobs      int
	}{
		{".", ".wield.yaml", 1},
		{"a/b/c", "../../.wield.json", 2},
	} {
		t.Chdir(filepath.Join(root, filepath.FromSlash(c.dir)))
		got, err := Load(Options{Search: true})
		if err != nil || got.Jobs != c.jobs || filepath.ToSlash(got.File) != c.file {
			t.Errorf("in %s: %+v, %v", c.dir, got, err)
		}
	}
	// The paths of a configuration are relative to it.
	t.Chdir(filepath.Join(root, "a", "b"))
	c, err := Load(Options{File: "../../.wield.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Ignored("T1", "../x.json"); !ok {
		t.Error("a/x.json is not ignored from a/b")
	}
}

func TestRegistryDoesNotSearch(t *testing.T) {
	write(t, map[string]string{".wield.yaml": "no: yes: no"})
	if c, err := Load(Options{}); err != nil || c.File != "" {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestEnvironment(t *testing.T) {
	write(t, map[string]string{".wield.yaml": "jobs: 2\nselect: [T]\nquiet: true"})
	t.Setenv("WIELD_JOBS", "5")
	t.Setenv("WIELD_SELECT", "S7, T1")
	t.Setenv("WIELD_FORMAT", "")       // not set
	t.Setenv("WIELD_VAR_COLOUR", "x")  // a value for a recipe
	t.Setenv("WIELD_MCP_PORT", "8080") // another program's
	c, err := Load(Options{Search: true})
	if err != nil {
		t.Fatal(err)
	}
	if c.Jobs != 5 || !reflect.DeepEqual(c.Select, []string{"S7", "T1"}) || !c.Quiet {
		t.Errorf("%+v", c)
	}
}

func TestWrongVariables(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"WIELD_JOBS", "many", "WIELD_JOBS: the value is a whole number from 1"},
		{"WIELD_JOBS", "0", "WIELD_JOBS: the value is a whole number from 1"},
		{"WIELD_MAX_WARNINGS", "-1", "WIELD_MAX_WARNINGS: the value is a whole number from 0"},
		{"WIELD_MAX_WARNING", "0", "WIELD_MAX_WARNING: there is no such variable; did you mean WIELD_MAX_WARNINGS?"},
		{"WIELD_QUIET", "yes", "WIELD_QUIET: the value is true or false"},
		{"WIELD_COLOR", "red", "WIELD_COLOR: the value is auto, always or never"},
		{"WIELD_SELECT", "S7,,T1", "WIELD_SELECT: the value is a list with commas, such as S7,T1"},
		{"WIELD_jobs", "1", "WIELD_jobs: there is no such variable; did you mean WIELD_JOBS?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			write(t, nil)
			t.Setenv(c.name, c.value)
			_, err := Load(Options{})
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// Every fault is one sentence with the file and, where it is known, the line.
func TestWrongFiles(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{".wield.yaml", "jobs: 1\nselct: [S7]", ".wield.yaml:2: unknown key \"selct\"; did you mean `select`?"},
		{".wield.yaml", "Select: [S7]", ".wield.yaml:1: unknown key \"Select\"; did you mean `select`?"},
		{".wield.yaml", "jobs: 1\njobs: 2", ".wield.yaml:2: \"jobs\" is there twice; keep one of them"},
		{".wield.yaml", "jobs: 1\na: b: c", ".wield.yaml:2: this is no YAML: mapping values are not allowed in this context"},
		{".wield.yaml", "jobs: \"2\"", ".wield.yaml:1: `jobs`: the value is a whole number from 1"},
		{".wield.yaml", "jobs: 2.5", ".wield.yaml:1: `jobs`: the value is a whole number from 1"},
		{".wield.yaml", "quiet: 1", ".wield.yaml:1: `quiet`: the value is true or false"},
		{".wield.yaml", "color: Never", ".wield.yaml:1: `color`: the value is auto, always or never"},
		{".wield.yaml", "select: [1]", ".wield.yaml:1: `select`: the value is a text or a list of texts, none of them empty"},
		{".wield.yaml", "select: []", ".wield.yaml:1: `select`: the value is a text or a list of texts, none of them empty"},
		{".wield.yaml", "- jobs", ".wield.yaml:1: the configuration is a table of settings"},
		{".wield.yaml", "jobs: 1\n---\njobs: 2", ".wield.yaml:2: a second YAML document begins here; a configuration is one"},
		{".wield.yaml", "select: &a [S7]\nformat: *a", ".wield.yaml:2: anchors and aliases have no use here; write the value out"},
		{".wield.yaml", "ignore:\n  codes: T1", ".wield.yaml:1: `ignore` is a list of tables with codes, paths and reason"},
		{".wield.yaml", "ignore:\n  - codes: T1\n    paths: a", ".wield.yaml:2: an entry of `ignore` has no reason; say which codes, for which paths, and why"},
		{".wield.yaml", "ignore:\n  - codes: T1\n    paths: a\n    reason: ' '", ".wield.yaml:4: `reason`: the value is a text that is not empty"},
		{".wield.yaml", "ignore:\n  - code: T1", ".wield.yaml:2: unknown key \"code\"; did you mean `codes`?"},
		{".wield.json", "{\n  \"jobs\": 1,\n  \"Jobs\": 2\n}", ".wield.json:3: unknown key \"Jobs\"; did you mean `jobs`?"},
		{".wield.json", "{\n  \"jobs\": 1e0\n}", ".wield.json:2: `jobs`: the value is a whole number from 1"},
		{".wield.toml", "jobs = 1\n\nquite = true", ".wield.toml:3: unknown key \"quite\"; did you mean `quiet`?"},
		{".wield.toml", "jobs = \"2\"", ".wield.toml:1: `jobs`: the value is a whole number from 1"},
		{".wield.toml", "# a\njobs = 1\njobs = 2", ".wield.toml: this is no TOML: key jobs is already defined"},
		{".wield.toml", "# a\njobs = = 2", ".wield.toml:2: this is no TOML: incomplete number"},
		{".wield.toml", "jobs = 1\n[[ignore]]\ncodes = 'T1'\npath = 'a'", ".wield.toml:4: unknown key \"path\"; did you mean `paths`?"},
	} {
		write(t, map[string]string{c.name: c.text})
		_, err := Load(Options{Search: true})
		if err == nil || err.Error() != c.want {
			t.Errorf("%q\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	write(t, map[string]string{
		"a.ini": "", "big.yaml": strings.Repeat("#", maxSize+1), "d/x": "",
		"two/.wield.yaml": "", "two/.wield.toml": "",
	})
	for _, c := range []struct{ file, want string }{
		{"no.yaml", "no.yaml: there is no such file"},
		{"d", "d: this is no file"},
		{"a.ini", "a.ini: a configuration file ends in .yaml, .toml or .json"},
		{"big.yaml", "big.yaml: a configuration file has at most 1 MiB"},
	} {
		if _, err := Load(Options{File: c.file}); err == nil || err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
	t.Chdir("two")
	if _, err := Load(Options{Search: true}); err == nil || err.Error() != ".wield.yaml: .wield.toml stands beside it; keep one of them" {
		t.Errorf("got %v", err)
	}
}

func FuzzFile(f *testing.F) {
	f.Add(inYAML, uint8(0))
	f.Add(inTOML, uint8(1))
	f.Add(inJSON, uint8(2))
	f.Add("a: &x [*x]", uint8(0))
	f.Add("a.b.c = 1\n[a.b]\n", uint8(1))
	f.Fuzz(func(t *testing.T, text string, language uint8) {
		var root *node
		var found *fault
		switch language % 3 {
		case 0:
			root, found = parseYAML([]byte(text))
		case 1:
			root, found = parseTOML([]byte(text))
		default:
			root, found = parseJSON([]byte(text))
		}
		if found == nil {
			_, found = check(root)
		}
		if found != nil && found.message == "" {
			t.Error("a fault without a message")
		}
	})
}

// Every setting is listed with what sets it: the environment before the file.
func TestSettings(t *testing.T) {
	write(t, map[string]string{".wield.yaml": inYAML})
	t.Setenv("WIELD_JOBS", "7")
	c, err := Load(Options{Search: true})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"select":       `["S","T1"] .wield.yaml`,
		"ignore":       `[{"codes":["S7","T2"],"paths":["recipes/example.de/**","!recipes/example.de/keep.json"],"reason":"the site has no other way"}] .wield.yaml`,
		"format":       `["text","sarif=out.sarif"] .wield.yaml`,
		"max_warnings": `0 .wield.yaml`,
		"color":        `"never" .wield.yaml`,
		"quiet":        `true .wield.yaml`,
		"jobs":         `7 WIELD_JOBS`,
		"cortex_path":  `null `,
	}
	for _, s := range c.Settings() {
		if got := jsonval.Stringify(s.Value) + " " + s.From; got != want[s.Name] {
			t.Errorf("%s: got %s, want %s", s.Name, got, want[s.Name])
		}
		delete(want, s.Name)
	}
	if len(want) > 0 {
		t.Errorf("not listed: %v", want)
	}
	t.Setenv("WIELD_JOBS", "")
	if c, err = Load(Options{}); err != nil {
		t.Fatal(err)
	}
	for _, s := range c.Settings() {
		if got := jsonval.Stringify(s.Value); s.From != "" || got != "null" && got != "[]" && got != "false" {
			t.Errorf("%s by default: %s from %q", s.Name, got, s.From)
		}
	}
}

// A file that is found, not named, writes nothing outside of the folder.
func TestFormatFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	outside := t.TempDir()
	if err := os.Mkdir("out", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, "away"); err != nil {
		t.Skip("no links here:", err)
	}
	for file, ok := range map[string]bool{
		"x.sarif": true, "out/x.sarif": true, "new/x.sarif": true,
		"../x.sarif": false, outside + "/x.sarif": false, "away/x.sarif": false, "out/../../x": false,
	} {
		if err := os.WriteFile(".wield.yaml", []byte("format: [text, 'sarif="+file+"']\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(Options{Search: true}); (err == nil) != ok || err != nil && !strings.Contains(err.Error(), "not below the working folder") {
			t.Errorf("%s: %v", file, err)
		}
		if _, err := Load(Options{File: ".wield.yaml"}); err != nil {
			t.Errorf("%s: named: %v", file, err)
		}
	}
	t.Setenv("WIELD_FORMAT", "sarif=../x.sarif")
	if _, err := Load(Options{Search: true}); err != nil {
		t.Error(err)
	}
}
