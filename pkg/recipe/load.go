package recipe

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonschema"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/typed"
)

// Load reads a recipe file. The name is for messages. The findings are sorted
// and carry the name; the recipe is never nil, but holds only what was
// understood: with an error among the findings it must not be run.
func Load(name string, text []byte) (*Recipe, []*diag.Diagnostic) {
	c := newChecker(&Recipe{Source: diag.NewSource(name, text)})
	root, found := jsonval.ParseTree(text)
	c.Found = found
	if root != nil {
		c.recipe(root)
	} else {
		c.foreignText(text)
	}
	return c.r, c.Sorted(name)
}

// recipe reads the top level.
func (c *checker) recipe(root *jsonval.Node) {
	r := c.r
	if !c.isRecipe(root) {
		return
	}
	r.Root = root
	c.Object(root, "the recipe",
		typed.Required("schema", func(n *jsonval.Node) { c.schemaURL(n) }),
		typed.Required("id", func(n *jsonval.Node) { r.ID, _ = c.Text(n, "`id`") }),
		typed.Required("version", func(n *jsonval.Node) { r.Version, _ = c.Integer(n, "`version`", 1, math.MaxInt32) }),
		typed.Required("site", c.site),
		typed.Required("task", func(n *jsonval.Node) { r.Task = c.task(n) }),
		typed.Required("description", func(n *jsonval.Node) { r.Description = c.description(n) }),
		typed.Required("keywords", c.keywords),
		typed.Required("effect", func(n *jsonval.Node) { r.Effect, _ = c.oneOf(n, "`effect`", "read", "write") }),
		typed.Required("requires_login", func(n *jsonval.Node) { r.RequiresLogin = c.Bool(n, "`requires_login`") }),
		typed.Optional("login_check", c.loginCheck),
		typed.Optional("auth", c.auth),
		typed.Required("params", c.params),
		typed.Required("steps", c.steps),
		typed.Optional("confirm", c.confirm),
		typed.Required("output", c.output),
		typed.Required("verify", c.verify),
	)
	c.lostSteps = c.lostSteps || len(r.Steps) == 0
	c.lostVars = c.lostVars || c.Member(root, "auth") == nil && c.Strange(root)
	c.lost = c.lost || r.Output.Value == nil
	c.ids(root)
	c.effects(root)
	c.urls()
	c.references()
	c.example()
	c.use()
}

func (c *checker) schemaURL(n *jsonval.Node) {
	if s, ok := c.Text(n, "`schema`"); ok && s != SchemaURL {
		d := c.At(codeValue, n, "write `"+SchemaURL+"`", "`schema` must be the address of the format, not %s", diag.Quote(s, 60))
		d.Fix = &diag.Fix{Title: "write the address of the format", Safe: true,
			Edits: []diag.Edit{{Span: n.Span, Text: `"` + SchemaURL + `"`}}}
	}
}

func (c *checker) site(n *jsonval.Node) {
	site := &c.r.Site
	site.Node = n
	c.Object(n, "`site`",
		typed.Required("id", func(n *jsonval.Node) {
			if id, ok := c.formed(n, "`site.id`", siteIDForm()); ok {
				site.ID = id
			}
		}),
		typed.Required("name", func(n *jsonval.Node) { site.Name = c.line(n, "`site.name`") }),
		typed.Required("origin", func(n *jsonval.Node) { site.Origin = c.origin(n, "`site.origin`") }),
		typed.Required("origins", func(n *jsonval.Node) {
			site.Origins = slices.Grow(site.Origins, len(n.Children))
			c.List(n, "`site.origins`", func(_ int, item *jsonval.Node) {
				if o := c.origin(item, "an origin"); o != "" {
					site.Origins = c.unique(site.Origins, item, o)
				} else {
					c.lostOrigins = true
				}
			})
			c.lostOrigins = c.lostOrigins || len(n.Children) == 0
		}),
		typed.Optional("locale_hosts", func(n *jsonval.Node) {
			c.List(n, "`site.locale_hosts`", func(_ int, item *jsonval.Node) {
				if h, ok := c.formed(item, "a locale host", localeHostForm()); ok {
					site.LocaleHosts = c.unique(site.LocaleHosts, item, h)
				}
			})
		}),
		typed.Required("country", func(n *jsonval.Node) {
			site.Country, _ = c.formed(n, "`site.country`", countryForm())
		}),
		typed.Required("language", func(n *jsonval.Node) {
			site.Language, _ = c.formed(n, "`site.language`", languageForm())
		}),
	)
	origins := c.Member(n, "origins")
	understood := origins != nil && origins.Kind == jsonval.Array && (!c.lostOrigins || len(origins.Children) == 0)
	if understood && site.Origin != "" && !contains(site.Origins, site.Origin) {
		d := c.At(codeValue, origins, "add "+diag.Quote(site.Origin, 80), "`site.origins` lacks `site.origin`")
		at, text := origins.Span.Start+1, string(jsonval.AppendString(nil, site.Origin))
		if len(origins.Children) > 0 {
			at, text = origins.Children[0].Span.Start, text+", "
		}
		d.Fix = &diag.Fix{Title: "add the origin", Safe: true, Edits: []diag.Edit{{Span: diag.Span{Start: at, End: at}, Text: text}}}
		site.Origins = append(site.Origins, site.Origin)
	}
}

