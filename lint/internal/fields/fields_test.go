package fields_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/internal/fields"
	"github.com/wield-run/wield/lint/linttest"
)

// What a request sends, wherever it stands, with the groups of the fields.
func TestOf(t *testing.T) {
	const post = "steps[0].request.method = \"POST\"\nsteps[0].read_only_post = true\nsteps[0].request.query removed\n"
	for _, c := range []struct{ changes, want string }{
		{`steps[0].request.query = {"q": "{{ params.query }}", "n": ["a", 5, null]}`, `0:q=_ 0:n=a 0:n=5 0:n=`},
		{"steps[0].request.query = {\"a\": 1}\n" + `steps[0].request.url = "/v2?b=x%20y&c={{ params.query }}"`, `0:b=x y 0:c=_ 0:a=1`},
		{post + `steps[0].request.json = {"a": {"b": "x"}, "c": [{"d": "{{ 'q' | upper }}"}, "e"]}`, `0:={} 1:a={} 2:b=x 1:c={} 1:c={} 3:d=Q 1:c=e`},
		{post + `steps[0].request.form = {"payload": "{\"a\": {\"b\": [1, \"x\"]}, \"c\": \"[{\\\"d\\\":2}]\"}"}`,
			`0:payload={"a": {"b": [1, "x"]}, "c": "[{\"d\":2}]"} 1:a={} 2:b={} 2:b=1 2:b=x 1:c=[{"d":2}] 3:d=2`},
		{post + "steps[0].request.headers = {\"content-type\": \"application/json\"}\n" + `steps[0].request.body = "{\"q\": {{ params.query | json }}}"`, `0:={"q": _} 1:q=0`},
		{post + "steps[0].request.headers = {\"content-type\": \"application/x-www-form-urlencoded\"}\n" + `steps[0].request.body = "a=1&b={{ params.query | encode }}"`, `0:=a=1&b=_ 1:a=1 1:b=_`},
	} {
		r := linttest.Snippet(t, "read", c.changes).Pass().Recipe
		var got []string
		for _, f := range fields.Of(flow.New(r).Of(r.Steps[0])) {
			text := strings.ReplaceAll(f.Text, fields.Hole, "_")
			if f.Holder {
				text = "{}"
			}
			got = append(got, fmt.Sprintf("%d:%s=%s", f.Group, f.Name, text))
			if f.Constant() != (!f.Holder && !strings.Contains(text, "_")) {
				t.Errorf("%s is constant: %v", text, f.Constant())
			}
		}
		if want := c.want; strings.Join(got, " ") != want {
			t.Errorf("%s\ngot  %s\nwant %s", c.changes, strings.Join(got, " "), want)
		}
	}
}
