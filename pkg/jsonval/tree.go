package jsonval

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
)

// ParseTree reads a text strictly, as recipe files are read: UTF-8 without a
// BOM, one value, no repeated names. It gives the tree and what is wrong with
// the text (J… codes, File and Pointer left empty). Where a fault has one
// evident meaning (comments, single or typographic quotes, unquoted names, missing and
// trailing commas, raw control characters, JavaScript's and Python's words),
// it is reported and reading goes on; after any other there is no tree (nil),
// and no fix is safe: what stands before the fault may be a part of it.
func ParseTree(text []byte) (*Node, []*diag.Diagnostic) {
	p := &treeParser{}
	start := 0
	switch {
	case bytes.HasPrefix(text, []byte("\xef\xbb\xbf")):
		start = 3
		p.report("J6", "byte-order-mark", 0, 3, "the file begins with a byte order mark",
			"save it as UTF-8 without one", replace("remove the byte order mark", 0, 3, ""))
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		p.report("J1", "not-utf8", 0, 2, "the file is UTF-16", "save it as UTF-8", nil)
		return nil, p.found
	}
	if at := firstBroken(text); at >= 0 {
		end := at + brokenLen(text[at:])
		p.report("J1", "not-utf8", at, end, fmt.Sprintf("the byte 0x%02X is not UTF-8", text[at]),
			"save the file as UTF-8", nil)
		return nil, p.found
	}
	p.s = string(text)
	p.i = start
	root := p.document()
	diag.Sort(p.found)
	if !p.stopped {
		return root, p.found
	}
	for _, d := range p.found {
		if d.Fix != nil {
			d.Fix.Safe = false
		}
	}
	return nil, p.found
}

// firstBroken gives the offset of the first byte that is not UTF-8, or -1.
func firstBroken(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// treeParser reads a text to nodes and recovers from what it can.
type treeParser struct {
	s       string
	i       int
	depth   int
	found   []*diag.Diagnostic
	stopped bool   // a fault that cannot be recovered from was reported
	odd     [2]int // the first bracket whose closing one is indented otherwise, and that one
	block   []Node
}

func (p *treeParser) document() *Node {
	p.space()
	if p.i >= len(p.s) && !p.stopped {
		p.stop(0, len(p.s), "the file is empty", "a recipe is one JSON object")
		return nil
	}
	root := p.value(nil)
	if p.stopped {
		return nil
	}
	if p.space(); p.i < len(p.s) && !p.stopped {
		p.trailing()
	}
	return root
}

// space passes white space, and reports comments.
func (p *treeParser) space() {
	for {
		p.i = skipSpace(p.s, p.i)
		rest := p.s[p.i:]
		end := 0
		switch {
		case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "#"):
			end = strings.IndexAny(rest, "\r\n")
			if end < 0 {
				end = len(rest)
			}
		case strings.HasPrefix(rest, "/*"):
			if end = strings.Index(rest[2:], "*/") + 4; end < 4 {
				p.stop(p.i, p.i+2, "the comment is not closed", "remove it: JSON has no comments")
				p.i = len(p.s)
				return
			}
		default:
			return
		}
		from, to := p.around(p.i, p.i+end)
		p.report("J9", "comment", p.i, p.i+end, "JSON has no comments", "remove it; `description` may say what it says",
			replace("remove the comment", from, to, ""))
		p.i += end
	}
}

// around gives what goes with a comment: its whole lines where they hold
// nothing else, or the spaces that set it off.
func (p *treeParser) around(from, to int) (start, end int) {
	start = len(strings.TrimRight(p.s[:from], " \t"))
	end = len(p.s) - len(strings.TrimLeft(p.s[to:], " \t"))
	opens := start == 0 || p.s[start-1] == '\n' || p.s[start-1] == '\r'
	switch closes := end == len(p.s) || p.s[end] == '\n' || p.s[end] == '\r'; {
	case opens && closes:
		if strings.HasPrefix(p.s[end:], "\r\n") {
			end++
		}
		return start, min(end+1, len(p.s))
	case closes:
		return start, end
	case start < from:
		return from, end
	}
	return from, to
}

func (p *treeParser) node(parent *Node) *Node {
	if len(p.block) == 0 {
		p.block = make([]Node, 32)
	}
	n := &p.block[0]
	p.block = p.block[1:]
	n.Parent = parent
	return n
}

func (p *treeParser) value(parent *Node) *Node {
	if p.space(); p.stopped {
		return nil
	}
	n := p.node(parent)
	start := p.i
	if start >= len(p.s) {
		p.noValue()
		return nil
	}
	switch c := p.s[start]; {
	case c == '{':
		p.object(n)
	case c == '[':
		p.array(n)
	case c == '"' || c == '\'':
		n.Kind = String
		n.Str, n.raw = p.text()
	case typographicAt(p.s, start):
		n.Kind = String
		n.Str, n.raw = p.typographic()
	case c >= '0' && c <= '9', c == '-', c == '+', c == '.':
		p.number(n)
	case isWordByte(c):
		p.word(n)
	default:
		p.noValue()
	}
	if p.stopped {
		return nil
	}
	n.Span = diag.Span{Start: start, End: p.i}
	return n
}

func (p *treeParser) enter() bool {
	if p.depth++; p.depth > MaxDepth {
		if !p.stopped {
			p.stopped = true
			p.report("J5", "too-deep", p.i, p.i+1,
				fmt.Sprintf("arrays and objects nest deeper than %d levels", MaxDepth), "no recipe needs that", nil)
		}
		return false
	}
	p.i++
	return true
}

