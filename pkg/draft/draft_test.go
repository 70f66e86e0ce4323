package draft

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/rules"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/redact"
	"github.com/wield-run/wield/pkg/run"
)

func load(t testing.TB, text string) *fetch.HAR {
	t.Helper()
	har, err := fetch.LoadHAR([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return har
}

// harOf is a recording of entries.
func harOf(entries ...string) string {
	return `{"log":{"version":"1.2","entries":[` + strings.Join(entries, ",") + `]}}`
}

// exchange is one entry: what was sent, as HAR members, and what came.
func exchange(method, url, more, mime, body string) string {
	quoted := string(jsonval.AppendString(nil, body))
	return fmt.Sprintf(`{"startedDateTime":"2026-11-30T11:42:00.000+01:00","request":{"method":%q,"url":%q%s},
		"response":{"status":200,"headers":[{"name":"content-type","value":%q}],"content":{"mimeType":%q,"text":%s}}}`, method, url, more, mime, mime, quoted)
}

func get(url, mime, body string) string { return exchange("GET", url, "", mime, body) }

// posted is the HAR member of a body.
func posted(mime, body string) string {
	return `,"postData":{"mimeType":` + string(jsonval.AppendString(nil, mime)) + `,"text":` + string(jsonval.AppendString(nil, body)) + `}`
}

// drafted makes a recipe of the best candidate, and proves what every draft
// must be: valid, without an error of lint, and replayed from its own
// recording with the same output.
func drafted(t *testing.T, har *fetch.HAR, o Options) *Draft {
	t.Helper()
	if o.ID == "" {
		o.ID = "example.de/find-things"
	}
	ranked, err := Rank(t.Context(), har, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(ranked) == 0 {
		t.Fatal("there is no candidate")
	}
	d, err := FromRecording(t.Context(), har, &ranked[0], o)
	if err != nil {
		t.Fatal(err)
	}
	proven(t, d)
	return d
}

func proven(t *testing.T, d *Draft) {
	t.Helper()
	source := jsonval.AppendIndent(nil, d.Recipe, "  ")
	r, found := recipe.Load("draft.json", source)
	safety, err := lint.Run(&lint.Pass{Recipe: r, Found: found}, rules.All())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(found, safety...) {
		if f.Severity == diag.Error {
			t.Errorf("%s: %s\n%s", f.Code, f.Message, source)
		}
	}
	if d.HAR == nil || r.Effect == "write" {
		return
	}
	har, err := fetch.LoadHAR(d.HAR)
	if err != nil {
		t.Fatal(err)
	}
	report := run.Run(t.Context(), r, run.Options{Now: time.Now(), Replay: true, Secrets: redact.New(string(source)),
		Sender: fetch.NewReplay(har, fetch.ReplayOptions{}), Policy: fetch.RecipePolicy(r.Site.Origins, r.Site.LocaleHosts)})
	if report.Outcome != run.OK {
		t.Fatalf("the draft's replay ends with %s: %s\n%s", report.Outcome, report.Failure.Message, source)
	}
	if !jsonval.Equal(*report.Output, d.Output) {
		t.Errorf("the replay gives %s, the draft %s", jsonval.Stringify(*report.Output), jsonval.Stringify(d.Output))
	}
}

func at(v jsonval.Value, path string) jsonval.Value {
	for key := range strings.SplitSeq(path, ".") {
		if digits(key) {
			n := 0
			fmt.Sscan(key, &n)
			v = v.At(n)
		} else {
			v = v.Field(key)
		}
	}
	return v
}

// expect compares parts of the recipe, each a path and its JSON.
func expect(t *testing.T, v jsonval.Value, want ...string) {
	t.Helper()
	for i := 0; i < len(want); i += 2 {
		if got := jsonval.Stringify(at(v, want[i])); got != want[i+1] {
			t.Errorf("%s\n got %s\nwant %s", want[i], got, want[i+1])
		}
	}
}

// The recordings of the demo site, of every kind.
func TestDemoSite(t *testing.T) {
	for _, c := range []struct{ slug, find, extract, output string }{
		{"search-items", "Stadtfahrrad", `{"json":{"total":"meta.total","items":"results"}}`,
			"{total: steps.search.total, items: steps.search.items[?!sponsored].{id: id, title: title, title_en: title_en, category: category, price: price.amount, price_currency: price.currency, url: join('', ['https://api.example.de', path])}}"},
		{"search-tiles", "Stadtfahrrad Möwe rot", `{"html_items":{"items":{"selector":"li.tile:not(.tile--sponsored)","max":100,"fields":{` +
			`"id":{"selector":":scope","attr":"data-grid-data","parse":"json","path":"id"},` +
			`"price_currency":{"selector":":scope","attr":"data-grid-data","parse":"json","path":"price.currency"},` +
			`"price":{"selector":":scope","attr":"data-grid-data","parse":"json","path":"price.price"},` +
			`"stock":{"selector":":scope","attr":"data-grid-data","parse":"json","path":"stock"},` +
			`"url":{"selector":"a.tile__link","attr":"href"},"title":{"selector":"h3.tile__title"}}}}}`,
			"{items: steps.suche.items[].{id: id, price_currency: price_currency, price: price, stock: stock, url: join('', ['https://www.example.de', url]), title: title}}"},
		{"product-page", "Stadtfahrrad Möwe rot", `{"embedded_json":{"selector":"script#__NEXT_DATA__","vars":{"colour":"props.pageProps.product.colour","id":"props.pageProps.product.id",` +
			`"price":"props.pageProps.product.price.amount","price_currency":"props.pageProps.product.price.currency","stock":"props.pageProps.product.stock","title":"props.pageProps.product.title"}}}`,
			"{colour: steps.artikel.colour, id: steps.artikel.id, price: steps.artikel.price, price_currency: steps.artikel.price_currency, stock: steps.artikel.stock, title: steps.artikel.title}"},
		{"product-page", "4.4", `{"embedded_json":{"selector":"script[type=\"application/ld+json\"]","vars":{"rating_value":"aggregateRating.ratingValue","review_count":"aggregateRating.reviewCount",` +
			`"name":"name","availability":"offers.availability","price":"offers.price","price_currency":"offers.priceCurrency","sku":"sku"}}}`, ""},
		{"list-orders", "EX-2026-0017", `{"json":{"items":"orders"}}`,
			"{items: steps.orders.items[].{number: number, ordered_at: ordered_at, status: status, total: total.amount, total_currency: total.currency}}"},
		{"add-to-cart", "Möwe", "", ""},
		{"item-details", "16.5", "", ""},
		{"search-locale", "Stadtfahrrad", `{"json":{"items":"items"}}`, ""},
		{"find-by-filter", "Stadtfahrrad", `{"json":{"total":"meta.total","items":"results"}}`, ""},
	} {
		t.Run(c.slug+" "+c.find, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("..", "..", "recipes", "example.de", c.slug+".har"))
			if err != nil {
				t.Fatal(err)
			}
			d := drafted(t, load(t, string(text)), Options{ID: "example.de/" + c.slug, Find: c.find})
			if !newWanted(c.find).within(d.Output) {
				t.Errorf("the output lacks %q: %s", c.find, jsonval.Stringify(d.Output))
			}
			if c.extract != "" {
				expect(t, d.Recipe, "steps.0.extract", c.extract)
			}
			if c.output != "" {
				expect(t, d.Recipe, "output.value", string(jsonval.AppendString(nil, c.output)))
			}
		})
	}
}

func TestDemoSiteParams(t *testing.T) {
	text, err := os.ReadFile("../../recipes/example.de/find-by-filter.har")
	if err != nil {
		t.Fatal(err)
	}
	d := drafted(t, load(t, string(text)), Options{Find: "Stadtfahrrad"})
	expect(t, d.Recipe,
		"steps.0.request.json", `{"category":"{{ params.category }}","price":{"from":"{{ params.price_from }}","to":"{{ params.price_to }}"},"colours":"{{ params.colours }}","size":"{{ params.limit }}"}`,
		"steps.0.read_only_post", "true",
		"verify.example_params", `{"category":"fahrrad","price_from":100,"price_to":300,"colours":["rot","blau"],"limit":50}`,
		"params.properties.colours", `{"type":"array","items":{"type":"string","minLength":1,"maxLength":100},"maxItems":20,"description":"Colours, as the site has it","examples":[["rot","blau"]]}`,
		"params.properties.limit", `{"type":"integer","minimum":1,"maximum":100,"default":50,"description":"How many results, e.g. 50","examples":[50]}`)
	orders, err := os.ReadFile("../../recipes/example.de/list-orders.har")
	if err != nil {
		t.Fatal(err)
	}
	expect(t, drafted(t, load(t, string(orders)), Options{Find: "EX-2026-0017"}).Recipe,
		"requires_login", "true",
		"login_check", `{"request":{"method":"GET","url":"https://api.example.de/v2/account"},"expect":{"status":[200]}}`,
		"site.origin", `"https://www.example.de"`)
}

const graphQL = `{"operationName":"Search","variables":{"term":"rad","first":20,"sort":"PRICE","filter":{"inStock":true,"brand":"Möwe"}},"query":"query Search($term: String!) { search(term: $term) { edges { node { id } } } }"}`

const edges = `{"data":{"search":{"totalCount":41,"edges":[{"cursor":"a","node":{"id":"p1","displayName":"Rad Möwe","price":{"amount":"249.00","currency":"EUR"},"__typename":"Product"}},
	{"cursor":"b","node":{"id":"p2","displayName":"Rad Frosch","price":{"amount":"129.90","currency":"EUR"},"__typename":"Product"}}]}}}`

func TestGraphQL(t *testing.T) {
	d := drafted(t, load(t, harOf(exchange("POST", "https://api.example.de/graphql", posted("application/json", graphQL), "application/json", edges))), Options{Find: "rad frosch"})
	expect(t, d.Recipe,
		"effect", `"read"`, "steps.0.read_only_post", "true",
		"steps.0.request.json.variables", `{"term":"{{ params.query }}","first":"{{ params.limit }}","sort":"PRICE","filter":{"inStock":true,"brand":"{{ params.brand }}"}}`,
		"steps.0.request.json.operationName", `"Search"`,
		"params.required", `["query"]`, "params.properties.brand.default", `"Möwe"`,
		"steps.0.extract", `{"json":{"total":"data.search.totalCount","items":"data.search.edges[].node"}}`,
		"output.value", `"{total: steps.graphql.total, items: steps.graphql.items[].{id: id, display_name: displayName, price: to_number(price.amount), price_currency: price.currency}}"`)
	expect(t, d.Output, "items.1", `{"id":"p2","display_name":"Rad Frosch","price":129.9,"price_currency":"EUR"}`)
}

func TestGraphQLMutation(t *testing.T) {
	body := `{"query":"mutation Add($sku: String!) { add(sku: $sku) { count } }","variables":{"sku":"m-100"}}`
	d := drafted(t, load(t, harOf(exchange("POST", "https://api.example.de/graphql", posted("application/json", body), "application/json", `{"data":{"add":{"count":3,"sku":"m-100"}}}`))), Options{Find: "m-100"})
	expect(t, d.Recipe, "effect", `"write"`, "steps.0.write", "true", "confirm.summary", `"Find things on example.de: sku {{ params.sku }}"`, "requires_login", "true")
}

func TestWrites(t *testing.T) {
	add := exchange("POST", "https://www.example.de/cart/add", posted("application/x-www-form-urlencoded", "sku=1001&quantity=2&csrf_token=k3j4h5k3j4h5"), "application/json", `{"cart":{"lines":[{"sku":1001,"quantity":2}],"total":498}}`)
	har := load(t, harOf(add))
	ranked, err := Rank(t.Context(), har, Options{ID: "example.de/add-cart", Find: "498"})
	if err != nil || len(ranked) != 1 {
		t.Fatalf("%d candidates, %v", len(ranked), err)
	}
	_, err = FromRecording(t.Context(), har, &ranked[0], Options{ID: "example.de/add-cart"})
	if fault, ok := err.(*Error); !ok || !fault.Effect || fault.Error() != `it is not clear whether the POST to "/cart/add" changes something or only asks; say --effect write or --effect read` {
		t.Errorf("the error is %v", err)
	}
	d := drafted(t, har, Options{Find: "498", Effect: "write"})
	expect(t, d.Recipe, "steps.0.request.form", `{"sku":"{{ params.sku }}","quantity":"{{ params.quantity }}"}`, "steps.0.write", "true")
	if !slices.ContainsFunc(d.Notes, func(n string) bool { return strings.Contains(n, "csrf_token") }) {
		t.Errorf("the notes are %q", d.Notes)
	}
	if strings.Contains(string(d.HAR), "k3j4h5k3j4h5") {
		t.Error("the token stands in the recording")
	}
	put := load(t, harOf(exchange("PUT", "https://api.example.de/items/1001", posted("application/json", `{"note":"hello"}`), "application/json", `{"id":1001,"note":"hello"}`)))
	expect(t, drafted(t, put, Options{Find: "hello"}).Recipe, "effect", `"write"`, "steps.0.request.url", `"https://api.example.de/items/{{ params.item_id }}"`)
	ranked, _ = Rank(t.Context(), put, Options{ID: "example.de/x-y", Find: "hello"})
	if _, err := FromRecording(t.Context(), put, &ranked[0], Options{ID: "example.de/x-y", Effect: "read"}); err == nil || err.Error() != "a PUT is no reading: only a GET, and a POST that asks, can be; say --effect write" {
		t.Errorf("the error is %v", err)
	}
}

const listing = `{"results":[{"id":7,"title":"Kettle","link":"/p/7"},{"id":8,"title":"Cup","link":"/p/8"}]}`

// Neither the session nor what follows visitors gets into a draft.
func TestSecretsAndTracking(t *testing.T) {
	more := `,"cookies":[{"name":"sid","value":"s3cr3t-session-1"}],"headers":[
		{"name":":authority","value":"www.example.de"},{"name":"Cookie","value":"sid=s3cr3t-session-1; theme=dark"},{"name":"Authorization","value":"Bearer aaaabbbbccccdddd1"},
		{"name":"X-Api-Key","value":"k9k9k9k9k9k9k9k9"},{"name":"X-Requested-With","value":"XMLHttpRequest"},{"name":"Accept","value":"application/json"},{"name":"X-Shop","value":"main"},
		{"name":"Referer","value":"https://shop.example.de/suche"},{"name":"User-Agent","value":"Mozilla"},{"name":"sec-ch-ua","value":"x"},{"name":"X-Request-Id","value":"1b4e28ba-2fa1-11d2"}]`
	url := "https://www.example.de/api/s?q=cup&utm_source=mail&gclid=abc&_=1764499320000&access_token=t0k3nt0k3nt0k3n&size=2"
	body := strings.Replace(listing, "Kettle", "Kettle s3cr3t-session-1", 1)
	d := drafted(t, load(t, harOf(exchange("GET", url, more, "application/json", body))), Options{Find: "Cup"})
	expect(t, d.Recipe,
		"steps.0.request.query", `{"q":"{{ params.query }}","size":"{{ params.limit }}"}`,
		"steps.0.request.headers", `{"x-requested-with":"XMLHttpRequest","accept":"application/json","x-shop":"main"}`,
		"requires_login", "true", "site.origin", `"https://shop.example.de"`, "site.origins", `["https://shop.example.de","https://www.example.de"]`,
		"verify.example_params", `{"query":"cup","limit":2}`)
	expect(t, d.Output, "items.1", `{"id":8,"title":"Cup","url":"https://shop.example.de/p/8"}`)
	for _, secret := range []string{"s3cr3t-session-1", "aaaabbbbccccdddd1", "k9k9k9k9k9k9k9k9", "t0k3nt0k3nt0k3n", "utm_source", "1764499320000"} {
		for name, text := range map[string]string{"recipe": jsonval.Stringify(d.Recipe), "recording": string(d.HAR), "notes": fmt.Sprint(d.Notes)} {
			if strings.Contains(text, secret) {
				t.Errorf("%s stands in the %s", secret, name)
			}
		}
	}
	if len(d.Notes) != 3 {
		t.Errorf("the notes are %q", d.Notes)
	}
}

// What the path of a URL shows of what a user chose.
func TestPaths(t *testing.T) {
	for _, c := range []struct{ url, want, params string }{
		{"https://www.example.de/items/1001", "https://www.example.de/items/{{ params.item_id }}", `{"item_id":1001}`},
		{"https://www.example.de/items/0815", "https://www.example.de/items/{{ params.item_id | encode }}", `{"item_id":"0815"}`},
		{"https://www.example.de/v2/items/1001.json", "https://www.example.de/v2/items/{{ params.item_id }}.json", `{"item_id":1001}`},
		{"https://www.example.de/p/1001-rotes-rad", "https://www.example.de/p/{{ params.p_slug | encode }}", `{"p_slug":"1001-rotes-rad"}`},
		{"https://www.example.de/search/rote%20T%C3%BCr/page/2", "https://www.example.de/search/{{ params.query | encode }}/page/{{ params.page }}", `{"query":"rote Tür","page":2}`},
		{"https://www.example.de/a/Kettle", "https://www.example.de/a/{{ params.query | encode }}", `{"query":"Kettle"}`},
		{"https://www.example.de/users/1b4e28ba-2fa1-11d2-883f-0016d3cca427/x", "https://www.example.de/users/{{ params.user_id | encode }}/x", `{"user_id":"1b4e28ba-2fa1-11d2-883f-0016d3cca427"}`},
		{"https://www.example.de/about/team", "https://www.example.de/about/team", `{}`},
	} {
		d := drafted(t, load(t, harOf(get(c.url, "application/json", listing))), Options{Find: "Kettle"})
		expect(t, d.Recipe, "steps.0.request.url", string(jsonval.AppendString(nil, c.want)), "verify.example_params", c.params)
	}
}

func TestInputs(t *testing.T) {
	har := load(t, harOf(get("https://www.example.de/list?cat=tea&x=tea&lang=en", "application/json", listing)))
	d := drafted(t, har, Options{Find: "Kettle", Inputs: []Input{{"kind", "tea"}, {"language", "en"}}})
	expect(t, d.Recipe, "steps.0.request.query", `{"cat":"{{ params.kind }}","x":"{{ params.kind }}","lang":"{{ params.language }}"}`, "params.required", `["kind","language"]`)
}

// Pages: where their data stands, and how it is taken.
func TestPages(t *testing.T) {
	tile := func(n int) string {
		return fmt.Sprintf(`<div class="col-4 css-1x2y3z"><article class="product" data-product-id="%d"><a href="/p/%d" class="product-link"><img src="/i/%d.jpg" alt=""><h3 class="product-title">Thing %d</h3></a>
			<span class="product-price" data-price="%d.50">%d,50 €</span><button>Buy</button></article></div>`, n, n, n, n, n, n)
	}
	var tiles strings.Builder
	for n := range 12 {
		tiles.WriteString(tile(100 + n))
	}
	for _, c := range []struct{ name, body, find, extract, output string }{
		{"tiles", `<html lang="en-GB"><body><h1>Things</h1><main>` + tiles.String() + `</main>`, "Thing 105",
			`{"html_items":{"items":{"selector":"article.product","max":100,"fields":{"id":{"selector":":scope","attr":"data-product-id"},"url":{"selector":"a.product-link","attr":"href"},` +
				`"image":{"selector":"img","attr":"src"},"title":{"selector":"h3.product-title"},"price":{"selector":"span.product-price","attr":"data-price"}}}}}`,
			`{"id":"105","url":"https://www.example.de/p/105","image":"https://www.example.de/i/105.jpg","title":"Thing 105","price":105.5}`},
		{"a table", `<table id="stock"><tr><th>Name</th><th>Count</th></tr><tr><td class="name">Tea</td><td class="count">4</td></tr><tr><td class="name">Pot</td><td class="count">9</td></tr></table>`, "Pot",
			"", ""},
		{"a script", `<title>x</title><script src="/a.js"></script><script>var a = 1; window.state = {"list":[{"name":"Tea","n":1},{"name":"Pot","n":2}]};</script>`, "Pot",
			`{"embedded_json":{"selector":"script:not([src]):not([type])","strip_js_after":"window.state =","vars":{"items":"list"}}}`, ""},
		{"an attribute", `<div id="app" data-props="{&quot;products&quot;:[{&quot;name&quot;:&quot;Tea&quot;,&quot;n&quot;:1},{&quot;name&quot;:&quot;Pot&quot;,&quot;n&quot;:2}]}"></div>`, "pot",
			`{"embedded_json":{"selector":"div#app","attr":"data-props","vars":{"items":"products"}}}`, ""},
		{"one element", `<h1>Tea pot</h1><div><p class="stock">12 in stock</p><p class="note">ships today</p></div>`, "12 in stock",
			`{"html":{"title":{"selector":"h1"},"stock":{"selector":"p.stock"}}}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := drafted(t, load(t, harOf(get("https://www.example.de/things", "text/html", c.body))), Options{Find: c.find})
			if !newWanted(c.find).within(d.Output) {
				t.Errorf("the output lacks %q: %s", c.find, jsonval.Stringify(d.Output))
			}
			if c.extract != "" {
				expect(t, d.Recipe, "steps.0.extract", c.extract)
			}
			if c.output != "" {
				expect(t, d.Output, "items.5", c.output)
			}
		})
	}
}

// One request among three hundred that carry pictures, scripts, counters and
// other lists.
func TestNoise(t *testing.T) {
	var entries []string
	for n := range 300 {
		switch n % 5 {
		case 0:
			entries = append(entries, get(fmt.Sprintf("https://cdn.example.net/%d.js", n), "application/javascript", "var title = 'Kettle';"))
		case 1:
			entries = append(entries, exchange("POST", "https://stats.example.net/collect", posted("application/json", `{"e":1}`), "application/json", fmt.Sprintf(`{"ok":true,"n":%d}`, n)))
		case 2:
			entries = append(entries, get(fmt.Sprintf("https://www.example.de/i/%d.png", n), "image/png", "x"))
		case 3:
			entries = append(entries, get(fmt.Sprintf("https://www.example.de/api/menu?x=%d", n), "application/json", `{"menu":[{"id":1,"name":"Tea"},{"id":2,"name":"Cups"}]}`))
		case 4:
			entries = append(entries, get("https://www.example.de/", "text/html", "<title>Kettle</title><h1>Shop</h1>"))
		}
	}
	entries[177] = get("https://www.example.de/api/search?q=kettle", "application/json", listing)
	har := load(t, harOf(entries...))
	ranked, err := Rank(t.Context(), har, Options{ID: "example.de/x", Find: "Kettle"})
	if err != nil || len(ranked) != 2 {
		t.Fatalf("%d candidates, %v", len(ranked), err)
	}
	if got, want := fmt.Sprint(ranked[0].Score, " ", ranked[0].Name(), " ", ranked[0].Shape, " ", ranked[0].Why), "100 GET https://www.example.de/api/search results: 2 × {id, title, url} [holds the text JSON a list]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	drafted(t, har, Options{Find: "Kettle"})
}

func TestOtherShapes(t *testing.T) {
	page := `<ul class="list"><li class="entry"><b class="name">Kettle</b><i class="n">3</i></li><li class="entry"><b class="name">Cup</b><i class="n">4</i></li></ul>`
	packed := `{"request":{"method":"GET","url":"https://www.example.de/l"},"response":{"status":200,"headers":[{"name":"content-type","value":"text/html; charset=utf-8"}],
		"content":{"encoding":"base64","text":"` + base64.StdEncoding.EncodeToString([]byte(page)) + `"}}}`
	redirect := `{"request":{"method":"GET","url":"https://www.example.de/p/7"},"response":{"status":301,"headers":[{"name":"location","value":"/p/7-kettle"}],"content":{"size":0}}}`
	cached := `{"request":{"method":"GET","url":"https://www.example.de/api/x"},"response":{"status":304,"headers":[{"name":"content-type","value":"application/json"}],"content":{"text":` + string(jsonval.AppendString(nil, listing)) + `}}}`
	for _, c := range []struct {
		name, har string
		want      []string
	}{
		{"base64", harOf(packed), []string{"steps.0.extract.html_items.items.selector", `"li.entry"`}},
		{"a redirect is asked from its beginning", harOf(redirect, get("https://www.example.de/p/7-kettle", "text/html", `<h1>Kettle</h1>`)), []string{"steps.0.request.url", `"https://www.example.de/p/{{ params.p_id }}"`}},
		{"from the browser's cache", harOf(cached), []string{"steps.0.expect.status", "[200]"}},
		{"JSON that is called text", harOf(get("https://www.example.de/api/x", "text/plain", listing)), []string{"steps.0.extract", `{"json":{"items":"results"}}`}},
		{"JSON that is called a page", harOf(get("https://www.example.de/api/x", "text/html", listing)), []string{"steps.0.parse", `"json"`}},
		{"a list at the top", harOf(get("https://www.example.de/api/x", "application/json", `[{"id":7,"title":"Kettle"},{"id":8,"title":"Cup"}]`)), []string{"steps.0.extract", `{"json":{"items":"@"}}`}},
		{"lists in a list", harOf(get("https://www.example.de/api/x", "application/json", `{"days":[{"date":"2026-11-30","slots":[{"id":1,"name":"Kettle"}]},{"date":"2026-12-01","slots":[{"id":2,"name":"Cup"},{"id":3,"name":"Pot"}]}]}`)),
			[]string{"steps.0.extract", `{"json":{"items":"days[].slots[]"}}`}},
		{"names that are no identifiers", harOf(get("https://www.example.de/api/x", "application/json", `{"a-b":[{"item id":7,"@type":"x","the-title":"Kettle","größe":2},{"item id":8,"the-title":"Cup","größe":3}]}`)),
			[]string{"steps.0.extract", `{"json":{"items":"\"a-b\""}}`, "output.value", `"{items: steps.x.items[].{item_id: \"item id\", the_title: \"the-title\", gr_e: \"größe\"}}"`}},
		{"braces", harOf(get("https://www.example.de/api/x?v=%7B%7Bx%7D%7D", "application/json", listing)), []string{"steps.0.request.query", `{"v":"{{ '{{' }}x}}"}`}},
		{"a form of which only the pairs are known", harOf(exchange("POST", "https://www.example.de/lookup", `,"postData":{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"q","value":"cup"},{"name":"f","value":"a"},{"name":"f","value":"b"}]}`, "application/json", listing)),
			[]string{"steps.0.request.form", `{"q":"{{ params.query }}","f":"{{ params.f }}"}`}},
		{"a form that sends a long text among others", harOf(exchange("POST", "https://www.example.de/lookup", posted("application/x-www-form-urlencoded", "q=cup&f="+strings.Repeat("a", 600)+"&f=b"), "application/json", listing)),
			[]string{"steps.0.request.form", `{"q":"{{ params.query }}","f":["` + strings.Repeat("a", 600) + `","b"]}`}},
		{"a raw body", harOf(exchange("POST", "https://www.example.de/lookup", posted("application/xml", "<q>cup</q>"), "application/json", listing)),
			[]string{"steps.0.request.body", `"<q>cup</q>"`, "steps.0.request.headers", `{"content-type":"application/xml"}`}},
		{"a type with braces", harOf(exchange("POST", "https://www.example.de/lookup", posted("application/xml; x={{y}}", "<q>cup</q>"), "application/json", listing)),
			[]string{"steps.0.request.headers", `{"content-type":"application/xml; x={{ '{{' }}y}}"}`}},
		{"a type that no field can have", harOf(exchange("POST", "https://www.example.de/lookup", posted("application/\u0001xml", "<q>cup</q>"), "application/json", listing)),
			[]string{"steps.0.request.headers", `{"content-type":"text/plain"}`}},
		{"http, which is asked as https", harOf(get("http://www.example.de/api/x", "application/json", listing)), []string{"site.origin", `"https://www.example.de"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			expect(t, drafted(t, load(t, c.har), Options{Find: "Kettle"}).Recipe, c.want...)
		})
	}
}

