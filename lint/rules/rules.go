// Package rules is the list of all safety rules, and nothing else.
package rules

import (
	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/s01"
	"github.com/wield-run/wield/lint/s02"
	"github.com/wield-run/wield/lint/s03"
	"github.com/wield-run/wield/lint/s04"
	"github.com/wield-run/wield/lint/s05"
	"github.com/wield-run/wield/lint/s06"
	"github.com/wield-run/wield/lint/s07"
	"github.com/wield-run/wield/lint/s08"
)

// All gives the rules in the order of their numbers.
func All() []*lint.Analyzer {
	return []*lint.Analyzer{
		s01.Analyzer,
		s02.Analyzer,
		s03.Analyzer,
		s04.Analyzer,
		s05.Analyzer,
		s06.Analyzer,
		s07.Analyzer,
		s08.Analyzer,
	}
}

// Restated gives the findings of validate that a rule reports again by its own
// code; lint.Merge drops them.
func Restated() []lint.Restated {
	return []lint.Restated{}
}
