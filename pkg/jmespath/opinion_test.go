package jmespath

import (
	"encoding/json"
	"testing"

	gojmespath "github.com/jmespath-community/go-jmespath"

	"github.com/wield-run/wield/pkg/jsonval"
)

// TestSecondOpinion compares with another implementation where the two must
// agree: order of members aside, which it does not keep.
func TestSecondOpinion(t *testing.T) {
	text := benchmarkDocument()
	data := mustParse(t, text)
	expressions := []string{
		"results[::-3].[id, price.amount * `2` - `1`]",
		"results[?contains(tags, 't3') && price.amount > `100` || stock == `0`].{id: id, n: length(title)}",
		"results[*].{id: id}[2:4]",
		"results[?id < `9`].tags[*] | [].upper(@)",
		"map(&join('/', tags), results[:5])",
		"max_by(results, &price.amount).id",
		"values(group_by(results, &brand.name)) | [*][*].stock | map(&sum(@), @) | sort(@)",
		"let $limit = `4` in results[?rating >= $limit] | length(@)",
		"!results[0].sponsored.x",
		"results[0].*.name",
	}
	for _, c := range benchmarkExpressions {
		expressions = append(expressions, c.expr)
	}
	for _, expr := range expressions {
		got, err := search(expr, data)
		if err != nil {
			t.Errorf("%s: %v", expr, err)
			continue
		}
		var theirs any
		if err := json.Unmarshal([]byte(text), &theirs); err != nil {
			t.Fatal(err)
		}
		other, err := gojmespath.Search(expr, theirs)
		if err != nil {
			t.Fatalf("%s: %v", expr, err)
		}
		printed, err := json.Marshal(other)
		if err != nil {
			t.Fatal(err)
		}
		if expr == "map(&to_string(@), results)" { // which prints members in order
			continue
		}
		if !jsonval.Equal(got, mustParse(t, string(printed))) {
			t.Errorf("%s:\ngot   %.300s\nother %.300s", expr, jsonval.Stringify(got), printed)
		}
	}
}
