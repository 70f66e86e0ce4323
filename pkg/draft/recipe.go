package draft

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// plan is all that a recipe is made of.
type plan struct {
	options  Options
	asked    *asked
	reading  *reading
	parse    string // of the step; "" where the header says it
	status   int
	origin   string
	effect   string
	language string // of the page; "" where nothing says it
	login    bool
	check    string // the address of a login_check; "" without one
	schema   jsonval.Value
	checks   []string
}

// recipe writes the recipe. For a proof it is written as one that reads, since
// a write is never sent.
func (p *plan) recipe(proof bool) jsonval.Value {
	o := &p.options
	effect := p.effect
	if proof {
		effect = "read"
	}
	var b jsonval.Builder
	b.Set("schema", text("https://wield.run/schema/recipe/v1.json"))
	b.Set("id", text(o.ID)).Set("version", jsonval.IntValue(1))
	b.Set("site", p.site())
	b.Set("task", text(o.TaskText())).Set("description", text(p.description()))
	b.Set("keywords", texts(o.keywords()))
	b.Set("effect", text(effect)).Set("requires_login", jsonval.BoolValue(p.login || p.effect == "write"))
	if p.check != "" {
		b.Set("login_check", p.loginCheck())
	}
	b.Set("params", schemaOf(p.asked.params))
	b.Set("steps", jsonval.ArrayValue([]jsonval.Value{p.step(effect)}))
	if effect == "write" {
		b.Set("confirm", object("summary", text(p.summary())))
	}
	var output, verify jsonval.Builder
	schema, checks := p.schema, p.checks
	if schema.IsNull() {
		schema, checks = object("type", text("object")), []string{"output"}
	}
	b.Set("output", output.Set("schema", schema).Set("value", text(p.reading.output(p.asked.step))).Value())
	b.Set("verify", verify.Set("example_params", examples(p.asked.params)).Set("checks", texts(checks)).Value())
	return b.Value()
}

func texts(all []string) jsonval.Value {
	items := make([]jsonval.Value, len(all))
	for i, s := range all {
		items[i] = text(s)
	}
	return jsonval.ArrayValue(items)
}

func (p *plan) site() jsonval.Value {
	o := &p.options
	origins := []string{p.origin}
	for _, raw := range []string{p.asked.url.String(), p.check} {
		if u, err := fetch.ParseURL(raw, nil); err == nil && !slices.Contains(origins, u.Origin()) {
			origins = append(origins, u.Origin())
		}
	}
	country, language := place(o.Site())
	if p.language != "" {
		language = p.language
	}
	if o.Country != "" {
		country = o.Country
	}
	if o.Language != "" {
		language = o.Language
	}
	var b jsonval.Builder
	b.Set("id", text(o.Site())).Set("name", text(o.SiteName())).Set("origin", text(p.origin)).Set("origins", texts(origins))
	return b.Set("country", text(country)).Set("language", text(language)).Value()
}

// place guesses country and language of a site by the end of its name.
func place(site string) (country, language string) {
	end := site[strings.LastIndexByte(site, '.')+1:]
	switch end {
	case "de", "at":
		return strings.ToUpper(end), "de"
	case "fr", "es", "it", "nl", "pl", "pt", "ro", "fi", "hu", "lt", "lv", "tr", "ru":
		return strings.ToUpper(end), end
	case "ch":
		return "CH", "de"
	case "uk":
		return "GB", "en"
	case "us", "ie", "nz", "au", "in", "ca", "za":
		return strings.ToUpper(end), "en"
	case "be":
		return "BE", "nl"
	case "se":
		return "SE", "sv"
	case "dk":
		return "DK", "da"
	case "no":
		return "NO", "nb"
	case "cz":
		return "CZ", "cs"
	case "jp":
		return "JP", "ja"
	case "br":
		return "BR", "pt"
	case "mx", "ar", "cl":
		return strings.ToUpper(end), "es"
	}
	return "INT", "en"
}

// SiteName is the name of the site; where nobody says it, its host's first part.
func (o *Options) SiteName() string {
	if o.Name != "" {
		return o.Name
	}
	name, _, _ := strings.Cut(o.Site(), ".")
	return strings.ToUpper(name[:min(len(name), 1)]) + name[min(len(name), 1):]
}

// TaskText is the task of a recipe where nobody says another: its slug in words.
func (o *Options) TaskText() string {
	if o.Task != "" {
		return o.Task
	}
	_, slug, _ := strings.Cut(o.ID, "/")
	words := strings.ReplaceAll(slug, "-", " ")
	if words == "" {
		return "Read data of " + o.Site()
	}
	task := strings.ToUpper(words[:1]) + words[1:] + " on " + o.Site()
	if len(task) < recipe.MinTask {
		task = "Read " + words + " on " + o.Site()
	}
	return diag.Cut(task, recipe.MaxTask-1)
}

