package mustache

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/markdown/format"
	"github.com/wield-run/wield/pkg/markdown/gfm"
)

// The errors of rendering.
var (
	ErrNodes = errors.New("the template expands to more than 1,000,000 nodes")
	ErrSize  = errors.New("the template expands to more than 32 MiB")
)

// maxSize bounds what one template prints, in bytes.
const maxSize = 32 << 20

// Usage counts what rendering took and cut, over any number of templates.
type Usage struct {
	Nodes        int
	FieldsCut    int
	DroppedChars int // code points
}

// Data is what a template is rendered with.
type Data struct {
	Root, Item    jsonval.Value
	Index         int  // of the item, from 0
	Count         int  // of all items
	MaxFieldChars int  // of one printed value, in code points
	Inline        bool // the text stands in a line that has begun
	Usage         *Usage
}

// Append renders the template. The error is ErrNodes, ErrSize or
// jsonpath.ErrTooMany.
func (t *Template) Append(dst []byte, data *Data) ([]byte, error) {
	r := renderer{dst: dst, from: len(dst), data: data}
	if data.Inline {
		r.state.block = blockNone
	}
	r.nodes(t.nodes, &scope{item: data.Item, index: data.Index, count: data.Count})
	return r.dst, r.err
}

// scope is the element at hand.
type scope struct {
	item         jsonval.Value
	index, count int
	key          string
	keyed        bool // the element is a member of an object
}

type renderer struct {
	dst     []byte
	from    int // where the template's output begins in dst
	seen    int // how far state has looked, from the output's beginning
	data    *Data
	state   state
	code    codeKind
	rest    string // in a block of code: what the template's lines begin with
	inLine  bool   // in a block of code: a line of the template has begun
	scratch []byte
	err     error
}

// codeKind says that text is being collected for a code span or block, in
// which nothing is escaped.
type codeKind uint8

const (
	noCode codeKind = iota
	spanCode
	blockCode
)

func (r *renderer) nodes(nodes []node, s *scope) {
	for i := range nodes {
		if r.err != nil {
			return
		}
		if r.data.Usage.Nodes++; r.data.Usage.Nodes > MaxNodes {
			r.err = ErrNodes
			return
		}
		r.node(&nodes[i], s)
		if len(r.dst)-r.from > maxSize {
			r.err = ErrSize
		}
	}
}

func (r *renderer) node(n *node, s *scope) {
	switch n.kind {
	case literal:
		r.literal(n.text)
	case printed:
		v, _, err := n.path.Find(r.data.Root, s.item)
		r.err = err
		r.scratch = format.AppendText(r.scratch[:0], v)
		r.print(string(r.scratch))
	case variable:
		r.variable(n.text, s)
	case ifBlock, unlessBlock:
		v, _, err := n.path.Find(r.data.Root, s.item)
		if r.err = err; truthy(v) == (n.kind == ifBlock) {
			r.nodes(n.body, s)
		} else {
			r.nodes(n.otherwise, s)
		}
	case eachBlock:
		r.each(n, s)
	case codeSpan, codeFence:
		r.codeNode(n, s)
	}
}

// literal writes text of the template. In a block of code the lines lose what
// they begin with in the quote or list that the block stands in.
func (r *renderer) literal(text string) {
	if r.code != blockCode || r.rest == "" {
		r.dst = append(r.dst, text...)
		return
	}
	for line := range strings.Lines(text) {
		if !r.inLine {
			line = behindContainer(line, r.rest)
		}
		r.dst = append(r.dst, line...)
		r.inLine = !strings.HasSuffix(line, "\n")
	}
}

// truthy is what counts as true in #if: anything but null, false, "", 0, []
// and {}, and what is missing.
func truthy(v jsonval.Value) bool {
	switch v.Kind() {
	case jsonval.Null:
		return false
	case jsonval.Bool:
		return v.Bool()
	case jsonval.Number:
		return v.Float() != 0
	case jsonval.String:
		return v.Str() != ""
	}
	return v.Len() > 0
}

func (r *renderer) each(n *node, s *scope) {
	v, _, err := n.path.Find(r.data.Root, s.item)
	if r.err = err; v.Len() == 0 {
		r.nodes(n.otherwise, s)
		return
	}
	for i, item := range v.Items() {
		r.nodes(n.body, &scope{item: item, index: i, count: v.Len()})
		if r.err != nil {
			return
		}
	}
	for i, m := range v.Members() {
		r.nodes(n.body, &scope{item: m.Value, index: i, count: v.Len(), key: m.Key, keyed: true})
		if r.err != nil {
			return
		}
	}
}

func (r *renderer) variable(name string, s *scope) {
	switch name {
	case "@index":
		r.print(strconv.Itoa(s.index))
	case "@number":
		r.print(strconv.Itoa(s.index + 1))
	case "@count":
		r.print(strconv.Itoa(s.count))
	case "@key":
		if s.keyed {
			r.print(s.key)
		}
	}
}

