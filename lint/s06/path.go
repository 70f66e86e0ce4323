package s06

import (
	"fmt"
	"net/url"
	"slices"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/words"
	"github.com/wield-run/wield/pkg/diag"
)

// segment is one segment of a path.
type segment struct {
	texts []string // what it may say; none where only a run tells
	open  bool     // it is a template, and may say something else
	span  diag.Span
}

// path looks at the last segment of a path that the file spells out and that
// says something: a number and a `confirm` do not.
func (c *checker) path(sink *flow.Sink) {
	all := c.segments(sink)
	for i := len(all) - 1; i >= 0; i-- {
		for _, text := range all[i].texts {
			if c.verb(sink, text, all[i].span) {
				return
			}
		}
		if len(all[i].texts) > 0 && !all[i].open && !slices.ContainsFunc(all[i].texts, affirms) {
			return
		}
	}
}

// affirms reports whether a segment only says yes to the one in front of it, or
// is a number.
func affirms(text string) bool {
	return !slices.ContainsFunc(words.Split(text), func(w string) bool { return !words.In("affirm", w) })
}

// verb reports a segment that begins with a verb of change.
func (c *checker) verb(sink *flow.Sink, text string, span diag.Span) bool {
	if decoded, err := url.PathUnescape(text); err == nil {
		text = decoded
	}
	w := words.Split(text)
	severity, changes := judge(w)
	if !changes && c.step.ReadOnlyPost && len(w) == 1 && words.In("placed", w[0]) {
		severity, changes = diag.Warning, true
	}
	if !changes {
		return false
	}
	if c.step == c.Recipe.LoginCheck && !words.Safe(w) {
		severity = diag.Error
	}
	c.Report(lint.Finding{Check: "path", Name: "changing-path", Severity: severity, Node: sink.Node, Span: span,
		Message: fmt.Sprintf("the path of the step %s ends in %s, which by its name changes something", c.name(), diag.Quote(text, 60)), Hint: honest})
	return true
}

// judge says how bad a name is as that of what a step calls which only reads.
// An account that is deleted is no question about it, though a noun like
// `account` makes one of most verbs; a reviewer tells whether a page about it
// is meant.
func judge(w []string) (severity diag.Severity, changes bool) {
	verb := words.Verb(w)
	switch {
	case !words.Strong(verb):
		return 0, false
	case words.Safe(w):
		own := words.Destroy(verb) && !words.Safe(slices.DeleteFunc(slices.Clone(w), func(w string) bool { return w == "account" }))
		return diag.Warning, own
	case words.Destroy(verb):
		return diag.Error, true
	}
	return diag.Warning, true
}

// segments takes the path of a URL apart. A segment that is one template has
// the texts that may come through it.
func (c *checker) segments(sink *flow.Sink) []segment {
	var all []segment
	current := segment{span: diag.Span{Start: -1}}
	text, open := "", false
	flush := func() {
		if current.span.Start >= 0 {
			current.span = sink.Node.TextSpan(current.span.Start, current.span.End)
			if text != "" {
				current.texts = append(current.texts, text)
			}
			current.open = open && text == ""
			all = append(all, current)
		}
		current, text, open = segment{span: diag.Span{Start: -1}}, "", false
	}
	grow := func(span diag.Span) {
		if current.span.Start < 0 {
			current.span.Start = span.Start
		}
		current.span.End = span.End
	}
	for _, part := range flow.URLParts(sink.Template) {
		if part.Region != flow.Path {
			continue
		}
		switch {
		case part.Ref != nil && part.Ref.Head.Quoted:
			grow(part.Span)
			text += part.Ref.Head.Text
		case part.Ref != nil:
			grow(part.Span)
			if text == "" && !open {
				for i := range sink.Uses {
					if sink.Uses[i].Ref == part.Ref {
						current.texts = c.constants(&sink.Uses[i])
					}
				}
			}
			open = true
		default:
			for i := 0; i < len(part.Text); i++ {
				if part.Text[i] == '/' {
					flush()
					continue
				}
				grow(diag.Span{Start: part.Span.Start + i, End: part.Span.Start + i + 1})
				text += part.Text[i : i+1]
			}
		}
	}
	flush()
	return all
}
