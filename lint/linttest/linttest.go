// Package linttest tests rules. A rule's test is one line:
//
//	func Test(t *testing.T) { linttest.Run(t, s07.Analyzer) }
//
// It runs every testdata/*.txtar of the rule's folder, and the examples of its
// page. An archive holds many cases. The text in front of them says what they
// have in common.
//
// A section that begins with a base, "read" or "write", is a snippet: changes
// to that base (notation of internal/mutate), and the findings wanted of this
// rule, in the order of the text, each with the characters it marks. Without a
// wanted finding the rule must be silent.
//
//	-- read: a token in the query --
//	steps[0].request.query = {"k": "{{ vars.tok | base64 }}"}
//	want S7/url vars.tok
//	-- write: another key inside the zone --
//	steps[1].request.json.sess = "{{ vars.csrf }}"
//	want warning S7/field {{ vars.csrf }}
//
// Marked text that ends in … is a beginning. A line `says MESSAGE` behind a
// wanted finding holds its sentence as well. Further lines of a snippet: `place
// PATH` (where the file stands; by default where the base's id says); `older N`
// and `sibling` begin changes to the base that make version N beside the file,
// or another recipe of the site; `file` goes back to the file itself.
//
// A section whose name ends in .json is a whole file. A comment at the end of
// a line tells which findings begin in it; it is blanked before the file is
// read, so that places stay true:
//
//	-- recipes/example.de/search.json --
//	{
//	  "id": "example.de/search", // want "S18/place" warning "S18/twin"
//
// Files of a section's folder whose names end in .vN.json are older versions
// of the file without it; files that end in .part are not looked at.
package linttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/pkg/diag"
)

// Run tests a rule against testdata/*.txtar and its page in the working folder.
func Run(t *testing.T, rule *lint.Analyzer) {
	t.Helper()
	cases := Load(t, ".")
	fired := map[string]bool{}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			found, err := lint.Run(c.Pass(), []*lint.Analyzer{rule})
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range found {
				fired[d.Code] = true
			}
			c.compare(t, found)
		})
	}
	if len(fired) == 0 {
		t.Errorf("%s finds nothing in its own test data", rule.ID)
	}
	page(t, rule, fired)
}

// Load reads the cases of a rule's folder.
func Load(t testing.TB, dir string) []*Case {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "testdata", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no testdata/*.txtar: %v", dir, err)
	}
	var cases []*Case
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		archive := txtar.Parse(text)
		if len(archive.Files) == 0 {
			t.Errorf("%s has no sections", file)
		}
		stem := strings.TrimSuffix(filepath.Base(file), ".txtar")
		for i := range archive.Files {
			c, err := read(archive, i)
			if err != nil {
				t.Fatalf("%s: %s: %v", file, archive.Files[i].Name, err)
			}
			if c != nil {
				c.Name = stem + "/" + c.Name
				cases = append(cases, c)
			}
		}
	}
	return cases
}

// Snippet makes the case of one snippet: a base ("read" or "write") and lines
// of changes, for tests in code.
func Snippet(t testing.TB, base, changes string) *Case {
	t.Helper()
	c, err := snippet(base, changes)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Findings runs a rule on a case.
func (c *Case) Findings(t testing.TB, rules ...*lint.Analyzer) []*diag.Diagnostic {
	t.Helper()
	found, err := lint.Run(c.Pass(), rules)
	if err != nil {
		t.Fatal(err)
	}
	return found
}
