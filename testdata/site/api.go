package site

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

func itoa(n int) string { return strconv.Itoa(n) }

// result is an article in a list of the API.
type result struct {
	ID        int    `json:"id"`
	Title     string `json:"title"`
	TitleEN   string `json:"title_en"`
	Category  string `json:"category"`
	Price     price  `json:"price"`
	Path      string `json:"path"`
	Sponsored bool   `json:"sponsored"`
}

// list is a page of results. NextCursor and Next are null on the last page.
type list struct {
	Meta struct {
		Total      int     `json:"total"`
		Page       int     `json:"page"`
		Pages      int     `json:"pages"`
		NextCursor *string `json:"next_cursor"`
		Next       *string `json:"next"`
	} `json:"meta"`
	Results []result `json:"results"`
}

// matching gives the articles whose title holds a text in any language: the
// sponsored one first, then by number.
func (s *shop) matching(q string, keep func(item) bool) []item {
	q = strings.ToLower(strings.TrimSpace(q))
	var found []item
	for _, i := range s.items {
		if keep(i) && slices.ContainsFunc([]string{"de", "en", "fr"}, func(l string) bool { return strings.Contains(strings.ToLower(i.Title[l]), q) }) {
			found = append(found, i)
		}
	}
	slices.SortStableFunc(found, func(a, b item) int {
		switch {
		case a.Sponsored && !b.Sponsored:
			return -1
		case b.Sponsored && !a.Sponsored:
			return 1
		}
		return 0
	})
	return found
}

// number reads a whole number of the query from least to most; absent it is
// the fallback.
func number(query url.Values, key string, fallback, least, most int) (int, bool) {
	text := query.Get(key)
	if text == "" {
		return fallback, true
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= least && n <= most
}

// search: GET /v2/search?q=&price_to=&size=&page= or &cursor=. size is 20
// unless given, at most 50; the pages are numbered from 1.
func (s *shop) search(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	priceTo, ok1 := number(query, "price_to", 1<<30, 0, 1<<30)
	size, ok2 := number(query, "size", 20, 1, 50)
	page, ok3 := number(query, "page", 1, 1, 1000)
	if cursor := query.Get("cursor"); cursor != "" {
		from, err := strconv.Atoi(strings.TrimPrefix(cursor, "from-"))
		ok3 = ok3 && err == nil && from >= 0
		page = from/max(size, 1) + 1
	}
	if !ok1 || !ok2 || !ok3 {
		writeError(w, http.StatusBadRequest, "price_to, size, page or cursor is out of range.")
		return
	}
	found := s.matching(query.Get("q"), func(i item) bool { return i.Cents <= priceTo*100 })
	answer := paged(found, page, size)
	if answer.Meta.NextCursor != nil {
		query.Del("cursor")
		query.Set("page", itoa(page+1))
		next := "https://api.example.de/v2/search?" + query.Encode()
		answer.Meta.Next = &next
	}
	writeJSON(w, http.StatusOK, answer)
}

func paged(found []item, page, size int) list {
	var l list
	l.Meta.Total, l.Meta.Page, l.Meta.Pages = len(found), page, (len(found)+size-1)/size
	from := min((page-1)*size, len(found))
	to := min(from+size, len(found))
	if to < len(found) {
		cursor := "from-" + itoa(to)
		l.Meta.NextCursor = &cursor
	}
	l.Results = []result{}
	for _, i := range found[from:to] {
		l.Results = append(l.Results, result{i.ID, i.Title["de"], i.Title["en"], i.Category, i.price(), i.Path, i.Sponsored})
	}
	return l
}

// filter: POST /v2/items/filter with {category?, price?: {from?, to?},
// colours?: […], size?}; it only reads.
func (s *shop) filter(w http.ResponseWriter, r *http.Request) {
	var ask struct {
		Category string
		Price    struct{ From, To *float64 }
		Colours  []string
		Size     *int
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, 64<<10))
	d.DisallowUnknownFields()
	if err := d.Decode(&ask); err != nil {
		writeError(w, http.StatusBadRequest, "The body is no filter: "+err.Error())
		return
	}
	size := 20
	if ask.Size != nil {
		size = max(1, min(*ask.Size, 50))
	}
	found := s.matching("", func(i item) bool {
		amount := i.price().Amount
		return (ask.Category == "" || i.Category == ask.Category) &&
			(ask.Price.From == nil || amount >= *ask.Price.From) &&
			(ask.Price.To == nil || amount <= *ask.Price.To) &&
			(len(ask.Colours) == 0 || slices.Contains(ask.Colours, i.Colour))
	})
	writeJSON(w, http.StatusOK, paged(found, 1, size))
}

