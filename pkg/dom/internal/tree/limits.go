package tree

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The limits of a page. A page of 5 MiB has at most 2.6 million nodes of its
// own; beyond that they are copies which unclosed formatting elements make.
const (
	maxText  = 64 << 20    // bytes
	maxNodes = 3_000_000   // elements and texts
	maxWork  = 150_000_000 // looks at an open element, an attribute or a child
)

// Refusal says why a page is not read.
type Refusal struct {
	Message string // one sentence
	Hint    string
}

// Build reads a document, or the content of a <template>.
func Build(text string, fragment bool) (*Tree, *Refusal) {
	if len(text) > maxText {
		return nil, &Refusal{
			Message: "the page has " + strconv.Itoa(len(text)) + " bytes and only " + strconv.Itoa(maxText) + " are read",
			Hint:    "request a smaller page",
		}
	}
	p := newBuilder(text, fragment)
	for !p.done && !p.exhausted() {
		p.next()
		p.process()
	}
	p.cloneSelected()
	if p.exhausted() {
		return nil, p.refusal()
	}
	root := int32(0)
	if fragment {
		root = p.nodes.At(0).first // the <html> that stands for the content
	}
	return &Tree{Nodes: p.nodes, Attrs: p.attrs, Text: p.text, Names: p.names, Root: root, Quirks: p.quirks}, nil
}

func newBuilder(text string, fragment bool) *builder {
	p := &builder{
		source:     text,
		z:          html.NewTokenizer(strings.NewReader(text)),
		framesetOK: true,
		fragment:   fragment,
		text:       make([]byte, 0, len(text)*3/4),
		attrs:      make([]Attr, 0, min(strings.Count(text, "=")+16, len(text)/8)),
	}
	p.selectedName = p.names.Intern([]byte("selectedcontent"))
	p.newNode()
	if fragment {
		p.addImplied(atom.Html)
		p.templates = []mode{inTemplate}
		p.resetMode()
	}
	return p
}

func (p *builder) exhausted() bool { return p.nodes.count > maxNodes || p.work > maxWork }

func (p *builder) refusal() *Refusal {
	const hint = "request a smaller page, or the data behind it"
	if p.nodes.count > maxNodes {
		return &Refusal{
			Message: "the page makes more than " + strconv.Itoa(maxNodes) + " elements and texts out of " +
				strconv.Itoa(len(p.source)) + " bytes, at byte " + strconv.Itoa(p.position),
			Hint: hint,
		}
	}
	return &Refusal{
		Message: "the page nests its elements so that reading it takes too long, at byte " + strconv.Itoa(p.position) +
			" of " + strconv.Itoa(len(p.source)),
		Hint: hint,
	}
}
