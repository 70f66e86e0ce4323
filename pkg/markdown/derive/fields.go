package derive

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown"
	"github.com/wield-run/wield/pkg/markdown/format"
	"github.com/wield-run/wield/pkg/markdown/gfm"
)

// field is a member of the items that could become a column.
type field struct {
	names  []string // from the item
	path   string
	values []jsonval.Value // of the sampled items, without null
	format format.Format
	long   bool // text that is longer than a line
	score  float64
	order  int
	inside bool // of the object that an item wraps
}

func (f *field) name() string { return f.names[len(f.names)-1] }

// chooseFields takes the fields that are worth a place, in the sample's order.
// Long texts make documents of rows.
func chooseFields(c *candidate, d *Draft) []field {
	all := gather(c)
	most := maxColumns
	if c.Mode == markdown.Document {
		most = maxLines
	}
	var kept []field
	for _, f := range all {
		switch {
		case slices.ContainsFunc(f.names, secret):
			d.Dropped = append(d.Dropped, f.path+" (a secret)")
		case len(f.values) == 0:
			d.Dropped = append(d.Dropped, f.path+" (always null)")
		default:
			if f.long && longest(f.values) > longText && c.Mode == markdown.Table {
				c.Mode = markdown.Documents
			}
			kept = append(kept, f)
		}
	}
	if c.Mode == markdown.Documents {
		most = maxLines
	}
	seen := map[format.Format]int{}
	for i := range kept {
		kept[i].rate(c, seen)
	}
	slices.SortStableFunc(kept, func(a, b field) int { return cmp.Compare(b.score, a.score) })
	end := min(len(kept), most)
	for end > 1 && kept[end-1].score < 0 {
		end--
	}
	for _, f := range kept[end:] {
		d.Dropped = append(d.Dropped, f.path+" (of less use)")
	}
	kept = kept[:end]
	slices.SortFunc(kept, func(a, b field) int { return a.order - b.order })
	return kept
}

// gather finds the primitive members of the items, and a few one level down.
func gather(c *candidate) []field {
	g := &gatherer{index: map[string]int{}}
	for _, row := range c.rows {
		switch row.Kind() {
		case jsonval.Object:
			g.object(row, c.inside)
		case jsonval.Array:
			g.array(row)
		default:
			g.add(row, nil, ".")
		}
	}
	for i := range g.all {
		g.all[i].order = i
		g.all[i].inside = c.inside != "" && len(g.all[i].names) == 2 && g.all[i].names[0] == c.inside
		g.all[i].format = formatOf(&g.all[i])
		g.all[i].long = g.all[i].format == format.Text && longest(g.all[i].values) > 200
	}
	return g.all
}

type gatherer struct {
	all   []field
	index map[string]int
}

func primitive(v jsonval.Value) bool {
	return v.Kind() != jsonval.Array && v.Kind() != jsonval.Object
}

func (g *gatherer) object(row jsonval.Value, inside string) {
	for _, m := range row.Members() {
		switch {
		case !readable(m.Key):
		case primitive(m.Value):
			g.add(m.Value, []string{m.Key}, "")
		case m.Value.Kind() == jsonval.Object && m.Key == inside:
			for _, below := range m.Value.Members() {
				if primitive(below.Value) && readable(below.Key) {
					g.add(below.Value, []string{m.Key, below.Key}, "")
				}
			}
		case m.Value.Kind() == jsonval.Object:
			for _, below := range m.Value.Members() {
				if primitive(below.Value) && (titleLike(below.Key) || in(below.Key, "amount", "value", "currency", "text")) {
					g.add(below.Value, []string{m.Key, below.Key}, "")
				}
			}
		}
	}
}

// array takes the items of a row that is an array, by their place.
func (g *gatherer) array(row jsonval.Value) {
	for i, v := range row.Items()[:min(row.Len(), maxColumns)] {
		if primitive(v) {
			g.add(v, nil, "["+string(jsonval.Append(nil, jsonval.IntValue(i)))+"]")
		}
	}
}

