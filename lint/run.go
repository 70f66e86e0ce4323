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
