// Package lint is the safety rules' frame: what a rule is, what it sees, and
// how the rules of one file are run.
//
// A rule is an Analyzer: plain data and one function. It looks at a Pass (one
// checked recipe, what validate found in it, its older versions, and how its
// values flow) and reports findings. Rules know nothing of each other, of
// files or of output. lint/rules lists them all.
package lint

import (
	"fmt"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// MaxText is how long a file may be that all rules look at, in bytes: many times
// what a recipe may have. One that is longer has an error for that, and a
// stranger's file must not keep the gate busy.
const MaxText = 1 << 20

// Analyzer is one rule. Analyzers are immutable.
type Analyzer struct {
	ID   string // "S7": never used again for something else
	Name string // "secrets-stay-home"
	Doc  string // the rule's page, doc.md beside it, in the form of pkg/diag/codes

	// AnySize says that the rule looks at files longer than MaxText too.
	AnySize bool

	// Run looks at a pass and reports what it finds. A rule whose input is
	// missing is silent. An error means that the rule itself is broken.
	Run func(*Pass) error
}

// Pass is what the rules see of one file. Whoever calls Run fills the exported
// fields; nothing of them may be changed by a rule.
type Pass struct {
	Recipe   *recipe.Recipe     // as far as it was understood; never nil
	Found    []*diag.Diagnostic // what validate found in the file
	Place    string             // absolute path with slashes; "" where it is not judged (standard input)
	Older    []Older            // the other versions beside the file, ascending
	Siblings []*recipe.Recipe   // the site's other recipes, current versions, as far as the caller read them

	rule  *Analyzer
	found []*diag.Diagnostic
	once  once
}

// Older is another version of the recipe that stands beside it
// (<slug>.v<N>.json).
type Older struct {
	recipe.Older
	Recipe *recipe.Recipe     // never nil
	Found  []*diag.Diagnostic // what validate found in it
}

// LoadOlder loads another version.
func LoadOlder(o recipe.Older) Older {
	r, found := recipe.Load(o.Name, o.Text)
	return Older{Older: o, Recipe: r, Found: found}
}

// Source is the file's text.
func (p *Pass) Source() *diag.Source { return p.Recipe.Source }

// Root is the file's tree.
func (p *Pass) Root() *jsonval.Node { return p.Recipe.Root }

// Finding is what a rule reports. Check, Name, Node and Message are always
// given.
type Finding struct {
	Check    string        // the sub-check: "url" makes the code S7/url
	Name     string        // kebab case, says what is wrong: "secret-in-url"
	Severity diag.Severity // the zero value is an error
	Node     *jsonval.Node // what the pointer leads to
	Span     diag.Span     // in the file; the zero span: all of the node
	Message  string        // one sentence with the thing itself quoted (diag.Quote)
	Hint     string        // what to do, with the text to write
	Related  []diag.Related
	Fix      *diag.Fix
	Secrets  []string // what no output may show of the place: decoded
}

// Report adds a finding.
func (p *Pass) Report(f Finding) {
	if f.Node == nil {
		f.Node = p.Recipe.Root
	}
	if f.Span == (diag.Span{}) {
		f.Span = f.Node.Span
	}
	p.found = append(p.found, &diag.Diagnostic{
		Code: p.rule.ID + "/" + f.Check, Name: f.Name, Severity: f.Severity,
		File: p.Recipe.Source.Name, Span: f.Span, Pointer: f.Node.Pointer(),
		Message: f.Message, Hint: f.Hint, Related: f.Related, Fix: f.Fix, Secrets: f.Secrets,
	})
}

// Errorf reports an error at all of a node.
func (p *Pass) Errorf(check, name string, n *jsonval.Node, hint, format string, args ...any) {
	p.Report(Finding{Check: check, Name: name, Node: n, Hint: hint, Message: fmt.Sprintf(format, args...)})
}

// Warnf reports a warning at all of a node.
func (p *Pass) Warnf(check, name string, n *jsonval.Node, hint, format string, args ...any) {
	p.Report(Finding{Check: check, Name: name, Severity: diag.Warning, Node: n, Hint: hint, Message: fmt.Sprintf(format, args...)})
}

// Text is what stands in the file at a span.
func (p *Pass) Text(span diag.Span) string {
	return string(p.Recipe.Source.Text[span.Start:span.End])
}

// HeadSpan is the opening bracket of an object or array: where a missing
// member is reported.
func HeadSpan(n *jsonval.Node) diag.Span {
	return diag.Span{Start: n.Span.Start, End: n.Span.Start + 1}
}

// KeySpan is the name of a member, and the node itself where it is none.
func KeySpan(n *jsonval.Node) diag.Span {
	if n.KeySpan == (diag.Span{}) {
		return n.Span
	}
	return n.KeySpan
}
