package s13

import (
	"fmt"
	"regexp/syntax"
	"unicode/utf8"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/internal/pattern"
	"github.com/wield-run/wield/lint/internal/schemas"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/regex"
)

// The limits of a regular expression.
const (
	maxPattern = 200 // characters
	maxRepeat  = 200
	maxProgram = 2000 // instructions, compiled as RE2
)

// patterns looks at every regular expression: of auth.derive and of the two
// schemas, also where it is the name of a member.
func patterns(p *lint.Pass) {
	for _, d := range p.Found {
		if d.Code == "X1" {
			p.Report(lint.Finding{Check: "regex", Name: d.Name, Node: at(p.Root(), d), Span: d.Span, Message: d.Message, Hint: d.Hint, Related: d.Related, Fix: d.Fix})
		}
	}
	for _, d := range p.Recipe.Derive {
		if n := d.Node.Member("regex"); n != nil && d.Regex != nil {
			look(p, n, n.Str, d.Regex.Syntax(), n.TextSpan)
		}
	}
	for _, schema := range [][]schemas.Part{p.ParamParts(), p.OutputParts()} {
		for _, part := range schema {
			if part.Keyword == "patternProperties" {
				parsed(p, part.Node, part.Name, part.Node.KeyTextSpan)
			}
			if n := part.Node.Member("pattern"); n != nil && n.Kind == jsonval.String {
				parsed(p, n, n.Str, n.TextSpan)
			}
		}
	}
}

// at finds the node of a finding.
func at(root *jsonval.Node, d *diag.Diagnostic) *jsonval.Node {
	found := root
	for n := root; n != nil; {
		found, n = n, nil
		for _, c := range found.Children {
			start := c.Span.Start
			if c.KeySpan != (diag.Span{}) {
				start = c.KeySpan.Start
			}
			if start <= d.Span.Start && d.Span.End <= c.Span.End {
				n = c
			}
		}
	}
	return found
}

// place moves a span of a decoded text into the file.
type place func(from, to int) diag.Span

func parsed(p *lint.Pass, n *jsonval.Node, text string, in place) {
	if tree, d := regex.Parse(text); d == nil { // else it is an X1
		look(p, n, text, tree, in)
	}
}

// look holds one regular expression to the limits. One finding is enough for
// an author to rewrite it.
func look(p *lint.Pass, n *jsonval.Node, text string, tree *regex.Syntax, in place) {
	report := func(name string, span diag.Span, hint, format string, args ...any) {
		if span == (diag.Span{}) {
			span.End = len(text)
		}
		p.Report(lint.Finding{Check: "regex", Name: name, Node: n, Span: in(span.Start, span.End), Hint: hint,
			Message: "the pattern " + diag.Quote(text, 60) + " " + fmt.Sprintf(format, args...)})
	}
	if k := utf8.RuneCountInString(text); k > maxPattern {
		report("long-pattern", diag.Span{}, "", "has %d characters; it may have %d", k, maxPattern)
		return
	}
	if q := wideRepeat(tree.Root); q != nil {
		report("large-repeat", q.Span, "write the quantifier without an upper limit, and bound the text by `maxLength`", "repeats a part more than %d times", maxRepeat)
		return
	}
	if part := beyondRE2(tree.Root); part != nil {
		report("not-portable", part.Span, "write it without lookarounds and back references", "has a part that only engines have which backtrack: %s", diag.Quote(text[part.Span.Start:part.Span.End], 40))
		return
	}
	re, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		hint := "write it in the syntax that RE2 and ECMAScript share; a character that has no key is written as itself"
		report("not-portable", diag.Span{}, hint, "is no RE2 syntax: %s", diag.Escape(diag.Cut(err.Error(), 100)))
		return
	}
	if large(tree.Root, re) {
		report("large-program", diag.Span{}, "repeat less", "has more than %d instructions when it is compiled", maxProgram)
		return
	}
	if f := hang(tree.Root); f != nil {
		report(f.name, f.span, "a browser's engine may hang on it; "+remedy(f.name), "cannot be matched in bounded time: %s", f.why)
	}
}

// large reports whether a pattern has too many instructions when it is compiled.
func large(tree *regex.Node, re *syntax.Regexp) bool {
	const ends = 2 // two instructions are of every program: one fails, one matches
	if instructions(tree)+ends <= maxProgram {
		return false // as nearly all
	}
	program, err := syntax.Compile(re.Simplify())
	return err != nil || len(program.Inst) > maxProgram
}

// instructions is how many instructions a part of a pattern that RE2 can match
// has at most when it is compiled.
func instructions(n *regex.Node) int {
	inner := 0
	for _, c := range n.Nodes {
		inner += instructions(c)
	}
	switch n.Kind {
	case regex.Alternation:
		inner += len(n.Nodes)
	case regex.Repeat: // its part is written out so often
		inner = (inner + 1) * (max(n.Min, n.Max) + 1)
	}
	return min(inner+2, 2*maxProgram)
}

func remedy(name string) string {
	switch name {
	case "nested-quantifiers", "repeated-nothing", "ambiguous-loop":
		return "repeat a set of characters instead: [a-z0-9-]+ for ([a-z0-9]+-)*[a-z0-9]+"
	case "adjacent-quantifiers":
		return "keep one of them, or put what they cannot match between them"
	case "overlapping-alternatives":
		return "let each alternative begin differently, or write a set"
	}
	return "write it shorter"
}

// wideRepeat gives a quantifier with too large a number.
func wideRepeat(root *regex.Node) *regex.Node {
	var wide *regex.Node
	pattern.Walk(root, func(n *regex.Node) bool {
		if wide == nil && n.Kind == regex.Repeat && (n.Min > maxRepeat || n.Max > maxRepeat) {
			wide = n
		}
		return wide == nil
	})
	return wide
}

// beyondRE2 gives a lookaround or a back reference.
func beyondRE2(root *regex.Node) *regex.Node {
	var beyond *regex.Node
	pattern.Walk(root, func(n *regex.Node) bool {
		if beyond == nil && (n.Kind == regex.Look || n.Kind == regex.BackReference) {
			beyond = n
		}
		return beyond == nil
	})
	return beyond
}
