package s15

import (
	"testing"

	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

// Of a check that reads members of the output alone, one evaluation tells what
// it makes of every output that holds nothing.
func TestAlike(t *testing.T) {
	outputs := []jsonval.Value{output(jsonval.NullValue()), output(jsonval.ObjectValue(nil)), output(jsonval.ObjectValue([]jsonval.Member{{Key: "items", Value: jsonval.NullValue()}}))}
	for _, c := range []struct {
		check string
		want  bool
	}{
		{"length(output.items) > `0`", true},
		{"output.items[0].title && output.total == `0`", true},
		{"!(output.items) || output.items", true},
		{"!output.items", false}, // the member of what `!output` gives
		{"type(output.items) == 'null'", true},
		{"let $i = output.items in !($i)", true},
		{"output.items[?output.x] || `true`", false}, // the rest of a projection is the value at hand
		{"output", false},
		{"type(output) == 'object'", false},
		{"output == `{}`", false},
		{"keys(@)", false},
		{"@.output == `null`", false},
		{"$.output", false},
		{"values(output)", false},
		{"output.*", false},
		{"output | items", false},
		{"[output][0].items", false},
		{"*.items", false},
	} {
		e, err := jmespath.Compile(c.check)
		if err != nil {
			t.Fatal(err)
		}
		if got := alike(e.Root()); got != c.want {
			t.Errorf("%s: %v", c.check, got)
		}
		for _, o := range outputs {
			if c.want && truthy(e, o) != truthy(e, outputs[0]) {
				t.Errorf("%s tells %s from null", c.check, jsonval.Stringify(o))
			}
		}
	}
}
