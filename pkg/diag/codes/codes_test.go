package codes_test

import (
	"bytes"
	"errors"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wield-run/wield/internal/fix"
	"github.com/wield-run/wield/internal/mutate"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/diag/codes"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown"
	"github.com/wield-run/wield/pkg/recipe"
)

// example is the format's printed example.
func example(t *testing.T) jsonval.Value {
	t.Helper()
	text, err := os.ReadFile("../../../recipes/example.de/search-items.json")
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonval.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// text gives the file that an example means.
func text(t *testing.T, base jsonval.Value, e codes.Example) []byte {
	t.Helper()
	switch e.Kind {
	case "changes":
		v, err := mutate.Apply(base, e.Text)
		if err != nil {
			t.Fatal(err)
		}
		return append(jsonval.AppendIndent(nil, v, "  "), '\n')
	case "json":
		return []byte(e.Text + "\n")
	case "bytes":
		return unescape(t, e.Text)
	}
	t.Fatalf("no example is %q", e.Kind)
	return nil
}

// unescape makes bytes of \xNN, and [[[ of «3×[».
func unescape(t *testing.T, s string) []byte {
	t.Helper()
	s = regexp.MustCompile(`«(\d+)×(.*?)»`).ReplaceAllStringFunc(s, func(m string) string {
		n, what, _ := strings.Cut(strings.Trim(m, "«»"), "×")
		times, err := strconv.Atoi(n)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Repeat(what, times)
	})
	return regexp.MustCompile(`\\x[0-9A-F]{2}`).ReplaceAllFunc([]byte(s), func(m []byte) []byte {
		c, err := strconv.ParseUint(string(m[2:]), 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		return []byte{byte(c)}
	})
}

// findings gives what validate finds in a file.
func findings(t *testing.T, page codes.Page, e codes.Example, text []byte) []*diag.Diagnostic {
	t.Helper()
	switch codes.Family(page.Code) {
	case "J":
		_, found := jsonval.ParseTree(text)
		return found
	case "K":
		return markdownFindings(t, e, text)
	}
	place := e.Place
	if place == "" {
		place = "recipes/example.de/search-items.json"
	}
	r, found := recipe.Load("search-items.json", text)
	return append(found, recipe.CheckPlace(r, "/"+place)...)
}

// markdownFindings gives what is found in a Markdown recipe, and when the
// input of the example is rendered by it.
func markdownFindings(t *testing.T, e codes.Example, text []byte) []*diag.Diagnostic {
	t.Helper()
	r, found := markdown.Load("recipe.json", text)
	if errors, _ := diag.Count(found); errors > 0 || e.Input == "" {
		return found
	}
	_, err := markdown.RenderStream(r, bytes.NewReader(unescape(t, e.Input)), markdown.Options{})
	var d *diag.Diagnostic
	switch {
	case errors.As(err, &d):
		found = append(found, d)
	case err != nil:
		t.Fatal(err)
	}
	return found
}

// Every bad example gives findings of its page's code and no other, by the
// name and the severity of the page, each with a hint; no good one gives any.
// Where --fix mends the bad one, the page says so, and nothing is found
// afterwards.
func TestExamples(t *testing.T) {
	pages, err := codes.NewSet(codes.Files()).List()
	if err != nil {
		t.Fatal(err)
	}
	base := example(t)
	for _, page := range pages {
		t.Run(page.Code, func(t *testing.T) {
			examples, err := page.Examples()
			if err != nil {
				t.Fatal(err)
			}
			fixed := false
			for _, e := range examples {
				file := text(t, base, e)
				found := findings(t, page, e, file)
				if e.Good {
					show(t, "a good example", found)
					continue
				}
				if len(found) == 0 {
					t.Errorf("nothing is found in\n%s", e.Text)
				}
				for _, d := range found {
					if d.Code != page.Code || !slices.Contains(page.Names(), d.Name) || !strings.Contains(page.Severity, d.Severity.String()) {
						t.Errorf("%s %s %s: %s (%s)", d.Severity, d.Code, d.Name, d.Message, d.Hint)
					}
					if d.Hint == "" {
						t.Errorf("%s %s has no hint: %s\n%s", d.Code, d.Name, d.Message, e.Text)
					}
				}
				if mended := mend(t, page, e, file, found); !bytes.Equal(mended, file) {
					fixed = true
					show(t, "the mended example", findings(t, page, e, mended))
				}
			}
			if says := strings.Contains(page.Section("How to mend"), "`--fix`"); says != fixed {
				t.Errorf("the page says that --fix mends it: %v; it does: %v", says, fixed)
			}
		})
	}
}

func show(t *testing.T, what string, found []*diag.Diagnostic) {
	t.Helper()
	for _, d := range found {
		t.Errorf("%s has %s %s: %s", what, d.Code, d.Name, d.Message)
	}
}

// mend does what --fix does.
func mend(t *testing.T, page codes.Page, e codes.Example, text []byte, found []*diag.Diagnostic) []byte {
	for range 5 {
		mended, done := fix.Apply(text, found)
		if len(done) == 0 {
			break
		}
		text, found = mended, findings(t, page, e, mended)
	}
	return text
}

// Each page has the sections that people look for, and nothing else.
func TestSections(t *testing.T) {
	pages, err := codes.NewSet(codes.Files()).List()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Why it matters", "Bad", "Good", "How to mend"}
	for _, page := range pages {
		var got []string
		for line := range strings.Lines(page.Text) {
			if heading, ok := strings.CutPrefix(line, "## "); ok && heading != "Names\n" {
				got = append(got, strings.TrimSpace(heading))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has the sections %q, want %q", page.Code, got, want)
		}
		for _, heading := range want {
			if strings.TrimSpace(page.Section(heading)) == "" {
				t.Errorf("%s says nothing under %s", page.Code, heading)
			}
		}
		if n := len([]rune(page.Summary)); n > 100 || !strings.HasSuffix(page.Summary, ".") {
			t.Errorf("%s: the summary is one sentence of at most 100 characters, not %d: %s", page.Code, n, page.Summary)
		}
	}
}

func TestSet(t *testing.T) {
	page := func(code, name string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("# " + code + " " + name + "\n\nWarning. About\n" + name + ".\n\nMore.\n")}
	}
	set := codes.NewSet(
		fstest.MapFS{"t10.md": page("T10", "ten"), "t2.md": page("T2", "two"), "other.txt": page("T3", "three")},
		fstest.MapFS{"s7/doc.md": page("S7", "seven"), "j1.md": page("J1", "one")},
	)
	if got := strings.Join(set.Codes(), " "); got != "J1 T2 T10 S7" {
		t.Errorf("the order is %s", got)
	}
	p, ok := set.Find("S7/url")
	if !ok || p.Code != "S7" || p.Name != "seven" || p.Severity != "warning" || p.Summary != "About seven." || !strings.HasSuffix(p.Text, "More.\n") {
		t.Errorf("%+v, %v", p, ok)
	}
	for _, code := range []string{"", "T", "T3", "t2", "T02", "T2x"} {
		if p, ok := set.Find(code); ok {
			t.Errorf("%q is %s", code, p.Code)
		}
	}
}

func TestWith(t *testing.T) {
	base := codes.NewSet(fstest.MapFS{"t2.md": {Data: []byte("# T2 two\n\nError. Two.\n")}})
	set := base.With("# S7 seven\n\nError. Seven.\n", "# J1 one\n\nWarning. One.\n")
	if got := strings.Join(set.Codes(), " "); got != "J1 T2 S7" || len(base.Codes()) != 1 {
		t.Errorf("the codes are %s; of the base %q", got, base.Codes())
	}
	_, err := base.With("# S7\n", "# T2 two\n\nError. Two.\n").List()
	if want := "# S7: the first line is not `# CODE name`\nT2 has two pages"; err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

func TestBrokenPages(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "x.md: the first line is not `# CODE name`"},
		{"# T2\n", "x.md: the first line is not `# CODE name`"},
		{"# 2T name\n", "x.md: 2T is no code"},
		{"# S7/url name\n", "x.md: S7/url is no code"},
		{"# T2 name\n\nSomething.\n", "x.md: the second paragraph does not begin with the severity: `Error.`, `Warning.` or `Error or warning.`"},
		{"# T2 name\n\nError. \n", "x.md: the second paragraph does not begin with the severity: `Error.`, `Warning.` or `Error or warning.`"},
		{"# T2 name\n\nError. So it is.\n", ""},
	} {
		pages, err := codes.NewSet(fstest.MapFS{"x.md": {Data: []byte(c.text)}}).List()
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want || (err == nil) != (len(pages) == 1) {
			t.Errorf("%q\ngot  %s, %d pages\nwant %s", c.text, got, len(pages), c.want)
		}
	}
	good := &fstest.MapFile{Data: []byte("# T2 name\n\nError. So it is.\n")}
	if _, err := codes.NewSet(fstest.MapFS{"a.md": good}, fstest.MapFS{"b.md": good}).List(); err == nil || err.Error() != "T2 has two pages" {
		t.Errorf("%v", err)
	}
	for _, c := range []struct{ bad, good, want string }{
		{"```changes\nx\n```\n", "```json at a/b.json\n{}\n```\n", ""},
		{"", "```json\n```\n", "T2: there is no example under Bad"},
		{"```changes\nx\n", "```json\n{}", "T2: a block of Bad is not closed"},
		{"```\nx\n```\n", "```json\n```\n", "T2: the block \"\" of Bad is not `KIND` or `KIND at PATH`"},
	} {
		p := codes.Page{Code: "T2", Text: "# T2 name\n\n## Bad\n\n" + c.bad + "\n## Good\n\n" + c.good}
		got := ""
		if _, err := p.Examples(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}
