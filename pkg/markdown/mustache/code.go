package mustache

import (
	"slices"
	"strings"
)

// wrapCode finds the code spans and fenced blocks of the template in which
// tags stand. No escape works in code, so what a tag prints there is printed
// as it is, and the fence is made longer than any run of backticks inside.
func wrapCode(nodes []node) []node {
	if !slices.ContainsFunc(nodes, func(n node) bool { return n.kind == literal && strings.ContainsAny(n.text, "`~") }) {
		return nodes
	}
	for from := 0; ; {
		open, ok := nextRun(nodes, run{node: from})
		if !ok {
			return nodes
		}
		closing, ok := open.closing(nodes)
		if ok && closing.node > open.node {
			nodes, from = replaceRuns(nodes, open, closing)
			continue
		}
		behind := open // no code
		if ok {
			behind = closing // code without tags
		}
		if nodes, from = splitBehind(nodes, behind); from == len(nodes) {
			return nodes
		}
	}
}

// run is a run of backticks in a literal, or the tildes of a fence.
type run struct {
	node, at, length int
	fence            bool   // it opens or closes a fenced block
	alone            bool   // nothing but the marks of quotes stands before the fence
	rest             string // what the other lines of the block begin with
	info             string
}

// nextRun finds the first run of backticks, or fence of tildes, from a place
// on. A run behind a backslash is none.
func nextRun(nodes []node, from run) (run, bool) {
	for i := from.node; i < len(nodes); i++ {
		if nodes[i].kind != literal {
			continue
		}
		text := nodes[i].text
		start := 0
		if i == from.node {
			start = from.at + from.length
		}
		for at := start; at < len(text); at++ {
			if text[at] == '\\' {
				at++
				continue
			}
			mark := text[at]
			if mark != '`' && mark != '~' {
				continue
			}
			r := run{node: i, at: at}
			for at+r.length < len(text) && text[at+r.length] == mark {
				r.length++
			}
			r.lookAround(nodes)
			if mark == '`' || r.fence {
				return r, true
			}
			at += r.length - 1
		}
	}
	return run{}, false
}

// lookAround finds out whether the run is the fence of a block: at the
// beginning of its line, or of a quote's or list item's, with at most an info
// string behind it.
func (r *run) lookAround(nodes []node) {
	text := nodes[r.node].text
	before := text[:r.at]
	if at := strings.LastIndexByte(before, '\n'); at >= 0 {
		before = before[at+1:]
	} else if r.node > 0 && !endsLine(&nodes[r.node-1]) {
		return // something else stands before it on its line
	}
	behind, _, ended := strings.Cut(text[r.at+r.length:], "\n")
	rest, ok := container(before)
	if ok && r.length >= 3 && !strings.Contains(behind, "`") && (ended || r.node == len(nodes)-1) {
		r.fence, r.rest, r.info = true, rest, strings.TrimSpace(behind)
		r.alone = strings.Trim(before, " >") == ""
	}
}

// endsLine reports that the text of a node ends with a line break, as far as
// the template tells.
func endsLine(n *node) bool {
	switch n.kind {
	case literal:
		return strings.HasSuffix(n.text, "\n")
	case codeFence:
		return true
	case ifBlock, unlessBlock, eachBlock:
		return len(n.body) > 0 && endsLine(&n.body[len(n.body)-1])
	}
	return false
}

// closing finds the run that ends the code which r opens.
func (r run) closing(nodes []node) (run, bool) {
	for next, ok := nextRun(nodes, r); ok; next, ok = nextRun(nodes, next) {
		if r.fence {
			if next.fence && next.alone && next.length >= r.length && next.info == "" && next.mark(nodes) == r.mark(nodes) {
				return next, true
			}
			continue
		}
		if blankLine(nodes, r, next) || next.fence {
			return run{}, false // a block ends the paragraph, and with it any code span
		}
		if next.length == r.length {
			return next, true
		}
	}
	return run{}, false
}

// mark is the character that the run is of.
func (r run) mark(nodes []node) byte { return nodes[r.node].text[r.at] }

// blankLine reports a blank line between two runs, which ends a paragraph.
func blankLine(nodes []node, from, to run) bool {
	for i := from.node; i <= to.node; i++ {
		if nodes[i].kind != literal {
			continue
		}
		text := nodes[i].text
		start, end := 0, len(text)
		if i == from.node {
			start = from.at + from.length
		}
		if i == to.node {
			end = to.at
		}
		if start <= end && strings.Contains(text[start:end], "\n\n") {
			return true
		}
	}
	return false
}

// splitBehind cuts the literal of a run behind it, so that the search goes on
// there.
func splitBehind(nodes []node, r run) ([]node, int) {
	text := nodes[r.node].text
	at := r.at + r.length
	if at == len(text) {
		return nodes, r.node + 1
	}
	rest := node{kind: literal, text: text[at:]}
	nodes[r.node].text = text[:at]
	return slices.Insert(nodes, r.node+1, rest), r.node + 1
}

// replaceRuns makes one node of what stands between two runs.
func replaceRuns(nodes []node, open, closing run) ([]node, int) {
	head, tail := nodes[open.node].text, nodes[closing.node].text
	code := node{kind: codeSpan}
	before := head[:open.at]
	first, last := head[open.at+open.length:], tail[:closing.at]
	behind := tail[closing.at+closing.length:]
	if open.fence {
		code = node{kind: codeFence, text: open.info, rest: open.rest}
		_, first, _ = strings.Cut(first, "\n")
		last = last[:strings.LastIndexByte(last, '\n')+1]
		_, behind, _ = strings.Cut(behind, "\n")
	}
	code.body = appendLiteral(nil, first)
	code.body = append(code.body, nodes[open.node+1:closing.node]...)
	code.body = appendLiteral(code.body, last)
	var kept []node
	kept = append(kept, nodes[:open.node]...)
	if before != "" {
		kept = append(kept, node{kind: literal, text: before})
	}
	kept = append(kept, code)
	at := len(kept)
	if behind != "" {
		kept = append(kept, node{kind: literal, text: behind})
	}
	return append(kept, nodes[closing.node+1:]...), at
}
