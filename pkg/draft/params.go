package draft

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/redact"
)

// maxParams is how many params a draft has: lint allows no more members.
const maxParams = 12

// param is one param of the recipe.
type param struct {
	name     string
	value    jsonval.Value // as it was sent, with the type that the param has
	role     role
	required bool
	fallback bool // a run without it sends the value that was recorded
}

func (p *param) number() bool { return p.value.Kind() == jsonval.Number }

// value gives what stands in the place of a named value of a request: a
// template for what a user would change, else the value itself. In JSON a
// number is one; elsewhere a text that is written as one is.
func (d *drafter) value(name, parent string, v jsonval.Value, isJSON bool) jsonval.Value {
	for _, in := range d.inputs {
		if v.Kind() == jsonval.String && fold(v.Str()) == fold(in.Value) || v.Kind() == jsonval.Number && jsonval.FormatNumber(v.Float()) == in.Value {
			p := d.param(in.Name, typed(v, isJSON), search)
			p.required = true
			return template(p)
		}
	}
	kind := roleOf(name)
	isLong := func(v jsonval.Value) bool { return len(v.Str()) > 200 }
	long := isLong(v) || v.Len() > 50 || slices.ContainsFunc(v.Items(), isLong)
	switch {
	case long, kind == technical, v.Kind() == jsonval.Bool, len(d.asked.params) >= maxParams:
		return constant(v)
	case kind == search && v.Kind() == jsonval.String && v.Str() != "":
	case v.Kind() == jsonval.String && v.Str() == "":
		return constant(v)
	case kind == offset && parent != "", (kind == pageFrom || kind == offset || kind == limit) && typed(v, isJSON).Kind() != jsonval.Number:
		kind = filter
	}
	if kind == filter && (strings.HasPrefix(v.Str(), "http") || strings.ContainsAny(v.Str(), "{}<>")) {
		return constant(v)
	}
	p := d.param(d.nameFor(name, parent, kind), typed(v, isJSON), kind)
	switch kind {
	case search:
		p.required = true
	case pageFrom, offset, limit:
		p.fallback = true
	default:
		p.fallback = d.all
	}
	return template(p)
}

func template(p *param) jsonval.Value { return text("{{ params." + p.name + " }}") }

// nameFor names a param by what it is for, or as the site does.
func (d *drafter) nameFor(name, parent string, kind role) string {
	switch kind {
	case search:
		return "query"
	case pageFrom:
		return "page"
	case offset:
		return "offset"
	case limit:
		return "limit"
	}
	own := snake(name)
	switch own {
	case "from", "to", "min", "max", "gte", "lte", "gt", "lt", "eq", "in", "id", "name", "value", "values":
		return joinName(snake(parent), own)
	}
	return own
}

// param adds a param; one that the user named is there once.
func (d *drafter) param(name string, v jsonval.Value, kind role) *param {
	for _, in := range d.inputs {
		if in.Name == name {
			for i := range d.asked.params {
				if d.asked.params[i].name == name {
					return &d.asked.params[i]
				}
			}
			d.asked.params = append(d.asked.params, param{name: name, value: v, role: kind})
			return &d.asked.params[len(d.asked.params)-1]
		}
	}
	// The same words in two places of a request are one param.
	for i := range d.asked.params {
		if p := &d.asked.params[i]; p.role == search && kind == search && jsonval.Equal(p.value, v) {
			return p
		}
	}
	d.asked.params = append(d.asked.params, param{name: unique(d.taken, name, "value"), value: v, role: kind})
	return &d.asked.params[len(d.asked.params)-1]
}

// typed gives a value the type that a param has: outside of JSON a text that
// JavaScript would write for a number is that number.
func typed(v jsonval.Value, isJSON bool) jsonval.Value {
	if isJSON {
		return v
	}
	if n, err := jsonval.ParseString(v.Str()); err == nil && n.Kind() == jsonval.Number && jsonval.FormatNumber(n.Float()) == v.Str() {
		return jsonval.NumberValue(n.Float())
	}
	return v
}