// cut shortens a value and counts what was dropped.
func (r *renderer) cut(text string) string {
	kept, dropped := gfm.Cut(text, r.data.MaxFieldChars)
	if dropped > 0 {
		r.data.Usage.FieldsCut++
		r.data.Usage.DroppedChars += dropped
	}
	return kept
}

// print writes data, escaped for where it stands.
func (r *renderer) print(text string) {
	if r.code == blockCode {
		r.dst = append(r.dst, r.cut(gfm.Block(text))...)
		r.inLine = true
		return
	}
	line := r.cut(gfm.Line(text))
	if r.code == spanCode || line == "" {
		r.dst = append(r.dst, line...)
		return
	}
	r.state.write(r.dst[r.from+r.seen:])
	start := len(r.dst)
	switch s := &r.state; {
	case s.link == inTarget || s.link == inAngles || s.link == defined:
		r.dst = appendTarget(r.dst, string(s.dest), line)
	case s.url:
		r.dst = appendBareURL(r.dst, line)
	default:
		r.dst = r.appendText(r.dst, line)
	}
	r.state.write(r.dst[start:])
	r.seen = len(r.dst) - r.from
}

// appendText escapes a line for the place that the state tells of.
func (r *renderer) appendText(dst []byte, line string) []byte {
	s := &r.state
	place := gfm.Place{Open: true, Edges: true}
	switch s.block {
	case blockStart, blockMarker, blockHash:
		place.Start = true
	case blockDigits:
		if line[0] == '.' || line[0] == ')' {
			dst = append(dst, '\\', line[0])
			line = line[1:]
		}
	}
	from := len(dst)
	dst = gfm.AppendText(dst, line, place)
	if s.heading {
		dst = gfm.CloseHeading(dst, from)
	}
	if s.link == inTitle {
		escaped := append([]byte(nil), dst[from:]...)
		dst = dst[:from]
		for _, c := range escaped {
			if c == '"' || c == '\'' || c == '(' || c == ')' {
				dst = append(dst, '\\')
			}
			dst = append(dst, c)
		}
	}
	return dst
}

// appendBareURL writes data into a URL that stands in the text. Not every
// reader links it, so nothing in it may be Markdown.
func appendBareURL(dst []byte, line string) []byte {
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '*':
			dst = append(dst, "%2A"...)
		case c == '~':
			dst = append(dst, "%7E"...)
		case c == '_':
			dst = append(dst, "%5F"...)
		default:
			end := i + 1
			for end < len(line) && strings.IndexByte("*~_", line[end]) < 0 {
				end++
			}
			dst = gfm.AppendDestination(dst, line[i:end])
			i = end - 1
		}
	}
	return dst
}

// appendTarget writes data into a link's destination, of which something may
// stand there already. At its beginning only a whole http or https URL is
// taken; behind that nothing can change where the link leads to.
func appendTarget(dst []byte, before, line string) []byte {
	if before == "" {
		if destination, ok := gfm.Destination(line); ok {
			return append(dst, destination...)
		}
		return dst
	}
	inScheme := true
	for _, c := range []byte(before) {
		inScheme = inScheme && c != ':' && c != '/' && c != '?' && c != '#'
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ':' && inScheme:
			dst = append(dst, "%3A"...)
		case c == '/' && i == 0 && before == "/":
			dst = append(dst, "%2F"...)
		default:
			end := i + 1
			for end < len(line) && line[end] != ':' {
				end++
			}
			dst = gfm.AppendDestination(dst, line[i:end])
			i = end - 1
		}
	}
	return dst
}

// codeNode prints a code span or block in which tags stand.
func (r *renderer) codeNode(n *node, s *scope) {
	if r.code != noCode { // a block inside code: its backticks are text there
		r.nodes(n.body, s)
		return
	}
	r.state.write(r.dst[r.from+r.seen:])
	start := len(r.dst)
	r.code = spanCode
	if n.kind == codeFence {
		r.code, r.rest, r.inLine = blockCode, n.rest, false
	}
	r.nodes(n.body, s)
	r.code = noCode
	text := string(r.dst[start:])
	r.dst = r.dst[:start]
	if n.kind == codeFence {
		r.dst = appendBehind(r.dst, gfm.AppendFence(nil, gfm.Block(text), n.text, 0), n.rest)
	} else {
		r.dst = gfm.AppendCode(r.dst, gfm.Line(text), r.state.cell)
	}
	r.state.write(r.dst[start:])
	r.seen = len(r.dst) - r.from
}

// appendBehind appends lines, each but the first behind rest.
func appendBehind(dst, lines []byte, rest string) []byte {
	first := true
	for line := range bytes.Lines(lines) {
		switch {
		case first:
		case len(line) == 1:
			dst = append(dst, strings.TrimRight(rest, " ")...)
		default:
			dst = append(dst, rest...)
		}
		dst, first = append(dst, line...), false
	}
	return dst
}
