package recipe

import (
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/fix"
)

// One mistake is one finding: of what could not be understood nothing more is
// said, and a name that leads nowhere is told of once, with its other places.
func TestOneMistakeIsOneFinding(t *testing.T) {
	const html = "steps[0].extract = {\"html_items\":{\"tiles\":{\"selector\":\"li\",\"fields\":{\"id\":{\"selector\":\"\",\"attr\":\"data-id\"},\"price\":{\"selector\":\"b\",\"parse\":\"json\",\"path\":\"p\"}}}}}\n" +
		"output.value = \"steps.search.tiles[].{id: id, price: price, cheap: price < $.params.max_price && $.params.max_price > price}\"\nverify.checks = [\"output\"]\n"
	const twice = "output.value = \"{items: steps.search.items, total: steps.search.total, a: page.hots, b: page.hots}\"\n"
	const post = "steps[0].request.method = \"POST\"\nsteps[0].read_only_post = true\nsteps[0].request.json = {\"q\":\"{{ params.query }}\"}\nsteps[0].request.query = {\"a\":\"{{ params.max_price }}{{ params.limit }}\"}\n"
	const secret = "steps[0].request.headers = {\"x-a\":\"{{ vars.csrf }}\",\"x-b\":\"{{ vars.csrf }}\"}\n"
	for _, tt := range []struct{ name, changes, want string }{
		// What cannot be read.
		{"no steps", "steps removed", "F1 {"},
		{"steps that are none", `steps = "search"`, `F3 "search"`},
		{"a step that is none", writing + `steps[1] = "order"`, `F3 "order"`},
		{"no output", "output removed", "F1 {"},
		{"no value", "output.value removed", "F1 {"},
		{"a value that is none", "output.value = 5", "F3 5"},
		{"an origin that is none", "site.origins[1] = 5", "F3 5"},
		{"an origin that is no address", "site.origins[1] = \"api\"", `F4 "api"`},
		{"no origins", "site.origins = []", "F4 []"},
		{"a derive that is none", secret + `auth = {"derive":["csrf"]}`, `F3 "csrf"`},
		{"a derive without a name", secret + `auth = {"derive":[{"from":"page_url"}]}`, "F1 {"},
		{"an auth that is none", secret + `auth = "csrf"`, `F3 "csrf"`},
		{"a foreach that is none", "steps[0].foreach = \"params.query\"\nsteps[0].request.query.q = \"{{ item }}\"\noutput.value = \"steps.search[].[items, total]\"\nverify.checks = [\"output\"]", `F3 "params.query"`},
		{"a method that is none", post + `steps[0].request.method = 5`, "F3 5"},
		{"a field that is none", html + `steps[0].extract.html_items.tiles.fields.id = "id"`, `F3 "id"`},
		{"no fields", html + `steps[0].extract.html_items.tiles.fields removed`, "F1 {"},
		{"a parse that has become another name", html + `steps[0].extract.html_items.tiles.fields.price.parse → renamed zzz`, `F2 "zzz"`},
		{"a write that has become another name", writing + `steps[1].write → renamed zzz`, `F2 "zzz"`},
		{"an assert that has become another name", writing + `steps[1].expect.assert → renamed zzz`, `F2 "zzz"`},
		{"an assert that does not parse", writing + `steps[1].expect.assert = "body.id =="`, `Q1 `},
		// Members in the wrong place.
		{"a member of the request in the step", "steps[0].request.url removed\nsteps[0].url = \"https://api.example.de/v2/search\"", `F2 "url"`},
		{"a member of the output at the top", "output.value removed\nvalue = \"steps.search.[items, total]\"\nverify.checks = [\"output\"]", `F2 "value"`},
		// Names.
		{"a root that is used three times", "steps[0].request.query = {\"a\":\"{{ param.query }}\",\"b\":\"{{ param.limit }}\",\"c\":\"{{ param.limit }}\"}", `R1 param`},
		{"a step that is used twice", `output.value = "{items: steps.serach.items, total: steps.serach.total}"`, `R2 serach`},
		{"a step with another id", `steps[0].id = "find"`, `R2 search`},
		{"a member of page", twice, `R8 hots`},
		{"an extract that is missing", `steps[0].extract removed`, "R6 total"},
		{"an extract of nothing", `steps[0].extract = {}`, "R6 total"},
		{"an extract that has become another name", `steps[0].extract → renamed zzz`, `F2 "zzz"`},
		{"values that nothing derives", "steps[0].request.headers = {\"x-a\":\"{{ vars.csrf }}\",\"x-b\":\"{{ vars.token }}\"}", "R5 csrf"},
		{"an auth that has become another name", secret + "auth = {\"derive\":[{\"name\":\"csrf\",\"from\":\"page_url\"}]}\nauth → renamed zzz", `F2 "zzz"`},
		{"a derive with a wrong name", secret + `auth = {"derive":[{"name":"x csrf","from":"page_url"}]}`, `F5 "x csrf"`},
		{"a method in the step", post + "steps[0].request.method removed\nsteps[0].method = \"POST\"", `F2 "method"`},
		{"a method of no kind", post + `steps[0].request.method = "FETCH"`, `F4 "FETCH"`},
		{"no method", post + `steps[0].request.method removed`, `F9 "json"`},
		{"a path without parse", html + `steps[0].extract.html_items.tiles.fields.price.parse removed`, `F9 "path"`},
		{"a value without backticks", "output.value = \"5\"\nverify.checks = [\"output\"]", "T1 5"},
		{"a param that is used twice", "steps[0].request.query.a = \"{{ params.qurey }}\"\nsteps[0].request.query.b = \"{{ params.qurey }}\"", `R4 qurey`},
		// The schema of the params.
		{"properties in capitals", `params.properties → renamed PROPERTIES`, `P1 "PROPERTIES"`},
		{"properties that are none", `params.properties = []`, `P2 []`},
		{"type in capitals", `params.type → renamed Type`, `P1 "Type"`},
		{"a field that is read three times and has gone", html + `steps[0].extract.html_items.tiles.fields.price removed`, `Q8 price`},
		{"a step without an id and a foreach without an as", `steps[1] = {"foreach":{"in":"[params.query]"},"request":{"url":"/x"},"extract":{"json":{"a":"a"}}}`, `F1 { | F1 {`},
		{"a param that is required and has gone", `params.properties.query removed`, `P10 "query"`},
		{"a param that is misspelt where it is described", `params.properties.max_price → renamed max_pirce`, `R4 max_price`},
		{"a value that has gone from an enum", "params.properties.sort = {\"enum\":[\"new\"],\"examples\":[\"price\"]}\nsteps[0].request.query.sort = \"{{ params.sort }}\"\nverify.example_params.sort = \"price\"", `P20 "price"`},
		{"a property that is not described", "params.required = [\"query\",\"place\"]", `P10 "place"`},
		{"a limit that is none beside another", `params.properties.query.maxLength = -1`, `P2 -1`},
		{"a list of no values", "params.properties.query.enum = []\nparams.properties.query.examples = [\"fahrrad\"]", `P10 []`},
	} {
		_, found, text := load(t, tt.changes)
		if got := codes(found, text); !(got == tt.want || tt.want == "Q1 " && len(found) == 1 && strings.HasPrefix(got, tt.want)) {
			t.Errorf("%s: got  %s, want %s", tt.name, got, tt.want)
			for _, d := range found {
				t.Logf("%s %s: %s (%s)", d.Code, d.Pointer, d.Message, d.Hint)
			}
		}
		for _, d := range found {
			if d.Hint == "" {
				t.Errorf("%s: %s has no hint: %s", tt.name, d.Code, d.Message)
			}
		}
	}
}

