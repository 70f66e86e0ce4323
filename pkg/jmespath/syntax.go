package jmespath

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// The codes of findings.
const (
	CodeSyntax          = "Q1"
	CodeUnknownFunction = "Q2"
	CodeArity           = "Q3"
	CodeType            = "Q4" // a type that cannot be right
	CodeUnbound         = "Q5" // a variable that no let binds
	CodeListMember      = "Q6" // a member of what is always a list
	CodeColon           = "Q7" // a projection directly before ":"
)

// The names of findings.
const (
	// Q1
	NameSyntax        = "syntax"
	NameBareLiteral   = "bare-literal"   // a number without backticks where an operand is due
	NameSingleEquals  = "single-equals"  // "=" for "=="
	NameMissingComma  = "missing-comma"  // two items of a list side by side
	NameTrailingComma = "trailing-comma" // a comma before the closing bracket
	NameUnterminated  = "unterminated"   // a string, literal or quoted name that does not end
	NameUnclosed      = "unclosed"       // a bracket that does not end
	NameBadCharacter  = "bad-character"  // a character that JMESPath does not know
	NameBadLiteral    = "bad-literal"    // no JSON in backticks
	NameBadName       = "bad-name"       // no JSON string in double quotes
	NameTooDeep       = "too-deep"
	NameTooLong       = "too-long"

	// Q2 to Q7
	NameUnknownFunction = "unknown-function"
	NameArity           = "arity"
	NameArgumentType    = "argument-type"   // of a function
	NameOperandType     = "operand-type"    // of an operator
	NameReferencePlace  = "reference-place" // "&x" that is no argument
	NameSliceStep       = "slice-step"      // a step of 0
	NameUnbound         = "undefined-variable"
	NameSibling         = "sibling-variable" // bound in the same let, where it cannot be seen yet
	NameListMember      = "list-member"
	NameColon           = "projection-before-colon"
)

func (p *parser) report(name string, span diag.Span, message, hint string) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: CodeSyntax, Name: name, Span: span, Message: message, Hint: hint}
	p.found = append(p.found, d)
	return d
}

// mend reports a mistake after which reading can go on, as if the text of
// edit had been written.
func (p *parser) mend(name string, span diag.Span, message, hint string, edit diag.Edit) {
	if !p.failed {
		p.failed = len(p.found) >= maxFindings
		d := p.report(name, span, message, hint)
		d.Fix = &diag.Fix{Title: hint, Safe: true, Edits: []diag.Edit{edit}}
	}
}

// fail reports a mistake that ends the reading; only the first one counts.
func (p *parser) fail(name string, span diag.Span, message, hint string) {
	if !p.failed {
		p.failed = true
		p.report(name, span, message, hint)
	}
}

func (p *parser) tooDeep(span diag.Span) {
	p.fail(NameTooDeep, span, fmt.Sprintf("the expression nests deeper than %d levels", MaxDepth), "split it")
}

// maxFindings is about how many mistakes of one expression are told.
const maxFindings = 100

// maxQuote is how many characters of the expression a message repeats.
const maxQuote = 40

// show names a token in a message.
func (p *parser) show(t token) string {
	text := p.src[t.start:t.end]
	switch t.kind {
	case tokenEnd:
		return "the end of the expression"
	case tokenNumber:
		return "the number " + diag.Cut(text, maxQuote)
	case tokenRawString:
		return "the string " + diag.Escape(diag.Cut(text, maxQuote))
	case tokenLiteral:
		return "the literal " + diag.Escape(diag.Cut(text, maxQuote))
	case tokenQuotedName:
		return "the name " + diag.Escape(diag.Cut(text, maxQuote))
	}
	return diag.Quote(text, maxQuote)
}

// expect takes a token that must come now. Open is the token that made it
// necessary.
func (p *parser) expect(kind tokenKind, expected string, open token) bool {
	if p.tok.kind == kind {
		p.advance()
		return true
	}
	failed := p.failed
	hint := ""
	switch p.tok.kind {
	case tokenEnd:
	case tokenRightParen, tokenRightBracket, tokenRightBrace:
		hint = closeHint(kind) + " first"
	default:
		if open.kind != tokenLeftBracket { // an index holds no expression
			hint = p.hintAfter()
		}
	}
	p.unexpected(expected, hint, closeHint(kind))
	if d := p.found[len(p.found)-1]; !failed && d.Name == NameSyntax {
		if p.tok.kind == tokenEnd {
			d.Name = NameUnclosed
		}
		d.Related = []diag.Related{{Span: open.span(), Message: "opened here"}}
	}
	return false
}

// closeHint tells how what is open is ended.
func closeHint(kind tokenKind) string {
	if kind == tokenColon {
		return "a condition is written test ? yes : no"
	}
	return "close it with " + closer(kind)
}

// unexpected reports the next token where something else should stand. The
// hint is about this token; otherwise says what the place takes.
func (p *parser) unexpected(expected, hint, otherwise string) {
	t := p.tok
	name := NameSyntax
	switch t.kind {
	case tokenBad:
		name = NameBadCharacter
		if word, span := p.wordAround(t); word != "" {
			t.start, t.end = span.Start, span.End
			hint = "write the name in double quotes: " + quoteName(word)
		} else if hint == "" {
			hint = badCharacterHint(p.src[t.start:t.end])
		}
	case tokenRawString, tokenLiteral, tokenQuotedName:
		if !t.closed {
			p.unterminated(t, "the text")
			return
		}
	case tokenName:
		if hint == "" {
			hint = wordHint(p.src[t.start:t.end])
		}
	case tokenAmpersand:
		if hint == "" {
			hint = "write && for and"
		}
	}
	p.fail(name, t.span(), "expected "+expected+", found "+p.show(t), cmp.Or(hint, otherwise))
}