// schemaOf is the schema of all params.
func schemaOf(params []param) jsonval.Value {
	var b, properties jsonval.Builder
	var required []jsonval.Value
	for i := range params {
		p := &params[i]
		properties.Set(p.name, p.schema())
		if p.required {
			required = append(required, text(p.name))
		}
	}
	b.Set("type", text("object")).Set("properties", properties.Value())
	if len(required) > 0 {
		b.Set("required", jsonval.ArrayValue(required))
	}
	return b.Set("additionalProperties", jsonval.BoolValue(false)).Value()
}

func (p *param) schema() jsonval.Value {
	var b jsonval.Builder
	switch p.value.Kind() {
	case jsonval.Number:
		kind := "integer"
		if p.value.Float() != float64(int64(p.value.Float())) || p.role == filter && rangeName(p.name) {
			kind = "number"
		}
		b.Set("type", text(kind))
		switch {
		case p.role == limit:
			b.Set("minimum", jsonval.IntValue(1)).Set("maximum", jsonval.NumberValue(max(100, p.value.Float())))
		case p.role == offset:
			b.Set("minimum", jsonval.IntValue(min(int(p.value.Float()), 0))) // the first results too
		case p.role == pageFrom, p.value.Float() >= 0 && strings.HasSuffix(p.name, "id"):
			b.Set("minimum", jsonval.IntValue(min(int(p.value.Float()), 1)))
		}
	case jsonval.Array:
		var items jsonval.Builder
		if p.value.At(0).Kind() == jsonval.Number {
			items.Set("type", text("number"))
		} else {
			least, most := 1, roomy("")
			for _, item := range p.value.Items() {
				least = min(least, len(item.Str())) // a form may leave one of its fields empty
				most = max(most, roomy(item.Str()))
			}
			items.Set("type", text("string")).Set("minLength", jsonval.IntValue(least)).Set("maxLength", jsonval.IntValue(most))
		}
		b.Set("type", text("array")).Set("items", items.Value()).Set("maxItems", jsonval.IntValue(max(20, p.value.Len())))
	default:
		b.Set("type", text("string")).Set("minLength", jsonval.IntValue(1)).Set("maxLength", jsonval.IntValue(roomy(p.value.Str())))
	}
	if p.fallback {
		b.Set("default", p.value)
	}
	b.Set("description", text(p.description()))
	return b.Set("examples", jsonval.ArrayValue([]jsonval.Value{p.value})).Value()
}

// roomy is the maxLength of texts such as one that was sent.
func roomy(s string) int {
	if len(s) > 80 {
		return max(500, len(s))
	}
	return 100
}

func rangeName(name string) bool {
	for _, w := range redact.Words(name) {
		switch w {
		case "price", "preis", "from", "to", "min", "max", "lat", "lng", "lon", "latitude", "longitude", "radius", "distance":
			return true
		}
	}
	return false
}

// description says what a param is for, with an example.
func (p *param) description() string {
	what := ""
	words := strings.ReplaceAll(p.name, "_", " ")
	switch p.role {
	case search:
		what = "Words to look for"
		if p.name != "query" {
			what = "What to send as " + words
		}
	case pageFrom:
		what = "Number of the page"
	case offset:
		what = "How many results to pass over"
	case limit:
		what = "How many results"
	default:
		what = strings.ToUpper(words[:1]) + words[1:] + ", as the site has it"
	}
	example := p.value.Str()
	switch p.value.Kind() {
	case jsonval.Number:
		example = jsonval.FormatNumber(p.value.Float())
	case jsonval.Array:
		example = jsonval.Stringify(p.value)
	}
	if len(example) > 40 || example == "" || strings.ContainsAny(example, "<>[]`*_\\\"") || diag.Escape(example) != example {
		return what
	}
	return what + ", e.g. " + example
}

// examples are verify.example_params.
func examples(params []param) jsonval.Value {
	var b jsonval.Builder
	for _, p := range params {
		b.Set(p.name, p.value)
	}
	return b.Value()
}
