package recipe

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/wield-run/wield/internal/mutate"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// base is the format's printed example.
func base(t testing.TB) jsonval.Value {
	t.Helper()
	text, err := os.ReadFile("../../recipes/example.de/search-items.json")
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonval.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// writing turns the example into a recipe that writes.
const writing = `
effect = "write"
confirm = {"summary": "Order {{ params.query }} from {{ steps.search.total }}"}
steps[1] = {"id": "order", "write": true, "request": {"method": "POST", "url": "/order", "json": {"q": "{{ params.query }}"}}, "expect": {"assert": "body.number"}, "extract": {"json": {"number": "number"}}}
`

// load loads the example with changes.
func load(t testing.TB, changes string) (*Recipe, []*diag.Diagnostic, string) {
	t.Helper()
	v, err := mutate.Apply(base(t), changes)
	if err != nil {
		t.Fatal(err)
	}
	text := jsonval.AppendIndent(nil, v, "  ")
	r, found := Load("search-items.json", text)
	return r, found, string(text)
}

// codes lists findings as "CODE text", the text being what the span marks.
func codes(found []*diag.Diagnostic, text string) string {
	var list []string
	for _, d := range found {
		marked := text[d.Span.Start:d.Span.End]
		if len(marked) > 60 {
			marked = marked[:60] + "…"
		}
		list = append(list, fmt.Sprintf("%s %s", d.Code, marked))
	}
	return strings.Join(list, " | ")
}

func TestExampleIsClean(t *testing.T) {
	r, found, text := load(t, "")
	if len(found) > 0 {
		t.Fatal(codes(found, text))
	}
	if r.ID != "example.de/search-items" || len(r.Steps) != 1 || r.Steps[0].Request.Method != "GET" || len(r.Steps[0].Extract.JSON) != 2 || len(r.Verify.Checks) != 2 {
		t.Errorf("%+v", r)
	}
	if _, found, text := load(t, writing); len(found) > 0 {
		t.Error(codes(found, text))
	}
}

// findingCase is a change of the example and what is then found: codes and the
// marked text.
type findingCase struct{ name, changes, want string }

func findingCases() []findingCase {
	return []findingCase{
		// Members.
		{"missing member", `task removed`, `F1 {`},
		{"missing member further down", `steps[0].request.url removed`, `F1 {`},
		{"unknown member", `steps[0].request.timeout = 5`, `F2 "timeout"`},
		{"misspelt member: one finding, read as what it means", `steps[0].request → renamed reqest`, `F2 "reqest"`},
		{"misspelt member with a mistake inside", "steps[0].request.method = \"FETCH\"\nsteps[0].request → renamed reqest", `F2 "reqest" | F4 "FETCH"`},
		{"a member in other case, and itself", `Task = "x"`, `F12 "Task"`},
		{"wrong type", `keywords = "suche"`, `F3 "suche"`},
		{"wrong type that is a text", `requires_login = "false"`, `F3 "false"`},
		{"wrong type of a step", `steps = [5]`, `F3 5`},
		{"several mistakes are all found", "effect = \"reed\"\nrequires_login = 1\nsite.country = \"Germany\"", `F4 "Germany" | F4 "reed" | F3 1`},
		// Values.
		{"schema of another version", `schema = "https://wield.run/schema/recipe/v9.json"`, `F13 "https://wield.run/schema/recipe/v9.json"`},
		{"schema of another kind", `schema = "https://example.de/x.json"`, `F4 "https://example.de/x.json"`},
		{"bad id", `id = "search-items"`, `F5 "search-items"`},
		{"bad slug", `id = "example.de/Search_Items"`, `F5 "example.de/Search_Items"`},
		{"id of another site", `id = "example.com/search-items"`, `F5 "example.com/search-items"`},
		{"version", `version = 0`, `F4 0`},
		{"version is whole", `version = 1.5`, `F4 1.5`},
		{"origin with a path", "site.origins[1] = \"https://api.example.de/\"", `F4 "https://api.example.de/"`},
		{"origin by http", `site.origins[2] = "http://m.example.de"`, `F4 "http://m.example.de"`},
		{"origin twice", `site.origins[2] = "https://api.example.de"`, `F14 "https://api.example.de"`},
		{"origins lack the origin", `site.origins = ["https://api.example.de"]`, "F4 [\n      \"https://api.example.de\"\n    ]"},
		{"task too short", `task = "Search"`, `F4 "Search"`},
		{"task of two lines", `task = "Search items\nby keyword"`, `F4 "Search items\nby keyword"`},
		{"keyword in capitals", `keywords = ["Suche"]`, `F4 "Suche"`},
		{"keyword twice", `keywords = ["a","a"]`, `F14 "a"`},
		{"no keywords", `keywords = []`, `F8 []`},
		{"language", `site.language = "deutsch!"`, `F4 "deutsch!"`},
		{"no check", `verify.checks = []`, `F8 []`},
		{"params are no object schema", `params.type = "array"`, `F4 "array"`},
		// Steps.
		{"step id", `steps[0].id = "Search"`, `F5 "Search"`},
		{"two steps with one id", `steps[1] = {"id":"search","request":{"url":"/x"}}`, `F14 "search"`},
		{"too many steps", "steps[1] = {\"id\":\"a1\",\"request\":{\"url\":\"/x\"},\"write\":true}\n" + manySteps(), `F8 "steps" | F9 "write"`},
		{"delay", `steps[0].delay_ms = 3001`, `F4 3001`},
		{"status", `steps[0].expect.status = [99]`, `F4 99`},
		{"status as a number", `steps[0].expect.status = 200`, ``},
		{"empty login_required_if", `steps[0].expect.login_required_if = {}`, `F1 {}`},
		{"write and read_only_post", `steps[0].write = true` + "\n" + `steps[0].read_only_post = true`, `F9 "read_only_post"`},
		{"false counts as absent", `steps[0].write = false` + "\n" + `steps[0].read_only_post = false`, ``},
		{"foreach over 20", `steps[0].foreach = {"in":"params.query","as":"q","max":21}`, `F4 21 | T7 total | T7 items`},
		{"foreach as a root", `steps[0].foreach = {"in":"params.query","as":"vars"}`, `F5 "vars" | T7 total | T7 items`},
		// Requests.
		{"method", `steps[0].request.method = "get"`, `F4 "get"`},
		{"body on GET", `steps[0].request.json = {}`, `F9 "json"`},
		{"two bodies", "steps[0].request.method = \"POST\"\nsteps[0].request.json = {}\nsteps[0].request.form = {}", `F9 "form"`},
		{"raw body without a type", "steps[0].request.method = \"POST\"\nsteps[0].request.body = \"x\"", `F1 "body"`},
		{"raw body with a type", "steps[0].request.method = \"POST\"\nsteps[0].request.body = \"x\"\nsteps[0].request.headers = {\"Content-Type\":\"text/plain\"}", ``},
		{"forbidden header", `steps[0].request.headers = {"Cookie":"a=b"}`, `F10 "Cookie"`},
		{"user agent", `steps[0].request.headers = {"user-agent":"x"}`, `F10 "user-agent"`},
		{"header name", `steps[0].request.headers = {"a b":"x"}`, `F10 "a b"`},
		{"headers that differ in case", `steps[0].request.headers = {"x-a":"1","X-A":"2"}`, `F12 "X-A"`},
		{"undeclared origin", `steps[0].request.url = "https://cdn.example.net/x"`, `F11 https://cdn.example.net`},
		{"no scheme", `steps[0].request.url = "api.example.de/v2"`, `F11 "api.example.de/v2"`},
		{"another host by two slashes", `steps[0].request.url = "//evil.example/x"`, `F11 "//evil.example/x"`},
		{"another host by a backslash", `steps[0].request.url = "/\\evil.example"`, `F11 "/\\evil.example"`},
		{"http", `steps[0].request.url = "http://api.example.de/v2"`, `F11 "http://api.example.de/v2"`},
		{"locale hosts count as origins", "site.locale_hosts = [\"fr.example.de\"]\nsteps[0].request.url = \"https://fr.example.de/v2\"", ``},
		{"object in a query", `steps[0].request.query.q = {"a":1}`, "F3 {\n            \"a\": 1\n          }"},
		{"list in a query", `steps[0].request.query.q = ["a", 1, null, true]`, ``},
		// Templates and expressions, at their characters.
		{"unclosed template", `steps[0].request.query.q = "a {{ params.query"`, `M1 {{`},
		{"unknown filter", `steps[0].request.query.q = "{{ params.query | uper }}"`, `M2 uper`},
		{"filter arguments", `steps[0].request.query.q = "{{ params.query | replace:'a' }}"`, `M3 replace:'a'`},
		{"JMESPath syntax", `output.value = "{items: steps.search.items"`, `Q1 `},
		{"JMESPath function", `output.value = "lenght(steps.search.items)"`, `Q2 lenght`},
		{"behind an escape", `output.value = "\"a\\u0062\" == lenght(steps.search.items)"`, `Q9 \"a\\u0062\" | Q2 lenght`},
		{"selector", `steps[0].extract = {"html":{"items":{"selector":"li:contains(x)"},"total":{"selector":"b"}}}`, `C1 :contains(`},
		{"regex", `auth = {"derive":[{"name":"t","from":"page_url","regex":"(?<a"}]}`, `X1 (?<`},
		// References.
		{"unknown root in a template", `steps[0].request.query.q = "{{ param.query }}"`, `R1 param`},
		{"unknown root in output", `output.value = "{items: step.search.items, t: steps.search.total}"`, `R1 step`},
		{"vars in output", `output.value = "{items: steps.search.items, t: vars.x}"`, `R1 vars`},
		{"unknown step", `output.value = "{items: steps.serach.items, t: steps.search.total}"`, `R2 serach`},
		{"unknown extract", `output.value = "{items: steps.search.itms}"`, `R6 itms`},
		{"unknown param", `steps[0].request.query.q = "{{ params.qurey }}"`, `R4 qurey`},
		{"unknown derive", `steps[0].request.query.q = "{{ vars.csrf }}"`, `R5 csrf`},
		{"unknown page member", `steps[0].request.query.q = "{{ page.url }}"`, `R8 url`},
		{"a step that refers to itself", `steps[0].when = "steps.search.total"`, `R3 search`},
		{"a step that has not run", "steps[1] = {\"id\":\"more\",\"request\":{\"url\":\"/x\"},\"extract\":{\"json\":{\"n\":\"n\"}}}\nsteps[0].request.query.q = \"{{ steps.more.n }}\"", `R3 more`},
		{"an unused step", `steps[1] = {"id":"more","request":{"url":"/x"}}`, `R7 "more"`},
		{"unknown root in an assert", `steps[0].expect.assert = "params.query"`, `R1 params`},
		{"unknown root in a check", `verify.checks = ["steps.search.items"]`, `R1 steps`},
		{"a check of what the output lacks", `verify.checks = ["output.itmes"]`, `Q8 itmes`},
		{"a check of what an item lacks", "verify.checks = [\"output.items[0].prize\"]", `Q8 prize`},
		{"params inside a filter", `steps[0].when = "params.query[?a == params.query]"`, `T2 params.query`},
		{"$ inside a filter is right", `steps[0].when = "params.query[?a == $.params.query]"`, ``},
		{"let before a filter is right", `steps[0].when = "let $q = params.query in params.query[?a == $q]"`, ``},
		{"params inside an extract", `steps[0].extract.json.items = "results[?price <= params.max_price]"`, `T2 params.max_price`},
		{"a response that has params of its own", `steps[0].extract.json.items = "results[*].params.query | [?params.size > ` + "`1`" + `]"`, ``},
		{"a member named like a root", `output.value = "steps.search.items[?page > ` + "`1`" + `].{title: title, page: page.params}"`, `T2 page | T2 page.params | Q8 items | Q8 items`},
		{"a name with a hyphen", `output.value = "{items: steps.search.items, t: steps.search.total, u: foo-bar}"`, `Q12 foo-bar`},
		{"an unknown alias hides no other mistake", "steps[0].foreach = {\"in\":\"params.query\",\"as\":\"Tile!\"}\nsteps[0].request.query.q = \"{{ tile.x }}\"\noutput.value = \"{items: steps.search[].items, x: steps.search[].tile}\"\nverify.checks = [\"output\"]", `F5 "Tile!"`},
		{"an extract that was not understood hides no other mistake", `steps[0].extract = {"items":"data.items"}`, `F2 "items"`},
		{"a misspelt kind of extract", "steps[1] = {\"id\":\"b\",\"request\":{\"url\":\"https://api.example.de/b\"},\"expect\":{\"assert\":\"body.ok\"},\"extract\":{\"josn\":{\"n\":\"n\"}}}\nsteps[0].extract → renamed extrct\noutput.value = \"{items: steps.search.items, b: steps.b.n}\"\nverify.checks = [\"output\"]", `F2 "extrct" | U2 "json" | F2 "josn"`},
		{"a misspelt embedded_json", `steps[0].extract.embeded_json = {"selector":"script","vars":{"x":"a"}}`, `F2 "embeded_json"`},
		{"a misspelt confirm", writing + `confirm → renamed confrim`, `F2 "confrim"`},
		{"a misspelt parse beside path", `steps[0].extract.html = {"x":{"selector":"b","prase":"json","path":"a"}}`, `F2 "prase"`},
		{"a misspelt key of a derive", `auth = {"derive":[{"name":"t","from":"cookie","kee":"k"}]}`, `F2 "kee"`},
		{"write in quotes", writing + `steps[1].write = "true"`, `F3 "true"`},
		{"a wrong example beside a wrong schema", "params.properties.query.minLenght = 2\nverify.example_params.max_price = 0", `P1 "minLenght" | P20 0`},
		{"the schema without its ending", `schema = "https://wield.run/schema/recipe/v1"`, `F4 "https://wield.run/schema/recipe/v1"`},
		// Effects.
		{"a read recipe that writes", `steps[0].write = true`, `F9 "write"`},
		{"a read recipe with confirm", `confirm = {"summary":"x"}`, `F9 "confirm"`},
		{"a write recipe without confirm", `effect = "write"` + "\n" + `steps[0].write = true` + "\n" + `steps[0].expect.assert = "body.ok"`, `F1 {`},
		{"a write recipe that does not write", `effect = "write"` + "\n" + `confirm = {"summary":"x"}`, `F9 "write"`},
		{"the summary sees no later step", writing + `confirm.summary = "Order {{ steps.order.number }}"`, `R3 order`},
		// Derive.
		{"cookie without key", `auth = {"derive":[{"name":"t","from":"cookie"}]}`, `F1 {`},
		{"key on dom", `auth = {"derive":[{"name":"t","from":"dom","selector":"b","key":"k"}]}`, `F9 "key"`},
		{"two of a name", `auth = {"derive":[{"name":"t","from":"page_url"},{"name":"t","from":"page_url"}]}`, `F14 "t"`},
		// Extract.
		{"path without parse", `steps[0].extract = {"html":{"items":{"selector":"b","path":"a"},"total":{"selector":"i"}}}`, `F9 "path"`},
		{"one name twice", `steps[0].extract.html = {"total":{"selector":"b"}}`, `F14 "total"`},
		{"html where JSON is parsed", "steps[0].parse = \"json\"\nsteps[0].extract.html = {\"x\":{\"selector\":\"b\"}}", `F9 "html"`},
		{"json where html is parsed", `steps[0].parse = "html"`, `F9 "json"`},
		{"all in fields", `steps[0].extract.html_items = {"x":{"selector":"b","fields":{"y":{"selector":"i","all":true}}}}`, `F2 "all"`},
		{"no fields", `steps[0].extract.html_items = {"x":{"selector":"b","fields":{}}}`, `F1 {}`},
		{"entries with names", `steps[0].extract.embedded_json = {"page":{"selector":"script","vars":{"x":"a"}},"more":{"selector":"#more","vars":{"y":"a"}}}`, `F2 "page"`},
		{"an entry with a name lacks its selector", `steps[0].extract.embedded_json = {"page":{"vars":{"x":"a"}}}`, `F2 "page" | F1 {`},
		{"decoder", `steps[0].extract.embedded_json = {"selector":"script","decode":"astro","vars":{"x":"a"}}`, `F4 "astro"`},
		// What will break in use.
		{"generated classes, attributes and ids", `steps[0].extract.html = {"a":{"selector":".x1lliihq"},"b":{"selector":"[data-v-7ba5bd90] a"},"c":{"selector":"a:not([class*='css-1x2y3z'])"},"d":{"selector":"[class~=Card_price__3xY9z], [_ngcontent-abc-c12]"},"e":{"selector":"#\\:r1\\:"},"f":{"selector":"._title_1a2b3_12"}}`,
			`U1 .x1lliihq | U1 [data-v-7ba5bd90] | U1 [class*='css-1x2y3z'] | U1 [class~=Card_price__3xY9z] | U1 [_ngcontent-abc-c12] | U1 #\\:r1\\: | U1 ._title_1a2b3_12`},
		{"classes and ids that people write", `steps[0].extract.html = {"a":{"selector":".product__title"},"b":{"selector":"[data-value] .col-2 .h3 .xbox360"},"c":{"selector":"[class*='Card_price__'] .price_2 ._product_title_1"},"d":{"selector":"#search_results_list .r-4"}}`, ""},
		{"generated class", `steps[0].extract.html = {"a":{"selector":"div.css-1x2y3z > b"}}`, `U1 .css-1x2y3z`},
		{"obfuscated class", `steps[0].extract.html = {"a":{"selector":"._a1b2c"}}`, `U1 ._a1b2c`},
		{"class of a CSS module", `steps[0].extract.html = {"a":{"selector":".Button_root__3xY9z"}}`, `U1 .Button_root__3xY9z`},
		{"ordinary classes", `steps[0].extract.html = {"a":{"selector":".css-grid .sc-title .item_price__old ._private .r-wide .col-md-6 .block__element--big"}}`, ``},
		{"an answer code that is extracted and not tested", `steps[0].extract.json.total = "errcode"`, `U2 "json"`},
		{"an answer code that another step tests", "steps[1] = {\"id\":\"b\",\"request\":{\"url\":\"https://api.example.de/b\"},\"expect\":{\"assert\":\"body.code == `0`\"},\"extract\":{\"json\":{\"n\":\"n\"}}}\noutput.value = \"{items: steps.search.items, b: steps.b.n}\"\nverify.checks = [\"output\"]", `U2 "json"`},
		{"a write that nothing proves", writing + `steps[1].expect removed`, `U3 "write"`},
		{"a login test by words", `steps[0].expect.login_required_if = {"assert":"contains(body, 'Anmelden')"}`, `U4 "contains(body, 'Anmelden')"`},
		{"a login test by words and status", `steps[0].expect.login_required_if = {"status":401,"assert":"contains(body, 'Anmelden')"}`, ``},
		// Example params.
		{"the last word of a member that is missing", "verify.example_params → renamed params\nverify.params.max_price = 0", `F2 "params" | P20 0`},
		{"example params that do not fit", `verify.example_params.max_price = 0`, `P20 0`},
		{"example params that lack one", `verify.example_params.query removed`, `P20 {`},
	}
}

// Each change of the example gives exactly these findings.
func TestFindings(t *testing.T) {
	for _, tt := range findingCases() {
		t.Run(tt.name, func(t *testing.T) {
			_, found, text := load(t, tt.changes)
			if got := codes(found, text); got != tt.want {
				t.Errorf("\ngot  %s\nwant %s", got, tt.want)
				for _, d := range found {
					t.Logf("%s %s: %s (%s)", d.Code, d.Pointer, d.Message, d.Hint)
				}
			}
			for _, d := range found {
				if d.Name == "" || d.Name == d.Code || d.Message == "" || d.Hint == "" && strings.Contains("FRTU", d.Code[:1]) {
					t.Errorf("unfinished finding %+v", d)
				}
			}
		})
	}
}

// manySteps makes a recipe of 13 steps that use each other.
func manySteps() string {
	var b strings.Builder
	for i := 2; i < 13; i++ {
		fmt.Fprintf(&b, "steps[%d] = {\"id\":\"a%d\",\"request\":{\"url\":\"/x\"},\"extract\":{\"json\":{\"n\":\"n\"}}}\n", i, i)
	}
	b.WriteString(`output.value = "[steps.search.items, steps.*]"` + "\nverify.checks = [\"output\"]")
	return b.String()
}

// Which steps a step waits for.
func TestNeeds(t *testing.T) {
	const more = `
steps[1] = {"id":"two","request":{"url":"/x/{{ steps.search.total }}"},"extract":{"json":{"n":"n"}}}
steps[2] = {"id":"three","when":"steps.two.n","request":{"url":"/y"},"extract":{"json":{"n":"n"}}}
steps[3] = {"id":"four","foreach":{"in":"values(steps)","as":"s"},"request":{"url":"/z"},"extract":{"json":{"n":"n"}}}
steps[4] = {"id":"five","request":{"url":"/z"},"extract":{"json":{"n":"n"}}}
steps[5] = {"id":"six","request":{"url":"/z","query":{"a":["{{ steps.five.n }}","{{ steps | json }}"]}},"extract":{"json":{"n":"n"}}}
output.value = "[steps.search.items, steps.*]"
verify.checks = ["output"]
`
	r, found, text := load(t, more)
	if len(found) > 0 {
		t.Fatal(codes(found, text))
	}
	want := []string{"[]", "[0]", "[1]", "[0 1 2]", "[]", "[0 1 2 3 4]"}
	for i, s := range r.Steps {
		if got := fmt.Sprint(s.Needs); got != want[i] {
			t.Errorf("%s needs %s, want %s", s.ID, got, want[i])
		}
	}
}
