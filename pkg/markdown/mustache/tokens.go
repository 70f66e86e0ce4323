package mustache

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/markdown/gfm"
	"github.com/wield-run/wield/pkg/markdown/jsonpath"
)

// CodeSyntax is the code of the findings about a template.
const CodeSyntax = "K9" // bad-template

// token is a piece of literal text, or one tag.
type token struct {
	sort tokenSort
	span diag.Span
	text string // literalToken
	word string // of a block's tags: if, unless, each
	node node   // valueTag: what it prints; openTag: its kind and path
}

type tokenSort uint8

const (
	literalToken tokenSort = iota
	valueTag
	openTag
	elseTag
	closeTag
	wrongTag // was reported already
)

// block reports a tag that prints nothing itself.
func (t *token) block() bool { return t.sort == openTag || t.sort == elseTag || t.sort == closeTag }

// lexer cuts a template into tokens.
type lexer struct {
	s      string
	tokens []token
	found  []*diag.Diagnostic
	paths  []*jsonpath.Path

	unknown []string // blocks that there are none of, and that were reported
}

func (l *lexer) fail(start, end int, hint, format string, args ...any) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: CodeSyntax, Name: "bad-template", Severity: diag.Error,
		Span: diag.Span{Start: start, End: end}, Hint: hint, Message: fmt.Sprintf(format, args...)}
	l.found = append(l.found, d)
	return d
}

func (l *lexer) run() {
	for i := 0; i < len(l.s); {
		open := strings.Index(l.s[i:], "{{")
		if open < 0 {
			l.literal(i, len(l.s))
			return
		}
		l.literal(i, i+open)
		i = l.tag(i + open)
	}
}

// literal adds text, cut behind each line break.
func (l *lexer) literal(from, to int) {
	for from < to {
		end := to
		if at := strings.IndexByte(l.s[from:to], '\n'); at >= 0 {
			end = from + at + 1
		}
		l.tokens = append(l.tokens, token{text: l.s[from:end], span: diag.Span{Start: from, End: end}})
		from = end
	}
}

// tag reads the tag that opens at start, and gives the offset behind it.
func (l *lexer) tag(start int) int {
	inner := start + 2
	end := tagEnd(l.s, inner)
	if end < 0 {
		l.fail(start, inner, "write `}}` behind the path, on the same line", "this `{{` is never closed")
		l.tokens = append(l.tokens, token{sort: wrongTag, span: diag.Span{Start: start, End: inner}})
		return inner
	}
	if strings.HasPrefix(l.s[inner:], "{") {
		behind := end + 2
		d := l.fail(start, behind, "write two braces; what a tag prints is always escaped", "a tag has two braces, not three")
		if strings.HasPrefix(l.s[behind:], "}") {
			behind++
			d.Span.End = behind
			d.Fix = &diag.Fix{Title: "write two braces", Safe: true, Edits: []diag.Edit{
				{Span: diag.Span{Start: start, End: start + 1}}, {Span: diag.Span{Start: behind - 1, End: behind}}}}
		}
		l.tokens = append(l.tokens, token{sort: wrongTag, span: diag.Span{Start: start, End: behind}})
		return behind
	}
	body := l.s[inner:end]
	at := inner + len(body) - len(strings.TrimLeft(body, " \t"))
	t := l.read(strings.Trim(body, " \t"), at)
	t.span = diag.Span{Start: start, End: end + 2}
	l.tokens = append(l.tokens, t)
	return end + 2
}

// tagEnd finds the }} that closes a tag; one in the quotes of a bracket does
// not count.
func tagEnd(s string, i int) int {
	bracket, quote := false, byte(0)
	for j := i; j < len(s) && s[j] != '\n'; j++ {
		switch c := s[j]; {
		case quote != 0:
			if c == '\\' {
				j++
			} else if c == quote {
				quote = 0
			}
		case c == '[':
			bracket = true
		case c == ']':
			bracket = false
		case bracket && (c == '\'' || c == '"'):
			quote = c
		case c == '}' && strings.HasPrefix(s[j:], "}}"):
			return j
		}
	}
	line, _, _ := strings.Cut(s[i:], "\n")
	if end := strings.Index(line, "}}"); end >= 0 {
		return i + end
	}
	return -1
}

