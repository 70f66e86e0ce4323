package decode

import (
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// The tags of Astro's islands: every value in the props is [tag, value].
const (
	astroValue    = iota // a scalar, or an object whose members are tagged again; [0] alone is undefined
	astroArray           // 1
	astroRegExp          // 2
	astroDate            // 3
	astroMap             // 4
	astroSet             // 5
	astroBigInt          // 6
	astroURL             // 7
	astroUint8           // 8
	astroUint16          // 9
	astroUint32          // 10
	astroInfinity        // 11
)

// astroProps reads the attribute props of an <astro-island>: a JSON object
// whose values are tagged. Astro 1 and early 2 wrote lists as JSON texts inside
// the JSON; both forms are read.
func astroProps(texts []string) (Result, error) {
	v, err := parse(texts[0], 0, 0, len(texts[0]))
	if err != nil {
		return Result{}, err
	}
	if v.Kind() != jsonval.Object {
		e := fail("the props of an Astro island are a JSON object, not %s", v.Kind().Phrase())
		e.Hint = `select "astro-island" and read its attribute "props"`
		return Result{}, e
	}
	g := &graph{}
	return g.result(astroObject(g, v))
}

func astroObject(g *graph, v jsonval.Value) part {
	keys := make([]string, v.Len())
	items := make([]part, v.Len())
	for i, m := range v.Members() {
		keys[i], items[i] = m.Key, astroTagged(g, m.Value)
	}
	return g.object(keys, items)
}

func astroList(g *graph, v jsonval.Value) part {
	items := make([]part, v.Len())
	for i, item := range v.Items() {
		items[i] = astroTagged(g, item)
	}
	return g.array(items)
}

// astroTagged reads one [tag, value].
func astroTagged(g *graph, v jsonval.Value) part {
	tag, ok := index(v.At(0))
	if v.Kind() != jsonval.Array || !ok {
		return g.stop("a value of an Astro island's props is not [tag, value] but %s", excerpt(v))
	}
	if !g.enter() {
		return part{}
	}
	defer g.leave()
	value := v.At(1)
	if v.Len() < 2 {
		return part{size: 1} // undefined
	}
	switch tag {
	case astroArray, astroMap, astroSet, astroUint8, astroUint16, astroUint32:
		if value.Kind() == jsonval.String {
			inner, err := jsonval.ParseString(value.Str())
			if err != nil {
				return g.stop("the text of a list in an Astro island's props is not JSON: %v", err)
			}
			value = inner
		}
		if value.Kind() != jsonval.Array {
			return g.stop("a list in an Astro island's props is not a list but %s", excerpt(value))
		}
	}
	switch tag {
	case astroValue:
		if value.Kind() == jsonval.Object {
			return astroObject(g, value)
		}
		return plain(value)
	case astroArray, astroMap, astroSet: // a map is written as the list of its pairs
		return astroList(g, value)
	case astroUint8, astroUint16, astroUint32, astroRegExp, astroDate, astroBigInt, astroURL:
		return plain(value)
	case astroInfinity:
		return part{size: 1}
	}
	return part{size: 1} // Astro gives undefined for a tag that it does not know
}

// excerpt shows the beginning of a value.
func excerpt(v jsonval.Value) string {
	return diag.Escape(diag.Cut(jsonval.Stringify(v), 40))
}
