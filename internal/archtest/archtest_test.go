package archtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layers are the packages from the ground up. A package may import those of
// lower layers, and what stands below itself. "lint/..." is a tree of packages
// that may import each other; whatever stands under a listed package (its
// internal folder) belongs to it.
var layers = [][]string{
	{"pkg/diag", "internal/chunk"},
	{"pkg/jsonval"},
	{"pkg/redact", "pkg/regex", "pkg/dom", "pkg/typed"},
	{"pkg/template", "pkg/jmespath", "pkg/selector", "pkg/jsonschema"},
	{"pkg/extract", "pkg/infer"},
	{"pkg/fetch"},
	{"pkg/recipe", "pkg/markdown"},
	{"pkg/run", "pkg/paging", "pkg/cortex", "lint/..."},
	{"pkg/draft"},
	{"internal/guide", "internal/terminal", "internal/gitignore", "internal/fix", "internal/hardiff", "internal/jsonfmt", "internal/signing"},
	{"internal/config", "internal/files", "internal/preview", "internal/report"},
	{"internal/registry", "internal/verdict"},
	{"internal/cli"},
	{"cmd/wield-dev", "cmd/wield-build", "internal/mutants"},
}

// forTests are packages that tests import, and nothing else.
var forTests = []string{"internal/archtest", "internal/conformance", "internal/mutate", "internal/schematest", "lint/linttest"}

// forbidden are imports that a tree must not have, however deep: commands,
// settings and colours belong to the programs.
var forbidden = []struct {
	tree    string
	imports []string
}{
	{"pkg/...", []string{"github.com/spf13/cobra", "github.com/spf13/viper", "github.com/fatih/color"}},
	{"lint/...", []string{"github.com/spf13/cobra", "github.com/spf13/viper", "github.com/fatih/color"}},
}

// only says which package alone may import another.
var only = []struct{ imported, by string }{
	{"github.com/spf13/viper", "internal/config"},
	{"github.com/spf13/cobra", "internal/cli"},
	{"github.com/fatih/color", "internal/terminal"},
}

// pure says what a package must not import itself, though what it builds on
// may.
var pure = []struct {
	pkg     string
	imports []string
}{
	{"pkg/markdown", []string{"os", "time", "net/http", module + "pkg/fetch"}},
}

// maxLines is how long a source file may be: longer ones do two jobs.
const maxLines = 500

const module = "github.com/wield-run/wield/"

// pkg is what the go command tells of a package.
type pkg struct {
	ImportPath                                         string
	Dir                                                string
	Imports, Deps, TestImports, XTestImports           []string
	GoFiles, IgnoredGoFiles, TestGoFiles, XTestGoFiles []string
}

func (p pkg) name() string { return strings.TrimPrefix(p.ImportPath, module) }

func packages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Dir,Imports,Deps,TestImports,XTestImports,GoFiles,IgnoredGoFiles,TestGoFiles,XTestGoFiles", module+"...")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, errs.String())
	}
	var all []pkg
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 10 {
		t.Fatalf("only %d packages were found", len(all))
	}
	return all
}

// within tells whether a package is one that an entry names, or stands below.
func within(entry, name string) bool {
	entry = strings.TrimSuffix(entry, "/...")
	return name == entry || strings.HasPrefix(name, entry+"/")
}

// layerOf gives the layer of a package and the entry that names it.
func layerOf(name string) (layer int, entry string) {
	for i, entries := range layers {
		for _, e := range entries {
			if within(e, name) {
				return i, e
			}
		}
	}
	return -1, ""
}

func isForTests(name string) bool {
	return slices.ContainsFunc(forTests, func(f string) bool { return within(f, name) })
}

// faults gives what is wrong with the imports of one package.
func faults(p pkg) []string {
	var found []string
	name := p.name()
	if isForTests(name) {
		return nil
	}
	layer, entry := layerOf(name)
	if layer < 0 {
		return []string{name + " has no layer; give it one in layers"}
	}
	for _, path := range p.Imports {
		imported, own := strings.CutPrefix(path, module)
		if !own {
			continue
		}
		if isForTests(imported) {
			found = append(found, name+" imports "+imported+", which is for tests")
			continue
		}
		if below, e := layerOf(imported); below > layer || below == layer && e != entry {
			found = append(found, name+" imports "+imported+", which is not below it")
		}
	}
	for _, f := range forbidden {
		for _, path := range p.Deps {
			if within(f.tree, name) && slices.Contains(f.imports, path) {
				found = append(found, name+" depends on "+path)
			}
		}
	}
	for _, o := range only {
		if slices.Contains(p.Imports, o.imported) && name != o.by {
			found = append(found, name+" imports "+o.imported+"; only "+o.by+" may")
		}
	}
	for _, f := range pure {
		for _, path := range p.Imports {
			if within(f.pkg, name) && slices.Contains(f.imports, path) {
				found = append(found, name+" imports "+path)
			}
		}
	}
	return found
}

