package markdown

import (
	"math"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/format"
	"github.com/wield-run/wield/pkg/markdown/jsonpath"
	"github.com/wield-run/wield/pkg/typed"
)

// Load reads a Markdown recipe. The name is for messages. The findings are
// sorted and carry the name; the recipe is never nil, but holds only what was
// understood: with an error among the findings it must not be rendered with.
func Load(name string, text []byte) (*Recipe, []*diag.Diagnostic) {
	root, _ := jsonpath.Parse("$")
	c := newChecker(&Recipe{Source: diag.NewSource(name, text), Select: root,
		Limits: DefaultLimits(), Pagination: Pagination{MaxPages: DefaultMaxPages, StartPage: 1}})
	tree, found := jsonval.ParseTree(text)
	c.Found = found
	if tree != nil {
		c.recipe(tree)
	}
	return c.r, c.Sorted(name)
}

// IsMarkdownRecipe tells a Markdown recipe from a site recipe: by
// `schemaVersion`, which the one has, against `schema`, which the other has;
// where both are missing, by members that only the one has.
func IsMarkdownRecipe(root *jsonval.Node) bool {
	if root == nil || root.Kind != jsonval.Object {
		return false
	}
	if root.Member("schemaVersion") != nil {
		return true
	}
	if root.Member("schema") != nil {
		return false
	}
	own := 0
	for _, name := range []string{"select", "mode", "fields", "record", "template", "limits", "pagination", "index"} {
		if root.Member(name) != nil {
			own++
		}
	}
	return own >= 2
}

func (c *checker) recipe(root *jsonval.Node) {
	if !IsMarkdownRecipe(root) {
		looks := "it lacks `schemaVersion`"
		switch {
		case root.Kind != jsonval.Object:
			looks = "it is " + root.Kind.Phrase()
		case root.Member("schema") != nil, root.Member("steps") != nil:
			looks = "`schema` and `steps` are those of a site recipe"
		}
		c.At(codeNoRecipe, root, "it is an object with `\"schemaVersion\": 1`, `name`, `select` and `fields`", "this is no Markdown recipe: %s", looks)
		return
	}
	if n := root.Member("schemaVersion"); n != nil && (n.Kind != jsonval.Number || n.Num != SchemaVersion) {
		if n.Kind == jsonval.Number {
			c.At(codeVersion, n, "write it by version 1, or use a version of the tool that knows it", "this Markdown recipe is of version %s, and this tool knows 1", n.Str)
			return // another version has other rules
		}
		d := c.At(codeVersion, n, "write `1`", "`schemaVersion` must be 1, the version that this tool reads")
		if n.Kind == jsonval.String && n.Str == "1" {
			d.Fix = &diag.Fix{Title: "write 1", Safe: true, Edits: []diag.Edit{{Span: n.Span, Text: "1"}}}
		} else {
			return // another version has other rules
		}
	}
	r := c.r
	r.Root = root
	c.Object(root, "the recipe",
		typed.Required("schemaVersion", func(*jsonval.Node) {}),
		typed.Optional("id", func(n *jsonval.Node) { r.ID = c.words(n, "`id`") }),
		typed.Required("name", func(n *jsonval.Node) { r.Name = c.words(n, "`name`") }),
		typed.Optional("description", func(n *jsonval.Node) { r.Description, _ = c.Text(n, "`description`") }),
		typed.Optional("select", func(n *jsonval.Node) {
			if path := c.path(n, "`select`"); path != nil {
				r.Select = path
			}
		}),
		typed.Optional("mode", func(n *jsonval.Node) {
			r.Mode = Mode(1 + c.OneOf(n, codeValue, "`mode`", "table", "document", "documents"))
		}),
		typed.Optional("fields", c.fields),
		typed.Optional("record", c.record),
		typed.Optional("template", func(n *jsonval.Node) { r.Template = c.template(n, "`template`") }),
		typed.Optional("title", func(n *jsonval.Node) { r.Title = c.template(n, "`title`") }),
		typed.Optional("limits", c.limits),
		typed.Optional("pagination", c.pagination),
		typed.Optional("index", func(n *jsonval.Node) {
			r.Index = Index(max(0, c.OneOf(n, codeValue, "`index`", "none", "cortex")))
		}),
		typed.Optional("notes", c.notes),
	)
	c.together(root)
}

// together checks what depends on several members.
func (c *checker) together(root *jsonval.Node) {
	template, title, fields := c.Member(root, "template"), c.Member(root, "title"), c.Member(root, "fields")
	list := !c.r.Select.Singular() && c.r.Mode == Auto // then it is a table
	table := c.r.Mode == Table || list
	hint := "add `\"fields\": {\"Label\": \"path\"}`"
	if template != nil {
		hint += ", or write `\"mode\": \"documents\"` for one document an item"
	}
	switch {
	case fields == nil && (template == nil || table):
		c.Lacks(root, hint, "the recipe lacks the member `fields`")
	case template != nil && table:
		c.unused(template, "write `\"mode\": \"documents\"` for one document an item", "a table has no `template`")
	}
	if title != nil && (table || c.r.Mode == Document) {
		c.unused(title, "write `\"mode\": \"documents\"`, or leave it out", "only `documents` have a `title` each")
	}
	if n := c.Member(root, "pagination"); n != nil && c.r.Mode == Document && c.r.Pagination.Type != NoPages {
		c.unused(n, "pages are followed only where `select` gives a list", "a document has no pages")
	}
}

