package derive

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown"
	"github.com/wield-run/wield/pkg/markdown/jsonpath"
)

// candidate is a part of the sample with what fields are read from.
type candidate struct {
	Candidate
	rows   []jsonval.Value // a sample of the items, or the one object
	path   []string        // names from the root to the array or object
	inside string          // the member of each item that holds its fields: attributes
	empty  bool
}

// maxDepth is how far down arrays are looked for.
const maxDepth = 4

// The least score with which an array is a list. Where the root has fields of
// its own, an array in it is more likely a part of the one thing.
const (
	listScore       = 4
	listScoreInRoot = 11
	rootFields      = 3
)

// survey gives what could be rendered, the choice first, then by score.
func survey(sample jsonval.Value) []candidate {
	s := &surveyor{thing: isThing(sample)}
	s.visit(sample, nil, false)
	slices.SortStableFunc(s.lists, func(a, b candidate) int { return cmp.Compare(b.Score, a.Score) })
	objects := documents(sample)
	least := float64(listScore)
	if sample.Kind() == jsonval.Object && primitives(sample) >= rootFields {
		least = listScoreInRoot
	}
	all := slices.Concat(s.lists, objects)
	switch {
	case len(s.lists) > 0 && s.lists[0].Score >= least && !s.lists[0].empty:
		return all
	case len(objects) == 0:
		return all
	case len(s.lists) > 0:
		// An empty list of a likely name is better than an object that says
		// nothing but that there is none.
		for i, c := range s.lists {
			if c.empty && likely(lastName(c.path)) && primitives(sample) < rootFields {
				return slices.Concat(s.lists[i:i+1], s.lists[:i], s.lists[i+1:], objects)
			}
		}
	}
	return slices.Concat(objects, s.lists)
}

// isThing reports a response that is itself an item, with an identifier and a
// name: a list in it is more likely a part of it.
func isThing(v jsonval.Value) bool {
	id, name := false, false
	for _, m := range v.Members() {
		id = id || in(m.Key, "id")
		name = name || titleLike(m.Key) && m.Value.Kind() == jsonval.String
	}
	return id && name
}

type surveyor struct {
	lists []candidate
	thing bool
}

// visit looks at a value and at what lies below it, but not inside the items
// of an array.
func (s *surveyor) visit(v jsonval.Value, path []string, only bool) {
	switch {
	case v.Kind() == jsonval.Array:
		c := list(v, path, only)
		if name := lastName(path); s.thing && !likely(name) && !possible(name) {
			c.Score -= 6
			c.Why += ", it lies in an object with an identifier and a name"
		}
		s.lists = append(s.lists, c)
	case v.Kind() == jsonval.Object && likeObjects(v):
		s.lists = append(s.lists, mapping(v, path))
	case v.Kind() == jsonval.Object && len(path) < maxDepth:
		for _, m := range v.Members() {
			if readable(m.Key) {
				s.visit(m.Value, append(slices.Clone(path), m.Key), v.Len() == 1)
			}
		}
	}
}

// readable reports a name that a path can hold.
func readable(name string) bool {
	_, wrong := jsonpath.Parse("$" + string(jsonpath.AppendName(nil, name)))
	return wrong == nil && len(name) <= 200
}

// list scores an array.
func list(v jsonval.Value, path []string, only bool) candidate {
	rows := v.Items()[:min(v.Len(), maxSampled)]
	c := candidate{rows: rows, path: path, empty: len(rows) == 0}
	c.Mode, c.Items = markdown.Table, v.Len()
	var why []string
	add := func(score float64, format string, args ...any) {
		if score != 0 {
			c.Score += score
			why = append(why, fmt.Sprintf(format, args...))
		}
	}
	share := shareOfObjects(rows)
	if len(rows) == 0 {
		why = append(why, "it is empty")
	} else {
		add(0.3*float64(min(v.Len(), 10)), "%s", counted(v.Len(), "item"))
		add(10*share, "%.0f %% of them are objects", 100*share)
	}
	switch name := lastName(path); {
	case len(path) == 0:
		add(8, "it is the whole response")
	case likely(name):
		add(6, "%q is a usual name for the list", name)
	case possible(name):
		add(3, "%q may name a list", name)
	case beside(name):
		add(-6, "%q names what stands beside the list", name)
	}
	if only {
		add(10, "its object holds nothing else")
	}
	if share > 0 {
		add(4*overlap(rows), "the items have the same members")
		add(min(3, 0.5*float64(primitives(rows[0]))), "they have fields")
	}
	add(-1.5*float64(max(0, len(path)-1)), "it lies %d levels deep", len(path))
	c.Select = rooted(path)
	c.unwrap()
	c.Why = strings.Join(why, ", ")
	return c
}

// mapping scores an object whose members are the items, under their keys.
func mapping(v jsonval.Value, path []string) candidate {
	var rows []jsonval.Value
	for _, m := range v.Members()[:min(v.Len(), maxSampled)] {
		rows = append(rows, m.Value)
	}
	c := candidate{rows: rows, path: path}
	c.Mode, c.Items, c.Select = markdown.Table, v.Len(), rooted(path)+"[*]"
	c.Score = 12 + 0.3*float64(min(v.Len(), 10)) - 1.5*float64(max(0, len(path)-1))
	c.Why = fmt.Sprintf("its %d members are objects of the same shape", v.Len())
	return c
}

