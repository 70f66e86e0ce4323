package extract

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// liftTemplates takes the tags of each <template> that is a child of
// <turbo-stream> out of a fragment, so that its content becomes the content of
// the stream. Rows and cells of a table, which may stand in a template alone,
// get the table around them that the page has.
func liftTemplates(text string) string {
	l := &lifter{}
	l.out.Grow(len(text) + len(text)/8)
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		raw := string(z.Raw())
		switch kind {
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			l.start(string(name), raw)
		case html.EndTagToken:
			name, _ := z.TagName()
			l.end(string(name), raw)
		default:
			l.out.WriteString(raw)
		}
	}
	l.closeTo(0)
	return l.out.String()
}

const (
	stream   = "turbo-stream"
	lifted   = "#template" // an open template whose tags are left out
	maxLevel = 512         // how far up an end tag looks for its start tag
)

type lifter struct {
	out  strings.Builder
	open []string
}

func (l *lifter) top() string {
	if len(l.open) == 0 {
		return ""
	}
	return l.open[len(l.open)-1]
}

func (l *lifter) start(name, raw string) {
	if name == "template" && l.top() == stream {
		l.open = append(l.open, lifted)
		return
	}
	if l.top() == lifted {
		for _, around := range tableAround(name) {
			l.out.WriteString("<" + around + ">")
			l.open = append(l.open, around)
		}
	}
	l.out.WriteString(raw)
	if !void(name) {
		l.open = append(l.open, name)
	}
}

// tableAround gives the elements that must be open for a part of a table.
func tableAround(name string) []string {
	switch name {
	case "caption", "colgroup", "tbody", "thead", "tfoot":
		return []string{"table"}
	case "col":
		return []string{"table", "colgroup"}
	case "tr":
		return []string{"table", "tbody"}
	case "td", "th":
		return []string{"table", "tbody", "tr"}
	}
	return nil
}

func void(name string) bool {
	switch name {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
		return true
	}
	return false
}

func (l *lifter) end(name, raw string) {
	find := name
	if name == "template" {
		if i := l.last(lifted); i >= 0 && l.last("template") < i {
			l.closeTo(i)
			return
		}
	}
	i := l.last(find)
	if i < 0 || name != stream && l.last(lifted) > i {
		l.out.WriteString(raw)
		return
	}
	if name == stream {
		l.closeTo(i + 1)
	}
	l.open = l.open[:i]
	l.out.WriteString(raw)
}

func (l *lifter) last(name string) int {
	low := max(0, len(l.open)-maxLevel)
	for i, have := range slices.Backward(l.open[low:]) {
		if have == name {
			return low + i
		}
	}
	return -1
}

// closeTo ends what is still open from a level on, as the end of a template
// does. An end tag of a paragraph that is closed already would make one.
func (l *lifter) closeTo(level int) {
	for _, name := range slices.Backward(l.open[level:]) {
		if name != lifted && name != "p" {
			l.out.WriteString("</" + name + ">")
		}
	}
	l.open = l.open[:level]
}
