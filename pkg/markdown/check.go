package markdown

import (
	"fmt"
	"math"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/jsonpath"
	"github.com/wield-run/wield/pkg/markdown/mustache"
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
	r     *Recipe
	found []*diag.Diagnostic
}

// at reports an error at a node.
func (c *checker) at(code string, n *jsonval.Node, hint, format string, args ...any) *diag.Diagnostic {
	return c.span(code, n, n.Span, hint, format, args...)
}

// atKey reports an error at the name of a member.
func (c *checker) atKey(code string, n *jsonval.Node, hint, format string, args ...any) *diag.Diagnostic {
	span := n.KeySpan
	if span == (diag.Span{}) {
		span = n.Span
	}
	return c.span(code, n, span, hint, format, args...)
}

func (c *checker) span(code string, n *jsonval.Node, span diag.Span, hint, format string, args ...any) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: code, Name: codeName(code), Severity: diag.Error, Span: span,
		Pointer: n.Pointer(), Message: fmt.Sprintf(format, args...), Hint: hint}
	c.found = append(c.found, d)
	return d
}

// adopt takes findings about the text of a string node, whose spans count in
// the decoded text, and puts them in their place in the file.
func (c *checker) adopt(n *jsonval.Node, found ...*diag.Diagnostic) {
	for _, d := range found {
		c.found = append(c.found, n.Relocate(d))
	}
}

// member is one member that an object may have.
type member struct {
	name     string
	required bool
	read     func(n *jsonval.Node)
}

// object checks the members of an object and reads each. `what` names the
// object in messages. It is false where the node is no object. A misspelt
// member is one finding, and is read as what it means.
func (c *checker) object(n *jsonval.Node, what string, members ...member) bool {
	if n.Kind != jsonval.Object {
		c.wrongType(n, what, "an object")
		return false
	}
	given := make(map[string]*jsonval.Node, len(members))
	var unknown []*jsonval.Node
	for _, child := range n.Children {
		known := false
		for i := range members {
			known = known || members[i].name == child.Key
		}
		if known {
			given[child.Key] = child // of a repeated member (J3) the last
		} else {
			unknown = append(unknown, child)
		}
	}
	for _, child := range unknown {
		c.unknownMember(child, what, members, given)
	}
	for i := range members {
		m := &members[i]
		switch child := given[m.name]; {
		case child != nil:
			m.read(child)
		case m.required:
			span := diag.Span{Start: n.Span.Start, End: n.Span.Start + 1}
			c.span(codeMissing, n, span, "add `\""+m.name+"\": …`", "%s lacks the member `%s`", what, m.name)
		}
	}
	return true
}

// unknownMember reports a member that the format does not have. Where it
// evidently means one that is missing, that one counts as given.
func (c *checker) unknownMember(child *jsonval.Node, what string, members []member, given map[string]*jsonval.Node) {
	var free, all []string
	for _, m := range members {
		all = append(all, m.name)
		if given[m.name] == nil {
			free = append(free, m.name)
		} else if strings.EqualFold(m.name, child.Key) {
			d := c.atKey(codeCase, child, "keep one of the two",
				"the member %s differs from `%s` only in case", diag.Quote(child.Key, 40), m.name)
			d.Related = []diag.Related{{Span: given[m.name].KeySpan, Message: "the other one"}}
			return
		}
	}
	near := diag.Nearest(child.Key, free)
	hint := diag.DidYouMean(child.Key, all)
	if near != "" {
		hint = "did you mean `" + near + "`?"
	}
	d := c.atKey(codeUnknown, child, hint, "%s has no member %s", what, diag.Quote(child.Key, 40))
	if near != "" {
		given[near] = child
		d.Fix = &diag.Fix{Title: "write `" + near + "`", Safe: true,
			Edits: []diag.Edit{{Span: child.KeySpan, Text: `"` + near + `"`}}}
	}
}

// kindPhrase is a kind with its article.
func kindPhrase(k jsonval.Kind) string {
	switch k {
	case jsonval.Null:
		return "null"
	case jsonval.Array, jsonval.Object:
		return "an " + k.String()
	}
	return "a " + k.String()
}

func (c *checker) wrongType(n *jsonval.Node, what, want string) {
	c.at(codeType, n, "", "%s must be %s, not %s", what, want, kindPhrase(n.Kind))
}

// text reads a string; ok is false where it is none.
func (c *checker) text(n *jsonval.Node, what string) (string, bool) {
	if n.Kind != jsonval.String {
		c.wrongType(n, what, "a string")
		return "", false
	}
	return n.Str, true
}

// words reads a string that is not empty.
func (c *checker) words(n *jsonval.Node, what string) string {
	s, ok := c.text(n, what)
	if ok && strings.TrimSpace(s) == "" {
		c.at(codeValue, n, "", "%s is empty", what)
	}
	return s
}

// integer reads a whole number from low on, up to high.
func (c *checker) integer(n *jsonval.Node, what string, low, high int) int {
	if n.Kind != jsonval.Number {
		c.wrongType(n, what, "a number")
		return 0
	}
	if n.Num == math.Trunc(n.Num) && n.Num >= float64(low) && n.Num <= float64(high) {
		return int(n.Num)
	}
	if high < math.MaxInt32 && n.Num > float64(high) {
		c.at(codeLimit, n, fmt.Sprintf("write a number up to %d", high), "%s is at most %d, not %s", what, high, n.Str)
	} else {
		c.at(codeValue, n, "", "%s must be a whole number from %d, not %s", what, low, n.Str)
	}
	return 0
}

// oneOf reads a string that is one of a few words, and gives its place among
// them, or -1.
func (c *checker) oneOf(n *jsonval.Node, code, what string, words ...string) int {
	s, ok := c.text(n, what)
	if !ok {
		return -1
	}
	near := diag.Nearest(s, words)
	for i, w := range words {
		if s == w {
			return i
		}
	}
	d := c.at(code, n, diag.DidYouMean(s, words), "%s cannot be %s", what, diag.Quote(s, 40))
	for i, w := range words {
		if near == w {
			d.Fix = &diag.Fix{Title: "write `" + near + "`", Safe: true, Edits: []diag.Edit{{Span: n.Span, Text: `"` + near + `"`}}}
			return i
		}
	}
	return -1
}

// path compiles a path; nil where it has errors.
func (c *checker) path(n *jsonval.Node, what string) *jsonpath.Path {
	s, ok := c.text(n, what)
	if !ok {
		return nil
	}
	path, wrong := jsonpath.Parse(s)
	if wrong != nil {
		c.adopt(n, wrong)
		return nil
	}
	return path
}

// onePath compiles a path that has to name one value.
func (c *checker) onePath(n *jsonval.Node, what string) *jsonpath.Path {
	path := c.path(n, what)
	if path != nil && !path.Singular() {
		c.at(codePath, n, "write names and indexes only, as in `$.links.next`", "%s must name one value; this path gives a list", what)
		return nil
	}
	return path
}

// template parses a template; nil where it has errors.
func (c *checker) template(n *jsonval.Node, what string) *mustache.Template {
	s, ok := c.text(n, what)
	if !ok {
		return nil
	}
	if strings.TrimSpace(s) == "" {
		c.at(codeValue, n, "", "%s is empty", what)
		return nil
	}
	parsed, found := mustache.Parse(s)
	c.adopt(n, found...)
	return parsed
}
