package site

import (
	"encoding/json"
	"html/template"
	"net/http"
)

type pages struct{ home, tiles, product, island, archive *template.Template }

func parsePages() pages {
	page := func(text string) *template.Template {
		return template.Must(template.Must(template.New("page").Parse(text)).Parse(
			`{{define "top"}}<!DOCTYPE html>
<html lang="{{.Language}}">
<head>
<meta charset="utf-8">
<title>{{.Title}} – Example</title>
{{end}}`))
	}
	return pages{
		home: page(`{{template "top" .}}<meta name="csrf-token" content="{{.CSRF}}">
<meta name="api-token" content="{{.Token}}">
</head>
<body><h1>{{.Title}}</h1><form action="/suche"><input name="q"></form></body>
</html>
`),
		tiles: page(`{{template "top" .}}</head>
<body>
<p class="result-count" data-count="{{len .Tiles}}">{{len .Tiles}} Treffer für „{{.Query}}“</p>
<ul class="grid">
{{range .Tiles}}<li class="tile{{if .Sponsored}} tile--sponsored{{end}}" data-grid-data='{{.Data}}'>
  <a class="tile__link" href="{{.Path}}"><h3 class="tile__title">
    {{.Name}}
  </h3></a>
  {{if .Sponsored}}<span class="tile__badge">Anzeige</span>{{end}}
</li>
{{end}}</ul>
</body>
</html>
`),
		product: page(`{{template "top" .}}<script type="application/ld+json">{{.LD}}</script>
</head>
<body>
<div id="__next"><h1>{{.Title}}</h1></div>
<script>window.shop = window.shop || {}; window.shop["cart"] = {"items": []}; window.shop["product"] = {{.Product}};</script>
<script id="__NEXT_DATA__" type="application/json">{{.Next}}</script>
</body>
</html>
`),
		island: page(`{{template "top" .}}</head>
<body>
<astro-island uid="Z1a2B3" component-export="default" client="load" props="{{.Props}}"><h1>{{.Title}}</h1></astro-island>
</body>
</html>
`),
		// The only sign of its encoding is its meta element.
		archive: template.Must(template.New("archive").Parse(`<!DOCTYPE html>
<html lang="de">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">
<title>{{.Title}}</title>
</head>
<body><h1 class="title">{{.Title}}</h1><p class="note">Gr&uuml;&szlig;e: äöüß</p></body>
</html>
`)),
	}
}

// object is a JSON object; encoding/json writes its members in order of name.
type object map[string]any

// compact gives JSON for an attribute.
func compact(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // only objects of this package come here
	}
	return string(b)
}

func (s *shop) show(w http.ResponseWriter, page *template.Template, data object) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if err := page.Execute(w, data); err != nil {
		panic(http.ErrAbortHandler) // the client has gone
	}
}

// home: GET /, with the customer's tokens.
func (s *shop) home(w http.ResponseWriter, r *http.Request) {
	language := s.speaks(r)
	title := map[string]string{"de": "Willkommen", "fr": "Bienvenue"}[language]
	s.show(w, s.pages.home, object{"Language": language, "Title": title, "CSRF": CSRFToken, "Token": Token})
}

// tiles: GET /suche?q=, a list whose tiles keep their data in an attribute.
func (s *shop) tiles(w http.ResponseWriter, r *http.Request) {
	q, language := r.URL.Query().Get("q"), s.speaks(r)
	list := []object{}
	for _, i := range s.matching(q, func(item) bool { return true }) {
		list = append(list, object{
			"Sponsored": i.Sponsored, "Path": i.Path, "Name": i.Title[language],
			"Data": compact(object{"id": i.ID, "price": object{"price": i.price().Amount, "currency": "EUR"}, "stock": i.Stock}),
		})
	}
	s.show(w, s.pages.tiles, object{"Language": language, "Title": "Suche", "Query": q, "Tiles": list})
}

// product: GET /artikel/ID-SLUG, a Next.js page with JSON-LD; any other slug
// leads to the right one.
func (s *shop) product(w http.ResponseWriter, r *http.Request) {
	i, ok := s.find(r)
	if !ok {
		http.NotFound(w, r)
		return
	}
	if r.URL.Path != i.Path {
		w.Header().Set("Location", i.Path)
		w.WriteHeader(http.StatusMovedPermanently)
		return
	}
	language := s.speaks(r)
	availability := "https://schema.org/InStock"
	if i.Stock == 0 {
		availability = "https://schema.org/OutOfStock"
	}
	product := object{"id": i.ID, "title": i.Title[language], "price": i.price(), "stock": i.Stock, "colour": i.Colour}
	s.show(w, s.pages.product, object{
		"Language": language, "Title": i.Title[language], "Product": product,
		"LD": object{
			"@context": "https://schema.org", "@type": "Product", "name": i.Title[language], "sku": itoa(i.ID),
			"offers":          object{"@type": "Offer", "price": i.price().Amount, "priceCurrency": "EUR", "availability": availability},
			"aggregateRating": object{"@type": "AggregateRating", "ratingValue": i.rating(), "reviewCount": i.ID % 40},
		},
		"Next": object{"page": "/artikel/[slug]", "props": object{"pageProps": object{"product": product}}},
	})
}

// island: GET /insel/ID, an Astro island with its props in an attribute.
func (s *shop) island(w http.ResponseWriter, r *http.Request) {
	i, ok := s.find(r)
	if !ok {
		http.NotFound(w, r)
		return
	}
	type tagged [2]any
	props := object{
		"title":  tagged{0, i.Title["de"]},
		"price":  tagged{0, object{"amount": tagged{0, i.price().Amount}, "currency": tagged{0, "EUR"}}},
		"sizes":  tagged{1, []tagged{{0, "S"}, {0, "M"}, {0, "L"}}},
		"listed": tagged{3, "2026-11-02T18:30:00.000Z"},
	}
	s.show(w, s.pages.island, object{"Language": "de", "Title": i.Title["de"], "Props": compact(props)})
}

// archive: GET /archiv/ID, a page in ISO-8859-1. With ?header=1 the header
// says so too. What the encoding lacks is a character reference.
func (s *shop) archive(w http.ResponseWriter, r *http.Request) {
	i, ok := s.find(r)
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html")
	if r.URL.Query().Get("header") != "" {
		w.Header().Set("Content-Type", "text/html; charset=ISO-8859-1")
	}
	if err := s.pages.archive.Execute(latin1{w}, object{"Title": i.Title["de"]}); err != nil {
		panic(http.ErrAbortHandler)
	}
}

// latin1 writes UTF-8 text as ISO-8859-1.
type latin1 struct{ w http.ResponseWriter }

func (l latin1) Write(p []byte) (int, error) {
	b := make([]byte, 0, len(p))
	for _, r := range string(p) {
		if r < 0x100 {
			b = append(b, byte(r))
		} else {
			b = append(b, "&#"+itoa(int(r))+";"...)
		}
	}
	_, err := l.w.Write(b)
	return len(p), err
}

// localItems: GET /api/items?q=, at most 20 articles in the language of the
// host.
func (s *shop) localItems(w http.ResponseWriter, r *http.Request) {
	language := s.speaks(r)
	list := []object{}
	for _, i := range s.matching(r.URL.Query().Get("q"), func(i item) bool { return !i.Sponsored }) {
		if len(list) < 20 {
			list = append(list, object{"id": i.ID, "title": i.Title[language], "price": i.price(), "path": i.Path})
		}
	}
	writeJSON(w, http.StatusOK, object{"language": language, "items": list})
}