// find gives the article whose number a path begins with.
func (s *shop) find(r *http.Request) (item, bool) {
	digits, _, _ := strings.Cut(r.PathValue("id"), "-")
	id, err := strconv.Atoi(digits)
	n := id - s.items[0].ID
	if err != nil || n < 0 || n >= len(s.items) {
		return item{}, false
	}
	return s.items[n], true
}

// item: GET /v2/items/ID, the details of an article.
func (s *shop) item(w http.ResponseWriter, r *http.Request) {
	i, ok := s.find(r)
	if !ok {
		writeError(w, http.StatusNotFound, "There is no such article.")
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{
		"id":          i.ID,
		"title":       i.Title["de"],
		"titles":      i.Title,
		"description": "„" + i.Title["de"] + "“ – geprüft & sofort lieferbar.\nMaße auf Anfrage.",
		"price":       i.price(),
		"path":        i.Path,
		"stock":       map[string]any{"available": i.Stock > 0, "count": i.Stock},
		"attributes":  map[string]any{"colour": i.Colour, "weight_kg": i.WeightKG},
		"rating":      i.rating(),
	})
}

// account: GET /v2/account.
func (s *shop) account(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{"customer": map[string]any{"id": 42, "name": "Max Mustermann"}})
}

// orders: GET /v2/orders?status=, the newest first.
func (s *shop) orders(w http.ResponseWriter, r *http.Request) {
	type order map[string]any
	all := []order{}
	for n, status := range []string{"open", "shipped", "delivered", "delivered", "returned"} {
		if want := r.URL.Query().Get("status"); want != "" && want != status {
			continue
		}
		i := s.items[n*11]
		all = append(all, order{
			"number": "EX-2026-00" + itoa(19-n), "status": status, "ordered_at": "2026-11-" + itoa(28-3*n) + "T18:3" + itoa(n) + ":00+01:00",
			"total": i.price(), "items": []order{{"id": i.ID, "title": i.Title["de"], "quantity": 1}},
		})
	}
	writeJSON(w, http.StatusOK, map[string]any{"orders": all})
}

// cart: POST /v2/cart/items with {item_id, quantity}, or PUT
// /v2/cart/items/ID with {quantity}. It remembers nothing.
func (s *shop) cart(w http.ResponseWriter, r *http.Request) {
	var ask struct {
		ItemID   int `json:"item_id"`
		Quantity int `json:"quantity"`
	}
	if r.Header.Get("X-CSRF-Token") != CSRFToken {
		writeError(w, http.StatusForbidden, "The CSRF token is missing or wrong.")
		return
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 64<<10)).Decode(&ask); err != nil || ask.Quantity < 1 || ask.Quantity > 99 {
		writeError(w, http.StatusUnprocessableEntity, "The quantity must be from 1 to 99.")
		return
	}
	status := http.StatusOK
	if r.Method == http.MethodPost {
		status = http.StatusCreated
		r.SetPathValue("id", itoa(ask.ItemID))
	}
	i, ok := s.find(r)
	if !ok {
		writeError(w, http.StatusNotFound, "There is no such article.")
		return
	}
	writeJSON(w, status, map[string]any{
		"line":  map[string]any{"id": i.ID + 500000, "item_id": i.ID, "title": i.Title["de"], "quantity": ask.Quantity},
		"total": price{float64(i.Cents*ask.Quantity) / 100, "EUR"},
	})
}
