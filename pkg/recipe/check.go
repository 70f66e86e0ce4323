package recipe

import (
	"slices"
	"strings"

	"github.com/wield-run/wield/internal/chunk"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/selector"
	"github.com/wield-run/wield/pkg/template"
	"github.com/wield-run/wield/pkg/typed"
)

// The codes of the format's findings.
const (
	codeMissing   = "F1"  // missing-member
	codeUnknown   = "F2"  // unknown-member
	codeType      = "F3"  // wrong-type
	codeValue     = "F4"  // bad-value
	codeID        = "F5"  // bad-id
	codePlace     = "F6"  // wrong-place
	codeVersion   = "F7"  // bad-version
	codeLimit     = "F8"  // over-limit
	codeConflict  = "F9"  // conflicting-members
	codeHeader    = "F10" // forbidden-header
	codeOrigin    = "F11" // undeclared-origin
	codeCase      = "F12" // case-duplicate
	codeNoRecipe  = "F13" // not-a-recipe
	codeDuplicate = "F14" // duplicate-name
)

// names gives each code its name.
func codeName(code string) string {
	switch code {
	case codeMissing:
		return "missing-member"
	case codeUnknown:
		return "unknown-member"
	case codeType:
		return "wrong-type"
	case codeValue:
		return "bad-value"
	case codeID:
		return "bad-id"
	case codePlace:
		return "wrong-place"
	case codeVersion:
		return "bad-version"
	case codeLimit:
		return "over-limit"
	case codeConflict:
		return "conflicting-members"
	case codeHeader:
		return "forbidden-header"
	case codeOrigin:
		return "undeclared-origin"
	case codeCase:
		return "case-duplicate"
	case codeNoRecipe:
		return "not-a-recipe"
	case codeDuplicate:
		return "duplicate-name"
	}
	return code
}

// checker reads the tree of one file into a Recipe and collects what is wrong.
type checker struct {
	typed.Reader
	r *Recipe

	// lost says that something which may refer to a step was not understood,
	// or a step itself: then "unknown" and "unused" may be untrue.
	lost      bool
	lostWrite bool // whether a step writes is not known
	lostSteps bool // a step's id is not known

	lostVars    bool // an entry of auth.derive is not known
	lostOrigins bool // an origin is not known

	lostParams []string // what is read and `params` does not have

	shapes
	jmespath  jmespath.Compiler
	css       selector.Compiler
	parser    template.Parser
	scalars   chunk.Chunk[Scalar]
	bodies    chunk.Chunk[Body]
	exprs     chunk.Chunk[Expr]
	templates chunk.Chunk[Template]
	selectors []placed // those that were understood

	told map[string]*diag.Diagnostic // names that lead nowhere, by their findings
}

func newChecker(r *Recipe) *checker {
	return &checker{r: r, Reader: typed.Reader{Codes: typed.Codes{
		Missing: codeMissing, Unknown: codeUnknown, Type: codeType, Value: codeValue, Case: codeCase, Name: codeName, Home: home}}}
}

// home is where a member stands that has been put into another object.
func home(name string) string {
	switch name {
	case "schema", "version", "effect", "requires_login", "login_check", "keywords", "task", "steps", "params":
		return "the recipe's top level"
	case "origin", "origins", "locale_hosts", "country", "language":
		return "`site`"
	case "method", "url", "query", "headers", "form", "body":
		return "`request`"
	case "status", "content_type", "assert", "login_required_if":
		return "`expect`"
	case "html", "html_items", "embedded_json":
		return "`extract`"
	case "fields":
		return "an entry of `html_items`"
	case "summary":
		return "`confirm`"
	case "derive":
		return "`auth`"
	case "value":
		return "`output`"
	case "example_params", "checks", "max_ms":
		return "`verify`"
	case "foreach", "when", "delay_ms", "request", "expect", "extract", "write", "read_only_post":
		return "a step"
	}
	return ""
}

// line reads a string that is not empty and has one line.
func (c *checker) line(n *jsonval.Node, what string) string {
	s, ok := c.Words(n, what, "write a text that is not empty")
	if ok && strings.ContainsAny(s, "\r\n\u2028\u2029") {
		c.At(codeValue, n, "write it without line breaks", "%s must be one line", what)
	}
	return s
}

// oneOf reads a string that is one of a few words.
func (c *checker) oneOf(n *jsonval.Node, what string, words ...string) (string, bool) {
	if i := c.OneOf(n, codeValue, what, words...); i >= 0 {
		return words[i], true
	}
	return "", false
}

// expr compiles a JMESPath expression; nil where it has errors.
func (c *checker) expr(n *jsonval.Node, what string) *Expr {
	s, ok := c.Words(n, what, "write a JMESPath expression; `@` is the whole value")
	if !ok {
		return nil
	}
	compiled, err := c.jmespath.Compile(s)
	if err == nil {
		c.Adopt(n, problems(compiled.Problems(), compiled.Root(), s)...)
		e := c.exprs.New()
		e.Node, e.Tree, e.Expr = n, compiled.Root(), compiled
		return e
	}
	tree, syntax := jmespath.ParseAll(s)
	for _, d := range syntax {
		if d.Name == jmespath.NameBareLiteral {
			bareLiteral(d, s)
		}
	}
	c.Adopt(n, syntax...)
	c.lost = c.lost || len(syntax) > 0
	if tree == nil {
		return nil
	}
	c.Adopt(n, problems(jmespath.Check(tree), tree, s)...)
	return &Expr{Node: n, Tree: tree}
}

// problems gives the findings about an expression their place among the
// format's traps.
func problems(found []*diag.Diagnostic, tree *jmespath.Node, source string) []*diag.Diagnostic {
	if len(found) == 0 {
		return nil
	}
	var hyphens []diag.Span // names that are read as subtractions have their own finding
	tree.Walk(func(n *jmespath.Node) bool {
		if hyphenated(n, source) {
			hyphens = append(hyphens, n.Span)
		}
		return true
	})
	var moved []*diag.Diagnostic
	for _, d := range found {
		if slices.ContainsFunc(hyphens, func(s diag.Span) bool { return s.Start <= d.Span.Start && d.Span.End <= s.End }) {
			continue
		}
		own := *d
		if own.Name == jmespath.NameSibling {
			commaLet(&own, tree)
		}
		moved = append(moved, &own)
	}
	return moved
}

// template parses a template; nil where it has errors.
func (c *checker) template(n *jsonval.Node, what string) *Template {
	s, ok := c.Text(n, what)
	if !ok {
		return nil
	}
	parsed, found := c.parser.Parse(s)
	c.Adopt(n, found...)
	if errors, _ := diag.Count(found); errors > 0 {
		c.lost = true
		return nil
	}
	t := c.templates.New()
	t.Node, t.Template = n, parsed
	return t
}