func (o *Options) keywords() []string {
	if len(o.Keywords) > 0 {
		return o.Keywords
	}
	_, slug, _ := strings.Cut(o.ID, "/")
	var all []string
	for _, w := range append(strings.Split(slug, "-"), o.Site()[:strings.IndexByte(o.Site()+".", '.')]) {
		if w != "" && !slices.Contains(all, w) && len(all) < 20 {
			all = append(all, w)
		}
	}
	return all
}

// description says what comes back.
func (p *plan) description() string {
	if p.options.Description != "" {
		return p.options.Description
	}
	names := p.reading.names()
	for i, n := range names {
		names[i] = strings.ReplaceAll(n, "_", " ")
	}
	listed := strings.Join(names, ", ")
	if i := strings.LastIndex(listed, ", "); i >= 0 {
		listed = listed[:i] + " and" + listed[i+1:]
	}
	what := "Gives " + listed
	if p.reading.list != "" {
		what = "Gives a list of items, each with " + listed
	}
	if strings.HasPrefix(p.reading.filter, "[?!") {
		what += ". Sponsored items are dropped"
	}
	return diag.Cut(what, 590) + "."
}

func (p *plan) loginCheck() jsonval.Value {
	var request, b jsonval.Builder
	request.Set("method", text("GET")).Set("url", text(p.check))
	b.Set("request", request.Value())
	return b.Set("expect", object("status", jsonval.ArrayValue([]jsonval.Value{jsonval.IntValue(200)}))).Value()
}

func (p *plan) step(effect string) jsonval.Value {
	var b jsonval.Builder
	b.Set("id", text(p.asked.step)).Set("request", p.asked.request)
	switch method := p.asked.request.Field("method").Str(); {
	case effect == "write":
		b.Set("write", jsonval.BoolValue(true))
	case method != "GET":
		b.Set("read_only_post", jsonval.BoolValue(true))
	}
	if p.parse != "" {
		b.Set("parse", text(p.parse))
	}
	b.Set("expect", object("status", jsonval.ArrayValue([]jsonval.Value{jsonval.IntValue(p.status)})))
	return b.Set("extract", p.reading.extract).Value()
}

// summary is what a user agrees to: where something is sent, and each param.
func (p *plan) summary() string {
	parts := []string{}
	for _, param := range p.asked.params {
		shown := "{{ params." + param.name + " }}"
		if param.value.Kind() == jsonval.Array {
			shown = "{{ params." + param.name + " | join:', ' }}"
		}
		parts = append(parts, strings.ReplaceAll(param.name, "_", " ")+" "+shown)
	}
	what := p.options.TaskText()
	if len(parts) > 0 {
		what += ": " + strings.Join(parts, ", ")
	}
	return what
}

// unknownAnswer is a reading to begin with, where no answer was recorded.
func unknownAnswer(r *Request, u *fetch.URL) (*reading, string) {
	accept, _ := r.Header.Get("accept")
	api := strings.Contains(accept, "json") && !strings.Contains(accept, "html") || strings.HasPrefix(u.Hostname(), "api.") || strings.HasSuffix(u.Path(), ".json") ||
		strings.Contains(u.Path(), "/api/") || r.Method != "GET"
	if api {
		return &reading{list: "items", filter: "[]", extract: object("json", object("items", text("items"))),
			fields: []field{{"title", func(at string) string { return at + "title" }}}}, ""
	}
	return &reading{extract: object("html", object("title", object("selector", text("h1")))),
		fields: []field{{"title", func(at string) string { return at + "title" }}}}, "html"
}

// unknownSchema is the schema of that reading.
func unknownSchema(r *reading) jsonval.Value {
	closed := func(name string, of jsonval.Value) jsonval.Value {
		var b jsonval.Builder
		b.Set("type", text("object")).Set("properties", object(name, of)).Set("required", texts([]string{name}))
		return b.Set("additionalProperties", jsonval.BoolValue(false)).Value()
	}
	var title, items jsonval.Builder
	title.Set("type", text("string")).Set("maxLength", jsonval.IntValue(200))
	one := closed("title", title.Value())
	if r.list == "" {
		return one
	}
	items.Set("type", text("array")).Set("maxItems", jsonval.IntValue(100)).Set("items", one)
	return closed("items", items.Value())
}
