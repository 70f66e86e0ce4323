package draft

import (
	"slices"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

// searched drafts a recipe of a POST with a body, whose answer is a list.
func searched(t *testing.T, mime, body string) *Draft {
	t.Helper()
	sent := exchange("POST", "https://www.example.de/api/search", posted(mime, body), "application/json", listing)
	return drafted(t, load(t, harOf(sent)), Options{Find: "Kettle", Effect: "read"})
}

// What a body of JSON shows of what a user chose: values that are named, at any
// depth; what has no name, and what no user would write, stays as it was.
func TestJSONBodies(t *testing.T) {
	long := strings.Repeat("long ", 41)
	for _, c := range []struct{ name, body, want, params string }{
		{"objects in lists", `{"filters":[{"field":"colour","values":["rot","blau"]},["x",1],"y",null]}`,
			`{"filters":[{"field":"colour","values":"{{ params.filters_values }}"},["x",1],"y",null]}`, `{"filters_values":["rot","blau"]}`},
		{"lists", `{"ids":[3,4],"empty":[],"mixed":[1,"a"],"flags":[true,false],"inner":[["a"]]}`,
			`{"ids":"{{ params.ids }}","empty":[],"mixed":[1,"a"],"flags":[true,false],"inner":["{{ params.inner }}"]}`, `{"ids":[3,4],"inner":["a"]}`},
		{"a credential", `{"auth":{"accessToken":"abc","user":"me"}}`, `{"auth":{"user":"{{ params.user }}"}}`, `{"user":"me"}`},
		{"braces", `{"note":"{{ x }}","list":["{{ y }}",{"of":"{{ z }}"}],"sort":{"by":"{{ w }}"}}`,
			`{"note":"{{ '{{' }} x }}","list":["{{ '{{' }} y }}",{"of":"{{ '{{' }} z }}"}],"sort":{"by":"{{ '{{' }} w }}"}}`, `{}`},
		{"what nobody would write", `{"a":"","b":"` + long + `","c":"https://www.example.de/x"}`, `{"a":"","b":"` + long + `","c":"https://www.example.de/x"}`, `{}`},
		{"a part of a long list", `{"offset":20,"limit":150}`, `{"offset":"{{ params.offset }}","limit":"{{ params.limit }}"}`, `{"offset":20,"limit":150}`},
		{"the same words twice", `{"query":"cup","text":"cup","term":"tea"}`, `{"query":"{{ params.query }}","text":"{{ params.query }}","term":"{{ params.query_2 }}"}`, `{"query":"cup","query_2":"tea"}`},
		{"a page that is no number", `{"page":"first"}`, `{"page":"{{ params.page }}"}`, `{"page":"first"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			expect(t, searched(t, "application/json", c.body).Recipe, "steps.0.request.json", c.want, "verify.example_params", c.params)
		})
	}
}

// GraphQL's variables are values whatever they are called; what stands beside
// them is not.
func TestGraphQLConstants(t *testing.T) {
	body := `{"query":"query Q($id: ID) { item(id: $id) { title } }","variables":{"id":"7"},"extensions":{"persisted":{"hash":"{{ x }}","of":[1,null]}}}`
	expect(t, searched(t, "application/json", body).Recipe,
		"steps.0.request.json.extensions", `{"persisted":{"hash":"{{ '{{' }} x }}","of":[1,null]}}`,
		"steps.0.request.json.variables", `{"id":"{{ params.id }}"}`)
}

// The params of a part of a list begin with its first row, whichever part was
// recorded.
func TestSchemasOfParams(t *testing.T) {
	for _, c := range []struct{ body, param, want string }{
		{`{"offset":20}`, "offset", `{"type":"integer","minimum":0,"default":20,"description":"How many results to pass over, e.g. 20","examples":[20]}`},
		{`{"page":3}`, "page", `{"type":"integer","minimum":1,"default":3,"description":"Number of the page, e.g. 3","examples":[3]}`},
		{`{"page":0}`, "page", `{"type":"integer","minimum":0,"default":0,"description":"Number of the page, e.g. 0","examples":[0]}`},
		{`{"limit":150}`, "limit", `{"type":"integer","minimum":1,"maximum":150,"default":150,"description":"How many results, e.g. 150","examples":[150]}`},
		{`{"ids":[3,4]}`, "ids", `{"type":"array","items":{"type":"number"},"maxItems":20,"description":"Ids, as the site has it","examples":[[3,4]]}`},
		{`{"ratio":1.5}`, "ratio", `{"type":"number","description":"Ratio, as the site has it, e.g. 1.5","examples":[1.5]}`},
		{`{"about":"` + strings.Repeat("word ", 17) + `"}`, "about", `{"type":"string","minLength":1,"maxLength":500,"description":"About, as the site has it","examples":["` + strings.Repeat("word ", 17) + `"]}`},
	} {
		expect(t, searched(t, "application/json", c.body).Recipe, "params.properties."+c.param, c.want)
	}
}

// A body of another kind keeps the type that it was sent with.
func TestOtherBodies(t *testing.T) {
	for _, c := range []struct{ name, mime, body, want string }{
		{"JSON of another type", "application/vnd.api+json; charset=utf-8", `{"query":"cup"}`,
			`{"method":"POST","url":"https://www.example.de/api/search","json":{"query":"{{ params.query }}"},"headers":{"content-type":"application/vnd.api+json; charset=utf-8"}}`},
		{"a form without a type", "", "q=cup&t=1764499320000&hash=ab12cd34ef56&limit=x",
			`{"method":"POST","url":"https://www.example.de/api/search","form":{"q":"{{ params.query }}","limit":"{{ params.limit }}"}}`},
		{"text without a type", "", "cup", `{"method":"POST","url":"https://www.example.de/api/search","body":"cup","headers":{"content-type":"text/plain"}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			expect(t, searched(t, c.mime, c.body).Recipe, "steps.0.request", c.want)
		})
	}
}

// A form with parts stands as it was sent, which the author should know.
func TestMultipart(t *testing.T) {
	d, err := FromRequest(&Request{Method: "POST", URL: "https://www.example.de/search", MIME: "multipart/form-data; boundary=x", Body: "--x\r\n\r\ncup\r\n--x--\r\n"},
		Options{ID: "example.de/find-things", Effect: "read"})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, d.Recipe, "steps.0.request.body", `"--x\r\n\r\ncup\r\n--x--\r\n"`, "steps.0.request.headers", `{"content-type":"multipart/form-data; boundary=x"}`)
	if !slices.ContainsFunc(d.Notes, func(n string) bool {
		return strings.HasPrefix(n, "the body is multipart/form-data and stands in the recipe as it was sent")
	}) {
		t.Errorf("the notes are %q", d.Notes)
	}
}