// Without a text to find, the largest list is taken.
func TestNothingToFind(t *testing.T) {
	d := drafted(t, load(t, harOf(get("https://www.example.de/api/menu", "application/json", `{"menu":{"id":1,"name":"x"}}`), get("https://www.example.de/api/x", "application/json", listing))), Options{})
	expect(t, d.Recipe, "steps.0.extract", `{"json":{"items":"results"}}`)
}

func TestNoCandidates(t *testing.T) {
	for name, text := range map[string]string{
		"no entries":   harOf(),
		"other text":   harOf(get("https://www.example.de/api/x", "application/json", listing)),
		"no bodies":    harOf(`{"request":{"method":"GET","url":"https://www.example.de/"},"response":{"status":200,"headers":[],"content":{"size":7,"mimeType":"text/html"}}}`),
		"broken JSON":  harOf(get("https://www.example.de/api/x", "application/json", `{"a":"Teapot"`)),
		"only scripts": harOf(get("https://www.example.de/x.js", "text/javascript", `"Teapot"`)),
	} {
		ranked, err := Rank(t.Context(), load(t, text), Options{ID: "example.de/x", Find: "Teapot"})
		if err != nil || len(ranked) != 0 {
			t.Errorf("%s: %d candidates, %v", name, len(ranked), err)
		}
	}
}

