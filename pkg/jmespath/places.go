package jmespath

import (
	"cmp"

	"github.com/wield-run/wield/pkg/diag"
)

// What is reported where the grammar allows only some tokens: each place has
// its own usual mistakes.

// noOperand reports a token that begins no expression.
func (p *parser) noOperand() {
	hint := ""
	switch p.tok.kind {
	case tokenEnd:
		if p.prev.end == 0 {
			p.fail(NameSyntax, p.tok.span(), "expected an expression, found nothing", "write @ for the whole value")
			return
		}
	case tokenDot:
		hint = "a path begins with a name: take the dot away"
	case tokenAnd, tokenOr, tokenPipe:
		hint = "an operand is missing before " + p.show(p.tok)
	case tokenAssign, tokenEqual:
		hint = "compare with a single =="
	case tokenGreater:
		if p.prev.kind == tokenLess && p.prev.end == p.tok.start {
			hint = "write != for not equal"
		}
	case tokenQuestion:
		if p.prev.kind == tokenQuestion && p.prev.end == p.tok.start {
			hint = "write a || b, or not_null(a, b), for what may be missing"
		}
	case tokenTimes, tokenDivide, tokenIntDivide, tokenModulo:
		hint = "an operand is missing before " + p.show(p.tok)
	case tokenComma, tokenRightParen, tokenRightBracket, tokenRightBrace, tokenColon:
		hint = "something is missing before " + p.show(p.tok)
	}
	otherwise := "an expression begins with a name, @, $, `literal`, 'text', [ or {"
	if p.tok.kind == tokenEnd {
		otherwise = "write what follows, or take away " + diag.Quote(p.src[p.prev.start:p.prev.end], maxQuote)
	}
	p.unexpected("an expression", hint, otherwise)
}

// noMember reports what cannot stand behind a dot.
func (p *parser) noMember() {
	hint := ""
	text := p.src[p.tok.start:p.tok.end]
	switch p.tok.kind {
	case tokenDot:
		hint = "JMESPath does not search at any depth: name each step"
	case tokenNumber:
		hint = "for an item write [" + diag.Cut(text, maxQuote) + "] without the dot, for a member ." + quoteName(diag.Cut(text, maxQuote))
	case tokenFilter, tokenFlatten:
		hint = "write " + text + " without the dot"
	case tokenVariable, tokenRoot, tokenCurrent, tokenLiteral, tokenRawString, tokenLeftParen:
		hint = "to go on with any expression write | instead of the dot"
	}
	p.unexpected(`a name, "*", "[" or "{" behind the dot`, hint, "write the name of a member, or take the dot away")
}

// noKey reports what cannot be the name of a member.
func (p *parser) noKey() {
	hint := ""
	switch p.tok.kind {
	case tokenRawString:
		hint = "names have double quotes"
	case tokenLeftBrace:
		if p.prev.kind == tokenLeftBrace && p.prev.end == p.tok.start {
			hint = "an expression stands without {{ and }}"
		}
	case tokenNumber:
		hint = "write the name in double quotes: " + quoteName(diag.Cut(p.src[p.tok.start:p.tok.end], maxQuote))
	}
	p.unexpected(`a name of a member`, hint, "an object is written {name: expression}")
}

func (p *parser) noColon(name string) {
	hint := ""
	if p.tok.kind == tokenComma || p.tok.kind == tokenRightBrace {
		text := p.src[p.prev.start:p.prev.end]
		if len(name) <= maxQuote {
			hint = "write " + text + ": " + text
		}
	}
	p.unexpected(`":" behind the name `+diag.Quote(name, maxQuote), hint, "an object is written {name: expression}")
}

// noIn reports a let without its body.
func (p *parser) noIn() {
	hint := ""
	if p.tok.kind == tokenVariable {
		hint = "put a comma between two bindings"
	}
	p.unexpected(`"in" and an expression, or "," and another binding`, hint, letForm)
}

// badIndex reports what cannot stand in brackets behind a value.
func (p *parser) badIndex() {
	hint := ""
	text := p.src[p.tok.start:p.tok.end]
	switch p.tok.kind {
	case tokenRawString:
		if p.tok.closed && len(text) <= maxQuote {
			hint = "for a member write ." + quoteName(rawString(text[1:len(text)-1]))
		}
	case tokenQuotedName:
		hint = "for a member write a dot and the name, without brackets"
	case tokenLiteral:
		hint = "an index has no backticks"
	case tokenName:
		hint = "for a member write ." + diag.Cut(text, maxQuote) + ", for a filter [?…], for a list .[…]"
	case tokenVariable:
		hint = "an index is a number that is written out"
	case tokenQuestion:
		hint = "write [? without a space between"
	case tokenRightBracket:
		hint = "write [] without a space between"
	}
	p.unexpected(`a whole number, ":" or "*" behind "["`, hint, "an item is [0], the first five are [:5], all are [*]")
}

// letForm is how a let is written.
const letForm = "a let is written let $a = x in expression"

// unexpectedAfter reports what follows a complete expression.
func (p *parser) unexpectedAfter() {
	p.unexpected("an operator or the end", p.hintAfter(), "take it away, or write an operator before it")
}

// hintAfter tells what is wrong with the next token behind an operand.
func (p *parser) hintAfter() string {
	text := p.src[p.tok.start:p.tok.end]
	switch before := p.src[p.prev.start:p.prev.end]; {
	case p.prev.kind != tokenName:
	case before == "let" && p.tok.kind == tokenName:
		return "a variable begins with $: let $" + diag.Cut(text, maxQuote) + " = …"
	case before == "not", before == "NOT":
		return wordHint(before)
	}
	switch p.tok.kind {
	case tokenName:
		return cmp.Or(wordHint(text), "an operator is missing before "+p.show(p.tok))
	case tokenQuotedName, tokenVariable, tokenLiteral, tokenRawString, tokenCurrent, tokenRoot:
		return "an operator is missing before " + p.show(p.tok)
	case tokenNumber:
		return "an operator is missing, and literals need backticks: `" + diag.Cut(text, maxQuote) + "`"
	case tokenRightParen, tokenRightBracket, tokenRightBrace:
		return "nothing is open that it could close"
	case tokenLeftBrace:
		return "write a dot before {"
	case tokenLeftParen:
		return "only functions can be called, by their plain name"
	case tokenComma:
		return "to give several values write [a, b] or {a: a, b: b}"
	case tokenColon:
		return `":" belongs to a slice, a {name: value} or a condition ? yes : no`
	case tokenNot:
		return "write != for not equal"
	}
	return ""
}

// wordHint tells what a word of other languages is in JMESPath.
func wordHint(word string) string {
	switch word {
	case "and", "AND":
		return "write && for and"
	case "or", "OR":
		return "write || for or"
	case "not", "NOT":
		return "write !(…) for not"
	case "eq", "is":
		return "write == to compare"
	case "ne":
		return "write != to compare"
	case "in":
		return "write contains(list, value) to look into a list"
	case "if", "then", "else":
		return "write condition ? yes : no"
	}
	return ""
}
