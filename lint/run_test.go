package lint_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/rules"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/recipe"
)

func report(p *lint.Pass) error {
	p.Errorf("b", "second", p.Root().Member("task"), "", "the task")
	p.Warnf("a", "first", p.Root().Member("id"), "write another", "the id %q", p.Recipe.ID)
	return nil
}

func TestRun(t *testing.T) {
	p := linttest.Snippet(t, "read", "").Pass()
	found, err := lint.Run(p, []*lint.Analyzer{{ID: "S1", Run: report}})
	if err != nil || len(found) != 2 {
		t.Fatalf("%v %v", found, err)
	}
	id := found[0]
	if id.Code != "S1/a" || id.Name != "first" || id.Severity != diag.Warning || id.Pointer != "/id" || id.File != "recipes/example.de/search-items.json" ||
		id.Message != `the id "example.de/search-items"` || id.Hint != "write another" || p.Text(id.Span) != `"example.de/search-items"` {
		t.Errorf("%+v", id)
	}
	if found[1].Code != "S1/b" || found[1].Severity != diag.Error {
		t.Errorf("%+v", found[1])
	}
	// A second run begins anew.
	if again, _ := lint.Run(p, []*lint.Analyzer{{ID: "S1", Run: report}}); len(again) != 2 {
		t.Errorf("%d findings of the second run", len(again))
	}
}

// A file that is far too long is judged by its size alone: nobody waits for it.
func TestHugeFile(t *testing.T) {
	c := linttest.Snippet(t, "read", `description = "`+strings.Repeat("What ", 3_000_000)+`"
steps[0].request.headers = {"Cookie": "a=b"}`)
	found := c.Findings(t, rules.All()...)
	if len(found) != 1 || found[0].Code != "S13/size" || found[0].Severity != diag.Error {
		t.Errorf("%d findings: %v", len(found), found)
	}
}

// A rule that is broken is an error that names it; the others run.
func TestBrokenRules(t *testing.T) {
	own := errors.New("no data")
	for _, c := range []struct {
		run  func(*lint.Pass) error
		want string
	}{
		{func(*lint.Pass) error { return own }, "the rule S7 is broken: on recipes/example.de/search-items.json: no data"},
		{func(*lint.Pass) error { panic("boom") }, "the rule S7 is broken: on recipes/example.de/search-items.json: panic: boom"},
	} {
		found, err := lint.Run(linttest.Snippet(t, "read", "").Pass(), []*lint.Analyzer{{ID: "S7", Run: c.run}, {ID: "S8", Run: report}})
		var broken *lint.BrokenRule
		if len(found) != 2 || !errors.As(err, &broken) || err.Error() != c.want || broken.ID != "S7" {
			t.Errorf("%d findings, %v, want %s", len(found), err, c.want)
		}
	}
	if _, err := lint.Run(linttest.Snippet(t, "read", "").Pass(), []*lint.Analyzer{{ID: "S7", Run: func(*lint.Pass) error { return own }}}); !errors.Is(err, own) {
		t.Errorf("%v does not lead to the rule's own error", err)
	}
}

// What is no recipe gets no findings of rules.
func TestNoRecipe(t *testing.T) {
	for _, text := range []string{"", "[]", "{", `{"log":{"entries":[]}}`} {
		r, found := recipe.Load("x.json", []byte(text))
		p := &lint.Pass{Recipe: r, Found: found}
		if found, err := lint.Run(p, append(rules.All(), &lint.Analyzer{ID: "S1", Run: report})); err != nil || len(found) > 0 {
			t.Errorf("%q: %v %v", text, found, err)
		}
	}
}

