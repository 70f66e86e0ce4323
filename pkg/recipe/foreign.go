package recipe

import (
	"regexp"
	"strings"
	"sync"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

const (
	recipeBegins = "a site recipe is JSON and begins with `\"schema\": \"" + SchemaURL + "\"`"
	newFromHAR   = "`wield-dev new ID --from-har FILE` drafts a recipe from a recording"
	newFromCurl  = "`wield-dev new ID --from-curl` drafts a recipe from a curl command"
)

// noRecipe reports that a file is another kind of document: of what is wrong
// with it as a recipe nothing else is said.
func (c *checker) noRecipe(span diag.Span, pointer, hint, message string) {
	c.Found = []*diag.Diagnostic{{Code: codeNoRecipe, Name: codeName(codeNoRecipe), Span: span, Pointer: pointer, Message: message, Hint: hint}}
}

// isRecipe refuses what is another kind of document, in one finding.
func (c *checker) isRecipe(root *jsonval.Node) bool {
	first := diag.Span{Start: root.Span.Start, End: root.Span.Start + 1}
	if root.Kind != jsonval.Object {
		if c.foreignText(c.r.Source.Text) {
			return false
		}
		c.noRecipe(first, "", "a recipe is one JSON object", "this is "+root.Kind.Phrase()+", not a recipe")
		return false
	}
	if n := root.Member("schema"); n != nil && n.Kind == jsonval.String && n.Str != SchemaURL {
		version, ours := strings.CutPrefix(n.Str, "https://wield.run/schema/recipe/")
		if version = strings.TrimSuffix(version, ".json"); ours && version != "v1" {
			c.noRecipe(n.Span, n.Pointer(), "write it by format v1, with `"+SchemaURL+"`, or use a version of the tool that knows it",
				"this recipe is of format "+diag.Quote(version, 40)+", and this tool knows v1")
			return false
		}
	}
	for _, known := range []string{"schema", "steps", "site", "params", "output", "verify"} {
		if root.Member(known) != nil {
			return true
		}
	}
	looks, hint := foreignObject(root)
	c.noRecipe(first, "", hint, "this is no site recipe: "+looks)
	return false
}

// foreignObject says what an object looks like that has none of a recipe's
// members, and what to do with it.
func foreignObject(root *jsonval.Node) (looks, hint string) {
	has := func(names ...string) bool {
		for _, name := range names {
			if root.Member(name) == nil {
				return false
			}
		}
		return true
	}
	switch {
	case has("schemaVersion"):
		return "`schemaVersion` says that it is a Markdown recipe", recipeBegins
	case root.At("log", "entries") != nil:
		return "it is a HAR recording", newFromHAR
	case has("openapi"), has("swagger"):
		return "it is an OpenAPI description", recipeBegins
	case has("asyncapi"):
		return "it is an AsyncAPI description", recipeBegins
	case has("info", "item"):
		return "it is a Postman collection", recipeBegins
	case has("_postman_variable_scope"):
		return "it is a Postman environment", recipeBegins
	case has("__export_format", "resources"):
		return "it is an export of Insomnia", recipeBegins
	case has("__schema"), root.At("data", "__schema") != nil:
		return "it is a GraphQL schema", recipeBegins
	case has("manifest_version"):
		return "it is the manifest of a browser extension", recipeBegins
	case has("compilerOptions"):
		return "it is a tsconfig.json", recipeBegins
	case has("name") && (has("dependencies") || has("devDependencies") || has("scripts")):
		return "it is a package.json", recipeBegins
	case has("$schema"):
		return "`$schema` says that it is a JSON Schema", recipeBegins
	}
	return "it has none of a recipe's members", recipeBegins
}

// foreignText reports a file that is no JSON at all, where its first lines tell
// what it is.
func (c *checker) foreignText(text []byte) bool {
	looks, hint := "", recipeBegins
	first, rest, _ := strings.Cut(strings.TrimLeft(string(text), "\ufeff \t\r\n"), "\n")
	if first == "" || strings.IndexByte("{[\"'", first[0]) >= 0 {
		return false
	}
	second, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	switch p := foreignForms(); {
	case p.request.MatchString(first):
		looks, hint = "it is a file of HTTP requests, as Hurl takes", newFromHAR
	case strings.HasPrefix(first, "curl "):
		looks, hint = "it is a curl command", newFromCurl
	case strings.HasPrefix(first, "<"):
		looks = "it is HTML or XML"
	case p.openAPI.MatchString(first):
		looks = "it is an OpenAPI description in YAML"
	case p.yaml.MatchString(first), strings.HasPrefix(first, "--- "), strings.TrimSpace(first) == "---":
		looks = "it is YAML"
	case strings.HasPrefix(first, "#") && p.yaml.MatchString(second):
		looks = "it is YAML"
	case strings.HasPrefix(first, "# ") && !strings.HasPrefix(second, "{"):
		looks = "it is a Markdown text"
	default:
		return false
	}
	at := strings.Index(string(text), first)
	c.noRecipe(diag.Span{Start: at, End: at + len(strings.TrimRight(first, " \t\r"))}, "", hint, "this is no site recipe: "+looks)
	return true
}

// foreignForms are the first lines of text files that are taken for recipes.
var foreignForms = sync.OnceValue(func() *struct{ request, openAPI, yaml *regexp.Regexp } {
	return &struct{ request, openAPI, yaml *regexp.Regexp }{
		request: regexp.MustCompile(`^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S+`),
		openAPI: regexp.MustCompile(`^(openapi|swagger):`),
		yaml:    regexp.MustCompile(`^(- )?[A-Za-z_$][\w$-]*:( |$|\r)`),
	}
})
