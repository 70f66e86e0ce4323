package lint_test

import (
	"os"
	"testing"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/rules"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// A file of which any part is missing, or of another type, is linted as far as
// it is understood.
func TestMangledFiles(t *testing.T) {
	values := []string{"null", "5", `""`, `"{{ params.x }}"`, "[]", "{}", `[{"a":[]}]`, "true"}
	count := 0
	all := rules.All()
	for _, file := range []string{"linttest/testdata/write-base.json", "../recipes/example.de/search-items.json", "../recipes/example.de/search-tiles.json"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		root, _ := jsonval.ParseTree(text)
		var visit func(n *jsonval.Node)
		visit = func(n *jsonval.Node) {
			for range 3 {
				value := values[count%len(values)]
				count++
				mangled := string(text[:n.Span.Start]) + value + string(text[n.Span.End:])
				r, found := recipe.Load(file, []byte(mangled))
				p := &lint.Pass{Recipe: r, Found: found, Place: "/recipes/example.de/x.json", Siblings: []*recipe.Recipe{r},
					Older: []lint.Older{lint.LoadOlder(recipe.Older{Name: "x.v1.json", Version: 1, Text: []byte(mangled)})}}
				if _, err := lint.Run(p, all); err != nil {
					t.Fatalf("%s in the place of %s: %v", value, n.Pointer(), err)
				}
			}
			for _, c := range n.Children {
				visit(c)
			}
		}
		visit(root)
	}
}