// unused warns of a member that has no effect.
func (c *checker) unused(n *jsonval.Node, hint, format string, args ...any) {
	c.AtKey(codeUnused, n, hint, format, args...).Severity = diag.Warning
}

func (c *checker) notes(n *jsonval.Node) {
	if n.Kind == jsonval.Array {
		for _, item := range n.Children {
			c.Text(item, "a note")
		}
		return
	}
	if n.Kind != jsonval.String {
		c.WrongType(n, "`notes`", "a string or a list of strings")
	}
}

// fields reads an object of paths and specs, or a list of specs.
func (c *checker) fields(n *jsonval.Node) {
	c.r.Fields = []Field{}
	switch n.Kind {
	case jsonval.Object:
		for _, child := range n.Children {
			label := child.Key
			c.addField(child, Field{Label: label}, "the field "+diag.Quote(label, 40), &label)
		}
	case jsonval.Array:
		for _, child := range n.Children {
			if child.Kind != jsonval.Object {
				c.At(codeType, child, "write `{\"label\": …, \"path\": …}`, or make `fields` an object of labels and paths",
					"a field in a list must be an object, not %s", child.Kind.Phrase())
				continue
			}
			c.addField(child, Field{}, "the field", nil)
		}
	default:
		c.WrongType(n, "`fields`", "an object or an array")
	}
}

// addField reads a path or a spec. The key is that of an object of fields,
// nil in a list.
func (c *checker) addField(n *jsonval.Node, f Field, what string, key *string) {
	if n.Kind == jsonval.String {
		f.Path = c.path(n, what)
		c.r.Fields = append(c.r.Fields, f)
		return
	}
	if n.Kind != jsonval.Object {
		c.WrongType(n, what, "a path or an object")
		return
	}
	readLabel := func(n *jsonval.Node) {
		s, ok := c.Text(n, "`label`")
		switch {
		case !ok:
		case key == nil:
			f.Label, f.LinkText = s, s
			for i := range c.r.Fields {
				if c.r.Fields[i].Label == s {
					c.At(codeDuplicate, n, "each label stands for one member of a record", "there is another field with the label %s", diag.Quote(s, 40))
					break
				}
			}
		case s != *key:
			c.At(codeLabel, n, "leave `label` out, or write the same", "the label %s differs from the field's name %s", diag.Quote(s, 40), diag.Quote(*key, 40))
		}
	}
	label := typed.Optional("label", readLabel)
	if key == nil {
		label = typed.Required("label", readLabel)
	}
	c.Object(n, what,
		typed.Required("path", func(n *jsonval.Node) { f.Path = c.path(n, "`path`") }),
		label,
		typed.Optional("format", func(n *jsonval.Node) {
			f.Format = format.Format(max(0, c.OneOf(n, codeFormat, "`format`", format.Names()...)))
		}),
		typed.Optional("fallback", func(n *jsonval.Node) { f.Fallback, _ = c.Text(n, "`fallback`") }),
		typed.Optional("prefix", func(n *jsonval.Node) { f.Prefix, _ = c.Text(n, "`prefix`") }),
		typed.Optional("suffix", func(n *jsonval.Node) { f.Suffix, _ = c.Text(n, "`suffix`") }),
		typed.Optional("maxChars", func(n *jsonval.Node) { f.MaxChars = c.integer(n, "`maxChars`", 1, math.MaxInt32) }),
	)
	c.r.Fields = append(c.r.Fields, f)
}

func (c *checker) record(n *jsonval.Node) {
	if n.Kind != jsonval.Object {
		c.WrongType(n, "`record`", "an object of keys and paths")
		return
	}
	c.r.Record = []Projection{}
	for _, child := range n.Children {
		if path := c.path(child, "the path of "+diag.Quote(child.Key, 40)); path != nil {
			c.r.Record = append(c.r.Record, Projection{Key: child.Key, Path: path})
		}
	}
	if len(n.Children) == 0 {
		c.At(codeValue, n, "write `{\"key\": \"path\"}`, or leave it out", "`record` is empty")
	}
}

func (c *checker) limits(n *jsonval.Node) {
	limit := func(to *int, name string) typed.Member {
		return typed.Optional(name, func(n *jsonval.Node) {
			if value := c.integer(n, "`"+name+"`", 1, math.MaxInt32); value > 0 {
				*to = value
			}
		})
	}
	l := &c.r.Limits
	c.Object(n, "`limits`", limit(&l.MaxItems, "maxItems"), limit(&l.MaxChars, "maxChars"), limit(&l.MaxFieldChars, "maxFieldChars"))
}