// A name that leads nowhere names its other places. One of the format is mended
// in all of them; one of the author's own only where it is used once.
func TestNowhere(t *testing.T) {
	for _, tt := range []struct {
		changes string
		related int
		fixed   string // "": no fix that is made
	}{
		{`steps[0].request.query.q = "{{ params.qurey }}"`, 0, "{{ params.query }}"},
		{"steps[0].request.query.q = \"{{ params.qurey }}\"\nsteps[0].request.query.r = \"{{ params.qurey }}\"", 1, ""},
		{"steps[0].request.query.q = \"{{ param.query }}\"\nsteps[0].request.query.r = \"{{ param.limit | json }}\"", 1, "{{ params.limit | json }}"},
		{`output.value = "[page.hots, page.hots, steps.search.[items, total]]"` + "\nverify.checks = [\"output\"]", 1, "[page.host, page.host, "},
	} {
		_, found, text := load(t, tt.changes)
		if len(found) != 1 || len(found[0].Related) != tt.related || found[0].Fix == nil || found[0].Fix.Safe != (tt.fixed != "") {
			t.Errorf("%s: %s", tt.changes, codes(found, text))
			continue
		}
		if tt.fixed == "" {
			continue
		}
		mended, _ := fix.Apply([]byte(text), found)
		if _, again := Load("x.json", mended); len(again) > 0 || !strings.Contains(string(mended), tt.fixed) {
			t.Errorf("%s: mended to %s\n%s", tt.changes, mended, codes(again, string(mended)))
		}
	}
}