func TestImports(t *testing.T) {
	for _, p := range packages(t) {
		for _, f := range faults(p) {
			t.Error(f)
		}
	}
}

// The test itself must find what it is there for.
func TestFaultsAreFound(t *testing.T) {
	for _, c := range []struct {
		pkg  pkg
		want string
	}{
		{pkg{ImportPath: module + "pkg/jsonval", Imports: []string{module + "pkg/diag", "os"}}, ""},
		{pkg{ImportPath: module + "pkg/extract", Imports: []string{module + "pkg/extract/internal/js"}}, ""},
		{pkg{ImportPath: module + "lint/s01", Imports: []string{module + "lint", module + "pkg/recipe"}}, ""},
		{pkg{ImportPath: module + "pkg/diag", Imports: []string{module + "pkg/jsonval"}}, "pkg/diag imports pkg/jsonval, which is not below it"},
		{pkg{ImportPath: module + "pkg/template", Imports: []string{module + "pkg/jmespath"}}, "pkg/template imports pkg/jmespath, which is not below it"},
		{pkg{ImportPath: module + "pkg/run", Imports: []string{module + "lint"}}, "pkg/run imports lint, which is not below it"},
		{pkg{ImportPath: module + "pkg/run", Imports: []string{module + "internal/conformance"}}, "pkg/run imports internal/conformance, which is for tests"},
		{pkg{ImportPath: module + "pkg/run", Deps: []string{"github.com/spf13/cobra"}}, "pkg/run depends on github.com/spf13/cobra"},
		{pkg{ImportPath: module + "internal/cli", Imports: []string{"github.com/spf13/viper"}}, "internal/cli imports github.com/spf13/viper; only internal/config may"},
		{pkg{ImportPath: module + "pkg/markdown", Imports: []string{"time"}}, "pkg/markdown imports time"},
		{pkg{ImportPath: module + "pkg/new"}, "pkg/new has no layer; give it one in layers"},
	} {
		if got := strings.Join(faults(c.pkg), "; "); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.pkg.ImportPath, got, c.want)
		}
	}
}

func TestFilesAreShort(t *testing.T) {
	for _, p := range packages(t) {
		for _, name := range slices.Concat(p.GoFiles, p.IgnoredGoFiles, p.TestGoFiles, p.XTestGoFiles) {
			text, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if lines := bytes.Count(text, []byte("\n")); lines > maxLines && !generated(text) {
				t.Errorf("%s/%s has %d lines; at most %d, else it does two jobs", p.name(), name, lines, maxLines)
			}
		}
	}
}

func generated(text []byte) bool {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	return bytes.HasPrefix(first, []byte("// Code generated ")) && bytes.HasSuffix(first, []byte(" DO NOT EDIT."))
}

// A program that prints its version must not pay for what it does not use.
func TestNothingRunsAtStart(t *testing.T) {
	for _, p := range packages(t) {
		for _, name := range p.GoFiles {
			text, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range startWork(t, p.name()+"/"+name, text) {
				t.Error(f)
			}
		}
	}
}

// startWork finds init functions, and what is compiled at package level.
func startWork(t *testing.T, name string, text []byte) []string {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
			found = append(found, files.Position(f.Pos()).String()+": an init function; do the work where it is needed")
		}
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		ast.Inspect(g, func(n ast.Node) bool {
			if _, inside := n.(*ast.FuncLit); inside {
				return false // it runs when it is called
			}
			if s, ok := n.(*ast.SelectorExpr); ok && strings.HasPrefix(s.Sel.Name, "MustCompile") {
				found = append(found, files.Position(s.Pos()).String()+": compiled at start; wrap it in sync.OnceValue")
			}
			return true
		})
	}
	return found
}

func TestStartWorkIsFound(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"func f() { regexp.MustCompile(`a`) }", ""},
		{"var re = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`a`) })", ""},
		{"func (t T) init() {}", ""},
		{"var re = regexp.MustCompile(`a`)", "x.go:2:10: compiled at start; wrap it in sync.OnceValue"},
		{"var all = []any{regexp.MustCompilePOSIX(`a`)}", "x.go:2:17: compiled at start; wrap it in sync.OnceValue"},
		{"func init() {}", "x.go:2:1: an init function; do the work where it is needed"},
	} {
		if got := strings.Join(startWork(t, "x.go", []byte("package x\n"+c.text)), "; "); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
}
