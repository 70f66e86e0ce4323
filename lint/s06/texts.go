package s06

import (
	"iter"
	"strings"

	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/internal/constant"
	"github.com/wield-run/wield/lint/internal/fields"
	"github.com/wield-run/wield/pkg/jmespath"
)

// texts gives what a field may say, as far as the file tells: its own text, and
// in the place of a template the constants that may come through it.
func (c *checker) texts(f *fields.Field) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !yield(f.Text) || f.Nested || f.Constant() {
			return
		}
		for i := range f.Uses {
			for _, value := range c.constants(&f.Uses[i]) {
				if !yield(strings.ReplaceAll(f.Text, fields.Hole, value)) {
					return
				}
			}
		}
	}
}

// constants gives the texts that the file itself brings to a use: arguments of
// its filters, literals of the extract and of the foreach that it reads, values
// that the params' schema names.
func (c *checker) constants(u *flow.Use) []string {
	var all []string
	add := func(text string) { all = append(all, text) }
	if u.Ref != nil {
		for _, call := range u.Ref.Filters {
			for _, arg := range call.Args {
				constant.Texts(arg.Value, add)
			}
		}
	}
	if u.Via != nil && u.Via.Step.Foreach.In != nil {
		constant.Literals(u.Via.Step.Foreach.In.Tree, func(_ *jmespath.Node, text string) { add(text) })
	}
	for _, l := range u.Labels {
		all = append(all, c.ofLabel(l)...)
	}
	return all
}

// ofLabel gives the texts that the file brings to an input.
func (c *checker) ofLabel(l flow.Label) []string {
	all, known := c.labels[l]
	if known {
		return all
	}
	add := func(text string) { all = append(all, text) }
	switch l.Kind {
	case flow.Param:
		c.schemaTexts(l.Name, add)
	case flow.Resp:
		for x := range c.Flow().Extract(l.Name, l.Field) {
			if x.Expr != nil {
				constant.Literals(x.Expr.Root(), func(_ *jmespath.Node, text string) { add(text) })
			}
		}
	}
	if c.labels == nil {
		c.labels = map[flow.Label][]string{}
	}
	c.labels[l] = all
	return all
}

// schemaTexts visits the values that the schema of a param names.
func (c *checker) schemaTexts(param string, visit func(string)) {
	n := c.Recipe.Params.Node.Member("properties").Member(param)
	for _, keyword := range []string{"default", "const", "enum"} {
		if m := n.Member(keyword); m != nil {
			constant.Texts(m.Value(), visit)
		}
	}
}