// add notes a value of a field. Without names the path is given.
func (g *gatherer) add(v jsonval.Value, names []string, path string) {
	if path == "" {
		path = relative(names...)
	}
	if names == nil {
		names = []string{path}
	}
	i, ok := g.index[path]
	if !ok {
		i = len(g.all)
		g.index[path] = i
		g.all = append(g.all, field{names: names, path: path})
	}
	if !v.IsNull() {
		g.all[i].values = append(g.all[i].values, v)
	}
}

func longest(values []jsonval.Value) int {
	n := 0
	for _, v := range values {
		n = max(n, utf8.RuneCountInString(v.Str()))
	}
	return n
}

// formatOf gives the format that every value of a field has; text where they
// differ, or where digits are no quantity.
func formatOf(f *field) format.Format {
	name := f.name()
	all := func(test func(v jsonval.Value) bool) bool {
		some := false
		for _, v := range f.values {
			if v.Kind() == jsonval.String && v.Str() == "" {
				continue
			}
			if !test(v) {
				return false
			}
			some = true
		}
		return some
	}
	fits := func(as format.Format) func(v jsonval.Value) bool {
		return func(v jsonval.Value) bool {
			_, ok := as.Append(nil, v)
			return ok
		}
	}
	isNumber := func(v jsonval.Value) bool { return v.Kind() == jsonval.Number }
	isURL := func(v jsonval.Value) bool {
		_, ok := gfm.Destination(gfm.Line(v.Str()))
		return ok
	}
	isString := func(v jsonval.Value) bool { return v.Kind() == jsonval.String }
	switch {
	case all(func(v jsonval.Value) bool { return v.Kind() == jsonval.Bool }):
		return format.Boolean
	case dateLike(name) && all(fits(format.Date)):
		return format.Date
	case all(isNumber):
		switch {
		case codeLike(name):
			return format.Text
		case all(func(v jsonval.Value) bool { return strings.Trim(v.Source(), "-0123456789") == "" }):
			return format.Integer
		}
		return format.Number
	case all(isString) && all(fits(format.Date)) && !all(func(v jsonval.Value) bool { return strings.Trim(v.Str(), "0123456789.") == "" }):
		return format.Date
	case all(isURL) && (all(imageFile) || imageLike(f.names[len(f.names)-1])):
		return format.Image
	case all(isURL):
		return format.URL
	}
	return format.Text
}

// imageFile reports a URL whose path ends like that of an image.
func imageFile(v jsonval.Value) bool {
	url := strings.ToLower(v.Str())
	if end := strings.IndexAny(url, "?#"); end >= 0 {
		url = url[:end]
	}
	for _, ending := range []string{".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif"} {
		if strings.HasSuffix(url, ending) {
			return true
		}
	}
	return false
}

// rate scores a field: what tells people something about an item comes before
// what only programs read.
func (f *field) rate(c *candidate, seen map[format.Format]int) {
	name := f.name()
	seen[f.format]++
	switch {
	case titleLike(name) && (len(f.names) == 1 || f.inside):
		f.score = 10
	case titleLike(name):
		f.score = 5
	case technical(name):
		f.score = -6
	case foreignID(name):
		f.score = -5
	case ownID(name):
		f.score = 3
	case f.long && c.Mode == markdown.Documents:
		f.score = 8
	case f.long:
		f.score = 1
	case telling(name):
		f.score = 6
	case f.format == format.Date:
		f.score = 5
		if anyWord(name, "updated", "modified", "pushed") {
			f.score = 4
		}
	case f.format == format.URL, f.format == format.Image:
		f.score = 4
		if seen[f.format] > 1 {
			f.score = -4
		}
	case f.format == format.Number, f.format == format.Integer:
		f.score = 4
	case f.format == format.Boolean:
		f.score = 3
	default:
		f.score = 2
	}
	if f.inside {
		f.score++ // what the item holds, and not what wraps it
	}
	if len(f.values) >= 3 && !slices.ContainsFunc(f.values, func(v jsonval.Value) bool { return !jsonval.Equal(v, f.values[0]) }) {
		f.score -= 2 // the same everywhere
	}
}