// read understands the inside of a tag, which begins at offset at.
func (l *lexer) read(body string, at int) token {
	span := diag.Span{Start: at, End: at + len(body)}
	wrong := func(hint, format string, args ...any) token {
		l.fail(span.Start, max(span.End, span.Start+1), hint, format, args...)
		return token{sort: wrongTag}
	}
	switch {
	case body == "":
		return wrong("write a path, or `.` for the item itself", "the tag is empty")
	case body == "else":
		return token{sort: elseTag}
	case strings.HasPrefix(body, "else "), strings.HasPrefix(body, "elseif"), strings.HasPrefix(body, "elif"):
		return wrong("write `{{else}}{{#if …}}…{{/if}}`", "`{{else}}` takes no condition")
	case body[0] == '#':
		return l.open(body, at)
	case body[0] == '/':
		word := strings.TrimSpace(body[1:])
		if slices.Contains(l.unknown, word) {
			return token{sort: wrongTag} // the end of what was reported
		}
		if _, ok := blockKind(word); !ok {
			return wrong(diag.DidYouMean(word, blockWords()), "there is no block %s to close", diag.Quote(word, 40))
		}
		return token{sort: closeTag, word: word}
	case body[0] == '@' && !strings.ContainsAny(body, ".["):
		if !isVariable(body) {
			return wrong(diag.DidYouMean(body, variables()), "there is no variable %s", diag.Quote(body, 40))
		}
		return token{sort: valueTag, node: node{kind: variable, text: body}}
	case body[0] == '!':
		return wrong("say it in `notes`", "a template has no comments")
	case body[0] == '^':
		l.unknown = append(l.unknown, strings.TrimSpace(body[1:]))
		return wrong("write `{{#unless path}}…{{/unless}}`", "there is no tag `{{^…}}`")
	case strings.IndexByte("&>=", body[0]) >= 0:
		return wrong("write `{{path}}`; what a tag prints is always escaped", "there is no tag `{{%c…}}`", body[0])
	}
	path := l.path(body, at)
	if path == nil {
		return token{sort: wrongTag}
	}
	return token{sort: valueTag, node: node{kind: printed, path: path}}
}

// open reads `#if path`.
func (l *lexer) open(body string, at int) token {
	word, rest, _ := strings.Cut(body[1:], " ")
	kind, ok := blockKind(word)
	if !ok {
		hint := diag.DidYouMean(word, blockWords())
		if diag.Nearest(word, blockWords()) == "" && rest == "" && word != "" {
			hint = "write `{{#each " + word + "}}` for a list, `{{#if " + word + "}}` for a condition"
		}
		l.unknown = append(l.unknown, word)
		l.fail(at, at+1+len(word), hint, "there is no block %s", diag.Quote("#"+word, 40))
		return token{sort: wrongTag}
	}
	t := token{sort: openTag, word: word, node: node{kind: kind}}
	path := strings.Trim(rest, " \t")
	pathAt := at + len(body) - len(strings.TrimLeft(rest, " \t"))
	switch {
	case path == "":
		l.fail(at, at+len(body), "write `{{#"+word+" path}}`", "`#%s` lacks a path", word)
	case isVariable(path):
		l.fail(pathAt, pathAt+len(path), "variables can only be printed", "`#%s` takes a path, not a variable", word)
	default:
		t.node.path = l.path(path, pathAt)
	}
	return t // without a path, so that its closing tag still finds it
}

// path compiles a path that begins at offset at.
func (l *lexer) path(text string, at int) *jsonpath.Path {
	path, wrong := jsonpath.Parse(text)
	if wrong != nil {
		moved := *wrong
		moved.Span = wrong.Span.Shift(at)
		if wrong.Fix != nil {
			fix := *wrong.Fix
			fix.Edits = nil
			for _, e := range wrong.Fix.Edits {
				fix.Edits = append(fix.Edits, diag.Edit{Span: e.Span.Shift(at), Text: e.Text})
			}
			moved.Fix = &fix
		}
		l.found = append(l.found, &moved)
		return nil
	}
	l.paths = append(l.paths, path)
	return path
}

func blockWords() []string { return []string{"if", "unless", "each"} }

func blockKind(word string) (nodeKind, bool) {
	switch word {
	case "if":
		return ifBlock, true
	case "unless":
		return unlessBlock, true
	case "each":
		return eachBlock, true
	}
	return literal, false
}

func variables() []string { return []string{"@index", "@number", "@count", "@key"} }

func isVariable(name string) bool {
	for _, v := range variables() {
		if v == name {
			return true
		}
	}
	return false
}

// standalone drops the white space and the line break of lines that hold
// block tags and nothing else.
func standalone(tokens []token) []token {
	kept := tokens[:0]
	for from := 0; from < len(tokens); {
		to, tags, alone := from, false, true
		for ended := false; to < len(tokens) && !ended; to++ {
			t := &tokens[to]
			switch {
			case t.sort == literalToken:
				alone = alone && strings.Trim(t.text, " \t\r\n") == ""
				ended = strings.HasSuffix(t.text, "\n")
			case t.block():
				tags = true
			default:
				alone = false
			}
		}
		for _, t := range tokens[from:to] {
			if !(tags && alone && t.sort == literalToken) {
				kept = append(kept, t)
			}
		}
		from = to
	}
	return kept
}

// clean brings literal text into what the output holds: LF as line break, and
// no control or hidden characters.
func clean(text string) string {
	body, newline := strings.CutSuffix(text, "\n")
	body = strings.TrimSuffix(body, "\r")
	cleaned := gfm.Block(body)
	if newline {
		cleaned += "\n"
	}
	return cleaned
}
