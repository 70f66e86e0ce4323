package s17

import (
	"strings"

	"github.com/wield-run/wield/lint/internal/constant"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

// longID is how long an id is that can hold more than a name.
const longID = 15

// literals looks at the texts that the file itself can bring to the output:
// the agent reads them like those of the site. Messages name the steps.
func (c *checker) literals() {
	for _, s := range c.Recipe.Steps {
		if id := s.Node.Member("id"); id != nil && len(s.ID) > longID {
			c.instruction(id, s.ID, id.Span, signsIn(s.ID))
		}
		for _, x := range c.Flow().Extracts(s) {
			if x.Expr != nil && x.ExprNode != nil {
				c.expression(x.ExprNode, x.Expr.Root())
				c.shown(s.ID, &x)
			}
		}
	}
	if e := c.Recipe.Output.Value; e != nil && e.Tree != nil {
		c.expression(e.Node, e.Tree)
	}
}

// expression looks at each literal, and at all of them in a row: they may be
// put together.
func (c *checker) expression(at *jsonval.Node, tree *jmespath.Node) {
	if strings.IndexByte(at.Str, '\'') < 0 && strings.IndexByte(at.Str, '`') < 0 {
		return
	}
	clean, count := true, 0
	var row strings.Builder
	constant.Literals(tree, func(n *jmespath.Node, text string) {
		row.WriteString(text)
		row.WriteByte(' ')
		count++
		span := at.TextSpan(n.Span.Start, n.Span.End)
		switch {
		case !clean || !c.instruction(at, text, span, signsIn(text)):
			clean = false
		case strings.Contains(text, "!["):
			clean = false
			c.report("markup", "markup", at, span, "the text has markup: \"![\"; whoever shows it loads the picture", "give the data itself")
		}
	})
	if clean && count > 1 {
		c.instruction(at, row.String(), at.Span, signsIn(row.String()))
	}
}
