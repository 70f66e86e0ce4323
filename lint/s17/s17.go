// Package s17 is the rule S17, clean-text: every text that an agent or a
// person reads is plain, visible, short, and no instruction.
package s17

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/internal/fields"
	"github.com/wield-run/wield/lint/internal/prose"
	"github.com/wield-run/wield/lint/internal/schemas"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

//go:embed doc.md
var page string

//go:embed phrases.txt
var phraseLines string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S17", Name: "clean-text", Doc: page, Run: run}

var phrases = sync.OnceValue(func() *prose.Set {
	set, err := prose.Parse(phraseLines)
	if err != nil {
		panic("phrases.txt: " + err.Error())
	}
	return set
})

func run(p *lint.Pass) error {
	c := &checker{Pass: p, finder: phrases().NewFinder(), raws: raws(p.Found)}
	defer c.finder.Close()
	c.characters()
	c.summary()
	c.lengths()
	c.texts()
	return nil
}

// checker looks at one pass.
type checker struct {
	*lint.Pass
	finder *prose.Finder
	raws   []int // where control characters stand as they are
}

// hole stands in the summary where a run puts a value.
const hole = " \uFFFC "

// texts looks at every text that a model reads before it runs the recipe.
func (c *checker) texts() {
	root := c.Root()
	task, description := root.Member("task"), root.Member("description")
	if first, second := c.value(task, false), c.value(description, false); first && second {
		c.together(task, description)
	}
	c.value(root.Member("site").Member("name"), false)
	if s := c.Recipe.Summary; s != nil {
		c.text(s.Node, fields.Text(s.Template, hole), s.Node.Span, false)
	}
	c.list(root.Member("keywords"), false)
	c.schema(c.ParamParts())
	c.schema(c.OutputParts())
	c.literals()
}

// schema looks at the names and texts of a schema.
func (c *checker) schema(all []schemas.Part) {
	for _, part := range all {
		if part.Name != "" {
			c.text(part.Node, part.Name, lint.KeySpan(part.Node), false)
		}
		if part.Node.Kind != jsonval.Object {
			continue
		}
		for _, n := range part.Node.Children {
			switch n.Key {
			case "title", "description", "$comment":
				c.length(n, "a text of a schema", maxParam)
				c.value(n, false)
			case "const":
				c.length(n, "a listed value", maxEnum)
				c.value(n, true)
			case "enum":
				for _, v := range n.Children {
					c.length(v, "a listed value", maxEnum)
				}
				c.list(n, true)
			case "default":
				c.value(n, true)
			case "examples":
				c.list(n, true)
			case "required":
				c.list(n, false)
			case "pattern":
				if n.Kind == jsonval.String {
					c.instruction(n, n.Str, n.Span, signsIn(n.Str))
				}
			case "type", "format", "$ref", "$schema", "$id", "$anchor":
			default:
				// A keyword that JSON Schema does not know is shown to models
				// like any other.
				if n.Kind == jsonval.String {
					c.value(n, false)
				}
			}
		}
	}
}

// together looks at two texts that are read one after the other: a phrase may
// begin in one and end in the other.
func (c *checker) together(a, b *jsonval.Node) {
	if a != nil && b != nil && a.Kind == jsonval.String && b.Kind == jsonval.String {
		var words [2 * seamWords]string
		last := words[:0]
		for word := range strings.FieldsSeq(a.Str) {
			if len(last) == seamWords {
				last = append(last[:0], last[1:]...)
			}
			last = append(last, word)
		}
		seam := last
		for word := range strings.FieldsSeq(b.Str) {
			if seam = append(seam, word); len(seam) == len(last)+seamWords {
				break
			}
		}
		text := strings.Join(seam, " ")
		c.instruction(b, text, b.Span, signsIn(text))
	}
}

// seamWords is how many words of a text may belong to a phrase that goes on in
// the next.
const seamWords = 7

// list looks at each text of a list, and at all of them in a row: a phrase may
// be spread over them.
func (c *checker) list(n *jsonval.Node, data bool) {
	if n == nil || n.Kind != jsonval.Array {
		return
	}
	clean, size := true, 0
	for _, item := range n.Children {
		clean = c.value(item, data) && clean
		size += len(item.Str) + len(" ")
	}
	if !clean || len(n.Children) < 2 {
		return
	}
	var row strings.Builder
	row.Grow(size)
	for _, item := range n.Children {
		if item.Kind == jsonval.String {
			row.WriteString(item.Str)
			row.WriteByte(' ')
		}
	}
	c.instruction(n, row.String(), n.Span, signsIn(row.String()))
}

// value looks at a string, or at those in a value that a schema gives as an
// example.
func (c *checker) value(n *jsonval.Node, data bool) (clean bool) {
	if n == nil {
		return true
	}
	if n.Kind == jsonval.String {
		return c.text(n, n.Str, n.Span, data)
	}
	clean = true
	for _, child := range n.Children {
		if n.Kind == jsonval.Object {
			clean = c.text(child, child.Key, lint.KeySpan(child), false) && clean
		}
		clean = c.value(child, data) && clean
	}
	return clean
}

// text looks at one text: no instruction, no markup.
func (c *checker) text(n *jsonval.Node, text string, span diag.Span, data bool) (clean bool) {
	has := signsIn(text)
	return c.instruction(n, text, span, has) && c.markup(n, text, span, data, has)
}

func (c *checker) report(check, name string, n *jsonval.Node, span diag.Span, message, hint string) {
	c.Report(lint.Finding{Check: check, Name: name, Node: n, Span: span, Message: message, Hint: hint})
}