// unique adds an item to a list, or reports that it is there already.
func (c *checker) unique(list []string, n *jsonval.Node, s string) []string {
	if contains(list, s) {
		c.At(codeDuplicate, n, "remove it", "%s stands here twice", diag.Quote(s, 60))
		return list
	}
	return append(list, s)
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

func (c *checker) task(n *jsonval.Node) string {
	s := c.line(n, "`task`")
	if k := utf8.RuneCountInString(s); n.Kind == jsonval.String && strings.TrimSpace(s) != "" && (k < MinTask || k > MaxTask) {
		c.At(codeValue, n, "say in one sentence what the recipe does", "`task` has %d characters; it takes %d to %d", k, MinTask, MaxTask)
	}
	return s
}

func (c *checker) description(n *jsonval.Node) string {
	s, ok := c.Text(n, "`description`")
	if ok && strings.TrimSpace(s) == "" {
		c.At(codeValue, n, "say what comes back and what is filtered", "`description` is empty")
	}
	return s
}

func (c *checker) keywords(n *jsonval.Node) {
	c.r.Keywords = slices.Grow(c.r.Keywords, len(n.Children))
	ok := c.List(n, "`keywords`", func(_ int, item *jsonval.Node) {
		s := c.line(item, "a keyword")
		if lower := strings.ToLower(s); lower != s {
			d := c.At(codeValue, item, "write `"+lower+"`", "keywords are lower case")
			d.Fix = &diag.Fix{Title: "write it in lower case", Safe: true,
				Edits: []diag.Edit{{Span: item.Span, Text: string(jsonval.AppendString(nil, lower))}}}
		}
		c.r.Keywords = c.unique(c.r.Keywords, item, s)
	})
	if k := len(n.Children); ok && (k < 1 || k > 20) {
		c.At(codeLimit, n, "keep the words that people search for", "`keywords` has %d entries; it takes 1 to 20", k)
	}
}

// ids holds `id` against `site.id`.
func (c *checker) ids(root *jsonval.Node) {
	n := c.Member(root, "id")
	if n == nil || n.Kind != jsonval.String {
		return
	}
	siteID, slug, ok := strings.Cut(c.r.ID, "/")
	switch {
	case !ok || !isSlug(slug) || len(slug) > maxSlug:
		hint := "a slug is lower-case letters, digits and single hyphens, at most 64 characters: `example.de/search-items`"
		if meant := slugged(slug); ok && isSlug(meant) && len(meant) <= maxSlug {
			hint = "write `" + diag.Escape(cmp.Or(c.r.Site.ID, siteID)) + "/" + meant + "`"
		}
		c.At(codeID, n, hint,
			"`id` must be `<site-id>/<slug>`, not %s", diag.Quote(c.r.ID, 80))
	case c.r.Site.ID != "" && siteID != c.r.Site.ID:
		c.At(codeID, n, "write `"+c.r.Site.ID+"/"+slug+"`", "`id` begins with %s, but `site.id` is %s",
			diag.Quote(siteID, 60), diag.Quote(c.r.Site.ID, 60))
	}
}

// schema compiles a JSON Schema that stands in the recipe.
func (c *checker) schema(n *jsonval.Node) Schema {
	// With errors, the compiled schema leaves out what is wrong: what else it
	// says of the example params is true all the same.
	compiled, found := jsonschema.Compile(n)
	c.Found = append(c.Found, found...)
	return Schema{Node: n, Compiled: compiled}
}

func (c *checker) params(n *jsonval.Node) {
	if n.Kind != jsonval.Object {
		c.WrongType(n, "`params`", "a JSON Schema object")
		return
	}
	t := n.Member("type")
	misspelt := slices.ContainsFunc(n.Children, func(m *jsonval.Node) bool { return diag.Nearest(m.Key, []string{"type"}) != "" })
	if t != nil && t.Kind == jsonval.String && t.Str != "object" {
		c.At(codeValue, t, "write `object`", "`params` must be of type object")
		return
	}
	c.r.Params = c.schema(n)
	if t == nil && !misspelt {
		c.Lacks(n, "add `\"type\": \"object\"`", "`params` lacks `\"type\": \"object\"`")
	}
}

func (c *checker) output(n *jsonval.Node) {
	c.Object(n, "`output`",
		typed.Required("schema", func(n *jsonval.Node) { c.r.Output.Schema = c.schema(n) }),
		typed.Required("value", func(n *jsonval.Node) { c.r.Output.Value = c.expr(n, "`output.value`") }),
	)
}

func (c *checker) verify(n *jsonval.Node) {
	v := &c.r.Verify
	c.Object(n, "`verify`",
		typed.Required("example_params", func(n *jsonval.Node) {
			if n.Kind != jsonval.Object {
				c.WrongType(n, "`verify.example_params`", "an object")
				return
			}
			v.ExampleParams = n
		}),
		typed.Required("checks", func(n *jsonval.Node) {
			v.Checks = slices.Grow(v.Checks, len(n.Children))
			ok := c.List(n, "`verify.checks`", func(_ int, item *jsonval.Node) {
				if e := c.expr(item, "a check"); e != nil {
					v.Checks = append(v.Checks, e)
				}
			})
			if ok && len(n.Children) == 0 {
				c.At(codeLimit, n, "add what must hold, like \"length(output.items) > `0`\"", "`verify.checks` is empty; it takes at least one")
			}
		}),
		typed.Optional("max_ms", func(n *jsonval.Node) { v.MaxMS, _ = c.Integer(n, "`verify.max_ms`", 1, 60000) }),
	)
}

// hopeless gives the pointers of the schemas that were found to allow no value.
func (c *checker) hopeless() []string {
	var all []string
	for _, d := range c.Found {
		if d.Code == "P10" {
			schema := path.Dir(d.Pointer)
			if path.Base(schema) == "required" {
				schema = path.Dir(schema)
			}
			all = append(all, schema)
		}
	}
	return all
}

// dropExamples takes back the warnings of a param's own examples: the example
// params do not fit either, which is an error and has the same cause.
func (c *checker) dropExamples(param string) {
	properties := c.r.Params.Node.Member("properties")
	if properties == nil || properties.Member(param) == nil {
		return
	}
	inside := properties.Member(param).Pointer() + "/"
	c.Found = slices.DeleteFunc(c.Found, func(d *diag.Diagnostic) bool {
		return d.Code == "P11" && strings.HasPrefix(d.Pointer, inside)
	})
}

// example holds verify.example_params against params.
func (c *checker) example() {
	schema, n := c.r.Params.Compiled, c.r.Verify.ExampleParams
	if schema == nil || n == nil {
		return
	}
	filled := schema.FillDefaults(n.Value())
	violations, err := schema.Validate(filled)
	if err != nil {
		c.At("P21", n, "write the schema, or its pattern, so that there are fewer ways to match", "the example params cannot be checked: %s", err.Error()).Name = "unchecked-example"
		return
	}
	hopeless := c.hopeless()
	for _, v := range violations {
		if slices.Contains(hopeless, path.Dir(v.SchemaPointer)) {
			continue // no example fits
		}
		if len(v.Path) == 1 && path.Base(v.SchemaPointer) == "additionalProperties" && slices.Contains(c.lostParams, v.Path[0].Name) {
			continue // the params lack what the recipe reads, which is reported there
		}
		filled := false
		for at, i := n, 0; i < len(v.Path) && !filled; i++ {
			step := v.Path[i].Name
			if v.Path[i].Index >= 0 {
				step = strconv.Itoa(v.Path[i].Index)
			}
			at = at.At(step)
			filled = at == nil
		}
		if filled {
			continue // a default that does not fit has its own finding (P6)
		}
		hint := v.Hint
		if hint == "" {
			hint = "change the example, or what `params` says of it"
		}
		if len(v.Path) > 0 {
			c.dropExamples(v.Path[0].Name)
		}
		span, pointer := v.Locate(n)
		d := c.Span("P20", n, span, hint, "the example params do not fit: %s", v.Message)
		d.Name, d.Pointer = "bad-example", pointer
	}
}
