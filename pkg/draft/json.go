package draft

import (
	"slices"

	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

const (
	maxVisited  = 200_000 // values of one response that are looked at
	maxLevels   = 30      // of nesting
	maxLists    = 40      // of one response that are considered
	maxReadings = 6       // of one response that are tried
)

// wrap makes an extract of variables that are read from a JSON value.
type wrap func(vars []variable) jsonval.Value

// asJSON reads the body itself.
func asJSON(vars []variable) jsonval.Value { return object("json", varsObject(vars)) }

func varsObject(vars []variable) jsonval.Value {
	var b jsonval.Builder
	for _, v := range vars {
		b.Set(v.name, text(v.expr))
	}
	return b.Value()
}

// readJSON proposes how to read a JSON value: the lists of objects in it, and
// the object that holds what is wanted. The base is the origin of links.
func readJSON(v jsonval.Value, w wanted, base string, extract wrap) []reading {
	f := &finder{wanted: w, lists: map[string]*list{}}
	f.visit(v, "@", false, 0)
	var all []reading
	for _, l := range f.order {
		if r, ok := l.reading(w, base, extract, total(v, len(l.rows))); ok {
			all = append(all, r)
		}
	}
	if expr, o, ok := record(v, w); ok {
		if r, ok := recordReading(expr, o, w, base, extract); ok {
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b reading) int { return b.score - a.score })
	return all[:min(len(all), maxReadings)]
}

// list is a list of objects, or several of one kind put together.
type list struct {
	expr string // JMESPath that gives all rows
	rows []jsonval.Value
}

type finder struct {
	wanted  wanted
	visited int
	lists   map[string]*list
	order   []*list
}

// visit collects the lists below a value. The expression leads to it;
// projected tells that this stands in a list, so that the expression gives
// many.
func (f *finder) visit(v jsonval.Value, expr string, projected bool, depth int) {
	f.visited++
	if f.visited > maxVisited || depth > maxLevels {
		return
	}
	switch v.Kind() {
	case jsonval.Object:
		for _, m := range v.Members() {
			if k := m.Value.Kind(); k == jsonval.Object || k == jsonval.Array {
				f.visit(m.Value, child(expr, m.Key), projected, depth+1)
			}
		}
	case jsonval.Array:
		inside := "[]"
		if expr != "@" {
			inside = expr + "[]"
		}
		if ofObjects(v) {
			whole := expr
			if projected {
				whole = inside
			}
			f.add(whole, inside, v.Items())
		}
		for _, item := range v.Items() {
			f.visit(item, inside, true, depth+1)
		}
	}
}

func child(expr, key string) string {
	if expr == "@" {
		return jmespath.Identifier(key)
	}
	return expr + "." + jmespath.Identifier(key)
}

// ofObjects reports whether a list holds objects alone.
func ofObjects(v jsonval.Value) bool {
	for _, item := range v.Items() {
		if item.Kind() != jsonval.Object {
			return false
		}
	}
	return v.Len() > 0
}

func (f *finder) add(whole, inside string, rows []jsonval.Value) {
	if key := node(rows); key != "" {
		inner := make([]jsonval.Value, len(rows))
		for i, row := range rows {
			inner[i] = row.Field(key)
		}
		whole, rows = child(inside, key), inner
	}
	l := f.lists[whole]
	if l == nil {
		if len(f.order) == maxLists {
			return
		}
		l = &list{expr: whole}
		f.lists[whole] = l
		f.order = append(f.order, l)
	}
	l.rows = append(l.rows, rows[:min(len(rows), maxSampled-min(len(l.rows), maxSampled))]...)
}

// node gives the member that holds a row's data where the row is only a
// wrapper around it, as an edge in GraphQL is; else "".
func node(rows []jsonval.Value) string {
	key := ""
	for _, row := range rows {
		scalars := 0
		for _, m := range row.Members() {
			switch m.Value.Kind() {
			case jsonval.Object:
				if key != "" && key != m.Key {
					return ""
				}
				key = m.Key
			case jsonval.Array:
				return ""
			default:
				scalars++
			}
		}
		if scalars > 2 || key == "" || row.Field(key).Len() <= scalars {
			return ""
		}
	}
	return key
}

// reading reads the rows of a list, without those that are advertisements.
func (l *list) reading(w wanted, base string, extract wrap, total variable) (reading, bool) {
	r := reading{list: "items", filter: "[]", where: l.expr, rows: len(l.rows)}
	if l.expr == "@" {
		r.where = "the list"
	}
	cols := columns(l.rows, w)
	if at := slices.IndexFunc(cols, advertises); at >= 0 {
		var honest []jsonval.Value
		for i, row := range l.rows {
			if i < len(cols[at].values) && !cols[at].values[i].Bool() {
				honest = append(honest, row)
			}
		}
		if rest := columns(honest, w); len(honest) > 0 && (w.any() || holds(rest) || !holds(cols)) {
			r.filter, cols = "[?!"+cols[at].expr+"]", slices.DeleteFunc(rest, func(c column) bool { return c.name == cols[at].name })
		}
	}
	vars := []variable{{"items", l.expr}}
	if total.expr != "" {
		vars = append([]variable{total}, vars...)
		r.total = total.name
	}
	r.extract = extract(vars)
	r.fields = fields(cols, base, func(c *column, at string) string { return at + c.expr })
	r.holds = holds(cols)
	r.score = min(len(l.rows), 20) * (1 + min(len(cols), 8))
	if r.holds {
		r.score += 1000
	}
	return r, len(cols) > 0
}

func holds(cols []column) bool {
	return slices.ContainsFunc(cols, func(c column) bool { return c.holds })
}

// advertises reports whether a column says of a row that somebody paid for it.
func advertises(c column) bool {
	if c.values[0].Kind() != jsonval.Bool || c.expr != jmespath.Identifier(c.expr) {
		return false
	}
	return paidFor(c.name)
}

// fields makes members of the output of columns.
func fields(cols []column, base string, place func(c *column, at string) string) []field {
	taken := map[string]bool{}
	all := make([]field, len(cols))
	for i := range cols {
		c := &cols[i]
		name := c.label(c.expression("", base))
		all[i] = field{unique(taken, name, c.name), func(at string) string { return c.expression(place(c, at), base) }}
	}
	return all
}

// total finds the member that tells how many results there are in all.
func total(v jsonval.Value, rows int) variable {
	found := variable{}
	var look func(v jsonval.Value, expr string, depth int)
	look = func(v jsonval.Value, expr string, depth int) {
		for _, m := range v.Members() {
			if found.expr != "" || depth > 4 {
				return
			}
			if m.Value.Kind() == jsonval.Object {
				look(m.Value, child(expr, m.Key), depth+1)
				continue
			}
			switch snake(m.Key) {
			case "total", "total_count", "total_results", "num_found", "nb_hits", "total_items", "total_hits", "result_count", "hits", "found", "count", "number_of_results":
				if m.Value.Kind() == jsonval.Number && m.Value.Float() >= float64(rows) && m.Value.Float() == float64(int(m.Value.Float())) {
					found = variable{"total", child(expr, m.Key)}
				}
			}
		}
	}
	look(v, "@", 0)
	return found
}

// record finds the object that holds what is wanted and is no row: the
// outermost one of which the wanted text is a part, and not of a part of it
// that is a thing of its own.
func record(v jsonval.Value, w wanted) (expr string, found jsonval.Value, ok bool) {
	expr = "@"
	for depth := 0; v.Kind() == jsonval.Object && depth < maxLevels; depth++ {
		scalars := 0
		var inner []jsonval.Member
		for _, m := range v.Members() {
			switch m.Value.Kind() {
			case jsonval.Object:
				if w.within(m.Value) {
					inner = append(inner, m)
				}
			case jsonval.Array:
			case jsonval.Null:
			default:
				scalars++
			}
		}
		cols := columns([]jsonval.Value{v}, w)
		if scalars >= 2 && (w.any() || holds(cols)) || holds(cols) && scalars == 1 && len(inner) == 0 {
			return expr, v, true
		}
		if len(inner) == 0 || w.any() && len(inner) > 1 && scalars > 0 {
			return expr, v, len(cols) > 0
		}
		best := inner[0]
		for _, m := range inner[1:] {
			if m.Value.Len() > best.Value.Len() {
				best = m
			}
		}
		expr, v = child(expr, best.Key), best.Value
	}
	return expr, v, false
}

func recordReading(expr string, o jsonval.Value, w wanted, base string, extract wrap) (reading, bool) {
	cols := columns([]jsonval.Value{o}, w)
	var vars []variable
	for _, c := range cols {
		whole := c.expr
		if expr != "@" {
			whole = expr + "." + c.expr
		}
		vars = append(vars, variable{c.name, whole})
	}
	r := reading{where: expr, extract: extract(vars), holds: holds(cols), score: 2 * len(cols)}
	if expr == "@" {
		r.where = "the object"
	}
	r.fields = fields(cols, base, func(c *column, at string) string { return at + c.name })
	if r.holds {
		r.score += 1000
	}
	return r, len(cols) > 0
}
