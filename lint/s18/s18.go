// Package s18 is the rule S18, honest-file-and-history: a file is one
// unambiguous document, stands where its id says, and an update never widens
// unseen what users agreed to.
package s18

import (
	_ "embed"
	"math"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/parts"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

//go:embed doc.md
var page string

// Analyzer is the rule.
var Analyzer = &lint.Analyzer{ID: "S18", Name: "honest-file-and-history", Doc: page, Run: run}

func run(p *lint.Pass) error {
	strict(p)
	place(p)
	site(p)
	versions(p)
	widened(p)
	twins(p)
	return nil
}

// strict reports whatever could be read in two ways: by the checker in one,
// by an engine in another.
func strict(p *lint.Pass) {
	for _, d := range p.Found {
		switch {
		case actsInLoginCheck(p, d):
			// S3/login-check says it.
		case d.Code[0] == 'J', d.Code == "F2", d.Code == "F12" && !strings.Contains(d.Pointer, "/request/headers/"):
			p.Report(lint.Finding{Check: "strict", Name: d.Name, Severity: d.Severity, Node: parts.At(p.Root(), d), Span: d.Span,
				Message: d.Message, Hint: d.Hint, Related: d.Related, Fix: d.Fix})
		}
	}
	for _, t := range p.Unusual() {
		what, from, to := broken(t.String())
		if what == "" {
			continue
		}
		span := t.Node.TextSpan(from, to)
		if t.Key {
			span = t.Node.KeyTextSpan(from, to)
		}
		p.Report(lint.Finding{Check: "strict", Name: "broken-text", Node: t.Node, Span: span, Message: "the text has " + what + ": parsers do not agree on it", Hint: "remove it"})
	}
	numbers(p, p.Root())
}

// actsInLoginCheck reports whether a finding is of a member by which a
// login_check would do more than ask.
func actsInLoginCheck(p *lint.Pass, d *diag.Diagnostic) bool {
	switch d.Pointer {
	case "/login_check/write", "/login_check/foreach", "/login_check/when":
		n := parts.At(p.Root(), d)
		return n.Kind != jsonval.Bool || n.Bool
	}
	return false
}

// broken finds a U+0000 or half of a surrogate pair in a text.
func broken(text string) (what string, from, to int) {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == 0:
			return "the character U+0000", i, i + 1
		case text[i] == 0xed && i+2 < len(text) && text[i+1] >= 0xa0:
			return "half of a surrogate pair", i, i + 3
		}
	}
	return "", 0, 0
}

// maxInteger is the largest integer below which float64 leaves none out.
const maxInteger = 1 << 53

// numbers reports integers that parsers round differently.
func numbers(p *lint.Pass, n *jsonval.Node) {
	if n.Kind == jsonval.Number {
		if abs := math.Abs(n.Num); abs > maxInteger || abs == maxInteger && strings.TrimPrefix(n.Str, "-") != "9007199254740992" {
			p.Errorf("strict", "large-number", n, "write it as a string", "the number %s is larger than JSON numbers can be told apart", diag.Quote(n.Str, 40))
		}
		return
	}
	for _, child := range n.Children {
		numbers(p, child)
	}
}
