package jmespath

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	gojmespath "github.com/jmespath-community/go-jmespath"

	"github.com/wield-run/wield/pkg/jsonval"
)

// benchmarkDocument is a search result of 1,000 items, about 230 kB.
func benchmarkDocument() string {
	var b strings.Builder
	b.WriteString(`{"total":1000,"results":[`)
	for i := range 1000 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"sku":"SKU-%05d","title":"Stadtrad Modell %d mit Korb","price":{"amount":%d.%02d,"currency":"EUR"},`+
			`"sponsored":%t,"brand":{"name":"Marke %d","country":"DE"},"stock":%d,"tags":["rad","stadt","t%d"],`+
			`"url":"/p/%d","rating":%d.5}`,
			i, (i*7919)%100000, i, (i*37)%900+20, i%100, i%5 == 0, i%20, i%13, i%9, i, i%5)
	}
	b.WriteString(`]}`)
	return b.String()
}

var benchmarkExpressions = []struct{ name, expr string }{
	{"path", "results[0].brand.name"},
	{"projection", "results[*].{id: id, title: title, price: price.amount, brand: brand.name}"},
	{"filter", "results[?price.amount < `300`]"},
	{"filter-and-projection", "results[?!sponsored].{title: title, price: price.amount}"},
	{"sort_by-number", "sort_by(results[*], &price.amount)"},
	{"sort_by-string", "sort_by(results[*], &sku)"},
	{"group_by", "group_by(results, &brand.name)"},
	{"let", "let $max = total in results[?price.amount < $max].id"},
	{"flatten", "results[].tags[]"},
	{"map-to_string", "map(&to_string(@), results)"},
	{"join", "join(', ', results[*].title)"},
}

// BenchmarkEval runs both implementations on the same document. Both forms of
// it stay alive throughout, so that both have the same garbage collector to
// pay for.
func BenchmarkEval(b *testing.B) {
	text := benchmarkDocument()
	data, err := jsonval.ParseString(text)
	if err != nil {
		b.Fatal(err)
	}
	var theirs any
	if err := json.Unmarshal([]byte(text), &theirs); err != nil {
		b.Fatal(err)
	}
	defer runtime.KeepAlive(theirs)
	defer runtime.KeepAlive(data)
	for _, c := range benchmarkExpressions {
		b.Run(c.name+"/own", func(b *testing.B) {
			e, err := Compile(c.expr)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Eval(context.Background(), data, Limits{}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/go-jmespath", func(b *testing.B) {
			e, err := gojmespath.Compile(c.expr)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Search(theirs); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, c := range []struct{ name, expr string }{
		{"typical", "results[?!sponsored].{title: title, price: price.amount}"},
		{"long", "let $max = params.max_price in sort_by(steps.search.items[?price.amount <= $max && contains(tags, 'rad')], &price.amount)[:10]" +
			".{title: trim(title), price: price.amount || `0`, url: join('', [$.page.origin, url]), sale: discount > `0` && 'yes' || 'no'}"},
	} {
		b.Run(c.name+"/own", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Compile(c.expr); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/go-jmespath", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := gojmespath.Compile(c.expr); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
