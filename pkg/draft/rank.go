package draft

import (
	"context"
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/wield-run/wield/lint/zone"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/extract"
	"github.com/wield-run/wield/pkg/fetch"
)

// Candidate is a request of a recording that may carry the data.
type Candidate struct {
	Request *fetch.Recorded // what is asked: the first of a chain of redirects
	Answer  *fetch.Recorded // the one with the data
	Score   int             // 0 to 100
	Why     []string        // clauses
	Shape   string          // of the response: "results: 14 × {id, title}"
	Holds   bool            // the data that is wanted, as a recipe would give it

	reading  *reading // nil: nothing can be read
	parse    string
	language string
}

// Name names the request: method and address without the query.
func (c *Candidate) Name() string {
	bare, _, _ := strings.Cut(c.Request.URL, "?")
	return diag.Escape(c.Request.Method + " " + diag.Cut(bare, 120))
}

// maxCandidates is how many requests are read in full.
const maxCandidates = 40

// Rank gives the requests that may carry the data, the best first. With a text
// to find these are the ones whose response holds it; without one those that
// hold lists or objects.
func Rank(ctx context.Context, har *fetch.HAR, o Options) ([]Candidate, error) {
	all := har.Recorded()
	w := newWanted(o.Find)
	var found []Candidate
	seen := map[string]bool{}
	for i := range all {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r := &all[i]
		key := r.Method + " " + r.URL + " " + r.Body
		if r.Lost != "" || len(r.Content) == 0 || seen[key] || r.Status >= 300 && r.Status < 400 && r.Status != 304 || r.Method == "OPTIONS" || r.Method == "HEAD" {
			continue
		}
		seen[key] = true
		body, parse, ok := readable(r)
		if !ok || !mayHold(r, body, w) {
			continue
		}
		c := Candidate{Request: firstHop(all, i), Answer: r, parse: parse}
		c.read(ctx, body, w, &o, all)
		if c.reading == nil && w.any() || !w.any() && !c.Holds && !w.in(body.Text()) {
			continue
		}
		c.rate(body, w, &o)
		found = append(found, c)
		if len(found) == maxCandidates {
			break
		}
	}
	slices.SortStableFunc(found, func(a, b Candidate) int { return b.Score - a.Score })
	return found, nil
}

// readable tells how a response is read; false for what holds no data:
// pictures, scripts, styles.
func readable(r *fetch.Recorded) (body *extract.Body, parse string, ok bool) {
	contentType, _ := r.Answer.Get("content-type")
	essence, _, _ := strings.Cut(strings.ToLower(contentType), ";")
	switch essence = strings.TrimSpace(essence); {
	case strings.HasPrefix(essence, "image/"), strings.HasPrefix(essence, "font/"), strings.HasPrefix(essence, "video/"), strings.HasPrefix(essence, "audio/"),
		essence == "text/css", strings.Contains(essence, "javascript"), essence == "application/wasm", strings.Contains(essence, "xml") && !strings.Contains(essence, "xhtml"):
		return nil, "", false
	}
	source := extract.Source{Data: r.Content, ContentType: contentType, Status: r.Incoming().Status}
	body = extract.Read(source)
	switch body.Mode() {
	case extract.ModeJSON:
		return body, "", body.Load() == nil
	case extract.ModeTurboStream:
		return body, "", true
	}
	// What the header says is not always so.
	start := strings.TrimLeft(string(r.Content[:min(len(r.Content), 200)]), "\ufeff \t\r\n")
	isJSON := strings.HasPrefix(start, "{") || strings.HasPrefix(start, "[")
	switch {
	case isJSON:
		if body.Mode() == extract.ModeHTML {
			parse = "json"
		}
		source.Parse = extract.ModeJSON
		body = extract.Read(source)
		return body, parse, body.Load() == nil
	case body.Mode() == extract.ModeHTML:
		return body, "html", true
	case strings.HasPrefix(start, "<"):
		source.Parse = extract.ModeHTML
		return extract.Read(source), "html", true
	}
	return nil, "", false
}