// More of what a path or a query shows, and how its params are called.
func TestNamesOfParams(t *testing.T) {
	for _, c := range []struct{ url, request, params string }{
		{"https://www.example.de/category/tea", `{"method":"GET","url":"https://www.example.de/category/{{ params.category | encode }}"}`, `{"category":"tea"}`},
		{"https://www.example.de/countries/1001", `{"method":"GET","url":"https://www.example.de/countries/{{ params.country_id }}"}`, `{"country_id":1001}`},
		{"https://www.example.de/0/x", `{"method":"GET","url":"https://www.example.de/{{ params.id }}/x"}`, `{"id":0}`},
		{"https://www.example.de/rote-rad/x", `{"method":"GET","url":"https://www.example.de/rote-rad/x"}`, `{}`},
		{"https://www.example.de/list?constructor=a&1=c", `{"method":"GET","url":"https://www.example.de/list","query":{"1":"{{ params.value }}","constructor":"{{ params.constructor_value }}"}}`, `{"constructor_value":"a","value":"c"}`},
		{"https://www.example.de/list?a_name_that_goes_on_and_on_and_never_ends=b", `{"method":"GET","url":"https://www.example.de/list","query":{"a_name_that_goes_on_and_on_and_never_ends":"{{ params.a_name_that_goes_on_and_on_and_never_end }}"}}`, `{"a_name_that_goes_on_and_on_and_never_end":"b"}`},
	} {
		d := drafted(t, load(t, harOf(get(c.url, "application/json", listing))), Options{Find: "Kettle"})
		expect(t, d.Recipe, "steps.0.request", c.request, "verify.example_params", c.params)
	}
	d := drafted(t, load(t, harOf(get("https://www.example.de/in/Berlin", "application/json", listing))), Options{Find: "Kettle", Inputs: []Input{{"city", "berlin"}}})
	expect(t, d.Recipe, "steps.0.request.url", `"https://www.example.de/in/{{ params.city | encode }}"`, "verify.example_params", `{"city":"Berlin"}`)
}

// A write asks for what it sends: a list, as it reads.
func TestSummary(t *testing.T) {
	d, err := FromRequest(&Request{Method: "POST", URL: "https://www.example.de/cart", MIME: "application/json", Body: `{"sku":"m-1","sizes":["s","m"]}`},
		Options{ID: "example.de/add-item", Effect: "write"})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, d.Recipe, "confirm.summary", `"Add item on example.de: sku {{ params.sku }}, sizes {{ params.sizes | join:', ' }}"`)
}

