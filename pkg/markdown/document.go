package markdown

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/gfm"
	"github.com/wield-run/wield/pkg/markdown/mustache"
)

// listIndent is how far the text of a list item stands behind its bullet.
const listIndent = 2

// rule stands between two documents.
const rule = "\n---\n\n"

// part prints an item as a document. Of the first one as many whole blocks
// are kept as fit; any other is printed whole or not at all.
func (x *renderer) part(v jsonval.Value) {
	blocks := x.blocks(v)
	if x.rendered > 0 {
		whole := append([]byte(rule), bytes.Join(blocks, nil)...)
		if x.err != nil {
			return
		}
		start := x.out.kept.Len() + len(rule)
		if x.out.add(whole) {
			x.printed(start)
		} else {
			x.drop(whole)
		}
		return
	}
	if len(blocks) > 0 {
		first := x.shrink(x.apart(blocks[0]), func() []byte {
			if blocks = x.blocks(v); len(blocks) == 0 {
				return nil
			}
			return x.apart(blocks[0])
		})
		if len(blocks) > 0 {
			blocks[0] = first
		}
	}
	if x.err == nil {
		x.keep(blocks)
	}
}

// apart sets the first block of a part apart from what stands before it.
func (x *renderer) apart(block []byte) []byte {
	if x.out.chars == 0 {
		return block
	}
	return append([]byte("\n"), block...)
}

// keep takes the blocks that fit. Empty lines at the end are not kept.
func (x *renderer) keep(blocks [][]byte) {
	start := x.out.kept.Len()
	if x.out.chars > 0 {
		start++ // see apart
	}
	var pending []byte
	for i, block := range blocks {
		pending = append(pending, block...)
		if len(bytes.TrimSpace(block)) == 0 {
			continue
		}
		if !x.out.add(pending) {
			rest := append(pending, bytes.Join(blocks[i+1:], nil)...)
			if i == 0 {
				x.drop(rest)
				return
			}
			x.counts.DroppedChars += runes(rest)
			break
		}
		pending = pending[:0]
	}
	x.printed(start)
}

// printed counts an item that is in the output, and keeps where.
func (x *renderer) printed(start int) {
	x.rendered++
	if x.mode == Documents && x.out.write == nil {
		x.parts = append(x.parts, Part{min(start, x.out.kept.Len()), x.out.kept.Len()})
	}
}

// blocks gives the Markdown of an item in pieces that a limit may drop.
func (x *renderer) blocks(v jsonval.Value) [][]byte {
	var blocks [][]byte
	if x.mode == Documents {
		if heading := x.heading(v); len(heading) > 0 {
			blocks = append(blocks, heading, []byte("\n"))
		}
	}
	if x.r.Template == nil {
		for i := range x.r.Fields {
			blocks = append(blocks, x.line(i, v))
		}
		return blocks
	}
	text, err := x.r.Template.Append(nil, x.data(v))
	x.fail("template", err)
	if body := strings.Trim(string(text), "\n"); body != "" {
		blocks = append(blocks, splitBlocks(body+"\n")...)
	}
	return blocks
}

// data is what a template is rendered with.
func (x *renderer) data(v jsonval.Value) *mustache.Data {
	return &mustache.Data{Root: x.root, Item: v, Index: x.selected - 1, Count: x.count,
		MaxFieldChars: min(x.limits.MaxFieldChars, x.cap), Usage: &x.counts}
}

// heading is the heading of a part: the recipe's title, or its name and the
// number of the item.
func (x *renderer) heading(v jsonval.Value) []byte {
	dst := []byte("## ")
	from := len(dst)
	if x.r.Title != nil {
		data := x.data(v)
		data.Inline = true
		text, err := x.r.Title.Append(nil, data)
		x.fail("title", err)
		dst = append(dst, strings.Join(strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' || r == ' ' || r == '\t' }), " ")...)
		dst = gfm.CloseHeading(dst, from)
	}
	if len(dst) == from {
		dst = gfm.AppendHeadingText(dst, gfm.Line(x.r.Name+" "+strconv.Itoa(x.selected)))
	}
	return append(dst, '\n')
}

// line is a field as an item of a list.
func (x *renderer) line(i int, v jsonval.Value) []byte {
	dst := gfm.AppendText([]byte("- **"), gfm.Line(x.r.Fields[i].Label), gfm.Place{Edges: true})
	dst = append(dst, ":** "...)
	dst = trimSpace(x.field(dst, i, v, inList))
	if dst[len(dst)-1] != '\n' {
		dst = append(dst, '\n')
	}
	return dst
}
