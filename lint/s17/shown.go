package s17

import (
	"slices"
	"strings"
	"unicode"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/parts"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
)

// ownWords is how many words in a row are a sentence, and no value.
const ownWords = 3

// shown looks at the texts that an extract brings to the summary beside what
// the site says: what holds for the summary holds for them.
func (c *checker) shown(step string, x *parts.Extract) {
	source := x.ExprNode.Str
	if strings.IndexByte(source, '\'') < 0 && strings.IndexByte(source, '`') < 0 && !strings.Contains(source, "pad_") {
		return
	}
	summary := c.Flow().Summary()
	if summary == nil {
		return
	}
	found := false
	for i := range summary.Uses {
		u := &summary.Uses[i]
		found = found || u.Root == "steps" && len(u.Path) > 1 && u.Path[0] == step && slices.Contains(u.Path[1:], x.Name)
	}
	if !found {
		return
	}
	report := func(name string, severity diag.Severity, n *jmespath.Node, message, hint string) {
		c.Report(lint.Finding{Check: "summary", Name: name, Severity: severity, Node: x.ExprNode, Span: x.ExprNode.TextSpan(n.Span.Start, n.Span.End), Message: message, Hint: hint})
	}
	said(x.Expr.Root(), func(n *jmespath.Node, text string) {
		switch {
		case n.Kind == jmespath.KindFunction:
			report("space-in-summary", diag.Error, n, "the summary shows this value, which is filled up with spaces: they push what follows out of sight", "remove the padding")
		case strings.ContainsAny(text, "\r\n"):
			report("line-break", diag.Error, n, "the summary shows this text and is one line", "remove the line break")
		case blanks(text):
			report("space-in-summary", diag.Error, n, "the summary shows this text, which has three spaces in a row: they push what follows out of sight", "write one space")
		case len(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })) >= ownWords:
			report("words-in-summary", diag.Warning, n, "the summary shows "+diag.Quote(text, 60)+" as if the site had said it", "write the words into the summary")
		}
	})
}

// blanks reports whether a text has three spaces in a row.
func blanks(text string) bool {
	run := 0
	for _, r := range text {
		if !unicode.IsSpace(r) {
			run = 0
		} else if run++; run == 3 {
			return true
		}
	}
	return false
}

// said visits the texts that an expression itself may put into its value, and
// the calls that fill one up with spaces. What it only compares, looks for or
// cuts at is not in its value.
func said(n *jmespath.Node, visit func(n *jmespath.Node, text string)) {
	children := n.Children
	switch n.Kind {
	case jmespath.KindLiteral, jmespath.KindRawString:
		if n.Value.Kind() == jsonval.String {
			visit(n, n.Value.Str())
		}
		return
	case jmespath.KindComparator, jmespath.KindNot:
		return
	case jmespath.KindFilterProjection:
		said(children[0], visit)
		children = children[2:]
	case jmespath.KindTernary:
		children = children[1:]
	case jmespath.KindFunction:
		switch n.Name {
		case "contains", "starts_with", "ends_with", "find_first", "find_last", "length":
			return
		case "split", "trim", "trim_left", "trim_right":
			children = children[:min(1, len(children))]
		case "replace":
			if len(children) > 2 {
				said(children[0], visit)
				children = children[2:3]
			}
		case "pad_left", "pad_right":
			if len(children) < 3 || isBlank(children[2]) {
				visit(n, "")
			}
			children = children[:min(1, len(children))]
		}
	}
	for _, child := range children {
		said(child, visit)
	}
}

// isBlank reports whether an expression is a text of spaces.
func isBlank(n *jmespath.Node) bool {
	return (n.Kind == jmespath.KindLiteral || n.Kind == jmespath.KindRawString) && n.Value.Kind() == jsonval.String && strings.TrimSpace(n.Value.Str()) == ""
}
