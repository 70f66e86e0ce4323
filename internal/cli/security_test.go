package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/mutate"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Each guarantee of docs/security.md names a test, and each test that it names
// there is.
func TestSecurityPage(t *testing.T) {
	row := regexp.MustCompile(`^\| (R\d+) \| .* \| ([^|]+) \|$`)
	named := regexp.MustCompile("`((?:pkg|internal|lint)[a-z0-9/]*)`: ([^;]+)")
	tests := map[string]map[string]bool{}
	rows := 0
	for line := range strings.Lines(documents(t)["docs/security.md"]) {
		m := row.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		rows++
		found := 0
		for _, p := range named.FindAllStringSubmatch(m[2], -1) {
			if tests[p[1]] == nil {
				tests[p[1]] = testsIn(t, p[1])
			}
			for _, name := range regexp.MustCompile("`((?:Test|Fuzz)\\w+)`").FindAllStringSubmatch(p[2], -1) {
				found++
				if !tests[p[1]][name[1]] {
					t.Errorf("%s: %s has no %s", m[1], p[1], name[1])
				}
			}
		}
		if found == 0 || found != strings.Count(m[2], "`Test")+strings.Count(m[2], "`Fuzz") {
			t.Errorf("%s names %d tests: %s", m[1], found, m[2])
		}
	}
	if rows < 25 {
		t.Errorf("%d guarantees", rows)
	}
}

// testsIn lists the tests of a package and of those below it.
func testsIn(t *testing.T, dir string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	err := filepath.WalkDir(repository+dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
				all[f.Name.Name] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A request of more than 1 MiB is not sent, and an output of more than 5 MiB is
// not printed; neither is cut.
func TestSizeLimits(t *testing.T) {
	text, err := os.ReadFile(repository + "recipes/example.de/search-items.json")
	if err != nil {
		t.Fatal(err)
	}
	base, err := jsonval.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 60<<10)
	for _, c := range []struct{ name, changes, want string }{
		{"a request", "params.properties.query.maxLength removed\n" +
			"steps[0].request.method = \"POST\"\nsteps[0].read_only_post = true\nsteps[0].request.query removed\n" +
			"steps[0].request.json = [" + strings.Repeat(`"{{ params.query }}",`, 19) + `"{{ params.query }}"]`,
			"limit_exceeded in step search: the request has 12"},
		{"an output", "output.schema = {\"type\": \"object\"}\noutput.value = \"{items: pad_left('', `6000000`, 'x')}\"",
			"limit_exceeded: the output has 6000012 bytes as JSON; it takes at most 5242880"},
	} {
		variant, err := mutate.Apply(base, c.changes)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "search-items.json")
		if err := os.WriteFile(file, jsonval.AppendIndent(nil, variant, "  "), 0o600); err != nil {
			t.Fatal(err)
		}
		args := []string{"run", file, "--replay", repository + "recipes/example.de/search-items.har", "--no-checks"}
		if c.name == "a request" {
			args = append(args, "--param", "query="+long)
		}
		code, out, stderr := invoke(t, "wield-dev", args...)
		if code != 1 || out != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exits %d, %d bytes\n%.300s", c.name, code, len(out), stderr)
		}
	}
}