func TestMerge(t *testing.T) {
	at := func(code, name, pointer string, start, end int) *diag.Diagnostic {
		return &diag.Diagnostic{Code: code, Name: name, Pointer: pointer, Span: diag.Span{Start: start, End: end}}
	}
	pairs := []lint.Restated{{Rule: "S9/forbidden", Validate: "F10"}, {Rule: "S3/confirm", Name: "missing-confirm", Validate: "F1", ValidateName: "missing-confirm"}}
	for _, c := range []struct {
		name             string
		validate, safety []*diag.Diagnostic
		want             string
	}{
		{"the same place", []*diag.Diagnostic{at("F10", "", "/a", 5, 9)}, []*diag.Diagnostic{at("S9/forbidden", "", "/a", 2, 3)}, "S9/forbidden"},
		{"characters in common", []*diag.Diagnostic{at("F10", "", "/a", 5, 9)}, []*diag.Diagnostic{at("S9/forbidden", "", "/a/b", 8, 12)}, "S9/forbidden"},
		{"another place", []*diag.Diagnostic{at("F10", "", "/a", 5, 9)}, []*diag.Diagnostic{at("S9/forbidden", "", "/b", 9, 12)}, "F10 S9/forbidden"},
		{"another code", []*diag.Diagnostic{at("F11", "", "/a", 5, 9)}, []*diag.Diagnostic{at("S9/forbidden", "", "/a", 5, 9)}, "F11 S9/forbidden"},
		{"another sub-check", []*diag.Diagnostic{at("F10", "", "/a", 5, 9)}, []*diag.Diagnostic{at("S9/value", "", "/a", 5, 9)}, "F10 S9/value"},
		{"the name counts where the pair has one", []*diag.Diagnostic{at("F1", "missing-member", "", 0, 1), at("F1", "missing-confirm", "", 0, 1)},
			[]*diag.Diagnostic{at("S3/confirm", "missing-confirm", "", 0, 1)}, "F1 S3/confirm"},
		{"so does the rule's", []*diag.Diagnostic{at("F1", "missing-confirm", "", 0, 1)}, []*diag.Diagnostic{at("S3/confirm", "other", "", 0, 1)}, "F1 S3/confirm"},
		{"within one that others stand behind", []*diag.Diagnostic{at("F10", "", "/x", 50, 60)},
			[]*diag.Diagnostic{at("S9/forbidden", "", "/a", 0, 100), at("S9/forbidden", "", "/b", 5, 9)}, "S9/forbidden S9/forbidden"},
		{"between two", []*diag.Diagnostic{at("F10", "", "/x", 50, 60)},
			[]*diag.Diagnostic{at("S9/forbidden", "", "/a", 0, 50), at("S9/forbidden", "", "/b", 60, 61)}, "S9/forbidden F10 S9/forbidden"},
		{"none", nil, nil, ""},
	} {
		var codes []string
		for _, d := range lint.Merge(c.validate, c.safety, pairs) {
			codes = append(codes, d.Code)
		}
		if got := strings.Join(codes, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// The rules are data in order, each with a page of its own.
func TestRules(t *testing.T) {
	all := rules.All()
	for i, a := range all {
		if a.Name == "" || a.Run == nil || !strings.HasPrefix(a.Doc, "# "+a.ID+" "+a.Name+"\n") {
			t.Errorf("%s is incomplete", a.ID)
		}
		var n, before int
		fmt.Sscanf(a.ID, "S%d", &n)
		if i > 0 {
			fmt.Sscanf(all[i-1].ID, "S%d", &before)
		}
		if n <= before {
			t.Errorf("%s does not stand behind the one before", a.ID)
		}
		if _, err := os.Stat(fmt.Sprintf("s%02d", n)); err != nil {
			t.Error(err)
		}
	}
}

// Each rule's folder is in the list.
func TestEveryRuleIsListed(t *testing.T) {
	folders, err := filepath.Glob("s[0-9][0-9]/doc.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		var n int
		fmt.Sscanf(folder, "s%d", &n)
		if !slices.ContainsFunc(rules.All(), func(a *lint.Analyzer) bool { return a.ID == fmt.Sprintf("S%d", n) }) {
			t.Errorf("%s is in no list", filepath.Dir(folder))
		}
	}
}

// The recipes that we ship, the format's printed example among them, have no
// error, and but those warnings that the example itself gives.
func TestOurRecipes(t *testing.T) {
	files, err := filepath.Glob("../recipes/*/*.json")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d recipes: %v", len(files), err)
	}
	for _, file := range files {
		found := lintFile(t, file)
		for _, d := range found {
			if d.Severity == diag.Error || d.Code != "S11/describe" && d.Code != "S16/closed" {
				t.Errorf("%s: %s %s %s: %s", file, d.Severity, d.Code, d.Pointer, d.Message)
			}
		}
	}
}

func lintFile(t testing.TB, file string) []*diag.Diagnostic {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r, validate := recipe.Load(file, text)
	place, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	safety, err := lint.Run(&lint.Pass{Recipe: r, Found: validate, Place: filepath.ToSlash(place)}, rules.All())
	if err != nil {
		t.Fatal(err)
	}
	return lint.Merge(validate, safety, rules.Restated())
}
