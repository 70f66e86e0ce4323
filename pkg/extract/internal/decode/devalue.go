package decode

import (
	"strings"

	"github.com/wield-run/wield/pkg/extract/internal/js"
	"github.com/wield-run/wield/pkg/jsonval"
)

// devalue reads what the library devalue writes, in its two forms: the flat
// list whose values name each other by index (Nuxt's __NUXT_DATA__), and the
// JavaScript value (SvelteKit's start script, Nuxt 2's window.__NUXT__). The
// first text that holds one counts. Of SvelteKit's data-sveltekit-fetched
// scripts it reads the body, which is JSON in a string.
func devalue(texts []string) (Result, error) {
	var first error
	for i, src := range texts {
		r, err := devalueText(texts, i, src)
		if err == nil {
			return r, nil
		}
		if first == nil || err.Offset > 0 && first.(*Error).Offset <= 0 {
			err.Text = i
			first = err
		}
	}
	return Result{}, first
}

func devalueText(texts []string, i int, src string) (Result, *Error) {
	v, jsonErr := jsonval.ParseString(src)
	g := &graph{}
	var p part
	switch {
	case jsonErr != nil:
		data, err := jsData(src)
		if err != nil {
			return Result{}, err
		}
		p = fromScript(g, data, texts)
	case v.Kind() == jsonval.Array && v.Len() > 0:
		p = unflatten(g, v.Items())
	case v.Field("body").Kind() == jsonval.String:
		p = fetched(v)
	case v.Kind() == jsonval.Number:
		if v.Float() >= 0 {
			return Result{}, fail("a number is no devalue list")
		}
	default:
		return Result{}, fail("%s is no devalue list", v.Kind().Phrase())
	}
	r, err := g.result(p)
	if err != nil {
		return Result{}, err.(*Error)
	}
	return r, nil
}

// fetched reads {"status":200,"body":"{…}"}: the body becomes the value that
// it holds.
func fetched(v jsonval.Value) part {
	inner, err := jsonval.ParseString(v.Field("body").Str())
	if err != nil {
		return plain(v)
	}
	members := append([]jsonval.Member{}, v.Members()...)
	return plain(jsonval.ObjectValue(append(members, jsonval.Member{Key: "body", Value: inner})))
}

// devalue's names for values that JSON does not have; one of -2 marks a hole
// in a list, -7 a list that is mostly holes.
const (
	devalueFirst  = -7
	devalueSparse = -7
)

func unflatten(g *graph, values []jsonval.Value) part {
	t := &table{graph: g, slots: make([]slot, len(values))}
	var at func(v jsonval.Value) part
	read := func(i int) part { return devalueValue(t, values[i], at) }
	at = func(v jsonval.Value) part {
		i, ok := index(v)
		if !ok || i < devalueFirst {
			return g.stop("a devalue list names its values by index, and %s is none", excerpt(v))
		}
		if i == -6 { // -0
			return scalar(jsonval.NumberValue(0))
		}
		if i < 0 {
			return part{size: 1}
		}
		g.count(1)
		return t.at(i, read)
	}
	return t.at(0, read)
}

func devalueValue(t *table, v jsonval.Value, at func(jsonval.Value) part) part {
	switch v.Kind() {
	case jsonval.Object:
		keys := make([]string, v.Len())
		items := make([]part, v.Len())
		for i, m := range v.Members() {
			keys[i], items[i] = m.Key, at(m.Value)
		}
		return t.object(keys, items)
	case jsonval.Array:
		if v.At(0).Kind() == jsonval.String {
			return devalueTyped(t, v, at)
		}
		if n, ok := index(v.At(0)); ok && n == devalueSparse {
			return devalueHoles(t, v, at)
		}
		return t.array(each(v.Items(), at))
	}
	return scalar(v)
}

func each(values []jsonval.Value, at func(jsonval.Value) part) []part {
	items := make([]part, len(values))
	for i, v := range values {
		items[i] = at(v)
	}
	return items
}

// devalueHoles reads [-7, length, index, value, …].
func devalueHoles(t *table, v jsonval.Value, at func(jsonval.Value) part) part {
	n, ok := index(v.At(1))
	if !ok || n < 0 || n > maxBuilt {
		return t.stop("a devalue list is too long")
	}
	t.count(n)
	if t.err != nil {
		return part{}
	}
	items := make([]part, n)
	for i := 2; i+1 < v.Len(); i += 2 {
		if k, ok := index(v.At(i)); ok && k >= 0 && k < n {
			items[k] = at(v.At(i + 1))
		}
	}
	return t.array(items)
}

// devalueTyped reads ["Type", …]. A type of the app's own (Nuxt's Ref,
// Reactive and the like) has one value and stands for it.
func devalueTyped(t *table, v jsonval.Value, at func(jsonval.Value) part) part {
	args := v.Items()[1:]
	first := v.At(1)
	switch name := v.At(0).Str(); name {
	case "Date", "RegExp", "BigInt", "URL", "URLSearchParams", "Object":
		return plain(first)
	case "Set":
		return t.array(each(args, at))
	case "Map":
		return t.pairs(each(args, at))
	case "null": // an object without a prototype: key, index, key, index
		var keys []string
		var items []part
		for i := 0; i+1 < len(args); i += 2 {
			keys = append(keys, args[i].Str())
			items = append(items, at(args[i+1]))
		}
		return t.object(keys, items)
	case "EmptyRef", "EmptyShallowRef":
		return emptyRef(at(first).value)
	case "ArrayBuffer", "DataView":
		return typedArray(t, v, "Uint8Array", at)
	default:
		if strings.HasPrefix(name, "Temporal.") {
			return plain(first)
		}
		if strings.HasSuffix(name, "Array") {
			return typedArray(t, v, name, at)
		}
		if len(args) != 1 {
			return t.stop("a devalue list has the type %s, which is not known", excerpt(v.At(0)))
		}
		return at(first)
	}
}

