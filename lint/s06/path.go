package s06

import (
	"fmt"
	"net/url"

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

// path looks at the last segment of a path that the file spells out.
func (c *checker) path(sink *flow.Sink) {
	all := c.segments(sink)
	for i := len(all) - 1; i >= 0; i-- {
		for _, text := range all[i].texts {
			if c.verb(sink, text, all[i].span) {
				return
			}
		}
		if len(all[i].texts) > 0 && !all[i].open {
			return
		}
	}
}

// verb reports a segment that begins with a verb of change.
func (c *checker) verb(sink *flow.Sink, text string, span diag.Span) bool {
	if decoded, err := url.PathUnescape(text); err == nil {
		text = decoded
	}
	w := words.Split(text)
	verb := words.Verb(w)
	if !words.Strong(verb) || words.Safe(w) {
		return false
	}
	severity := diag.Warning
	if words.Destroy(verb) || c.step == c.Recipe.LoginCheck {
		severity = diag.Error
	}
	c.Report(lint.Finding{Check: "path", Name: "changing-path", Severity: severity, Node: sink.Node, Span: span,
		Message: fmt.Sprintf("the path of the step %s ends in %s, which by its name changes something", c.name(), diag.Quote(text, 60)), Hint: honest})
	return true
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
