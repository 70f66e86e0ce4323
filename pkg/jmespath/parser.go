package jmespath

import (
	"fmt"

	"github.com/wield-run/wield/internal/chunk"
	"github.com/wield-run/wield/pkg/diag"
)

// MaxDepth is how deep an expression may nest: levels of the tree as well as
// parentheses and operands inside one another.
const MaxDepth = 1000

// MaxNodes is how many nodes an expression may have, and MaxLength how many
// bytes.
const (
	MaxNodes  = 50_000
	MaxLength = 1 << 20
)

// parser is a top-down operator-precedence parser. A method that gives nil has
// reported why.
type parser struct {
	src   string
	tok   token // the next token
	prev  token // the one before it
	depth int

	found  []*diag.Diagnostic
	failed bool

	lets   int                // lets around this place whose bindings are visible
	bound  map[string][]place // for each variable, where it is bound, innermost last
	fields int                // fields so far
	count  int                // nodes so far

	room *room
}

// room is memory for the trees of several expressions.
type room struct {
	nodes    chunk.Chunk[Node]
	details  chunk.Chunk[Detail]
	children chunk.Chunk[*Node]
	items    []*Node // of the lists that are being read, one behind the other
}

// parse reads the whole expression. It reads on after a mistake that leaves no
// doubt about what was meant; root is nil where it could not.
func parse(src string, r *room) (root *Node, fields int, found []*diag.Diagnostic) {
	p := &parser{src: src, room: r}
	if len(src) > MaxLength {
		p.fail(NameTooLong, diag.Span{Start: 0, End: len(src)}, fmt.Sprintf("the expression is longer than %d bytes", MaxLength), "split it")
		return nil, 0, p.found
	}
	if at := brokenUTF8(src); at >= 0 {
		p.fail(NameSyntax, diag.Span{Start: at, End: at + 1}, "the expression is not UTF-8", "write it in UTF-8")
		return nil, 0, p.found
	}
	p.tok = lex(src, 0)
	root = p.expression(powerNone)
	if root != nil && p.tok.kind != tokenEnd {
		p.unexpectedAfter()
	}
	if p.failed {
		root = nil
	}
	return root, p.fields, p.found
}

func (p *parser) advance() token {
	p.prev = p.tok
	p.tok = lex(p.src, p.tok.end)
	return p.prev
}

// node hands out a node whose text begins at start and ends with the last
// token that was read.
func (p *parser) node(kind Kind, start int, children ...*Node) *Node {
	n := p.room.nodes.New()
	n.Detail = &noDetail
	if p.count++; p.count > MaxNodes {
		p.fail(NameTooLong, p.tok.span(), fmt.Sprintf("the expression has more than %d parts", MaxNodes), "split it")
	}
	n.Kind = kind
	n.Span = diag.Span{Start: start, End: p.prev.end}
	n.Outer = n.Span
	n.height = 1
	if len(children) > 0 {
		n.Children = p.room.children.Make(len(children))
		for i, c := range children {
			n.Children[i] = c
			n.height = max(n.height, c.height+1)
		}
		if n.height > MaxDepth {
			p.tooDeep(n.Span)
		}
	}
	n.simple = isSimple(n)
	return n
}

// detail gives a node its own Detail.
func (p *parser) detail(n *Node) *Detail {
	n.Detail = p.room.details.New()
	return n.Detail
}

func isSimple(n *Node) bool {
	switch n.Kind {
	case KindField, KindCurrent, KindRoot, KindLiteral, KindRawString:
		return true
	case KindSubexpression:
		return n.Children[0].simple && n.Children[1].Kind == KindField
	case KindIndex:
		return n.Children[0].simple
	}
	return false
}

// implicit is the "@" that is not written, at the given offset.
func (p *parser) implicit(at int) *Node {
	n := p.node(KindCurrent, at)
	n.Span = diag.Span{Start: at, End: at}
	n.Outer, n.Implicit = n.Span, true
	return n
}

// expression reads an operand and all operators behind it that bind tighter
// than the given power.
func (p *parser) expression(binding int) *Node {
	if p.depth++; p.depth > MaxDepth {
		p.tooDeep(p.tok.span())
		return nil
	}
	n := p.operand()
	if n != nil {
		n = p.operators(n, binding)
	}
	p.depth--
	return n
}

func (p *parser) operators(left *Node, binding int) *Node {
	for left != nil && !p.failed {
		switch {
		case p.tok.kind == tokenAssign:
			p.singleEquals()
		case p.tok.kind == tokenNumber && p.src[p.tok.start] == '-':
			// "a -1": a subtraction of a bare number, to be reported as one.
			p.tok.kind, p.tok.end = tokenMinus, p.tok.start+1
		}
		if power(p.tok.kind) <= binding {
			return left
		}
		left = p.infix(left)
	}
	return nil
}

