package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/pkg/diag"
)

// lintWith runs lint with other rules than the program's own.
func lintWith(t *testing.T, program string, rules []*lint.Analyzer, args ...string) (code int, out, errs string) {
	t.Helper()
	streams, o, e := terminal.Buffers("")
	a := &app{program: program, streams: streams}
	root := newRoot(a)
	f := &checkFlags{}
	cmd := &cobra.Command{Use: "lint-with", RunE: a.action(func(cmd *cobra.Command, args []string) error {
		l := a.newLinter()
		l.rules, l.restated = rules, nil
		return a.check(cmd, args, f, l.file)
	})}
	f.add(cmd)
	root.AddCommand(cmd)
	root.SetArgs(append([]string{"lint-with"}, args...))
	code = execute(t.Context(), a, root)
	return code, o.String(), e.String()
}

// siteFolder makes a folder recipes/example.de with copies of the example under the
// given names, and makes it the working folder.
func siteFolder(t *testing.T, names ...string) {
	t.Helper()
	text, err := os.ReadFile("../../recipes/example.de/search-items.json")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	dir := filepath.Join("recipes", "example.de")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		slug, _, _ := strings.Cut(name, ".")
		own := strings.ReplaceAll(string(text), "example.de/search-items", "example.de/"+slug)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(own), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// A rule that breaks is named, once, and is nobody else's fault: what the
// others find is printed all the same.
func TestBrokenRules(t *testing.T) {
	siteFolder(t, "a.json", "b.json")
	broken := []*lint.Analyzer{
		{ID: "S1", Run: func(*lint.Pass) error { panic("at \x1b[2J") }},
		{ID: "S2", Run: func(p *lint.Pass) error {
			p.Errorf("check", "is-found", p.Root(), "", "this is found")
			return nil
		}},
		{ID: "S3", Run: func(*lint.Pass) error { return errors.New("no table") }},
	}
	code, out, errs := lintWith(t, "wield-build", broken, "--format", "concise")
	if code != 2 || strings.Count(out, "error S2/check is-found: this is found\n") != 2 {
		t.Errorf("exits %d, %s", code, out)
	}
	if strings.Count(errs, "internal error, a bug in wield-build and not in your recipe: the rule S1 is broken: on recipes/example.de/a.json: panic: at \\u{1B}[2J; please report it") != 1 ||
		!strings.Contains(errs, "TestBrokenRules.func1 (lint_test.go:") || !strings.HasPrefix(errs, "2 errors in 2 files\n") {
		t.Error(errs)
	}
	code, _, errs = lintWith(t, "wield-build", broken[2:], "--format", "concise")
	if code != 2 || !strings.Contains(errs, "the rule S3 is broken: on recipes/example.de/a.json: no table; please report it") {
		t.Errorf("exits %d, %s", code, errs)
	}
}

// What the rules are given: the versions beside a file, each loaded; the
// site's other recipes; and no version that is not the current one.
func TestPass(t *testing.T) {
	siteFolder(t, "a.json", "a.v1.json", "a.v2.json", "a.v01.json", "b.json", "notes.txt")
	put(t, "recipes/example.de/broken.json", `{"id": 1,`)
	put(t, "recipes/example.de/list.json", `[]`)
	var passes []string
	rule := &lint.Analyzer{ID: "S1", Run: func(p *lint.Pass) error {
		said := filepath.Base(p.Place)
		for _, o := range p.Older {
			said += " " + o.Name + ":" + o.Recipe.ID
		}
		for _, s := range p.Siblings {
			said += " +" + s.ID + "(" + s.Source.Name + ")"
		}
		if len(p.Siblings) > 0 && p.Siblings[0].Task != "Search items by keyword and maximum price" {
			t.Errorf("the task %q", p.Siblings[0].Task)
		}
		passes = append(passes, said)
		return nil
	}}
	lintWith(t, "wield-build", []*lint.Analyzer{rule}, "-j", "1", "recipes/example.de/a.json", "recipes/example.de/a.v1.json")
	want := "a.json a.v1.json:example.de/a a.v2.json:example.de/a +example.de/a(recipes/example.de/a.v01.json) +example.de/b(recipes/example.de/b.json)"
	if got := strings.Join(passes, "; "); got != want {
		t.Errorf("\ngot  %s\nwant %s", got, want)
	}
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.FromSlash(name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A draft may stand anywhere for its author, and not for the registry.
func TestPlaceOfDraft(t *testing.T) {
	siteFolder(t, "a.json")
	if err := os.Rename("recipes/example.de/a.json", "draft.json"); err != nil {
		t.Fatal(err)
	}
	for program, want := range map[string]string{"wield-dev": "", "wield-build": "draft.json"} {
		got := ""
		rule := &lint.Analyzer{ID: "S1", Run: func(p *lint.Pass) error { got = p.Place; return nil }}
		lintWith(t, program, []*lint.Analyzer{rule}, "draft.json")
		if filepath.Base("/"+got) != filepath.Base("/"+want) {
			t.Errorf("%s judges the place %q, want %q", program, got, want)
		}
	}
}

// Nothing that the registry's program can be told leaves out an error of a
// safety rule; what a project turns off is not asked.
func TestGate(t *testing.T) {
	siteFolder(t, "a.json")
	rule := &lint.Analyzer{ID: "S7", Run: func(p *lint.Pass) error {
		p.Errorf("url", "secret-in-url", p.Root(), "", "an error")
		p.Report(lint.Finding{Check: "url", Name: "key-in-url", Severity: diag.Warning, Message: "a warning"})
		return nil
	}}
	put(t, ".wield.yaml", "select: [T]\nignore:\n- codes: [S1]\n  paths: [recipes/]\n  reason: none\n")
	for _, c := range []struct {
		program, args string
		code          int
		want          string // severities
	}{
		{"wield-dev", "", 0, ""},
		{"wield-build", "", 1, "warning error"},
		{"wield-build", "--config .wield.yaml", 1, "error"},
		{"wield-build", "--ignore S", 1, "error"},
		{"wield-build", "--select T", 1, "error"},
		{"wield-dev", "--select S", 1, "warning error"},
	} {
		code, out, _ := lintWith(t, c.program, []*lint.Analyzer{rule}, append(strings.Fields(c.args), "--format", "concise")...)
		var got []string
		for line := range strings.Lines(out) {
			got = append(got, strings.Fields(line)[1])
		}
		if code != c.code || strings.Join(got, " ") != c.want {
			t.Errorf("%s %s: exits %d with %q", c.program, c.args, code, got)
		}
	}
}

// The warnings are for a person, and so is their table.
func TestReviewTable(t *testing.T) {
	siteFolder(t, "a.json")
	rule := &lint.Analyzer{ID: "S7", Run: func(p *lint.Pass) error {
		p.Errorf("url", "secret-in-url", p.Root(), "", "an error")
		p.Warnf("field", "secret-in-field", p.Root().Member("id"), "", "a \u202e warning")
		return nil
	}}
	const table = "\nfor the reviewer: 1 warning of the safety rules\n" +
		"  rule      where                          what\n" +
		"  S7/field  recipes/example.de/a.json:3:9  a \\u{202E} warning\n"
	for _, c := range []struct {
		program, args string
		want          bool
	}{
		{"wield-build", "", true},
		{"wield-build", "--format concise", true},
		{"wield-build", "--format json", false},
		{"wield-build", "--format github", false},
		{"wield-build", "--quiet", false},
		{"wield-dev", "", false},
	} {
		_, _, errs := lintWith(t, c.program, []*lint.Analyzer{rule}, strings.Fields(c.args)...)
		if got := strings.HasSuffix(errs, table); got != c.want || !c.want && strings.Contains(errs, "reviewer") {
			t.Errorf("%s %s:\n%s", c.program, c.args, errs)
		}
	}
}

func TestIDAndTask(t *testing.T) {
	for _, c := range []struct{ text, id, task string }{
		{`{"schema": "x", "id": "a/b", "site": {"id": "c", "task": "d"}, "task": "T\u0061sk", "id": 5`, "a/b", "Task"},
		{`{"task": "t", "steps": [{"id": "x"}]}`, "", "t"},
		{`{"id": ["a"], "task": null}`, "", ""},
		{`{"id": "a", "broken": `, "a", ""},
		{`[{"id": "a"}]`, "", ""},
		{``, "", ""},
	} {
		if id, task := idAndTask([]byte(c.text)); id != c.id || task != c.task {
			t.Errorf("%s: %q, %q", c.text, id, task)
		}
	}
}
