package template

import (
	"os"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

// rows gives the cells of the tables in a Markdown file.
func rows(t *testing.T, file string) [][]string {
	t.Helper()
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for line := range strings.Lines(string(page)) {
		line, ok := strings.CutPrefix(strings.TrimSpace(line), "| ")
		if !ok || strings.HasPrefix(line, "---") {
			continue
		}
		line = strings.TrimSuffix(line, " |")
		cells := strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), " | ")
		for i := range cells {
			cells[i] = strings.ReplaceAll(cells[i], "\x00", "|")
		}
		all = append(all, cells)
	}
	return all
}

// The page about filters has a row for every filter, and what it says is what
// the filters do.
func TestFiltersPage(t *testing.T) {
	described := map[string]bool{}
	for _, cells := range rows(t, "../../docs/reference/filters.md") {
		if len(cells) != 5 || cells[0] == "Filter" {
			continue
		}
		written := strings.Trim(cells[0], "`")
		name, _, _ := strings.Cut(written, ":")
		name = strings.TrimSuffix(name, "[")
		f := find(name)
		if f == nil {
			t.Errorf("the page has a row for %q, which is no filter", name)
			continue
		}
		described[name] = true
		if want := usage(f); name != "default" && written != want {
			t.Errorf("%s: written %q, want %q", name, written, want)
		}
		if cells[1] != f.Kind.String() {
			t.Errorf("%s: the page says %s, the catalogue %s", name, cells[1], f.Kind)
		}
		example := strings.Trim(cells[3], "`")
		if !strings.Contains(example, "| "+name) {
			t.Errorf("%s: the example %s does not use it", name, example)
		}
		tpl, found := Parse(example)
		if len(found) > 0 {
			t.Errorf("%s: %s: %v", name, example, found[0])
			continue
		}
		v, ok, err := tpl.Value(testEnv())
		if err != nil {
			t.Errorf("%s: %s: %v", name, example, err)
			continue
		}
		got := "*missing*"
		if ok {
			s, _ := text(v)
			got = "`" + s + "`"
		}
		if got != cells[4] {
			t.Errorf("%s: %s gives %s; the page says %s", name, example, got, cells[4])
		}
	}
	for _, f := range Filters() {
		if !described[f.Name] {
			t.Errorf("docs/reference/filters.md has no row for %s", f.Name)
		}
	}
}

func TestDateTokensPage(t *testing.T) {
	n := 0
	for _, cells := range rows(t, "../../docs/reference/filters.md") {
		if len(cells) != 2 || cells[0] == "Tokens" {
			continue
		}
		tokens, results := strings.Split(cells[0], " "), strings.Split(cells[1], " ")
		for i, token := range tokens {
			n++
			token, want := strings.Trim(token, "`"), strings.Trim(results[i], "`")
			got, _, err := dateFilter.apply(jsonval.StringValue("2026-03-05T07:04:09.060+01:00"), textArgs(token), Env{})
			if err != nil || got.Str() != want {
				t.Errorf("%s gives %q, %v; the page says %q", token, got.Str(), err, want)
			}
		}
	}
	if n != 27 {
		t.Errorf("the page shows %d tokens, want all 27", n)
	}
}
