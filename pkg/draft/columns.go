package draft

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/infer"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/redact"
)

const (
	maxColumns  = 16  // members of what a draft gives
	maxSampled  = 100 // rows that are looked at
	maxNested   = 2   // levels of objects in a row that are looked into
	maxWidth    = 400 // members of one row that are looked at
	maxTextSize = 2000
)

// column is one member that rows have in common: a scalar, or a list of them.
type column struct {
	name   string // of the member of the output
	expr   string // JMESPath, over a row
	values []jsonval.Value
	holds  bool // what is wanted
}

// columns finds what rows have in common. What an agent has no use for is left
// out: what is null or empty everywhere, markup, credentials.
func columns(rows []jsonval.Value, w wanted) []column {
	c := &columnist{wanted: w, taken: map[string]bool{}}
	c.objects(rows[:min(len(rows), maxSampled)], "", "", 0)
	return choose(c.found)
}

type columnist struct {
	wanted wanted
	taken  map[string]bool
	found  []column
}

func (c *columnist) objects(rows []jsonval.Value, name, expr string, depth int) {
	for _, key := range keys(rows) {
		values := make([]jsonval.Value, len(rows))
		var kinds [jsonval.Object + 1]int
		for i, row := range rows {
			values[i] = row.Field(key)
			kinds[values[i].Kind()]++
		}
		member := jmespath.Identifier(key)
		if expr != "" {
			member = expr + "." + member
		}
		switch scalars := kinds[jsonval.Bool] + kinds[jsonval.Number] + kinds[jsonval.String]; {
		case strings.HasPrefix(key, "__") || strings.HasPrefix(key, "@") || redact.TokenName(key):
		case kinds[jsonval.Object] > 0 && scalars == 0 && kinds[jsonval.Array] == 0:
			if depth < maxNested {
				c.objects(values, joinName(name, snake(key)), member, depth+1)
			}
		case kinds[jsonval.Array] > 0 && scalars+kinds[jsonval.Object] > 0:
		case kinds[jsonval.Array] > 0 && !plainLists(values):
		case scalars == 0 && kinds[jsonval.Array] == 0:
		default:
			c.add(c.nameOf(name, key, rows), member, values)
		}
	}
}

// keys are the names that rows have, in the order in which they are met.
func keys(rows []jsonval.Value) []string {
	var all []string
	seen := map[string]bool{}
	for _, row := range rows {
		for _, m := range row.Members() {
			if !seen[m.Key] && len(all) < maxWidth {
				seen[m.Key] = true
				all = append(all, m.Key)
			}
		}
	}
	return all
}

// plainLists reports whether lists hold scalars, and few of them.
func plainLists(values []jsonval.Value) bool {
	some := false
	for _, list := range values {
		if list.Len() > 50 {
			return false
		}
		for _, item := range list.Items() {
			if item.Kind() == jsonval.Array || item.Kind() == jsonval.Object || len(item.Str()) > 200 {
				return false
			}
			some = true
		}
	}
	return some
}

func joinName(parent, name string) string {
	switch {
	case parent == "":
		return name
	case name == "":
		return parent
	}
	return parent + "_" + name
}

// nameOf names the member of an object inside of a row. The one that says what
// the object is has the object's name, price for price.amount; another has its
// own where that says enough.
func (c *columnist) nameOf(parent, key string, rows []jsonval.Value) string {
	name := snake(key)
	if parent == "" || name == parent {
		return name
	}
	naming := []string{"amount", "value", "name", "text", "title", "label", "href", "url", "raw"}
	if slices.Contains(naming, name) {
		for _, other := range naming {
			if slices.ContainsFunc(rows, func(r jsonval.Value) bool { _, ok := r.Get(other); return ok }) {
				if other == name {
					return parent
				}
				break
			}
		}
	}
	switch name {
	case "id", "count", "type", "code", "key", "status", "total", "from", "to", "min", "max", "date", "time", "currency", "unit", "width", "height", "size", "available":
		return joinName(parent, name)
	}
	if len(name) < 3 || slices.Contains(naming, name) || c.taken[name] {
		return joinName(parent, name)
	}
	return name
}

func (c *columnist) add(name, expr string, values []jsonval.Value) {
	holds := false
	empty := true
	for _, v := range values {
		holds = holds || !c.wanted.any() && c.wanted.within(v)
		empty = empty && v.Str() == "" && (v.Kind() == jsonval.String || v.IsNull())
		if s := v.Str(); len(s) > maxTextSize || markup(s) {
			return
		}
	}
	if empty || strings.Contains(expr, ".") && c.repeated(values) {
		return
	}
	c.found = append(c.found, column{unique(c.taken, name, "value"), expr, values, holds})
}

// repeated reports whether texts were there before: an object inside of a row
// often says again what the row says.
func (c *columnist) repeated(values []jsonval.Value) bool {
	return slices.ContainsFunc(c.found, func(o column) bool {
		return slices.ContainsFunc(values, func(v jsonval.Value) bool { return len(v.Str()) > 8 }) && slices.EqualFunc(o.values, values, jsonval.Equal)
	})
}

// markup reports whether a text is a piece of a page.
func markup(s string) bool {
	return strings.Contains(s, "</") || strings.Contains(s, "/>") || strings.Contains(s, "<br")
}

// choose takes the columns that say most, in their order.
func choose(all []column) []column {
	if len(all) <= maxColumns {
		return all
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return weight(&all[b]) - weight(&all[a]) })
	kept := order[:maxColumns]
	slices.Sort(kept)
	chosen := make([]column, len(kept))
	for i, at := range kept {
		chosen[i] = all[at]
	}
	return chosen
}

// weight is how much a column tells about a row.
func weight(c *column) int {
	if c.holds {
		return 100
	}
	words := redact.Words(c.name)
	for i, w := range []string{"title", "name", "titel", "price", "preis", "url", "href", "link", "path", "id", "date", "description", "brand", "stock", "rating", "currency", "author", "image"} {
		if slices.Contains(words, w) {
			return 60 - i - 5*strings.Count(c.expr, ".")
		}
	}
	return 20 - 5*strings.Count(c.expr, ".")
}

// expression is what the output says of a column whose value stands at a
// place: links get their origin, numbers in texts become numbers.
func (c *column) expression(at, base string) string {
	some, paths, numbers := false, true, infer.Measure(c.name)
	for _, v := range c.values {
		if v.IsNull() {
			continue
		}
		some = true
		s := v.Str()
		paths = paths && strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "//")
		_, err := jsonval.ParseString(s)
		numbers = numbers && err == nil && s != "" && (s[0] == '-' || s[0] >= '0' && s[0] <= '9')
	}
	switch {
	case some && paths && linkName(c.name):
		return "join('', ['" + base + "', " + at + "])"
	case some && numbers:
		return "to_number(" + at + ")"
	}
	return at
}

// label is the name of a column in the output: a path that becomes an address
// is called one.
func (c *column) label(expression string) string {
	if strings.HasPrefix(expression, "join(") && (c.name == "path" || c.name == "href" || c.name == "link") {
		return "url"
	}
	return c.name
}

func linkName(name string) bool {
	for _, w := range redact.Words(name) {
		switch w {
		case "url", "uri", "href", "link", "path", "permalink", "slug", "src", "image", "img", "thumbnail":
			return true
		}
	}
	return false
}
