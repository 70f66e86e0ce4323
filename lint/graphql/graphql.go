// Package graphql reads as much of a GraphQL document as it takes to tell its
// operations: tokens and depth. It is no parser: whatever it cannot read it
// passes over.
package graphql

import "strings"

// Operation is one operation of a document.
type Operation struct {
	Type       string // "query", "mutation", "subscription"
	Name       string // "" where it has none
	Start, End int    // of its keyword and name, in bytes of the text; of a shorthand query its brace
}

// Changes reports whether the operation may change something, or listens.
func (o *Operation) Changes() bool { return o.Type != "query" }

// Operations gives the operations that stand at the top level of a text.
func Operations(text string) []Operation {
	ops, _ := read(text)
	return ops
}

// Is reports whether a text begins as a GraphQL document does: with an
// operation, a fragment or a selection.
func Is(text string) bool {
	_, is := read(text)
	return is
}

// MayChange reports whether an operation of a text can be one that changes
// something, by a look that is cheap.
func MayChange(text string) bool {
	return strings.Contains(text, "mutation") || strings.Contains(text, "subscription")
}

// read goes through the tokens of a text.
func read(text string) (ops []Operation, document bool) {
	if !strings.ContainsAny(text, "{([@") && !strings.Contains(text, "fragment") {
		return nil, false // nothing is defined without one of them
	}
	l := lexer{text: text}
	depth := 0
	first := true
	for {
		t := l.next()
		if t.kind == end {
			return ops, document
		}
		switch {
		case t.kind == open:
			if depth == 0 && first && text[t.start] == '{' {
				// A shorthand query; an object of JSON has a string here.
				if inner := l.peek(); inner.kind == name || inner.kind == spread {
					ops = append(ops, Operation{Type: "query", Start: t.start, End: t.end})
					document = true
				}
			}
			depth++
		case t.kind == closing:
			depth = max(0, depth-1)
		case t.kind == name && depth == 0:
			op, is := l.definition(t)
			if is && op.Type != "fragment" {
				ops = append(ops, op)
			}
			document = document || is && first
		}
		first = false
	}
}

// definition tells whether a name at the top level begins a definition: what
// follows is a selection, variables or directives, behind a name of its own
// where there is one.
func (l *lexer) definition(t token) (Operation, bool) {
	op := Operation{Type: l.text[t.start:t.end], Start: t.start, End: t.end}
	switch op.Type {
	case "query", "mutation", "subscription", "fragment":
	default:
		return op, false
	}
	ahead := *l
	following := ahead.next()
	if following.kind == name {
		op.Name, op.End = l.text[following.start:following.end], following.end
		following = ahead.next()
		if op.Type == "fragment" {
			return op, following.kind == name
		}
	}
	return op, following.kind == open || following.kind == directive
}

type kind uint8

const (
	end kind = iota
	name
	open      // { ( [
	closing   // } ) ]
	directive // @
	spread    // ...
	other
)

type token struct {
	kind       kind
	start, end int
}

type lexer struct {
	text  string
	at    int
	plain bool // a block string was found that does not end: there are no others
}

func (l lexer) peek() token { return l.next() }

// next gives the next token; comments, commas and white space are passed over,
// a text is one token.
func (l *lexer) next() token {
	for l.at < len(l.text) {
		start := l.at
		switch c := l.text[l.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',':
			l.at++
		case strings.HasPrefix(l.text[l.at:], "\ufeff"):
			l.at += len("\ufeff")
		case c == '#':
			for l.at < len(l.text) && l.text[l.at] != '\n' && l.text[l.at] != '\r' {
				l.at++
			}
		case c == '"':
			l.skipString()
			return token{other, start, l.at}
		case letter(c):
			for l.at < len(l.text) && (letter(l.text[l.at]) || l.text[l.at] >= '0' && l.text[l.at] <= '9') {
				l.at++
			}
			return token{name, start, l.at}
		case c == '{' || c == '(' || c == '[':
			l.at++
			return token{open, start, l.at}
		case c == '}' || c == ')' || c == ']':
			l.at++
			return token{closing, start, l.at}
		case c == '@':
			l.at++
			return token{directive, start, l.at}
		case strings.HasPrefix(l.text[l.at:], "..."):
			l.at += 3
			return token{spread, start, l.at}
		default:
			l.at++
			return token{other, start, l.at}
		}
	}
	return token{end, l.at, l.at}
}

// skipString passes over a string or a block string. One that does not end is a
// quote alone: no server reads it as a string either.
func (l *lexer) skipString() {
	if !l.plain && strings.HasPrefix(l.text[l.at:], `"""`) {
		for i := l.at + 3; i < len(l.text); i++ {
			switch {
			case strings.HasPrefix(l.text[i:], `\"""`):
				i += 3
			case strings.HasPrefix(l.text[i:], `"""`):
				l.at = i + 3
				return
			}
		}
		l.at += 3
		l.plain = true
		return
	}
	for i := l.at + 1; i < len(l.text); i++ {
		switch l.text[i] {
		case '\\':
			i++
		case '"':
			l.at = i + 1
			return
		case '\n', '\r':
			l.at++
			return
		}
	}
	l.at++
}

func letter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
