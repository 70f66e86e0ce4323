package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/wield-run/wield/internal/mutate"
	"github.com/wield-run/wield/pkg/jsonval"
)

// bigger makes a recipe of 6 KB, with all that recipes have, of a shipped one.
const bigger = `
auth = {"derive": [{"name": "csrf", "from": "meta", "selector": "meta[name=csrf-token]", "attr": "content", "regex": "^[a-f0-9]{8,}$"}]}
params.properties.since = {"type": "string", "format": "date", "description": "Only items that were added since this day, e.g. 2026-11-30", "examples": ["2026-11-30"]}
params.properties.query = {"type": "string", "minLength": 2, "maxLength": 100, "pattern": "^[^<>]+$", "description": "Words to search for, e.g. fahrrad", "examples": ["fahrrad"]}
steps[1] = {"id": "details", "foreach": {"in": "steps.found.items[:10]", "as": "item", "max": 10}, "request": {"url": "https://api.example.de/v2/items/{{ item.id | encode }}", "query": {"fields": ["price", "stock", "seller"], "lang": "de"}, "headers": {"accept": "application/json", "x-csrf-token": "{{ vars.csrf }}"}}, "expect": {"status": [200, 404], "assert": "status == ` + "`404`" + ` || body.id"}, "extract": {"json": {"price": "price.amount", "stock": "stock.total", "seller": "seller.{name: name, rating: rating.average}"}}}
steps[2] = {"id": "page", "when": "params.query", "request": {"url": "/suche", "query": {"q": "{{ params.query | lower }}", "seit": "{{ params.since | date:'DD.MM.YYYY' }}"}}, "parse": "html", "extract": {"html": {"heading": {"selector": "main > h1"}, "next": {"selector": "nav[aria-label=Seiten] a[rel=next]", "attr": "href"}}, "html_items": {"tiles": {"selector": "ul[data-results] > li:not([data-sponsored])", "max": 50, "fields": {"title": {"selector": "h2 a"}, "url": {"selector": "h2 a", "attr": "href"}, "price": {"selector": "[data-price]", "attr": "data-price", "parse": "json", "path": "amount"}}}}, "embedded_json": {"selector": "script#__NEXT_DATA__", "required": false, "vars": {"facets": "props.pageProps.facets[].{name: name, values: values[].label}"}}}}
steps[3] = {"id": "sellers", "request": {"url": "https://api.example.de/v2/sellers", "query": {"ids": "{{ steps.details | json }}"}}, "extract": {"json": {"sellers": "sellers[?active && rating > ` + "`3`" + `].{id: id, name: name, city: address.city}"}}}
output.value = "let $max = params.max_price || ` + "`100000`" + `, $sellers = steps.sellers.sellers in {total: steps.found.total, heading: steps.page.heading, next: steps.page.next, facets: steps.page.facets, sellers: sort_by($sellers || ` + "`[]`" + `, &name), details: steps.details[?price <= $max].{id: item.id, price_eur: price, stock: stock, seller: seller.name}, tiles: steps.page.tiles[].{title: title, url: url, price_eur: price}, items: steps.found.items[].{id: id, title: title, price_eur: price.amount, url: join('', ['https://www.example.de', path])}}"
output.schema.properties.details = {"type": "array", "maxItems": 10, "items": {"type": "object", "properties": {"id": {"type": "integer"}, "price_eur": {"type": ["number", "null"], "minimum": 0}, "stock": {"type": ["integer", "null"], "minimum": 0}, "seller": {"type": ["string", "null"], "maxLength": 100}}, "additionalProperties": false}}
output.schema.properties.tiles = {"type": ["array", "null"], "maxItems": 50, "items": {"type": "object", "properties": {"title": {"type": "string", "maxLength": 200}, "url": {"type": "string", "format": "uri-reference", "maxLength": 300}, "price_eur": {"type": ["number", "null"]}}, "additionalProperties": false}}
verify.example_params.query = "fahrrad"
verify.checks[2] = "length(output.details) <= ` + "`10`" + `"
`

// writeRecipes writes n recipes of 6 KB, a hundred to a site.
func writeRecipes(b *testing.B, n int) (names []string) {
	b.Helper()
	text, err := os.ReadFile("../../recipes/example.de/find-by-filter.json")
	if err != nil {
		b.Fatal(err)
	}
	v, err := jsonval.Parse(text)
	if err == nil {
		v, err = mutate.Apply(v, bigger)
	}
	if err != nil {
		b.Fatal(err)
	}
	recipe := string(jsonval.AppendIndent(nil, v, " "))
	if len(recipe) < 5500 || len(recipe) > 7500 {
		b.Fatalf("the recipe has %d bytes", len(recipe))
	}
	b.Chdir(b.TempDir())
	for i := range n {
		site := fmt.Sprintf("site%d.de", i/100)
		slug := fmt.Sprintf("recipe-%d", i%100)
		own := strings.NewReplacer("example.de/find-by-filter", site+"/"+slug, "example.de", site, "Find items", fmt.Sprintf("Find %d items", i%100)).Replace(recipe)
		name := filepath.Join("recipes", site, slug+".json")
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(own), 0o666); err != nil {
			b.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

// Checking many recipes on all cores, beside only reading and parsing them:
// "x-parsing" tells how many times more work it is. What is measured is the
// time of the processor, which other programs disturb least.
func BenchmarkMany(b *testing.B) {
	names := writeRecipes(b, 10_000)
	for _, call := range [][]string{{"wield-dev", "validate"}, {"wield-build", "lint"}} {
		b.Run(call[1], func(b *testing.B) {
			b.ReportAllocs()
			var parsing, checking time.Duration
			for b.Loop() {
				start := processorTime(b)
				parseAll(b, names)
				parsing += processorTime(b) - start
				start = processorTime(b)
				if code, out, errs := try(b.Context(), "", call[0], call[1:]...); code != 0 || out != "" {
					b.Fatal(code, out, errs)
				}
				checking += processorTime(b) - start
			}
			each := float64(b.N * len(names))
			b.ReportMetric(float64(parsing.Microseconds())/each, "µs-parsing/recipe")
			b.ReportMetric(float64(checking.Microseconds())/each, "µs-checking/recipe")
			b.ReportMetric(float64(checking)/float64(parsing), "x-parsing")
		})
	}
}

// processorTime is what the process has used so far, of all cores together.
func processorTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func parseAll(b *testing.B, names []string) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(names) {
					return
				}
				text, err := os.ReadFile(names[i])
				if err == nil {
					_, found := jsonval.ParseTree(text)
					if len(found) > 0 {
						err = found[0]
					}
				}
				if err != nil {
					b.Error(err)
				}
			}
		})
	}
	group.Wait()
}

// One recipe, from the arguments to the exit code, once everything is warm.
func BenchmarkValidateOne(b *testing.B) {
	names := writeRecipes(b, 1)
	b.ReportAllocs()
	for b.Loop() {
		if code, out, errs := try(b.Context(), "", "wield-dev", "validate", names[0]); code != 0 || out != "" {
			b.Fatal(code, out, errs)
		}
	}
}