func (p *treeParser) array(n *Node) {
	n.Kind = Array
	open := p.i
	if !p.enter() {
		return
	}
	defer func() { p.depth-- }()
	for {
		if p.space(); p.stopped {
			return
		}
		if p.i < len(p.s) && p.s[p.i] == ']' {
			p.closed(open)
			return
		}
		if p.i >= len(p.s) {
			p.unclosed(open)
			return
		}
		item := p.value(n)
		if p.stopped {
			return
		}
		n.Children = append(n.Children, item)
		if !p.separator(open, ']') {
			return
		}
	}
}

// separator reads what follows an item or a member: a comma, or nothing
// before the closing bracket. A missing or trailing comma is reported. It is
// false when the reading stopped.
func (p *treeParser) separator(open int, closing byte) bool {
	behind := p.i
	if behind < len(p.s) && p.behindString() {
		p.stray()
		return false
	}
	if p.space(); p.stopped {
		return false
	}
	if p.i >= len(p.s) {
		p.unclosed(open)
		return false
	}
	switch c := p.s[p.i]; {
	case c == closing:
		return true
	case c == ',':
		comma := p.i
		p.i++
		if p.space(); p.stopped {
			return false
		}
		if p.i < len(p.s) && p.s[p.i] == closing {
			p.report("J13", "trailing-comma", comma, comma+1, "no comma stands before the closing bracket", "remove it",
				replace("remove the comma", comma, comma+1, ""))
		} else if p.i < len(p.s) && p.s[p.i] == ',' {
			p.unexpected("between two commas a value is missing", "remove one of the two")
			return false
		}
		return true
	case c == '"', c == '\'', isWordByte(c), closing == ']' && (c == '{' || c == '[' || c == '-'):
		p.report("J14", "missing-comma", behind, behind, "a comma is missing here", "write `,`",
			replace("insert the comma", behind, behind, ","))
		return true
	}
	p.noSeparator(open, closing)
	return false
}

func (p *treeParser) object(n *Node) {
	n.Kind = Object
	open := p.i
	if !p.enter() {
		return
	}
	defer func() { p.depth-- }()
	names := nameSet{}
	for {
		if p.space(); p.stopped {
			return
		}
		if p.i >= len(p.s) {
			p.unclosed(open)
			return
		}
		if p.s[p.i] == '}' {
			p.closed(open)
			return
		}
		member := p.member(n)
		if p.stopped {
			return
		}
		if first := names.add(n.Children, member); first != nil {
			d := p.report("J3", "duplicate-member", member.KeySpan.Start, member.KeySpan.End,
				fmt.Sprintf("the member %s stands here a second time", diag.Quote(member.Key, 60)),
				"readers disagree on which one counts; keep one", nil)
			d.Related = []diag.Related{{Span: first.KeySpan, Message: "the first one"}}
		}
		n.Children = append(n.Children, member)
		if !p.separator(open, '}') {
			return
		}
	}
}

// nameSet finds repeated names; large objects get a map.
type nameSet map[string]*Node

func (s *nameSet) add(before []*Node, member *Node) *Node {
	if len(before) < indexFrom {
		for _, b := range before {
			if b.Key == member.Key {
				return b
			}
		}
		return nil
	}
	if len(*s) == 0 {
		*s = make(nameSet, 2*len(before))
		for i := len(before) - 1; i >= 0; i-- {
			(*s)[before[i].Key] = before[i]
		}
	}
	if first, ok := (*s)[member.Key]; ok {
		return first
	}
	(*s)[member.Key] = member
	return nil
}

// member reads a name, a colon and a value.
func (p *treeParser) member(object *Node) *Node {
	start := p.i
	var key, raw string
	var unquoted *diag.Fix
	switch c := p.s[start]; {
	case c == '"' || c == '\'':
		key, raw = p.text()
	case typographicAt(p.s, start):
		key, raw = p.typographic()
	case isWordByte(c):
		p.i = wordEnd(p.s, start)
		key = p.s[start:p.i]
		raw = key
		unquoted = replace("quote the name", start, p.i, string(AppendString(nil, key)))
	default:
		p.noName()
	}
	if p.stopped {
		return nil
	}
	keySpan := diag.Span{Start: start, End: p.i}
	switch {
	case p.i >= len(p.s):
	case unquoted != nil && (p.s[p.i] == '"' || p.s[p.i] == '\'' || strings.ContainsFunc(key, isTypographic)):
		name := strings.TrimRightFunc(key, isTypographic)
		p.stop(start, p.i, "the opening quote of this name is missing", "write "+diag.Quote(name, 60))
		return nil
	case unquoted == nil && p.behindString():
		p.stray()
		return nil
	}
	if p.space(); p.stopped {
		return nil
	}
	if p.i >= len(p.s) || p.s[p.i] != ':' {
		p.noColon(key)
		return nil
	}
	if unquoted != nil {
		p.report("J15", "unquoted-name", start, keySpan.End, "a member name stands in double quotes", "write "+diag.Quote(key, 60), unquoted)
	}
	p.i++
	n := p.value(object)
	if n == nil {
		return nil
	}
	n.Key, n.KeySpan, n.rawKey = key, keySpan, raw
	return n
}
