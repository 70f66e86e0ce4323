package cli

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/diag/codes"
)

// docs/rules is made of the pages.
func TestRuleDocs(t *testing.T) {
	all, err := pages().List()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"README.md": ruleTable(all)}
	for _, p := range all {
		want[p.Code+".md"] = rulePage(p)
	}
	generatedFolder(t, "docs/rules", want)
}

// rulePage is a page as it stands in the documentation.
func rulePage(p codes.Page) string {
	var b strings.Builder
	for line := range strings.Lines(p.Text) {
		if info, ok := strings.CutPrefix(strings.TrimSpace(line), "```changes"); ok {
			place := ""
			if words := strings.Fields(info); len(words) == 2 {
				place = ", as `" + words[1] + "`"
			}
			b.WriteString("In [the example of the format](../../recipes/example.de/search-items.json)" + place + ":\n\n```text\n")
			continue
		}
		if strings.TrimSpace(line) == "```write-changes" {
			b.WriteString("In [a recipe that writes](../../lint/linttest/testdata/write-base.json):\n\n```text\n")
			continue
		}
		b.WriteString(line)
	}
	return b.String()
}

// families are the families of codes in the order of the table.
func families() []struct{ letter, about string } {
	return []struct{ letter, about string }{
		{"J", "JSON"},
		{"F", "The format"},
		{"R", "References"},
		{"M", "Templates"},
		{"Q", "JMESPath"},
		{"T", "The traps of the format"},
		{"U", "What will break in use"},
		{"C", "CSS selectors"},
		{"X", "Regular expressions"},
		{"P", "JSON Schemas and example params"},
		{"S", "Safety, found by `lint`"},
		{"K", "Markdown recipes"},
	}
}

// ruleTable is the table of all codes.
func ruleTable(all []codes.Page) string {
	var b strings.Builder
	b.WriteString(`# Codes

Every finding has a code. ` + "`wield-dev explain CODE`" + ` shows its page in the terminal, ` + "`--select` and `--ignore`" + ` of ` + "`validate` and `lint`" + `
take codes and families (` + "`T2`, `T`" + `). An error stops a recipe, a warning does not.

This folder is written by ` + "`go generate ./internal/cli`" + `.
`)
	for _, f := range families() {
		listed := slices.DeleteFunc(slices.Clone(all), func(p codes.Page) bool { return codes.Family(p.Code) != f.letter })
		if len(listed) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s: %s\n\n| Code | Name | Severity | Finds |\n| --- | --- | --- | --- |\n", f.letter, f.about)
		for _, p := range listed {
			fmt.Fprintf(&b, "| [%s](%s.md) | `%s` | %s | %s |\n", p.Code, p.Code, p.Name, p.Severity, strings.ReplaceAll(p.Summary, "|", `\|`))
		}
	}
	return b.String()
}

// Every code is in the table, and everything that validate prints has a page.
func TestEveryCodeIsInTheTable(t *testing.T) {
	all, err := pages().List()
	if err != nil {
		t.Fatal(err)
	}
	table := ruleTable(all)
	for _, p := range all {
		if !strings.Contains(table, "| ["+p.Code+"]("+p.Code+".md) |") {
			t.Errorf("%s is not in docs/rules/README.md: families() lacks its family", p.Code)
		}
	}
}
