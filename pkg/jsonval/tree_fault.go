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
func (p *treeParser) unexpected(expected, hint string) {
	if p.i >= len(p.s) {
		p.stop(len(p.s), len(p.s), "the file ends too early: "+expected, "write what is missing; a copy may have lost its end")
		return
	}
	_, size := utf8.DecodeRuneInString(p.s[p.i:])
	p.stop(p.i, p.i+size, fmt.Sprintf("unexpected %s: %s", diag.Quote(p.s[p.i:p.i+size], 1), expected), hint)
}

// next is the byte at p.i, or 0 at the end.
func (p *treeParser) next() byte {
	if p.i < len(p.s) {
		return p.s[p.i]
	}
	return 0
}

// noValue stops where a value is expected.
func (p *treeParser) noValue() {
	hint := "a text stands in double quotes"
	switch p.next() {
	case ',', '}', ']':
		hint = "write the value, or remove what it is missing from"
	case ':', '=':
		hint = "remove it: one `:` stands between a name and its value"
	}
	p.unexpected(expectValue, hint)
}

// noName stops where the name of a member is expected.
func (p *treeParser) noName() {
	hint := "a member is written \"name\": value"
	if p.next() == ',' {
		hint = "remove it: a comma stands between two members only"
	}
	p.unexpected("a member name in double quotes is expected", hint)
}

// noColon stops behind the name of a member.
func (p *treeParser) noColon(name string) {
	name = diag.Quote(name, 40)
	hint := "write `:`"
	switch p.next() {
	case ',', '}', ']':
		hint = "write its value: " + name + ": …"
	}
	p.unexpected(`":" is expected after the member name `+name, hint)
}

// noSeparator stops behind an item or a member.
func (p *treeParser) noSeparator(open int, closing byte) {
	hint := "write `,` where another begins"
	switch p.next() {
	case ']', '}':
		hint = fmt.Sprintf("write `%c` first: the `%c` of line %d is still open", closing, p.s[open], p.line(open))
	case ':', '=':
		hint = "remove it"
		if closing == ']' {
			hint = "a list holds values without names; members stand in { … }"
		}
	case ';':
		hint = "write `,`"
	}
	p.unexpected(fmt.Sprintf("%q or %q is expected", ",", string(closing)), hint)
}

// trailing reports what stands behind the file's value.
func (p *treeParser) trailing() {
	hint := "a file holds one value; remove what follows it"
	if c := p.next(); c == '}' || c == ']' || c == ',' {
		hint = "remove the bracket that is too many, here or before it"
		if p.odd[1] > 0 {
			hint = fmt.Sprintf("a bracket is too many, by the indentation in line %d", p.line(p.odd[1]))
		}
	}
	p.report("J4", "trailing-data", p.i, len(strings.TrimRight(p.s, " \t\r\n")), "something follows the JSON value", hint, nil)
}

// line is the line of an offset, from 1.
func (p *treeParser) line(at int) int { return 1 + strings.Count(p.s[:at], "\n") }

// closed passes the bracket at p.i, which closes that at open. Where it begins
// a line that is indented otherwise, one in between may be missing.
func (p *treeParser) closed(open int) {
	if p.odd[1] == 0 {
		// Of most brackets nothing but this is looked at: a file may be one line.
		before := strings.TrimRight(p.s[:p.i], " \t")
		begins := before == "" || strings.HasSuffix(before, "\n")
		if begins && p.s[len(before):p.i] != p.indent(open) {
			p.odd = [2]int{open, p.i}
		}
	}
	p.i++
}

// indent is the white space in front of the line of an offset.
func (p *treeParser) indent(at int) string {
	line := p.s[strings.LastIndexByte(p.s[:at], '\n')+1 : at]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// unclosed stops at the end of the file, for a bracket that is still open.
func (p *treeParser) unclosed(open int) {
	if p.stopped {
		return
	}
	closing := "}"
	if p.s[open] == '[' {
		closing = "]"
	}
	p.stop(open, open+1, fmt.Sprintf("this %q is never closed", p.s[open:open+1]), "write the missing `"+closing+"`")
	if p.odd[1] > 0 {
		d := p.found[len(p.found)-1]
		at := p.odd[0]
		d.Hint = fmt.Sprintf("a bracket is missing, by the indentation between the `%c` of line %d and line %d", p.s[at], p.line(at), p.line(p.odd[1]))
		d.Related = []diag.Related{{Span: diag.Span{Start: at, End: at + 1}, Message: fmt.Sprintf("closed in line %d, which is indented otherwise", p.line(p.odd[1]))}}
	}
}
