package s14_test

import (
	"testing"

	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/s14"
)

func Test(t *testing.T) { linttest.Run(t, s14.Analyzer) }
