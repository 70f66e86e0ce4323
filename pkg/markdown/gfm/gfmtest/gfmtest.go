// Package gfmtest reads Markdown back through a parser that is not ours, for
// tests: what a GFM reader sees is what counts.
package gfmtest

import (
	"bytes"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	nethtml "golang.org/x/net/html"
)

// Node is an element of what a reader sees, or, without a tag, a text.
type Node struct {
	Tag      string
	Attr     map[string]string
	Data     string // of a text
	Children []*Node
}

// Reader reads Markdown.
type Reader func(t testing.TB, markdown string) *Node

// Cmark gives the reader that GitHub's own parser is, where it is installed;
// elsewhere it skips the test. It starts a process for each text.
func Cmark(t testing.TB) Reader {
	t.Helper()
	path, err := exec.LookPath("cmark-gfm")
	if err != nil {
		t.Skip("cmark-gfm is not installed")
	}
	return func(t testing.TB, markdown string) *Node {
		t.Helper()
		cmd := exec.Command(path, "-e", "table", "-e", "strikethrough", "-e", "autolink", "-e", "tasklist", "-e", "footnotes", "--unsafe", "-t", "html")
		cmd.Stdin = strings.NewReader(markdown)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return parseHTML(t, out)
	}
}

// Parse reads Markdown as GFM with goldmark, with footnotes, and with raw HTML
// let through so that a test sees it.
func Parse(t testing.TB, markdown string) *Node {
	t.Helper()
	reader := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(html.WithUnsafe()))
	var out bytes.Buffer
	if err := reader.Convert([]byte(markdown), &out); err != nil {
		t.Fatal(err)
	}
	return parseHTML(t, out.Bytes())
}

func parseHTML(t testing.TB, html []byte) *Node {
	t.Helper()
	doc, err := nethtml.Parse(bytes.NewReader(html))
	if err != nil {
		t.Fatal(err)
	}
	body := convert(doc).All("body")
	if len(body) != 1 {
		t.Fatalf("%d bodies in %q", len(body), html)
	}
	return body[0]
}

func convert(n *nethtml.Node) *Node {
	node := &Node{Attr: map[string]string{}}
	switch n.Type {
	case nethtml.ElementNode:
		node.Tag = n.Data
	case nethtml.DocumentNode:
		node.Tag = "#document"
	case nethtml.CommentNode:
		node.Tag = "#comment"
	case nethtml.TextNode:
		node.Data = n.Data
	}
	for _, a := range n.Attr {
		node.Attr[a.Key] = a.Val
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		node.Children = append(node.Children, convert(c))
	}
	return node
}

// Text is the text of a node and all below it.
func (n *Node) Text() string {
	text := n.Data
	for _, c := range n.Children {
		text += c.Text()
	}
	return text
}

// All gives the elements of a name, n and below.
func (n *Node) All(tag string) []*Node {
	var all []*Node
	if n.Tag == tag {
		all = append(all, n)
	}
	for _, c := range n.Children {
		all = append(all, c.All(tag)...)
	}
	return all
}

// Outline names the elements below a node, without their text:
// "h1 table(thead(tr(th th)) tbody(tr(td td(a))))".
//
// Links that a reader makes of a bare URL or mail address are left out: these
// are text that may stand anywhere.
func (n *Node) Outline() string {
	var parts []string
	for _, c := range n.Children {
		if c.Tag == "" || c.Tag == "a" && autolink(c) {
			continue
		}
		part := c.Tag
		if inside := c.Outline(); inside != "" {
			part += "(" + inside + ")"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}

// Plain gives the text of an inline node that holds nothing but text, or bare
// URLs and mail addresses that a reader links by itself. Anything else is
// named in its place: "<em>".
func (n *Node) Plain() string {
	text := n.Data
	for _, c := range n.Children {
		switch {
		case c.Tag == "":
			text += c.Data
		case c.Tag == "a" && autolink(c):
			text += c.Text()
		default:
			text += "<" + c.Tag + ">" + c.Text()
		}
	}
	return text
}

// autolink reports a link whose text is its own address.
func autolink(n *Node) bool {
	href, text := n.Attr["href"], n.Text()
	if href == "" || len(n.Children) != 1 || n.Children[0].Tag != "" {
		return false
	}
	for _, scheme := range []string{"", "http://", "mailto:"} {
		if href == scheme+text || decode(href) == decode(scheme+text) {
			return strings.HasPrefix(href, "http://") || strings.HasPrefix(href, "https://") || strings.HasPrefix(href, "ftp://") || strings.HasPrefix(href, "mailto:") || strings.HasPrefix(href, "xmpp:")
		}
	}
	return false
}

// decode takes percent escapes off, as far as they are any.
func decode(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b = append(b, byte(n))
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}