// wordAround gives the word with letters beyond ASCII that a token stands in.
func (p *parser) wordAround(t token) (string, diag.Span) {
	r, _ := jsonval.DecodeRune(p.src[t.start:])
	if !unicode.IsLetter(r) {
		return "", diag.Span{}
	}
	start, end := t.start, t.start
	for start > 0 && (isNameStart(p.src[start-1]) || isDigit(p.src[start-1])) {
		start--
	}
	for end < len(p.src) {
		r, size := jsonval.DecodeRune(p.src[end:])
		if r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			break
		}
		end += size
	}
	return p.src[start:end], diag.Span{Start: start, End: end}
}

func quoteName(name string) string {
	return string(jsonval.AppendString(nil, name))
}

func badCharacterHint(c string) string {
	switch c {
	case "#", ";":
		return "JMESPath has no comments and no statements"
	case "~", "^":
		return "JMESPath has no regular expressions: use contains, starts_with or ends_with"
	case "\u201c", "\u201d", "\u2018", "\u2019":
		return "write plain quotes: 'text'"
	case "\u00a0", "\u3000", "\ufeff":
		return "this is no plain space: write one"
	}
	return ""
}

func (p *parser) unterminated(t token, what string) {
	quote := p.src[t.start : t.start+1]
	p.fail(NameUnterminated, t.span(), what+" that begins here does not end", "close it with "+quote)
}

// badJSON reports JSON inside the expression; base is where it begins.
func (p *parser) badJSON(name, what string, base int, err error, hint string) {
	var syntax *jsonval.SyntaxError
	at := base
	message := err.Error()
	if errors.As(err, &syntax) {
		at, message = base+syntax.Offset, syntax.Message
	}
	end := at
	if at < p.prev.end {
		_, size := utf8.DecodeRuneInString(p.src[at:])
		end = at + size
	}
	p.fail(name, diag.Span{Start: at, End: end}, what+" is not JSON: "+message, hint)
}

func literalHint(inside string) string {
	if inside == "" {
		return "write what it should be, for example `0`, `null` or `[]`"
	}
	for _, c := range inside {
		if c == '\'' || c == '"' || c == '\\' || c == '{' || c == '[' || !unicode.IsPrint(c) {
			return "backticks hold JSON"
		}
	}
	return "backticks hold JSON; for a text write '" + diag.Cut(inside, maxQuote) + "'"
}

// bareNumber reports a number without backticks and reads it as the literal
// that was meant.
func (p *parser) bareNumber() *Node {
	p.tok.end = jsonNumberEnd(p.src, p.tok.end)
	t := p.tok
	text := p.src[t.start:t.end]
	v, err := jsonval.ParseString(text)
	message := "expected an expression, found the bare number " + diag.Cut(text, maxQuote)
	if err != nil { // 007
		p.fail(NameBareLiteral, t.span(), message, "literals need backticks, and numbers have no leading zeros")
		return nil
	}
	literal := "`" + text + "`"
	p.mend(NameBareLiteral, t.span(), message, "literals need backticks: write "+diag.Cut(literal, maxQuote), diag.Edit{Span: t.span(), Text: literal})
	p.advance()
	n := p.node(KindLiteral, t.start)
	p.detail(n).Value = v
	return n
}

// jsonNumberEnd reads on behind the digits of a number.
func jsonNumberEnd(src string, i int) int {
	if i+1 < len(src) && src[i] == '.' && isDigit(src[i+1]) {
		i = digitsEnd(src, i+1)
	}
	if i+1 < len(src) && (src[i] == 'e' || src[i] == 'E') {
		sign := i + 1
		if src[sign] == '+' || src[sign] == '-' {
			sign++
		}
		if sign < len(src) && isDigit(src[sign]) {
			i = digitsEnd(src, sign)
		}
	}
	return i
}

// listOfNumbers reports "[1, 2]", of which "[1" has been read.
func (p *parser) listOfNumbers(open token) {
	hint := "an array of literals is written in backticks"
	end := p.tok.end
	if close := strings.IndexByte(p.src[open.start:], ']'); close > 0 {
		end = open.start + close + 1
		if text := p.src[open.start:end]; len(text) <= maxQuote {
			if _, err := jsonval.ParseString(text); err == nil {
				hint += ": `" + text + "`"
			}
		}
	}
	p.fail(NameBareLiteral, diag.Span{Start: open.start, End: end}, `expected "]" behind the index, found ","`, hint)
}

func (p *parser) singleEquals() {
	p.mend(NameSingleEquals, p.tok.span(), `expected an operator, found "="`, "write == to compare",
		diag.Edit{Span: p.tok.span(), Text: "=="})
	p.tok.kind = tokenEqual
}

// missingComma reports two items of a list that stand side by side.
func (p *parser) missingComma() bool {
	if before := p.src[p.prev.start:p.prev.end]; p.prev.kind == tokenName && (before == "not" || before == "NOT") {
		return false
	}
	switch p.tok.kind {
	case tokenName:
		if wordHint(p.src[p.tok.start:p.tok.end]) != "" {
			return false
		}
	case tokenQuotedName, tokenVariable, tokenLiteral, tokenRawString, tokenCurrent, tokenRoot, tokenNumber:
	default:
		return false
	}
	at := p.prev.end
	p.mend(NameMissingComma, p.tok.span(), `expected ",", found `+p.show(p.tok), "put a comma before it",
		diag.Edit{Span: diag.Span{Start: at, End: at}, Text: ","})
	return true
}

func closer(kind tokenKind) string {
	switch kind {
	case tokenRightParen:
		return ")"
	case tokenRightBrace:
		return "}"
	}
	return "]"
}
