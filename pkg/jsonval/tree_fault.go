package jsonval

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/wield-run/wield/pkg/diag"
)

// What the tree parser reports, and where it stops.

func (p *treeParser) report(code, name string, start, end int, message, hint string, fix *diag.Fix) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: code, Name: name, Severity: diag.Error,
		Span: diag.Span{Start: start, End: end}, Message: message, Hint: hint, Fix: fix}
	p.found = append(p.found, d)
	return d
}

func replace(title string, start, end int, text string) *diag.Fix {
	return &diag.Fix{Title: title, Safe: true, Edits: []diag.Edit{{Span: diag.Span{Start: start, End: end}, Text: text}}}
}

// stop reports a fault that ends the reading. What was supplied just before it
// to go on (a comma, quotes, an escape) was a guess at the same fault, and is
// no finding of its own.
func (p *treeParser) stop(start, end int, message, hint string) {
	if p.stopped {
		return
	}
	p.stopped = true
	line := strings.LastIndexAny(p.s[:start], "\r\n") + 1
	near := len(strings.TrimRight(p.s[:line], " \t\r\n"))
	for n := len(p.found); n > 0; n-- {
		d := p.found[n-1]
		if d.Span.End < near {
			break
		}
		switch d.Code {
		case "J7", "J14", "J15":
			p.found = append(p.found[:n-1], p.found[n:]...)
		}
	}
	p.report("J2", "json-syntax", start, end, message, hint, nil)
}

// stray stops where text follows a string without anything between: a quote
// too many, or one inside the string, and which of them cannot be told.
func (p *treeParser) stray() {
	_, size := utf8.DecodeRuneInString(p.s[p.i:])
	what := "text"
	if c := p.s[p.i]; c == '"' || c == '\'' {
		what = "another quote"
	}
	p.stop(p.i, p.i+size, "the string ends here, and "+what+" follows it directly", "remove the quote that is too many; a quote inside a string is written \\\"")
}

// behindString reports whether the byte at an offset is the closing quote of a
// string that was just read, and what stands behind it belongs to no other.
func (p *treeParser) behindString() bool {
	before, c := p.s[p.i-1], p.s[p.i]
	return (before == '"' || before == '\'') && (c == '"' || c == '\'' || isWordByte(c))
}

// unexpected stops at whatever stands at p.i.
func (p *treeParser) unexpected(expected string) {
	if p.i >= len(p.s) {
		p.stop(len(p.s), len(p.s), "the file ends too early: "+expected, "")
		return
	}
	_, size := utf8.DecodeRuneInString(p.s[p.i:])
	p.stop(p.i, p.i+size, fmt.Sprintf("unexpected %s: %s", diag.Quote(p.s[p.i:p.i+size], 1), expected), "")
}
