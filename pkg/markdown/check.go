package markdown

import (
	"fmt"
	"math"

	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/jsonpath"
	"github.com/wield-run/wield/pkg/markdown/mustache"
	"github.com/wield-run/wield/pkg/typed"
)

// The codes of the findings about a Markdown recipe, and about rendering by
// one. K6 and K7 are made by jsonpath, K9 by mustache.
const (
	codeMissing   = "K1"  // missing-member
	codeUnknown   = "K2"  // unknown-member
	codeType      = "K3"  // wrong-type
	codeValue     = "K4"  // bad-value
	codeVersion   = "K5"  // bad-version
	codePath      = "K6"  // bad-path
	codeFormat    = "K8"  // unknown-format
	codeLimit     = "K10" // over-limit
	codeLabel     = "K11" // label-mismatch
	codeDuplicate = "K12" // duplicate-name
	codeUnused    = "K13" // unused-member (a warning)
	codeCase      = "K14" // case-duplicate
	codeNoRecipe  = "K15" // not-a-recipe
	codeSelect    = "K16" // select-missing
	codeMode      = "K17" // mode-mismatch
	codeExpansion = "K18" // too-much-output
	codeRepeated  = "K19" // repeated-member
)

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
	case codeVersion:
		return "bad-version"
	case codePath:
		return "bad-path"
	case codeFormat:
		return "unknown-format"
	case codeLimit:
		return "over-limit"
	case codeLabel:
		return "label-mismatch"
	case codeDuplicate:
		return "duplicate-name"
	case codeUnused:
		return "unused-member"
	case codeCase:
		return "case-duplicate"
	case codeNoRecipe:
		return "not-a-recipe"
	case codeSelect:
		return "select-missing"
	case codeMode:
		return "mode-mismatch"
	case codeExpansion:
		return "too-much-output"
	case codeRepeated:
		return "repeated-member"
	}
	return code
}

// checker reads the tree of one file into a Recipe and collects what is wrong.
type checker struct {
	typed.Reader
	r *Recipe
}

func newChecker(r *Recipe) *checker {
	return &checker{r: r, Reader: typed.Reader{Codes: typed.Codes{
		Missing: codeMissing, Unknown: codeUnknown, Type: codeType, Value: codeValue, Case: codeCase, Name: codeName}}}
}

// words reads a string that is not empty.
func (c *checker) words(n *jsonval.Node, what string) string {
	s, _ := c.Words(n, what, "write a text that is not empty")
	return s
}

// integer reads a whole number from low on, up to high; 0 where it is none.
func (c *checker) integer(n *jsonval.Node, what string, low, high int) int {
	if n.Kind == jsonval.Number && high < math.MaxInt32 && n.Num > float64(high) {
		c.At(codeLimit, n, fmt.Sprintf("write a number up to %d", high), "%s is at most %d, not %s", what, high, n.Str)
		return 0
	}
	k, _ := c.Integer(n, what, low, math.MaxInt32)
	return k
}

// path compiles a path; nil where it has errors.
func (c *checker) path(n *jsonval.Node, what string) *jsonpath.Path {
	s, ok := c.Text(n, what)
	if !ok {
		return nil
	}
	path, wrong := jsonpath.Parse(s)
	if wrong != nil {
		c.Adopt(n, wrong)
		return nil
	}
	return path
}

// onePath compiles a path that has to name one value.
func (c *checker) onePath(n *jsonval.Node, what string) *jsonpath.Path {
	path := c.path(n, what)
	if path != nil && !path.Singular() {
		c.At(codePath, n, "write names and indexes only, as in `$.links.next`", "%s must name one value; this path gives a list", what)
		return nil
	}
	return path
}

// template parses a template; nil where it has errors.
func (c *checker) template(n *jsonval.Node, what string) *mustache.Template {
	s, ok := c.Words(n, what, "write what is printed, as in `{{name}}`, or leave it out")
	if !ok {
		return nil
	}
	parsed, found := mustache.Parse(s)
	c.Adopt(n, found...)
	return parsed
}
