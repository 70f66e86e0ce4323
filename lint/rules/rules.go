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
	"github.com/wield-run/wield/lint/s09"
	"github.com/wield-run/wield/lint/s10"
	"github.com/wield-run/wield/lint/s11"
	"github.com/wield-run/wield/lint/s12"
	"github.com/wield-run/wield/lint/s13"
	"github.com/wield-run/wield/lint/s14"
	"github.com/wield-run/wield/lint/s15"
	"github.com/wield-run/wield/lint/s16"
	"github.com/wield-run/wield/lint/s17"
	"github.com/wield-run/wield/lint/s18"
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
		s09.Analyzer,
		s10.Analyzer,
		s11.Analyzer,
		s12.Analyzer,
		s13.Analyzer,
		s14.Analyzer,
		s15.Analyzer,
		s16.Analyzer,
		s17.Analyzer,
		s18.Analyzer,
	}
}
