package recipe

import (
	"slices"
	"strings"

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
func (c *checker) use() {
	c.generatedNames()
	c.uncheckedAnswers()
	c.unprovenWrites()
	c.loginByWords()
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
		if c.tested(s) || s.Extract == nil || len(s.Extract.JSON) == 0 {
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

// tested reports whether a step has an assert, or may have one in what was not
// understood.
func (c *checker) tested(s *Step) bool {
	expect := c.Member(s.Node, "expect")
	return c.Member(expect, "assert") != nil || c.Strange(s.Node) || c.Strange(expect) || expect != nil && expect.Kind != jsonval.Object
}

// originOf is the origin of a step's requests, as far as it is written out.
func (c *checker) originOf(s *Step) string {
	if s.Request.URL == nil {
		return ""
	}
	const scheme = "https://"
	url := s.Request.URL.Source()
	if !strings.HasPrefix(url, scheme) {
		return c.r.Site.Origin
	}
	if i := strings.IndexAny(url[len(scheme):], "/?#{"); i >= 0 {
		url = url[:len(scheme)+i]
	}
	return url
}

// unprovenWrites finds writes with neither an assert nor a later read.
func (c *checker) unprovenWrites() {
	if c.r.Effect != "write" {
		return // whether the step writes at all has its own finding
	}
	for i, s := range c.r.Steps {
		if !s.Write || c.tested(s) {
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
