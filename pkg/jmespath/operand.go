package jmespath

import (
	"errors"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// operand reads what an expression begins with.
func (p *parser) operand() *Node {
	start := p.tok.start
	switch t := p.tok; t.kind {
	case tokenName:
		p.advance()
		if p.tok.kind == tokenVariable && p.src[t.start:t.end] == "let" {
			return p.let(start)
		}
		return p.nameOrCall(t)
	case tokenQuotedName:
		return p.quotedName()
	case tokenVariable:
		p.advance()
		n := p.node(KindVariable, start)
		n.Name, n.NameSpan = p.src[t.start+1:t.end], t.span()
		n.up, n.place = p.resolve(n.Name)
		return n
	case tokenRoot:
		p.advance()
		return p.node(KindRoot, start)
	case tokenCurrent:
		p.advance()
		return p.node(KindCurrent, start)
	case tokenRawString:
		return p.rawString()
	case tokenLiteral:
		return p.literal()
	case tokenLeftParen:
		return p.parens()
	case tokenLeftBracket:
		next := lex(p.src, t.end)
		index := next.kind == tokenNumber || next.kind == tokenColon ||
			next.kind == tokenStar && lex(p.src, next.end).kind == tokenRightBracket
		if index {
			return p.bracket(p.implicit(start))
		}
		return p.list()
	case tokenFlatten:
		source := p.implicit(start)
		p.advance()
		return p.projection(KindFlattenProjection, source, t.span(), powerFlatten, nil)
	case tokenFilter:
		return p.filter(p.implicit(start))
	case tokenStar:
		source := p.implicit(start)
		p.advance()
		return p.projection(KindValueProjection, source, t.span(), powerStar, nil)
	case tokenLeftBrace:
		return p.hash()
	case tokenAmpersand:
		return p.prefix(KindExpressionRef, powerNone)
	case tokenNot:
		return p.prefix(KindNot, powerNot)
	case tokenPlus, tokenMinus:
		return p.sign()
	case tokenNumber:
		return p.bareNumber()
	}
	p.noOperand()
	return nil
}

func (p *parser) prefix(kind Kind, binding int) *Node {
	op := p.advance()
	operand := p.expression(binding)
	if operand == nil {
		return nil
	}
	n := p.node(kind, op.start, operand)
	n.NameSpan, n.Op = op.span(), operator(op.kind)
	return n
}

// sign reads a unary plus or minus, which takes products with it: "-a * b" is
// "-(a * b)". "--" is refused, as other implementations read it differently.
func (p *parser) sign() *Node {
	if p.tok.kind == tokenMinus {
		double := p.tok
		if next := lex(p.src, p.tok.end); next.kind == tokenMinus && p.src[double.start:next.end] == "--" {
			double.end = next.end
		} else if p.prev.kind == tokenMinus && p.src[p.prev.start:double.end] == "--" {
			double.start = p.prev.start
		}
		if double != p.tok {
			p.fail(NameSyntax, double.span(), `"--" is no operator`, "leave both out, or put a space between")
			return nil
		}
	}
	return p.prefix(KindUnary, powerSum)
}

func (p *parser) parens() *Node {
	open := p.advance()
	n := p.expression(powerNone)
	if n == nil || !p.expect(tokenRightParen, `")"`, open) {
		return nil
	}
	n.Parens++
	n.Outer = diag.Span{Start: open.start, End: p.prev.end}
	return n
}

// nameOrCall makes a field or a function call of a name that has been read.
func (p *parser) nameOrCall(name token) *Node {
	if p.tok.kind != tokenLeftParen {
		return p.field(name, p.src[name.start:name.end], false)
	}
	open := p.advance()
	args, ok := p.items(tokenRightParen, open, p.argument)
	if !ok {
		return nil
	}
	n := p.node(KindFunction, name.start, args...)
	n.Name, n.NameSpan = p.src[name.start:name.end], name.span()
	p.detail(n).fn = lookup(n.Name)
	return n
}

func (p *parser) argument() *Node { return p.expression(powerNone) }

func (p *parser) field(t token, name string, quoted bool) *Node {
	n := p.node(KindField, t.start)
	n.Name, n.NameSpan, n.Quoted = name, t.span(), quoted
	n.place = int32(p.fields)
	p.fields++
	return n
}

func (p *parser) quotedName() *Node {
	name, t, ok := p.name()
	if !ok {
		return nil
	}
	if p.tok.kind == tokenLeftParen {
		p.fail(NameSyntax, t.span(), "a function name has no quotes, found "+p.show(t), callHint(name))
		return nil
	}
	return p.field(t, name, true)
}

func callHint(name string) string {
	if lookup(name) != nil {
		return "write " + name + "(…)"
	}
	return "only functions can be called, and their names need no quotes"
}

// name reads a name with or without quotes.
func (p *parser) name() (string, token, bool) {
	t := p.advance()
	if t.kind == tokenName {
		return p.src[t.start:t.end], t, true
	}
	if !t.closed {
		p.unterminated(t, "the quoted name")
		return "", t, false
	}
	name, err := decodeString(p.src[t.start:t.end], t.escaped)
	if err != nil {
		p.badJSON(NameBadName, "the quoted name", t.start, err, "write it as a JSON string")
		return "", t, false
	}
	return name, t, true
}

// member reads what stands behind a dot.
func (p *parser) member() *Node {
	switch p.tok.kind {
	case tokenName:
		return p.nameOrCall(p.advance())
	case tokenQuotedName:
		return p.quotedName()
	case tokenLeftBracket:
		return p.list()
	case tokenLeftBrace:
		return p.hash()
	}
	p.noMember()
	return nil
}

func (p *parser) rawString() *Node {
	t := p.advance()
	if !t.closed {
		p.unterminated(t, "the string")
		return nil
	}
	text := p.src[t.start+1 : t.end-1]
	if t.escaped {
		text = rawString(text)
	}
	n := p.node(KindRawString, t.start)
	p.detail(n).Value = jsonval.StringValue(text)
	return n
}

func (p *parser) literal() *Node {
	t := p.advance()
	if !t.closed {
		p.unterminated(t, "the literal")
		return nil
	}
	inside := p.src[t.start+1 : t.end-1]
	text := inside
	if t.escaped {
		text = literalText(inside)
	}
	v, err := jsonval.ParseString(text)
	if err != nil {
		var syntax *jsonval.SyntaxError
		if t.escaped && errors.As(err, &syntax) {
			syntax.Offset = literalOffset(inside, syntax.Offset)
		}
		p.badJSON(NameBadLiteral, "the literal", t.start+1, err, literalHint(inside))
		return nil
	}
	n := p.node(KindLiteral, t.start)
	p.detail(n).Value = v
	return n
}

// list reads "[a, b]"; the next token is "[".
func (p *parser) list() *Node {
	open := p.advance()
	items, ok := p.items(tokenRightBracket, open, p.argument)
	if !ok {
		return nil
	}
	if len(items) == 0 {
		p.fail(NameSyntax, diag.Span{Start: open.start, End: p.prev.end},
			"expected an expression inside [ ], found nothing", "write `[]` in backticks for an empty array, or [] without a space to flatten")
		return nil
	}
	return p.node(KindMultiSelectList, open.start, items...)
}

// hash reads "{k: a}"; the next token is "{".
func (p *parser) hash() *Node {
	open := p.advance()
	entries, ok := p.items(tokenRightBrace, open, p.entry)
	if !ok {
		return nil
	}
	if len(entries) == 0 {
		p.fail(NameSyntax, diag.Span{Start: open.start, End: p.prev.end},
			"expected a name inside {}, found nothing", "write `{}` in backticks for an empty object")
		return nil
	}
	return p.node(KindMultiSelectHash, open.start, entries...)
}

func (p *parser) entry() *Node {
	if p.tok.kind != tokenName && p.tok.kind != tokenQuotedName {
		p.noKey()
		return nil
	}
	name, t, ok := p.name()
	if !ok {
		return nil
	}
	if p.tok.kind != tokenColon {
		p.noColon(name)
		return nil
	}
	p.advance()
	value := p.expression(powerNone)
	if value == nil {
		return nil
	}
	n := p.node(KindHashEntry, t.start, value)
	n.Name, n.NameSpan, n.Quoted = name, t.span(), t.kind == tokenQuotedName
	return n
}

// items reads a list up to its closing token. A comma that is missing or too
// much is reported, and reading goes on. The list is to be used before another
// one is read.
func (p *parser) items(closing tokenKind, open token, item func() *Node) ([]*Node, bool) {
	begin := len(p.room.items)
	defer func() { p.room.items = p.room.items[:begin] }()
	if p.tok.kind == closing {
		p.advance()
		return nil, true
	}
	for {
		n := item()
		if n == nil {
			return nil, false
		}
		p.room.items = append(p.room.items, n)
		switch {
		case p.tok.kind == closing:
			p.advance()
			return p.room.items[begin:], true
		case p.tok.kind == tokenComma:
			comma := p.advance()
			if p.tok.kind == closing {
				p.mend(NameTrailingComma, comma.span(), "expected another item behind the comma, found "+p.show(p.tok), "take the comma away", diag.Edit{Span: comma.span()})
				p.advance()
				return p.room.items[begin:], true
			}
		case p.missingComma():
		default:
			p.expect(closing, `"," or `+diag.Quote(closer(closing), 1), open)
			return nil, false
		}
	}
}

// let reads "$a = x, $b = y in body"; "let" has been read.
func (p *parser) let(start int) *Node {
	var children []*Node
	var names []string
	for {
		name := p.advance()
		if p.tok.kind != tokenAssign {
			p.unexpected(`"=" behind `+p.show(name), "", letForm)
			return nil
		}
		p.advance()
		value := p.expression(powerNone)
		if value == nil {
			return nil
		}
		n := p.node(KindBinding, name.start, value)
		n.Name, n.NameSpan = p.src[name.start+1:name.end], name.span()
		children = append(children, n)
		names = append(names, n.Name)
		if p.tok.kind != tokenComma {
			break
		}
		p.advance()
		if p.tok.kind != tokenVariable {
			p.unexpected(`another "$name = …" behind the comma`, "bind another variable, or take the comma away", "")
			return nil
		}
	}
	if p.tok.kind != tokenName || p.src[p.tok.start:p.tok.end] != "in" {
		p.noIn()
		return nil
	}
	p.advance()
	p.bind(names)
	body := p.expression(powerNone)
	p.unbind(names)
	if body == nil {
		return nil
	}
	return p.node(KindLet, start, append(children, body)...)
}

// place is where a variable is bound: in which let, counted from the
// outermost, and by which of its bindings.
type place struct{ let, slot int }

func (p *parser) bind(names []string) {
	if p.bound == nil {
		p.bound = map[string][]place{}
	}
	for slot, name := range names {
		p.bound[name] = append(p.bound[name], place{p.lets, slot})
	}
	p.lets++
}

func (p *parser) unbind(names []string) {
	for _, name := range names {
		p.bound[name] = p.bound[name][:len(p.bound[name])-1]
	}
	p.lets--
}

// resolve finds the binding that a variable means: how many lets outwards,
// and which of its bindings; -1 where there is none.
func (p *parser) resolve(name string) (up int16, slot int32) {
	places := p.bound[name]
	if len(places) == 0 {
		return 0, -1
	}
	last := places[len(places)-1]
	return int16(p.lets - 1 - last.let), int32(last.slot)
}
