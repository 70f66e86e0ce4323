package draft

import (
	"strconv"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/jsonval"
)

// The states of frameworks, and what elements say of themselves.
func TestStatesOfPages(t *testing.T) {
	rows := func(s string) string {
		var b strings.Builder
		for i, name := range []string{"Tea", "Pot", "Cup"} {
			b.WriteString(strings.NewReplacer("NAME", name, "DAY", strconv.Itoa(11+i)).Replace(s))
		}
		return b.String()
	}
	for _, c := range []struct{ name, body, extract, gives string }{
		{"devalue of Nuxt", `<div id="__nuxt"></div><script type="application/json" id="__NUXT_DATA__">[{"data":1},{"list":2},[3,4],{"name":5,"n":6},{"name":7,"n":8},"Tea",1,"Pot",2]</script>`,
			`{"embedded_json":{"selector":"script#__NUXT_DATA__","decode":"devalue","vars":{"items":"data.list"}}}`, `{"name":"Pot","n":2}`},
		{"flight of Next", `<script>self.__next_f.push([1,"1:{\"list\":[{\"name\":\"Tea\",\"n\":1},{\"name\":\"Pot\",\"n\":2}]}\n"])</script><script>self.__next_f.push([1,"2:{}\n"])</script>`,
			`{"embedded_json":{"selector":"script","decode":"next_flight","vars":{"items":"rows.\"1\".list"}}}`, `{"name":"Pot","n":2}`},
		{"props of Astro", `<astro-island uid="x" props="{&quot;list&quot;:[1,[[0,{&quot;name&quot;:[0,&quot;Tea&quot;],&quot;n&quot;:[0,1]}],[0,{&quot;name&quot;:[0,&quot;Pot&quot;],&quot;n&quot;:[0,2]}]]]}"></astro-island>`,
			`{"embedded_json":{"selector":"astro-island","attr":"props","decode":"astro_props","vars":{"items":"list"}}}`, `{"name":"Pot","n":2}`},
		{"microdata of one thing", `<div itemscope><h1>Pot</h1><meta itemprop="sku" content="P-2"><span itemprop="price" content="24.90">24,90 €</span><p itemprop="description">Holds tea.</p></div>`,
			`{"html":{"title":{"selector":"h1"},"sku":{"selector":"[itemprop=\"sku\"]","attr":"content"},"price":{"selector":"[itemprop=\"price\"]","attr":"content"},"description":{"selector":"[itemprop=\"description\"]"}}}`,
			`{"title":"Pot","sku":"P-2","price":24.9,"description":"Holds tea."}`},
		{"microdata of many", rows(`<div class="item" itemscope><h2 itemprop="name">NAME</h2><meta itemprop="sku" content="sku-NAME"><time datetime="2026-11-DAY">day DAY</time><p>All of NAME</p></div>`),
			`{"html_items":{"items":{"selector":"div.item","max":100,"fields":{"name":{"selector":"[itemprop=\"name\"]"},"sku":{"selector":"[itemprop=\"sku\"]","attr":"content"},"date":{"selector":"time","attr":"datetime"},"text":{"selector":"p"}}}}}`,
			`{"name":"Pot","sku":"sku-Pot","date":"2026-11-12","text":"All of Pot"}`},
		{"pictures that come later", rows(`<li class="entry"><img data-src="/i/NAME.jpg"><b data-testid="entry-name">NAME</b></li>`),
			`{"html_items":{"items":{"selector":"li.entry","max":100,"fields":{"image":{"selector":"img","attr":"data-src"},"name":{"selector":"[data-testid=\"entry-name\"]"}}}}}`,
			`{"image":"https://www.example.de/i/Pot.jpg","name":"Pot"}`},
		{"names within names", rows(`<li class="entry md:flex"><div class="head"><b>NAME</b></div><div class="foot"><b>of NAME</b></div></li>`),
			`{"html_items":{"items":{"selector":"li.entry","max":100,"fields":{"text":{"selector":"div.head b"},"text_2":{"selector":"div.foot b"}}}}}`, `{"text":"Pot","text_2":"of Pot"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := drafted(t, load(t, harOf(get("https://www.example.de/things", "text/html", c.body))), Options{Find: "Pot"})
			expect(t, d.Recipe, "steps.0.extract", c.extract)
			one := d.Output
			if items, ok := one.Get("items"); ok {
				one = items.At(1)
			}
			if got := jsonval.Stringify(one); got != c.gives {
				t.Errorf("it gives %s\nwant     %s", got, c.gives)
			}
		})
	}
}
