package recipe

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

// What is right today and will break in use: warnings of the family U.
const (
	codeGenerated = "U1" // generated-class
	codeUnchecked = "U2" // unchecked-answer
	codeUnproven  = "U3" // unproven-write
	codeWordLogin = "U4" // login-by-words
)

func (c *checker) warning(code, name string, n *jsonval.Node, span diag.Span, hint, format string, args ...any) {
	d := c.Span(code, n, span, hint, format, args...)
	d.Name, d.Severity = name, diag.Warning
}

// use looks for what will break in use.
func (c *checker) use(root *jsonval.Node) {
	c.generatedClasses(root)
	c.uncheckedAnswers()
	c.unprovenWrites()
	c.loginByWords()
}

// classPattern finds the classes of a selector.
var classPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\.((?:[A-Za-z0-9_-]|[^\x00-\x7f]|\\.)+)`) })

// generatedClasses finds selectors that name a class which a build tool made.
func (c *checker) generatedClasses(root *jsonval.Node) {
	visitSelectors(root, func(n *jsonval.Node) {
		for _, m := range classPattern().FindAllStringSubmatchIndex(n.Str, -1) {
			name := n.Str[m[2]:m[3]]
			if !GeneratedClass(name) {
				continue
			}
			c.warning(codeGenerated, "generated-class", n, n.TextSpan(m[0], m[1]),
				"select by an `id`, a `data-*` attribute, a `role` or an `aria-*` attribute: [data-testid=\"…\"]",
				"the class %s looks made by a build tool, and changes with the site's next build", diag.Quote(name, 40))
		}
	})
}

// visitSelectors visits every selector of the recipe.
func visitSelectors(n *jsonval.Node, visit func(*jsonval.Node)) {
	for _, child := range n.Children {
		if n.Kind == jsonval.Object && child.Key == "selector" && child.Kind == jsonval.String {
			visit(child)
			continue
		}
		if n.Parent == nil && (child.Key == "params" || child.Key == "output" || child.Key == "verify") {
			continue
		}
		visitSelectors(child, visit)
	}
}

// GeneratedClass tells the class names of CSS-in-JS libraries, CSS modules and
// obfuscating builds.
func GeneratedClass(name string) bool {
	for _, prefix := range []string{"css-", "sc-", "jsx-", "jss", "emotion-", "svelte-", "styled__", "r-"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && hashLike(strings.SplitN(rest, "-", 2)[0], prefix == "jss" || prefix == "jsx-") {
			return true
		}
	}
	if rest, ok := strings.CutPrefix(name, "_"); ok && !strings.HasPrefix(rest, "_") && hashLike(rest, false) {
		return true
	}
	// Button_root__3xY9z: a CSS module
	if i := strings.LastIndex(name, "__"); i > 0 && len(name)-i-2 >= 5 && len(name)-i-2 <= 8 {
		return hashLike(name[i+2:], false)
	}
	return false
}

// hashLike reports whether a text looks like a hash: letters and digits mixed,
// or upper case inside.
func hashLike(s string, digitsOnly bool) bool {
	digits, letters, upper := 0, 0, 0
	for i, r := range s {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r >= 'A' && r <= 'Z':
			letters++
			if i > 0 {
				upper++
			}
		case r >= 'a' && r <= 'z':
			letters++
		default:
			return false
		}
	}
	if digitsOnly {
		return digits > 0 && letters == 0
	}
	return len(s) >= 4 && (digits > 0 && letters > 0 || upper > 1 && letters-upper > 1)
}

// answerCodes are the members by which APIs report an error with status 200.
func answerCodes() []string {
	return []string{"code", "error", "errors", "success", "ok", "errno", "errcode", "error_code", "errorCode", "retcode", "ret", "status", "resultCode"}
}

// uncheckedAnswers finds JSON steps without an assert where the file itself
// shows that the API answers 200 with a code of its own: another step of the
// origin asserts one, or the step extracts one.
func (c *checker) uncheckedAnswers() {
	asserted := map[string]string{} // origin → member
	for _, s := range c.r.Steps {
		if s.Expect.Assert == nil {
			continue
		}
		s.Expect.Assert.Tree.Walk(func(n *jmespath.Node) bool {
			if n.Kind == jmespath.KindSubexpression && n.Children[0].Kind == jmespath.KindField && n.Children[0].Name == "body" &&
				n.Children[1].Kind == jmespath.KindField && slices.Contains(answerCodes(), n.Children[1].Name) {
				asserted[c.originOf(s)] = n.Children[1].Name
			}
			return true
		})
	}
	for _, s := range c.r.Steps {
		if s.Expect.Assert != nil || s.Extract == nil || len(s.Extract.JSON) == 0 {
			continue
		}
		member := asserted[c.originOf(s)]
		for _, v := range s.Extract.JSON {
			if root := v.Expr.Root(); root.Kind == jmespath.KindField && slices.Contains(answerCodes()[:len(answerCodes())-2], root.Name) {
				member = root.Name
			}
		}
		if member == "" {
			continue
		}
		n := c.Member(s.ExtractNode, "json")
		c.warning(codeUnchecked, "unchecked-answer", n, n.KeySpan, "add `\"expect\": {\"assert\": \"…\"}` that tests body."+member,
			"the file shows that this API reports errors in `%s` with status 200, and the step %s does not test it", member, diag.Quote(s.ID, 40))
	}
}

