package s05

import (
	"testing"

	"github.com/wield-run/wield/lint/internal/schemas"
	"github.com/wield-run/wield/pkg/jsonval"
)

func TestIDSchema(t *testing.T) {
	for _, c := range []struct {
		name, schema string
		want         bool
	}{
		{"n", `{"type":"integer"}`, true},
		{"n", `{"type":["integer","null"]}`, true},
		{"n", `{"type":"number"}`, false},
		{"n", `{"type":["integer","number"]}`, false},
		{"n", `{"enum":["a text",1.5]}`, true},
		{"n", `{"const":"a text"}`, true},
		{"n", `{"type":"boolean"}`, false},
		{"n", `{"type":["integer","boolean"]}`, false},
		{"n", `{"type":["integer","array"]}`, false},
		{"n", `{"type":["integer","object"]}`, false},
		{"n", `{}`, false},
		{"message", `{"type":"string","pattern":"^[0-9]+$"}`, true},
		{"message", `{"type":"string","maxLength":64}`, false},
		{"listing_id", `{"type":"string","maxLength":64}`, true},
		{"listing_id", `{"type":"string","maxLength":65}`, false},
		{"listing_id", `{"type":"string"}`, false},
	} {
		n, found := jsonval.ParseTree([]byte(c.schema))
		if len(found) > 0 {
			t.Fatal(found[0])
		}
		if got := idSchema(schemas.NewReader(n), n, c.name); got != c.want {
			t.Errorf("%s %s: %v, want %v", c.name, c.schema, got, c.want)
		}
	}
}