func (p *parser) infix(left *Node) *Node {
	start := left.Outer.Start
	switch op := p.tok; op.kind {
	case tokenPipe:
		return p.binary(KindPipe, left, powerPipe)
	case tokenOr:
		return p.binary(KindOr, left, powerOr)
	case tokenAnd:
		return p.binary(KindAnd, left, powerAnd)
	case tokenEqual, tokenNotEqual, tokenLess, tokenLessEqual, tokenGreater, tokenGreaterEqual:
		return p.binary(KindComparator, left, powerComparator)
	case tokenPlus, tokenMinus:
		return p.binary(KindArithmetic, left, powerSum)
	case tokenStar, tokenTimes, tokenDivide, tokenIntDivide, tokenModulo:
		return p.binary(KindArithmetic, left, powerProduct)
	case tokenQuestion:
		p.advance()
		yes := p.expression(powerNone)
		if yes == nil || !p.expect(tokenColon, `":" and what to give otherwise`, op) {
			return nil
		}
		no := p.expression(powerNone)
		if no == nil {
			return nil
		}
		n := p.node(KindTernary, start, left, yes, no)
		n.NameSpan = op.span()
		return n
	case tokenFlatten:
		p.advance()
		return p.projection(KindFlattenProjection, left, op.span(), powerFlatten, nil)
	case tokenFilter:
		return p.filter(left)
	case tokenLeftBracket:
		return p.bracket(left)
	default: // tokenDot: the one that is left with a power
		p.advance()
		if p.tok.kind == tokenStar {
			star := p.advance()
			return p.projection(KindValueProjection, left, star.span(), powerDot, nil)
		}
		right := p.member()
		if right == nil {
			return nil
		}
		n := p.node(KindSubexpression, start, left, right)
		n.NameSpan = op.span()
		return n
	}
}

func (p *parser) binary(kind Kind, left *Node, binding int) *Node {
	op := p.advance()
	right := p.expression(binding)
	if right == nil {
		return nil
	}
	n := p.node(kind, left.Outer.Start, left, right)
	n.NameSpan, n.Op = op.span(), operator(op.kind)
	return n
}

// projection makes a projection and reads its rest.
func (p *parser) projection(kind Kind, source *Node, brackets diag.Span, binding int, condition *Node) *Node {
	rest := p.rest(binding)
	if rest == nil {
		return nil
	}
	var n *Node
	if condition != nil {
		n = p.node(kind, source.Outer.Start, source, condition, rest)
	} else {
		n = p.node(kind, source.Outer.Start, source, rest)
	}
	n.NameSpan = brackets
	return n
}

// rest reads what is done with each element of a projection. A multi-select
// ends it: "items[*].{a: a}[:5]" is the first five of the list. So does the
// second step behind ".*". The grammar leaves both open, and all
// implementations agree.
func (p *parser) rest(binding int) *Node {
	if p.depth++; p.depth > MaxDepth {
		p.tooDeep(p.tok.span())
		return nil
	}
	defer func() { p.depth-- }()
	switch {
	case power(p.tok.kind) < powerProjection:
		return p.implicit(p.prev.end)
	case p.tok.kind != tokenDot:
		return p.expression(binding) // which begins with a bracket
	}
	dot := p.advance()
	if p.tok.kind == tokenStar {
		source := p.implicit(dot.start)
		star := p.advance()
		n := p.projection(KindValueProjection, source, star.span(), powerStar, nil)
		return p.operators(n, binding)
	}
	n := p.member()
	if n != nil && (n.Kind == KindMultiSelectList || n.Kind == KindMultiSelectHash) {
		return n
	}
	return p.operators(n, binding)
}

// filter reads "[?condition]rest"; the next token is "[?".
func (p *parser) filter(source *Node) *Node {
	open := p.advance()
	condition := p.expression(powerNone)
	if condition == nil || !p.expect(tokenRightBracket, `"]"`, open) {
		return nil
	}
	return p.projection(KindFilterProjection, source, diag.Span{Start: open.start, End: p.prev.end}, powerFilter, condition)
}

// bracket reads "[0]", "[a:b:c]rest" or "[*]rest"; the next token is "[".
func (p *parser) bracket(source *Node) *Node {
	open := p.advance()
	switch p.tok.kind {
	case tokenStar:
		p.advance()
		if !p.expect(tokenRightBracket, `"]"`, open) {
			return nil
		}
		return p.projection(KindListProjection, source, diag.Span{Start: open.start, End: p.prev.end}, powerStar, nil)
	case tokenColon:
		return p.slice(source, open, nil)
	case tokenNumber:
		number := p.advance()
		index := integer(p.src[number.start:number.end])
		if p.tok.kind == tokenColon {
			return p.slice(source, open, &index)
		}
		if p.tok.kind == tokenComma {
			p.listOfNumbers(open)
			return nil
		}
		if !p.expect(tokenRightBracket, `"]" or ":"`, open) {
			return nil
		}
		n := p.node(KindIndex, source.Outer.Start, source)
		n.NameSpan, p.detail(n).Index = diag.Span{Start: open.start, End: p.prev.end}, index
		return n
	}
	p.badIndex()
	return nil
}

// slice reads the rest of a slice; the next token is its first colon.
func (p *parser) slice(source *Node, open token, first *int) *Node {
	bounds := [3]*int{first}
	for i := 0; ; {
		switch p.tok.kind {
		case tokenColon:
			if i++; i == 3 {
				p.unexpected(`"]"`, "", "a slice has at most a start, a stop and a step")
				return nil
			}
			p.advance()
			continue
		case tokenNumber:
			if bounds[i] == nil {
				number := p.advance()
				n := integer(p.src[number.start:number.end])
				bounds[i] = &n
				continue
			}
		}
		break
	}
	if !p.expect(tokenRightBracket, `a whole number, ":" or "]"`, open) {
		return nil
	}
	n := p.projection(KindSliceProjection, source, diag.Span{Start: open.start, End: p.prev.end}, powerStar, nil)
	if n != nil {
		p.detail(n).Slice = &Slice{bounds[0], bounds[1], bounds[2]}
	}
	return n
}

// most is what whole numbers are cut to: more than any array or text has.
const most = 1<<31 - 1

// integer reads -?[0-9]+ and cuts it to ±most.
func integer(s string) int {
	negative := s[0] == '-'
	n := int64(0)
	for _, c := range s {
		if c != '-' {
			n = min(n*10+int64(c-'0'), most)
		}
	}
	if negative {
		return -int(n)
	}
	return int(n)
}