// likeObjects reports an object that is a map of items: three members or
// more, all of them objects of one shape.
func likeObjects(v jsonval.Value) bool {
	if v.Len() < 3 {
		return false
	}
	var rows []jsonval.Value
	for _, m := range v.Members() {
		if m.Value.Kind() != jsonval.Object || m.Value.Len() == 0 {
			return false
		}
		rows = append(rows, m.Value)
	}
	return overlap(rows[:min(len(rows), maxSampled)]) >= 0.7 && primitives(rows[0]) > 0
}

// unwrap finds the objects that hold the fields inside the items: the node of
// an edge, the attributes of a resource, the properties of a feature.
func (c *candidate) unwrap() {
	holds := func(name string) bool {
		for _, row := range c.rows {
			if row.Field(name).Kind() != jsonval.Object {
				return false
			}
		}
		return len(c.rows) > 0
	}
	if lastName(c.path) == "edges" && holds("node") {
		c.Select += "[*].node"
		rows := make([]jsonval.Value, len(c.rows))
		for i, row := range c.rows {
			rows[i] = row.Field("node")
		}
		c.rows = rows
		return
	}
	for _, name := range []string{"attributes", "properties", "_source", "fields"} {
		if holds(name) {
			c.inside = name
			return
		}
	}
	for _, m := range c.wrappers() {
		if holds(m) {
			c.inside = m
			return
		}
	}
}

// wrappers are the members of the first item that may hold what it is about:
// objects with fields of their own, in an item that has no name and next to
// nothing else (`{"kind": …, "data": {…}}`, `{"score": …, "show": {…}}`).
func (c *candidate) wrappers() []string {
	if len(c.rows) == 0 || primitives(c.rows[0]) > 2 {
		return nil
	}
	var names []string
	for _, m := range c.rows[0].Members() {
		switch {
		case primitive(m.Value) && titleLike(m.Key):
			return nil
		case primitives(m.Value) >= 3 && readable(m.Key) && slices.ContainsFunc(m.Value.Members(), func(below jsonval.Member) bool { return titleLike(below.Key) }):
			names = append(names, m.Key)
		}
	}
	return names
}

// documents gives the objects that could be one document: one that wraps
// everything, or the root.
func documents(sample jsonval.Value) []candidate {
	if sample.Kind() != jsonval.Object {
		return nil
	}
	root := candidate{rows: []jsonval.Value{sample}}
	root.Select, root.Mode, root.Items = "$", markdown.Document, 1
	root.Score = min(6, float64(primitives(sample)))
	root.Why = "the root has " + counted(primitives(sample), "field") + " of its own"
	all := []candidate{root}
	for _, name := range []string{"data", "result", "item", "response", "record", "current"} {
		v := sample.Field(name)
		if v.Kind() == jsonval.Object && primitives(v) > 0 && primitives(sample) < rootFields {
			inner := candidate{rows: []jsonval.Value{v}, path: []string{name}}
			inner.Select, inner.Mode, inner.Items = rooted(inner.path), markdown.Document, 1
			inner.Score = root.Score + min(6, float64(primitives(v)))
			inner.Why = fmt.Sprintf("%q is an object with %s", name, counted(primitives(v), "field"))
			return append([]candidate{inner}, all...)
		}
	}
	return all
}

// counted is a number with what it counts.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// primitives is the number of members that are strings, numbers or booleans.
func primitives(v jsonval.Value) int {
	n := 0
	for _, m := range v.Members() {
		if k := m.Value.Kind(); k == jsonval.String || k == jsonval.Number || k == jsonval.Bool {
			n++
		}
	}
	return n
}

func shareOfObjects(rows []jsonval.Value) float64 {
	n := 0
	for _, row := range rows {
		if row.Kind() == jsonval.Object {
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return float64(n) / float64(len(rows))
}

// overlap is the share of all members that every object of the rows has.
func overlap(rows []jsonval.Value) float64 {
	counts := map[string]int{}
	objects := 0
	for _, row := range rows {
		if row.Kind() == jsonval.Object {
			objects++
			for _, m := range row.Members() {
				counts[m.Key]++
			}
		}
	}
	if len(counts) == 0 {
		return 0
	}
	everywhere := 0
	for _, n := range counts {
		if n == objects {
			everywhere++
		}
	}
	return float64(everywhere) / float64(len(counts))
}

func lastName(path []string) string {
	if len(path) == 0 {
		return ""
	}
	return path[len(path)-1]
}

// rooted is the path from the root to a member.
func rooted(path []string) string {
	b := []byte{'$'}
	for _, name := range path {
		b = jsonpath.AppendName(b, name)
	}
	return string(b)
}

// relative is the path from an item to a member.
func relative(path ...string) string {
	var b []byte
	for _, name := range path {
		b = jsonpath.AppendName(b, name)
	}
	return strings.TrimPrefix(string(b), ".")
}
