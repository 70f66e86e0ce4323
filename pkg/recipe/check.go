package recipe

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/template"
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
	r     *Recipe
	found []*diag.Diagnostic

	// lost says that something which may refer to a step was not understood,
	// or a step itself: then "unknown" and "unused" may be untrue.
	lost      bool
	lostWrite bool // whether a step writes is not known

	// meant holds misspelt members under the names that they mean.
	meant     map[*jsonval.Node]map[string]*jsonval.Node
	lostSteps bool // a step's id is not known
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
// object in messages ("the recipe", "`site`"). It is false where the node is
// no object. A misspelt member is one finding, and is read as what it means.
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
			if members[i].name == child.Key {
				known = true
				if given[child.Key] == nil { // of a repeated member (J3) the last is read below
					given[child.Key] = child
				}
			}
		}
		if !known {
			unknown = append(unknown, child)
		}
	}
	for _, child := range unknown {
		c.unknownMember(child, what, members, given)
	}
	for i := range members {
		m := &members[i]
		child := given[m.name]
		switch {
		case child != nil:
			if last := n.Member(m.name); last != nil {
				child = last
			}
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
		}
		if given[m.name] != nil && strings.EqualFold(m.name, child.Key) {
			d := c.atKey(codeCase, child, "member names are lower case; keep one of the two",
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
		if c.meant == nil {
			c.meant = map[*jsonval.Node]map[string]*jsonval.Node{}
		}
		if c.meant[child.Parent] == nil {
			c.meant[child.Parent] = map[string]*jsonval.Node{}
		}
		c.meant[child.Parent][near] = child
		d.Fix = &diag.Fix{Title: "write `" + near + "`", Safe: true,
			Edits: []diag.Edit{{Span: child.KeySpan, Text: `"` + near + `"`}}}
	}
}

// member gives a member of an object, also where it is misspelt; nil where
// there is none.
func (c *checker) member(n *jsonval.Node, name string) *jsonval.Node {
	if m := n.Member(name); m != nil {
		return m
	}
	return c.meant[n][name]
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
	if n.Broken {
		return // what stands there has its own finding
	}
	d := c.at(codeType, n, "write "+want, "%s must be %s, not %s", what, want, kindPhrase(n.Kind))
	bare := want == "true or false" && (n.Str == "true" || n.Str == "false") || want == "a number" && isNumber(n.Str)
	switch {
	case n.Kind == jsonval.String && bare:
		d.Hint = "write " + n.Str + " without quotes"
		d.Fix = &diag.Fix{Title: "take the quotes away", Safe: true, Edits: []diag.Edit{{Span: n.Span, Text: n.Str}}}
	case n.Kind == jsonval.Number && want == "a string":
		d.Hint = "put it into double quotes"
	case n.Kind != jsonval.Array && n.Kind != jsonval.Null && want == "an array":
		d.Hint = "put it into brackets: [ … ]"
	}
}

// isNumber reports whether a text is a number as JSON writes it.
func isNumber(s string) bool {
	v, err := jsonval.ParseString(s)
	return err == nil && v.Kind() == jsonval.Number && strings.TrimSpace(s) == s
}

// text reads a string; ok is false where it is none.
func (c *checker) text(n *jsonval.Node, what string) (string, bool) {
	if n.Kind != jsonval.String {
		c.wrongType(n, what, "a string")
		return "", false
	}
	return n.Str, true
}

// line reads a string that is not empty and has one line.
func (c *checker) line(n *jsonval.Node, what string) string {
	s, ok := c.text(n, what)
	switch {
	case ok && strings.TrimSpace(s) == "":
		c.at(codeValue, n, "write a text that is not empty", "%s is empty", what)
	case ok && strings.ContainsAny(s, "\r\n\u2028\u2029"):
		c.at(codeValue, n, "write it without line breaks", "%s must be one line", what)
	}
	return s
}

func (c *checker) boolean(n *jsonval.Node, what string) bool {
	if n.Kind != jsonval.Bool {
		c.wrongType(n, what, "true or false")
	}
	return n.Bool
}

// integer reads a whole number between two bounds.
func (c *checker) integer(n *jsonval.Node, what string, low, high int) (int, bool) {
	if n.Kind != jsonval.Number {
		c.wrongType(n, what, "a number")
		return 0, false
	}
	if n.Num != math.Trunc(n.Num) || n.Num < float64(low) || n.Num > float64(high) {
		hint := "leave out what stands behind the point"
		switch {
		case n.Num < float64(low):
			hint = fmt.Sprintf("write %d or more", low)
		case n.Num > float64(high):
			hint = fmt.Sprintf("write %d or less", high)
		}
		want := fmt.Sprintf("from %d to %d", low, high)
		if high == math.MaxInt32 {
			want = fmt.Sprintf("from %d", low)
		}
		c.at(codeValue, n, hint, "%s must be a whole number %s, not %s", what, want, n.Str)
		return 0, false
	}
	return int(n.Num), true
}

// oneOf reads a string that is one of a few words.
func (c *checker) oneOf(n *jsonval.Node, what string, words ...string) (string, bool) {
	s, ok := c.text(n, what)
	if !ok {
		return "", false
	}
	for _, w := range words {
		if s == w {
			return s, true
		}
	}
	d := c.at(codeValue, n, diag.DidYouMean(s, words), "%s cannot be %s", what, diag.Quote(s, 40))
	if near := diag.Nearest(s, words); near != "" {
		d.Fix = &diag.Fix{Title: "write `" + near + "`", Safe: true, Edits: []diag.Edit{{Span: n.Span, Text: `"` + near + `"`}}}
		return near, true
	}
	return "", false
}

// list reads each item of an array.
func (c *checker) list(n *jsonval.Node, what string, read func(i int, item *jsonval.Node)) bool {
	if n.Kind != jsonval.Array {
		c.wrongType(n, what, "an array")
		return false
	}
	for i, item := range n.Children {
		read(i, item)
	}
	return true
}

// expr compiles a JMESPath expression; nil where it has errors.
func (c *checker) expr(n *jsonval.Node, what string) *Expr {
	s, ok := c.text(n, what)
	if !ok {
		return nil
	}
	if strings.TrimSpace(s) == "" {
		c.at(codeValue, n, "write a JMESPath expression; `@` is the whole value", "%s is empty", what)
		return nil
	}
	compiled, err := jmespath.Compile(s)
	if err == nil {
		c.adopt(n, problems(compiled.Problems(), compiled.Root(), s)...)
		return &Expr{Node: n, Tree: compiled.Root(), Expr: compiled}
	}
	tree, syntax := jmespath.ParseAll(s)
	for _, d := range syntax {
		if d.Name == jmespath.NameBareLiteral {
			bareLiteral(d, s)
		}
	}
	c.adopt(n, syntax...)
	if tree == nil {
		c.lost = true
		return nil
	}
	c.adopt(n, problems(jmespath.Check(tree), tree, s)...)
	return &Expr{Node: n, Tree: tree}
}

// problems gives the findings about an expression their place among the
// format's traps.
func problems(found []*diag.Diagnostic, tree *jmespath.Node, source string) []*diag.Diagnostic {
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
	s, ok := c.text(n, what)
	if !ok {
		return nil
	}
	parsed, found := template.Parse(s)
	c.adopt(n, found...)
	if errors, _ := diag.Count(found); errors > 0 {
		c.lost = true
		return nil
	}
	return &Template{Node: n, Template: parsed}
}