// A page with more tiles than are extracted is read all the same.
func TestManyTiles(t *testing.T) {
	var b strings.Builder
	for n := range 1500 {
		fmt.Fprintf(&b, `<div class="card"><h3 class="name">Pot %d</h3><i class="n">%d</i></div><p>-</p>`, n, n)
	}
	d := drafted(t, load(t, harOf(get("https://www.example.de/all", "text/html", "<main>"+b.String()+"</main>"))), Options{})
	expect(t, d.Recipe, "steps.0.extract.html_items.items.selector", `"div.card"`, "steps.0.extract.html_items.items.max", "200")
}

// The task that nobody wrote fits too, however short or long the id is.
func TestTaskText(t *testing.T) {
	for _, c := range []struct{ id, want string }{
		{"example.de/search-items", "Search items on example.de"},
		{"a.de/x", "Read x on a.de"},
		{"a.b/x", "Read x on a.b"},
		{strings.Repeat("b", 60) + ".de/" + strings.Repeat("a", 64), "A" + strings.Repeat("a", 63) + " on " + strings.Repeat("b", 51) + "…"},
	} {
		o := Options{ID: c.id}
		if got := o.TaskText(); got != c.want || utf8.RuneCountInString(got) < recipe.MinTask || utf8.RuneCountInString(got) > recipe.MaxTask {
			t.Errorf("%s: %q", c.id, got)
		}
	}
}
