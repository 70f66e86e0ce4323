package parts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/parts"
)

// Each extract stands at its own member, however many there are.
func TestExtracts(t *testing.T) {
	for _, count := range []int{1, 16, 17, 50} {
		var vars []string
		for i := range count {
			vars = append(vars, fmt.Sprintf(`"v%d": "a%d"`, i, i))
		}
		r := linttest.Snippet(t, "read", `steps[0].extract = {"json": {`+strings.Join(vars, ", ")+`}}`).Pass().Recipe
		all := parts.Extracts(r.Steps[0])
		if len(all) != count {
			t.Fatalf("%d of %d extracts", len(all), count)
		}
		for i, x := range all {
			if name := fmt.Sprint("v", i); x.Name != name || x.Node.Key != name || x.ExprNode.Str != fmt.Sprint("a", i) || x.Step != r.Steps[0] {
				t.Errorf("%d of %d: %+v", i, count, x)
			}
		}
	}
}
