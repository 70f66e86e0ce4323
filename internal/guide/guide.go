// Package guide is the authoring guide: how a recipe is written, a page for
// each topic.
//
// A page is Markdown with paragraphs, lists and fenced blocks, so that a
// terminal can show it. Its examples are run by a test:
//
//   - "json" with a whole recipe: it is checked and run;
//   - "json" with anything else: a merge patch of the recipe on the page "format",
//     which is checked and run;
//   - "json data" is the value that the "jmespath" blocks behind it are about. Such a
//     block is pairs of lines: an expression, and "=> " with its value as JSON.
package guide

import (
	"embed"
	"strings"
)

//go:embed *.md
var texts embed.FS

// Page is the guide's page about a topic.
type Page struct {
	Topic string // "first-n"
	Title string // one line
	Text  string // the whole page, Markdown
}

// topics are in the order in which they are read.
var topics = [...]string{
	"start",
	"format",
	"params",
	"expressions",
	"templates",
	"output",
	"first-n",
	"cursor",
	"enum",
	"foreach",
	"tiles",
	"embedded-json",
	"login",
	"write",
	"locale",
	"publish",
}

// Pages gives all pages in the order in which they are read. The first is the
// way through a recipe from nothing to its publication.
func Pages() []Page {
	var all []Page
	for _, topic := range topics {
		text, err := texts.ReadFile(topic + ".md")
		if err != nil {
			panic(err) // the list names a file that is not there
		}
		title, _, _ := strings.Cut(string(text), "\n")
		all = append(all, Page{topic, strings.TrimPrefix(title, "# "), string(text)})
	}
	return all
}
