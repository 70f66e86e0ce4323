package lint

import (
	"fmt"
	"runtime/debug"

	"github.com/wield-run/wield/pkg/diag"
)

// Run runs rules on one file, one after the other, and gives their findings
// sorted. An error means that a rule broke (it returned an error or panicked);
// its text names the rule. The findings of the other rules are given all the
// same.
//
// A file that is no recipe gets no findings; of one that is longer than MaxText
// the size is judged.
func Run(p *Pass, rules []*Analyzer) ([]*diag.Diagnostic, error) {
	p.found = nil
	if p.Recipe.Root == nil {
		return nil, nil
	}
	var first error
	for _, rule := range rules {
		if len(p.Recipe.Source.Text) > MaxText && !rule.AnySize {
			continue
		}
		p.rule = rule
		if err := runOne(p, rule); err != nil && first == nil {
			first = err
		}
	}
	p.rule = nil
	diag.Sort(p.found)
	return p.found, first
}

// BrokenRule is the error of a rule that failed on a file, which says nothing
// about the recipe.
type BrokenRule struct {
	ID    string
	File  string
	Err   error  // what the rule returned, or what it panicked with
	Stack []byte // of a panic
}

// Error names the rule and the file.
func (e *BrokenRule) Error() string {
	return fmt.Sprintf("the rule %s is broken: on %s: %v", e.ID, e.File, e.Err)
}

// Unwrap gives the rule's own error.
func (e *BrokenRule) Unwrap() error { return e.Err }

func runOne(p *Pass, rule *Analyzer) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &BrokenRule{ID: rule.ID, File: p.Recipe.Source.Name, Err: fmt.Errorf("panic: %v", v), Stack: debug.Stack()}
		}
	}()
	if err := rule.Run(p); err != nil {
		return &BrokenRule{ID: rule.ID, File: p.Recipe.Source.Name, Err: err}
	}
	return nil
}

// Restated is a pair of codes for the same mistake: where a rule reports it,
// what validate says of it is dropped. The names narrow a code that stands for
// several mistakes at one place; "" is any.
type Restated struct {
	Rule, Name             string // "S9/forbidden"
	Validate, ValidateName string // "F10"
}

// Merge joins what validate and the rules found, without what a rule restates:
// a finding of the same place (the pointers are equal, or the spans overlap) by
// a pair of codes. A warning of a rule restates no error: the file would pass.
func Merge(validate, safety []*diag.Diagnostic, pairs []Restated) []*diag.Diagnostic {
	all := make([]*diag.Diagnostic, 0, len(validate)+len(safety))
	for _, d := range validate {
		if !restated(d, safety, pairs) {
			all = append(all, d)
		}
	}
	all = append(all, safety...)
	diag.Sort(all)
	return all
}

func restated(d *diag.Diagnostic, safety []*diag.Diagnostic, pairs []Restated) bool {
	for _, s := range safety {
		if d.Severity == diag.Error && s.Severity == diag.Warning {
			continue
		}
		if s.Pointer != d.Pointer && (s.Span.End <= d.Span.Start || d.Span.End <= s.Span.Start) {
			continue
		}
		for _, pair := range pairs {
			if pair.Rule == s.Code && pair.Validate == d.Code &&
				(pair.Name == "" || pair.Name == s.Name) && (pair.ValidateName == "" || pair.ValidateName == d.Name) {
				return true
			}
		}
	}
	return false
}
