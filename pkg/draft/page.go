package draft

import (
	"context"
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/dom"
	"github.com/wield-run/wield/pkg/extract"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/selector"
)

const (
	maxScripts     = 60 // of one page that are looked at
	maxAssignments = 20 // of one script
	maxElements    = 50_000
)

// The worth of the places where a page keeps its data: what the page's own
// scripts read has types, what people see has not.
const (
	worthState  = 400 // the data that the page hands to its own scripts
	worthScript = 350 // what one of its scripts holds
	worthLinked = 200 // JSON-LD
	worthTiles  = 300
)

// page is one HTML response that is looked through.
type page struct {
	ctx    context.Context
	body   *extract.Body
	root   dom.Node
	base   string // the origin of links
	wanted wanted
	budget *selector.Budget
}

// maxSteps bounds the matching of selectors over one page.
const maxSteps = 20_000_000

// readPage proposes how to read a page: JSON in it, and its elements.
func readPage(ctx context.Context, body *extract.Body, w wanted, base string) []reading {
	root, err := body.Page()
	if err != nil || len(root.Document().Rows()) > maxElements {
		return nil
	}
	p := &page{ctx, body, root, base, w, selector.NewBudget(ctx, maxSteps)}
	all := p.embedded()
	all = append(all, p.tiles()...)
	if r, ok := p.single(); ok {
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b reading) int { return b.score - a.score })
	return all[:min(len(all), maxReadings)]
}

// all gives the elements that a selector matches below a node.
func (p *page) all(s string, below dom.Node) []dom.Node {
	compiled, fault := selector.Compile(s)
	if fault != nil {
		return nil
	}
	found, err := compiled.All(below, p.budget)
	if err != nil {
		return nil
	}
	return found
}

// embedded reads the JSON that stands in scripts and attributes.
func (p *page) embedded() []reading {
	var all []reading
	scripts := p.all("script", p.root)
	flight := false
	for _, script := range scripts[:min(len(scripts), maxScripts)] {
		source := script.Text()
		kind, _ := script.Attr("type")
		id, _ := script.Attr("id")
		switch kind = strings.ToLower(strings.TrimSpace(kind)); {
		case kind == "application/ld+json":
			all = append(all, p.json(p.script(script), worthLinked)...)
		case id == "__NUXT_DATA__":
			all = append(all, p.json(p.script(script, member("decode", "devalue")), worthState)...)
		case strings.HasSuffix(kind, "json"):
			all = append(all, p.json(p.script(script), worthState)...)
		case kind != "" && kind != "module" && !strings.Contains(kind, "javascript"):
		case strings.Contains(source, "self.__next_f.push"):
			if !flight {
				flight = true
				all = append(all, p.json([]jsonval.Member{member("selector", "script"), member("decode", "next_flight")}, worthState)...)
			}
		default:
			for _, after := range assignments(source) {
				all = append(all, p.json(p.script(script, member("strip_js_after", after)), worthScript)...)
			}
		}
	}
	for _, island := range p.all("astro-island[props]", p.root) {
		all = append(all, p.json([]jsonval.Member{member("selector", p.unique(island)), member("attr", "props"), member("decode", "astro_props")}, worthState)...)
		break
	}
	return append(all, p.attributes()...)
}

func member(key, value string) jsonval.Member { return jsonval.Member{Key: key, Value: text(value)} }

// script names a script by a selector whose first match it is.
func (p *page) script(n dom.Node, more ...jsonval.Member) []jsonval.Member {
	return append([]jsonval.Member{member("selector", p.unique(n))}, more...)
}

// json evaluates an entry of embedded_json and proposes how to read what it
// finds.
func (p *page) json(entry []jsonval.Member, worth int) []reading {
	wrap := func(vars []variable) jsonval.Value {
		return object("embedded_json", jsonval.ObjectValue(append(slices.Clone(entry), jsonval.Member{Key: "vars", Value: varsObject(vars)})))
	}
	step, found := recipe.LoadExtract("extract", jsonval.Append(nil, wrap([]variable{{"v", "@"}})))
	if errors, _ := diag.Count(found); errors > 0 {
		return nil
	}
	result, err := extract.Run(p.ctx, p.body, step, extract.Limits{})
	if err != nil {
		return nil
	}
	v := result.Values.Field("v")
	if !p.wanted.within(v) {
		return nil
	}
	readings := readJSON(v, p.wanted, p.base, wrap)
	for i := range readings {
		readings[i].where = entry[0].Value.Str() + " " + readings[i].where
		readings[i].score += worth
	}
	return readings
}

// assignments gives what stands before the objects and lists that a script
// assigns: `window.shop["product"] =`.
func assignments(source string) []string {
	var all []string
	for i := 0; i < len(source) && len(all) < maxAssignments; i++ {
		if source[i] != '=' || i == 0 {
			continue
		}
		rest := strings.TrimLeft(source[i+1:min(len(source), i+20)], " \t\r\n")
		if rest == "" || rest[0] != '{' && rest[0] != '[' {
			continue
		}
		from := i
		for from > 0 && i-from < 60 && source[from-1] != ';' && source[from-1] != '\n' && source[from-1] != '{' && source[from-1] != '}' && source[from-1] != ',' {
			from--
		}
		after := strings.TrimLeft(source[from:i+1], " \t\r")
		if len(after) > 2 && strings.Index(source, after) == from+len(source[from:i+1])-len(after) && !slices.Contains(all, after) {
			all = append(all, after)
		}
	}
	return all
}