// originOf is the origin of a step's requests, as far as it is written out.
func (c *checker) originOf(s *Step) string {
	if s.Request.URL == nil {
		return ""
	}
	head, ok := strings.CutPrefix(s.Request.URL.Source(), "https://")
	if !ok {
		return c.r.Site.Origin
	}
	if i := strings.IndexAny(head, "/?#{"); i >= 0 {
		head = head[:i]
	}
	return "https://" + head
}

// unprovenWrites finds writes with neither an assert nor a later read.
func (c *checker) unprovenWrites() {
	if c.r.Effect != "write" {
		return // whether the step writes at all has its own finding
	}
	for i, s := range c.r.Steps {
		if !s.Write || s.Expect.Assert != nil {
			continue
		}
		read := slices.ContainsFunc(c.r.Steps[i+1:], func(later *Step) bool { return !later.Write })
		if n := s.Node.Member("write"); !read && n != nil {
			c.warning(codeUnproven, "unproven-write", n, n.KeySpan, "add an `expect.assert` on the answer, or a step behind it that reads what was written",
				"nothing shows that the write %s took effect: it has no assert, and no later step reads", diag.Quote(s.ID, 40))
		}
	}
}

// loginByWords finds login tests that look for words of a page.
func (c *checker) loginByWords() {
	all := c.r.Steps
	if c.r.LoginCheck != nil {
		all = append([]*Step{c.r.LoginCheck}, all...)
		c.wordTest(c.r.LoginCheck.Expect.Assert)
	}
	for _, s := range all {
		if s.Expect.Login != nil && s.Expect.Login.Status == nil {
			c.wordTest(s.Expect.Login.Assert)
		}
	}
}

// wordTest reports a test that is made of contains(body, 'words') alone.
func (c *checker) wordTest(e *Expr) {
	if e == nil {
		return
	}
	words, others := 0, 0
	e.Tree.Walk(func(n *jmespath.Node) bool {
		switch {
		case n.Kind == jmespath.KindFunction && n.Name == "contains" && len(n.Children) == 2 &&
			n.Children[0].Kind == jmespath.KindField && n.Children[0].Name == "body" && n.Children[1].Kind == jmespath.KindRawString:
			words++
			return false
		case n.Kind == jmespath.KindField:
			others++
		}
		return true
	})
	if words > 0 && others == 0 {
		c.warning(codeWordLogin, "login-by-words", e.Node, e.Node.Span, "test a status, a redirect's page or a member of a JSON answer instead",
			"this login test only looks for words in a page, which change with its language and its wording")
	}
}