// What the author says of a recipe stands in it; else it is guessed by the end
// of the site's name.
func TestWhatTheAuthorSays(t *testing.T) {
	o := Options{ID: "example.de/find-things", Name: "The Shop", Origin: "https://shop.example.de", Country: "AT", Language: "de-AT",
		Task: "Find a thing in the shop", Description: "Gives things.", Keywords: []string{"thing", "shop"}}
	d, err := FromRequest(&Request{Method: "GET", URL: "https://www.example.de/list"}, o)
	if err != nil {
		t.Fatal(err)
	}
	proven(t, d)
	expect(t, d.Recipe, "site", `{"id":"example.de","name":"The Shop","origin":"https://shop.example.de","origins":["https://shop.example.de","https://www.example.de"],"country":"AT","language":"de-AT"}`,
		"task", `"Find a thing in the shop"`, "description", `"Gives things."`, "keywords", `["thing","shop"]`)
	d = drafted(t, load(t, harOf(get("https://www.example.de/list", "application/json", listing))), o)
	expect(t, d.Recipe, "site.origin", `"https://shop.example.de"`)
	expect(t, d.Output, "items.0.url", `"https://shop.example.de/p/7"`)
	for site, want := range map[string]string{
		"example.at": "AT de", "example.ch": "CH de", "example.fr": "FR fr", "example.co.uk": "GB en", "example.com.au": "AU en", "example.ie": "IE en", "example.be": "BE nl", "example.se": "SE sv", "example.dk": "DK da",
		"example.no": "NO nb", "example.cz": "CZ cs", "example.jp": "JP ja", "example.com.br": "BR pt", "example.mx": "MX es", "example.com": "INT en", "example.org": "INT en",
	} {
		d, err := FromRequest(&Request{Method: "GET", URL: "https://" + site + "/list"}, Options{ID: site + "/find-things"})
		if err != nil {
			t.Fatal(err)
		}
		proven(t, d)
		country, language, _ := strings.Cut(want, " ")
		expect(t, d.Recipe, "site.country", `"`+country+`"`, "site.language", `"`+language+`"`)
	}
}

// An address that no recipe can go to is refused, in one sentence.
func TestAddressesThatNoRecipeGoesTo(t *testing.T) {
	for url, want := range map[string]string{
		"nowhere":                       `"nowhere"`,
		"https://me@www.example.de/":    "the address of the request holds a user name, which no recipe may",
		"https://{x}.example.de/":       "is no name of a host",
		"https://www.example.de:8443/x": `"https://www.example.de:8443/x" is no address of the public web: a recipe goes to https://host, without a port`,
		"ftp://www.example.de/x":        `"ftp://www.example.de/x" is no address of the public web: a recipe goes to https://host, without a port`,
	} {
		_, err := FromRequest(&Request{Method: "GET", URL: url}, Options{ID: "example.de/x"})
		if _, ok := err.(*Error); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", url, err, want)
		}
	}
	_, err := FromRequest(&Request{Method: "POST", URL: "https://www.example.de/cart/add", Body: "sku=1"}, Options{ID: "example.de/x"})
	if fault, ok := err.(*Error); !ok || !fault.Effect {
		t.Errorf("a POST that may be either: %v", err)
	}
}

// Of rows with very many members the ones that say most are taken, in their
// order.
func TestManyColumns(t *testing.T) {
	row := `{`
	for _, name := range []string{"aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh", "ii", "jj", "kk", "ll", "mm", "nn", "oo", "pp", "qq", "price", "title", "wanted"} {
		row += `"` + name + `":"` + name + ` value",`
	}
	row += `"deep":{"rr":1},"html":"<p>x</p>","access_token":"t0k3nt0k3nt0k3n","tags":["a","b"],"empty":null,"long":[` + strings.Repeat(`"x",`, 50) + `"x"]}`
	d := drafted(t, load(t, harOf(get("https://www.example.de/list", "application/json", `{"rows":[`+row+`,`+row+`]}`))), Options{Find: "wanted value"})
	var names []string
	for _, m := range at(d.Output, "items.0").Members() {
		names = append(names, m.Key)
	}
	if want := "aa bb cc dd ee ff gg hh ii jj kk ll mm price title wanted"; strings.Join(names, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(names, " "), want)
	}
	if text := jsonval.Stringify(d.Recipe) + jsonval.Stringify(d.Output); strings.Contains(text, "t0k3nt0k3nt0k3n") {
		t.Error("the token stands in the draft")
	}
}