// attributes reads attributes that hold JSON and belong to one element.
func (p *page) attributes() []reading {
	var all []reading
	doc := p.root.Document()
	for row := range doc.Rows() {
		n := doc.At(int32(row))
		if n.Tag() == "" || len(all) > maxReadings {
			continue
		}
		for _, name := range n.AttrNames() {
			value, _ := n.Attr(name)
			if len(value) < 20 || value[0] != '{' && value[0] != '[' || !strings.HasPrefix(name, "data-") && !strings.HasPrefix(name, ":") && name != "props" {
				continue
			}
			if v, err := jsonval.ParseString(value); err == nil && p.wanted.within(v) {
				if s := p.unique(n); len(p.all(s, p.root)) == 1 {
					all = append(all, p.json([]jsonval.Member{member("selector", s), member("attr", name)}, worthLinked)...)
				}
			}
		}
	}
	return all
}

// single reads the one element that holds what is wanted, with what the page
// says of itself.
func (p *page) single() (reading, bool) {
	r := reading{where: "the page"}
	var b jsonval.Builder
	add := func(name, s, attr string, c column) {
		var spec jsonval.Builder
		spec.Set("selector", text(s))
		if attr != "" {
			spec.Set("attr", text(attr))
		}
		c.name = name
		b.Set(name, spec.Value())
		r.fields = append(r.fields, field{c.label(c.expression("", p.base)), func(at string) string { return c.expression(at+name, p.base) }})
	}
	taken := map[string]bool{}
	if h := p.all("h1", p.root); len(h) > 0 {
		add(unique(taken, "title", ""), "h1", "", column{values: []jsonval.Value{text(h[0].CollapsedText())}})
	} else if len(p.all("title", p.root)) > 0 {
		add(unique(taken, "title", ""), "title", "", column{values: []jsonval.Value{text("")}})
	}
	for _, n := range p.all("main [itemprop], body [itemprop]", p.root) {
		name, _ := n.Attr("itemprop")
		s := `[itemprop="` + name + `"]`
		value, attr := n.CollapsedText(), ""
		if content, ok := n.Attr("content"); ok { // as machines read it
			value, attr = content, "content"
		}
		if name = snake(name); name == "" || taken[name] || len(r.fields) >= maxColumns || value == "" || len(value) > maxTextSize {
			continue
		}
		if _, fault := selector.Compile(s); fault == nil {
			add(unique(taken, name, ""), s, attr, column{values: []jsonval.Value{text(value)}})
		}
	}
	if n := p.deepest(); !n.IsZero() && !p.wanted.any() && !p.wanted.in(title(p)) {
		if value := n.CollapsedText(); len(value) <= maxTextSize {
			name := unique(taken, elementName(n, ""), "text")
			add(name, p.unique(n), "", column{values: []jsonval.Value{text(value)}})
		}
	}
	r.extract = object("html", b.Value())
	return r, len(r.fields) > 0
}

func title(p *page) string {
	if h := p.all("h1", p.root); len(h) > 0 {
		return h[0].CollapsedText()
	}
	return ""
}

// deepest gives the smallest of the elements that hold what is wanted.
func (p *page) deepest() dom.Node {
	var found dom.Node
	for _, n := range p.matches() {
		if found.IsZero() || n.TextSize(maxTextSize) < found.TextSize(maxTextSize) {
			found = n
		}
	}
	return found
}

// maxMatches is how many elements that hold what is wanted are looked at.
const maxMatches = 12

// matches gives the elements that hold what is wanted as people see it, each
// as deep as it can be; where nobody sees it, those with an attribute that
// holds it.
func (p *page) matches() []dom.Node {
	if p.wanted.any() {
		return nil
	}
	var found []dom.Node
	var descend func(n dom.Node)
	descend = func(n dom.Node) {
		deeper := false
		for _, c := range n.Children() {
			switch c.Tag() {
			case "script", "style", "head", "noscript", "option", "template":
				continue
			}
			if len(found) < maxMatches && p.wanted.in(c.Text()) {
				deeper = true
				descend(c)
			}
		}
		if !deeper && n.Tag() != "" && n.Tag() != "html" && n.Tag() != "body" && len(found) < maxMatches {
			found = append(found, n)
		}
	}
	descend(p.root)
	if found != nil {
		return found
	}
	doc := p.root.Document()
	for row := range doc.Rows() {
		n := doc.At(int32(row))
		switch n.Tag() {
		case "", "script", "meta", "link":
			continue
		}
		for _, name := range n.AttrNames() {
			if value, _ := n.Attr(name); len(found) < maxMatches && p.wanted.in(value) {
				found = append(found, n)
				break
			}
		}
	}
	return found
}
