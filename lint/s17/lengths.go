package s17

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/internal/written"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// The limits, in characters.
const (
	maxTask        = 120
	maxName        = 80
	maxDescription = 600
	maxParam       = 300 // a description in a schema
	maxKeyword     = 40
	maxKeywords    = 20
	maxEnum        = 80
	maxSummary     = 300 // what the summary itself says
)

// lengths holds every text that models read to its limit, but for those of
// schemas.
func (c *checker) lengths() {
	root := c.Root()
	c.length(root.Member("task"), "`task`", maxTask)
	c.length(root.Member("description"), "`description`", maxDescription)
	c.length(root.Member("site").Member("name"), "`site.name`", maxName)
	if n := root.Member("keywords"); n != nil && n.Kind == jsonval.Array {
		if k := len(n.Children); k > maxKeywords {
			c.report("length", "too-many-keywords", n, lint.KeySpan(n), fmt.Sprintf("there are %d keywords; there may be %d", k, maxKeywords), "keep those that people would use")
		}
		for _, item := range n.Children {
			c.length(item, "a keyword", maxKeyword)
			if item.Kind == jsonval.String {
				c.keyword(item)
			}
		}
	}
}

func (c *checker) length(n *jsonval.Node, what string, most int) {
	if n == nil || n.Kind != jsonval.String || len(n.Str) <= most {
		return
	}
	if k := utf8.RuneCountInString(n.Str); k > most {
		c.report("length", "long-text", n, n.Span, fmt.Sprintf("%s has %d characters; it may have %d", what, k, most), "shorten it")
	}
}

// keyword looks at the characters of a keyword.
func (c *checker) keyword(n *jsonval.Node) {
	for i, r := range n.Str {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r) || strings.ContainsRune(" -'.+", r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			continue // what is invisible has its finding
		}
		c.report("length", "keyword-character", n, n.TextSpan(i, i+utf8.RuneLen(r)), "a keyword cannot have the character "+diag.Quote(string(r), 4), "letters, digits, spaces and any of - ' . +")
		return
	}
}

// summary looks at what confirm.summary itself says: it is what the user
// agrees to.
func (c *checker) summary() {
	s := c.Recipe.Summary
	if s == nil {
		return
	}
	total := 0
	for _, t := range written.Of(s) {
		if t.Filter != "" && !t.Shown() {
			continue
		}
		total += utf8.RuneCountInString(t.Text)
		if i := strings.IndexAny(t.Text, "\r\n"); i >= 0 && (t.Filter != "" || t.Head) {
			c.report("summary", "line-break", s.Node, t.Span, "the summary is one line", "remove the line break")
			return
		}
		if blanks(t.Text) {
			c.report("summary", "space-in-summary", s.Node, t.Span, "the summary has three spaces in a row: they push what follows out of sight", "write one space")
			return
		}
	}
	for _, ref := range s.References() {
		for i := range ref.Filters {
			call := &ref.Filters[i]
			if call.Name != "pad" || len(call.Args) == 0 || call.Args[0].Value.Float() < 3 {
				continue
			}
			if len(call.Args) < 2 || strings.TrimSpace(call.Args[1].Value.Str()) == "" && call.Args[1].Value.Kind() == jsonval.String {
				c.report("summary", "space-in-summary", s.Node, s.Node.TextSpan(call.Span.Start, call.Span.End), "the summary is filled up with spaces: they push what follows out of sight", "remove the filter")
				return
			}
		}
	}
	if total > maxSummary {
		c.report("summary", "long-summary", s.Node, s.Node.Span, fmt.Sprintf("the summary itself has %d characters; it may have %d", total, maxSummary), "say what is sent, and to whom")
	}
}
