package lint_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/rules"
	"github.com/wield-run/wield/pkg/diag"
)

// verdicts are the codes and severities of the findings, sorted.
func verdicts(t *testing.T, c *linttest.Case) []string {
	t.Helper()
	found, err := lint.Run(c.Pass(), rules.All())
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, d := range found {
		all = append(all, d.Severity.String()+" "+d.Code)
	}
	slices.Sort(all)
	return all
}

// Writing a file in another way changes no verdict of any rule, over all test
// data of all rules.
func TestRespellingChangesNoVerdict(t *testing.T) {
	folders, err := filepath.Glob("s[0-9][0-9]/testdata")
	if err != nil || len(folders) == 0 {
		t.Fatal("there are no rules here")
	}
	cases, changed := 0, 0
	for _, data := range folders {
		folder := filepath.Dir(data)
		t.Run(folder, func(t *testing.T) {
			for _, c := range linttest.Load(t, folder) {
				// A longer spelling may pass a limit on the size of a file or
				// an expression, and is then rightly judged by that.
				if len(c.Text) > 16<<10 {
					continue
				}
				cases++
				want := verdicts(t, c)
				for _, r := range linttest.Respellings() {
					other := c.Respelled(r)
					if string(other.Text) == string(c.Text) {
						continue
					}
					changed++
					if got := verdicts(t, other); !slices.Equal(got, want) {
						t.Errorf("%s, %s\ngot  %s\nwant %s", c.Name, r.Name, strings.Join(got, ", "), strings.Join(want, ", "))
					}
				}
			}
		})
	}
	if cases < 300 || changed < 3*cases {
		t.Errorf("%d cases, %d respellings: the test has lost its data", cases, changed)
	}
}

// The respellings themselves do what they say.
func TestRespellings(t *testing.T) {
	c := linttest.Snippet(t, "read", "")
	wants := map[string]string{
		"minified":                    `"q":"{{ params.query }}"`,
		"escaped":                     `"\u0071":"\u007b\u007b \u0070\u0061\u0072\u0061\u006d\u0073.\u0071\u0075\u0065\u0072\u0079 }}"`,
		"members reversed":            `"price_to":"{{ params.max_price }}","q":"{{ params.query }}"`,
		"templates without spaces":    `"q":"{{params.query}}"`,
		"templates with wide spaces":  `"q":"{{  params.query  }}"`,
		"quoted names in expressions": `"total":"\"meta\".\"total\""`,
	}
	for _, r := range linttest.Respellings() {
		other := c.Respelled(r)
		if wants[r.Name] == "" || !strings.Contains(string(other.Text), wants[r.Name]) {
			t.Errorf("%s: %s is not in\n%s", r.Name, wants[r.Name], other.Text)
		}
		if errors, _ := diag.Count(other.Pass().Found); errors > 0 {
			t.Errorf("%s: %v", r.Name, other.Pass().Found[0])
		}
	}
}