// emptyRef reads Nuxt's text for a ref that holds nothing: "_" is undefined,
// "0n" a BigInt, anything else JSON.
func emptyRef(v jsonval.Value) part {
	if v.Str() == "0n" {
		return text("0")
	}
	inner, err := jsonval.ParseString(v.Str())
	if err != nil {
		return part{size: 1}
	}
	return plain(inner)
}

// jsData finds the data of a script: SvelteKit's list of nodes, Nuxt 2's
// state, or the value that the script begins with.
func jsData(src string) (js.Data, *Error) {
	const hint = `name the text before the data with "strip_js_after"`
	at := dataStart(src)
	d, stop, err := js.Literal(src, at)
	if err != nil {
		return js.Data{}, &Error{Offset: err.Offset, Message: err.Message, Hint: hint}
	}
	// "use strict" and [1,2].map(…) are code, not data.
	if at == 0 && (d.Node == nil || stop < len(src) && !strings.ContainsRune(";,)]}", rune(src[stop]))) {
		return js.Data{}, &Error{Offset: 0, Message: "the script does not begin with data", Hint: hint}
	}
	return d, nil
}

// dataStart looks for `data: [`, `data = [` in a script of SvelteKit and for
// `__NUXT__ =`.
func dataStart(src string) int {
	kit := strings.Contains(src, ".start(")
	s := js.NewScanner(src, 0)
	for name := ""; ; {
		t := s.Next()
		switch t.Kind {
		case js.End:
			return 0
		case js.Word:
			name = s.Text(t)
			continue
		case js.Punct:
			assigns := src[t.Start] == '='
			if name == "__NUXT__" && assigns || kit && name == "data" && (assigns || src[t.Start] == ':') {
				return s.Pos()
			}
		}
		name = ""
	}
}

// fromScript turns what a script wrote down into a value. What another script
// delivers later, x.resolve(1, () => …), is put into its place.
func fromScript(g *graph, d js.Data, texts []string) part {
	c := &converter{graph: g, done: map[*js.Node]*slot{}, texts: texts}
	return c.part(d)
}

type converter struct {
	*graph
	done     map[*js.Node]*slot
	texts    []string
	resolved map[string]js.Data // by id; nil: not looked for yet
}

func (c *converter) part(d js.Data) part {
	if d.Node == nil {
		if k := d.Scalar.Kind(); k == jsonval.Array || k == jsonval.Object {
			return plain(d.Scalar) // from JSON.parse
		}
		return scalar(d.Scalar)
	}
	known := c.done[d.Node]
	if known != nil {
		if known.state == 1 {
			return c.cycle()
		}
		return known.part
	}
	if !c.enter() {
		return part{}
	}
	defer c.leave()
	known = &slot{state: 1}
	c.done[d.Node] = known
	p := c.node(d.Node)
	*known = slot{2, p}
	return p
}

func (c *converter) node(n *js.Node) part {
	if n.Kind == js.Deferred {
		if len(n.Items) == 1 {
			if d, ok := c.delivered(jsonval.Stringify(n.Items[0].Scalar)); ok {
				return c.part(d)
			}
		}
		return c.lost()
	}
	items := make([]part, len(n.Items))
	for i, d := range n.Items {
		items[i] = c.part(d)
	}
	switch n.Kind {
	case js.Record:
		return c.object(n.Keys, items)
	case js.Pairs:
		return c.pairs(items)
	}
	return c.array(items)
}

// delivered gives the value that a later script resolves: SvelteKit writes
// x.resolve(1, () => [value]), and earlier x.resolve({id:1,data:value}).
func (c *converter) delivered(id string) (js.Data, bool) {
	if c.resolved == nil {
		c.resolved = map[string]js.Data{}
		for _, src := range c.texts {
			if strings.Contains(src, ".resolve(") {
				c.collect(src)
			}
		}
	}
	d, ok := c.resolved[id]
	return d, ok
}

func (c *converter) collect(src string) {
	s := js.NewScanner(src, 0)
	last := ""
	for t := s.Next(); t.Kind != js.End; t = s.Next() {
		if last != "resolve" || s.Text(t) != "(" {
			last = s.Text(t)
			continue
		}
		last = ""
		id, stop, err := js.Literal(src, s.Pos())
		if err != nil {
			return // a script of SvelteKit has nothing else; a search for more could take quadratic time
		}
		if id.Node != nil && id.Node.Kind == js.Record {
			c.resolve(id.Node)
			continue
		}
		arrow := strings.Index(src[stop:min(stop+40, len(src))], "=>")
		if arrow < 0 {
			return
		}
		d, _, err := js.Literal(src, stop+arrow+2)
		if err != nil {
			return
		}
		if d.Node != nil && len(d.Node.Items) > 0 {
			c.resolved[jsonval.Stringify(id.Scalar)] = d.Node.Items[0]
		}
	}
}

func (c *converter) resolve(record *js.Node) {
	id, data := "", js.Data{}
	for i, key := range record.Keys {
		switch key {
		case "id":
			id = jsonval.Stringify(record.Items[i].Scalar)
		case "data":
			data = record.Items[i]
		}
	}
	c.resolved[id] = data
}
