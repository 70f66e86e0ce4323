package infer

import (
	"strings"

	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

// maxChecks is how many checks are proposed: enough to see that an answer is
// whole, few enough to read.
const maxChecks = 5

// Checks gives JMESPath expressions over {output} that are true of a value and
// false where its data is missing: lists that are not empty, texts that are
// not "", addresses, numbers above zero. The types are the schema's business.
// There are at most five, those of lists first; of a value that holds nothing
// there are none.
func Checks(v jsonval.Value) []string {
	c := &checker{}
	c.rows("output", v)
	c.members("output", v, 0)
	return c.found
}

type checker struct{ found []string }

func (c *checker) propose(check string) {
	if len(c.found) < maxChecks {
		c.found = append(c.found, check)
	}
}

// rows proposes that the lists at a place, and one level below it, have items.
func (c *checker) rows(path string, v jsonval.Value) {
	if v.Len() > 0 && v.Kind() == jsonval.Array {
		c.propose("length(" + path + ") > `0`")
	}
	for _, m := range v.Members() {
		if m.Value.Kind() == jsonval.Array {
			c.rows(path+"."+jmespath.Identifier(m.Key), m.Value)
		}
	}
}

// maxNesting is how many levels of objects are looked into.
const maxNesting = 3

// members proposes checks of what stands at a place.
func (c *checker) members(path string, v jsonval.Value, depth int) {
	if depth > maxNesting || len(c.found) >= maxChecks {
		return
	}
	switch v.Kind() {
	case jsonval.Number:
		if v.Float() > 0 {
			c.propose(path + " > `0`")
		}
	case jsonval.String:
		c.text(path, v.Str(), []jsonval.Value{v})
	case jsonval.Array:
		c.items(path, v.Items())
	case jsonval.Object:
		for _, m := range v.Members() {
			c.members(path+"."+jmespath.Identifier(m.Key), m.Value, depth+1)
		}
	}
}

// items proposes what holds of a member in all items of a list.
func (c *checker) items(path string, items []jsonval.Value) {
	if len(items) == 0 {
		return
	}
	if items[0].Kind() != jsonval.Object {
		c.column(path+"[0]", path, items)
		return
	}
	for _, m := range items[0].Members() {
		column := make([]jsonval.Value, len(items))
		for i, item := range items {
			column[i] = item.Field(m.Key)
		}
		name := jmespath.Identifier(m.Key)
		c.column(path+"[0]."+name, path+"[]."+name, column)
	}
}

// column proposes a check of one member of all items, which the first has at
// one place and all have at another.
func (c *checker) column(first, all string, values []jsonval.Value) {
	for _, v := range values {
		if v.Kind() != values[0].Kind() {
			return
		}
	}
	switch values[0].Kind() {
	case jsonval.String:
		c.text(first, values[0].Str(), values)
	case jsonval.Number:
		for _, v := range values {
			if v.Float() <= 0 {
				return
			}
		}
		c.propose("min(" + all + ") > `0`")
	}
}

// text proposes a check of a text that stands first among others.
func (c *checker) text(path, first string, all []jsonval.Value) {
	address := has("uri", first) && strings.HasPrefix(first, "https://")
	for _, v := range all {
		address = address && strings.HasPrefix(v.Str(), "https://")
		if v.Str() == "" {
			return
		}
	}
	if address {
		c.propose("starts_with(" + path + ", 'https://')")
		return
	}
	c.propose("length(" + path + ") > `0`")
}