// mayHold is a quick look whether a response holds what is wanted, so that few
// are read in full.
func mayHold(r *fetch.Recorded, body *extract.Body, w wanted) bool {
	if w.any() {
		return true
	}
	if body.Mode() == extract.ModeJSON {
		return w.within(body.Value())
	}
	// A page may hold a text in pieces, or with the escapes of a script, so it
	// is looked at in full unless it is large.
	return len(r.Content) < 256<<10 || w.in(html.UnescapeString(body.Text()))
}

// firstHop is the request whose redirects led to an answer.
func firstHop(all []fetch.Recorded, i int) *fetch.Recorded {
	r := &all[i]
	for j := i - 1; j >= 0 && i-j < 20; j-- {
		before := &all[j]
		to, ok := before.Answer.Get("location")
		if !ok || before.Status < 300 || before.Status > 399 || before.Method != "GET" || r.Method != "GET" {
			continue
		}
		from, err := fetch.ParseURL(before.URL, nil)
		if err != nil {
			continue
		}
		if target, err := fetch.ParseURL(to, from); err == nil && target.WithoutFragment().String() == r.URL {
			r = before
		}
	}
	return r
}

// read finds the best way to read the response.
func (c *Candidate) read(ctx context.Context, body *extract.Body, w wanted, o *Options, all []fetch.Recorded) {
	base := originOf(o, c.Request, all)
	var readings []reading
	if body.Mode() == extract.ModeJSON {
		readings = readJSON(body.Value(), w, base, asJSON)
	} else {
		readings = readPage(ctx, body, w, base)
		c.language = pageLanguage(body)
	}
	for i := range readings {
		r := &readings[i]
		if !r.try(ctx, body, w) {
			continue
		}
		if c.reading == nil || r.holds && !c.reading.holds {
			c.reading = r
		}
		if r.holds || w.any() {
			break
		}
	}
	if c.reading != nil {
		c.Holds, c.Shape = c.reading.holds, c.reading.shape()
	}
}

func pageLanguage(body *extract.Body) string {
	root, err := body.Page()
	if err != nil || root.Document().Element().IsZero() {
		return ""
	}
	lang, _ := root.Document().Element().Attr("lang")
	if len(lang) < 2 || len(lang) > 10 || !plain(lang) {
		return ""
	}
	return lang
}

// rate gives the score and its reasons.
func (c *Candidate) rate(body *extract.Body, w wanted, o *Options) {
	add := func(points int, why string) {
		c.Score += points
		if why != "" {
			c.Why = append(c.Why, why)
		}
	}
	switch {
	case c.Holds:
		add(50, "holds the text")
	case !w.any() && w.in(body.Text()):
		add(15, "holds the text where no recipe reads it")
	case !w.any():
		add(0, "does not hold the text")
	}
	switch {
	case body.Mode() == extract.ModeJSON:
		add(15, "JSON")
	case c.reading != nil && !c.reading.extract.Field("embedded_json").IsNull():
		add(12, "JSON in the page")
	default:
		add(8, "page")
	}
	if c.reading == nil {
		add(0, "nothing to read")
	} else {
		if c.reading.rows > 1 {
			add(10, "a list")
		}
		if len(c.reading.fields) > 2 {
			add(5, "")
		}
	}
	if u, err := fetch.ParseURL(c.Request.URL, nil); err == nil && zone.Registrable(u.Hostname()) == zone.Registrable(o.Site()) {
		add(10, "")
	} else {
		add(0, "another site")
	}
	if c.Request.Method == "GET" {
		add(5, "")
	}
	if c.Answer.Status >= 200 && c.Answer.Status < 300 || c.Answer.Status == 304 {
		add(5, "")
	} else {
		add(-15, "status "+strconv.Itoa(c.Answer.Status))
	}
	c.Score = min(max(c.Score, 0), 100)
}

func queryOf(url string) string {
	_, query, _ := strings.Cut(url, "?")
	return query
}
