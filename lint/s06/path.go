package s06

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/flow"
	"github.com/wield-run/wield/lint/words"
	"github.com/wield-run/wield/pkg/diag"
)

// segment is one segment of a path.
type segment struct {
	text      string   // what is written out of it; "" where a template stands alone
	constants []string // what such a template may bring
	open      bool     // it is a template, and may say something else
	span      diag.Span
}

// texts gives what a segment may say; none where only a run tells.
func (s *segment) texts() []string {
	if s.text == "" {
		return s.constants
	}
	return append(s.constants[:len(s.constants):len(s.constants)], s.text)
}

// changingPath looks at the last segment of a path that the file spells out and
// that says something: a number and a `confirm` do not.
func (c *checker) changingPath(sink *flow.Sink) {
	all := c.segments(sink)
	for i := len(all) - 1; i >= 0; i-- {
		texts := all[i].texts()
		for _, text := range texts {
			if c.verb(sink, text, all[i].span) {
				return
			}
		}
		if len(texts) > 0 && !all[i].open && !slices.ContainsFunc(texts, affirms) {
			return
		}
	}
}

// affirms reports whether a segment only says yes to the one in front of it, or
// is a number.
func affirms(text string) bool {
	return !slices.ContainsFunc(words.Split(text), func(w string) bool { return !words.In(words.Affirm, w) })
}

// verb reports a segment that begins with a verb of change.
func (c *checker) verb(sink *flow.Sink, text string, span diag.Span) bool {
	if decoded, err := url.PathUnescape(text); err == nil {
		text = decoded
	}
	w := words.Split(text)
	severity, changes := judge(w)
	if !changes {
		severity, changes = dotted(text)
	}
	if !changes && phrase(text, w) {
		severity, changes = diag.Warning, true
	}
	if !changes && c.step.ReadOnlyPost && len(w) == 1 && words.In(words.Placed, w[0]) {
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

// segments takes the path of a URL apart, in the place of the last one. A segment that is one template has
// the texts that may come through it.
func (c *checker) segments(sink *flow.Sink) []segment {
	none := segment{span: diag.Span{Start: -1}}
	all := c.path[:0]
	current := none
	grow := func(text string, span diag.Span) {
		if current.span.Start < 0 {
			current.span.Start = span.Start
		}
		current.span.End = span.End
		current.text += text
	}
	flush := func() {
		if current.span.Start >= 0 {
			current.span = sink.Node.TextSpan(current.span.Start, current.span.End)
			current.open = current.open && current.text == ""
			all = append(all, current)
		}
		current = none
	}
	for i := range sink.Parts {
		part := &sink.Parts[i]
		switch {
		case part.Region != flow.Path:
		case part.Ref == nil:
			at := part.Span.Start
			for text := part.Text; ; {
				here, rest, more := strings.Cut(text, "/")
				if here != "" {
					grow(here, diag.Span{Start: at, End: at + len(here)})
				}
				if !more {
					break
				}
				flush()
				text, at = rest, at+len(here)+1
			}
		case part.Ref.Head.Quoted:
			grow(part.Ref.Head.Text, part.Span)
		default:
			first := current.text == "" && !current.open
			grow("", part.Span)
			current.open = true
			for i := range sink.Uses {
				if u := &sink.Uses[i]; first && u.Ref == part.Ref {
					current.constants = c.constants(u)
				}
			}
		}
	}
	flush()
	c.path = all
	return all
}
