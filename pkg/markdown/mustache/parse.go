package mustache

import (
	"github.com/wield-run/wield/pkg/diag"
)

// Parse reads a template. All that is wrong with it is reported at once, with
// spans that count in text; with an error among it there is no template.
func Parse(text string) (*Template, []*diag.Diagnostic) {
	l := &lexer{s: text}
	l.run()
	checkHTML(l)
	checkFences(l)
	b := &builder{l: l, blocks: []openBlock{{}}}
	for _, t := range standalone(l.tokens) {
		b.add(t)
	}
	for len(b.blocks) > 1 {
		open := b.blocks[len(b.blocks)-1]
		l.fail(open.span.Start, open.span.End, "write `{{/"+open.word+"}}` where it ends", "this block is never closed")
		b.pop()
	}
	diag.Sort(l.found)
	if errors, _ := diag.Count(l.found); errors > 0 {
		return nil, l.found
	}
	t := &Template{nodes: wrapCode(b.blocks[0].nodes), paths: l.paths, count: b.count}
	return t, l.found
}

// builder makes a tree of tokens.
type builder struct {
	l      *lexer
	blocks []openBlock // the template itself, and the blocks that are open
	eaches int         // open each blocks
	count  bool
}

type openBlock struct {
	node     node
	word     string
	span     diag.Span
	nodes    []node // of the part at hand
	elseSpan diag.Span
}

func (b *builder) top() *openBlock { return &b.blocks[len(b.blocks)-1] }

func (b *builder) add(t token) {
	top := b.top()
	switch t.sort {
	case literalToken:
		top.nodes = appendLiteral(top.nodes, clean(t.text))
	case valueTag:
		if t.node.kind == variable && t.node.text == "@count" && b.eaches == 0 {
			b.count = true
		}
		top.nodes = append(top.nodes, t.node)
	case openTag:
		if len(b.blocks) == MaxNesting+1 {
			b.l.fail(t.span.Start, t.span.End, "make it flatter", "blocks nest deeper than %d levels", MaxNesting)
		}
		if t.word == "each" {
			b.eaches++
		}
		b.blocks = append(b.blocks, openBlock{node: t.node, word: t.word, span: t.span})
	case elseTag:
		switch {
		case len(b.blocks) == 1:
			b.l.fail(t.span.Start, t.span.End, "write it between `{{#if path}}` and `{{/if}}`, or remove it", "`{{else}}` stands outside any block")
		case top.elseSpan != (diag.Span{}):
			d := b.l.fail(t.span.Start, t.span.End, "keep one of the two", "the block has an `{{else}}` already")
			d.Related = []diag.Related{{Span: top.elseSpan, Message: "the first one"}}
		default:
			top.elseSpan = t.span
			top.node.body, top.nodes = top.nodes, nil
		}
	case closeTag:
		b.close(t)
	}
}

func appendLiteral(nodes []node, text string) []node {
	if text == "" {
		return nodes
	}
	if n := len(nodes); n > 0 && nodes[n-1].kind == literal {
		nodes[n-1].text += text
		return nodes
	}
	return append(nodes, node{kind: literal, text: text})
}

// close ends the innermost block. Where the tag closes one further out, those
// inside were not closed.
func (b *builder) close(t token) {
	at := len(b.blocks) - 1
	for at > 0 && b.blocks[at].word != t.word {
		at--
	}
	if at == 0 {
		top := b.top()
		if len(b.blocks) == 1 {
			b.l.fail(t.span.Start, t.span.End, "remove it, or write `{{#"+t.word+" path}}` where the block begins", "`{{/%s}}` closes no block", t.word)
			return
		}
		d := b.l.fail(t.span.Start, t.span.End, "write `{{/"+top.word+"}}`", "`{{/%s}}` does not close `{{#%s}}`", t.word, top.word)
		d.Related = []diag.Related{{Span: top.span, Message: "the block that is open"}}
		b.pop()
		return
	}
	for len(b.blocks)-1 > at {
		open := b.top()
		b.l.fail(open.span.Start, open.span.End, "write `{{/"+open.word+"}}` where it ends", "this block is never closed")
		b.pop()
	}
	b.pop()
}

// pop moves the innermost block into the one around it.
func (b *builder) pop() {
	block := *b.top()
	b.blocks = b.blocks[:len(b.blocks)-1]
	if block.word == "each" {
		b.eaches--
	}
	if block.elseSpan == (diag.Span{}) {
		block.node.body = block.nodes
	} else {
		block.node.otherwise = block.nodes
	}
	block.node.body, block.node.otherwise = wrapCode(block.node.body), wrapCode(block.node.otherwise)
	top := b.top()
	top.nodes = append(top.nodes, block.node)
}
